/**
 * Exact numbers (`docs/rules/common.md`, C-9 to C-11): fractions of BigInts, and the decimal texts of records
 * (`docs/spec/record.md`, "Text forms").
 */

import { Fault } from './fault.js';

/** @typedef {{readonly n: bigint, readonly d: bigint}} Fraction n/d with d over 0, in lowest terms or not */

/** @param {bigint | number} n @param {bigint | number} [d] @returns {Fraction} */
export function fraction(n, d = 1n) {
  if (BigInt(d) <= 0n) throw new RangeError('denominator');
  return { n: BigInt(n), d: BigInt(d) };
}

/**
 * The value of a decimal text; how it is written does not matter: `0.9` is `0.90`.
 * @param {unknown} text
 * @param {string} [field]
 * @returns {Fraction}
 */
export function parseDecimal(text, field = '') {
  const parts = typeof text === 'string' ? /^(0|[1-9][0-9]*)(?:\.([0-9]{1,6}))?$/.exec(text) : null;
  if (parts === null) throw new Fault(field, 'format.decimal');
  const places = parts[2] ?? '';
  return { n: BigInt(parts[1] + places), d: 10n ** BigInt(places.length) };
}

/**
 * The text of units of the last place: 5000n with 2 places is `"50.00"`.
 * @param {bigint | number} units not negative
 * @param {number} places
 */
export function formatFixed(units, places) {
  const digits = String(units).padStart(places + 1, '0');
  const point = digits.length - places;
  return places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** @param {Fraction} a @param {Fraction} b @returns {Fraction} */
export const multiply = (a, b) => ({ n: a.n * b.n, d: a.d * b.d });

/** a / b, for b over 0. @param {Fraction} a @param {Fraction} b @returns {Fraction} */
export const divide = (a, b) => fraction(a.n * b.d, a.d * b.n);

/** Less than 0, 0 or more than 0, as for `sort`. @param {Fraction} a @param {Fraction} b */
export function compare(a, b) {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The whole part of what is not negative. BigInts divide toward 0. @param {Fraction} value */
export const floor = ({ n, d }) => n / d;

/** In units of the last of so many places, cut and never rounded up (C-10). @param {Fraction} value @param {number} places */
export const cutUnits = ({ n, d }, places) => (n * 10n ** BigInt(places)) / d;

/** The same as a text: 2/3 with 4 places is `"0.6666"`. @param {Fraction} value @param {number} places */
export const cut = (value, places) => formatFixed(cutUnits(value, places), places);
