/**
 * What a pasted text or a dropped file is: a round record, many of them, fields of a slip, a link, or nothing that can be read; and
 * then where it stops being readable and what stands there.
 */

import { Fault } from '../core/fault.js';
import { readJson } from '../core/json.js';
import { alias, readLines } from './aliases.js';
import { holds, readLink } from './links.js';

/** @typedef {{line: number, column: number, why: string | null, lines: {number: number, text: string, from: number, to: number}[]}} Place */
/**
 * @typedef {{kind: 'record', text: string, value: Record<string, any>}
 *   | {kind: 'many', text: string}
 *   | {kind: 'fields', fields: Record<string, string>, renamed: {from: string, to: string}[]}
 *   | {kind: 'link', link: import('./links.js').Link}
 *   | {kind: 'unreadable', fault: Fault, place: Place | null}} Input
 */

const RECORD = 'fairseed/round/v1';

/**
 * @param {string} text
 * @returns {Input}
 */
export function readInput(text) {
  const trimmed = text.trim();
  // A record may hold the text of a link, even one to another record.
  const fragment = /^[^\s{}"]*#(v=\S+)$/.exec(trimmed);
  const link = fragment && readLink(fragment[1]);
  if (link && holds(link)) return { kind: 'link', link };
  if (!/^[[{"\ufeff]/.test(trimmed)) {
    const named = readLines(text);
    if (named) return { kind: 'fields', ...named };
  }
  try {
    const { value } = readJson(text);
    const fields = 'type' in value ? null : readObject(value);
    if (fields) return { kind: 'fields', ...fields };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (isLines(text)) return { kind: 'many', text };
  }
  return readRecord(text);
}

/**
 * A text that can only be one record.
 * @param {string} text
 * @returns {Extract<Input, {kind: 'record' | 'unreadable'}>}
 */
export function readRecord(text) {
  try {
    const { value } = readJson(text);
    if (value.type === RECORD) return { kind: 'record', text, value };
    return unreadable(text, new Fault('type', 'unusable.type'));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return unreadable(text, error);
  }
}

/** Two lines or more, the first of them an object by itself. @param {string} text */
function isLines(text) {
  const first = /^\s*(\{.*\})[ \t\r]*\n\s*\{/.exec(text)?.[1];
  if (first === undefined) return false;
  try {
    readJson(first);
    return true;
  } catch {
    return false;
  }
}

/**
 * A JSON object of another page: its names may be aliases, one level down too.
 * @param {Record<string, any>} value
 */
function readObject(value) {
  /** @type {Record<string, string>} */
  const fields = {};
  /** @type {{from: string, to: string}[]} */
  const renamed = [];
  for (const members of [value, ...Object.values(value)]) {
    if (typeof members !== 'object' || members === null || Array.isArray(members)) continue;
    for (const [name, member] of Object.entries(members)) {
      const to = alias(name);
      if (to === undefined || (typeof member !== 'string' && typeof member !== 'number')) continue;
      fields[to] = String(member);
      if (name !== to) renamed.push({ from: name, to });
    }
  }
  return Object.keys(fields).length ? { fields, renamed } : null;
}

/** @param {string} text @param {Fault} fault @returns {Extract<Input, {kind: 'unreadable'}>} */
const unreadable = (text, fault) => ({ kind: 'unreadable', fault, place: placeOf(text, fault) });

/** How much of a line is shown, on both sides of the place. */
const AROUND = 60;

/**
 * The lines around a fault, cut to what can be shown.
 * @param {string} text
 * @param {Fault} fault
 * @returns {Place | null}
 */
export function placeOf(text, fault) {
  const line = Number(fault.values.line);
  const column = Number(fault.values.column);
  if (!Number.isInteger(line) || line < 1) return null;
  const all = text.split('\n', line);
  const lines = [];
  for (let number = Math.max(1, line - 1); number <= line; number++) {
    // Columns count characters; a character outside the first plane is one.
    const points = Array.from(all[number - 1] ?? '');
    const here = number === line;
    const from = here ? Math.max(0, column - 1 - AROUND) : 0;
    const shown = points
      .slice(from, from + 2 * AROUND)
      .join('')
      .replace(/\r$/, '');
    const at = here ? points.slice(from, column - 1).join('').length : -1;
    lines.push({ number, text: shown, from: at, to: here ? Math.max(at + 1, endOfToken(shown, at)) : -1 });
  }
  return { line, column, why: fault.id === 'unusable.json' ? whyNot(all, line, column) : null, lines };
}

/**
 * The commonest slips in JSON, as the id of a text; null where it is none of them.
 * @param {string[]} lines
 * @param {number} line
 * @param {number} column
 */
function whyNot(lines, line, column) {
  const points = Array.from(lines[line - 1] ?? '');
  const before = [...lines.slice(Math.max(0, line - 20), line - 1), points.slice(0, column - 1).join('')].join('\n').trimEnd();
  const here = points[column - 1] ?? '';
  if (here === '' || here === '\r') return line === lines.length ? 'unreadable.end' : null;
  if ("'‘’“”«`".includes(here)) return 'unreadable.quote';
  if (/,$/.test(before) && /[}\]]/.test(here)) return 'unreadable.trailing';
  if (/["}\]\w]$/.test(before) && /["{[\w-]/.test(here)) return 'unreadable.comma';
  return null;
}

/** @param {string} text @param {number} at */
function endOfToken(text, at) {
  const token = /^(?:"(?:[^"\\]|\\.)*"?|[\w.+-]+|\s*\S)/.exec(text.slice(at));
  return at + (token ? token[0].length : 0);
}
