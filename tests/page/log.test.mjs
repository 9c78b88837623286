import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { test } from 'node:test';

import { base64, fromBase64 } from '../../web_verifier/page/core/base64.js';
import { hex, utf8 } from '../../web_verifier/page/core/bytes.js';
import { concat } from '../../web_verifier/page/core/octets.js';
import { canonical } from '../../web_verifier/page/core/json.js';
import { checkPromise, proveEntry, readBatchPlace, readEntry } from '../../web_verifier/page/core/log.js';
import { inclusionProof, leafHash, root } from '../../web_verifier/page/core/merkle.js';
import { readCheckpoint, readNote, readProof, signers, VerifierKey } from '../../web_verifier/page/core/notes.js';
import { sha256 } from '../../web_verifier/page/core/sha256.js';
import { refusal } from './vectors.mjs';

/** A note and a key of the documentation of Go's package note. */
const NEUMANN = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

/** @param {string} name @param {number} [type] */
function signer(name, type = 1) {
  const pair = crypto.generateKeyPairSync('ed25519');
  const key = new Uint8Array(Buffer.from(String(pair.publicKey.export({ format: 'jwk' }).x), 'base64url'));
  const data = Uint8Array.of(type, ...key);
  const id = sha256(concat(utf8(`${name}\n`), data)).slice(0, 4);
  const vkey = `${name}+${hex(id)}+${base64(data)}`;
  /** @param {string} text */
  const line = (text) => {
    const signature = new Uint8Array(crypto.sign(null, utf8(text), pair.privateKey));
    return `— ${name} ${base64(concat(id, signature))}\n`;
  };
  return { vkey, line, key: () => VerifierKey.parse(vkey) };
}

const LOG = signer('example.org/fair');
const OTHER = signer('example.org/fair');
const WITNESS = signer('witness.example', 4);

test('keys', () => {
  const key = VerifierKey.parse(NEUMANN);
  assert.equal(String(key), 'PeterNeumann+c74f20a3');
  const [name, id, data] = NEUMANN.split('+');
  const wrong = [
    null, '', name, `${name}+${id}`, `+${id}+${data}`, `Peter Neumann+${id}+${data}`, `Peter\u00a0N+${id}+${data}`,
    `${name}+C74F20A3+${data}`, `${name}+c74f20a4+${data}`, `Neumann+${id}+${data}`, `${name}+${id}+${data}=`,
    `${name}+${id}+${data.slice(0, -4)}`, ` ${NEUMANN}`, `${NEUMANN}\n`,
  ];
  for (const vkey of wrong) assert.throws(() => VerifierKey.parse(vkey), refusal('log'), String(vkey));
  const neutral = Uint8Array.of(1, 1, ...new Uint8Array(31));
  const its = hex(sha256(concat(utf8('x\n'), neutral)).slice(0, 4));
  assert.throws(() => VerifierKey.parse(`x+${its}+${base64(neutral)}`), { id: 'log.key-type' });
});

test('a name has no white space and no control character; U+FEFF is neither', () => {
  const data = NEUMANN.split('+')[2];
  /** @param {string} name */
  const vkey = (name) => `${name}+${hex(sha256(concat(utf8(`${name}\n`), fromBase64(data))).slice(0, 4))}+${data}`;
  for (const name of ['ключ', 'a\ufeffb', 'a\u200bb', 'a\u180eb']) assert.equal(VerifierKey.parse(vkey(name)).name, name);
  for (const code of [0, 9, 0x1c, 0x7f, 0x85, 0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x202f, 0x205f, 0x3000]) {
    assert.throws(() => VerifierKey.parse(vkey(`a${String.fromCharCode(code)}b`)), { id: 'log.key' }, code.toString(16));
  }
});

test('a witness\'s key signs no checkpoint', () => {
  const key = VerifierKey.parse(WITNESS.vkey);
  assert.equal(key.isWitness, true);
  assert.deepEqual(signers(`a\n\n${LOG.line('a\n')}${WITNESS.line('a\n')}`, [key, LOG.key()]).map(String), [String(LOG.key())]);
});

test('a note of the documentation of Go', () => {
  const key = VerifierKey.parse(NEUMANN);
  assert.deepEqual(signers(NOTE, [key]), [key]);
  assert.deepEqual(signers(NOTE, [LOG.key()]), []);
  assert.throws(() => signers(NOTE.replace('you', 'You'), [key]), { id: 'log.signature' });
});

test('notes of the wrong form', () => {
  const line = LOG.line('a\n');
  for (const note of [`a\n\n${line}`, `a\n\nb\n\n${line}`, `a\n\n${line}${line}${WITNESS.line('a\n')}`]) readNote(note);
  const wrong = [
    '', 'a\n', `a\n${line}`, `a\n\n${line}`.slice(0, -1), 'a\n\n', 'a\n\n\n', `a\n\n\n${line}x`, `a\r\n\n${line}`, `a\0\n\n${line}`,
    `a\ud800\n\n${line}`, `a\n\n${line.replace('—', '-')}`, `a\n\n${line.replace('— ', '—')}`, `a\n\n${line.replace('\n', ' \n')}`,
    `a\n\n${line.replace('fair ', 'fair  ')}`, `a\n\n${line.replace('fair', 'f+r')}`, 'a\n\n— x AAAAAA==\n', 'a\n\n— x AAAAAA\n',
    `a\n\n${line.repeat(101)}`,
  ];
  for (const note of wrong) assert.throws(() => readNote(note), refusal('log'), JSON.stringify(note));
});

test('which signatures count', () => {
  const text = 'text\n';
  /** @param {...string} lines */
  const note = (...lines) => `${text}\n${lines.join('')}`;
  const [key, other] = [LOG.key(), OTHER.key()];
  assert.deepEqual(signers(note(LOG.line(text), WITNESS.line(text)), [key, other]), [key]);
  assert.deepEqual(signers(note(OTHER.line(text), LOG.line(text)), [key, other]), [key, other]);
  // A signature of a key that nobody asks about may be anything.
  assert.deepEqual(signers(note(OTHER.line('x\n'), LOG.line(text)), [key]), [key]);
  assert.throws(() => signers(note(OTHER.line('x\n'), LOG.line(text)), [key, other]), { id: 'log.signature' });
  assert.deepEqual(signers(note(LOG.line(text), LOG.line('x\n')), [key]), [key]);
  assert.throws(() => signers(note(LOG.line('x\n'), LOG.line(text)), [key]), { id: 'log.signature' });
});

const ROOT = base64(leafHash(utf8('x')));

/** @param {string} text */
const signed = (text) => `${text}\n${LOG.line(text)}`;

test('checkpoints', () => {
  const { origin, size, root } = readCheckpoint(signed(`example.org/fair\n17\n${ROOT}\n`));
  assert.deepEqual([origin, size, base64(root)], ['example.org/fair', 17, ROOT]);
  const wrong = [
    `example.org/fair\n17\n${ROOT}\nextension\n`, `example.org/fair\n17\n`, `\n17\n${ROOT}\n`, `a\n017\n${ROOT}\n`, `a\n-1\n${ROOT}\n`,
    `a\n9007199254740992\n${ROOT}\n`, `a\n1 \n${ROOT}\n`, `a\n1\n${ROOT.slice(4)}\n`, `a\n1\n${ROOT} \n`, `a\n1\n\n${ROOT}\n`,
  ];
  for (const text of wrong) assert.throws(() => readCheckpoint(signed(text)), refusal('log'), text);
});

/** A log of these entries, and the proof file of each. @param {unknown[]} entries @param {(Uint8Array | null)[]} [extras] */
function logOf(entries, extras = []) {
  const texts = entries.map(canonical);
  const leaves = texts.map((text) => leafHash(utf8(text)));
  const checkpoint = signed(`example.org/fair\n${leaves.length}\n${base64(root(leaves))}\n`);
  return texts.map((text, index) => {
    const extra = extras[index] ? [`extra ${base64(/** @type {Uint8Array} */ (extras[index]))}`] : [];
    const lines = ['c2sp.org/tlog-proof@v1', ...extra, `index ${index}`, ...inclusionProof(leaves, index).map(base64)];
    return { text, proof: `${lines.join('\n')}\n\n${checkpoint}` };
  });
}

const HASH = '0'.repeat(64);

test('entries are proven under their checkpoint', () => {
  const entries = Array.from({ length: 9 }, (_, nonce) => ({ type: 'deck', server_seed_hash: HASH, nonce, deck_root: HASH }));
  const proven = logOf(entries);
  proven.forEach(({ text, proof }, index) => {
    const found = proveEntry(text, proof);
    assert.deepEqual([found.index, found.checkpoint.size, found.extra], [index, 9, null]);
    assert.equal(canonical(found.entry), text);
    assert.deepEqual(signers(found.note, [LOG.key()]).map(String), [String(LOG.key())]);
    const another = proven[(index + 1) % 9].text;
    assert.throws(() => proveEntry(another, proof), { id: 'log.inclusion' });
    assert.throws(() => proveEntry(text, proof.replace(/index \d/, 'index 9')), { id: 'log.inclusion' });
  });
  assert.throws(() => proveEntry(proven[0].text, null), { id: 'log.proof-file' });
});

test('proof files of the wrong form', () => {
  const [{ proof }] = logOf([{ type: 'other', a: 1 }, { type: 'other', a: 2 }]);
  readProof(proof);
  assert.deepEqual(readProof(proof.replace('index', 'extra AQI=\nindex')).extra, Uint8Array.of(1, 2));
  const wrong = [
    '', proof.replace('v1', 'v2'), proof.replace('index 0', 'index 00'), proof.replace('index 0', 'index'), proof.replace('index 0\n', ''),
    proof.replace('index 0', 'index 0\nindex 0'), proof.replace('index 0', 'index 0\nextra AQI='), proof.replace('index 0', 'extra AQI\nindex 0'),
    proof.replace('index 0', `index 0\n${ROOT.slice(4)}`), proof.replace('index 0', `index 0${`\n${ROOT}`.repeat(53)}`), proof.replace('\n\n', '\n'),
  ];
  for (const file of wrong) assert.throws(() => readProof(file), refusal('log'), file);
});

test('entries by their types', () => {
  const place = { batch_index: 1, batch_proof: [HASH] };
  const player = { type: 'activate', server_seed_hash: HASH, player_tag: HASH, client_seed_tag: HASH, commit_index: 0 };
  const table = { type: 'activate', server_seed_hash: HASH, commit_index: 0, table_id: 't', seats_digest: HASH };
  const right = [
    { type: 'commit', server_seed_hash: HASH }, { type: 'commit', count: 2, root: HASH }, player, { ...player, ...place }, table,
    { ...table, ...place }, { type: 'seat', table_id: 't', seat: 3, chain_head: HASH }, { type: 'close', server_seed_hash: HASH, rounds: 0, root: HASH },
    { type: 'reveal', server_seed_hash: HASH, server_seed: HASH }, { type: 'void', server_seed_hash: HASH, reason: 'x' },
    { type: 'void', server_seed_hash: HASH, reason: 'x', nonce: 1, round_id: 'r' }, { type: 'ruleset', game: 'dice', digest: HASH },
    { type: 'key', role: 'log', vkey: LOG.vkey }, { type: 'later', anything: [null] }, { type: 'toString' },
  ];
  for (const entry of right) assert.equal(canonical(readEntry(canonical(entry))), canonical(entry));
  const wrong = [
    { type: 'commit' }, { type: 'commit', server_seed_hash: HASH, count: 2, root: HASH }, { type: 'commit', server_seed_hash: 'A'.repeat(64) },
    { ...player, batch_index: 1 }, { ...player, more: 1 }, { ...player, commit_index: -1 }, { ...player, batch_index: 1, batch_proof: HASH },
    { type: 'key', role: 'witness', vkey: 'x' }, { type: 'void', server_seed_hash: HASH, reason: 'x', nonce: 1 },
  ];
  for (const entry of wrong) assert.throws(() => readEntry(canonical(entry)), { id: 'log.entry-form' });
  const broken = [
    null, '', '[]', '{}', '{"type":1}', '{"type": "x"}', '{"type":"x","a":1}', '{"a":1.0,"type":"x"}', '{"type":"x","type":"x"}',
    '{"type":"\\ud800"}', '{"type":"\ud800"}', canonical({ type: 'x', y: 'z'.repeat(65520) }),
  ];
  for (const text of broken) assert.throws(() => readEntry(text), { id: 'log.entry' }, String(text));
  readEntry(canonical({ type: 'x', y: 'z'.repeat(65535 - 19) }));
});

test('promises, alone and in batches', () => {
  const hashes = Array.from({ length: 5 }, (_, i) => hex(sha256(Uint8Array.of(i))));
  const leaves = hashes.map((hash) => leafHash(utf8(hash)));
  const batch = { type: 'commit', count: 5, root: hex(root(leaves)) };
  /** @param {number} i */
  const place = (i) => utf8(canonical({ batch_index: i, batch_proof: inclusionProof(leaves, i).map(hex) }));
  hashes.forEach((hash, i) => {
    const [{ text, proof }] = logOf([batch, { type: 'x' }], [place(i)]);
    checkPromise(proveEntry(text, proof), hash);
    assert.throws(() => checkPromise(proveEntry(text, proof), HASH), { id: 'log.batch' });
    assert.throws(() => checkPromise({ entry: batch, extra: place((i + 1) % 5) }, hash), { id: 'log.batch' });
  });
  assert.throws(() => checkPromise({ entry: batch, extra: null }, hashes[0]), { id: 'log.batch' });
  for (const text of ['', '{}', '{"batch_index":0}', '{"batch_index": 0, "batch_proof": []}', '{"batch_index":0,"batch_proof":["x"]}']) {
    assert.throws(() => readBatchPlace(utf8(text)), { id: 'log.batch' });
  }
  assert.throws(() => readBatchPlace(Uint8Array.of(0xff)), { id: 'log.batch' });
  const alone = { type: 'commit', server_seed_hash: HASH };
  checkPromise({ entry: alone, extra: null }, HASH);
  assert.throws(() => checkPromise({ entry: alone, extra: null }, hashes[0]), { id: 'log.another-hash' });
  assert.throws(() => checkPromise({ entry: { type: 'close' }, extra: null }, HASH), { id: 'log.no-commit' });
});
