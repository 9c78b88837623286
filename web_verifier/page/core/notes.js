/**
 * Signed notes, checkpoints and proof files of the public formats of transparency logs: C2SP signed-note,
 * tlog-checkpoint and tlog-proof; `docs/spec/trust.md`, section 2, narrows them.
 */

import { fromBase64 } from './base64.js';
import { hasSurrogate, hex, utf8 } from './bytes.js';
import { concat, equal, fromHex } from './octets.js';
import { isPublicKey, verify } from './ed25519.js';
import { Fault } from './fault.js';
import { sha256 } from './sha256.js';

/** The type byte of plain Ed25519 signatures, the only ones that logs and receipts of this project have. */
const ED25519 = 1;
/** That of cosignatures, which witnesses make. */
const COSIGNATURE = 4;

/** A key's name: no white space (the property White_Space, so not \s), no plus, no control character. */
const NAME = /^[^\0-\x20+\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/;

/** Signatures in one note; the format asks for sixteen at least. */
const MOST_SIGNATURES = 100;

/** Hashes in one inclusion proof: a tree of 2^53 leaves has no more. */
const MOST_HASHES = 53;

/** A key that signatures are checked with, written `name+id+base64` (a vkey). */
export class VerifierKey {
  /** @param {string} name @param {Uint8Array} id @param {Uint8Array} publicKey @param {boolean} [isWitness] */
  constructor(name, id, publicKey, isWitness = false) {
    this.name = name;
    /** Four bytes; with the name they say which key made a signature. */
    this.id = id;
    this.publicKey = publicKey;
    /** Whether it is a witness's, for cosignatures only. */
    this.isWitness = isWitness;
  }

  /**
   * @param {unknown} vkey
   * @returns {VerifierKey}
   */
  static parse(vkey) {
    const parts = typeof vkey === 'string' ? /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey) : null;
    if (parts === null || !NAME.test(parts[1]) || hasSurrogate(parts[1])) throw new Fault('key', 'log.key');
    const [, name, id, encoded] = parts;
    const data = base64Or(encoded, () => new Fault('key', 'log.key'));
    const publicKey = data.subarray(1);
    if ((data[0] !== ED25519 && data[0] !== COSIGNATURE) || !isPublicKey(publicKey)) throw new Fault('key', 'log.key-type', { name });
    const expected = sha256(concat(utf8(`${name}\n`), data)).subarray(0, 4);
    if (hex(expected) !== id) throw new Fault('key', 'log.key-id', { name, id, expected: hex(expected) });
    return new VerifierKey(name, fromHex(id), publicKey, data[0] === COSIGNATURE);
  }

  /**
   * @param {Uint8Array} message
   * @param {Uint8Array} signature
   */
  verify(message, signature) {
    return verify(this.publicKey, message, signature);
  }

  toString() {
    return `${this.name}+${hex(this.id)}`;
  }
}

/** @typedef {{name: string, id: Uint8Array, signature: Uint8Array}} NoteSignature */

/**
 * A note's text and its signatures, none of them checked.
 * @param {string} note
 * @returns {{text: string, signatures: NoteSignature[]}}
 */
export function readNote(note) {
  const broken = () => new Fault('', 'log.note');
  if (hasSurrogate(note) || /[\0-\x09\x0b-\x1f]/.test(note)) throw broken();
  // The text may hold empty lines, so the last one ends it.
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw broken();
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) throw broken();
  const signatures = lines.map((line) => {
    const parts = /^\u2014 ([^ ]+) ([^ ]+)$/.exec(line);
    if (parts === null || !NAME.test(parts[1])) throw broken();
    const data = base64Or(parts[2], broken);
    if (data.length < 5) throw broken();
    return { name: parts[1], id: data.subarray(0, 4), signature: data.subarray(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

/** The note that a key was last seen to have signed: every record of a bundle may show the same. @type {WeakMap<VerifierKey, string>} */
const signed = new WeakMap();

/**
 * Which of these keys have signed a note. Signatures of other keys are passed over; a wrong one of a known key
 * refuses the whole note. Of several lines of one key the first counts.
 * @param {string} note
 * @param {readonly VerifierKey[]} keys
 * @returns {VerifierKey[]}
 */
export function signers(note, keys) {
  const { text, signatures } = readNote(note);
  const message = utf8(text);
  return keys.filter((key) => {
    if (key.isWitness) return false;
    const line = signatures.find((one) => one.name === key.name && equal(one.id, key.id));
    if (line === undefined) return false;
    if (signed.get(key) === note) return true;
    if (!key.verify(message, line.signature)) throw new Fault('', 'log.signature', { key: String(key) });
    signed.set(key, note);
    return true;
  });
}

/** @typedef {{origin: string, size: number, root: Uint8Array}} Checkpoint */

/**
 * What a checkpoint says; whether its log has signed it is for `signers`, with keys whose name is the origin.
 * @param {string} note
 * @returns {Checkpoint}
 */
export function readCheckpoint(note) {
  const lines = readNote(note).text.split('\n');
  // Three lines and what is behind the last line feed; there are no extension lines.
  if (lines.length !== 4 || lines[0] === '') throw new Fault('', 'log.checkpoint');
  const broken = () => new Fault('', 'log.checkpoint');
  return { origin: lines[0], size: wholeOr(lines[1], broken), root: hashOr(lines[2], broken) };
}

/** @typedef {{extra: Uint8Array | null, index: number, hashes: Uint8Array[], checkpoint: string}} Proof */

/**
 * A proof file: that an entry stands at an index under a checkpoint, which is given as its whole note. `extra` is
 * not signed by anybody.
 * @param {string} file
 * @returns {Proof}
 */
export function readProof(file) {
  const broken = () => new Fault('', 'log.proof-file');
  const end = file.indexOf('\n\n');
  if (end < 0) throw broken();
  const lines = file.slice(0, end).split('\n');
  if (lines.shift() !== 'c2sp.org/tlog-proof@v1') throw broken();
  const extra = lines[0]?.startsWith('extra ') ? base64Or(lines[0].slice(6), broken) : null;
  if (extra?.length === 0) throw broken(); // without data there is no such line
  if (extra !== null) lines.shift();
  const index = lines.shift();
  if (index === undefined || !index.startsWith('index ') || lines.length > MOST_HASHES) throw broken();
  return {
    extra,
    index: wholeOr(index.slice(6), broken),
    hashes: lines.map((line) => hashOr(line, broken)),
    checkpoint: file.slice(end + 2),
  };
}

/** @param {string} text @param {() => Fault} broken */
function base64Or(text, broken) {
  try {
    return fromBase64(text);
  } catch (error) {
    throw error instanceof Fault ? broken() : error;
  }
}

/** @param {string} text @param {() => Fault} broken */
function hashOr(text, broken) {
  const bytes = base64Or(text, broken);
  if (bytes.length !== 32) throw broken();
  return bytes;
}

/** Decimal, without leading zeros, up to 2^53 - 1. @param {string} text @param {() => Fault} broken */
function wholeOr(text, broken) {
  const value = /^(?:0|[1-9][0-9]*)$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value)) throw broken();
  return value;
}
