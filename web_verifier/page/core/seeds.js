/** Seeds, their hashes and nonces: `docs/spec/derivation.md`, section 1. */

import { hasSurrogate, hex, utf8 } from './bytes.js';
import { Fault } from './fault.js';
import { sha256 } from './sha256.js';

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
