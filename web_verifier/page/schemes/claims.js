/** What a player says came out, read from a text, compared with an outcome, and how likely it is by chance (`docs/schemes.md`). */

import { Fault } from '../core/fault.js';
import { deckSize } from './formulas.js';

/** @typedef {import('./formulas.js').Rule} Rule */
/** @typedef {Record<string, any>} Claim members of an outcome; of lists that a player sees only in part the first so many */

const MOST = 4000;
const BEGINNINGS = ['cards', 'indices', 'symbols', 'hmac', 'initial', 'pool'];
/** The least chance that a value of a version can have: one step of what it rounds to. @type {Record<string, number>} */
const GRAIN = { 2019: 2 ** -32, 2021: 1e-8, 2025: 2 ** -24, chain: 2 ** -32 };
/** @type {Record<string, string>} */
const SUITS = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

/** @param {Rule} rule @param {Record<string, any>} options @param {string} text @returns {Claim} */
export function readClaim(rule, options, text) {
  const plain = text.trim();
  const claim = plain === '' || plain.length > MOST ? null : READERS[rule.formula](rule, options, plain);
  if (claim === null) throw new Fault('expected', 'scheme.expected');
  return claim;
}

/** Whether an outcome is what was claimed. @param {Record<string, any>} outcome @param {Claim} claim */
export const agrees = (outcome, claim) =>
  Object.entries(claim).every(([name, value]) => {
    const found = BEGINNINGS.includes(name) ? outcome[name]?.slice(0, value.length) : outcome[name];
    return JSON.stringify(found) === JSON.stringify(value);
  });

/** How likely other seeds give this claim; never less than it is. @param {Rule} rule @param {Record<string, any>} options @param {Claim} claim */
export function chanceOf({ formula, settings }, options, claim) {
  switch (formula) {
    case 'roll':
    case 'number':
      return 1 / settings.n;
    case 'multiplier': {
      const hundred = Math.round(Number(claim.multiplier) * 100);
      return (hundred > 100 ? 99 / (hundred * (hundred + 1)) : 2 / 101) + GRAIN[options.version];
    }
    case 'path':
      return ('path' in claim ? 1 : ways(options.rows, claim.bin)) / 2 ** options.rows;
    case 'cells': {
      const count = claim[settings.name].length;
      return options.order === 'draw' ? falling(settings.cells, count, 1) : 1 / ways(settings.cells, count);
    }
    case 'symbols': {
      /** @type {string[][]} */
      const [symbols, seen] = [settings.symbols, claim.symbols];
      // A symbol that stands twice in the list comes twice as often.
      return seen.reduce((chance, one) => (chance * symbols.filter((each) => each === one).length) / symbols.length, 1);
    }
    case 'digest':
      return 16 ** -claim.hmac.length;
    default: {
      const seen = Math.max(...BEGINNINGS.map((name) => claim[name]?.length ?? 0));
      const size = deckSize(settings);
      return settings.shuffle === 'replace' ? (settings.decks / size) ** seen : falling(size, seen, settings.decks);
    }
  }
}

/** @param {number} n @param {number} k */
function ways(n, k) {
  let count = 1;
  for (let i = 1; i <= k; i++) count = (count * (n - k + i)) / i;
  return count;
}

/** @param {number} size @param {number} count @param {number} alike */
function falling(size, count, alike) {
  let chance = 1;
  for (let taken = 0; taken < count; taken++) chance *= alike / (size - taken);
  return chance;
}

/** A double may stand for two places (29.490000000000002), and zeros may follow them. @param {string} text */
function twoPlaces(text) {
  const found = /^([0-9]{1,9})(?:[.,]([0-9]{1,2})(0*|0{6,16}[0-9]|9{6,16}[0-9]?)?)? ?[x×%]?$/i.exec(text);
  if (!found || (found[3] && found[2].length < 2)) return null;
  const hundredths = Number(found[1] + (found[2] ?? '').padEnd(2, '0')) + Number(found[3]?.[0] === '9');
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** @param {string} text */
const whole = (text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : -1);

/** @param {string} text */
function numbers(text) {
  const words = text.replace(/^[[\] ]+|[[\] ]+$/g, '').split(/[\s,]+/);
  return words.every((word) => whole(word) >= 0) ? words.map(Number) : null;
}

/** @param {string} word */
function card(word) {
  const plain = word.replace(/[♣♦♥♠]/g, (sign) => SUITS[sign]).toUpperCase();
  const found = /^(10|[2-9TJQKA])([CDHS])$/.exec(plain);
  return found ? found[1].replace('10', 'T') + found[2].toLowerCase() : null;
}

/** @type {Record<string, (rule: Rule, options: Record<string, any>, text: string) => Claim | null>} */
const READERS = {
  roll(_rule, _options, text) {
    const shown = twoPlaces(text);
    return shown === null ? null : { roll: shown };
  },
  multiplier(_rule, _options, text) {
    const shown = twoPlaces(text);
    return shown === null || Number(shown) < 1 ? null : { multiplier: shown };
  },
  path(_rule, { rows }, text) {
    const steps = text.replace(/[\s,]/g, '').toUpperCase();
    if (/^(?:[LR]+|[01]{3,})$/.test(steps)) return { path: steps.replaceAll('0', 'L').replaceAll('1', 'R') };
    const bin = whole(text);
    return bin >= 0 && bin <= rows ? { bin } : null;
  },
  cells({ settings }, options, text) {
    const found = numbers(text);
    const base = Number(options.base);
    // A number too low or too high by one may be numbered from another base.
    if (found === null || new Set(found).size !== found.length) return null;
    if (found.some((cell) => cell < base - 1 || cell > settings.cells + base)) return null;
    return { [settings.name]: options.order === 'sorted' ? found.sort((a, b) => a - b) : found };
  },
  cards({ settings }, _options, text) {
    const indices = numbers(text);
    if (indices !== null) return Math.max(...indices) < deckSize(settings) ? { indices } : null;
    const cards = text.split(/[\s,]+/).map(card);
    if (cards.includes(null)) return null;
    return { [settings.hand === cards.length ? 'initial' : 'cards']: cards };
  },
  number({ settings }, _options, text) {
    const found = whole(text);
    return found >= 0 && found < settings.n ? { number: found } : null;
  },
  symbols({ settings }, _options, text) {
    const words = text.toLowerCase().split(/[\s,]+/);
    return words.every((word) => settings.symbols.includes(word)) ? { symbols: words } : null;
  },
  digest: (_rule, _options, text) => (/^[0-9a-f]{1,128}$/i.test(text) ? { hmac: text.toLowerCase() } : null),
};

