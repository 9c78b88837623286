/**
 * A record that was changed in the slip. What was not changed stays as the record has it, also where a slip could not show it: an edit
 * of one field makes no other claim right.
 */

import { isObject, readJson } from '../core/json.js';
import { toRecord } from './fields.js';
import { same } from './same.js';
import { fromRecord } from './slips.js';

/** @typedef {Record<string, any>} Members */

/** Members of a record whose own members stand in a slip, each by itself. */
const PARTS = ['params', 'bet', 'seeds'];

/**
 * @param {import('./types.js').Slip} slip
 * @param {import('./types.js').Base} base
 * @returns {import('../verify/record.js').Document}
 */
export function edited(slip, base) {
  /** @type {string[]} */
  const changed = [];
  const { value, faults } = readJson(JSON.stringify(merged(base.value, toRecord(fromRecord(base.value)), toRecord(slip), '', changed)));
  const isChanged = (/** @type {string} */ field) =>
    changed.some((path) => field.startsWith(path) && ['', '.', '['].includes(field.charAt(path.length)));
  return { value, faults: [...readJson(base.text).faults.filter(({ field }) => !isChanged(field)), ...faults] };
}

/**
 * @param {Members} base
 * @param {Members} before what the slip made of the record
 * @param {Members} now what it says now
 * @param {string} path of these members
 * @param {string[]} changed paths of those that the slip changed
 * @returns {Members}
 */
function merged(base, before, now, path, changed) {
  const value = { ...base };
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (same(before[name], now[name])) continue;
    if (path === '' && PARTS.includes(name) && isObject(base[name])) {
      value[name] = merged(base[name], before[name], now[name], `${name}.`, changed);
      continue;
    }
    changed.push(`${path}${name}`);
    if (Object.hasOwn(now, name)) value[name] = now[name];
    else delete value[name];
  }
  return value;
}
