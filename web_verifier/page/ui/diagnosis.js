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
/** As of rounds of other operators (`schemes/diagnosis.js`). */
const LIMIT = 1e-8;
const MOST_ROUNDS = 20;

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
    const found = typeof record.outcome === 'object' && record.outcome !== null ? other(record) : null;
    if (found) offers.push(found);
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
 * What other seeds and options would have given the recorded outcome, the likeliest first. One is named only where that many trials could
 * hardly have hit upon it by accident; else it is said how many rounds would be enough (`docs/schemes.md`, "Chance").
 * @param {Members} record
 * @returns {Offer | null}
 */
function other(record) {
  const { seeds, outcome } = record;
  /** @type {{offer: Offer, changes: Members, params?: Members}[]} */
  const tried = clientSeeds(String(seeds.client_seed)).map(({ id, text }) => {
    const patch = { client_seed: text };
    return { offer: { id, values: {}, patch }, changes: patch };
  });
  const nonce = Number(seeds.nonce);
  for (let step = 1; step <= NEAR; step++) {
    for (const other of [nonce - step, nonce + step]) {
      if (other < 0) continue;
      const id = other < nonce ? 'offer.nonce_lower' : 'offer.nonce_higher';
      tried.push({ offer: { id, values: { nonce: other, count: step }, patch: { nonce: String(other) } }, changes: { nonce: other } });
    }
  }
  for (const params of options(record)) {
    const [name, value] = Object.entries(params)[0];
    tried.push({ offer: { id: `offer.${name}`, values: { value }, patch: { [name]: String(value) } }, changes: {}, params });
  }
  if (SEED.test(seeds.server_seed_hash)) {
    const patch = { server_seed: seeds.client_seed, client_seed: seeds.server_seed };
    tried.push({ offer: { id: 'offer.seeds_swapped', values: {}, patch }, changes: patch });
  }
  const chance = chanceOf(record);
  if (!(tried.length * chance <= LIMIT)) return weak(tried.length, chance);
  const found = tried.find(({ changes, params = {} }) =>
    same(outcomeOf({ ...record, seeds: { ...seeds, ...changes }, params: { ...record.params, ...params } }), outcome),
  );
  return found?.offer ?? null;
}

/** @param {number} tried @param {number} chance @returns {Offer | null} */
function weak(tried, chance) {
  for (let count = 2, left = tried * chance ** 2; count <= MOST_ROUNDS; count++, left *= chance)
    if (left <= LIMIT) return { id: 'offer.weak', values: { count: tried, rounds: count }, patch: {} };
  return null;
}

/** How likely other seeds give this outcome; never less than it is. @param {Members} record @returns {number} NaN where nothing tells */
function chanceOf({ game, params, outcome }) {
  /** @param {number} from @param {number} count */
  const choices = (from, count) => Array.from({ length: count }, (_, i) => (from - i) / (count - i)).reduce((all, one) => all * one, 1);
  const count = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.length : NaN);
  switch (game) {
    case 'dice':
      return 1 / 10001;
    case 'limbo': {
      const hundred = Math.round(Number(outcome.multiplier) * 100);
      return hundred <= 100 ? 0.02 : 100 / (hundred * (hundred + 1));
    }
    case 'plinko':
      return 2 ** -String(outcome.path ?? '').length;
    case 'mines':
      return 1 / choices(params.size ** 2, count(outcome.mines) || 0);
    case 'hilo':
      return 52 ** -count(outcome.cards);
    case 'blackjack': {
      const hands = Array.isArray(outcome.player_hands) ? outcome.player_hands : [];
      const seen = hands.reduce((/** @type {number} */ sum, /** @type {any} */ hand) => sum + count(hand?.cards), count(outcome.dealer?.cards));
      return (6 / (312 - seen)) ** seen;
    }
    case 'raw': {
      const [[kind, value]] = Object.entries(outcome);
      if (kind === 'bytes') return 2 ** (-4 * String(value).length);
      if (kind === 'words') return 2 ** (-32 * count(value));
      if (kind === 'integers') return params.integers?.n ** -count(value);
      const from = kind === 'shuffle' ? count(value) : params.sample?.n;
      return Array.from({ length: Math.min(count(value), 100) }, (_, i) => 1 / (from - i)).reduce((all, one) => all * one, 1);
    }
    default:
      return NaN;
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
