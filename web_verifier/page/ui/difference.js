/** What differs between two things that were compared, member by member, and what the two are called. */

import { h } from './dom.js';
import { same } from './same.js';

/** @typedef {{text: string, differs: boolean}} Piece */

/** What a check compares, expected and actual, by the check or by what it says: ids of texts. @type {Record<string, [string, string]>} */
const SIDES = {
  'commitment.fail': ['told.sha256', 'told.promised'],
  settlement: ['told.rules', 'check.actual'],
  'receipt.round': ['check.actual', 'told.receipt'],
  'receipt.action': ['check.actual', 'told.receipt'],
  'receipt.two': ['told.receipt', 'told.another'],
  'receipt.rival': ['told.kept', 'check.actual'],
  'receipt.answer': ['told.kept', 'check.actual'],
  nonces: ['told.place', 'check.actual'],
  seed: ['told.before', 'check.actual'],
  close_root: ['told.records', 'told.close'],
};

/**
 * Both sides of a check that failed, each with the name of what it is. A receipt repeats much of the record, so that of receipts only
 * what differs is shown.
 * @param {{check: string, detail: {id: string}, expected: any, actual: any}} check
 * @returns {{title: string, pieces: Piece[]}[]} expected, then actual; none where nothing can be shown
 */
export function sidesOf({ check, detail, expected, actual }) {
  if (expected === null || actual === null) return [];
  const titles = SIDES[detail.id] ?? SIDES[check] ?? ['check.expected', 'check.actual'];
  const [one, other] = check === 'receipt' ? differing(expected, actual) : [expected, actual];
  return difference(one, other).map((pieces, i) => ({ title: titles[i], pieces }));
}

/** Without the members that are the same in both. @param {any} a @param {any} b @returns {[any, any]} */
function differing(a, b) {
  const only = (/** @type {any} */ whole, /** @type {any} */ other) =>
    Object.fromEntries(Object.entries(whole).filter(([name, value]) => !same(value, other[name])));
  return [only(a, b), only(b, a)];
}

/**
 * Two values as lists of pieces. Members and items are compared one by one, so that only what differs is marked.
 * @param {any} expected
 * @param {any} actual
 * @returns {[Piece[], Piece[]]}
 */
export function difference(expected, actual) {
  const write = (/** @type {any} */ value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'));
  const isList = Array.isArray(expected) && Array.isArray(actual);
  const isObject =
    !isList && [expected, actual].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  if (!isList && !isObject) {
    const differs = write(expected) !== write(actual);
    return [[{ text: write(expected), differs }], [{ text: write(actual), differs }]];
  }
  const sides = /** @type {[Piece[], Piece[]]} */ ([[], []]);
  // What is nested stands a line each.
  const nested = (/** @type {any} */ value) =>
    typeof value === 'object' && value !== null && !(Array.isArray(value) && value.every((each) => typeof each !== 'object'));
  const deep = [expected, actual].some((value) => Object.values(value).some(nested));
  const keys = isList
    ? Array.from({ length: Math.max(expected.length, actual.length) }, (_, i) => String(i))
    : [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  for (const [i, key] of keys.entries()) {
    const [a, b] = difference(expected[key], actual[key]);
    for (const [side, pieces, whole] of /** @type {const} */ ([
      [0, a, expected],
      [1, b, actual],
    ])) {
      if (!Object.hasOwn(whole, key)) continue;
      if (i > 0 && sides[side].length) sides[side].push({ text: deep ? '\n' : isList ? ' ' : '; ', differs: false });
      if (!isList) sides[side].push({ text: `${key} `, differs: false });
      sides[side].push(...pieces);
    }
  }
  return sides;
}

/** Pieces as code, with what differs marked. @param {readonly Piece[]} pieces */
export const marked = (pieces) =>
  h(
    'code',
    null,
    pieces.map(({ text, differs }) => (differs ? h('span', { class: 'df' }, text) : text)),
  );
