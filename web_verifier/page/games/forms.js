/**
 * Reading of claims (`docs/spec/record.md`, Text forms): types, names and text forms. What is refused here fails the check
 * `format`. Whether a value that is well written is also allowed is asked later, by `limits.js` and the games, and fails `rules`.
 */

import { Fault, inside } from '../core/fault.js';

/** @typedef {Record<string, unknown>} Members the members of a JSON object */

/**
 * A JSON object.
 * @param {unknown} raw
 * @param {string} field
 * @returns {Members}
 */
export function object(raw, field) {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new Fault(field, 'format.not-object');
  return /** @type {Members} */ (raw);
}

/** @typedef {Record<string, (raw: unknown, field: string) => any>} Shape readers of members by name */
/**
 * @template {Shape} T
 * @typedef {{[K in keyof T]: ReturnType<T[K]>}} Shaped
 */

/**
 * A reader of JSON objects in which each field is a claim: a name that is not listed is refused, and so is one that is missing.
 * @template {Shape} T
 * @param {T} shape
 * @param {Readonly<Record<string, unknown>>} [left] what may be left out, with what then stands in its place (undefined: nothing)
 * @returns {(raw: unknown, field: string) => Shaped<T>}
 */
export const claims =
  (shape, left = {}) =>
  (raw, field) => {
    const members = object(raw, field);
    for (const name of Object.keys(members)) {
      if (!Object.hasOwn(shape, name)) throw new Fault(inside(field, name), 'format.unknown-name');
    }
    /** @type {Members} */
    const read = {};
    for (const [name, readMember] of Object.entries(shape)) {
      if (Object.hasOwn(members, name)) read[name] = readMember(members[name], inside(field, name));
      else if (!Object.hasOwn(left, name)) throw new Fault(inside(field, name), 'format.missing');
      else if (left[name] !== undefined) read[name] = left[name];
    }
    return /** @type {Shaped<T>} */ (read);
  };

/**
 * A member that has to be there.
 * @param {Members} members
 * @param {string} name
 * @param {string} field where the members stand; empty for the record itself
 * @returns {unknown}
 */
export function need(members, name, field) {
  if (!Object.hasOwn(members, name)) throw new Fault(inside(field, name), 'format.missing');
  return members[name];
}

/**
 * @param {unknown} raw
 * @param {string} field
 * @returns {unknown[]}
 */
export function list(raw, field) {
  if (!Array.isArray(raw)) throw new Fault(field, 'format.not-list');
  return raw;
}

/**
 * A reader of lists, each item read in the same way.
 * @template T
 * @param {(raw: unknown, field: string) => T} readItem
 * @returns {(raw: unknown, field: string) => T[]}
 */
export const listOf = (readItem) => (raw, field) => list(raw, field).map((item, i) => readItem(item, `${field}[${i}]`));

/**
 * @param {unknown} raw
 * @param {string} field
 * @returns {string}
 */
export function text(raw, field) {
  if (typeof raw !== 'string') throw new Fault(field, 'format.not-text');
  return raw;
}

/**
 * A whole number. That it is within ±(2^53 − 1) the reader of JSON has seen to.
 * @param {unknown} raw
 * @param {string} field
 * @returns {number}
 */
export function whole(raw, field) {
  if (!Number.isSafeInteger(raw)) throw new Fault(field, 'format.not-whole');
  return /** @type {number} */ (raw);
}

/**
 * A reader of texts of a certain form.
 * @param {RegExp} form
 * @param {string} id what is told where the text has another form
 * @param {Record<string, number>} [values]
 * @returns {(raw: unknown, field: string) => string}
 */
export const textOf = (form, id, values) => (raw, field) => {
  const read = text(raw, field);
  if (!form.test(read)) throw new Fault(field, id, values);
  return read;
};

/** A decimal: up to six places, no sign, no leading zeros. */
export const decimal = textOf(/^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,6})?$/, 'format.decimal');

/** A target, a roll or a multiplier of limbo. */
export const twoPlaces = textOf(/^(?:0|[1-9][0-9]*)\.[0-9]{2}$/, 'format.places', { places: 2 });

/** `settlement.multiplier`. */
export const fourPlaces = textOf(/^(?:0|[1-9][0-9]*)\.[0-9]{4}$/, 'format.places', { places: 4 });

/** A digest, a seed or the hash of one: 64 lowercase hexadecimal characters. */
export const hash = textOf(/^[0-9a-f]{64}$/, 'format.not-hash');

/** Bytes as lowercase hexadecimal. */
export const hexBytes = textOf(/^(?:[0-9a-f]{2})*$/, 'format.not-hex');

/** A card, rank first (derivation.md, section 4). */
export const card = textOf(/^[2-9TJQKA][cdhs]$/, 'format.not-card');

/**
 * A reader of the words of an enumeration; another word is no value at all (decision 0003).
 * @template {string} W
 * @param {readonly W[]} words
 * @returns {(raw: unknown, field: string) => W}
 */
export const wordOf = (words) => (raw, field) => {
  const word = /** @type {W} */ (text(raw, field));
  if (!words.includes(word)) throw new Fault(field, 'format.unknown-word', { words: words.join(', ') });
  return word;
};

/**
 * A reader that takes null for what is not there.
 * @template T
 * @param {(raw: unknown, field: string) => T} read
 * @returns {(raw: unknown, field: string) => T | null}
 */
export const nullOr = (read) => (raw, field) => (raw === null ? null : read(raw, field));
