/** Cards and decks in order: `docs/spec/derivation.md`, section 4. */

import { Fault } from './fault.js';

export const RANKS = '23456789TJQKA';
export const SUITS = 'cdhs';

/** Section 4: a card is a number from 0 to 51, written rank first. */
const TEXTS = Array.from({ length: 52 }, (_, card) => RANKS[card >> 2] + SUITS[card & 3]);

/**
 * The text of a card; of a shoe's physical card too, whose number is the card's modulo 52.
 * @param {number} card
 * @returns {string}
 */
export const cardText = (card) => TEXTS[card % 52];

/**
 * A deck in order. A stripped one leaves out the ranks under `lowest`, which goes up to 9.
 * @param {unknown} [lowest]
 * @returns {number[]}
 */
export function deck(lowest = '2') {
  if (typeof lowest !== 'string' || !/^[2-9]$/.test(lowest)) throw new Fault('lowest', 'draw.lowest');
  const first = 4 * RANKS.indexOf(lowest);
  return Array.from({ length: 52 - first }, (_, i) => first + i);
}

/**
 * A shoe of six decks in order: physical cards, number `id` being card `id % 52`.
 * @returns {number[]}
 */
export const shoe = () => Array.from({ length: 6 * 52 }, (_, id) => id);
