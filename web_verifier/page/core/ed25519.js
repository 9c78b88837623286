/**
 * Ed25519 signatures (RFC 8032, section 5.1), verified only. Everything here is public, so nothing needs to take the
 * same time for all inputs, and numbers are BigInts.
 */

import { concat } from './octets.js';
import { sha512 } from './sha512.js';

/** The field has 2^255 - 19 elements. */
const P = 2n ** 255n - 19n;

/** The order of the base point. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** @param {bigint} a */
const mod = (a) => ((a % P) + P) % P;

/**
 * @param {bigint} base
 * @param {bigint} exponent
 */
function power(base, exponent) {
  let result = 1n;
  for (let square = base; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** By Fermat: a^(P-2) is 1/a. @param {bigint} a */
const inverse = (a) => power(a, P - 2n);

/** The curve is -x² + y² = 1 + D·x²·y². */
const D = mod(-121665n * inverse(121666n));

const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

/**
 * A point (x, y) as X/Z, Y/Z and T = XY/Z (section 5.1.4).
 * @typedef {{X: bigint, Y: bigint, Z: bigint, T: bigint}} Point
 */

/** @type {Point} */
const ZERO = { X: 0n, Y: 1n, Z: 1n, T: 0n };

/**
 * These formulas hold for all pairs of points, equal ones and the neutral one too.
 * @param {Point} p
 * @param {Point} q
 * @returns {Point}
 */
function add(p, q) {
  const a = (p.Y - p.X) * (q.Y - q.X);
  const b = (p.Y + p.X) * (q.Y + q.X);
  const c = mod(2n * p.T * q.T) * D;
  const d = 2n * p.Z * q.Z;
  const [e, f, g, h] = [mod(b - a), mod(d - c), mod(d + c), mod(b + a)];
  return { X: mod(e * f), Y: mod(g * h), T: mod(e * h), Z: mod(f * g) };
}

/** @param {Point} p @returns {Point} */
function double(p) {
  const a = p.X * p.X;
  const b = p.Y * p.Y;
  const s = p.X + p.Y;
  const [e, g, h] = [mod(a + b - s * s), mod(a - b), mod(a + b)];
  const f = mod(2n * p.Z * p.Z + g);
  return { X: mod(e * f), Y: mod(g * h), T: mod(e * h), Z: mod(f * g) };
}

/** @param {Point} p @returns {Point} */
const negative = (p) => ({ ...p, X: mod(-p.X), T: mod(-p.T) });

/** @param {Point} p @param {Point} q */
const same = (p, q) => mod(p.X * q.Z - q.X * p.Z) === 0n && mod(p.Y * q.Z - q.Y * p.Z) === 0n;

/**
 * Whether eight times the point is the neutral one: such a public key would fit one signature to any message.
 * @param {Point} p
 */
const hasSmallOrder = (p) => same(double(double(double(p))), ZERO);

/**
 * Decodes y and the sign of x (section 5.1.3).
 * @param {bigint} code
 * @returns {Point | null} null where y has another spelling, or no x belongs to it
 */
function decode(code) {
  const y = code & (2n ** 255n - 1n);
  const sign = code >> 255n;
  if (y >= P) return null;
  // x² = u/v, and of that the square root, as P is 5 modulo 8.
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * power(v, 3n) * power(mod(u * power(v, 7n)), (P - 5n) / 8n));
  if (mod(v * x * x + u) === 0n) x = mod(x * ROOT_OF_MINUS_1);
  if (mod(v * x * x - u) !== 0n) return null;
  if (x === 0n && sign === 1n) return null;
  if ((x & 1n) !== sign) x = mod(-x);
  return { X: x, Y: y, Z: 1n, T: mod(x * y) };
}

/** The point whose y is 4/5 and whose x is even. */
const BASE = /** @type {Point} */ (decode(mod(4n * inverse(5n))));

/**
 * m·p + n·q, both at once, from the highest bit downward.
 * @param {bigint} m
 * @param {Point} p
 * @param {bigint} n
 * @param {Point} q
 */
function combine(m, p, n, q) {
  const sums = [null, p, q, add(p, q)];
  let result = ZERO;
  for (let bit = 252n; bit >= 0n; bit--) {
    result = double(result);
    const sum = sums[Number((m >> bit) & 1n) + 2 * Number((n >> bit) & 1n)];
    if (sum) result = add(result, sum);
  }
  return result;
}

/** @param {Uint8Array} bytes little-endian */
function number(bytes) {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return value;
}

/**
 * Whether a key can be one: a point of the curve in its one spelling, not of small order.
 * @param {Uint8Array} publicKey
 * @returns {boolean}
 */
export function isPublicKey(publicKey) {
  const point = publicKey.length === 32 ? decode(number(publicKey)) : null;
  return point !== null && !hasSmallOrder(point);
}

/**
 * Section 5.1.7, with the equation S·B = R + k·A without the factor 8, which it allows and most programs use: no
 * second signature comes of adding points of small order. S stands under L, so that S + L is none either. Stricter
 * than the section, points of small order are refused as A and as R.
 * @param {Uint8Array} publicKey
 * @param {Uint8Array} message
 * @param {Uint8Array} signature
 * @returns {boolean}
 */
export function verify(publicKey, message, signature) {
  if (signature.length !== 64 || !isPublicKey(publicKey)) return false;
  const A = /** @type {Point} */ (decode(number(publicKey)));
  const R = decode(number(signature.subarray(0, 32)));
  const S = number(signature.subarray(32));
  if (R === null || hasSmallOrder(R) || S >= L) return false;
  const k = number(sha512(concat(signature.subarray(0, 32), publicKey, message))) % L;
  return same(combine(S, BASE, k, negative(A)), R);
}
