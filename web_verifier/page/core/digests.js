/** Digests: lowercase hexadecimal SHA-256 of canonical JSON (`docs/spec/record.md`, section 6; `trust.md`, 1.5). */

import { hex, utf8 } from './bytes.js';
import { canonical } from './json.js';
import { sha256 } from './sha256.js';

/**
 * @param {unknown} value
 * @returns {string}
 */
export const digest = (value) => hex(sha256(utf8(canonical(value))));

/** What a record's digest covers: what was agreed and what was done, nothing that the seed alone gives. */
const COVERED = [
  'type', 'round_id', 'game', 'params', 'bet', 'table', 'seeds', 'deck_root', 'actions', 'settlement', 'void',
];

/**
 * The part of a record that its digest covers, as it stands before the seed is revealed.
 * @param {{readonly [name: string]: unknown}} record
 * @returns {{[name: string]: unknown}}
 */
export function coveredByDigest(record) {
  /** @type {{[name: string]: unknown}} */
  const covered = Object.create(null);
  for (const name of COVERED) if (Object.hasOwn(record, name)) covered[name] = record[name];
  if (typeof covered.seeds === 'object' && covered.seeds !== null) {
    const { server_seed: _, ...seeds } = /** @type {{[name: string]: unknown}} */ (covered.seeds);
    covered.seeds = seeds;
  }
  return covered;
}

/**
 * @param {{readonly [name: string]: unknown}} record
 * @returns {string}
 */
export const recordDigest = (record) => digest(coveredByDigest(record));

/**
 * @param {string} game
 * @param {{readonly [name: string]: unknown}} rules the params without the player's choices
 * @param {unknown} paytables `{risk: {rows: [multipliers]}}` in plinko, null elsewhere
 * @returns {string}
 */
export const rulesetDigest = (game, rules, paytables) => digest({ game, rules, paytables });
