/** A match as elements: who plays with which score, the dice, how it ended, and its turns. */

import { h } from '../../verify/ui/dom.js';
import { icon } from '../../verify/ui/icons.js';
import { number, t } from '../../verify/ui/language.js';
import { die, diceAt } from '../../verify/ui/matches/picture.js';
import { percentOf } from './facts.js';
import { botName, say } from './words.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('./model.js').Place} Place */
/** @typedef {import('./model.js').Turn} Turn */
/** @typedef {import('../../verify/ui/matches/story.js').Story} Story */

/** Who has a place, in few words. @param {Pick<Place, 'seat' | 'own' | 'player' | 'bot' | 'free'>} place */
export function nameOf({ seat, own, player, bot, free }) {
  if (own) return say('mt.me');
  if (bot !== null) return botName(bot);
  if (free) return say('mt.free');
  return player ?? t('td.player', { player: seat + 1 });
}

/** @param {Turn} turn */
function endText({ end, points, late }) {
  const said = end === 'banked' ? say('mt.turn.banked', { points }) : end === 'bust' ? say(points > 0 ? 'mt.turn.lost' : 'mt.turn.nothing', { points }) : say(`mt.turn.${end ?? 'now'}`, { points });
  return late ? `${said}, ${say('mt.turn.late')}` : said;
}

/** Every place with its score on the way to the target. @param {readonly Place[]} places @param {number} points of the turn that is played */
export const board = (places, points) => h('ol', { class: places.length > 4 ? 'mt-places mt-many' : 'mt-places' }, places.map((place) => box(place, points)));

/** @param {Place} place @param {number} points */
function box(place, points) {
  const { seat, own, player, bot, score, share, turn, won, last, gone, free } = place;
  const bar = h('span', { class: 'td-bar' }, h('i', { style: { width: `${share}%` } }));
  const did = gone ? say(`mt.turn.${gone}`) : turn ? say('mt.turn.now', { points }) : last ? endText(last) : '\u00a0';
  const tag = won ? say('mt.tag.won') : turn ? say(own ? 'mt.tag.yours' : 'mt.tag.turn') : '';
  return h(
    'li',
    { class: ['mt-place', own && 'mt-own', turn && 'mt-turn', won && 'mt-won', gone && 'mt-gone', free && 'mt-free'].filter(Boolean).join(' ') },
    h('p', { class: 'mt-name' }, h('span', { class: 'mt-number' }, number(seat + 1)), h('b', { title: player ?? bot ?? false }, nameOf(place)), tag !== '' && h('span', { class: 'mt-tag' }, tag)),
    score !== null && h('p', { class: 'mt-score' }, number(score)),
    score !== null && bar,
    score !== null && h('p', { class: 'mt-did' }, did),
  );
}

/** The dice that lie there, when nobody chooses of them; a concession takes none away. @param {Story} story */
export function lying(story) {
  let at = story.actions.length;
  while (at > 0 && story.actions[at - 1].type === 'concede') at--;
  return h('div', { class: 'td-dice' }, diceAt(story, at));
}

/**
 * The dice of the own roll, to be chosen one by one. Those that can't be kept in any way are paler.
 * @param {readonly number[]} table @param {ReadonlySet<number>} picked @param {ReadonlySet<number>} useful @param {(i: number) => void} toggle
 */
export const choosing = (table, picked, useful, toggle) =>
  h(
    'div',
    { class: 'td-dice mt-picks', role: 'group', 'aria-label': say('mt.dice') },
    table.map((face, i) =>
      h(
        'button',
        { type: 'button', id: `d-${i}`, class: useful.has(i) ? 'td-pick' : 'td-pick mt-idle', 'aria-pressed': String(picked.has(i)), 'aria-label': say('mt.die', { number: i + 1, face }), onclick: () => toggle(i) },
        die(face),
      ),
    ),
  );

/** What the choice is worth before it is kept, or why it can't be. @param {readonly number[]} table @param {number} chosen @param {import('./model.js').Worth} worth @param {number} most */
export function worthText(table, chosen, { points, sum, left, wins, idle }, most) {
  if (chosen === 0) return say('mt.choose', { points: most });
  if (points === 0) return say('mt.idle', { dice: idle.map((i) => table[i]).join(', '), count: idle.length });
  const after = wins ? say('mt.worth.wins') : left === 6 ? say('mt.worth.hot') : say('mt.worth.left', { count: left });
  return [say('mt.worth', { points, sum }), after].join(' ');
}

/** How it ended: who won, what was paid, and what there is to do. @param {View} view @param {readonly Place[]} places @param {readonly (Node | false)[]} ways @param {Node | false} note */
export function ending({ round, params, pot, prize, seat }, places, ways, note) {
  const { winner } = round.outcome;
  const place = places[winner];
  const fact = (/** @type {string} */ name, /** @type {string} */ text) => h('div', null, h('dt', null, say(name)), h('dd', null, text));
  const own = seat === null ? null : round.settlement.returned[seat] - round.settlement.staked[seat];
  return h(
    'div',
    { class: 'mt-end', id: 'end' },
    h('p', { class: 'mt-winner' }, icon('verified', 24), place.own ? say('mt.won', { prize }) : say('mt.lost', { name: nameOf(place) })),
    h(
      'dl',
      null,
      fact('mt.pot', number(pot)),
      fact('mt.commission', `${number(pot - prize)} (${percentOf(params.commission)} %)`),
      fact('mt.paid', place.bot === null ? number(prize) : say('mt.paid_house', { prize })),
      own !== null && fact('mt.net', `${own > 0 ? '+' : own < 0 ? '−' : ''}${number(Math.abs(own))}`),
    ),
    place.score !== null && place.score < params.target && h('p', null, say('mt.last_left')),
    h('div', { class: 'moves' }, ways),
    note,
  );
}

/** Turns that have ended, the newest first. @param {readonly Turn[]} turns @param {readonly Place[]} places @param {number} most */
export const history = (turns, places, most) =>
  h(
    'ol',
    { class: 'mt-turns' },
    turns
      .filter(({ end }) => end !== null)
      .slice(-most)
      .reverse()
      .map((turn) => h('li', { class: places[turn.player].own ? 'mt-own' : false }, h('b', null, h('span', { class: 'mt-number' }, number(turn.player + 1)), ' ', nameOf(places[turn.player])), h('span', null, endText(turn)))),
  );
