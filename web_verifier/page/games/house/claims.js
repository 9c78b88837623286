/** What records of the house games claim (`docs/spec/record.md`, House games): names, types and text forms. */

import { Fault } from '../../core/fault.js';
import { card, claims, decimal, listOf, nullOr, whole, wordOf } from '../forms.js';
import { NAMES } from './combinations.js';

/** @typedef {import('../forms.js').Shape} Shape */

/** @param {unknown} raw @param {string} field */
function truth(raw, field) {
  if (typeof raw !== 'boolean') throw new Fault(field, 'format.not-truth');
  return raw;
}

/** @param {unknown} raw @param {string} field @returns {null} */
function nothing(raw, field) {
  if (raw !== null) throw new Fault(field, 'format.not-null');
  return null;
}

const name = wordOf(NAMES);
const box = { box: whole };
const exchange = { ...box, cards: listOf(card) };

/** @param {Shape['']} second */
const outcome = (second) => ({
  boxes: listOf(
    claims({
      cards: listOf(card),
      combination: nullOr(name),
      second,
      result: wordOf(['win', 'lose', 'push', 'fold', 'no_game']),
      returned: whole,
    }),
  ),
  dealer: claims({ cards: listOf(card), replaced: listOf(card), combination: nullOr(name) }),
});

const limits = { min_ante: whole, max_ante: whole };

/** What stands in the place of a bet's stake. */
export const ANTES = { antes: listOf(whole) };

export const RUSSIAN = {
  params: {
    boxes: whole,
    exchange_price: decimal,
    ante_pays: truth,
    double_straight: wordOf(['pair', 'classic']),
    max_win: whole,
    ...limits,
  },
  usual: ['exchange_price', 'ante_pays', 'double_straight', 'max_win', 'min_ante', 'max_ante'],
  actions: (/** @type {Shape} */ timed) => ({
    exchange,
    buy_sixth: box,
    fold: { ...box, ...timed },
    bet: box,
    take_ante: { ...box, ...timed },
    buy_dealer: box,
  }),
  outcome: outcome(nullOr(name)),
};

export const FIVE_CARD = {
  params: { boxes: whole, room: wordOf(['standard', 'vip']), table: wordOf(['private', 'public']), ...limits },
  usual: ['room', 'table', 'min_ante', 'max_ante'],
  actions: (/** @type {Shape} */ timed) => ({ exchange, fold: { ...box, ...timed }, raise: box }),
  outcome: outcome(nothing),
};
