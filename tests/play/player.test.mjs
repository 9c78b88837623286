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
  const { player, calls } = playerOf([{ next: { server_seed_hash: FIRST }, salt: 's' }, { ...PROMISED, revealed: null }, NONE, NONE, NONE]);
  await player.begin(true);
  assert.deepEqual(paths(calls).slice(0, 2), ['POST /v1/players/alice/seeds', 'POST /v1/players/alice/seeds/rotate']);
  assert.match(calls[1].body.client_seed, /^[0-9a-f]{32}$/);
  assert.equal(player.seeds.active.server_seed_hash, FIRST);
  assert.equal(player.revealed, null);
});

test('two players never begin with one client seed', async () => {
  const seeds = new Set();
  for (let i = 0; i < 50; i++) {
    const { player, calls } = playerOf([{ next: { server_seed_hash: FIRST } }, { ...PROMISED, revealed: null }, NONE, NONE, NONE]);
    await player.begin(true);
    seeds.add(calls[1].body.client_seed);
  }
  assert.equal(seeds.size, 50);
});

test('a player who has seeds goes on with them, and one without an active pair gets one', async () => {
  const known = playerOf([PROMISED, NONE, NONE, NONE]);
  await known.player.begin();
  assert.equal(known.calls.filter(({ method }) => method === 'POST').length, 0);
  const promised = playerOf([{ active: null, next: { server_seed_hash: FIRST } }, { ...PROMISED, revealed: null }, NONE, NONE, NONE]);
  await promised.player.begin();
  assert.deepEqual(paths(promised.calls.slice(0, 2)), ['GET /v1/players/alice/seeds', 'POST /v1/players/alice/seeds/rotate']);
  const nobody = playerOf([refusal(404, 'not_found', 'player'), { next: { server_seed_hash: FIRST } }, { ...PROMISED, revealed: null }, NONE, NONE, NONE]);
  await nobody.player.begin();
  assert.deepEqual(paths(nobody.calls.slice(0, 2)), ['GET /v1/players/alice/seeds', 'POST /v1/players/alice/seeds']);
});

test('the last rounds are read and those that are open, earlier ones when they are asked for', async () => {
  const open = round('0', { state: 'open', game: 'mines' });
  const pages = [
    { items: [open], next_cursor: null },
    { items: [round('9'), round('8')], next_cursor: '8' },
  ];
  const { player, calls } = playerOf([PROMISED, ...pages, NONE, { items: [round('7'), open], next_cursor: null }]);
  await player.begin();
  assert.equal(player.open('mines').round_id, '0');
  assert.equal(player.open('dice'), null);
  const known = () => player.past().map((/** @type {any} */ { round_id }) => round_id);
  assert.deepEqual(known(), ['9', '8', '0']);
  assert.match(calls[1].url, /state=open/);
  assert.match(calls[2].url, /order=newest&limit=50/);
  await player.moreRounds();
  assert.match(calls[4].url, /cursor=8&order=newest/);
  assert.deepEqual([known(), player.earlierRounds], [['9', '8', '7', '0'], null]);
  await player.moreRounds();
  assert.equal(calls.length, 5, 'all are known');
});

test('the ledger is read on from where it was, and is no ledger where none is kept', async () => {
  const entry = (/** @type {number} */ index, /** @type {number} */ balance) => ({ index, balance, amount: 1, kind: 'credit', at: '', detail: '' });
  const { player, calls } = playerOf([
    { items: [entry(2, 7), entry(1, 5)], next_cursor: '1' },
    { items: [entry(3, 3)], next_cursor: null },
    { items: [entry(0, 9)], next_cursor: null },
  ]);
  assert.equal(player.balance, null);
  await player.history();
  assert.equal(player.balance, 7);
  assert.match(calls[0].url, /order=newest/);
  await player.history();
  assert.equal(player.balance, 3);
  assert.match(calls[1].url, /cursor=2/);
  assert.ok(!calls[1].url.includes('newest'));
  await player.moreEntries();
  assert.match(calls[2].url, /cursor=1&order=newest/);
  assert.deepEqual(player.ledger.map((/** @type {any} */ { index }) => index), [0, 1, 2, 3]);
  await player.moreEntries();
  assert.equal(player.balance, 3);
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
    const { player } = playerOf([]);
    player.seeds = structuredClone(PROMISED);
    player.rotated({ active: { server_seed_hash: SECOND, client_seed: 'next', nonce: 0 }, next: { server_seed_hash: THIRD }, revealed: { server_seed_hash: hash, server_seed: seed, rounds: 0 } });
    assert.equal(player.revealed.keeps, keeps);
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
  session.lose();
  assert.equal(session.me(), null);
  assert.equal(session.count(), 1, 'an ended session keeps its receipts');
  session.leave();
  assert.deepEqual(Array.from({ length: tab.length }, (_, i) => tab.key(i)), ['fairseed.look.lang']);
});
