/**
 * Params of a table: their form, their defaults and their ranges. `docs/spec/record.md`, section 1, Tables.
 *
 * The form is asked by the check `format`, ranges by `rules`. A param that is left out has the default that is frozen for `v1`.
 */

import { Fault } from '../../core/fault.js';
import { claims, textOf, whole, wordOf } from '../forms.js';
import { MOST_CHIPS, checkRange } from '../limits.js';

/** @typedef {import('./variants.js').Variant} Variant */
/**
 * @typedef {object} Params
 * @property {number} [small_blind] absent in turkish, as is `big_blind`
 * @property {number} [big_blind]
 * @property {number} ante
 * @property {'no' | 'pot'} limit
 * @property {boolean} strict_reopen
 * @property {'hand' | 'session' | 'auditor'} reveal
 * @property {{preset: 'none' | 'six_percent' | 'heads_up_three', cap?: number}} rake `cap` in chips a hand, absent for none
 * @property {number} decision_seconds
 * @property {'chain' | 'plain'} seat_seeds
 * @property {number} [shield_seconds] of naiko
 * @property {string} [lowest_rank] of turkish
 * @property {'top_card' | 'all_ranks'} [flush_ties] of turkish
 */

/** @param {unknown} raw @param {string} field @returns {boolean} */
function truth(raw, field) {
  if (typeof raw !== 'boolean') throw new Fault(field, 'format.not-boolean');
  return raw;
}

const SHAPE = {
  ante: whole,
  limit: wordOf(['no', 'pot']),
  strict_reopen: truth,
  reveal: wordOf(['hand', 'session', 'auditor']),
  rake: claims({ preset: wordOf(['none', 'six_percent', 'heads_up_three']), cap: whole }, { cap: undefined }),
  decision_seconds: whole,
  seat_seeds: wordOf(['chain', 'plain']),
};

/** What has a default; `seat_seeds` has one that depends on the seeds. */
const DEFAULTS = {
  ante: 0,
  limit: 'no',
  strict_reopen: false,
  reveal: 'session',
  rake: Object.freeze({ preset: 'none' }),
  decision_seconds: 30,
  seat_seeds: undefined,
};
const { ante: _, ...TURKISH_DEFAULTS } = DEFAULTS;

const withBlinds = claims({ ...SHAPE, small_blind: whole, big_blind: whole }, DEFAULTS);
const naiko = claims({ ...SHAPE, small_blind: whole, big_blind: whole, shield_seconds: whole }, { ...DEFAULTS, shield_seconds: 8 });
const turkish = claims(
  { ...SHAPE, lowest_rank: textOf(/^[2-9]$/, 'format.lowest-rank'), flush_ties: wordOf(['top_card', 'all_ranks']) },
  { ...TURKISH_DEFAULTS, flush_ties: 'top_card' },
);

/**
 * Params of the right form, with their defaults. A limit that the game does not offer makes no table.
 * @param {Variant} variant
 * @param {unknown} raw
 * @param {boolean} chained whether the record shows the links before the seats' seeds
 * @returns {Params}
 */
export function readParams(variant, raw, chained) {
  const read = { naiko, turkish }[variant.name] ?? withBlinds;
  const params = /** @type {Params} */ (read(raw, 'params'));
  params.seat_seeds ??= chained ? 'chain' : 'plain';
  if (!variant.limits.includes(params.limit)) throw new Fault('params.limit', 'format.limit', { game: variant.name });
  return params;
}

/**
 * The check `rules` of params.
 * @param {Variant} variant
 * @param {Params} params
 */
export function checkParams({ blinds }, { small_blind = 0, big_blind = 0, ante, rake, decision_seconds, shield_seconds = 1 }) {
  if (blinds) {
    checkRange(small_blind, 'params.small_blind', 1, MOST_CHIPS);
    checkRange(big_blind, 'params.big_blind', small_blind, MOST_CHIPS);
  }
  checkRange(ante, 'params.ante', blinds ? 0 : 1, MOST_CHIPS);
  if (rake.cap !== undefined) checkRange(rake.cap, 'params.rake.cap', 0, MOST_CHIPS);
  checkRange(decision_seconds, 'params.decision_seconds', 1, MOST_CHIPS);
  checkRange(shield_seconds, 'params.shield_seconds', 1, MOST_CHIPS);
}

/** Section 2: the least bet, and the first full raise. @param {Params} params */
export const leastBet = ({ big_blind, ante }) => big_blind ?? ante;
