/** Orders, drawn by `uniform`: `docs/spec/derivation.md`, section 3. */

/**
 * The items in a new order; the last place costs no draw.
 * @template T
 * @param {import('./stream.js').Stream} stream
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
