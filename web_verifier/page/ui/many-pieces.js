/** Small things that reading many rounds needs. */

import { Fault } from '../core/fault.js';
import { isObject, readJson } from '../core/json.js';

/** Gives the page its turn, sooner than a timer would. */
export const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

/** A line of white space only is skipped. @param {Uint8Array} bytes */
export const isBlank = (bytes) => bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);

/** Two pieces as one. @param {Uint8Array<ArrayBuffer>} a @param {Uint8Array<ArrayBuffer>} b */
export function joined(a, b) {
  if (a.length === 0) return b;
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** A document, or null where it is none. @param {Uint8Array} bytes */
export function parse(bytes) {
  try {
    return readJson(bytes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return null;
  }
}

/** @param {unknown} value */
export const whole = (value) => (typeof value === 'number' ? value : null);

/** The outcome of a record in a word, for a column. @param {Record<string, any>} value */
export function came({ outcome, void: off }) {
  if (off !== undefined) return 'void';
  if (!isObject(outcome)) return '–';
  const { roll, multiplier, bin, result, player_hands } = /** @type {Record<string, any>} */ (outcome);
  const said =
    roll ??
    multiplier ??
    bin ??
    result ??
    (Array.isArray(player_hands) ? player_hands.map((hand) => hand?.result).join(', ') : '–');
  return String(said).slice(0, 40);
}
