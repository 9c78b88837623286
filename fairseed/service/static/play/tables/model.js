/** What stands on a table, made of the service's view of it and of nothing else. No elements. */

import { bestFive } from '../../verify/ui/tables/five.js';
import { VARIANTS } from '../../verify/games/poker/variants.js';

/** @typedef {import('../../verify/ui/tables/five.js').Five} Five */
/** @typedef {{card: string | null, won: boolean}} Card null where it lies face down */
/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string | null} player
 * @property {string | null} bot its policy
 * @property {boolean} own
 * @property {number} stack
 * @property {number} bet chips of this round that lie before it
 * @property {readonly Card[]} cards none where it wasn't dealt in
 * @property {boolean} dealt whether it plays this hand
 * @property {boolean} folded
 * @property {boolean} allIn
 * @property {boolean} asked whether it is to act, or to give its link
 * @property {boolean} button
 * @property {'away' | 'leaving' | null} state
 * @property {number | null} destellos
 * @property {Five | null} made
 * @property {number} wins
 */
/**
 * @typedef {object} Model
 * @property {'waiting' | 'links' | 'open' | 'settled' | 'void'} state
 * @property {readonly Seat[]} seats from the one at the bottom on, clockwise
 * @property {readonly Card[]} board
 * @property {boolean} boardless whether the game has no board
 * @property {number} pot
 * @property {readonly {amount: number, rake: number}[]} pots at the end
 * @property {number} rake
 * @property {number | null} carried what stays on the table for the next hand
 * @property {number} brought what an earlier hand left
 * @property {readonly string[] | null} carousel
 * @property {readonly string[]} peeked
 * @property {number | null} openedBy
 * @property {number | null} turn
 * @property {number} hole cards that each seat has
 */

/** @param {Record<string, any>} view @returns {Model} */
export function modelOf(view) {
  const { hand, game } = view;
  const variant = VARIANTS.get(game);
  const state = hand?.state ?? 'waiting';
  const dealt = hand?.table?.stacks ?? {};
  const [shown, outcome] = [hand?.shown ?? {}, state === 'settled' ? hand.outcome : null];
  const folded = new Set((hand?.actions ?? []).filter((/** @type {any} */ { type }) => type === 'fold').map((/** @type {any} */ { seat }) => seat));
  const live = Object.keys(dealt).map(Number).filter((seat) => !folded.has(seat));
  const showdown = outcome !== null && live.length > 1;
  const board = cardsOf(outcome?.board ?? shown.board ?? []);
  const count = variant?.hole ?? 2;
  const order = seatOrder(Object.keys({ ...view.taken, ...dealt }).map(Number), view.seat);
  const asked = state === 'links' ? hand.shown.asked.filter((/** @type {number} */ seat) => !hand.shown.given.includes(seat)) : [shown.turn];
  const seats = order.map((seat) => {
    const who = view.taken[seat] ?? {};
    const chips = shown.seats?.[seat];
    const isDealt = seat in dealt && state !== 'void';
    const open = seat === view.seat || (showdown && !folded.has(seat));
    const known = open ? (outcome?.hole?.[seat] ?? shown.hole?.[seat]) : undefined;
    const cards = isDealt ? (known ? cardsOf(known) : Array.from({ length: count }, () => ({ card: null, won: false }))) : [];
    const stack = state === 'open' && chips ? chips.stack : (who.stack ?? outcome?.stacks?.[seat] ?? 0);
    return {
      seat,
      player: who.player ?? null,
      bot: who.bot ?? hand?.table?.bots?.[seat] ?? null,
      own: seat === view.seat,
      stack,
      bet: state === 'open' ? (chips?.bet ?? 0) : 0,
      cards,
      dealt: isDealt,
      folded: isDealt && folded.has(seat),
      allIn: state === 'open' && isDealt && !folded.has(seat) && chips?.stack === 0,
      asked: asked.includes(seat),
      button: seat === (hand?.table?.button ?? view.button),
      state: who.state === 'away' || who.state === 'leaving' ? who.state : null,
      destellos: shown.destellos?.[seat] ?? who.destellos ?? null,
      made: isDealt && !folded.has(seat) ? madeOf(hand, variant, cards, board) : null,
      wins: winsOf(outcome, seat),
    };
  });
  if (showdown) markWinners(seats, board);
  return {
    state,
    seats,
    board,
    boardless: variant?.name === 'turkish',
    pot: outcome ? 0 : (shown.pot ?? 0),
    pots: outcome?.pots ?? [],
    rake: outcome?.rake ?? 0,
    carried: outcome?.pot_carried ?? null,
    brought: hand?.table?.pot_carried ?? view.pot_carried,
    carousel: shown.carousel ?? outcome?.carousel ?? null,
    peeked: shown.peeked ?? [],
    openedBy: shown.opened_by ?? null,
    turn: state === 'open' ? (shown.turn ?? null) : null,
    hole: count,
  };
}

/** @param {readonly string[]} cards @returns {Card[]} */
const cardsOf = (cards) => cards.map((card) => ({ card, won: false }));

/** Clockwise from the own seat, from the first where none is own. @param {number[]} seats @param {number | null} own */
function seatOrder(seats, own) {
  const sorted = seats.sort((a, b) => a - b);
  const start = own === null ? 0 : Math.max(0, sorted.indexOf(own));
  return [...sorted.slice(start), ...sorted.slice(0, start)];
}

/** @param {Record<string, any> | null} outcome @param {number} seat @returns {number} */
const winsOf = (outcome, seat) => (outcome?.pots ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ { winners }) => sum + (winners[seat] ?? 0), 0);

/**
 * @param {Record<string, any>} hand
 * @param {import('../../verify/games/poker/variants.js').Variant | undefined} variant
 * @param {readonly Card[]} cards
 * @param {readonly Card[]} board
 */
function madeOf(hand, variant, cards, board) {
  const known = [...cards, ...board].every(({ card }) => card !== null);
  if (!variant || !known || cards.length + board.length < 5 || (variant.exact && board.length < 3)) return null;
  const texts = (/** @type {readonly Card[]} */ some) => some.map(({ card }) => String(card));
  return bestFive(texts(cards), texts(board), variant.ranking(hand.params), variant.exact);
}

/** Gold is what decided: the five cards of those who won. @param {readonly Seat[]} seats @param {readonly Card[]} board */
function markWinners(seats, board) {
  for (const { made, wins, cards } of seats) {
    if (made === null || wins === 0) continue;
    for (const one of [...cards, ...board]) if (one.card !== null && made.cards.includes(one.card)) one.won = true;
  }
}

/**
 * Amounts for the buttons beside the field of a raise, by the id of their names, from least to most and each but once.
 * @param {{least: number, most: number}} bounds
 * @param {Record<string, any>} shown
 * @param {number} seat
 * @returns {{id: string, to: number}[]}
 */
export function quickRaises({ least, most }, { seats, pot }, seat) {
  const current = Math.max(...Object.values(seats).map(({ bet }) => bet));
  const call = current - seats[seat].bet;
  const part = (/** @type {number} */ of) => current + Math.floor((pot + call) * of);
  const all = seats[seat].stack + seats[seat].bet;
  const wished = [
    { id: 'least', to: least },
    { id: 'half', to: part(0.5) },
    { id: 'pot', to: part(1) },
    { id: most === all ? 'all' : 'most', to: most },
  ];
  return wished.filter(({ to }, i) => to >= least && to <= most && !wished.slice(i + 1).some((one) => one.to === to));
}
