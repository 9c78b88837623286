/**
 * What can be known of a HiLo round before its seed is revealed. The cards are not known, but which they can be is: a guess that is
 * followed by another action was right, and so tells something of the card that it was made on and of the one that came.
 */

import { Fault } from '../core/fault.js';
import { compare as compareFractions } from '../core/numbers.js';
import { exactly, exceeds, raise, returned, start } from './hilo-product.js';
import { ACE, KING, checkTurn, guessWins, offered, otherThanGuess } from './hilo-steps.js';
import { checkReturn } from './limits.js';
import { fold } from './replay.js';

/** @typedef {import('./hilo-product.js').Product} Product */
/** @typedef {import('./game.js').Action} Action */
/** @typedef {ReadonlyMap<number, Product>} Cards the ranks that the card on the table can have, each with the least product */
/** @typedef {import('./hilo-steps.js').Turn & {bet: import('./game.js').Bet, cards: Cards}} State */

const RANKS = Array.from({ length: KING }, (_, i) => ACE + i);

/** Any card may lie there. @param {Product} product @returns {Cards} */
const anyCard = (product) => new Map(RANKS.map((rank) => [rank, product]));

/** @param {Cards} cards */
const least = (cards) => [...cards.values()].reduce((a, b) => (compare(a, b) <= 0 ? a : b));

/**
 * Refuses actions that no cards make legal.
 * @param {import('./hilo-steps.js').Params} params
 * @param {import('./game.js').Bet} bet
 * @param {readonly Action[]} actions
 */
export function checkActions(params, bet, actions) {
  /** @type {State} */
  const dealt = { params, bet, cards: anyCard(start(params.rtp)), right: 0, skips: 0, end: null };
  fold(dealt, actions, act);
}

/** @param {State} state @param {Action} action @returns {State} */
function act(state, action) {
  checkTurn(state, action);
  if (action.type === 'guess') return { ...state, cards: afterGuess(state, String(action.guess)), right: state.right + 1 };
  const next = otherThanGuess(state, action);
  return action.type === 'skip' ? { ...next, cards: anyCard(least(state.cards)) } : next;
}

/**
 * The cards that can lie there after a right guess. Of products only the least counts: it is the last to reach `max_payout`.
 * @param {State} state
 * @param {string} guess
 */
function afterGuess({ params, bet, cards }, guess) {
  /** @type {Map<number, Product>} */
  const next = new Map();
  /** @type {Product | null} */
  let lowest = null;
  for (const [from, product] of cards) {
    const winning = offered(from).get(guess);
    if (winning === undefined) continue;
    const raised = raise(product, winning);
    if (lowest === null || compare(raised, lowest) < 0) lowest = raised;
    if (exceeds(bet.stake, raised, params.max_payout)) continue;
    for (const to of RANKS) {
      if (!guessWins(guess, from, to)) continue;
      const known = next.get(to);
      if (known === undefined || compare(raised, known) < 0) next.set(to, raised);
    }
  }
  if (lowest === null) throw new Fault('guess', 'rules.guess-blind', { guess });
  if (next.size === 0) checkReturn(returned(bet.stake, lowest), params, '');
  return next;
}

/**
 * Less than 0, 0 or more than 0, as for `sort`; of products of the same rtp and as many guesses.
 * @param {Product} a
 * @param {Product} b
 */
export function compare(a, b) {
  if (a.exponents.every((exponent, i) => exponent === b.exponents[i])) return 0;
  if (isLess(a.high, b.low)) return -1;
  if (isLess(b.high, a.low)) return 1;
  return compareFractions(exactly(a), exactly(b));
}

/** @param {import('./hilo-product.js').Bound} a @param {import('./hilo-product.js').Bound} b */
function isLess(a, b) {
  const x = Math.min(a.x, b.x);
  return a.m << BigInt(a.x - x) < b.m << BigInt(b.x - x);
}
