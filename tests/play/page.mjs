/** The modules of the play page, and a stand-in for the storage of a tab. */

import { readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);

const FOLDER = new URL('../../fairseed/service/static/play/', import.meta.url);

/** @param {string} name @returns {Promise<any>} */
export const load = (name) => import(new URL(name, FOLDER).href);

/** Every module by its name, but the texts. */
export const sources = () =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('texts'))
    .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));

/** As `sessionStorage`, with room for so many characters. @implements {Storage} */
export class Tab {
  /** @type {Map<string, string>} */
  #kept = new Map();

  constructor(room = Infinity) {
    this.room = room;
  }

  get length() {
    return this.#kept.size;
  }

  /** @param {number} at */
  key(at) {
    return [...this.#kept.keys()][at] ?? null;
  }

  /** @param {string} name */
  getItem(name) {
    return this.#kept.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setItem(name, value) {
    const others = [...this.#kept].filter(([key]) => key !== name).reduce((sum, [, text]) => sum + text.length, 0);
    if (others + value.length > this.room) throw new Error('QuotaExceededError');
    this.#kept.set(name, String(value));
  }

  /** @param {string} name */
  removeItem(name) {
    this.#kept.delete(name);
  }

  clear() {
    this.#kept.clear();
  }
}

/**
 * A service that answers by a list: each call is written down, and gets the next answer.
 * @param {readonly (object | Error)[]} answers bodies, `{status, body}`, or what is thrown
 */
export function serviceOf(answers) {
  /** @type {{method: string, url: string, body: any, headers: Record<string, string>}[]} */
  const calls = [];
  const left = [...answers];
  const ask = async (/** @type {string} */ url, /** @type {any} */ { method, body, headers }) => {
    calls.push({ method, url, body: body && JSON.parse(body), headers });
    const next = /** @type {any} */ (left.shift());
    if (next === undefined) throw new Error(`not expected: ${method} ${url}`);
    if (next instanceof Error) throw next;
    const { status = 200, type = 'application/json', told = next } = next;
    return new Response(JSON.stringify(told), { status, headers: { 'Content-Type': type } });
  };
  return { ask, calls, left };
}

/** A refusal as the service tells it. @param {number} status @param {string} code @param {string} [field] */
export const refusal = (status, code, field = '') => ({ status, type: 'application/problem+json', told: { code, field, detail: `${field}: ${code}`, status } });
