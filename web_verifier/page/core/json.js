/**
 * JSON as records are written (`docs/spec/record.md`, "Text forms" and "Unusable"), and canonical JSON (RFC 8785).
 *
 * The platform's `JSON.parse` takes the last of repeated keys, rounds great numbers and reads `100.0` as 100, all
 * without a word; so the text is read here.
 */

import { hasSurrogate, utf8 } from './bytes.js';
import { text as decode } from './octets.js';
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
  const value = reader.value(1);
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

const [QUOTE, BACKSLASH, MINUS, COMMA, COLON] = Array.from('"\\-,:', (sign) => sign.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = Array.from('{}[]', (sign) => sign.charCodeAt(0));
const [ZERO, NINE] = Array.from('09', (sign) => sign.charCodeAt(0));

/** What makes of a whole number another one, as it is written. */
const REST_OF_NUMBER = /(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** @type {Record<string, string>} */
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** @type {[string, Json][]} */
const WORDS = [['true', true], ['false', false], ['null', null]];

class Reader {
  at = 0;
  /** @type {Fault[]} */
  faults = [];
  /** @type {(string | number)[]} names and indices that lead to the value that is being read */
  path = [];

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

  /** @param {string} id */
  fault(id) {
    if (this.faults.length === MOST_FAULTS) return;
    const steps = this.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    this.faults.push(new Fault(steps.join('').replace(/^\./, ''), id));
  }

  space() {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  /**
   * Whether this sign stands here; then reading goes on behind it.
   * @param {number} code
   */
  take(code) {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  /** @param {number} code */
  need(code) {
    if (!this.take(code)) this.fail('unusable.json');
  }

  /**
   * @param {number} depth levels of nesting, this value's own with them
   * @returns {Json}
   */
  value(depth) {
    const code = this.text.charCodeAt(this.at);
    if (code === QUOTE) return this.string();
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (depth > DEEPEST) this.fail('unusable.depth');
      this.at++;
      return code === OPEN_OBJECT ? this.object(depth) : this.array(depth);
    }
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.number();
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return this.fail('unusable.json');
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {JsonObject} */
    const object = Object.create(null);
    this.space();
    if (this.take(CLOSE_OBJECT)) return object;
    do {
      this.space();
      const key = this.string();
      this.path.push(key);
      if (key in object) this.fault('format.repeated-key');
      this.space();
      this.need(COLON);
      this.space();
      object[key] = this.value(depth + 1);
      this.path.pop();
      this.space();
    } while (this.take(COMMA));
    this.need(CLOSE_OBJECT);
    return object;
  }

  /** @param {number} depth */
  array(depth) {
    /** @type {Json[]} */
    const array = [];
    this.space();
    if (this.take(CLOSE_ARRAY)) return array;
    do {
      this.space();
      this.path.push(array.length);
      array.push(this.value(depth + 1));
      this.path.pop();
      this.space();
    } while (this.take(COMMA));
    this.need(CLOSE_ARRAY);
    return array;
  }

  string() {
    this.need(QUOTE);
    let string = '';
    let escapedSurrogate = false;
    for (;;) {
      const begin = this.at;
      let code = this.text.charCodeAt(this.at);
      while (code !== QUOTE && code !== BACKSLASH && code >= 0x20) code = this.text.charCodeAt(++this.at);
      string += this.text.slice(begin, this.at);
      if (this.take(QUOTE)) break;
      // A control character, or the end of the text.
      this.need(BACKSLASH);
      const escape = this.text[this.at] ?? '';
      const four = escape === 'u' ? this.text.slice(this.at + 1, this.at + 5) : '';
      if (/^[0-9A-Fa-f]{4}$/.test(four)) {
        const unit = parseInt(four, 16);
        escapedSurrogate ||= unit >= 0xd800 && unit <= 0xdfff;
        string += String.fromCharCode(unit);
        this.at += 5;
      } else if (Object.hasOwn(ESCAPES, escape)) {
        string += ESCAPES[escape];
        this.at++;
      } else {
        this.fail('unusable.json');
      }
    }
    if (escapedSurrogate && hasSurrogate(string)) this.fault('format.surrogate');
    return string;
  }

  digits() {
    const begin = this.at;
    let code = this.text.charCodeAt(this.at);
    while (code >= ZERO && code <= NINE) code = this.text.charCodeAt(++this.at);
    return this.at - begin;
  }

  number() {
    const begin = this.at;
    this.take(MINUS);
    if (!this.take(ZERO) && this.digits() === 0) this.fail('unusable.json');
    const number = Number(this.text.slice(begin, this.at));
    // `100.0` and `1e2` are not whole as they are written, though JavaScript would call their value so.
    REST_OF_NUMBER.lastIndex = this.at;
    if (REST_OF_NUMBER.test(this.text) && REST_OF_NUMBER.lastIndex > this.at) {
      this.at = REST_OF_NUMBER.lastIndex;
      this.fault('format.fraction');
      return 0;
    }
    if (!Number.isSafeInteger(number)) {
      this.fault('format.number-range');
      return 0;
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
