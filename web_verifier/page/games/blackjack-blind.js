/**
 * What can be known of a blackjack round before its seed is revealed: not the cards, but where in the round an action can stand. All
 * positions that some cards lead to are followed at once; an action that is legal in none of them is refused.
 */

import { Fault } from '../core/fault.js';
import { over, unknownAction } from './acting.js';
import { fold } from './replay.js';

/** @typedef {import('./game.js').Action} Action */
/**
 * Whose turn it is, and with how many cards: `only` is the hand before a split, `left` and `right` are those after it. `done` is the
 * end of the round; the deal itself can be it.
 * @typedef {{hand: 'only' | 'left' | 'right' | 'done', cards: number}} Position
 */

/** A hand that can still be played has at most 20, and a card counts at least 1. */
const MOST_CARDS = 20;

/** @type {Position} */
const DONE = { hand: 'done', cards: 0 };
/** @type {readonly Position[]} */
const DEALT = [{ hand: 'only', cards: 2 }, DONE];

/**
 * Where a round can be when a hand has ended. The right hand has two cards then; it can be over, with 21 by the split.
 * @param {Position} position
 * @returns {readonly Position[]}
 */
const handOver = ({ hand }) => (hand === 'left' ? [{ hand: 'right', cards: 2 }, DONE] : [DONE]);

/**
 * Where an action leads; nowhere if it is not legal.
 * @param {Position} position
 * @param {string} type
 * @returns {readonly Position[]}
 */
function after(position, type) {
  const { hand, cards } = position;
  if (hand === 'done') return [];
  const first = cards === 2;
  switch (type) {
    case 'hit':
      return cards < MOST_CARDS ? [{ hand, cards: cards + 1 }, ...handOver(position)] : handOver(position);
    case 'stand':
      return handOver(position);
    case 'double':
      return first ? handOver(position) : [];
    default: // split; of two aces both hands stand at once
      return first && hand === 'only' ? [{ hand: 'left', cards: 2 }, { hand: 'right', cards: 2 }, DONE] : [];
  }
}

/**
 * Refuses actions that no cards make legal.
 * @param {readonly Action[]} actions
 */
export function checkActions(actions) {
  fold(DEALT, actions, act);
}

/** @param {readonly Position[]} positions @param {Action} action @returns {readonly Position[]} */
function act(positions, action) {
  if (!['hit', 'stand', 'double', 'split'].includes(action.type)) unknownAction(action);
  if (positions.every(({ hand }) => hand === 'done')) over();
  const next = new Map(
    positions.flatMap((position) => after(position, action.type)).map((position) => [`${position.hand} ${position.cards}`, position]),
  );
  if (next.size === 0) throw new Fault('', action.type === 'double' ? 'rules.double' : 'rules.split');
  return [...next.values()];
}
