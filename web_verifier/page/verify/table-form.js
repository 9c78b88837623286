/** The form of the record of a table, `docs/spec/record.md`, Tables: all that the check `format` asks. */

import { tableClientSeed } from '../core/cards.js';
import { Fault, at } from '../core/fault.js';
import { claims, hash, list, need, object, text, wordOf } from '../games/forms.js';
import { readAction, readOutcome, readSettlement } from '../games/poker/claims.js';
import { readParams } from '../games/poker/params.js';
import { seatsOf } from '../games/poker/ring.js';
import { count, readTable, seated, seatedAll } from '../games/poker/table.js';
import { VARIANTS } from '../games/poker/variants.js';

/** @typedef {import('../games/forms.js').Members} Members */
/** @typedef {import('../games/poker/claims.js').Action} Action */
/** @typedef {import('../games/poker/claims.js').Settlement} Settlement */
/**
 * @typedef {object} Seeds
 * @property {string} server_seed_hash
 * @property {string} [server_seed]
 * @property {Readonly<Record<number, string>>} client_seeds
 * @property {Readonly<Record<number, string>>} [chain_heads]
 * @property {number} nonce
 */

/**
 * A record of the right form.
 * @typedef {object} TableRound
 * @property {Members} record as it is written
 * @property {string} id
 * @property {import('../games/poker/variants.js').Variant} variant
 * @property {import('../games/poker/params.js').Params} params
 * @property {readonly string[]} defaulted names of the params that were left to the defaults
 * @property {import('../games/poker/table.js').Table} table
 * @property {Seeds} seeds
 * @property {string} deckRoot
 * @property {readonly unknown[]} opened
 * @property {readonly Action[]} actions
 * @property {Members | null} outcome
 * @property {Settlement | null} settlement
 * @property {string | null} ruleset
 * @property {boolean} isVoid
 * @property {boolean} isOpen whether this is a view of a hand that goes on
 */

/** Members that other checks read; here only their kind is asked. */
const OPTIONAL = /** @type {const} */ ([
  ['receipt', object],
  ['action_receipts', list],
  ['commitment', object],
  ['opened', list],
]);

/** @param {unknown} game */
export const isTable = (game) => typeof game === 'string' && VARIANTS.has(game);

/**
 * @param {Members} record the value of a document without faults, of a game that is played at tables
 * @returns {TableRound}
 */
export function readTableRound(record) {
  const id = text(need(record, 'round_id', ''), 'round_id');
  const variant = /** @type {import('../games/poker/variants.js').Variant} */ (VARIANTS.get(String(record.game)));
  const isVoid = Object.hasOwn(record, 'void');
  if (isVoid) text(need(object(record.void, 'void'), 'reason', 'void'), 'void.reason');
  const rawSeeds = object(need(record, 'seeds', ''), 'seeds');
  const chained = Object.hasOwn(rawSeeds, 'chain_heads');
  const rawParams = object(need(record, 'params', ''), 'params');
  const params = readParams(variant, rawParams, chained);
  const table = readTable(variant, params, need(record, 'table', ''), isVoid);
  const seeds = readSeeds(rawSeeds, table.seats, params.seat_seeds === 'chain', isVoid);
  const revealed = seeds.server_seed !== undefined;
  if (Object.hasOwn(record, 'bet')) throw new Fault('bet', 'format.unknown-name');
  for (const [member, read] of OPTIONAL) if (Object.hasOwn(record, member)) read(record[member], member);
  const actions = list(need(record, 'actions', ''), 'actions');
  return {
    record,
    id,
    variant,
    params,
    defaulted: Object.keys(params).filter((param) => !Object.hasOwn(rawParams, param)),
    table,
    seeds,
    deckRoot: hash(need(record, 'deck_root', ''), 'deck_root'),
    opened: /** @type {unknown[]} */ (record.opened ?? []),
    actions: actions.map((raw, i) => at(`actions[${i}]`, () => readAction(variant, raw, revealed))),
    outcome: outcomeOf(record, variant, isVoid, revealed),
    settlement: isVoid || revealed || Object.hasOwn(record, 'settlement') ? readSettlement(need(record, 'settlement', ''), table.seats) : null,
    ruleset: Object.hasOwn(record, 'ruleset') ? hash(record.ruleset, 'ruleset') : null,
    isVoid,
    isOpen: !revealed && record.state === 'open',
  };
}

/**
 * Seeds: exactly those of the seats dealt in; with chains, the link before each. A hand can be void for want of links.
 * @param {Members} raw
 * @param {readonly number[]} seats
 * @param {boolean} chain
 * @param {boolean} isVoid
 * @returns {Seeds}
 */
function readSeeds(raw, seats, chain, isVoid) {
  /** @param {(raw: unknown, field: string) => string} read */
  const ofSeats = (read) => (isVoid ? seated(read) : seatedAll(read, seats));
  const shape = {
    scheme: wordOf(['fairseed-v1']),
    server_seed_hash: hash,
    server_seed: hash,
    client_seeds: ofSeats(text),
    chain_heads: ofSeats(hash),
    nonce: count,
  };
  const read = claims(shape, { server_seed: undefined, chain_heads: undefined })(raw, 'seeds');
  const heads = Object.hasOwn(raw, 'chain_heads');
  if (chain && !heads) throw new Fault('seeds.chain_heads', 'format.missing');
  if (!chain && heads) throw new Fault('seeds.chain_heads', 'format.plain-seeds');
  if (seatsOf(read.client_seeds).length > 0) at('seeds', () => tableClientSeed(read.client_seeds));
  return read;
}

/**
 * Decisions 0001 and 0002: a void hand has no outcome; before the seed is revealed there need not be one, and that of a view (a record with
 * `state`) is read by nobody.
 * @param {Members} record
 * @param {import('../games/poker/variants.js').Variant} variant
 * @param {boolean} isVoid
 * @param {boolean} revealed
 * @returns {Members | null}
 */
function outcomeOf(record, variant, isVoid, revealed) {
  const there = Object.hasOwn(record, 'outcome');
  if (isVoid) {
    if (there) throw new Fault('outcome', 'format.void-outcome');
    return null;
  }
  if (!there && !revealed) return null;
  const outcome = object(need(record, 'outcome', ''), 'outcome');
  if (revealed || !Object.hasOwn(record, 'state')) readOutcome(variant, outcome, revealed);
  return outcome;
}
