/**
 * V-48: whether some dice make a match's actions legal. A world is what all dice that led to it have in common: a roll may have scored or
 * not, dice kept may be worth whatever so many can be, anybody may have started. Possible points are bits of a BigInt, one for each 50.
 */

import { Fault } from '../../core/fault.js';
import { nextPlayer } from './match.js';
import { DICE, pointsOf, rollsOf } from './scoring.js';

/** @typedef {import('./match.js').Action} Action */
/** @typedef {import('./params.js').Params} Params */
/**
 * @typedef {object} World
 * @property {number} turn
 * @property {readonly bigint[]} scores
 * @property {readonly number[]} gone
 * @property {number} table how many dice lie there
 * @property {number} left
 * @property {bigint} points
 * @property {boolean} bankDue
 * @property {boolean} ended
 */

const NOTHING = 1n;
const FRESH = Object.freeze({ table: 0, left: DICE, points: NOTHING, bankDue: false });

/** What so many dice can be worth, as bits. @type {bigint[]} */
const possible = [];

/** @param {number} count */
function possibleOf(count) {
  possible[count] ??= rollsOf(count).reduce((bits, { roll }) => {
    const points = pointsOf(roll);
    return points > 0 ? bits | (1n << BigInt(points / 50)) : bits;
  }, 0n);
  return possible[count];
}

/** All sums of one of each; from the target on they count as the target. @param {bigint} some @param {bigint} more @param {Params} params */
function sums(some, more, { target }) {
  const top = BigInt(target / 50);
  let found = 0n;
  for (let shift = 0n; more >> shift > 0n; shift++) if ((more >> shift) & 1n) found |= some << shift;
  const under = (1n << top) - 1n;
  return (found & under) | (found > under ? 1n << top : 0n);
}

/**
 * @param {Params} params checked ones
 * @param {readonly Action[]} actions
 * @param {boolean} ended whether the match must have ended
 */
export function checkBlind(params, actions, ended) {
  const scores = Array(params.players).fill(NOTHING);
  /** @type {World[]} */
  let worlds = scores.map((_, turn) => ({ ...FRESH, turn, scores, gone: [], ended: false }));
  for (const [i, action] of actions.entries()) {
    const after = new Map(worlds.flatMap((world) => acted(params, world, action)).map((world) => [keyOf(world), world]));
    if (after.size === 0) throw new Fault(`actions[${i}]`, 'rules.no-dice');
    worlds = [...after.values()];
  }
  if (ended && !worlds.some((world) => world.ended)) throw new Fault('actions', 'rules.not-finished');
}

/** @param {World} world */
const keyOf = ({ turn, scores, gone, table, left, points, bankDue, ended }) =>
  [turn, scores.map((bits) => bits.toString(16)), [...gone].sort(), table, left, points.toString(16), bankDue, ended].join(' ');

/** @param {Params} params @param {World} world @param {Action} action @returns {World[]} */
function acted(params, world, { player, type, dice = [], timeout: late }) {
  const timeout = late === true;
  const { turn, gone, table, points } = world;
  if (world.ended || gone.includes(player) || player < 0 || player >= params.players) return [];
  if (world.bankDue && !(type === 'bank' && timeout && player === turn)) return [];
  if (type === 'concede') return [conceded(params, world, player)];
  if (player !== turn) return [];
  if (type === 'keep') {
    const count = dice.length;
    if (count === 0 || new Set(dice).size !== count || dice.some((i) => i < 0 || i >= table)) return [];
    return [{ ...world, table: 0, left: table - count || DICE, points: sums(points, possibleOf(count), params), bankDue: timeout }];
  }
  if (table > 0) return [];
  if (type === 'bank') return points === NOTHING ? [] : banked(params, world);
  if (type !== 'roll' || (timeout && points !== NOTHING)) return [];
  return [{ ...world, table: world.left }, passed(params, world)];
}

/** @param {Params} params @param {World} world @returns {World} */
const passed = (params, world) => ({ ...world, ...FRESH, turn: nextPlayer({ params, gone: world.gone }, world.turn) });

/** @param {Params} params @param {World} world @returns {World[]} */
function banked(params, world) {
  const { turn, scores, points } = world;
  const won = 1n << BigInt(params.target / 50);
  const all = sums(scores[turn], points, params);
  const lower = all & ~won;
  const found = [];
  if (all & won) found.push({ ...world, ended: true });
  if (lower) found.push(passed(params, { ...world, scores: scores.map((bits, player) => (player === turn ? lower : bits)) }));
  return found;
}

/** @param {Params} params @param {World} world @param {number} player @returns {World} */
function conceded(params, world, player) {
  const next = { ...world, gone: [...world.gone, player] };
  if (next.gone.length === params.players - 1) return { ...next, ended: true };
  return player === world.turn ? passed(params, next) : next;
}
