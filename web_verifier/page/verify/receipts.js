/**
 * The check `receipt`: what the operator signed when it accepted a round and its actions. `docs/spec/trust.md`, section 3.
 *
 * The receipts in a record and those that the reader kept say the same as the record, or the check fails, whatever keys are known. It
 * passes only where all of them are signed by keys that the reader trusts (decision 0012).
 */

import { fromBase64 } from '../core/base64.js';
import { utf8 } from '../core/bytes.js';
import { digest } from '../core/digests.js';
import { Fault, at } from '../core/fault.js';
import { canonical } from '../core/json.js';
import { claims, hash, list, object, text, textOf } from '../games/forms.js';
import { detail, fail, pass, skip, told } from './checks.js';

/** @typedef {import('../core/notes.js').VerifierKey} VerifierKey */
/** @typedef {import('../games/forms.js').Members} Members */
/** @typedef {import('./checks.js').Check<'receipt'>} Check */
/** @typedef {import('./form.js').Round} Round */
/** @typedef {{body: Members, key: string, signature: Uint8Array}} Receipt */

/** How the name of every key of receipts ends. */
export const RECEIPTS = '/receipts';

export const ROUND = 'fairseed/receipt/v1';
const ACTION = 'fairseed/action-receipt/v1';

/** @param {unknown} raw @param {string} field */
function signature(raw, field) {
  const bytes = at(field, () => fromBase64(text(raw, field)));
  if (bytes.length === 0) throw new Fault(field, 'format.base64');
  return bytes;
}

/** The name of a key holds no white space (the property White_Space, so not \s) and no plus. */
const KEY = /^[^\t-\r\x1c-\x20+\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+\+[0-9a-f]{8}$/;

/** Exactly body, key and signature. */
export const readReceipt = claims({ body: object, key: textOf(KEY, 'receipt.key'), signature });

/**
 * The receipts that a record or view carries: that of the round first, then those of its actions.
 * @param {Members} record
 * @returns {Receipt[]}
 */
export function carried(record) {
  const { action_receipts = [] } = record;
  const actions = list(action_receipts, 'action_receipts').map((raw, i) => readReceipt(raw, `action_receipts[${i}]`));
  return Object.hasOwn(record, 'receipt') ? [readReceipt(record.receipt, 'receipt'), ...actions] : actions;
}

/** The slot of a round's own receipt; an action's is the action's number. */
export const OF_ROUND = -1;

/** @param {Members} body @returns {number | null} null where it is a receipt of nothing that is known here */
export function slotOf({ type, index }) {
  if (type === ROUND) return OF_ROUND;
  return type === ACTION && Number.isSafeInteger(index) && Number(index) >= 0 ? Number(index) : null;
}

/**
 * The receipts in a record: one for each action where there is any.
 * @param {Round} round
 */
function ownReceipts({ record, actions }) {
  const receipts = carried(record);
  const hasRound = Object.hasOwn(record, 'receipt');
  if (!Object.hasOwn(record, 'action_receipts')) {
    if (hasRound && slotOf(receipts[0].body) !== OF_ROUND) throw new Fault('receipt', 'receipt.type');
    return receipts;
  }
  if (!hasRound) throw new Fault('receipt', 'format.missing');
  if (receipts.length !== actions.length + 1) {
    throw new Fault('action_receipts', 'receipt.one-each', { count: actions.length });
  }
  for (const [i, { body }] of receipts.entries()) {
    if (slotOf(body) === i - 1) continue;
    throw new Fault(i === 0 ? 'receipt' : `action_receipts[${i - 1}]`, 'receipt.type');
  }
  return receipts;
}

/** RFC 3339, UTC, whole seconds. @param {unknown} time */
export function isTime(time) {
  if (typeof time !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(time)) return false;
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time.replace('Z', '.000Z');
}

/**
 * Whose seed it was; at a table the seats', with the table and its deck.
 * @param {Members} record
 * @param {{client_seed?: string, client_seeds?: unknown}} seeds
 * @returns {Members}
 */
const ofSeats = ({ table, deck_root }, { client_seed, client_seeds }) =>
  client_seeds === undefined
    ? { client_seed }
    : { client_seeds, ...(table === undefined ? {} : { table }), ...(deck_root === undefined ? {} : { deck_root }) };

/**
 * What a receipt of this slot says if the record is right. When it was signed only the receipt knows, and what came before it only
 * the receipt before, where there is one.
 * @param {Round} round
 * @param {number} slot
 * @param {Members} body
 * @param {Members | undefined} before
 * @returns {Members}
 */
function expectedBody({ record, id, game, seeds }, slot, body, before) {
  const { accepted_at } = body;
  if (slot !== OF_ROUND) {
    const previous = before === undefined ? body.previous : digest(before);
    return { type: ACTION, round_id: id, index: slot, previous, action: list(record.actions, 'actions')[slot], accepted_at };
  }
  return {
    type: ROUND,
    round_id: id,
    game: game.name,
    params_digest: digest(record.params),
    ...(!game.hasBet ? {} : { bet: record.bet }),
    server_seed_hash: seeds.server_seed_hash,
    ...ofSeats(record, seeds),
    nonce: seeds.nonce,
    accepted_at,
  };
}

/**
 * Compares all receipts about a round with its record, in the order in which they were signed.
 * @param {Round} round
 * @param {readonly Receipt[]} receipts
 * @returns {Check | null} the contradiction, if there is one
 */
function contradiction(round, receipts) {
  /** @type {Map<number, Members>} */
  const known = new Map();
  const slots = receipts.map(({ body }) => ({ body, slot: slotOf(body) }));
  for (const { body, slot } of slots.sort((a, b) => (a.slot ?? OF_ROUND) - (b.slot ?? OF_ROUND))) {
    if (slot === null) throw new Fault('receipt.body.type', 'receipt.type');
    if (!isTime(body.accepted_at)) throw new Fault('receipt.body.accepted_at', 'receipt.time');
    const what = slot === OF_ROUND ? 'receipt.round' : 'receipt.action';
    if (slot >= round.actions.length) return differs('receipt.dropped', slot, null, body);
    const expected = expectedBody(round, slot, body, known.get(slot - 1));
    if (canonical(expected) !== canonical(body)) return differs(what, slot, expected, body);
    if (slot !== OF_ROUND) hash(body.previous, 'receipt.body.previous');
    const other = known.get(slot);
    if (other !== undefined && canonical(other) !== canonical(body)) return differs('receipt.two', slot, other, body);
    known.set(slot, body);
  }
  return null;
}

/** @param {string} id @param {number} index @param {unknown} expected @param {unknown} actual @returns {Check} */
export const differs = (id, index, expected, actual) => ({ check: 'receipt', status: 'fail', detail: detail(id, { index }), expected, actual });

/**
 * @param {Receipt} receipt
 * @param {readonly VerifierKey[]} keys
 * @returns {boolean} whether a trusted key has signed it
 */
function isSigned({ body, key, signature }, keys) {
  if (signature.length !== 64) throw new Fault('', 'receipt.signature', { key }); // of no key at all
  const known = keys.find((one) => !one.isWitness && String(one) === key);
  if (known === undefined) return false;
  if (!known.verify(utf8(canonical(body)), signature)) throw new Fault('', 'receipt.signature', { key });
  return true;
}

/**
 * @param {Round} round
 * @param {readonly VerifierKey[]} keys of receipts
 * @param {readonly Receipt[]} kept of this round
 * @returns {Check}
 */
export function checkReceipt(round, keys, kept) {
  try {
    const receipts = [...ownReceipts(round), ...kept];
    if (receipts.length === 0) return skip('receipt', detail('receipt.none'));
    const found = contradiction(round, receipts);
    if (found !== null) return found;
    const signed = receipts.map((receipt) => isSigned(receipt, keys));
    const unknown = receipts[signed.indexOf(false)];
    if (unknown !== undefined) return skip('receipt', detail('receipt.no-key', { key: unknown.key }));
    const slots = new Set(receipts.map(({ body }) => slotOf(body)));
    const all = slots.size === round.actions.length + 1;
    const keyNames = [...new Set(receipts.map(({ key }) => key))].join(', ');
    return pass('receipt', detail(all ? 'receipt.pass' : 'receipt.pass-partly', { count: slots.size, key: keyNames }));
  } catch (error) {
    if (error instanceof Fault) return fail('receipt', told(error));
    throw error;
  }
}
