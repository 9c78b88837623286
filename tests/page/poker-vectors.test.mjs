/** The vectors of the poker tables through the page's modules: hands that are compared, hands that are played, whole records. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cardText } from '../../web_verifier/page/core/deck.js';
import { Fault, at } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { serverSeedHash } from '../../web_verifier/page/core/seeds.js';
import { readAction } from '../../web_verifier/page/games/poker/claims.js';
import { dealtDeck } from '../../web_verifier/page/games/poker/deal.js';
import { finished, replay } from '../../web_verifier/page/games/poker/hand.js';
import { checkParams, readParams } from '../../web_verifier/page/games/poker/params.js';
import { result } from '../../web_verifier/page/games/poker/result.js';
import { readTable } from '../../web_verifier/page/games/poker/table.js';
import { VARIANTS } from '../../web_verifier/page/games/poker/variants.js';
import { bestHand, readHand } from '../../web_verifier/page/games/ranking.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { cards, plain } from './poker.mjs';
import { cases, testVectors } from './vectors.mjs';

/** @param {string} game */
function variantOf(game) {
  const variant = VARIANTS.get(game);
  assert.ok(variant, game);
  return variant;
}

/**
 * All ways to take so many of the cards.
 * @param {readonly number[]} from
 * @param {number} count
 * @returns {number[][]}
 */
function choices(from, count) {
  if (count === 0) return [[]];
  return from.flatMap((one, i) => choices(from.slice(i + 1), count - 1).map((rest) => [one, ...rest]));
}

/** @param {any} given */
function ranked({ game, board = [], hands, claim, ...params }) {
  const { ranking, exact } = variantOf(game);
  const order = ranking(/** @type {any} */ (params));
  const common = cards(board.join(' '));
  const best = hands.map((/** @type {string[]} */ texts) => {
    const hole = cards(texts.join(' '));
    const fives = exact ? choices(hole, 2).flatMap((two) => choices(common, 3).map((three) => [...two, ...three])) : choices([...hole, ...common], 5);
    const strength = (/** @type {number[]} */ five) => readHand(five, order).strength;
    const five = fives.reduce((found, one) => (strength(one) > strength(found) ? one : found));
    assert.deepEqual(bestHand(hole, common, order, exact), readHand(five, order));
    return { five, ...readHand(five, order) };
  });
  /** @type {number[]} */
  const strengths = best.map((/** @type {any} */ one) => one.strength);
  const falling = [...new Set(strengths)].sort((a, b) => b - a);
  const found = falling.map((value) => strengths.flatMap((strength, i) => (strength === value ? [i] : [])));
  if (claim !== undefined && JSON.stringify(claim.order) !== JSON.stringify(found)) throw new Fault('claim', 'outcome.order');
  const shown = best.map((/** @type {any} */ { category, five }) => ({ category, cards: five.sort((/** @type {number} */ a, /** @type {number} */ b) => b - a).map(cardText) }));
  return { hands: shown, order: found };
}

/** @param {any} given */
function played({ game, server_seed, client_seeds, nonce, params: rawParams, table: rawTable, actions }) {
  const variant = variantOf(game);
  const params = readParams(variant, rawParams, false);
  const table = readTable(variant, params, rawTable, false);
  const made = actions.map((/** @type {unknown} */ raw, /** @type {number} */ i) => at(`actions[${i}]`, () => readAction(variant, raw, true)));
  checkParams(variant, params);
  const seeds = { server_seed, server_seed_hash: serverSeedHash(server_seed), client_seeds, nonce: Number(nonce) };
  const dealt = dealtDeck(variant.lowest ?? params.lowest_rank, seeds);
  const hand = replay({ variant, params, table, dealt }, made);
  if (!finished(hand)) throw new Fault('actions', 'rules.not-finished');
  return plain(result(hand));
}

testVectors('rankings', ranked);

testVectors('tables', played);

test('what a vector refuses is refused at its last action', () => {
  for (const { given, layer, comment } of cases('tables')) {
    if (layer !== 'rules') continue;
    const before = { ...given, actions: given.actions.slice(0, -1) };
    try {
      played(before); // an action after the end
    } catch (error) {
      assert.equal(error instanceof Fault && error.id, 'rules.not-finished', comment);
    }
  }
});

test('vectors/table_records.json', async (context) => {
  for (const { id, comment, given, expect } of cases('table_records')) {
    await context.test(`${id}: ${comment}`, () => {
      const { verdict, checks } = verifyRecord(readJson(given.text));
      assert.deepEqual({ verdict, checks: Object.fromEntries(checks.map(({ check, status }) => [check, status])) }, expect);
    });
  }
});
