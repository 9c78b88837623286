/** Matches on the play page: both languages say all that is asked for, and what the browser checks of a match. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Tab, load } from './page.mjs';
import { keeps } from '../../web_verifier/page/games/tavern/scoring.js';
import { storyOf } from '../../web_verifier/page/ui/matches/story.js';

const FOLDER = new URL('../../fairseed/service/static/play/matches/', import.meta.url);
const [en, ru] = await Promise.all(['en', 'ru'].map(async (name) => (await load(`matches/texts/${name}.js`)).default));
const { checked, recordOf } = await load('matches/live.js');
const { invitationIn, linkTo, matchOf } = await load('matches/address.js');
const { percentOf } = await load('matches/facts.js');
const { invitations } = await load('matches/invitations.js');
const { sessionOf } = await load('session.js');
const model = await load('matches/model.js');

/** @param {any} text @returns {Record<string, string>} */
const forms = (text) => (typeof text === 'string' ? { other: text } : text);
const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
/** @returns {any} */
const record = () => JSON.parse(readFileSync(new URL('../page/match.json', import.meta.url), 'utf8'));

test('both languages have the same texts with the same places and their plural forms, each in its own letters', () => {
  assert.deepEqual(Object.keys(en), Object.keys(ru));
  for (const [id, text] of Object.entries(en)) {
    assert.equal(typeof text, typeof ru[id], id);
    for (const form of Object.values(forms(text))) {
      assert.deepEqual(places(form).filter((place) => place !== '{count}'), places(forms(text).other).filter((place) => place !== '{count}'), id);
      assert.doesNotMatch(form, /[а-яё]/i, id);
    }
    for (const form of Object.values(forms(ru[id]))) {
      assert.deepEqual(places(form).filter((place) => place !== '{count}'), places(forms(text).other).filter((place) => place !== '{count}'), id);
      if (id !== 'mt.turn.banked') assert.match(form, /[а-яё]/i, id);
    }
    if (typeof text !== 'string') assert.deepEqual([Object.keys(text), Object.keys(ru[id])], [['one', 'other'], ['one', 'few', 'many', 'other']], id);
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

test('a link carries its invitation in the fragment, and the tab keeps it until its player leaves', () => {
  const id = '0123456789abcdef'.repeat(2);
  const invitation = `fi_${'aB3-_'.repeat(8)}xyz`;
  const link = linkTo('https://casino.example/fair/play/?x=1#match=other', id, invitation);
  const [page, fragment] = link.split('#');
  assert.equal(page, 'https://casino.example/fair/play/');
  assert.equal(matchOf(`#${fragment}`), id);
  assert.equal(invitationIn(`#${fragment}`), invitation);
  for (const wrong of ['', '#match=1', `#match=${id}&invitation=`, `#match=${id}&invitation=fp_secret`, `#match=${id}&invitation=fi_%22%3E`]) assert.equal(invitationIn(wrong), '');
  assert.equal(invitationIn(new URL(linkTo('https://casino.example/play/', id, '')).hash), '');

  const store = new Tab();
  const kept = invitations(store);
  kept.keep(id, invitation);
  kept.keep(id, '');
  assert.equal(kept.of(id), invitation);
  assert.equal(kept.of('f'.repeat(32)), '');
  sessionOf(store).leave();
  assert.equal(kept.of(id), '');
});

test('every choice of every roll is worth what it is legal for, or names the dice that score nothing', () => {
  const before = { points: 350, score: 1200, target: 2000 };
  const [from, to] = process.env.FAIRSEED_SOAK ? [1, 6] : [1, 4];
  let impossible = 0;
  const judge = (/** @type {number[]} */ roll) => {
    const legal = new Map(keeps(roll).map((/** @type {any} */ one) => [one.dice.join(), one.points]));
    for (let mask = 0; mask < 1 << roll.length; mask++) {
      const chosen = roll.map((_, i) => i).filter((i) => mask & (1 << i));
      const { points, sum, left, wins, idle } = model.worthOf(roll, chosen, before);
      assert.equal(points, legal.get(chosen.join()) ?? 0);
      assert.equal(sum, 350 + points);
      assert.equal(left, roll.length - chosen.length || 6);
      assert.equal(wins, points >= 450);
      // What is refused has a reason: without the dice that are named the rest can be kept, or nothing is left.
      assert.equal(idle.length > 0, points === 0 && chosen.length > 0);
      const rest = chosen.filter((i) => !idle.includes(i));
      if (idle.length > 0 && rest.length > 0) assert.ok(legal.has(rest.join()), `${roll} ${chosen}`);
      impossible += idle.length > 0 ? 1 : 0;
    }
  };
  const rolls = (/** @type {number[]} */ roll, /** @type {number} */ count) => {
    if (roll.length === count) judge(roll);
    else for (let face = roll.at(-1) ?? 1; face <= 6; face++) rolls([...roll, face], count);
  };
  for (let count = from; count <= to; count++) rolls([], count);
  for (const roll of [[2, 2, 2, 3, 3, 3], [1, 2, 3, 4, 5, 6], [2, 2, 3, 3, 4, 4], [5, 2, 3, 4, 5, 6], [1, 1, 1, 1, 5, 4]]) judge(roll);
  assert.ok(impossible > 100);
});

test('turns and places of a match by its actions: banked, lost, late, conceded, away', () => {
  const found = record();
  const story = storyOf(found);
  assert.ok(story);
  const turns = model.turnsOf(story);
  const last = story.matches[story.matches.length - 1];
  const banked = last.scores.map((_, seat) => turns.filter((/** @type {any} */ one) => one.player === seat && one.end === 'banked').reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.points, 0));
  assert.deepEqual(banked, last.scores);
  assert.equal(turns.at(-1).player, last.winner);

  // The same rules, by hand: states as the fold gives them.
  const state = (/** @type {object} */ more) => ({ turn: 0, points: 0, table: [], gone: [], scores: [0, 0, 0], winner: null, ...more });
  const told = {
    actions: [
      { player: 0, type: 'roll', timeout: true },
      { player: 0, type: 'keep', dice: [0], timeout: true },
      { player: 2, type: 'concede' },
      { player: 0, type: 'bank', timeout: true },
      { player: 1, type: 'roll' },
      { player: 0, type: 'roll' },
      { player: 0, type: 'concede', timeout: true },
    ],
    matches: [
      state({}),
      state({ table: [1, 2] }),
      state({ points: 100 }),
      state({ points: 100, gone: [2] }),
      state({ turn: 1, gone: [2], scores: [100, 0, 0] }),
      state({ turn: 0, gone: [2], scores: [100, 0, 0] }),
      state({ turn: 0, table: [1], gone: [2], scores: [100, 0, 0] }),
      state({ turn: 1, gone: [2, 0], scores: [100, 0, 0], winner: 1 }),
    ],
  };
  const three = model.turnsOf(told);
  assert.deepEqual(
    three.map((/** @type {any} */ { player, end, points, late }) => [player, end, points, late]),
    [[0, 'banked', 100, true], [2, 'conceded', 0, false], [1, 'bust', 0, false], [0, 'away', 0, false]],
  );
  const view = { params: { players: 3, target: 1000 }, taken: { 0: { player: 'anna' }, 1: { bot: 'expect/1' }, 2: { player: 'boris' } }, seat: 2, round: { table: { bots: { 1: 'expect/1' } } } };
  const seats = model.placesOf(view, told);
  assert.deepEqual(seats.map((/** @type {any} */ { own, gone, won, turn, share }) => [own, gone, won, turn, share]), [[false, 'away', false, false, 10], [false, null, true, false, 0], [true, 'conceded', false, false, 0]]);
  const waiting = model.placesOf({ ...view, taken: { 1: { bot: 'expect/1' } }, seat: null, round: null }, null);
  assert.deepEqual(waiting.map((/** @type {any} */ { free, bot, score }) => [free, bot, score]), [[true, null, null], [false, 'expect/1', null], [true, null, null]]);
});

test('a form asks for people and bots in any mix; the strongest plays where it fits', () => {
  const wish = { ...model.NEW, players: 4, target: ' 2 000', ante: '25', places: ['', 'win/1', '', 'expect/1', 'win/1', '', '', ''], hidden: true };
  assert.deepEqual(model.wishOf(wish), { params: { players: 4, target: 2000, ante: 25 }, bots: { 1: 'expect/1', 3: 'expect/1' }, private: true });
  assert.deepEqual(model.wishOf({ ...wish, players: 2 }).bots, { 1: 'win/1' });
  assert.deepEqual(model.wishOf({ ...wish, players: 2, target: '4050' }).bots, { 1: 'expect/1' });
  // Where only bots play nobody is to be kept out, and what is no number is refused by the service.
  assert.equal(model.wishOf({ ...wish, players: 2 }).private, false);
  assert.deepEqual(model.wishOf({ ...wish, target: 'x', ante: '-1' }).params, { players: 4, target: 0, ante: 0 });
  const eight = model.wishOf({ ...wish, players: 8, places: Array(8).fill('') });
  assert.deepEqual([eight.params.players, eight.bots, eight.private], [8, {}, true]);
});

test('play again: the match that somebody of it has opened, else a new one with the same settings', () => {
  const params = { target: 2000, ante: 25, players: 3, seat_seeds: 'chain', commission: '0.05' };
  const over = { params, name: '', private: false, taken: { 0: { player: 'anna' }, 1: { player: 'boris' }, 2: { bot: 'expect/1' } }, round: { table: { bots: { 2: 'expect/1' } } } };
  assert.deepEqual(model.againOf(over), { params: { target: 2000, ante: 25, players: 3, seat_seeds: 'chain' }, bots: { 2: 'expect/1' }, private: false });
  assert.equal(model.againOf({ ...over, name: 'Friday' }).name, 'Friday');
  const next = { match_id: 'next', state: 'open', private: false, host: 'boris', params, taken: { 0: { player: 'boris' }, 2: { bot: 'expect/1' } } };
  assert.equal(model.nextOf(over, [{ ...next, match_id: 'newer', host: 'vera' }, next]), 'next');
  const others = [{ host: 'vera' }, { private: true }, { params: { ...params, ante: 26 } }, { taken: { 0: { player: 'boris' } } }, { taken: { ...next.taken, 1: { player: 'vera' } } }];
  for (const other of others) assert.equal(model.nextOf(over, [{ ...next, ...other }]), null, JSON.stringify(other));

  const list = [{ id: 1, params, taken: { ...next.taken, 1: { player: 'vera' } } }, { id: 2, params, taken: next.taken }, { id: 3, params, taken: { 0: { player: 'anna' } } }];
  assert.deepEqual(model.ordered(list, 'anna').map((/** @type {any} */ { id }) => id), [3, 2, 1]);
});
