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

/** What a record may hold in a place where a text or a number belongs; null where it is neither. @param {unknown} value */
export const said = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/**
 * A text by itself: a part of a greater text would keep all of it.
 * @template {string | null} T
 * @param {T} text
 * @returns {T}
 */
export const own = (text) => JSON.parse(JSON.stringify(text));

/** The outcome of a record in a word, for a column. @param {Record<string, any>} value */
export function came({ outcome, void: off }) {
  if (off !== undefined) return 'void';
  if (!isObject(outcome)) return '–';
  const { roll, multiplier, bin, result, player_hands } = /** @type {Record<string, any>} */ (outcome);
  const hands = Array.isArray(player_hands)
    ? player_hands.map((hand) => said(isObject(hand) ? hand.result : hand) ?? '–').join(', ')
    : null;
  return own((said(roll) ?? said(multiplier) ?? said(bin) ?? said(result) ?? hands ?? '–').slice(0, 40));
}

/**
 * What the service tells of a pair, or its close entry, with or without its proof: it is no record, and closes the bundle. A record
 * may have members of these names, and is one all the same.
 * @param {Record<string, any>} value
 */
export const isClose = (value) => value.type === 'close' || (!('type' in value) && ('tlog_proof' in value || 'close' in value));

/** So long the page may be busy at a time, in milliseconds; what is drawn in between comes on top. */
export const TURN = 12;

/** A text is written in pieces of so many characters. */
const CHUNK = 2 ** 16;

/**
 * A long list of texts as fewer and longer ones, made without stopping the page.
 * @param {Iterable<string>} lines
 */
export async function gathered(lines) {
  const chunks = [];
  let chunk = '';
  let turn = performance.now();
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    chunks.push(chunk);
    chunk = '';
    if (performance.now() - turn < TURN) continue;
    await breathe();
    turn = performance.now();
  }
  return [...chunks, chunk];
}
