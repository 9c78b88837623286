/**
 * The byte stream, and `uniform`, which every game draws by: `docs/spec/derivation.md`, sections 2 and 3. The other primitives stand in
 * modules of their own and each give, as it does, a value and the place behind it.
 */

import { utf8 } from './bytes.js';
import { Fault } from './fault.js';
import { HmacKey } from './hmac.js';
import { checkClientSeed, checkServerSeed, parseNonce } from './seeds.js';
import { Sha256 } from './sha256.js';

const WORDS_IN_BLOCK = 8;
/** A word is one of so many. */
export const WORD_VALUES = 2 ** 32;

/** @typedef {import('./draws.js').Draw} Draw */
/** @typedef {(reader: Reader, primitive: Draw['primitive'], from: number, more: Partial<Draw>) => void} Note what is told of each draw */

/** Section 2: `block(c) = HMAC-SHA256(key, label ":" c)`, read as words of four bytes, big-endian. */
class Source {
  #key;
  #beginning;
  #hash = new Sha256();
  #block = new Uint8Array(32);
  #held = -1;

  /** @param {Uint8Array} key @param {string} label */
  constructor(key, label) {
    this.label = label;
    this.#key = new HmacKey(key);
    this.#beginning = this.#key.begin(utf8(`${label}:`));
  }

  /** @param {number} cursor @returns {Uint8Array} the block, until another is asked for */
  block(cursor) {
    if (cursor !== this.#held) {
      this.#hash.assign(this.#beginning).update(utf8(String(cursor)));
      this.#key.finish(this.#hash, this.#block);
      this.#held = cursor;
    }
    return this.#block;
  }

  /** @param {number} index */
  word(index) {
    const block = this.block(Math.floor(index / WORDS_IN_BLOCK));
    const at = (index % WORDS_IN_BLOCK) * 4;
    return ((block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3]) >>> 0;
  }
}

/** What moves on while one primitive takes its words. */
class Reader {
  /** @param {Source} source @param {number} index @param {Note | null} [note] */
  constructor(source, index, note) {
    this.source = source;
    this.index = index;
    this.note = note;
  }

  word() {
    return this.source.word(this.index++);
  }

  /** @param {number} n @param {Draw['primitive']} [primitive] @param {number} [step] */
  uniform(n, primitive = 'uniform', step) {
    if (!Number.isInteger(n) || n < 1 || n > WORD_VALUES) throw new Fault('n', 'draw.n', { n: Number(n) });
    const from = this.index;
    const threshold = WORD_VALUES % n;
    let result = 0;
    if (n > 1) {
      for (let low = -1; low < threshold; ) {
        const word = this.word();
        // p = word · n has up to 64 bits; of two halves of the word each product has at most 48, and is exact.
        const upper = (word >>> 16) * n;
        const rest = (upper % 65536) * 65536 + (word & 65535) * n;
        low = rest % WORD_VALUES;
        result = Math.floor(upper / 65536) + Math.floor(rest / WORD_VALUES);
      }
    }
    this.note?.(this, primitive, from, { n, threshold, result, ...(step === undefined ? {} : { step }) });
    return result;
  }
}

/**
 * A place in a stream. It never moves: each primitive gives its value and the place after it, so whoever keeps a
 * place can draw from it again and gets the same.
 */
export class Stream {
  #source;
  #note;

  /** @param {Source} source @param {number} index @param {Note | null} [note] */
  constructor(source, index, note) {
    this.#source = source;
    this.#note = note;
    /** Words drawn before this place, rejected ones included. */
    this.index = index;
  }

  /** The stream of a round, at word 0. @param {unknown} serverSeed @param {unknown} clientSeed @param {string | number | bigint} nonce */
  static ofSeeds(serverSeed, clientSeed, nonce) {
    const key = checkServerSeed(serverSeed);
    return Stream.ofLabel(key, `${checkClientSeed(clientSeed)}:${parseNonce(String(nonce))}`);
  }

  /** Any stream of section 7: the key's characters are the HMAC key. @param {string} key @param {string} label */
  static ofLabel(key, label) {
    return new Stream(new Source(utf8(key), label), 0);
  }

  /** The same place; from it on every draw is told, also when it is drawn again. @param {Note} note */
  noting(note) {
    return new Stream(this.#source, this.index, note);
  }

  /** The message whose HMAC is a block. @param {number} cursor */
  message(cursor) {
    return `${this.#source.label}:${cursor}`;
  }

  /** @param {number} cursor @returns {Uint8Array} */
  block(cursor) {
    return this.#source.block(cursor).slice();
  }

  /**
   * What a primitive takes from here, and the place behind it.
   * @template T
   * @param {(reader: Reader) => T} take
   * @returns {[T, Stream]}
   */
  draw(take) {
    const reader = new Reader(this.#source, this.index, this.#note);
    const value = take(reader);
    return [value, new Stream(this.#source, reader.index, this.#note)];
  }

  /** A whole number from 0 to n - 1, each exactly as likely; 1 ≤ n ≤ 2^32. @param {number} n */
  uniform(n) {
    return this.draw((reader) => reader.uniform(n));
  }
}
