/** Mines: `docs/rules/mines.md`. */

import { Fault } from '../core/fault.js';
import { cut, floor, fraction, multiply, parseDecimal } from '../core/numbers.js';
import { sample } from '../core/sample.js';
import { over, unknownAction } from './acting.js';
import { checkRtp } from './decimals.js';
import { MAX_PAYOUT, checkChips, checkRange, checkReturn } from './limits.js';

/** @typedef {import('./game.js').Bet} Bet */
/** @typedef {import('./game.js').Action} Action */
/** @typedef {{size: number, mines: number, rtp: string, max_payout: number}} Params */
/** @typedef {'cashed_out' | 'exploded' | 'cleared' | 'abandoned'} End */
/**
 * @typedef {object} State
 * @property {Params} params
 * @property {Bet} bet
 * @property {readonly number[]} mined ascending
 * @property {readonly number[]} opened in the order of the actions, a mine last
 * @property {End | null} end
 */

const DEFAULTS = Object.freeze({ rtp: '0.98', max_payout: MAX_PAYOUT });

/** @param {Params} params */
const cells = ({ size }) => size * size;

/**
 * M-13: rtp · C(N, k) / C(N − m, k).
 * @param {Params} params
 * @param {number} safe the number k of safe cells open
 */
function multiplier(params, safe) {
  let value = parseDecimal(params.rtp);
  for (let i = 0; i < safe; i++) value = multiply(value, fraction(cells(params) - i, cells(params) - params.mines - i));
  return value;
}

/** M-14. @param {Params} params @param {Bet} bet @param {number} safe */
const returned = (params, bet, safe) => floor(multiply(fraction(bet.stake), multiplier(params, safe)));

/** @param {State} state @param {number} cell @returns {State} */
function open(state, cell) {
  const { params, bet, mined, opened } = state;
  checkRange(cell, 'cell', 0, cells(params) - 1); // M-10
  if (opened.includes(cell)) throw new Fault('cell', 'rules.cell-open', { cell }); // M-9
  checkReturn(returned(params, bet, opened.length + 1), params, ''); // M-21
  const now = [...opened, cell];
  /** @type {End | null} */
  let end = null;
  if (mined.includes(cell)) end = 'exploded'; // M-7
  else if (now.length === cells(params) - params.mines) end = 'cleared'; // M-8
  return { ...state, opened: now, end };
}

/** @param {State} state @param {Action} action @returns {State} */
function act(state, action) {
  if (!['open', 'cash_out', 'abandon'].includes(action.type)) unknownAction(action);
  if (state.end !== null) over(); // M-11
  const { opened } = state;
  switch (action.type) {
    case 'open':
      return open(state, Number(action.cell));
    case 'cash_out':
      if (opened.length === 0) throw new Fault('', 'rules.nothing-to-cash-out'); // M-6
      return { ...state, end: 'cashed_out' };
    default: // abandon
      if (!action.timeout) throw new Fault('', 'rules.abandon-by-player');
      if (opened.length > 0) throw new Fault('', 'rules.abandon-winnings');
      return { ...state, end: 'abandoned' };
  }
}

/** @type {import('./game.js').Game<Params, Bet, State>} */
export const mines = {
  name: 'mines',
  choices: ['size', 'mines'],
  hasBet: true,
  fill: (given) => ({ ...DEFAULTS, ...given }),

  check(params, bet) {
    checkChips(params, bet);
    checkRtp(params.rtp);
    checkRange(params.size, 'params.size', 5, 8); // M-1
    checkRange(params.mines, 'params.mines', 1, cells(params) - 1); // M-2
    checkReturn(returned(params, bet, 1), params); // M-20
  },

  start(params, bet, stream) {
    const [mined] = sample(stream, cells(params), params.mines);
    return { params, bet, mined: mined.sort((a, b) => a - b), opened: [], end: null };
  },

  act,
  finished: (state) => state.end !== null,

  legal(state) {
    const { params, bet, opened, end } = state;
    if (end !== null) return [];
    /** @type {Action[]} */
    const actions = [];
    if (returned(params, bet, opened.length + 1) <= BigInt(params.max_payout)) {
      for (let cell = 0; cell < cells(params); cell++) if (!opened.includes(cell)) actions.push({ type: 'open', cell });
    }
    if (opened.length > 0) actions.push({ type: 'cash_out' });
    return actions;
  },

  result({ params, bet, mined, opened, end }) {
    const wins = end === 'cashed_out' || end === 'cleared';
    return {
      outcome: { mines: mined, opened, result: end },
      staked: bet.stake,
      returned: wins ? Number(returned(params, bet, opened.length)) : 0,
      multiplier: wins ? cut(multiplier(params, opened.length), 4) : '0.0000',
    };
  },
};
