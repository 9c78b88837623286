/** Ranges, stakes and the greatest return: `docs/rules/common.md`. What is refused here fails the check `rules`. */

import { Fault } from '../core/fault.js';
import { compare, fraction, parseDecimal } from '../core/numbers.js';

/** C-2, C-3: the most chips of a stake, of a side bet and of `max_payout`. */
export const MOST_CHIPS = 10 ** 15;

/** C-20. */
export const MAX_PAYOUT = 10_000_000;

/**
 * @param {number} value
 * @param {string} field
 * @param {number} least
 * @param {number} most
 */
export function checkRange(value, field, least, most) {
  if (value < least || value > most) throw new Fault(field, 'rules.range', { least, most });
}

/** No value that is allowed anywhere has a longer text, and millions of digits would take long to read. */
const LONGEST = 40;

/**
 * The value of a decimal text that is not absurdly long.
 * @param {string} text
 * @param {string} field
 */
export function decimalOf(text, field) {
  if (text.length > LONGEST) throw new Fault(field, 'rules.long');
  return parseDecimal(text);
}

/**
 * A decimal text between two others, both allowed.
 * @param {string} text
 * @param {string} field
 * @param {string} least
 * @param {string} most
 */
export function checkDecimal(text, field, least, most) {
  const value = decimalOf(text, field);
  if (compare(value, parseDecimal(least)) < 0 || compare(value, parseDecimal(most)) > 0) {
    throw new Fault(field, 'rules.range', { least, most });
  }
}

/** C-12. @param {string} rtp */
export function checkRtp(rtp) {
  const value = decimalOf(rtp, 'params.rtp');
  if (value.n === 0n || compare(value, fraction(1)) > 0) throw new Fault('params.rtp', 'rules.rtp');
}

/**
 * C-1 to C-3, and the range of `max_payout` itself.
 * @param {{max_payout: number}} params
 * @param {object} bet stake and side bets by name
 */
export function checkChips(params, bet) {
  checkRange(params.max_payout, 'params.max_payout', 1, MOST_CHIPS);
  for (const [name, chips] of Object.entries(bet)) checkRange(chips, `bet.${name}`, 1, MOST_CHIPS);
}

/**
 * C-21 to C-23: a return may be equal to `max_payout`, and not exceed it.
 * @param {bigint} returned
 * @param {{max_payout: number}} params
 * @param {string} [field]
 */
export function checkReturn(returned, params, field = 'bet.stake') {
  if (returned > BigInt(params.max_payout)) {
    throw new Fault(field, 'rules.max-payout', { returned, max_payout: params.max_payout });
  }
}
