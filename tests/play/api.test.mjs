/** Calls: a bet whose answer was lost is never made twice, and a token goes nowhere but into a header. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, refusal, serviceOf } from './page.mjs';

const { Api, NoAnswer, Refusal } = await load('api.js');
const ROOT = 'https://casino.example/fair/';
const LOST = new TypeError('Failed to fetch');

/** @param {readonly any[]} answers */
function apiOf(answers, pauses = [0, 0]) {
  const service = serviceOf(answers);
  return { ...service, api: new Api(ROOT, 'fp_secret', service.ask, pauses) };
}

test('a call whose answer is lost is asked again with the same key', async () => {
  const { api, calls } = apiOf([LOST, LOST, { round_id: 'one' }]);
  assert.deepEqual(await api.post('v1/rounds', { player: 'a' }), { round_id: 'one' });
  assert.equal(calls.length, 3);
  assert.equal(new Set(calls.map(({ headers }) => headers['Idempotency-Key'])).size, 1);
  assert.equal(new Set(calls.map(({ body }) => JSON.stringify(body))).size, 1);
});

test('each call has a key of its own; reading has none', async () => {
  const { api, calls } = apiOf([{}, {}, {}]);
  await api.post('v1/rounds', {});
  await api.post('v1/rounds', {});
  await api.get('v1/rounds');
  const [first, second, third] = calls.map(({ headers }) => headers['Idempotency-Key']);
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.notEqual(first, second);
  assert.equal(third, undefined);
});

test('without any answer it can be asked once more, still with that key', async () => {
  const { api, calls } = apiOf([LOST, LOST, LOST, { round_id: 'one' }]);
  const error = await api.post('v1/rounds', {}).catch((/** @type {unknown} */ thrown) => thrown);
  assert.ok(error instanceof NoAnswer);
  assert.equal(calls.length, 3);
  assert.deepEqual(await error.again(), { round_id: 'one' });
  assert.equal(new Set(calls.map(({ headers }) => headers['Idempotency-Key'])).size, 1);
});

test('a refusal is an answer', async () => {
  const { api, calls } = apiOf([refusal(409, 'insufficient_chips', 'player')]);
  const error = await api.post('v1/rounds', {}).catch((/** @type {unknown} */ thrown) => thrown);
  assert.ok(error instanceof Refusal);
  assert.deepEqual([error.status, error.code, error.field, calls.length], [409, 'insufficient_chips', 'player', 1]);
});

test('where the service is only busy it is asked again', async () => {
  const { api, calls } = apiOf([refusal(503, 'busy'), refusal(409, 'idempotency_in_flight'), { ok: true }]);
  assert.deepEqual(await api.post('v1/rounds', {}), { ok: true });
  assert.equal(calls.length, 3);
  const still = apiOf([refusal(503, 'busy'), refusal(503, 'busy'), refusal(503, 'busy')]);
  await assert.rejects(still.api.get('v1/games'), (/** @type {any} */ error) => error instanceof Refusal && error.code === 'busy');
});

test('a page of a proxy that failed is no answer of the service', async () => {
  const { api, calls } = apiOf([{ status: 502, type: 'text/html', told: 'Bad Gateway' }, { ok: true }]);
  assert.deepEqual(await api.get('v1/games'), { ok: true });
  assert.equal(calls.length, 2);
});

test('the token stands in the header and never in an address', async () => {
  const { api, calls } = apiOf([{}, {}]);
  await api.get('v1/players/a/seeds');
  await api.post('v1/rounds', {});
  for (const { url, body, headers } of calls) {
    assert.equal(headers.Authorization, 'Bearer fp_secret');
    assert.ok(!url.includes('fp_') && url.startsWith(ROOT));
    assert.ok(!JSON.stringify(body ?? {}).includes('fp_'));
  }
});
