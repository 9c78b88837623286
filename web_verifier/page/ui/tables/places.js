/** Where seats stand round a table, in per cent of the room that a seat's own width leaves, and of the table's height. */

/** @typedef {'low' | 'side' | 'high'} Side `low` grows up from its place, `high` down; `side` both ways */
/** @typedef {{x: number, y: number, side: Side}} Spot */

/** @type {[number, number, Side]} */
const OWN = [50, 100, 'low'];

/** By how many there are: the seat at the bottom first, then clockwise, so to the left. @type {Readonly<Record<number, readonly [number, number, Side][]>>} */
const RINGS = {
  2: [OWN, [50, 0, 'high']],
  3: [OWN, [10, 8, 'high'], [90, 8, 'high']],
  4: [OWN, [0, 50, 'side'], [50, 0, 'high'], [100, 50, 'side']],
  5: [OWN, [2, 66, 'side'], [18, 2, 'high'], [82, 2, 'high'], [98, 66, 'side']],
  6: [OWN, [4, 92, 'low'], [4, 8, 'high'], [50, 0, 'high'], [96, 8, 'high'], [96, 92, 'low']],
  7: [OWN, [15, 97, 'low'], [0, 47, 'side'], [30, 0, 'high'], [70, 0, 'high'], [100, 47, 'side'], [85, 97, 'low']],
  8: [OWN, [17, 97, 'low'], [0, 52, 'side'], [16, 4, 'high'], [50, 0, 'high'], [84, 4, 'high'], [100, 52, 'side'], [83, 97, 'low']],
  9: [OWN, [20, 97, 'low'], [0, 58, 'side'], [4, 9, 'high'], [34, 0, 'high'], [66, 0, 'high'], [96, 9, 'high'], [100, 58, 'side'], [80, 97, 'low']],
};

/** @param {number} count @returns {Spot[]} */
export const spotsOf = (count) => RINGS[count].map(([x, y, side]) => ({ x, y, side }));
