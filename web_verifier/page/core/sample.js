/** Samples, drawn by `uniform`: `docs/spec/derivation.md`, section 3. */

import { checkCount } from './counts.js';
import { WORD_VALUES } from './stream.js';

/**
 * The first k places of the shuffled 0, 1, …, n - 1; nothing is drawn for the others, and only places that an
 * exchange has touched are kept.
 * @param {import('./stream.js').Stream} stream
 * @param {number} n
 * @param {number} k
 */
export function sample(stream, n, k) {
  checkCount(n, 'n', 'draw.n', WORD_VALUES);
  checkCount(k, 'k', 'draw.k', n);
  return stream.draw((reader) => {
    /** @type {Map<number, number>} */
    const moved = new Map();
    const places = [];
    for (let i = 0; i < k; i++) {
      const j = i < n - 1 ? i + reader.uniform(n - i, 'sample', i) : i;
      places.push(moved.get(j) ?? j);
      moved.set(j, moved.get(i) ?? i);
    }
    return places;
  });
}
