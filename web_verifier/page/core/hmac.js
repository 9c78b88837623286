/** HMAC-SHA256 (RFC 2104, FIPS 198-1). */

import { Sha256 } from './sha256.js';

const BLOCK = 64;

/** A key. The hashes that have taken in its inner and its outer pad are kept, so a message costs two blocks less. */
export class HmacKey {
  #inner = new Sha256();
  #outer = new Sha256();
  #scratch = new Sha256();
  #inside = new Uint8Array(32);

  /** @param {Uint8Array} key */
  constructor(key) {
    const pad = new Uint8Array(BLOCK);
    pad.set(key.length > BLOCK ? new Sha256().update(key).digest() : key);
    this.#inner.update(pad.map((byte) => byte ^ 0x36));
    this.#outer.update(pad.map((byte) => byte ^ 0x5c));
  }

  /** @param {Uint8Array} message @returns {Uint8Array} */
  mac(message) {
    return this.finish(this.#scratch.assign(this.#inner).update(message));
  }

  /**
   * A hash that has taken in the key and a beginning that many messages share. `finish` ends a clone of it.
   * @param {Uint8Array} beginning
   * @returns {Sha256}
   */
  begin(beginning) {
    return this.#inner.clone().update(beginning);
  }

  /**
   * The HMAC of what `begun` has taken in since `begin`; `begun` is then used up.
   * @param {Sha256} begun
   * @param {Uint8Array} [out]
   * @returns {Uint8Array}
   */
  finish(begun, out) {
    begun.digest(this.#inside);
    return this.#scratch.assign(this.#outer).update(this.#inside).digest(out);
  }
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} */
export const hmacSha256 = (key, message) => new HmacKey(key).mac(message);
