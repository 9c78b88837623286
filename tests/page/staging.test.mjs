/** What the page shows while parts of it are still on their way, or do not come: nothing old, nothing wrong, and never nothing at all. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { choose, firstResult, loads, open, press, tell, type, until } from './opening.mjs';
import { HASH, SEED } from './pair.mjs';
import { SmallElement, paint, settle, wait } from './small-dom.mjs';

for (const later of ['ui/around.js', 'ui/whole.js']) await tell({ hold: later });
const page = await open('en');
const text = (/** @type {string} */ selector) => page.body.querySelector(selector)?.textContent ?? '';
const waits = () => page.body.all.some((one) => one.getAttribute('aria-busy') === 'true');
const field = (/** @type {string} */ id) => /** @type {SmallElement} */ (page.getElementById(`f-${id}`));

/** Lets time pass in which nothing else should happen. */
async function later() {
  for (let i = 0; i < 50; i++) {
    wait(20);
    await settle();
  }
}

test('a slip that is not whole is told what it needs', async () => {
  assert.equal(page.getElementById('verdict')?.textContent, 'Nothing to check yet');
  choose(page, 'game', 'dice');
  type(page, 'client_seed', 'quiet harbour');
  type(page, 'server_seed', SEED.slice(0, 40));
  await later();
  assert.equal(page.getElementById('h-server_seed')?.textContent?.trim(), '40 of 64 characters');
  assert.match(text('.stage'), /must be 64 characters/);
  type(page, 'server_seed', SEED);
  await later();
  assert.match(text('.stage'), /nonce/);
});

test('the first result follows without checks, pictures and self-test', async () => {
  type(page, 'nonce', '127');
  const shown = await until(() => firstResult(page));
  assert.deepEqual(shown, {
    heading: 'This is what the seeds give',
    chips: 'Multiplier 1.9601. Staked 100, returned 196.',
    outcome: 'roll 99.85',
  });
  assert.deepEqual((await loads()).filter((path) => /^(verify|ui\/pictures)\//.test(path)), []);
});

test('a hash that is not that of the seed never stands beside a result', async () => {
  type(page, 'server_seed_hash', HASH.replace('c', 'd'));
  await until(waits);
  assert.equal(firstResult(page), null);
  assert.equal(page.getElementById('verdict'), null);
  type(page, 'server_seed_hash', HASH);
  assert.equal((await until(() => firstResult(page))).outcome, 'roll 99.85');
  assert.equal(page.getElementById('h-server_seed_hash')?.textContent?.trim(), 'Equals SHA-256 of the server seed.');
});

test('a bet that the rules refuse has no first result', async () => {
  type(page, 'stake', '99999999');
  await until(waits);
  assert.equal(firstResult(page), null);
  type(page, 'stake', '100');
  await until(() => firstResult(page));
});

test('rules that come late change nothing of what was chosen since', async () => {
  await tell({ hold: 'games/limbo.js' });
  choose(page, 'game', 'limbo');
  await until(waits);
  assert.equal(firstResult(page), null, 'what dice gave is gone');
  choose(page, 'game', 'raw');
  const raw = await until(() => firstResult(page));
  assert.match(raw.outcome, /^integers \[/);
  await tell({ free: 'games/limbo.js' });
  await until(() => loads().then((all) => all.includes('games/limbo.js')));
  await later();
  assert.deepEqual(firstResult(page), raw);
  choose(page, 'game', 'limbo');
  assert.match((await until(() => firstResult(page))).outcome, /^multiplier /);
});

test('cleaning that comes late leaves alone what was typed since', async () => {
  await tell({ hold: 'ui/tidy.js' });
  type(page, 'nonce', ' 128');
  field('nonce').fire('change');
  await later();
  type(page, 'nonce', '129');
  await tell({ free: 'ui/tidy.js' });
  await later();
  assert.equal(field('nonce').value, '129');
  type(page, 'nonce', '#130');
  field('nonce').fire('change');
  await until(() => field('nonce').value === '130');
  assert.match(page.getElementById('h-nonce')?.textContent ?? '', /Written as 130; it was #130/);
});

test('what a service would say of a client seed is asked only where it could say something', async () => {
  assert.ok(!(await loads()).includes('core/unicode15.js'));
  type(page, 'client_seed', 'игрок \u0378');
  await until(() => page.getElementById('h-client_seed')?.textContent);
  assert.match(page.getElementById('h-client_seed')?.textContent ?? '', /U\+0378/);
  assert.ok((await loads()).includes('core/unicode15.js'));
  type(page, 'client_seed', 'quiet harbour');
  assert.equal(page.getElementById('h-client_seed')?.textContent, '');
});

test('a part that does not come is told, and nothing stands in its place', async () => {
  // In a process of its own, since Node never asks again for a module that did not come.
  const { stdout } = await promisify(execFile)(process.execPath, [new URL('offline.mjs', import.meta.url).pathname]);
  const { missing, without, after } = JSON.parse(stdout);
  assert.match(missing, /A part of this page did not come.*games\/mines\.js.*Ask for it again/);
  assert.equal(without, null);
  assert.deepEqual(after, { ...after, outcome: 'roll 99.85', alarm: '' });
});

test('the whole result takes the place of the first, and then follows at once', async () => {
  choose(page, 'game', 'dice');
  const first = await until(() => firstResult(page));
  paint();
  await tell({ free: 'ui/whole.js' });
  await until(() => page.body.querySelector('.checks'));
  assert.equal(page.body.querySelector('.checks')?.childNodes.length, 7);
  assert.match(text('.head'), /Dice, over 50\.00\. Nonce 130.*3 checks verified/);
  assert.ok(text('.head').includes(String(first?.chips)));
  type(page, 'nonce', '131');
  wait(150);
  assert.match(text('.head'), /Nonce 131/);
  type(page, 'nonce', '');
  wait(150);
  assert.equal(page.body.querySelector('.checks'), null);
});

test('the self-test begins when the form stands, and says what came of it', async () => {
  await tell({ free: 'ui/around.js' });
  await until(() => /Self-test passed/.test(text('.foot')));
  assert.equal(text('.ban'), '');
});

test('an example is loaded when it is asked for', async () => {
  choose(page, 'game', 'hilo');
  page.body.querySelector('.or')?.all.filter(({ tag }) => tag === 'button').at(-1)?.fire('click');
  await until(() => /Round verified/.test(text('.head')));
  assert.equal(page.title, 'Round verified. HiLo. Nonce 5');
  await press(page, 'back');
  assert.equal(page.getElementById('verdict')?.textContent, 'The rules were not kept');
});
