/** Refusals that games have in common. */

import { Fault } from '../core/fault.js';

/** @typedef {import('./game.js').Action} Action */

/** Refuses an action whose type the game does not know. @param {Action} action @returns {never} */
export function unknownAction({ type }) {
  throw new Fault('type', 'rules.no-such-action', { type });
}

/** Refuses an action after the end. @returns {never} */
export function over() {
  throw new Fault('', 'rules.round-over');
}
