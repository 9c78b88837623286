/**
 * How the page is shown, as the fragment of its address says it. Browsers send a fragment to nobody. It is a list of `name=value`; the
 * names of a round are read and written by `links.js`.
 */

/** @typedef {{lang?: string, theme?: string, view?: string, clause?: string}} Look no part of a round */

const LOOKS = /** @type {const} */ (['lang', 'theme', 'view', 'clause']);

/**
 * @param {string} fragment with or without its `#`
 * @returns {{look: Look, round: string}} the look, and what else stands there
 */
export function readLook(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  /** @type {Look} */
  const look = {};
  for (const name of LOOKS) {
    const value = given.get(name);
    if (value !== null) look[name] = value;
    given.delete(name);
  }
  return { look, round: given.toString() };
}

/**
 * A fragment, without `#`.
 * @param {Look} look
 * @param {URLSearchParams} [written] what it says of a round
 */
export function withLook(look, written = new URLSearchParams()) {
  for (const name of LOOKS) if (look[name]) written.set(name, /** @type {string} */ (look[name]));
  return written.toString();
}
