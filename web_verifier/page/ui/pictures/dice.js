/** Dice: the scale of all rolls, the winning part of it, the target and the roll (docs/rules/dice.md). */

import { t } from '../language.js';
import { percentText, winningRolls } from './chance.js';
import { decimal, hundredths, lensOn } from './scale.js';
import { phrase } from './stage.js';
import { FORMS, track, underLens } from './track.js';

/** @typedef {{roll: number, from?: 'record' | 'seeds'}} Mark `roll` in hundredths */
/** @typedef {{target: number, direction: string, wins: number, marks: Mark[], window: import('./scale.js').Window | null}} Scale */

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
  const window = lensOn(
    marks.map(({ roll }) => roll),
    target,
    [0, 10000],
    (units) => units / 10000,
  );
  return { target, direction, wins: winningRolls(target, direction), marks, window };
}

/**
 * Whether a roll wins: equality loses both ways (D-2, D-3).
 *
 * @param {number} roll
 * @param {Scale} scale
 */
export const won = (roll, { target, direction }) => (direction === 'under' ? roll < target : roll > target);

/** The width of a character of a roll, as a share of the narrowest track. */
const CHAR = 0.038;

/**
 * The track from `from` on over `size` hundredths.
 *
 * @param {Scale} scale
 * @param {{from: number, size: number, labels: number, write: (units: number) => string}} range `labels`: so many numbers stand below it,
 *   after the first
 * @param {import('./track.js').Form} form
 */
function part(scale, { from, size, labels, write }, form) {
  const ticks = form === FORMS.wide ? 50 : 10;
  const at = (/** @type {number} */ roll) => (roll - from) / size;
  const within = (/** @type {number} */ units) => units >= from && units <= from + size;
  const edge = Math.min(1, Math.max(0, at(scale.target)));
  return track(
    {
      wins: scale.direction === 'under' ? [0, edge] : [edge, 1],
      target: within(scale.target) ? { share: edge, label: t('pic.target', { target: decimal(scale.target) }) } : null,
      marks: scale.marks.filter(({ roll }) => within(roll)).map(({ roll, from: whose }) => ({ share: at(roll), label: decimal(roll), from: whose })),
      ticks: Array.from({ length: ticks + 1 }, (_, i) => ({ share: i / ticks, label: (i * labels) % ticks === 0 ? write(from + (i * size) / ticks) : null })),
      char: CHAR,
    },
    form,
  );
}

/** The whole track, and below it the part under the lens where there is one. @param {Scale} scale @param {import('./track.js').Form} form */
function art(scale, form) {
  const whole = part(scale, { from: 0, size: 10000, labels: form === FORMS.wide ? 10 : 5, write: (units) => String(units / 100) }, form);
  const drawn = { ...whole, node: [whole.leads, whole.node] };
  if (scale.window === null) return underLens(drawn, null, form);
  const { from, size } = scale.window;
  const near = part(scale, { from, size, labels: 2, write: decimal }, form);
  return underLens(drawn, { from: from / 10000, to: (from + size) / 10000, near }, form);
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
    art: () => [art(scale, FORMS.wide), art(scale, FORMS.narrow)],
  };
}
