/** One public table: its view as the service confirms it, the seat's chain, the ANTE, decisions, what this browser checks. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { language } from '../../verify/ui/language.js';
import { NoAnswer, Refusal } from '../api.js';
import { houseMoves } from '../house/board.js';
import { doer, giver } from '../doing.js';
import { reader, unreached } from '../section.js';
import { Chain, chainName, linkFor } from '../tables/chain.js';
import { Feed } from '../tables/feed.js';
import { PlainSeeds } from '../tables/plain.js';
import { factsOf, limitsOf, rulesLink, titleOf } from './facts.js';
import { felt, nameOf, toldOf } from './felt.js';
import { checked } from './live.js';
import { anteOf, modelOf, running } from './model.js';
import { checkOf, pastView } from './past.js';
import { away, refusal, say } from './words.js';

/** @typedef {Record<string, any>} View */
/**
 * @typedef {ReturnType<typeof import('../section.js').surroundings> & {calls: import('./calls.js').Calls, joining: (id: string) => void, joins: (id: string) => boolean}} Surroundings
 */

const TICK = 250;

/** A round has no deck that is hidden by itself: what the seed is given for is the promise. @param {View} hand @returns {import('../tables/chain.js').Promised} */
const promisedOf = ({ seeds: { server_seed_hash, nonce } }) => ({ server_seed_hash, nonce, deck_root: server_seed_hash });

/** @param {string} id @param {Surroundings} on */
export function tableView(id, on) {
  const name = chainName(on.me.name, id);
  const lastBet = `fairseed.ante.${on.me.name}.${id}`;
  /** @type {View | null} */
  let view = null;
  /** @type {PlainSeeds | null} */
  let plain = null;
  /** @type {Chain | null} */
  let chain = null;
  let [deadline, broken, leaving] = [0, false, false];
  /** The ANTE as it is typed; null before anything is known of the table. @type {string | null} */
  let typed = null;
  let [bar, sideKey] = ['', ''];
  const head = h('div', { class: 'head' });
  const status = h('p', { class: 'tally', role: 'status' });
  const clock = h('p', { class: 'tb-time', 'aria-hidden': 'true' });
  const notice = h('div');
  const [art, acts, caption, side] = [h('div', { class: 'pic' }), h('div', { class: 'tb-bar' }), h('figcaption', { class: 'textline' }), h('div', { class: 'tb-side' })];
  const past = pastView(on.look);
  const node = h('div', { class: 'wrap tb' }, head, notice, h('div', { class: 'frame' }, h('figure', { class: 'stage tb-stage' }, art, acts, caption), side), past.node);
  const feed = new Feed(on.root, id, on.me.token, () => void refresh(), undefined, undefined, 'house-tables');
  const timer = setInterval(tick, TICK);
  /** @type {View[]} */
  let rounds = [];

  const newest = reader(
    async () => take(await on.calls.look(id)),
    (error) => unreached(on, error, away, refresh)
  );
  const refresh = () => newest.refresh();
  const doing = doer(on, { show, go, refresh, away, refusal, stale: () => say('ht.stale') });
  const { guard } = doing;
  const giving = giver(on, { show, refresh, broke: () => (broken = true) });

  /** What the service confirms counts, in the order of its versions. @param {View} next */
  function take(next) {
    const before = view;
    if (before !== null && next.version < before.version) return;
    if (before === null) {
      if (next.seat_seeds === 'plain') plain = new PlainSeeds(on.store, name);
      else chain = Chain.find(on.store, name);
      typed = String(next.seat === null ? next.min_ante : next.taken[next.seat].ante || on.store.getItem(lastBet) || next.min_ante);
    }
    view = next;
    deadline = next.due_at === null ? 0 : performance.now() + Date.parse(next.due_at) - Date.parse(next.now);
    if (next.seat === null) leaving = false;
    chain?.follow(next.own?.link ?? null);
    if (next.hand?.receipt) on.keep(next.hand);
    const [was, is] = [before?.hand, next.hand];
    if (was?.round_id !== is?.round_id || was?.state !== is?.state || was?.actions.length !== is?.actions.length) on.moved();
    if (!running(next) && (before === null || was?.round_id !== is?.round_id || was?.state !== is?.state)) void readPast();
    show();
    void go();
  }

  /** A failure leaves what there is. */
  async function readPast() {
    try {
      rounds = await on.calls.ended(id);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof NoAnswer)) throw error;
    }
    past.show(rounds);
  }

  /** Does what has to be done without being asked: sitting down where this tab opened the table, the seed. */
  async function go() {
    if (view === null || doing.busy) return;
    if (view.seat === null) return void (view.state === 'open' && on.joins(id) && sit(''));
    const { hand, links, seat } = view;
    if (links.includes(seat)) return give(hand);
    if (hand !== null && hand.state !== 'links' && chain?.owes(promisedOf(hand), view.own.link)) return give(hand);
  }

  /** @param {View} hand */
  const give = (hand) =>
    giving(hand.round_id, async () => {
      const promised = promisedOf(hand);
      const seed = plain ? { client_seed: plain.next(promised) } : { link: linkFor(chain, promised, view?.own.link) };
      const { counts, table } = await on.calls.give(id, hand, seed);
      if (!counts) on.tell(say('ht.late'));
      take(table);
    });

  /** @param {string} invitation */
  const sit = (invitation) =>
    guard(async () => {
      // The secret is kept before anybody hears of its head.
      chain = plain ? null : Chain.make(on.store, name);
      broken = false;
      take(await on.calls.sit(id, { ...(chain ? { chain_head: chain.head } : {}), ...(invitation ? { invitation } : {}) }));
    });

  const leave = () =>
    guard(async () => {
      if (view === null || view.seat === null) return;
      leaving = (await on.calls.leave(id, view.seat)).state === 'leaving';
      await refresh();
    });

  const close = () => guard(async () => take(await on.calls.close(id)));

  /** @param {number} ante 0 takes it back */
  const put = (ante) =>
    guard(async () => {
      const told = await on.calls.ante(id, ante);
      if (ante > 0) on.store.setItem(lastBet, String(ante));
      typed = ante > 0 ? String(ante) : '';
      take(told);
    });

  const deal = () => guard(async () => take(await on.calls.deal(id)));

  /** @param {Record<string, unknown>} action */
  const act = (action) =>
    guard(async () => {
      if (view?.hand) take(await on.calls.act(id, view.hand, action));
    });

  // Showing

  function show() {
    if (view === null) return;
    const model = modelOf(view);
    const proof = checked(view.hand, boxOf(view), given(view));
    fill(head, h('div', null, h('p', { class: 'what' }, h('a', { href: '#house-tables', id: 'b-lobby' }, say('ht.all')), ` · ${say(`ht.room.${view.room}`)}, ${limitsOf(view)}`), h('h1', { id: 'heading', tabindex: '-1' }, titleOf(view)), status), clock);
    const text = statusOf(view, model);
    if (status.textContent !== text) fill(status, text);
    fill(
      notice,
      proof.state === 'failed' && h('div', { class: 'notice tb-alarm', role: 'alert' }, h('p', null, proof.id === null ? say('ht.failed', { checks: proof.checks.join(', ') }) : say(proof.id))),
      broken && view.seat !== null && h('div', { class: 'notice', role: 'alert' }, h('div', null, h('b', null, say('ht.chain.title')), h('p', null, say('ht.chain.text')))),
    );
    fill(art, felt(model));
    fill(caption, toldOf(model));
    caption.hidden = caption.textContent === '';
    showBar(view, proof.state === 'failed');
    showSide(view, model, proof);
    tick();
  }

  /** The own box of the round that is shown. @param {View} now @returns {number | null} */
  function boxOf({ hand, seat }) {
    const at = seat === null ? -1 : (hand?.table?.seats.indexOf(seat) ?? -1);
    return at < 0 ? null : at;
  }

  /** What the own seed was given for, where it was given for the round that is shown. @param {View} now */
  function given({ hand }) {
    const own = plain ?? chain;
    return own?.promised && hand && own.promised.nonce === hand.seeds.nonce && own.promised.server_seed_hash === hand.seeds.server_seed_hash ? { server_seed_hash: own.promised.server_seed_hash, link: own.last } : null;
  }

  /** @param {View} now @param {import('./model.js').Model} model */
  function statusOf(now, { state, places }) {
    const turn = places.find((place) => place.turn);
    const own = places.find((place) => place.own);
    if (state === 'links') return say('ht.links');
    if (state === 'open') return turn?.own ? say('ht.yours') : say('ht.turn', { name: turn ? nameOf(turn) : '–' });
    if (state === 'closed') return say('ht.closed');
    if (state === 'timer') return say(own && own.ante === 0 ? 'ht.timer_place' : own?.ready ? 'ht.timer_ready' : 'ht.timer');
    if (state === 'settled' && own?.returned != null) return say(own.returned > 0 ? 'ht.won' : 'ht.lost', { returned: own.returned, staked: own.staked });
    if (state === 'void') return say('ht.void');
    return say(now.seat === null ? 'ht.watching' : 'ht.place');
  }

  /** Made anew only when something of it changed, so that what is typed stays. @param {View} now @param {boolean} stopped */
  function showBar(now, stopped) {
    const { hand, seat } = now;
    const own = seat === null ? null : now.taken[seat];
    const key = JSON.stringify([language(), doing.busy, stopped, doing.refused, seat, own, now.state, hand?.round_id, hand?.state, hand?.actions.length, hand?.legal]);
    if (key === bar) return;
    bar = key;
    const focused = acts.contains(document.activeElement) ? (document.activeElement?.id ?? '') : null;
    const decides = hand?.state === 'open' && hand.legal.length > 0 && !stopped;
    const bets = own !== null && now.state === 'open' && !running(now);
    fill(acts, doing.refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), doing.refused), decides && houseMoves(/** @type {any} */ (hand), { busy: doing.busy, move: (action) => void act(action) }), bets && betting(own));
    if (focused !== null) /** @type {HTMLElement | null} */ (document.getElementById(focused) ?? acts.querySelector('button:not([aria-disabled])'))?.focus({ preventScroll: true });
  }

  /** @param {View} own what lies at the seat */
  function betting({ ante, ready }) {
    const last = Number(on.store.getItem(lastBet) ?? 0);
    const input = h('input', { id: 'f-ante', type: 'text', inputmode: 'numeric', autocomplete: 'off', value: typed ?? '', 'aria-describedby': 'h-ante', oninput: () => (typed = input.value) });
    const press = (/** @type {string} */ which, /** @type {string} */ label, /** @type {() => void} */ go, { main = false, off = false } = {}) =>
      h('button', { type: 'button', id: `b-${which}`, class: `btn move${main ? ' main' : ''}`, 'aria-disabled': (doing.busy || off) && 'true', onclick: () => !doing.busy && !off && go() }, label);
    const place = () => {
      const chips = anteOf(typed ?? '');
      if (chips !== null) return void put(chips);
      doing.refused = say('ht.refused.invalid_field.ante');
      show();
    };
    return h(
      'form',
      { class: 'ht-bet', novalidate: true, onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), !doing.busy && place()) },
      h('div', { class: 'ht-field' }, h('label', { for: 'f-ante' }, say('ht.ante')), input),
      h(
        'div',
        { class: 'moves', role: 'group', 'aria-label': say('ht.bets') },
        press('ante', say(ante > 0 ? 'ht.change' : 'ht.put'), place, { main: ante === 0 }),
        press('play', say(ready ? 'ht.played' : 'ht.play'), () => void deal(), { main: ante > 0 && !ready, off: ante === 0 || ready }),
        press('repeat', last > 0 ? say('ht.repeat', { chips: last }) : say('ht.repeat_none'), () => void put(last), { off: last === 0 || ante === last }),
        press('clear', say('ht.clear'), () => void put(0), { off: ante === 0 }),
      ),
      h('p', { class: 'ht-hint', id: 'h-ante' }, say('ht.hint')),
    );
  }

  /** @param {View} now @param {import('./model.js').Model} model @param {import('./live.js').Checked} proof */
  function showSide(now, { places }, proof) {
    const { hand, seat } = now;
    const own = given(now);
    const key = JSON.stringify([language(), on.look(), doing.busy, leaving, proof, own, seat, now.taken, now.state, hand?.round_id, hand?.state, hand?.seeds]);
    if (key === sideKey) return;
    sideKey = key;
    const focused = side.contains(document.activeElement) ? document.activeElement?.id : '';
    const invitation = /** @type {HTMLInputElement | null} */ (document.getElementById('f-invitation'))?.value ?? '';
    const mine = places.find((place) => place.own);
    fill(
      side,
      h('section', null, mine ? seated(now, nameOf(mine)) : toSit(now, invitation)),
      hand &&
        h(
          'section',
          { id: 'proof' },
          h('h2', null, say('ht.proof', { round: String(now.hands) })),
          h(
            'dl',
            { class: 'tb-hashes' },
            h('div', null, h('dt', null, say('ht.promise')), h('dd', null, h('code', null, hand.seeds.server_seed_hash))),
            own && h('div', null, h('dt', null, say('ht.own_seed')), h('dd', null, h('code', null, own.link))),
          ),
          proof.state === 'verified' && h('p', { class: 'ok state' }, icon('verified', 16), say('ht.verified')),
          hand.seeds.server_seed !== undefined && checkOf(hand, on.look(), say('ht.check'), { id: 'b-check' }),
        ),
      h(
        'section',
        null,
        h('h2', null, say('ht.about')),
        h('dl', { class: 'tb-facts' }, factsOf(now).map(([term, text]) => h('div', null, h('dt', null, term), h('dd', null, text)))),
        h('p', { class: 'small' }, rulesLink()),
        now.host === on.me.name && now.state === 'open' && !running(now) && h('button', { type: 'button', id: 'b-close', class: 'btn', 'aria-disabled': doing.busy && 'true', onclick: () => void close() }, say('ht.close')),
      ),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {View} now @param {string} invitation that is being typed */
  function toSit(now, invitation) {
    if (now.state !== 'open') return h('p', null, say('ht.closed'));
    if (Object.keys(now.taken).length === now.seats) return [h('h2', null, say('ht.look_on')), h('p', { class: 'soft small' }, say('ht.full'))];
    const invited = now.private && now.host !== on.me.name;
    const text = h('input', { id: 'f-invitation', type: 'password', autocomplete: 'off', value: invitation });
    return [
      h('h2', null, say('ht.sit.title')),
      h('p', { class: 'soft small' }, say(`ht.sit.${now.seat_seeds}`)),
      h(
        'form',
        { novalidate: true, onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void sit(text.value.trim())) },
        invited && h('div', { class: 'field' }, h('label', { for: 'f-invitation' }, say('ht.sit.invitation')), text),
        h('button', { type: 'submit', id: 'b-sit', class: 'btn main', 'aria-disabled': doing.busy && 'true' }, say('ht.sit.go')),
      ),
      doing.refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), doing.refused),
    ];
  }

  /** @param {View} now @param {string} box */
  const seated = (now, box) => [
    h('h2', null, box),
    boxOf(now) === null && running(now) && h('p', { class: 'soft small' }, say('ht.sits_out')),
    leaving ? h('p', { class: 'soft small' }, say('ht.leaving')) : h('button', { type: 'button', id: 'b-stand', class: 'btn', 'aria-disabled': doing.busy && 'true', onclick: () => void leave() }, say('ht.leave')),
  ];

  function tick() {
    const left = deadline === 0 ? 0 : Math.max(0, deadline - performance.now());
    const state = view?.hand?.state;
    const whole = state === 'open' ? (view?.decision_seconds ?? 30) : (view?.deal_seconds ?? 15);
    // The service's clocks are of whole seconds, and let nobody have less than was said.
    const count = Math.min(whole, Math.ceil(left / 1000));
    const text = deadline === 0 || view === null ? '' : say(running(view) ? 'ht.time' : 'ht.time_deal', { count });
    if (clock.textContent !== text) fill(clock, text);
    clock.classList.toggle('tb-short', deadline > 0 && left < 6000);
    for (const each of art.querySelectorAll('.tb-clock i')) /** @type {HTMLElement} */ (each).style.setProperty('width', `${Math.min(100, left / (10 * whole)).toFixed(1)}%`);
    // What is due is done by whoever looks first; a stream tells of it, this is for where none comes.
    if (deadline > 0 && performance.now() > deadline + 500 && !newest.busy) {
      deadline = performance.now() + 500;
      void refresh();
    }
  }

  return {
    node,
    id,
    label() {
      [bar, sideKey] = ['', ''];
      past.show(rounds);
      show();
    },
    async start() {
      fill(head, h('h1', { id: 'heading', tabindex: '-1' }, say('ht.loading')));
      await refresh();
      void feed.run();
    },
    stop() {
      feed.stop();
      clearInterval(timer);
    },
  };
}
