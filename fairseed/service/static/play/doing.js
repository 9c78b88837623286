/** What a seat does, at a table as in a match: one call at a time, and its seed where it is asked for. */

import { NoAnswer, Refusal } from './api.js';
import { unreached } from './section.js';
import { ChainFault } from './tables/chain.js';

/** @typedef {Pick<import('./section.js').Given, 'lost' | 'tell'>} Page */

/**
 * One call at a time; what fails is told.
 * @param {Page} on
 * @param {object} view
 * @param {() => void} view.show
 * @param {() => unknown} view.go what is to be done without being asked, once nothing else is
 * @param {() => unknown} view.refresh
 * @param {import('./section.js').Away} view.away
 * @param {(error: Refusal) => string} view.refusal
 * @param {() => string} view.stale
 */
export function doer(on, { show, go, refresh, away, refusal, stale }) {
  const doing = {
    busy: false,
    /** Why the last call was refused; `''` it was not. */
    refused: '',
    /** @param {() => Promise<void>} call */
    async guard(call) {
      if (doing.busy) return;
      [doing.busy, doing.refused] = [true, ''];
      on.tell();
      show();
      try {
        await call();
      } catch (error) {
        if (on.lost(error)) return;
        if (error instanceof Refusal) {
          // Somebody or a clock was faster: what is shown now is what counts.
          if (error.code === 'stale_action') on.tell(stale());
          else doing.refused = refusal(error);
          void refresh();
        } else unreached(on, error, away, refresh);
      } finally {
        doing.busy = false;
        show();
        void go();
      }
    },
  };
  return doing;
}

/**
 * Gives a seat's seed, once for each round.
 * @param {Page} on @param {{show: () => void, refresh: () => unknown, broke: (fault: ChainFault) => void}} view
 */
export function giver(on, { show, refresh, broke }) {
  let giving = '';
  /** @param {string} round @param {() => Promise<void>} give */
  return async (round, give) => {
    if (giving === round) return;
    giving = round;
    try {
      await give();
    } catch (error) {
      if (error instanceof ChainFault) broke(error);
      else if (on.lost(error)) return;
      else if (error instanceof NoAnswer) giving = '';
      else if (!(error instanceof Refusal)) throw error;
      show();
      void refresh();
    }
  };
}
