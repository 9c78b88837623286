/** Amounts as texts: sizes of files, multipliers. */

import { language, t } from './language.js';

/**
 * Bytes for people.
 * @param {number} count
 */
export function size(count) {
  const mega = count >= 1e6;
  const shown = (count / (mega ? 1e6 : 1e3)).toFixed(mega ? 1 : 0);
  return t(mega ? 'size.mega' : 'size.kilo', { size: language() === 'ru' ? shown.replace('.', ',') : shown });
}

/**
 * A multiplier: "3×" in English, "×3" in Russian.
 * @param {string} multiplier a decimal
 */
export const times = (multiplier) => t('times', { multiplier: trimmed(multiplier) });

/** Without zeros at the end of its places. @param {string} decimal */
export const trimmed = (decimal) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
