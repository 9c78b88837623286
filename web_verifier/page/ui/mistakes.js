/** What a mistake, its chance and the evidence that would be enough are called. */

import { has, t } from './language.js';

const MOST_ROUNDS = 20;

/** @param {import('../schemes/diagnosis.js').Mistake} mistake */
export function mistakeText({ name, values }) {
  if (name === 'nonce' && 'nonce' in values) return t('mistake.one_nonce', values);
  const option = has(`field.${values.name}`) ? t(`field.${values.name}`) : String(values.name);
  return t(`mistake.${name}`, name === 'option' ? { ...values, name: option } : values);
}

/** A chance is at most 1. @param {number} chance @param {number} count of mistakes tried */
export const chanceValues = (chance, count) => ({
  count,
  chance: String(Number(Math.min(1, chance).toPrecision(2))),
  odds: String(Math.max(1, Math.round(1 / chance))),
});

/** @param {number | null} needed */
export const neededText = (needed) => (needed === null ? t('mistake.too_many', { most: MOST_ROUNDS }) : t('mistake.needed', { needed }));
