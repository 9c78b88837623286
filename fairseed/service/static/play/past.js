/** Rounds of this session, the newest first: each leads to the verifier once its seed is revealed. */

import { fill, h } from '../verify/ui/dom.js';
import { icon } from '../verify/ui/icons.js';
import { number, t } from '../verify/ui/language.js';
import { linkOfRecord } from '../verify/ui/links.js';
import { fileName, save } from '../verify/ui/report.js';
import { code, said, say } from './words.js';

/** @typedef {import('./player.js').Round} Round */

/** So many rows are shown at first, and more each time. */
const ROWS = 20;

/**
 * @param {import('./player.js').Player} player
 * @param {object} on
 * @param {(game: string) => void} on.game shows the open round of a game
 * @param {() => {lang?: string, theme?: string}} on.look
 * @param {(work: () => Promise<void>) => Promise<void>} on.read reads, and tells what fails
 */
export function pastView(player, on) {
  const node = h('section', { class: 'past' });
  let rows = ROWS;

  /** @param {Round} round */
  function check(round) {
    const { nonce } = round.seeds;
    if (round.state === 'open') return h('button', { type: 'button', class: 'link', onclick: () => on.game(round.game) }, say('past.open'));
    if (!('server_seed' in round.seeds)) return h('span', { class: 'skip state' }, icon('pending', 14), say('past.waits'));
    const fragment = linkOfRecord(round, on.look());
    const label = say('past.link_label', { nonce: String(nonce) });
    // A record too long for a link is taken along as a file.
    if (fragment === null) {
      const put = () => save(fileName(round.round_id, '.json'), [JSON.stringify(round)], 'application/json');
      return h('button', { type: 'button', class: 'link', onclick: put }, say('past.long'));
    }
    return h('a', { href: `../verify/#${fragment}`, target: '_blank', rel: 'noopener', 'aria-label': label }, say('past.link'));
  }

  /** @param {Round} round */
  function row(round) {
    const { settlement } = round;
    return h(
      'tr',
      null,
      h('td', null, String(round.seeds.nonce)),
      h('td', null, t(`game.${round.game}`)),
      h('td', { class: 'num staked' }, number(settlement?.staked ?? Object.values(round.bet).flat().reduce((sum, chips) => sum + chips, 0))),
      h('td', { class: 'num' }, settlement ? number(settlement.returned) : '–'),
      h('td', null, check(round)),
    );
  }

  /** The heading of a pair among its rounds. @param {Round} round */
  function pair({ seeds }) {
    const hash = seeds.server_seed_hash;
    if (hash === player.seeds?.active.server_seed_hash) return say('past.active');
    const revealed = 'server_seed' in seeds;
    const bundle = revealed && h('a', { href: `../v1/seeds/${hash}/bundle`, download: `${hash.slice(0, 16)}.jsonl` }, say('past.bundle'));
    return [said('past.of', { hash: code(hash) }), ' ', bundle];
  }

  function show() {
    const rounds = player.past();
    /** @type {Node[]} */
    const body = [];
    let hash = '';
    for (const round of rounds.slice(0, rows)) {
      if (round.seeds.server_seed_hash !== hash) {
        hash = round.seeds.server_seed_hash;
        body.push(h('tr', { class: 'pair' }, h('th', { colspan: '5', scope: 'colgroup' }, pair(round))));
      }
      body.push(row(round));
    }
    const head = ['nonce', 'game', 'staked', 'returned', 'check'].map((name) =>
      h('th', { scope: 'col', class: `${name}${['staked', 'returned'].includes(name) ? ' num' : ''}` }, say(`past.${name}`)),
    );
    const more = async () => {
      if (player.past().length < rows + ROWS) await on.read(() => player.moreRounds());
      rows += ROWS;
      show();
    };
    fill(
      node,
      h('h2', { id: 'h-past' }, say('past.title')),
      rounds.length === 0
        ? h('p', { class: 'soft' }, say('past.none'))
        : h('div', { class: 'tbl', tabindex: '0', role: 'region', 'aria-labelledby': 'h-past' }, h('table', null, h('thead', null, h('tr', null, head)), h('tbody', null, body))),
      (rounds.length > rows || player.earlierRounds !== null) && h('button', { type: 'button', class: 'btn small', onclick: more }, say('past.more')),
    );
  }

  return { node, show };
}
