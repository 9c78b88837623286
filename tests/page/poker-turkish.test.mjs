/** Turkish poker: section 5 of the rules of the poker games. The ante is 100, and the deck has 36 cards where nothing else is said. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shuffle } from '../../web_verifier/page/core/shuffle.js';
import { cardText } from '../../web_verifier/page/core/deck.js';
import { act } from '../../web_verifier/page/games/poker/hand.js';
import { legal } from '../../web_verifier/page/games/poker/legal.js';
import { actionOf, ended, plain, played, raises, setupOf } from './poker.mjs';
import { refusal } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Hand} Hand */

/** @param {Parameters<typeof setupOf>[0]} of */
const turkish = (of) => setupOf({ game: 'turkish', ...of });

/** @param {Hand} hand @param {string} text */
const refused = (hand, text) => assert.throws(() => act(hand, actionOf(text, hand.turn ?? 0)), refusal('rules'), text);

const MANY = { 1: 1000, 2: 1000, 3: 1000 };

/** Seat 1 holds kings, seat 2 queens, seat 3 nothing. */
const KINGS = 'Kc Qc 6s Kd Qd 7h 9h 8h 8d Ts Js Jc Jh 6d Tc';

test('a deck of fewer than 5 · seats + 4 cards is no table', () => {
  const of = (/** @type {number} */ seats, /** @type {string} */ lowest_rank) =>
    turkish({ params: { lowest_rank }, stacks: Object.fromEntries(Array.from({ length: seats }, (_, i) => [i + 1, 500])) });
  for (const [seats, lowest] of /** @type {const} */ ([[2, '9'], [4, '9'], [5, '7'], [5, '6'], [5, '2']])) of(seats, lowest);
  assert.throws(() => of(5, '8'), refusal('format'));
  assert.throws(() => of(6, '2'), refusal('format'), 'two to five players');
});

test('equal antes and no blinds; the left of the dealer acts first, heads-up too', () => {
  const hand = played(turkish({ stacks: MANY, deal: KINGS }));
  assert.deepEqual([hand.betting.totals, hand.turn], [{ 1: 100, 2: 100, 3: 100 }, 1]);
  assert.equal(played(turkish({ stacks: { 1: 500, 2: 500 }, button: 1 })).turn, 2);
});

test('only a pair of kings or better may open; the ante is the least bet and the first full raise', () => {
  const setup = turkish({ stacks: MANY, deal: KINGS });
  assert.deepEqual(raises(played(setup)), [100, 900]);
  refused(played(setup), 'r99');
  const queens = played(setup, 'k');
  assert.deepEqual([queens.turn, raises(queens)], [2, null]);
  refused(queens, 'r100');
  refused(queens, 'r900');
});

test('what opens: kings, aces and every higher category', () => {
  for (const [hand, opens] of /** @type {const} */ ([
    ['Kc Kd 9h 8s 7s', true], ['Ac Ad 9h 8s 7s', true], ['9c 9d 8h 8s 7s', true], ['9c 8d 7h 6s Ac', true], ['7c 7d 7h 8s 9s', true],
    ['Qc Qd Ah Ks Js', false], ['Ac Kd Qh Js 9s', false],
  ])) {
    const [a, b, c, d, e] = hand.split(' ');
    const hole = played(turkish({ stacks: { 1: 500, 2: 500 }, button: 2, deal: `${a} Tc ${b} Td ${c} Th ${d} Ts ${e}` }));
    assert.equal(raises(hole) !== null, opens, hand);
  }
});

test('others may call or raise after the opening, also who checked before', () => {
  const setup = turkish({ stacks: MANY, button: 1, deal: 'Qc 6s Kc Qd 7h Kd 8h 8d 9h Js Ts Jc 6d Tc Jh' });
  const hand = played(setup, 'k k r100');
  assert.deepEqual([hand.turn, raises(hand), hand.openedBy], [2, [200, 900], 1]);
  assert.equal(played(setup, 'k k r100 r300 c f').turn, 2);
});

test('an all-in for less than the ante opens too, and lifts no least raise', () => {
  const setup = turkish({ stacks: { ...MANY, 1: 130 }, deal: KINGS });
  assert.deepEqual(raises(played(setup)), [30, 30]);
  const hand = played(setup, 'r30');
  assert.deepEqual([hand.openedBy, raises(hand)], [1, [130, 900]]);
});

test('nobody opens: the pot stays, without rake', () => {
  const rake = { preset: 'six_percent' };
  const { outcome, settlement } = ended(turkish({ params: { rake }, table: { pot_carried: 70 }, stacks: MANY, deal: KINGS }), 'k k k');
  assert.deepEqual([outcome.pots, outcome.rake, outcome.pot_carried, outcome.opened_by, outcome.drawn], [[], 0, 370, null, {}]);
  assert.deepEqual(settlement, { staked: { 1: 100, 2: 100, 3: 100 }, returned: { 1: 0, 2: 0, 3: 0 } });
  assert.deepEqual(outcome.stacks, { 1: 900, 2: 900, 3: 900 });
});

test('one live hand left takes the pot, a carried one with it, and it is raked', () => {
  const rake = { preset: 'heads_up_three' };
  const { outcome } = ended(turkish({ params: { rake }, table: { pot_carried: 70 }, stacks: MANY, deal: KINGS }), 'k f f');
  assert.deepEqual(outcome.pots, [{ amount: 370, rake: 11, winners: { 1: 359 } }]);
  assert.equal('pot_carried' in outcome, false);
  const six = ended(turkish({ params: { rake: { preset: 'six_percent' } }, stacks: MANY, deal: KINGS }), 'r100 f f').outcome;
  assert.deepEqual([six.pots, six.uncalled], [[{ amount: 300, rake: 18, winners: { 1: 282 } }], { 1: 100 }], 'no flop is waited for');
});

test('nobody opens, but one is all-in on its ante: draw and showdown follow', () => {
  const setup = turkish({ stacks: { ...MANY, 3: 40 }, deal: KINGS });
  const hand = played(setup, 'k k');
  assert.deepEqual(legal(hand), [{ seat: 1, type: 'draw', most: 4 }]);
  const { outcome } = ended(setup, 'k k d d d');
  assert.deepEqual([outcome.opened_by, outcome.drawn], [null, { 1: [], 2: [], 3: [] }]);
  assert.deepEqual(outcome.pots, [
    { amount: 120, rake: 0, winners: { 1: 120 } },
    { amount: 120, rake: 0, winners: { 1: 120 } },
  ]);
});

test('draw: from the left of the dealer each that is left, all-in or not, nothing else, nobody twice', () => {
  const setup = turkish({ stacks: { ...MANY, 1: 200 }, deal: KINGS });
  const hand = played(setup, 'r100 c c');
  assert.equal(hand.turn, 1);
  for (const other of ['k', 'f', 'r100', 'd:Qc', 'd:Kc,Kc', 'd:Kc,Kd,9h,Ts,Jh']) refused(hand, other);
  assert.equal(played(setup, 'r100 c c d d d:6s,7h').turn, 2, 'the second round');
  refused(played(setup), 'd');
  assert.deepEqual(played(setup, 'r100 f c d').turn, 3, 'who has folded does not draw');
});

test('draw: a new card stands in the place of the one it replaced, in the order listed', () => {
  const setup = turkish({ stacks: MANY, deal: `${KINGS} Ac Ad Ah As` });
  const { outcome } = ended(setup, 'r100 c c d:Jh,9h d:Qc d k k k');
  assert.deepEqual(outcome.drawn, { 1: ['Ac', 'Ad'], 2: ['Ah'], 3: [] });
  assert.deepEqual(outcome.hole[1], ['Kc', 'Kd', 'Ad', 'Ts', 'Ac']);
  assert.deepEqual(outcome.hole[2][0], 'Ah');
});

test('the clock stands pat', () => {
  const hand = played(turkish({ stacks: MANY, deal: KINGS }), 'r100 c c');
  assert.equal(act(hand, { seat: 1, type: 'draw', discard: [], timeout: true }).turn, 2);
  assert.throws(() => act(hand, { seat: 1, type: 'draw', discard: ['Jh'], timeout: true }), refusal('rules'));
});

test('second round: the opener begins, or the next after it; any hand may bet', () => {
  const setup = turkish({ stacks: MANY, button: 1, deal: 'Qc 6s Kc Qd 7h Kd 8h 8d 9h Js Ts Jc 6d Tc Jh' });
  const hand = played(setup, 'k k r100 c c d d d');
  assert.deepEqual([hand.turn, raises(hand)], [1, [100, 800]]);
  assert.deepEqual(raises(act(hand, actionOf('k', 1))), [100, 800]);
  assert.equal(played(setup, 'k k r100 r300 c f d d').turn, 2, 'the opener has folded');
});

test('second round: skipped when fewer than two live seats have chips', () => {
  const setup = turkish({ stacks: { 1: 1000, 2: 300 }, button: 2, deal: 'Kc 6s Kd 7h 9h 8d Js Ts Jc Tc' });
  const { outcome } = ended(setup, 'r200 c d d');
  assert.deepEqual([outcome.uncalled, outcome.pots], [{}, [{ amount: 600, rake: 0, winners: { 1: 600 } }]]);
});

/** Four seats of a deck of 24 cards: four places are left after the deal. Seat 1 opens, and all call. */
const four = () =>
  turkish({ params: { lowest_rank: '9' }, stacks: { 1: 900, 2: 900, 3: 900, 4: 900 }, deal: 'Kc 9c 9h Tc Kd 9d 9s Td Qc Jc Qh Th Qd Jd Qs Ts Jh Kh Js Ah' });

test('no place left: what the others discarded before is shuffled by the public stream and dealt from its start', () => {
  const setup = four();
  const deck = /** @type {number[]} */ (setup.dealt.cards);
  const { outcome } = ended(setup, 'r100 c c c d:Kc,Qc,Qd,Jh d:9c,Jd d:9h,9s d k k k k');
  assert.deepEqual(outcome.drawn[1], deck.slice(20).map(cardText));
  // Places of Kc, Qc, Qd, Jh: the first, third, fourth and fifth card of the first seat.
  const [places, after] = shuffle(setup.dealt.stream, [0, 8, 12, 16]);
  assert.deepEqual([...outcome.drawn[2], ...outcome.drawn[3]], places.map((place) => cardText(deck[place])));
  // All four are used up: then those of seats 2 and 3, on the same stream.
  const next = ended(setup, 'r100 c c c d:Kc,Qc,Qd,Jh d:9c,Jd d:9h,9s d:Tc,Td,Th k k k k').outcome;
  const [second] = shuffle(after, [1, 13, 2, 6]);
  assert.deepEqual(next.drawn[4], second.slice(0, 3).map((place) => cardText(deck[place])));
});

test('what a seat discards now it cannot draw, and folded hands are never dealt again', () => {
  const setup = four();
  const { outcome } = ended(setup, 'r100 c c f d:Kc,Qc,Qd,Jh d:9c,Jd,Jc,9d d:9h k k k');
  assert.deepEqual(outcome.hole[4], ['Tc', 'Td', 'Th', 'Ts', 'Ah']);
  assert.equal(new Set(Object.values(outcome.hole).flat()).size, 20, 'no card is in two hands');
  assert.deepEqual([...outcome.drawn[2]].sort(), ['Jh', 'Kc', 'Qc', 'Qd']);
  assert.ok(['9c', '9d', 'Jc', 'Jd'].includes(outcome.drawn[3][0]));
});

test('a single place is dealt without a draw of the stream', () => {
  const setup = four();
  const hand = played(setup, 'r100 c c c d:Kc d d:9h,9s,Qh,Qs');
  assert.equal(hand.draw?.stream.index, setup.dealt.stream.index);
  assert.deepEqual(hand.draw?.drawn[3], [21, 22, 23, 0], 'the card that seat 1 discarded');
});

test('before the seed is revealed hands are not known, and what depends on them is not asked', () => {
  const setup = turkish({ stacks: MANY, deal: KINGS });
  const hidden = { ...setup, dealt: { ...setup.dealt, cards: null } };
  let hand = played(hidden, 'k r100 c c');
  for (const discard of [2, 0, 4]) hand = act(hand, { seat: hand.turn ?? 0, type: 'draw', discard });
  assert.deepEqual([hand.turn, hand.openedBy], [2, 2]);
  assert.deepEqual(plain(hand.holes), { 1: [null, null, null, null, null], 2: [1, 4, 7, 10, 13], 3: [null, null, null, null, null] });
  assert.throws(() => act(played(hidden, 'k r100 c c'), { seat: 1, type: 'draw', discard: 5 }), refusal('rules'));
});
