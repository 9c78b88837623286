/** Pictures of rounds. Each game has a module; here it is chosen and put on the stage. */

import { h } from '../dom.js';
import { t } from '../language.js';
import * as blackjack from './blackjack.js';
import * as deck from './deck.js';
import * as dice from './dice.js';
import * as hilo from './hilo.js';
import * as limbo from './limbo.js';
import * as mines from './mines.js';
import * as plinko from './plinko.js';
import * as raw from './raw.js';
import { paysPhrase, sentence, stage } from './stage.js';

/** @typedef {Record<string, unknown>} Members */

/**
 * A round to be drawn. It has passed the check `format`, so types and text forms are right; what it claims need not be.
 *
 * @typedef {object} View
 * @property {string} game one of the games, or `deck` with `params.dealt` and `outcome.deck`
 * @property {Members} params with the defaults filled in, or as recorded
 * @property {Members | null} bet null in `raw` and `deck`
 * @property {readonly Members[]} actions
 * @property {Members | null} outcome the recorded one; null where only seeds were given
 * @property {Members | null} expected the re-derived one; null where the seed is not revealed
 * @property {Members | null} settlement
 * @property {boolean} differs `outcome` is not what the seeds give: both are drawn
 */

/** A map, since a record may name its game as what every object has. @type {Map<string, {picture: (view: View) => import('./stage.js').Picture}>} */
const PICTURES = new Map(Object.entries({ dice, limbo, plinko, mines, hilo, blackjack, deck, raw }));

/** @param {View} view @returns {import('./stage.js').Pays} */
function paysOf({ settlement }) {
  const { staked, returned } = settlement ?? {};
  return typeof staked === 'number' && typeof returned === 'number' ? { staked, returned } : null;
}

/**
 * The picture of a round, without elements: what stands on the stage, and the text equivalent that says all of it.
 *
 * @param {View} view
 */
export function describe(view) {
  const picture = PICTURES.get(view.game)?.picture(view) ?? null;
  const pays = paysOf(view);
  if (picture === null || picture.results.length === 0) return { picture, pays, text: t('pic.none') };
  return { picture, pays, text: sentence([...(picture.told ?? picture.line).flat(), ...paysPhrase(pays)]) };
}

/**
 * @param {View} view
 * @returns {{figure: HTMLElement, text: string}} `text` says everything that the figure shows
 */
export function draw(view) {
  const { picture, pays, text } = describe(view);
  if (picture === null || picture.results.length === 0) return { figure: empty(view.game, picture), text };
  return { figure: stage(view.game, picture, pays), text };
}

/**
 * Where no outcome is known: the board, dimmed, and one sentence.
 *
 * @param {string} game
 * @param {import('./stage.js').Picture | null} picture
 */
function empty(game, picture) {
  return h(
    'figure',
    { class: `stage pic-of-${game} pic-empty` },
    h('div', { class: 'pic' }, h('div', { class: 'pic-art', 'aria-hidden': 'true' }, picture?.art())),
    h('figcaption', { class: 'pic-none' }, t('pic.none')),
  );
}
