/**
 * The powers of Naiko: `docs/spec/poker.md`, section 4. What they cost, when they are legal, and what they leave.
 *
 * All of it is public but the cards, so it can be judged before the server seed is revealed.
 */

import { Fault } from '../../core/fault.js';
import { bySeat } from './ring.js';
import { CAROUSELS, COSTS } from './variants.js';

/** @typedef {import('./variants.js').Power} Power */
/** @typedef {import('./betting.js').Betting} Betting */
/** @typedef {import('../../core/stream.js').Stream} Stream */
/**
 * @typedef {object} Powers
 * @property {readonly Power[]} carousel
 * @property {Readonly<Record<number, number>>} destellos
 * @property {Readonly<Record<number, readonly Power[]>>} used in this hand, by seat
 * @property {number} activations ordinary ones of this round of betting
 * @property {boolean} thisTurn whether the seat on turn has used a power since it was asked
 * @property {readonly number[]} declared seats on which an anchor was declared in this round, blocked or not
 * @property {readonly number[]} anchored seats that an anchor holds in this round
 * @property {{by: number, target: number} | null} window an anchor that waits for its target's answer
 */

const MOST_DESTELLOS = 3;
/** Ordinary activations a round of betting and table. */
const MOST_ACTIVATIONS = 3;
/** The round of betting after the last card of the board. */
const RIVER = 3;

/**
 * The beginning of a hand: one Destello for each seat dealt in, usable at once, and the carousel from the public stream.
 * @param {readonly number[]} seats
 * @param {Readonly<Record<number, number>>} before
 * @param {Stream} stream behind the permutation
 * @returns {Powers}
 */
export const dealPowers = (seats, before, stream) => ({
  carousel: CAROUSELS[stream.uniform(CAROUSELS.length)[0]],
  destellos: bySeat(seats, (seat) => Math.min(MOST_DESTELLOS, before[seat] + 1)),
  used: bySeat(seats, () => []),
  activations: 0,
  thisTurn: false,
  declared: [],
  anchored: [],
  window: null,
});

/** @param {Powers} powers @returns {Powers} */
export const nextRound = (powers) => ({ ...powers, activations: 0, thisTurn: false, declared: [], anchored: [] });

/** The poker action ends a turn. @param {Powers} powers @returns {Powers} */
export const endTurn = (powers) => ({ ...powers, thisTurn: false });

/**
 * A power is paid, and used for this hand. A shield is no ordinary activation, and no part of a turn.
 * @param {Powers} powers
 * @param {number} seat
 * @param {Power} power
 * @returns {Powers}
 */
function pay(powers, seat, power) {
  const { destellos, used, activations, thisTurn } = powers;
  const ordinary = power !== 'shield';
  return {
    ...powers,
    destellos: { ...destellos, [seat]: destellos[seat] - COSTS[power] },
    used: { ...used, [seat]: [...used[seat], power] },
    activations: activations + (ordinary ? 1 : 0),
    thisTurn: thisTurn || ordinary,
  };
}

/**
 * What refuses an ordinary power whatever it is used on; null where nothing does.
 * @param {Powers} powers
 * @param {number} seat on its turn
 * @param {Power} power
 * @param {Betting} betting
 * @param {number} street 0 before the flop
 * @returns {Fault | null}
 */
export function refusal({ carousel, destellos, used, activations, thisTurn }, seat, power, betting, street) {
  if (!carousel.includes(power)) return new Fault('', 'rules.not-in-carousel', { power });
  if (used[seat].includes(power)) return new Fault('', 'rules.power-used', { power });
  if (thisTurn) return new Fault('', 'rules.one-power');
  if (activations === MOST_ACTIVATIONS) return new Fault('', 'rules.activations', { most: MOST_ACTIVATIONS });
  if (destellos[seat] < COSTS[power]) return new Fault('', 'rules.destellos', { cost: COSTS[power], held: destellos[seat] });
  if (power === 'peek' && street === RIVER) return new Fault('', 'rules.peek-river');
  if (power === 'swap' && (street > 0 || betting.acted.includes(seat))) return new Fault('', 'rules.swap-late');
  return null;
}

/**
 * Whether an anchor can be declared on a seat: another live one with chips that has not acted in this round, and only once a round.
 * @param {Powers} powers
 * @param {number} seat
 * @param {number} target
 * @param {Betting} betting
 */
export const isTarget = ({ declared }, seat, target, { live, stacks, acted }) =>
  target !== seat && live.includes(target) && stacks[target] > 0 && !acted.includes(target) && !declared.includes(target);

/**
 * A look or a swap: what it does to cards is for the deal.
 * @param {Powers} powers
 * @param {number} seat
 * @param {'peek' | 'swap'} power
 * @param {Betting} betting
 * @param {number} street
 * @returns {Powers}
 */
export function activate(powers, seat, power, betting, street) {
  const refused = refusal(powers, seat, power, betting, street);
  if (refused !== null) throw refused;
  return pay(powers, seat, power);
}

/**
 * An anchor is declared. Where its target could shield itself, it holds only after the target's answer.
 * @param {Powers} powers
 * @param {number} seat
 * @param {number} target
 * @param {Betting} betting
 * @param {number} street
 * @returns {Powers}
 */
export function anchor(powers, seat, target, betting, street) {
  const refused = refusal(powers, seat, 'anchor', betting, street);
  if (refused !== null) throw refused;
  if (!isTarget(powers, seat, target, betting)) throw new Fault('target', 'rules.anchor-target', { target });
  const paid = pay(powers, seat, 'anchor');
  const declared = { ...paid, declared: [...paid.declared, target] };
  const canShield = powers.carousel.includes('shield') && powers.destellos[target] >= COSTS.shield && !powers.used[target].includes('shield');
  return canShield ? { ...declared, window: { by: seat, target } } : hold(declared, target);
}

/** @param {Powers} powers @param {number} target @returns {Powers} */
const hold = (powers, target) => ({ ...powers, anchored: [...powers.anchored, target] });

/**
 * The target's answer: a shield cancels the anchor, whose price is gone all the same.
 * @param {Powers} powers
 * @param {boolean} shielded
 * @returns {Powers}
 */
export function answer(powers, shielded) {
  const { target } = /** @type {{by: number, target: number}} */ (powers.window);
  const closed = { ...powers, window: null };
  return shielded ? pay(closed, target, 'shield') : hold(closed, target);
}
