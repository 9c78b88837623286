/** Plinko: `docs/rules/plinko.md`. */

import { Fault } from '../core/fault.js';
import { compare, cut, fraction, multiply, parseDecimal } from '../core/numbers.js';
import { decimalOf } from './decimals.js';
import { INSTANT } from './instant.js';
import { MAX_PAYOUT, checkChips, checkRange, checkReturn } from './limits.js';
import { PAYTABLES } from './paytables.js';

/** @typedef {import('./game.js').Bet} Bet */
/** @typedef {'low' | 'medium' | 'high'} Risk */
/** @typedef {{rows: number, risk: Risk, multipliers: readonly string[], max_payout: number}} Params */
/** @typedef {{params: Params, bet: Bet, steps: readonly number[]}} State a step is 0, left, or 1, right */

const DEFAULTS = Object.freeze({ max_payout: MAX_PAYOUT });

/** P-9: of rows that there are not there is no default either, and `check` refuses them. @param {Risk} risk @param {number} rows */
const defaultTable = (risk, rows) => PAYTABLES[risk][rows] ?? [];

/** The nearest whole number, a half up, of what is not negative. @param {import('../core/numbers.js').Fraction} value */
export const roundHalfUp = ({ n, d }) => (2n * n + d) / (2n * d);

/** P-7. @param {Bet} bet @param {string} multiplier */
const paid = (bet, multiplier) => roundHalfUp(multiply(fraction(bet.stake), parseDecimal(multiplier)));

/**
 * Whether the multipliers are the default ones, by their values: only then a record holds all of its ruleset (decision 0004).
 * @param {Params} params
 */
export function hasDefaultTable({ rows, risk, multipliers }) {
  const table = defaultTable(risk, rows);
  return table.length === multipliers.length && table.every((entry, i) => compare(parseDecimal(entry), parseDecimal(multipliers[i])) === 0);
}

/** @param {Params} params @param {Bet} bet */
function check(params, bet) {
  checkChips(params, bet);
  checkRange(params.rows, 'params.rows', 8, 16); // P-1
  const { multipliers, rows } = params;
  if (multipliers.length !== rows + 1) {
    throw new Fault('params.multipliers', 'rules.entries', { count: multipliers.length, needed: rows + 1 }); // P-12
  }
  for (const [bin, multiplier] of multipliers.entries()) {
    if (decimalOf(multiplier, `params.multipliers[${bin}]`).n === 0n) throw new Fault(`params.multipliers[${bin}]`, 'rules.zero'); // P-12
  }
  for (const multiplier of multipliers) checkReturn(paid(bet, multiplier), params); // P-14
}

/** @type {import('./game.js').Game<Params, Bet, State>} */
export const plinko = {
  name: 'plinko',
  choices: ['rows', 'risk'],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given, multipliers: given.multipliers ?? defaultTable(given.risk, given.rows) }),
  check,

  start(params, bet, stream) {
    const steps = [];
    for (let row = 0, from = stream; row < params.rows; row++) {
      const [step, next] = from.uniform(2); // P-3
      steps.push(step);
      from = next;
    }
    return { params, bet, steps };
  },

  result({ params, bet, steps }) {
    const bin = steps.reduce((sum, step) => sum + step, 0); // P-4
    return {
      outcome: { path: steps.map((step) => 'LR'[step]).join(''), bin },
      staked: bet.stake,
      returned: Number(paid(bet, params.multipliers[bin])),
      multiplier: cut(parseDecimal(params.multipliers[bin]), 4),
    };
  },

  ...INSTANT,
};
