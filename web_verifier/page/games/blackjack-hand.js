/** Hands, side bets and what they pay: `docs/rules/blackjack.md`. A card is a number from 0 to 51. */

import { RANKS, cardText } from '../core/deck.js';

/** @param {number} card */
const rankOf = (card) => cardText(card)[0];

/** @param {number} card */
const suitOf = (card) => cardText(card)[1];

/** B-4, an ace counted as 1. @param {number} card */
export function value(card) {
  const rank = rankOf(card);
  if (rank === 'A') return 1;
  return 'TJQK'.includes(rank) ? 10 : Number(rank);
}

/**
 * B-32: the best total. One ace counts 11 where that does not bust; two never do.
 * @param {readonly number[]} cards
 */
export function total(cards) {
  const low = cards.reduce((sum, card) => sum + value(card), 0);
  return low <= 11 && cards.some((card) => value(card) === 1) ? low + 10 : low;
}

/** 21 with two cards; whether it counts as a natural is up to where the hand comes from (B-5, B-6). @param {readonly number[]} cards */
export const isTwentyOne = (cards) => cards.length === 2 && total(cards) === 21;

const RED = 'dh';

/** B-38: a side bet's odds are profit. */
export const PERFECT_PAIRS = { perfect: 25, colored: 12, mixed: 6 };
export const TWENTY_ONE_PLUS_THREE = { suited_trips: 100, straight_flush: 40, three_of_a_kind: 30, straight: 10, flush: 5 };

/**
 * B-39 to B-42.
 * @param {readonly number[]} cards the player's first two
 * @returns {keyof typeof PERFECT_PAIRS | null}
 */
function pair([a, b]) {
  if (rankOf(a) !== rankOf(b)) return null;
  if (suitOf(a) === suitOf(b)) return 'perfect';
  return RED.includes(suitOf(a)) === RED.includes(suitOf(b)) ? 'colored' : 'mixed';
}

/**
 * B-43 to B-50.
 * @param {readonly number[]} cards the player's first two and the dealer's up card
 * @returns {keyof typeof TWENTY_ONE_PLUS_THREE | null}
 */
function three(cards) {
  const flush = new Set(cards.map(suitOf)).size === 1;
  const same = new Set(cards.map(rankOf)).size === 1;
  const straight = isStraight(cards);
  if (same) return flush ? 'suited_trips' : 'three_of_a_kind';
  if (straight) return flush ? 'straight_flush' : 'straight';
  return flush ? 'flush' : null;
}

/** B-49: the ace is below the two or above the king, and nothing goes on around it. @param {readonly number[]} cards */
function isStraight(cards) {
  const inARow = (/** @type {string} */ order) => {
    const [a, b, c] = cards.map((card) => order.indexOf(rankOf(card))).sort((x, y) => x - y);
    return b === a + 1 && c === b + 1;
  };
  return inARow(`A${RANKS.slice(0, -1)}`) || inARow(RANKS);
}

/**
 * @param {Record<string, number>} odds
 * @param {string | null} result
 * @param {number} chips
 */
const paid = (odds, result, chips) => ({ result, returned: result === null ? 0 : chips * (odds[result] + 1) });

/**
 * B-37: the side bets that were placed, whatever the main hand does.
 * @param {import('./game.js').Bet} bet
 * @param {readonly number[]} first the player's first two cards
 * @param {number} up the dealer's up card
 * @returns {Record<string, {result: string | null, returned: number}>}
 */
export function sideBets({ perfect_pairs, twenty_one_plus_three }, first, up) {
  /** @type {Record<string, {result: string | null, returned: number}>} */
  const placed = {};
  if (perfect_pairs !== undefined) placed.perfect_pairs = paid(PERFECT_PAIRS, pair(first), perfect_pairs);
  if (twenty_one_plus_three !== undefined) {
    placed.twenty_one_plus_three = paid(TWENTY_ONE_PLUS_THREE, three([...first, up]), twenty_one_plus_three);
  }
  return placed;
}
