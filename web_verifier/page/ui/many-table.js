/** The table of many rounds. Only the rows in view are drawn, so a table of a hundred thousand scrolls like one of ten. */

import { CHECKS } from './export.js';
import { fill, h } from './dom.js';
import { number, t } from './language.js';
import { COLUMNS, drawGap, drawRow } from './many-rows.js';
import { rowsWindow } from './many-window.js';

/** @typedef {import('./many-run.js').Run} Run */
/** @typedef {import('./many-run.js').Row} Row */
/** @typedef {import('./many-run.js').Gap} Gap */
/** @typedef {{row: number, pinned?: true} | {gap: Gap} | {group: string}} Item */

/** How high a row is in pixels until the first one is drawn and measured. */
const HEIGHT = 33;
const AROUND = 12;

/** Mismatches and gaps that stand above all rounds; all of them are behind their own buttons. */
const PINNED = 20;

const FILTERS = /** @type {const} */ (['all', 'mismatches', 'gaps', 'lost']);
const LABELS = { all: 'many.all', mismatches: 'many.mismatches', gaps: 'many.gap_list', lost: 'many.lost' };

/** @param {{open: (row: Row) => void}} on */
export function roundsTable(on) {
  // The buttons stay the same while rounds are read, so that one can be pressed then too.
  const counts = FILTERS.map(() => h('span'));
  const tabs = FILTERS.map((name) => h('button', { type: 'button', id: `s-${name}`, onclick: () => choose(name) }));
  const buttons = h('div', { class: 'seg', role: 'group' }, tabs);
  const goto = h('input', { id: 'f-goto', inputmode: 'numeric', autocomplete: 'off' });
  const gotoLabel = h('label', { class: 'go', for: 'f-goto' });
  const head = h('thead');
  const drawnRows = rowsWindow(COLUMNS);
  const { body } = drawnRows;
  const grid = h('table', null, head, body);
  const scroller = h('div', { class: 'tw', tabindex: '0', role: 'region' }, grid);
  const pager = h('p', { class: 'small soft pager' });
  const node = h('section', null, h('div', { class: 'tools' }, buttons, gotoLabel), scroller, pager);
  /** @type {Run | null} */
  let run = null;
  /** @type {typeof FILTERS[number]} */
  let filter = 'all';
  /** @type {number[]} */
  let lost = [];
  let lostUpTo = 0;
  let drawn = '';
  let listedBefore = '';
  /** Rows that are drawn, by their places in the list. @type {Map<number, HTMLTableRowElement>} */
  let rowsAt = new Map();
  let height = HEIGHT;

  /** What is in view, known without asking for a layout while rows are drawn. */
  const seen = { top: 0, height: 640 };
  scroller.addEventListener('scroll', () => {
    seen.top = scroller.scrollTop;
    draw(false);
  });
  new ResizeObserver(() => {
    seen.height = scroller.clientHeight;
    requestAnimationFrame(() => draw(false));
  }).observe(scroller);

  /** @param {number} place */
  function scrollTo(place) {
    scroller.scrollTop = place;
    seen.top = place === 0 ? 0 : scroller.scrollTop;
  }

  goto.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(goto.value);
  });
  goto.addEventListener('change', () => go(goto.value));

  /** @returns {{length: number, at: (index: number) => Item}} */
  function items() {
    const { rows, problems, gaps } = /** @type {Run} */ (run);
    if (filter === 'mismatches') return { length: problems.length, at: (i) => ({ row: problems[i] }) };
    if (filter === 'gaps') return { length: gaps.length, at: (i) => ({ gap: gaps[i] }) };
    if (filter === 'lost') return { length: lost.length, at: (i) => ({ row: lost[i] }) };
    const pinned = pins(problems, gaps);
    if (pinned.length === 0) return { length: rows.length, at: (i) => ({ row: i }) };
    const start = pinned.length + 2;
    return {
      length: rows.length + start,
      at: (i) =>
        i === 0
          ? { group: 'many.pinned' }
          : i <= pinned.length
            ? pinned[i - 1]
            : i === start - 1
              ? { group: 'many.by_order' }
              : { row: i - start },
    };
  }

  /** The first mismatches and gaps, in the order of the file. @param {number[]} problems @param {Gap[]} gaps @returns {Item[]} */
  function pins(problems, gaps) {
    const both = [
      ...problems.slice(0, PINNED).map((row) => ({ at: row, item: { row, pinned: /** @type {const} */ (true) } })),
      ...gaps.slice(0, PINNED).map((gap) => ({ at: gap.row - 0.5, item: { gap } })),
    ];
    return both
      .sort((a, b) => a.at - b.at)
      .slice(0, PINNED)
      .map(({ item }) => item);
  }

  /** @param {boolean} anew */
  function draw(anew) {
    if (run === null) return;
    const list = items();
    const from = Math.max(0, Math.min(list.length, Math.floor(seen.top / height)) - AROUND);
    const to = Math.min(list.length, Math.ceil((seen.top + seen.height) / height) + AROUND);
    const listed = `${filter} ${list.length - run.rows.length}`;
    const key = `${listed} ${from} ${to}`;
    // Rows that came below only make the table longer.
    drawnRows.below((list.length - to) * height);
    if (key === drawn && !anew) return;
    drawn = key;
    if (anew || listed !== listedBefore) rowsAt = new Map();
    listedBefore = listed;
    /** @type {typeof rowsAt} */
    const rows = new Map();
    for (let i = from; i < to; i++) rows.set(i, rowsAt.get(i) ?? drawItem(list.at(i), i));
    rowsAt = rows;
    drawnRows.show([...rows.values()], from * height, scroller);
    grid.setAttribute('aria-rowcount', String(list.length + 1));
    if (anew && measured()) draw(true);
    else showPager();
  }

  /** Whether rows turned out to be of another height: style, fonts and zoom are the reader's. */
  function measured() {
    const row = body.querySelector('tr:not(.pad, .grp, .gaprow)');
    const actual = row?.getBoundingClientRect().height ?? 0;
    if (actual === 0 || Math.abs(actual - height) < 0.01) return false;
    height = actual;
    return true;
  }

  function showPager() {
    const { length } = items();
    const count = filter === 'all' ? /** @type {Run} */ (run).rows.length : length;
    // What is pinned above all rounds is no row of its own.
    const row = (/** @type {number} */ place) => Math.min(count, Math.max(1, place - (length - count)));
    const from = Math.floor(seen.top / height) + 1;
    const to = Math.ceil((seen.top + seen.height - height) / height);
    fill(pager, count > 0 && t('many.rows', { from: row(from), to: row(to), count }));
  }

  /** @param {Item} item @param {number} index */
  function drawItem(item, index) {
    if ('group' in item)
      return h('tr', { class: 'grp', 'aria-rowindex': index + 2 }, h('td', { colspan: COLUMNS }, t(item.group)));
    if ('gap' in item) return drawGap(item.gap, index);
    return drawRow(/** @type {Run} */ (run).rows[item.row], index, on.open, item.pinned === true);
  }

  /** @param {string} text */
  function go(text) {
    const wanted = /^\d+$/.test(text.trim()) ? Number(text.trim()) : null;
    if (run === null || wanted === null) return;
    filter = 'all';
    const index = run.rows.findIndex(({ nonce }) => nonce === wanted);
    if (index < 0) return;
    showFilters();
    const before = items().length - run.rows.length;
    draw(true);
    scrollTo((before + index) * height);
    draw(true);
    scroller.scrollIntoView({ block: 'nearest' });
  }

  /** @param {typeof FILTERS[number]} name */
  function choose(name) {
    filter = name;
    scrollTo(0);
    showFilters();
    draw(true);
  }

  function showFilters() {
    if (run === null) return;
    const { rows, problems, gaps } = run;
    const all = { all: rows.length, mismatches: problems.length, gaps: gaps.length, lost: run.counts.lost };
    FILTERS.forEach((name, i) => {
      tabs[i].setAttribute('aria-pressed', String(name === filter));
      fill(counts[i], number(all[name]));
    });
  }

  /** @param {Run} shown */
  function show(shown) {
    if (run !== shown) {
      lost = [];
      lostUpTo = 0;
      filter = 'all';
      scrollTo(0);
    }
    run = shown;
    buttons.setAttribute('aria-label', t('many.show'));
    FILTERS.forEach((name, i) => fill(tabs[i], t(LABELS[name]), ' ', counts[i]));
    fill(gotoLabel, t('many.goto'), ' ', goto);
    scroller.setAttribute('aria-label', t('many.table'));
    const heads = [
      ['many.nonce', 'num'],
      ['many.came', 'num'],
      ['many.staked', 'num'],
      ['many.returned', 'num'],
      ...CHECKS.map((name) => [`check.${name}`, 'ck']),
      ['many.verdict', ''],
    ];
    fill(
      head,
      h(
        'tr',
        null,
        heads.map(([id, cls]) => h('th', { scope: 'col', class: cls }, t(id))),
        h('th', { scope: 'col' }, h('span', { class: 'vh' }, t('many.open'))),
      ),
    );
    drawn = '';
  }

  /** @param {Run} shown @param {boolean} all */
  function update(shown, all) {
    for (; lostUpTo < shown.rows.length; lostUpTo++) if (shown.rows[lostUpTo].returned === 0) lost.push(lostUpTo);
    goto.placeholder = shown.rows.length ? t('many.range', { from: 0, to: shown.greatest }) : '';
    showFilters();
    draw(all);
  }

  return { node, show, update };
}
