/** A game of one draw. */

import { unknownAction } from './acting.js';

/**
 * It is over at once, and every action comes after its end.
 * @type {Pick<import('./game.js').AnyGame, 'act' | 'finished' | 'legal'>}
 */
export const INSTANT = {
  act: (_state, action) => unknownAction(action),
  finished: () => true,
  legal: () => [],
};
