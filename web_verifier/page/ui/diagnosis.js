/**
 * Where a record fails, what would make it right: a nonce nearby, stray spaces, another spelling, another option. Each is an offer,
 * found by trying it, and no verdict: a round that was moved to another nonce looks like a nonce that was miscounted.
 */

import { hex, utf8 } from '../core/bytes.js';
import { sha256 } from '../core/sha256.js';
import { deriveRecord } from './rederive.js';
import { same } from './same.js';

/** @typedef {{id: string, values: Record<string, string | number>, patch: Record<string, string>}} Offer what to put into the slip */
/** @typedef {Record<string, any>} Members */

/** Nonces tried on both sides. */
const NEAR = 5;

/** @param {string} text */
const digest = (text) => hex(sha256(utf8(text)));
const SEED = /^[0-9a-f]{64}$/;

/**
 * @param {Members} record
 * @param {{check: string, status: string}[]} checks
 * @returns {Offer[]} the likeliest first
 */
export function diagnose(record, checks) {
  const failed = new Set(checks.filter(({ status }) => status === 'fail').map(({ check }) => check));
  const seeds = record.seeds;
  if (typeof seeds !== 'object' || seeds === null) return [];
  /** @type {Offer[]} */
  const offers = [];
  if (failed.has('format') || failed.has('commitment')) offers.push(...spelling(seeds));
  // Actions that these seeds did not allow may be right under others.
  if (failed.has('outcome') || failed.has('rules')) {
    const [first] = others(record);
    if (first) offers.push(first);
  }
  if (failed.has('settlement')) offers.push(...otherOption(record));
  return offers;
}

/**
 * The server seed and its hash, written in another way. These are told by their hashes alone.
 * @param {Members} seeds
 * @returns {Offer[]}
 */
function spelling({ server_seed, server_seed_hash }) {
  if (typeof server_seed !== 'string' || typeof server_seed_hash !== 'string') return [];
  const plain = server_seed.replace(/\s+/g, '');
  const hash = server_seed_hash.replace(/\s+/g, '');
  if (/^[0-9a-f]{64}$/i.test(plain) && /^[0-9a-f]{64}$/i.test(hash)) {
    const lower = { server_seed: plain.toLowerCase(), server_seed_hash: hash.toLowerCase() };
    if (digest(lower.server_seed) === lower.server_seed_hash) {
      if (plain !== lower.server_seed) return [{ id: 'offer.upper_seed', values: {}, patch: lower }];
      if (hash !== lower.server_seed_hash) return [{ id: 'offer.upper_hash', values: {}, patch: lower }];
      if (plain !== server_seed || hash !== server_seed_hash) return [{ id: 'offer.spaces_seed', values: {}, patch: lower }];
    }
    if (digest(lower.server_seed_hash) === lower.server_seed) {
      return [
        { id: 'offer.swapped', values: {}, patch: { server_seed: lower.server_seed_hash, server_seed_hash: lower.server_seed } },
      ];
    }
    const bytes = Uint8Array.from(lower.server_seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    if (hex(sha256(bytes)) === lower.server_seed_hash) return [{ id: 'offer.hash_of_bytes', values: {}, patch: {} }];
  }
  return [];
}

/**
 * Only the outcome.
 * @param {Members} record
 * @returns {Members | null}
 */
function outcomeOf(record) {
  const { outcome, finished, fault } = deriveRecord(record);
  return finished && fault === null ? outcome : null;
}

/**
 * What other seeds and options would have given the recorded outcome, in the order in which they are tried.
 * @param {Members} record
 * @returns {Generator<Offer>}
 */
function* others(record) {
  const { seeds, outcome } = record;
  /** @param {Members} changes @param {Members} [params] */
  const gives = (changes, params = {}) =>
    same(outcomeOf({ ...record, seeds: { ...seeds, ...changes }, params: { ...record.params, ...params } }), outcome);
  for (const { id, text } of clientSeeds(String(seeds.client_seed))) {
    if (gives({ client_seed: text })) yield { id, values: {}, patch: { client_seed: text } };
  }
  const nonce = Number(seeds.nonce);
  for (let step = 1; step <= NEAR; step++) {
    for (const other of [nonce - step, nonce + step]) {
      if (other < 0 || !gives({ nonce: other })) continue;
      yield {
        id: other < nonce ? 'offer.nonce_lower' : 'offer.nonce_higher',
        values: { nonce: other, count: step },
        patch: { nonce: String(other) },
      };
    }
  }
  for (const params of options(record)) {
    const [name, value] = Object.entries(params)[0];
    if (gives({}, params)) yield { id: `offer.${name}`, values: { value }, patch: { [name]: String(value) } };
  }
  if (SEED.test(seeds.server_seed_hash) && gives({ server_seed: seeds.client_seed, client_seed: seeds.server_seed })) {
    yield { id: 'offer.seeds_swapped', values: {}, patch: { server_seed: seeds.client_seed, client_seed: seeds.server_seed } };
  }
}

/** Other spellings of a client seed. @param {string} seed */
function clientSeeds(seed) {
  const spellings = [
    { id: 'offer.spaces_client', text: seed.trim() },
    { id: 'offer.quotes_client', text: seed.replace(/^["'“«](.*)["'”»]$/s, '$1') },
    { id: 'offer.composed_client', text: seed.normalize('NFC') },
    { id: 'offer.lower_client', text: seed.toLowerCase() },
    { id: 'offer.space_after_client', text: `${seed} ` },
    { id: 'offer.space_before_client', text: ` ${seed}` },
    { id: 'offer.upper_client', text: seed.toUpperCase() },
  ];
  return spellings.filter(({ text }) => text !== seed);
}

/** Options that change what is drawn, as the outcome itself suggests them. @param {Members} record @returns {Record<string, number>[]} */
function options({ game, params, outcome }) {
  if (game === 'plinko' && typeof outcome?.path === 'string')
    return outcome.path.length === params.rows ? [] : [{ rows: outcome.path.length }];
  if (game !== 'mines') return [];
  const sizes = [5, 6, 7, 8].filter((size) => size !== params.size).map((size) => ({ size }));
  const mines = Array.isArray(outcome?.mines) && outcome.mines.length !== params.mines ? [{ mines: outcome.mines.length }] : [];
  return [...mines, ...sizes];
}

/**
 * Options that change only what is paid.
 * @param {Members} record
 * @returns {Offer[]}
 */
function otherOption(record) {
  /** @type {Record<string, Record<string, string[]>>} */
  const words = { dice: { direction: ['under', 'over'] }, plinko: { risk: ['low', 'medium', 'high'] } };
  for (const [name, values] of Object.entries(words[record.game] ?? {})) {
    for (const value of values) {
      if (value === record.params[name]) continue;
      const { settlement } = deriveRecord({ ...record, params: { ...record.params, [name]: value } });
      if (settlement && settlement.staked === record.settlement?.staked && settlement.returned === record.settlement?.returned) {
        return [{ id: `offer.${name}`, values: { value }, patch: { [name]: value } }];
      }
    }
  }
  return [];
}
