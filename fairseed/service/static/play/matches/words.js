/** The texts of matches, beside those of the page and of the verifier. */

import { language, loadTexts } from '../../verify/ui/language.js';
import { sayer } from '../saying.js';
import en from './texts/en.js';
import ru from './texts/ru.js';

const TEXTS = { en, ru };

/** What the verifier says of matches. */
export const loadWords = () => loadTexts('pictures', 'more', 'tables', 'checks');

export const { has, say } = sayer((id) => TEXTS[language()][id]);

/** What a refusal of a call on matches says. @param {import('../api.js').Refusal} refusal */
export const refusal = ({ code, message }) => (has(`mt.refused.${code}`) ? say(`mt.refused.${code}`) : say('mt.refused.other', { detail: message }));
