/** Words and bytes as they stand in a stream: `docs/spec/derivation.md`, section 3. Each gives its value and the place behind it. */

import { hex } from './bytes.js';
import { checkCount } from './counts.js';
import { WORD_VALUES } from './stream.js';

/** @typedef {import('./stream.js').Stream} Stream */

/** Two words, the high one first. @param {Stream} stream @returns {[bigint, Stream]} */
export const uint64 = (stream) =>
  stream.draw((reader) => {
    const from = reader.index;
    const high = BigInt(reader.word());
    const result = (high << 32n) | BigInt(reader.word());
    reader.note?.(reader, 'uint64', from, { result });
    return result;
  });

/**
 * The next k words.
 * @param {Stream} stream
 * @param {number} k
 */
export function words(stream, k) {
  checkCount(k, 'k', 'draw.k', WORD_VALUES);
  return stream.draw((reader) => {
    const from = reader.index;
    const taken = Array.from({ length: k }, () => reader.word());
    reader.note?.(reader, 'words', from, {});
    return taken;
  });
}

/**
 * The next k bytes; a word begun is used up.
 * @param {Stream} stream
 * @param {number} k
 */
export function bytes(stream, k) {
  checkCount(k, 'k', 'draw.k', WORD_VALUES);
  return stream.draw((reader) => {
    const from = reader.index;
    const taken = new Uint8Array(k);
    for (let at = 0; at < k; at += 4) {
      const word = reader.word();
      for (let i = 0; i < 4 && at + i < k; i++) taken[at + i] = word >>> (24 - 8 * i);
    }
    reader.note?.(reader, 'bytes', from, { result: hex(taken) });
    return taken;
  });
}
