/** Matches of tavern dice: those that are open (`#matches`) or one of them (`#match=…`), as the address says. */

import { fill, h } from '../../verify/ui/dom.js';
import { Api } from '../api.js';
import { Calls } from './calls.js';
import { lobbyView } from './lobby.js';
import { matchView } from './match.js';
import { loadWords, say } from './words.js';

/** @param {Parameters<typeof import('../tables/index.js').tablesView>[0]} on */
export async function matchesView(on) {
  await loadWords();
  const calls = new Calls(new Api(on.root, on.me.token));
  /** The match that this tab has just opened. */
  let joining = '';
  /** @type {ReturnType<typeof lobbyView> | ReturnType<typeof matchView> | null} */
  let shown = null;

  const around = {
    root: on.root,
    me: { name: on.me.player, token: on.me.token },
    calls,
    store: on.store,
    look: on.look,
    lost: on.lost,
    tell: on.tell,
    joining: (/** @type {string} */ id) => void (joining = id),
    joins(/** @type {string} */ id) {
      const now = joining === id;
      if (now) joining = '';
      return now;
    },
    keep: (/** @type {Record<string, any>} */ round) => {
      // How a match ended is not everybody's before its seed is revealed: of an answer only what stays true is kept.
      const { type, round_id, game, receipt, action_receipts } = round;
      on.session.keep({ type, round_id, game, state: 'open', receipt, action_receipts });
    },
    moved: () => void balance(),
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
    /** @param {string} id of a match, or `''` */
    show(id) {
      if (shown === null || shown.id !== id) {
        shown?.stop();
        on.tell();
        shown = id === '' ? lobbyView(around) : matchView(id, around);
        fill(on.main, h('div', { class: 'tables' }, shown.node));
        void shown.start();
      } else shown.label();
      document.title = `${say(id === '' ? 'mt.lobby' : 'mt.match')}. ${say('mt.page')}`;
    },
    stop() {
      shown?.stop();
      shown = null;
    },
  };
}
