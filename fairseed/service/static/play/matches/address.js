/** Which match an address names. */

/** `''` all of them, an id a match, null neither. @param {string} hash */
export function matchOf(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const id = asked.get('match');
  if (id !== null && /^[0-9a-f]{32}$/.test(id)) return id;
  return asked.has('matches') || id !== null ? '' : null;
}
