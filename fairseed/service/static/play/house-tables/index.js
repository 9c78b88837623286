/** Public tables of five-card poker: those that are open (`#house-tables`) or one of them (`#house-table=…`). */

import { Api } from '../api.js';
import { section, surroundings } from '../section.js';
import { Calls } from './calls.js';
import { lobbyView } from './lobby.js';
import { tableView } from './table.js';
import { loadWords, say } from './words.js';

/** Shows what the address names. @param {import('../section.js').Given} on */
export async function houseTablesView(on) {
  await loadWords();
  /** The table that this tab has just opened, at which it sits down as soon as it is shown. */
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
    (id) => (id === '' ? lobbyView(around) : tableView(id, around)),
    (id) => `${say(id === '' ? 'ht.lobby' : 'ht.table')}. ${say('ht.page')}`
  );
}
