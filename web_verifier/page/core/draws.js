/** Draws written down, to be explained. */

/** @typedef {import('./stream.js').Stream} Stream */

/**
 * One draw as `recording` writes it. Of `shuffle`, `sample` and `choice` each draw is written by itself:
 * `result` is then the number that `uniform(n)` gave, and `step` the place i that it belongs to.
 * @typedef {object} Draw
 * @property {'uniform' | 'uint64' | 'shuffle' | 'sample' | 'choice' | 'words' | 'bytes'} primitive
 * @property {number | null} n
 * @property {number | null} threshold 2^32 mod n: a product whose low half is less is rejected
 * @property {{index: number, word: number, rejected: boolean}[]} words each with its index in the stream
 * @property {number | bigint | string | null} result null where the words are the result
 * @property {number} [step]
 */

/**
 * The same place; from it on every draw is also written to `draws`, also when it is drawn again.
 * @param {Stream} stream
 * @param {Draw[]} draws
 * @returns {Stream}
 */
export const recording = (stream, draws) =>
  stream.noting((reader, primitive, from, more) => {
    const words = [];
    // All but the last of a draw that can reject were rejected.
    const rejects = more.n !== undefined;
    for (let index = from; index < reader.index; index++) {
      words.push({ index, word: reader.source.word(index), rejected: rejects && index < reader.index - 1 });
    }
    draws.push({ primitive, n: null, threshold: null, words, result: null, ...more });
  });
