/** A moment of a round against the house in words: all that its picture shows. */

import { number, t } from '../language.js';

/** @typedef {import('./story.js').Story} Story */
/** @typedef {import('./story.js').BoxShown} BoxShown */

/** A combination; with the second that is paid beside it. @param {string | null} name @param {string | null} [second] */
export const combinationText = (name, second = null) =>
  name === null ? t('hp.nothing') : second === null ? t(`hp.name.${name}`) : t('hp.and', { main: t(`hp.name.${name}`), second: t(`hp.name.${second}`) });

/** Box 0 is the rightmost. @param {number} box @param {number} boxes */
export const boxName = (box, boxes) => (boxes === 1 ? t('hp.box_only') : t('hp.box', { box }));

/** @param {Story} story @param {number} i */
export function actionText({ actions, round }, i) {
  const { type, box, cards = [], timeout } = actions[i];
  const told = t(`hp.did.${type}`, { box: boxName(box, round.bet.antes.length), cards: cards.join(' ') });
  return timeout ? `${told} ${t('hp.timeout')}` : told;
}

/** @param {BoxShown} box @param {string} name */
function boxLine({ cards, closed, combination, second, result, returned, staked, decided }, name) {
  if (closed) return t('hp.line.closed', { name });
  const parts = [t('hp.line.box', { name, cards: cards.join(' '), combination: combinationText(combination, second) })];
  if (staked !== null) parts.push(t('hp.line.staked', { staked }));
  if (result !== null && returned !== null) parts.push(t('hp.line.result', { result: t(`hp.result.${result}`), returned }));
  else if (decided !== null) parts.push(t(`hp.decided.${decided}`));
  return parts.join(' ');
}

/**
 * What was done, and what lies there now.
 * @param {Story} story @param {number} at actions made
 * @returns {string[]}
 */
export function lineOf(story, at) {
  const moment = story.moments[at];
  const first = at === 0 ? t(story.from === 'record' ? 'hp.as_recorded' : 'hp.dealt') : actionText(story, at - 1);
  const boxes = moment.boxes.map((box, i) => boxLine(box, boxName(i, moment.boxes.length)));
  const dealer = moment.shows
    ? t('hp.line.dealer', { cards: moment.dealer.join(' '), combination: combinationText(moment.combination) })
    : t('hp.line.dealer_open', { card: String(moment.dealer[4] ?? '–') });
  const replaced = moment.replaced.length > 0 ? [t('hp.line.replaced', { cards: moment.replaced.join(' ') })] : [];
  return [first, dealer, ...replaced, ...boxes];
}

/** @param {unknown} value */
export const shown = (value) => (typeof value === 'number' ? number(value) : typeof value === 'string' ? value : '–');

/** One line on what round it is. A record that is not well formed may hold anything in each place. @param {Record<string, any>} record */
export const whatOf = ({ game, params, seeds, bet }) =>
  t('hp.what', {
    game: t(`game.${game}`),
    boxes: shown(params?.boxes),
    antes: Array.isArray(bet?.antes) ? bet.antes.map(shown).join(', ') : '–',
    nonce: shown(seeds?.nonce),
  });
