/** Records and bundles: every vector, the examples shared between implementations, receipts and logs, and the texts of it all. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Fault } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { GAMES } from '../../web_verifier/page/games/all.js';
import { Bundle } from '../../web_verifier/page/verify/bundle.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import enChecks from '../../web_verifier/page/texts/en.js';
import ruChecks from '../../web_verifier/page/texts/ru.js';
import enTables from '../../web_verifier/page/texts/tables-en.js';
import ruTables from '../../web_verifier/page/texts/tables-ru.js';
import { cases } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/verify/checks.js').Check} Check */

const [en, ru] = [{ ...enChecks, ...enTables }, { ...ruChecks, ...ruTables }];
const NAMES = ['format', 'commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement'];

/** @param {readonly Check[]} checks */
const statuses = (checks) => Object.fromEntries(checks.map(({ check, status }) => [check, status]));

/** The verdict as the vectors write it; every sentence of it has a text. @param {string | Uint8Array} input */
function verdictOn(input) {
  const { verdict, checks, warnings } = verifyRecord(readJson(input));
  assert.deepEqual(checks.map(({ check }) => check), NAMES);
  for (const { detail } of checks) assertTold(detail);
  warnings.forEach(assertTold);
  return { verdict, checks: statuses(checks) };
}

/** @param {{id: string, values: Record<string, unknown>}} detail */
function assertTold({ id, values }) {
  for (const texts of [en, ru]) {
    assert.ok(Object.hasOwn(texts, id), id);
    const text = texts[id];
    for (const form of typeof text === 'string' ? [text] : Object.values(text)) {
      for (const [, name] of form.matchAll(/\{(\w+)\}/g)) assert.ok(Object.hasOwn(values, name), `${id}: ${name}`);
    }
  }
}

/** @param {() => unknown} run */
function assertUnusable(run) {
  assert.throws(run, (error) => {
    assert.ok(error instanceof Fault, String(error));
    assert.equal(error.layer, 'unusable');
    assertTold({ id: error.id, values: { field: error.field, ...error.values } });
    return true;
  });
}

test('vectors/records.json', async (context) => {
  for (const { id, comment, given, layer, expect } of cases('records')) {
    await context.test(`${id}: ${comment}`, () => {
      const input = given.text ?? Buffer.from(given.hex, 'hex');
      if (layer === 'unusable') return assertUnusable(() => verdictOn(input));
      assert.deepEqual(verdictOn(input), expect);
      if (layer !== undefined) assert.equal(expect.checks[layer], 'fail');
    });
  }
});

test('vectors/bundles.json', async (context) => {
  for (const { id, comment, given, layer, expect } of cases('bundles')) {
    await context.test(`${id}: ${comment}`, () => {
      const lines = given.text.split('\n').filter((/** @type {string} */ line) => line.trim() !== '');
      const bundle = new Bundle();
      const records = lines.map((/** @type {string} */ line) => {
        const { verdict, checks } = bundle.take(readJson(line));
        return { verdict, checks: statuses(checks) };
      });
      if (layer === 'unusable') return assertUnusable(() => bundle.finish());
      const { verdict, checks, records: counts } = bundle.finish();
      checks.forEach(({ detail }) => assertTold(detail));
      assert.deepEqual({ records, bundle: { verdict, checks: statuses(checks) } }, expect);
      assert.equal(counts.verified + counts.failed + counts.pending, lines.length);
    });
  }
});

/** Records of every implementation; those of games that this page does not know stand there too. */
const examples = `${process.env.FAIRSEED_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url))}/data/examples/`;
const missing = !existsSync(examples);
const skip = missing && !process.env.CI ? `no shared examples: ${examples} is not there` : false;

/** @param {string} file */
const example = (file) => readFileSync(`${examples}${file}`);

/** @param {string} name @returns {{line: string, record: any}[]} */
const exampleRecords = (name) =>
  example(`${name}.jsonl`)
    .toString()
    .trim()
    .split('\n')
    .map((line) => ({ line, record: JSON.parse(line) }))
    .filter(({ record }) => GAMES.has(record.game));

test('examples: good records verify', { skip }, () => {
  const records = exampleRecords('good');
  assert.deepEqual(new Set(records.map(({ record }) => record.game)), new Set(GAMES.keys()));
  for (const { line, record } of records) assert.equal(verdictOn(line).verdict, 'verified', record.round_id);
});

test('examples: bad records fail at the check that they name', { skip }, () => {
  const records = exampleRecords('bad');
  assert.ok(records.length > 10);
  for (const { line, record } of records) {
    const { verdict, checks } = verdictOn(line);
    assert.equal(verdict, 'failed', record.round_id);
    const named = [record.expect_fail, ...(record.or ?? [])];
    assert.ok(named.some((name) => checks[name] === 'fail'), `${record.round_id}: ${JSON.stringify(checks)}`);
  }
});

test('examples: pending records are pending', { skip }, () => {
  for (const { line } of exampleRecords('pending')) assert.equal(verdictOn(line).verdict, 'pending');
});

test('examples: raw texts', { skip }, () => {
  const lines = splitLines(example('bad-text.txt'));
  let told = 0;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const what = /^# (failed at format|unusable)/.exec(lines[i].toString())?.[1];
    assert.ok(what, lines[i].toString());
    if (what === 'unusable') assertUnusable(() => verdictOn(lines[i + 1]));
    else assert.equal(verdictOn(lines[i + 1]).checks.format, 'fail', lines[i].toString());
    told++;
  }
  assert.ok(told > 10);
});

/** Lines as bytes: some are no UTF-8. @param {Buffer} bytes @returns {Buffer[]} */
function splitLines(bytes) {
  const lines = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    lines.push(bytes.subarray(from, end < 0 ? bytes.length : end));
    from = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

/** Fields that look like ids. */
const FIELDS = ['commitment.activate', 'commitment.ruleset', 'commitment.receipt_key', 'commitment.void'];

/** Names of comparisons that look like ids. */
const COMPARED = ['settlement.void', 'settlement.seats', 'settlement.players', 'cards.deck'];

/** All ids of texts that the sources name, written out or put together. */
function idsInSources() {
  const layers = new Set(Object.keys(en).map((id) => id.slice(0, id.indexOf('.'))));
  const ids = [...COMPARED, 'commitment', 'outcome', 'settlement', 'close_root'].flatMap((name) => [`${name}.pass`, `${name}.fail`]);
  ids.push('rules.pass-defaults', 'rules.pass-blind-defaults', 'draw.k', 'draw.n', 'draw.weight');
  for (const folder of ['core', 'games', 'verify']) {
    const url = new URL(`../../web_verifier/page/${folder}/`, import.meta.url);
    for (const file of readdirSync(url, { encoding: 'utf8', recursive: true })) {
      if (!file.endsWith('.js')) continue;
      const source = readFileSync(new URL(file, url), 'utf8');
      for (const [, id, layer] of source.matchAll(/'(([a-z_]+)\.[a-z0-9-]+)'/g)) if (layers.has(layer)) ids.push(id);
    }
  }
  return [...new Set(ids)].filter((id) => ![...FIELDS, ...COMPARED].includes(id)).sort();
}

test('every refusal and every word of a check has a text in both languages, and there are no others', () => {
  const told = Object.keys(en).filter((id) => !/^(?:check|head|game|pt|td|hp)\./.test(id));
  assert.deepEqual(told.sort(), idsInSources());
});

test('both languages have the same ids and show the same values', () => {
  assert.deepEqual(Object.keys(ru), Object.keys(en));
  /** @param {import('../../web_verifier/page/ui/language.js').Text} text */
  const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));
  /** @param {string} form */
  const shown = (form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join();
  for (const [id, text] of Object.entries(en)) {
    const all = new Set([...forms(text), ...forms(ru[id])].map(shown));
    assert.ok(all.size === 1 || forms(text).some((form) => !form.includes('{count}')), `${id}: ${[...all].join(' / ')}`);
    for (const form of forms(ru[id])) if (/\p{L}/u.test(form.replace(/\{\w+\}/g, ''))) assert.match(form, /[а-яё]/i, id);
  }
  /** @param {import('../../web_verifier/page/ui/language.js').Text} text @param {string} lang */
  const complete = (text, lang) => typeof text === 'string' || new Intl.PluralRules(lang).resolvedOptions().pluralCategories.every((form) => Object.hasOwn(text, form));
  for (const id of Object.keys(en)) assert.ok(complete(en[id], 'en') && complete(ru[id], 'ru'), id);
});
