/** What a match shows beside the verifier's picture, by its view and its actions alone: what dice are worth, its turns, its places, a new one like it. No elements. */

import { DICE, keeps, mostValuable, pointsOf } from '../../verify/games/tavern/scoring.js';

/** @typedef {Record<string, any>} View */
/** @typedef {import('../../verify/ui/matches/story.js').Story} Story */

/** Greatest number of players (docs/rules/tavern_dice.md, V-1). */
export const MOST_PLAYERS = 8;
/** What plays for bots here (docs/bots.md). */
export const POLICIES = /** @type {const} */ (['threshold-300/1', 'threshold-1000/1', 'expect/1', 'win/1']);
/** What each is called in the page's texts. @type {Readonly<Record<string, string>>} */
export const KINDS = { 'threshold-300/1': 'careful', 'threshold-1000/1': 'daring', 'expect/1': 'counting', 'win/1': 'strongest' };
/** `win/1` weighs the chance of two players up to this target; with more of either it does what `expect/1` does. */
const WIN = { players: 2, target: 4000 };

/** Whether a policy does what its name says. @param {string} policy @param {number} players @param {number} target */
export const fits = (policy, players, target) => policy !== 'win/1' || (players <= WIN.players && target <= WIN.target);

// Dice

/**
 * @typedef {object} Worth
 * @property {number} points of the choice; 0 where it can not be kept
 * @property {number} sum what the turn is worth then
 * @property {number} left how many dice the next roll has
 * @property {boolean} wins whether that, banked, reaches the target
 * @property {number[]} idle dice without which a choice that can't be kept could be, as indexes: as few as can be
 */

/**
 * What a choice of the dice on the table is worth, before it is kept (V-14 to V-28).
 * @param {readonly number[]} table
 * @param {readonly number[]} chosen indexes
 * @param {{points: number, score: number, target: number}} turn
 * @returns {Worth}
 */
export function worthOf(table, chosen, { points: before, score, target }) {
  const faces = chosen.map((i) => table[i]);
  const points = chosen.length > 0 ? pointsOf(faces) : 0;
  const idle = points > 0 ? [] : chosen.filter((_, at) => !mostOf(faces).includes(at));
  const sum = before + points;
  return { points, sum, left: table.length - chosen.length || DICE, wins: points > 0 && score + sum >= target, idle };
}

/** The set of the most dice that can be kept of these, as indexes; of equal ones the first. @param {readonly number[]} faces @returns {number[]} */
const mostOf = (faces) => keeps(faces).reduce((most, { dice }) => (dice.length > most.length ? dice : most), /** @type {number[]} */ ([]));

/** The choice of the most points. @param {readonly number[]} table */
export const best = (table) => mostValuable(table);

/** Dice that can be kept, alone or with others, as indexes. @param {readonly number[]} table @returns {Set<number>} */
export const useful = (table) => new Set(keeps(table).flatMap(({ dice }) => dice));

// Turns

/** @typedef {'banked' | 'bust' | 'conceded' | 'away'} End */
/** @typedef {{player: number, end: End | null, points: number, late: boolean}} Turn `points` banked, lost or so far; `late`: the clock decided something in it */

/** Turn by turn, the newest last. A concession out of turn stands where it was made. @param {Story} story @returns {Turn[]} */
export function turnsOf({ matches, actions }) {
  /** @type {Turn[]} */
  const turns = [];
  /** @type {Turn | null} */
  let now = null;
  for (const [i, { player, type, timeout }] of actions.entries()) {
    const [before, after] = [matches[i], matches[i + 1]];
    const gone = type === 'concede' ? (timeout ? 'away' : 'conceded') : null;
    if (player !== before.turn) {
      turns.push({ player, end: gone, points: 0, late: false });
      continue;
    }
    if (now === null) turns.push((now = { player, end: null, points: 0, late: false }));
    now.points = after.points || before.points;
    now.late ||= timeout === true && gone === null;
    if (gone !== null) now.end = gone;
    else if (type === 'bank') now.end = 'banked';
    else if (type === 'roll' && after.table.length === 0) now.end = 'bust';
    if (now.end !== null) now = null;
  }
  return turns;
}

// Places

/**
 * @typedef {object} Place
 * @property {number} seat
 * @property {boolean} own
 * @property {string | null} player
 * @property {string | null} bot its policy
 * @property {boolean} free
 * @property {number | null} score null before the match has started
 * @property {number} share of the target, in percent
 * @property {boolean} turn
 * @property {boolean} won
 * @property {Turn | null} last the last turn that has ended
 * @property {'conceded' | 'away' | null} gone
 */

/** Everybody who has a place, and the places that are free. @param {View} view @param {Story | null} story @returns {Place[]} */
export function placesOf({ params, taken, seat: own, round }, story) {
  const match = story ? story.matches[story.matches.length - 1] : null;
  /** The last turn that has ended, by player. */
  const ended = new Map((story ? turnsOf(story) : []).filter(({ end }) => end !== null).map((turn) => [turn.player, turn]));
  const bots = round?.table?.bots ?? {};
  return Array.from({ length: params.players }, (_, seat) => {
    const sits = taken[seat];
    const last = ended.get(seat) ?? null;
    const score = match ? match.scores[seat] : null;
    const won = match !== null && match.winner === seat;
    return {
      seat,
      own: seat === own,
      player: sits?.player ?? null,
      bot: sits?.bot ?? bots[seat] ?? null,
      free: match === null && sits === undefined,
      score,
      share: score === null ? 0 : Math.min(100, Math.floor((100 * score) / params.target)),
      turn: match !== null && match.winner === null && match.turn === seat,
      won,
      last,
      gone: match?.gone.includes(seat) ? (last?.end === 'away' ? 'away' : 'conceded') : null,
    };
  });
}

// Opening

/** @typedef {{players: number, target: string, ante: string, places: string[], hidden: boolean}} Wish `places`: `''` a person, else a policy; the first is one's own */

/** @type {Readonly<Wish>} */
export const NEW = { players: 2, target: '4000', ante: '100', places: ['', POLICIES[0], '', '', '', '', '', ''], hidden: false };

/** @param {string} typed a number of points or chips; one that is none is refused by the service */
const whole = (typed) => (/^\d{1,15}$/.test(typed.replace(/\s/g, '')) ? Number(typed.replace(/\s/g, '')) : 0);

/** Which policy a place gets: `win/1` plays as `expect/1` where it does not fit. @param {Wish} wish @param {number} place */
export const policyOf = ({ players, target, places }, place) => (places[place] === '' || fits(places[place], players, whole(target)) ? places[place] : 'expect/1');

/** Whether anybody else than bots may come. @param {Wish} wish */
export const takesPeople = ({ players, places }) => places.slice(1, players).includes('');

/** What the form asks for, as the call takes it. @param {Wish} wish */
export function wishOf(wish) {
  const { players, target, ante, hidden } = wish;
  const bots = Object.fromEntries(Array.from({ length: players - 1 }, (_, i) => [String(i + 1), policyOf(wish, i + 1)]).filter(([, policy]) => policy !== ''));
  return { params: { target: whole(target), ante: whole(ante), players }, bots, private: hidden && takesPeople(wish) };
}

/** A new match with the settings of this one, as the call takes it. @param {View} view */
export function againOf({ params: { target, ante, players, seat_seeds }, round, name, private: hidden }) {
  const named = name === '' ? {} : { name };
  return { params: { target, ante, players, seat_seeds }, bots: { ...round?.table?.bots }, private: hidden, ...named };
}

/** Who or what plays where, in any order. @param {Record<string, string>} bots */
const line = (bots) => Object.values(bots).sort().join(' ');

/** @param {View} match of the list @returns {Record<string, string>} */
export const botsOf = ({ taken }) => Object.fromEntries(Object.entries(taken).flatMap(([seat, { bot }]) => (bot === undefined ? [] : [[seat, bot]])));

/** How many places nobody has. @param {View} match */
export const freeOf = ({ params, taken }) => params.players - Object.keys(taken).length;

/**
 * Somebody of a match that is over has opened the next one: it is joined instead of opening another. The newest of them, else null.
 * @param {View} over @param {readonly View[]} list the newest first
 * @returns {string | null}
 */
export function nextOf(over, list) {
  const wish = againOf(over);
  const people = new Set(Object.values(over.taken).flatMap(({ player }) => (player === undefined ? [] : [player])));
  const same = (/** @type {View} */ { params }) => ['target', 'ante', 'players', 'seat_seeds'].every((name) => params[name] === over.params[name]);
  const found = list.find((one) => one.state === 'open' && !one.private && freeOf(one) > 0 && people.has(one.host) && same(one) && line(botsOf(one)) === line(wish.bots));
  return found?.match_id ?? null;
}

/** The list as it is shown: one's own, then those with a free place, then those in play. @param {readonly View[]} list @param {string} me */
export function ordered(list, me) {
  const rank = (/** @type {View} */ match) => (Object.values(match.taken).some(({ player }) => player === me) ? 0 : freeOf(match) > 0 ? 1 : 2);
  return [...list].sort((one, other) => rank(one) - rank(other));
}
