/** Panels that say one thing: waiting for the seed, an offer. */

import { fill, h } from './dom.js';
import { t } from './language.js';
import { icon } from './icons.js';

/** @typedef {import('./diagnosis.js').Offer} Offer */

/** @param {() => void} save @param {string} [text] id of what can be done meanwhile */
export const pendingPanel = (save, text = 'pending.text') =>
  h(
    'div',
    { class: 'pn' },
    h(
      'div',
      { class: 'pd' },
      h('span', { class: 'wait' }, icon('pending', 24)),
      h(
        'div',
        null,
        h('h2', null, t('pending.title')),
        h('p', null, t(text)),
        h(
          'div',
          { class: 'btns' },
          h('button', { type: 'button', class: 'btn', onclick: save }, icon('file', 18), t('button.save_record')),
        ),
      ),
    ),
  );

/**
 * Offers stand below the frame: what would make the record match, and a button that tries it.
 * @param {HTMLElement} place
 * @param {readonly Offer[]} offers
 * @param {(offer: Offer) => void} take
 */
export function showOffers(place, offers, take) {
  fill(
    place,
    offers.map((offer) =>
      h(
        'div',
        { class: 'diag' },
        h('span', { class: 'i' }, icon('idea', 24)),
        h('div', null, h('h2', null, t(`${offer.id}.title`, offer.values)), h('p', null, t(`${offer.id}.text`, offer.values))),
        Object.keys(offer.patch).length > 0 &&
          h('button', { type: 'button', class: 'btn main', onclick: () => take(offer) }, t(`${offer.id}.button`, offer.values)),
      ),
    ),
  );
}
