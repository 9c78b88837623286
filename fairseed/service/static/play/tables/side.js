/** Beside the table: the own seat, or how to take one; the promise of the hand; what the table is. */

import { fill, h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number } from '../../verify/ui/language.js';
import { buyInOf, factsView, rulesLink } from './facts.js';
import { code, said, say } from './words.js';

/** @typedef {Record<string, any>} View */
/**
 * @typedef {object} Sitting
 * @property {(buyIn: number, invitation: string) => void} sit
 * @property {(amount: number) => void} topUp
 * @property {() => void} leave
 * @property {(text: string) => void} want a seed of the player's for the next hand
 */

/** Only what changed is made anew, so that nobody's typing is lost. */
function part() {
  const node = h('section');
  let before = '';
  return {
    node,
    /** @param {unknown} key @param {() => import('../../verify/ui/dom.js').Child} make */
    show(key, make) {
      const now = JSON.stringify(key);
      if (now === before) return;
      before = now;
      const focused = node.contains(document.activeElement) ? document.activeElement?.id : '';
      fill(node, make());
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    },
  };
}

/** @param {Sitting} on */
export function sideView(on) {
  const [seat, seed, hand, facts] = [part(), part(), part(), part()];
  const node = h('aside', { class: 'tb-side' }, seat.node, seed.node, hand.node, facts.node);

  /**
   * @param {View} view
   * @param {{lang: string, busy: boolean, refused: string, given: string | null, left: number | null, wanted: string | null, me: string}} state `wanted`: null where seats have chains
   */
  function show(view, { lang, busy, refused, given, left, wanted, me }) {
    const own = view.seat === null ? null : view.taken[view.seat];
    seat.show([lang, busy, refused, view.seat, own, stackOf(view), view.own?.adding, left, view.state], () => (own === null ? toSit(view, busy, refused, me) : seated(view, own, busy, refused, left)));
    seed.show([lang, wanted, own === null], () => own !== null && wanted !== null && seedField(wanted));
    hand.show([lang, view.server_seed_hash, view.hand?.round_id, view.hand?.state, view.hand?.shown?.given, view.hand?.seeds, given], () => promise(view, given));
    facts.show([lang, view.params, view.taken, view.fill_with_bots], () => [h('h2', null, say('tb.about')), factsView(view), h('p', { class: 'small' }, rulesLink())]);
  }

  /** @param {View} view @param {boolean} busy @param {string} refused @param {string} me */
  function toSit(view, busy, refused, me) {
    if (view.state !== 'open') return h('p', null, say('tb.closed'));
    const { least, most } = view.buy_in;
    const amount = h('input', { id: 'f-buy-in', type: 'text', inputmode: 'numeric', autocomplete: 'off', value: String(most) });
    const invitation = h('input', { id: 'f-invitation', type: 'password', autocomplete: 'off' });
    const invited = view.private && view.host !== me;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!busy) on.sit(amountOf(amount.value), invitation.value.trim());
    };
    return [
      h('h2', null, say('tb.sit.title')),
      h('p', { class: 'soft small' }, say(view.params.seat_seeds === 'plain' ? 'tb.sit.plain' : 'tb.sit.text')),
      h(
        'form',
        { novalidate: true, onsubmit: submit },
        h('div', { class: 'field' }, h('label', { for: 'f-buy-in' }, say('tb.sit.buy_in'), h('span', null, buyInOf(view))), amount),
        invited && h('div', { class: 'field' }, h('label', { for: 'f-invitation' }, say('tb.sit.invitation')), invitation),
        refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
        h('button', { type: 'submit', id: 'b-sit', class: 'btn main', 'aria-disabled': busy && 'true' }, least === most ? say('tb.sit.go_with', { chips: most }) : say('tb.sit.go')),
      ),
    ];
  }

  /** @param {View} view @param {View} own @param {boolean} busy @param {string} refused @param {number | null} left */
  function seated(view, own, busy, refused, left) {
    const room = view.buy_in.most - own.stack - view.own.adding;
    const amount = h('input', { id: 'f-top-up', type: 'text', inputmode: 'numeric', autocomplete: 'off', value: String(Math.max(0, room)) });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!busy) on.topUp(amountOf(amount.value));
    };
    return [
      h('h2', null, say('tb.own.title', { seat: String(view.seat) })),
      h('p', { class: 'small' }, say('tb.own.stack', { chips: stackOf(view) }), view.own.adding > 0 && ` ${say('tb.own.adding', { chips: view.own.adding })}`),
      stackOf(view) === 0 && view.hand?.state !== 'open' && h('p', { class: 'soft small' }, say('tb.own.empty')),
      own.state === 'away' && h('p', { class: 'wait small' }, say('tb.own.away')),
      left !== null && h('p', { class: 'soft small' }, say('tb.own.links', { count: left })),
      room > 0 &&
        own.state !== 'leaving' &&
        h(
          'form',
          { novalidate: true, onsubmit: submit, class: 'tb-top-up' },
          h('div', { class: 'field' }, h('label', { for: 'f-top-up' }, say('tb.own.top_up'), h('span', null, say('tb.own.up_to', { chips: room }))), amount),
          h('button', { type: 'submit', id: 'b-top-up', class: 'btn', 'aria-disabled': busy && 'true' }, say('tb.own.add')),
        ),
      refused && h('p', { class: 'tb-refused', role: 'alert' }, icon('info', 16), refused),
      own.state === 'leaving'
        ? h('p', { class: 'soft small' }, say('tb.own.leaving'))
        : h('button', { type: 'button', id: 'b-stand', class: 'btn', 'aria-disabled': busy && 'true', onclick: () => !busy && on.leave() }, say('tb.own.leave')),
    ];
  }

  /** @param {string} wanted */
  function seedField(wanted) {
    const text = h('input', { id: 'f-seed', type: 'text', autocomplete: 'off', spellcheck: 'false', value: wanted });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      on.want(text.value);
    };
    return h(
      'form',
      { novalidate: true, onsubmit: submit, class: 'tb-top-up' },
      h('div', { class: 'field' }, h('label', { for: 'f-seed' }, say('tb.seed.next'), h('span', null, say(wanted === '' ? 'tb.seed.fresh' : 'tb.seed.once'))), text),
      h('button', { type: 'submit', id: 'b-seed', class: 'btn' }, say('tb.seed.use')),
    );
  }

  /** @param {View} view @param {string | null} given */
  function promise(view, given) {
    const { hand } = view;
    const hash = hand?.seeds?.server_seed_hash ?? view.server_seed_hash;
    const fact = (/** @type {string} */ id, /** @type {import('../../verify/ui/dom.js').Child} */ value) => h('div', null, h('dt', null, say(id)), h('dd', null, value));
    if (!hash) return [h('h2', null, say('tb.hand.title')), h('p', { class: 'soft small' }, say('tb.hand.none'))];
    const seed = hand?.seeds?.server_seed;
    return [
      h('h2', null, hand ? say('tb.hand.of', { hand: String(hand.table.hand) }) : say('tb.hand.title')),
      h(
        'dl',
        { class: 'tb-hashes' },
        fact('tb.hand.promise', code(hash)),
        hand && fact('tb.hand.root', code(hand.deck_root)),
        given && fact(view.params.seat_seeds === 'plain' ? 'tb.hand.seed_given' : 'tb.hand.link', code(given)),
        seed && fact('tb.hand.seed', code(seed)),
      ),
      hand?.state === 'links' && h('p', { class: 'small' }, said('tb.hand.links', { given: number(hand.shown.given.length), asked: number(hand.shown.asked.length) })),
    ];
  }

  return { node, show };
}

/** The own chips as they are now: in a hand those that are not in the pot. @param {View} view @returns {number} */
const stackOf = ({ hand, seat, taken }) => (hand?.state === 'open' ? hand.shown.seats?.[seat]?.stack : undefined) ?? taken[seat]?.stack ?? 0;

/** @param {string} text @returns {number} 0 where it is none */
const amountOf = (text) => (/^[\d\s\u202f]+$/.test(text) ? Number(text.replace(/\D/g, '')) : 0);
