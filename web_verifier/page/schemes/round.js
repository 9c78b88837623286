/** One round under a declared scheme: the options read, the commitment, the outcome and how it came about. */

import { Fault } from '../core/fault.js';
import { parseNonce } from '../core/seeds.js';
import { readClaim } from './claims.js';
import { SCHEMES } from './declared.js';
import { Draws, commitmentOf } from './draws.js';
import { FORMULAS, optionsOf } from './formulas.js';

/** @typedef {import('./formulas.js').Option} Option */
/** @typedef {import('./formulas.js').Rule} Rule */
/** @typedef {{name: string, title: string, aliases: string[], sources: string[], commitment: string, games: Record<string, Rule>}} Scheme */
/**
 * What a player typed, all of it texts.
 * @typedef {object} Asked
 * @property {string} scheme
 * @property {string} game
 * @property {string} server_seed
 * @property {string} client_seed
 * @property {string} nonce
 * @property {Record<string, string>} options
 */

/** @type {Map<string, Scheme>} */
const KNOWN = new Map(SCHEMES.flatMap((scheme) => [scheme.name, ...scheme.aliases].map((name) => /** @type {const} */ ([name, scheme]))));

/** @param {string} name @returns {Scheme} */
export function schemeOf(name) {
  const scheme = KNOWN.get(name);
  if (!scheme) throw new Fault('scheme', 'scheme.unknown');
  return scheme;
}

/** @param {Scheme} scheme @param {string} game @returns {Rule} */
export function ruleOf(scheme, game) {
  if (!Object.hasOwn(scheme.games, game)) throw new Fault('game', 'scheme.game');
  return scheme.games[game];
}

/** @param {Rule} rule */
export const usesNonce = ({ settings }) => settings.message.includes('{nonce}');

/** The texts of a player's options as values. @param {Rule} rule @param {Record<string, string>} given */
export function readOptions(rule, given) {
  const known = optionsOf(rule);
  for (const name of Object.keys(given))
    if (!known.some((option) => option.name === name) && given[name] !== '') throw new Fault(name, 'scheme.option');
  /** @type {Record<string, any>} */
  const options = Object.fromEntries(known.map((option) => [option.name, read(option, given[option.name] ?? '')]));
  for (const [one, other] of [['target', 'direction'], ['lower', 'upper']]) {
    if (!(one in options) || (options[one] === null) === (options[other] === null)) continue;
    const [missing, there] = options[one] === null ? [one, other] : [other, one];
    throw new Fault(missing, 'scheme.with', { other: there });
  }
  if ('lower' in options && options.lower !== null && options.lower >= options.upper) throw new Fault('lower', 'scheme.below_upper');
  if ('risk' in options && options.risk !== null && !Object.hasOwn(rule.tables, `${options.rows}-${options.risk}`))
    throw new Fault('risk', 'scheme.no_table', { rows: options.rows });
  return options;
}

/** @param {Option} option @param {string} given */
function read({ name, kind, first, required, least, most, words }, given) {
  if (given === '') {
    if (required) throw new Fault(name, 'scheme.missing');
    return first;
  }
  switch (kind) {
    case 'word':
      if (!words.includes(given)) throw new Fault(name, 'scheme.words', { words: words.join(', ') });
      return given;
    case 'flag':
      if (given !== 'true' && given !== 'false') throw new Fault(name, 'scheme.words', { words: 'true, false' });
      return given === 'true';
    case 'whole': {
      const value = /^(?:0|[1-9][0-9]{0,8})$/.test(given) ? Number(given) : -1;
      if (value < least || value > most) throw new Fault(name, 'scheme.whole', { least, most });
      return value;
    }
    case 'places': {
      const places = /^(?:0|[1-9][0-9]?)(?:,(?:0|[1-9][0-9]?))*$/.test(given) ? given.split(',').map(Number) : [most];
      if (places.some((place) => place >= most)) throw new Fault(name, 'scheme.places', { most: most - 1 });
      return [...new Set(places)].sort((a, b) => a - b);
    }
    default: {
      const value = /^(?:0|[1-9][0-9]{0,6})\.[0-9]{2}$/.test(given) ? Number(given.replace('.', '')) : -1;
      if (value < 0 || value > most)
        throw new Fault(name, 'scheme.hundredths', { most: `${Math.floor(most / 100)}.${String(most % 100).padStart(2, '0')}` });
      return value;
    }
  }
}

/**
 * What `derive --scheme … --json` gives, and with `explained` also what `explain` gives. Throws a Fault that names what is wrong.
 * @param {Asked} asked
 * @param {boolean} [explained]
 */
export function deriveRound({ scheme: name, game, server_seed, client_seed, nonce, options: given }, explained = false) {
  const scheme = schemeOf(name);
  const rule = ruleOf(scheme, game);
  const count = parseNonce(nonce === '' && !usesNonce(rule) ? '0' : nonce);
  const options = readOptions(rule, given);
  /** @type {import('./draws.js').Step[]} */
  const steps = [];
  const draws = new Draws(rule.settings, server_seed, client_seed, count, explained ? steps : null);
  const outcome = FORMULAS[rule.formula](rule, options, draws);
  const seeds = {
    scheme: scheme.name,
    server_seed_hash: commitmentOf(scheme.commitment, server_seed),
    server_seed,
    client_seed,
    nonce: count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : String(count),
  };
  const params = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
  return { game, seeds, params, outcome, ...(explained ? { draws: steps } : {}) };
}

/**
 * What was typed as an attempt that `diagnosis.js` can try in other ways; `expected` as people write it, or nothing.
 * @param {Asked} asked @param {string} expected @param {string | null} promised
 * @returns {import('./diagnosis.js').Attempt}
 */
export function attemptOf({ scheme: name, game, server_seed, client_seed, nonce, options: given }, expected, promised) {
  const scheme = schemeOf(name);
  const rule = { ...ruleOf(scheme, game), name: game };
  const options = readOptions(rule, given);
  const count = parseNonce(nonce === '' && !usesNonce(rule) ? '0' : nonce);
  return { scheme, rule, server_seed, client_seed, nonce: count, options, claim: expected.trim() === '' ? {} : readClaim(rule, options, expected), promised };
}
