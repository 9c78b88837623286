/** Pots, rake and shares: sections 2 and 3 of the rules of the poker games. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { potsOf, rakeOf, sharesOf, uncalledOf } from '../../web_verifier/page/games/poker/pots.js';
import { ended, setupOf } from './poker.mjs';

const SIX = { preset: /** @type {const} */ ('six_percent') };
const THREE = { preset: /** @type {const} */ ('heads_up_three') };

/** A board that is everybody's best hand, behind the cards of four seats. */
const ALL_EQUAL = '2c 2d 2h 2s 3c 3d 3h 3s As Ks Qs Js Ts';

test('uncalled is the highest total less the second highest, whoever has folded', () => {
  assert.deepEqual(uncalledOf({ 1: 300, 2: 900, 3: 50 }), { 2: 600 });
  assert.deepEqual(uncalledOf({ 1: 300, 2: 300, 3: 50 }), {});
  const { outcome, settlement } = ended(setupOf({ stacks: { 1: 2000, 2: 2000, 3: 2000 } }), 'r300 f r900 f');
  assert.deepEqual(outcome.uncalled, { 2: 600 });
  assert.deepEqual(outcome.pots, [{ amount: 650, rake: 0, winners: { 2: 650 } }]);
  assert.deepEqual(settlement, { staked: { 1: 50, 2: 900, 3: 300 }, returned: { 1: 0, 2: 1250, 3: 0 } });
});

test('levels are the totals of those who have not folded; folded chips fall into the levels they reach', () => {
  assert.deepEqual(potsOf({ 1: 50, 2: 101, 3: 120, 4: 120 }, [2, 3, 4]), [
    { amount: 353, contenders: [2, 3, 4] },
    { amount: 38, contenders: [3, 4] },
  ]);
  assert.deepEqual(potsOf({ 1: 110, 2: 101, 3: 120, 4: 120 }, [2, 3, 4]), [
    { amount: 404, contenders: [2, 3, 4] },
    { amount: 47, contenders: [3, 4] },
  ]);
  assert.deepEqual(potsOf({ 1: 100, 2: 100, 3: 100 }, [1, 2, 3]), [{ amount: 300, contenders: [1, 2, 3] }], 'one level, one pot');
});

test('a level with one contender is a pot of its own', () => {
  assert.deepEqual(potsOf({ 1: 100, 2: 60, 3: 100 }, [1, 2]), [
    { amount: 180, contenders: [1, 2] },
    { amount: 80, contenders: [1] },
  ]);
});

test('a carried pot joins the main pot', () => {
  assert.deepEqual(potsOf({ 1: 50, 2: 20, 3: 50 }, [1, 2, 3], 7).map(({ amount }) => amount), [67, 60]);
});

test('rake is cut off all pots together, pot by pot from the main one', () => {
  assert.deepEqual(rakeOf([81, 144], SIX, 9, true), [4, 9], '4.86 and 13.5');
  assert.deepEqual(rakeOf([55, 55], THREE, 3, true), [1, 2], '1.65 and 3.3');
  assert.deepEqual(rakeOf([99, 99], THREE, 2, true), [0, 1], 'one percent of two seats');
});

test('one cap serves all pots of a hand', () => {
  assert.deepEqual(rakeOf([150, 300, 500], { ...SIX, cap: 10 }, 3, true), [9, 1, 0]);
  assert.deepEqual(rakeOf([150, 300], { ...SIX, cap: 9 }, 3, true), [9, 0]);
  assert.deepEqual(rakeOf([150, 300], { ...SIX, cap: 0 }, 3, true), [0, 0]);
});

test('six percent: nothing before a flop; heads_up_three asks for none, and counts seats dealt in', () => {
  assert.deepEqual(rakeOf([1000], SIX, 3, false), [0]);
  assert.deepEqual(rakeOf([1000], THREE, 2, false), [10]);
  assert.deepEqual(rakeOf([1000], THREE, 3, false), [30]);
  assert.deepEqual(rakeOf([1000], { preset: 'none' }, 3, true), [0]);
  const pot = (/** @type {string} */ actions) => ended(setupOf({ params: { rake: SIX }, stacks: { 1: 500, 2: 500, 3: 500 } }), actions).outcome;
  assert.deepEqual([pot('f f').rake, pot('r500 f c').rake, pot('c c k r100 f f').rake], [0, 63, 18], 'a board that runs out counts');
});

test('rake of the greatest pots is exact', () => {
  assert.deepEqual(rakeOf([8_999_999_999_999_999], SIX, 9, true), [539_999_999_999_999]);
});

test('odd chips go one by one from the first left of the button on', () => {
  assert.deepEqual(sharesOf(332, [2, 3, 4]), { 2: 111, 3: 111, 4: 110 });
  assert.deepEqual(sharesOf(1, [4, 2]), { 4: 1 }, 'only who gets chips is named');
});

test('three equal hands, a side pot, rake and an odd chip', () => {
  // Totals: 52 folded, 104, 121, and 200 of which 79 come back.
  const setup = setupOf({
    params: { small_blind: 51, big_blind: 102, ante: 1, rake: SIX },
    stacks: { 1: 5000, 2: 104, 3: 121, 4: 200 },
    deal: ALL_EQUAL,
  });
  const { outcome, settlement } = ended(setup, 'r120 r199 f c');
  assert.deepEqual(outcome.uncalled, { 4: 79 });
  assert.deepEqual(outcome.pots, [
    { amount: 364, rake: 21, winners: { 2: 115, 3: 114, 4: 114 } },
    { amount: 34, rake: 2, winners: { 3: 16, 4: 16 } },
  ]);
  assert.deepEqual(outcome.stacks, { 1: 4948, 2: 115, 3: 130, 4: 209 });
  assert.deepEqual(settlement.returned, { 1: 0, 2: 115, 3: 130, 4: 209 });
});

test('the button comes last with odd chips', () => {
  const { outcome } = ended(setupOf({ params: { ante: 1 }, stacks: { 1: 101, 2: 101, 3: 101, 4: 5000 }, button: 2, deal: ALL_EQUAL }), 'f c c');
  // Seat 1 has folded its ante alone: 3 × 101 + 1, one chip more than three shares.
  assert.deepEqual(outcome.pots, [{ amount: 304, rake: 0, winners: { 2: 101, 3: 102, 4: 101 } }]);
});

test('a pot that is won unseen has one winner, and every hand is told', () => {
  const { outcome } = ended(setupOf({ stacks: { 1: 500, 2: 500 }, button: 1, deal: '2c As 3c Ad' }), 'f');
  assert.deepEqual([outcome.board, outcome.hole], [[], { 1: ['As', 'Ad'], 2: ['2c', '3c'] }]);
  assert.deepEqual(outcome.pots, [{ amount: 100, rake: 0, winners: { 2: 100 } }]);
});

test('a fold on the turn: four cards lie on the board', () => {
  const { outcome } = ended(setupOf({ params: { rake: SIX }, stacks: { 1: 500, 2: 500 }, button: 1 }), 'c k k k r100 f');
  assert.equal(outcome.board.length, 4);
  assert.deepEqual([outcome.uncalled, outcome.pots], [{ 2: 100 }, [{ amount: 200, rake: 12, winners: { 2: 188 } }]]);
});

test('a short stack wins no more than was matched', () => {
  // Seat 2 holds aces and 50 chips; seat 1 kings, seat 3 nothing.
  const setup = setupOf({ stacks: { 1: 1000, 2: 50, 3: 1000 }, deal: 'Ks As 2c Kd Ad 3c 7c 8d 9h Js 4s' });
  const { outcome } = ended(setup, 'r1000 c');
  assert.deepEqual(outcome.pots, [
    { amount: 150, rake: 0, winners: { 2: 150 } },
    { amount: 1900, rake: 0, winners: { 1: 1900 } },
  ]);
});

test('antes are part of what is matched', () => {
  const { outcome } = ended(setupOf({ params: { ante: 10 }, stacks: { 1: 4, 2: 5000 }, button: 1 }));
  assert.deepEqual([outcome.uncalled, outcome.pots[0].amount], [{ 2: 106 }, 8]);
});

test('equal stacks all-in: nothing is uncalled, and the winner has it all', () => {
  const { outcome } = ended(setupOf({ stacks: { 1: 700, 2: 700 }, button: 1, deal: 'As 2c Ad 3d Kc Kd 9h 8s 7c' }), 'r700 c');
  assert.deepEqual([outcome.uncalled, outcome.stacks], [{}, { 1: 0, 2: 1400 }]);
});
