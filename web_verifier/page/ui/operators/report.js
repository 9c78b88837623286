/** The report on a history: what does not fit, what is proven and what is not, in words. */

import { FIELDS } from '../../schemes/declared.js';
import { CHECKS } from '../../schemes/history.js';
import { select } from '../controls.js';
import { h } from '../dom.js';
import { Fault } from '../../core/fault.js';
import { t } from '../language.js';

/** Findings that are written out. */
const MOST = 200;

/** @param {import('../../schemes/history.js').Report} report @param {string} name of the file @param {(found: import('../../schemes/diagnosis.js').Diagnosis) => import('../dom.js').Child} advice @param {HTMLElement} columns which column is what */
export function reportView(report, name, advice, columns) {
  const { counts, findings, diagnoses, pairs, bets, verdict, scheme } = report;
  const all = CHECKS.reduce((sum, check) => sum + counts[check].failed, 0);
  const rows = findings.slice(0, MOST).map(({ check, line, id, values }) => {
    const fault = values.fault instanceof Fault ? { fault: t(values.fault.id, values.fault.values) } : {};
    return [String(line), t(`history.${check}`), t(id, { ...values, ...fault })];
  });
  const skipped = CHECKS.flatMap((check) =>
    Object.entries(counts[check].skipped).map(([reason, count]) => t('history.skipped', { check: t(`history.${check}`), count, reason: t(reason) })),
  );
  const proven = CHECKS.filter((check) => counts[check].passed > 0).map((check) => t(`history.p_${check}`, { count: counts[check].passed }));
  return [
    h(
      'div',
      { class: 'head' },
      h('div', null, h('h1', { id: 'verdict', tabindex: '-1' }, t(`history.head_${verdict}`)), h('p', { class: 'what' }, t('history.what', { name, bets, scheme }))),
    ),
    h('section', { class: 'why' }, h('h2', null, t('history.wrong')), rows.length > 0 ? table(['line', 'check', 'finding'], rows) : h('p', null, t('history.nothing')),
      all > rows.length && h('p', { class: 'more' }, t('history.more', { count: all - rows.length }))),
    diagnoses.map(([pair, found]) => h('div', { class: 'pn operator-why' }, h('p', null, h('code', null, pair)), advice(found))),
    section('history.proven', proven),
    section('history.not_proven', [...skipped, t('history.n_told'), t('history.n_ends'), t('history.n_pays')]),
    columns,
    h('p', { class: 'more' }, t('history.pairs', { count: pairs.length })),
  ];
}

/**
 * Which column is what, as it was guessed or chosen; each can be chosen by hand.
 * @param {string[]} names of the file's columns @param {Record<string, string>} columns by field
 * @param {(field: string, name: string) => void} choose `''` for none
 */
export function columnsView(names, columns, choose) {
  const rows = Object.keys(FIELDS).map((field) => {
    const items = ['', ...names].map((name) => h('option', { value: name, selected: name === (columns[field] ?? '') }, name || '–'));
    return [h('label', { for: `f-col-${field}` }, h('code', null, field)), [select(`col-${field}`, items, (name) => choose(field, name)), h('div', { id: `h-col-${field}` })]];
  });
  return h('section', { class: 'why' }, h('h2', null, t('history.columns')), table(['field', 'column'], rows));
}

/** @param {string} id @param {string[]} texts */
const section = (id, texts) => h('section', { class: 'why' }, h('h2', null, t(id)), h('ul', null, texts.map((text) => h('li', null, text))));

/** @param {string[]} names @param {import('../dom.js').Child[][]} rows */
const table = (names, rows) =>
  h(
    'div',
    { class: 'tbl operator-table' },
    h(
      'table',
      null,
      h('tr', null, names.map((one) => h('th', null, t(`history.col_${one}`)))),
      rows.map((cells) => h('tr', null, cells.map((cell) => h('td', null, cell)))),
    ),
  );
