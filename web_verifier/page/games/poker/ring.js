/** Seats, numbered clockwise: who comes after whom, and whose the blinds are. `docs/spec/poker.md`, section 2. */

/** A table has places for so many, from 1. */
export const MOST_SEATS = 9;

/**
 * Seats by number, ascending.
 * @param {object} bySeat anything that is kept by seat
 */
export const seatsOf = (bySeat) =>
  Object.keys(bySeat)
    .map(Number)
    .sort((a, b) => a - b);

/**
 * The seats as they come clockwise after one of them, that one last; it may also be an empty place.
 * @param {readonly number[]} seats ascending
 * @param {number} seat
 * @returns {number[]}
 */
export const clockwise = (seats, seat) => [...seats.filter((one) => one > seat), ...seats.filter((one) => one <= seat)];

/**
 * Whose the blinds are where the record does not say otherwise: small blind left of the button, big blind next; of two seats the button's
 * is the small one.
 * @param {readonly number[]} seats ascending
 * @param {number} button
 * @returns {{small: number, big: number}}
 */
export function blindsOf(seats, button) {
  const order = clockwise(seats, button);
  return seats.length === 2 ? { small: order[1], big: order[0] } : { small: order[0], big: order[1] };
}

/**
 * Something for each seat.
 * @template T
 * @param {readonly number[]} seats
 * @param {(seat: number) => T} make
 * @returns {Record<number, T>}
 */
export const bySeat = (seats, make) => Object.fromEntries(seats.map((seat) => [seat, make(seat)]));
