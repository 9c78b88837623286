/**
 * The verdict on a bundle: all rounds of one seed pair, nonce ascending (`docs/spec/record.md`, sections 1 and 2). Records are taken
 * one after another and not kept, so a bundle needs no more memory than its longest record.
 */

import { hex, utf8 } from '../core/bytes.js';
import { recordDigest } from '../core/digests.js';
import { Fault } from '../core/fault.js';
import { isObject } from '../core/json.js';
import { TreeHead, leafHash } from '../core/merkle.js';
import { detail, fail, pass, skip, told, verdictOf } from './checks.js';
import { verifyWith } from './record.js';
import { ROUND } from './receipts.js';
import { NO_TRUST, checkCloseRoot, trustOf } from './trust.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./record.js').Document} Document */
/** @typedef {import('./record.js').Verdict} Verdict */
/** @typedef {import('./trust.js').Trust} Trust */

/**
 * @typedef {object} BundleVerdict
 * @property {'bundle'} type
 * @property {import('./checks.js').Outcome} verdict
 * @property {Record<import('./checks.js').Outcome, number>} records how many of each verdict
 * @property {readonly Check[]} checks
 */

/** @param {Document} document */
const seedsOf = ({ value }) => (isObject(value.seeds) ? value.seeds : {});

export class Bundle {
  #trust;
  #count = 0;
  #records = { verified: 0, failed: 0, pending: 0 };
  #tree = new TreeHead();
  /** @type {Fault | null} */
  #undigested = null;
  /** @type {unknown[] | null} */
  #pair = null;
  /** @type {number | null} */
  #commitIndex = null;
  /** @type {Check | null} the first place where the nonces are not 0, 1, 2, … */
  #nonces = null;
  /** @type {Check | null} the first record of another seed pair */
  #seed = null;
  /** Round receipts that were kept, by round, until their record comes. @type {Map<unknown, Record<string, unknown>>} */
  #awaited;

  /** @param {Trust | readonly string[]} [trust] */
  constructor(trust = NO_TRUST) {
    this.#trust = trustOf(trust);
    const rounds = this.#trust.kept.filter(({ body }) => body.type === ROUND);
    this.#awaited = new Map(rounds.map(({ body }) => [body.round_id, body]));
  }

  /**
   * Takes the next record.
   * @param {Document} document
   * @returns {Verdict}
   */
  take(document) {
    const { verdict, trust, commitIndex } = verifyWith(document, this.#trust);
    this.#trust = trust;
    this.#records[verdict.verdict]++;
    this.#commitIndex ??= commitIndex;
    this.#awaited.delete(verdict.roundId);
    this.#takePlace(document);
    this.#takeDigest(document);
    this.#count++;
    return verdict;
  }

  /**
   * Ends the bundle.
   * @param {Document | null} [close] the pair's close entry, by itself or as `{"entry", "tlog_proof"}`
   * @returns {BundleVerdict}
   */
  finish(close = null) {
    if (this.#count === 0) throw new Fault('', 'unusable.no-record');
    const checks = [
      this.#nonces ?? this.#missing() ?? pass('nonces', detail('nonces.pass', { last: this.#count - 1 })),
      this.#seed ?? pass('seed', detail('seed.pass')),
      this.#closeRoot(close),
    ];
    const { failed, pending } = this.#records;
    const verdict = failed > 0 ? 'failed' : verdictOf(checks, pending > 0);
    return { type: 'bundle', verdict, records: { ...this.#records }, checks };
  }

  /** The place of a record in the bundle is its nonce, and its seed pair that of the first. @param {Document} document */
  #takePlace(document) {
    const { scheme = null, server_seed_hash = null, server_seed = null, client_seed = null, nonce = null } = seedsOf(document);
    const place = this.#count;
    const record = { record: place + 1 };
    if (nonce !== place) this.#nonces ??= different('nonces', detail('nonces.fail', record), place, nonce);
    const pair = [scheme, server_seed_hash, server_seed, client_seed];
    this.#pair ??= pair;
    // Not `canonical`: what stands there need not be of the right form.
    if (JSON.stringify(pair) !== JSON.stringify(this.#pair)) this.#seed ??= different('seed', detail('seed.fail', record), this.#pair, pair);
  }

  /** The leaf data of the close root are the 64 characters of the record's digest. @param {Document} document */
  #takeDigest({ value }) {
    try {
      this.#tree.push(leafHash(utf8(recordDigest(value))));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#undigested ??= error;
    }
  }

  /** A round for which the reader has a receipt is not there. */
  #missing() {
    for (const [round, { server_seed_hash, nonce }] of this.#awaited) {
      if (server_seed_hash !== this.#pair?.[1]) continue;
      return different('nonces', detail('nonces.missing', { round: String(round) }), nonce, null);
    }
    return null;
  }

  /** @param {Document | null} close */
  #closeRoot(close) {
    if (close === null) return skip('close_root', detail('close_root.none'));
    const fault = close.faults[0] ?? this.#undigested;
    if (fault) return fail('close_root', told(fault));
    const found = { rounds: this.#count, root: hex(this.#tree.root()) };
    return checkCloseRoot(close.value, found, String(this.#pair?.[1]), this.#commitIndex, this.#trust.logKeys);
  }
}

/**
 * @param {string} check
 * @param {import('./checks.js').Detail} why
 * @param {unknown} expected
 * @param {unknown} actual
 * @returns {Check}
 */
const different = (check, why, expected, actual) => ({ check, status: 'fail', detail: why, expected, actual });
