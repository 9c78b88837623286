/** What stands around the page: header with games, chips, languages and theme; notices; footer. */

import { fill, h } from '../verify/ui/dom.js';
import { icon } from '../verify/ui/icons.js';
import { language, t } from '../verify/ui/language.js';
import { said, say } from './words.js';

/** Pages of rules: games of one player, tables, and the rules common to the former. */
const RULES = ['dice', 'limbo', 'plinko', 'mines', 'hilo', 'blackjack', 'russian_poker', 'five_card_poker', 'poker', 'tavern_dice', 'common'];
/** Those that are no game, so that the verifier has no name for them. */
const NAMED = ['poker', 'tavern_dice', 'common'];

/**
 * @typedef {object} Shown
 * @property {readonly string[]} games to choose from; none before somebody came in
 * @property {string} game or `tables`
 * @property {string | null} player
 * @property {number | null} balance
 */

/**
 * @param {object} on
 * @param {() => Node[]} on.looks buttons of language and theme
 * @param {() => void} on.leave
 */
export function frame(on) {
  const header = h('header', { class: 'barline' });
  const notices = h('div', { class: 'wrap', role: 'alert' });
  const main = h('main', { id: 'main', tabindex: '-1' });
  const footer = h('footer', { class: 'foot' });
  const jump = h('a', { class: 'jump', href: '#main' });
  jump.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });

  addEventListener('resize', showGame);
  let before = '';

  /** @param {Shown} shown */
  function show({ games, game, player, balance }) {
    const focused = header.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const chips = balance === null ? null : said('page.chips', { count: balance });
    // While rounds are played one after the other only the chips change: links stay the same elements, so that they can be pressed.
    const now = JSON.stringify([language(), games, game, player, chips === null]);
    if (now === before) return void (chips && fill(header.querySelector('#balance') ?? header, chips));
    before = now;
    fill(jump, t('page.jump'));
    fill(
      header,
      h(
        'div',
        { class: 'wrap bar' },
        h('span', { class: 'name' }, icon('logo', 28), say('page.name')),
        games.length > 0 &&
          h(
            'nav',
            { class: 'games', 'aria-label': say('page.games') },
            games.map((name) => h('a', { id: `g-${name}`, href: `./#game=${name}`, 'aria-current': name === game && 'page' }, t(`game.${name}`))),
            h('a', { id: 'g-tables', href: './#tables', 'aria-current': game === 'tables' && 'page' }, say('page.tables')),
            h('a', { id: 'g-matches', href: './#matches', 'aria-current': game === 'matches' && 'page' }, say('page.matches')),
          ),
        h(
          'div',
          { class: 'end' },
          player !== null && [
            h('div', { class: 'who' }, chips && h('b', { id: 'balance' }, chips), h('span', { class: 'soft', title: player }, player)),
            h('button', { type: 'button', id: 'b-leave', class: 'btn small', onclick: on.leave }, say('page.leave')),
          ],
          on.looks(),
        ),
      ),
    );
    showFooter();
    showGame();
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Where the games do not fit beside each other they are pushed sideways: the one that is shown is in sight. */
  function showGame() {
    const games = header.querySelector('.games');
    const one = /** @type {HTMLElement | null} */ (games?.querySelector('[aria-current]') ?? null);
    if (games && one) games.scrollLeft = one.offsetLeft - (games.clientWidth - one.offsetWidth) / 2;
  }

  function showFooter() {
    const fair = h('a', { href: './fair' }, say('page.fair'));
    const rules = RULES.map((name) => [h('a', { href: `./rules/${name}` }, NAMED.includes(name) ? say(`foot.${name}`) : t(`game.${name}`)), ' ']);
    const verify = h('a', { href: '../verify/' }, say('page.verify'));
    fill(
      footer,
      h(
        'div',
        { class: 'wrap' },
        h('div', null, h('b', null, say('foot.chips')), say('foot.chips_text')),
        h('div', null, h('b', null, say('foot.fair')), said('foot.fair_text', { fair, verify })),
        h('div', null, h('b', null, h('a', { href: './rules/' }, say('foot.rules'))), h('p', { class: 'rules-of' }, rules)),
      ),
    );
  }

  /**
   * A notice above everything, or none.
   * @param {string} [title]
   * @param {string} [text]
   * @param {{label: string, go: () => void}} [button]
   */
  function tell(title, text, button) {
    fill(
      notices,
      title &&
        h(
          'div',
          { class: 'notice' },
          icon('info', 20),
          h('div', null, h('b', null, title), text && h('p', null, text)),
          button && h('button', { type: 'button', id: 'b-again', class: 'btn', onclick: button.go }, button.label),
        ),
    );
  }

  return { nodes: [jump, header, notices, main, footer], main, show, tell };
}
