/**
 * The exact product of a HiLo round's right guesses (H-11, H-12). Each multiplies it by rtp · 13 / w, on w of thirteen ranks, so it is
 *
 *     (rtp · 13)^guesses / (2^a · 3^b · 5^c · 7^d · 11^e).
 *
 * It is kept as these exponents: a record can hold hundreds of thousands of guesses, and a fraction that grows with each would take
 * hours. A lower and an upper bound of 256 bits go beside it; they decide all but every comparison. Where they do not, the fraction
 * itself is worked out, so that no result ever rests on a bound.
 */

import { floor, fraction, multiply, parseDecimal } from '../core/numbers.js';

/** @typedef {import('../core/numbers.js').Fraction} Fraction */
/** @typedef {{readonly m: bigint, readonly x: number}} Bound the number m · 2^x */

/**
 * @typedef {object} Product
 * @property {Fraction} rtp
 * @property {number} guesses
 * @property {readonly number[]} exponents of PRIMES
 * @property {Bound} low at most the product
 * @property {Bound} high at least the product
 */

const RANKS = 13n;
const PRIMES = [2n, 3n, 5n, 7n, 11n];
const DIGITS = 64; // hexadecimal: 256 bits

/** @type {Bound} */
const ONE = { m: 1n, x: 0 };

/** Before the first guess. @param {string} rtp @returns {Product} */
export const start = (rtp) => ({ rtp: parseDecimal(rtp), guesses: 0, exponents: PRIMES.map(() => 0), low: ONE, high: ONE });

/** After a right guess. @param {Product} product @param {number} winning of thirteen ranks @returns {Product} */
export function raise({ rtp, guesses, exponents, low, high }, winning) {
  const n = rtp.n * RANKS;
  const d = rtp.d * BigInt(winning);
  return {
    rtp,
    guesses: guesses + 1,
    exponents: exponents.map((exponent, i) => exponent + power(BigInt(winning), PRIMES[i])),
    low: scale(low, n, d, 0n),
    high: scale(high, n, d, 1n),
  };
}

/** How often a prime divides a number. @param {bigint} number @param {bigint} prime @returns {number} */
const power = (number, prime) => (number % prime === 0n ? 1 + power(number / prime, prime) : 0);

/**
 * A bound times n/d, cut to its length again; with `up` 1n a bound from above, with 0n from below.
 * @param {Bound} bound
 * @param {bigint} n
 * @param {bigint} d
 * @param {bigint} up
 * @returns {Bound}
 */
function scale({ m, x }, n, d, up) {
  const scaled = ((m << 64n) * n) / d + up;
  const cut = Math.max(0, scaled.toString(16).length - DIGITS) * 4;
  return { m: (scaled >> BigInt(cut)) + (cut > 0 ? up : 0n), x: x - 64 + cut };
}

/** What a stake returns as far as a bound says, in whole chips. @param {bigint} stake @param {Bound} bound */
const chips = (stake, { m, x }) => (x < 0 ? (stake * m) >> BigInt(-x) : (stake * m) << BigInt(x));

/** The product as a fraction. @param {Product} product @returns {Fraction} */
export function exactly({ rtp, guesses, exponents }) {
  const count = BigInt(guesses);
  const d = PRIMES.reduce((value, prime, i) => value * prime ** BigInt(exponents[i]), rtp.d ** count);
  return fraction((rtp.n * RANKS) ** count, d);
}

/** H-15. @param {number} stake @param {Product} product */
export const returned = (stake, product) => floor(multiply(fraction(stake), exactly(product)));

/** H-18: whether a return exceeds what is allowed. @param {number} stake @param {Product} product @param {number} most */
export function exceeds(stake, product, most) {
  if (chips(BigInt(stake), product.low) > BigInt(most)) return true;
  if (chips(BigInt(stake), product.high) <= BigInt(most)) return false;
  return returned(stake, product) > BigInt(most);
}
