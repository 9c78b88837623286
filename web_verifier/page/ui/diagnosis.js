/**
 * Where a record fails, what would make it right: a nonce nearby, stray spaces, another spelling, another option, another operator's
 * scheme. Each is an offer, found by trying it, and no verdict: a round that was moved to another nonce looks like a nonce that was
 * miscounted. What fits on too little evidence is told as a possibility (`docs/schemes.md`, "When a round does not match").
 */

import { hex, utf8 } from '../core/bytes.js';
import { Fault } from '../core/fault.js';
import { readJson } from '../core/json.js';
import { sha256 } from '../core/sha256.js';
import { chanceOf as schemeChance } from '../schemes/claims.js';
import { SCHEMES } from '../schemes/declared.js';
import { LIMIT, NEAR, clientSeeds, comesOut, needed, nonceMistake } from '../schemes/diagnosis.js';
import { commitmentOf } from '../schemes/draws.js';
import { readOptions } from '../schemes/round.js';
import { verifyRecord } from '../verify/record.js';
import { chanceValues, mistakeText, neededText } from './mistakes.js';
import { deriveRecord } from './rederive.js';
import { same } from './same.js';

/** @typedef {{id: string, values: Record<string, string | number>, patch: Record<string, string>}} Offer what to put into the slip */
/** @typedef {Record<string, any>} Members */
/** @typedef {import('../schemes/diagnosis.js').Diagnosis} Diagnosis */
/** @typedef {import('../schemes/diagnosis.js').Mistake} Mistake */
/** @typedef {{mistake: Mistake, seeds?: Members, params?: Members, attempt?: import('../schemes/diagnosis.js').Attempt}} Trial a mistake made undone */
/** @typedef {import('./judge.js').Check} Check */

const ONE_PLAYER = ['dice', 'limbo', 'plinko', 'mines', 'hilo', 'blackjack', 'raw'];

/** @param {string} text */
const digest = (text) => hex(sha256(utf8(text)));
const SEED = /^[0-9a-f]{64}$/;

/**
 * @param {Members} record
 * @param {Check[]} checks
 * @returns {Offer[]} the likeliest first
 */
export function diagnose(record, checks) {
  const found = explain(record, checks);
  const offers = found === null ? [] : offersOf(found);
  if (checks.some(({ check, status }) => check === 'settlement' && status === 'fail')) offers.push(...otherOption(record));
  return offers;
}

/**
 * As `diagnose_record` of the other implementation.
 * @param {Members} record
 * @param {Check[]} checks
 * @returns {{found: Diagnosis, trial: Trial | null} | null}
 */
export function explain(record, checks) {
  const failed = new Set(checks.filter((one) => one.status === 'fail' && mayBeOfSeeds(one)).map(({ check }) => check));
  const { seeds, outcome, game } = record;
  if (!ONE_PLAYER.includes(game) || typeof seeds !== 'object' || seeds === null) return null;
  if (failed.has('format') || failed.has('commitment')) {
    const trial = ofPromise(seeds);
    // What explains the hash has to explain the outcome as well: two mistakes are not told as one.
    if (trial && comesRight(record, trial)) return { found: { mistake: trial.mistake, tried: 1, chance: 0, needed: null, possible: [] }, trial };
  }
  if (failed.has('format') || !(failed.has('outcome') || failed.has('rules'))) return null;
  if (seeds.server_seed === undefined || !wellFormed(record)) return null;
  const trials = [...trialsOf(record)];
  const one = chanceOf(game, record.params, outcome);
  const [tried, possible] = [trials.length, /** @type {import('../schemes/diagnosis.js').Possible[]} */ ([])];
  for (const trial of trials) {
    const { mistake, attempt, seeds: other = {}, params: changed = {} } = trial;
    const params = { ...record.params, ...changed };
    if (failed.has('commitment') && commitmentUnder(attempt, other.server_seed ?? seeds.server_seed) !== seeds.server_seed_hash) continue;
    const fits = attempt ? comesOut(attempt) : same(outcomeOf({ ...record, seeds: { ...seeds, ...other }, params }), outcome);
    if (!fits) continue;
    const chance = tried * (attempt ? schemeChance(attempt.rule, attempt.options, attempt.claim) : chanceOf(game, params, outcome));
    if (chance <= LIMIT) return { found: { mistake, tried, chance, needed: null, possible: [] }, trial };
    possible.push({ mistake, chance });
  }
  const chance = possible.length > 0 ? Math.max(...possible.map((each) => each.chance)) : tried * one;
  const enough = possible.length === 0 && chance <= LIMIT;
  return { found: { mistake: null, tried, chance, needed: enough ? null : needed(one, tried), possible }, trial: null };
}

/**
 * Whether a record is right but for its payment where its seeds are put right; yes where its server seed stays unknown.
 * @param {Members} record @param {Trial} trial
 */
function comesRight(record, { mistake, seeds: other = {} }) {
  if (mistake.name === 'hash_as_seed') return true;
  const seeds = { ...record.seeds, ...other };
  const hash = String(record.seeds.server_seed_hash).replace(/\s+/g, '').toLowerCase();
  seeds.server_seed_hash = mistake.name === 'hash_of' ? digest(seeds.server_seed) : (other.server_seed_hash ?? hash);
  delete seeds.spaced;
  return !verifyRecord(readJson(JSON.stringify({ ...record, seeds })))
    .checks.some(({ check, status }) => status === 'fail' && ['format', 'commitment', 'outcome'].includes(check));
}

/** @param {Trial['attempt']} attempt @param {string} seed */
const commitmentUnder = (attempt, seed) => (attempt?.scheme.commitment === 'bytes' ? commitmentOf('bytes', seed) : digest(seed));

/** Params and bets are wrong under every seed; actions may be right under others. @param {Check} check */
const mayBeOfSeeds = ({ check, detail }) => check !== 'rules' || String(detail.values.field).startsWith('actions');

/** Whether an outcome has the form of its game, so that seeds may give it. @param {Members} record */
function wellFormed({ game, params, outcome }) {
  if (typeof outcome !== 'object' || outcome === null) return false;
  if (game === 'raw') {
    const [kind, ...more] = Object.keys(outcome);
    if (kind === undefined || more.length > 0 || !Object.hasOwn(params, kind)) return false;
    return outcome[kind]?.length > 0 && (kind === 'bytes' ? typeof outcome[kind] === 'string' : Array.isArray(outcome[kind]));
  }
  const hasCards = (/** @type {any} */ hand) => Array.isArray(hand?.cards) && hand.cards.length < 300;
  if (game === 'blackjack') return Array.isArray(outcome.player_hands) && [outcome.dealer, ...outcome.player_hands].every(hasCards);
  const value = Object.hasOwn(outcome, MEMBERS[game]) ? outcome[MEMBERS[game]] : null;
  if (game === 'hilo' || game === 'mines') {
    const fits = (/** @type {any} */ one) => (game === 'hilo' ? typeof one === 'string' : Number.isInteger(one));
    return Array.isArray(value) && value.length > 0 && value.every(fits);
  }
  return typeof value === 'string' && FORMS[game].test(value);
}

/** @type {Record<string, RegExp>} */
const FORMS = { dice: /^[0-9]{1,3}\.[0-9]{2}$/, limbo: /^[1-9][0-9]{0,15}\.[0-9]{2}$/, plinko: /^[LR]+$/ };

/** Mistakes that have words of their own; the others are told by `offer.fits`. @type {Record<string, string>} */
const OFFERS = {
  ...Object.fromEntries(
    ['spaces_client', 'space_after_client', 'space_before_client', 'quotes_client', 'lower_client', 'upper_client', 'seeds_swapped', 'hash_as_seed'].map(
      (name) => [name, `offer.${name}`],
    ),
  ),
  nfc_client: 'offer.composed_client',
  lower_server: 'offer.upper_seed',
  hash_swapped: 'offer.swapped',
  hash_of: 'offer.hash_of_bytes',
  spaces_server: 'offer.spaces_seed',
};

/** @param {{found: Diagnosis, trial: Trial | null}} explained @returns {Offer[]} */
function offersOf({ found: { mistake, tried, chance, needed: rounds, possible }, trial }) {
  if (mistake === null || trial === null) {
    if (possible.length === 0) return [{ id: 'offer.none', values: { count: tried }, patch: {} }];
    return possible.map((one) => ({
      id: 'offer.possible',
      values: { mistake: mistakeText(one.mistake), needed: neededText(rounds), ...chanceValues(one.chance, tried) },
      patch: {},
    }));
  }
  const patch = Object.fromEntries(Object.entries({ ...trial.seeds, ...trial.params }).map(([name, value]) => [name, String(value)]));
  const { name, values } = mistake;
  if (name === 'nonce') {
    const by = Number(values.by);
    return [{ id: by < 0 ? 'offer.nonce_lower' : 'offer.nonce_higher', values: { nonce: values.nonce, count: Math.abs(by) }, patch }];
  }
  if (name === 'option') return [{ id: `offer.${values.name}`, values: { value: values.value }, patch }];
  if (name === 'hash_spelling') return [{ id: trial.seeds?.spaced ? 'offer.spaces_seed' : 'offer.upper_hash', values: {}, patch: withoutMark(patch) }];
  if (name in OFFERS) return [{ id: OFFERS[name], values: {}, patch }];
  return [{ id: 'offer.fits', values: { mistake: mistakeText(mistake), ...chanceValues(chance, tried) }, patch }];
}

/** @param {Record<string, string>} patch */
const withoutMark = ({ spaced: _, ...patch }) => patch;

/**
 * The server seed and its hash. These are told by their hashes alone.
 * @param {Members} seeds
 * @returns {Trial | null}
 */
function ofPromise({ server_seed, server_seed_hash, client_seed }) {
  if (typeof server_seed !== 'string' || typeof server_seed_hash !== 'string') return null;
  const seed = server_seed.replace(/\s+/g, '').toLowerCase();
  const hash = server_seed_hash.replace(/\s+/g, '').toLowerCase();
  const lower = { server_seed: seed, server_seed_hash: hash };
  const named = (/** @type {string} */ name, /** @type {Members} */ seeds = {}) => ({ mistake: { name, values: {} }, seeds });
  if (seed === hash) return named('hash_as_seed');
  const isSeed = SEED.test(seed);
  if (isSeed && digest(seed) === hash) {
    if (server_seed === seed && server_seed_hash === hash) return null;
    if (server_seed !== server_seed.toLowerCase()) return named('lower_server', lower);
    if (server_seed !== seed) return named('spaces_server', lower);
    return named('hash_spelling', { ...lower, ...(server_seed_hash.toLowerCase() === hash ? {} : { spaced: '1' }) });
  }
  if (SEED.test(hash) && digest(hash) === seed) return named('hash_swapped', { server_seed: hash, server_seed_hash: seed });
  if (typeof client_seed === 'string' && SEED.test(client_seed) && digest(client_seed) === hash)
    return named('seeds_swapped', { server_seed: client_seed, client_seed: server_seed });
  if (!isSeed) return null;
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return hex(sha256(bytes)) === hash ? { mistake: { name: 'hash_of', values: { form: 'bytes' } } } : null;
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

/** What is tried, in the order in which a player would look. @param {Members} record @returns {Generator<Trial>} */
function* trialsOf(record) {
  const { server_seed, client_seed, nonce } = record.seeds;
  for (let step = 1; step <= NEAR; step++)
    for (const by of [-step, step])
      if (nonce + by >= 0) yield { mistake: nonceMistake(BigInt(nonce), by), seeds: { nonce: nonce + by } };
  const seen = new Set([client_seed]);
  for (const [name, text] of clientSeeds(client_seed)) {
    if (seen.has(text)) continue;
    seen.add(text);
    yield { mistake: { name, values: {} }, seeds: { client_seed: text } };
  }
  if (SEED.test(client_seed))
    yield { mistake: { name: 'seeds_swapped', values: {} }, seeds: { server_seed: client_seed, client_seed: server_seed } };
  for (const [name, value] of paramsTried(record)) yield { mistake: { name: 'option', values: { name, value } }, params: { [name]: value } };
  yield* schemesTried(record);
}

/** Params that change what is drawn, as the outcome itself suggests them. @param {Members} record @returns {[string, number][]} */
function paramsTried({ game, params, outcome }) {
  if (game === 'plinko') {
    const rows = outcome.path.length;
    return rows !== params.rows && rows >= 8 && rows <= 16 ? [['rows', rows]] : [];
  }
  if (game !== 'mines') return [];
  const count = outcome.mines.length;
  /** @type {[string, number][]} */
  const sizes = [5, 6, 7, 8].filter((size) => size !== params.size).map((size) => ['size', size]);
  return count !== params.mines && count >= 1 && count < params.size ** 2 ? [['mines', count], ...sizes] : sizes;
}

/** @type {Record<string, string>} */
const MEMBERS = { dice: 'roll', limbo: 'multiplier', plinko: 'path', mines: 'mines', hilo: 'cards' };

/** The public operators that have the game, where they can give this outcome at all. @param {Members} record @returns {Generator<Trial>} */
function* schemesTried({ game, params, outcome, seeds: { server_seed, client_seed, nonce } }) {
  const member = MEMBERS[game];
  if (member === undefined || !(member in outcome) || (game === 'mines' && params.size !== 5)) return;
  const value = outcome[member];
  /** @type {Record<string, Record<string, string>>} */
  const given = { plinko: { rows: String(value.length) }, mines: { mines: String(value.length), base: '0', order: 'sorted' } };
  for (const scheme of SCHEMES) {
    if (!Object.hasOwn(scheme.games, game)) continue;
    const rule = { ...scheme.games[game], name: game };
    const options = optionsOrNull(rule, given[game] ?? {});
    if (options === null) continue;
    const attempt = { scheme, rule, server_seed, client_seed, nonce: BigInt(nonce), options, claim: { [member]: value }, promised: null };
    yield { mistake: { name: 'scheme', values: { scheme: scheme.name } }, attempt };
  }
}

/** @param {import('../schemes/formulas.js').Rule} rule @param {Record<string, string>} given */
function optionsOrNull(rule, given) {
  try {
    return readOptions(rule, given);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** How likely other seeds give this outcome; never less than it is. @param {string} game @param {Members} params @param {Members} outcome @returns {number} */
function chanceOf(game, params, outcome) {
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
      return outcome.mines.length > params.size ** 2 ? 1 : 1 / choices(params.size ** 2, outcome.mines.length);
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
