/** Blackjack: the dealer's cards, the player's hands with totals and results, and the side bets (docs/rules/blackjack.md). */

import { h } from '../dom.js';
import { number, t } from '../language.js';
import { chipCard, largeCard, smallCard } from './card.js';
import { deal } from './deal.js';
import { pair, phrase } from './stage.js';

/** @typedef {{cards: string[], total: number, result: string, returned: number}} Hand as a record has it */
/** @typedef {{hands: Hand[], dealer: {cards: string[], total: number}, sides: Record<string, {result: string | null, returned: number}>}} Table */
/** @typedef {import('./card.js').Edge} Edge */

const SIDE_BETS = /** @type {const} */ (['perfect_pairs', 'twenty_one_plus_three']);

/** Endings that the result says again. */
const TOLD = ['natural', 'bust'];

/** What a side bet pays to one (B-40 to B-48). @type {Record<string, number>} */
const ODDS = {
  perfect: 25,
  colored: 12,
  mixed: 6,
  suited_trips: 100,
  straight_flush: 40,
  three_of_a_kind: 30,
  straight: 10,
  flush: 5,
};

/** Where there is none of these, the hand is not settled yet. */
const RESULTS = ['natural', 'win', 'push', 'lose', 'bust'];

/** @param {import('./index.js').Members | null | undefined} outcome @returns {Table | null} */
export function tableOf(outcome) {
  const dealer = /** @type {Table['dealer'] | undefined} */ (outcome?.dealer);
  if (!Array.isArray(outcome?.player_hands) || !Array.isArray(dealer?.cards)) return null;
  const hands = /** @type {Hand[]} */ (outcome.player_hands);
  return {
    hands: hands.map((hand) => ({ ...hand, result: RESULTS.find((word) => word === hand.result) ?? 'open' })),
    dealer,
    sides: /** @type {Table['sides']} */ (outcome.side_bets ?? {}),
  };
}

/**
 * Which cards decided: those of a hand that won, the card that bust, or the dealer's where they won.
 *
 * @param {Table} table
 * @returns {{hands: Edge[][], dealer: Edge[]}}
 */
export function decided({ hands, dealer }) {
  const won = hands.some(({ result }) => result === 'win' || result === 'natural');
  const beaten = !won && hands.some(({ result }) => result === 'lose');
  return {
    hands: hands.map(({ cards, result }) =>
      cards.map((_, i) => (result === 'win' || result === 'natural' || (result === 'bust' && i === cards.length - 1) ? 'won' : '')),
    ),
    dealer: dealer.cards.map(() => (beaten ? 'won' : '')),
  };
}

/**
 * Which cards differ from another table.
 *
 * @param {Table} table
 * @param {Table} other
 * @returns {{hands: Edge[][], dealer: Edge[]}}
 */
export function differing({ hands, dealer }, other) {
  /** @param {string[]} cards @param {string[] | undefined} theirs @returns {Edge[]} */
  const edges = (cards, theirs) => cards.map((card, i) => (card === theirs?.[i] ? '' : 'differs'));
  return { hands: hands.map(({ cards }, i) => edges(cards, other.hands[i]?.cards)), dealer: edges(dealer.cards, other.dealer.cards) };
}

/** @param {string[]} cards @param {number[]} places @param {Edge[]} edges */
function row(cards, places, edges) {
  return h(
    'ul',
    { class: 'pic-cards' },
    cards.map((card, i) =>
      h('li', null, largeCard(card, edges[i]), smallCard(card, edges[i]), h('span', { class: 'pic-place' }, places[i] ?? '–')),
    ),
  );
}

/** @param {string} name @param {number} total @param {string} note */
const heading = (name, total, note) =>
  h('p', { class: 'pic-hand-head' }, h('b', null, name), h('span', { class: 'pic-total' }, total), note && h('span', { class: 'k' }, note));

/** @param {string} result @param {number} staked @param {number} returned @param {boolean} compared */
function outcomeOf(result, staked, returned, compared) {
  return h(
    'p',
    { class: 'pic-won' },
    h('b', null, t(`pic.bj.result.${result}`)),
    ' ',
    h('span', null, t('pic.bj.staked', { staked }), ' ', h('b', { class: returned > 0 && !compared ? 'gold' : '' }, number(returned))),
  );
}

/** @param {Table} table */
function dealerNote({ dealer: { cards, total } }) {
  if (total > 21) return t('pic.bj.end.bust');
  if (total === 21 && cards.length === 2) return t('pic.bj.end.natural');
  return t(total >= 17 ? 'pic.bj.end.stood' : 'pic.bj.end.none');
}

/** @param {number} at @param {number} count */
const handName = (at, count) => t(count === 1 ? 'pic.bj.hand' : at === 0 ? 'pic.bj.left' : 'pic.bj.right');

/** @typedef {{name: string, node: HTMLElement}} Section `name` says which section of another table it stands beside */

/**
 * The sections of a table: dealer, hands, side bets.
 *
 * @param {Table} table
 * @param {import('./index.js').View} view
 * @param {{hands: Edge[][], dealer: Edge[]}} edges
 * @param {boolean} compared
 * @returns {Section[]}
 */
function sections(table, { bet, actions }, edges, compared) {
  const dealt = deal(table.hands, table.dealer.cards, actions, Number(bet?.stake ?? 0));
  const placed = SIDE_BETS.filter((name) => table.sides[name] !== undefined);
  const told = table.hands.length > 1 || placed.length > 0 || compared;
  const dealer = h('section', null, heading(t('pic.bj.dealer'), table.dealer.total, dealerNote(table)), row(table.dealer.cards, dealt.dealer, edges.dealer));
  const hands = table.hands.map(({ cards, total, result, returned }, i) => {
    const hand = dealt.hands[i];
    return h(
      'section',
      null,
      heading(handName(i, table.hands.length), total, TOLD.includes(hand?.ending ?? '') ? '' : t(`pic.bj.end.${hand?.ending ?? 'dealt'}`)),
      row(cards, hand?.places ?? [], edges.hands[i] ?? []),
      told && outcomeOf(result, hand?.stake ?? 0, returned, compared),
    );
  });
  return [
    { name: 'dealer', node: dealer },
    ...hands.map((node, i) => ({ name: `hand ${i}`, node })),
    ...placed.map((name) => ({ name, node: sideBet(table, name, Number(bet?.[name] ?? 0), compared) })),
  ];
}

/** @param {Table} table @param {import('./index.js').View} view */
function drawing(table, view) {
  const [dealer, ...others] = sections(table, view, decided(table), false);
  const hands = others.filter(({ name }) => name.startsWith('hand'));
  const sides = others.filter(({ name }) => !name.startsWith('hand'));
  return h(
    'div',
    { class: 'pic-table' },
    dealer?.node,
    h('div', { class: `pic-hands pic-hands-${hands.length}` }, hands.map(({ node }) => node)),
    sides.length > 0 && h('div', { class: 'pic-sides' }, sides.map(({ node }) => node)),
  );
}

/**
 * Two tables, each section beside the same one of the other.
 *
 * @param {Table} recorded
 * @param {Table} derived
 * @param {import('./index.js').View} view
 */
function comparison(recorded, derived, view) {
  const record = sections(recorded, view, differing(recorded, derived), true);
  const seeds = sections(derived, view, differing(derived, recorded), true);
  const find = (/** @type {Section[]} */ all, /** @type {string} */ wanted) => all.find(({ name }) => name === wanted)?.node ?? h('section', null, '–');
  const names = [...new Set([...record, ...seeds].map(({ name }) => name))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return h('div', { class: 'pic-table' }, names.map((name) => pair(find(record, name), find(seeds, name), true)));
}

const ORDER = ['dealer', 'hand 0', 'hand 1', ...SIDE_BETS];

/** The cards that a side bet looks at (B-39, B-43). @param {Table} table @param {string} name */
function sideCards({ hands, dealer }, name) {
  const first = hands.length > 1 ? hands.map(({ cards }) => cards[0]) : (hands[0]?.cards.slice(0, 2) ?? []);
  return [...first, ...(name === 'perfect_pairs' ? [] : [dealer.cards[0]])].filter((card) => card !== undefined);
}

/** @param {string | null} result */
const category = (result) => (result === null ? t('pic.bj.side.none') : t('pic.bj.side.pays', { name: t(`pic.bj.side.${result}`), odds: ODDS[result] ?? '–' }));

/** @param {Table} table @param {string} name @param {number} staked @param {boolean} compared */
function sideBet(table, name, staked, compared) {
  const { result, returned } = table.sides[name] ?? { result: null, returned: 0 };
  return h(
    'section',
    null,
    h('p', null, h('b', null, t(`pic.bj.side.${name}`))),
    h('p', { class: 'pic-side-cards' }, sideCards(table, name).map((card) => [chipCard(card, result !== null && !compared ? 'won' : ''), ' '])),
    h('p', { class: 'k' }, category(result)),
    outcomeOf(result === null ? 'lose' : 'win', staked, returned, compared),
  );
}

/** @param {Table} table @param {import('./index.js').View} view @param {'record' | 'seeds' | 'only'} from */
function tablePhrases(table, { bet, actions }, from) {
  const { hands } = deal(table.hands, table.dealer.cards, actions, Number(bet?.stake ?? 0));
  return [
    ...(from === 'only' ? [] : [phrase(`pic.bj.from.${from}`)]),
    phrase('pic.bj.dealt.dealer', { total: table.dealer.total }, { cards: table.dealer.cards.join(' ') }),
    ...table.hands.map(({ cards, total, result, returned }, i) =>
      phrase(
        'pic.bj.dealt.hand',
        {
          name: handName(i, table.hands.length),
          total,
          ending: t(`pic.bj.end.${hands[i]?.ending ?? 'dealt'}`),
          result: t(`pic.bj.result.${result}`),
          staked: hands[i]?.stake ?? 0,
          returned,
        },
        { cards: cards.join(' ') },
      ),
    ),
    ...SIDE_BETS.filter((name) => table.sides[name] !== undefined).map((name) => {
      const { result, returned } = table.sides[name] ?? { result: null, returned: 0 };
      return phrase('pic.bj.dealt.side', { name: t(`pic.bj.side.${name}`), category: category(result), staked: Number(bet?.[name] ?? 0), returned });
    }),
  ];
}

/** @param {import('./index.js').View} view */
export function describe(view) {
  const recorded = tableOf(view.outcome);
  const derived = tableOf(view.expected);
  const places = phrase('pic.bj.places');
  if (view.differs && recorded && derived) {
    return [tablePhrases(recorded, view, 'record'), tablePhrases(derived, view, 'seeds'), [places]];
  }
  const only = recorded ?? derived;
  return only ? [[...tablePhrases(only, view, 'only'), places]] : [];
}

/** @param {Table} table @param {'record' | 'seeds'} [from] @returns {import('./stage.js').Result} */
function resultOf({ hands, dealer }, from) {
  const totals = hands.map(({ total }) => total).join(t('pic.bj.and'));
  const words = hands.map(({ result }, i) => t(`pic.bj.result.${result}${i ? '.next' : ''}`));
  const alike = hands.length === 2 && hands[0]?.result === hands[1]?.result;
  const value = alike ? t('pic.bj.both', { result: words[1] }) : words.join(', ');
  return { label: t('pic.bj.label', { totals, dealer: dealer.total }), value, ...(from ? { from } : {}) };
}

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const recorded = tableOf(view.outcome);
  const derived = tableOf(view.expected);
  const line = describe(view);
  if (view.differs && recorded && derived) {
    return {
      results: [resultOf(recorded, 'record'), resultOf(derived, 'seeds')],
      line,
      art: () => comparison(recorded, derived, view),
    };
  }
  const only = recorded ?? derived;
  if (only === null) return { results: [], line, art: () => null };
  return { results: [resultOf(only)], line, art: () => drawing(only, view) };
}
