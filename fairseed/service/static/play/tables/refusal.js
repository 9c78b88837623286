/** What a refusal of a call on tables says. */

import { Refusal } from '../api.js';
import { has, say } from './words.js';

/** @param {import('../api.js').Refusal} refusal */
export function refusal({ code, field, message }) {
  const named = `tb.refused.${code}.${field.split('.').at(-1)}`;
  if (has(named)) return say(named);
  return has(`tb.refused.${code}`) ? say(`tb.refused.${code}`) : say('tb.refused.other', { detail: message });
}

/** What is said where the service is not reached, or refuses what is only read. @param {unknown} error */
export const away = (error) => ({ title: say('tb.offline'), text: error instanceof Refusal ? refusal(error) : say('tb.offline_text'), again: say('tb.again') });
