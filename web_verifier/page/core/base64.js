/** Base64 of RFC 4648, section 4. As of other text forms there is one right spelling. */

import { Fault } from './fault.js';

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
