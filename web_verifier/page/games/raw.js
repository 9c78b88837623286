/** Raw draws, for an operator's own games: `docs/spec/derivation.md`, section 5. No bet, no settlement. */

import { hex } from '../core/bytes.js';
import { sample as drawSample } from '../core/sample.js';
import { bytes as takeBytes, words as takeWords } from '../core/words.js';
import { INSTANT } from './instant.js';
import { checkRange } from './limits.js';

/**
 * Exactly one of these is there.
 * @typedef {object} Params
 * @property {number} [words]
 * @property {number} [bytes]
 * @property {number} [shuffle]
 * @property {{n: number, count: number}} [integers]
 * @property {{n: number, k: number}} [sample]
 */
/** @typedef {{outcome: import('./forms.js').Members}} State */

const MOST = 100_000;
const MOST_N = 2 ** 32;

/** @param {Params} params @param {import('./game.js').Stream} stream */
function draw({ words, bytes, shuffle, integers, sample }, stream) {
  if (words !== undefined) return { words: takeWords(stream, words)[0] };
  if (bytes !== undefined) return { bytes: hex(takeBytes(stream, bytes)[0]) };
  if (shuffle !== undefined) return { shuffle: drawSample(stream, shuffle, shuffle)[0] };
  if (sample !== undefined) return { sample: drawSample(stream, sample.n, sample.k)[0] };
  const { n, count } = /** @type {{n: number, count: number}} */ (integers);
  const drawn = [];
  for (let from = stream; drawn.length < count; ) {
    const [value, next] = from.uniform(n);
    drawn.push(value);
    from = next;
  }
  return { integers: drawn };
}

/** @param {Params} params */
function check({ words, bytes, shuffle, integers, sample }) {
  // Decision 0010: a draw of nothing is none.
  for (const [name, k] of Object.entries({ words, bytes, shuffle })) {
    if (k !== undefined) checkRange(k, `params.${name}`, 1, MOST);
  }
  if (integers !== undefined) {
    checkRange(integers.n, 'params.integers.n', 1, MOST_N);
    checkRange(integers.count, 'params.integers.count', 1, MOST);
  }
  if (sample !== undefined) {
    checkRange(sample.n, 'params.sample.n', 1, MOST_N);
    checkRange(sample.k, 'params.sample.k', 1, Math.min(sample.n, MOST));
  }
}

/** @type {import('./game.js').Game<Params, undefined, State>} */
export const raw = {
  name: 'raw',
  choices: [],
  hasBet: false,
  fill: (given) => given,
  check,

  start: (params, _bet, stream) => ({ outcome: draw(params, stream) }),
  result: ({ outcome }) => ({ outcome, staked: 0, returned: 0, multiplier: null }),

  ...INSTANT,
};
