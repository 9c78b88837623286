/**
 * What the page keeps, in this tab only: who plays, the receipts, how the page looks. The token stands in
 * `sessionStorage` and in the header of calls, never in an address.
 */

const PLAYER = 'fairseed.player';
const TOKEN = 'fairseed.token';
const KEPT = 'fairseed.kept.';
const LOOK = 'fairseed.look.';
/** What tables and matches keep: the secret of a seat’s chain, the hands that were seen, invitations. */
const TABLES = /^fairseed\.(?:chain|hands|invitation)\./;

/** @typedef {{player: string, token: string}} Me */

/** @param {Storage} store */
export function sessionOf(store) {
  /** @returns {string[]} */
  const names = () => Array.from({ length: store.length }, (_, i) => store.key(i) ?? '').sort();
  const kept = () => names().filter((name) => name.startsWith(KEPT));

  return {
    /** @returns {Me | null} */
    me() {
      const [player, token] = [store.getItem(PLAYER), store.getItem(TOKEN)];
      return player && token ? { player, token } : null;
    },

    /** Who played last in this tab. */
    last: () => store.getItem(PLAYER),

    /** @param {Me} me */
    enter({ player, token }) {
      store.setItem(PLAYER, player);
      store.setItem(TOKEN, token);
    },

    /** The token is dropped; what was received stays. */
    lose: () => store.removeItem(TOKEN),

    /** Everything of this player is dropped. */
    leave() {
      for (const name of [PLAYER, TOKEN, ...kept(), ...names().filter((one) => TABLES.test(one))]) store.removeItem(name);
    },

    /**
     * Keeps the receipts of an answer, and how the round ended.
     * @param {Record<string, any>} view
     * @returns {boolean} false where there is no room left
     */
    keep(view) {
      if (!view.receipt) return true;
      const { type, round_id, game, state, outcome, settlement, receipt, action_receipts } = view;
      const told = state === 'settled' ? { outcome, settlement } : {};
      try {
        store.setItem(KEPT + round_id, JSON.stringify({ type, round_id, game, state, ...told, receipt, action_receipts }));
        return true;
      } catch {
        return false;
      }
    },

    /** Of so many rounds there are receipts. */
    count: () => kept().length,

    /** For `fairseed-verify … --receipts`: JSON Lines. */
    receipts: () => kept().map((name) => `${store.getItem(name)}\n`),

    /** @param {'lang' | 'theme'} name */
    look: (name) => store.getItem(LOOK + name) ?? undefined,
    /** @param {'lang' | 'theme'} name @param {string} value */
    setLook: (name, value) => store.setItem(LOOK + name, value),
  };
}

/** @typedef {ReturnType<typeof sessionOf>} Session */
