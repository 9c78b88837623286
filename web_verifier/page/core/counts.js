/** How many: numbers that primitives are asked for. */

import { Fault } from './fault.js';

/**
 * @param {unknown} value
 * @param {string} field
 * @param {string} id
 * @param {number} most
 */
export function checkCount(value, field, id, most) {
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > most) {
    throw new Fault(field, id, { [field]: Number(value) });
  }
  return Number(value);
}
