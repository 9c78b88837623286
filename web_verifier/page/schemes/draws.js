/** The integers of a declared scheme (`docs/schemes.md`, "Draws"), drawn from its HMACs. */

import { hasSurrogate, hex, utf8 } from '../core/bytes.js';
import { Fault } from '../core/fault.js';
import { concat } from '../core/octets.js';
import { sha256 } from '../core/sha256.js';
import { sha512 } from '../core/sha512.js';

/** @typedef {Record<string, any>} Settings */
/** @typedef {{message: string, hmac: string, place: number, n: number, tries: {word: number, rejected: boolean}[], result: number}} Step */

const MOST_RETRIES = 1000;
const HASHES = /** @type {const} */ ({ sha256: { hash: sha256, block: 64 }, sha512: { hash: sha512, block: 128 } });

/** @param {string} name @param {string} text */
export function bytesOfText(name, text) {
  if (hasSurrogate(text)) throw new Fault(name, 'scheme.surrogate');
  return utf8(text);
}

/** @param {string} text */
export function bytesOfHex(text) {
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(text)) throw new Fault('server_seed', 'scheme.hex');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** What an operator promises of a seed. @param {string} form `text` or `bytes` @param {string} seed */
export const commitmentOf = (form, seed) => hex(sha256(form === 'bytes' ? bytesOfHex(seed) : bytesOfText('server_seed', seed)));

/** RFC 2104 over either hash. @param {keyof typeof HASHES} name @param {Uint8Array} key */
function hmacOf(name, key) {
  const { hash, block } = HASHES[name];
  const pad = new Uint8Array(block);
  pad.set(key.length > block ? hash(key) : key);
  const inner = pad.map((byte) => byte ^ 0x36);
  const outer = pad.map((byte) => byte ^ 0x5c);
  return (/** @type {Uint8Array} */ message) => hash(concat(outer, hash(concat(inner, message))));
}

/** @param {Uint8Array} digest @param {number} place */
const wordAt = (digest, place) => new DataView(digest.buffer, digest.byteOffset).getUint32(4 * place);

/** The draws of one round, in order. */
export class Draws {
  #settings;
  #mac;
  #before;
  #after;
  #count = 0;
  #block = -1;
  /** @type {Uint8Array} */
  #digest = new Uint8Array(0);
  #steps;

  /**
   * @param {Settings} settings of the game
   * @param {string} serverSeed
   * @param {string} clientSeed
   * @param {bigint} nonce
   * @param {Step[] | null} [steps] what an explanation is written to
   */
  constructor(settings, serverSeed, clientSeed, nonce, steps = null) {
    this.#settings = settings;
    this.#mac = hmacOf(settings.hash, settings.key === 'hex' ? bytesOfHex(serverSeed) : bytesOfText('server_seed', serverSeed));
    bytesOfText('client_seed', clientSeed);
    const [before, after = ''] = settings.message.split('{cursor}');
    // Filled once: what a client seed holds is never a place again.
    const fill = (/** @type {string} */ template) =>
      template
        .split(/(\{\w+\})/)
        .map((part) => ({ '{client}': clientSeed, '{nonce}': String(nonce) })[part] ?? part)
        .join('');
    this.#before = fill(before);
    this.#after = fill(after);
    this.#steps = steps;
  }

  /** @param {number} cursor */
  message(cursor) {
    return this.#settings.cursor === 'none' ? this.#before : `${this.#before}${cursor}${this.#after}`;
  }

  /** @param {number} cursor */
  digest(cursor) {
    return this.#mac(utf8(this.message(cursor)));
  }

  /** Writes down a HMAC from which nothing is drawn. @param {number} cursor */
  show(cursor) {
    this.#step(cursor, this.digest(cursor), 0, 0);
  }

  /** The next integer below n. @param {number} n @returns {number} */
  uniform(n) {
    if (this.#settings.cursor === 'stream') return this.#ofStream(n);
    const { first, step, exhausted } = this.#settings;
    let cursor = first + step * this.#count++;
    for (let tries = 0; tries < MOST_RETRIES; tries++) {
      const value = this.#ofDigest(cursor, n);
      if (value !== null) return value;
      if (exhausted === 'error') break;
      cursor += exhausted;
    }
    throw new Fault('nonce', 'scheme.exhausted');
  }

  /** @param {number} n */
  #ofStream(n) {
    const per = this.#settings.hash === 'sha256' ? 8 : 16;
    /** @type {Step | null} */
    let step = null;
    for (let tries = 0; tries < MOST_RETRIES; tries++) {
      const place = this.#count % per;
      const block = (this.#count - place) / per;
      if (block !== this.#block) [this.#block, this.#digest] = [block, this.digest(block)];
      this.#count++;
      const word = wordAt(this.#digest, place);
      const value = this.#taken(word, n);
      if (this.#steps && (step === null || place === 0)) step = this.#step(block, this.#digest, place, n);
      note(step, word, value);
      if (value !== null) return value;
    }
    throw new Fault('nonce', 'scheme.exhausted');
  }

  /** @param {number} cursor @param {number} n */
  #ofDigest(cursor, n) {
    const digest = this.digest(cursor);
    const step = this.#steps ? this.#step(cursor, digest, 0, n) : null;
    for (const word of this.#candidates(digest)) {
      const value = this.#taken(word, n);
      note(step, word, value);
      if (value !== null) return value;
    }
    return null;
  }

  /** The numbers of one HMAC that may be tried, in turn. @param {Uint8Array} digest @returns {number[]} */
  #candidates(digest) {
    const { integer, digits } = this.#settings;
    if (integer === 'hex') return (hex(digest).match(new RegExp(`.{${digits}}`, 'g')) ?? []).map((group) => parseInt(group, 16));
    return Array.from({ length: integer === 'reject' ? digest.length / 4 : 1 }, (_, place) => wordAt(digest, place));
  }

  /** The integer that a word gives, null where it is rejected. @param {number} word @param {number} n */
  #taken(word, n) {
    const { integer, range, below } = this.#settings;
    if (integer === 'scale') return Number((BigInt(word) * BigInt(n)) >> 32n);
    if (integer === 'reject' && word >= range - (range % n)) return null;
    if (integer === 'hex' && word >= below) return null;
    return word % n;
  }

  /** @param {number} cursor @param {Uint8Array} digest @param {number} place @param {number} n */
  #step(cursor, digest, place, n) {
    /** @type {Step} */
    const step = { message: this.message(cursor), hmac: hex(digest), place, n, tries: [], result: 0 };
    this.#steps?.push(step);
    return step;
  }
}

/** @param {Step | null} step @param {number} word @param {number | null} value */
function note(step, word, value) {
  if (step === null) return;
  step.tries.push({ word, rejected: value === null });
  step.result = value ?? 0;
}
