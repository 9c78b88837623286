/** The check `bots`: each action of a bot is what its published policy does with what its seat could see then, `docs/bots.md`. */

import { canonical } from '../core/json.js';
import { POLICIES, actionsOfBots } from '../games/poker/bots.js';
import { seatsOf } from '../games/poker/ring.js';
import { detail, fail, pass, skip } from './checks.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./table-form.js').TableRound} TableRound */
/** @typedef {import('../games/poker/hand.js').Hand} Hand */

/** Seats of bots that were dealt in. @param {TableRound['table']} table */
export const botsOf = ({ bots, seats }) => seatsOf(bots).filter((seat) => seats.includes(seat));

/**
 * A policy that is not known leaves the check open, unless an action of a known one differs.
 * @param {TableRound} round
 * @param {Hand | null} hand null where something else keeps the check from running
 * @returns {Check}
 */
export function checkBots({ table, actions, isVoid }, hand) {
  if (hand === null) return skip('bots', detail(isVoid ? 'skip.void' : 'skip.rules'));
  const seats = botsOf(table);
  if (seats.length === 0) return skip('bots', detail('bots.none'));
  if (hand.setup.dealt.cards === null) return skip('bots', detail('skip.seed'));
  const done = actionsOfBots(hand.setup, actions);
  const wrong = done.find(({ index, action }) => canonical(action) !== canonical(actions[index]));
  if (wrong !== undefined) {
    const { index, action } = wrong;
    const why = detail('bots.fail', { index, seat: action.seat, policy: table.bots[action.seat] });
    return { ...fail('bots', why), expected: action, actual: actions[index] };
  }
  const unknown = seats.filter((seat) => !POLICIES.has(table.bots[seat]));
  if (unknown.length === 0) return pass('bots', detail('bots.pass', { count: done.length }));
  const policies = [...new Set(unknown.map((seat) => table.bots[seat]))].sort().join(', ');
  return skip('bots', detail('bots.unknown', { seats: unknown.join(', '), policies }));
}
