/**
 * A round of betting: `docs/spec/poker.md`, section 2. Nothing here knows cards, streets or powers.
 *
 * An opening bet is a raise from 0. Of a round, `bet` is what a seat must have put in to stay; before the flop it is at least the big blind,
 * even where nobody could put in so much.
 */

import { Fault } from '../../core/fault.js';
import { clockwise } from './ring.js';

/** @typedef {Readonly<Record<number, number>>} Chips by seat */
/**
 * @typedef {object} Betting
 * @property {readonly number[]} seats dealt in, ascending
 * @property {readonly number[]} live seats that have not folded, ascending
 * @property {Chips} stacks chips that are left
 * @property {Chips} totals chips put in during the whole hand, antes included
 * @property {Chips} round chips put in during this round; antes are no part of them
 * @property {number} bet the current bet
 * @property {number} leastRaise the least full raise: the size of the last full bet or raise of the round
 * @property {readonly number[]} acted seats that have acted in the round; a posted blind is no action
 * @property {readonly number[]} answering those of them after whose last action a single full bet or raise was made
 */
/** @typedef {{min: number, max: number}} Bounds of what a seat can raise to */

/**
 * Before anything is posted.
 * @param {readonly number[]} seats
 * @param {Chips} stacks
 * @returns {Betting}
 */
export function beforePosting(seats, stacks) {
  const none = Object.fromEntries(seats.map((seat) => [seat, 0]));
  return { seats, live: seats, stacks, totals: none, round: none, bet: 0, leastRaise: 0, acted: [], answering: [] };
}

/**
 * The next round: nobody has put in or done anything.
 * @param {Betting} betting
 * @param {number} leastBet
 * @returns {Betting}
 */
export const nextRound = (betting, leastBet) => ({
  ...beforePosting(betting.seats, betting.stacks),
  live: betting.live,
  totals: betting.totals,
  leastRaise: leastBet,
});

/**
 * Chips go in; what a stack can't cover goes all-in.
 * @param {Betting} betting
 * @param {number} seat
 * @param {number} chips
 * @param {boolean} [dead] an ante: no part of a raise-to
 * @returns {Betting}
 */
export function put(betting, seat, chips, dead = false) {
  const { stacks, totals, round } = betting;
  const paid = Math.min(chips, stacks[seat]);
  return {
    ...betting,
    stacks: { ...stacks, [seat]: stacks[seat] - paid },
    totals: { ...totals, [seat]: totals[seat] + paid },
    round: dead ? round : { ...round, [seat]: round[seat] + paid },
  };
}

/** All chips put in. @param {Betting} betting */
export const pot = ({ seats, totals }) => seats.reduce((sum, seat) => sum + totals[seat], 0);

/** @param {Betting} betting @param {number} seat */
export const owes = ({ round, bet }, seat) => round[seat] < bet;

/** Live seats that have chips left. @param {Betting} betting */
export const withChips = ({ live, stacks }) => live.filter((seat) => stacks[seat] > 0);

/** Whether another live seat has chips left. @param {Betting} betting @param {number} seat */
const hasRival = (betting, seat) => withChips(betting).some((one) => one !== seat);

/**
 * Whether a seat has to act. The only live seat with chips is asked only if another live seat has put more into the round.
 * @param {Betting} betting
 * @param {number} seat
 */
function isAsked(betting, seat) {
  const { live, stacks, round, acted } = betting;
  if (!live.includes(seat) || stacks[seat] === 0) return false;
  if (!hasRival(betting, seat)) return live.some((one) => round[one] > round[seat]);
  return owes(betting, seat) || !acted.includes(seat);
}

/**
 * Who acts next, clockwise after a place; null where the round is over.
 * @param {Betting} betting
 * @param {number} after
 */
export const nextToAct = (betting, after) => clockwise(betting.seats, after).find((seat) => isAsked(betting, seat)) ?? null;

/**
 * Whether a seat may raise: it has not acted in the round, or betting was reopened for it.
 * @param {Betting} betting
 * @param {number} seat
 * @param {boolean} strict `strict_reopen`: only a single full bet or raise reopens, not short all-ins that add up
 */
function mayRaise(betting, seat, strict) {
  const { round, bet, leastRaise, acted, answering } = betting;
  if (!hasRival(betting, seat)) return false;
  if (!acted.includes(seat)) return true;
  return strict ? answering.includes(seat) : bet - round[seat] >= leastRaise;
}

/**
 * What a seat can raise to; null where it can't raise. An all-in for less than a full raise is legal. A limit of the pot is the current bet
 * and the pot with the call in it, never above the stack, never below a legal minimum.
 * @param {Betting} betting
 * @param {number} seat
 * @param {{strict: boolean, potLimit: boolean}} rules
 * @returns {Bounds | null}
 */
export function raiseBounds(betting, seat, { strict, potLimit }) {
  const { stacks, round, bet, leastRaise } = betting;
  const most = round[seat] + stacks[seat];
  if (most <= bet || !mayRaise(betting, seat, strict)) return null;
  const least = Math.min(most, bet + leastRaise);
  const limit = potLimit ? bet + pot(betting) + (bet - round[seat]) : most;
  return { min: least, max: Math.max(least, Math.min(most, limit)) };
}

/**
 * What a seat's action leaves: it has acted, and nothing was raised since.
 * @param {Betting} betting
 * @param {number} seat
 * @returns {Betting}
 */
const afterAction = (betting, seat) => ({
  ...betting,
  acted: betting.acted.includes(seat) ? betting.acted : [...betting.acted, seat],
  answering: betting.answering.filter((one) => one !== seat),
});

/** @param {Betting} betting @param {number} seat @returns {Betting} */
export const fold = (betting, seat) => ({ ...betting, live: betting.live.filter((one) => one !== seat) });

/** @param {Betting} betting @param {number} seat @returns {Betting} */
export function check(betting, seat) {
  if (owes(betting, seat)) throw new Fault('', 'rules.check', { count: betting.bet - betting.round[seat] });
  return afterAction(betting, seat);
}

/** @param {Betting} betting @param {number} seat @returns {Betting} */
export function call(betting, seat) {
  if (!owes(betting, seat)) throw new Fault('', 'rules.call');
  return afterAction(put(betting, seat, betting.bet - betting.round[seat]), seat);
}

/**
 * @param {Betting} betting
 * @param {number} seat
 * @param {number} to chips of this round afterwards
 * @param {Bounds | null} bounds
 * @returns {Betting}
 */
export function raise(betting, seat, to, bounds) {
  if (bounds === null) throw new Fault('', 'rules.raise');
  const { min, max } = bounds;
  if (to < min || to > max) throw new Fault('to', 'rules.raise-to', { least: min, most: max });
  const { round, bet, leastRaise } = betting;
  const after = afterAction(put(betting, seat, to - round[seat]), seat);
  const full = to - bet >= leastRaise;
  if (!full) return { ...after, bet: to };
  return { ...after, bet: to, leastRaise: to - bet, answering: after.acted.filter((one) => one !== seat) };
}
