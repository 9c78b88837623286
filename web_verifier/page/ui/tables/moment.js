/**
 * What stands on a table at one moment of a hand, for all that the record shows or for what one seat knew then. What a seat knew is built up:
 * its own cards, the board so far, what it looked at, and hands that were shown; nothing is taken away from more.
 */

import { potsOf, uncalledOf } from '../../games/poker/pots.js';
import { pot } from '../../games/poker/betting.js';
import { bySeat, clockwise } from '../../games/poker/ring.js';
import { isCarried } from '../../games/poker/streets.js';
import { bestFive } from './five.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./story.js').Known} Known */
/** @typedef {import('../../games/poker/hand.js').Hand} Hand */
/** @typedef {{place: number | null, card: string | null, proven: boolean, won: boolean, differs: boolean}} Shown a card; null where it lies face down */
/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string | null} bot its policy
 * @property {boolean} button
 * @property {'small' | 'big' | null} blind
 * @property {boolean} folded
 * @property {boolean} allIn
 * @property {boolean} next
 * @property {number} stack
 * @property {number} bet chips of this round that lie before it
 * @property {readonly Shown[]} cards
 * @property {import('./five.js').Five | null} made the hand that its cards and the board make
 * @property {number} wins chips of pots
 * @property {number} back chips that nobody called
 * @property {boolean} differs whether the record gives it other chips
 * @property {readonly string[]} looked cards that it looked at in secret
 * @property {number | null} destellos
 * @property {boolean} anchored
 * @property {number | null} drew cards that it drew
 */
/**
 * @typedef {object} Moment
 * @property {number} at actions made
 * @property {number} count of all actions
 * @property {string} street
 * @property {boolean} end
 * @property {boolean} shown whether hands were shown at the end
 * @property {number | null} next
 * @property {number} pot all chips put in, and a carried pot
 * @property {readonly Shown[]} board
 * @property {readonly Seat[]} seats from the one at the bottom on, clockwise
 * @property {readonly (import('./story.js').Pot & {contenders: readonly number[]})[]} pots at the end
 * @property {number} rake
 * @property {number | null} carried what stays on the table
 * @property {number} brought what earlier hands left in the pot
 * @property {number} button a seat, or an empty place
 * @property {readonly string[] | null} carousel
 * @property {number | null} openedBy
 */

/** The rounds of betting by name. @param {Hand} hand */
export function streetOf({ setup, street, drawing }) {
  if (setup.variant.name !== 'turkish') return ['preflop', 'flop', 'turn', 'river'][street];
  return drawing ? 'draw' : ['first', 'second'][street];
}

/** Whether several hands were compared at the end. @param {Story} story */
export const wasShown = ({ over, hands }) => {
  const last = hands[hands.length - 1];
  return over && last.betting.live.length > 1 && !isCarried(last);
};

/**
 * The places that may be seen.
 * @param {Story} story
 * @param {number} at
 * @param {number | null} viewer null: all that the record shows of hands that are not folded
 * @returns {Set<number>}
 */
export function placesSeen(story, at, viewer) {
  const hand = story.hands[at];
  const { live } = hand.betting;
  const seen = new Set(hand.board);
  const add = (/** @type {number} */ seat) => hand.holes[seat].forEach((place) => place !== null && seen.add(place));
  if (viewer !== null) add(viewer);
  else {
    live.forEach(add);
    // A record without its seed is one seat's, which knows its cards after it folded too.
    if (story.dealt.cards === null) add(story.own);
  }
  if (viewer !== null) for (const place of lookedAt(story, at, viewer)) seen.add(place);
  if (at === story.hands.length - 1 && wasShown(story)) live.forEach(add);
  return seen;
}

/** The places that a seat looked at in secret so far. @param {Story} story @param {number} at @param {number} seat */
const lookedAt = ({ actions, hands }, at, seat) =>
  actions.slice(0, at).flatMap((action, i) => (action.type === 'peek' && action.seat === seat ? [hands[i].next] : []));

/**
 * @param {Story} story
 * @param {number} at
 * @param {number | null} viewer
 * @returns {Moment}
 */
export function momentOf(story, at, viewer) {
  const hand = story.hands[at];
  const { setup, betting, powers } = hand;
  const { table } = setup;
  const end = story.over && at === story.hands.length - 1;
  const ending = end ? story.ending : null;
  const seen = placesSeen(story, at, viewer);
  const { recorded } = story;
  const card = shower(story, seen);
  const board = hand.board.map((place, i) => card(place, end ? recorded?.board?.[i] : undefined));
  const bottom = viewer ?? story.own;
  const order = clockwise(table.seats, bottom - 1);
  const pots = withContenders(hand, ending?.pots ?? []);
  const wins = (/** @type {number} */ seat) => pots.reduce((sum, { winners }) => sum + (winners[seat] ?? 0), 0);
  const seats = order.map((seat) => {
    const cards = hand.holes[seat].map((place, i) => card(place, end ? recorded?.hole?.[seat]?.[i] : undefined));
    const folded = !betting.live.includes(seat);
    return {
      seat,
      bot: table.bots[seat] ?? null,
      button: table.button === seat,
      blind: table.small === seat ? /** @type {const} */ ('small') : table.big === seat ? /** @type {const} */ ('big') : null,
      folded,
      allIn: !folded && betting.stacks[seat] === 0 && !end,
      next: hand.turn === seat,
      stack: ending?.stacks?.[seat] ?? betting.stacks[seat],
      bet: end ? 0 : betting.round[seat],
      cards,
      made: folded ? null : madeOf(hand, cards, board),
      wins: wins(seat),
      back: ending?.uncalled?.[seat] ?? 0,
      differs: end && recorded !== null && recorded.stacks?.[seat] !== story.ending?.stacks?.[seat],
      looked: viewer === null || viewer === seat ? lookedAt(story, at, seat).flatMap((place) => story.known.get(place)?.card ?? []) : [],
      destellos: powers?.destellos[seat] ?? null,
      anchored: powers?.anchored.includes(seat) ?? false,
      drew: hand.draw?.drawn[seat]?.length ?? null,
    };
  });
  const shown = end && wasShown(story);
  if (shown) markWinners(seats, board);
  return {
    at,
    count: story.hands.length - 1,
    street: streetOf(hand),
    end,
    shown,
    next: hand.turn,
    pot: pot(betting) + table.carried,
    board,
    seats,
    pots,
    rake: ending?.rake ?? 0,
    carried: ending?.pot_carried ?? null,
    brought: table.carried,
    button: table.button,
    carousel: powers?.carousel ?? null,
    openedBy: hand.openedBy,
  };
}

/** @param {Story} story @param {ReadonlySet<number>} seen */
function shower({ known }, seen) {
  /** @param {number | null} place @param {string | null} [claimed] what the record says of it @returns {Shown} */
  return (place, claimed) => {
    const found = place !== null && seen.has(place) ? known.get(place) : undefined;
    const card = found?.card ?? null;
    return { place, card, proven: found?.proven ?? false, won: false, differs: card !== null && typeof claimed === 'string' && claimed !== card };
  };
}

/** @param {Hand} hand @param {readonly Shown[]} cards @param {readonly Shown[]} board */
function madeOf({ setup }, cards, board) {
  const all = [...cards, ...board];
  const { variant, params } = setup;
  if (all.length < 5 || (variant.exact && board.length < 3) || all.some(({ card }) => card === null)) return null;
  const texts = (/** @type {readonly Shown[]} */ some) => some.map(({ card }) => String(card));
  return bestFive(texts(cards), texts(board), variant.ranking(params), variant.exact);
}

/** Gold is what decided: the five cards of those who won. @param {Seat[]} seats @param {Shown[]} board */
function markWinners(seats, board) {
  for (const { made, wins, cards } of seats) {
    if (made === null || wins === 0) continue;
    for (const shown of [...cards, ...board]) if (shown.card !== null && made.cards.includes(shown.card)) shown.won = true;
  }
}

/** Who could win each pot. @param {Hand} hand @param {readonly import('./story.js').Pot[]} pots */
function withContenders({ setup, betting }, pots) {
  const uncalled = uncalledOf(betting.totals);
  const called = bySeat(setup.table.seats, (seat) => betting.totals[seat] - (uncalled[seat] ?? 0));
  const reckoned = potsOf(called, betting.live, setup.table.carried);
  return pots.map((one, i) => ({ ...one, contenders: reckoned[i]?.contenders ?? [] }));
}
