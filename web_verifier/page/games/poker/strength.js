/** How strong bots take their cards to be, from 0 to 100: `docs/bots.md`. Divisions are cut. */

import { bestHand, rankOf } from '../ranking.js';

/** @typedef {import('../ranking.js').Category} Category */
/**
 * What a seat sees of the cards.
 * @typedef {object} Cards
 * @property {import('./variants.js').Variant} variant
 * @property {import('../ranking.js').Ranking} ranking
 * @property {readonly number[]} hole
 * @property {readonly number[]} board
 * @property {number | null} looked the card of a secret look
 * @property {readonly number[]} deck in order
 */

/** @type {Readonly<Record<Category, number>>} */
const POINTS = {
  high_card: 15, pair: 40, two_pair: 62, three: 75, low_straight: 80, straight: 82, high_straight: 84, flush: 86, full_house: 93, four: 98,
  low_straight_flush: 99, straight_flush: 100, royal_flush: 100,
};
/** The two's rank where ranks count from 2 to 14. */
const LEAST = 2;
const KING = 13;
const HIGH_PAIR = 50;
/** Off for a board on which two cards have one rank: that helps everybody. */
const PAIRED_BOARD = 15;

/** From 2 to 14. @param {number} card */
const rank = (card) => rankOf(card) + LEAST;

/** Two hole cards before the flop. @param {number} one @param {number} other */
function ofTwo(one, other) {
  const [high, low] = [Math.max(rank(one), rank(other)), Math.min(rank(one), rank(other))];
  if (high === low) return 40 + 4 * high;
  return 2 * (high + low) + ((one & 3) === (other & 3) ? 6 : 0) + (high - low === 1 ? 4 : 0);
}

/** @param {readonly number[]} cards */
const hasPair = (cards) => new Set(cards.map(rankOf)).size < cards.length;

/** @param {Cards} cards @returns {number} */
export function byPoints({ variant, ranking, hole, board }) {
  const hasBoard = variant.board.some((count) => count > 0);
  if (hasBoard && board.length === 0) {
    return Math.max(...hole.flatMap((one, i) => hole.slice(i + 1).map((other) => ofTwo(one, other))));
  }
  const { category, ranks } = bestHand(hole, board, ranking, variant.exact);
  if (!hasBoard && category === 'pair' && ranks[0] + LEAST >= KING) return HIGH_PAIR;
  return POINTS[category] - (hasPair(board) ? PAIRED_BOARD : 0);
}

/**
 * Against every pair of cards that the seat does not see: a win counts 2, a tie 1.
 * @param {Cards} cards
 * @returns {number}
 */
export function byCounting(cards) {
  const { variant, ranking, hole, board, looked, deck } = cards;
  if (hole.length !== 2 || board.length === 0) return byPoints(cards);
  const worth = (/** @type {readonly number[]} */ pair) => bestHand(pair, board, ranking, variant.exact).strength;
  const own = worth(hole);
  const unseen = deck.filter((card) => !hole.includes(card) && !board.includes(card) && card !== looked);
  let sum = 0;
  for (const [i, one] of unseen.entries()) {
    for (const other of unseen.slice(i + 1)) {
      const its = worth([one, other]);
      sum += own > its ? 2 : own === its ? 1 : 0;
    }
  }
  return Math.floor((100 * sum) / (unseen.length * (unseen.length - 1)));
}
