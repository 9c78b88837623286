/**
 * The member `table` of a record, and whether such a table can be: `docs/spec/record.md`, Tables. An impossible table fails `format`.
 */

import { deck } from '../../core/cards.js';
import { Fault, inside } from '../../core/fault.js';
import { need, nullOr, object, text, whole } from '../forms.js';
import { MOST_CHIPS } from '../limits.js';
import { MOST_SEATS, blindsOf, bySeat, seatsOf } from './ring.js';

/** @typedef {import('../forms.js').Members} Members */
/** @typedef {import('./params.js').Params} Params */
/** @typedef {import('./variants.js').Variant} Variant */
/**
 * @typedef {object} Table
 * @property {readonly number[]} seats dealt in, ascending
 * @property {number} button a seat, or in a tournament perhaps an empty place
 * @property {Readonly<Record<number, number>>} stacks before posting
 * @property {number | null} small seat of the small blind; null where it is not posted
 * @property {number | null} big seat of the big blind; null only where there are no blinds
 * @property {boolean} first whether the button of this hand was drawn
 * @property {Readonly<Record<number, string>>} bots policies
 * @property {Readonly<Record<number, string | null>>} omitted seats left out, with the link that came too late
 * @property {Readonly<Record<number, number>>} destellos of naiko, before this hand's
 * @property {number} carried turkish: what earlier hands left in the pot
 */

/**
 * A reader of what is kept by seat.
 * @template T
 * @param {(raw: unknown, field: string) => T} read
 * @returns {(raw: unknown, field: string) => Record<number, T>}
 */
export const seated = (read) => (raw, field) => {
  const members = object(raw, field);
  for (const seat of Object.keys(members)) {
    if (!/^[1-9]$/.test(seat)) throw new Fault(inside(field, seat), 'format.seat', { most: MOST_SEATS });
  }
  return bySeat(seatsOf(members), (seat) => read(members[seat], inside(field, String(seat))));
};

/**
 * The same for exactly the seats that are dealt in.
 * @template T
 * @param {(raw: unknown, field: string) => T} read
 * @param {readonly number[]} seats
 * @returns {(raw: unknown, field: string) => Record<number, T>}
 */
export const seatedAll = (read, seats) => (raw, field) => {
  const all = seated(read)(raw, field);
  if (seatsOf(all).join() !== seats.join()) throw new Fault(field, 'format.seats', { seats: seats.join(', ') });
  return all;
};

/** @param {number} least @returns {(raw: unknown, field: string) => number} */
const chipsFrom = (least) => (raw, field) => {
  const chips = whole(raw, field);
  if (chips < least || chips > MOST_CHIPS) throw new Fault(field, 'format.chips', { least, most: MOST_CHIPS });
  return chips;
};

/** @param {unknown} raw @param {string} field */
function destellos(raw, field) {
  const count = whole(raw, field);
  if (count < 0 || count > 3) throw new Fault(field, 'format.destellos');
  return count;
}

/** @param {unknown} raw @param {string} field */
export function seat(raw, field) {
  const number = whole(raw, field);
  if (number < 1 || number > MOST_SEATS) throw new Fault(field, 'format.seat', { most: MOST_SEATS });
  return number;
}

/** Something that is counted. @param {unknown} raw @param {string} field */
export function count(raw, field) {
  const read = whole(raw, field);
  if (read < 0) throw new Fault(field, 'format.nonce');
  return read;
}

/** @param {unknown} raw @param {string} field */
function tournament(raw, field) {
  const members = object(raw, field);
  text(need(members, 'id', field), `${field}.id`);
  for (const name of ['table', 'level']) count(need(members, name, field), `${field}.${name}`);
  return true;
}

/** @param {unknown} raw @param {string} field */
function yes(raw, field) {
  if (raw !== true) throw new Fault(field, 'format.true');
  return true;
}

/**
 * @param {Variant} variant
 * @param {Params} params
 * @param {unknown} raw
 * @param {boolean} isVoid a hand that was called off before the deal may have too few seats
 * @returns {Table}
 */
export function readTable(variant, params, raw, isVoid) {
  const members = object(raw, 'table');
  /** @template T @param {string} name @param {(raw: unknown, field: string) => T} read */
  const needed = (name, read) => read(need(members, name, 'table'), `table.${name}`);
  /** @template T @param {string} name @param {(raw: unknown, field: string) => T} read @param {T} otherwise */
  const optional = (name, read, otherwise) => (Object.hasOwn(members, name) ? read(members[name], `table.${name}`) : otherwise);
  needed('table_id', text);
  needed('hand', count);
  const inTournament = optional('tournament', tournament, false);
  const stacks = needed('stacks', seated(chipsFrom(1)));
  const seats = seatsOf(stacks);
  const button = needed('button', seat);
  if (!isVoid) {
    checkSeats(variant, params, seats, stacks);
    // Elsewhere the button moves among the seats in play.
    if (!inTournament && !seats.includes(button)) throw new Fault('table.button', 'format.button');
  }
  const named = variant.blinds ? readBlinds(members, seats, button) : null;
  const blinds = !variant.blinds || seats.length < 2 ? { small: null, big: null } : (named ?? blindsOf(seats, button));
  const omitted = optional('omitted', seated(nullOr(text)), {});
  const both = seatsOf(omitted).find((one) => seats.includes(one));
  if (both !== undefined) throw new Fault(`table.omitted.${both}`, 'format.omitted');
  return {
    seats,
    button,
    stacks,
    ...blinds,
    first: optional('first', yes, false),
    bots: optional('bots', seated(text), {}),
    omitted,
    destellos: variant.name === 'naiko' ? needed('destellos', seatedAll(destellos, seats)) : {},
    carried: variant.name === 'turkish' ? optional('pot_carried', chipsFrom(0), 0) : 0,
  };
}

/**
 * Whether so many can play this game with such stacks.
 * @param {Variant} variant
 * @param {Params} params
 * @param {readonly number[]} seats
 * @param {Readonly<Record<number, number>>} stacks
 */
function checkSeats({ name, mostSeats, stack, lowest }, { big_blind = 0, lowest_rank }, seats, stacks) {
  if (seats.length < 2 || seats.length > mostSeats) {
    throw new Fault('table.stacks', 'format.so-many-seats', { most: mostSeats, game: name });
  }
  const size = deck(lowest ?? lowest_rank).length;
  if (name === 'turkish' && size < 5 * seats.length + 4) throw new Fault('params.lowest_rank', 'format.deck', { size, count: seats.length });
  if (stack === null) return;
  const wrong = seats.find((seat) => stacks[seat] !== stack * big_blind);
  if (wrong !== undefined) throw new Fault(`table.stacks.${wrong}`, 'format.stack', { stack, chips: stack * big_blind });
}

/**
 * The seats of the blinds, which a record names together where button and seats do not give them.
 * @param {Members} members
 * @param {readonly number[]} seats
 * @param {number} button
 * @returns {{small: number | null, big: number} | null} null where they are not named
 */
function readBlinds(members, seats, button) {
  /** @param {unknown} raw @param {string} field */
  const dealtIn = (raw, field) => {
    const number = whole(raw, field);
    if (!seats.includes(number)) throw new Fault(field, 'format.not-dealt-in');
    return number;
  };
  const names = ['small_blind_seat', 'big_blind_seat'].filter((name) => Object.hasOwn(members, name));
  if (names.length === 0) {
    if (seats.length > 1 && !seats.includes(button)) throw new Fault('table.big_blind_seat', 'format.blinds');
    return null;
  }
  const small = nullOr(dealtIn)(need(members, 'small_blind_seat', 'table'), 'table.small_blind_seat');
  const big = dealtIn(need(members, 'big_blind_seat', 'table'), 'table.big_blind_seat');
  if (small === big) throw new Fault('table.small_blind_seat', 'format.blinds');
  return { small, big };
}
