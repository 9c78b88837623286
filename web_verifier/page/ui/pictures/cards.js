/** What a card's text says, and where its pips stand. Cards are written as in derivation, section 4: rank first, `Th` is the ten of hearts. */

/** @typedef {'c' | 'd' | 'h' | 's'} Suit */
/** @typedef {{code: string, rank: string, index: string, suit: Suit, red: boolean}} Card `index` is the rank as a card shows it */

/** Suits on a square of 20. Paths, never glyphs: a font may lack them, or paint them as pictures. */
export const SUITS = /** @type {const} */ ({
  c: 'M10 1a4.1 4.1 0 0 1 3.5 6.3A4.1 4.1 0 1 1 11.3 14C11.4 16.6 12 18 13.4 19H6.6C8 18 8.6 16.6 8.7 14A4.1 4.1 0 1 1 6.5 7.3 4.1 4.1 0 0 1 10 1z',
  d: 'M10 .8Q12.8 6 17 10 12.8 14 10 19.2 7.2 14 3 10 7.2 6 10 .8z',
  h: 'M10 18.6C3 12.6 1 9.4 1 6.2A4.7 4.7 0 0 1 10 4.6 4.7 4.7 0 0 1 19 6.2C19 9.4 17 12.6 10 18.6z',
  s: 'M10 1C12 5 19 8 19 12.4a4.2 4.2 0 0 1-7.7 2.2C11.4 16.6 12 18 13.4 19H6.6C8 18 8.6 16.6 8.7 14.6A4.2 4.2 0 0 1 1 12.4C1 8 8 5 10 1z',
});

/** Crowns of the court cards, drawn twice by a half-turn. */
export const CROWNS = /** @type {Record<string, string>} */ ({
  K: 'M31 54l-3-25 12 9 6-8V24h-4v-5h4v-4h8v4h4v5h-4v6l6 8 12-9-3 25z',
  Q: 'M32 54l-3-22 11 10 10-15 10 15 11-10-3 22z',
  J: 'M34 46h32v8H34zM38 44c0-12 8-15 12-15s12 3 12 15z',
});

const CARD = /^([2-9TJQKA])([cdhs])$/;

/**
 * @param {unknown} code
 * @returns {Card | null} null where it is no card
 */
export function readCard(code) {
  const match = typeof code === 'string' ? CARD.exec(code) : null;
  if (match === null) return null;
  const rank = /** @type {string} */ (match[1]);
  const suit = /** @type {Suit} */ (match[2]);
  return { code: match[0], rank, index: rank === 'T' ? '10' : rank, suit, red: suit === 'd' || suit === 'h' };
}

const LEFT = 35;
const MIDDLE = 50;
const RIGHT = 65;

/**
 * The middles of the pips on a card of 100 × 140. Pips below the middle stand on their heads.
 *
 * @param {string} rank
 * @returns {{x: number, y: number, turned: boolean}[]} empty for the ace, whose one pip is larger, and for court cards
 */
export function pips(rank) {
  const count = rank === 'T' ? 10 : Number(rank);
  if (!Number.isInteger(count)) return [];
  /** @type {[number, number][]} */
  const places = [];
  const columns = count >= 8 ? [22, 54, 86, 118] : count >= 6 ? [22, 70, 118] : count >= 4 ? [22, 118] : [];
  if (count === 8) columns.splice(1, 2, 70);
  for (const y of columns) places.push([LEFT, y], [RIGHT, y]);
  const centre = { 2: [22, 118], 3: [22, 70, 118], 5: [70], 7: [46], 8: [46, 94], 9: [70], 10: [38, 102] }[count] ?? [];
  for (const y of centre) places.push([MIDDLE, y]);
  return places.map(([x, y]) => ({ x, y, turned: y > 70 }));
}
