/** Cards as numbers from 0 to 51 and as texts, rank first: `docs/spec/derivation.md`, section 4. */

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

/** @param {number} card */
export const rankOf = (card) => RANKS[Math.floor(card / 4)];

/** @param {number} card */
export const suitOf = (card) => SUITS[card % 4];

/** @param {number} card */
export const cardText = (card) => rankOf(card) + suitOf(card);
