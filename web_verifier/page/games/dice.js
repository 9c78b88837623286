/** Dice: `docs/rules/dice.md`. */

import { Fault } from '../core/fault.js';
import { parseFixed } from '../core/fixed.js';
import { compare, formatFixed, fraction, parseDecimal } from '../core/numbers.js';
import { checkRtp, decimalOf } from './decimals.js';
import { INSTANT } from './instant.js';
import { MAX_PAYOUT, checkChips, checkReturn } from './limits.js';
import { checkTarget } from './targets.js';

/** @typedef {import('./game.js').Bet} Bet */
/** @typedef {{target: string, direction: 'under' | 'over', rtp: string, min_multiplier: string, max_payout: number}} Params */
/** @typedef {{params: Params, bet: Bet, roll: number}} State the roll in hundredths */

/** D-1: rolls of 0.00 to 100.00. */
const ROLLS = 10_001;

const DEFAULTS = Object.freeze({ rtp: '0.98', min_multiplier: '1.0100', max_payout: MAX_PAYOUT });

/** D-6. @param {Params} params */
function winningRolls({ target, direction }) {
  const t = parseFixed(target, 2);
  return direction === 'under' ? t : BigInt(ROLLS - 1) - t;
}

/** D-8, in ten thousandths: cut, and what is cut pays (D-9). @param {Params} params */
function multiplier(params) {
  const { n, d } = parseDecimal(params.rtp);
  return (n * BigInt(ROLLS) * 10_000n) / (d * winningRolls(params));
}

/** D-15. @param {Params} params @param {Bet} bet */
const win = (params, bet) => (BigInt(bet.stake) * multiplier(params)) / 10_000n;

/** D-2, D-3. @param {State} state */
function wins({ params, roll }) {
  const target = parseFixed(params.target, 2);
  return params.direction === 'under' ? roll < target : roll > target;
}

/** @param {Params} params @param {Bet} bet */
function check(params, bet) {
  checkChips(params, bet);
  checkRtp(params.rtp);
  checkTarget(params.target, 'params.target', '0.01', '99.99'); // D-4
  // D-12: the multiplier as it pays, cut.
  const pays = fraction(multiplier(params), 10_000n);
  if (compare(pays, decimalOf(params.min_multiplier, 'params.min_multiplier')) < 0) {
    const values = { multiplier: formatFixed(pays.n, 4), least: params.min_multiplier };
    throw new Fault('params.target', 'rules.min-multiplier', values);
  }
  checkReturn(win(params, bet), params); // D-17
}

/** @type {import('./game.js').Game<Params, Bet, State>} */
export const dice = {
  name: 'dice',
  choices: ['target', 'direction'],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),
  check,

  start(params, bet, stream) {
    const [roll] = stream.uniform(ROLLS);
    return { params, bet, roll };
  },

  result(state) {
    const { params, bet, roll } = state;
    return {
      outcome: { roll: formatFixed(roll, 2) },
      staked: bet.stake,
      returned: wins(state) ? Number(win(params, bet)) : 0, // D-15, D-16
      multiplier: formatFixed(multiplier(params), 4),
    };
  },

  ...INSTANT,
};
