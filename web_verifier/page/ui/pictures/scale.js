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

/**
 * A part of a scale under a lens, where two marks stand too close to tell apart: the smallest window of 10^k with both inside, as whole
 * units. Null where they stand apart already, or on one place.
 *
 * @param {number} a first mark, in units
 * @param {number} b second mark
 * @param {number} units length of the scale
 * @returns {{from: number, size: number, step: number} | null}
 */
export function lens(a, b, units) {
  const gap = Math.abs(a - b);
  if (gap === 0 || gap > units / 25) return null;
  const size = [20, 200, 2000].find((width) => gap <= width * 0.6);
  if (size === undefined || size > units) return null;
  const middle = (a + b) / 2;
  const step = size / 10;
  const from = Math.min(units - size, Math.max(0, Math.round((middle - size / 2) / step) * step));
  return { from, size, step };
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
