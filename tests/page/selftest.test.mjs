/** The self-test passes, its answers are those of the vectors, and it notices what it is there to notice. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CODES, HAND, HASHES, RECORDS, ROUNDS, USUAL } from '../../web_verifier/page/verify/known.js';
import { runSelfTest } from '../../web_verifier/page/verify/selftest.js';
import { cases } from './vectors.mjs';

/** @param {string} file @param {number} id */
function vector(file, id) {
  const found = cases(file).find((one) => one.id === id);
  assert.ok(found, `${file} ${id}`);
  return found;
}

test('all known answers come out, with WebCrypto and without', async () => {
  const withIt = await runSelfTest();
  assert.deepEqual(withIt, { total: withIt.total, failed: [], webcrypto: true });
  assert.ok(withIt.total >= 40, String(withIt.total));
  assert.deepEqual(await runSelfTest(null), { ...withIt, webcrypto: false });
});

test('the rounds are cases of the vectors, of every game', () => {
  for (const [file, id, given, expect] of ROUNDS) {
    const found = vector(file, id);
    assert.deepEqual({ given: { ...USUAL, ...given }, expect }, { given: { ...USUAL, ...found.given }, expect: found.expect });
  }
  assert.equal(new Set(ROUNDS.map(([file]) => file)).size, 7);
});

test('the records are cases of the vectors, and fail at every check that can', () => {
  const failing = new Set();
  for (const [id, text, statuses] of RECORDS) {
    const { given, expect } = vector('records', id);
    assert.equal(text, given.text);
    assert.deepEqual([...statuses], Object.values(expect.checks).map((status) => status[0]));
    for (const [i, status] of [...statuses].entries()) if (status === 'f') failing.add(Object.keys(expect.checks)[i]);
  }
  assert.deepEqual([...failing].sort(), ['commitment', 'format', 'outcome', 'rules', 'settlement']);
});

test('the hand is the one of the vectors', () => {
  const { given, expect } = vector('hands', 1);
  assert.deepEqual(HAND.client_seeds, given.client_seeds);
  const { table_client_seed, deck_root, perm, dealt, carousel } = HAND;
  assert.deepEqual(
    [table_client_seed, deck_root, perm, dealt, carousel],
    [expect.table_client_seed, expect.deck_root, expect.perm.slice(0, 5), expect.deck.slice(0, 10).join(' '), expect.carousel],
  );
});

test('a browser that hashes otherwise is noticed', async () => {
  const wrong = /** @type {any} */ ({
    digest: async () => new Uint8Array(32).buffer,
    importKey: async () => null,
    sign: async () => new Uint8Array(32).buffer,
  });
  const { failed } = await runSelfTest(wrong);
  assert.equal(failed.length, HASHES.length + CODES.length);
});
