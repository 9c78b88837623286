/** From drawn integers to an outcome: the formulas that a declaration may name (`docs/schemes.md`, "Formulas"). */

import { Fault } from '../core/fault.js';

/** @typedef {import('./draws.js').Draws} Draws */
/** @typedef {{formula: string, settings: Record<string, any>, tables: Record<string, string[]>}} Rule */
/** @typedef {Record<string, any>} Options */
/** @typedef {Record<string, any>} Outcome */
/**
 * What a player says beside the seeds; `most` of `hundredths` is in hundredths.
 * @typedef {{name: string, kind: 'whole' | 'word' | 'hundredths' | 'flag' | 'places', first: any, required: boolean, least: number, most: number, words: string[]}} Option
 */

const MOST_DRAWS = 1000;
const WORDS = 2 ** 32;

/** @param {string} name @param {Option['kind']} kind @param {Partial<Option>} [more] @returns {Option} */
const option = (name, kind, more = {}) => ({ name, kind, first: null, required: false, least: 0, most: 0, words: [], ...more });

/** The options of a game, by its formula. @param {Rule} rule @returns {Option[]} */
export function optionsOf({ formula, settings, tables }) {
  switch (formula) {
    case 'roll':
      if (settings.wins === 'beyond')
        return [option('target', 'hundredths', { most: settings.n - 1 }), option('direction', 'word', { words: ['over', 'under'] })];
      if (settings.wins !== 'range') return [];
      return [
        option('lower', 'hundredths', { most: settings.n }),
        option('upper', 'hundredths', { most: settings.n }),
        option('inverted', 'flag', { first: false }),
      ];
    case 'multiplier':
      return [option('version', 'word', { first: settings.version, words: settings.versions })];
    case 'path': {
      const [least, most] = settings.rows;
      const risks = [...new Set(Object.keys(tables).map((name) => name.slice(name.indexOf('-') + 1)))];
      const rows = option('rows', 'whole', { required: true, least, most });
      return risks.length > 0 ? [rows, option('risk', 'word', { words: risks })] : [rows];
    }
    case 'cells': {
      const shown = [
        option('base', 'word', { first: String(settings.base), words: ['0', '1'] }),
        option('order', 'word', { first: settings.order, words: ['draw', 'sorted'] }),
      ];
      return settings.count ? [option(settings.name, 'whole', { required: true, least: 1, most: settings.draws }), ...shown] : shown;
    }
    case 'cards': {
      if (settings.hand !== null) return [option('held', 'places', { most: settings.hand })];
      const most = settings.shuffle === 'replace' ? MOST_DRAWS : Math.min(MOST_DRAWS, deckSize(settings));
      return [option('cards', 'whole', { first: settings.count, least: 1, most })];
    }
    case 'symbols':
      return [option('count', 'whole', { first: settings.count, least: 1, most: MOST_DRAWS })];
    default:
      return [];
  }
}

/** @type {Record<string, (rule: Rule, options: Options, draws: Draws) => Outcome>} */
export const FORMULAS = { roll, multiplier, path, cells, cards, number, symbols, digest };

/** @param {Rule} rule @param {Options} options @param {Draws} draws */
function roll({ settings }, options, draws) {
  const result = draws.uniform(settings.n);
  /** @type {Outcome} */
  const outcome = { roll: hundredths(result), result };
  if (settings.wins === 'beyond' && options.target !== null) {
    const { target } = options;
    const over = options.direction === 'over';
    outcome.win = over ? result > target : result < target;
    const winning = over ? settings.n - 1 - target : target;
    if (settings.pays !== null && winning > 0) outcome.multiplier = ratio(settings.pays, settings.n, winning, settings.places);
  }
  if (settings.wins === 'range' && options.lower !== null)
    outcome.win = (options.lower <= result && result < options.upper) !== options.inverted;
  return outcome;
}

/** The published formulas, in IEEE doubles and their order of operations. @param {Rule} _rule @param {Options} options @param {Draws} draws */
function multiplier(_rule, { version }, draws) {
  const word = draws.uniform(WORDS);
  const f = word / WORDS;
  let value = (2 ** 24 / (Math.floor(f * 2 ** 24) + 1)) * (1 - 0.01);
  if (version === 'chain') value = (WORDS / (word + 1)) * 0.99;
  if (version === '2019') value = (1e8 / (f * 1e8)) * 0.99;
  if (version === '2021') value = (1e8 / (Math.floor(f * 1e8) + 1)) * 0.99;
  if (!Number.isFinite(value)) throw new Fault('nonce', 'scheme.by_zero');
  return { multiplier: hundredths(Math.max(100, Math.floor(value * 100))) };
}

/** @param {Rule} rule @param {Options} options @param {Draws} draws */
function path({ tables }, { rows, risk = null }, draws) {
  const taken = Array.from({ length: rows }, () => 'LR'[draws.uniform(2)]).join('');
  const bin = taken.replaceAll('L', '').length;
  return { path: taken, bin, ...(risk === null ? {} : { multiplier: tables[`${rows}-${risk}`][bin] }) };
}

/** @param {Rule} rule @param {Options} options @param {Draws} draws */
function cells({ settings }, options, draws) {
  const count = settings.count ? options[settings.name] : settings.draws;
  const found = ordered(settings.shuffle, settings.cells, count, draws).map((cell) => cell + Number(options.base));
  return { [settings.name]: options.order === 'sorted' ? found.sort((a, b) => a - b) : found };
}

/** @param {Rule} rule @param {Options} options @param {Draws} draws */
function cards({ settings }, options, draws) {
  const { shuffle, hand, deal } = settings;
  const count = hand === null ? options.cards : settings.count;
  const size = deckSize(settings);
  const indices = shuffle === 'replace' ? Array.from({ length: count }, () => draws.uniform(size)) : ordered(shuffle, size, count, draws);
  const names = indices.map((index) => card(settings, index));
  /** @type {Outcome} */
  const outcome = { cards: names, indices };
  for (const who of new Set(deal ?? [])) outcome[who] = names.filter((_, at) => deal[at] === who);
  if (hand === null) return outcome;
  Object.assign(outcome, { initial: names.slice(0, hand), pool: names.slice(hand) });
  if (options.held === null) return outcome;
  let next = hand;
  outcome.final = outcome.initial.map((/** @type {string} */ name, /** @type {number} */ at) =>
    options.held.includes(at) ? name : (names[next++] ?? ''),
  );
  return outcome;
}

/** @param {Rule} rule @param {Options} _options @param {Draws} draws */
function number({ settings }, _options, draws) {
  return { number: draws.uniform(settings.n) };
}

/** @param {Rule} rule @param {Options} options @param {Draws} draws */
function symbols({ settings }, { count }, draws) {
  return { symbols: Array.from({ length: count }, () => settings.symbols[draws.uniform(settings.symbols.length)]) };
}

/** @param {Rule} rule @param {Options} _options @param {Draws} draws */
function digest({ settings }, _options, draws) {
  const found = draws.digest(settings.first);
  draws.show(settings.first);
  return { hmac: Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join(''), first_bytes: Array.from(found.slice(0, 4)) };
}

/**
 * The first `count` of 0 … size−1 without repetition, in the order of the shuffle.
 * @param {string} shuffle @param {number} size @param {number} count @param {Draws} draws
 */
function ordered(shuffle, size, count, draws) {
  const items = Array.from({ length: size }, (_, item) => item);
  if (shuffle === 'pick') return Array.from({ length: count }, () => items.splice(draws.uniform(items.length), 1)[0]);
  const swap = (/** @type {number} */ one, /** @type {number} */ other) => ([items[one], items[other]] = [items[other], items[one]]);
  if (shuffle === 'forward') for (let place = 0; place < count; place++) swap(place, place + draws.uniform(size - place));
  else for (let place = size - 1; place > 0; place--) swap(place, draws.uniform(place + 1));
  return items.slice(0, count);
}

/** @param {Record<string, any>} settings */
export const deckSize = ({ decks, suits, ranks }) => decks * suits.length * ranks.length;

/** @param {Record<string, any>} settings @param {number} index */
function card({ suits, ranks, by }, index) {
  const place = index % (suits.length * ranks.length);
  const [rank, suit] =
    by === 'rank'
      ? [Math.floor(place / suits.length), place % suits.length]
      : [place % ranks.length, Math.floor(place / ranks.length)];
  return ranks[rank] + suits[suit];
}

/** @param {number} value */
export const hundredths = (value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;

/** `pays` · n / winning, rounded half up to so many places. @param {string} pays @param {number} n @param {number} winning @param {number} places */
function ratio(pays, n, winning, places) {
  const [whole, part = ''] = pays.split('.');
  const above = BigInt(whole + part) * BigInt(n) * 10n ** BigInt(places);
  const below = 10n ** BigInt(part.length) * BigInt(winning);
  const scaled = String((2n * above + below) / (2n * below)).padStart(places + 1, '0');
  return places === 0 ? scaled : `${scaled.slice(0, -places)}.${scaled.slice(-places)}`;
}
