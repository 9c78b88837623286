/** What a reader kept and what a bundle shows twice: answers, rivals, complete receipts, two promises, two views; rounds called off. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Fault } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { serverSeedHash } from '../../web_verifier/page/core/seeds.js';
import { Bundle } from '../../web_verifier/page/verify/bundle.js';
import { Kept } from '../../web_verifier/page/verify/kept.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { readTrust } from '../../web_verifier/page/verify/trust.js';
import { Key, Operator } from './operator.mjs';
import { cases, refusal } from './vectors.mjs';

/** @typedef {Record<string, any>} Json */

/** @param {unknown} value */
const document = (value) => readJson(JSON.stringify(value));

/** Three rounds of one pair with their receipts. */
function played() {
  const operator = new Operator();
  const three = cases('bundles').find(({ comment }) => comment === 'three records');
  /** @type {Json[]} */
  const records = three?.given.text.trim().split('\n').map((/** @type {string} */ line) => JSON.parse(line));
  const { commit, where } = operator.promise(records[0].seeds.server_seed_hash);
  for (const record of records) record.receipt = operator.receipt(record);
  return { operator, records, commit, where, keys: [operator.logKey.vkey, operator.receiptKey.vkey] };
}

/** @param {Json} record @param {Json[]} kept @param {string[]} [keys] @param {boolean} [complete] @param {string} [name] */
function check(record, kept, keys = [], complete = false, name = 'receipt') {
  const { checks } = verifyRecord(document(record), readTrust(keys, kept.map(document), complete));
  const found = checks.find((one) => one.check === name);
  assert.ok(found);
  // Through JSON, for objects that are read have no prototype.
  return /** @type {typeof found} */ (JSON.parse(JSON.stringify(found)));
}

/** @param {Json} record @param {Json[]} kept @param {string[]} [keys] @param {boolean} [complete] */
function said(record, kept, keys, complete) {
  const { status, detail } = check(record, kept, keys, complete);
  return `${status} ${detail.id}`;
}

test('an answer that told another end fails, whatever is signed', () => {
  const { records: [record], keys } = played();
  const { outcome, settlement } = record;
  /** @type {Json} */
  const view = { ...record, state: 'settled', legal: [], shown: {} };
  assert.equal(said(record, [view], keys), 'pass receipt.pass');
  const otherwise = { ...settlement, returned: settlement.returned + 1 };
  /** @type {Json[]} */
  const answers = [{ ...view, settlement: otherwise }, { ...record, outcome: null }];
  for (const answer of answers) {
    const found = check(record, [answer], keys);
    assert.equal(`${found.status} ${found.detail.id}`, 'fail receipt.answer');
    assert.deepEqual(found.expected, JSON.parse(JSON.stringify({ outcome: answer.outcome, settlement: answer.settlement })));
    assert.deepEqual(found.actual, { outcome, settlement });
  }
  const { receipt: _, ...rest } = view;
  for (const nothing of [{ ...rest, state: 'open', outcome: {} }, { ...rest, round_id: 'other', outcome: {} }]) {
    assert.equal(said(record, [nothing], keys), 'pass receipt.pass');
  }
  const { outcome: __, ...left } = record;
  const called = { ...left, void: { reason: 'x' }, settlement: { staked: settlement.staked, returned: settlement.staked } };
  assert.equal(said(called, [view], keys), 'fail receipt.answer');
});

test('a receipt of another round under the same nonce', () => {
  const { operator, records: [record], keys } = played();
  const rival = operator.receipt(record, { round_id: 'other' });
  const found = check(record, [rival], keys);
  assert.equal(`${found.status} ${found.detail.id}`, 'fail receipt.rival');
  assert.deepEqual([found.expected, found.actual], [rival.body, { round_id: record.round_id }]);
  for (const elsewhere of [{ nonce: 7 }, { nonce: '0' }, { server_seed_hash: [record.seeds.server_seed_hash] }]) {
    assert.equal(said(record, [operator.receipt(record, { round_id: 'other', ...elsewhere })], keys), 'pass receipt.pass');
  }
});

test('receipts that are all that there were', () => {
  const { operator, keys } = played();
  const mines = cases('records').find(({ comment }) => comment === 'mines with its ruleset\'s digest');
  const record = JSON.parse(mines?.given.text);
  record.receipt = operator.receipt(record);
  record.action_receipts = operator.actionReceipts(record);
  const last = record.actions.length - 1;
  assert.equal(said(record, [record], keys, true), 'pass receipt.pass');
  assert.equal(said(record, [], keys, true), 'fail receipt.unknown-round');
  assert.equal(said(record, record.action_receipts, keys, true), 'fail receipt.unknown-round');
  const fewer = { ...record, action_receipts: record.action_receipts.slice(0, -1) };
  const found = check(record, [fewer], keys, true);
  assert.equal(`${found.status} ${found.detail.id}`, 'fail receipt.unknown-action');
  assert.deepEqual([found.detail.values, found.expected, found.actual], [{ index: last }, null, record.actions[last]]);
  // What the service did itself was never received.
  record.actions[last].timeout = true;
  record.action_receipts = operator.actionReceipts(record);
  assert.equal(said(record, [fewer], keys, true), 'pass receipt.pass');
});

test('an answer to a hand shows a seat less than the record: all that it told stays told', () => {
  const outcome = { board: ['As', 'Ks', 'Qs'], hole: { 1: ['2c', '3c'], 2: ['4c', '5c'] }, rake: 1 };
  const record = { round_id: 'x', seeds: {}, actions: [], outcome: { ...outcome, drawn: { 1: ['9s'], 2: [] } }, settlement: {} };
  const told = (/** @type {Json} */ shown) => {
    const kept = new Kept([document({ ...record, state: 'settled', outcome: shown })]);
    return kept.against(/** @type {any} */ ({ ...record, record, id: 'x' }))?.detail.id ?? null;
  };
  assert.equal(told({ ...outcome, hole: {}, drawn: { 1: 1, 2: 0 } }), null);
  assert.equal(told(outcome), null);
  for (const change of [{ board: [] }, { rake: 2 }, { uncalled: {} }]) assert.equal(told({ ...outcome, ...change }), 'receipt.answer');
  for (const shown of [{}, { hole: {} }]) assert.equal(told(shown), 'receipt.answer');
});

test('what is no receipt is refused as one that was kept', () => {
  const { operator, records: [record] } = played();
  const wrong = [
    { receipt: null }, { receipt: {} }, { action_receipts: 7 }, { action_receipts: [7] }, { body: {}, key: 'a+00000000', signature: '' },
    operator.receipt(record, { accepted_at: '2026-11-30 09:00:00' }), operator.receipt(record, { round_id: 7 }),
  ];
  for (const value of wrong) assert.throws(() => readTrust([], [document(value)]), (error) => error instanceof Fault && ['receipt', 'format'].includes(error.layer));
  assert.throws(() => readTrust([], [readJson('{"a": 1.5}')]), refusal('format'));
  assert.equal(readTrust([], [document({ type: 'other' })]).kept.of('x').length, 0);
});

test('the receipts of another log do not bind this one', () => {
  const { operator, records: [record], commit, where, keys } = played();
  const other = new Operator('other.example');
  const foreign = { ...record, receipt: other.receipt(record) };
  const trusted = [...keys, other.receiptKey.vkey];
  assert.equal(said(foreign, [], trusted), 'pass receipt.pass');
  assert.equal(said({ ...foreign, commitment: operator.logged(commit, where) }, [], trusted), 'skip receipt.no-key');
});

test('that a round is void stands in the log', () => {
  const { operator, records: [record], commit, where, keys } = played();
  const { outcome: _, receipt: __, ...rest } = record;
  const reason = 'power cut';
  const { staked } = record.settlement;
  const called = { ...rest, void: { reason }, settlement: { staked, returned: staked } };
  const { server_seed_hash, nonce } = record.seeds;
  const entry = { type: 'void', server_seed_hash, nonce, round_id: record.round_id, reason };
  /** @param {Json | null} logged @param {string[]} [by] @param {Json} [of] */
  const log = (logged, by = keys, of = called) => {
    const commitment = { ...operator.logged(commit, where), ...(logged === null ? {} : { void: operator.logged(operator.log(logged)) }) };
    const { status, detail } = check({ ...of, commitment }, [], by, false, 'log');
    return `${status} ${detail.id}`;
  };
  assert.equal(log(entry), 'pass log.pass');
  assert.equal(log(entry, []), 'skip log.no-key');
  assert.equal(log(null), 'skip log.no-void');
  assert.equal(log({ type: 'void', server_seed_hash, reason }), 'fail log.other-void');
  assert.equal(log({ type: 'other' }), 'fail log.other-void');
  for (const change of [{ nonce: 1 }, { round_id: 'x' }, { reason: 'x' }, { server_seed_hash: 'a'.repeat(64) }]) {
    for (const by of [keys, []]) assert.equal(log({ ...entry, ...change }, by), 'fail log.other-void');
  }
  assert.equal(log(entry, keys, record), 'fail log.other-void');
});

test('two promises of one pair, and two views of one log, in a bundle', () => {
  const { operator, records, commit, where, keys } = played();
  const twice = operator.log({ type: 'commit', server_seed_hash: records[0].seeds.server_seed_hash });
  const first = operator.logged(commit, where);
  const fork = Object.assign(new Operator(operator.origin), { entries: [...operator.entries.slice(0, -1), '{"type":"other"}'], logKey: operator.logKey });
  /** @param {...(Json | null)} commitments of the records */
  const seed = (...commitments) => {
    const bundle = new Bundle(readTrust(keys));
    for (const [i, commitment] of commitments.entries()) bundle.take(document(commitment === null ? records[i] : { ...records[i], commitment }));
    const found = bundle.finish().checks[1];
    return [`${found.status} ${found.detail.id}`, found.detail.values.record ?? null, found.expected, found.actual];
  };
  assert.deepEqual(seed(first, null, first), ['pass seed.pass', null, null, null]);
  assert.deepEqual(seed(first, null, operator.logged(twice)), ['fail seed.two-promises', 3, commit, twice]);
  assert.deepEqual(seed(first, new Operator('other.example').logged(0)), ['fail seed.two-promises', 2, commit, 0]);
  const [, size, root] = first.tlog_proof.split('\n\n')[1].split('\n');
  const found = seed(null, first, fork.logged(commit, where));
  assert.deepEqual(found.slice(0, 3), ['fail seed.two-views', 3, Buffer.from(root, 'base64').toString('hex')]);
  assert.equal(size, String(operator.entries.length));
  // A record without the right form shows what it shows all the same.
  const broken = { ...records[2], bet: 7, commitment: operator.logged(twice) };
  const bundle = new Bundle(readTrust(keys));
  for (const record of [{ ...records[0], commitment: first }, records[1], broken]) bundle.take(document(record));
  assert.equal(bundle.finish().checks[1].detail.id, 'seed.two-promises');
});

test('what keys and receipts could not judge in a bundle is a warning', () => {
  const { operator, records, commit, where, keys } = played();
  /** @param {Json[]} given @param {string[]} by @param {Json[]} [kept] */
  const warnings = (given, by, kept = []) => {
    const bundle = new Bundle(readTrust(by, kept.map(document)));
    for (const record of given) bundle.take(document(record));
    return bundle.finish().warnings.map(({ id }) => id);
  };
  const everywhere = records.map((record) => ({ ...record, commitment: operator.logged(commit, where) }));
  assert.deepEqual(warnings(records, []), []);
  assert.deepEqual(warnings(everywhere, keys, everywhere), []);
  assert.deepEqual(warnings(records, keys), ['warning.promises']);
  assert.deepEqual(warnings(records.map(({ receipt: _, ...record }) => record), keys), ['warning.promises', 'warning.receipts']);
  assert.deepEqual(warnings(records.slice(0, 1), [], records), ['warning.kept']);
  const action = { ...records[0].receipt.body, type: 'fairseed/action-receipt/v1', round_id: 'gone' };
  assert.deepEqual(warnings(records, [], [operator.receipt({ ...records[0], round_id: 'gone' }, action)]), ['warning.kept']);
});

test('of two receipts under one name either may be that of a dropped round', () => {
  const { operator, records } = played();
  const gone = { ...records[2], round_id: 'gone', seeds: { ...records[2].seeds, nonce: 3 } };
  const other = operator.receipt(gone, { server_seed_hash: 'a'.repeat(64) });
  for (const kept of [[operator.receipt(gone), other], [other, operator.receipt(gone)]]) {
    const bundle = new Bundle(readTrust([], kept.map(document)));
    for (const record of records) bundle.take(document(record));
    const [nonces] = bundle.finish().checks;
    assert.deepEqual([nonces.status, nonces.detail, nonces.expected, nonces.actual], ['fail', { id: 'nonces.missing', values: { round: 'gone' } }, 3, null]);
  }
});

/** A round of blackjack, called off. @param {string[]} types @param {number} staked @param {boolean} [revealed] */
function calledOff(types, staked, revealed = true) {
  const { server_seed, client_seed, params, bet, nonce, actions } = doubled();
  const seeds = { scheme: 'fairseed-v1', server_seed_hash: serverSeedHash(server_seed), client_seed, nonce: Number(nonce) };
  assert.deepEqual(actions, [{ type: 'double' }]);
  const record = {
    type: 'fairseed/round/v1',
    round_id: 'b',
    game: 'blackjack',
    params,
    bet,
    seeds: revealed ? { ...seeds, server_seed } : seeds,
    actions: types.map((type) => ({ type })),
    settlement: { staked, returned: staked },
    void: { reason: 'power cut' },
  };
  const { status, expected } = check(record, [], [], false, 'settlement');
  return [status, /** @type {any} */ (expected).staked];
}

/** @returns {any} */
function doubled() {
  const found = cases('blackjack').find(({ result, given }) => result === 'accepted' && given.actions.length === 1 && given.actions[0].type === 'double');
  assert.ok(found);
  return found.given;
}

test('what goes back of a void round is the bet and what its actions added', () => {
  /** @type {number[]} */
  const chips = Object.values(doubled().bet);
  const bet = chips.reduce((sum, one) => sum + one, 0);
  const { stake } = doubled().bet;
  assert.deepEqual(calledOff(['double'], bet + stake), ['pass', bet + stake]);
  assert.deepEqual(calledOff(['double'], bet), ['fail', bet + stake]);
  assert.deepEqual(calledOff(['stand'], bet + stake), ['fail', bet]);
  assert.deepEqual(calledOff([], bet), ['pass', bet]);
  // Without the seed, or where the actions cannot have been made, it is the bet at least.
  assert.deepEqual(calledOff(['double'], bet, false), ['pass', bet]);
  assert.deepEqual(calledOff(['double'], bet + stake, false), ['pass', bet + stake]);
  assert.deepEqual(calledOff(['double'], bet - 1, false), ['fail', bet]);
  assert.deepEqual(calledOff(['double', 'double'], bet - 1), ['fail', bet]);
  assert.deepEqual(calledOff(['double', 'double'], bet), ['pass', bet]);
});

test('a key of receipts that a broken record shows holds for those behind it', () => {
  const { operator, records, commit, where } = played();
  const commitment = { ...operator.logged(commit, where), receipt_key: operator.logged(operator.receiptKeyIndex) };
  /** @param {Key} signer */
  const receipts = (signer) => {
    const bundle = new Bundle([operator.logKey.vkey]);
    const behind = { ...records[1], receipt: operator.receipt(records[1], {}, signer) };
    const [first, second] = [{ ...records[0], bet: 7, commitment }, behind].map((record) => bundle.take(document(record)).checks[2].status);
    return `${first} ${second}`;
  };
  assert.equal(receipts(operator.receiptKey), 'skip pass');
  assert.equal(receipts(new Key(operator.receiptKey.name)), 'skip skip');
});

test('a ruleset with the default tables is none for another table', () => {
  const record = cases('records')
    .filter(({ given, result }) => result === 'accepted' && given.text?.includes('"plinko"') && given.text.includes('"ruleset"'))
    .map(({ given }) => JSON.parse(given.text))
    .find((one) => verifyRecord(document(one)).warnings.length === 0);
  assert.ok(record);
  record.params.multipliers = record.params.multipliers.map((/** @type {string} */ one) => `${Number(one) + 1}`);
  const { status, detail } = check(record, [], [], false, 'rules');
  assert.deepEqual([status, detail], ['fail', { id: 'rules.other-paytable', values: { field: 'params.multipliers' } }]);
  const { checks, warnings } = verifyRecord(document({ ...record, ruleset: 'a'.repeat(64) }));
  assert.deepEqual([checks[4].status, warnings.map(({ id }) => id)], ['pass', ['warning.ruleset']]);
});
