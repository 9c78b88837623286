/** The texts of public tables of five-card poker, beside those of the page and of the verifier. */

import { language, loadTexts } from '../../verify/ui/language.js';
import { Refusal } from '../api.js';
import { sayer } from '../saying.js';
import en from './texts/en.js';
import ru from './texts/ru.js';

const TEXTS = { en, ru };

/** What the verifier says of such a round. */
export const loadWords = () => loadTexts('pictures', 'more', 'tables', 'checks');

export const { has, say } = sayer((id) => TEXTS[language()][id]);

/** What a refusal of a call on these tables says. @param {import('../api.js').Refusal} refusal */
export function refusal({ code, field, message }) {
  const named = `ht.refused.${code}.${field}`;
  if (has(named)) return say(named);
  return has(`ht.refused.${code}`) ? say(`ht.refused.${code}`) : say('ht.refused.other', { detail: message });
}

/** What is said where the service is not reached, or refuses what is only read. @param {unknown} error */
export const away = (error) => ({ title: say('ht.offline'), text: error instanceof Refusal ? refusal(error) : say('ht.offline_text'), again: say('ht.again') });
