/** The table as a picture: the dealer above, the boxes below from the right to the left, as at a table. */

import { h } from '../../verify/ui/dom.js';
import { number, t } from '../../verify/ui/language.js';
import { backOfCard, largeCard, smallCard } from '../../verify/ui/pictures/card.js';
import { combinationText } from '../../verify/ui/house/words.js';
import { say } from './words.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Place} Place */

/** @param {readonly (string | null)[]} cards @param {import('../../verify/ui/pictures/card.js').Edge} [edge] */
const row = (cards, edge = '') => h('ul', { class: 'pic-cards hp-cards' }, cards.map((code) => h('li', null, code === null ? backOfCard() : [largeCard(code, edge), smallCard(code, edge)])));

/** @param {Model} model @returns {HTMLElement} */
export function felt(model) {
  const note = model.dealer.length === 0 ? '' : model.shows ? combinationText(model.combination) : t('hp.dealer_open');
  const dealer = h('section', { class: 'hp-dealer' }, h('p', { class: 'pic-hand-head' }, h('b', null, t('hp.dealer')), h('span', { class: 'k' }, note)), model.dealer.length > 0 ? row(model.dealer) : h('p', { class: 'ht-empty' }, say('ht.no_cards')));
  const boxes = model.places.map(placeNode).reverse();
  return h('div', { class: 'pic-table hp ht-felt' }, dealer, h('div', { class: `hp-boxes hp-boxes-${boxes.length}` }, boxes));
}

/** @param {Place} place */
function placeNode(place) {
  const { seat, player, own, ante, ready, box, cards, combination, result, returned, staked, turn } = place;
  const wins = result === 'win' || (result === 'no_game' && (returned ?? 0) > 0);
  const seen = cards[0] !== null;
  const faded = place.decided === 'fold';
  return h(
    'section',
    { class: ['hp-box', 'ht-place', own && 'ht-own', turn && 'ht-turn', faded && 'hp-folded'].filter(Boolean).join(' '), id: `seat-${seat}` },
    h('p', { class: 'pic-hand-head' }, h('b', null, nameOf(place)), h('span', { class: 'k' }, box === null ? '' : seen ? combinationText(combination) : say('ht.hidden'))),
    turn && h('div', { class: 'tb-clock', 'aria-hidden': 'true' }, h('i')),
    box !== null && row(cards, result === 'win' ? 'won' : ''),
    box !== null &&
      h(
        'p',
        { class: 'pic-won' },
        h('b', null, saidOf(place)),
        ' ',
        staked !== null && h('span', null, returned === null ? say('ht.staked', { chips: staked }) : t('hp.staked', { staked })),
        returned !== null && [' ', h('b', { class: wins ? 'gold' : '' }, number(returned))],
      ),
    ante > 0
      ? h('p', { class: 'ht-ante' }, h('b', null, say('ht.lies', { chips: ante })), ready && [' ', h('span', { class: 'ht-ready' }, say('ht.ready'))])
      : box === null && h('p', { class: 'ht-empty' }, say(player === null ? 'ht.free' : 'ht.no_ante')),
  );
}

/** @param {Place} place */
export function nameOf({ seat, player, own }) {
  const box = t('hp.box', { box: seat });
  return player === null ? box : own ? say('ht.you', { box }) : say('ht.who', { box, player });
}

/** What a box did, or what became of it. @param {Place} place */
export function saidOf({ result, decided, exchanged, timeout }) {
  const parts = [];
  if (result !== null) parts.push(t(`hp.result.${result}`));
  else {
    if (exchanged > 0) parts.push(say('ht.exchanged', { count: exchanged }));
    if (decided !== null) parts.push(t(`hp.decided.${decided}`));
  }
  if (timeout) parts.push(t('hp.timeout'));
  return parts.join(' ');
}

/** The same in words. @param {Model} model */
export function toldOf(model) {
  if (model.dealer.length === 0) return '';
  const dealer = model.shows ? t('hp.line.dealer', { cards: model.dealer.join(' '), combination: combinationText(model.combination) }) : t('hp.line.dealer_open', { card: String(model.dealer[4]) });
  const boxes = model.places
    .filter(({ box }) => box !== null)
    .map((place) => {
      const name = nameOf(place);
      const cards = place.cards[0] === null ? t('hp.line.closed', { name }) : t('hp.line.box', { name, cards: place.cards.join(' '), combination: combinationText(place.combination) });
      return [cards, place.result === null && saidOf(place), place.returned !== null && t('hp.line.result', { result: t(`hp.result.${place.result}`), returned: place.returned })].filter(Boolean).join(' ');
    });
  return [dealer, ...boxes].join(' ');
}
