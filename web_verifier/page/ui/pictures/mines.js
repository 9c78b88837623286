/** Mines: the board with its cell numbers, mines, and the cells opened in their order (docs/rules/mines.md). */

import { times } from '../amounts.js';
import { h, svg } from '../dom.js';
import { t } from '../language.js';
import { key, pair, phrase } from './stage.js';

/** @typedef {{number: number, mine: boolean, order: number, exploded: boolean, differs: boolean, both: boolean}} Cell `order` from 1; 0: closed */
/** @typedef {{mines: number[], opened: number[], result: string}} Layout */

/** Where there is none of these, the round is not finished yet. */
const RESULTS = ['cashed_out', 'exploded', 'cleared', 'abandoned'];

/** @param {import('./index.js').Members | null | undefined} outcome @returns {Layout | null} */
export function layoutOf(outcome) {
  if (!Array.isArray(outcome?.mines) || !Array.isArray(outcome.opened)) return null;
  const result = RESULTS.find((word) => word === outcome.result) ?? 'open';
  return { mines: outcome.mines.map(Number), opened: outcome.opened.map(Number), result };
}

/**
 * The cells of a board, row by row.
 *
 * @param {number} size
 * @param {Layout} layout
 * @param {Layout | null} [other] the layout it is compared with
 * @returns {Cell[]}
 */
export function cellsOf(size, { mines, opened }, other = null) {
  return Array.from({ length: size * size }, (_, number) => {
    const mine = mines.includes(number);
    const order = opened.indexOf(number) + 1;
    const both = other !== null && mine && other.mines.includes(number);
    const differs = other !== null && (mine !== other.mines.includes(number) || order !== other.opened.indexOf(number) + 1);
    return { number, mine, order, exploded: mine && order > 0, differs, both };
  });
}

/** A mine: a spiked disc. @param {string} kind */
const spikes = (kind) => [
  svg('path', { class: `pic-spikes ${kind}`, d: 'M0-15V15M-15 0H15M-10.6-10.6L10.6 10.6M10.6-10.6L-10.6 10.6' }),
  svg('circle', { class: `pic-mine ${kind}`, r: 10 }),
  svg('circle', { class: 'pic-shine', cx: -3.2, cy: -3.4, r: 2.6 }),
];

/** @param {string} kind */
const mine = (kind) => svg('svg', { class: 'pic-mine-sign', viewBox: '-17 -17 34 34' }, spikes(kind));

/**
 * @param {number} size
 * @param {Cell[]} cells
 * @param {boolean} compared gold then marks what differs, else what decided the result
 */
function board(size, cells, compared) {
  return h(
    'div',
    { class: `pic-mines-board pic-size-${size}` },
    cells.map((cell) => {
      const classes = ['pic-cell'];
      if (cell.order) classes.push('pic-opened');
      if (cell.mine) classes.push('pic-mined');
      if (cell.differs) classes.push('pic-differs');
      if (cell.exploded && !compared) classes.push('pic-exploded');
      const gold = compared ? cell.differs : cell.exploded;
      return h(
        'span',
        { class: classes.join(' ') },
        h('span', { class: 'pic-number' }, cell.number),
        cell.mine && mine(gold ? 'pic-gold' : 'pic-white'),
        cell.order > 0 && !cell.mine && h('span', { class: `pic-order${compared ? '' : ' pic-order-gold'}` }, cell.order),
      );
    }),
  );
}

const SIGNS = {
  ring: () => h('span', { class: 'pic-order pic-order-gold' }),
  plainRing: () => h('span', { class: 'pic-order' }),
  mine: () => mine('pic-white'),
  goldMine: () => mine('pic-gold'),
  dashed: () => h('span', { class: 'pic-sign-dashed' }),
};

/** The key names only what the board has. @param {Cell[]} cells @param {boolean} compared */
function legend(cells, compared) {
  const opened = cells.some(({ order, mine: here }) => order > 0 && !here);
  if (compared) {
    return key([
      ...(cells.some(({ both, differs }) => both && !differs) ? [/** @type {[Node, string]} */ ([SIGNS.mine(), 'pic.mines.both'])] : []),
      [SIGNS.goldMine(), 'pic.mines.one'],
      [SIGNS.dashed(), 'pic.mines.differs'],
      ...(opened ? [/** @type {[Node, string]} */ ([SIGNS.plainRing(), 'pic.mines.opened'])] : []),
    ]);
  }
  return key([
    ...(cells.some(({ exploded }) => exploded) ? [/** @type {[Node, string]} */ ([SIGNS.goldMine(), 'pic.mines.exploded'])] : []),
    ...(cells.some(({ mine: here, order }) => here && !order) ? [/** @type {[Node, string]} */ ([SIGNS.mine(), 'pic.mines.mine'])] : []),
    ...(opened ? [/** @type {[Node, string]} */ ([SIGNS.ring(), 'pic.mines.opened'])] : []),
  ]);
}

const list = (/** @type {number[]} */ numbers) => (numbers.length ? numbers.join(', ') : '–');

/**
 * @param {Layout} layout
 * @param {number} size
 * @param {'record' | 'seeds' | 'only'} from
 */
function layoutPhrases({ mines, opened, result }, size, from) {
  return [
    phrase(`pic.mines.at.${from}`, { size, count: mines.length }, { mines: list(mines) }),
    opened.length
      ? phrase('pic.mines.cells', { count: opened.length, result: t(`pic.mines.result.${result}`) }, { cells: list(opened) })
      : phrase('pic.mines.none', { result: t(`pic.mines.result.${result}`) }),
  ];
}

/** @param {import('./index.js').View} view */
export function describe({ params, outcome, expected, differs }) {
  const size = Number(params.size);
  const recorded = layoutOf(outcome);
  const derived = layoutOf(expected);
  const numbering = phrase('pic.mines.numbering', { size });
  if (differs && recorded && derived) {
    const count = cellsOf(size, recorded, derived).filter((cell) => cell.differs).length;
    return [layoutPhrases(recorded, size, 'record'), layoutPhrases(derived, size, 'seeds'), [phrase('pic.mines.count', { count }), numbering]];
  }
  const only = recorded ?? derived;
  return only ? [[...layoutPhrases(only, size, 'only'), numbering]] : [];
}

/** @param {Layout} layout @param {import('./index.js').View} view @param {'record' | 'seeds'} [from] @returns {import('./stage.js').Result} */
function resultOf({ result, opened }, { settlement }, from) {
  const multiplier = typeof settlement?.multiplier === 'string' && result !== 'exploded' ? settlement.multiplier : '0';
  const label = t(`pic.mines.label.${result}`, { cell: String(opened.at(-1) ?? '–') });
  return { label, value: times(multiplier), ...(from ? { from } : {}) };
}

/** @param {import('./index.js').View} view @returns {import('./stage.js').Picture} */
export function picture(view) {
  const size = Math.min(8, Math.max(1, Number(view.params.size) || 1));
  const recorded = layoutOf(view.outcome);
  const derived = layoutOf(view.expected);
  const line = describe(view);
  if (view.differs && recorded && derived) {
    const left = cellsOf(size, recorded, derived);
    const right = cellsOf(size, derived, recorded);
    return {
      results: recorded.result === derived.result ? [resultOf(recorded, view)] : [resultOf(recorded, view, 'record'), resultOf(derived, view, 'seeds')],
      line,
      art: () => [pair(board(size, left, true), board(size, right, true)), legend([...left, ...right], true)],
    };
  }
  const only = recorded ?? derived;
  if (only === null) return { results: [], line, art: () => board(size, cellsOf(size, { mines: [], opened: [], result: '' }), false) };
  const cells = cellsOf(size, only);
  return { results: [resultOf(only, view)], line, art: () => h('div', { class: 'pic-solo' }, board(size, cells, false), legend(cells, false)) };
}
