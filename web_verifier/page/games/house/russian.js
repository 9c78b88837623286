/** Russian poker: `docs/rules/russian_poker.md`. */

import { cardText } from '../../core/deck.js';
import { Fault } from '../../core/fault.js';
import { floor, fraction, multiply } from '../../core/numbers.js';
import { over, unknownAction } from '../acting.js';
import { decimalOf } from '../decimals.js';
import { MAX_PAYOUT, MOST_CHIPS, checkRange } from '../limits.js';
import { paidFor, pays, strength } from './combinations.js';
import { BET, checkAntes, checkBox, checkGiven, checkLimits, checkTurn, chips, deal, dealerOutcome, exchanged, hasGame, sum } from './table.js';

/** @typedef {import('./table.js').HouseBet} HouseBet */
/** @typedef {import('./table.js').HouseAction} HouseAction */
/**
 * @typedef {object} Params
 * @property {number} boxes
 * @property {string} exchange_price
 * @property {boolean} ante_pays
 * @property {'pair' | 'classic'} double_straight
 * @property {number} max_win
 * @property {number} min_ante
 * @property {number} max_ante
 */
/**
 * @typedef {object} Box
 * @property {readonly number[]} cards
 * @property {bigint} ante
 * @property {bigint} staked fees too
 * @property {boolean} closed
 * @property {boolean} changed by an exchange or a sixth card
 * @property {'fold' | 'bet' | null} decided
 * @property {'take_ante' | 'buy_dealer' | null} ending
 */
/**
 * @typedef {object} State
 * @property {Params} params
 * @property {readonly number[]} deck
 * @property {readonly Box[]} boxes
 * @property {readonly number[]} dealer
 * @property {readonly number[]} replaced
 * @property {number} next
 */

const TYPES = ['exchange', 'buy_sixth', 'fold', 'bet', 'take_ante', 'buy_dealer'];
const DEFAULTS = Object.freeze({
  exchange_price: '1',
  ante_pays: false,
  double_straight: 'pair',
  max_win: MAX_PAYOUT,
  min_ante: 1,
  max_ante: MOST_CHIPS,
});
const MOST_GIVEN = 5;

/** @param {number} box @param {number} boxes */
export const isClosed = (box, boxes) => boxes === 3 && box === 2;

/** R-14, as a fraction. @param {Params} params @param {number} ante */
const feeOf = ({ exchange_price }, ante) => multiply(decimalOf(exchange_price, 'params.exchange_price'), fraction(ante));

/** the box whose decision is due, or -1. @param {State} state */
const deciding = ({ boxes }) => boxes.findIndex(({ decided }) => decided === null);

/** the box that takes ANTE or buys, or -1. @param {State} state */
function ending(state) {
  if (deciding(state) >= 0 || hasGame(state.dealer)) return -1;
  return state.boxes.findIndex(({ decided, closed, ending }) => decided === 'bet' && !closed && ending === null);
}

/** @param {State} state */
const finished = (state) => deciding(state) < 0 && ending(state) < 0;

/** @param {State} state @param {number} at @param {Partial<Box>} now @returns {State} */
const put = (state, at, now) => ({ ...state, boxes: state.boxes.map((box, i) => (i === at ? { ...box, ...now } : box)) });

/** The first step, R-12 to R-17. @param {State} state @param {HouseAction} action @returns {State} */
function change(state, { type, box: at, cards: given = [] }) {
  const { boxes, deck, next, params } = state;
  const { closed, changed, cards, ante, staked } = boxes[at];
  if (deciding(state) !== 0 || boxes.some((box, i) => i > at && box.changed)) throw new Fault('', 'rules.too-late');
  if (closed) throw new Fault('box', 'rules.closed-box');
  if (changed) throw new Fault('', 'rules.changed-once');
  if (type === 'buy_sixth') {
    return { ...put(state, at, { cards: [...cards, deck[next]], changed: true, staked: staked + ante }), next: next + 1 };
  }
  checkGiven(given, MOST_GIVEN);
  const fee = floor(feeOf(params, Number(ante)));
  const now = exchanged(cards, given, deck.slice(next, next + given.length));
  return { ...put(state, at, { cards: now, changed: true, staked: staked + fee }), next: next + given.length };
}

/** one replacement, once the last box has chosen. @param {State} state @returns {State} */
function replace(state) {
  const { boxes, dealer, deck } = state;
  if (ending(state) >= 0 || !boxes.some(({ ending }) => ending === 'buy_dealer')) return state;
  const highest = Math.max(...dealer);
  const replaced = [highest];
  let { next } = state;
  for (; deck[next] >> 2 === highest >> 2; next++) replaced.push(deck[next]);
  return { ...state, dealer: dealer.map((card) => (card === highest ? deck[next] : card)), replaced, next: next + 1 };
}

/** @param {State} state @param {HouseAction} action @returns {State} */
function act(state, action) {
  const { type, box: at } = action;
  if (!TYPES.includes(type)) unknownAction(action);
  if (finished(state)) over();
  checkBox(at, state.boxes.length);
  const { ante, staked } = state.boxes[at];
  switch (type) {
    case 'exchange':
    case 'buy_sixth':
      return change(state, action);
    case 'fold':
    case 'bet':
      checkTurn(at, deciding(state));
      return put(state, at, type === 'fold' ? { decided: 'fold' } : { decided: 'bet', staked: staked + BigInt(BET) * ante });
    default:
      checkTurn(at, ending(state));
      return replace(put(state, at, type === 'take_ante' ? { ending: 'take_ante' } : { ending: 'buy_dealer', staked: staked + ante }));
  }
}

/** @param {State} state @param {Box} box */
function settle({ params, dealer, replaced }, { cards, ante, decided, ending }) {
  const { main, second } = paidFor(cards, params.double_straight);
  const told = { cards: cards.map(cardText), combination: main, second };
  const settled = (/** @type {string} */ result, /** @type {bigint} */ back, won = 0n) => {
    const most = BigInt(params.max_win);
    return { ...told, result, returned: back + (won > most ? most : won) }; // R-40
  };
  const stake = BigInt(1 + BET) * ante;
  if (decided === 'fold') return settled('fold', 0n);
  // A box that did not buy settled before the dealer's card was replaced.
  if (!hasGame(dealer) || (replaced.length > 0 && ending !== 'buy_dealer')) return settled('no_game', stake, ending === 'buy_dealer' ? 0n : ante);
  const ahead = strength(cards) - strength(dealer);
  if (ahead < 0) return settled('lose', 0n);
  if (ahead === 0) return settled('push', stake);
  const won = BigInt(BET * (pays(main) + pays(second))) * ante;
  return settled('win', stake, params.ante_pays ? won + ante : won);
}

/** @type {import('../game.js').Game<Params, any, State>} */
export const russianPoker = {
  name: 'russian_poker',
  choices: ['boxes'],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),

  check(params, /** @type {HouseBet} */ { antes }) {
    checkRange(params.boxes, 'params.boxes', 1, 3);
    checkRange(params.max_win, 'params.max_win', 1, MOST_CHIPS);
    checkLimits(params);
    decimalOf(params.exchange_price, 'params.exchange_price');
    checkAntes(antes, params.boxes, params.min_ante, params.max_ante);
    antes.forEach((ante, box) => {
      const { n, d } = feeOf(params, ante);
      if (n % d !== 0n) throw new Fault(`bet.antes[${box}]`, 'rules.fee');
    });
  },

  start(params, /** @type {HouseBet} */ { antes }, stream) {
    const { deck, hands, dealer, next } = deal(stream, params.boxes);
    const boxes = hands.map((cards, at) => {
      const ante = BigInt(antes[at]);
      return { cards, ante, staked: ante, closed: isClosed(at, params.boxes), changed: false, decided: null, ending: null };
    });
    return { params, deck, boxes, dealer, replaced: [], next };
  },

  act: /** @type {any} */ (act),
  finished,

  legal(state) {
    /** @type {any[]} */
    const found = [];
    const due = deciding(state);
    const last = state.boxes.reduce((found, { changed }, at) => (changed ? at : found), -1);
    if (due === 0) {
      state.boxes.forEach(({ closed, cards }, box) => {
        if (closed || box <= last) return;
        found.push({ type: 'exchange', box, cards: cards.map(cardText) }, { type: 'buy_sixth', box });
      });
    }
    if (due >= 0) found.push({ type: 'fold', box: due }, { type: 'bet', box: due });
    else if (ending(state) >= 0) found.push({ type: 'take_ante', box: ending(state) }, { type: 'buy_dealer', box: ending(state) });
    return found;
  },

  result(state) {
    const boxes = state.boxes.map((box) => settle(state, box));
    return {
      outcome: {
        boxes: boxes.map((box) => ({ ...box, returned: chips(box.returned) })),
        dealer: dealerOutcome(state.dealer, state.replaced),
      },
      staked: chips(sum(state.boxes.map(({ staked }) => staked))),
      returned: chips(sum(boxes.map(({ returned }) => returned))),
      multiplier: null,
    };
  },
};
