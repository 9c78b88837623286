/** What tables and matches share as parts of the page: a lobby or one of them, as the address says, and how the newest state is read. */

import { fill, h } from '../verify/ui/dom.js';
import { NoAnswer, Refusal } from './api.js';

/**
 * @typedef {object} Shown
 * @property {string} id
 * @property {HTMLElement} node
 * @property {() => unknown} start
 * @property {() => void} stop
 * @property {() => void} label
 * @property {() => string} [title] of the document, where it says more than which part of the page this is
 *
 * @typedef {object} Given what the page gives to a part of it
 * @property {string} root
 * @property {import('./session.js').Me} me
 * @property {import('./player.js').Player} player
 * @property {import('./session.js').Session} session
 * @property {Storage} store
 * @property {HTMLElement} main
 * @property {() => void} changed
 * @property {(error: unknown) => boolean} lost
 * @property {(title?: string, text?: string, button?: {label: string, go: () => void}) => void} tell
 * @property {() => {lang?: string, theme?: string}} look
 *
 * @typedef {(error: Refusal | NoAnswer) => {title: string, text: string, again: string}} Away what is said where nothing can be read
 */

/** Milliseconds between two readings of a lobby. */
const EVERY = 5000;

/** What a lobby, a table or a match knows of the page. @param {Given} on */
export function surroundings(on) {
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
    root: on.root,
    me: { name: on.me.player, token: on.me.token },
    store: on.store,
    look: on.look,
    lost: on.lost,
    tell: on.tell,
    moved: () => void balance(),
    keep: (/** @type {Record<string, any>} */ round) => {
      // How a hand or a match ended is not everybody's before its seed is revealed: of an answer only what stays true is kept.
      const { type, round_id, game, receipt, action_receipts } = round;
      on.session.keep({ type, round_id, game, state: 'open', receipt, action_receipts });
    },
  };
}

/** @param {Given} on @param {(id: string) => Shown} view of an id, or of `''` the lobby @param {(id: string) => string} title */
export function section(on, view, title) {
  /** @type {Shown | null} */
  let shown = null;
  return {
    /** @param {string} id */
    show(id) {
      if (shown === null || shown.id !== id) {
        shown?.stop();
        on.tell();
        shown = view(id);
        fill(on.main, h('div', { class: 'tables' }, shown.node));
        void shown.start();
      } else shown.label();
      document.title = shown.title?.() ?? title(id);
    },
    stop() {
      shown?.stop();
      shown = null;
    },
  };
}

/**
 * Says that the service did not answer, or refused, with a button that tries again; any other error goes on.
 * @param {Pick<Given, 'lost' | 'tell'>} on @param {unknown} error
 * @param {Away} words @param {() => unknown} again
 */
export function unreached(on, error, words, again) {
  if (on.lost(error)) return;
  if (!(error instanceof Refusal || error instanceof NoAnswer)) throw error;
  const { title, text, again: label } = words(error);
  on.tell(title, text, { label, go: () => (on.tell(), void again()) });
}

/**
 * Reads one call at a time; asked while it reads, it reads once more.
 * @param {() => Promise<void>} read @param {(error: unknown) => void} failed
 */
export function reader(read, failed) {
  let [reading, again] = [false, false];
  return {
    get busy() {
      return reading;
    },
    async refresh() {
      if (reading) return void (again = true);
      reading = true;
      try {
        do {
          again = false;
          await read();
        } while (again);
      } catch (error) {
        failed(error);
      } finally {
        reading = false;
      }
    },
  };
}

/** What is read again and again while it is shown. @param {Pick<Given, 'lost' | 'tell'>} on @param {Away} away @param {() => Promise<void>} read */
export function polled(on, away, read) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  async function refresh() {
    try {
      await read();
    } catch (error) {
      unreached(on, error, away, refresh);
    }
  }
  return {
    refresh,
    start() {
      timer = setInterval(() => void refresh(), EVERY);
      return refresh();
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Why what a form asked for was refused; `''` where nobody answered, which is told.
 * @param {Pick<Given, 'lost' | 'tell'>} on @param {unknown} error @param {Away} away @param {(error: Refusal) => string} refusal
 */
export function refusedBy(on, error, away, refusal) {
  if (on.lost(error)) return '';
  if (error instanceof Refusal) return refusal(error);
  if (!(error instanceof NoAnswer)) throw error;
  const { title, text } = away(error);
  on.tell(title, text);
  return '';
}
