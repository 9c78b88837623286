/**
 * Where rounds do not come out: which usual mistake would explain them (`docs/schemes.md`, "When a round does not match"). A mistake is
 * named only where so much agreement by chance, over all mistakes tried, is less likely than `LIMIT`; what fits on weaker evidence is told
 * as a possibility. It is advice and no verdict.
 */

import { Fault } from '../core/fault.js';
import { agrees, chanceOf } from './claims.js';
import { SCHEMES } from './declared.js';
import { Draws, commitmentOf } from './draws.js';
import { FORMULAS, optionsOf } from './formulas.js';

/** @typedef {import('./formulas.js').Rule & {name: string}} Rule */
/**
 * @typedef {object} Attempt
 * @property {import('./round.js').Scheme} scheme
 * @property {Rule} rule
 * @property {string} server_seed
 * @property {string} client_seed
 * @property {bigint} nonce
 * @property {Record<string, any>} options
 * @property {import('./claims.js').Claim} claim what came out; without members where nothing was told
 * @property {string | null} promised
 */
/** @typedef {{name: string, values: Record<string, string | number>}} Mistake */
/** @typedef {{mistake: Mistake, chance: number}} Possible a mistake that fits, where the evidence is too weak to name it */
/** @typedef {{mistake: Mistake | null, tried: number, chance: number, needed: number | null, possible: Possible[]}} Diagnosis `chance` 0: a hash shows it */
/** @typedef {(attempt: Attempt) => Attempt | null} Change */

export const LIMIT = 1e-8;
/** Nonces tried on both sides. */
export const NEAR = 5;
const MOST_ROUNDS = 20;
const MOST_PAIRS = 20;
const MOST_NONCE = 2n ** 63n - 1n;

/** @param {Attempt} attempt */
export function comesOut({ rule, server_seed, client_seed, nonce, options, claim }) {
  if (Object.keys(claim).length === 0) return true;
  try {
    return agrees(FORMULAS[rule.formula](rule, options, new Draws(rule.settings, server_seed, client_seed, nonce)), claim);
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

/**
 * @param {readonly Attempt[]} attempts
 * @param {readonly [string, string][]} [pairs] other server and client seeds of the player
 * @returns {Diagnosis | null} null where all come out
 */
export function diagnose(attempts, pairs = []) {
  const wrong = attempts.filter((one) => !comesOut(one)).slice(0, MOST_ROUNDS);
  const broken = attempts.find((one) => !promiseKept(one));
  for (const [mistake, change] of broken ? ofPromise(broken, pairs) : []) {
    // What explains the hash has to explain the outcome as well: two mistakes are not told as one.
    if (change === null || attempts.every((one) => comesOut(change(one)))) return { mistake, tried: 1, chance: 0, needed: null, possible: [] };
  }
  if (wrong.length === 0) return null;
  const groups = wrong.length === attempts.length ? [wrong] : [attempts.slice(0, MOST_ROUNDS), wrong];
  const candidates = [...candidatesOf(wrong[0], pairs)];
  const tried = candidates.length * groups.length;
  const odds = (/** @type {readonly Attempt[]} */ all) => all.reduce((product, one) => product * chanceOf(one.rule, one.options, one.claim), tried);
  /** @type {Possible[]} */
  const possible = [];
  const seen = new Set();
  for (const group of groups) {
    for (const [name, values, change] of candidates) {
      const undone = group.map(change);
      if (!undone.every((one) => one !== null && comesOut(one) && (!broken || promiseKept(one)))) continue;
      const chance = odds(/** @type {Attempt[]} */ (undone));
      // Of one round the nonce itself can be told.
      const mistake = name === 'nonce' && group.length === 1 ? nonceMistake(group[0].nonce, Number(values.by)) : { name, values };
      if (chance <= LIMIT) return { mistake, tried, chance, needed: null, possible: [] };
      // One told for all rounds is not told again for some; two that come to the same are one.
      const [told, inputs] = [JSON.stringify(mistake), JSON.stringify(undone, (_, value) => (typeof value === 'bigint' ? `${value}` : value))];
      if (seen.has(told) || seen.has(inputs)) continue;
      seen.add(told).add(inputs);
      possible.push({ mistake, chance });
    }
  }
  const chance = possible.length > 0 ? Math.max(...possible.map((one) => one.chance)) : odds(wrong);
  if (possible.length === 0 && chance <= LIMIT) return { mistake: null, tried, chance, needed: null, possible };
  return { mistake: null, tried, chance, needed: needed(chanceOf(wrong[0].rule, wrong[0].options, wrong[0].claim), tried), possible };
}

/** Of one round; digits as text, since a nonce may be above 2^53. @param {bigint} given @param {number} by @returns {Mistake} */
export const nonceMistake = (given, by) => ({
  name: 'nonce',
  values: { by: by < 0 ? `${by}` : `+${by}`, nonce: `${given + BigInt(by)}`, given: `${given}` },
});

/** @param {number} one @param {number} tried */
export function needed(one, tried) {
  for (let count = 1, left = tried * one; count <= MOST_ROUNDS; count++, left *= one) if (left <= LIMIT) return count;
  return null;
}

/** @param {string} form @param {string} seed */
function hashOf(form, seed) {
  try {
    return commitmentOf(form, seed);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @param {Attempt} attempt */
const promiseKept = ({ promised, scheme, server_seed }) => promised === null || hashOf(scheme.commitment, server_seed) === promised;

/** @param {Attempt} one @returns {Attempt} */
const swapped = (one) => ({ ...one, server_seed: one.client_seed, client_seed: one.server_seed });

/**
 * Told by hashes alone, which no accident gives; null for the change where the seed stays unknown.
 * @param {Attempt} attempt
 * @param {readonly [string, string][]} pairs
 * @returns {Generator<[Mistake, ((one: Attempt) => Attempt) | null]>}
 */
function* ofPromise({ scheme: { commitment }, server_seed, client_seed, promised }, pairs) {
  const plain = server_seed.replace(/\s+/g, '');
  const hash = String(promised).replace(/\s+/g, '').toLowerCase();
  const named = (/** @type {string} */ name, values = {}) => ({ name, values });
  const seeded = (/** @type {Partial<Attempt>} */ seeds) => (/** @type {Attempt} */ one) => ({ ...one, ...seeds });
  if (plain.toLowerCase() === hash) yield [named('hash_as_seed'), null];
  /** @type {[string, string][]} */
  const spellings = [['spaces_server', plain], ['lower_server', plain.toLowerCase()], ['upper_server', plain.toUpperCase()]];
  for (const [name, text] of spellings)
    if (hashOf(commitment, text) === hash) yield [named(text === server_seed ? 'hash_spelling' : name), seeded({ server_seed: text })];
  const other = commitment === 'text' ? 'bytes' : 'text';
  if (hashOf(other, plain) === hash) yield [named('hash_of', { form: other }), seeded({ server_seed: plain })];
  if (hashOf(commitment, hash) === plain.toLowerCase()) yield [named('hash_swapped'), seeded({ server_seed: hash })];
  if (hashOf(commitment, client_seed) === hash) yield [named('seeds_swapped'), swapped];
  for (const [at, [server, client]] of pairs.slice(0, MOST_PAIRS).entries()) {
    if (hashOf(commitment, server) !== hash) continue;
    yield [named('pair', { number: at + 1 }), seeded({ server_seed: server, client_seed: client })];
    yield [named('pair_server', { number: at + 1 }), seeded({ server_seed: server })];
  }
}

/** Other spellings of a client seed. @param {string} seed @returns {[string, string][]} */
export const clientSeeds = (seed) =>
  /** @type {[string, string][]} */ ([
    ['spaces_client', seed.trim()],
    ['quotes_client', seed.replace(/^["'“«](.*)["'”»]$/s, '$1')],
    ['nfc_client', seed.normalize('NFC')],
    ['nfd_client', seed.normalize('NFD')],
    ['nfkc_client', seed.normalize('NFKC')],
    ['lower_client', seed.toLowerCase()],
    ['upper_client', seed.toUpperCase()],
    ['newline_client', `${seed}\n`],
    ['space_after_client', `${seed} `],
    ['space_before_client', ` ${seed}`],
  ]).filter(([, text]) => text !== seed);

/** @param {string} seed @returns {[string, string][]} */
const serverSeeds = (seed) =>
  /** @type {[string, string][]} */ ([
    ['spaces_server', seed.replace(/\s+/g, '')],
    ['lower_server', seed.toLowerCase()],
    ['upper_server', seed.toUpperCase()],
    ['newline_server', `${seed}\n`],
  ]).filter(([, text]) => text !== seed);

/**
 * What is tried, in the order in which a player would look.
 * @param {Attempt} first
 * @param {readonly [string, string][]} pairs
 * @returns {Generator<[string, Record<string, string | number>, Change]>}
 */
function* candidatesOf(first, pairs) {
  for (let step = 1; step <= NEAR; step++) {
    for (const by of [-step, step]) {
      yield [
        'nonce',
        { by: by < 0 ? `${by}` : `+${by}` },
        (one) => {
          const nonce = one.nonce + BigInt(by);
          return nonce >= 0n && nonce <= MOST_NONCE ? { ...one, nonce } : null;
        },
      ];
    }
  }
  for (const [name] of clientSeeds(first.client_seed)) {
    yield [
      name,
      {},
      (one) => {
        const found = clientSeeds(one.client_seed).find(([other]) => other === name);
        return found ? { ...one, client_seed: found[1] } : null;
      },
    ];
  }
  for (const [name] of serverSeeds(first.server_seed)) {
    yield [
      name,
      {},
      (one) => {
        const found = serverSeeds(one.server_seed).find(([other]) => other === name);
        return found ? { ...one, server_seed: found[1] } : null;
      },
    ];
  }
  yield ['seeds_swapped', {}, swapped];
  const key = first.rule.settings.key === 'text' ? 'hex' : 'text';
  yield ['key', { key }, (one) => ({ ...one, rule: { ...one.rule, settings: { ...one.rule.settings, key } } })];
  for (const [at, [server_seed, client_seed]] of pairs.slice(0, MOST_PAIRS).entries()) {
    yield ['pair', { number: at + 1 }, (one) => ({ ...one, server_seed, client_seed })];
    yield ['pair_server', { number: at + 1 }, (one) => ({ ...one, server_seed })];
  }
  yield* optionsTried(first);
  for (const scheme of SCHEMES) if (scheme.name !== first.scheme.name) yield ['scheme', { scheme: scheme.name }, elsewhere(scheme)];
}

/** @param {string} name @param {string | number} value @returns {Change} */
const withOption = (name, value) => (one) => ({ ...one, options: { ...one.options, [name]: value } });

/** @param {Attempt} first @returns {Generator<[string, Record<string, string | number>, Change]>} */
function* optionsTried({ rule: { formula, settings }, options, claim }) {
  for (const version of settings.versions ?? [])
    if (version !== options.version) yield ['version', { version }, withOption('version', version)];
  if (formula === 'path') {
    const [least, most] = settings.rows;
    for (let rows = least; rows <= most; rows++)
      if (rows !== options.rows && (!('path' in claim) || claim.path.length === rows))
        yield ['option', { name: 'rows', value: rows }, withOption('rows', rows)];
  }
  if (formula !== 'cells') return;
  const { name, draws } = settings;
  const count = claim[name].length;
  if (settings.count && count !== options[name] && count >= 1 && count <= draws)
    yield ['option', { name, value: count }, withOption(name, count)];
  const base = options.base === '0' ? '1' : '0';
  yield ['base', { base }, withOption('base', base)];
  const order = options.order === 'draw' ? 'sorted' : 'draw';
  yield [
    'option',
    { name: 'order', value: order },
    (one) => {
      const changed = /** @type {Attempt} */ (withOption('order', order)(one));
      if (order === 'draw') return changed;
      return { ...changed, claim: { [name]: [...one.claim[name]].sort((a, b) => a - b) } };
    },
  ];
}

/** @param {import('./round.js').Scheme} scheme @returns {Change} */
const elsewhere = (scheme) => (one) => {
  if (!Object.hasOwn(scheme.games, one.rule.name)) return null;
  const rule = { ...scheme.games[one.rule.name], name: one.rule.name };
  const options = Object.fromEntries(optionsOf(rule).map(({ name, first }) => [name, one.options[name] ?? first]));
  return { ...one, scheme, rule, options };
};
