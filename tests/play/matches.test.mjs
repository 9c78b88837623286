/** Matches on the play page: both languages say all that is asked for, and what the browser checks of a match. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { load } from './page.mjs';

const FOLDER = new URL('../../fairseed/service/static/play/matches/', import.meta.url);
const [en, ru] = await Promise.all(['en', 'ru'].map(async (name) => (await load(`matches/texts/${name}.js`)).default));
const { checked, recordOf } = await load('matches/live.js');
const { matchOf } = await load('matches/address.js');
const { percentOf } = await load('matches/lobby.js');

const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
/** @returns {any} */
const record = () => JSON.parse(readFileSync(new URL('../page/match.json', import.meta.url), 'utf8'));

test('both languages have the same texts with the same places, each in its own letters', () => {
  assert.deepEqual(Object.keys(en), Object.keys(ru));
  for (const [id, text] of Object.entries(en)) {
    assert.deepEqual(places(ru[id]), places(text), id);
    assert.doesNotMatch(text, /[а-яё]/i, id);
    assert.match(ru[id], /[а-яё]/i, id);
  }
});

test('every text is used, and every text that is asked for is there', () => {
  const code = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
    .join('\n');
  const built = [...code.matchAll(/`(mt\.[a-z_.]+\.|mt\.)\$\{/g)].map(([, start]) => String(start));
  const whole = new Set([...code.matchAll(/'(mt\.[a-z_.]+)'/g)].map(([, id]) => String(id)));
  for (const id of Object.keys(en)) assert.ok(whole.has(id) || built.some((start) => id.startsWith(start)), `${id} is not used`);
  for (const id of whole) assert.ok(id in en, `${id} is asked for`);
});

test('a match that is over is verified on the spot; another promise, seed or roll is told', () => {
  const found = record();
  const seat = Object.keys(found.seeds.client_seeds).map(Number).find((one) => found.table.bots[one] === undefined) ?? 0;
  const given = { server_seed_hash: found.seeds.server_seed_hash, link: found.seeds.client_seeds[seat] };
  assert.equal(checked(found, seat, given).state, 'verified');
  assert.equal(checked(found, seat, { ...given, server_seed_hash: '0'.repeat(64) }).id, 'mt.other_promise');
  assert.equal(checked(found, seat, { ...given, link: '0'.repeat(64) }).id, 'mt.other_seed');
  const wrong = record();
  wrong.outcome.rolls[0].reverse();
  assert.deepEqual(checked(wrong, seat, given).checks, ['outcome']);
  assert.equal(checked(null, seat, given).state, 'open');
});

test('while a match is open its view says nothing that is held to be a record', () => {
  const found = record();
  delete found.seeds.server_seed;
  const view = { ...found, actions: found.actions.slice(0, 1), outcome: { starter: 0, rolls: [], scores: [] }, state: 'open', legal: [], shown: {} };
  assert.deepEqual(Object.keys(recordOf(view)).includes('legal'), false);
  assert.equal(checked(view, null, null).state, 'open');
});

test('what an address names', () => {
  const id = '0123456789abcdef'.repeat(2);
  assert.equal(matchOf(`#match=${id}`), id);
  assert.equal(matchOf('#matches'), '');
  assert.equal(matchOf('#match=x'), '');
  assert.equal(matchOf('#game=dice'), null);
});

test('a share is told in hundredths, as exactly as it is given', () => {
  for (const [share, percent] of [['0.05', '5'], ['0', '0'], ['0.1', '10'], ['0.025', '2.5'], ['0.0500', '5'], ['1.00', '100'], ['0.005', '0.5']]) assert.equal(percentOf(share), percent);
});
