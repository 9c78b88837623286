/**
 * Limbo: multipliers on a logarithmic track with its winning part, above it the chance of at least so much, the target with its chance,
 * and the multiplier drawn (docs/rules/limbo.md).
 */

import { h, svg } from '../dom.js';
import { number, t } from '../language.js';
import { limboChance } from './chance.js';
import { decadesFor, decimal, hundredths, lensOn, logShare, percent } from './scale.js';
import { phrase } from './stage.js';
import { FORMS, dashed, track, underLens } from './track.js';

/** @typedef {{multiplier: number, text: string, from?: 'record' | 'seeds'}} Mark `multiplier` in hundredths */
/**
 * @typedef {object} Curve
 * @property {number} target in hundredths
 * @property {string} targetText
 * @property {{text: string, share: number}} chance of the target
 * @property {number} rtp for the eye
 * @property {number} decades of the axis
 * @property {Mark[]} marks
 * @property {import('./scale.js').Window | null} window what a lens shows
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
  const drawn = marks.map(({ multiplier }) => multiplier);
  const decades = decadesFor([target, ...drawn].map((units) => units / 100));
  return {
    target,
    targetText: String(params.target),
    chance: limboChance(target, rtp) ?? { text: '0', share: 0 },
    rtp: Math.min(1, Number(rtp) || 0),
    decades,
    marks,
    window: lensOn(drawn, target, [100, 10 ** (decades + 2)], (units) => logShare(units / 100, decades)),
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

/** The width of a character of a multiplier, as a share of the narrowest track. */
const CHAR = 0.045;

/**
 * The curve over the whole track: at every multiplier the chance of at least so much.
 *
 * @param {Curve} curve
 * @param {(units: number) => number} at
 * @param {import('./track.js').Form} form
 * @param {number} height
 */
function plot(curve, at, form, height) {
  const { decades, rtp, target, marks, chance } = curve;
  const whole = track({ ...partOf(curve, at, [0, Infinity]), ticks: decadeTicks(decades, form) }, form, height);
  const bottom = whole.top;
  const top = bottom - height;
  const y = (/** @type {number} */ part) => bottom - part * height;
  const from = at(target);
  const line = (/** @type {[number, number][]} */ points) => points.map(([px, py]) => `${px} ${py}`).join('L');
  const node = [
    [0.25, 0.5, 0.75, 1].map((part) => svg('line', { class: 'pic-grid', x1: 0, x2: '100%', y1: y(part), y2: y(part) })),
    [0, 0.5, 1].map((part) => svg('text', { class: 'pic-axis', x: '100%', dx: 8, y: y(part) + 4 }, `${part * 100}\u202f%`)),
    svg(
      'svg',
      { x: 0, y: top, width: '100%', height, viewBox: '0 0 1000 1000', preserveAspectRatio: 'none', overflow: 'visible' },
      svg('path', { class: 'pic-area', d: `M${round(from * 1000)} 1000L${line(curvePoints(rtp, decades, from))}L1000 1000z` }),
      svg('path', { class: 'pic-curve', d: `M0 0L${line(curvePoints(rtp, decades))}` }),
    ),
    svg('line', { class: 'pic-target', x1: percent(from), x2: percent(from), y1: y(chance.share), y2: whole.top }),
    svg('line', { class: 'pic-target pic-thin', x1: percent(from), x2: '100%', y1: y(chance.share), y2: y(chance.share) }),
    whole.leads,
    whole.node,
    marks.map((mark) => svg('circle', { class: `pic-ring${dashed(mark)}`, cx: percent(at(mark.multiplier)), cy: y(chanceAt(mark.multiplier, rtp)), r: 5.5 })),
    chanceLabel(curve, at, y(chance.share)),
  ];
  return { ...whole, node };
}

/** The chance of the target, above its line, unless a mark stands there: the line of text says it too. @param {Curve} curve @param {(units: number) => number} at @param {number} y */
function chanceLabel({ target, marks, chance }, at, y) {
  const from = at(target);
  const to = from + 0.05 + (chance.text.length + 2) * CHAR;
  const free = to <= 1 && marks.every(({ multiplier }) => at(multiplier) < from + 0.01 || at(multiplier) > to);
  return free && svg('text', { class: 'pic-label', x: percent(from), dx: 8, y: y - 6 }, `${chance.text}\u202f%`);
}

/**
 * What a part of the track holds.
 *
 * @param {Curve} curve
 * @param {(units: number) => number} at
 * @param {readonly [number, number]} ends in hundredths
 */
function partOf({ target, targetText, marks }, at, [least, most]) {
  const within = (/** @type {number} */ units) => units >= least && units <= most;
  const edge = Math.min(1, Math.max(0, at(target)));
  return {
    wins: /** @type {[number, number]} */ ([edge, 1]),
    target: within(target) ? { share: edge, label: t('pic.target', { target: exact(targetText) }) } : null,
    marks: marks.filter(({ multiplier }) => within(multiplier)).map(({ multiplier, text, from }) => ({ share: at(multiplier), label: exact(text), from })),
    char: CHAR,
  };
}

/** Powers of ten, and where there is room what lies between. Where they stand close only some have their number. @param {number} decades @param {import('./track.js').Form} form */
function decadeTicks(decades, form) {
  const wide = form === FORMS.wide;
  const told = (/** @type {number} */ i) => (wide ? decades < 6 || i !== 5 : decades <= 3 || i % (decades === 6 ? 3 : 2) === 0);
  const between = decades <= (wide ? 4 : 2) ? [2, 3, 4, 5, 6, 7, 8, 9] : [];
  return Array.from({ length: decades + 1 }, (_, i) => [
    { share: i / decades, label: told(i) ? t('times', { multiplier: number(10 ** i) }) : null },
    ...between.filter(() => i < decades).map((times) => ({ share: (i + Math.log10(times)) / decades, label: null })),
  ]).flat();
}

/** @param {Curve} curve @param {import('./track.js').Form} form @param {number} height */
function art(curve, form, height) {
  const at = (/** @type {number} */ units) => logShare(units / 100, curve.decades);
  const whole = plot(curve, at, form, height);
  if (curve.window === null) return underLens(whole, null, form);
  const { from, size } = curve.window;
  const inside = (/** @type {number} */ units) => (units - from) / size;
  const ticks = Array.from({ length: 11 }, (_, i) => ({ share: i / 10, label: i % 5 === 0 ? exact(decimal(from + (i * size) / 10)) : null }));
  const near = track({ ...partOf(curve, inside, [from, from + size]), ticks }, form);
  return underLens(whole, { from: at(from), to: at(from + size), near }, form);
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
    art: () => h('div', { class: 'pic-plots' }, art(curve, FORMS.wide, 180), art(curve, FORMS.narrow, 128)),
  };
}
