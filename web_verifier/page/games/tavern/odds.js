/**
 * What a turn is worth: expected points, and the chance to win. `docs/bots.md`, Tavern dice. All values are whole numbers under 2^53, and
 * every division is cut.
 */

import { fromBase64 } from '../../core/base64.js';
import { CHANCES } from './chances.js';
import { DICE, keeps, rollsOf } from './scoring.js';

/** @typedef {{dice: number[], points: number, left: number}} Offer the most that so many dice of a roll are worth, and the dice left then */
/** @typedef {{steps: number, left: number}} Step */

/** Units of one expected point, and of certainty. */
export const POINT = 65536;
export const ONE = 2 ** 30;
/** Turn points from which on nobody rolls again for points; steps of 50 that the table of chances has; the most steps of one keep. */
export const ENOUGH = 20_000;
export const MOST = 80;
const LARGEST = 8000 / 50;

/** For each number of dice that can be kept, ascending, the set of the most points, the lowest indexes of equal ones. @param {readonly number[]} roll @returns {Offer[]} */
export function offersOf(roll) {
  /** @type {Map<number, Offer>} */
  const best = new Map();
  for (const { dice, points } of keeps(roll)) {
    const known = best.get(dice.length);
    if (known === undefined || points > known.points) best.set(dice.length, { dice, points, left: roll.length - dice.length || DICE });
  }
  return [...best.values()];
}

/** By number of dice: how many rolls offer nothing, and what the others offer. @type {{none: number, offers: {rolls: number, steps: Step[]}[]}[]} */
const ROLLS = [];

function rollsOnce() {
  if (ROLLS.length > 0) return ROLLS;
  ROLLS.push({ none: 0, offers: [] });
  for (let count = 1; count <= DICE; count++) {
    /** @type {Map<string, {rolls: number, steps: Step[]}>} */
    const alike = new Map();
    for (const { roll, rolls } of rollsOf(count)) {
      const steps = offersOf(roll).map(({ points, left }) => ({ steps: points / 50, left }));
      const key = JSON.stringify(steps);
      const known = alike.get(key);
      if (known) known.rolls += rolls;
      else alike.set(key, { rolls, steps });
    }
    const none = alike.get('[]')?.rolls ?? 0;
    alike.delete('[]');
    ROLLS.push({ none, offers: [...alike.values()] });
  }
  return ROLLS;
}

/**
 * What it is worth to roll so many dice: the mean over all rolls of the best of what they offer, cut.
 * @param {number} count
 * @param {(step: Step) => number} worth of a keep
 * @param {number} nothing where no die scores
 */
function rolled(count, worth, nothing) {
  const { none, offers } = rollsOnce()[count];
  let total = none * nothing;
  for (const { rolls, steps } of offers) {
    let best = 0;
    for (const step of steps) best = Math.max(best, worth(step));
    total += rolls * best;
  }
  const all = 6 ** count;
  return (total - (total % all)) / all;
}

/** @type {{best: number[][], rolling: number[][]} | null} */
let expectation = null;

/** `expect/1`: by steps of the turn, then by dice to roll. */
export function expected() {
  if (expectation !== null) return expectation;
  const last = ENOUGH / 50;
  /** @type {number[][]} */
  const best = [];
  /** @type {number[][]} */
  const rolling = [];
  for (let at = last + LARGEST; at >= 0; at--) {
    const banked = at * 50 * POINT;
    best[at] = Array(DICE + 1).fill(banked);
    if (at >= last) continue;
    rolling[at] = [0, 1, 2, 3, 4, 5, 6].map((count) => count && rolled(count, ({ steps, left }) => best[at + steps][left], 0));
    best[at] = rolling[at].map((value) => Math.max(value, banked));
  }
  expectation = { best, rolling };
  return expectation;
}

/** @type {DataView | null} */
let table = null;

/** The published chance of who begins a turn needing `own` steps against `other`. @param {number} own @param {number} other */
function chance(own, other) {
  table ??= new DataView(fromBase64(CHANCES.replaceAll('\n', '')).buffer);
  return table.getUint32(4 * ((own - 1) * MOST + other - 1));
}

/** The last turns that were worked out, by both needs. @type {Map<number, {best: number[][], rolling: number[][]}>} */
const turns = new Map();

/** `win/1`: by steps still needed, then by dice to roll. @param {number} own @param {number} other */
export function winning(own, other) {
  const key = own * 100 + other;
  let found = turns.get(key);
  if (found !== undefined) return found;
  const lost = ONE - chance(other, own);
  /** @type {number[][]} */
  const best = [Array(DICE + 1).fill(ONE)];
  /** @type {number[][]} */
  const rolling = [best[0]];
  for (let need = 1; need <= own; need++) {
    const banked = need < own ? ONE - chance(other, need) : 0;
    rolling[need] = [0, 1, 2, 3, 4, 5, 6].map((count) => count && rolled(count, ({ steps, left }) => best[Math.max(need - steps, 0)][left], lost));
    best[need] = rolling[need].map((value) => Math.max(value, banked));
  }
  found = { best, rolling };
  if (turns.size >= 512) turns.clear();
  turns.set(key, found);
  return found;
}
