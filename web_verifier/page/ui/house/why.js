/** How the cards of a round against the house follow from the seeds, and the chips from the cards (`docs/spec/derivation.md`). */

import { cardText } from '../../core/deck.js';
import { pays } from '../../games/house/combinations.js';
import { arithmetic } from '../arithmetic.js';
import { h } from '../dom.js';
import { messages, step, words } from '../explanation.js';
import { number, t } from '../language.js';
import { rolesOf } from '../roles.js';
import { boxName, combinationText } from './words.js';

/** @typedef {import('./story.js').Story} Story */

const WORDS_IN_BLOCK = 8;

/** @param {Story} story @returns {HTMLElement} */
export function explanation(story) {
  const { stream, draws, round } = story;
  if (stream === null) return h('p', { class: 'soft' }, t('hp.why.sealed'));
  const roles = rolesOf(/** @type {any} */ ({ game: 'raw', draws, params: { shuffle: 52 } })).map((role, i) => ({
    ...role,
    label: ['hp.role.card'],
    values: { ...role.values, card: cardText(Number(role.values.item)), value: cardText(Number(role.values.item)) },
    needed: i < story.used,
  }));
  const blocks = Math.floor(draws.reduce((most, draw) => Math.max(most, draw.words.at(-1)?.index ?? -1), -1) / WORDS_IN_BLOCK) + 1;
  const seats = round.seeds.client_seeds === undefined ? [] : [step(t('hp.why.players'), 'derivation-6', t('hp.why.players_say'), players(story))];
  const steps = [
    ...seats,
    step(t('why.message'), 'derivation-2', t('hp.why.message', { count: blocks }), messages(stream, blocks)),
    step(t('why.hmac'), 'derivation-2', t('why.hmac_say'), words(stream, /** @type {any} */ (roles), blocks)),
    step(t('why.arithmetic'), 'derivation-3', t('hp.why.arithmetic'), arithmetic(/** @type {any} */ ({ game: 'raw' }), /** @type {any} */ (roles))),
    step(t('hp.why.deck'), 'derivation-5', t('hp.why.deck_say'), places(story)),
    step(t('why.settlement'), '', t(`hp.why.pays_${round.game.name}`), settled(story)),
  ];
  return h(
    'section',
    { class: 'why', 'aria-labelledby': 'why-title' },
    h('h2', { id: 'why-title' }, t('hp.why.title')),
    h('p', null, t('why.lead')),
    h('ol', { class: 'steps' }, steps.map((make, i) => make(i + 1))),
  );
}

/** From the players' seeds to one. @param {Story} story */
function players({ round }) {
  const { client_seeds = {}, client_seed } = round.seeds;
  return h(
    'dl',
    { class: 'box eq' },
    h('dt', null, t('hp.why.lines')),
    h('dd', null, Object.entries(client_seeds).map(([name, seed]) => h('div', null, h('code', null, `${name}:${seed}`)))),
    h('dt', null, 'SHA-256'),
    h('dd', null, h('code', null, h('span', { class: 'm' }, client_seed))),
  );
}

/** Whose each place of the deck was. @param {Story} story */
function places({ deck, used, round }) {
  const boxes = round.bet.antes.length;
  const whose = (/** @type {number} */ place) => {
    if (place >= 5 * (boxes + 1)) return t('hp.why.further');
    const hand = place % (boxes + 1);
    return hand === boxes ? t('hp.dealer') : boxName(hand, boxes);
  };
  return h(
    'ol',
    { class: 'box hp-places', start: 0 },
    deck.slice(0, used).map((card, place) => h('li', null, h('code', null, String(place)), ' ', h('b', null, cardText(card)), ' ', h('span', { class: 'k' }, whose(place)))),
  );
}

/** What each box came to. @param {Story} story */
function settled({ moments, round }) {
  const { boxes, over } = moments[moments.length - 1];
  if (!over) return h('p', { class: 'box' }, t('claim.not_finished'));
  const plays = (/** @type {import('./story.js').BoxShown} */ { combination, second }) => {
    const paid = pays(/** @type {any} */ (combination)) + pays(/** @type {any} */ (second));
    return t('hp.why.paid', { combination: combinationText(combination, second), paid });
  };
  return h(
    'dl',
    { class: 'box eq' },
    boxes.map((box, i) => [
      h('dt', null, boxName(i, round.bet.antes.length)),
      h('dd', null, t(`hp.result.${box.result}`), box.result === 'win' ? ` (${plays(box)})` : '', ': ', h('b', null, number(box.returned ?? 0))),
    ]),
  );
}
