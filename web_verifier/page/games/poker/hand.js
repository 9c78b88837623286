/**
 * A hand: `start`, folded over its actions by `act`. `docs/spec/poker.md`, sections 2 to 5. The same fold serves records whose server seed
 * is not revealed: then cards are not known, and what depends on them is not asked.
 */

import { Fault, at } from '../../core/fault.js';
import { over, unknownAction } from '../acting.js';
import { beforePosting, call, check, fold, put, raise, raiseBounds } from './betting.js';
import { holePlaces } from './deal.js';
import { MOST_DISCARDS, exchange } from './draw.js';
import { find, holdsEnough, isOpening } from './holes.js';
import { leastBet } from './params.js';
import { activate, anchor, answer, dealPowers, endTurn } from './powers.js';
import { clockwise } from './ring.js';
import { drawNext, goOn } from './streets.js';

/** @typedef {import('./betting.js').Betting} Betting */
/** @typedef {import('./claims.js').Action} Action */
/** @typedef {import('./draw.js').Place} Place */
/**
 * What is known before the first action.
 * @typedef {object} Setup
 * @property {import('./variants.js').Variant} variant
 * @property {import('./params.js').Params} params
 * @property {import('./table.js').Table} table
 * @property {import('./deal.js').Dealt} dealt
 */
/**
 * @typedef {object} Hand
 * @property {Setup} setup
 * @property {Betting} betting
 * @property {number} street the round of betting, from 0
 * @property {number | null} turn the seat that is asked; null when the hand is over
 * @property {number} next the next place of the deck
 * @property {readonly number[]} board places
 * @property {Readonly<Record<number, readonly Place[]>>} holes places by seat
 * @property {import('./powers.js').Powers | null} powers of naiko
 * @property {import('./draw.js').Draw | null} draw of turkish, from its beginning on
 * @property {boolean} drawing whether the seat on turn is asked to draw
 * @property {number | null} openedBy in turkish the seat that opened the first round
 */

/**
 * Antes by all, then the blinds out of what is left.
 * @param {Setup} setup
 * @returns {Betting}
 */
function posted({ params, table }) {
  let betting = beforePosting(table.seats, table.stacks);
  for (const seat of table.seats) betting = put(betting, seat, params.ante, true);
  if (table.small !== null) betting = put(betting, table.small, params.small_blind ?? 0);
  if (table.big !== null) betting = put(betting, table.big, params.big_blind ?? 0);
  return { ...betting, bet: params.big_blind ?? 0, leastRaise: leastBet(params) };
}

/**
 * @param {Setup} setup
 * @returns {Hand}
 */
export function start(setup) {
  const { variant, table, dealt } = setup;
  const { seats, button, big, destellos } = table;
  const hand = {
    setup,
    betting: posted(setup),
    street: 0,
    turn: null,
    next: seats.length * variant.hole,
    board: [],
    holes: holePlaces(clockwise(seats, button), variant.hole),
    powers: variant.name === 'naiko' ? dealPowers(seats, destellos, dealt.stream) : null,
    draw: null,
    drawing: false,
    openedBy: null,
  };
  return goOn(hand, big ?? button);
}

/** @param {Hand} hand */
export const finished = ({ turn }) => turn === null;

/** What bounds the raises of the seat on turn. @param {Hand} hand @param {number} seat */
export const boundsOf = ({ setup, betting, powers }, seat) =>
  raiseBounds(betting, seat, {
    strict: setup.params.strict_reopen,
    potLimit: setup.params.limit === 'pot' || (powers?.anchored.includes(seat) ?? false),
  });

/**
 * The chips of a poker action.
 * @param {Hand} hand
 * @param {Action} action
 * @returns {Betting}
 */
function bet(hand, { seat, type, to = 0, timeout }) {
  const { betting } = hand;
  switch (type) {
    case 'fold':
      // The clock checks where that is legal.
      if (timeout && betting.round[seat] >= betting.bet) throw new Fault('', 'rules.timeout-fold');
      return fold(betting, seat);
    case 'check':
      return check(betting, seat);
    case 'call':
      return call(betting, seat);
    case 'raise':
      if (!holdsEnough(hand, seat)) throw new Fault('', 'rules.opening');
      return raise(betting, seat, to, boundsOf(hand, seat));
    default: {
      // all_in: answering one is an all-in for what is needed.
      const all = betting.round[seat] + betting.stacks[seat];
      return all > betting.bet ? raise(betting, seat, all, { min: all, max: all }) : call(betting, seat);
    }
  }
}

/** @param {Hand} hand @param {Action} action @returns {Hand} */
function drawCards(hand, { seat, discard = 0, timeout }) {
  const texts = typeof discard === 'number' ? Array.from({ length: Math.max(0, Math.min(discard, 6)) }, () => undefined) : discard;
  if (texts.length > MOST_DISCARDS || Number(discard) < 0) throw new Fault('discard', 'rules.discards', { most: MOST_DISCARDS });
  if (timeout && texts.length > 0) throw new Fault('', 'rules.timeout-draw'); // the clock stands pat
  const { hole, indices } = find(hand, seat, texts, 'discard');
  const done = exchange(/** @type {import('./draw.js').Draw} */ (hand.draw), seat, hole, indices);
  return drawNext({ ...hand, draw: done.draw, holes: { ...hand.holes, [seat]: done.hand } });
}

/** @param {Hand} hand @param {Action} action @returns {Hand} */
function usePower(hand, { seat, type, card, target = 0 }) {
  const { betting, street, next, holes } = hand;
  const powers = /** @type {import('./powers.js').Powers} */ (hand.powers);
  switch (type) {
    case 'peek':
      return { ...hand, powers: activate(powers, seat, 'peek', betting, street) };
    case 'swap': {
      const after = activate(powers, seat, 'swap', betting, street);
      const { hole, indices } = find(hand, seat, [card], 'card');
      const now = hole.map((place, i) => (i === indices[0] && place !== null ? next : place));
      return { ...hand, powers: after, holes: { ...holes, [seat]: now }, next: next + 1 };
    }
    default: {
      const after = anchor(powers, seat, target, betting, street);
      return { ...hand, powers: after, turn: after.window?.target ?? seat };
    }
  }
}

/**
 * @param {Hand} hand
 * @param {Action} action
 * @returns {Hand}
 */
export function act(hand, action) {
  const { type, seat } = action;
  const { setup, turn, powers, drawing } = hand;
  if (!setup.variant.actions.includes(type)) unknownAction(action);
  if (turn === null) over();
  if (seat !== turn) throw new Fault('seat', 'rules.out-of-turn', { seat, turn });
  const answering = type === 'shield' || type === 'decline';
  if (answering !== Boolean(powers?.window)) throw new Fault('', answering ? 'rules.no-window' : 'rules.window');
  if ((type === 'draw') !== drawing) throw new Fault('', drawing ? 'rules.drawing' : 'rules.no-draw');
  if (type === 'draw') return drawCards(hand, action);
  if (powers?.window) return { ...hand, powers: answer(powers, type === 'shield'), turn: powers.window.by };
  if (['peek', 'swap', 'anchor'].includes(type)) return usePower(hand, action);
  const after = { ...hand, betting: bet(hand, action), powers: powers && endTurn(powers) };
  return goOn(type === 'raise' && isOpening(hand) ? { ...after, openedBy: seat } : after, seat);
}

/**
 * A hand as far as its actions go; a refusal names the action it is about.
 * @param {Setup} setup
 * @param {readonly Action[]} actions
 * @returns {Hand}
 */
export function replay(setup, actions) {
  let hand = start(setup);
  for (const [i, action] of actions.entries()) {
    const before = hand;
    hand = at(`actions[${i}]`, () => act(before, action));
  }
  return hand;
}
