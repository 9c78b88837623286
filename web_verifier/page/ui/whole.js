/**
 * The whole result of a round: verdict, checks and picture; then, each loaded when there is something to show, the explanation, the
 * programs, and offers where something failed.
 */

import { fill, h, visible } from './dom.js';
import { foldOf } from './fold.js';
import { judge } from './judge.js';
import { keysPanel } from './keys.js';
import { has, loadTexts, t } from './language.js';
import { showOffers } from './panels.js';
import { part } from './parts.js';
import { draw } from './pictures/index.js';
import { pressedIn } from './presses.js';
import { headingOf, resultView, whatOf } from './result.js';
import { takeAwayOf } from './take-away.js';
import { isHouse } from '../games/house/names.js';
import { isMatch } from '../verify/match.js';
import { isTable } from '../verify/table-form.js';

/** @typedef {import('./judge.js').Judgement} Judgement */

/**
 * @param {object} round
 * @param {import('./types.js').State} round.state
 * @param {ReturnType<typeof import('./slip.js').slipView>} round.slip
 * @param {HTMLElement} round.panels place of the panel for keys
 * @param {HTMLElement} round.result place of verdict, checks and picture
 * @param {HTMLElement} round.more place of what follows
 * @param {(values: Record<string, string>) => void} round.patch
 * @param {() => void} round.again judges anew
 * @param {() => import('./types.js').Look} round.look
 */
export async function wholeView({ state, slip, panels, result, more: below, patch, again, look }) {
  await loadTexts('checks', 'pictures', 'more');
  /** @type {Judgement | null} */
  let judged = null;
  /** @type {import('../verify/trust.js').Trust | undefined} */
  let trust;
  /** What shows the records of tables, once there was one. @type {ReturnType<typeof import('./tables/index.js').tableView> | null} */
  let tables = null;
  /** And those of matches. @type {ReturnType<typeof import('./matches/index.js').matchView> | null} */
  let matches = null;
  /** And those of rounds against the house. @type {ReturnType<typeof import('./house/index.js').houseView> | null} */
  let house = null;
  const fold = foldOf(slip.node);
  const offers = h('div');
  const why = h('div');
  const status = h('p', { class: 'vh', role: 'status' });
  const toast = h('p', { class: 'vh', role: 'status' });
  fill(below, offers, why, status, toast);
  const waits = pressedIn([slip.node, result, below], again);
  const keys = keysPanel((given) => {
    trust = given;
    again();
  });
  keys.show();
  panels.append(keys.node);
  const takeAway = takeAwayOf({ shown: () => judged, state, look, said: (text) => (toast.textContent = text) });
  const on = {
    draw,
    copy: () => void takeAway.link(),
    save: () => void takeAway.report(),
    saveRecord: () => void takeAway.record(),
    keys: keys.open,
  };

  /** Judges what stands in the slip, and shows it. */
  function show() {
    const game = state.base?.value.game;
    const table = isTable(game) ? tables : isMatch(game) ? matches : isHouse(game) ? house : undefined;
    if (table === null || (table !== undefined && !has('check.cards'))) return void (isTable(game) ? loadTables() : isMatch(game) ? loadMatches() : loadHouse());
    judged = judge(state.slip, state.base, state.changed, trust);
    const { derived } = judged;
    state.legal = derived.legal;
    state.known = derived.stream !== null && derived.outcome !== null;
    const focused = document.activeElement?.id;
    fill(result, resultView(judged, table ? { ...on, table } : on));
    if (focused && /^(b-|verdict)/.test(focused)) document.getElementById(focused)?.focus({ preventScroll: true });
    say(spoken(judged));
    if (state.arrived) fold();
    state.arrived = false;
    void more(judged);
  }

  async function loadTables() {
    const [{ tableView }] = await Promise.all([part(import('./tables/index.js')), loadTexts('tables')]);
    tables ??= tableView();
    again();
  }

  async function loadMatches() {
    const [{ matchView }] = await Promise.all([part(import('./matches/index.js')), loadTexts('tables')]);
    matches ??= matchView();
    again();
  }

  async function loadHouse() {
    const [{ houseView }] = await Promise.all([part(import('./house/index.js')), loadTexts('tables')]);
    house ??= houseView();
    again();
  }

  function clear() {
    judged = null;
    fill(offers);
    fill(why);
    say(t('empty.title'));
  }

  /** What is loaded only once there is a result: offers, explanation, programs. @param {Judgement} now */
  async function more(now) {
    const [{ explanation }, { byHand }] = await Promise.all([part(import('./explanation.js')), part(import('./by-hand.js'))]);
    if (judged !== now) return;
    if (isTable(now.record.game)) fill(why, tables?.below());
    else if (isMatch(now.record.game)) fill(why, matches?.below());
    else if (isHouse(now.record.game)) fill(why, house?.below());
    else fill(why, explanation(now), byHand(now));
    if (now.verdict !== 'failed' || (state.base === null && state.slip.server_seed_hash === '')) {
      fill(offers);
      return;
    }
    const { diagnose } = await part(import('./diagnosis.js'));
    if (judged !== now) return;
    const found = diagnose(now.record, now.checks);
    showOffers(offers, found, (offer) => patch(offer.patch));
    const [nonce] = found.filter(({ patch }) => 'nonce' in patch);
    state.offers = nonce ? { nonce: [{ id: 'hint.offer_nonce', values: nonce.values, tone: 'idea' }] } : {};
    slip.update();
  }

  /** Says only what changed. @param {string} text */
  function say(text) {
    if (status.textContent !== text) status.textContent = text;
  }

  /** @param {Judgement} now */
  function spoken(now) {
    const count = (/** @type {string} */ wanted) => now.checks.filter((check) => check.status === wanted).length;
    return [headingOf(now), t('tally.spoken', { failed: count('fail'), verified: count('pass'), unchecked: count('skip') })].join('. ');
  }

  return {
    show,
    clear,
    /** Whether to judge later: it is asked for again. */
    waits,
    /** In the language that is chosen now. */
    relabel: keys.show,
    title: () => (judged ? visible(`${headingOf(judged)}. ${whatOf(judged.record)}`) : t('page.title')),
    trust: () => trust,
  };
}
