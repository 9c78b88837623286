/** The page's own texts, beside those of the verifier's page, in the same two languages and forms. */

import { h } from '../verify/ui/dom.js';
import { language, loadTexts, number, setLanguage } from '../verify/ui/language.js';
import { sayer } from './saying.js';

/** @typedef {import('../verify/ui/language.js').Language} Language */
/** @typedef {import('../verify/ui/language.js').Texts} Texts */
/** @typedef {import('../verify/ui/language.js').Values} Values */

/** @type {Record<Language, () => Promise<{default: Texts}>>} */
const LOADERS = { en: () => import('./texts/en.js'), ru: () => import('./texts/ru.js') };
/** @type {Partial<Record<Language, Texts>>} */
const texts = {};

/** Makes a language the current one, with all that the verifier's pictures and figures say. @param {Language} chosen */
export async function useLanguage(chosen) {
  texts[chosen] ??= (await LOADERS[chosen]()).default;
  await setLanguage(chosen);
  await loadTexts('pictures', 'more', 'tables');
}

export const { has, said, say } = sayer((id) => texts[language()]?.[id]);

/** A sentence for the line below a picture. @param {string} id @param {Values} [values] @returns {import('../verify/ui/pictures/stage.js').Phrase} */
export const line = (id, values = {}) => ({ text: say(id, values), nodes: () => said(id, values) });

/** A chance of the service (`0.4999`), in per cent, digit by digit: nothing is rounded (C-10). @param {string} chance */
export function percent(chance) {
  const [whole = '0', places = ''] = chance.split('.');
  const digits = places.padEnd(2, '0');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${BigInt(whole + digits.slice(0, 2))}${rest && `.${rest}`}`;
}

/** @param {string} text */
export const code = (text) => h('code', null, text);

/** Chips with their sign, for a gain or a loss. @param {number} chips */
export const signed = (chips) => (chips > 0 ? `+${number(chips)}` : chips < 0 ? `−${number(-chips)}` : '0');
