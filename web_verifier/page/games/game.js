/** What every game offers. A round is `start`, folded over its actions by `act`. No game draws anything but from the stream. */

import { Fault } from '../core/fault.js';
import { claims, inside, need, object, text, whole } from './forms.js';

/** @typedef {import('../core/stream.js').Stream} Stream */
/** @typedef {import('./forms.js').Members} Members */

/**
 * @typedef {{stake: number, perfect_pairs?: number, twenty_one_plus_three?: number}} Bet
 * @typedef {{type: string, cell?: number, guess?: string, timeout?: true}} Action
 */

/**
 * @typedef {object} Result what a finished round came to
 * @property {Members} outcome as a record writes it
 * @property {number} staked
 * @property {number} returned gross
 * @property {string | null} multiplier of the settlement, with four places, cut; null in a game that shows none
 */

/**
 * @template P the params, every one of them written out
 * @template B the bet
 * @template S the state of a round: never changed, each action gives a new one
 * @typedef {object} Game
 * @property {string} name
 * @property {readonly string[]} choices names of the params that the player chooses; all others are rules of the operator
 * @property {Readonly<Members>} defaults params that a record may leave out
 * @property {(raw: unknown) => P} readParams with the defaults filled in
 * @property {((raw: unknown) => B) | null} readBet null in a game without bet and settlement
 * @property {boolean} hasMultiplier whether a settlement can show one
 * @property {(raw: unknown) => Action} readAction
 * @property {(raw: unknown) => void} readOutcome asks for the form of an outcome only
 * @property {(params: P, bet: B) => void} check ranges and refused bets
 * @property {(params: P, bet: B, stream: Stream) => S} start for params and a bet that passed `check`
 * @property {(state: S, action: Action) => S} act refuses what is not legal
 * @property {(state: S) => boolean} finished
 * @property {(state: S) => Action[]} legal
 * @property {(state: S) => Result} result of a finished round
 */

/** @typedef {Game<any, any, any>} AnyGame */

/**
 * A reader of actions. Members are judged by the action's type; of a type that the game does not know nothing more is judged
 * here, and `act` refuses it (record.md, Actions).
 * @param {Record<string, import('./forms.js').Shape>} shapes the members by type, without `type`
 * @returns {(raw: unknown) => Action}
 */
export const actionReader = (shapes) => (raw) => {
  const type = text(need(object(raw, ''), 'type', ''), 'type');
  if (!Object.hasOwn(shapes, type)) return { type };
  return claims({ type: text, ...shapes[type] }, { timeout: undefined })(raw, '');
};

/**
 * `timeout` marks what was done for an absent player: it is true, or not there.
 * @param {unknown} raw
 * @param {string} field
 * @returns {true}
 */
export function timeout(raw, field) {
  if (raw !== true) throw new Fault(field, 'format.timeout');
  return true;
}

/** Refuses an action whose type the game does not know. @param {Action} action @returns {never} */
export function unknownAction({ type }) {
  throw new Fault('type', 'rules.no-such-action', { type });
}

/** Refuses an action after the end. @returns {never} */
export function over() {
  throw new Fault('', 'rules.round-over');
}

/**
 * What `run` gives; a refusal is put under the field where it happened.
 * @template T
 * @param {string} field
 * @param {() => T} run
 * @returns {T}
 */
export function at(field, run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.field ? inside(field, error.field) : field, error.id, error.values);
  }
}

/**
 * A game of one draw: it is over at once, and every action comes after its end.
 * @type {Pick<AnyGame, 'readAction' | 'act' | 'finished' | 'legal'>}
 */
export const INSTANT = {
  readAction: actionReader({}),
  act: (_state, action) => unknownAction(action),
  finished: () => true,
  legal: () => [],
};

const stakeOnly = claims({ stake: whole });

/**
 * The bet of a game without side bets.
 * @param {unknown} raw
 * @returns {Bet}
 */
export const readStake = (raw) => stakeOnly(raw, 'bet');
