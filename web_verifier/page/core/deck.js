/** Cards and the shoe: `docs/spec/derivation.md`, section 4. */

export const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

/** Section 4: a card is a number from 0 to 51, written rank first. */
const TEXTS = Array.from({ length: 52 }, (_, card) => RANKS[card >> 2] + SUITS[card & 3]);

/** The text of a card; of a shoe's physical card too, whose number is the card's modulo 52. @param {number} card @returns {string} */
export const cardText = (card) => TEXTS[card % 52];

/** A shoe of six decks in order: physical cards, number `id` being card `id % 52`. @returns {number[]} */
export const shoe = () => Array.from({ length: 6 * 52 }, (_, id) => id);
