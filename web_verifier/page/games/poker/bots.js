/**
 * The published policies of bots: `docs/bots.md`. A policy is a function of what its seat may see, of nothing else; a view is built up of
 * just that.
 */

import { cardText } from '../../core/deck.js';
import { bestHand, rankOf } from '../ranking.js';
import { pot } from './betting.js';
import { act, start } from './hand.js';
import { cardsOf } from './holes.js';
import { legal } from './legal.js';
import { clockwise } from './ring.js';
import { byCounting, byPoints } from './strength.js';

/** @typedef {import('./claims.js').Action} Action */
/** @typedef {import('./hand.js').Hand} Hand */
/** @typedef {import('./hand.js').Setup} Setup */
/** @typedef {import('./legal.js').Legal} Legal */
/** @typedef {import('./strength.js').Cards} Cards */

/**
 * What a seat that is asked may see, as far as a policy looks at it.
 * @typedef {object} View
 * @property {number} seat
 * @property {Cards} cards
 * @property {readonly number[]} seats dealt in, ascending
 * @property {readonly Legal[]} legal
 * @property {number} pot all chips put in, and a carried pot
 * @property {number} own chips of the seat in this round
 * @property {number} destellos of the seat; 0 where there are none
 */

/**
 * @typedef {object} Policy
 * @property {(cards: Cards) => number} strength from 0 to 100
 * @property {number} raiseFrom R: the least strength for a raise
 * @property {number} callFrom C: the least strength for a call at any price
 * @property {number} margin M: what a strength is lowered by before it is weighed against a price
 * @property {number} size S: a raise in hundredths of the pot with the call in it
 */

/** @type {ReadonlyMap<string, Policy>} */
export const POLICIES = new Map([
  ['tight/1', { strength: byPoints, raiseFrom: 80, callFrom: 56, margin: 100, size: 50 }],
  ['odds/1', { strength: byPoints, raiseFrom: 66, callFrom: 75, margin: 15, size: 100 }],
  ['count/1', { strength: byCounting, raiseFrom: 70, callFrom: 85, margin: 15, size: 100 }],
]);

/** With so many Destellos a bot spends one on a look. */
const FOR_A_LOOK = 3;
/** Strengths under which a card is swapped, and from which on another seat is anchored. */
const WEAK = 30;
const STRONG = 75;

/**
 * The view of the seat on turn.
 * @param {Hand} hand whose cards are known
 * @param {number | null} looked the card that the seat has looked at in secret
 * @returns {View}
 */
export function viewOf(hand, looked) {
  const { setup, betting, turn, board, powers } = hand;
  const { variant, params, table, dealt } = setup;
  const seat = Number(turn);
  const deck = /** @type {readonly number[]} */ (dealt.cards);
  return {
    seat,
    cards: {
      variant,
      ranking: variant.ranking(params),
      hole: cardsOf(hand, seat) ?? [],
      board: board.map((place) => deck[place]),
      looked,
      deck: dealt.order,
    },
    seats: table.seats,
    legal: legal(hand),
    pot: pot(betting) + table.carried,
    own: betting.round[seat],
    destellos: powers?.destellos[seat] ?? 0,
  };
}

/**
 * The cards that a draw gives away: all but those that make the hand; of a high card all but the two highest ranks.
 * @param {Cards} cards
 * @returns {readonly number[]} in the order of the hand
 */
function discarded({ hole, ranking }) {
  const { category, ranks } = bestHand(hole, [], ranking);
  const kept = { high_card: 2, pair: 1, two_pair: 2, three: 1, four: 1 }[String(category)];
  return kept === undefined ? [] : hole.filter((card) => !ranks.slice(0, kept).includes(rankOf(card)));
}

/**
 * The power that is used, if one is.
 * @param {View} view
 * @param {number} strength
 * @returns {Action | null}
 */
function power({ seat, seats, cards, destellos, legal }, strength) {
  const may = (/** @type {string} */ type) => legal.find((one) => one.type === type);
  if (may('swap') && strength < WEAK) {
    const [first, second] = cards.hole;
    return { seat, type: 'swap', card: cardText(rankOf(first) < rankOf(second) ? first : second) };
  }
  const targets = may('anchor')?.targets ?? [];
  const target = clockwise(seats, seat).find((one) => targets.includes(one));
  if (target !== undefined && strength >= STRONG) return { seat, type: 'anchor', target };
  return may('peek') && destellos >= FOR_A_LOOK ? { seat, type: 'peek' } : null;
}

/**
 * What a policy does: the first rule that fits.
 * @param {Policy} policy
 * @param {View} view
 * @returns {Action} as a record holds it
 */
export function decide({ strength: of, raiseFrom, callFrom, margin, size }, view) {
  const { seat, cards, own, pot } = view;
  const may = (/** @type {string} */ type) => view.legal.find((one) => one.type === type);
  if (may('shield')) return { seat, type: 'shield' };
  if (may('draw')) return { seat, type: 'draw', discard: discarded(cards).map(cardText) };
  const strength = of(cards);
  const used = power(view, strength);
  if (used !== null) return used;
  if (may('all_in')) return { seat, type: strength >= raiseFrom ? 'all_in' : 'fold' };
  const call = may('call')?.amount ?? 0;
  const raise = may('raise');
  if (raise !== undefined && strength >= raiseFrom) {
    const { min = 0, max = 0 } = raise;
    const to = own + call + share(pot + call, size);
    return { seat, type: 'raise', to: Math.max(min, Math.min(max, to)) };
  }
  if (may('check')) return { seat, type: 'check' };
  const isWorth = BigInt(strength - margin) * BigInt(pot + call) >= 100n * BigInt(call);
  return { seat, type: strength >= callFrom || isWorth ? 'call' : 'fold' };
}

/** So many hundredths of chips, cut; in between they may be more than a number holds. @param {number} chips @param {number} hundredths */
const share = (chips, hundredths) => Number((BigInt(chips) * BigInt(hundredths)) / 100n);

/**
 * What the policies of a hand would have done wherever they acted.
 * @param {Setup} setup of a hand whose cards are known
 * @param {readonly Action[]} actions all of them legal
 * @returns {{index: number, action: Action}[]} by the index of the action; without those of policies that are not known
 */
export function actionsOfBots(setup, actions) {
  const { bots } = setup.table;
  /** @type {Map<number, number>} */
  const looked = new Map();
  /** @type {{index: number, action: Action}[]} */
  const found = [];
  let hand = start(setup);
  for (const [index, action] of actions.entries()) {
    const seat = Number(hand.turn);
    const policy = POLICIES.get(bots[seat]);
    if (policy !== undefined) found.push({ index, action: decide(policy, viewOf(hand, looked.get(seat) ?? null)) });
    if (action.type === 'peek') looked.set(seat, /** @type {readonly number[]} */ (setup.dealt.cards)[hand.next]);
    hand = act(hand, action);
  }
  return found;
}
