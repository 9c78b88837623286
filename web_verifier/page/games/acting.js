/** What games have in common in how they go on: refusals, and what a game is that is over at once. */

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

/**
 * A game of one draw: it is over at once, and every action comes after its end.
 * @type {Pick<import('./game.js').AnyGame, 'act' | 'finished' | 'legal'>}
 */
export const INSTANT = {
  act: (_state, action) => unknownAction(action),
  finished: () => true,
  legal: () => [],
};
