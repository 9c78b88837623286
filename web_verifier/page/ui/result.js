/** The result of one round: the verdict in words, the count of checks by state, the frame of picture and checks, and offers. */

import { fill, h } from './dom.js';
import { STATES, emptyBoard, icon } from './icons.js';
import { parts, t } from './language.js';
import { viewOf } from './judge.js';

/** @typedef {import('./judge.js').Judgement} Judgement */
/** @typedef {import('./judge.js').Check} Check */
/** @typedef {import('./diagnosis.js').Offer} Offer */

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
  if (failed) return t(`head.failed_${failed.check}`);
  if (verdict === 'pending') return t('head.pending');
  if (verdict === 'derived') return t(derived.finished ? 'head.derived' : 'head.open');
  return t(record.void === undefined ? 'head.verified' : 'head.void');
}

/**
 * One line on what round it is.
 * @param {Record<string, any>} record
 */
export function whatOf(record) {
  const { game, params = {}, seeds = {} } = record;
  const values = {
    ...params,
    risk: params.risk && t(`word.risk.${params.risk}`),
    direction: params.direction && t(`word.direction.${params.direction}`),
    count: params.rows ?? params.mines ?? 0,
  };
  const known = ['dice', 'limbo', 'plinko', 'mines', 'hilo', 'blackjack', 'raw'].includes(game);
  return `${known ? t(`what.${game}`, values) : typeof game === 'string' ? game : t('what.unknown')}. ${t('what.nonce', { nonce: String(seeds.nonce ?? '–') })}`;
}

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
 * @param {(check: string) => import('./dom.js').Child} [more] what may stand behind a reason
 */
export const checkList = (checks, verdict, more = () => null) =>
  h(
    'ul',
    { class: 'checks' },
    checks.map((check) => checkRow(check, stateOf(check, verdict), more(check.check))),
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
    check.status === 'fail' && check.expected !== null && both(check),
  );
}

/** Names of fields and texts of the record stand as code in a reason. @param {Record<string, any>} values */
function coded(values) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? h('code', null, value) : value]),
  );
}

/** Expected and actual, with what differs marked. @param {Check} check */
function both({ expected, actual }) {
  const [given, recorded] = difference(expected, actual);
  const side = (/** @type {{text: string, differs: boolean}[]} */ pieces) =>
    h(
      'dd',
      null,
      h(
        'code',
        null,
        pieces.map(({ text, differs }) => (differs ? h('span', { class: 'df' }, text) : text)),
      ),
    );
  return h(
    'dl',
    { class: 'ea' },
    h('dt', null, t('check.expected')),
    side(given),
    h('dt', null, t('check.actual')),
    side(recorded),
  );
}

/**
 * Two values as lists of pieces. Members and items are compared one by one, so that only what differs is marked.
 * @param {any} expected
 * @param {any} actual
 * @returns {[{text: string, differs: boolean}[], {text: string, differs: boolean}[]]}
 */
export function difference(expected, actual) {
  const write = (/** @type {any} */ value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'));
  const isList = Array.isArray(expected) && Array.isArray(actual);
  const isObject =
    !isList && [expected, actual].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  if (!isList && !isObject) {
    const differs = write(expected) !== write(actual);
    return [[{ text: write(expected), differs }], [{ text: write(actual), differs }]];
  }
  const sides = /** @type {[{text: string, differs: boolean}[], {text: string, differs: boolean}[]]} */ ([[], []]);
  // What is nested stands a line each.
  const nested = (/** @type {any} */ value) =>
    typeof value === 'object' && value !== null && !(Array.isArray(value) && value.every((each) => typeof each !== 'object'));
  const deep = [expected, actual].some((value) => Object.values(value).some(nested));
  const keys = isList
    ? Array.from({ length: Math.max(expected.length, actual.length) }, (_, i) => String(i))
    : [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  for (const [i, key] of keys.entries()) {
    const [a, b] = difference(expected[key], actual[key]);
    for (const [side, pieces, whole] of /** @type {const} */ ([
      [0, a, expected],
      [1, b, actual],
    ])) {
      if (!Object.hasOwn(whole, key)) continue;
      if (i > 0 && sides[side].length) sides[side].push({ text: deep ? '\n' : isList ? ' ' : '; ', differs: false });
      if (!isList) sides[side].push({ text: `${key} `, differs: false });
      sides[side].push(...pieces);
    }
  }
  return sides;
}

/**
 * @param {Judgement} judged
 * @param {object} on
 * @param {typeof import('./pictures/index.js').draw | null} on.draw null while the pictures load
 * @param {() => void} on.copy
 * @param {() => void} on.save
 * @param {() => void} on.saveRecord
 * @param {() => void} on.keys
 * @returns {HTMLElement[]}
 */
export function resultView(judged, on) {
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
        h('p', { class: 'what' }, whatOf(judged.record)),
        h('h1', { id: 'verdict', tabindex: '-1' }, headingOf(judged)),
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
      { class: 'frame' },
      on.draw ? on.draw(viewOf(judged)).figure : h('figure', { class: 'stage' }, emptyBoard()),
      checkList(judged.checks, judged.verdict, trust),
    ),
    ...(judged.verdict === 'pending' ? [pendingPanel(on.saveRecord)] : []),
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

/** @param {() => void} save */
const pendingPanel = (save) =>
  h(
    'div',
    { class: 'pn' },
    h(
      'div',
      { class: 'pd' },
      h('span', { class: 'wait' }, icon('pending', 24)),
      h(
        'div',
        null,
        h('h2', null, t('pending.title')),
        h('p', null, t('pending.text')),
        h(
          'div',
          { class: 'btns' },
          h('button', { type: 'button', class: 'btn', onclick: save }, icon('file', 18), t('button.save_record')),
        ),
      ),
    ),
  );

/**
 * Offers stand below the frame: what would make the record match, and a button that tries it.
 * @param {HTMLElement} place
 * @param {readonly Offer[]} offers
 * @param {(offer: Offer) => void} take
 */
export function showOffers(place, offers, take) {
  fill(
    place,
    offers.map((offer) =>
      h(
        'div',
        { class: 'diag' },
        h('span', { class: 'i' }, icon('idea', 24)),
        h('div', null, h('h2', null, t(`${offer.id}.title`, offer.values)), h('p', null, t(`${offer.id}.text`, offer.values))),
        Object.keys(offer.patch).length > 0 &&
          h('button', { type: 'button', class: 'btn main', onclick: () => take(offer) }, t(`${offer.id}.button`, offer.values)),
      ),
    ),
  );
}

/**
 * Nothing to check yet: one sentence and one way forward.
 * @param {string} missing id of a text that says what is missing
 * @param {() => void} example
 */
export const emptyView = (missing, example) =>
  h(
    'div',
    { class: 'stage es' },
    emptyBoard(),
    h('h1', { class: 'mid', id: 'verdict', tabindex: '-1' }, t('empty.title')),
    h('p', { class: 'k' }, t(missing)),
    h('p', null, h('button', { type: 'button', class: 'btn main', onclick: example }, t('button.example'))),
  );
