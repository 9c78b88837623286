/**
 * A table at a moment as elements: seats round an oval, the board and the pots in the middle. Where it is narrow the same elements are a
 * list, the seat at the bottom first; that is for the style sheet (`css/tables.css`).
 */

import { h, svg } from '../dom.js';
import { number, t } from '../language.js';
import { backOfCard, smallCard } from '../pictures/card.js';
import { spotsOf } from './places.js';
import { madeText, potName, seatName } from './words.js';

/** @typedef {import('./moment.js').Moment} Moment */
/** @typedef {import('./moment.js').Seat} Seat */
/** @typedef {import('./moment.js').Shown} Shown */

/** A chip from above: disc and rim of eight dashes. @param {'gold' | 'teal' | 'white'} tone */
export const chip = (tone) =>
  svg(
    'svg',
    { class: `pt-chip pt-chip-${tone}`, viewBox: '0 0 20 20' },
    svg('circle', { class: 'pt-disc', cx: 10, cy: 10, r: 9 }),
    svg('circle', { class: 'pt-rim', cx: 10, cy: 10, r: 7.8 }),
    svg('circle', { class: 'pt-core', cx: 10, cy: 10, r: 4.6 }),
  );

/** @param {Shown} shown */
const cardOf = ({ card, won, differs }) => (card === null ? backOfCard() : smallCard(card, differs ? 'differs' : won ? 'won' : ''));

/** The number of a street's card stands on the board under the first of them. */
const STREETS = ['flop', 'flop', 'flop', 'turn', 'river'];

/** @param {Moment} moment */
export function drawing(moment) {
  const { seats, board, street } = moment;
  const spots = spotsOf(seats.length);
  const bare = ['first', 'draw', 'second'].includes(street);
  const hole = seats[0].cards.length;
  return h(
    'div',
    { class: `pt pt-hole-${hole}${seats.length > 7 ? ' pt-many' : seats.length < 5 ? ' pt-few' : ''}` },
    h('div', { class: 'pt-felt' }, h('div', { class: 'pt-inner' })),
    h(
      'div',
      { class: 'pt-mid' },
      !bare && h('ul', { class: 'pt-board' }, STREETS.map((name, i) => boardPlace(board[i], name))),
      ...pots(moment),
      small(moment).map((text) => h('p', { class: 'pt-small' }, text)),
    ),
    h('ol', { class: 'pt-seats' }, seats.map((seat, i) => place(seat, spots[i], i === 0))),
  );
}

/** What belongs to the whole table. @param {Moment} moment @returns {string[]} */
function small({ carousel, brought, openedBy, button, seats }) {
  return [
    brought > 0 && t('pt.line.brought', { count: brought }),
    openedBy !== null && t('pt.line.opened', { seat: openedBy }),
    carousel !== null && t('pt.line.carousel', { powers: carousel.map((power) => t(`pt.power.${power}`)).join(', ') }),
    // In a tournament the button may be on an empty place.
    seats.every(({ seat }) => seat !== button) && t('pt.line.button', { seat: button }),
  ].filter((text) => text !== false);
}

/** @param {Shown | undefined} shown @param {string} name */
const boardPlace = (shown, name) =>
  h('li', null, shown === undefined ? h('span', { class: 'pt-empty' }) : cardOf(shown), h('span', { class: 'pic-place' }, t(`pt.street.${name}`)));

/** @param {Moment} moment */
function pots({ pots: all, pot, end, carried }) {
  const line = (/** @type {string} */ name, /** @type {number} */ count, /** @type {boolean} */ first) =>
    h('p', { class: 'pt-pot' }, first && h('span', { class: 'pt-chips' }, chip('gold'), chip('teal'), chip('white')), h('span', null, name, ' ', h('b', null, number(count))));
  if (carried !== null) return [line(t('pt.pot_carried'), carried, true)];
  if (!end || all.length === 0) return [line(t('pt.pot'), pot, true)];
  return [
    line(potName(0, all.length), all[0].amount, true),
    all.length > 1 && h('div', { class: 'pt-sides' }, all.slice(1).map(({ amount }, i) => line(potName(i + 1, all.length), amount, false))),
  ];
}

/** @param {Seat} seat @param {import('./places.js').Spot} spot @param {boolean} own */
function place(seat, { x, y, side }, own) {
  const shift = ((50 - x) / 100).toFixed(3);
  const kinds = [own && 'pt-own', seat.folded && 'pt-folded', seat.next && 'pt-next', seat.wins > 0 && 'pt-wins', seat.differs && 'pt-differs'];
  return h(
    'li',
    {
      class: ['pt-seat', `pt-${side}`, x > 50 ? 'pt-right' : 'pt-left', ...kinds.filter(Boolean)].join(' '),
      style: { left: `calc(${x}% + ${shift} * var(--seat))`, top: `${y}%` },
    },
    h('div', { class: 'pt-cards' }, seat.cards.map(cardOf)),
    h(
      'div',
      { class: 'pt-box' },
      h('p', { class: 'pt-name' }, h('b', null, seatName(seat.seat, seat.bot)), seat.button && h('b', { class: 'pt-d' }, t('pt.button')), h('span', { class: 'pt-stack' }, number(seat.stack))),
      statesOf(seat).map(({ text, gold }) => h('p', { class: gold ? 'pt-state gold' : 'pt-state' }, text)),
    ),
    seat.bet > 0 && h('p', { class: 'pt-bet' }, chip('teal'), h('b', null, number(seat.bet))),
  );
}

/** What is written in a seat's box, below its name. @param {Seat} seat @returns {{text: string, gold?: boolean}[]} */
function statesOf({ blind, folded, allIn, made, wins, back, destellos, anchored, drew, looked, next }) {
  const small = [
    blind && t(`pt.note.${blind}`),
    folded && t('pt.note.folded'),
    allIn && t('pt.note.all_in'),
    next && t('pt.note.next'),
    destellos !== null && t('pt.note.destellos', { count: destellos }),
    anchored && t('pt.note.anchored'),
    drew !== null && t('pt.note.drew', { count: drew }),
  ].filter((text) => typeof text === 'string');
  return [
    ...(small.length > 0 ? [{ text: small.join(', ') }] : []),
    ...(looked.length > 0 ? [{ text: t('pt.note.looked', { cards: looked.join(' ') }) }] : []),
    ...(made === null ? [] : [{ text: madeText(made), gold: wins > 0 }]),
    ...(wins > 0 ? [{ text: t('pt.note.wins', { count: wins }), gold: true }] : []),
    ...(back > 0 ? [{ text: t('pt.note.back', { count: back }) }] : []),
  ];
}
