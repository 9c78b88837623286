/** What a refusal of a call on tables says. */

import { has, say } from './words.js';

/** @param {import('../api.js').Refusal} refusal */
export function refusal({ code, field, message }) {
  const named = `tb.refused.${code}.${field.split('.').at(-1)}`;
  if (has(named)) return say(named);
  return has(`tb.refused.${code}`) ? say(`tb.refused.${code}`) : say('tb.refused.other', { detail: message });
}
