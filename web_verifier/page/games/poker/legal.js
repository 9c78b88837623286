/** What the seat on turn may do, as a list of actions with their bounds: `docs/spec/poker.md`, sections 2 to 5. */

import { cardText } from '../../core/deck.js';
import { owes } from './betting.js';
import { MOST_DISCARDS } from './draw.js';
import { boundsOf } from './hand.js';
import { cardsOf, holdsEnough } from './holes.js';
import { isTarget, refusal } from './powers.js';

/** @typedef {import('./hand.js').Hand} Hand */
/**
 * @typedef {object} Legal
 * @property {number} seat
 * @property {string} type
 * @property {number} [amount] chips of a call
 * @property {number} [min] of a raise: chips of this round afterwards
 * @property {number} [max]
 * @property {number} [most] cards that can be discarded
 * @property {readonly string[]} [cards] that can be swapped, where they are known
 * @property {readonly number[]} [targets]
 */

/** @param {Hand} hand @param {number} seat @returns {Legal[]} */
function powersOf(hand, seat) {
  const { powers, betting, street, setup } = hand;
  if (powers === null) return [];
  const free = /** @type {const} */ (['peek', 'swap', 'anchor']).filter((power) => refusal(powers, seat, power, betting, street) === null);
  return free.flatMap((type) => {
    if (type === 'peek') return { seat, type };
    if (type === 'swap') return { seat, type, cards: cardsOf(hand, seat)?.map(cardText) };
    const targets = setup.table.seats.filter((target) => isTarget(powers, seat, target, betting));
    return targets.length === 0 ? [] : { seat, type, targets };
  });
}

/**
 * @param {Hand} hand
 * @returns {Legal[]} empty when the hand is over
 */
export function legal(hand) {
  const { setup, betting, turn: seat, powers, drawing } = hand;
  if (seat === null) return [];
  if (drawing) return [{ seat, type: 'draw', most: MOST_DISCARDS }];
  if (powers?.window) return [{ seat, type: 'shield' }, { seat, type: 'decline' }];
  /** @type {Legal[]} */
  const actions = [{ seat, type: 'fold' }];
  if (setup.variant.actions.includes('all_in')) return [...actions, { seat, type: 'all_in' }];
  const due = Math.min(betting.stacks[seat], betting.bet - betting.round[seat]);
  actions.push(owes(betting, seat) ? { seat, type: 'call', amount: due } : { seat, type: 'check' });
  const bounds = holdsEnough(hand, seat) ? boundsOf(hand, seat) : null;
  if (bounds !== null) actions.push({ seat, type: 'raise', ...bounds });
  return [...actions, ...powersOf(hand, seat)];
}
