/** A choice between weights, for an operator's own games: `docs/spec/derivation.md`, section 3. No game here draws by it. */

import { checkCount } from './counts.js';
import { WORD_VALUES } from './stream.js';

/**
 * The index of a weight, as likely as its share in their sum.
 * @param {import('./stream.js').Stream} stream
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
