/** What a player does: promise before client seed, rounds and receipts, the reveal. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Tab, load, refusal, serviceOf } from './page.mjs';

const { Api } = await load('api.js');
const { Player } = await load('player.js');
const { sessionOf } = await load('session.js');

const sha = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
const SEED = 'ab'.repeat(32);
const [FIRST, SECOND, THIRD] = [sha(SEED), 'b'.repeat(64), 'c'.repeat(64)];
const NONE = { items: [], next_cursor: null };
const PROMISED = { active: { server_seed_hash: FIRST, client_seed: 'mine', nonce: 0 }, next: { server_seed_hash: SECOND } };

/** @param {string} id @param {object} [more] */
const round = (id, more = {}) => ({
  type: 'fairseed/round/v1',
  round_id: id,
  game: 'dice',
  state: 'settled',
  actions: [],
  seeds: { server_seed_hash: FIRST, client_seed: 'mine', nonce: Number(id) },
  outcome: { roll: '1.00' },
  settlement: { staked: 1, returned: 0 },
  receipt: { body: { round_id: id }, key: 'k', signature: 's' },
  ...more,
});

/** @param {readonly any[]} answers @param {Tab} [tab] */
function playerOf(answers, tab = new Tab()) {
  const service = serviceOf(answers);
  const session = sessionOf(tab);
  return { ...service, session, tab, player: new Player('alice', new Api('/', 't', service.ask, []), session) };
}

const paths = (/** @type {{method: string, url: string}[]} */ calls) => calls.map(({ method, url }) => `${method} ${url}`);

test('a new player gets the promise first, and only then makes a client seed', async () => {
  const { player, calls } = playerOf([{ next: { server_seed_hash: FIRST }, salt: 's' }, { ...PROMISED, revealed: null }, NONE, NONE]);
  await player.begin(true);
  assert.deepEqual(paths(calls).slice(0, 2), ['POST /v1/players/alice/seeds', 'POST /v1/players/alice/seeds/rotate']);
  assert.match(calls[1].body.client_seed, /^[0-9a-f]{32}$/);
  assert.equal(player.seeds.active.server_seed_hash, FIRST);
  assert.equal(player.revealed, null);
});

test('two players never begin with one client seed', async () => {
  const seeds = new Set();
  for (let i = 0; i < 50; i++) {
    const { player, calls } = playerOf([{ next: { server_seed_hash: FIRST } }, { ...PROMISED, revealed: null }, NONE, NONE]);
    await player.begin(true);
    seeds.add(calls[1].body.client_seed);
  }
  assert.equal(seeds.size, 50);
});

test('a player who has seeds goes on with them, and one without an active pair gets one', async () => {
  const known = playerOf([PROMISED, NONE, NONE]);
  await known.player.begin();
  assert.equal(known.calls.filter(({ method }) => method === 'POST').length, 0);
  const promised = playerOf([{ active: null, next: { server_seed_hash: FIRST } }, { ...PROMISED, revealed: null }, NONE, NONE]);
  await promised.player.begin();
  assert.deepEqual(paths(promised.calls.slice(0, 2)), ['GET /v1/players/alice/seeds', 'POST /v1/players/alice/seeds/rotate']);
  const nobody = playerOf([refusal(404, 'not_found', 'player'), { next: { server_seed_hash: FIRST } }, { ...PROMISED, revealed: null }, NONE, NONE]);
  await nobody.player.begin();
  assert.deepEqual(paths(nobody.calls.slice(0, 2)), ['GET /v1/players/alice/seeds', 'POST /v1/players/alice/seeds']);
});

test('rounds are found again page by page, an open one among them', async () => {
  const open = round('2', { state: 'open', game: 'mines' });
  const { player, calls } = playerOf([PROMISED, { items: [round('0'), round('1')], next_cursor: '1' }, { items: [], next_cursor: null }, { items: [open], next_cursor: null }]);
  // The ledger is asked at the same time as the first page.
  await player.begin();
  assert.equal(player.open('mines').round_id, '2');
  assert.equal(player.open('dice'), null);
  assert.deepEqual(player.past().map((/** @type {any} */ { round_id }) => round_id), ['2', '1', '0']);
  assert.ok(calls.some(({ url }) => url.includes('cursor=1')));
});

test('the ledger is read on from where it was, and is no ledger where none is kept', async () => {
  const entry = (/** @type {number} */ index, /** @type {number} */ balance) => ({ index, balance, amount: 1, kind: 'credit', at: '', detail: '' });
  const { player, calls } = playerOf([{ items: [entry(0, 5), entry(1, 7)], next_cursor: null }, { items: [entry(2, 3)], next_cursor: null }]);
  assert.equal(player.balance, null);
  await player.history();
  assert.equal(player.balance, 7);
  await player.history();
  assert.equal(player.balance, 3);
  assert.match(calls[1].url, /cursor=1/);
  const external = playerOf([refusal(404, 'not_found', 'balances')]);
  await external.player.history();
  assert.equal(external.player.balance, null);
});

test('each answer leaves its receipt and moves the nonce', () => {
  const { player, session } = playerOf([]);
  player.seeds = structuredClone(PROMISED);
  player.taken(round('0'));
  player.taken(round('1', { state: 'open', outcome: {}, settlement: undefined }));
  assert.equal(player.seeds.active.nonce, 2);
  const kept = session.receipts().map((/** @type {string} */ line) => JSON.parse(line));
  assert.deepEqual(kept.map((/** @type {any} */ one) => [one.round_id, one.receipt.body.round_id]), [['0', '0'], ['1', '1']]);
  assert.deepEqual(kept[0].settlement, { staked: 1, returned: 0 });
  assert.ok(!('outcome' in kept[1]), 'what is seen of an open round is not how it ended');
});

test('where a tab has no more room that is told, and play goes on', () => {
  const { player } = playerOf([], new Tab(150));
  player.seeds = structuredClone(PROMISED);
  player.taken(round('0'));
  assert.equal(player.roomy, false);
  assert.equal(player.past().length, 1);
});

test('a revealed seed is compared with the promise that was shown', () => {
  for (const [seed, hash, keeps] of [
    [SEED, FIRST, true],
    ['cd'.repeat(32), FIRST, false],
    ['cd'.repeat(32), sha('cd'.repeat(32)), false],
  ]) {
    const { player, session } = playerOf([]);
    player.seeds = structuredClone(PROMISED);
    player.rotated({ active: { server_seed_hash: SECOND, client_seed: 'next', nonce: 0 }, next: { server_seed_hash: THIRD }, revealed: { server_seed_hash: hash, server_seed: seed, rounds: 0 } });
    assert.equal(player.revealed.keeps, keeps);
    assert.deepEqual(session.pairs(), [FIRST]);
    assert.equal(player.seeds.active.server_seed_hash, SECOND);
  }
});

test('a record once revealed overwrites no receipt', () => {
  const { player, session } = playerOf([]);
  player.seeds = structuredClone(PROMISED);
  player.taken(round('0'));
  const before = session.receipts();
  player.taken(round('0', { settlement: { staked: 1, returned: 9 }, seeds: { server_seed_hash: FIRST, server_seed: SEED, client_seed: 'mine', nonce: 0 } }));
  assert.deepEqual(session.receipts(), before);
});

test('leaving leaves nothing but the looks', () => {
  const { player, session, tab } = playerOf([]);
  session.enter({ player: 'alice', token: 'fp_x' });
  session.setLook('lang', 'ru');
  player.seeds = structuredClone(PROMISED);
  player.taken(round('0'));
  session.addPair(FIRST);
  session.lose();
  assert.equal(session.me(), null);
  assert.equal(session.count(), 1, 'an ended session keeps its receipts');
  session.leave();
  assert.deepEqual(Array.from({ length: tab.length }, (_, i) => tab.key(i)), ['fairseed.look.lang']);
});
