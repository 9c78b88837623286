/** Decimal texts with a fixed number of places, such as targets and rolls. */

import { Fault } from './fault.js';
import { parseDecimal } from './numbers.js';

/**
 * A decimal text with exactly so many places, in units of the last one: `"50.00"` is 5000n.
 * @param {unknown} text
 * @param {number} places 1 to 6
 * @param {string} [field]
 * @returns {bigint}
 */
export function parseFixed(text, places, field = '') {
  const { n, d } = parseDecimal(text, field);
  if (d !== 10n ** BigInt(places)) throw new Fault(field, 'format.places', { places });
  return n;
}
