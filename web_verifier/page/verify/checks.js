/** What a check says. Texts are named by id and values, never written out: `texts/` makes sentences of them. */

/** @typedef {import('../core/fault.js').Fault} Fault */
/** @typedef {Record<string, string | number | bigint>} Values */
/** @typedef {{id: string, values: Values}} Detail */
/** @typedef {'pass' | 'fail' | 'skip'} Status */
/** @typedef {'verified' | 'failed' | 'pending'} Outcome */

/**
 * @template {string} [N=string]
 * @typedef {object} Check
 * @property {N} check its name
 * @property {Status} status
 * @property {Detail} detail
 * @property {unknown} expected what was derived again; null where nothing is compared
 * @property {unknown} actual what the record says
 */

/**
 * @template {string} N
 * @param {N} check
 * @param {Status} status
 * @param {Detail} detail
 * @param {unknown} [expected]
 * @param {unknown} [actual]
 * @returns {Check<N>}
 */
const make = (check, status, detail, expected = null, actual = null) => ({ check, status, detail, expected, actual });

/** @param {string} id @param {Values} [values] @returns {Detail} */
export const detail = (id, values = {}) => ({ id, values });

/** What a refusal says; the field it is about goes with the values. @param {Fault} fault @returns {Detail} */
export const told = ({ field, id, values }) => detail(id, { field, ...values });

/**
 * @template {string} N
 * @param {N} check
 * @param {Detail} why
 */
export const skip = (check, why) => make(check, 'skip', why);

/**
 * @template {string} N
 * @param {N} check
 * @param {Detail} why
 */
export const pass = (check, why) => make(check, 'pass', why);

/**
 * @template {string} N
 * @param {N} check
 * @param {Detail} why
 */
export const fail = (check, why) => make(check, 'fail', why);

/**
 * A comparison of what was derived again with what is recorded.
 * @template {string} N
 * @param {N} check
 * @param {boolean} equal
 * @param {string} name of the texts `NAME.pass` and `NAME.fail`
 * @param {unknown} expected
 * @param {unknown} actual
 * @param {Values} [values]
 */
export const compared = (check, equal, name, expected, actual, values) =>
  make(check, equal ? 'pass' : 'fail', detail(`${name}.${equal ? 'pass' : 'fail'}`, values), expected, actual);

/**
 * record.md, section 2: failed when any check fails, else pending when the seed is not revealed, else verified.
 * @param {readonly Check[]} checks
 * @param {boolean} pending
 * @returns {Outcome}
 */
export function verdictOf(checks, pending) {
  if (checks.some(({ status }) => status === 'fail')) return 'failed';
  return pending ? 'pending' : 'verified';
}
