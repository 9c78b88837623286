/** Public tables on the play page: both languages say all that is asked for, what a view shows, what the browser checks. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { load, serviceOf } from './page.mjs';

const FOLDER = new URL('../../fairseed/service/static/play/house-tables/', import.meta.url);
const [en, ru] = await Promise.all(['en', 'ru'].map(async (name) => (await load(`house-tables/texts/${name}.js`)).default));
const { anteOf, modelOf, running } = await load('house-tables/model.js');
const { checked, recordOf } = await load('house-tables/live.js');
const { houseTableOf } = await load('house-tables/address.js');
const { wishOf } = await load('house-tables/lobby.js');
const { Calls } = await load('house-tables/calls.js');
const { Api } = await load('api.js');

/** What two players saw of a round (`house_views.py`). @returns {Record<string, any>} */
const views = () => JSON.parse(readFileSync(new URL('house_views.json', import.meta.url), 'utf8'));
const forms = (/** @type {any} */ text) => (typeof text === 'string' ? { other: text } : text);
const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
/** Nothing but places and marks, in any language. */
const BARE = ['ht.seats', 'ht.seconds', 'ht.time', 'ht.room.vip', 'ht.new.room_limits', 'ht.you', 'ht.who'];

test('both languages have the same texts with the same places, each in its own letters', () => {
  assert.deepEqual(Object.keys(en), Object.keys(ru));
  for (const [id, text] of Object.entries(en)) {
    assert.equal(typeof text, typeof ru[id], id);
    if (typeof text !== 'string') assert.deepEqual(Object.keys(ru[id]), ['one', 'few', 'many', 'other'], id);
    for (const form of [...Object.values(forms(text)), ...Object.values(forms(ru[id]))]) assert.deepEqual(places(String(form)), places(forms(text).other), id);
    for (const form of Object.values(forms(text))) assert.doesNotMatch(String(form), /[а-яё]/i, id);
    if (!BARE.includes(id)) for (const form of Object.values(forms(ru[id]))) assert.match(String(form), /[а-яё]/i, id);
  }
});

test('every text is used, and every text that is asked for is there', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
  const code = names.map((name) => readFileSync(new URL(name, FOLDER), 'utf8')).join('\n');
  const built = [...code.matchAll(/`(ht\.[a-z_.]+\.)\$\{/g)].map(([, start]) => String(start));
  const whole = new Set([...code.matchAll(/'(ht\.[a-z_.]+)'/g)].map(([, id]) => String(id)));
  for (const id of Object.keys(en)) assert.ok(whole.has(id) || built.some((start) => id.startsWith(start)), `${id} is not used`);
  for (const id of whole) assert.ok(id in en, `${id} is asked for`);
});

test('before the cards a place shows its ANTE, and the first one starts the timer', () => {
  const { seated, timer, links } = views();
  assert.equal(modelOf(seated).state, 'waiting');
  const model = modelOf(timer);
  assert.equal(model.state, 'timer');
  assert.deepEqual(model.places.map((/** @type {any} */ { player, own, ante, ready, box }) => [player, own, ante, ready, box]), [['ann', true, 10, false, null], ['bob', false, 0, false, null]]);
  assert.deepEqual(model.dealer, []);
  assert.equal(modelOf(links).state, 'links');
  assert.deepEqual([timer, links].map(running), [false, true]);
});

test('a player sees the own cards and the dealer’s last, and of another’s exchange the number', () => {
  const { deciding, waiting } = views();
  for (const [view, own] of [[deciding, 0], [waiting, 1]]) {
    const { state, dealer, shows, places: shown } = modelOf(view);
    assert.equal(state, 'open');
    assert.deepEqual([dealer.slice(0, 4), typeof dealer[4], shows], [[null, null, null, null], 'string', false]);
    assert.ok(shown[own].cards.every((/** @type {unknown} */ card) => typeof card === 'string'));
    assert.deepEqual(shown[1 - own].cards, [null, null, null, null, null]);
    assert.deepEqual([shown[0].exchanged, shown[0].turn, shown[1].turn], [2, true, false]);
    assert.deepEqual([shown[0].staked, shown[1].staked], [25, 20]);
  }
});

test('at the end everything is shown, by the seats of the players', () => {
  const { end } = views();
  const { state, dealer, shows, places: shown } = modelOf(end);
  assert.deepEqual([state, dealer.length, shows], ['settled', 5, true]);
  assert.deepEqual(shown.map((/** @type {any} */ { decided }) => decided), ['raise', 'fold']);
  assert.deepEqual(shown.map((/** @type {any} */ { staked }) => staked), [45, 20]);
  assert.equal(shown[0].returned, end.hand.settlement.returned['0']);
  // Alone on seat 1 a player plays box 0 of the record.
  const moved = views().end;
  moved.hand.table.seats = [1];
  assert.deepEqual(modelOf(moved).places.map((/** @type {any} */ { box }) => box), [null, 0]);
});

test('a table that closed says so, and one that is played is played on', () => {
  const { seated, deciding } = views();
  assert.equal(modelOf({ ...seated, state: 'closed' }).state, 'closed');
  assert.equal(modelOf({ ...deciding, state: 'closed' }).state, 'open');
});

test('a round is verified on the spot at its end; another promise, seed or card is told at once', () => {
  const { deciding, end, links } = views();
  const given = { server_seed_hash: end.hand.seeds.server_seed_hash, link: end.hand.seeds.client_seeds['0'] };
  assert.equal(checked(links.hand, null, given).state, 'open');
  assert.equal(checked(deciding.hand, 0, given).state, 'open');
  assert.equal(checked(deciding.hand, 0, { ...given, server_seed_hash: '0'.repeat(64) }).id, 'ht.other_promise');
  assert.equal(checked(deciding.hand, 0, { ...given, link: '0'.repeat(64) }).id, 'ht.other_seed');
  assert.equal(checked(end.hand, 0, given).state, 'verified');
  end.hand.outcome.boxes[1].cards.reverse();
  assert.deepEqual(checked(end.hand, 0, given).checks, ['outcome']);
  assert.ok(!Object.keys(recordOf(end.hand)).some((name) => ['legal', 'shown', 'state'].includes(name)));
  assert.equal(checked(null, null, null).state, 'open');
});

test('what an address names, an ANTE as it is typed, and what the form asks for', () => {
  const id = '0123456789abcdef'.repeat(2);
  assert.equal(houseTableOf(`#house-table=${id}`), id);
  assert.equal(houseTableOf('#house-tables'), '');
  assert.equal(houseTableOf('#house-table=x'), '');
  for (const other of ['#tables', `#table=${id}`, '#game=five_card_poker', '']) assert.equal(houseTableOf(other), null);
  for (const [text, ante] of [['10', 10], ['1 000', 1000], ['', null], ['0', null], ['-2', null], ['1.5', null], ['١٠', null]]) assert.equal(anteOf(text), ante);
  assert.deepEqual(wishOf({ room: 'vip', open: 'private', name: ' Evening ' }), { room: 'vip', name: 'Evening', private: true });
  assert.equal(wishOf({ room: 'vip', open: 'public', name: '' }).private, false);
});

test('calls name the round and the actions made, and lists are read to their end', async () => {
  const { deciding } = views();
  const { ask, calls } = serviceOf([{}, {}, { items: [1], next_cursor: 'c' }, { items: [2], next_cursor: null }]);
  const made = new Calls(new Api('http://x/', 'fp_t', /** @type {any} */ (ask)));
  await made.act('t1', deciding.hand, { type: 'raise', box: 0 });
  await made.give('t1', deciding.hand, { link: 'a' });
  assert.deepEqual(await made.list(), [1, 2]);
  const [act, give] = calls.map(({ body }) => body);
  assert.deepEqual(act, { type: 'raise', box: 0, expected_actions: 1, round_id: deciding.hand.round_id });
  assert.deepEqual(give, { link: 'a', round_id: deciding.hand.round_id });
  assert.deepEqual(calls.map(({ url }) => url.replace('http://x/v1/', '')), ['house-tables/t1/actions', 'house-tables/t1/links', 'house-tables?limit=200', 'house-tables?limit=200&cursor=c']);
});
