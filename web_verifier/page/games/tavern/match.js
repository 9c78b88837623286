/** A match of tavern dice: `docs/rules/tavern_dice.md`. A state is never changed; an action gives another. */

import { Fault } from '../../core/fault.js';
import { fraction, multiply, floor } from '../../core/numbers.js';
import { decimalOf } from '../decimals.js';
import { claims, listOf, need, object, text, whole } from '../forms.js';
import { DICE, mostValuable, pointsOf, scores } from './scoring.js';

/** @typedef {import('../../core/stream.js').Stream} Stream */
/** @typedef {import('./params.js').Params} Params */
/**
 * @typedef {object} Action
 * @property {number} player
 * @property {string} type
 * @property {readonly number[]} [dice] indexes into the dice just rolled
 * @property {true} [timeout]
 */
/** @typedef {{roll: number[], before: Rolled | null}} Rolled rolls backwards, so that one more costs no copy of all */
/**
 * @typedef {object} Match
 * @property {Params} params
 * @property {Stream} stream
 * @property {number} starter
 * @property {number} turn
 * @property {readonly number[]} scores
 * @property {readonly number[]} gone who has conceded
 * @property {Rolled | null} rolled
 * @property {readonly number[]} table the dice just rolled, of which a set must be kept
 * @property {number} left how many dice the next roll has
 * @property {number} points of the turn
 * @property {boolean} bankDue dice were kept on time-out: they are banked before anything else
 * @property {number | null} winner
 */

export const NAME = 'tavern_dice';
const TYPES = ['roll', 'keep', 'bank', 'concede'];

/** @param {unknown} raw @param {string} field @returns {true} */
function timeout(raw, field) {
  if (raw !== true) throw new Fault(field, 'format.timeout');
  return true;
}

const plain = claims({ player: whole, type: text, timeout }, { timeout: undefined });
const keeping = claims({ player: whole, type: text, dice: listOf(whole), timeout }, { timeout: undefined });

/** One action. Of an unknown type nothing more is judged here, and the rules refuse it. @param {unknown} raw @returns {Action} */
export function readAction(raw) {
  const type = text(need(object(raw, ''), 'type', ''), 'type');
  if (!TYPES.includes(type)) return { player: -1, type };
  return /** @type {Action} */ ((type === 'keep' ? keeping : plain)(raw, ''));
}

const outcome = claims({ starter: whole, rolls: listOf(listOf(whole)), scores: listOf(whole), winner: whole });

/** @param {unknown} raw */
export const readOutcome = (raw) => void outcome(raw, 'outcome');

/** V-4. @param {Params} params @param {Stream} stream @returns {Match} */
export function start(params, stream) {
  const [starter, next] = stream.uniform(params.players);
  const none = { gone: [], rolled: null, table: [], left: DICE, points: 0, bankDue: false, winner: null };
  return { params, stream: next, starter, turn: starter, scores: Array(params.players).fill(0), ...none };
}

/** V-5. @param {{params: {players: number}, gone: readonly number[]}} match @param {number} player */
export function nextPlayer({ params: { players }, gone }, player) {
  let next = player;
  do next = (next + 1) % players;
  while (gone.includes(next));
  return next;
}

/** V-12. @param {Match} match @param {number} player whose turn is over @returns {Match} */
const passOn = (match, player) => ({ ...match, turn: nextPlayer(match, player), table: [], left: DICE, points: 0 });

/** V-30 to V-33: what is done for the player whose turn it is once the time has run out. @param {Match} match @returns {Action[]} */
export function absent({ turn: player, table, points }) {
  if (table.length > 0) {
    return [
      { player, type: 'keep', dice: mostValuable(table).dice, timeout: true },
      { player, type: 'bank', timeout: true },
    ];
  }
  return [{ player, type: points > 0 ? 'bank' : 'roll', timeout: true }];
}

/** @param {readonly number[]} dice */
const ascending = (dice) => [...dice].sort((a, b) => a - b);

/** An action with its dice in order: what is kept is a set. @param {Action} action @returns {Action} */
export const ordered = (action) => (action.dice ? { ...action, dice: ascending(action.dice) } : action);

/** V-34. @param {Match} match @param {Action} action */
function checkTimeout(match, action) {
  const [due] = absent(match);
  if (action.type !== due.type || ascending(action.dice ?? []).join() !== (due.dice ?? []).join()) throw new Fault('timeout', 'rules.timeout-due');
}

/** @param {Match} match @param {Action} action @returns {Match} */
export function act(match, action) {
  const { player, type } = action;
  if (!TYPES.includes(type)) throw new Fault('type', 'rules.no-such-action', { type });
  if (match.winner !== null) throw new Fault('', 'rules.round-over'); // V-11
  if (player < 0 || player >= match.params.players) throw new Fault('player', 'rules.no-player');
  if (match.gone.includes(player)) throw new Fault('player', 'rules.gone', { player }); // V-39
  if (match.bankDue && !(type === 'bank' && action.timeout && player === match.turn)) throw new Fault('', 'rules.bank-due'); // V-34
  if (type === 'concede') return concede(match, player);
  if (player !== match.turn) throw new Fault('player', 'rules.not-your-turn', { player: match.turn }); // V-6
  if (action.timeout) checkTimeout(match, action);
  if (type === 'keep') return keep(match, action);
  if (match.table.length > 0) throw new Fault('', 'rules.keep-first'); // V-14
  return type === 'roll' ? roll(match) : bank(match);
}

/** V-13, V-19. @param {Match} match @returns {Match} */
function roll(match) {
  let stream = match.stream;
  const dice = [];
  for (let i = 0; i < match.left; i++) {
    const [face, next] = stream.uniform(6);
    dice.push(face + 1);
    stream = next;
  }
  const rolled = { ...match, stream, rolled: { roll: dice, before: match.rolled } };
  return scores(dice) ? { ...rolled, table: dice } : passOn(rolled, match.turn);
}

/** V-14 to V-17, V-20. @param {Match} match @param {Action} action @returns {Match} */
function keep(match, { dice = [], timeout: late }) {
  const { table } = match;
  if (table.length === 0) throw new Fault('', 'rules.no-roll');
  if (dice.length === 0 || new Set(dice).size !== dice.length) throw new Fault('dice', 'rules.different-dice');
  if (dice.some((i) => i < 0 || i >= table.length)) throw new Fault('dice', 'rules.no-such-die', { most: table.length - 1 });
  const points = pointsOf(dice.map((i) => table[i]));
  if (points === 0) throw new Fault('dice', 'rules.no-groups');
  return { ...match, table: [], left: table.length - dice.length || DICE, points: match.points + points, bankDue: late === true };
}

/** V-7, V-18. @param {Match} match @returns {Match} */
function bank(match) {
  const { turn, points, params } = match;
  if (points === 0) throw new Fault('', 'rules.no-points');
  const banked = match.scores.map((score, player) => (player === turn ? score + points : score));
  const next = { ...match, scores: banked, bankDue: false };
  return banked[turn] >= params.target ? { ...next, points: 0, left: DICE, winner: turn } : passOn(next, turn);
}

/** V-36 to V-41. @param {Match} match @param {number} player @returns {Match} */
function concede(match, player) {
  const next = { ...match, gone: [...match.gone, player] };
  if (next.gone.length === match.params.players - 1) return { ...next, table: [], points: 0, left: DICE, winner: nextPlayer(next, player) };
  return player === match.turn ? passOn(next, player) : next;
}

/** Every roll in order. @param {Match} match */
export function rollsSoFar({ rolled }) {
  const rolls = [];
  for (let last = rolled; last !== null; last = last.before) rolls.push(last.roll);
  return rolls.reverse();
}

/** V-9. @param {Params} params @returns {bigint} */
export function prizeOf({ ante, players, commission }) {
  const pot = BigInt(ante) * BigInt(players);
  return pot - floor(multiply(fraction(pot), decimalOf(commission, 'params.commission')));
}

/** V-43, V-44. @param {Match} match a finished one */
export function result(match) {
  const { params, starter, winner } = match;
  const players = match.scores.map((_, player) => player);
  const prize = Number(prizeOf(params));
  return {
    outcome: { starter, rolls: rollsSoFar(match), scores: [...match.scores], winner },
    settlement: {
      staked: Object.fromEntries(players.map((player) => [player, params.ante])),
      returned: Object.fromEntries(players.map((player) => [player, player === winner ? prize : 0])),
    },
  };
}
