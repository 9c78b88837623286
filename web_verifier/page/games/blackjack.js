/** Blackjack: `docs/rules/blackjack.md`. */

import { cardText, shoe as shoeInOrder } from '../core/deck.js';
import { Fault } from '../core/fault.js';
import { shuffle } from '../core/shuffle.js';
import { over, unknownAction } from './acting.js';
import { isTwentyOne, sideBets, total, value } from './blackjack-hand.js';
import { MAX_PAYOUT, checkChips, checkReturn } from './limits.js';

/** @typedef {import('./game.js').Bet} Bet */
/** @typedef {import('./game.js').Action} Action */
/** @typedef {{max_payout: number}} Params */
/** @typedef {{cards: readonly number[], stake: number, open: boolean}} Hand open while an action can be for it */
/** @typedef {'natural' | 'win' | 'push' | 'lose' | 'bust'} HandResult */
/**
 * @typedef {object} State
 * @property {Params} params
 * @property {Bet} bet
 * @property {readonly number[]} shoe
 * @property {number} next the place in the shoe of the next card
 * @property {readonly Hand[]} hands one, or two after a split
 */

const TYPES = ['hit', 'stand', 'double', 'split'];
const DEFAULTS = Object.freeze({ max_payout: MAX_PAYOUT });

/** The physical card at a place of the shoe: of deck `id / 52`, the card `id % 52`. @param {State} state @param {number} place */
const cardAt = (state, place) => state.shoe[place] % 52;

/** B-20: a hand that reaches 21, or passes it, is over by itself. @param {readonly number[]} cards @param {number} stake */
const hand = (cards, stake) => ({ cards, stake, open: total(cards) < 21 });

/** B-2. @param {State} state */
const dealt = (state) => ({ first: [cardAt(state, 0), cardAt(state, 2)], dealer: [cardAt(state, 1), cardAt(state, 3)] });

/** B-5, B-7, B-10: whether the deal itself ended the round. @param {State} state */
function endedAtOnce(state) {
  const { first, dealer } = dealt(state);
  return isTwentyOne(first) || isTwentyOne(dealer);
}

/** B-22: the leftmost hand still to play, or -1. @param {State} state */
const turn = (state) => (endedAtOnce(state) ? -1 : state.hands.findIndex(({ open }) => open));

/** B-14. @param {Hand} hand */
const mayDouble = ({ cards }) => cards.length === 2;

/** B-16, B-17. @param {State} state */
const maySplit = ({ hands }) =>
  hands.length === 1 && hands[0].cards.length === 2 && value(hands[0].cards[0]) === value(hands[0].cards[1]);

/** B-18, B-19, B-21. @param {State} state @returns {State} */
function split(state) {
  const { cards, stake } = state.hands[0];
  const aces = value(cards[0]) === 1;
  const hands = cards.map((card, i) => {
    const made = hand([card, cardAt(state, state.next + i)], stake);
    return aces ? { ...made, open: false } : made;
  });
  return { ...state, hands, next: state.next + 2 };
}

/** @param {State} state @param {Action} action @returns {State} */
function act(state, action) {
  if (!TYPES.includes(action.type)) unknownAction(action);
  const index = turn(state);
  if (index < 0) over(); // B-23
  const played = state.hands[index];
  /** @param {Hand} now @param {number} drawn */
  const withHand = (now, drawn) => {
    const hands = state.hands.map((hand, i) => (i === index ? now : hand));
    return { ...state, hands, next: state.next + drawn };
  };
  const drawn = [...played.cards, cardAt(state, state.next)];
  switch (action.type) {
    case 'hit': // B-12
      return withHand(hand(drawn, played.stake), 1);
    case 'stand': // B-13
      return withHand({ ...played, open: false }, 0);
    case 'double':
      if (!mayDouble(played)) throw new Fault('', 'rules.double');
      return withHand({ cards: drawn, stake: 2 * played.stake, open: false }, 1); // B-15
    default: // split
      if (!maySplit(state)) throw new Fault('', 'rules.split');
      return split(state);
  }
}

/** B-10, B-24 to B-26: the dealer's cards at the end. @param {State} state */
function dealerCards(state) {
  const cards = dealt(state).dealer;
  if (endedAtOnce(state) || state.hands.every((hand) => total(hand.cards) > 21)) return cards;
  for (let place = state.next; total(cards) < 17; place++) cards.push(cardAt(state, place));
  return cards;
}

/**
 * B-8, B-27 to B-31.
 * @param {State} state
 * @param {Hand} hand
 * @param {readonly number[]} dealer
 * @returns {{result: HandResult, returned: number}}
 */
function settle(state, { cards, stake }, dealer) {
  if (endedAtOnce(state)) {
    if (!isTwentyOne(cards)) return { result: 'lose', returned: 0 };
    if (isTwentyOne(dealer)) return { result: 'push', returned: stake };
    return { result: 'natural', returned: stake + Math.floor((3 * stake) / 2) }; // B-10
  }
  const mine = total(cards);
  const theirs = total(dealer);
  if (mine > 21) return { result: 'bust', returned: 0 };
  if (theirs > 21 || mine > theirs) return { result: 'win', returned: 2 * stake };
  return mine === theirs ? { result: 'push', returned: stake } : { result: 'lose', returned: 0 };
}

/** @param {readonly {returned: number | null}[]} bets */
const returnedOf = (bets) => bets.reduce((sum, { returned }) => sum + (returned ?? 0), 0);

/** @type {import('./game.js').Game<Params, Bet, State>} */
export const blackjack = {
  name: 'blackjack',
  choices: [],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),

  check(params, bet) {
    checkChips(params, bet);
    const { stake, perfect_pairs = 0, twenty_one_plus_three = 0 } = bet;
    // B-36. All of it together stays under max_payout, at most 10^15, so whatever is added below is exact.
    checkReturn(8n * BigInt(stake) + 26n * BigInt(perfect_pairs) + 101n * BigInt(twenty_one_plus_three), params, 'bet');
  },

  start(params, bet, stream) {
    const [shoe] = shuffle(stream, shoeInOrder()); // B-1
    const state = { params, bet, shoe, next: 4, hands: [] };
    return { ...state, hands: [hand(dealt(state).first, bet.stake)] };
  },

  act,
  finished: (state) => turn(state) < 0,

  legal(state) {
    const index = turn(state);
    if (index < 0) return [];
    const actions = [{ type: 'hit' }, { type: 'stand' }];
    if (mayDouble(state.hands[index])) actions.push({ type: 'double' });
    if (maySplit(state)) actions.push({ type: 'split' });
    return actions;
  },

  result(state) {
    const { bet, hands } = state;
    const ended = turn(state) < 0;
    const dealer = ended ? dealerCards(state) : dealt(state).dealer;
    const player_hands = hands.map((hand) => ({
      cards: hand.cards.map(cardText),
      total: total(hand.cards),
      ...(ended ? settle(state, hand, dealer) : { result: null, returned: null }),
    }));
    const { first, dealer: [up] } = dealt(state);
    const side_bets = sideBets(bet, first, up);
    const { stake: _, ...side } = bet;
    const staked = [...hands.map(({ stake }) => stake), ...Object.values(side)]; // B-34
    return {
      outcome: { player_hands, dealer: { cards: dealer.map(cardText), total: ended ? total(dealer) : null }, side_bets }, // B-33
      staked: staked.reduce((sum, chips) => sum + chips, 0),
      returned: returnedOf(player_hands) + returnedOf(Object.values(side_bets)),
      multiplier: null,
    };
  },
};
