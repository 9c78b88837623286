/** How the cards of a hand follow from the seeds, step by step (`docs/spec/derivation.md`, sections 6 and 7). */

import { recording } from '../../core/draws.js';
import { cardText } from '../../core/deck.js';
import { shuffle } from '../../core/shuffle.js';
import { Stream } from '../../core/stream.js';
import { arithmetic } from '../arithmetic.js';
import { h } from '../dom.js';
import { messages, step, words } from '../explanation.js';
import { icon } from '../icons.js';
import { t } from '../language.js';
import { rolesOf } from '../roles.js';
import { placesOf, placesUsed } from './deal.js';
import { placesTable } from './proofs.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('../roles.js').Role} Role */
/** @typedef {import('../../core/draws.js').Draw} Draw */

const WORDS_IN_BLOCK = 8;

/** @param {readonly Draw[]} draws */
const blocksOf = (draws) => Math.floor(draws.reduce((most, draw) => Math.max(most, draw.words.at(-1)?.index ?? -1), -1) / WORDS_IN_BLOCK) + 1;

/** What each draw of a shuffle brought to its place. @param {Draw[]} draws @param {number} n @returns {Role[]} */
const rolesOfShuffle = (draws, n) => rolesOf(/** @type {any} */ ({ game: 'raw', draws, params: { shuffle: n } }));

/**
 * @param {Story} story
 * @returns {HTMLElement}
 */
export function explanation(story) {
  const { dealt, round } = story;
  const { seeds } = round;
  const size = dealt.perm.length;
  /** @type {Draw[]} */
  const draws = [];
  const stream = Stream.ofLabel(dealt.tableSeed, `${seeds.server_seed_hash}:${seeds.nonce}`);
  const behind = shuffle(recording(stream, draws), dealt.perm)[1];
  const used = placesUsed(story);
  const roles = rolesOfShuffle(draws, size).map((role, i) => ({ ...role, label: ['pt.role.slot'], needed: i < used }));
  const more = carousel(story, behind, draws);
  const blocks = blocksOf(draws);
  const steps = [
    step(t('pt.why.seats'), 'derivation-6', t(`pt.why.seats_${round.params.seat_seeds}`), seats(story)),
    step(t('why.message'), 'derivation-7', t('pt.why.message', { count: blocks }), messages(stream, blocks)),
    step(t('why.hmac'), 'derivation-2', t('pt.why.hmac'), words(stream, [...roles, ...(more ?? [])], blocks)),
    step(t('why.arithmetic'), 'derivation-3', t('pt.why.arithmetic'), arithmetic(/** @type {any} */ ({ game: 'raw' }), roles)),
    ...(more === null ? [] : [step(t('pt.why.carousel'), 'derivation-7', t('pt.why.carousel_say'), arithmetic(/** @type {any} */ ({ game: 'raw' }), more, t('pt.why.carousel')))]),
    step(t('pt.why.deck'), 'derivation-7', t(seeds.server_seed === undefined ? 'pt.why.deck_sealed' : 'pt.why.deck_say'), hiddenDeck(story)),
    step(t('pt.why.places'), 'derivation-7', t(wasReshuffled(story) ? 'pt.why.places_again' : 'pt.why.places_say'), placesTable(story, placesOf(story))),
  ];
  return h(
    'section',
    { class: 'why', 'aria-labelledby': 'why-title' },
    h('h2', { id: 'why-title' }, t('pt.why.title')),
    h('p', null, t('pt.why.lead')),
    h('ol', { class: 'steps' }, steps.map((make, i) => make(i + 1))),
  );
}

/** From the seats' seeds to one. @param {Story} story */
function seats({ round, dealt }) {
  const { client_seeds } = round.seeds;
  const lines = Object.entries(client_seeds).map(([seat, seed]) => `${seat}:${seed}`);
  return h(
    'dl',
    { class: 'box eq' },
    h('dt', null, t('pt.why.lines')),
    h('dd', null, lines.map((line) => h('div', null, h('code', null, line)))),
    h('dt', null, 'SHA-256'),
    h('dd', null, h('code', null, h('span', { class: 'm' }, dealt.tableSeed))),
  );
}

/** Naiko draws its carousel behind the permutation. @param {Story} story @param {Stream} behind @param {Draw[]} draws @returns {Role[] | null} */
function carousel({ hands, round }, behind, draws) {
  const powers = hands[0].powers;
  if (round.variant.name !== 'naiko' || powers === null) return null;
  behind.uniform(3);
  const value = powers.carousel.map((power) => t(`pt.power.${power}`)).join(', ');
  return [{ draw: draws[draws.length - 1], label: ['pt.role.carousel'], values: { value }, needed: true }];
}

/** In turkish, whether the deck was used up. @param {Story} story */
const wasReshuffled = ({ hands, dealt }) => {
  const { draw } = hands[hands.length - 1];
  return draw !== null && (draw.stream.index > dealt.stream.index || draw.next === dealt.perm.length);
};

/** The deck that was fixed before the seats' seeds were known. @param {Story} story */
function hiddenDeck({ round, dealt }) {
  const { seeds, deckRoot } = round;
  if (seeds.server_seed === undefined || dealt.root === null) {
    return h('dl', { class: 'box eq' }, h('dt', null, t('why.recorded')), h('dd', null, h('code', null, deckRoot)));
  }
  /** @type {Draw[]} */
  const draws = [];
  const stream = Stream.ofLabel(seeds.server_seed, `deck:${seeds.nonce}`);
  shuffle(recording(stream, draws), dealt.order);
  const roles = rolesOfShuffle(draws, dealt.order.length).map((role) => ({
    ...role,
    label: ['pt.role.card'],
    values: { ...role.values, card: cardText(dealt.order[role.values.item]) },
  }));
  const blocks = blocksOf(draws);
  const equal = dealt.root === deckRoot;
  return [
    messages(stream, blocks),
    words(stream, roles, blocks),
    h(
      'div',
      { class: 'box cmp' },
      h(
        'dl',
        { class: 'eq' },
        equal
          ? [h('dt', null, t('why.both')), h('dd', null, h('code', null, deckRoot))]
          : [
              h('dt', null, t('why.recomputed')),
              h('dd', null, h('code', null, h('span', { class: 'df' }, dealt.root))),
              h('dt', null, t('why.recorded')),
              h('dd', null, h('code', null, h('span', { class: 'df' }, deckRoot))),
            ],
      ),
      h('span', { class: `state ${equal ? 'ok' : 'bad-c'}` }, icon(equal ? 'verified' : 'failed'), t(equal ? 'why.equal' : 'why.not_equal')),
    ),
  ];
}
