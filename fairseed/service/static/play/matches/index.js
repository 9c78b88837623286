/** Matches of tavern dice: those that are open (`#matches`) or one of them (`#match=…`), as the address says. */

import { Api } from '../api.js';
import { section, surroundings } from '../section.js';
import { invitationIn } from './address.js';
import { Calls } from './calls.js';
import { invitations } from './invitations.js';
import { lobbyView } from './lobby.js';
import { matchView } from './match.js';
import { loadWords, say } from './words.js';

/** Shows what the address names. @param {import('../section.js').Given} on */
export async function matchesView(on) {
  await loadWords();
  /** The match that this tab has just opened, which is joined as soon as it is shown. */
  let opened = '';
  const invited = invitations(on.store);
  const around = {
    ...surroundings(on),
    calls: new Calls(new Api(on.root, on.me.token)),
    invited,
    /** Goes to a match that this tab opened, or is to join without being asked again. @param {{match_id: string, invitation?: string}} made */
    open({ match_id: id, invitation = '' }) {
      invited.keep(id, invitation);
      opened = id;
      location.hash = `match=${id}`;
    },
    joins(/** @type {string} */ id) {
      const now = opened === id;
      if (now) opened = '';
      return now;
    },
  };

  const shown = section(
    on,
    (id) => (id === '' ? lobbyView(around) : matchView(id, around)),
    (id) => `${say(id === '' ? 'mt.lobby' : 'mt.match')}. ${say('mt.page')}`
  );

  return {
    ...shown,
    /** An invitation is kept by this tab, and stands in the address no longer. @param {string} id */
    show(id) {
      const invitation = invitationIn(location.hash);
      if (invitation) {
        invited.keep(id, invitation);
        history.replaceState(null, '', `#match=${id}`);
      }
      shown.show(id);
    },
  };
}
