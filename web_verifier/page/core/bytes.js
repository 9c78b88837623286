/** Texts as bytes, and bytes as texts. They are read, compared and joined in `octets.js`. */

import { Fault } from './fault.js';

const encoder = new TextEncoder();

/**
 * A text's UTF-8 bytes. An unpaired surrogate has none; `TextEncoder` would silently put U+FFFD in its place.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function utf8(text) {
  if (hasSurrogate(text)) throw new Fault('', 'format.surrogate');
  return encoder.encode(text);
}

/**
 * Whether a text has a surrogate without its other half. With the flag `u`, pairs are one character.
 * @param {string} text
 */
export const hasSurrogate = (text) => /[\ud800-\udfff]/u.test(text);

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lowercase hexadecimal. @param {Uint8Array} bytes */
export function hex(bytes) {
  let out = '';
  for (const byte of bytes) out += HEX[byte];
  return out;
}
