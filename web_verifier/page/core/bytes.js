/** Bytes and their text forms. Each form has one right spelling, and what is spelled otherwise is refused. */

import { Fault } from './fault.js';

const encoder = new TextEncoder();
// `ignoreBOM` keeps U+FEFF as the character it is; without it two texts would read alike.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

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

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Lowercase hexadecimal.
 * @param {Uint8Array} bytes
 */
export function hex(bytes) {
  let out = '';
  for (const byte of bytes) out += HEX[byte];
  return out;
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

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Base64 of RFC 4648, section 4, with padding.
 * @param {Uint8Array} bytes
 */
export function base64(bytes) {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = (bytes[i] << 16) | ((left > 1 ? bytes[i + 1] : 0) << 8) | (left > 2 ? bytes[i + 2] : 0);
    out += ALPHABET[group >> 18] + ALPHABET[(group >> 12) & 63];
    out += left > 1 ? ALPHABET[(group >> 6) & 63] : '=';
    out += left > 2 ? ALPHABET[group & 63] : '=';
  }
  return out;
}

/**
 * Bytes of Base64. Missing padding, white space and left-over bits that are not zero (RFC 4648, section 3.5) are
 * refused: of two texts for the same bytes one is wrong.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase64(text) {
  if (typeof text !== 'string' || text.length % 4 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new Fault('', 'format.base64');
  }
  const pads = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const out = new Uint8Array((text.length / 4) * 3 - pads);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < text.length - pads; i++) {
    held = ((held << 6) | ALPHABET.indexOf(text[i])) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = held >> bits;
    }
  }
  if (held & ((1 << bits) - 1)) throw new Fault('', 'format.base64');
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
