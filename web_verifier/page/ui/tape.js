/** The tape of a bundle: what is checked is solid, the rest hatched, a mismatch a gold stroke with its sign, a gap a cut. */

import { svg } from './dom.js';
import { number, t } from './language.js';

/** @typedef {import('./many-run.js').Run} Run */

const TOP = 26;
const HEIGHT = 28;

/** Strokes that are drawn at most; of more, those that would fall on one another are left out. */
const MOST = 400;

/**
 * How far apart labels of the axis stand, for about so many of them.
 * @param {number} total
 * @param {number} labels
 */
export function stepOf(total, labels) {
  const rough = Math.max(1, total / labels);
  const ten = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * ten).find((step) => step >= rough) ?? 10 * ten;
}

/**
 * @param {Run} run
 * @param {number} width in pixels, so that text keeps its size
 */
export function tape(run, width) {
  const { rows, size, read, problems, gaps } = run;
  const share = run.state === 'done' || size === 0 ? 1 : Math.min(1, read / size);
  const total = Math.max(1, Math.round(rows.length / Math.max(share, 0.0001)));
  const x = (/** @type {number} */ row) => (row / total) * width;
  const node = svg('svg', {
    class: 'tape',
    viewBox: `0 0 ${width} 80`,
    width,
    height: 80,
    role: 'img',
    'aria-label': spoken(run),
  });
  const hatch = svg(
    'pattern',
    { id: 'hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('rect', { width: 8, height: 8, fill: 'var(--paper)' }),
    svg('path', { d: 'M0 0V8', stroke: 'var(--line)', 'stroke-width': 4 }),
  );
  node.append(
    svg('defs', null, hatch),
    svg('rect', { x: 0.5, y: TOP, width: width - 1, height: HEIGHT, rx: 5, fill: 'url(#hatch)', stroke: 'var(--edge)' }),
  );
  if (rows.length)
    node.append(svg('rect', { x: 0, y: TOP, width: Math.max(6, share * width), height: HEIGHT, rx: 5, fill: 'var(--run)' }));
  node.append(...axis(total, width, x));
  /** Where a label already stands, so that none lies on another. @type {[number, number][]} */
  const taken = [];
  const free = (/** @type {number} */ from, /** @type {number} */ to) =>
    from >= 0 && to <= width && taken.every(([a, b]) => to < a || from > b);
  for (const { row, from } of gaps.slice(0, MOST)) {
    node.append(svg('rect', { x: x(row) - 1.5, y: TOP - 1, width: 3, height: HEIGHT + 2, fill: 'var(--page)' }));
    const text = t('many.gap_at', { nonce: from });
    const half = text.length * 4;
    if (!free(x(row) - half, x(row) + half)) continue;
    taken.push([x(row) - half, x(row) + half]);
    node.append(
      svg('text', { x: x(row), y: 15, 'text-anchor': 'middle', 'font-size': 13, 'font-weight': 600, fill: 'var(--wait)' }, text),
    );
  }
  let last = -10;
  for (const index of problems.slice(0, 20 * MOST)) {
    if (x(index) - last < width / MOST) continue;
    last = x(index);
    const at = Math.min(width - 4, Math.max(2, x(index)));
    node.append(svg('rect', { x: at - 2, y: TOP - 4, width: 4, height: HEIGHT + 8, fill: 'var(--gold)', stroke: 'var(--page)' }));
    const { nonce, line } = rows[index];
    const text = number(nonce ?? line);
    const half = 12 + text.length * 4;
    const middle = Math.min(width - half, Math.max(half, at));
    if (!free(middle - half, middle + half)) continue;
    taken.push([middle - half, middle + half]);
    node.append(
      sign(middle - half),
      svg('text', { x: middle - half + 20, y: 15, 'font-size': 13, 'font-weight': 600, fill: 'var(--bad)' }, text),
    );
  }
  return node;
}

/** The octagon of a failed check. @param {number} x */
const sign = (x) =>
  svg(
    'g',
    { transform: `translate(${x} 2) scale(.8)` },
    svg('path', { d: 'M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z', fill: 'var(--bad)' }),
    svg('path', { d: 'M7 7l6 6m0-6l-6 6', stroke: 'var(--paper)', 'stroke-width': 2, 'stroke-linecap': 'round' }),
  );

/** @param {number} total @param {number} width @param {(row: number) => number} x */
function axis(total, width, x) {
  const step = stepOf(total, Math.max(1, Math.floor(width / 110)));
  /** @type {SVGElement[]} */
  const marks = [label(0, 0, 'start'), label(width, total, 'end')];
  for (let row = step; row < total; row += step) {
    if (width - x(row) < 64) break;
    marks.push(svg('path', { d: `M${x(row)} ${TOP + HEIGHT}v6`, stroke: 'var(--edge)' }), label(x(row), row, 'middle'));
  }
  return marks;
}

/** @param {number} x @param {number} count @param {string} anchor */
const label = (x, count, anchor) =>
  svg('text', { x, y: 75, 'text-anchor': anchor, 'font-size': 12, fill: 'var(--soft)' }, number(count));

/** @param {Run} run */
function spoken({ rows, problems, gaps }) {
  const few = (/** @type {(number | null)[]} */ list, /** @type {number} */ all) =>
    all === 0 ? t('many.none') : list.map((one) => number(one ?? 0)).join(', ') + (all > list.length ? ', …' : '');
  const failed = problems.slice(0, 5).map((index) => rows[index].nonce ?? rows[index].line);
  return t('many.tape', {
    count: rows.length,
    failed: few(failed, problems.length),
    gaps: few(
      gaps.slice(0, 5).map(({ from }) => from),
      gaps.length,
    ),
  });
}
