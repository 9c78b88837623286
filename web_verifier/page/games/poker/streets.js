/** How a hand goes from one seat to the next, from round to round, and to its end: `docs/spec/poker.md`, sections 2 and 5. */

import { nextRound, nextToAct } from './betting.js';
import { beforeDraw } from './draw.js';
import { leastBet } from './params.js';
import * as powers from './powers.js';
import { clockwise } from './ring.js';

/** @typedef {import('./hand.js').Hand} Hand */

/** @param {Hand} hand @returns {Hand} */
const end = (hand) => ({ ...hand, turn: null });

/**
 * The next that has to act, clockwise after a place; where nobody has, the next round, or the end. One live hand left is the end.
 * @param {Hand} hand
 * @param {number} after
 * @returns {Hand}
 */
export function goOn(hand, after) {
  if (hand.betting.live.length === 1) return end(hand);
  const turn = nextToAct(hand.betting, after);
  return turn === null ? endOfRound(hand) : { ...hand, turn };
}

/** @param {Hand} hand @returns {Hand} */
function endOfRound(hand) {
  const { setup, street } = hand;
  if (street === setup.variant.board.length - 1) return end(hand);
  if (setup.variant.name !== 'turkish') return nextStreet(hand);
  return isCarried(hand) ? end(hand) : beginDraw(hand);
}

/**
 * Section 5: nobody opened, and several are left: the pot stays on the table. A live seat that is all-in on its ante would lose it unseen,
 * so with one the hand goes on.
 * @param {Hand} hand
 */
export const isCarried = ({ setup, betting, street, openedBy, draw }) =>
  setup.variant.name === 'turkish' &&
  street === 0 &&
  openedBy === null &&
  draw === null &&
  betting.live.length > 1 &&
  betting.live.every((seat) => betting.stacks[seat] > 0);

/**
 * The next round of betting, with the cards that come to the board before it. Where nobody can act in it, it is over at once, so that a
 * board runs out.
 * @param {Hand} hand
 * @returns {Hand}
 */
function nextStreet(hand) {
  const { setup, betting, next, board } = hand;
  const street = hand.street + 1;
  const count = setup.variant.board[street];
  const after = {
    ...hand,
    street,
    betting: nextRound(betting, leastBet(setup.params)),
    board: [...board, ...Array.from({ length: count }, (_, i) => next + i)],
    next: next + count,
    powers: hand.powers && powers.nextRound(hand.powers),
  };
  // The first left of the button; in turkish the opener, or the next after it.
  return goOn(after, hand.openedBy === null ? setup.table.button : hand.openedBy - 1);
}

/** @param {Hand} hand @returns {Hand} */
function beginDraw(hand) {
  const { dealt } = hand.setup;
  return drawNext({ ...hand, drawing: true, draw: beforeDraw(hand.next, dealt.perm.length, dealt.stream) });
}

/**
 * The next that draws: from the dealer's left each that is left, all-in or not; then the second round, or, where nobody opened, the
 * showdown.
 * @param {Hand} hand
 * @returns {Hand}
 */
export function drawNext(hand) {
  const { betting, setup, draw } = hand;
  const turn = clockwise(betting.live, setup.table.button).find((seat) => draw !== null && !Object.hasOwn(draw.drawn, seat));
  if (turn !== undefined) return { ...hand, turn };
  const drawn = { ...hand, drawing: false };
  return hand.openedBy === null ? end(drawn) : nextStreet(drawn);
}
