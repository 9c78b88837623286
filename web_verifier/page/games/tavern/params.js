/** What a match's record says of its rules and its bots: `docs/spec/record.md`, section 1, Tavern dice. The form is asked by the check `format`, ranges by `rules`. */

import { Fault } from '../../core/fault.js';
import { compare, fraction } from '../../core/numbers.js';
import { decimalOf } from '../decimals.js';
import { claims, decimal, object, text, whole, wordOf } from '../forms.js';
import { MOST_CHIPS, checkRange } from '../limits.js';

/** @typedef {import('../forms.js').Members} Members */
/**
 * @typedef {object} Params
 * @property {number} target in points
 * @property {number} ante in chips
 * @property {number} players
 * @property {string} commission the part of the pot that the house keeps
 * @property {number} decision_seconds
 * @property {number} grace_seconds
 * @property {'chain' | 'plain'} seat_seeds
 */

/** What whoever opens a match chooses; all other params are rules. */
export const CHOICES = Object.freeze(['target', 'ante', 'players']);

const read = claims(
  {
    target: whole,
    ante: whole,
    players: whole,
    commission: decimal,
    decision_seconds: whole,
    grace_seconds: whole,
    seat_seeds: wordOf(['chain', 'plain']),
  },
  { target: 4000, commission: '0.05', decision_seconds: 30, grace_seconds: 60, seat_seeds: undefined },
);

/** @param {unknown} raw @param {boolean} chained whether the seeds are links of chains @returns {Params} */
export const readParams = (raw, chained) => ({ seat_seeds: chained ? 'chain' : 'plain', .../** @type {any} */ (read(raw, 'params')) });

/** V-1 to V-3, V-9, V-29, V-42. @param {Params} params */
export function checkParams({ target, ante, players, commission, decision_seconds, grace_seconds }) {
  checkRange(target, 'params.target', 1000, 100_000);
  if (target % 50 !== 0) throw new Fault('params.target', 'rules.fifty');
  checkRange(ante, 'params.ante', 1, MOST_CHIPS);
  checkRange(players, 'params.players', 2, 8);
  if (compare(decimalOf(commission, 'params.commission'), fraction(1)) >= 0) throw new Fault('params.commission', 'rules.commission');
  for (const [name, seconds] of Object.entries({ decision_seconds, grace_seconds })) {
    if (seconds < 1) throw new Fault(`params.${name}`, 'rules.seconds');
  }
}

/** Whether a text is the number of a player. @param {string} name @param {number} players */
export const isPlayer = (name, players) => /^(?:0|[1-9][0-9]{0,3})$/.test(name) && Number(name) < players;

/**
 * A reader of an object by player.
 * @template T
 * @param {(raw: unknown, field: string) => T} readOne
 * @param {number} players
 * @param {boolean} all whether none may be missing
 * @returns {(raw: unknown, field: string) => Record<string, T>}
 */
export const byPlayer = (readOne, players, all) => (raw, field) => {
  const members = object(raw, field);
  const names = Object.keys(members);
  if (names.some((name) => !isPlayer(name, players)) || (all && names.length !== players)) throw new Fault(field, 'format.players');
  return Object.fromEntries(names.map((name) => [name, readOne(members[name], `${field}.${name}`)]));
};

/** Policies by player. @param {unknown} raw the record's `table` @param {number} players @returns {Record<string, string>} */
export function readBots(raw, players) {
  const table = object(raw, 'table');
  return Object.hasOwn(table, 'bots') ? byPlayer(text, players, false)(table.bots, 'table.bots') : {};
}
