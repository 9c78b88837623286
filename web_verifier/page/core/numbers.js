/**
 * Exact numbers (`docs/rules/common.md`, C-9 to C-11): the decimal texts of records (`docs/spec/record.md`, "Text
 * forms") as fractions of BigInts, and fractions as texts. BigInts divide toward 0; nothing here is negative.
 */

import { Fault } from './fault.js';

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]{1,6}))?$/;

/**
 * The value of a decimal text as `[n, d]`: n/d with d a power of ten. How it is written does not matter for the
 * value: `0.9` is `0.90`.
 * @param {unknown} text
 * @param {string} [field]
 * @returns {[bigint, bigint]}
 */
export function fraction(text, field = '') {
  const parts = typeof text === 'string' ? DECIMAL.exec(text) : null;
  if (parts === null) throw new Fault(field, 'format.decimal');
  const places = parts[2] ?? '';
  return [BigInt(parts[1] + places), 10n ** BigInt(places.length)];
}

/**
 * A decimal text with exactly so many places, in units of the last one: `"50.00"` is 5000n.
 * @param {unknown} text
 * @param {number} places 1 to 6
 * @param {string} [field]
 * @returns {bigint}
 */
export function units(text, places, field = '') {
  const [n, d] = fraction(text, field);
  if (d !== 10n ** BigInt(places)) throw new Fault(field, 'format.places', { places });
  return n;
}

/**
 * n/d as a decimal text of so many places, cut and never rounded up (C-10): 2/3 with 4 places is `"0.6666"`.
 * @param {bigint} n
 * @param {bigint} d
 * @param {number} places
 * @returns {string}
 */
export function cut(n, d, places) {
  const digits = String((n * 10n ** BigInt(places)) / d).padStart(places + 1, '0');
  const point = digits.length - places;
  return places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * The nearest whole number to n/d, a half up.
 * @param {bigint} n
 * @param {bigint} d
 * @returns {bigint}
 */
export const roundHalfUp = (n, d) => (2n * n + d) / (2n * d);
