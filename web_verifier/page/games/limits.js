/** Ranges, stakes and the greatest return: `docs/rules/common.md`; decimals stand in `decimals.js`. What is refused here fails the check `rules`. */

import { Fault } from '../core/fault.js';

/** C-2, C-3: the most chips of a stake, of a side bet and of `max_payout`. */
export const MOST_CHIPS = 10 ** 15;

/** C-20. */
export const MAX_PAYOUT = 10_000_000;

/** @param {number} value @param {string} field @param {number} least @param {number} most */
export function checkRange(value, field, least, most) {
  if (value < least || value > most) throw new Fault(field, 'rules.range', { least, most });
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
