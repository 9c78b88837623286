/** The elements of a moment: the dealer above, the boxes below it from the right to the left, as at a table. */

import { h } from '../dom.js';
import { number, t } from '../language.js';
import { backOfCard, chipCard, largeCard, smallCard } from '../pictures/card.js';
import { boxName, combinationText } from './words.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./story.js').BoxShown} BoxShown */
/** @typedef {import('../pictures/card.js').Edge} Edge */

/** @param {string | null} code @param {Edge} edge */
const card = (code, edge) => h('li', null, code === null ? backOfCard() : [largeCard(code, edge), smallCard(code, edge)]);

/** @param {readonly (string | null)[]} cards @param {Edge} [edge] */
const row = (cards, edge = '') => h('ul', { class: 'pic-cards hp-cards' }, cards.map((code) => card(code, edge)));

/** @param {Story} story @param {number} at @returns {HTMLElement} */
export function drawing(story, at) {
  const moment = story.moments[at];
  const note = !moment.shows ? t('hp.dealer_open') : combinationText(moment.combination);
  const dealer = h(
    'section',
    { class: 'hp-dealer' },
    h('p', { class: 'pic-hand-head' }, h('b', null, t('hp.dealer')), h('span', { class: 'k' }, note)),
    row(moment.dealer),
    moment.replaced.length > 0 && h('p', { class: 'k' }, t('hp.put_aside'), ' ', moment.replaced.map((code) => [chipCard(code), ' '])),
  );
  const boxes = moment.boxes.map((box, i) => section(box, boxName(i, moment.boxes.length))).reverse();
  return h('div', { class: 'pic-table hp' }, dealer, h('div', { class: `hp-boxes hp-boxes-${boxes.length}` }, boxes));
}

/** @param {BoxShown} box @param {string} name */
function section(box, name) {
  const { cards, closed, combination, second, result, returned, staked, decided } = box;
  const wins = result === 'win' || (result === 'no_game' && (returned ?? 0) > 0);
  const said = result !== null ? t(`hp.result.${result}`) : decided !== null ? t(`hp.decided.${decided}`) : '';
  return h(
    'section',
    { class: ['hp-box', closed && 'hp-closed', (result === 'fold' || decided === 'fold') && 'hp-folded'].filter(Boolean).join(' ') },
    h('p', { class: 'pic-hand-head' }, h('b', null, name), h('span', { class: 'k' }, closed ? t('hp.closed') : combinationText(combination, second))),
    row(closed ? [null, null, null, null, null] : cards, result === 'win' ? 'won' : ''),
    h(
      'p',
      { class: 'pic-won' },
      said && h('b', null, said),
      ' ',
      staked !== null && h('span', null, t('hp.staked', { staked })),
      returned !== null && [' ', h('b', { class: wins ? 'gold' : '' }, number(returned))],
    ),
  );
}
