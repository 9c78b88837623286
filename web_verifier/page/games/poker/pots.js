/** What becomes of the chips: uncalled ones, pots, rake and shares. `docs/spec/poker.md`, sections 2 and 3. */

import { RAKES } from './variants.js';

/** @typedef {import('./betting.js').Chips} Chips */
/** @typedef {{amount: number, contenders: readonly number[]}} Pot */

/**
 * What nobody called: the highest total of the hand less the second highest, folded seats and antes included. It goes back, and is no win.
 * @param {Chips} totals
 * @returns {Record<number, number>} by the one seat that gets it back; empty where there is none
 */
export function uncalledOf(totals) {
  const [[seat, highest], [, second]] = Object.entries(totals).sort(([, a], [, b]) => b - a);
  return highest > second ? { [seat]: highest - second } : {};
}

/**
 * Pots, the main one first. Levels are the totals of the seats that have not folded; folded chips fall into the levels they reach.
 * @param {Chips} totals after the uncalled part went back
 * @param {readonly number[]} live
 * @param {number} [carried] what earlier hands left; it joins the main pot
 * @returns {Pot[]}
 */
export function potsOf(totals, live, carried = 0) {
  const levels = [...new Set(live.map((seat) => totals[seat]))].sort((a, b) => a - b);
  // What folded seats put in above the last level is won with it.
  levels[levels.length - 1] = Infinity;
  const pots = levels.map((level, i) => {
    const below = i === 0 ? 0 : levels[i - 1];
    const chips = Object.values(totals).reduce((sum, total) => sum + Math.max(0, Math.min(total, level) - below), 0);
    return { amount: chips + (i === 0 ? carried : 0), contenders: live.filter((seat) => totals[seat] > below || i === 0) };
  });
  return pots.filter(({ amount }) => amount > 0);
}

/**
 * Rake of each pot. That of the pots 1 to k together is cut off the chips of these pots together, up to the cap; pot k bears what it adds.
 * @param {readonly number[]} amounts main pot first
 * @param {import('./params.js').Params['rake']} rake
 * @param {number} seats dealt in
 * @param {boolean} flop whether a flop was dealt, or the game has none
 * @returns {number[]}
 */
export function rakeOf(amounts, { preset, cap = Infinity }, seats, flop) {
  const { percent, needsFlop } = RAKES[preset];
  const rate = needsFlop && !flop ? 0 : percent(seats);
  let chips = 0;
  let taken = 0;
  return amounts.map((amount) => {
    chips += amount;
    const before = taken;
    taken = Math.min(cap, Number((BigInt(chips) * BigInt(rate)) / 100n));
    return taken - before;
  });
}

/**
 * Equal shares; odd chips one by one.
 * @param {number} amount after rake
 * @param {readonly number[]} winners from the first left of the button on
 * @returns {Record<number, number>} only of seats that get chips
 */
export function sharesOf(amount, winners) {
  const share = Math.floor(amount / winners.length);
  const odd = amount - share * winners.length;
  const shares = winners.map((seat, i) => [seat, share + (i < odd ? 1 : 0)]);
  return Object.fromEntries(shares.filter(([, chips]) => chips > 0));
}
