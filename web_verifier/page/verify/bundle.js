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
import { ROUND } from './receipts.js';
import { verifyWith } from './record.js';
import { NO_TRUST, checkCloseRoot, trustOf } from './trust.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./checks.js').Detail} Detail */
/** @typedef {import('./record.js').Document} Document */
/** @typedef {import('./record.js').Verdict} Verdict */
/** @typedef {import('./trust.js').Trust} Trust */
/** @typedef {import('../core/log.js').Proven} Proven */

/**
 * @typedef {object} BundleVerdict
 * @property {'bundle'} type
 * @property {import('./checks.js').Outcome} verdict
 * @property {Record<import('./checks.js').Outcome, number>} records how many of each verdict
 * @property {readonly Check[]} checks
 * @property {readonly Detail[]} warnings what the reader's keys and receipts could not judge; they change nothing
 */

/** @param {Document} document */
const seedsOf = ({ value }) => (isObject(value.seeds) ? value.seeds : {});

export class Bundle {
  #trust;
  #count = 0;
  #records = { verified: 0, failed: 0, pending: 0 };
  #tree = new TreeHead();
  #hasDigests = true;
  /** @type {unknown[] | null} */
  #pair = null;
  /** What the first record shows that shows any. @type {Proven | null} */
  #promise = null;
  /** Roots of the checkpoints that were shown, by log and size. @type {Map<string, string>} */
  #views = new Map();
  /** @type {Check | null} the first place where the nonces are not 0, 1, 2, … */
  #nonces = null;
  /** @type {Check | null} the first record of another seed pair */
  #seed = null;
  /** Rounds of which something was kept, until their record comes. */
  #awaited;
  /** Checks that were skipped in some record. @type {Set<string>} */
  #skipped = new Set();

  /** @param {Trust | readonly string[]} [trust] */
  constructor(trust = NO_TRUST) {
    this.#trust = trustOf(trust);
    this.#awaited = new Set(this.#trust.kept.names());
  }

  /**
   * Takes the next record.
   * @param {Document} document
   * @returns {Verdict}
   */
  take(document) {
    const { verdict, trust, promise } = verifyWith(document, this.#trust);
    this.#trust = trust;
    this.#records[verdict.verdict]++;
    this.#awaited.delete(verdict.roundId ?? '');
    for (const { check, status } of verdict.checks) if (status === 'skip') this.#skipped.add(check);
    if (promise !== null) this.#takePromise(promise);
    this.#takePlace(document);
    this.#takeDigest(document);
    this.#count++;
    return verdict;
  }

  /**
   * Ends the bundle.
   * @param {Document | null} [close] the pair's close entry: as it is, as `{"entry", "tlog_proof"}`, or either as the member `close`
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
    return { type: 'bundle', verdict, records: { ...this.#records }, checks, warnings: this.#warnings() };
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

  /** A pair is promised once, and of one size its log has one root. @param {Proven} proven */
  #takePromise(proven) {
    const { index, checkpoint } = proven;
    const record = { record: this.#count + 1 };
    this.#promise ??= proven;
    if (index !== this.#promise.index || checkpoint.origin !== this.#promise.checkpoint.origin) {
      this.#seed ??= different('seed', detail('seed.two-promises', record), this.#promise.index, index);
    }
    const size = `${checkpoint.size} ${checkpoint.origin}`;
    const root = hex(checkpoint.root);
    const before = this.#views.get(size) ?? root;
    if (root !== before) this.#seed ??= different('seed', detail('seed.two-views', { ...record, count: checkpoint.size }), before, root);
    this.#views.set(size, before);
  }

  /** The leaf data of the close root are the 64 characters of the record's digest. @param {Document} document */
  #takeDigest({ value }) {
    if (!isObject(value.seeds)) this.#hasDigests = false;
    try {
      this.#tree.push(leafHash(utf8(recordDigest(value))));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#hasDigests = false;
    }
  }

  /** A round for which the reader has a receipt is not there. */
  #missing() {
    for (const round of this.#awaited) {
      for (const { body } of this.#trust.kept.of(round)) {
        if (body.type !== ROUND || body.server_seed_hash !== this.#pair?.[1]) continue;
        return different('nonces', detail('nonces.missing', { round }), body.nonce ?? null, null);
      }
    }
    return null;
  }

  /** @param {Document | null} close */
  #closeRoot(close) {
    if (close === null) return skip('close_root', detail('close_root.none'));
    const [fault] = close.faults;
    if (fault) return fail('close_root', told(fault));
    const found = this.#hasDigests ? { rounds: this.#count, root: hex(this.#tree.root()) } : null;
    return checkCloseRoot(close.value, found, this.#pair?.[1], this.#promise, this.#trust.logKeys);
  }

  #warnings() {
    const { logKeys, receiptKeys } = this.#trust;
    const warnings = [];
    if (logKeys.length > 0 && this.#skipped.has('log')) warnings.push(detail('warning.promises'));
    if (receiptKeys.length > 0 && this.#skipped.has('receipt')) warnings.push(detail('warning.receipts'));
    if (this.#awaited.size > 0) warnings.push(detail('warning.kept'));
    return warnings;
  }
}

/**
 * @param {string} check
 * @param {Detail} why
 * @param {unknown} expected
 * @param {unknown} actual
 * @returns {Check}
 */
const different = (check, why, expected, actual) => ({ check, status: 'fail', detail: why, expected, actual });
