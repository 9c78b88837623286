/**
 * A table as elements, in the look of the verifier's picture (`verify/css/tables.css`): seats round an oval, the board and the pot in the
 * middle; a list with the own seat first where it is narrow.
 */

import { h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number, t } from '../../verify/ui/language.js';
import { backOfCard, smallCard } from '../../verify/ui/pictures/card.js';
import { chip } from '../../verify/ui/tables/picture.js';
import { spotsOf } from '../../verify/ui/tables/places.js';
import { madeText, potName } from '../../verify/ui/tables/words.js';
import { say } from './words.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Seat} Seat */
/** @typedef {import('./model.js').Card} Card */

const STREETS = ['flop', 'flop', 'flop', 'turn', 'river'];

/** Who sits there, in few words. @param {{seat: number, own: boolean, player: string | null, bot: string | null}} seat */
export function nameOf({ seat, own, player, bot }) {
  if (own) return say('tb.you');
  if (bot !== null) return say('tb.bot', { policy: bot });
  return player ?? say('tb.seat', { seat: String(seat) });
}

/** @param {Card} one */
const cardOf = ({ card, won }) => (card === null ? backOfCard() : smallCard(card, won ? 'won' : ''));

/**
 * @param {Model} model
 * @param {boolean} proven whether the own cards are proven
 */
export function felt(model, proven) {
  const { seats, hole, state } = model;
  const spots = seats.length < 2 ? [{ x: 50, y: 100, side: 'low' }] : spotsOf(seats.length);
  const size = seats.length > 7 ? ' pt-many' : seats.length < 5 ? ' pt-few' : '';
  return h(
    'div',
    { class: `pt tb-felt pt-hole-${hole}${size}` },
    h('div', { class: 'pt-felt' }, h('div', { class: 'pt-inner' })),
    middle(model),
    h('ol', { class: 'pt-seats' }, seats.map((seat, i) => place(seat, spots[i], proven, state === 'open' && !seat.dealt && seat.stack > 0))),
  );
}

/** @param {Model} model */
function middle(model) {
  const { seats, board, boardless, state, brought, openedBy, carousel, peeked, pots, pot, carried, rake } = model;
  const dealt = state === 'open' || state === 'settled';
  const notes = [
    brought > 0 && t('pt.line.brought', { count: brought }),
    openedBy !== null && t('pt.line.opened', { seat: openedBy }),
    carousel !== null && t('pt.line.carousel', { powers: carousel.map((power) => t(`pt.power.${power}`)).join(', ') }),
    peeked.length > 0 && t('pt.note.looked', { cards: peeked.join(' ') }),
    rake > 0 && `${t('pt.rake')} ${number(rake)}`,
  ];
  const street = (/** @type {number} */ i) => (i === 1 || i > 2 ? t(`pt.street.${STREETS[i]}`) : '\u00a0');
  const line = (/** @type {string} */ name, /** @type {number} */ count, /** @type {boolean} */ first) =>
    h('p', { class: 'pt-pot' }, first && h('span', { class: 'pt-chips' }, chip('gold'), chip('teal'), chip('white')), h('span', null, name, ' ', h('b', null, number(count))));
  return h(
    'div',
    { class: 'pt-mid' },
    seats.length === 0 && h('p', null, say('tb.empty')),
    !boardless &&
      seats.length > 0 &&
      h('ul', { class: 'pt-board' }, STREETS.map((_, i) => h('li', null, board[i] ? cardOf(board[i]) : h('span', { class: 'pt-empty' }), h('span', { class: 'pic-place' }, street(i))))),
    carried !== null && line(t('pt.pot_carried'), carried, true),
    carried === null && pots.length > 0 && pots.map(({ amount }, i) => line(potName(i, pots.length), amount, i === 0)),
    carried === null && pots.length === 0 && dealt && line(t('pt.pot'), pot, true),
    notes.map((text) => text !== false && h('p', { class: 'pt-small' }, text)),
  );
}

/** @param {Seat} seat @param {{x: number, y: number, side: string}} spot @param {boolean} proven @param {boolean} waits */
function place(seat, { x, y, side }, proven, waits) {
  const { own, folded, asked, wins, cards, button, bet, stack } = seat;
  const shift = ((50 - x) / 100).toFixed(3);
  const kinds = [own && 'pt-own', folded && 'pt-folded', asked && 'pt-next', wins > 0 && 'pt-wins', !seat.dealt && 'tb-out'];
  return h(
    'li',
    {
      class: ['pt-seat', `pt-${side}`, x > 50 ? 'pt-right' : 'pt-left', ...kinds.filter(Boolean)].join(' '),
      style: { left: `calc(${x}% + ${shift} * var(--seat))`, top: `${y}%` },
    },
    h('div', { class: 'pt-cards' }, cards.map(cardOf)),
    h(
      'div',
      { class: 'pt-box' },
      h(
        'p',
        { class: 'pt-name' },
        h('b', { title: seat.player ?? undefined }, nameOf(seat)),
        button && h('b', { class: 'pt-d' }, t('pt.button')),
        h('span', { class: 'pt-stack' }, number(stack)),
      ),
      statesOf(seat, waits).map(({ text, gold }) => h('p', { class: gold ? 'pt-state gold' : 'pt-state' }, text)),
      own && proven && h('p', { class: 'pt-state tb-proven' }, icon('tick', 14), say('tb.proven_short')),
      asked && h('div', { class: 'tb-clock', 'aria-hidden': 'true' }, h('i')),
    ),
    bet > 0 && h('p', { class: 'pt-bet' }, chip('teal'), h('b', null, number(bet))),
  );
}

/** @param {Seat} seat @param {boolean} waits for the next hand @returns {{text: string, gold?: boolean}[]} */
function statesOf({ folded, allIn, made, wins, destellos, asked, dealt, state, stack }, waits) {
  const small = [
    folded && t('pt.note.folded'),
    allIn && t('pt.note.all_in'),
    asked && t('pt.note.next'),
    destellos !== null && t('pt.note.destellos', { count: destellos }),
    state !== null && say(`tb.state.${state}`),
    !dealt && stack === 0 && say('tb.state.empty'),
    waits && say('tb.state.next'),
  ].filter((text) => typeof text === 'string');
  return [
    ...(small.length > 0 ? [{ text: small.join(', ') }] : []),
    ...(made === null ? [] : [{ text: madeText(made), gold: wins > 0 }]),
    ...(wins > 0 ? [{ text: t('pt.note.wins', { count: wins }), gold: true }] : []),
  ];
}

/** The same in sentences, for the line below the picture. @param {Model} model */
export function toldOf(model) {
  const cards = (/** @type {readonly Card[]} */ some) => some.map(({ card }) => card ?? '??').join(' ');
  const own = model.seats.find((seat) => seat.own);
  const parts = [
    model.board.length > 0 && say('tb.line.board', { cards: cards(model.board) }),
    own && own.cards.length > 0 && say('tb.line.own', { cards: cards(own.cards) }),
    ...model.seats.filter((seat) => !seat.own && seat.cards.some(({ card }) => card !== null)).map((seat) => say('tb.line.other', { name: nameOf(seat), cards: cards(seat.cards) })),
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}
