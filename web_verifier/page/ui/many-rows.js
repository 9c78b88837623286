/** Rows of the table of many rounds: one a round, one a gap. */

import { h } from './dom.js';
import { icon } from './icons.js';
import { CHECKS } from './export.js';
import { has, number, t } from './language.js';
import { STATES } from './result.js';

/** @typedef {import('./many-run.js').Row} Row */
/** @typedef {import('./many-run.js').Gap} Gap */

export const COLUMNS = 6 + CHECKS.length;

/** @param {Gap} gap @param {number} index */
export const drawGap = ({ from, to }, index) =>
  h(
    'tr',
    { class: 'gaprow', 'aria-rowindex': index + 2 },
    h('td', { class: 'num nn' }, number(from)),
    h(
      'td',
      { colspan: COLUMNS - 3 },
      h(
        'span',
        { class: 'with' },
        h('span', { class: 'wait' }, icon('info', 14)),
        to === from ? t('many.gap_one') : t('many.gap', { count: to - from + 1, to }),
      ),
    ),
    h('td', null, h('span', { class: 'wait st' }, t('many.gap_word'))),
    h('td'),
  );

/**
 * @param {Row} row
 * @param {number} index
 * @param {(row: Row) => void} open
 * @param {boolean} pinned whether it stands above all rounds, and once more among them
 */
export function drawRow(row, index, open, pinned) {
  const bad = row.verdict === 'failed' || row.verdict === 'unusable';
  const name = row.nonce === null ? t('unreadable.line', { line: row.line }) : number(row.nonce);
  const came = [`word.result.${row.came}`, `came.${row.came}`].find(has);
  return h(
    'tr',
    { class: bad ? 'badrow' : '', 'aria-rowindex': index + 2 },
    h('td', { class: 'num nn' }, name),
    h('td', { class: 'num' }, came === undefined ? row.came : t(came)),
    h('td', { class: 'num' }, row.staked === null ? '–' : number(row.staked)),
    h('td', { class: 'num' }, row.returned === null ? '–' : number(row.returned)),
    CHECKS.map((_, i) => checkCell(row.checks[i])),
    h('td', null, verdictWord(row.verdict)),
    h(
      'td',
      null,
      h(
        'button',
        {
          type: 'button',
          class: 'link',
          id: `${pinned ? 'p' : 'o'}-${row.file}-${row.line}`,
          'aria-label': row.nonce === null ? `${t('many.open_short')}, ${name}` : t('many.open_nonce', { nonce: name }),
          onclick: () => open(row),
        },
        t('many.open_short'),
      ),
    ),
  );
}

/** A bare tick where a check passed; the other states keep their shape. @param {string | undefined} letter */
function checkCell(letter) {
  if (letter === undefined) return h('td', { class: 'ck' }, '–');
  if (letter === 'p') return h('td', { class: 'ck ok' }, icon('tick', 14, t('state.verified')));
  const look = STATES[letter === 'f' ? 'fail' : 'skip'];
  return h('td', { class: `ck ${look.tone}` }, icon(look.icon, 16, t(look.word)));
}

/** @param {Row['verdict']} verdict */
function verdictWord(verdict) {
  const look = {
    verified: ['ok', null],
    failed: ['bad-c', 'failed'],
    unusable: ['bad-c', 'failed'],
    pending: ['wait', 'pending'],
  }[verdict];
  return h('span', { class: `${look[0]} st` }, look[1] && icon(look[1], 14), t(`verdict.${verdict}`));
}
