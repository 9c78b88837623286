/** Published policies of bots: `docs/bots.md`, Tavern dice. */

import { mostValuable } from './scoring.js';
import { ENOUGH, MOST, POINT, expected, offersOf, winning } from './odds.js';

/** @typedef {import('./match.js').Action} Action */
/** @typedef {import('./match.js').Match} Match */

const THRESHOLD = /^threshold-(0|[1-9][0-9]{0,5})\/1$/;

/** @param {string} policy */
export const isKnown = (policy) => policy === 'expect/1' || policy === 'win/1' || THRESHOLD.test(policy);

/** What a known policy does for the player whose turn it is. @param {Match} match @param {string} policy @returns {Action} */
export function botAction(match, policy) {
  if (policy === 'expect/1') return byExpectation(match);
  if (policy === 'win/1') return byChance(match);
  return byThreshold(match, Number(THRESHOLD.exec(policy)?.[1]));
}

/** @param {Match} match @param {readonly number[]} dice @returns {Action} */
const keep = ({ turn }, dice) => ({ player: turn, type: 'keep', dice: [...dice] });

/** With nothing to bank it rolls. @param {Match} match @param {boolean} banks @returns {Action} */
const bankIf = ({ turn, points }, banks) => ({ player: turn, type: banks && points > 0 ? 'bank' : 'roll' });

/** @param {Match} match */
const needOf = ({ params, scores, turn }) => params.target - scores[turn];

/** @param {Match} match @param {number} threshold */
function byThreshold(match, threshold) {
  if (match.table.length > 0) return keep(match, mostValuable(match.table).dice);
  return bankIf(match, match.points >= threshold || match.points >= needOf(match));
}

/**
 * The keep of the greatest worth, of equal ones the fewest dice.
 * @param {Match} match
 * @param {(points: number, left: number) => number} worth
 */
function weighed(match, worth) {
  const { points, table } = match;
  const offers = offersOf(table).map(({ dice, points: more, left }) => ({ dice, value: worth(points + more, left) }));
  return keep(match, offers.reduce((best, offer) => (offer.value > best.value ? offer : best)).dice);
}

/** @param {Match} match */
function byExpectation(match) {
  const { best, rolling } = expected();
  const { points, left } = match;
  const need = needOf(match);
  if (match.table.length > 0) {
    return weighed(match, (sum, after) => {
      if (sum >= need) return Infinity;
      return sum < ENOUGH ? best[sum / 50][after] : sum * POINT;
    });
  }
  return bankIf(match, points >= Math.min(need, ENOUGH) || points * POINT > rolling[points / 50][left]);
}

/** @param {Match} match */
function byChance(match) {
  const { params, scores, turn, points } = match;
  if (params.players > 2 || params.target > MOST * 50) return byExpectation(match);
  const own = needOf(match) / 50;
  const { best, rolling } = winning(own, (params.target - scores[1 - turn]) / 50);
  const at = (/** @type {number} */ sum) => Math.max(own - sum / 50, 0);
  if (match.table.length > 0) return weighed(match, (sum, left) => best[at(sum)][left]);
  const need = at(points);
  return bankIf(match, need === 0 || best[need][match.left] > rolling[need][match.left]);
}
