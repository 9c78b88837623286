/** Matches of tavern dice to be seen: what the picture says in words is what the match was. What is right is for `tests/page_agreement`. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, beforeEach, test } from 'node:test';

import { tableClientSeed } from '../../web_verifier/page/core/cards.js';
import { Fault, at } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { Stream } from '../../web_verifier/page/core/stream.js';
import { CHANCES } from '../../web_verifier/page/games/tavern/chances.js';
import { act, readAction, result, start } from '../../web_verifier/page/games/tavern/match.js';
import { checkParams, readParams } from '../../web_verifier/page/games/tavern/params.js';
import { keeps, pointsOf, rollsOf } from '../../web_verifier/page/games/tavern/scoring.js';
import { loadTexts, setLanguage } from '../../web_verifier/page/ui/language.js';
import { MATCH } from '../../web_verifier/page/ui/matches/examples.js';
import { whatOf } from '../../web_verifier/page/ui/matches/index.js';
import { storyOf } from '../../web_verifier/page/ui/matches/story.js';
import { lineOf } from '../../web_verifier/page/ui/matches/words.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { cases, testVectors } from './vectors.mjs';

const text = readFileSync(new URL('match.json', import.meta.url), 'utf8');
/** @returns {any} */
const record = () => JSON.parse(text);

before(() => loadTexts('ui', 'pictures', 'more', 'checks', 'tables'));
beforeEach(() => setLanguage('en'));

test('the reference: 1440 of all rolls of six dice score nothing, and the mean of the best is 258625/648', () => {
  let nothing = 0;
  let sum = 0;
  for (const { roll, rolls } of rollsOf(6)) {
    const best = Math.max(0, ...keeps(roll).map(({ points }) => points));
    if (best === 0) nothing += rolls;
    sum += best * rolls;
  }
  assert.equal(nothing, 1440);
  assert.equal(sum * 648, 258625 * 6 ** 6);
  assert.equal(pointsOf([1, 2, 3, 4, 5, 1]), 600);
});

for (const language of /** @type {const} */ (['en', 'ru'])) {
  test(`every moment is told, in ${language}`, async () => {
    await setLanguage(language);
    const story = storyOf(record());
    assert.ok(story);
    for (const at of story.matches.keys()) {
      const said = lineOf(story, at).join(' ');
      assert.doesNotMatch(said, /td\.|\{\w+\}/);
      for (const [player, score] of story.matches[at].scores.entries()) assert.ok(said.replaceAll('\u202f', '').includes(String(score)), `${player} at ${at}`);
    }
    assert.doesNotMatch(whatOf(record()), /td\.|\{\w+\}/);
  });
}

test('the example is right', () => {
  const { verdict, checks } = verifyRecord(readJson(MATCH));
  assert.equal(verdict, 'verified');
  assert.equal(checks.find(({ check }) => check === 'bots')?.status, 'pass');
});

test('both copies of the table of chances are one', () => {
  const kept = readFileSync(new URL('../../games/tavern_dice/chances.b64', import.meta.url), 'utf8');
  assert.equal(CHANCES.trim(), kept.trim());
});

test('the end of the story is the outcome', () => {
  const story = storyOf(record());
  const last = story?.matches.at(-1);
  assert.deepEqual(last?.scores, record().outcome.scores);
  assert.equal(last?.winner, record().outcome.winner);
  assert.equal(story?.differs, false);
  const wrong = record();
  wrong.outcome.scores[0] += 50;
  assert.equal(storyOf(wrong)?.differs, true);
  assert.equal(verifyRecord({ value: wrong, faults: [] }).verdict, 'failed');
});

test('before the reveal the dice are those that the record tells', () => {
  const open = record();
  delete open.seeds.server_seed;
  const story = storyOf(open);
  assert.equal(story?.from, 'record');
  assert.deepEqual(story?.matches.at(-1)?.scores, open.outcome.scores);
  delete open.outcome;
  assert.equal(storyOf(open), null);
});

/** @param {any} given */
function played({ server_seed, client_seeds, nonce, params: rawParams, actions }) {
  const stream = Stream.ofSeeds(server_seed, tableClientSeed(client_seeds), nonce);
  const params = readParams(rawParams, false);
  const made = actions.map((/** @type {unknown} */ raw, /** @type {number} */ i) => at(`actions[${i}]`, () => readAction(raw)));
  checkParams(params);
  let match = start(params, stream);
  for (const action of made) match = act(match, action);
  if (match.winner === null) throw new Fault('actions', 'rules.not-finished');
  return JSON.parse(JSON.stringify(result(match)));
}

testVectors('matches', played);

test('vectors/match_records.json', async (context) => {
  for (const { id, comment, given, expect } of cases('match_records')) {
    await context.test(`${id}: ${comment}`, () => {
      const { verdict, checks } = verifyRecord(readJson(given.text));
      assert.deepEqual({ verdict, checks: Object.fromEntries(checks.map(({ check, status }) => [check, status])) }, expect);
    });
  }
});
