/** The table games as data: `docs/spec/poker.md`, sections 1 to 5. */

import { RANKS } from '../../core/deck.js';
import { SHORT_DECK, STANDARD, turkish } from '../ranking.js';

/** @typedef {import('../ranking.js').Ranking} Ranking */
/** @typedef {'no' | 'pot'} Limit */
/** @typedef {'peek' | 'swap' | 'anchor' | 'shield'} Power */

/**
 * @typedef {object} Variant
 * @property {string} name
 * @property {number} hole cards that each seat is dealt
 * @property {readonly number[]} board cards that come to the board before each round of betting
 * @property {string | null} lowest rank of the deck; null where a param names it
 * @property {(params: import('./params.js').Params) => Ranking} ranking
 * @property {boolean} exact whether exactly two hole cards and three of the board play
 * @property {readonly Limit[]} limits that are offered
 * @property {number} mostSeats
 * @property {readonly string[]} actions that the game knows
 * @property {boolean} blinds whether there are blinds; else the ante takes the big blind's place
 * @property {number | null} stack in big blinds, where every seat has the same
 */

const BETTING = ['fold', 'check', 'call', 'raise'];

/** @type {Variant} */
const holdem = {
  name: 'holdem',
  hole: 2,
  board: [0, 3, 1, 1],
  lowest: '2',
  ranking: () => STANDARD,
  exact: false,
  limits: ['no'],
  mostSeats: 9,
  actions: BETTING,
  blinds: true,
  stack: null,
};

/** @type {Variant} */
const omaha = { ...holdem, name: 'omaha', hole: 4, exact: true, limits: ['no', 'pot'] };

/** @type {readonly Variant[]} */
const ALL = [
  holdem,
  { ...holdem, name: 'short_deck', lowest: '6', ranking: () => SHORT_DECK },
  { ...holdem, name: 'aof', mostSeats: 6, actions: ['fold', 'all_in'], stack: 10 },
  omaha,
  { ...omaha, name: 'omaha5', hole: 5, mostSeats: 8 },
  { ...holdem, name: 'naiko', actions: [...BETTING, 'peek', 'swap', 'anchor', 'shield', 'decline'] },
  {
    ...holdem,
    name: 'turkish',
    hole: 5,
    board: [0, 0],
    lowest: null,
    ranking: ({ lowest_rank = '', flush_ties = 'top_card' }) => turkish(RANKS.indexOf(lowest_rank), flush_ties),
    mostSeats: 5,
    actions: [...BETTING, 'draw'],
    blinds: false,
  },
];

/** @type {ReadonlyMap<string, Variant>} */
export const VARIANTS = new Map(ALL.map((variant) => [variant.name, variant]));

/** The powers in the order in which a carousel names them. @type {readonly Power[]} */
export const POWERS = ['peek', 'swap', 'anchor', 'shield'];

/** What a power costs. @type {Readonly<Record<Power, number>>} */
export const COSTS = { peek: 1, swap: 2, anchor: 2, shield: 1 };

/** Three of the four powers, by the draw of the public stream: the shield comes only with the anchor. @type {readonly (readonly Power[])[]} */
export const CAROUSELS = [
  ['peek', 'swap', 'anchor'],
  ['peek', 'anchor', 'shield'],
  ['swap', 'anchor', 'shield'],
];

/** Rake by preset: the part of a hundred by the number of seats dealt in, and whether nothing is taken before a flop. */
export const RAKES = {
  none: { percent: () => 0, needsFlop: false },
  six_percent: { percent: () => 6, needsFlop: true },
  heads_up_three: { percent: (/** @type {number} */ seats) => (seats === 2 ? 1 : 3), needsFlop: false },
};
