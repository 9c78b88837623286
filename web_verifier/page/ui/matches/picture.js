/** The elements of a moment: the players with their scores on the way to the target, and the dice on the felt. */

import { h, svg } from '../dom.js';
import { number, t } from '../language.js';
import { nameIn, keptBy, rolledBy } from './words.js';

/** @typedef {import('./story.js').Story} Story */

/** Places of the pips on a die of 60. @type {Record<number, readonly (readonly [number, number])[]>} */
const PIPS = {
  1: [[30, 30]],
  2: [[17, 17], [43, 43]],
  3: [[17, 17], [30, 30], [43, 43]],
  4: [[17, 17], [43, 17], [17, 43], [43, 43]],
  5: [[17, 17], [43, 17], [30, 30], [17, 43], [43, 43]],
  6: [[17, 15], [43, 15], [17, 30], [43, 30], [17, 45], [43, 45]],
};

/** @param {number} face @param {boolean} kept */
export const die = (face, kept = false) =>
  svg(
    'svg',
    { viewBox: '0 0 60 60', class: kept ? 'td-die td-kept' : 'td-die' },
    svg('rect', { x: 2, y: 2, width: 56, height: 56, rx: 11 }),
    (PIPS[face] ?? []).map(([cx, cy]) => svg('circle', { cx, cy, r: 5.5 })),
  );

/** @param {Story} story @param {number} at @returns {HTMLElement} */
export function drawing(story, at) {
  const match = story.matches[at];
  return h(
    'div',
    { class: 'td' },
    h('ul', { class: 'td-players' }, match.scores.map((score, player) => seat(story, at, player, score))),
    h('div', { class: 'td-felt' }, h('div', { class: 'td-dice' }, diceAt(story, at)), h('p', { class: 'td-sum' }, sumOf(match))),
  );
}

/** @param {import('../../games/tavern/match.js').Match} match */
const sumOf = ({ winner, points }) => (winner === null && points > 0 ? t('td.points', { points }) : '');

/** @param {Story} story @param {number} at @param {number} player @param {number} score */
function seat(story, at, player, score) {
  const match = story.matches[at];
  const wins = match.winner === player;
  const turn = match.winner === null && match.turn === player;
  const gone = match.gone.includes(player);
  const bar = h('span', { class: 'td-bar' }, h('i', null));
  /** @type {HTMLElement} */ (bar.firstChild).style.width = `${Math.min(100, (100 * score) / match.params.target)}%`;
  return h(
    'li',
    { class: ['td-player', wins && 'td-wins', turn && 'td-turn', gone && 'td-gone'].filter(Boolean).join(' ') },
    h('b', null, nameIn(story, player)),
    h('span', { class: 'td-score' }, number(score)),
    bar,
  );
}

/** The dice that lie there: the roll of this moment, those kept of it marked. @param {Story} story @param {number} at */
export function diceAt(story, at) {
  const match = story.matches[at];
  if (match.table.length > 0) return match.table.map((face) => die(face));
  if (at === 0) return [];
  const action = story.actions[at - 1];
  if (action.type === 'keep') {
    const { table } = story.matches[at - 1];
    return table.map((face, i) => die(face, action.dice?.includes(i)));
  }
  return (rolledBy(story, at - 1) ?? keptBy(story, at - 1)).map((face) => die(face));
}
