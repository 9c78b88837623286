/** Dice: the scale of all rolls, the winning part of it, the target and the roll (docs/rules/dice.md). */

import { svg } from '../dom.js';
import { t } from '../language.js';
import { percentText, winningRolls } from './chance.js';
import { anchor, hundredths, labelRows, lens, percent } from './scale.js';
import { phrase } from './stage.js';

/** @typedef {{roll: number, from?: 'record' | 'seeds'}} Mark `roll` in hundredths */
/** @typedef {{target: number, direction: string, wins: number, marks: Mark[], window: {from: number, size: number, step: number} | null}} Scale */

/**
 * What the scale shows, in hundredths.
 *
 * @param {import('./index.js').View} view
 * @returns {Scale}
 */
export function scaleOf({ params, outcome, expected, differs }) {
  const target = hundredths(params.target) ?? 0;
  const direction = params.direction === 'under' ? 'under' : 'over';
  /** @type {Mark[]} */
  const marks = [];
  const recorded = hundredths(outcome?.roll);
  const derived = hundredths(expected?.roll);
  if (differs && recorded !== null && derived !== null) marks.push({ roll: recorded, from: 'record' }, { roll: derived, from: 'seeds' });
  else if (recorded !== null || derived !== null) marks.push({ roll: /** @type {number} */ (recorded ?? derived) });
  const last = marks.at(-1);
  return { target, direction, wins: winningRolls(target, direction), marks, window: last ? lens(last.roll, target, 10000) : null };
}

/**
 * Whether a roll wins: equality loses both ways (D-2, D-3).
 *
 * @param {number} roll
 * @param {Scale} scale
 */
export const won = (roll, { target, direction }) => (direction === 'under' ? roll < target : roll > target);

const decimal = (/** @type {number} */ units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;

/** The width of the longest label, 100.00, as a share of the narrowest picture. */
const LABEL = 0.23;

const ROW = 18;
const TRACK = 28;

/**
 * One track from `from` on over `size` hundredths, hung at `y`.
 *
 * @param {Scale} scale
 * @param {{from: number, size: number, step: number, label: number, write: (units: number) => string}} range `label`: every so many steps
 *   a number stands below
 * @param {number} hung
 * @returns {{node: SVGElement, bottom: number, top: number, height: number}} where the track itself lies
 */
function track(scale, { from, size, step, label, write }, hung) {
  const at = (/** @type {number} */ roll) => (roll - from) / size;
  const inside = scale.marks.filter(({ roll }) => roll >= from && roll <= from + size);
  const rows = labelRows(inside.map(({ roll }) => at(roll)), inside.map(() => LABEL));
  const top = ROW * (1 + Math.max(0, ...rows.map(({ row }) => row))) + 16;
  const bottom = top + TRACK;
  const ticks = Array.from({ length: Math.round(size / step) + 1 }, (_, i) => from + i * step);
  const under = scale.direction === 'under';
  const edge = Math.min(1, Math.max(0, at(scale.target)));
  const share = under ? edge : 1 - edge;
  const taken = inside.map(({ roll }) => at(roll));
  const low = /** @type {[number, number]} */ ([0, edge]);
  const high = /** @type {[number, number]} */ ([edge, 1]);
  const node = svg(
    'svg',
    { y: hung, width: '100%', overflow: 'visible' },
    svg('rect', { class: 'pic-lose', x: 0, y: top, width: '100%', height: TRACK, rx: 4 }),
    share > 0 && svg('rect', { class: 'pic-win', x: percent(under ? 0 : edge), y: top, width: percent(share), height: TRACK }),
    sideWord('pic.dice.wins', under ? low : high, taken, top + 19, 'pic-on-win'),
    sideWord('pic.dice.loses', under ? high : low, taken, top + 19, 'pic-on-lose'),
    ticks.map((roll, i) => [
      svg('line', { class: 'pic-tick', x1: percent(at(roll)), x2: percent(at(roll)), y1: bottom + 4, y2: bottom + (i % label ? 8 : 11) }),
      i % label === 0 && svg('text', { class: 'pic-axis pic-halo', x: percent(at(roll)), y: bottom + 25, 'text-anchor': anchor(at(roll), 0.06) }, write(roll)),
    ]),
    scale.target >= from && scale.target <= from + size && targetMark(at(scale.target), scale.target, top, bottom),
    inside.map((mark, i) => rollMark(mark, at(mark.roll), rows[i] ?? { row: 0, anchor: 'middle' }, top)),
  );
  return { node, top: hung + top, bottom: hung + bottom, height: bottom + 58 };
}

/** Half of the widest word in a part, as a share of the narrowest track. */
const HALF_WORD = 0.15;

/**
 * Where a word stands in a part of the track so that no mark goes through it; null where it has no room.
 *
 * @param {[number, number]} part
 * @param {number[]} taken places of marks
 */
export function wordPlace([from, to], taken) {
  const inside = taken.filter((place) => place > from && place < to).sort((a, b) => a - b);
  const edges = [from, ...inside, to];
  const gaps = edges.slice(1).map((edge, i) => ({ middle: (edge + (edges[i] ?? 0)) / 2, size: edge - (edges[i] ?? 0) }));
  const widest = gaps.reduce((best, gap) => (gap.size > best.size ? gap : best));
  return widest.size >= 2 * HALF_WORD ? widest.middle : null;
}

/** @param {string} id @param {[number, number]} part @param {number[]} taken @param {number} y @param {string} kind */
function sideWord(id, part, taken, y, kind) {
  const place = wordPlace(part, taken);
  return place !== null && svg('text', { class: `pic-word ${kind}`, x: percent(place), y, 'text-anchor': 'middle' }, t(id));
}

/** @param {number} share @param {number} target @param {number} top @param {number} bottom */
function targetMark(share, target, top, bottom) {
  const x = percent(share);
  return [
    svg('line', { class: 'pic-target', x1: x, x2: x, y1: top - 6, y2: bottom + 34 }),
    svg('text', { class: 'pic-label pic-halo', x, y: bottom + 50, 'text-anchor': anchor(share, 0.24) }, t('pic.dice.target', { target: decimal(target) })),
  ];
}

/** @param {Mark} mark @param {number} share @param {{row: number, anchor: import('./scale.js').Anchor}} place @param {number} top */
function rollMark({ roll, from }, share, { row, anchor: side }, top) {
  const x = percent(share);
  const y = 14 + ROW * row;
  const dashed = from === 'record';
  return [
    svg('line', { class: 'pic-casing', x1: x, x2: x, y1: top, y2: top + TRACK }),
    svg('line', { class: dashed ? 'pic-lead pic-dashed' : 'pic-lead', x1: x, x2: x, y1: y + 4, y2: top + TRACK }),
    svg('svg', { x, y: top - 2, overflow: 'visible' }, svg('path', { class: dashed ? 'pic-pointer pic-dashed' : 'pic-pointer', d: 'M0 4l-7-13h14z' })),
    svg('text', { class: 'pic-value', x, y, 'text-anchor': side }, decimal(roll)),
  ];
}

/** The whole scale, and below it the part under the lens where there is one. @param {Scale} scale */
function art(scale) {
  const whole = track(scale, { from: 0, size: 10000, step: 1000, label: 2, write: (units) => String(units / 100) }, 0);
  if (scale.window === null) return svg('svg', { class: 'pic-scale', width: '100%', height: whole.height }, whole.node);
  const { from, size, step } = scale.window;
  const near = track(scale, { from, size, step, label: 5, write: decimal }, whole.height);
  const ray = (/** @type {number} */ start, /** @type {string} */ end) =>
    svg('line', { class: 'pic-lens', x1: percent(start / 10000), x2: end, y1: whole.bottom, y2: near.top });
  return svg('svg', { class: 'pic-scale', width: '100%', height: whole.height + near.height }, ray(from, '0%'), ray(from + size, '100%'), whole.node, near.node);
}

/**
 * @param {Scale} scale
 * @param {import('./index.js').View} view
 */
export function describe(scale, { params }) {
  const rule = phrase(
    `pic.dice.rule.${scale.direction}`,
    { count: scale.wins, all: 10001, chance: percentText(BigInt(scale.wins), 10001n) },
    { target: String(params.target) },
  );
  const rolls = scale.marks.map((mark) =>
    phrase(`pic.dice.roll.${mark.from ?? 'only'}`, { result: t(won(mark.roll, scale) ? 'pic.won' : 'pic.lost') }, { roll: decimal(mark.roll) }),
  );
  return [[...rolls, rule]];
}

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const scale = scaleOf(view);
  return {
    results: scale.marks.map(({ roll, from }) => ({
      label: t('pic.dice.label'),
      value: decimal(roll),
      note: t(won(roll, scale) ? 'pic.won' : 'pic.lost'),
      ...(from ? { from } : {}),
    })),
    line: describe(scale, view),
    art: () => art(scale),
  };
}
