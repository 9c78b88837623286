/** What the two house games share: the deal, bets, and how boxes meet the dealer (`docs/house-poker.md`). */

import { deck as deckInOrder } from '../../core/cards.js';
import { cardText } from '../../core/deck.js';
import { Fault } from '../../core/fault.js';
import { shuffle } from '../../core/shuffle.js';
import { MOST_CHIPS, checkRange } from '../limits.js';
import { nameOf } from './combinations.js';

/** @typedef {import('../../core/stream.js').Stream} Stream */
/** @typedef {{antes: readonly number[]}} HouseBet */
/** @typedef {{type: string, box: number, cards?: readonly string[], timeout?: true}} HouseAction */
/**
 * @typedef {object} Dealt
 * @property {readonly number[]} deck
 * @property {readonly (readonly number[])[]} hands five cards of each box
 * @property {readonly number[]} dealer
 * @property {number} next the place of the next card
 */

/** BET in antes. */
export const BET = 2;

/** one card at a time in five rounds, to the boxes, then to the dealer. @param {Stream} stream @param {number} boxes @returns {Dealt} */
export function deal(stream, boxes) {
  const [deck] = shuffle(stream, deckInOrder());
  const hand = (/** @type {number} */ first) => [0, 1, 2, 3, 4].map((turn) => deck[first + turn * (boxes + 1)]);
  const hands = Array.from({ length: boxes }, (_, box) => hand(box));
  return { deck, hands, dealer: hand(boxes), next: 5 * (boxes + 1) };
}

/** @param {readonly number[]} antes @param {number} boxes @param {number} least @param {number} most */
export function checkAntes(antes, boxes, least, most) {
  if (antes.length !== boxes) throw new Fault('bet.antes', 'rules.antes', { boxes });
  antes.forEach((ante, box) => checkRange(ante, `bet.antes[${box}]`, least, most));
}

/** @param {{min_ante: number, max_ante: number}} params */
export function checkLimits({ min_ante, max_ante }) {
  checkRange(min_ante, 'params.min_ante', 1, MOST_CHIPS);
  checkRange(max_ante, 'params.max_ante', min_ante, MOST_CHIPS);
}

/** so many different cards. @param {readonly string[]} cards @param {number} most */
export function checkGiven(cards, most) {
  if (cards.length < 1 || cards.length > most) throw new Fault('cards', 'rules.exchange-count', { most });
  if (new Set(cards).size !== cards.length) throw new Fault('cards', 'rules.exchange-twice');
}

/**
 * the i-th card drawn takes the place of the i-th that was named.
 * @param {readonly number[]} held
 * @param {readonly string[]} given
 * @param {readonly number[]} drawn
 */
export function exchanged(held, given, drawn) {
  const texts = held.map(cardText);
  const cards = [...held];
  given.forEach((card, i) => {
    const place = texts.indexOf(card);
    if (place < 0) throw new Fault('cards', 'rules.not-held', { card });
    cards[place] = drawn[i];
  });
  return cards;
}

/** @param {number} box @param {number} boxes */
export function checkBox(box, boxes) {
  if (box < 0 || box >= boxes) throw new Fault('box', 'rules.no-box', { box });
}

/** @param {number} box @param {number} due the box whose turn it is, or under 0 where none is asked in this step */
export function checkTurn(box, due) {
  if (due < 0) throw new Fault('', 'rules.other-step');
  if (box !== due) throw new Fault('box', 'rules.other-box', { due });
}

/** @param {readonly number[]} dealer */
export const hasGame = (dealer) => nameOf(dealer) !== null;

/** @param {readonly number[]} cards @param {readonly number[]} replaced */
export const dealerOutcome = (cards, replaced) => ({
  cards: cards.map(cardText),
  replaced: replaced.map(cardText),
  combination: nameOf(cards),
});

/**
 * Chips as a record writes them. What is greater than any number of a record is a text, which no record holds in this place.
 * @param {bigint} chips
 * @returns {number}
 */
export const chips = (chips) => (chips <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(chips) : /** @type {any} */ (String(chips)));

/** @param {readonly bigint[]} parts */
export const sum = (parts) => parts.reduce((all, one) => all + one, 0n);
