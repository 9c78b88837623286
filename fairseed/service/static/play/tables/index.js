/** Tables: the lobby (`#tables`) or one table (`#table=…`), as the address says. */

import { fill, h } from '../../verify/ui/dom.js';
import { Api } from '../api.js';
import { Calls } from './calls.js';
import { lobbyView } from './lobby.js';
import { tableView } from './table.js';
import { loadWords, say } from './words.js';

/**
 * Shows what the address names in `main`.
 * @param {object} on
 * @param {string} on.root
 * @param {import('../session.js').Me} on.me
 * @param {import('../player.js').Player} on.player
 * @param {import('../session.js').Session} on.session
 * @param {Storage} on.store
 * @param {HTMLElement} on.main
 * @param {() => void} on.changed
 * @param {(error: unknown) => boolean} on.lost
 * @param {(title?: string, text?: string, button?: {label: string, go: () => void}) => void} on.tell
 * @param {() => {lang?: string, theme?: string}} on.look
 */
export async function tablesView(on) {
  await loadWords();
  const calls = new Calls(new Api(on.root, on.me.token));
  /** @type {ReturnType<typeof lobbyView> | ReturnType<typeof tableView> | null} */
  let shown = null;

  const around = {
    root: on.root,
    me: { name: on.me.player, token: on.me.token },
    calls,
    store: on.store,
    look: on.look,
    lost: on.lost,
    tell: on.tell,
    moved: () => void balance(),
    keep: (/** @type {Record<string, any>} */ hand) => {
      // How a hand ended is not everybody's before its seed is revealed: of an answer only what stays true is kept.
      const { type, round_id, game, receipt, action_receipts } = hand;
      on.session.keep({ type, round_id, game, state: 'open', receipt, action_receipts });
    },
  };

  async function balance() {
    try {
      await on.player.history();
    } catch (error) {
      // The balance stands beside what was asked for; it comes with the next change.
      if (on.lost(error)) return;
    }
    on.changed();
  }

  return {
    /** @param {string} id of a table, or `''` */
    show(id) {
      if (shown === null || shown.id !== id) {
        shown?.stop();
        on.tell();
        shown = id === '' ? lobbyView(around) : tableView(id, around);
        fill(on.main, h('div', { class: 'tables' }, shown.node));
        void shown.start();
      } else shown.label();
      document.title = `${id === '' ? say('tb.lobby') : say('tb.table')}. ${say('tb.page')}`;
    },
    stop() {
      shown?.stop();
      shown = null;
    },
  };
}
