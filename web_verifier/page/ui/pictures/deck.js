/** A dealt deck or shoe: every card at its place, those that were dealt in gold (derivation, section 4). */

import { h } from '../dom.js';
import { number, t } from '../language.js';
import { chipCard } from './card.js';
import { pair, phrase, unfold } from './stage.js';

/** So many places are shown at once; the rest unfolds. */
const FIRST = 52;

/** @param {import('./index.js').Members | null | undefined} outcome */
const cardsOf = (outcome) => (Array.isArray(outcome?.deck) ? outcome.deck.map(String) : null);

/**
 * @param {readonly string[]} cards
 * @param {number} from place of the first of them
 * @param {number} dealt so many from place 0 on were dealt
 * @param {readonly string[]} [other] the deck it is compared with, whole
 */
function places(cards, from, dealt, other) {
  return h(
    'ol',
    { class: 'pic-deck' },
    cards.map((card, i) => {
      const place = from + i;
      const edge = other ? (other[place] === card ? '' : 'differs') : place < dealt ? 'won' : '';
      return h('li', null, chipCard(card, edge, true), h('span', { class: 'pic-place' }, place));
    }),
  );
}

/**
 * The rest of a shoe is 260 cards: they are made when somebody asks for them.
 *
 * @param {string[]} cards
 * @param {number} dealt
 * @param {string[] | undefined} other
 */
function rest(cards, dealt, other) {
  if (cards.length <= FIRST) return null;
  const each = (/** @type {string[]} */ own, /** @type {string[]} */ against) => places(own.slice(FIRST), FIRST, dealt, against);
  return unfold(t('pic.deck.more', { count: cards.length }), () =>
    other ? pair(each(cards, other), each(other, cards)) : places(cards.slice(FIRST), FIRST, dealt),
  );
}

/**
 * @param {import('./index.js').View} view
 * @param {number} [most] so many cards are told
 */
export function describe({ params, outcome, expected, differs }, most = Infinity) {
  const recorded = cardsOf(outcome);
  const derived = cardsOf(expected);
  const dealt = Number(params.dealt ?? 0);
  const tell = (/** @type {string[]} */ cards, /** @type {string} */ from) => [
    phrase(`pic.deck.cards.${from}`, { count: cards.length }, { cards: cards.slice(0, most).join(' ') }),
    ...(cards.length > most ? [phrase('pic.left', { count: cards.length - most })] : []),
  ];
  if (differs && recorded && derived) {
    const count = recorded.filter((card, i) => derived[i] !== card).length;
    return [tell(recorded, 'record'), tell(derived, 'seeds'), [phrase('pic.deck.count', { count })]];
  }
  const only = recorded ?? derived;
  return only ? [[...tell(only, 'only'), ...(dealt ? [phrase('pic.deck.dealt', { count: dealt })] : [])]] : [];
}

/**
 * `params.dealt` says how many cards from place 0 on were dealt; `outcome.deck` holds all cards.
 *
 * @param {import('./index.js').View} view
 * @returns {import('./stage.js').Picture}
 */
export function picture(view) {
  const recorded = cardsOf(view.outcome);
  const derived = cardsOf(view.expected);
  const cards = recorded ?? derived ?? [];
  const other = view.differs && recorded && derived ? derived : undefined;
  const dealt = Number(view.params.dealt ?? 0);
  return {
    results: cards.length ? [{ label: t('pic.deck.label', { count: cards.length }), value: number(cards.length) }] : [],
    line: describe(view, 10),
    told: describe(view),
    art: () => {
      const first = cards.slice(0, FIRST);
      return other ? pair(places(first, 0, dealt, other), places(other.slice(0, FIRST), 0, dealt, cards)) : places(first, 0, dealt);
    },
    more: () => rest(cards, dealt, other),
  };
}
