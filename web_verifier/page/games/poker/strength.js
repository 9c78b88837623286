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
/** @param {number} card */
const suitOf = (card) => card & 3;

/** Two hole cards before the flop. @param {number} one @param {number} other */
function ofTwo(one, other) {
  const [high, low] = [Math.max(rank(one), rank(other)), Math.min(rank(one), rank(other))];
  if (high === low) return 40 + 4 * high;
  return 2 * (high + low) + (suitOf(one) === suitOf(other) ? 6 : 0) + (high - low === 1 ? 4 : 0);
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

/** So many of a suit must lie on the board for two cards to make a flush of it. */
const FOR_A_FLUSH = 3;

/**
 * What a pair of cards is worth with the board. Suits break no ties where there is one; a card whose suit can make no flush counts by its
 * rank alone, so that most pairs are worth the same as another.
 * @param {Cards} cards
 * @returns {(one: number, other: number) => number}
 */
function worthOf({ variant, ranking, board }) {
  const flush = [0, 1, 2, 3].find((suit) => board.filter((card) => suitOf(card) === suit).length >= FOR_A_FLUSH);
  const kindOf = (/** @type {number} */ card) => (suitOf(card) === flush ? card : `any ${rankOf(card)}`);
  /** @type {Map<string, number>} */
  const known = new Map();
  return (one, other) => {
    const kind = `${kindOf(one)}, ${kindOf(other)}`;
    const worth = known.get(kind) ?? bestHand([one, other], board, ranking, variant.exact).strength;
    known.set(kind, worth);
    return worth;
  };
}

/**
 * Against every pair of cards that the seat does not see: a win counts 2, a tie 1.
 * @param {Cards} cards
 * @returns {number}
 */
export function byCounting(cards) {
  const { hole, board, looked, deck } = cards;
  if (hole.length !== 2 || board.length === 0) return byPoints(cards);
  const worth = worthOf(cards);
  const own = worth(hole[0], hole[1]);
  const unseen = deck.filter((card) => !hole.includes(card) && !board.includes(card) && card !== looked);
  let sum = 0;
  for (const [i, one] of unseen.entries()) {
    for (const other of unseen.slice(i + 1)) {
      const its = worth(one, other);
      sum += own > its ? 2 : own === its ? 1 : 0;
    }
  }
  return Math.floor((100 * sum) / (unseen.length * (unseen.length - 1)));
}
