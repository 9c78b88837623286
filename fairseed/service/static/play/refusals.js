/** What a refusal of the service says to a player. */

import { has as pageHas, t } from '../verify/ui/language.js';
import { has, say } from './words.js';

/** @typedef {import('./api.js').Refusal} Refusal */

/** The name of a field as the slip calls it: `bet.stake` is the stake. @param {string} path */
export function fieldName(path) {
  const name = path.split('.').at(-1) ?? path;
  return pageHas(`field.${name}`) ? t(`field.${name}`) : path;
}

/**
 * @param {Refusal} refusal
 * @param {{least?: number, most?: number, payout?: number}} [limits] of the game, as far as they are known
 */
export function reason({ code, field, message }, { least, most, payout } = {}) {
  if (code === 'invalid_field' && field === 'game') return say('refused.not_offered');
  if (code === 'invalid_field' && field === 'client_seed') return say('refused.client_seed');
  if (code === 'max_payout') return payout === undefined ? say('refused.max_payout_unknown') : say('refused.max_payout', { most: payout });
  if (code === 'limits' && field.startsWith('bet.') && least !== undefined) return say('refused.limits_stake', { field: fieldName(field), least, most });
  const id = `refused.${code}`;
  return has(id) ? say(id, { field: fieldName(field) }) : say('refused.other', { detail: message });
}
