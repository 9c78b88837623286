/** HiLo: `docs/rules/hilo.md`. */

import { cardText } from '../core/deck.js';
import { Fault } from '../core/fault.js';
import { cut, floor, fraction, multiply } from '../core/numbers.js';
import { checkRtp } from './decimals.js';
import { exactly, exceeds, raise, returned, start } from './hilo-product.js';
import { checkTurn, guessWins, multiplierOf, offered, otherThanGuess, rank } from './hilo-steps.js';
import { MAX_PAYOUT, checkChips, checkRange, checkReturn } from './limits.js';

/** @typedef {import('../core/stream.js').Stream} Stream */
/** @typedef {import('./hilo-product.js').Product} Product */
/** @typedef {import('./game.js').Bet} Bet */
/** @typedef {import('./game.js').Action} Action */
/** @typedef {import('./hilo-steps.js').Params} Params */
/** @typedef {{card: number, before: Drawn | null}} Drawn the cards backwards, so that one more costs no copy of all */
/**
 * @typedef {object} State
 * @property {Params} params
 * @property {Bet} bet
 * @property {Drawn} drawn
 * @property {Stream} stream where the next card is drawn
 * @property {Product} product of the right guesses' multipliers
 * @property {number} right
 * @property {number} skips
 * @property {'cashed_out' | 'lost' | 'abandoned' | null} end
 */

const DEFAULTS = Object.freeze({ rtp: '0.98', max_skips: 52, max_payout: MAX_PAYOUT });

/** H-3. @param {Stream} stream @param {Drawn | null} before @returns {{drawn: Drawn, stream: Stream}} */
function draw(stream, before) {
  const [card, next] = stream.uniform(52);
  return { drawn: { card, before }, stream: next };
}

/** @param {State} state @param {string} guess @returns {State} */
function actGuess(state, guess) {
  const { params, bet, drawn, stream, product } = state;
  const from = rank(drawn.card);
  const winning = offered(from).get(guess);
  if (winning === undefined) throw new Fault('guess', 'rules.guess', { guess, card: cardText(drawn.card) }); // H-10
  const raised = raise(product, winning); // H-12
  if (exceeds(bet.stake, raised, params.max_payout)) checkReturn(returned(bet.stake, raised), params, ''); // H-18
  const next = { ...state, ...draw(stream, drawn) };
  if (!guessWins(guess, from, rank(next.drawn.card))) return { ...next, end: 'lost' }; // H-13
  return { ...next, product: raised, right: state.right + 1 };
}

/** @param {State} state @param {Action} action @returns {State} */
function act(state, action) {
  checkTurn(state, action);
  if (action.type === 'guess') return actGuess(state, String(action.guess));
  const next = otherThanGuess(state, action);
  return action.type === 'skip' ? { ...next, ...draw(next.stream, next.drawn) } : next;
}

/** @type {import('./game.js').Game<Params, Bet, State>} */
export const hilo = {
  name: 'hilo',
  choices: [],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),

  check(params, bet) {
    checkChips(params, bet);
    checkRtp(params.rtp);
    checkRange(params.max_skips, 'params.max_skips', 0, 1000);
    checkReturn(floor(multiply(fraction(bet.stake), multiplierOf(params.rtp, 7))), params); // H-16
  },

  start(params, bet, stream) {
    return { params, bet, ...draw(stream, null), product: start(params.rtp), right: 0, skips: 0, end: null };
  },

  act,
  finished: (state) => state.end !== null,

  legal({ params, bet, drawn, product, right, skips, end }) {
    if (end !== null) return [];
    /** @type {Action[]} */
    const actions = [];
    for (const [guess, winning] of offered(rank(drawn.card))) {
      if (!exceeds(bet.stake, raise(product, winning), params.max_payout)) actions.push({ type: 'guess', guess });
    }
    if (skips < params.max_skips) actions.push({ type: 'skip' });
    if (right > 0) actions.push({ type: 'cash_out' });
    return actions;
  },

  result({ bet, drawn, product, end }) {
    const wins = end === 'cashed_out';
    const cards = [];
    for (let last = /** @type {Drawn | null} */ (drawn); last !== null; last = last.before) cards.push(cardText(last.card));
    return {
      outcome: { cards: cards.reverse(), result: end }, // H-21
      staked: bet.stake,
      returned: wins ? Number(returned(bet.stake, product)) : 0,
      multiplier: wins ? cut(exactly(product), 4) : '0.0000',
    };
  },
};
