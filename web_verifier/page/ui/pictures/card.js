/** Cards as pictures: a large one with index, pips and court figures, and a small one with rank and suit only. Both are drawn unscaled text apart. */

import { h, svg } from '../dom.js';
import { CROWNS, SUITS, pips, readCard } from './cards.js';

/** @typedef {'won' | 'differs' | ''} Edge `won` has a gold edge around the card, where it stands out from the stage; `differs` a dashed one */

/** @param {string} suit @param {number} x middle @param {number} y middle @param {number} size @param {boolean} [turned] */
function pip(suit, x, y, size, turned = false) {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})${turned ? ' rotate(180 10 10)' : ''}`;
  return svg('path', { d: SUITS[/** @type {keyof typeof SUITS} */ (suit)], transform: place });
}

/** Two digits take the room of one, in any font. */
const TEN = { textLength: 20, lengthAdjust: 'spacingAndGlyphs' };

/** @param {import('./cards.js').Card} card */
function corner({ index, suit }) {
  return svg('g', null, svg('text', { class: 'pic-index', x: 13.5, y: 24, ...(index === '10' ? TEN : {}) }, index), pip(suit, 13.5, 35, 13));
}

/** @param {import('./cards.js').Card} card */
function face(card) {
  if (card.rank === 'A') return [pip(card.suit, 50, 70, 44)];
  if (!(card.rank in CROWNS)) return pips(card.rank).map(({ x, y, turned }) => pip(card.suit, x, y, 17.5, turned));
  const crown = () => svg('path', { d: CROWNS[card.rank], transform: 'translate(50 40) scale(.86) translate(-50 -42)' });
  return [
    svg('path', { class: 'pic-frame', d: 'M29 13h42a4 4 0 0 1 4 4v106a4 4 0 0 1-4 4H29a4 4 0 0 1-4-4V17a4 4 0 0 1 4-4zM25 70h50' }),
    crown(),
    svg('g', { transform: 'rotate(180 50 70)' }, crown()),
    svg('circle', { class: 'pic-face', cx: 50, cy: 70, r: 14 }),
    pip(card.suit, 50, 70, 21),
  ];
}

/**
 * @param {string} code as in a record: `Th`
 * @param {Edge} [edge]
 */
export function largeCard(code, edge = '') {
  const card = readCard(code);
  return svg(
    'svg',
    { class: `pic-card pic-large ${card?.red ? 'pic-red' : ''} ${edge && `pic-edge-${edge}`}`, viewBox: '0 0 100 140' },
    svg('rect', { class: 'pic-face', x: 2, y: 2, width: 96, height: 136, rx: 9 }),
    card && [corner(card), svg('g', { transform: 'rotate(180 50 70)' }, corner(card)), ...face(card)],
    svg('rect', { class: 'pic-edge', ...(edge === 'won' ? { x: 0, y: 0, width: 100, height: 140, rx: 11 } : { x: 2, y: 2, width: 96, height: 136, rx: 9 }) }),
  );
}

/**
 * @param {string} code
 * @param {Edge} [edge]
 */
export function smallCard(code, edge = '') {
  const card = readCard(code);
  return svg(
    'svg',
    { class: `pic-card pic-small ${card?.red ? 'pic-red' : ''} ${edge && `pic-edge-${edge}`}`, viewBox: '0 0 50 70' },
    svg('rect', { class: 'pic-face', x: 1.5, y: 1.5, width: 47, height: 67, rx: 6 }),
    card && [svg('text', { class: 'pic-rank', x: 25, y: 32 }, card.index), pip(card.suit, 25, 51, 22)],
    svg('rect', { class: 'pic-edge', ...(edge === 'won' ? { x: 0, y: 0, width: 50, height: 70, rx: 7.5 } : { x: 1.5, y: 1.5, width: 47, height: 67, rx: 6 }) }),
  );
}

/** The back of a card that is not known. */
export function backOfCard() {
  return svg(
    'svg',
    { class: 'pic-card pic-small pic-back', viewBox: '0 0 50 70' },
    svg('rect', { class: 'pic-face', x: 1.5, y: 1.5, width: 47, height: 67, rx: 6 }),
    svg('path', { class: 'pic-frame', d: 'M8 62V8h34v54zM8 35L25 8l17 27-17 27z' }),
  );
}

/**
 * A card in a line of text: rank and suit, on the colour of a card.
 *
 * @param {string} code
 * @param {Edge} [edge]
 * @param {boolean} [named] where it is not in a drawing that other words describe
 */
export function chipCard(code, edge = '', named = false) {
  const card = readCard(code);
  return h(
    'span',
    { class: `pic-chip ${card?.red ? 'pic-red' : ''} ${edge && `pic-edge-${edge}`}`, ...(named ? { role: 'img', 'aria-label': code } : {}) },
    h('b', null, card?.index ?? code),
    card && svg('svg', { viewBox: '0 0 20 20', width: 13, height: 13 }, svg('path', { d: SUITS[card.suit] })),
  );
}
