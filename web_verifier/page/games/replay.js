/** A whole round, as a record tells it. */

import { Fault, at } from '../core/fault.js';

/** @typedef {import('../core/stream.js').Stream} Stream */
/** @typedef {import('./game.js').Action} Action */

/**
 * Runs a step for each action, so that a refusal names the action it is about.
 * @template S
 * @param {S} state
 * @param {readonly Action[]} actions
 * @param {(state: S, action: Action) => S} step
 * @returns {S}
 */
export function fold(state, actions, step) {
  let now = state;
  for (const [i, action] of actions.entries()) now = at(`actions[${i}]`, () => step(now, action));
  return now;
}

/**
 * A round from its bet to its end.
 * @template P, B, S
 * @param {import('./game.js').Game<P, B, S>} game
 * @param {P} params
 * @param {B} bet
 * @param {readonly Action[]} actions
 * @param {Stream} stream
 * @returns {S}
 */
export function replay(game, params, bet, actions, stream) {
  game.check(params, bet);
  const state = fold(game.start(params, bet, stream), actions, game.act);
  if (!game.finished(state)) throw new Fault('actions', 'rules.not-finished');
  return state;
}
