/** Texts of tables: both languages say all that is asked for; and news of a table, by a stream or by asking. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { load } from './page.mjs';

const FOLDER = new URL('../../fairseed/service/static/play/tables/', import.meta.url);
const [en, ru] = await Promise.all(['en', 'ru'].map(async (name) => (await load(`tables/texts/${name}.js`)).default));
const { Feed } = await load('tables/feed.js');

const forms = (/** @type {any} */ text) => (typeof text === 'string' ? { other: text } : text);
const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test('both languages have the same texts with the same places and their plural forms', () => {
  assert.deepEqual(Object.keys(en), Object.keys(ru));
  for (const [id, text] of Object.entries(en)) {
    for (const form of [...Object.values(forms(text)), ...Object.values(forms(ru[id]))]) assert.deepEqual(places(String(form)), places(forms(text).other), id);
    assert.equal(typeof text, typeof ru[id], id);
    if (typeof text === 'string') continue;
    assert.deepEqual(Object.keys(text), ['one', 'other'], id);
    assert.deepEqual(Object.keys(ru[id]), ['one', 'few', 'many', 'other'], id);
  }
});

test('Russian is Russian and English is not', () => {
  for (const [id, text] of Object.entries(ru)) {
    if (id !== 'tb.rake.rate' && id !== 'tb.bot') for (const form of Object.values(forms(text))) assert.match(String(form), /[а-яё]/i, id);
    for (const form of Object.values(forms(en[id]))) assert.doesNotMatch(String(form), /[а-яё]/i, id);
  }
});

test('every text is used, and every text that is asked for is there', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
  const code = names.map((name) => readFileSync(new URL(name, FOLDER), 'utf8')).join('\n');
  const built = [...code.matchAll(/`(tb\.[a-z_.]+\.)\$\{/g)].map(([, start]) => start);
  const whole = new Set([...code.matchAll(/'(tb\.[a-z_.]+)'/g)].map(([, id]) => id));
  for (const id of Object.keys(en)) assert.ok(whole.has(id) || built.some((start) => id.startsWith(String(start))), `${id} is not used`);
  for (const id of whole) assert.ok(String(id) in en, `${id} is asked for`);
});

/** Waits until something holds, for as long as a test may take. @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done, 2));
}

const PAUSES = { poll: 1, quiet: 1 };
const event = (/** @type {number} */ index) => `id: ${index}\nevent: action\ndata: {}\n\n`;

test('news come by a stream, which goes on behind what was told', async () => {
  /** @type {{url: string, headers: Record<string, string>}[]} */
  const asked = [];
  const streams = [`retry: 1000\n\n${event(0)}${event(1)}`, event(2).slice(0, 5)];
  let told = 0;
  const ask = async (/** @type {string} */ url, /** @type {any} */ { headers }) => {
    asked.push({ url, headers });
    const text = streams.shift();
    if (text === undefined) await new Promise(() => {});
    return new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });
  };
  const feed = new Feed('http://x/', 't1', 'fp_t', () => told++, ask, PAUSES);
  void feed.run();
  await until(() => asked.length === 3);
  feed.stop();
  assert.deepEqual(asked.map(({ url }) => url.replace('http://x/v1/tables/t1/events', '')), ['?after=-1', '?after=1', '?after=1']);
  assert.ok(told >= 1);
  assert.equal(feed.by, 'stream');
  assert.deepEqual(asked[0]?.headers, { Accept: 'text/event-stream', Authorization: 'Bearer fp_t' });
  assert.ok(!asked.some(({ url }) => url.includes('fp_t')));
});

test('where the service has no room for a stream it is asked now and then, also after a failure', async () => {
  /** @type {string[]} */
  const asked = [];
  let told = 0;
  const answers = [new Response('{}', { status: 503 }), Response.json({ items: [{ index: 4 }], next_cursor: '4' }), Response.json({ items: [], next_cursor: '4' }), new TypeError('gone'), new Response('{}', { status: 503 })];
  const ask = async (/** @type {string} */ url, /** @type {any} */ { headers }) => {
    asked.push(`${url.split('?')[1]} ${headers.Accept}`);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? Response.json({ items: [], next_cursor: '4' });
  };
  const feed = new Feed('http://x/', 't1', 'fp_t', () => told++, ask, PAUSES);
  void feed.run();
  await until(() => asked.length >= 7);
  feed.stop();
  const [stream, json] = ['text/event-stream', 'application/json'];
  assert.deepEqual(asked.slice(0, 7), [`after=-1 ${stream}`, `after=-1 ${json}`, `after=4 ${json}`, `after=4 ${json}`, `after=4 ${stream}`, `after=4 ${json}`, `after=4 ${json}`]);
  assert.equal(told, 1);
});
