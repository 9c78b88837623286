/** The checks `receipt`, `log` and `close_root`: honest operators, and what each cheat trips. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { recordDigest } from '../../web_verifier/page/core/digests.js';
import { Fault } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { leafHash, root } from '../../web_verifier/page/core/merkle.js';
import { Bundle } from '../../web_verifier/page/verify/bundle.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { readTrust } from '../../web_verifier/page/verify/trust.js';
import en from '../../web_verifier/page/texts/en.js';
import { Key, Operator } from './operator.mjs';
import { cases } from './vectors.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {import('../../web_verifier/page/verify/checks.js').Check} Check */

/** @param {unknown} value */
const document = (value) => readJson(JSON.stringify(value));

/** A good record of a vector. @param {string} comment @returns {Json} */
function recordOf(comment) {
  const found = cases('records').find((one) => one.comment === comment);
  assert.ok(found, comment);
  return JSON.parse(found.given.text);
}

/** An operator that played a round of mines honestly. */
function honest() {
  const operator = new Operator();
  const record = recordOf('mines with its ruleset\'s digest');
  const { commit, activate, where } = operator.promise(record.seeds.server_seed_hash);
  const ruleset = operator.log({ type: 'ruleset', game: record.game, digest: record.ruleset });
  record.commitment = {
    ...operator.logged(commit, where),
    activate: operator.logged(activate),
    ruleset: operator.logged(ruleset),
    receipt_key: operator.logged(operator.receiptKeyIndex),
  };
  record.receipt = operator.receipt(record);
  record.action_receipts = operator.actionReceipts(record);
  return { operator, record, commit, where, keys: [operator.logKey.vkey] };
}

/** @typedef {ReturnType<typeof honest>} Played */

/**
 * The checks `receipt` and `log`, as `status id`.
 * @param {Json} record
 * @param {string[]} keys
 * @param {Json[]} [kept]
 */
function trusted(record, keys, kept = []) {
  const { checks } = verifyRecord(document(record), readTrust(keys, kept.map(document)));
  const [, , receipt, log] = checks.map(({ status, detail }) => {
    assert.ok(Object.hasOwn(en, detail.id), detail.id);
    return `${status} ${detail.id}`;
  });
  return { receipt, log };
}

test('all is signed: the log\'s key is enough, since the log shows the key of receipts', () => {
  const { record, keys } = honest();
  assert.deepEqual(trusted(record, keys), { receipt: 'pass receipt.pass', log: 'pass log.pass' });
});

test('without keys what fits is not checked', () => {
  const { operator, record } = honest();
  assert.deepEqual(trusted(record, []), { receipt: 'skip receipt.no-key', log: 'skip log.no-key' });
  assert.deepEqual(trusted(record, [operator.receiptKey.vkey]), { receipt: 'pass receipt.pass', log: 'skip log.no-key' });
  assert.deepEqual(verifyRecord(document(record), [operator.receiptKey.vkey]).checks[2].status, 'pass');
});

test('a key of another log, or another key of the same name, is no reason to trust', () => {
  const { operator, record } = honest();
  for (const name of ['other.example', operator.origin]) {
    assert.deepEqual(trusted(record, [new Key(name).vkey]), { receipt: 'skip receipt.no-key', log: 'fail log.untrusted' });
  }
});

/** @type {[string, (played: Played) => Json[] | void, string][]} */
const RECEIPTS = [
  ['no receipt', ({ record }) => { delete record.receipt; delete record.action_receipts; }, 'skip receipt.none'],
  ['only the round\'s', ({ record }) => { delete record.action_receipts; }, 'pass receipt.pass-partly'],
  ['none of the round', ({ record }) => { delete record.receipt; }, 'fail format.missing'],
  ['an action without', ({ record }) => { record.action_receipts.pop(); }, 'fail receipt.one-each'],
  ['an action dropped', ({ record }) => { record.actions.shift(); }, 'fail receipt.one-each'],
  ['an action changed', ({ record }) => { record.actions[0].cell = 24; }, 'fail receipt.action'],
  ['two in another order', ({ record }) => { record.action_receipts.reverse(); }, 'fail receipt.type'],
  ['another bet', ({ record }) => { record.bet.stake = 50; }, 'fail receipt.round'],
  ['other params', ({ record }) => { record.params.mines = 4; }, 'fail receipt.round'],
  ['another nonce', ({ record }) => { record.seeds.nonce = 1; }, 'fail receipt.round'],
  ['another client seed', ({ record }) => { record.seeds.client_seed = 'other'; }, 'fail receipt.round'],
  ['a further member', ({ record }) => { record.receipt.note = 1; }, 'fail format.unknown-name'],
  ['a further claim', ({ operator, record }) => { record.receipt = operator.receipt(record, { note: 1 }); }, 'fail receipt.round'],
  ['no time', ({ operator, record }) => { record.receipt = operator.receipt(record, { accepted_at: '2026-02-30T00:00:00Z' }); }, 'fail receipt.time'],
  ['a wrong signature', ({ record }) => { record.receipt.signature = record.action_receipts[0].signature; }, 'fail receipt.signature'],
  ['a short signature', ({ record }) => { record.receipt.signature = 'AAAA'; }, 'fail receipt.signature'],
  ['no name of a key', ({ record }) => { record.receipt.key = 'key'; }, 'fail receipt.key'],
  ['signed by the log\'s key', ({ operator, record }) => { record.receipt = operator.receipt(record, {}, operator.logKey); }, 'skip receipt.no-key'],
  ['signed by another key', ({ operator, record }) => { record.action_receipts = operator.actionReceipts(record, new Key(operator.receiptKey.name)); }, 'skip receipt.no-key'],
  ['kept as well', ({ record }) => [record, record.receipt], 'pass receipt.pass'],
  ['kept, of a round that was changed since', ({ operator, record }) => [operator.receipt(record, { bet: { stake: 1 } })], 'fail receipt.round'],
  ['kept, of a round that was run again under another name', ({ operator, record }) => [operator.receipt(record, { round_id: 'other' })], 'fail receipt.rival'],
  ['kept, of another round', ({ operator, record }) => [operator.receipt(record, { round_id: 'other', nonce: 9 })], 'pass receipt.pass'],
  ['kept, the same round accepted twice', ({ operator, record }) => [operator.receipt(record, { accepted_at: '2026-11-30T10:00:00Z' })], 'fail receipt.two'],
  ['kept, an action alone', ({ record }) => {
    const kept = record.action_receipts[1];
    delete record.receipt;
    delete record.action_receipts;
    return [kept];
  }, 'pass receipt.pass-partly'],
  ['kept, an action that is not in the record', ({ record }) => {
    const kept = record.action_receipts.at(-1);
    record.actions.pop();
    delete record.receipt;
    delete record.action_receipts;
    return [kept];
  }, 'fail receipt.dropped'],
];

test('receipts', async (context) => {
  for (const [name, change, expected] of RECEIPTS) {
    await context.test(name, () => {
      const played = honest();
      const kept = change(played) ?? [];
      assert.equal(trusted(played.record, played.keys, kept).receipt, expected);
    });
  }
});

/** @param {Played} played @param {Json} changed an activate entry with something else in it */
function activateOtherwise({ operator, record, commit, where }, changed) {
  const tags = { player_tag: 'a'.repeat(64), client_seed_tag: 'b'.repeat(64) };
  const entry = { type: 'activate', server_seed_hash: record.seeds.server_seed_hash, commit_index: commit, ...tags, ...where, ...changed };
  record.commitment.activate = operator.logged(operator.log(entry));
}

/** @type {[string, (played: Played) => void, string][]} */
const LOGS = [
  ['no proof', ({ record }) => { delete record.commitment; }, 'skip log.none'],
  ['a promise alone', ({ operator, record, commit, where }) => { record.commitment = operator.logged(commit, where); }, 'pass log.pass'],
  ['not the entry of the proof', ({ record }) => { record.commitment.entry = record.commitment.activate.entry; }, 'fail log.inclusion'],
  ['another index', ({ record }) => { record.commitment.tlog_proof = record.commitment.tlog_proof.replace('index 2', 'index 1'); }, 'fail log.inclusion'],
  ['no proof file', ({ record }) => { record.commitment.tlog_proof = 'proof'; }, 'fail log.proof-file'],
  ['an entry that is not canonical', ({ record }) => { record.commitment.entry += ' '; }, 'fail log.entry'],
  ['no place in the batch', ({ operator, record, commit }) => { record.commitment = operator.logged(commit); }, 'fail log.batch'],
  ['another place in the batch', ({ operator, record, commit, where }) => { record.commitment = operator.logged(commit, { ...where, batch_index: 1 }); }, 'fail log.batch'],
  ['no commit entry', ({ operator, record }) => { record.commitment = operator.logged(0); }, 'fail log.no-commit'],
  ['the promise of another hash', ({ operator, record }) => { record.commitment = operator.logged(operator.log({ type: 'commit', server_seed_hash: 'a'.repeat(64) })); }, 'fail log.another-hash'],
  ['activated: another pair', (played) => activateOtherwise(played, { server_seed_hash: 'a'.repeat(64) }), 'fail log.other-pair'],
  ['activated: another promise', (played) => activateOtherwise(played, { commit_index: 0 }), 'fail log.not-behind'],
  ['activated: another place', (played) => activateOtherwise(played, { batch_index: 0 }), 'fail log.other-place'],
  ['activated: no activate entry', ({ operator, record, commit }) => { record.commitment.activate = operator.logged(commit); }, 'fail log.no-activate'],
  ['activated: for a table, so without a tag of the client seed', ({ operator, record, commit, where }) => {
    const entry = { type: 'activate', server_seed_hash: record.seeds.server_seed_hash, commit_index: commit, table_id: 't', seats_digest: 'a'.repeat(64), ...where };
    record.commitment.activate = operator.logged(operator.log(entry));
  }, 'fail log.no-activate'],
  ['another ruleset', ({ operator, record }) => { record.commitment.ruleset = operator.logged(operator.log({ type: 'ruleset', game: 'mines', digest: 'a'.repeat(64) })); }, 'fail log.other-ruleset'],
  ['another log', ({ record }) => {
    const other = new Operator('other.example');
    record.commitment.activate = other.logged(other.promise(record.seeds.server_seed_hash).activate);
  }, 'fail log.other-log'],
  ['two views of the log', ({ operator, record }) => {
    const entries = operator.entries;
    const other = Object.assign(new Operator(operator.origin), { logKey: operator.logKey, entries: [...entries.slice(0, -1), '{"type":"other"}'] });
    record.commitment.receipt_key = other.logged(operator.receiptKeyIndex);
  }, 'fail log.two-views'],
  ['a checkpoint that another key signed', ({ operator, record, commit, where }) => {
    record.commitment = operator.logged(commit, where, [new Key(operator.origin)]);
  }, 'fail log.untrusted'],
  ['signed by both keys while the key changes', ({ operator, record, commit, where }) => {
    record.commitment = operator.logged(commit, where, [new Key(operator.origin), operator.logKey]);
  }, 'pass log.pass'],
  ['a key of receipts of another name', ({ operator, record }) => {
    const vkey = new Key('other.example/receipts').vkey;
    record.commitment.receipt_key = operator.logged(operator.log({ type: 'key', role: 'receipt', vkey }));
  }, 'fail log.receipt-key-name'],
  ['a key of the log as one of receipts', ({ operator, record }) => { record.commitment.receipt_key = operator.logged(0); }, 'fail log.no-receipt-key'],
];

test('the log', async (context) => {
  for (const [name, change, expected] of LOGS) {
    await context.test(name, () => {
      const played = honest();
      change(played);
      assert.equal(trusted(played.record, played.keys).log, expected);
    });
  }
});

test('a wrong signature of a known key fails, and goes unseen where no key is given', () => {
  const { record, keys } = honest();
  record.commitment.tlog_proof = record.commitment.tlog_proof.replace(/(— \S+ .{20})./, (/** @type {string} */ all, /** @type {string} */ head) => head + (all.endsWith('A') ? 'B' : 'A'));
  assert.equal(trusted(record, keys).log, 'fail log.signature');
  assert.equal(trusted(record, []).log, 'skip log.no-key');
});

test('what a reader gives is refused where it is no key or no receipt', () => {
  const { operator, record } = honest();
  assert.throws(() => readTrust(['key']), Fault);
  assert.throws(() => readTrust([operator.logKey.vkey.replace(/\+[0-9a-f]{8}/, '+00000000')]), Fault);
  assert.throws(() => readTrust([], [document({ body: 1, key: 2, signature: 3 })]), Fault);
  assert.equal(readTrust([` ${operator.logKey.vkey}\n`, operator.receiptKey.vkey], [document(record)]).kept.of(record.round_id).length, record.actions.length + 1);
});

/** Three rounds of one pair, closed. */
function closed() {
  const operator = new Operator();
  const three = cases('bundles').find(({ comment }) => comment === 'three records');
  /** @type {Json[]} */
  const records = three?.given.text.trim().split('\n').map((/** @type {string} */ line) => JSON.parse(line));
  const hash = records[0].seeds.server_seed_hash;
  const { commit, activate, where } = operator.promise(hash);
  for (const record of records) record.receipt = operator.receipt(record);
  records[0].commitment = { ...operator.logged(commit, where), activate: operator.logged(activate), receipt_key: operator.logged(operator.receiptKeyIndex) };
  const leaves = records.map((record) => leafHash(Buffer.from(recordDigest(record))));
  const entry = { type: 'close', server_seed_hash: hash, rounds: 3, root: Buffer.from(root(leaves)).toString('hex') };
  return { operator, records, entry, close: operator.logged(operator.log(entry)), keys: [operator.logKey.vkey] };
}

/**
 * @param {Json[]} records
 * @param {string[]} keys
 * @param {Json | null} close
 * @param {Json[]} [kept]
 */
function bundled(records, keys, close, kept = []) {
  const bundle = new Bundle(readTrust(keys, kept.map(document)));
  const verdicts = records.map((record) => bundle.take(document(record)));
  const { verdict, checks } = bundle.finish(close === null ? null : document(close));
  const [nonces, seed, close_root] = checks.map(({ status, detail }) => `${status} ${detail.id}`);
  return { verdict, nonces, seed, close_root, receipts: verdicts.map(({ checks }) => checks[2].status).join(' ') };
}

test('a bundle: the key that the first record shows holds for those behind it', () => {
  const { records, keys, close } = closed();
  const expected = { verdict: 'verified', nonces: 'pass nonces.pass', seed: 'pass seed.pass', close_root: 'pass close_root.pass', receipts: 'pass pass pass' };
  assert.deepEqual(bundled(records, keys, close), expected);
});

test('a bundle: the close entry', () => {
  const { operator, records, keys, entry, close } = closed();
  /** @param {Json | null} close @param {Json[]} [of] @param {string[]} [by] */
  const check = (close, of = records, by = keys) => bundled(of, by, close).close_root;
  assert.equal(check(null), 'skip close_root.none');
  assert.equal(check(entry), 'skip close_root.bare');
  assert.equal(check({ close: entry }), 'skip close_root.bare');
  assert.equal(check(entry, records, []), 'pass close_root.pass-bare');
  assert.equal(check({ close, reveal: {} }), 'pass close_root.pass');
  assert.equal(check(close, records, []), 'pass close_root.pass-bare');
  assert.equal(check(close, records, [new Key(operator.origin).vkey]), 'fail log.untrusted');
  assert.equal(check(close, records.slice(0, 2)), 'fail close_root.fail');
  assert.equal(check(close, [...records].reverse()), 'fail close_root.fail');
  assert.equal(check({ ...entry, rounds: 4 }), 'fail close_root.fail');
  assert.equal(check({ ...entry, server_seed_hash: 'a'.repeat(64) }), 'fail log.other-pair');
  assert.equal(check({ ...entry, note: 1 }), 'fail log.entry-form');
  assert.equal(check({ entry: close.entry }), 'fail log.entry');
  assert.equal(check(operator.logged(0)), 'fail log.no-close');
  assert.equal(check({ ...close, tlog_proof: '' }), 'fail log.proof-file');
  const early = new Operator();
  early.log(entry);
  assert.equal(check(early.logged(2), records, [...keys, early.logKey.vkey]), 'fail log.not-behind');
});

test('a bundle: a round that was dropped shows by its receipt', () => {
  const { operator, records, keys } = closed();
  const kept = records.map(({ receipt }) => receipt);
  assert.equal(bundled(records, keys, null, kept).nonces, 'pass nonces.pass');
  assert.equal(bundled(records.slice(0, 2), keys, null, kept).nonces, 'fail nonces.missing');
  const other = operator.receipt(records[2], { round_id: 'other', server_seed_hash: 'a'.repeat(64), nonce: 7 });
  assert.equal(bundled(records, keys, null, [other]).nonces, 'pass nonces.pass');
});

test('a bundle: records of the wrong form are still counted and placed', () => {
  const { records, keys, close } = closed();
  const broken = [records[0], { ...records[1], bet: { stake: '\ud800' } }, { ...records[2], seeds: 5 }];
  const bundle = new Bundle(keys);
  for (const record of broken) bundle.take(document(record));
  const { verdict, records: counts, checks } = bundle.finish(document(close));
  assert.deepEqual([verdict, counts], ['failed', { verified: 1, failed: 2, pending: 0 }]);
  assert.deepEqual(checks.map(({ status }) => status), ['fail', 'fail', 'fail']);
});
