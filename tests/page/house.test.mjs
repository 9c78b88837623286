/** Rounds against the house to be seen: what the picture says in words is what the round was. What is right is for `tests/page_agreement`. */

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';

import { loadTexts, setLanguage } from '../../web_verifier/page/ui/language.js';
import { storyOf } from '../../web_verifier/page/ui/house/story.js';
import { lineOf, whatOf } from '../../web_verifier/page/ui/house/words.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { HOUSE } from '../../web_verifier/page/ui/house/examples.js';
import { cases } from './vectors.mjs';

before(() => loadTexts('ui', 'pictures', 'more', 'checks', 'tables'));
beforeEach(() => setLanguage('en'));

/** @returns {any[]} */
const records = () => [...cases('house_records')].filter(({ result }) => result === 'accepted').map(({ given }) => JSON.parse(given.text));
const revealed = () => records().filter(({ seeds, void: off }) => seeds.server_seed !== undefined && off === undefined);

for (const language of /** @type {const} */ (['en', 'ru'])) {
  test(`every moment is told, in ${language}`, async () => {
    await setLanguage(language);
    for (const record of revealed()) {
      const story = storyOf(record);
      assert.ok(story);
      assert.equal(story.moments.length, record.actions.length + 1);
      for (const at of story.moments.keys()) {
        const said = lineOf(story, at).join(' ');
        assert.doesNotMatch(said, /hp\.|\{\w+\}/);
        for (const box of story.moments[at].boxes) if (!box.closed) assert.ok(said.includes(box.cards.join(' ')), said);
      }
      assert.doesNotMatch(whatOf(record), /hp\.|game\.|\{\w+\}/);
    }
  });
}

test('the end of the story is the outcome', () => {
  for (const record of revealed()) {
    const last = storyOf(record)?.moments.at(-1);
    assert.ok(last?.over);
    assert.deepEqual(last.boxes.map(({ cards, result, returned }) => ({ cards, result, returned })), record.outcome.boxes.map((/** @type {any} */ { cards, result, returned }) => ({ cards, result, returned })));
    assert.deepEqual([...last.dealer], record.outcome.dealer.cards);
    assert.deepEqual([...last.replaced], record.outcome.dealer.replaced);
  }
});

test('what the player did not see is not seen before its time', () => {
  const [three] = revealed();
  const story = storyOf(three);
  assert.ok(story);
  for (const { boxes, dealer, shows } of story.moments) {
    assert.equal(boxes[2].closed, !shows);
    assert.equal(dealer.filter((card) => card === null).length, shows ? 0 : 4);
  }
  const [two] = revealed().filter(({ params }) => params.table === 'private');
  assert.equal(storyOf(two)?.moments[0].boxes[1].closed, true);
});

test('before the reveal the record’s own outcome is shown, as such; a void round is not drawn', () => {
  const pending = records().find(({ seeds }) => seeds.server_seed === undefined);
  const story = storyOf(pending);
  assert.equal(story?.from, 'record');
  assert.match(lineOf(/** @type {any} */ (story), 0)[0], /not revealed/);
  assert.equal(storyOf(records().find((record) => record.void !== undefined)), null);
  assert.equal(storyOf({ game: 'russian_poker', params: null }), null);
});

test('vectors/house_records.json', async (context) => {
  for (const { id, comment, given, expect } of cases('house_records')) {
    await context.test(`${id} ${comment}`, () => {
      const { verdict, checks } = verifyRecord(readJson(given.text));
      assert.deepEqual({ verdict, checks: Object.fromEntries(checks.map(({ check, status }) => [check, status])) }, expect);
    });
  }
});

test('the examples verify', () => {
  for (const [game, text] of Object.entries(HOUSE)) {
    assert.equal(JSON.parse(text).game, game);
    assert.equal(verifyRecord(readJson(text)).verdict, 'verified');
    assert.ok(storyOf(JSON.parse(text)));
  }
});
