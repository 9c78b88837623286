/** A field whose text is cleaned. */

import { clean } from './cleaning.js';
import { loadTexts } from './language.js';

/**
 * Cleans what stands in a field now. What is typed or filled in while texts load is left alone.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} name
 * @param {string} kind
 * @param {import('./types.js').SlipEvents['cleaned']} told
 */
export async function tidied(control, name, kind, told) {
  const before = control.value;
  await loadTexts('more');
  const cleaned = clean(name, before, kind);
  if (cleaned.text === before || control.value !== before || !control.isConnected) return;
  control.value = cleaned.text;
  told(name, cleaned, before);
}
