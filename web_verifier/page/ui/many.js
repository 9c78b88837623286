/** The view of many rounds: progress, the first mismatch on top, what holds of the bundle as a whole, and a table of all. */

import { size } from './amounts.js';
import { fill, h } from './dom.js';
import { toCsv, toJsonLines } from './export.js';
import { icon } from './icons.js';
import { t } from './language.js';
import { firstMismatch } from './many-first.js';
import { gathered } from './many-pieces.js';
import { Run } from './many-run.js';
import { roundsTable } from './many-table.js';
import { fileName, save } from './report.js';
import { checkList } from './result.js';
import { tape } from './tape.js';

/** Between two looks at what is new, in milliseconds. */
const EVERY = 250;

/**
 * @param {object} page
 * @param {() => void} page.file
 * @param {(text: string, name: string) => void} page.open
 * @param {() => import('../verify/trust.js').Trust | undefined} page.trust
 */
export function manyView(page) {
  const node = h('div', { class: 'wrap bundle' });
  const status = h('p', { class: 'vh', role: 'status' });
  // What can be pressed stays where it is while numbers around it change: a button that is made anew between press and release of a
  // key or a mouse was never pressed.
  const what = h('p', { class: 'what' });
  const title = h('h1', { id: 'verdict', tabindex: '-1' });
  const tally = h('p', { class: 'tally' });
  const buttons = h('div', { class: 'btns' });
  const head = h('div', { class: 'head' }, h('div', null, what, title, tally), buttons);
  const progress = h('section', { class: 'prog' });
  const first = firstMismatch({ open: (row) => void open(row), trust: page.trust });
  const checks = h('div');
  const table = roundsTable({ open: (row) => void open(row) });
  /** @type {Run | null} */
  let run = null;
  let asBundle = false;
  let shownAt = 0;
  /** The state for which the buttons stand there. @type {Run['state'] | null} */
  let buttonsOf = null;

  /** The width of the tape, known without asking for a layout. */
  let width = 0;
  const watch = new ResizeObserver(([entry]) => {
    width = Math.floor(entry.contentRect.width);
    // Not at once: what it changes is itself observed.
    requestAnimationFrame(() => void (run && showProgress(run)));
  });
  watch.observe(progress);

  /** @param {import('./many-run.js').Row} row */
  async function open(row) {
    if (run) page.open(await run.text(row), run.files[row.file].name);
  }

  /** Shows all anew, in the current language. */
  function show() {
    if (run === null) {
      fill(
        node,
        h(
          'div',
          { class: 'stage es' },
          h('h1', { class: 'mid' }, t('many.title')),
          h('p', { class: 'k' }, t('many.empty')),
          h('p', null, h('button', { type: 'button', class: 'btn main', onclick: page.file }, t('many.file'))),
        ),
        status,
      );
      return;
    }
    fill(node, head, progress, h('div', { class: 'top2' }, first.node, checks), table.node, status);
    table.show(run);
    buttonsOf = null;
    update(true);
  }

  /** @param {boolean} [all] */
  function update(all = false) {
    if (run === null) return;
    const now = performance.now();
    if (!all && run.state === 'running' && now - shownAt < EVERY) return;
    shownAt = now;
    showHead(run);
    showProgress(run);
    first.show(run, all);
    showChecks(run);
    table.update(run, all);
    if (run.state !== 'running') status.textContent = `${headingOf(run)}. ${t('many.checked', { count: run.rows.length })}`;
  }

  /** @param {Run} shown */
  function headingOf({ counts, state, rows, bundle, pairs }) {
    const running = state === 'running';
    if (counts.failed > 0) return t(running ? 'many.head_failed_so_far' : 'many.head_failed', { count: counts.failed });
    if (running) return t('many.head_running');
    if (counts.unusable > 0) return t('many.head_unreadable', { count: counts.unusable });
    if (rows.length === 0) return t('many.head_none');
    if (bundle?.checks.some(({ status }) => status === 'fail') && (pairs.size === 1 || asBundle)) return t('many.head_bundle');
    if (counts.pending > 0) return t('many.head_pending', { count: counts.pending });
    return t('many.head_ok', { count: rows.length });
  }

  /** @param {Run} shown */
  function showHead(shown) {
    const { counts, gaps, files, state } = shown;
    const entry = (/** @type {string} */ look, /** @type {string} */ tone, /** @type {string} */ text, strong = false) =>
      h('span', null, h('span', { class: tone }, icon(look, 16)), strong ? h('b', null, text) : text);
    const names = files.slice(0, 3).map(({ name }) => name);
    fill(what, t('many.what', { count: shown.rows.length, name: names.join(', '), size: size(shown.size) }));
    fill(title, headingOf(shown));
    fill(
      tally,
      counts.failed > 0 && entry('failed', 'bad-c', t('many.failed', { count: counts.failed }), true),
      counts.unusable > 0 && entry('failed', 'bad-c', t('many.unreadable', { count: counts.unusable }), true),
      gaps.length > 0 && entry('info', 'wait', t('many.gaps', { count: gaps.length })),
      entry('verified', 'ok', t('many.verified', { count: counts.verified }), counts.failed + counts.unusable === 0),
      counts.pending > 0 && entry('pending', 'wait', t('many.pending', { count: counts.pending })),
      entry('unchecked', 'skip', t('many.unchecked_checks', { count: counts.skipped })),
      state !== 'done' && entry('pending', 'wait', t('many.left', { size: size(Math.max(0, shown.size - shown.read)) })),
    );
    if (buttonsOf !== state) showButtons(shown);
  }

  /** @param {Run} shown */
  function showButtons(shown) {
    buttonsOf = shown.state;
    const focused = buttons.contains(document.activeElement) ? document.activeElement?.id : '';
    const button = (/** @type {string} */ id, /** @type {() => void} */ press, /** @type {import('./dom.js').Child[]} */ ...said) =>
      h('button', { type: 'button', class: 'btn', id, onclick: press }, said);
    fill(
      buttons,
      shown.state === 'running'
        ? button('b-stop', () => shown.stop(), icon('stop', 16), t('many.stop'))
        : button('b-stop', page.file, icon('file', 18), t('many.file')),
      button('b-csv', () => void take('csv'), t('many.export_csv')),
      button('b-json', () => void take('jsonl'), t('many.export_json')),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {'csv' | 'jsonl'} form */
  async function take(form) {
    if (run === null) return;
    const name = fileName(run.files[0].name.replace(/\.[^.]*$/, ''), `.results.${form}`);
    if (form === 'csv') save(name, ['\ufeff', ...(await gathered(toCsv(run)))], 'text/csv');
    else save(name, await gathered(toJsonLines(run)), 'application/jsonl');
  }

  /** @param {Run} shown */
  function showProgress(shown) {
    const { rows, state, read, started } = shown;
    const seconds = (performance.now() - started) / 1000;
    const left = read > 0 ? Math.ceil((seconds * (shown.size - read)) / read) : 0;
    const says = {
      running: seconds > 1 ? t('many.time', { count: left }) : '',
      stopped: t('many.stopped'),
      done: t('many.done'),
    }[state];
    progress.setAttribute('aria-label', t('many.progress'));
    fill(
      progress,
      h('div', { class: 'pl' }, h('b', null, t('many.checked', { count: rows.length })), h('span', null, says)),
      width > 0 && tape(shown, width),
    );
  }

  /** @param {Run} shown */
  function showChecks(shown) {
    const { bundle, pairs, state } = shown;
    const judged = bundle !== null && (pairs.size <= 1 || asBundle);
    const list = judged
      ? bundle.checks
      : ['nonces', 'seed', 'close_root'].map((check) => ({
          check,
          status: state === 'running' ? 'busy' : 'skip',
          detail: why(state, pairs.size),
          expected: null,
          actual: null,
        }));
    fill(
      checks,
      checkList(list, 'verified'),
      bundle !== null &&
        pairs.size > 1 &&
        !asBundle &&
        h(
          'div',
          { class: 'btns as' },
          h('button', { type: 'button', class: 'btn small', onclick: judgeAsBundle }, t('many.as_bundle')),
        ),
    );
  }

  function judgeAsBundle() {
    asBundle = true;
    update(true);
  }

  /** @param {Run['state']} state @param {number} pairs */
  const why = (state, pairs) =>
    state === 'running'
      ? { id: 'many.wait_end', values: {} }
      : state === 'stopped'
        ? { id: 'many.stopped_check', values: {} }
        : { id: 'many.history', values: { count: pairs } };

  return {
    node,
    show,
    /** @param {File[]} files */
    async run(files) {
      run?.stop();
      const mine = new Run(files, page.trust());
      run = mine;
      asBundle = false;
      show();
      // The view is put into the page meanwhile.
      requestAnimationFrame(() => title.focus({ preventScroll: true }));
      await mine.go(() => run === mine && update());
      if (run === mine) update(true);
    },
  };
}
