/**
 * What a reader kept of the service: receipts, and its answers to rounds that were over. A reader who kept all of them also knows what
 * was never received. `docs/spec/trust.md`, sections 3 and 5.
 */

import { Fault } from '../core/fault.js';
import { canonical } from '../core/json.js';
import { list, text } from '../games/forms.js';
import { detail, fail } from './checks.js';
import { OF_ROUND, ROUND, carried, differs, isTime, readReceipt, slotOf } from './receipts.js';

/** @typedef {import('../games/forms.js').Members} Members */
/** @typedef {import('./checks.js').Check<'receipt'>} Check */
/** @typedef {import('./form.js').Round} Round */
/** @typedef {import('./form.js').Seeds} Seeds */
/** @typedef {import('./receipts.js').Receipt} Receipt */

/** How a round ended, but for cards of a table that not everybody saw. @param {Members} members @returns {Members} */
function ended({ outcome, settlement }) {
  const { hole, drawn, ...rest } = Object(outcome);
  const told = { outcome: hole === undefined ? outcome : rest, settlement };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** The place of a round under its seed. @param {unknown} hash @param {unknown} nonce */
const place = (hash, nonce) => JSON.stringify([hash, nonce]);

/**
 * @template V
 * @param {Map<string, V[]>} lists
 * @param {string} key
 * @param {V} value
 */
function add(lists, key, value) {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export class Kept {
  /** @type {Map<string, Receipt[]>} */
  #byRound = new Map();
  /** Receipts of rounds. @type {Map<string, Receipt[]>} */
  #byPlace = new Map();
  /** @type {Map<string, Members>} */
  #answers = new Map();

  /**
   * @param {readonly import('./record.js').Document[]} [documents] receipts, or records and views of the service
   * @param {boolean} [complete] whether these are all receipts that there were
   */
  constructor(documents = [], complete = false) {
    this.complete = complete;
    for (const { value, faults } of documents) {
      if (faults.length > 0) throw faults[0];
      if (Object.hasOwn(value, 'body')) this.#addReceipt(readReceipt(value, 'receipt'));
      else this.#addAnswer(value);
    }
  }

  /** @param {Receipt} receipt */
  #addReceipt(receipt) {
    const { type, round_id, server_seed_hash, nonce, accepted_at } = receipt.body;
    if (!isTime(accepted_at)) throw new Fault('receipt.body.accepted_at', 'receipt.time');
    add(this.#byRound, text(round_id, 'receipt.body.round_id'), receipt);
    if (type === ROUND) add(this.#byPlace, place(server_seed_hash, nonce), receipt);
  }

  /** @param {Members} value */
  #addAnswer(value) {
    for (const receipt of carried(value)) this.#addReceipt(receipt);
    const { round_id, state = 'settled' } = value;
    const told = ended(value);
    if (typeof round_id === 'string' && state === 'settled' && Object.keys(told).length > 0) this.#answers.set(round_id, told);
  }

  /** Receipts by round. @param {string} round @returns {readonly Receipt[]} */
  of(round) {
    return this.#byRound.get(round) ?? [];
  }

  /** The rounds of which there is a receipt. */
  names() {
    return this.#byRound.keys();
  }

  /**
   * The check `receipt` where something that was kept is against a record, whatever its own receipts say: another round was accepted
   * under its nonce, the service had told another end, or the reader has no receipt of what is in it.
   * @param {Round} round
   * @returns {Check | null}
   */
  against({ record, id, seeds, actions }) {
    const rival = this.#byPlace.get(place(seeds.server_seed_hash, seeds.nonce))?.find(({ body }) => body.round_id !== id);
    if (rival !== undefined) return differs('receipt.rival', 0, rival.body, { round_id: id });
    const [told, now] = [this.#answers.get(id), ended(record)];
    if (told !== undefined && !Object.keys(told).every((name) => name in now && canonical(now[name]) === canonical(told[name]))) {
      return differs('receipt.answer', 0, told, now);
    }
    if (!this.complete) return null;
    const slots = new Set(this.of(id).map(({ body }) => slotOf(body)));
    if (!slots.has(OF_ROUND)) return fail('receipt', detail('receipt.unknown-round'));
    // What the service did for an absent player it did not answer to anybody.
    const index = actions.findIndex(({ timeout }, i) => timeout !== true && !slots.has(i));
    return index < 0 ? null : differs('receipt.unknown-action', index, null, list(record.actions, 'actions')[index]);
  }
}
