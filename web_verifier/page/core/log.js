/** Entries of the log, and proofs that they stand in it: `docs/spec/trust.md`, section 2. */

import { utf8 } from './bytes.js';
import { text as decode, fromHex } from './octets.js';
import { Fault } from './fault.js';
import { canonical, readJson } from './json.js';
import { leafHash, verifyInclusion } from './merkle.js';
import { readCheckpoint, readProof } from './notes.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */

const LONGEST = 65535;
const HASH = /^[0-9a-f]{64}$/;

/** @param {unknown} value */
const hash = (value) => typeof value === 'string' && HASH.test(value);
/** @param {unknown} value */
const whole = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** Hashes in a batch. @param {unknown} value */
const counted = (value) => whole(value) && Number(value) >= 1 && Number(value) <= 2 ** 32;
/** Rounds of a pair. @param {unknown} value */
const rounds = (value) => whole(value) && Number(value) <= 2 ** 20;
/** @param {unknown} value */
const text = (value) => typeof value === 'string';
/** @param {unknown} value */
const path = (value) => Array.isArray(value) && value.every(hash);
/** @param {unknown} value */
const role = (value) => value === 'log' || value === 'receipt';

/** @typedef {Record<string, (value: unknown) => boolean>} Form */

/** @type {Form} */
const PLAYER = { server_seed_hash: hash, player_tag: hash, client_seed_tag: hash, commit_index: whole };
/** @type {Form} */
const TABLE = { server_seed_hash: hash, commit_index: whole, table_id: text, seats_digest: hash };
/** @type {Form} */
const BATCH = { batch_index: whole, batch_proof: path };
/** @type {Form} */
const VOID = { server_seed_hash: hash, reason: text };

/** By type, the forms that an entry of it has: exactly these members, besides `type`. */
/** @type {Record<string, Form[]>} */
const FORMS = {
  commit: [{ server_seed_hash: hash }, { count: counted, root: hash }],
  activate: [PLAYER, { ...PLAYER, ...BATCH }, TABLE, { ...TABLE, ...BATCH }],
  seat: [{ table_id: text, seat: whole, chain_head: hash }],
  deck: [{ server_seed_hash: hash, nonce: whole, deck_root: hash }],
  close: [{ server_seed_hash: hash, rounds, root: hash }],
  reveal: [{ server_seed_hash: hash, server_seed: hash }],
  void: [VOID, { ...VOID, nonce: whole, round_id: text }],
  ruleset: [{ game: text, digest: hash }],
  key: [{ role, vkey: text }],
};

/** @param {JsonObject} value @param {Form} form */
function fits(value, form) {
  const names = Object.keys(value).filter((name) => name !== 'type');
  if (names.length !== Object.keys(form).length) return false;
  return names.every((name) => Object.hasOwn(form, name) && form[name](value[name]));
}

/**
 * An entry: canonical JSON of at most 65 535 bytes. Of a type that is not known only that is asked.
 * @param {unknown} entry
 * @returns {JsonObject}
 */
export function readEntry(entry) {
  const broken = () => new Fault('', 'log.entry');
  if (typeof entry !== 'string') throw broken();
  const value = readCanonical(entry, broken);
  const { type } = value;
  if (typeof type !== 'string' || utf8(entry).length > LONGEST) throw broken();
  if (Object.hasOwn(FORMS, type) && !FORMS[type].some((form) => fits(value, form))) {
    throw new Fault('', 'log.entry-form', { type });
  }
  return value;
}

/**
 * An object whose text is the canonical one.
 * @param {string} text
 * @param {() => Fault} broken
 * @returns {JsonObject}
 */
function readCanonical(text, broken) {
  const { value, faults } = or(() => readJson(text), broken);
  if (faults.length > 0 || canonical(value) !== text) throw broken();
  return value;
}

/**
 * What is refused inside is refused here by another text.
 * @template T
 * @param {() => T} read
 * @param {() => Fault} broken
 * @returns {T}
 */
function or(read, broken) {
  try {
    return read();
  } catch (error) {
    throw error instanceof Fault ? broken() : error;
  }
}

/**
 * An entry that stands where its proof file says, under the checkpoint in that file. Who has signed the checkpoint
 * is not judged here.
 * @typedef {object} Proven
 * @property {JsonObject} entry
 * @property {number} index
 * @property {import('./notes.js').Checkpoint} checkpoint
 * @property {string} note the checkpoint with its signatures
 * @property {Uint8Array | null} extra
 */

/**
 * Checks that an entry stands in its log.
 * @param {unknown} entry the canonical text
 * @param {unknown} proof the text of a proof file
 * @returns {Proven}
 */
export function proveEntry(entry, proof) {
  const value = readEntry(entry);
  if (typeof proof !== 'string') throw new Fault('', 'log.proof-file');
  const { extra, index, hashes, checkpoint: note } = readProof(proof);
  const checkpoint = readCheckpoint(note);
  if (!verifyInclusion(leafHash(utf8(canonical(value))), index, checkpoint.size, hashes, checkpoint.root)) {
    throw new Fault('', 'log.inclusion', { index, size: checkpoint.size });
  }
  return { entry: value, index, checkpoint, note, extra };
}

/**
 * The place in a batch that goes with a player's proof: canonical `{"batch_index", "batch_proof"}`.
 * @param {Uint8Array | null} extra
 * @returns {{batch_index: number, batch_proof: string[]}}
 */
export function readBatchPlace(extra) {
  const broken = () => new Fault('', 'log.batch');
  if (extra === null) throw broken();
  const place = readCanonical(or(() => decode(extra), broken), broken);
  if (!fits(place, BATCH)) throw broken();
  return /** @type {{batch_index: number, batch_proof: string[]}} */ (/** @type {unknown} */ (place));
}

/**
 * Checks that a commit entry promises a server seed's hash: by itself, or as a leaf of its batch.
 * @param {Pick<Proven, 'entry' | 'extra'>} proven
 * @param {string} serverSeedHash
 */
export function checkPromise({ entry, extra }, serverSeedHash) {
  if (entry.type !== 'commit') throw new Fault('', 'log.no-commit', { type: String(entry.type) });
  if (Object.hasOwn(entry, 'server_seed_hash')) {
    if (entry.server_seed_hash !== serverSeedHash) throw new Fault('', 'log.another-hash');
    return;
  }
  const { batch_index, batch_proof } = readBatchPlace(extra);
  if (!isInBatch(entry, batch_index, batch_proof, serverSeedHash)) throw new Fault('', 'log.batch');
}

/**
 * Whether a batch holds a hash at this place; its leaves are the 64 characters of each hash.
 * @param {JsonObject} batch the commit entry
 * @param {number} index
 * @param {readonly string[]} proof
 * @param {string} serverSeedHash
 * @returns {boolean}
 */
export function isInBatch(batch, index, proof, serverSeedHash) {
  const leaf = leafHash(utf8(serverSeedHash));
  return verifyInclusion(leaf, index, Number(batch.count), proof.map(fromHex), fromHex(String(batch.root)));
}
