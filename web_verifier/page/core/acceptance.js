/** What a service accepts as a client seed (`docs/spec/derivation.md`, section 1). A verifier takes any text, and warns. */

import { Fault } from './fault.js';
import { COMBINING, REFUSED_EDGES } from './unicode15.js';

/** Code points that a service takes; a record may hold more, and then carries a warning. */
const LONGEST = 64;

/** The property White_Space, the same in every version since 6.3. */
const WHITE_SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * What a service would refuse in a client seed; nothing where it accepts it.
 * @param {unknown} text
 * @returns {Fault[]}
 */
export function clientSeedFaults(text) {
  if (typeof text !== 'string') return [new Fault('client_seed', 'seed.client-seed')];
  /** @type {Fault[]} */
  const faults = [];
  /** @param {string} id @param {Record<string, string | number>} [values] */
  const fault = (id, values) => faults.push(new Fault('client_seed', id, values));
  const points = Array.from(text);
  if (points.length === 0) fault('seed.empty');
  if (points.length > LONGEST) fault('seed.too-long', { length: points.length, longest: LONGEST });
  const refused = points.find((point) => isRefused(Number(point.codePointAt(0))));
  if (refused !== undefined) {
    const code = Number(refused.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0');
    fault('seed.character', { code: `U+${code}` });
  }
  if (points.length > 0 && (WHITE_SPACE.test(points[0]) || WHITE_SPACE.test(points[points.length - 1]))) {
    fault('seed.white-space');
  }
  // The platform knows how to normalise only what its own version of Unicode has.
  if (refused === undefined && !isComposed(text)) fault('seed.not-composed');
  return faults;
}

/**
 * General category Cc, Cs, Co or Cn in Unicode 15.0.
 * @param {number} code
 */
function isRefused(code) {
  let low = 0;
  let high = REFUSED_EDGES.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (REFUSED_EDGES[middle] <= code) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** By combining class, a mark that every platform knows and that is part of no composed character. */
const STAND_INS = new Map([
  [9, '\u0d4d'],
  [220, '\u0316'],
  [230, '\u030d'],
  [232, '\u0315'],
]);

/**
 * Whether a text of characters of Unicode 15.0 is in normalisation form C. That form never changes in later
 * versions; an older platform takes marks that are new in 15.0 for letters, so marks of the same class, which are
 * ordered and composed in the same way, stand in for them.
 * @param {string} text
 */
function isComposed(text) {
  let known = '';
  for (const point of text) {
    const mark = COMBINING.get(Number(point.codePointAt(0)));
    known += mark === undefined ? point : STAND_INS.get(mark);
  }
  return known === known.normalize('NFC');
}
