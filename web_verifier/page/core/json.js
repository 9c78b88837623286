/**
 * JSON as records are written (`docs/spec/record.md`, "Text forms" and "Unusable"), and canonical JSON (RFC 8785).
 *
 * The platform's `JSON.parse` takes the last of repeated keys, rounds great numbers and reads `100.0` as 100, all
 * without a word; so the text is read here.
 */

import { hasSurrogate, text as decode, utf8 } from './bytes.js';
import { Fault } from './fault.js';

/** @typedef {null | boolean | number | string | Json[] | {[key: string]: Json}} Json */
/** @typedef {{[key: string]: Json}} JsonObject objects that are read have no prototype, so no member but their own */

export const LARGEST = 16 * 2 ** 20;
export const DEEPEST = 64;

/** Of a text that is full of faults this many are told. */
const MOST_FAULTS = 50;

/**
 * Reads one JSON object. What is no object by RFC 8259 is thrown as a Fault of the layer `unusable`; where the
 * narrower rules of records are broken, it stands in `faults`, and the value is nothing to go on with.
 * @param {Uint8Array | string} input
 * @returns {{value: JsonObject, faults: Fault[]}}
 */
export function readJson(input) {
  const text = readText(input);
  const reader = new Reader(text);
  reader.space();
  const value = reader.value('', 1);
  reader.space();
  if (reader.at < text.length) reader.fail('unusable.json');
  if (!isObject(value)) throw new Fault('', 'unusable.object');
  return { value, faults: reader.faults };
}

/**
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Uint8Array | string} input */
function readText(input) {
  const tooLarge = () => new Fault('', 'unusable.too-large', { most: LARGEST });
  if (input.length > LARGEST) throw tooLarge();
  let text;
  if (typeof input === 'string') {
    text = input;
    // A text that was typed or pasted is measured as the UTF-8 that it stands for.
    if (hasSurrogate(text)) throw new Fault('', 'unusable.utf8');
    if (text.length * 3 > LARGEST && utf8(text).length > LARGEST) throw tooLarge();
  } else {
    try {
      text = decode(input);
    } catch {
      throw new Fault('', 'unusable.utf8');
    }
  }
  if (text.startsWith('\ufeff')) throw new Fault('', 'unusable.byte-order-mark');
  return text;
}

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;
/** @type {Record<string, string>} */
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** @type {[string, Json][]} */
const WORDS = [['true', true], ['false', false], ['null', null]];

class Reader {
  at = 0;
  /** @type {Fault[]} */
  faults = [];

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  /**
   * Ends the reading, with the place where it stands; both count from 1, columns in characters.
   * @param {string} id
   * @returns {never}
   */
  fail(id) {
    const lines = this.text.slice(0, this.at).split('\n');
    const column = Array.from(lines[lines.length - 1]).length + 1;
    throw new Fault('', id, { line: lines.length, column, most: DEEPEST });
  }

  /** @param {string} path @param {string} id */
  fault(path, id) {
    if (this.faults.length < MOST_FAULTS) this.faults.push(new Fault(path, id));
  }

  /**
   * What a sticky pattern finds here; reading goes on behind it.
   * @param {RegExp} pattern
   */
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  space() {
    this.match(SPACE);
  }

  /** @param {string} token */
  take(token) {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  /**
   * @param {string} path
   * @param {number} depth levels that this value would open the last of
   * @returns {Json}
   */
  value(path, depth) {
    const first = this.text[this.at];
    if (first === '{' || first === '[') {
      if (depth > DEEPEST) this.fail('unusable.depth');
      this.at++;
      return first === '{' ? this.object(path, depth) : this.array(path, depth);
    }
    if (first === '"') return this.string(path);
    for (const [word, value] of WORDS) if (this.take(word)) return value;
    return this.number(path);
  }

  /** @param {string} path @param {number} depth */
  object(path, depth) {
    /** @type {JsonObject} */
    const object = Object.create(null);
    this.space();
    if (this.take('}')) return object;
    do {
      this.space();
      const key = this.string(path);
      const inside = path ? `${path}.${key}` : key;
      if (key in object) this.fault(inside, 'format.repeated-key');
      this.space();
      if (!this.take(':')) this.fail('unusable.json');
      this.space();
      object[key] = this.value(inside, depth + 1);
      this.space();
    } while (this.take(','));
    if (!this.take('}')) this.fail('unusable.json');
    return object;
  }

  /** @param {string} path @param {number} depth */
  array(path, depth) {
    /** @type {Json[]} */
    const array = [];
    this.space();
    if (this.take(']')) return array;
    do {
      this.space();
      array.push(this.value(`${path}[${array.length}]`, depth + 1));
      this.space();
    } while (this.take(','));
    if (!this.take(']')) this.fail('unusable.json');
    return array;
  }

  /** @param {string} path */
  string(path) {
    if (!this.take('"')) this.fail('unusable.json');
    const parts = [];
    for (;;) {
      parts.push(this.match(PLAIN)?.[0] ?? '');
      if (this.take('"')) break;
      if (!this.take('\\')) this.fail('unusable.json');
      const escape = this.text[this.at];
      const four = escape === 'u' ? this.text.slice(this.at + 1, this.at + 5) : '';
      if (/^[0-9A-Fa-f]{4}$/.test(four)) {
        parts.push(String.fromCharCode(parseInt(four, 16)));
        this.at += 5;
      } else if (Object.hasOwn(ESCAPES, escape ?? '')) {
        parts.push(ESCAPES[escape]);
        this.at++;
      } else {
        this.fail('unusable.json');
      }
    }
    const string = parts.join('');
    if (hasSurrogate(string)) this.fault(path, 'format.surrogate');
    return string;
  }

  /** @param {string} path */
  number(path) {
    const found = this.match(NUMBER);
    if (found === null) this.fail('unusable.json');
    // `100.0` and `1e2` are not whole as they are written, though JavaScript would call their value so.
    if (found[1] !== '') {
      this.fault(path, 'format.fraction');
      return null;
    }
    const number = Number(found[0]);
    if (!Number.isSafeInteger(number)) {
      this.fault(path, 'format.number-range');
      return null;
    }
    return number === 0 ? 0 : number;
  }
}

/**
 * Canonical JSON: no white space, keys in the order of their UTF-16 code units, the escapes of JavaScript.
 * @param {unknown} value whole numbers only: records have no others
 * @returns {string}
 */
export function canonical(value) {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Fault('', 'format.number-range');
    return String(value);
  }
  if (typeof value === 'string') {
    if (hasSurrogate(value)) throw new Fault('', 'format.surrogate');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) throw new TypeError(`${typeof value} in JSON`);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(',')}}`;
}
