/** What HiLo's rules say without a look at the cards drawn: ranks, guesses, and the actions beside a guess. */

import { Fault } from '../core/fault.js';
import { divide, fraction, parseDecimal } from '../core/numbers.js';
import { over, unknownAction } from './acting.js';

/** @typedef {import('./game.js').Action} Action */
/** @typedef {{rtp: string, max_skips: number, max_payout: number}} Params */
/** @typedef {'cashed_out' | 'lost' | 'abandoned'} End */
/** @typedef {{params: Params, right: number, skips: number, end: End | null}} Turn the right guesses and the skips so far */

/** H-1: 1 to 13. */
export const ACE = 1;
export const KING = 13;

/** Cards are numbered from the two up to the ace; here the ace is the lowest. @param {number} card */
export const rank = (card) => (Math.floor(card / 4) + 1) % KING + 1;

/**
 * H-4 to H-8: the guesses offered on a rank, each with the number of ranks that it wins on.
 * @param {number} rank
 * @returns {Map<string, number>}
 */
export function offered(rank) {
  if (rank === ACE) return new Map([['higher', 12], ['same', 1]]);
  if (rank === KING) return new Map([['lower', 12], ['same', 1]]);
  return new Map([['higher_or_same', KING + 1 - rank], ['lower_or_same', rank]]);
}

/** H-9, H-13. @param {string} guess @param {number} from @param {number} to */
export function guessWins(guess, from, to) {
  if (to === from) return guess === 'same' || guess.endsWith('_or_same');
  return guess.startsWith(to > from ? 'higher' : 'lower');
}

/** H-11: rtp / chance. @param {string} rtp @param {number} winning of thirteen ranks */
export const multiplierOf = (rtp, winning) => divide(parseDecimal(rtp), fraction(winning, KING));

/**
 * An action beside a guess, as far as no card is concerned.
 * @template {Turn} T
 * @param {T} turn
 * @param {Action} action
 * @returns {T}
 */
export function otherThanGuess(turn, action) {
  const { params, right, skips } = turn;
  switch (action.type) {
    case 'skip': // H-19, H-20
      if (skips >= params.max_skips) throw new Fault('', 'rules.skips', { count: params.max_skips });
      return { ...turn, skips: skips + 1 };
    case 'cash_out': // H-14
      if (right === 0) throw new Fault('', 'rules.nothing-to-cash-out');
      return { ...turn, end: 'cashed_out' };
    default: // abandon
      if (!action.timeout) throw new Fault('', 'rules.abandon-by-player');
      if (right > 0) throw new Fault('', 'rules.abandon-winnings');
      return { ...turn, end: 'abandoned' };
  }
}

/** Refuses what the game does not know, and H-25 what comes after the end. @param {Turn} turn @param {Action} action */
export function checkTurn(turn, action) {
  if (!['guess', 'skip', 'cash_out', 'abandon'].includes(action.type)) unknownAction(action);
  if (turn.end !== null) over();
}
