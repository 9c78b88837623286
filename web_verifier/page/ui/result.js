/** The result of one round: the verdict in words, the count of checks by state, the frame of picture and checks. */

import { wordText } from './controls.js';
import { marked, sidesOf } from './difference.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { viewOf } from './judge.js';
import { parts, t } from './language.js';
import { pendingPanel } from './panels.js';
import { headingOf as derivedHeading, paysLine } from './readout.js';

/** @typedef {import('./judge.js').Judgement} Judgement */
/** @typedef {import('./judge.js').Check} Check */

/** How a state of a check looks and is called. @type {Record<string, {icon: string, tone: string, word: string}>} */
export const STATES = {
  pass: { icon: 'verified', tone: 'ok', word: 'state.verified' },
  fail: { icon: 'failed', tone: 'bad-c', word: 'state.failed' },
  skip: { icon: 'unchecked', tone: 'skip', word: 'state.unchecked' },
  wait: { icon: 'pending', tone: 'wait', word: 'state.unchecked' },
  busy: { icon: 'busy', tone: 'skip', word: 'state.busy' },
};

/**
 * How a check is shown: a check that waits for the seed has a clock.
 * @param {Check} check
 * @param {string} verdict
 */
export const stateOf = ({ check, status }, verdict) =>
  verdict === 'pending' && status === 'skip' && ['commitment', 'outcome', 'settlement'].includes(check) ? 'wait' : status;

/**
 * The heading: what was found.
 * @param {Judgement} judged
 */
export function headingOf({ verdict, checks, record, derived }) {
  const failed = checks.find(({ status }) => status === 'fail');
  if (failed?.detail.id.endsWith('-link')) return t('head.failed_link');
  if (failed) return t(failed.check === 'rules' && record.outcome === undefined ? 'head.refused' : `head.failed_${failed.check}`);
  if (verdict === 'pending') return t('head.pending');
  if (verdict === 'derived') return derivedHeading(derived);
  return t(record.void === undefined ? 'head.verified' : 'head.void');
}

/**
 * One line on what round it is. A record that is not well formed may hold anything, or nothing, in each place.
 * @param {Record<string, any>} record
 */
export function whatOf(record) {
  const { game } = record;
  const params = plain(record.params);
  const { nonce = '–' } = plain(record.seeds);
  const word = (/** @type {string} */ name) => wordText(name, String(params[name] ?? ''));
  const known = ['dice', 'limbo', 'plinko', 'mines', 'hilo', 'blackjack', 'raw'].includes(game);
  const values = { target: '–', rows: '–', size: '–', mines: '–', ...params, risk: word('risk'), direction: word('direction') };
  const named = typeof game === 'string' ? game : t('what.unknown');
  const what = known ? t(`what.${game}`, { ...values, count: params.rows ?? params.mines ?? 0 }) : named;
  return `${what}. ${t('what.nonce', { nonce: String(nonce) })}`;
}

/** The members that are texts or numbers. @param {unknown} value @returns {Record<string, string | number>} */
const plain = (value) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => typeof one === 'string' || typeof one === 'number'));

/**
 * The count of checks by state. What was not checked is always counted.
 * @param {readonly {status: string}[]} checks
 */
export function tally(checks) {
  const count = (/** @type {string} */ status) => checks.filter((check) => check.status === status).length;
  const failed = count('fail');
  const verified = count('pass');
  /** @param {string} state @param {string} id @param {number} n @param {boolean} strong */
  const entry = (state, id, n, strong) =>
    h(
      'span',
      null,
      h('span', { class: STATES[state].tone }, icon(STATES[state].icon, 16)),
      strong ? h('b', null, t(id, { count: n })) : t(id, { count: n }),
    );
  return h(
    'p',
    { class: 'tally' },
    failed > 0 && entry('fail', 'tally.failed', failed, true),
    verified > 0 && entry('pass', failed > 0 ? 'tally.verified_too' : 'tally.verified', verified, failed === 0),
    entry('skip', 'tally.unchecked', count('skip'), false),
  );
}

/**
 * The rows of checks.
 * @param {readonly Check[]} checks
 * @param {string} verdict
 * @param {(check: Check) => import('./dom.js').Child} [more] what may stand behind a reason
 */
export const checkList = (checks, verdict, more = () => null) =>
  h(
    'ul',
    { class: 'checks' },
    checks.map((check) => checkRow(check, stateOf(check, verdict), more(check))),
  );

/** @param {Check} check @param {string} state @param {import('./dom.js').Child} more */
function checkRow(check, state, more) {
  const look = STATES[state];
  const { detail } = check;
  return h(
    'li',
    { class: { pass: 'ok', fail: 'bad', skip: 'skip', wait: 'wait' }[state] ?? '' },
    h('span', { class: `st-i ${look.tone}` }, icon(look.icon)),
    h('b', null, t(`check.${check.check}`)),
    h('span', { class: `state ${look.tone}` }, t(look.word)),
    h('p', null, parts(detail.id, coded(detail.values)), more ? [' ', more] : null),
    check.status === 'fail' && both(check),
  );
}

/** Names of fields and texts of the record stand as code in a reason. @param {Record<string, any>} values */
function coded(values) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? h('code', null, value) : value]),
  );
}

/** Expected and actual, with what differs marked. @param {Check} check */
function both(check) {
  const sides = sidesOf(check);
  if (!sides.length) return null;
  return h(
    'dl',
    { class: 'ea' },
    sides.map(({ title, pieces }) => [h('dt', null, t(title)), h('dd', null, marked(pieces))]),
  );
}

/**
 * @param {Judgement} judged
 * @param {object} on
 * @param {typeof import('./pictures/index.js').draw} on.draw
 * @param {() => void} on.copy
 * @param {() => void} on.save
 * @param {() => void} on.saveRecord
 * @param {() => void} on.keys
 * @param {ReturnType<typeof import('./tables/index.js').tableView> | ReturnType<typeof import('./matches/index.js').matchView> | ReturnType<typeof import('./house/index.js').houseView> | null} [on.table] what shows the record of a table, of a match, or of a house game
 * @returns {HTMLElement[]}
 */
export function resultView(judged, on) {
  const more = (/** @type {Check} */ found) => on.table?.where(found) ?? (found.detail.id === 'skip.format' ? null : trust(found.check));
  const trust = (/** @type {string} */ check) =>
    (check === 'receipt' || check === 'log') && judged.record[check === 'log' ? 'commitment' : 'receipt'] !== undefined
      ? h('button', { type: 'button', class: 'link', onclick: on.keys }, t('button.keys'))
      : null;
  return [
    h(
      'div',
      { class: 'head' },
      h(
        'div',
        null,
        h('p', { class: 'what' }, on.table ? on.table.what(judged.record) : whatOf(judged.record)),
        h('h1', { id: 'verdict', tabindex: '-1' }, headingOf(judged)),
        judged.verdict === 'derived' && paysLine(judged.derived),
        tally(judged.checks),
      ),
      h(
        'div',
        { class: 'btns' },
        h('button', { type: 'button', class: 'btn', id: 'b-copy', onclick: on.copy }, icon('link', 18), t('button.copy')),
        h('button', { type: 'button', class: 'btn', id: 'b-save', onclick: on.save }, t('button.save')),
      ),
    ),
    h(
      'div',
      { class: on.table ? 'frame frame-table' : 'frame' },
      (on.table ? on.table.draw(judged) : on.draw(viewOf(judged))).figure,
      checkList(judged.checks, judged.verdict, more),
    ),
    ...(judged.verdict === 'pending' ? [pendingPanel(on.saveRecord, judged.record.deck_root === undefined ? undefined : 'pt.pending')] : []),
    ...(judged.warnings.length
      ? [
          h(
            'ul',
            { class: 'notes' },
            judged.warnings.map(({ id, values }) => h('li', null, icon('info', 16), h('span', null, parts(id, coded(values))))),
          ),
        ]
      : []),
  ];
}
