/** Which match an address names. */

/** `''` all of them, an id a match, null neither. @param {string} hash */
export function matchOf(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const id = asked.get('match');
  if (id !== null && /^[0-9a-f]{32}$/.test(id)) return id;
  return asked.has('matches') || id !== null ? '' : null;
}

/** The invitation to a private match, if the address has one. @param {string} hash */
export function invitationIn(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, '')).get('invitation');
  return asked !== null && /^fi_[A-Za-z0-9_-]{1,64}$/.test(asked) ? asked : '';
}

/** What is given to those who shall join: nothing of it reaches a server, since it stands in the fragment. @param {string} page its address @param {string} id @param {string} invitation */
export function linkTo(page, id, invitation) {
  const fragment = new URLSearchParams({ match: id, ...(invitation && { invitation }) });
  return `${page.replace(/[?#].*$/, '')}#${fragment}`;
}
