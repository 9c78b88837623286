/** Players, actions and moments of a match in words. */

import { t } from '../language.js';
import { rollsSoFar } from '../../games/tavern/match.js';

/** @typedef {import('./story.js').Story} Story */

/** @param {number} player @param {string} [policy] of a bot */
export const playerName = (player, policy) => t(policy === undefined ? 'td.player' : 'td.player_bot', { player: player + 1 });

/** @param {Story} story @param {number} player */
export const nameIn = ({ round }, player) => playerName(player, round.bots[player]);

/** The dice that an action rolled, where it did. @param {Story} story @param {number} i @returns {readonly number[] | null} */
export function rolledBy({ matches, actions }, i) {
  if (actions[i].type !== 'roll') return null;
  return matches[i + 1].rolled?.roll ?? null;
}

/** The faces that an action kept. @param {Story} story @param {number} i @returns {number[]} */
export const keptBy = ({ matches, actions }, i) => (actions[i].dice ?? []).map((die) => matches[i].table[die]);

/** What an action did. @param {Story} story @param {number} i */
export function actionText(story, i) {
  const { matches, actions } = story;
  const { type, timeout, player } = actions[i];
  const [before, after] = [matches[i], matches[i + 1]];
  const late = timeout ? ` ${t('td.late')}` : '';
  const dice = rolledBy(story, i);
  if (dice !== null) {
    const nothing = after.table.length === 0;
    return t(nothing ? 'td.act.bust' : 'td.act.roll', { dice: dice.join(' '), points: before.points }) + late;
  }
  if (type === 'keep') {
    const hot = after.left === 6;
    return t(hot ? 'td.act.hot' : 'td.act.keep', { dice: keptBy(story, i).join(' '), points: after.points - before.points, sum: after.points }) + late;
  }
  if (type === 'bank') return t('td.act.bank', { points: before.points, score: after.scores[player] }) + late;
  return t('td.act.concede') + late;
}

/** The moment after so many actions, in one line: all that the picture shows. @param {Story} story @param {number} at @returns {string[]} */
export function lineOf(story, at) {
  const { matches, round, stopped, differs } = story;
  const match = matches[at];
  const scores = match.scores.map((score, player) => {
    const gone = match.gone.includes(player);
    return t(gone ? 'td.line.score_gone' : 'td.line.score', { name: nameIn(story, player), score });
  });
  const said = [
    at === 0 ? t('td.line.start', { name: nameIn(story, match.starter), target: round.params.target }) : t('td.line.did', { name: nameIn(story, story.actions[at - 1].player), what: actionText(story, at - 1) }),
    match.winner !== null ? t('td.line.won', { name: nameIn(story, match.winner) }) : t('td.line.next', { name: nameIn(story, match.turn), left: match.table.length || match.left, points: match.points }),
    ...scores,
  ];
  if (at === matches.length - 1 && stopped !== null) said.push(t('td.line.stopped'));
  if (differs) said.push(t('td.line.differs'));
  if (story.from === 'record') said.push(t('td.line.told'));
  return said;
}

/** How many rolls there were. @param {Story} story */
export const rollCount = ({ matches }) => rollsSoFar(matches[matches.length - 1]).length;
