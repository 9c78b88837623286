/** Matches of tavern dice: those that are open (`#matches`) or one of them (`#match=…`), as the address says. */

import { Api } from '../api.js';
import { section, surroundings } from '../section.js';
import { Calls } from './calls.js';
import { lobbyView } from './lobby.js';
import { matchView } from './match.js';
import { loadWords, say } from './words.js';

/** Shows what the address names. @param {import('../section.js').Given} on */
export async function matchesView(on) {
  await loadWords();
  /** The match that this tab has just opened, which is joined as soon as it is shown. */
  let opened = '';
  const around = {
    ...surroundings(on),
    calls: new Calls(new Api(on.root, on.me.token)),
    joining: (/** @type {string} */ id) => void (opened = id),
    joins(/** @type {string} */ id) {
      const now = opened === id;
      if (now) opened = '';
      return now;
    },
  };
  return section(
    on,
    (id) => (id === '' ? lobbyView(around) : matchView(id, around)),
    (id) => `${say(id === '' ? 'mt.lobby' : 'mt.match')}. ${say('mt.page')}`
  );
}
