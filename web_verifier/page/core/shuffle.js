/** Orders and samples, drawn by `uniform`: `docs/spec/derivation.md`, section 3. Each gives its value and the place behind it. */

import { checkCount } from './counts.js';
import { WORD_VALUES } from './stream.js';

/** @typedef {import('./stream.js').Stream} Stream */

/**
 * The items in a new order; the last place costs no draw.
 * @template T
 * @param {Stream} stream
 * @param {readonly T[]} items
 */
export const shuffle = (stream, items) =>
  stream.draw((reader) => {
    const order = items.slice();
    for (let i = 0; i < order.length - 1; i++) {
      const j = i + reader.uniform(order.length - i, 'shuffle', i);
      const item = order[i];
      order[i] = order[j];
      order[j] = item;
    }
    return order;
  });

/**
 * The first k places of the shuffled 0, 1, …, n - 1; nothing is drawn for the others, and only places that an
 * exchange has touched are kept.
 * @param {Stream} stream
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

/**
 * The index of a weight, as likely as its share in their sum.
 * @param {Stream} stream
 * @param {readonly number[]} weights
 */
export function choice(stream, weights) {
  let sum = 0;
  for (const weight of weights) sum += checkCount(weight, 'weight', 'draw.weight', WORD_VALUES - sum);
  return stream.draw((reader) => {
    const drawn = reader.uniform(sum, 'choice');
    let index = 0;
    for (let passed = weights[0]; passed <= drawn; passed += weights[index]) index++;
    return index;
  });
}
