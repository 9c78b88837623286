/**
 * The states that pictures have, each from a test vector by its id. Where record and seeds differ, the recorded outcome is another one's,
 * as in a round that was changed afterwards.
 */

import { shuffle } from '../../web_verifier/page/core/shuffle.js';
import { Stream } from '../../web_verifier/page/core/stream.js';

/** @typedef {import('../../web_verifier/page/ui/pictures/index.js').View} View */
/** @typedef {{game: string, id: number, name: string, record?: Record<string, unknown>, other?: number, set?: Partial<View>}} State */

/** @type {State[]} */
export const STATES = [
  { game: 'dice', id: 1, name: 'won over' },
  { game: 'dice', id: 8, name: 'equal to the target, lost' },
  { game: 'dice', id: 80, name: 'close to the target' },
  { game: 'dice', id: 16, name: 'hardly any winning part' },
  { game: 'dice', id: 18, name: 'the greatest chips' },
  { game: 'dice', id: 1, name: 'differs', record: { roll: '33.26' } },
  { game: 'dice', id: 1, name: 'differs, close together', record: { roll: '97.60' } },
  { game: 'dice', id: 6, name: 'differs, close together on the left', record: { roll: '9.05' } },
  { game: 'limbo', id: 1, name: 'lost at the least' },
  { game: 'limbo', id: 4, name: 'equal to the target, won' },
  { game: 'limbo', id: 3, name: 'just below' },
  { game: 'limbo', id: 2, name: 'at the cap' },
  { game: 'limbo', id: 57, name: 'differs', record: { multiplier: '1.37' } },
  { game: 'limbo', id: 57, name: 'differs, close together', record: { multiplier: '26.91' } },
  { game: 'plinko', id: 21, name: '16 rows, medium' },
  { game: 'plinko', id: 3, name: '16 rows, high, all right' },
  { game: 'plinko', id: 22, name: '8 rows, high' },
  { game: 'plinko', id: 17, name: '12 rows, medium' },
  { game: 'plinko', id: 38, name: 'long multipliers' },
  { game: 'plinko', id: 17, name: 'differs', record: { path: 'LRRLRLLRLLRR', bin: 6 } },
  { game: 'plinko', id: 1, name: 'differs, 16 rows', record: { path: 'LLLRRLRLLRLRLRLR', bin: 7 } },
  { game: 'mines', id: 1, name: 'cashed out' },
  { game: 'mines', id: 4, name: 'exploded' },
  { game: 'mines', id: 5, name: 'cleared' },
  { game: 'mines', id: 9, name: 'abandoned' },
  { game: 'mines', id: 15, name: '7 by 7' },
  { game: 'mines', id: 66, name: '8 by 8, exploded' },
  { game: 'mines', id: 12, name: '8 by 8, 63 mines' },
  { game: 'mines', id: 4, name: 'differs', record: { mines: [3, 8, 19], opened: [0, 2, 24], result: 'exploded' } },
  { game: 'mines', id: 101, name: 'differs, 8 by 8', record: { mines: [7, 22] } },
  { game: 'hilo', id: 1, name: 'cashed out' },
  { game: 'hilo', id: 17, name: 'lost' },
  { game: 'hilo', id: 18, name: 'skips' },
  { game: 'hilo', id: 23, name: 'abandoned at once' },
  { game: 'hilo', id: 21, name: '52 skips' },
  { game: 'hilo', id: 27, name: 'differs', record: { cards: ['6d', 'Td', '9h', 'Jh', '4c', '2h'] } },
  { game: 'hilo', id: 21, name: 'differs, 52 skips', other: 21 },
  { game: 'blackjack', id: 3, name: 'natural' },
  { game: 'blackjack', id: 14, name: 'won' },
  { game: 'blackjack', id: 13, name: 'lost' },
  { game: 'blackjack', id: 11, name: 'push' },
  { game: 'blackjack', id: 25, name: 'bust after a double' },
  { game: 'blackjack', id: 30, name: 'split aces' },
  { game: 'blackjack', id: 54, name: 'split, double, side bets' },
  { game: 'blackjack', id: 51, name: 'both side bets win' },
  { game: 'blackjack', id: 7, name: 'dealer natural' },
  { game: 'blackjack', id: 13, name: 'differs', other: 14 },
  { game: 'blackjack', id: 54, name: 'differs, split', other: 27 },
  { game: 'deck', id: 0, name: 'shoe, eight cards dealt', set: { params: { dealt: 8 } } },
  { game: 'deck', id: 1, name: 'deck of 52' },
  { game: 'deck', id: 1, name: 'differs', other: 2 },
  { game: 'raw', id: 2, name: 'words' },
  { game: 'raw', id: 7, name: 'bytes' },
  { game: 'raw', id: 8, name: 'integers' },
  { game: 'raw', id: 14, name: 'sample' },
  { game: 'raw', id: 13, name: 'shuffle' },
  { game: 'raw', id: 10, name: 'differs', other: 11 },
  { game: 'raw', id: 0, name: 'many' },
];

const SEED = '0'.repeat(64);

/** A few that no vector holds whole: decks, and a draw of many. @returns {Record<string, any[]>} */
function more() {
  const stream = (/** @type {number} */ nonce) => Stream.ofSeeds(SEED, 'client', BigInt(nonce));
  const deck = Array.from({ length: 52 }, (_, card) => '23456789TJQKA'.charAt(card >> 2) + 'cdhs'.charAt(card % 4));
  const shoe = Array.from({ length: 6 }, () => deck).flat();
  /** @type {(id: number, cards: string[], nonce: number) => any} */
  const dealt = (id, cards, nonce) => ({ id, result: 'accepted', given: { params: {} }, expect: { outcome: { deck: shuffle(stream(nonce), cards)[0] } } });
  const many = Array.from({ length: 2400 }, (_, i) => (i * 7919) % 1000);
  return {
    deck: [dealt(0, shoe, 0), dealt(1, deck, 0), dealt(2, deck, 1)],
    raw: [{ id: 0, result: 'accepted', given: { params: { integers: { n: 1000, count: many.length } } }, expect: { outcome: { integers: many } } }],
  };
}

/**
 * @param {Record<string, any[]>} sources cases of vectors by game
 * @returns {{name: string, view: View}[]}
 */
export function views(sources) {
  const made = more();
  return STATES.filter(({ game }) => sources[game]).map((state) => {
    const cases = [...(sources[state.game] ?? []), ...(made[state.game] ?? [])].filter(({ result }) => result === 'accepted');
    return { name: `${state.game}: ${state.name}`, view: viewOf(state, cases) };
  });
}

/** @param {State} state @param {any[]} cases @returns {View} */
function viewOf({ game, id, record, other, set }, cases) {
  const find = (/** @type {number} */ wanted) => cases.find((one) => one.id === wanted) ?? fail(`${game}: no vector ${wanted}`);
  const { given, expect } = find(id);
  const { params, bet, actions } = given;
  const view = { game, params, bet: bet ?? null, actions: actions ?? [], outcome: expect.outcome, expected: expect.outcome, settlement: expect.settlement ?? null, differs: false };
  if (record !== undefined) Object.assign(view, { outcome: { ...expect.outcome, ...record }, differs: true });
  if (other !== undefined) Object.assign(view, { outcome: find(other).expect.outcome, differs: true });
  if (game === 'hilo' && other === id) view.outcome = { ...expect.outcome, cards: ['Kh', ...expect.outcome.cards.slice(1).reverse()] };
  return Object.assign(view, set);
}

/** @param {string} what @returns {never} */
function fail(what) {
  throw new Error(what);
}
