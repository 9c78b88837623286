/**
 * Texts by id in the reader's language: plural forms by `Intl.PluralRules`, numbers with narrow spaces between groups of three.
 * A language's texts load when it is chosen. Seeds, hexadecimal digits and decimals are shown as records write them: they are given
 * as texts, and only numbers are formatted.
 */

/** @typedef {string | {one?: string, few?: string, many?: string, other: string}} Text plural forms are chosen by the value `count` */
/** @typedef {Readonly<Record<string, Text>>} Texts */
/** @typedef {Record<string, unknown>} Values */

export const LANGUAGES = /** @type {const} */ (['en', 'ru']);
/** @typedef {typeof LANGUAGES[number]} Language */

/** @type {Record<Language, () => Promise<{default: Texts}[]>>} */
const LOADERS = {
  en: () => Promise.all([import('../texts/ui-en.js'), import('../texts/pictures-en.js'), import('../texts/en.js')]),
  ru: () => Promise.all([import('../texts/ui-ru.js'), import('../texts/pictures-ru.js'), import('../texts/ru.js')]),
};

/** Texts of what is shown on demand. @type {Record<Language, () => Promise<{default: Texts}>>} */
const MORE = {
  en: () => import('../texts/more-en.js'),
  ru: () => import('../texts/more-ru.js'),
};

/** @type {Language} */
let current = 'en';
/** @type {Map<Language, Texts>} */
const loaded = new Map();
let more = false;

export const language = () => current;

/** @param {Language} chosen */
async function load(chosen) {
  const texts =
    loaded.get(chosen) ?? Object.assign(Object.create(null), ...(await LOADERS[chosen]()).map((part) => part.default));
  if (more) Object.assign(texts, (await MORE[chosen]()).default);
  loaded.set(chosen, texts);
}

/**
 * Loads a language and makes it the current one. Who shows texts shows them anew then.
 * @param {Language} chosen
 */
export async function setLanguage(chosen) {
  await load(chosen);
  current = chosen;
  if (typeof document !== 'undefined') document.documentElement.lang = chosen;
}

/** Loads the texts of what is shown on demand, in this language and in those that are chosen later. */
export async function loadMore() {
  more = true;
  await load(current);
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
export const has = (id) => loaded.get(current)?.[id] !== undefined;

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
  const text = loaded.get(current)?.[id];
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

/**
 * @param {unknown} count
 * @param {Language} lang
 * @returns {'one' | 'few' | 'many' | 'other'}
 */
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

/**
 * Bytes for people.
 * @param {number} count
 */
export function size(count) {
  const mega = count >= 1e6;
  const shown = (count / (mega ? 1e6 : 1e3)).toFixed(mega ? 1 : 0);
  return t(mega ? 'size.mega' : 'size.kilo', { size: current === 'ru' ? shown.replace('.', ',') : shown });
}

/**
 * A multiplier: "3×" in English, "×3" in Russian.
 * @param {string} multiplier a decimal
 */
export const times = (multiplier) => t('times', { multiplier: trimmed(multiplier) });

/** Without zeros at the end of its places. @param {string} decimal */
export const trimmed = (decimal) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/**
 * @param {unknown} part
 * @returns {part is Node}
 */
const isNode = (part) => typeof Node !== 'undefined' && part instanceof Node;
