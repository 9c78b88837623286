/** What the seats hold: the cards in their places, as far as they are known. `docs/spec/poker.md`, sections 4 and 5. */

import { RANKS, cardText } from '../../core/deck.js';
import { Fault } from '../../core/fault.js';
import { readHand } from '../ranking.js';

/** @typedef {import('./draw.js').Place} Place */
/** @typedef {import('./hand.js').Hand} Hand */

/**
 * The cards of a hand; null where they are not known.
 * @param {Hand} hand
 * @param {number} seat
 * @returns {number[] | null}
 */
export function cardsOf({ setup, holes }, seat) {
  const { cards } = setup.dealt;
  return cards && holes[seat].map((place) => cards[/** @type {number} */ (place)]);
}

/**
 * Section 5: whether a raise now would open, which only a pair of kings or better may do.
 * @param {Hand} hand
 */
export const isOpening = ({ setup, street, openedBy }) => setup.variant.name === 'turkish' && street === 0 && openedBy === null;

const KING = RANKS.indexOf('K');

/** Whether the seat may raise, as far as its cards are asked, and known. @param {Hand} hand @param {number} seat */
export function holdsEnough(hand, seat) {
  const cards = isOpening(hand) ? cardsOf(hand, seat) : null;
  if (cards === null) return true;
  const { variant, params } = hand.setup;
  const { category, ranks } = readHand(cards, variant.ranking(params));
  return category === 'pair' ? ranks[0] >= KING : category !== 'high_card';
}

/**
 * Where cards lie in a hand. Hidden ones are not found: then none of its places is known any more.
 * @param {Hand} hand
 * @param {number} seat
 * @param {readonly (string | undefined)[]} texts
 * @param {string} field
 * @returns {{hole: readonly Place[], indices: number[]}}
 */
export function find(hand, seat, texts, field) {
  const cards = cardsOf(hand, seat);
  // What is counted of a draw is not known even where all cards are: it can come again and be shown.
  if (cards === null || (field === 'discard' && texts.includes(undefined))) {
    if (new Set(texts).size < texts.filter((text) => text !== undefined).length) throw new Fault(field, 'rules.discard-twice');
    return { hole: texts.length === 0 ? hand.holes[seat] : hand.holes[seat].map(() => null), indices: texts.map((_, i) => i) };
  }
  const held = cards.map(cardText);
  const indices = texts.map((text) => held.indexOf(String(text)));
  const missing = indices.indexOf(-1);
  if (missing >= 0) throw new Fault(field, 'rules.not-in-hand', { card: String(texts[missing]) });
  if (new Set(indices).size < indices.length) throw new Fault(field, 'rules.discard-twice');
  return { hole: hand.holes[seat], indices };
}
