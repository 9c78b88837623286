/** One match: its view as the service confirms it, the own chain, what this browser checks, what can be done. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { language, number } from '../../verify/ui/language.js';
import { linkOfRecord } from '../../verify/ui/links.js';
import { die, drawing } from '../../verify/ui/matches/picture.js';
import { storyOf } from '../../verify/ui/matches/story.js';
import { lineOf, playerName } from '../../verify/ui/matches/words.js';
import { fileName, save } from '../../verify/ui/report.js';
import { NoAnswer, Refusal } from '../api.js';
import { reader, unreached } from '../section.js';
import { Chain, ChainFault, chainName } from '../tables/chain.js';
import { Feed } from '../tables/feed.js';
import { checked, recordOf } from './live.js';
import { factsOf } from './lobby.js';
import { away, refusal, say } from './words.js';

/** @typedef {Record<string, any>} View */
/**
 * @typedef {ReturnType<typeof import('../section.js').surroundings> & {calls: import('./calls.js').Calls, joining: (id: string) => void, joins: (id: string) => boolean}} Surroundings
 */

const TICK = 250;

/** @param {string} id @param {Surroundings} on */
export function matchView(id, on) {
  const name = chainName(on.me.name, id);
  let chain = Chain.find(on.store, name);
  /** @type {View | null} */
  let view = null;
  /** Indexes of the dice that are chosen to be kept. @type {Set<number>} */
  let picked = new Set();
  let [busy, refused, giving, sure, deadline] = [false, '', '', false, 0];
  let broken = false;
  let acts = '';
  const head = h('div', { class: 'head' });
  const status = h('p', { class: 'tally', role: 'status' });
  const clock = h('p', { class: 'tb-time', 'aria-hidden': 'true' });
  const notice = h('div');
  const [art, bar, caption, side] = [h('div', { class: 'pic' }), h('div', { class: 'tb-bar' }), h('figcaption', { class: 'textline' }), h('div', { class: 'tb-side' })];
  const node = h('div', { class: 'wrap tb' }, head, notice, h('div', { class: 'frame' }, h('figure', { class: 'stage tb-stage' }, art, bar, caption), side));
  const feed = new Feed(on.root, id, on.me.token, () => void refresh(), undefined, undefined, 'matches');
  const timer = setInterval(tick, TICK);

  const newest = reader(
    async () => take(await on.calls.look(id)),
    (error) => unreached(on, error, away, refresh)
  );
  const refresh = () => newest.refresh();

  /** What the service confirms counts, in the order of its versions. @param {View} next */
  function take(next) {
    const before = view;
    if (before !== null && next.version < before.version) return;
    view = next;
    deadline = next.due_at === null ? 0 : performance.now() + Date.parse(next.due_at) - Date.parse(next.now);
    if (before?.round?.actions.length !== next.round?.actions.length) [picked, sure] = [new Set(), false];
    if (next.round?.receipt) on.keep(next.round);
    if (before?.round?.state !== next.round?.state || before?.state !== next.state) on.moved();
    show();
    void go();
  }

  /** Does what has to be done without being asked: joining what this tab opened, the link. */
  async function go() {
    if (view === null || busy) return;
    if (view.seat === null && view.state === 'open' && on.joins(id)) return join();
    const { round, seat } = view;
    if (round?.state === 'links' && seat !== null && round.shown.asked.includes(seat) && !round.shown.given.includes(seat)) await give(round);
  }

  /** A match has no deck: what the link is given for is the promise itself. @param {View} round */
  async function give(round) {
    if (view === null || giving === round.round_id) return;
    giving = round.round_id;
    try {
      if (chain === null) throw new ChainFault('missing');
      const { server_seed_hash, nonce } = round.seeds;
      const link = chain.next({ server_seed_hash, nonce, deck_root: server_seed_hash }, view.own.link);
      take((await on.calls.give(id, link)).match);
    } catch (error) {
      if (error instanceof ChainFault) broken = true;
      else if (on.lost(error)) return;
      else if (error instanceof NoAnswer) giving = '';
      else if (!(error instanceof Refusal)) throw error;
      show();
      void refresh();
    }
  }

  /** One call at a time; what fails is told. @param {() => Promise<void>} call */
  async function guard(call) {
    if (busy) return;
    [busy, refused] = [true, ''];
    on.tell();
    show();
    try {
      await call();
    } catch (error) {
      if (on.lost(error)) return;
      if (error instanceof Refusal) {
        if (error.code === 'stale_action') on.tell(say('mt.stale'));
        else refused = refusal(error);
        void refresh();
      } else unreached(on, error, away, refresh);
    } finally {
      busy = false;
      show();
      void go();
    }
  }

  const join = () =>
    guard(async () => {
      // The secret is kept before anybody hears of its head.
      chain = Chain.make(on.store, name, 16);
      broken = false;
      take(await on.calls.join(id, chain.head));
    });

  const leave = () =>
    guard(async () => {
      if (view !== null && view.seat !== null) take(await on.calls.leave(id, view.seat));
    });

  /** @param {Record<string, unknown>} action */
  const act = (action) =>
    guard(async () => {
      if (view?.round) take(await on.calls.act(id, view.round, action));
    });

  // Showing

  function show() {
    if (view === null) return;
    const { round } = view;
    const proof = checked(round, view.seat, given());
    fill(head, h('div', null, h('p', { class: 'what' }, h('a', { href: '#matches', id: 'b-lobby' }, say('mt.all'))), h('h1', { id: 'heading', tabindex: '-1' }, view.name || say('mt.match')), status), clock);
    const text = statusOf(view);
    if (status.textContent !== text) fill(status, text);
    const why = proof.id === null ? say('mt.failed', { checks: proof.checks.join(', ') }) : say(proof.id);
    fill(
      notice,
      proof.state === 'failed' && h('div', { class: 'notice tb-alarm', role: 'alert' }, h('p', null, why)),
      broken && h('div', { class: 'notice', role: 'alert' }, h('div', null, h('b', null, say('mt.chain.title')), h('p', null, say('mt.chain.text')))),
    );
    const story = round && round.state !== 'links' ? storyOf(recordOf(round)) : null;
    const last = story ? story.matches.length - 1 : 0;
    fill(art, story && drawing(story, last));
    fill(caption, story && lineOf(story, last).slice(0, 2).join(' '));
    showBar(view, proof.state === 'failed');
    showSide(view, proof);
    tick();
  }

  /** What the own link was given for. */
  function given() {
    const promised = chain?.promised;
    return chain && promised && view?.round && promised.nonce === view.round.seeds.nonce ? { server_seed_hash: promised.server_seed_hash, link: chain.last } : null;
  }

  /** @param {View} now */
  function statusOf({ round, state, seat, params, taken, prize }) {
    if (round?.state === 'links') return say('mt.links');
    if (round?.state === 'open') return round.shown.turn === seat ? say('mt.yours') : say('mt.turn', { name: nameOf(round.shown.turn) });
    if (state === 'open') return say('mt.waiting', { taken: Object.keys(taken).length, players: params.players });
    if (round?.void) return say('mt.void');
    if (!round?.outcome) return say('mt.closed');
    return round.outcome.winner === seat ? say('mt.won', { prize: number(prize) }) : say('mt.lost', { name: nameOf(round.outcome.winner) });
  }

  /** @param {number} seat */
  function nameOf(seat) {
    const { player, bot } = view?.taken[seat] ?? {};
    return player ?? playerName(seat, bot);
  }

  /** Buttons are made of `legal` and nothing else; anew only when something of it changed. @param {View} now @param {boolean} stopped */
  function showBar({ round, seat }, stopped) {
    const legal = round?.legal ?? [];
    const key = JSON.stringify([language(), busy, stopped, round?.actions.length, legal, [...picked], sure, refused]);
    if (key === acts) return;
    acts = key;
    const focused = bar.contains(document.activeElement) ? (document.activeElement?.id ?? '') : null;
    const find = (/** @type {string} */ type) => legal.find((/** @type {any} */ action) => action.type === type);
    const press = (/** @type {string} */ which, /** @type {string} */ label, /** @type {() => void} */ go, { main = false, off = false } = {}) =>
      h('button', { type: 'button', id: `m-${which}`, class: `btn move${main ? ' main' : ''}`, 'aria-disabled': (busy || off) && 'true', onclick: () => !busy && !off && go() }, label);
    const [roll, keep, bank, concede] = ['roll', 'keep', 'bank', 'concede'].map(find);
    fill(
      bar,
      refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
      !stopped && seat !== null && [
        keep && keeping(round.shown.dice, keep.sets, press),
        (roll || bank) && h('div', { class: 'moves', role: 'group', 'aria-label': say('mt.move') }, bank && press('bank', say('mt.bank', { points: number(bank.points) }), () => void act({ type: 'bank' })), roll && press('roll', say('mt.roll', { count: roll.dice }), () => void act({ type: 'roll' }), { main: true })),
        concede && h('div', { class: 'moves tb-powers' }, press('concede', say(sure ? 'mt.sure' : 'mt.concede'), () => (sure ? void act({ type: 'concede' }) : ((sure = true), show())))),
      ],
    );
    if (focused !== null) /** @type {HTMLElement | null} */ (document.getElementById(focused) ?? bar.querySelector('button'))?.focus({ preventScroll: true });
  }

  /**
   * @param {readonly number[]} dice
   * @param {readonly {dice: number[], points: number}[]} sets
   * @param {(which: string, label: string, go: () => void, how?: {main?: boolean, off?: boolean}) => HTMLElement} press
   */
  function keeping(dice, sets, press) {
    const chosen = [...picked].sort((a, b) => a - b);
    const set = sets.find((one) => one.dice.join() === chosen.join());
    const best = sets.reduce((most, one) => (one.points > most.points ? one : most));
    const toggle = (/** @type {number} */ i) => {
      if (picked.has(i)) picked.delete(i);
      else picked.add(i);
      show();
    };
    const one = (/** @type {number} */ face, /** @type {number} */ i) =>
      h('button', { type: 'button', id: `d-${i}`, class: 'tb-pick td-pick', 'aria-pressed': String(picked.has(i)), 'aria-label': say('mt.die', { number: i + 1, face }), onclick: () => toggle(i) }, die(face));
    return h(
      'div',
      { class: 'moves tb-draw', role: 'group', 'aria-label': say('mt.dice') },
      h('div', { class: 'tb-picks' }, dice.map(one)),
      h(
        'div',
        { class: 'moves' },
        press('best', say('mt.best'), () => ((picked = new Set(best.dice)), show())),
        press('keep', set ? say('mt.keep', { points: number(set.points) }) : say('mt.keep_none'), () => void act({ type: 'keep', dice: chosen }), { main: true, off: !set }),
      ),
    );
  }

  /** @param {View} now @param {import('./live.js').Checked} proof */
  function showSide(now, proof) {
    const { round, seat, state } = now;
    const own = given();
    const waits = state === 'open' && (round === null || round.void !== undefined);
    const whole = round && round.seeds.server_seed !== undefined ? linkOfRecord(recordOf(round), on.look()) : null;
    fill(
      side,
      h(
        'section',
        null,
        seat !== null && h('p', null, h('b', null, say('mt.you', { name: playerName(seat) }))),
        factsOf(now).map((text) => h('p', null, text)),
        waits && seat === null && h('button', { type: 'button', id: 'b-join', class: 'btn main', 'aria-disabled': busy && 'true', onclick: () => void join() }, say('mt.join', { ante: number(now.params.ante) })),
        waits && seat !== null && h('button', { type: 'button', id: 'b-away', class: 'btn', 'aria-disabled': busy && 'true', onclick: () => void leave() }, say('mt.leave')),
        h('p', { class: 'small' }, h('a', { href: './rules/tavern_dice' }, say('mt.rules'))),
      ),
      round &&
        h(
          'section',
          { id: 'proof' },
          h('h2', null, say('mt.proof')),
          h('dl', { class: 'tb-hashes' }, h('dt', null, say('mt.promise')), h('dd', null, h('code', null, round.seeds.server_seed_hash)), own && [h('dt', null, say('mt.own_seed')), h('dd', null, h('code', null, own.link))]),
          proof.state === 'verified' && h('p', { class: 'ok state' }, icon('verified', 16), say('mt.verified')),
          whole && h('a', { id: 'b-check', href: `../verify/#${whole}`, target: '_blank', rel: 'noopener' }, say('mt.check')),
          !whole && round.seeds.server_seed !== undefined && h('button', { type: 'button', id: 'b-check', class: 'link', onclick: () => save(fileName(round.round_id, '.json'), [JSON.stringify(recordOf(round))], 'application/json') }, say('mt.check')),
        ),
    );
  }

  function tick() {
    const left = deadline === 0 ? 0 : Math.max(0, deadline - performance.now());
    const running = view?.round?.state === 'open' || view?.round?.state === 'links';
    const text = deadline === 0 || !running ? '' : say('mt.time', { count: Math.ceil(left / 1000) });
    if (clock.textContent !== text) fill(clock, text);
    clock.classList.toggle('tb-short', running && left < 6000);
    // What is due is done by whoever looks first; a stream tells of it, this is for where none comes.
    if (deadline > 0 && performance.now() > deadline + 1500 && !newest.busy) {
      deadline = performance.now();
      void refresh();
    }
  }

  return {
    node,
    id,
    label() {
      acts = '';
      show();
    },
    async start() {
      await refresh();
      void feed.run();
    },
    stop() {
      feed.stop();
      clearInterval(timer);
    },
  };
}
