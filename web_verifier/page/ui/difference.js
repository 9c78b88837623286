/** What differs between what the seeds give and what a record says, member by member. */

import { h } from './dom.js';

/** @typedef {{text: string, differs: boolean}} Piece */

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
