/**
 * What the seeds give, whether or not a record says so: the round as the rules replay it. This is what the picture and the
 * explanation show; whether a record is right is said by `verify/` alone.
 */

import { Fault, at } from '../core/fault.js';
import { Stream } from '../core/stream.js';

/** @typedef {import('./types.js').Derived} Derived */

/**
 * @param {Record<string, any>} record
 * @param {import('../games/game.js').AnyGame | undefined} rules of its game; undefined where there is no such game
 * @param {import('./types.js').Reading} [reading] not needed where a slip saw to the form of its claims, and no draw is to be shown
 * @returns {Derived}
 */
export function derive(record, rules, { claims, recording } = {}) {
  /** @type {Derived} */
  const derived = {
    game: record.game,
    params: null,
    bet: null,
    actions: [],
    outcome: null,
    settlement: null,
    finished: false,
    legal: [],
    draws: [],
    stream: null,
    fault: null,
  };
  try {
    if (!rules) throw new Fault('game', 'format.game');
    derived.params = rules.fill(claims ? claims.readParams(record.params) : record.params);
    if (rules.hasBet) derived.bet = claims?.readBet ? claims.readBet(record.bet) : record.bet;
    rules.check(derived.params, derived.bet);
    const { server_seed, client_seed, nonce } = record.seeds ?? {};
    derived.stream = Stream.ofSeeds(server_seed, client_seed, typeof nonce === 'object' ? '' : nonce);
    const stream = recording ? recording(derived.stream, derived.draws) : derived.stream;
    play(rules, stream, Array.isArray(record.actions) ? record.actions : [], derived, claims);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    derived.fault = error;
  }
  return derived;
}

/**
 * Acts as far as the actions go and are legal. Nothing is drawn a second time, so `draws` holds each draw once.
 * @param {import('../games/game.js').AnyGame} rules
 * @param {Stream} stream
 * @param {readonly any[]} actions
 * @param {Derived} derived
 * @param {import('../games/claims.js').Claims | undefined} claims
 */
function play(rules, stream, actions, derived, claims) {
  let state = rules.start(derived.params, derived.bet, stream);
  try {
    actions.forEach((raw, i) => {
      const action = claims ? claims.readAction(raw) : raw;
      state = at(`actions[${i}]`, () => rules.act(state, action));
      derived.actions.push(action);
    });
  } finally {
    derived.finished = rules.finished(state);
    derived.legal = rules.legal(state);
    const { outcome, staked, returned, multiplier } = rules.result(state);
    derived.outcome = outcome;
    if (derived.finished && derived.bet !== null) derived.settlement = { staked, returned, multiplier };
  }
}
