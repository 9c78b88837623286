/** Every vector of a game through the page's games, and what vectors cannot say: views, blind checks, the paytables. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import fc from 'fast-check';

import { Fault, at } from '../../web_verifier/page/core/fault.js';
import * as numbers from '../../web_verifier/page/core/numbers.js';
import { Stream } from '../../web_verifier/page/core/stream.js';
import { GAMES } from '../../web_verifier/page/games/all.js';
import { checkBlind } from '../../web_verifier/page/games/blind.js';
import { CLAIMS } from '../../web_verifier/page/games/claims.js';
import { compare } from '../../web_verifier/page/games/hilo-blind.js';
import * as products from '../../web_verifier/page/games/hilo-product.js';
import { PAYTABLES } from '../../web_verifier/page/games/paytables.js';
import { fold, replay } from '../../web_verifier/page/games/replay.js';
import { cases, refusal, testVectors } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/games/game.js').Action} Action */

/** @param {string} name */
function gameOf(name) {
  const game = GAMES.get(name);
  const claims = CLAIMS.get(name);
  assert.ok(game && claims, name);
  return { game, claims };
}

/**
 * What a record's claims are read as.
 * @param {string} name
 * @param {any} given
 */
function read(name, given) {
  const { game, claims } = gameOf(name);
  const params = game.fill(claims.readParams(given.params));
  const bet = claims.readBet?.(given.bet);
  /** @type {Action[]} */
  const actions = given.actions.map((/** @type {unknown} */ raw, /** @type {number} */ i) =>
    at(`actions[${i}]`, () => claims.readAction(raw)),
  );
  return { game, claims, params, bet, actions };
}

/** @param {any} given */
const streamOf = (given) => Stream.ofSeeds(given.server_seed, given.client_seed, given.nonce);

/** What JSON makes of a value. @param {unknown} value */
const plain = (value) => JSON.parse(JSON.stringify(value));

for (const name of GAMES.keys()) {
  testVectors(name, (given) => {
    const { game, claims, params, bet, actions } = read(name, given);
    const { outcome, ...chips } = game.result(replay(game, params, bet, actions, streamOf(given)));
    claims.readOutcome(plain(outcome));
    if (!game.hasBet) return plain({ outcome });
    const { multiplier, ...settlement } = chips;
    return plain({ outcome, settlement: multiplier === null ? settlement : { ...settlement, multiplier } });
  });

  test(`${name}: each action of a vector is one of the legal ones when it is made`, () => {
    for (const { given, result } of cases(name)) {
      if (result !== 'accepted') continue;
      const { game, params, bet, actions } = read(name, given);
      const end = fold(game.start(params, bet, streamOf(given)), actions, (state, action) => {
        const { timeout: _, ...made } = action;
        if (made.type === 'exchange') {
          // Of a box's cards those may be named that it holds.
          const { box, cards } = /** @type {any} */ (made);
          const offered = /** @type {any[]} */ (game.legal(state)).find((one) => one.type === 'exchange' && one.box === box);
          assert.ok(offered && cards.every((/** @type {string} */ card) => offered.cards.includes(card)));
        } else if ('box' in made) {
          const { type, box } = /** @type {any} */ (made);
          assert.ok(/** @type {any[]} */ (game.legal(state)).some((one) => one.type === type && one.box === box));
        } else if (made.type !== 'abandon') assert.ok(JSON.stringify(game.legal(state)).includes(JSON.stringify(made).slice(1, -1)));
        return game.act(state, action);
      });
      assert.deepEqual(game.legal(end), []);
    }
  });

  test(`${name}: what is legal with a seed is never refused without it`, () => {
    for (const { given, result } of cases(name)) {
      if (result !== 'accepted') continue;
      const { game, params, bet, actions } = read(name, given);
      checkBlind(game, params, bet, actions);
      for (let made = 0; made < actions.length; made++) checkBlind(game, params, bet, actions.slice(0, made));
    }
  });
}

test('the default paytables are those of the vectors', () => {
  const url = new URL('../../vectors/gen/paytables.json', import.meta.url);
  assert.deepEqual(plain(PAYTABLES), JSON.parse(readFileSync(url, 'utf8')));
});

/**
 * @param {string} name
 * @param {object} params
 * @param {Action[]} actions
 * @param {string | null} refused the id of the refusal
 */
function blind(name, params, actions, refused) {
  const { game, claims } = gameOf(name);
  const run = () => checkBlind(game, game.fill(claims.readParams(params)), claims.readBet?.({ stake: 100 }), actions);
  const told = `${name} ${JSON.stringify(actions)}`;
  if (refused === null) return run();
  assert.throws(run, (error) => error instanceof Fault && error.id === refused && error.layer === 'rules', told);
}

/** @param {string[]} types @returns {Action[]} */
const types = (...types) => types.map((type) => ({ type }));

/** @param {string[]} guesses @returns {Action[]} */
const guesses = (...guesses) => guesses.map((guess) => (guess === 'skip' ? { type: 'skip' } : { type: 'guess', guess }));

test('blackjack without its seed: no cards make these legal', () => {
  blind('blackjack', {}, types('stand', 'hit'), 'rules.round-over');
  blind('blackjack', {}, types('double', 'stand'), 'rules.round-over');
  blind('blackjack', {}, types('hit', 'double'), 'rules.double');
  blind('blackjack', {}, types('hit', 'split'), 'rules.split');
  blind('blackjack', {}, types('split', 'split'), 'rules.split');
  blind('blackjack', {}, types('split', 'stand', 'stand', 'stand'), 'rules.round-over');
  blind('blackjack', {}, types('split', 'double', 'double', 'hit'), 'rules.round-over');
  blind('blackjack', {}, types(...Array(20).fill('hit')), 'rules.round-over');
  blind('blackjack', {}, types('insurance'), 'rules.no-such-action');
  blind('blackjack', {}, types('split', 'hit', 'double', 'hit', 'hit'), 'rules.round-over');
  blind('blackjack', {}, types('split', 'hit', 'double'), null);
  blind('blackjack', {}, types('split', 'hit', 'hit', 'stand', 'hit', 'stand'), null);
  blind('blackjack', {}, types(...Array(19).fill('hit')), null);
});

test('hilo without its seed: no cards make these legal', () => {
  blind('hilo', {}, guesses('higher', 'higher'), 'rules.guess-blind'); // what is higher than an ace is no ace
  blind('hilo', {}, guesses('lower', 'lower'), 'rules.guess-blind');
  blind('hilo', {}, guesses('same', 'higher_or_same'), 'rules.guess-blind');
  blind('hilo', {}, guesses('same', 'higher', 'lower', 'higher', 'lower'), null);
  blind('hilo', {}, guesses('same', 'higher', 'same', 'higher'), 'rules.guess-blind');
  blind('hilo', {}, guesses('higher', 'skip', 'higher'), null);
  blind('hilo', {}, guesses('up'), 'rules.guess-blind');
  blind('hilo', { max_payout: 1273 }, guesses('same'), 'rules.max-payout');
  blind('hilo', { max_payout: 1274 }, guesses('same'), null);
  // The least that such guesses come to is 0.98 · 13/12 each, on a two again and again.
  blind('hilo', { max_payout: 182 }, guesses(...Array(10).fill('higher_or_same')), null);
  blind('hilo', { max_payout: 182 }, guesses(...Array(11).fill('higher_or_same')), 'rules.max-payout');
  blind('hilo', { max_skips: 1 }, guesses('skip', 'skip'), 'rules.skips');
  blind('hilo', {}, [{ type: 'skip' }, { type: 'abandon', timeout: true }, { type: 'skip' }], 'rules.round-over');
  blind('hilo', {}, [{ type: 'guess', guess: 'same' }, { type: 'abandon', timeout: true }], 'rules.abandon-winnings');
});

test('mines without its seed: no board makes these legal', () => {
  const open = (/** @type {number[]} */ ...cells) => cells.map((cell) => ({ type: 'open', cell }));
  blind('mines', { size: 5, mines: 3 }, open(3, 3), 'rules.cell-open');
  blind('mines', { size: 5, mines: 24 }, open(3, 4), 'rules.round-over');
  blind('mines', { size: 5, mines: 23 }, open(3, 4), null);
  blind('mines', { size: 5, mines: 3, max_payout: 111 }, open(3, 4), 'rules.max-payout');
  blind('mines', { size: 5, mines: 3 }, types('cash_out'), 'rules.nothing-to-cash-out');
});

test('a decimal of absurd length is refused by the rules, and quickly', () => {
  const long = '9'.repeat(1_000_000);
  blind('dice', { target: `${long}.00`, direction: 'over' }, [], 'rules.long');
  blind('dice', { target: '50.00', direction: 'over', min_multiplier: long }, [], 'rules.long');
  blind('limbo', { target: '2.00', rtp: long }, [], 'rules.long');
  blind('plinko', { rows: 8, risk: 'low', multipliers: Array(9).fill(long) }, [], 'rules.long');
});

test('a refusal names the action that it is about', () => {
  const { game } = gameOf('mines');
  const actions = [{ type: 'open', cell: 0 }, { type: 'open', cell: 25 }];
  const params = game.fill({ size: 5, mines: 3 });
  const run = () => replay(game, params, { stake: 1 }, actions, Stream.ofSeeds('0'.repeat(64), 'client', 0));
  assert.throws(run, (error) => error instanceof Fault && error.field === 'actions[1].cell' && refusal('rules')(error));
});

const winnings = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 });
const rtps = fc.constantFrom('1', '0.98', '0.5', '0.999999', '0.000001', '0.076923');

test('hilo: the product of guesses is exact, at every edge of max_payout', () => {
  fc.assert(
    fc.property(winnings, rtps, fc.integer({ min: 1, max: 10 ** 15 }), (won, rtp, stake) => {
      let plain = numbers.fraction(1);
      let product = products.start(rtp);
      for (const winning of won) {
        plain = numbers.multiply(plain, numbers.divide(numbers.parseDecimal(rtp), numbers.fraction(winning, 13)));
        product = products.raise(product, winning);
      }
      assert.equal(numbers.compare(products.exactly(product), plain), 0);
      const returned = numbers.floor(numbers.multiply(numbers.fraction(stake), plain));
      assert.equal(products.returned(stake, product), returned);
      for (const most of [returned - 1n, returned, returned + 1n]) {
        if (most < 0n || most > 2n ** 53n) continue;
        assert.equal(products.exceeds(stake, product, Number(most)), returned > most);
      }
    }),
  );
});

test('hilo: products of as many guesses are compared exactly', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })), { maxLength: 30 }), rtps, (pairs, rtp) => {
      let [a, b] = [products.start(rtp), products.start(rtp)];
      for (const [x, y] of pairs) [a, b] = [products.raise(a, x), products.raise(b, y)];
      const expected = numbers.compare(products.exactly(a), products.exactly(b));
      assert.equal(Math.sign(compare(a, b)), expected);
    }),
  );
});
