/**
 * Where things stand on an axis. A picture has no scaled text: its SVG has no view box, so one unit is one pixel of the page, and what
 * must follow the width is given in per cent. Figures here are for the eye only, so floating point is allowed; what they show is
 * written beside them as it stands in the record.
 */

/** @typedef {'start' | 'middle' | 'end'} Anchor */

/**
 * A share of a whole as an SVG length, cut to a thousandth of a per cent.
 *
 * @param {number} share 0 … 1; what lies outside is held at the end
 */
export function percent(share) {
  const held = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
  return `${Math.round(held * 100000) / 1000}%`;
}

/**
 * From which side a label hangs on its place, so that it stays on the picture: near the left end it begins there, near the right end it
 * ends there.
 *
 * @param {number} share 0 … 1
 * @param {number} [reach] half of the longest label, as a share of the narrowest picture
 * @returns {Anchor}
 */
export function anchor(share, reach = 0.3) {
  if (share < reach) return 'start';
  return share > 1 - reach ? 'end' : 'middle';
}

/**
 * The place of a multiplier on a logarithmic axis from 1 to 10^decades.
 *
 * @param {number} multiplier
 * @param {number} decades
 */
export function logShare(multiplier, decades) {
  return Math.min(1, Math.max(0, Math.log10(Math.max(1, multiplier)) / decades));
}

/**
 * How many decades an axis needs that begins at 1 and has all of these on it; two at least, six at most (limbo ends at 10^6).
 *
 * @param {number[]} multipliers
 */
export function decadesFor(multipliers) {
  const most = Math.max(1, ...multipliers);
  return Math.min(6, Math.max(2, Math.ceil(Math.log10(most) - 1e-12)));
}

/** @typedef {{from: number, size: number}} Window in hundredths */

/** Sizes of a lens, in hundredths. */
const SIZES = [20, 200, 2000, 20000, 200000, 2000000, 20000000];

/**
 * A part of a scale under a lens, where two marks stand too close to tell apart: the smallest window of 2 · 10^k hundredths with both
 * inside. Null where they stand apart already, or on one place.
 *
 * @param {readonly [number, number]} marks in hundredths
 * @param {readonly [number, number]} ends of the scale
 * @param {(units: number) => number} at places of hundredths on the scale, 0 … 1
 * @returns {Window | null}
 */
export function lens([a, b], [least, most], at) {
  const gap = Math.abs(a - b);
  if (gap === 0 || Math.abs(at(a) - at(b)) > 0.04) return null;
  const size = SIZES.find((width) => gap <= width * 0.6);
  if (size === undefined || size > most - least) return null;
  const step = size / 10;
  const from = Math.min(most - size, Math.max(least, Math.round(((a + b) / 2 - size / 2) / step) * step));
  return { from, size };
}

/**
 * The lens of a picture: on the last mark and the target, else on both marks.
 *
 * @param {number[]} marks in hundredths
 * @param {number} target
 * @param {readonly [number, number]} ends
 * @param {(units: number) => number} at
 */
export function lensOn(marks, target, ends, at) {
  const [one, other = one] = marks;
  if (one === undefined || other === undefined) return null;
  return lens([other, target], ends, at) ?? lens([one, other], ends, at);
}

/**
 * Hundredths of a decimal text with two places, as dice rolls, targets and limbo multipliers have.
 *
 * @param {unknown} text
 * @returns {number | null} null for any other form
 */
export function hundredths(text) {
  if (typeof text !== 'string' || !/^\d{1,9}\.\d\d$/.test(text)) return null;
  return Number(text.replace('.', ''));
}

/** Hundredths as a decimal with two places. @param {number} units */
export const decimal = (units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;

/**
 * Rows and sides of the labels of two marks, so that no label lies on another or on the line that leads to another. Both stand in one row
 * where they have room there; else one takes a second row, on the side away from the other mark.
 *
 * @param {readonly number[]} shares places of the marks, 0 … 1
 * @param {readonly number[]} widths of their labels, as shares of the narrowest picture
 * @returns {{row: number, anchor: Anchor}[]}
 */
export function labelRows(shares, widths) {
  const plain = shares.map((share, i) => ({ row: 0, anchor: anchor(share, (widths[i] ?? 0) / 2) }));
  const [a = 0, b = 0] = shares;
  const [one, other] = plain;
  if (one === undefined || other === undefined) return plain;
  const [from, to] = [extent(a, widths[0] ?? 0, one.anchor), extent(b, widths[1] ?? 0, other.anchor)];
  if (from[1] <= to[0] || to[1] <= from[0]) return plain;
  const right = a > b ? 0 : 1;
  const fits = (shares[right] ?? 0) + (widths[right] ?? 0) <= 1;
  const lower = fits ? right : 1 - right;
  return plain.map((place, i) => (i === lower ? { row: 1, anchor: fits ? 'start' : 'end' } : place));
}

/** From where to where a label goes. @param {number} share @param {number} width @param {Anchor} side @returns {[number, number]} */
export function extent(share, width, side) {
  const from = share - { start: 0, middle: width / 2, end: width }[side];
  return [from, from + width];
}
