/** Limbo: `docs/rules/limbo.md`. */

import { parseFixed } from '../core/fixed.js';
import { formatFixed, parseDecimal } from '../core/numbers.js';
import { uint64 } from '../core/words.js';
import { checkRtp } from './decimals.js';
import { INSTANT } from './instant.js';
import { MAX_PAYOUT, checkChips, checkReturn } from './limits.js';
import { checkTarget } from './targets.js';

/** @typedef {import('./game.js').Bet} Bet */
/** @typedef {{target: string, rtp: string, max_payout: number}} Params */
/** @typedef {{params: Params, bet: Bet, drawn: bigint}} State the multiplier drawn, in hundredths */

/** The multiplier drawn is never less and never more, in hundredths (derivation.md, section 5). */
const LEAST = 100n;
const MOST = 100_000_000n;

const DEFAULTS = Object.freeze({ rtp: '0.98', max_payout: MAX_PAYOUT });

/** In hundredths. @param {Params} params */
const target = (params) => parseFixed(params.target, 2);

/** L-4, L-5. @param {Params} params @param {Bet} bet */
const win = (params, bet) => (BigInt(bet.stake) * target(params)) / 100n;

/** @param {Params} params @param {Bet} bet */
function check(params, bet) {
  checkChips(params, bet);
  checkRtp(params.rtp);
  checkTarget(params.target, 'params.target', '1.01', '10000.00'); // L-1
  checkReturn(win(params, bet), params); // L-6
}

/** @type {import('./game.js').Game<Params, Bet, State>} */
export const limbo = {
  name: 'limbo',
  choices: ['target'],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),
  check,

  start(params, bet, stream) {
    const { n, d } = parseDecimal(params.rtp);
    const [x] = uint64(stream);
    const raw = (n * 100n * 2n ** 64n) / (d * (x + 1n));
    return { params, bet, drawn: raw < LEAST ? LEAST : raw > MOST ? MOST : raw };
  },

  result({ params, bet, drawn }) {
    return {
      outcome: { multiplier: formatFixed(drawn, 2) },
      staked: bet.stake,
      returned: drawn >= target(params) ? Number(win(params, bet)) : 0, // L-2, L-3
      multiplier: formatFixed(target(params) * 100n, 4),
    };
  },

  ...INSTANT,
};
