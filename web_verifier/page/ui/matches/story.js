/**
 * A match of tavern dice, moment by moment: the state before the first action and after each, as far as the actions are legal. Before the
 * reveal the dice are those that the record tells. What is right is said by `verify/` alone; here it is only laid out to be seen.
 */

import { Fault, at } from '../../core/fault.js';
import { act, start } from '../../games/tavern/match.js';
import { checkParams } from '../../games/tavern/params.js';
import { isMatch, readMatchRound, startOf } from '../../verify/match.js';
import { same } from '../same.js';
import { result } from '../../games/tavern/match.js';

/** @typedef {import('../../games/tavern/match.js').Match} Match */
/** @typedef {import('../../games/tavern/match.js').Action} Action */
/** @typedef {import('../../verify/match.js').MatchRound} MatchRound */
/**
 * @typedef {object} Story
 * @property {MatchRound} round
 * @property {readonly Match[]} matches before the first action, and after each that was legal
 * @property {readonly Action[]} actions those that were legal
 * @property {Fault | null} stopped what refused the next action
 * @property {'seeds' | 'record'} from whose dice they are
 * @property {boolean} differs whether the record tells another outcome than the seeds give
 */

/** Draws that give what a record tells of its dice. */
class Told {
  /** @param {readonly number[]} values @param {number} [place] */
  constructor(values, place = 0) {
    this.values = values;
    this.place = place;
  }

  /** @param {number} n @returns {[number, Told]} */
  uniform(n) {
    const value = this.values[this.place];
    if (value === undefined || value < 0 || value >= n) throw new Fault('outcome.rolls', 'rules.no-dice');
    return [value, new Told(this.values, this.place + 1)];
  }
}

/**
 * @param {Record<string, any>} record
 * @returns {Story | null} null where no dice are known, or the record is not well formed
 */
export function storyOf(record) {
  if (!isMatch(record.game)) return null;
  try {
    const round = readMatchRound(record);
    if (round.isVoid) return null;
    checkParams(round.params);
    return told(round);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @param {MatchRound} round @returns {Story | null} */
function told(round) {
  const first = firstOf(round);
  if (first === null) return null;
  const matches = [first];
  let stopped = null;
  try {
    for (const [i, action] of round.actions.entries()) matches.push(at(`actions[${i}]`, () => act(matches[i], action)));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    stopped = error;
  }
  const revealed = round.seeds.server_seed !== undefined;
  const last = matches[matches.length - 1];
  const differs = revealed && last.winner !== null && !same(result(last).outcome, round.outcome);
  return { round, matches, actions: round.actions.slice(0, matches.length - 1), stopped, from: revealed ? 'seeds' : 'record', differs };
}

/** @param {MatchRound} round @returns {Match | null} */
function firstOf(round) {
  if (round.seeds.server_seed !== undefined) return startOf(round);
  const { starter, rolls } = /** @type {any} */ (round.outcome ?? {});
  if (!Number.isInteger(starter) || !Array.isArray(rolls)) return null;
  return start(round.params, /** @type {any} */ (new Told([starter, ...rolls.flat().map((face) => face - 1)])));
}
