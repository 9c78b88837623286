/** Which public table of five-card poker an address names. */

/** `''` all of them, an id a table, null neither. @param {string} hash */
export function houseTableOf(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const id = asked.get('house-table');
  if (id !== null && /^[0-9a-f]{32}$/.test(id)) return id;
  return asked.has('house-tables') || id !== null ? '' : null;
}
