/** Cards and their proofs: the table of places that were dealt, and what one seat's record proves before the seed is revealed. */

import { hex, utf8 } from '../../core/bytes.js';
import { leafHash } from '../../core/merkle.js';
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../language.js';
import { chipCard, largeCard } from '../pictures/card.js';
import { placesOf } from './deal.js';
import { seatName } from './words.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./deal.js').Place} Place */
/** @typedef {import('../../core/cards.js').Opening} Opening */

/** Whose a place was, in words. @param {Story} story @param {Place} place */
function whoseText({ round }, { seat, street }) {
  if (seat !== null) return seatName(seat, round.table.bots[seat] ?? null);
  return t(street === null ? 'pt.proof.looked' : `pt.street.${street}`);
}

/**
 * @param {Story} story
 * @param {readonly Place[]} places
 */
export function placesTable(story, places) {
  const columns = ['place', 'whose', 'slot', 'card', 'how'];
  const numeric = new Set(['place', 'slot']);
  const row = (/** @type {Place} */ place) =>
    h(
      'tr',
      null,
      h('td', { class: 'num' }, String(place.place)),
      h('td', null, whoseText(story, place)),
      h('td', { class: 'num' }, String(place.slot)),
      h('td', null, place.card === null ? '??' : chipCard(place.card, '', true)),
      h('td', { class: 'pt-proof' }, place.opening === null ? t(`pt.proof.${place.how}`) : details(story, place, place.opening)),
    );
  return h(
    'div',
    { class: 'box tbl', tabindex: '0', role: 'region', 'aria-label': t('pt.why.places') },
    h(
      'table',
      null,
      h('thead', null, h('tr', null, columns.map((name) => h('th', { scope: 'col', class: numeric.has(name) ? 'num' : '' }, t(`pt.col.${name}`))))),
      h('tbody', null, places.map(row)),
    ),
  );
}

/** The way from an opening to the root, made when it is unfolded. @param {Story} story @param {Place} place @param {Opening} opening */
function details({ round, dealt }, { how }, { slot, card, salt, proof }) {
  const body = h('div');
  const leaf = `${slot}:${card}:${salt}`;
  const fits = dealt.root === null || dealt.root === round.deckRoot;
  const line = (/** @type {string} */ id, /** @type {import('../dom.js').Child} */ value) => [h('dt', null, t(id)), h('dd', null, value)];
  const open = () => {
    if (body.hasChildNodes()) return;
    body.append(
      h(
        'dl',
        { class: 'eq' },
        line('pt.proof.leaf', h('code', null, leaf)),
        line('pt.proof.hash', h('code', null, hex(leafHash(utf8(leaf))))),
        line('pt.proof.path', proof.map((one) => h('div', null, h('code', null, one)))),
        line('pt.proof.root', [h('code', null, dealt.root ?? round.deckRoot), ' ', t(fits ? 'why.equal' : 'why.not_equal')]),
      ),
    );
  };
  return h('details', { ontoggle: open }, h('summary', null, t(`pt.proof.${how}`)), body);
}

/**
 * What a record proves before its seed is revealed, and what it leaves hidden.
 * @param {Story} story
 * @returns {HTMLElement | null} null where everything is known
 */
export function provenNow(story) {
  if (story.dealt.cards !== null) return null;
  const places = placesOf(story);
  const own = places.filter(({ seat, how }) => seat === story.own && how === 'opened');
  const others = places.filter(({ seat, how }) => !(seat === story.own) && how === 'opened');
  const shown = places.filter(({ how }) => how === 'shown');
  const hidden = places.filter(({ how }) => how === 'hidden');
  const seats = [...new Set(hidden.flatMap(({ seat }) => (seat === null ? [] : [seat])))];
  const texts = (/** @type {Place[]} */ some) => some.map((place) => [chipCard(String(place.card), '', true), ' ']);
  return h(
    'section',
    { class: 'pn pt-proven', 'aria-labelledby': 'proven-title' },
    h(
      'div',
      null,
      h('h2', { id: 'proven-title' }, t('pt.proven.title', { count: own.length + others.length })),
      h('p', null, t(own.length + others.length > 0 ? 'pt.proven.text' : 'pt.proven.none')),
      others.length > 0 && h('p', null, t('pt.proven.others'), ' ', texts(others)),
      shown.length > 0 && h('p', null, t('pt.proven.shown'), ' ', texts(shown)),
      hidden.length > 0 && h('p', null, t(seats.length > 0 ? 'pt.proven.hidden_seats' : 'pt.proven.hidden', { count: hidden.length, seats: seats.join(', ') })),
    ),
    own.length > 0 && h('ul', null, own.map((place) => proven(story, place))),
  );
}

/** @param {Story} story @param {Place} place */
function proven({ round }, { place, slot, card, seat, opening }) {
  const line = (/** @type {string} */ id, /** @type {string} */ value) => [h('dt', null, t(id)), h('dd', null, value)];
  return h(
    'li',
    null,
    largeCard(String(card)),
    h(
      'div',
      null,
      h('p', { class: 'ok' }, icon('verified', 16), h('b', null, t('pt.proven.card', { card, seat }))),
      h(
        'dl',
        null,
        line('pt.col.place', t('pt.proven.place', { place })),
        line('pt.col.slot', t('pt.proven.slot', { slot })),
        line('pt.proven.proof', t('pt.proven.path', { count: opening?.proof.length ?? 0, root: `${round.deckRoot.slice(0, 8)}…` })),
      ),
    ),
  );
}
