/** The ranking of poker hands: section 1 of the rules of the poker games, and the examples of the rules that players read. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SHORT_DECK, STANDARD, bestHand, readHand, turkish } from '../../web_verifier/page/games/ranking.js';
import { cards } from './poker.mjs';

/** @typedef {import('../../web_verifier/page/games/ranking.js').Ranking} Ranking */

/** @param {string} texts @param {Ranking} [ranking] */
const read = (texts, ranking = STANDARD) => readHand(cards(texts), ranking);

/** @param {Ranking} ranking @param {readonly string[]} hands from the highest to the lowest, no two equal */
function assertFalling(ranking, hands) {
  const strengths = hands.map((hand) => read(hand, ranking).strength);
  for (let i = 1; i < hands.length; i++) assert.ok(strengths[i - 1] > strengths[i], `${hands[i - 1]} > ${hands[i]}`);
}

/** The sign of a comparison at a board. @param {string} board @param {string} a @param {string} b */
function compared(board, a, b) {
  const [first, second] = [a, b].map((hole) => bestHand(cards(hole), cards(board), STANDARD).strength);
  return Math.sign(first - second);
}

test('categories with 52 cards, from the royal flush down', () => {
  const hands = [
    'As Ks Qs Js Ts', 'Ks Qs Js Ts 9s', '5h 4h 3h 2h Ah', 'Ac Ad Ah As 2c', '2c 2d 2h 2s Ac', 'Ac Ad Ah Ks Kc', '2c 2d 2h As Ac', 'As Qs 9s 5s 3s',
    '7s 5s 4s 3s 2s', 'Ac Kd Qs Js Ts', '6c 5d 4s 3s 2s', '5c 4d 3s 2s Ac', 'Ac Ad Ah Ks Qc', '2c 2d 2h As Kc', 'Ac Ad Kh Ks Qc', '3c 3d 2h 2s Ac',
    'Ac Ad Kh Qs Jc', '2c 2d Ah Ks Qc', 'Ac Kd Qs Js 9s', '7c 5d 4s 3s 2s',
  ];
  assertFalling(STANDARD, hands);
  assert.deepEqual(
    hands.slice(0, 3).map((hand) => read(hand).category),
    ['royal_flush', 'straight_flush', 'straight_flush'],
  );
});

test('suits break no tie', () => {
  assert.equal(read('As Kd Qs Js 9s').strength, read('Ac Kh Qd Jd 9h').strength);
  assert.equal(read('Ks Qs Js Ts 9s').strength, read('Kc Qc Jc Tc 9c').strength);
});

test('every combination is compared by its ranks, then by all kickers', () => {
  for (const [higher, lower] of [
    ['9c 9d 9h 9s 3c', '9c 9d 9h 9s 2c'],
    ['9c 9d 9h 3s 3c', '9c 9d 9h 2s 2c'],
    ['As Qs 9s 5s 3s', 'Ac Qc 9c 5c 2c'],
    ['9c 9d 9h 5s 3c', '9c 9d 9h 5s 2c'],
    ['9c 9d 5h 5s 3c', '9c 9d 5h 5s 2c'],
    ['9c 9d 7h 5s 3c', '9c 9d 7h 5s 2c'],
    ['Ac Qd 9h 5s 3c', 'Ac Qd 9h 5s 2c'],
  ]) {
    assertFalling(STANDARD, [higher, lower]);
  }
});

test('an ace stands at both ends, and no straight runs round it', () => {
  assert.equal(read('Ac Kd Qs Js Ts').category, 'straight');
  assert.equal(read('Ac 2d 3s 4s 5s').category, 'straight');
  for (const hand of ['Qc Kd As 2s 3s', 'Kc Ad 2s 3s 4s', 'Jc Qd Ks As 2s']) assert.equal(read(hand).category, 'high_card', hand);
  assert.equal(read('Qs Ks As 2s 3s').category, 'flush');
});

test('kickers: the thirteen examples', () => {
  for (const [board, a, b, sign] of /** @type {const} */ ([
    // High card: nothing shared; two kickers on the board; all five on the board; the fourth kicker.
    ['2c 4d 6h 9s Tc', 'Qh 3d', 'Jh 3s', 1],
    ['Ac Kd 9h 6s 2c', 'Qh 3d', 'Jh 3s', 1],
    ['Ac Kd Jh 9s 7c', '2h 3d', '4h 5s', 0],
    ['Ac Kd Th 9s 2c', '8h 3d', '7h 4s', 1],
    // Pair.
    ['2c 5d 7h 9s Jc', '2h Kd', '2s Qd', 1],
    ['Tc Ad 7h 5s 2c', 'Th Kd', 'Ts Qd', 1],
    ['9c Ad Kh 5s 2c', '9h Qd', '9s Jd', 1],
    ['Jc Ad Kh Ts 2c', 'Jh 7d', 'Js 3d', 0],
    // Two pairs.
    ['2c 2d 7h Ts Jc', '7c Kd', '7s Qd', 1],
    ['Kc Kd Qh As 2c', 'Qc 7d', 'Qs 3d', 0],
    // Three.
    ['5c 5d 2h 7s 9c', '5h Kd', '5s Qd', 1],
    ['7c 7d Jh 2s 4c', '7h 9d', '7s 8d', 1],
    ['Qc Qd Ah Ks 2c', 'Qh 9d', 'Qs 8d', 0],
    // Four.
    ['7c 7d 7h 7s 2c', 'Qh 3d', 'Jh 4d', 1],
  ])) {
    assert.equal(compared(board, a, b), sign, `${board} | ${a} | ${b}`);
  }
});

test('any number of the own cards may play, also none', () => {
  assert.equal(bestHand(cards('2c 7d'), cards('As Ks Qs Js Ts'), STANDARD).category, 'royal_flush');
  assert.equal(bestHand(cards('2s 7d'), cards('As Ks 9s 4s Td'), STANDARD).category, 'flush');
});

test('Omaha: exactly two own cards and three of the board', () => {
  // Four of a suit in the hand and one on the board, or one in the hand and five on the board, are no flush.
  assert.equal(bestHand(cards('As Ks 9s 4s'), cards('2s 7d 8c Jd Qh'), STANDARD, true).category, 'high_card');
  assert.equal(bestHand(cards('As 2c 3d 7h 8c'), cards('Ks Qs 9s 5s 4s'), STANDARD, true).category, 'high_card');
  assert.equal(bestHand(cards('As 2c 3d 7s 8c'), cards('Ks Qs 9s 5s 4s'), STANDARD, true).category, 'flush');
  // Four on the board are no four without a pair in the hand that helps: three of them play.
  assert.equal(bestHand(cards('Ac Kd 3h 4s'), cards('7c 7d 7h 7s 2c'), STANDARD, true).category, 'three');
  assert.equal(bestHand(cards('Ac Ad 3h 4s'), cards('7c 7d 7h 7s 2c'), STANDARD, true).category, 'full_house');
  assert.equal(bestHand(cards('Qc Kd 3h 9s'), cards('Ac 2d 3c 8h 8s'), STANDARD, true).category, 'two_pair');
});

test('short deck: a flush beats a full house, a straight beats three, and A-6-7-8-9 is the lowest straight', () => {
  const hands = [
    'As Ks Qs Js Ts', 'Ks Qs Js Ts 9s', '9s 8s 7s 6s As', '6c 6d 6h 6s Ac', 'Js 9s 8s 7s 6s', 'Ac Ad Ah Ks Kc', 'Ac Kd Qs Js Ts', 'Tc 9d 8s 7s 6s',
    '9c 8d 7s 6s Ac', 'Ac Ad Ah Ks Qc', '7c 7d 6h 6s Ac', '6c 6d Ah Ks Qc', 'Ac Kd Qs Js 9s',
  ];
  assertFalling(SHORT_DECK, hands);
  assert.equal(read('9c 8d 7s 6s Ac', SHORT_DECK).category, 'straight');
  assert.equal(read('9c 8d 7s 6s Ac', STANDARD).category, 'high_card');
  assert.equal(read('Ac 2d 3s 4s 5s', SHORT_DECK).category, 'high_card');
});

/** With 32 cards, 7 up. */
const TURKISH = turkish(5, 'top_card');

test('Turkish: categories from the royal flush down, and none that ties', () => {
  assertFalling(TURKISH, [
    'Ah Kh Qh Jh Th', 'As Ks Qs Js Ts', 'Kh Qh Jh Th 9h', 'Jh Th 9h 8h 7h', 'Th 9h 8h 7h Ah', 'Ts 9s 8s 7s As', 'Ac Ad Ah As Kc', '7c 7d 7h 7s Ac',
    'Ac Kc Qc Jc 9c', 'Ac Ad Ah Ks Kc', '7c 7d 7h As Ac', 'Ac Ad Ah Ks Qc', '7c 7d 7h As Kc', 'Ah Kd Qs Js Ts', 'Ac Kd Qs Js Ts', 'Kc Qd Js Ts 9s',
    'Jc Td 9s 8s 7s', 'Th 9d 8s 7s Ac', 'Tc 9d 8s 7s Ah', 'Ac Ad Kh Ks Qc', '8c 8d 7h 7s Ac', 'Ac Ad Kh Qs Jc', '7c 7d Ah Ks Qc', 'Ah Kd Qs Js 9s',
  ]);
  assert.equal(read('Tc 9d 8s 7s Ac', TURKISH).category, 'low_straight');
  assert.equal(read('Tc 9c 8c 7c Ac', TURKISH).category, 'low_straight_flush');
  assert.equal(read('Ac Kd Qs Js Ts', TURKISH).category, 'high_straight');
});

test('Turkish: the suits of which cards break ties', () => {
  // Straights: the highest card; of a low one the highest beside the ace.
  assertFalling(TURKISH, ['Ah Kd Qs Js Ts', 'As Kh Qh Jh Th', 'Ad Kc Qc Jc Tc', 'Ac Ks Qd Jd Td']);
  assertFalling(TURKISH, ['Th 9d 8s 7s Ac', 'Ts 9h 8h 7h Ah']);
  // Pair, two pair and high card: ranks downward, then the suit of the highest kicker.
  assertFalling(TURKISH, ['9c 9d Ks Jh 8c', '9h 9s Kc Jd 8h']);
  assertFalling(TURKISH, ['9c 9d Kc Jh 8c', '9h 9s Ks Jd 7h']);
  assertFalling(TURKISH, ['9c 9d 8c 8d Ah', '9h 9s 8h 8s Ac']);
  assertFalling(TURKISH, ['Ah Qd Js 9s 8s', 'As Qh Jh 9h 8h']);
});

test('Turkish: flushes tie by their highest card alone, or by all ranks', () => {
  const [hearts, spades] = ['Ah 9h 8h 7h Jh', 'As Ks Qs Js 9s'];
  assertFalling(TURKISH, [hearts, spades]);
  assertFalling(turkish(5, 'all_ranks'), [spades, hearts]);
  assertFalling(turkish(5, 'all_ranks'), ['Ah Kh Qh Jh 9h', 'As Ks Qs Js 9s']);
  assertFalling(TURKISH, ['Ac 9c 8c 7c Jc', 'Kh Qh Jh 9h 8h']);
});

test('Turkish: the ace stands below the lowest card of the deck that is used', () => {
  assert.equal(read('Ac 9d Ts Js Qs', turkish(7, 'top_card')).category, 'low_straight');
  assert.equal(read('Ac 6d 7s 8s 9s', turkish(4, 'top_card')).category, 'low_straight');
  assert.equal(read('Ac 6d 7s 8s 9s', TURKISH).category, 'high_card');
});
