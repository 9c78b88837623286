/** One game: its slip, its board, the seeds beside it, the rounds below. */

import { fill, h } from '../verify/ui/dom.js';
import { t } from '../verify/ui/language.js';
import { NoAnswer, Refusal } from './api.js';
import { Autoplay } from './autoplay.js';
import { fairnessView } from './fairness.js';
import { isHouse } from '../verify/games/house/names.js';
import { houseSlip } from './house/slip.js';
import { ledgerView } from './ledger.js';
import { pastView } from './past.js';
import { reason } from './refusals.js';
import { slipView } from './slip.js';
import { before, open, settled } from './stage.js';
import { Unanswered } from './unanswered.js';
import { say, signed } from './words.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {import('./player.js').Round} Round */
/** @typedef {import('./slip.js').Choice} Choice */

/** After the last letter typed, before a bet is reckoned, in milliseconds. */
const PAUSE = 150;

/**
 * @param {string} game
 * @param {import('./slip.js').Offer} offer
 * @param {Player} player
 * @param {import('./session.js').Session} session
 * @param {object} on
 * @param {() => void} on.changed something around the game is to be shown anew
 * @param {(error: unknown) => boolean} on.lost whether that ended the session
 * @param {(title?: string, text?: string, button?: {label: string, go: () => void}) => void} on.tell
 * @param {(game: string) => void} on.game
 * @param {() => {lang?: string, theme?: string}} on.look
 */
export function deskView(game, offer, player, session, on) {
  /** The round on the board; null while the board waits for a bet. @type {Round | null} */
  let shown = player.open(game);
  /** What was bet last, for the button that bets it again. @type {Choice | null} */
  let last = null;
  /** @type {any} */
  let quote = null;
  /** Whether `quote` is about the bet as it stands. */
  let fresh = false;
  let [busy, refused, asked] = [false, '', 0];
  /** @type {Autoplay | null} */
  let auto = null;
  /** How the last autoplay ended: the id of a text and its values. @type {{id: string, values: Record<string, unknown>} | null} */
  let autoEnd = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const unanswered = new Unanswered((again) =>
    on.tell(say('offline.title'), say('offline.text'), { label: say('offline.again'), go: () => (on.tell(), again()) }),
  );

  const slip = (isHouse(game) ? houseSlip : slipView)(game, offer, { changed: slipChanged, bet: (choice) => void bet(choice), auto: (choice, limits) => void autoplay(choice, limits), stop });
  const fairness = fairnessView(player, session, { rotate: (seed) => void rotate(seed) });
  const past = pastView(player, { ...on, read });
  const ledger = ledgerView(player, read);
  const head = h('div', { class: 'head' });
  const status = h('p', { class: 'tally', role: 'status' });
  let figure = h('figure', { class: 'stage' });
  const node = h(
    'div',
    { class: 'wrap app play' },
    slip.node,
    h('div', { class: 'desk' }, head, h('div', { class: 'frame' }, figure, fairness.node), past.node, ledger.node),
  );

  const limits = () => ({ least: quote?.min_stake ?? offer.limits?.min_ante, most: quote?.max_stake ?? offer.limits?.max_ante, payout: quote?.max_payout ?? offer.ruleset?.rules.max_payout });

  /** Shows everything in the language that is chosen now. */
  function label() {
    fill(head, h('div', null, h('p', { class: 'what', id: 'what' }), h('h1', { id: 'heading', tabindex: '-1' }, t(`game.${game}`)), status));
    slip.label();
    fairness.show();
    show();
    void ask();
  }

  function show() {
    const round = shown;
    const nonce = String(round ? round.seeds.nonce : (player.seeds?.active.nonce ?? 0));
    fill(document.getElementById('what') ?? head.querySelector('.what') ?? head, say(round ? 'head.nonce' : 'head.next', { nonce }));
    const text = round ? ending(round) : '';
    if (status.textContent !== text) fill(status, text);
    const focused = showStage();
    node.classList.toggle('playing', player.open(game) !== null);
    slip.update({ quote, fresh, refused, busy, open: player.open(game) !== null, balance: player.balance, auto, autoEnd: autoEnd ? say(autoEnd.id, autoEnd.values) : '' });
    past.show();
    ledger.show();
    if (focused) refocus(focused);
  }

  /** @param {Round} round */
  function ending({ state, settlement, void: voided }) {
    if (state === 'open') return say('head.open');
    if (voided) return say('head.void');
    return say(settlement.returned > 0 ? 'head.won' : 'head.lost', settlement);
  }

  /** @returns {string | undefined} the id of what had the focus there */
  function showStage() {
    const focused = figure.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const next = board();
    figure.replaceWith(next);
    figure = next;
    return focused;
  }

  function board() {
    if (shown === null) return before(game, slip.choice(), quote, fresh, offer.ruleset);
    if (shown.state === 'open') return open(shown, { busy, move: (action) => void move(action) });
    const bet = last;
    const again = bet && auto === null ? { label: say('slip.again', { stake: stakeOf(bet) }), go: () => !busy && void betAgain(bet) } : null;
    return settled(shown, again);
  }

  /** The control that had the focus, or what is next where it is gone. @param {string} id */
  function refocus(id) {
    const next = shown?.state === 'open' ? figure.querySelector('.moves button') : document.getElementById('b-bet');
    /** @type {HTMLElement | null} */ (document.getElementById(id) ?? next)?.focus({ preventScroll: true });
  }

  // Quotes

  function slipChanged() {
    if (shown?.state !== 'open') shown = null;
    fresh = false;
    refused = '';
    autoEnd = null;
    show();
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE);
  }

  /** Has the service reckon the bet as it stands; only the last answer counts. */
  async function ask() {
    const choice = slip.choice();
    const mine = ++asked;
    if (choice === null) {
      quote = null;
      return show();
    }
    try {
      const told = await player.quote(game, choice.params, choice.bet);
      if (mine !== asked) return;
      [quote, fresh, refused] = [told, true, ''];
      unanswered.drop('quote');
    } catch (error) {
      if (mine !== asked || on.lost(error)) return;
      if (!(error instanceof Refusal)) return noAnswer('quote', error, ask);
      [quote, refused] = [null, reason(error, limits())];
    }
    show();
  }

  // Bets and moves

  /**
   * One call at a time; what fails is told.
   * @template T
   * @param {() => Promise<T>} call
   * @param {(value: T) => void | Promise<void>} done
   * @param {(refusal: Refusal) => void | Promise<void>} [refuse]
   * @returns {Promise<boolean>} whether it was done
   */
  async function guard(call, done, refuse = told) {
    if (busy) return false;
    busy = true;
    unanswered.drop('call');
    on.tell();
    fairness.busy(true);
    show();
    try {
      await done(await call());
      unanswered.offer();
      return true;
    } catch (error) {
      if (on.lost(error)) return false;
      if (error instanceof Refusal) await refuse(error);
      else noAnswer('call', error, () => guard(/** @type {NoAnswer} */ (error).again, done, refuse));
      return false;
    } finally {
      busy = false;
      fairness.busy(false);
      show();
      on.changed();
    }
  }

  /** @param {Refusal} refusal */
  async function told(refusal) {
    on.tell(say('refused.title'), reason(refusal, limits()));
    const round = shown;
    // Somebody else may have gone on with what is shown here.
    if (round?.state === 'open' && /^(stale_action|illegal_action)$/.test(refusal.code)) await read(async () => played(await player.look(round)));
  }

  /** Reads what follows from what was done. Where no answer comes it can be asked again; what was done stays. @param {() => Promise<void>} work */
  async function read(work) {
    try {
      await work();
    } catch (error) {
      if (on.lost(error)) return;
      if (error instanceof Refusal) on.tell(reason(error));
      else noAnswer('read', error, async () => (await read(work), show(), on.changed()));
    }
  }

  /** @param {import('./unanswered.js').Kind} kind @param {unknown} error @param {() => unknown} again */
  function noAnswer(kind, error, again) {
    if (!(error instanceof NoAnswer)) throw error;
    unanswered.add(kind, again);
  }

  /** @param {Choice} choice */
  function bet(choice) {
    last = choice;
    return guard(() => player.play(game, choice.params, choice.bet), played);
  }

  /** @param {Choice} choice */
  async function betAgain(choice) {
    if (await bet(choice)) document.getElementById('m-again')?.focus({ preventScroll: true });
  }

  /** @param {Record<string, unknown>} action */
  function move(action) {
    const round = shown;
    if (round) void guard(() => player.act(round, action), played);
  }

  /** @param {Round} answer of the service to a bet or an action */
  async function played(answer) {
    const round = player.taken(answer);
    [shown, autoEnd] = [round, null];
    const strange = round.seeds.server_seed_hash !== player.seeds?.active.server_seed_hash;
    await read(() => (strange ? player.begin() : player.history()));
    if (strange) on.tell(say('fair.strange'));
    fairness.show();
    show();
    figure.scrollIntoView({ block: 'nearest' });
    if (round.state === 'open' && !figure.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (figure.querySelector('.pic-cell[tabindex="0"], .moves button'))?.focus({ preventScroll: true });
    }
  }

  // Autoplay

  function stop() {
    auto?.stop();
    show();
  }

  /** @param {Choice} choice @param {import('./autoplay.js').Limits} limits */
  async function autoplay(choice, limits) {
    if (busy || auto) return;
    const run = new Autoplay(limits, stakeOf(choice));
    [auto, autoEnd] = [run, null];
    const one = async () => {
      const made = await bet(choice);
      if (!made || shown === null) throw new Ended();
      return shown.settlement;
    };
    let end = 'failed';
    try {
      end = await run.run(one, show);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    } finally {
      auto = null;
      autoEnd = { id: `auto.ended.${end}`, values: { count: run.done, net: signed(run.net) } };
      show();
    }
  }

  // Seeds

  /** @param {string} clientSeed */
  function rotate(clientSeed) {
    return guard(
      () => player.rotate(clientSeed),
      async (rotation) => {
        player.rotated(rotation);
        shown = null;
        fairness.changed();
        if (player.revealed === null) on.tell(say('fair.hidden'));
        await read(() => player.findRounds());
      },
      (refusal) => fairness.refuse(reason(refusal)),
    );
  }

  return { node, game, label, running: () => auto !== null, stop };
}

/** A bet of autoplay was not made; why was told already. */
class Ended extends Error {}

/** @param {Choice} choice */
const stakeOf = ({ bet }) => Object.values(bet).flat().reduce((sum, chips) => sum + chips, 0);
