/** Bytes read from their text forms, compared and joined. Each form has one right spelling, and what is spelled otherwise is refused. */

import { Fault } from './fault.js';

// `ignoreBOM` keeps U+FEFF as the character it is; without it two texts would read alike.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of UTF-8 bytes; overlong forms, surrogates and whatever else is no UTF-8 are refused.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function text(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Fault('', 'format.utf8');
  }
}

/**
 * Bytes of lowercase hexadecimal; upper case is refused, not folded.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromHex(text) {
  if (typeof text !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(text)) throw new Fault('', 'format.hex');
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return out;
}

/**
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function concat(...parts) {
  const out = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/**
 * Nothing here is secret, so the comparison need not take the same time for all.
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
export function equal(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
