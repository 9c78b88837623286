/**
 * Limbo: the chance that the multiplier is at least so high, over multipliers on a logarithmic scale; the target with its chance, and the
 * multiplier drawn (docs/rules/limbo.md).
 */

import { h, svg } from '../dom.js';
import { number, t } from '../language.js';
import { limboChance } from './chance.js';
import { anchor, decadesFor, hundredths, labelRows, logShare, percent } from './scale.js';
import { phrase } from './stage.js';

/** @typedef {{multiplier: number, text: string, from?: 'record' | 'seeds'}} Mark `multiplier` in hundredths */
/**
 * @typedef {object} Curve
 * @property {number} target in hundredths
 * @property {string} targetText
 * @property {{text: string, share: number}} chance of the target
 * @property {number} rtp for the eye
 * @property {number} decades of the axis
 * @property {Mark[]} marks
 */

/**
 * @param {import('./index.js').View} view
 * @returns {Curve}
 */
export function curveOf({ params, outcome, expected, differs }) {
  const target = hundredths(params.target) ?? 100;
  const rtp = params.rtp ?? '0.98';
  const recorded = markOf(outcome);
  const derived = markOf(expected);
  /** @type {Mark[]} */
  const marks = [];
  if (differs && recorded && derived) marks.push({ ...recorded, from: 'record' }, { ...derived, from: 'seeds' });
  else if (recorded ?? derived) marks.push(/** @type {Mark} */ (recorded ?? derived));
  return {
    target,
    targetText: String(params.target),
    chance: limboChance(target, rtp) ?? { text: '0', share: 0 },
    rtp: Math.min(1, Number(rtp) || 0),
    decades: decadesFor([target, ...marks.map(({ multiplier }) => multiplier)].map((units) => units / 100)),
    marks,
  };
}

/** A multiplier of limbo with both its places, as the record has it. @param {string} multiplier */
const exact = (multiplier) => t('times', { multiplier });

/** @param {import('./index.js').Members | null | undefined} outcome @returns {Mark | null} */
function markOf(outcome) {
  const multiplier = hundredths(outcome?.multiplier);
  return multiplier === null ? null : { multiplier, text: String(outcome?.multiplier) };
}

/** Equality wins (L-2). @param {Mark} mark @param {Curve} curve */
const won = ({ multiplier }, { target }) => multiplier >= target;

/** The chance for the eye of at least so many hundredths; the least multiplier is certain. @param {number} units @param {number} rtp */
export const chanceAt = (units, rtp) => (units <= 100 ? 1 : Math.min(1, (rtp * 100) / units));

/**
 * The curve as points on a square of 1000, y down: from 1 × on, where it falls from certainty to rtp, to the end of the axis.
 *
 * @param {number} rtp
 * @param {number} decades
 * @param {number} [from] share of the axis where it begins
 * @returns {[number, number][]}
 */
export function curvePoints(rtp, decades, from = 0) {
  const steps = 96;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = from + ((1 - from) * i) / steps;
    return [round(share * 1000), round(1000 - 1000 * Math.min(1, rtp / 10 ** (share * decades)))];
  });
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** The width of a character of a label, as a share of the narrowest picture. */
const CHAR = 0.045;

const ROW = 18;

/** @param {Curve} curve @param {number} height of the plot @param {string} form */
function plot(curve, height, form) {
  const { decades, rtp, target, marks, chance } = curve;
  const share = (/** @type {number} */ units) => logShare(units / 100, decades);
  const rows = labelRows(marks.map(({ multiplier }) => share(multiplier)), marks.map(({ text }) => (text.length + 1) * CHAR));
  const top = ROW * (2 + Math.max(0, ...rows.map(({ row }) => row))) + 10;
  const bottom = top + height;
  const y = (/** @type {number} */ part) => bottom - part * height;
  const line = (/** @type {[number, number][]} */ points) => points.map(([px, py]) => `${px} ${py}`).join('L');
  const from = share(target);
  const won = curvePoints(rtp, decades, from);
  return svg(
    'svg',
    { class: `pic-plot ${form}`, width: '100%', height: bottom + 26 },
    [0.25, 0.5, 0.75, 1].map((part) => svg('line', { class: 'pic-grid', x1: 0, x2: '100%', y1: y(part), y2: y(part) })),
    svg(
      'svg',
      { x: 0, y: top, width: '100%', height, viewBox: '0 0 1000 1000', preserveAspectRatio: 'none', overflow: 'visible' },
      svg('path', { class: 'pic-area', d: `M${round(from * 1000)} 1000L${line(won)}L1000 1000z` }),
      svg('path', { class: 'pic-curve', d: `M0 0L${line(curvePoints(rtp, decades))}` }),
    ),
    svg('line', { class: 'pic-base', x1: 0, x2: '100%', y1: bottom, y2: bottom }),
    Array.from({ length: decades + 1 }, (_, i) => decade(i, decades, bottom, form)),
    [0, 0.5, 1].map((part) => svg('text', { class: 'pic-axis', x: '100%', dx: 8, y: y(part) + 4 }, `${part * 100}\u202f%`)),
    targetLines(from, { y: y(chance.share), bottom }),
    marks.map((mark, i) => markLines(mark, share(mark.multiplier), { label: labelAt(rows[i]), y: y(chanceAt(mark.multiplier, rtp)), bottom })),
    svg('text', { class: 'pic-label pic-halo', x: percent(from), y: 14, 'text-anchor': anchor(from, 0.24) }, t('pic.limbo.target', { multiplier: exact(curve.targetText) })),
    svg('text', { class: 'pic-label pic-halo', x: 0, dx: 4, y: y(chance.share) - 6 }, `${chance.text}\u202f%`),
    marks.map((mark, i) =>
      svg('text', { class: 'pic-value pic-halo', x: percent(share(mark.multiplier)), y: labelAt(rows[i]), 'text-anchor': rows[i]?.anchor }, exact(mark.text)),
    ),
  );
}

/** The first row is the target's. @param {{row: number} | undefined} place */
const labelAt = (place) => 14 + ROW * (1 + (place?.row ?? 0));

/**
 * A power of ten on the axis. Where they stand close only some have their number: on the narrow form every third of seven.
 *
 * @param {number} i
 * @param {number} decades
 * @param {number} bottom
 * @param {string} form
 */
function decade(i, decades, bottom, form) {
  const at = i / decades;
  const told = form === 'pic-wide' ? decades < 6 || i !== 5 : decades <= 3 || i % (decades === 6 ? 3 : 2) === 0;
  return [
    svg('line', { class: 'pic-tick', x1: percent(at), x2: percent(at), y1: bottom, y2: bottom + 6 }),
    told && svg('text', { class: 'pic-axis', x: percent(at), y: bottom + 22, 'text-anchor': anchor(at, 0.06) }, t('times', { multiplier: number(10 ** i) })),
  ];
}

/** @param {number} share @param {{y: number, bottom: number}} at */
function targetLines(share, { y, bottom }) {
  const x = percent(share);
  return [
    svg('line', { class: 'pic-target', x1: x, x2: x, y1: 18, y2: bottom + 4 }),
    svg('line', { class: 'pic-target pic-thin', x1: 0, x2: x, y1: y, y2: y }),
  ];
}

/** @param {Mark} mark @param {number} share @param {{label: number, y: number, bottom: number}} at */
function markLines({ from }, share, { label, y, bottom }) {
  const x = percent(share);
  const dashed = from === 'record' ? ' pic-dashed' : '';
  return [
    svg('line', { class: `pic-lead${dashed}`, x1: x, x2: x, y1: label + 4, y2: bottom }),
    svg('circle', { class: `pic-ring${dashed}`, cx: x, cy: y, r: 5.5 }),
  ];
}

/**
 * @param {Curve} curve
 * @param {import('./index.js').View} view
 */
export function describe(curve, { params }) {
  const rule = phrase('pic.limbo.rule', { chance: curve.chance.text }, { target: String(params.target) });
  const drawn = curve.marks.map((mark) =>
    phrase(`pic.limbo.drawn.${mark.from ?? 'only'}`, { result: t(won(mark, curve) ? 'pic.won' : 'pic.lost') }, { multiplier: mark.text }),
  );
  return [[...drawn, rule]];
}

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const curve = curveOf(view);
  return {
    results: curve.marks.map((mark) => ({
      label: t('pic.limbo.label'),
      value: exact(mark.text),
      note: t(won(mark, curve) ? 'pic.won' : 'pic.lost'),
      ...(mark.from ? { from: mark.from } : {}),
    })),
    line: describe(curve, view),
    art: () => h('div', { class: 'pic-plots' }, plot(curve, 250, 'pic-wide'), plot(curve, 190, 'pic-narrow')),
  };
}
