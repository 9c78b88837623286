/** What dice are worth: `docs/rules/tavern_dice.md`, V-14 to V-28. Counts are of faces, from 1 to 6. */

export const DICE = 6;

/** @typedef {readonly number[]} Dice faces, 1 to 6 */
/** @typedef {{dice: number[], points: number}} Kept indexes into a roll, ascending */

/** V-22 to V-25: each group as the counts of its faces. @type {readonly {counts: Dice, points: number}[]} */
const GROUPS = [
  { counts: [1, 0, 0, 0, 0, 0], points: 100 },
  { counts: [0, 0, 0, 0, 1, 0], points: 50 },
  { counts: [1, 1, 1, 1, 1, 1], points: 1500 },
  { counts: [0, 1, 1, 1, 1, 1], points: 750 },
  { counts: [1, 1, 1, 1, 1, 0], points: 500 },
  ...[1, 2, 3, 4, 5, 6].flatMap((face) =>
    [3, 4, 5, 6].map((count) => ({
      counts: [1, 2, 3, 4, 5, 6].map((one) => (one === face ? count : 0)),
      points: (face === 1 ? 1000 : 100 * face) * 2 ** (count - 3),
    })),
  ),
];

/** @type {Map<string, number>} */
const worths = new Map([['0,0,0,0,0,0', 0]]);

/** V-26: the greatest sum of a partition wholly into groups; -1 where there is none. @param {Dice} counts @returns {number} */
function worth(counts) {
  const key = counts.join();
  let best = worths.get(key);
  if (best !== undefined) return best;
  best = -1;
  for (const group of GROUPS) {
    const rest = counts.map((count, i) => count - group.counts[i]);
    if (rest.some((count) => count < 0)) continue;
    const more = worth(rest);
    if (more >= 0) best = Math.max(best, group.points + more);
  }
  worths.set(key, best);
  return best;
}

/** @param {Dice} dice */
const countsOf = (dice) => [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);

/** Points of a set of dice; 0 where it can not be kept (V-15). @param {Dice} dice */
export const pointsOf = (dice) => Math.max(worth(countsOf(dice)), 0);

/** Subsets of 0 … n−1 by their size, and of one size by their indexes. @type {Map<number, number[][]>} */
const subsets = new Map();

/** @param {number} n */
function subsetsOf(n) {
  let found = subsets.get(n);
  if (found === undefined) {
    found = [];
    for (let size = 1; size <= n; size++) grow([], 0, size, n, found);
    subsets.set(n, found);
  }
  return found;
}

/** @param {number[]} from @param {number} least @param {number} more @param {number} n @param {number[][]} into */
function grow(from, least, more, n, into) {
  if (more === 0) into.push(from);
  else for (let i = least; i <= n - more; i++) grow([...from, i], i + 1, more - 1, n, into);
}

/** Every set of a roll that may be kept, the fewest dice first, then the lowest indexes. @param {Dice} roll @returns {Kept[]} */
export const keeps = (roll) =>
  subsetsOf(roll.length)
    .map((dice) => ({ dice, points: pointsOf(dice.map((i) => roll[i])) }))
    .filter(({ points }) => points > 0);

/** V-19: whether some die of a roll scores; every straight has a 5. @param {Dice} roll */
export const scores = (roll) => countsOf(roll).some((count, i) => count >= 3 || (count > 0 && (i === 0 || i === 4)));

/** V-32, V-33. @param {Dice} roll one that scores */
export const mostValuable = (roll) => keeps(roll).reduce((best, kept) => (kept.points > best.points ? kept : best));

/** Every roll of so many dice in any order, with how many rolls it stands for. @param {number} count @returns {{roll: number[], rolls: number}[]} */
export function rollsOf(count) {
  /** @type {{roll: number[], rolls: number}[]} */
  const found = [];
  const factorial = (/** @type {number} */ n) => [1, 1, 2, 6, 24, 120, 720][n];
  const next = (/** @type {number[]} */ roll) => {
    if (roll.length === count) found.push({ roll, rolls: countsOf(roll).reduce((all, some) => all / factorial(some), factorial(count)) });
    else for (let face = roll[roll.length - 1] ?? 1; face <= 6; face++) next([...roll, face]);
  };
  next([]);
  return found;
}
