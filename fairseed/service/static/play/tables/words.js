/** The texts of tables, beside those of the page and of the verifier. */

import { h } from '../../verify/ui/dom.js';
import { language, loadTexts, number, template } from '../../verify/ui/language.js';
import en from './texts/en.js';
import ru from './texts/ru.js';

/** @typedef {import('../../verify/ui/language.js').Values} Values */

const TEXTS = { en, ru };

/** What the verifier says of tables. */
export const loadWords = () => loadTexts('pictures', 'more', 'tables', 'checks');

/** @param {string} id */
export const has = (id) => TEXTS[language()][id] !== undefined;

/** @param {string} id @param {Values} [values] @returns {(string | Node)[]} */
export function said(id, values = {}) {
  const text = TEXTS[language()][id];
  // An id that has no text is a fault of this page, and is shown as what it is.
  if (text === undefined) return [id];
  return template(text, values, language()).map((part) => {
    if (typeof part === 'number' || typeof part === 'bigint') return number(part);
    return typeof Node !== 'undefined' && part instanceof Node ? part : String(part ?? '–');
  });
}

/** @param {string} id @param {Values} [values] */
export const say = (id, values = {}) =>
  said(id, values)
    .map((part) => (typeof part === 'string' ? part : (part.textContent ?? '')))
    .join('');

/** @param {string} text */
export const code = (text) => h('code', null, text);
