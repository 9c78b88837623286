/** Plinko: the pegs, the path with a station at every peg hit, and the bins with what they pay (docs/rules/plinko.md). */

import { times, trimmed } from '../amounts.js';
import { svg } from '../dom.js';
import { PAYTABLES } from '../../games/paytables.js';
import { t } from '../language.js';
import { percent } from './scale.js';
import { phrase } from './stage.js';

/** @typedef {{path: string, bin: number, from?: 'record' | 'seeds'}} Drop */
/** @typedef {{rows: number, risk: string, multipliers: string[], drops: Drop[]}} Board */

/**
 * @param {import('./index.js').View} view
 * @returns {Board}
 */
export function boardOf({ params, outcome, expected, differs }) {
  const rows = Math.min(16, Math.max(1, Number(params.rows) || 1));
  const risk = String(params.risk);
  const given = Array.isArray(params.multipliers) ? params.multipliers.map(String) : tableOf(risk, rows);
  const recorded = dropOf(outcome);
  const derived = dropOf(expected);
  /** @type {Drop[]} */
  const drops = [];
  if (differs && recorded && derived) drops.push({ ...recorded, from: 'record' }, { ...derived, from: 'seeds' });
  else if (recorded ?? derived) drops.push(/** @type {Drop} */ (recorded ?? derived));
  return { rows, risk, multipliers: given, drops };
}

/** The table that a record without one means. @param {string} risk @param {number} rows @returns {string[]} */
function tableOf(risk, rows) {
  const tables = /** @type {Record<string, Record<number, readonly string[]> | undefined>} */ (PAYTABLES);
  return [...(tables[risk]?.[rows] ?? [])];
}

/** @param {import('./index.js').Members | null | undefined} outcome @returns {Drop | null} */
const dropOf = (outcome) => (typeof outcome?.path === 'string' ? { path: outcome.path, bin: Number(outcome.bin) } : null);

/**
 * The peg hit in each row, as the number of steps right before it, and at the end the bin that the path leads to.
 *
 * @param {string} path
 * @param {number} rows a longer path is cut
 */
export function stations(path, rows) {
  let right = 0;
  const hits = [0];
  for (const step of path.slice(0, rows)) {
    if (step === 'R') right += 1;
    hits.push(right);
  }
  return hits;
}

/**
 * Where peg i of a row stands, as a share of the board's width; row `rows` are the bins.
 *
 * @param {number} row from 0 at the top
 * @param {number} i from 0 at the left
 * @param {number} rows
 */
export const pegShare = (row, i, rows) => ((rows - row) / 2 + i + 0.5) / (rows + 1);

/**
 * How many of the first steps two paths share.
 *
 * @param {string} a
 * @param {string} b
 */
export function shared(a, b) {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}

/** Widths from which on a board's labels stand level, as in the style sheet; the smallest that has room is taken, else they are turned. */
const STEPS = [280, 320, 360, 400, 440, 480, 530, 580, 640];

/** At most so many characters of a multiplier stand on a bin; the result shows all of them. */
const LABEL = 8;

/** @param {string} multiplier */
const label = (multiplier) => (trimmed(multiplier).length > LABEL ? `${trimmed(multiplier).slice(0, LABEL - 1)}…` : trimmed(multiplier));

/** The width of a label of 12 pixels in a wide font. @param {string} text */
const widthOf = (text) => [...text].reduce((sum, char) => sum + (char === '.' ? 3.9 : 7.7), 0);

/**
 * From which width of the board on its labels stand level; 0: never.
 *
 * @param {readonly string[]} labels
 */
export function levelFrom(labels) {
  const needed = (Math.max(...labels.map(widthOf)) + 4) * labels.length;
  return STEPS.find((width) => width >= needed) ?? 0;
}

/**
 * @typedef {{form: string, top: number, step: number, peg: number, ring: number}} Geometry in pixels
 */
/** @type {(rows: number) => Geometry} */
const WIDE = (rows) => ({ form: 'pic-wide', top: 26, step: rows > 12 ? 30 : 34, peg: 3.2, ring: 4.8 });
/** @type {(rows: number) => Geometry} */
const NARROW = (rows) => ({ form: 'pic-narrow', top: 22, step: rows > 12 ? 18 : 22, peg: 2.2, ring: 3.8 });

/** @param {Board} board @param {Geometry} geometry */
function drawing(board, geometry) {
  const { rows, drops, multipliers } = board;
  const { form, top, step, peg } = geometry;
  const y = (/** @type {number} */ row) => top + row * step;
  const labels = multipliers.map(label);
  const level = labels.length ? levelFrom(labels) : 0;
  const turned = level === 0 || level > (form === 'pic-wide' ? 440 : 280);
  const tall = turned ? Math.max(34, Math.ceil(Math.max(...labels.map(widthOf), 0)) + 12) : 34;
  const floor = y(rows) + 4;
  const hit = new Set(drops.flatMap(({ path }) => stations(path, rows).map((i, row) => `${row}:${i}`)));
  const pegs = Array.from({ length: rows }, (_, row) => Array.from({ length: row + 1 }, (__, i) => ({ row, i }))).flat();
  return svg(
    'svg',
    { class: `pic-board ${form} ${level ? `pic-level-${level}` : 'pic-turned'}`, width: '100%', height: floor + tall + 2 },
    pegs
      .filter(({ row, i }) => !hit.has(`${row}:${i}`))
      .map(({ row, i }) => svg('circle', { class: 'pic-peg', cx: percent(pegShare(row, i, rows)), cy: y(row), r: peg })),
    Array.from({ length: rows + 1 }, (_, bin) => binAt(board, bin, { text: labels[bin] ?? '', floor, tall })),
    drops.map((drop, i) => route(board, drop, geometry, drops.length > 1 ? shared(drop.path, drops[1 - i]?.path ?? '') : rows + 1)),
  );
}

/** @param {Board} board @param {number} bin @param {{text: string, floor: number, tall: number}} at */
function binAt({ rows, drops, multipliers }, bin, { text, floor, tall }) {
  const owners = drops.filter((drop) => drop.bin === bin);
  const gold = owners.some(({ from }) => from !== 'record');
  const kind = gold ? 'pic-hit' : Number(multipliers[bin]) >= 3 ? 'pic-high' : '';
  const middle = percent(pegShare(rows, bin, rows));
  const box = { x: percent(bin / (rows + 1)), width: percent(1 / (rows + 1)), height: tall, rx: 5 };
  // A gap of three pixels between bins: the box is a share of the width, its edge the colour of the stage.
  return svg(
    'svg',
    { x: 0, y: floor, width: '100%', height: tall, overflow: 'visible' },
    svg('rect', { class: `pic-bin ${kind}`, y: 0, ...box }),
    owners.some(({ from }) => from === 'record') && svg('rect', { class: 'pic-bin-record pic-dashed', y: 0, ...box }),
    svg('text', { class: `pic-pay pic-pay-level ${kind}`, x: middle, y: tall / 2 + 4, 'text-anchor': 'middle' }, text),
    svg(
      'svg',
      { x: middle, y: tall / 2, overflow: 'visible' },
      svg('text', { class: `pic-pay pic-pay-turned ${kind}`, transform: 'rotate(-90)', y: 4, 'text-anchor': 'middle' }, text),
    ),
  );
}

/**
 * The line through the pegs hit. What two paths share is drawn once, by the second; from where they part the recorded one is dashed.
 *
 * @param {Board} board
 * @param {Drop} drop
 * @param {Geometry} geometry
 * @param {number} same
 */
function route({ rows }, { path, from }, { top, step, ring }, same) {
  const hits = stations(path, rows);
  const first = from === 'record' ? Math.min(same, hits.length - 1) : 0;
  const x = (/** @type {number} */ row) => Math.round(pegShare(row, hits[row] ?? 0, rows) * 10000) / 10;
  const y = (/** @type {number} */ row) => top + row * step - (row === rows ? 6 : 0);
  const bend = step * 0.42;
  const curves = hits.slice(first + 1).map((_, i) => {
    const row = first + i;
    return `C${x(row)} ${y(row) + bend} ${x(row + 1)} ${y(row + 1) - bend} ${x(row + 1)} ${y(row + 1)}`;
  });
  const start = first === 0 ? `M${x(0)} ${top - 18}L${x(0)} ${y(0)}` : `M${x(first)} ${y(first)}`;
  const height = top + (rows + 2) * step;
  const dashed = from === 'record' ? ' pic-dashed' : '';
  return svg(
    'svg',
    { x: 0, y: 0, width: '100%', height, overflow: 'visible' },
    svg(
      'svg',
      { x: 0, y: 0, width: '100%', height, viewBox: `0 0 1000 ${height}`, preserveAspectRatio: 'none', overflow: 'visible' },
      svg('path', { class: `pic-route${dashed}`, d: start + curves.join('') }),
    ),
    hits.slice(first, rows).map((i, at) =>
      svg('circle', { class: `pic-ring${dashed}`, cx: percent(pegShare(first + at, i, rows)), cy: y(first + at), r: ring }),
    ),
    hits.length > rows && svg('circle', { class: `pic-ball${dashed}`, cx: percent(pegShare(rows, hits[rows] ?? 0, rows)), cy: y(rows), r: ring + 2 }),
  );
}

/** @param {Board} board @returns {import('./stage.js').Phrase[][]} */
export function describe({ rows, risk, multipliers, drops }) {
  const about = phrase('pic.plinko.board', { count: rows, risk: t(`pic.risk.${risk}`) });
  const pays = phrase('pic.plinko.bins', {}, { multipliers: multipliers.map(trimmed).join(' ') });
  const paths = drops.map((drop) =>
    phrase(`pic.plinko.path.${drop.from ?? 'only'}`, { bin: drop.bin, pays: pay(multipliers, drop.bin) }, { path: drop.path }),
  );
  return [...paths.map((each) => [each]), [about, ...(multipliers.length ? [pays] : [])]];
}

/** @param {string[]} multipliers @param {number} bin */
const pay = (multipliers, bin) => (multipliers[bin] === undefined ? '–' : times(multipliers[bin]));

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const board = boardOf(view);
  return {
    results: board.drops.map(({ bin, from }) => ({
      label: t('pic.plinko.label', { bin }),
      value: pay(board.multipliers, bin),
      ...(from ? { from } : {}),
    })),
    line: describe(board),
    art: () => [drawing(board, WIDE(board.rows)), drawing(board, NARROW(board.rows))],
    over: true,
  };
}
