/**
 * The draw of Turkish poker: `docs/spec/poker.md`, section 5. Cards are moved by their places; what lies in a place may not be known.
 */

import { shuffle } from '../../core/shuffle.js';

/** @typedef {import('../../core/stream.js').Stream} Stream */
/** @typedef {number | null} Place null where a hidden card is not known */
/**
 * @typedef {object} Draw
 * @property {number} next the next place of the deck
 * @property {number} size places of the deck
 * @property {Stream} stream the public stream
 * @property {readonly Place[]} discarded and not yet reshuffled, in the order of their discarding
 * @property {readonly Place[]} reshuffled places that are still to be dealt
 * @property {Readonly<Record<number, readonly Place[]>>} drawn new places by the seats that have drawn
 */

/** The most cards that a seat can discard. */
export const MOST_DISCARDS = 4;

/** @param {number} next @param {number} size @param {Stream} stream @returns {Draw} */
export const beforeDraw = (next, size, stream) => ({ next, size, stream, discarded: [], reshuffled: [], drawn: {} });

/**
 * One place. When the deck is used up, the places that were discarded before and not yet reshuffled are shuffled and dealt; as a seat draws
 * once, these are those of the other seats.
 * @param {Draw} draw
 * @returns {[Place, Draw]}
 */
function take(draw) {
  if (draw.next < draw.size) return [draw.next, { ...draw, next: draw.next + 1 }];
  const [first, ...rest] = draw.reshuffled;
  if (first !== undefined) return [first, { ...draw, reshuffled: rest }];
  const [reshuffled, stream] = shuffle(draw.stream, draw.discarded);
  return take({ ...draw, stream, reshuffled, discarded: [] });
}

/**
 * A seat's draw: each new card stands in the place of the one it replaced, in the order in which those were named.
 * @param {Draw} draw
 * @param {number} seat
 * @param {readonly Place[]} hand
 * @param {readonly number[]} indices of the cards in the hand that are discarded
 * @returns {{draw: Draw, hand: Place[]}}
 */
export function exchange(draw, seat, hand, indices) {
  const now = hand.slice();
  /** @type {Place[]} */
  const drawn = [];
  let after = draw;
  for (const index of indices) {
    const [place, next] = take(after);
    after = next;
    if (hand[index] !== null) now[index] = place; // of a hand that is not known any more no place is known
    drawn.push(place);
  }
  const discarded = indices.map((index) => hand[index]);
  return {
    draw: { ...after, discarded: [...after.discarded, ...discarded], drawn: { ...draw.drawn, [seat]: drawn } },
    hand: now,
  };
}
