/** Hands that this tab saw end: kept by their ids, shown with a way to the verifier. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number } from '../../verify/ui/language.js';
import { linkOfRecord } from '../../verify/ui/links.js';
import { chipCard } from '../../verify/ui/pictures/card.js';
import { fileName, save } from '../../verify/ui/report.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */

const MOST = 50;
/** So many are read and shown at first, and more each time. */
const ROWS = 10;

/**
 * The fragment of a hand's record, of all of it if that is not too long for a link. Openings are long: where the seed is revealed they say
 * nothing that it doesn't; before that the link has at least those of the board and of the own cards.
 * @param {View} hand
 * @param {number | null} seat
 * @param {{lang?: string, theme?: string}} look
 * @returns {{fragment: string | null, whole: boolean}}
 */
export function fragmentOf(hand, seat, look) {
  const { state: _state, legal: _legal, shown: _shown, receipts: _receipts, ...record } = hand;
  const whole = linkOfRecord(record, look);
  if (whole !== null) return { fragment: whole, whole: true };
  const { opened = [], ...bare } = record;
  if (record.seeds.server_seed !== undefined) return { fragment: linkOfRecord(bare, look), whole: true };
  const own = [...(record.outcome?.board ?? []), ...(record.outcome?.hole?.[seat ?? 0] ?? [])];
  const kept = opened.filter((/** @type {any} */ { card }) => own.includes(card));
  return { fragment: linkOfRecord({ ...bare, opened: kept }, look), whole: false };
}

/**
 * @param {Storage} store
 * @param {string} name under which the ids are kept
 * @param {(round: string) => Promise<View>} read
 * @param {() => {lang?: string, theme?: string}} look
 */
export function handsView(store, name, read, look) {
  const node = h('section', { class: 'past tb-past' });
  /** Ids, and the own seat. @type {[string, number | null][]} */
  let ids = JSON.parse(store.getItem(name) ?? '[]');
  /** @type {Map<string, View>} */
  const records = new Map();
  let rows = ROWS;

  /** @param {View} hand @param {number | null} seat */
  function add(hand, seat) {
    if (!ids.some(([id]) => id === hand.round_id)) {
      ids = [...ids, /** @type {[string, number | null]} */ ([hand.round_id, seat])].slice(-MOST);
      store.setItem(name, JSON.stringify(ids));
    }
    records.set(hand.round_id, hand);
    show();
  }

  /** Reads what isn't known of what is shown, and what was not revealed when it was. A failure leaves what there is. */
  async function refresh() {
    for (const [id] of ids.slice(-rows).reverse()) {
      if (records.get(id)?.seeds.server_seed !== undefined) continue;
      try {
        records.set(id, await read(id));
      } catch {
        return;
      }
    }
    show();
  }

  /** @param {View} hand @param {number | null} seat */
  function check(hand, seat) {
    const label = say('tb.past.label', { hand: String(hand.table.hand) });
    const pending = hand.seeds.server_seed === undefined && hand.state !== 'void';
    const { fragment, whole } = fragmentOf(hand, seat, look());
    const put = () => save(fileName(hand.round_id, '.json'), [JSON.stringify(hand)], 'application/json');
    return [
      pending && h('span', { class: 'skip state' }, icon('pending', 14), say('tb.past.pending')),
      pending && ' ',
      fragment !== null && h('a', { href: `../verify/#${fragment}`, target: '_blank', rel: 'noopener', 'aria-label': label }, say('tb.past.link')),
      (fragment === null || !whole) && [' ', h('button', { type: 'button', class: 'link', onclick: put }, say('tb.past.long'))],
    ];
  }

  /** @param {[string, number | null]} kept */
  function row([id, seat]) {
    const hand = records.get(id);
    if (hand === undefined) return null;
    const board = hand.outcome?.board ?? [];
    const [staked, returned] = ['staked', 'returned'].map((what) => hand.settlement?.[what] ?? {});
    const winners = Object.keys(returned).filter((seat) => returned[seat] > (staked[seat] ?? 0));
    return h(
      'tr',
      null,
      h('td', { class: 'num' }, String(hand.table.hand)),
      h('td', { class: 'tb-cards' }, board.length > 0 ? board.map((/** @type {string} */ card) => [chipCard(card, '', true), ' ']) : '–'),
      h('td', null, hand.state === 'void' ? say('tb.past.void') : winners.map((seat) => say('tb.past.won', { seat, chips: number(returned[seat] - staked[seat]) })).join(', ') || '–'),
      h('td', null, check(hand, seat)),
    );
  }

  function more() {
    rows += ROWS;
    show();
    void refresh();
  }

  function show() {
    const known = ids.slice(-rows).filter(([id]) => records.has(id)).reverse();
    const columns = ['hand', 'board', 'winners', 'check'].map((id) => h('th', { scope: 'col', class: id === 'hand' ? 'num' : id === 'board' ? 'tb-cards' : '' }, say(`tb.past.${id}`)));
    fill(
      node,
      h('h2', { id: 'h-hands' }, say('tb.past.title')),
      known.length === 0
        ? h('p', { class: 'soft' }, say('tb.past.none'))
        : h('div', { class: 'tbl', tabindex: '0', role: 'region', 'aria-labelledby': 'h-hands' }, h('table', null, h('thead', null, h('tr', null, columns)), h('tbody', null, known.map(row)))),
      ids.length > rows && h('button', { type: 'button', class: 'btn small', onclick: more }, say('tb.past.more')),
    );
  }

  return { node, add, show, refresh };
}
