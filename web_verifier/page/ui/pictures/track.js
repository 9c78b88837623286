/**
 * A track with a winning and a losing part, the target and the marks of what was drawn: dice and limbo. Where a mark and the target stand
 * too close to tell apart, the part around them is drawn once more below, under a lens.
 */

import { svg } from '../dom.js';
import { t } from '../language.js';
import { anchor, extent, labelRows, percent } from './scale.js';

/** @typedef {'record' | 'seeds'} From */
/** @typedef {{share: number, label: string, from?: From | undefined}} Mark `share` is its place on the track, 0 … 1 */
/** @typedef {{share: number, label: string | null}} Tick without a label it is a short one */
/**
 * @typedef {object} Track
 * @property {[number, number]} wins where the winning part lies
 * @property {{share: number, label: string} | null} target null where it lies outside
 * @property {Mark[]} marks
 * @property {Tick[]} ticks
 * @property {number} char the width of a character of a mark's label, as a share of the narrowest track of this form
 */

/**
 * Sizes in pixels of the two forms. `row` is the height of a row of marks' labels, `up` leaves room between them and the track.
 *
 * @typedef {{form: string, row: number, height: number, up: number, word: number}} Form
 */
/** @type {Record<'wide' | 'narrow', Form>} */
export const FORMS = {
  wide: { form: 'pic-wide', row: 26, height: 56, up: 20, word: 0.125 },
  narrow: { form: 'pic-narrow', row: 18, height: 28, up: 16, word: 0.15 },
};

/**
 * @param {Track} what
 * @param {Form} form
 * @param {number} [above] so many pixels between the labels of the marks and the track, for a plot that has marks of its own
 * @returns {{top: number, bottom: number, end: number, leads: (import('../dom.js').Child)[], node: import('../dom.js').Child}} where the
 *   track lies; `leads` go from the labels down, and belong above what is drawn between
 */
export function track({ wins, target, marks, ticks, char }, form, above = 0) {
  const rows = labelRows(
    marks.map(({ share }) => share),
    marks.map(({ label }) => label.length * char),
  );
  const label = (/** @type {number} */ i) => form.row * (1 + (rows[i]?.row ?? 0)) - 4;
  const top = marks.length === 0 ? form.up : form.row * (1 + Math.max(0, ...rows.map(({ row }) => row))) + form.up + above;
  const bottom = top + form.height;
  const taken = marks.map(({ share }) => share);
  const [from, to] = wins;
  const word = top + form.height / 2 + 5;
  const loses = /** @type {[number, number]} */ (from > 1 - to ? [0, from] : [to, 1]);
  return {
    top,
    bottom,
    end: bottom + 58,
    leads: marks.map((mark, i) => lead(mark, label(i) + 4, top)),
    node: [
      svg('rect', { class: 'pic-lose', x: 0, y: top, width: '100%', height: form.height, rx: 4 }),
      to > from && svg('rect', { class: 'pic-win', x: percent(from), y: top, width: percent(to - from), height: form.height }),
      sideWord('pic.wins', wins, taken, form, word, 'pic-on-win'),
      sideWord('pic.loses', loses, taken, form, word, 'pic-on-lose'),
      ticks.map((tick) => tickMark(tick, target, bottom)),
      target && targetMark(target, top, bottom),
      marks.map((mark, i) => [
        svg('line', { class: 'pic-casing', x1: percent(mark.share), x2: percent(mark.share), y1: top, y2: bottom }),
        lead(mark, top, bottom),
        above === 0 && svg('svg', { x: percent(mark.share), y: top - 2, overflow: 'visible' }, svg('path', { class: `pic-pointer${dashed(mark)}`, d: 'M0 4l-7-13h14z' })),
        svg('text', { class: 'pic-value pic-halo', x: percent(mark.share), y: label(i), 'text-anchor': rows[i]?.anchor }, mark.label),
      ]),
    ],
  };
}

/** What the record says is dashed. @param {{from?: From | undefined}} mark */
export const dashed = ({ from }) => (from === 'record' ? ' pic-dashed' : '');

/** @param {Mark} mark @param {number} from @param {number} to */
const lead = (mark, from, to) =>
  svg('line', { class: `pic-lead${dashed(mark)}`, x1: percent(mark.share), x2: percent(mark.share), y1: from, y2: to });

/**
 * Where a word stands in a part of the track so that no mark goes through it; null where it has no room.
 *
 * @param {readonly [number, number]} part
 * @param {number[]} taken places of marks
 * @param {number} half of the widest word, as a share of the narrowest track
 */
export function wordPlace([from, to], taken, half) {
  const inside = taken.filter((place) => place > from && place < to).sort((a, b) => a - b);
  const edges = [from, ...inside, to];
  const gaps = edges.slice(1).map((edge, i) => ({ middle: (edge + (edges[i] ?? 0)) / 2, size: edge - (edges[i] ?? 0) }));
  const widest = gaps.reduce((best, gap) => (gap.size > best.size ? gap : best));
  return widest.size >= 2 * half ? widest.middle : null;
}

/** @param {string} id @param {readonly [number, number]} part @param {number[]} taken @param {Form} form @param {number} y @param {string} kind */
function sideWord(id, part, taken, form, y, kind) {
  const place = wordPlace(part, taken, form.word);
  return place !== null && svg('text', { class: `pic-word ${kind}`, x: percent(place), y, 'text-anchor': 'middle' }, t(id));
}

/** The width of a character of an axis, as a share of the narrowest track. */
const AXIS = 0.032;

/** A number through which the line of the target would go is left out: the target has one of its own. @param {Tick} tick @param {Track['target']} target @param {number} bottom */
function tickMark({ share, label }, target, bottom) {
  const side = anchor(share, 0.06);
  const [from, to] = extent(share, (label?.length ?? 0) * AXIS, side);
  const told = label !== null && !(target && target.share > from - 0.02 && target.share < to + 0.02);
  return [
    svg('line', { class: 'pic-tick', x1: percent(share), x2: percent(share), y1: bottom + 4, y2: bottom + (label === null ? 8 : 11) }),
    told && svg('text', { class: 'pic-axis', x: percent(share), y: bottom + 25, 'text-anchor': side }, label),
  ];
}

/** @param {{share: number, label: string}} target @param {number} top @param {number} bottom */
function targetMark({ share, label }, top, bottom) {
  const x = percent(share);
  return [
    svg('line', { class: 'pic-casing', x1: x, x2: x, y1: top, y2: bottom }),
    svg('line', { class: 'pic-target', x1: x, x2: x, y1: top - 6, y2: bottom + 34 }),
    svg('text', { class: 'pic-label pic-halo', x, y: bottom + 50, 'text-anchor': anchor(share, 0.24) }, label),
  ];
}

/**
 * A drawing, and below it the part of its track that a lens shows.
 *
 * @param {{bottom: number, end: number, node: import('../dom.js').Child}} whole
 * @param {{from: number, to: number, near: ReturnType<typeof track>} | null} lens from where to where on the whole track
 * @param {Form} form
 */
export function underLens(whole, lens, form) {
  const attributes = { class: `pic-scale ${form.form}`, width: '100%' };
  if (lens === null) return svg('svg', { ...attributes, height: whole.end }, whole.node);
  const { from, to, near } = lens;
  const ray = (/** @type {number} */ start, /** @type {string} */ end) =>
    svg('line', { class: 'pic-lens', x1: percent(start), x2: end, y1: whole.bottom, y2: whole.end + near.top });
  return svg(
    'svg',
    { ...attributes, height: whole.end + near.end },
    ray(from, '0%'),
    ray(to, '100%'),
    whole.node,
    svg('svg', { y: whole.end, width: '100%', overflow: 'visible' }, near.leads, near.node),
  );
}
