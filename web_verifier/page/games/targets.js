/** Targets within their ranges: `docs/rules/dice.md`, `docs/rules/limbo.md`. */

import { Fault } from '../core/fault.js';
import { compare, parseDecimal } from '../core/numbers.js';
import { decimalOf } from './decimals.js';

/**
 * A decimal text between two others, both allowed.
 * @param {string} text
 * @param {string} field
 * @param {string} least
 * @param {string} most
 */
export function checkTarget(text, field, least, most) {
  const value = decimalOf(text, field);
  if (compare(value, parseDecimal(least)) < 0 || compare(value, parseDecimal(most)) > 0) {
    throw new Fault(field, 'rules.range', { least, most });
  }
}
