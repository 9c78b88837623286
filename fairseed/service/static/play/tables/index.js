/** Tables: the lobby (`#tables`) or one table (`#table=…`), as the address says. */

import { Api } from '../api.js';
import { section, surroundings } from '../section.js';
import { Calls } from './calls.js';
import { lobbyView } from './lobby.js';
import { tableView } from './table.js';
import { loadWords, say } from './words.js';

/** Shows what the address names. @param {import('../section.js').Given} on */
export async function tablesView(on) {
  await loadWords();
  const around = { ...surroundings(on), calls: new Calls(new Api(on.root, on.me.token)) };
  return section(
    on,
    (id) => (id === '' ? lobbyView(around) : tableView(id, around)),
    (id) => `${say(id === '' ? 'tb.lobby' : 'tb.table')}. ${say('tb.page')}`
  );
}
