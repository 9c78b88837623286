/** The history of a hand, street by street: each action with its seat, the pot after it and who is next. Each leads to its moment. */

import { fill, h } from '../dom.js';
import { number, t } from '../language.js';
import { pot } from '../../games/poker/betting.js';
import { chipCard } from '../pictures/card.js';
import { streetOf, wasShown } from './moment.js';
import { actionText, potName, seatName } from './words.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./showing.js').Showing} Showing */
/** @typedef {{name: string, cards: readonly (string | null)[], actions: number[]}} Street `actions` by their index */

/**
 * The streets that were reached, those without an action too: a board runs out.
 * @param {Story} story
 * @returns {Street[]}
 */
export function streetsOf({ hands, actions, known }) {
  /** @type {Street[]} */
  const streets = [];
  const last = hands[hands.length - 1];
  const board = last.setup.variant.board;
  if (last.setup.variant.name === 'turkish') {
    for (const [i] of actions.entries()) {
      const name = streetOf(hands[i]);
      if (streets.at(-1)?.name !== name) streets.push({ name, cards: [], actions: [] });
      streets[streets.length - 1].actions.push(i);
    }
    return streets.length > 0 ? streets : [{ name: streetOf(last), cards: [], actions: [] }];
  }
  let from = 0;
  for (let street = 0; street <= last.street; street++) {
    const places = last.board.slice(from, from + board[street]);
    from += board[street];
    streets.push({
      name: streetOf({ ...last, street }),
      cards: places.map((place) => known.get(place)?.card ?? null),
      actions: [...actions.keys()].filter((i) => hands[i].street === street),
    });
  }
  return streets;
}

/**
 * @param {Story} story
 * @param {Showing} showing
 * @returns {HTMLElement}
 */
export function history(story, showing) {
  const columns = h('div', { class: 'pt-streets' });
  /** @type {Map<number, HTMLButtonElement>} */
  let buttons = new Map();
  let viewer = showing.viewer();

  function write() {
    buttons = new Map();
    fill(columns, streetsOf(story).map((street, i) => column(street, i === 0)), endOf(story));
    mark();
  }

  function mark() {
    for (const [at, button] of buttons) {
      if (at === showing.at()) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
  }

  /** @param {Street} street @param {boolean} first */
  function column({ name, cards, actions }, first) {
    const last = actions.at(-1);
    const chips = last === undefined ? null : potAt(story, last + 1);
    return h(
      'section',
      null,
      h('h3', null, h('span', null, t(`pt.street.${name}`)), chips !== null && h('span', { class: 'pt-of' }, t('pt.history.pot', { pot: chips }))),
      cards.length > 0 && h('p', { class: 'pt-dealt' }, cards.map((card) => [card === null ? '??' : chipCard(card, '', true), ' '])),
      first && postsOf(story),
      h('ol', null, first && row(0, t('pt.history.deal'), t('pt.history.cards', { count: story.round.variant.hole })), actions.map((i) => action(i))),
      !first && actions.length === 0 && h('p', { class: 'pt-of' }, t('pt.history.nothing')),
    );
  }

  /** @param {number} i */
  function action(i) {
    const { seat } = story.actions[i];
    return row(i + 1, seatName(seat, story.round.table.bots[seat] ?? null), actionText(story, i, viewer));
  }

  /** @param {number} at @param {string} who @param {string} what */
  function row(at, who, what) {
    const { turn } = story.hands[at];
    const values = { pot: potAt(story, at), seat: turn };
    const button = h(
      'button',
      { type: 'button', onclick: () => showing.go(at) },
      h('span', { class: 'pt-who-did' }, who),
      h('span', { class: 'pt-what' }, what),
      h('span', { class: 'pt-then' }, t(turn === null ? 'pt.history.last' : 'pt.history.then', values)),
    );
    buttons.set(at, button);
    return h('li', null, button);
  }

  write();
  showing.listen(() => {
    if (viewer === showing.viewer()) return mark();
    viewer = showing.viewer();
    write();
  });
  return h(
    'section',
    { class: 'why', 'aria-labelledby': 'streets-title' },
    h('h2', { id: 'streets-title' }, t('pt.history')),
    h('p', null, t('pt.history.lead')),
    columns,
  );
}

/** All chips in the middle after so many actions. @param {Story} story @param {number} at */
const potAt = ({ hands, round }, at) => pot(hands[at].betting) + round.table.carried;

/** What was posted by rule. @param {Story} story */
function postsOf({ hands: [first], round }) {
  const { table, params } = round;
  const { totals, round: blinds } = first.betting;
  /** @type {[string, number][]} */
  const posts = [];
  if (table.carried > 0) posts.push([t('pt.history.carried'), table.carried]);
  if (params.ante > 0) posts.push([t('pt.history.antes'), table.seats.reduce((sum, seat) => sum + totals[seat] - blinds[seat], 0)]);
  for (const [seat, name] of /** @type {const} */ ([[table.small, 'small'], [table.big, 'big']])) {
    if (seat !== null) posts.push([`${seatName(seat)}, ${t(`pt.note.${name}`)}`, blinds[seat]]);
  }
  return h('dl', { class: 'pt-posts' }, posts.map(([name, count]) => h('div', null, h('dt', null, name), h('dd', null, number(count)))));
}

/** Where the chips went. @param {Story} story */
function endOf(story) {
  const { over, ending, stopped, from } = story;
  const title = t(over && wasShown(story) ? 'pt.history.showdown' : 'pt.history.end');
  /** @param {string} name @param {string} value @param {string} [kind] */
  const line = (name, value, kind = '') => h('div', { class: kind }, h('dt', null, name), h('dd', null, value));
  if (!over || ending === null) {
    return h('section', { class: 'pt-end' }, h('h3', null, title), h('p', { class: 'pt-of' }, t(stopped ? 'pt.line.stopped' : over ? 'pt.line.unknown' : 'pt.history.open')));
  }
  const { pots = [], uncalled = {}, pot_carried } = ending;
  return h(
    'section',
    { class: 'pt-end' },
    h('h3', null, title),
    from === 'record' && h('p', { class: 'pt-of' }, t('pt.history.claimed')),
    h(
      'dl',
      { class: 'pt-posts' },
      pot_carried !== undefined && line(t('pt.pot_carried'), number(pot_carried)),
      Object.entries(uncalled).map(([seat, count]) => line(t('pt.history.back', { seat }), number(count))),
      pots.map(({ amount, rake, winners }, i) => [
        line(potName(i, pots.length), number(amount)),
        rake > 0 && line(t('pt.rake'), `− ${number(rake)}`),
        Object.entries(winners).map(([seat, count]) => line(t('pt.history.wins', { seat }), number(count), 'pt-total')),
      ]),
    ),
  );
}
