/** Decimals within their ranges: `docs/rules/common.md`. What is refused here fails the check `rules`. */

import { Fault } from '../core/fault.js';
import { compare, fraction, parseDecimal } from '../core/numbers.js';

/** No value that is allowed anywhere has a longer text, and millions of digits would take long to read. */
const LONGEST = 40;

/** The value of a decimal text that is not absurdly long. @param {string} text @param {string} field */
export function decimalOf(text, field) {
  if (text.length > LONGEST) throw new Fault(field, 'rules.long');
  return parseDecimal(text);
}

/** C-12. @param {string} rtp */
export function checkRtp(rtp) {
  const value = decimalOf(rtp, 'params.rtp');
  if (value.n === 0n || compare(value, fraction(1)) > 0) throw new Fault('params.rtp', 'rules.rtp');
}
