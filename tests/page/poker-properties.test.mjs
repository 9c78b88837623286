/** What holds in every hand, whatever is done: random tables, played with random legal actions. Many more with FAIRSEED_SOAK. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { Fault } from '../../web_verifier/page/core/fault.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { bestHand, readHand, STANDARD, turkish } from '../../web_verifier/page/games/ranking.js';
import { act, finished, start } from '../../web_verifier/page/games/poker/hand.js';
import { legal } from '../../web_verifier/page/games/poker/legal.js';
import { result } from '../../web_verifier/page/games/poker/result.js';
import { VARIANTS } from '../../web_verifier/page/games/poker/variants.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { plain, randomRecord } from './poker.mjs';

const runs = { numRuns: process.env.FAIRSEED_SOAK ? 20_000 : 150 };
const games = fc.constantFrom(...VARIANTS.keys());
const seeds = fc.nat(2 ** 31);

/** @param {Record<number, number>} chips */
const sum = (chips) => Object.values(chips).reduce((all, some) => all + some, 0);

/** @param {(played: ReturnType<typeof randomRecord>) => void} check */
const everyHand = (check) => fc.assert(fc.property(games, seeds, (game, seed) => check(randomRecord(seed, game))), runs);

test('chips are neither made nor lost', () => {
  everyHand(({ record }) => {
    const { outcome, settlement, table } = record;
    const carried = table.pot_carried ?? 0;
    const left = outcome.pot_carried ?? 0;
    assert.equal(sum(outcome.stacks) + outcome.rake + left, sum(table.stacks) + carried);
    assert.equal(sum(settlement.returned) + outcome.rake + left, sum(settlement.staked) + carried);
    for (const seat of Object.keys(table.stacks)) {
      assert.equal(outcome.stacks[seat], table.stacks[seat] - settlement.staked[seat] + settlement.returned[seat]);
      assert.ok(outcome.stacks[seat] >= 0 && settlement.staked[seat] >= 0 && settlement.staked[seat] <= table.stacks[seat]);
    }
    for (const { amount, rake, winners } of outcome.pots) assert.equal(sum(winners), amount - rake);
    assert.equal(outcome.pots.reduce((/** @type {number} */ all, /** @type {any} */ { rake }) => all + rake, 0), outcome.rake);
    assert.ok(outcome.rake <= (record.params.rake.cap ?? Infinity));
  });
});

test('nobody wins more of the others than was matched', () => {
  everyHand(({ record }) => {
    const { outcome, settlement, table } = record;
    const { staked } = settlement;
    for (const seat of Object.keys(table.stacks)) {
      const called = staked[seat] - (outcome.uncalled[seat] ?? 0);
      const matched = Object.values(staked).reduce((all, chips) => all + Math.min(chips, called), table.pot_carried ?? 0);
      assert.ok(settlement.returned[seat] - (outcome.uncalled[seat] ?? 0) <= matched);
    }
  });
});

test('who folded or was not dealt in wins nothing; some contender wins every pot', () => {
  everyHand(({ record, hand }) => {
    for (const { amount, winners } of record.outcome.pots) {
      const named = Object.keys(winners).map(Number);
      assert.ok(named.length > 0 || amount === 0);
      assert.ok(named.every((seat) => hand.betting.live.includes(seat)));
    }
  });
});

test('every hand ends, and what is told as legal is accepted, its bounds too', () => {
  everyHand(({ record, setup }) => {
    let hand = start(setup);
    for (const action of record.actions) {
      const offered = legal(hand);
      assert.ok(offered.length > 0);
      for (const { seat, type, min, max, targets, cards } of offered) {
        assert.equal(seat, hand.turn);
        if (type === 'draw') act(hand, { seat, type, discard: [] });
        else if (type === 'raise') for (const to of [min, max]) act(hand, { seat, type, to });
        else if (type === 'anchor') for (const target of targets ?? []) act(hand, { seat, type, target });
        else if (type === 'swap') for (const card of cards ?? []) act(hand, { seat, type, card });
        else act(hand, { seat, type });
      }
      const raise = offered.find(({ type }) => type === 'raise');
      for (const to of raise === undefined ? [1, hand.betting.bet + 1] : [Number(raise.min) - 1, Number(raise.max) + 1]) {
        assert.throws(() => act(hand, { seat: Number(hand.turn), type: 'raise', to }), Fault);
      }
      hand = act(hand, action);
    }
    assert.ok(finished(hand));
    assert.deepEqual(legal(hand), []);
  });
});

test('no card is in two places', () => {
  everyHand(({ record }) => {
    const cards = [...record.outcome.board, ...Object.values(record.outcome.hole).flat()];
    assert.equal(new Set(cards).size, cards.length);
  });
});

test('a hand does not change what went before: the same actions give the same end', () => {
  everyHand(({ record, setup }) => {
    const [first, second] = [0, 1].map(() => plain(result(record.actions.reduce(act, start(setup)))));
    assert.deepEqual(first, second);
    assert.deepEqual(first, { outcome: record.outcome, settlement: record.settlement });
  });
});

test('the record of a hand is verified; without its seed nothing more is refused', () => {
  everyHand(({ record }) => {
    assert.equal(verifyRecord(readJson(JSON.stringify(record))).verdict, 'verified');
    delete record.seeds.server_seed;
    assert.equal(verifyRecord(readJson(JSON.stringify(record))).verdict, 'pending');
  });
});

test('a chip, a card or an action that is changed is seen', () => {
  fc.assert(
    fc.property(games, seeds, fc.nat(), (game, seed, choice) => {
      const { record } = randomRecord(seed, game);
      const seats = Object.keys(record.table.stacks);
      const seat = seats[choice % seats.length];
      const { outcome, settlement } = record;
      const card = outcome.hole[seat][0];
      /** @type {[string, () => void][]} */
      const changes = [
        ['settlement', () => (settlement.returned[seat] += 1)],
        ['settlement', () => (settlement.staked[seat] += 1)],
        ['outcome', () => (outcome.stacks[seat] += 1)],
        ['outcome', () => (outcome.hole[seat][0] = card === 'As' ? 'Ks' : 'As')],
        ['rules', () => record.actions.push({ seat: Number(seat), type: 'fold' })],
        ['cards', () => (record.deck_root = record.seeds.server_seed)],
      ];
      const [check, change] = changes[choice % changes.length];
      change();
      const { verdict, checks } = verifyRecord(readJson(JSON.stringify(record)));
      assert.equal(verdict, 'failed');
      assert.equal(checks.find((one) => one.check === check)?.status, 'fail');
    }),
    runs,
  );
});

/** Five different cards of a deck from a rank up. @param {number} lowest */
const five = (lowest) => fc.uniqueArray(fc.integer({ min: 4 * lowest, max: 51 }), { minLength: 5, maxLength: 5 });

test('a hand is worth the same in whatever order its cards lie, and the best five are at least any five', () => {
  fc.assert(
    fc.property(five(0), fc.nat(119), (cards, turn) => {
      const moved = [...cards.slice(turn % 5), ...cards.slice(0, turn % 5)].reverse();
      assert.equal(readHand(moved, STANDARD).strength, readHand(cards, STANDARD).strength);
    }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(51), { minLength: 7, maxLength: 7 }), (cards) => {
      const best = bestHand(cards.slice(0, 2), cards.slice(2), STANDARD).strength;
      assert.ok(best >= readHand(cards.slice(2), STANDARD).strength);
    }),
  );
});

test('Turkish: no two hands of one deck tie', () => {
  const flushTies = fc.constantFrom(/** @type {const} */ ('top_card'), /** @type {const} */ ('all_ranks'));
  const ten = (/** @type {number} */ lowest) => fc.uniqueArray(fc.integer({ min: 4 * lowest, max: 51 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(
      fc.constantFrom(7, 6, 5, 4).chain((lowest) => fc.tuple(fc.constant(lowest), ten(lowest))),
      flushTies,
      ([lowest, cards], ties) => {
        const [a, b] = [cards.slice(0, 5), cards.slice(5)].map((hand) => readHand(hand, turkish(lowest, ties)).strength);
        assert.notEqual(a, b);
      },
    ),
    { numRuns: 2000 },
  );
});
