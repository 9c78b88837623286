/** One table: its view as the service confirms it, the seat's chain, the check of its cards, what can be done. */

import { fill, h } from '../../verify/ui/dom.js';
import { language, t } from '../../verify/ui/language.js';
import { doer, giver } from '../doing.js';
import { reader, unreached } from '../section.js';
import { actionBar } from './actions.js';
import { Chain, chainName, linkFor } from './chain.js';
import { blindsOf, gameOf, titleOf } from './facts.js';
import { Feed } from './feed.js';
import { felt, nameOf, toldOf } from './felt.js';
import { handsView } from './hands.js';
import { LiveCheck } from './live.js';
import { modelOf } from './model.js';
import { actionOf, kept } from './preselect.js';
import { PlainSeeds } from './plain.js';
import { alarmView, proofsView } from './proofs.js';
import { away, refusal } from './refusal.js';
import { sideView } from './side.js';
import { say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./preselect.js').Chosen} Chosen */
/** @typedef {ReturnType<typeof import('../section.js').surroundings> & {calls: import('./calls.js').Calls}} Surroundings */

const TICK = 250;

/** What a link for this hand is given for. @param {View} hand @returns {import('./chain.js').Promised} */
const promisedOf = ({ seeds, deck_root }) => ({ server_seed_hash: seeds.server_seed_hash, nonce: seeds.nonce, deck_root });

/** @param {string} id @param {Surroundings} on */
export function tableView(id, on) {
  const name = chainName(on.me.name, id);
  /** @type {View | null} */
  let view = null;
  /** Of a table that takes plain seeds; any other has a chain. @type {PlainSeeds | null} */
  let plain = null;
  /** @type {Chain | null} */
  let chain = null;
  const live = new LiveCheck();
  /** @type {import('./live.js').Checked} */
  let checked = { alarm: null, proofs: [], story: null };
  /** @type {Chosen | null} */
  let chosen = null;
  let deadline = 0;
  /** Why no link can be given. @type {import('./chain.js').ChainFault | null} */
  let broken = null;

  const hands = handsView(on.store, `fairseed.hands.${on.me.name}.${id}`, (round) => on.calls.hand(round), on.look);
  const side = sideView({ sit: (buyIn, invitation) => void sit(buyIn, invitation), topUp: (amount) => void topUp(amount), leave: () => void leave(), want });
  const head = h('div', { class: 'head' });
  const status = h('p', { class: 'tally', role: 'status' });
  const clock = h('p', { class: 'tb-time', 'aria-hidden': 'true' });
  const alarm = h('div');
  const figure = h('figure', { class: 'stage tb-stage' });
  const art = h('div', { class: 'pic' });
  const bar = h('div', { class: 'tb-bar' });
  const caption = h('figcaption', { class: 'textline' });
  const proofs = h('div');
  let acts = '';
  const node = h('div', { class: 'wrap tb' }, head, alarm, h('div', { class: 'frame' }, figure, side.node), proofs, hands.node);
  figure.append(art, bar, caption);

  const feed = new Feed(on.root, id, on.me.token, () => void refresh());
  const timer = setInterval(tick, TICK);

  // Reading

  const newest = reader(
    async () => take(await on.calls.look(id)),
    (error) => unreached(on, error, away, refresh)
  );
  const refresh = () => newest.refresh();
  const doing = doer(on, { show, go, refresh, away, refusal, stale: () => say('tb.stale') });
  const { guard } = doing;
  const giving = giver(on, { show, refresh, broke: (fault) => (broken = fault) });

  /** What the service confirms counts, in the order of its versions. @param {View} next */
  function take(next) {
    const before = view;
    if (before === null) findSeeds(next);
    if (before !== null && next.version < before.version) return;
    view = next;
    deadline = next.due_at === null ? 0 : performance.now() + Date.parse(next.due_at) - Date.parse(next.now);
    const { hand, seat } = next;
    if (seat === null && before?.seat != null) [chain, broken] = [null, null];
    chain?.follow(next.own?.link ?? null);
    if (hand !== null) checkHand(next);
    if (hand !== null && seat !== null) chosen = kept(chosen, hand, seat);
    if (before?.hand?.round_id !== hand?.round_id) chosen = null;
    if (hand !== null && (hand.state === 'settled' || hand.state === 'void')) ended(hand, before);
    if (before !== null && before.server_seed_hash !== next.server_seed_hash) void hands.refresh();
    if (before === null || JSON.stringify(before.taken[seat ?? 0]) !== JSON.stringify(next.taken[seat ?? 0])) on.moved();
    show();
    if (checked.alarm === null) void go();
  }

  /** What this tab has for the seat. @param {View} now */
  function findSeeds({ params }) {
    if (params.seat_seeds === 'plain') plain = new PlainSeeds(on.store, name);
    else chain = Chain.find(on.store, name);
  }

  /** @param {View} now */
  function checkHand({ hand, seat }) {
    const own = plain ?? chain;
    const given = own !== null && own.promised !== null ? { promised: own.promised, link: own.last } : null;
    const here = seat !== null && hand.seeds.client_seeds[seat] !== undefined;
    // Behind the end of a hand the seat may hold the promise of the next one.
    const asOf = hand.state === 'open' ? given : null;
    checked = live.check(hand, here ? seat : null, asOf);
    if (hand.receipt) on.keep(hand);
  }

  /** @param {View} hand @param {View | null} before */
  function ended(hand, before) {
    if (before?.hand?.round_id === hand.round_id && before?.hand?.state === hand.state && before?.hand?.seeds.server_seed === hand.seeds.server_seed) return;
    hands.add(hand, view?.seat ?? null);
  }

  /** Does what has to be done without being asked: the link, an action that was chosen. */
  async function go() {
    if (view === null || view.seat === null || doing.busy) return;
    const { hand, seat } = view;
    if (hand === null) return;
    if (hand.state === 'links' && hand.shown.asked.includes(seat) && !hand.shown.given.includes(seat)) return give(hand);
    // A link that was lost on the way is given behind the deal: it is used up then, and the chain goes on with the next hand.
    if (hand.state !== 'links' && chain?.owes(promisedOf(hand), view.own.link)) return give(hand);
    if (hand.legal.length > 0 && chosen !== null) {
      const action = actionOf(chosen, hand.legal);
      chosen = null;
      if (action) await act(action);
    }
  }

  /** The link of this hand, whose deck is fixed. @param {View} hand */
  const give = (hand) =>
    giving(hand.round_id, async () => {
      const promised = promisedOf(hand);
      const seed = plain ? { client_seed: plain.next(promised) } : { link: linkFor(chain, promised, view?.own.link) };
      const { counts, table } = await on.calls.give(id, hand, seed);
      if (!counts) on.tell(say('tb.late'));
      take(table);
    });

  // Doing

  /** @param {number} buyIn @param {string} invitation */
  const sit = (buyIn, invitation) =>
    guard(async () => {
      if (view === null) return;
      // The secret is kept before anybody hears of its head.
      chain = plain ? null : Chain.make(on.store, name);
      broken = null;
      const body = { buy_in: buyIn, ...(chain ? { chain_head: chain.head } : {}), ...(invitation ? { invitation } : {}) };
      take(await on.calls.sit(id, body));
    });

  /** @param {number} amount */
  const topUp = (amount) => guard(async () => {
      if (view !== null && view.seat !== null) take(await on.calls.topUp(id, view.seat, amount));
    });

  const leave = () =>
    guard(async () => {
      if (view === null || view.seat === null) return;
      await on.calls.leave(id, view.seat);
      await refresh();
      on.moved();
    });

  /** The player's own text for the next hand. @param {string} text */
  function want(text) {
    if (plain === null) return;
    doing.refused = plain.want(text) ? '' : say('tb.seed.refused');
    show();
  }

  /** @param {Record<string, unknown>} action */
  function act(action) {
    if (checked.alarm !== null) return Promise.resolve();
    const hand = view?.hand;
    return guard(async () => take(await on.calls.act(id, hand, action)));
  }

  // Showing

  function show() {
    if (view === null) return;
    const model = modelOf(view);
    const proven = checked.alarm === null && checked.proofs.some(({ own }) => own);
    fill(head, h('div', null, h('p', { class: 'what' }, h('a', { href: '#tables', id: 'b-lobby' }, say('tb.all')), ` · ${gameOf(view)}, ${blindsOf(view)}`), h('h1', { id: 'heading', tabindex: '-1' }, titleOf(view)), status), clock);
    const text = statusOf(model);
    if (status.textContent !== text) fill(status, text);
    fill(alarm, checked.alarm && alarmView(checked.alarm), broken && h('div', { class: 'notice', role: 'alert' }, h('div', null, h('b', null, say('tb.chain.title')), h('p', null, say(`tb.chain.${broken.why}`)))));
    fill(art, felt(model, proven));
    showBar(view);
    fill(caption, toldOf(model));
    caption.hidden = caption.textContent === '';
    const own = plain ?? chain;
    const given = own !== null && own.promised !== null && view.seat !== null ? own.last : null;
    side.show(view, { lang: language(), busy: doing.busy, refused: doing.refused, given, left: view.seat !== null && chain ? chain.left : null, wanted: plain && plain.wanted, me: on.me.name });
    fill(proofs, checked.alarm === null && view.hand ? proofsView(checked.proofs, view.hand.deck_root) : null);
    tick();
  }

  /** Made anew only when something of it changed, so that an amount being typed stays. @param {View} now */
  function showBar(now) {
    const { hand, seat } = now;
    const key = JSON.stringify([language(), doing.busy, checked.alarm !== null, chosen, seat, hand?.round_id, hand?.state, hand?.actions.length, hand?.legal, hand?.shown?.seats]);
    if (key === acts) return;
    acts = key;
    const focused = bar.contains(document.activeElement) ? (document.activeElement?.id ?? '') : null;
    fill(bar, checked.alarm === null && actionBar(now, { busy: doing.busy, chosen, act: (action) => void act(action), choose }));
    if (focused !== null) /** @type {HTMLElement | null} */ (document.getElementById(focused) ?? bar.querySelector('button, input'))?.focus({ preventScroll: true });
  }

  /** @param {Chosen | null} wanted */
  function choose(wanted) {
    chosen = wanted;
    show();
    void go();
  }

  /** @param {import('./model.js').Model} model */
  function statusOf(model) {
    const { state, seats, turn } = model;
    if (view?.state !== 'open' && state !== 'open') return say('tb.closed');
    if (state === 'waiting') return say(deadline > 0 ? 'tb.status.soon' : 'tb.status.waiting');
    if (state === 'links') return say('tb.status.links');
    if (state === 'void') return say('tb.status.void');
    if (state === 'settled') {
      if (model.carried !== null) return t('pt.line.carried', { count: model.carried });
      return seats.filter(({ wins }) => wins > 0).map((seat) => say(seat.own ? 'tb.status.you_win' : 'tb.status.wins', { name: nameOf(seat), chips: seat.wins })).join(' ') || say('tb.status.over');
    }
    const next = seats.find(({ seat }) => seat === turn);
    if (next?.own) return say(view?.hand.legal.some((/** @type {any} */ { type }) => type === 'shield') ? 'tb.status.answer' : 'tb.status.yours');
    return next ? say('tb.status.turn', { name: nameOf(next) }) : '';
  }

  function tick() {
    const left = deadline === 0 ? 0 : Math.max(0, deadline - performance.now());
    const state = view?.hand?.state;
    const whole = state === 'links' ? 5 : (view?.params.decision_seconds ?? 30);
    // The service's clocks are of whole seconds, and let nobody have less than was said.
    const count = state === 'open' ? Math.min(whole, Math.ceil(left / 1000)) : Math.ceil(left / 1000);
    const text = deadline === 0 ? '' : say(state === 'open' || state === 'links' ? 'tb.time' : 'tb.time_next', { count });
    if (clock.textContent !== text) fill(clock, text);
    clock.classList.toggle('tb-short', state === 'open' && left < 6000);
    const share = Math.min(1, left / (1000 * whole));
    for (const each of art.querySelectorAll('.tb-clock i')) /** @type {HTMLElement} */ (each).style.setProperty('width', `${(100 * share).toFixed(1)}%`);
    // What is due is done by whoever looks first; a stream tells of it, this is for where none comes.
    if (deadline > 0 && performance.now() > deadline + 1500 && !newest.busy) {
      deadline = performance.now();
      void refresh();
    }
  }

  return {
    node,
    id,
    async start() {
      fill(node.querySelector('.head') ?? head, h('h1', { id: 'heading', tabindex: '-1' }, say('tb.loading')));
      await refresh();
      void feed.run();
      void hands.refresh();
    },
    label() {
      hands.show();
      show();
    },
    stop() {
      feed.stop();
      clearInterval(timer);
    },
  };
}
