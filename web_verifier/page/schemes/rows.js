/** Rows from a history as operators export it: CSV, JSON or JSON Lines. Every value is kept as its text. */

import { Fault } from '../core/fault.js';

/** @typedef {{line: number, values: Record<string, string>}} Row `line` counts from 1; of a JSON array it is the place in it */

const MOST_DEPTH = 64;

/** @param {string} text @returns {Row[]} */
export function readRows(text) {
  const plain = text.replace(/^\ufeff/, '');
  const rows = /^\s*[[{]/.test(plain) ? ofJson(plain) : ofCsv(plain);
  if (rows.length === 0) throw new Fault('line 1', 'history.none');
  return rows;
}

/** @param {string} text */
function ofCsv(text) {
  const first = text.split('\n', 1)[0];
  const count = (/** @type {string} */ sign) => first.split(sign).length;
  const delimiter = [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[] | null} */
  let names = null;
  for (const { line, cells } of csv(text, delimiter)) {
    if (cells.every((cell) => cell === '')) continue;
    if (names === null) {
      names = cells.map((cell) => cell.trim());
      if (new Set(names).size !== names.length) throw new Fault('line 1', 'history.twice');
      continue;
    }
    if (cells.length !== names.length) throw new Fault(`line ${line}`, 'history.cells', { count: cells.length, wanted: names.length });
    rows.push({ line, values: Object.fromEntries(names.map((name, at) => [name, cells[at]])) });
  }
  return rows;
}

/** RFC 4180, with any delimiter; `line` is that on which a row ends. @param {string} text @param {string} delimiter */
function* csv(text, delimiter) {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    /** @type {string[]} */
    const cells = [];
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        for (;;) {
          const end = text.indexOf('"', at + 1);
          if (end < 0) throw new Fault(`line ${line}`, 'history.csv');
          const part = text.slice(at + 1, end);
          line += part.split('\n').length - 1;
          cell += part;
          at = end + 1;
          if (text[at] !== '"') break;
          cell += '"';
        }
        if (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') throw new Fault(`line ${line}`, 'history.csv');
      } else {
        const start = at;
        while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
        cell = text.slice(start, at);
      }
      cells.push(cell);
      if (text[at] !== delimiter) break;
      at++;
    }
    yield { line, cells };
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
  }
}

/** @param {string} text */
function ofJson(text) {
  const whole = parse(text);
  if (whole === undefined) {
    return text.split('\n').flatMap((line, at) => {
      if (line.trim() === '') return [];
      const value = parse(line, at + 1);
      if (value === undefined) throw new Fault(`line ${at + 1}`, 'history.json');
      return [{ line: at + 1, values: flat(value, at + 1) }];
    });
  }
  let found = whole;
  if (!Array.isArray(whole)) {
    // An export may wrap its list: {"bets": […]}. One bet alone is a list of one.
    const lists = Object.values(whole).filter((value) => Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null);
    found = lists.length === 1 ? lists[0] : [whole];
  }
  return found.map((/** @type {unknown} */ value, /** @type {number} */ at) => ({ line: at + 1, values: flat(value, at + 1) }));
}

/**
 * Numbers become texts as they are written; undefined where the text is no JSON. `JSON.parse` keeps the last of members of one name: the
 * names written are counted, and so is what is left of them.
 * @param {string} text @param {number} [line] @returns {any}
 */
function parse(text, line = 1) {
  let names = 0;
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"(\s*:)?|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g, (part, colon) => {
    if (colon !== undefined) names++;
    return part[0] === '"' ? part : `"${part}"`;
  });
  let value;
  try {
    value = JSON.parse(quoted);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (membersOf(value) !== names) throw new Fault(`line ${line}`, 'history.repeated');
  return value;
}

/** How many members all objects within have. @param {any} value */
function membersOf(value) {
  let count = 0;
  for (const waiting = [value]; waiting.length > 0;) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    const items = Object.values(one);
    if (!Array.isArray(one)) count += items.length;
    for (const item of items) waiting.push(item);
  }
  return count;
}

/** Members of members as `outer.inner`; lists as their items, apart by spaces. @param {any} value @param {number} line */
function flat(value, line) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault(`line ${line}`, 'history.object');
  /** @type {Record<string, string>} */
  const found = {};
  const walk = (/** @type {string} */ above, /** @type {any} */ members, /** @type {number} */ depth) => {
    if (depth > MOST_DEPTH) throw new Fault(`line ${line}`, 'history.json');
    for (const [name, item] of Object.entries(members)) {
      if (Array.isArray(item)) found[above + name] = item.map(textOf).join(' ');
      else if (typeof item === 'object' && item !== null) walk(`${above}${name}.`, item, depth + 1);
      else found[above + name] = textOf(item);
    }
  };
  walk('', value, 0);
  return found;
}

/** @param {unknown} value */
const textOf = (value) => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));
