/**
 * How the page is shown, as the fragment of its address says it. Browsers send a fragment to nobody. It is a list of `name=value`; the
 * names of a round are read and written by `links.js`.
 */

export const LOOKS = /** @type {const} */ (['lang', 'theme', 'view', 'clause']);

/**
 * @param {string} fragment with or without its `#`
 * @returns {{look: import('./types.js').Look, round: string}} the look, and what else stands there
 */
export function readLook(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  /** @type {import('./types.js').Look} */
  const look = {};
  for (const name of LOOKS) {
    const value = given.get(name);
    if (value !== null) look[name] = value;
    given.delete(name);
  }
  return { look, round: given.toString() };
}
