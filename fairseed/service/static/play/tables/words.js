/** The texts of tables, beside those of the page and of the verifier. */

import { h } from '../../verify/ui/dom.js';
import { language, loadTexts } from '../../verify/ui/language.js';
import { sayer } from '../saying.js';
import en from './texts/en.js';
import ru from './texts/ru.js';

const TEXTS = { en, ru };

/** What the verifier says of tables. */
export const loadWords = () => loadTexts('pictures', 'more', 'tables', 'checks');

export const { has, said, say } = sayer((id) => TEXTS[language()][id]);

/** @param {string} text */
export const code = (text) => h('code', null, text);
