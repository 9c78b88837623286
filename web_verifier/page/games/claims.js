/**
 * What a record claims of a round, game by game (`docs/spec/record.md`, section 1): names, types and text forms of params, bet, actions
 * and outcome, all that the check `format` asks. Whether what is well formed is also allowed is for the rules of the games.
 */

import { Fault } from '../core/fault.js';
import { PERFECT_PAIRS, TWENTY_ONE_PLUS_THREE } from './blackjack-hand.js';
import { ANTES, FIVE_CARD, RUSSIAN } from './house/claims.js';
import { card, claims, decimal, hexBytes, listOf, need, nullOr, object, text, textOf, twoPlaces, whole, wordOf } from './forms.js';

/** @typedef {import('./forms.js').Members} Members */
/** @typedef {import('./forms.js').Shape} Shape */
/** @typedef {import('./game.js').Action} Action */
/**
 * @typedef {object} Claims
 * @property {(raw: unknown) => Members} readParams those that are there; the game fills in the others
 * @property {((raw: unknown) => import('./game.js').Bet) | null} readBet null in a game without bet and settlement
 * @property {(raw: unknown) => Action} readAction
 * @property {(raw: unknown) => void} readOutcome
 * @property {boolean} hasMultiplier whether a settlement can show one
 */

/** Names that may be left out. @param {readonly string[]} names */
const left = (names) => Object.fromEntries(names.map((name) => [name, undefined]));

/**
 * `timeout` marks what was done for an absent player: it is true, or not there.
 * @param {unknown} raw
 * @param {string} field
 * @returns {true}
 */
function timeout(raw, field) {
  if (raw !== true) throw new Fault(field, 'format.timeout');
  return true;
}

/**
 * A reader of actions. Members are judged by the action's type; of a type that the game does not know nothing more is judged
 * here, and the game refuses it (record.md, Actions).
 * @param {Record<string, Shape>} shapes the members by type, without `type`
 * @returns {(raw: unknown) => Action}
 */
const actionReader = (shapes) => (raw) => {
  const type = text(need(object(raw, ''), 'type', ''), 'type');
  if (!Object.hasOwn(shapes, type)) return { type };
  return claims({ type: text, ...shapes[type] }, left(['timeout']))(raw, '');
};

/**
 * @param {object} of
 * @param {Shape} of.params
 * @param {readonly string[]} of.usual names of params that have a default
 * @param {Shape} [of.stakes] what a bet must have
 * @param {Shape} [of.sides] side bets
 * @param {Record<string, Shape>} [of.actions] none in a game of one draw
 * @param {Shape} of.outcome
 * @param {boolean} [of.hasMultiplier]
 * @returns {Claims}
 */
function claimsOf({ params, usual, stakes = { stake: whole }, sides = {}, actions = {}, outcome, hasMultiplier = true }) {
  const readParams = claims(params, left(usual));
  const readBet = claims({ ...stakes, ...sides }, left(Object.keys(sides)));
  const readOutcome = claims(outcome);
  return {
    readParams: (raw) => readParams(raw, 'params'),
    readBet: (raw) => /** @type {any} */ (readBet(raw, 'bet')),
    readAction: actionReader(actions),
    readOutcome: (raw) => void readOutcome(raw, 'outcome'),
    hasMultiplier,
  };
}

/** @param {object} odds of a side bet, by the names of the results that pay */
const sideBet = (odds) => claims({ result: nullOr(wordOf(Object.keys(odds))), returned: whole });

const blackjack = {
  player_hands: listOf(
    claims({
      cards: listOf(card),
      total: whole,
      result: wordOf(['natural', 'win', 'push', 'lose', 'bust']),
      returned: whole,
    }),
  ),
  dealer: claims({ cards: listOf(card), total: whole }),
  side_bets: claims(
    { perfect_pairs: sideBet(PERFECT_PAIRS), twenty_one_plus_three: sideBet(TWENTY_ONE_PLUS_THREE) },
    left(['perfect_pairs', 'twenty_one_plus_three']),
  ),
};

/** Of raw draws exactly one is there. @returns {Claims} */
function raw() {
  const one = left(['words', 'bytes', 'shuffle', 'integers', 'sample']);
  const numbers = listOf(whole);
  const readParams = claims(
    {
      words: whole,
      bytes: whole,
      shuffle: whole,
      integers: claims({ n: whole, count: whole }),
      sample: claims({ n: whole, k: whole }),
    },
    one,
  );
  const readOutcome = claims({ words: numbers, bytes: hexBytes, shuffle: numbers, integers: numbers, sample: numbers }, one);
  return {
    readParams(raw) {
      const params = readParams(raw, 'params');
      if (Object.keys(params).length !== 1) throw new Fault('params', 'format.one-draw');
      return params;
    },
    readBet: null,
    readAction: actionReader({}),
    readOutcome: (raw) => void readOutcome(raw, 'outcome'),
    hasMultiplier: false,
  };
}

/** @type {ReadonlyMap<string, Claims>} */
export const CLAIMS = new Map(
  Object.entries({
    dice: claimsOf({
      params: { target: twoPlaces, direction: wordOf(['under', 'over']), rtp: decimal, min_multiplier: decimal, max_payout: whole },
      usual: ['rtp', 'min_multiplier', 'max_payout'],
      outcome: { roll: twoPlaces },
    }),
    limbo: claimsOf({
      params: { target: twoPlaces, rtp: decimal, max_payout: whole },
      usual: ['rtp', 'max_payout'],
      outcome: { multiplier: twoPlaces },
    }),
    plinko: claimsOf({
      params: { rows: whole, risk: wordOf(['low', 'medium', 'high']), multipliers: listOf(decimal), max_payout: whole },
      usual: ['multipliers', 'max_payout'],
      outcome: { path: textOf(/^[LR]*$/, 'format.not-path'), bin: whole },
    }),
    mines: claimsOf({
      params: { size: whole, mines: whole, rtp: decimal, max_payout: whole },
      usual: ['rtp', 'max_payout'],
      actions: { open: { cell: whole }, cash_out: { timeout }, abandon: { timeout } },
      outcome: {
        mines: listOf(whole),
        opened: listOf(whole),
        result: wordOf(['cashed_out', 'exploded', 'cleared', 'abandoned']),
      },
    }),
    hilo: claimsOf({
      params: { rtp: decimal, max_skips: whole, max_payout: whole },
      usual: ['rtp', 'max_skips', 'max_payout'],
      actions: { guess: { guess: text }, skip: {}, cash_out: { timeout }, abandon: { timeout } },
      outcome: { cards: listOf(card), result: wordOf(['cashed_out', 'lost', 'abandoned']) },
    }),
    blackjack: claimsOf({
      params: { max_payout: whole },
      usual: ['max_payout'],
      sides: { perfect_pairs: whole, twenty_one_plus_three: whole },
      actions: { hit: {}, stand: { timeout }, double: {}, split: {} },
      outcome: blackjack,
      hasMultiplier: false,
    }),
    russian_poker: claimsOf({ ...RUSSIAN, stakes: ANTES, actions: RUSSIAN.actions({ timeout }), hasMultiplier: false }),
    five_card_poker: claimsOf({ ...FIVE_CARD, stakes: ANTES, actions: FIVE_CARD.actions({ timeout }), hasMultiplier: false }),
    raw: raw(),
  }),
);
