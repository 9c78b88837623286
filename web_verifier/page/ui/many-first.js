/** The first mismatch of many rounds: what the record says and what the seeds give, or that there is none. */

import { readJson } from '../core/json.js';
import { verifyRecord } from '../verify/record.js';
import { isMatch } from '../verify/match.js';
import { isHouse } from '../games/house/names.js';
import { isTable } from '../verify/table-form.js';
import { marked, sidesOf } from './difference.js';
import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { placeOf } from './input.js';
import { loadTexts, parts, t } from './language.js';
import { unreadable } from './paste.js';

/** @typedef {import('./many-run.js').Run} Run */
/** @typedef {import('./many-run.js').Row} Row */

/** @param {{open: (row: Row) => void, trust: () => import('../verify/trust.js').Trust | undefined}} on */
export function firstMismatch(on) {
  const node = h('section', { class: 'first' });
  let shown = '';
  /** @type {Run | null} */
  let current = null;

  /** @param {Run} run @param {boolean} anew */
  function show(run, anew) {
    const index = run.problems[0] ?? -1;
    const key = `${index} ${run.state}`;
    if (key === shown && run === current && !anew) return;
    shown = key;
    current = run;
    if (index >= 0) void showRow(run, run.rows[index]);
    else if (run.state === 'running') fill(node, line('busy', 'skip', t('many.head_running')));
    else fill(node, line('verified', 'ok', t('many.no_mismatch')), h('p', { class: 'soft' }, t('many.no_mismatch_text')));
  }

  /** @param {Run} run @param {Row} row */
  async function showRow(run, row) {
    const text = row.from === row.to ? '' : await run.text(row);
    if (run !== current) return;
    if (row.fault) {
      const place = placeInFile(placeOf(text, row.fault), row.line);
      const input = /** @type {const} */ ({ kind: 'unreadable', fault: row.fault, place });
      fill(
        node,
        line('failed', 'bad-c', t('many.first_unreadable', { line: row.line })),
        unreadable(input, run.files[row.file].name),
      );
      return;
    }
    const open = h('button', { type: 'button', class: 'link', onclick: () => on.open(row) }, t('many.open'));
    const document = readJson(text);
    if (isTable(document.value.game)) await loadTexts('tables');
    if (isMatch(document.value.game) || isHouse(document.value.game)) await loadTexts('tables');
    if (run !== current) return;
    const failed = verifyRecord(document, on.trust()).checks.filter(({ status }) => status === 'fail');
    fill(node, line('failed', 'bad-c', t('many.first', { nonce: row.nonce }), open), failed.map(mismatch));
  }

  return { node, show };
}

/**
 * Lines are counted in the file, not in the record.
 * @param {import('./input.js').Place | null} place
 * @param {number} first line of the record
 */
function placeInFile(place, first) {
  if (place === null) return null;
  const lines = place.lines.map((one) => ({ ...one, number: one.number + first - 1 }));
  return { ...place, line: place.line + first - 1, lines };
}

/** @param {string} look @param {string} tone @param {string} text @param {HTMLElement | null} [more] */
const line = (look, tone, text, more = null) =>
  h('p', { class: 'fl' }, h('span', { class: tone }, icon(look)), h('b', null, text), more);

/** @param {import('../verify/checks.js').Check} failed */
function mismatch(failed) {
  const { check, detail } = failed;
  const sides = sidesOf(failed).map(({ title, pieces }) =>
    h('div', null, h('p', { class: 'soft small' }, t(title)), h('p', { class: 'v' }, marked(pieces))),
  );
  return h(
    'div',
    null,
    h('p', { class: 'small' }, h('b', null, t(`check.${check}`)), ': ', parts(detail.id, detail.values)),
    sides.length > 0 && h('div', { class: 'cmp3' }, sides.reverse()),
  );
}
