/** A round of another operator: its form, what its seeds give, and whether that is what the player saw. */

import { Fault } from '../../core/fault.js';
import { agrees } from '../../schemes/claims.js';
import { diagnose } from '../../schemes/diagnosis.js';
import { optionsOf } from '../../schemes/formulas.js';
import { auditHistory, guessColumns } from '../../schemes/history.js';
import { readRows } from '../../schemes/rows.js';
import { attemptOf, deriveRound, schemeOf, usesNonce } from '../../schemes/round.js';
import { select, wordText } from '../controls.js';
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { has, loadTexts, parts, t } from '../language.js';
import { STATES } from '../result.js';
import { pictureOf } from './picture.js';
import { columnsView, reportView } from './report.js';
import { textOf } from '../arrivals.js';
import { chanceValues, mistakeText, neededText } from '../mistakes.js';

/** @typedef {import('../../schemes/round.js').Asked} Asked */
/** @typedef {ReturnType<typeof deriveRound>} Derived */

const PAUSE = 120;
/** Draws that are written out; a deck of eight has 415. */
const MOST_SHOWN = 60;

export async function operatorView() {
  await loadTexts('checks', 'pictures', 'more');
  const form = h('div', { class: 'body operator-form' });
  const result = h('div', { class: 'operator-result' });
  /** @type {Asked & {promised: string, expected: string}} */
  const typed = { scheme: '', game: '', server_seed: '', client_seed: '', nonce: '', options: {}, promised: '', expected: '' };
  let timer = 0;
  /** The history that is shown instead of a round. @type {{rows: import('../../schemes/rows.js').Row[], name: string, told: Record<string, string>} | null} */
  let history = null;
  /** Counts what was asked for; a report that is no longer the last is dropped. */
  let latest = 0;
  const chooser = h('input', { type: 'file', hidden: true, accept: '.csv,.json,.jsonl,.ndjson,.txt,text/csv,application/json' });
  chooser.addEventListener('change', () => {
    if (chooser.files?.length) void take(chooser.files[0]);
    chooser.value = '';
  });

  /** A player's history. @param {File} file */
  async function take(file) {
    const mine = ++latest;
    fill(result, waiting('operator.reading'));
    try {
      const rows = readRows(await textOf(file));
      if (mine !== latest) return;
      history = { rows, name: file.name, told: {} };
      await report();
    } catch (error) {
      refuse(error);
    }
  }

  async function report() {
    if (history === null) return;
    const mine = ++latest;
    const { rows, name, told } = history;
    const names = Object.keys(rows[0].values);
    const columns = columnsView(names, guessColumns(names, told), (field, column) => {
      told[field] = column;
      void report();
    });
    fill(result, waiting('operator.reading'));
    try {
      const found = await auditHistory(rows, typed.scheme, told, () => new Promise((resolve) => setTimeout(resolve)));
      if (mine === latest) fill(result, reportView(found, name, advice, columns));
    } catch (error) {
      refuse(error, columns);
    }
  }

  /** @param {unknown} error @param {HTMLElement} [below] */
  function refuse(error, below) {
    if (!(error instanceof Fault)) throw error;
    fill(result, waiting(error.id, error), below);
  }

  /** @param {string} name */
  function choose(name) {
    const { games } = schemeOf(name);
    const game = Object.hasOwn(games, typed.game) ? typed.game : Object.keys(games)[0];
    Object.assign(typed, { scheme: name, game });
    show();
  }

  function show() {
    if (typed.scheme === '') return;
    const scheme = schemeOf(typed.scheme);
    const rule = scheme.games[typed.game];
    const games = Object.keys(scheme.games).map((name) => h('option', { value: name, selected: name === typed.game }, gameText(name)));
    fill(
      form,
      h('p', { class: 'live' }, icon('info', 16), h('span', null, t('operator.about', { name: scheme.title }))),
      h(
        'div',
        { class: 'fields' },
        labelled('op-game', t('field.game'), select('op-game', games, (game) => (Object.assign(typed, { game, options: {} }), show()))),
        text('client_seed', t('field.client_seed')),
        text('server_seed', t('field.server_seed'), 2),
        text('promised', t('field.server_seed_hash'), 2),
        usesNonce(rule) && text('nonce', t('field.nonce')),
        optionsOf(rule).map(option),
        text('expected', t('operator.expected'), 1),
      ),
      h('div', { class: 'or' }, h('button', { type: 'button', class: 'link', onclick: () => chooser.click() }, icon('file', 18), t('operator.history')), chooser),
    );
    if (history) void report();
    else compute();
  }

  /** @param {import('../../schemes/formulas.js').Option} option */
  function option({ name, kind, first, required, words }) {
    const value = typed.options[name] ?? '';
    const label = has(`operator.option.${name}`) ? t(`operator.option.${name}`) : t(`field.${name}`);
    if (kind !== 'word' && kind !== 'flag') return text(name, label, 0, required ? false : first === null ? t('field.optional') : String(first));
    const all = kind === 'flag' ? ['false', 'true'] : first === null ? ['', ...words] : words;
    const shown = value === '' && first !== null ? String(first) : value;
    const items = all.map((word) => h('option', { value: word, selected: word === shown }, wordText(name, word)));
    return labelled(`op-${name}`, label, select(`op-${name}`, items, (chosen) => put(name, chosen)));
  }

  /** @param {string} name @param {string} label @param {number} [rows] @param {string | false} [placeholder] */
  function text(name, label, rows = 0, placeholder = false) {
    const value = name in typed ? /** @type {any} */ (typed)[name] : (typed.options[name] ?? '');
    const props = {
      id: `f-op-${name}`,
      value,
      placeholder,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      class: rows > 1 && 'hexin',
      oninput: (/** @type {any} */ event) => put(name, event.target.value),
    };
    return labelled(`op-${name}`, label, rows > 0 ? h('textarea', { rows, ...props }) : h('input', { type: 'text', ...props }));
  }

  /** @param {string} name @param {string} value */
  function put(name, value) {
    if (name in typed && name !== 'options') Object.assign(typed, { [name]: value });
    else typed.options = { ...typed.options, [name]: value };
    clearTimeout(timer);
    timer = window.setTimeout(compute, PAUSE);
  }

  /** Derives and compares what stands in the form now. */
  function compute() {
    clearTimeout(timer);
    latest++;
    history = null;
    const { server_seed, promised, expected } = typed;
    const promise = promised.trim() === '' ? null : promised;
    try {
      if (server_seed === '') fill(result, waiting('operator.empty'));
      else {
        const derived = deriveRound(typed, true);
        const attempt = attemptOf(typed, expected, promise);
        const kept = promise === null || promise === derived.seeds.server_seed_hash;
        const seen = expected.trim() === '' ? null : agrees(derived.outcome, attempt.claim);
        const found = kept && seen !== false ? null : diagnose([attempt]);
        fill(result, shown(derived, promise === null ? null : kept, seen, found));
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fill(result, waiting(error.id, error, ofRefused(error, typed, expected, promise)));
    }
  }

  return {
    form,
    result,
    choose,
    show,
    take,
    leave() {
      form.remove();
      result.remove();
    },
  };
}

/**
 * What would explain seeds that the scheme can't use at all, such as a hexadecimal one with a space in it.
 * @param {Fault} fault @param {import('../../schemes/round.js').Asked} typed @param {string} expected @param {string | null} promise
 */
function ofRefused(fault, typed, expected, promise) {
  if (fault.field !== 'server_seed' || (expected.trim() === '' && promise === null)) return null;
  try {
    return diagnose([attemptOf(typed, expected, promise)]);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** An outcome in short. @param {Derived} derived */
function outcomeText({ outcome }) {
  const { roll, multiplier, path, cards, hmac } = outcome;
  const value = roll ?? path ?? multiplier ?? cards ?? hmac ?? Object.values(outcome)[0];
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** @param {string} name */
const gameText = (name) => (has(`operator.game.${name}`) ? t(`operator.game.${name}`) : has(`game.${name}`) ? t(`game.${name}`) : name);

/** @param {string} name @param {string} label @param {HTMLElement} control */
const labelled = (name, label, control) =>
  h('div', { class: 'field' }, h('label', { for: `f-${name}` }, label), control, h('div', { id: `h-${name}` }));

/** @param {string} id @param {Fault} [fault] @param {import('../../schemes/diagnosis.js').Diagnosis | null} [found] */
const waiting = (id, fault, found = null) =>
  h(
    'div',
    { class: 'stage es' },
    h('h1', { class: 'mid' }, t('empty.title')),
    h('p', { class: 'k' }, fault ? [h('code', null, fault.field), ': ', parts(id, fault.values)] : t(id)),
    found && h('div', { class: 'pn operator-why' }, advice(found)),
  );

/** @param {Derived} derived @param {boolean | null} kept @param {boolean | null} seen @param {import('../../schemes/diagnosis.js').Diagnosis | null} found */
function shown(derived, kept, seen, found) {
  const failed = kept === false || seen === false;
  const heading = failed ? (seen === false ? 'head.failed_outcome' : 'head.failed_commitment') : seen ? 'operator.matches' : 'operator.derived';
  const state = (/** @type {boolean | null} */ told) => (told === null ? 'skip' : told ? 'pass' : 'fail');
  return [
    h('div', { class: 'head' }, h('div', null, h('h1', { tabindex: '-1' }, t(heading)), h('p', { class: 'what' }, t('operator.no_verdict')))),
    h(
      'div',
      { class: 'frame' },
      pictureOf(derived) ?? h('figure', { class: 'stage' }, h('p', { class: 'mid' }, outcomeText(derived))),
      h(
        'ul',
        { class: 'checks' },
        check('commitment', state(kept), [t(`operator.hash_${state(kept)}`), ' ', h('code', null, derived.seeds.server_seed_hash)]),
        check('outcome', state(seen), [t(`operator.seen_${state(seen)}`), ' ', h('code', null, written(derived.outcome))]),
      ),
    ),
    found && h('div', { class: 'pn operator-why' }, advice(found)),
    explanation(derived),
  ];
}

/** @param {string} name @param {string} state @param {import('../dom.js').Child} reason */
function check(name, state, reason) {
  const look = STATES[state];
  return h(
    'li',
    { class: { pass: 'ok', fail: 'bad', skip: 'skip' }[state] ?? '' },
    h('span', { class: `st-i ${look.tone}` }, icon(look.icon)),
    h('b', null, t(`check.${name}`)),
    h('span', { class: `state ${look.tone}` }, t(look.word)),
    h('p', null, reason),
  );
}

/** @param {import('../../schemes/diagnosis.js').Diagnosis} found */
function advice({ mistake, tried, chance, needed, possible }) {
  if (mistake) {
    const named = h('b', null, t('mistake.if', { mistake: mistakeText(mistake) }));
    return [h('p', null, named), h('p', null, chance === 0 ? t('mistake.hash') : t('mistake.chance', chanceValues(chance, tried)))];
  }
  if (possible.length === 0) return h('p', null, t('mistake.none', { count: tried }));
  return [
    possible.map((one) => h('p', null, t('mistake.possibly', { mistake: mistakeText(one.mistake), ...chanceValues(one.chance, tried) }))),
    h('p', null, neededText(needed)),
  ];
}

/** @param {Record<string, any>} outcome */
const written = (outcome) =>
  Object.entries(outcome)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');

/** From message to number, draw by draw. @param {Derived} derived */
function explanation({ game, draws = [], seeds }) {
  const { integer } = schemeOf(seeds.scheme).games[game].settings;
  const rows = draws.slice(0, MOST_SHOWN).map(({ message, hmac, place, n, tries, result }, at) =>
    h(
      'tr',
      null,
      h('td', null, h('code', null, draws[at - 1]?.hmac === hmac ? '' : message)),
      h('td', null, h('code', null, draws[at - 1]?.hmac === hmac ? '' : hmac)),
      h('td', { class: 'num' }, String(place)),
      h('td', null, h('code', null, tries.map(({ word, rejected }) => (rejected ? `${word} ✗ ` : sum(integer, word, n, result))).join(''))),
    ),
  );
  return h(
    'section',
    { class: 'why' },
    h('h2', null, t('operator.how')),
    h('p', null, t('operator.how_text')),
    h(
      'div',
      { class: 'tbl' },
      h('table', null, h('tr', null, ['message', 'hmac', 'word', 'sum'].map((name) => h('th', null, t(`operator.col_${name}`)))), rows),
    ),
    draws.length > MOST_SHOWN && h('p', { class: 'more' }, t('operator.more', { count: draws.length - MOST_SHOWN })),
  );
}

/** @param {string} integer @param {number} word @param {number} n @param {number} result */
const sum = (integer, word, n, result) => (integer === 'scale' ? `⌊${word} · ${n} / 2³²⌋ = ${result}` : `${word} mod ${n} = ${result}`);
