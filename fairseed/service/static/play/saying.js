/** How a text of this page is said: its placeholders filled as the verifier's page fills its own. */

import { language, number, template } from '../verify/ui/language.js';

/** @typedef {import('../verify/ui/language.js').Text} Text */
/** @typedef {import('../verify/ui/language.js').Values} Values */

/** @param {(id: string) => Text | undefined} textOf in the current language */
export function sayer(textOf) {
  /**
   * A text as a list of strings and of those values that are elements.
   * @param {string} id
   * @param {Values} [values]
   * @returns {(string | Node)[]}
   */
  function said(id, values = {}) {
    const text = textOf(id);
    // An id that has no text is a fault of this page, and is shown as what it is.
    if (text === undefined) return [id];
    return template(text, values, language()).map((part) => {
      if (typeof part === 'number' || typeof part === 'bigint') return number(part);
      return typeof Node !== 'undefined' && part instanceof Node ? part : String(part ?? '–');
    });
  }

  /** A text as one string. @param {string} id @param {Values} [values] */
  const say = (id, values = {}) =>
    said(id, values)
      .map((part) => (typeof part === 'string' ? part : (part.textContent ?? '')))
      .join('');

  /** @param {string} id */
  const has = (id) => textOf(id) !== undefined;
  return { has, said, say };
}
