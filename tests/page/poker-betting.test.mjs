/** Rounds of betting: section 2 of the rules of the poker games, clause by clause. Blinds are 50 and 100 where nothing else is said. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { act } from '../../web_verifier/page/games/poker/hand.js';
import { legal } from '../../web_verifier/page/games/poker/legal.js';
import { blindsOf, clockwise } from '../../web_verifier/page/games/poker/ring.js';
import { actionOf, ended, played, raises, setupOf } from './poker.mjs';
import { refusal } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Hand} Hand */

/** What the seat on turn may do, by the names. @param {Hand} hand */
const names = (hand) => legal(hand).map(({ type }) => type);

/** @param {Hand} hand @param {string} text @param {number} [seat] */
const refused = (hand, text, seat = hand.turn ?? 0) => assert.throws(() => act(hand, actionOf(text, seat)), refusal('rules'));

/** Many chips for seats 1 to n. @param {number} n @param {Record<number, number>} [short] */
const stacks = (n, short = {}) => ({ ...Object.fromEntries(Array.from({ length: n }, (_, i) => [i + 1, 10_000])), ...short });

// Seats, blinds and turns

test('seats come clockwise, and an empty place has a left too', () => {
  assert.deepEqual(clockwise([2, 5, 9], 5), [9, 2, 5]);
  assert.deepEqual(clockwise([2, 5, 9], 7), [9, 2, 5]);
  assert.deepEqual(clockwise([2, 5, 9], 9), [2, 5, 9]);
});

test('blinds: left of the button and next; of two seats the button posts the small one', () => {
  assert.deepEqual(blindsOf([1, 2, 3], 3), { small: 1, big: 2 });
  assert.deepEqual(blindsOf([2, 7, 9], 7), { small: 9, big: 2 });
  assert.deepEqual(blindsOf([4, 8], 8), { small: 8, big: 4 });
});

test('first to act: left of the big blind, later the first live seat left of the button', () => {
  const setup = setupOf({ stacks: stacks(4), button: 4 });
  assert.equal(played(setup).turn, 3);
  assert.equal(played(setup, 'c c f k').turn, 2, 'the small blind has folded');
  assert.equal(played(setup, 'f f c k').turn, 1);
});

test('heads-up: the button acts first before the flop and last afterwards', () => {
  const setup = setupOf({ stacks: stacks(2), button: 1 });
  assert.equal(played(setup).turn, 1);
  assert.equal(played(setup, 'c k').turn, 2);
});

test('dead button: the small blind may be missing, the button an empty place', () => {
  const tournament = { id: 'x', table: 1, level: 1 };
  const setup = setupOf({ stacks: stacks(3), button: 9, table: { tournament, small_blind_seat: null, big_blind_seat: 2 } });
  const hand = played(setup);
  assert.deepEqual(hand.betting.totals, { 1: 0, 2: 100, 3: 0 });
  assert.equal(hand.turn, 3);
  assert.equal(played(setup, 'c c k').turn, 1);
});

test('never out of turn, and nothing after the end', () => {
  const setup = setupOf({ stacks: stacks(3) });
  refused(played(setup), 'c', 1);
  refused(played(setup, 'f f'), 'k', 2);
});

test('the big blind may raise when all have called, and then the round is over', () => {
  const hand = played(setupOf({ stacks: stacks(3) }), 'c c');
  assert.deepEqual([hand.turn, raises(hand)], [2, [200, 10_000]]);
  assert.equal(act(hand, actionOf('k', 2)).street, 1);
});

// Posts

test('antes come first, dead; blinds out of what is left', () => {
  const hand = played(setupOf({ params: { ante: 40 }, stacks: stacks(4, { 2: 130, 4: 30 }) }));
  assert.deepEqual(hand.betting.totals, { 1: 90, 2: 130, 3: 40, 4: 30 });
  assert.deepEqual(hand.betting.round, { 1: 50, 2: 90, 3: 0, 4: 0 });
  assert.deepEqual(raises(hand), [200, 9960], 'an ante is no part of a raise-to');
});

test('a short big blind: the bet is the nominal one, for raises too', () => {
  const hand = played(setupOf({ stacks: stacks(3, { 2: 30 }) }));
  assert.deepEqual(legal(hand).find(({ type }) => type === 'call')?.amount, 100);
  assert.deepEqual(raises(hand), [200, 10_000]);
});

test('a short big blind that nobody left can match: what is called too much comes back', () => {
  // The button asks for 100, though the big blind has only 60.
  const setup = setupOf({ stacks: { 1: 1000, 2: 60 }, button: 1 });
  assert.deepEqual(names(played(setup)), ['fold', 'call']);
  const { outcome, settlement } = ended(setup, 'c');
  assert.deepEqual([outcome.uncalled, settlement.staked, outcome.pots.length], [{ 1: 40 }, { 1: 100, 2: 60 }, 1]);
});

// Actions

test('to fold is legal when there is nothing to call; to check a bet or to call none is not', () => {
  const hand = played(setupOf({ stacks: stacks(3) }), 'c c k');
  assert.deepEqual(names(hand), ['fold', 'check', 'raise']);
  refused(hand, 'c');
  refused(played(setupOf({ stacks: stacks(3) })), 'k');
  assert.deepEqual(act(hand, actionOf('f', 1)).betting.live, [2, 3]);
});

test('a call for less than the bet is all-in', () => {
  const hand = played(setupOf({ stacks: stacks(3, { 1: 300 }) }), 'r500 c');
  assert.deepEqual([hand.betting.stacks[1], hand.betting.totals[1]], [0, 300]);
});

test('no-limit: the least bet is the big blind, the least raise the last full one', () => {
  const setup = setupOf({ stacks: stacks(3) });
  assert.deepEqual(raises(played(setup)), [200, 10_000]);
  refused(played(setup), 'r199');
  refused(played(setup), 'r10001');
  assert.deepEqual(raises(played(setup, 'r300')), [500, 10_000]);
  assert.deepEqual(raises(played(setup, 'r300 r900')), [1500, 10_000]);
  const flop = played(setup, 'c c k');
  assert.deepEqual(raises(flop), [100, 9900]);
  refused(flop, 'r99');
});

test('an all-in for less than a full bet or raise is legal', () => {
  const setup = setupOf({ stacks: stacks(3, { 1: 160, 3: 150 }) });
  assert.deepEqual(raises(played(setup)), [150, 150]);
  assert.deepEqual(raises(played(setup, 'f c k')), [60, 60]);
});

/** Four seats have 100 each in the pot, and seat 1 bets first on the flop. @param {Record<number, number>} short @param {boolean} [strict] */
const onFlop = (short, strict = false) => ({
  setup: setupOf({ params: { strict_reopen: strict }, stacks: stacks(4, short) }),
  before: 'c c c k',
});

test('short all-ins lift the bet and not the least raise: 100, all-in 150 → 250; 150 and 210 → 310', () => {
  const { setup, before } = onFlop({ 2: 250, 3: 310 });
  assert.deepEqual(raises(played(setup, `${before} r100 r150`)), [210, 210], 'all that seat 3 has');
  assert.deepEqual(raises(played(setup, `${before} r100 r150 f`)), [250, 9900]);
  assert.deepEqual(raises(played(setup, `${before} r100 r150 r210`)), [310, 9900]);
});

test('short all-ins that add up to a full raise reopen, unless reopening is strict', () => {
  for (const strict of [false, true]) {
    const { setup, before } = onFlop({ 2: 250, 3: 310 }, strict);
    assert.deepEqual(raises(played(setup, `${before} r100 r150 f c`)), null, '50 more is no full raise');
    assert.deepEqual(raises(played(setup, `${before} r100 r150 r210 c`)), strict ? null : [310, 9900], '110 more is');
    assert.deepEqual(raises(played(setup, `${before} r100 r150 f r250`)), [350, 9900], 'a single full raise is, too');
  }
});

test('who called a full raise and then faces a short all-in may not raise; who has not acted may', () => {
  const { setup, before } = onFlop({ 3: 250 });
  const shoved = played(setup, `${before} r100 c r150`);
  assert.deepEqual([shoved.turn, raises(shoved)], [4, [250, 9900]]);
  const asked = played(setup, `${before} r100 c r150 c`);
  assert.deepEqual([asked.turn, raises(asked)], [1, null]);
  refused(asked, 'r250');
  refused(asked, 'r9900');
});

test('a full raise behind a short all-in reopens for all', () => {
  const { setup, before } = onFlop({ 3: 250 }, true);
  const hand = played(setup, `${before} r100 c r150 r250`);
  assert.deepEqual([hand.turn, raises(hand)], [1, [350, 9900]]);
});

test('a limper who faces a short all-in may not raise', () => {
  const hand = played(setupOf({ stacks: stacks(4, { 4: 150 }) }), 'c r150 f');
  assert.deepEqual([hand.turn, raises(hand)], [2, [250, 10_000]], 'a posted blind is no action');
  assert.deepEqual(raises(act(hand, actionOf('c', 2))), null);
});

test('who checked and faces a short opening all-in may not raise', () => {
  const { setup, before } = onFlop({ 2: 160 });
  const shoved = played(setup, `${before} k r60`);
  assert.deepEqual([shoved.turn, raises(shoved)], [3, [160, 9900]]);
  const hand = played(setup, `${before} k r60 c f`);
  assert.deepEqual([hand.turn, names(hand)], [1, ['fold', 'call']]);
});

test('who checked and faces a full bet may raise, strictly too', () => {
  for (const strict of [false, true]) {
    const { setup, before } = onFlop({}, strict);
    assert.deepEqual(raises(played(setup, `${before} k r100 f f`)), [200, 9900]);
  }
});

test('the least raise of a new round is the big blind again', () => {
  assert.deepEqual(raises(played(setupOf({ stacks: stacks(2) }), 'r700 c')), [100, 9300]);
});

// The only seat that has chips left

test('the only live seat with chips is asked only what it owes, and may not raise', () => {
  const setup = setupOf({ stacks: stacks(3, { 1: 400, 2: 900 }) });
  const hand = played(setup, 'c r400 r900');
  assert.deepEqual([hand.turn, names(hand)], [3, ['fold', 'call']]);
  const { outcome } = ended(setup, 'c r400 r900 c');
  assert.equal(outcome.board.length, 5, 'the board runs out, unasked');
});

test('the only live seat with chips is not asked where nobody has put in more', () => {
  // The big blind has 100 in, the others all-in for less.
  const { outcome, settlement } = ended(setupOf({ stacks: stacks(3, { 1: 30, 3: 80 }) }), 'c');
  assert.deepEqual([outcome.uncalled, settlement.staked], [{ 2: 20 }, { 1: 30, 2: 100, 3: 80 }]);
  assert.equal(ended(setupOf({ stacks: { 1: 30, 2: 5000 }, button: 1 })).outcome.board.length, 5, 'heads-up, nobody is asked');
});

test('a raise that nobody could match in full is legal, and the rest comes back', () => {
  const { outcome } = ended(setupOf({ stacks: { 1: 5000, 2: 700 }, button: 1 }), 'r5000 c');
  assert.deepEqual(outcome.uncalled, { 1: 4300 });
});

// Pot-limit

test('pot-limit: the current bet, the pot and the call', () => {
  const setup = setupOf({ game: 'omaha', params: { limit: 'pot' }, stacks: stacks(3) });
  const hand = played(setup);
  assert.deepEqual(raises(hand), [200, 350]);
  refused(hand, 'r351');
  assert.deepEqual(raises(played(setup, 'r350')), [600, 1150], '350 + 500 + 300');
  assert.deepEqual(raises(played(setup, 'c c k')), [100, 300]);
});

test('pot-limit counts the chips really put in, never less than a legal minimum nor more than the stack', () => {
  const omaha = (/** @type {Record<number, number>} */ short, params = {}) =>
    raises(played(setupOf({ game: 'omaha', params: { limit: 'pot', ...params }, stacks: stacks(4, short) })));
  assert.deepEqual(omaha({ 2: 30 }), [200, 280], 'the big blind has put in 30');
  assert.deepEqual(omaha({ 1: 1, 2: 1 }), [200, 202]);
  assert.deepEqual(omaha({}, { ante: 10 }), [200, 390], 'antes are part of the pot');
  assert.deepEqual(omaha({ 3: 240 }), [200, 240]);
  assert.deepEqual(omaha({ 3: 150 }), [150, 150]);
  const tiny = setupOf({ game: 'omaha', params: { limit: 'pot' }, stacks: stacks(4, { 1: 1, 2: 1, 3: 1 }) });
  assert.deepEqual(names(played(tiny, 'c')), ['fold', 'call'], 'alone with chips');
});

test('Omaha without a limit', () => {
  assert.deepEqual(raises(played(setupOf({ game: 'omaha5', stacks: stacks(3) }))), [200, 10_000]);
});

// All-in or fold

test('all-in or fold: nothing else, an answer costs what is needed, and the big blind wins unasked', () => {
  const setup = setupOf({ game: 'aof', stacks: { 1: 1000, 2: 1000, 3: 1000 } });
  assert.deepEqual(names(played(setup)), ['fold', 'all_in']);
  for (const other of ['c', 'k', 'r1000']) refused(played(setup), other);
  assert.deepEqual(ended(setup, 'f f').outcome.pots, [{ amount: 100, rake: 0, winners: { 2: 100 } }]);
  assert.deepEqual(ended(setup, 'a a f').settlement.staked, { 1: 1000, 2: 100, 3: 1000 });
});

// The clock

test('the clock checks where that is legal, else it folds', () => {
  const setup = setupOf({ stacks: stacks(3) });
  const late = (/** @type {Hand} */ hand, /** @type {string} */ text) => act(hand, { ...actionOf(text, hand.turn ?? 0), timeout: true });
  assert.equal(late(played(setup), 'f').turn, 1);
  assert.equal(late(played(setup, 'c c'), 'k').street, 1);
  assert.throws(() => late(played(setup, 'c c'), 'f'), refusal('rules'));
});
