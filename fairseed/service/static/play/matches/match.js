/** One match: its view as the service confirms it, the own chain, what this browser checks, what can be done. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { language, number, t } from '../../verify/ui/language.js';
import { linkOfRecord } from '../../verify/ui/links.js';
import { storyOf } from '../../verify/ui/matches/story.js';
import { actionText, playerName } from '../../verify/ui/matches/words.js';
import { copy, fileName, save } from '../../verify/ui/report.js';
import { doer, giver } from '../doing.js';
import { reader, unreached } from '../section.js';
import { Chain, chainName, linkFor } from '../tables/chain.js';
import { Feed } from '../tables/feed.js';
import { linkTo } from './address.js';
import { factsOf } from './facts.js';
import { board, choosing, ending, history, lying, nameOf, worthText } from './felt.js';
import { checked, recordOf } from './live.js';
import { againOf, best, freeOf, nextOf, placesOf, turnsOf, useful, worthOf } from './model.js';
import { away, refusal, said, say } from './words.js';

/** @typedef {Record<string, any>} View */
/**
 * @typedef {ReturnType<typeof import('../section.js').surroundings> & {calls: import('./calls.js').Calls, invited: ReturnType<typeof import('./invitations.js').invitations>, open: (made: {match_id: string, invitation?: string}) => void, joins: (id: string) => boolean}} Surroundings
 */

/** @typedef {import('./model.js').Place} Place */

const TICK = 250;
/** So many turns are told beside the match. */
const TOLD = 8;

/** @param {string} id @param {Surroundings} on */
export function matchView(id, on) {
  const name = chainName(on.me.name, id);
  let chain = Chain.find(on.store, name);
  /** @type {View | null} */
  let view = null;
  /** Indexes of the dice that are chosen to be kept. @type {Set<number>} */
  let picked = new Set();
  let [sure, deadline] = [false, 0];
  let broken = false;
  let [acts, dice] = ['', ''];
  let copied = false;
  const head = h('div', { class: 'head' });
  const status = h('p', { class: 'tally', role: 'status' });
  const clock = h('p', { class: 'tb-time', 'aria-hidden': 'true' });
  const top = h('div', { class: 'mt-top' }, status, clock);
  const notice = h('div');
  const [players, felt, worth] = [h('div'), h('div', { class: 'td-felt' }), h('p', { class: 'mt-worth', 'aria-live': 'polite' })];
  const concession = h('div', { class: 'mt-concede' });
  const [bar, caption, side] = [h('div', { class: 'tb-bar' }), h('figcaption', { class: 'textline' }), h('div', { class: 'tb-side' })];
  const stage = h('figure', { class: 'stage tb-stage mt-stage' }, top, h('div', { class: 'pic' }, players, felt), bar, h('div', { class: 'mt-foot' }, caption, concession));
  const node = h('div', { class: 'wrap tb' }, head, notice, h('div', { class: 'frame' }, stage, side));
  const feed = new Feed(on.root, id, on.me.token, () => void refresh(), undefined, undefined, 'matches');
  const timer = setInterval(tick, TICK);

  const newest = reader(
    async () => take(await on.calls.look(id)),
    (error) => unreached(on, error, away, refresh)
  );
  const refresh = () => newest.refresh();
  const doing = doer(on, { show, go, refresh, away, refusal, stale: () => say('mt.stale') });
  const { guard } = doing;
  const giving = giver(on, { show, refresh, broke: () => (broken = true) });

  /** What the service confirms counts, in the order of its versions. @param {View} next */
  function take(next) {
    const before = view;
    if (before !== null && next.version < before.version) return;
    view = next;
    deadline = next.due_at === null ? 0 : performance.now() + Date.parse(next.due_at) - Date.parse(next.now);
    if (before?.round?.actions.length !== next.round?.actions.length) picked = new Set();
    if (next.round?.receipt) on.keep(next.round);
    if (before?.round?.state !== next.round?.state || before?.state !== next.state) on.moved();
    show();
    void go();
  }

  /** Does what has to be done without being asked: joining what this tab opened, the link. */
  async function go() {
    if (view === null || doing.busy) return;
    if (view.seat === null && view.state === 'open' && on.joins(id)) return join();
    const { round, seat } = view;
    if (round?.state === 'links' && seat !== null && round.shown.asked.includes(seat) && !round.shown.given.includes(seat)) await give(round);
  }

  /** A match has no deck: what the link is given for is the promise itself. @param {View} round */
  const give = (round) =>
    giving(round.round_id, async () => {
      const { server_seed_hash, nonce } = round.seeds;
      const link = linkFor(chain, { server_seed_hash, nonce, deck_root: server_seed_hash }, view?.own.link);
      take((await on.calls.give(id, link)).match);
    });

  const join = () =>
    guard(async () => {
      // The secret is kept before anybody hears of its head.
      chain = Chain.make(on.store, name, 16);
      broken = false;
      take(await on.calls.join(id, chain.head, on.invited.of(id)));
    });

  /** Before the start the place is free again; in a match this is a concession, which counts whatever others did meanwhile. */
  const leave = () =>
    guard(async () => {
      sure = false;
      if (view !== null && view.seat !== null) take(await on.calls.leave(id, view.seat));
    });

  /** Its host takes it back. */
  const close = () =>
    guard(async () => {
      take(await on.calls.close(id));
      location.hash = 'matches';
    });

  /** The next match with the settings of this one: what somebody of it has opened already, else a new one. */
  const again = () =>
    guard(async () => {
      if (view === null) return;
      const next = nextOf(view, await on.calls.list());
      on.open(next === null ? await on.calls.create(againOf(view)) : { match_id: next });
    });

  /** @param {Record<string, unknown>} action */
  const act = (action) =>
    guard(async () => {
      if (view?.round) take(await on.calls.act(id, view.round, action));
    });

  // Showing

  function show() {
    if (view === null) return;
    const { round, seat } = view;
    const proof = checked(round, seat, given());
    const stopped = proof.state === 'failed';
    const story = round && round.state !== 'links' ? storyOf(recordOf(round)) : null;
    const places = placesOf(view, story);
    const over = Boolean(round?.outcome) && round?.state !== 'open' && !round?.void;
    const mine = round?.state === 'open' && round.shown.turn === seat;
    fill(head, h('div', null, h('p', { class: 'what' }, h('a', { href: '#matches', id: 'b-lobby' }, say('mt.all'))), h('h1', { id: 'heading', tabindex: '-1' }, view.name || say('mt.match'))));
    const text = statusOf(view, places);
    if (status.textContent !== text) fill(status, text);
    stage.classList.toggle('mt-mine', mine);
    // At the end the same stands large among what was paid.
    top.classList.toggle('vh', over);
    document.title = title();
    const why = proof.id === null ? say('mt.failed', { checks: proof.checks.join(', ') }) : say(proof.id);
    fill(
      notice,
      stopped && h('div', { class: 'notice tb-alarm', role: 'alert' }, h('p', null, why)),
      broken && h('div', { class: 'notice', role: 'alert' }, h('div', null, h('b', null, say('mt.chain.title')), h('p', null, say('mt.chain.text')))),
    );
    const points = story?.matches[story.matches.length - 1].points ?? 0;
    fill(players, board(places, points));
    showFelt(view, story, places, { over, stopped, points });
    fill(caption, story && !over && story.actions.length > 0 && told(story, places));
    showBar(view, stopped);
    showSide(view, proof, story, places);
    tick();
  }

  /** What the document is called: it tells of one's turn in a tab that is not looked at. */
  function title() {
    const mine = view?.round?.state === 'open' && view.round.shown.turn === view.seat;
    return `${mine ? `● ${say('mt.yours')}. ` : ''}${say('mt.match')}. ${say('mt.page')}`;
  }

  /** What was done last, by names. @param {import('../../verify/ui/matches/story.js').Story} story @param {readonly Place[]} places */
  function told(story, places) {
    const last = story.matches.length - 1;
    const { player } = story.actions[last - 1];
    return t('td.line.did', { name: places[player].own ? on.me.name : nameOf(places[player]), what: actionText(story, last - 1) });
  }

  /** What the own link was given for. */
  function given() {
    const promised = chain?.promised;
    return chain && promised && view?.round && promised.nonce === view.round.seeds.nonce ? { server_seed_hash: promised.server_seed_hash, link: chain.last } : null;
  }

  /** @param {View} now @param {readonly Place[]} places */
  function statusOf({ round, state, seat, prize, ...facts }, places) {
    if (round?.state === 'links') return say('mt.links');
    if (round?.state === 'open') {
      if (round.shown.turn !== seat) return say('mt.turn', { name: nameOf(places[round.shown.turn]) });
      const dice = round.legal?.some((/** @type {View} */ { type }) => type === 'keep');
      const first = !round.legal?.some((/** @type {View} */ { type }) => type === 'bank');
      return `${say('mt.yours')}: ${say(dice ? 'mt.do.keep' : first ? 'mt.do.roll' : 'mt.do.either')}`;
    }
    if (state === 'open') return say(round?.void ? 'mt.void' : 'mt.waiting', { count: freeOf(/** @type {any} */ (facts)), players: facts.params.players });
    if (round?.void) return say('mt.void');
    if (!round?.outcome) return say('mt.closed');
    return round.outcome.winner === seat ? say('mt.won', { prize }) : say('mt.lost', { name: nameOf(places[round.outcome.winner]) });
  }

  /**
   * The dice, or before the start how others come, or how it ended.
   * @param {View} now @param {import('../../verify/ui/matches/story.js').Story | null} story @param {readonly Place[]} places
   * @param {{over: boolean, stopped: boolean, points: number}} how
   */
  function showFelt(now, story, places, { over, stopped, points }) {
    const { round, seat } = now;
    const keep = stopped || seat === null ? undefined : round?.legal?.find((/** @type {View} */ { type }) => type === 'keep');
    const key = JSON.stringify([language(), round?.actions.length, round?.state, now.state, seat, doing.busy, [...picked], over, stopped, freeOf(now), copied]);
    if (key === dice) return;
    dice = key;
    fill(worth);
    const focused = felt.contains(document.activeElement) ? document.activeElement?.id : '';
    if (over) {
      const { way, text } = checkOf(now);
      const more = seat !== null && press('again', say('mt.again_same'), () => void again(), { main: true });
      fill(felt, ending(now, places, [more, way, h('a', { class: 'btn', href: '#matches' }, say('mt.all'))], text));
    }
    else if (story === null) fill(felt, waiting(now));
    else if (keep) {
      const table = round.shown.dice;
      fill(felt, choosing(table, picked, useful(table), toggle));
      const turn = { points, score: places[/** @type {number} */ (seat)].score ?? 0, target: now.params.target };
      const chosen = [...picked].sort((a, b) => a - b);
      fill(worth, worthText(table, chosen.length, worthOf(table, chosen, turn), best(table).points));
    } else fill(felt, lying(story), h('p', { class: 'td-sum' }, points > 0 && t('td.points', { points })));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {number} i */
  function toggle(i) {
    if (picked.has(i)) picked.delete(i);
    else picked.add(i);
    show();
  }

  /** @param {string} which @param {string} label @param {() => void} go */
  const press = (which, label, go, { main = false, off = false } = {}) =>
    h('button', { type: 'button', id: `m-${which}`, class: `btn move${main ? ' main' : ''}`, 'aria-disabled': (doing.busy || off) && 'true', onclick: () => !doing.busy && !off && go() }, label);

  /** Before the start: joining, leaving, and the link for those who shall come. @param {View} now */
  function waiting(now) {
    const { round, seat, state, params, host } = now;
    if (state !== 'open' || round?.state === 'links') return null;
    const host_ = host === on.me.name;
    const invitation = on.invited.of(id);
    const closed = now.private && !host_ && invitation === '';
    if (seat === null) {
      return h('div', { class: 'mt-wait' }, closed ? h('p', null, say('mt.closed_door')) : h('div', { class: 'moves' }, press('join', say('mt.join', { ante: number(params.ante) }), () => void join(), { main: true })), host_ && h('div', { class: 'moves' }, press('close', say('mt.take_back'), () => void close())));
    }
    const link = linkTo(location.href, id, now.private ? invitation : '');
    const known = !now.private || invitation !== '';
    return h(
      'div',
      { class: 'mt-wait' },
      known && [h('p', null, say(now.private ? 'mt.link_private' : 'mt.link')), h('code', { id: 'link' }, link), h('div', { class: 'moves' }, press('copy', say(copied ? 'mt.copied' : 'mt.copy'), () => void copy(link).then((done) => ((copied = done), show())), { main: true }))],
      h('div', { class: 'moves' }, press('leave', say('mt.leave'), () => void leave()), host_ && press('close', say('mt.take_back'), () => void close())),
    );
  }

  /** The way to the verifier with the whole record, once its seed is there. @param {View} now @returns {{way: HTMLElement | false, text: Node | false}} */
  function checkOf({ round }) {
    if (!round || round.seeds.server_seed === undefined) return { way: false, text: false };
    const record = recordOf(round);
    const whole = linkOfRecord(record, on.look());
    const to = (/** @type {string} */ fragment) => ({ href: `../verify/#${fragment}`, target: '_blank', rel: 'noopener' });
    if (whole !== null) return { way: h('a', { id: 'b-check', class: 'btn', ...to(whole) }, say('mt.check')), text: false };
    const keep = () => save(fileName(round.round_id, '.json'), [JSON.stringify(record)], 'application/json');
    const verifier = h('a', to(new URLSearchParams(on.look()).toString()), say('mt.verifier'));
    return { way: h('button', { type: 'button', id: 'b-check', class: 'btn', onclick: keep }, say('mt.check_file')), text: h('p', null, said('mt.check_text', { verifier })) };
  }

  /** Buttons are made of `legal` and nothing else; anew only when something of it changed. @param {View} now @param {boolean} stopped */
  function showBar({ round, seat }, stopped) {
    const legal = round?.legal ?? [];
    const key = JSON.stringify([language(), doing.busy, stopped, round?.actions.length, legal, [...picked], sure, doing.refused]);
    if (key === acts) return;
    acts = key;
    const focused = [bar, concession].some((one) => one.contains(document.activeElement)) ? (document.activeElement?.id ?? '') : null;
    const [roll, keep, bank, concede] = ['roll', 'keep', 'bank', 'concede'].map((type) => legal.find((/** @type {any} */ action) => action.type === type));
    const moves = [
      keep && keeping(round.shown.dice, keep.sets),
      bank && press('bank', say('mt.bank', { points: bank.points }), () => void act({ type: 'bank' })),
      roll && press('roll', say('mt.roll', { count: roll.dice }), () => void act({ type: 'roll' }), { main: true }),
    ];
    const playing = !stopped && seat !== null && concede !== undefined;
    fill(
      bar,
      doing.refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), doing.refused),
      playing && moves.some(Boolean) && [worth, h('div', { class: 'moves', role: 'group', 'aria-label': say('mt.move') }, moves)],
    );
    fill(
      concession,
      playing && [
        sure && h('p', { class: 'note' }, say('mt.sure_text')),
        press('concede', say(sure ? 'mt.sure' : 'mt.concede'), () => (sure ? void leave() : ((sure = true), show()))),
        sure && press('stay', say('mt.stay'), () => ((sure = false), show())),
      ],
    );
    if (focused !== null) /** @type {HTMLElement | null} */ (document.getElementById(focused) ?? bar.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** @param {readonly number[]} table @param {readonly {dice: number[], points: number}[]} sets that are legal */
  function keeping(table, sets) {
    const chosen = [...picked].sort((a, b) => a - b);
    const set = sets.find((one) => one.dice.join() === chosen.join());
    return [
      press('best', say('mt.best'), () => ((picked = new Set(best(table).dice)), show())),
      press('keep', set ? say('mt.keep', { points: set.points }) : say('mt.keep_none'), () => void act({ type: 'keep', dice: chosen }), { main: true, off: !set }),
    ];
  }

  /** @param {View} now @param {import('./live.js').Checked} proof @param {import('../../verify/ui/matches/story.js').Story | null} story @param {readonly Place[]} places */
  function showSide(now, proof, story, places) {
    const { round, seat } = now;
    const own = given();
    const turns = story ? turnsOf(story) : [];
    fill(
      side,
      turns.some(({ end }) => end !== null) && h('section', { id: 'turns' }, h('h2', null, say('mt.turns')), history(turns, places, TOLD)),
      h(
        'section',
        null,
        h('h2', null, say('mt.about')),
        seat !== null && h('p', null, say('mt.you', { name: playerName(seat) })),
        factsOf(now).map((text) => h('p', null, text)),
        h('p', { class: 'small' }, h('a', { href: './rules/tavern_dice' }, say('mt.rules'))),
      ),
      round &&
        h(
          'section',
          { id: 'proof' },
          h('h2', null, say('mt.proof')),
          h('dl', { class: 'tb-hashes' }, h('dt', null, say('mt.promise')), h('dd', null, h('code', null, round.seeds.server_seed_hash)), own && [h('dt', null, say('mt.own_seed')), h('dd', null, h('code', null, own.link))]),
          proof.state === 'verified' && h('p', { class: 'ok state' }, icon('verified', 16), say('mt.verified')),
        ),
    );
  }

  function tick() {
    const most = 1000 * (view?.params.decision_seconds ?? 0);
    const left = deadline === 0 ? 0 : Math.min(most, Math.max(0, deadline - performance.now()));
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
    title,
    label() {
      [acts, dice] = ['', ''];
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
