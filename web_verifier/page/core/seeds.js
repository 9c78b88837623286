/** Seeds, their hashes and nonces: `docs/spec/derivation.md`, section 1. */

import { hasSurrogate, hex, utf8 } from './bytes.js';
import { Fault } from './fault.js';
import { sha256 } from './sha256.js';
import { COMBINING, REFUSED_EDGES } from './unicode15.js';

const SEED = /^[0-9a-f]{64}$/;

/** Nonces of records and services stop here; derivations go on to 2^63 - 1. */
export const LAST_RECORD_NONCE = Number.MAX_SAFE_INTEGER;
const LAST_NONCE = 2n ** 63n - 1n;

/**
 * A server seed: 64 lowercase hexadecimal characters. Upper case is refused, not folded.
 * @param {unknown} text
 * @param {string} [field]
 * @returns {string}
 */
export function checkServerSeed(text, field = 'server_seed') {
  if (typeof text !== 'string' || !SEED.test(text)) throw new Fault(field, 'seed.server-seed');
  return text;
}

/**
 * The SHA-256 of the 64 characters, not of the 32 bytes that they stand for.
 * @param {unknown} seed
 * @returns {string}
 */
export const serverSeedHash = (seed) => hex(sha256(utf8(checkServerSeed(seed))));

/**
 * Whether a seed hashes to what was promised.
 * @param {unknown} seed
 * @param {unknown} promised
 */
export function checkCommitment(seed, promised) {
  const actual = serverSeedHash(seed);
  if (actual !== promised) throw new Fault('server_seed_hash', 'commitment.server-seed', { expected: actual });
}

/**
 * A nonce as text: decimal, without sign or leading zeros, up to 2^63 - 1.
 * @param {unknown} text
 * @returns {bigint}
 */
export function parseNonce(text) {
  // Twenty digits are too many already; a longer text costs no conversion.
  if (typeof text === 'string' && /^(?:0|[1-9][0-9]{0,18})$/.test(text)) {
    const nonce = BigInt(text);
    if (nonce <= LAST_NONCE) return nonce;
  }
  throw new Fault('nonce', 'seed.nonce');
}

/**
 * What a verifier reads as a client seed: any Unicode text.
 * @param {unknown} text
 * @param {string} [field]
 * @returns {string}
 */
export function checkClientSeed(text, field = 'client_seed') {
  if (typeof text !== 'string') throw new Fault(field, 'seed.client-seed');
  if (hasSurrogate(text)) throw new Fault(field, 'seed.surrogate');
  return text;
}

/** Code points that a service takes; a record may hold more, and then carries a warning. */
const LONGEST = 64;

/** The property White_Space, the same in every version since 6.3. */
const WHITE_SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * What a service would refuse in a client seed; nothing where it accepts it.
 * @param {unknown} text
 * @returns {Fault[]}
 */
export function clientSeedFaults(text) {
  if (typeof text !== 'string') return [new Fault('client_seed', 'seed.client-seed')];
  /** @type {Fault[]} */
  const faults = [];
  /** @param {string} id @param {Record<string, string | number>} [values] */
  const fault = (id, values) => faults.push(new Fault('client_seed', id, values));
  const points = Array.from(text);
  if (points.length === 0) fault('seed.empty');
  if (points.length > LONGEST) fault('seed.too-long', { length: points.length, longest: LONGEST });
  const refused = points.find((point) => isRefused(Number(point.codePointAt(0))));
  if (refused !== undefined) {
    const code = Number(refused.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0');
    fault('seed.character', { code: `U+${code}` });
  }
  if (points.length > 0 && (WHITE_SPACE.test(points[0]) || WHITE_SPACE.test(points[points.length - 1]))) {
    fault('seed.white-space');
  }
  // The platform knows how to normalise only what its own version of Unicode has.
  if (refused === undefined && !isComposed(text)) fault('seed.not-composed');
  return faults;
}

/**
 * General category Cc, Cs, Co or Cn in Unicode 15.0.
 * @param {number} code
 */
function isRefused(code) {
  let low = 0;
  let high = REFUSED_EDGES.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (REFUSED_EDGES[middle] <= code) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** By combining class, a mark that every platform knows and that is part of no composed character. */
const STAND_INS = new Map([
  [9, '\u0d4d'],
  [220, '\u0316'],
  [230, '\u030d'],
  [232, '\u0315'],
]);

/**
 * Whether a text of characters of Unicode 15.0 is in normalisation form C. That form never changes in later
 * versions; an older platform takes marks that are new in 15.0 for letters, so marks of the same class, which are
 * ordered and composed in the same way, stand in for them.
 * @param {string} text
 */
function isComposed(text) {
  let known = '';
  for (const point of text) {
    const mark = COMBINING.get(Number(point.codePointAt(0)));
    known += mark === undefined ? point : STAND_INS.get(mark);
  }
  return known === known.normalize('NFC');
}
