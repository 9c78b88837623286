/** Which five cards make a hand. The evaluator of `games/ranking.js` says what they are; here they are found again. */

import { RANKS } from '../../core/deck.js';
import { bestHand, readHand } from '../../games/ranking.js';

/** @typedef {{category: string, ranks: readonly string[], cards: readonly string[]}} Five ranks as a card shows them, `10` for the ten */

/** @param {string} text */
const numberOf = (text) => 4 * RANKS.indexOf(text[0]) + 'cdhs'.indexOf(text[1]);

/** @template T @param {readonly T[]} items @param {number} count @returns {T[][]} */
const choices = (items, count) =>
  count === 0 ? [[]] : items.flatMap((item, i) => choices(items.slice(i + 1), count - 1).map((rest) => [item, ...rest]));

/** @param {number} rank */
const shown = (rank) => (RANKS[rank] === 'T' ? '10' : RANKS[rank]);

/**
 * @param {readonly string[]} hole
 * @param {readonly string[]} board
 * @param {import('../../games/ranking.js').Ranking} ranking
 * @param {boolean} exact two of the hole and three of the board
 * @returns {Five}
 */
export function bestFive(hole, board, ranking, exact) {
  const best = bestHand(hole.map(numberOf), board.map(numberOf), ranking, exact);
  const ways = exact
    ? choices(hole, 2).flatMap((own) => choices(board, 3).map((common) => [...own, ...common]))
    : choices([...hole, ...board], 5);
  const cards = ways.find((five) => readHand(five.map(numberOf), ranking).strength === best.strength) ?? [];
  return { category: best.category, ranks: best.ranks.map(shown), cards };
}
