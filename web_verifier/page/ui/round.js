/** The view of one round: the slip at the side, the result, offers, explanation and programs beside it. */

import { fill, h } from './dom.js';
import { changeGame, emptySlip, fromRecord } from './fields.js';
import { slipOfFields } from './aliases.js';
import { clean } from './cleaning.js';
import { readInput } from './input.js';
import { complete, judge } from './judge.js';
import { loadMore, t } from './language.js';
import { NO_TRUST } from '../verify/trust.js';
import { keysPanel } from './keys.js';
import { pastePanel, unreadable } from './paste.js';
import { emptyView, showOffers } from './panels.js';
import { headingOf, resultView, whatOf } from './result.js';
import { slipView } from './slip.js';
import { takeAwayOf } from './take-away.js';

/** @typedef {import('./fields.js').Slip} Slip */
/** @typedef {import('./judge.js').Base} Base */
/** @typedef {import('./judge.js').Judgement} Judgement */

/** While somebody types, the result follows after this many milliseconds without a key. */
const PAUSE = 120;

/**
 * @param {object} page
 * @param {(text: string, source: string) => boolean} page.take
 * @param {() => void} page.file
 * @param {() => import('./links.js').Look} page.look
 * @param {() => void} page.changed
 */
export function roundView(page) {
  /** @type {{slip: Slip, base: Base | null, source: string, changed: boolean, notes: any, offers: any, legal: any[], known: boolean}} */
  const state = {
    slip: emptySlip('plinko'),
    base: null,
    source: 'source.typed',
    changed: false,
    notes: {},
    offers: {},
    legal: [],
    known: false,
  };
  /** @type {Judgement | null} */
  let judged = null;
  /** Pictures are loaded beside everything else; a result does not wait for them. @type {typeof import('./pictures/index.js').draw | null} */
  let draw = null;
  void import('./pictures/index.js').then((pictures) => {
    draw = pictures.draw;
    if (judged?.state === 'judged') compute();
  });
  let timer = 0;
  let trust = NO_TRUST;

  const result = h('div');
  const offers = h('div');
  const why = h('div');
  const status = h('p', { class: 'vh', role: 'status' });
  const toast = h('p', { class: 'vh', role: 'status' });
  const paste = pastePanel({ read: (text) => void (page.take(text, 'source.pasted') && paste.close()), close: closePaste });
  const message = h('div');
  const keys = keysPanel((given) => {
    trust = given;
    compute();
  });
  const slip = slipView({
    typed,
    cleaned: (name, cleaned, before) => {
      state.notes[name] = { notes: cleaned.notes, before };
      typed(name, cleaned.text);
    },
    patch,
    game: (game) => {
      state.slip = changeGame(state.slip, game);
      state.notes = {};
      edited();
      show();
    },
    actions: (actions) => {
      state.slip = { ...state.slip, actions };
      edited();
      compute();
    },
    pasted: (text) => (/[{\n:]/.test(text) && readInput(text).kind !== 'unreadable' ? page.take(text, 'source.pasted') : false),
    paste: () => paste.open(),
    file: page.file,
    example: () => void example(),
    undo: () => state.base && load(state.base),
  });
  const node = h(
    'div',
    { class: 'wrap app' },
    slip.node,
    h('div', null, paste.node, message, keys.node, result, offers, why, status, toast),
  );

  const takeAway = takeAwayOf({
    shown: () => judged,
    slip: () => state.slip,
    base: () => state.base,
    look: page.look,
    said: (text) => (toast.textContent = text),
  });

  const narrow = matchMedia('(max-width: 839px)');
  narrow.addEventListener('change', () => {
    if (!narrow.matches) slip.node.open = true;
  });

  function closePaste() {
    paste.close();
    /** @type {HTMLElement | null} */ (slip.node.querySelector('.or button'))?.focus();
  }

  /** Marks that the slip is no longer what came in. */
  function edited() {
    state.changed = state.source !== 'source.typed';
    state.offers = {};
    fill(message);
    page.changed();
  }

  /** @param {string} name @param {string} value */
  function typed(name, value) {
    if (name in state.slip.options) state.slip = { ...state.slip, options: { ...state.slip.options, [name]: value } };
    else state.slip = { ...state.slip, [name]: value };
    if (state.notes[name] && clean(name, state.notes[name].before).text !== value) delete state.notes[name];
    edited();
    if (name === 'draw') slip.show(state);
    else slip.update(state);
    clearTimeout(timer);
    timer = window.setTimeout(compute, PAUSE);
  }

  /** Puts values into the slip, as an offer or a hint proposes. @param {Record<string, string>} values */
  function patch(values) {
    for (const [name, value] of Object.entries(values)) {
      delete state.notes[name];
      if (name in state.slip.options) state.slip = { ...state.slip, options: { ...state.slip.options, [name]: value } };
      else state.slip = { ...state.slip, [name]: value };
    }
    edited();
    show();
  }

  /** @param {Base} base */
  function load(base) {
    const shown = fromRecord(base.value);
    Object.assign(state, { slip: shown, base, source: base.source, changed: false, notes: {}, offers: {} });
    fill(message);
    show();
    settle();
  }

  /** A slip without a record. @param {Slip} filled @param {string} source */
  function fillIn(filled, source) {
    Object.assign(state, { slip: filled, base: null, source, changed: false, notes: {}, offers: {} });
    fill(message);
    show();
    settle();
  }

  /**
   * Fields of another page, by their names here.
   * @param {Record<string, string>} fields
   * @param {{from: string, to: string}[]} renamed
   * @param {string} source
   */
  function fillFields(fields, renamed, source) {
    const { slip: filled, notes } = slipOfFields(state.slip, fields, renamed);
    fillIn(filled, source);
    state.notes = notes;
    slip.update(state);
  }

  async function example() {
    const { EXAMPLES } = await import('./examples.js');
    const text = EXAMPLES[state.slip.game];
    const input = readInput(text);
    if (input.kind === 'record') load({ text, value: input.value, source: 'source.example' });
    page.changed();
  }

  /** On a phone the slip folds once there is something to see. */
  function settle() {
    if (narrow.matches && judged?.state === 'judged') slip.node.open = false;
    if (slip.node.contains(document.activeElement) || document.activeElement === document.body)
      document.getElementById('verdict')?.focus({ preventScroll: true });
  }

  /** @param {Extract<import('./input.js').Input, {kind: 'unreadable'}>} input @param {string} text @param {string} [name] */
  function refuse(input, text, name) {
    const edit = () => {
      fill(message);
      paste.open(text);
      paste.refuse(input);
    };
    if (paste.node.hidden) fill(message, unreadable(input, name, edit));
    else paste.refuse(input);
  }

  function show() {
    paste.show();
    keys.show();
    slip.show(state);
    compute();
  }

  /** Judges what stands in the slip, and shows it. */
  function compute() {
    clearTimeout(timer);
    try {
      judged = judge(state.slip, state.base, state.changed, trust);
    } catch (error) {
      // A bug is no verdict, and neither is what was shown before it.
      judged = null;
      for (const place of [result, offers, why]) fill(place);
      throw error;
    }
    state.legal = judged.derived.legal;
    state.known = judged.derived.stream !== null && judged.derived.outcome !== null;
    if (judged.state === 'empty') {
      fill(
        result,
        emptyView(missing(), () => void example()),
      );
      fill(offers);
      fill(why);
      say(t('empty.title'));
    } else {
      const focused = document.activeElement?.id;
      fill(
        result,
        resultView(judged, {
          draw,
          copy: () => void takeAway.link(),
          save: () => void takeAway.report(),
          saveRecord: () => void takeAway.record(),
          keys: () => keys.open(),
        }),
      );
      if (focused && /^(b-|verdict)/.test(focused)) document.getElementById(focused)?.focus({ preventScroll: true });
      say(spoken(judged));
      void more(judged);
    }
    slip.update(state);
    if (node.isConnected) document.title = title();
  }

  const title = () => (judged?.state === 'judged' ? `${headingOf(judged)}. ${whatOf(judged.record)}` : t('page.title'));

  /** What the slip still needs, in one sentence. */
  function missing() {
    const { server_seed, nonce } = state.slip;
    if (server_seed === '' && nonce === '' && state.slip.client_seed === '') return 'empty.text';
    if (!/^[0-9a-f]{64}$/.test(server_seed)) return server_seed === '' ? 'empty.server_seed' : 'empty.server_seed_part';
    return complete(state.slip) ? 'empty.text' : nonce === '' ? 'empty.nonce' : 'empty.options';
  }

  /** What is loaded only once there is a result: offers, explanation, programs. @param {Judgement} shown */
  async function more(shown) {
    const [{ explanation }, { byHand }] = await Promise.all([import('./explanation.js'), import('./by-hand.js'), loadMore()]);
    if (judged !== shown) return;
    fill(why, explanation(shown), byHand(shown));
    if (shown.verdict !== 'failed' || (state.base === null && state.slip.server_seed_hash === '')) {
      fill(offers);
      return;
    }
    const { diagnose } = await import('./diagnosis.js');
    if (judged !== shown) return;
    const found = diagnose(shown.record, shown.checks);
    showOffers(offers, found, (offer) => patch(offer.patch));
    const [nonce] = found.filter(({ patch }) => 'nonce' in patch);
    state.offers = nonce ? { nonce: [{ id: 'hint.offer_nonce', values: nonce.values, tone: 'idea' }] } : {};
    slip.update(state);
  }

  /** Says only what changed. @param {string} text */
  function say(text) {
    if (status.textContent !== text) status.textContent = text;
  }

  /** @param {Judgement} shown */
  function spoken(shown) {
    const count = (/** @type {string} */ wanted) => shown.checks.filter((check) => check.status === wanted).length;
    return [
      headingOf(shown),
      t('tally.spoken', { failed: count('fail'), verified: count('pass'), unchecked: count('skip') }),
    ].join('. ');
  }

  return {
    node,
    show,
    load,
    fillIn,
    fillFields,
    refuse,
    trust: () => trust,
    title,
    /** A sentence above everything. @param {string} id */
    say: (id) => void fill(message, h('p', { class: 'diag' }, t(id))),
  };
}
