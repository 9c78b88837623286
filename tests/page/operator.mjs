/** An operator with a log and receipts of its own, for tests: signs with Node's Ed25519, which shares no code with the page. */

import { createHash, generateKeyPairSync, sign } from 'node:crypto';

import { canonical } from '../../web_verifier/page/core/json.js';
import { inclusionProof, leafHash, root } from '../../web_verifier/page/core/merkle.js';

/** @typedef {Record<string, any>} Json */
/** @typedef {{entry: string, tlog_proof: string}} Logged */

/** @param {string | Uint8Array} data */
const sha256 = (data) => createHash('sha256').update(data).digest();

/** @param {unknown} value */
export const digest = (value) => sha256(canonical(value)).toString('hex');

/** @param {string} text */
const leaf = (text) => leafHash(Buffer.from(text));

/** A signing key with its verifier key. */
export class Key {
  /** @param {string} name */
  constructor(name) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const data = Buffer.concat([Buffer.of(1), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
    this.name = name;
    this.id = sha256(Buffer.concat([Buffer.from(`${name}\n`), data])).subarray(0, 4);
    this.vkey = `${name}+${this.id.toString('hex')}+${data.toString('base64')}`;
    this.label = `${name}+${this.id.toString('hex')}`;
    /** @param {string} text */
    this.sign = (text) => sign(null, Buffer.from(text), privateKey);
  }
}

export class Operator {
  /** @type {string[]} */
  entries = [];

  /** @param {string} [origin] */
  constructor(origin = 'rounds.example/log') {
    this.origin = origin;
    this.logKey = new Key(origin);
    this.receiptKey = new Key(`${origin}/receipts`);
    this.log({ type: 'key', role: 'log', vkey: this.logKey.vkey });
    this.receiptKeyIndex = this.log({ type: 'key', role: 'receipt', vkey: this.receiptKey.vkey });
  }

  /** @param {Json} entry @returns {number} its index */
  log(entry) {
    return this.entries.push(canonical(entry)) - 1;
  }

  /** The checkpoint over all entries so far. @param {Key[]} [keys] */
  checkpoint(keys = [this.logKey]) {
    const text = `${this.origin}\n${this.entries.length}\n${Buffer.from(root(this.entries.map(leaf))).toString('base64')}\n`;
    const lines = keys.map((key) => `— ${key.name} ${Buffer.concat([key.id, key.sign(text)]).toString('base64')}\n`);
    return `${text}\n${lines.join('')}`;
  }

  /**
   * @param {number} index
   * @param {Json} [extra]
   * @param {Key[]} [keys]
   * @returns {Logged}
   */
  logged(index, extra, keys) {
    const proof = inclusionProof(this.entries.map(leaf), index).map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
    const more = extra === undefined ? '' : `extra ${Buffer.from(canonical(extra)).toString('base64')}\n`;
    const head = `c2sp.org/tlog-proof@v1\n${more}index ${index}\n`;
    return { entry: this.entries[index], tlog_proof: `${head}${proof.join('')}\n${this.checkpoint(keys)}` };
  }

  /**
   * Promises a seed's hash as a place in a batch, and activates it.
   * @param {string} hash
   * @param {number} [place]
   */
  promise(hash, place = 2) {
    const batch = Array.from({ length: 5 }, (_, i) => (i === place ? hash : sha256(`other ${i}`).toString('hex')));
    const leaves = batch.map(leaf);
    const proof = inclusionProof(leaves, place).map((sibling) => Buffer.from(sibling).toString('hex'));
    const where = { batch_index: place, batch_proof: proof };
    const commit = this.log({ type: 'commit', count: 5, root: Buffer.from(root(leaves)).toString('hex') });
    const tags = { player_tag: digest('player'), client_seed_tag: digest('client seed') };
    const activate = this.log({ type: 'activate', server_seed_hash: hash, commit_index: commit, ...tags, ...where });
    return { commit, activate, where };
  }

  /** The receipt of a round. @param {Json} record @param {Json} [changed] @param {Key} [key] */
  receipt(record, changed = {}, key = this.receiptKey) {
    const { round_id, game, bet, seeds } = record;
    return this.#sign(
      {
        type: 'fairseed/receipt/v1',
        round_id,
        game,
        params_digest: digest(record.params),
        ...(bet === undefined ? {} : { bet }),
        server_seed_hash: seeds.server_seed_hash,
        ...(seeds.client_seeds ? { client_seeds: seeds.client_seeds, table: record.table, deck_root: record.deck_root } : { client_seed: seeds.client_seed }),
        nonce: seeds.nonce,
        accepted_at: '2026-11-30T09:00:00Z',
        ...changed,
      },
      key,
    );
  }

  /** The receipts of all actions of a record that has its receipt. @param {Json} record @param {Key} [key] */
  actionReceipts(record, key = this.receiptKey) {
    let previous = digest(record.receipt.body);
    return record.actions.map((/** @type {Json} */ action, /** @type {number} */ index) => {
      const accepted_at = '2026-11-30T09:00:01Z';
      const body = { type: 'fairseed/action-receipt/v1', round_id: record.round_id, index, previous, action, accepted_at };
      previous = digest(body);
      return this.#sign(body, key);
    });
  }

  /** @param {Json} body @param {Key} key */
  #sign(body, key) {
    // A copy: who changes a record afterwards does not change what was signed.
    return { body: structuredClone(body), key: key.label, signature: key.sign(canonical(body)).toString('base64') };
  }
}
