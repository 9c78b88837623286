/** Texts of the play page: both languages say all that it says, and nothing that it does not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, sources } from './page.mjs';

const LANGUAGES = ['en', 'ru'];
const [en, ru] = await Promise.all(LANGUAGES.map(async (name) => (await load(`texts/${name}.js`)).default));
const { percent, signed } = await load('words.js');
const { tidied } = await load('slip.js');
const { reason } = await load('refusals.js');
const { Refusal } = await load('api.js');
const { useLanguage } = await load('words.js');

const forms = (/** @type {any} */ text) => (typeof text === 'string' ? { other: text } : text);
const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test('both languages have the same texts with the same places', () => {
  assert.deepEqual(Object.keys(en), Object.keys(ru));
  for (const [id, text] of Object.entries(en)) {
    for (const form of [...Object.values(forms(text)), ...Object.values(forms(ru[id]))]) {
      const wanted = places(forms(text).other);
      const found = places(/** @type {string} */ (form));
      assert.deepEqual(found, wanted, id);
    }
  }
});

test('plural forms are those of the language', () => {
  for (const [id, text] of Object.entries(en)) {
    if (typeof text !== 'string') assert.deepEqual(Object.keys(text), ['one', 'other'], id);
    if (typeof ru[id] !== 'string') assert.deepEqual(Object.keys(ru[id]), ['one', 'few', 'many', 'other'], id);
    if (typeof text !== 'string') assert.notEqual(typeof ru[id], 'string', id);
  }
});

test('Russian is Russian and English is not', () => {
  const same = new Set(['past.nonce', 'ledger.round']);
  for (const [id, text] of Object.entries(ru)) {
    for (const form of Object.values(forms(text))) if (!same.has(id)) assert.match(String(form), /[а-яё]/i, id);
    for (const form of Object.values(forms(en[id]))) assert.doesNotMatch(String(form), /[а-яё]/i, id);
  }
});

test('every text is used, and every text that is asked for is there', () => {
  const code = sources().map(({ text }) => text).join('\n');
  // Ids that are put together: the part before what is put in.
  const built = [...code.matchAll(/`([a-z]+\.(?:[a-z_]+\.)?)\$\{/g)].map(([, start]) => start);
  const whole = new Set([...code.matchAll(/'([a-z]+\.[a-z_.0-9]+)'/g)].map(([, id]) => id));
  const starts = [...built, 'slip.chance', 'slip.multiplier'];
  for (const id of Object.keys(en)) assert.ok(whole.has(id) || starts.some((start) => id.startsWith(start)), `${id} is not used`);
  const groups = new Set(Object.keys(en).map((id) => id.split('.')[0]));
  const verifiers = /^(?:page\.(?:jump|language|theme)|field\.|game\.|action\.|guess\.)/;
  for (const id of whole) {
    if (groups.has(id.split('.')[0] ?? '') && !verifiers.test(id) && !/\.js$/.test(id)) assert.ok(id in en, `${id} is asked for`);
  }
});

test('a chance is written out digit by digit', () => {
  const told = ['0.4999', '1', '0.000098', '0.5', '0.80', '0.000001', '0.1'].map(percent);
  assert.deepEqual(told, ['49.99', '100', '0.0098', '50', '80', '0.0001', '10']);
  assert.deepEqual([5, -1234, 0].map(signed), ['+5', '−1\u202f234', '0']);
});

test('what is meant by a typed number', () => {
  assert.deepEqual(['50', '50.5', '50,25', ' 1 000.00 ', 'x'].map((text) => tidied('places', text)), ['50.00', '50.50', '50.25', '1000.00', 'x']);
  assert.equal(tidied('whole', '1\u202f000'), '1000');
});

test('refusals are told in the reader’s language', async () => {
  const told = (/** @type {string} */ code, field = '', limits = {}) => reason(new Refusal(422, { code, field, detail: 'as it was' }), limits);
  await useLanguage('ru');
  assert.equal(told('limits', 'bet.stake', { least: 5, most: 1000 }), 'Ставка: от 5 до 1\u202f000 фишек.');
  assert.equal(told('round_open'), ru['refused.round_open']);
  await useLanguage('en');
  assert.equal(told('max_payout', 'bet', { payout: 500 }), 'The greatest return of this bet would be higher than 500 chips. A smaller stake goes.');
  assert.equal(told('invalid_field', 'params.target'), 'Target is not right.');
  assert.equal(told('invalid_field', 'game'), en['refused.not_offered']);
  assert.equal(told('invalid_field', 'client_seed'), en['refused.client_seed']);
  assert.equal(told('teapot'), 'The service refused: as it was');
});
