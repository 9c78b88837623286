/** The texts of matches, beside those of the page and of the verifier. */

import { language, loadTexts } from '../../verify/ui/language.js';
import { Refusal } from '../api.js';
import { sayer } from '../saying.js';
import { KINDS } from './model.js';
import en from './texts/en.js';
import ru from './texts/ru.js';

const TEXTS = { en, ru };

/** What the verifier says of matches. */
export const loadWords = () => loadTexts('pictures', 'more', 'tables', 'checks');

export const { has, said, say } = sayer((id) => TEXTS[language()][id]);

/** A bot by what it does, else by its policy: always as a bot. @param {string} policy */
export const botName = (policy) => say('mt.bot', { policy: KINDS[policy] ? say(`mt.kind.${KINDS[policy]}`).toLowerCase() : policy });

/** What a refusal of a call on matches says. @param {import('../api.js').Refusal} refusal */
export const refusal = ({ code, message }) => (has(`mt.refused.${code}`) ? say(`mt.refused.${code}`) : say('mt.refused.other', { detail: message }));

/** What is said where the service is not reached, or refuses what is only read. @param {unknown} error */
export const away = (error) => ({ title: say('mt.offline'), text: error instanceof Refusal ? refusal(error) : say('mt.offline_text'), again: say('mt.again') });
