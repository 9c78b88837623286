/** Which table an address names. */

/** What of tables an address names: `''` the lobby, an id a table, null neither. @param {string} hash */
export function tableOf(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const id = asked.get('table');
  if (id !== null && /^[0-9a-f]{32}$/.test(id)) return id;
  return asked.has('tables') || id !== null ? '' : null;
}
