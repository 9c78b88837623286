/**
 * Texts by id in the reader's language: plural forms by `Intl.PluralRules`, numbers with narrow spaces between groups of three.
 * Seeds, hexadecimal digits and decimals are given as texts, and shown as records write them.
 */

import { part } from './parts.js';

/** @typedef {string | {one?: string, few?: string, many?: string, other: string}} Text plural forms are chosen by the value `count` */
/** @typedef {Readonly<Record<string, Text>>} Texts */
/** @typedef {Record<string, unknown>} Values */

export const LANGUAGES = /** @type {const} */ (['en', 'ru']);
/** @typedef {typeof LANGUAGES[number]} Language */

/**
 * The parts of a language's texts: all but `ui`, what the form and a first result say, come with the modules that show them.
 * @typedef {'ui' | 'foot' | 'checks' | 'pictures' | 'more' | 'tables'} Part
 * @type {Record<Language, Record<Part, () => Promise<{default: Texts}>>>}
 */
const LOADERS = {
  en: {
    ui: () => import('../texts/ui-en.js'),
    foot: () => import('../texts/foot-en.js'),
    checks: () => import('../texts/en.js'),
    pictures: () => import('../texts/pictures-en.js'),
    more: () => import('../texts/more-en.js'),
    tables: () => import('../texts/tables-en.js'),
  },
  ru: {
    ui: () => import('../texts/ui-ru.js'),
    foot: () => import('../texts/foot-ru.js'),
    checks: () => import('../texts/ru.js'),
    pictures: () => import('../texts/pictures-ru.js'),
    more: () => import('../texts/more-ru.js'),
    tables: () => import('../texts/tables-ru.js'),
  },
};

/** @type {Language} */
let current = 'en';
/** The language that was chosen last; it may still load. @type {Language} */
let asked = 'en';
/** Texts by id, of the parts that were loaded. @type {Record<Language, Record<string, Text>>} */
const texts = { en: Object.create(null), ru: Object.create(null) };
/** Parts that are shown, in whatever language. @type {Set<Part>} */
const shown = new Set(['ui']);

export const language = () => current;

/** @param {Language} chosen */
const load = (chosen) =>
  Promise.all([...shown].map(async (name) => Object.assign(texts[chosen], (await part(LOADERS[chosen][name]())).default)));

/** Loads a language and makes it the current one. Who shows texts shows them anew then. @param {Language} chosen */
export async function setLanguage(chosen) {
  asked = chosen;
  await load(chosen);
  if (asked !== chosen) return;
  current = chosen;
  if (typeof document !== 'undefined') document.documentElement.lang = chosen;
}

/** Loads more texts, in this language and in those that are chosen later. @param {...Part} names */
export async function loadTexts(...names) {
  for (const name of names) shown.add(name);
  await Promise.all([load(current), load(asked)]);
}

/**
 * The language that a link asks for, else the first of the reader's that there is.
 * @param {string | null | undefined} asked
 * @param {readonly string[]} preferred as `navigator.languages`
 * @returns {Language}
 */
export function chooseLanguage(asked, preferred) {
  for (const tag of [asked ?? '', ...preferred]) {
    const found = LANGUAGES.find((name) => tag === name || tag.startsWith(`${name}-`));
    if (found) return found;
  }
  return 'en';
}

/** @param {string} id */
export const has = (id) => texts[current][id] !== undefined;

/**
 * A text as one string.
 * @param {string} id
 * @param {Values} [values]
 * @returns {string}
 */
export const t = (id, values = {}) =>
  parts(id, values)
    .map((part) => (isNode(part) ? (part.textContent ?? '') : part))
    .join('');

/**
 * A text as a list of strings and of those values that are elements, to be put into an element.
 * @param {string} id
 * @param {Values} [values]
 * @returns {(string | Node)[]}
 */
export function parts(id, values = {}) {
  const text = texts[current][id];
  // An id that has no text is a fault of this page, and is shown as what it is.
  if (text === undefined) return [id];
  return template(text, values, current).map((part) => (isNode(part) ? part : show(part)));
}

/**
 * The pieces of a text with its values in their places.
 * @param {Text} text
 * @param {Values} values
 * @param {Language} lang
 * @returns {unknown[]}
 */
export function template(text, values, lang) {
  const pattern = typeof text === 'string' ? text : (text[form(values.count, lang)] ?? text.other);
  return pattern
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name !== undefined && Object.hasOwn(values, name) ? values[name] : part;
    });
}

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/** @param {unknown} count @param {Language} lang @returns {'one' | 'few' | 'many' | 'other'} */
function form(count, lang) {
  const rule = rules.get(lang) ?? new Intl.PluralRules(lang);
  rules.set(lang, rule);
  return /** @type {'one' | 'few' | 'many' | 'other'} */ (rule.select(Number(count)));
}

/** @param {unknown} value */
function show(value) {
  if (typeof value === 'number' || typeof value === 'bigint') return number(value);
  return value === null || value === undefined ? '–' : String(value);
}

/** U+202F: narrow, and no line ends there. */
const NARROW = '\u202f';

/**
 * A whole number in groups of three. Both languages group alike here, with a space: a comma or point could be read as a decimal sign.
 * @param {number | bigint} value
 */
export const number = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, NARROW);

/** @param {unknown} part @returns {part is Node} */
const isNode = (part) => typeof Node !== 'undefined' && part instanceof Node;
