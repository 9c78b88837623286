/** The powers of Naiko: section 4 of the rules of the poker games. Every seat begins with two Destellos, and gets one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { act } from '../../web_verifier/page/games/poker/hand.js';
import { legal } from '../../web_verifier/page/games/poker/legal.js';
import { actionOf, ended, played, raises, setupOf } from './poker.mjs';
import { refusal } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Hand} Hand */

const [PEEK_SWAP, PEEK_SHIELD, SWAP_SHIELD] = [0, 1, 2];

/** @param {number} carousel @param {Parameters<typeof setupOf>[0]} [more] */
const naiko = (carousel, more = { stacks: { 1: 5000, 2: 5000, 3: 5000, 4: 5000 } }) => setupOf({ game: 'naiko', carousel, ...more });

/** @param {Hand} hand @param {string} text */
const refused = (hand, text) => assert.throws(() => act(hand, actionOf(text, hand.turn ?? 0)), refusal('rules'), text);

/** Destellos by seat, in order. @param {Hand} hand */
const destellos = ({ powers }) => Object.values(powers?.destellos ?? {});

/** Powers and answers that the seat on turn may use. @param {Hand} hand */
const usable = (hand) => legal(hand).map(({ type }) => type).filter((type) => !['fold', 'check', 'call', 'raise'].includes(type));

test('one Destello a hand, three at most, usable at once', () => {
  const setup = naiko(PEEK_SWAP, { stacks: { 1: 500, 2: 500, 3: 500 }, table: { destellos: { 1: 0, 2: 2, 3: 3 } } });
  assert.deepEqual(destellos(played(setup)), [1, 3, 3]);
  assert.deepEqual(destellos(played(setup, 'c peek')), [0, 3, 3]);
});

test('three carousels; the shield comes only with the anchor', () => {
  for (const [carousel, names] of /** @type {const} */ ([
    [PEEK_SWAP, ['peek', 'swap', 'anchor']],
    [PEEK_SHIELD, ['peek', 'anchor', 'shield']],
    [SWAP_SHIELD, ['swap', 'anchor', 'shield']],
  ])) {
    assert.deepEqual(ended(naiko(carousel), 'f f f').outcome.carousel, names);
  }
  refused(played(naiko(SWAP_SHIELD)), 'peek');
  refused(played(naiko(PEEK_SHIELD)), 'swap:2c');
});

test('a power ends no turn; one a turn, each once a hand, and a new turn may bring another', () => {
  const setup = naiko(PEEK_SWAP);
  const looked = played(setup, 'peek');
  assert.equal(looked.turn, 3);
  assert.deepEqual(usable(looked), []);
  refused(looked, 'anchor:4');
  assert.deepEqual(usable(played(setup, 'peek c')), ['peek', 'swap', 'anchor'], 'of another seat');
  const again = played(setup, 'anchor:4 c c c r200');
  assert.deepEqual([again.turn, usable(again)], [3, ['peek']], 'nobody is left that has not acted');
  assert.deepEqual(usable(played(setup, 'peek c c c r200')), []);
});

test('three ordinary activations a round of betting and table; a shield is none', () => {
  const setup = naiko(PEEK_SHIELD);
  const three = played(setup, 'peek c peek c peek c');
  assert.deepEqual([three.turn, usable(three)], [2, []]);
  refused(three, 'peek');
  assert.deepEqual(usable(played(setup, 'peek c peek c peek c k')), ['anchor'], 'the next round counts anew');
  assert.deepEqual(usable(played(setup, 'anchor:4 shield c c peek c')), ['peek'], 'an anchor that was blocked counts, its shield does not');
  assert.deepEqual(usable(played(setup, 'anchor:4 shield c peek c peek c')), []);
});

test('what a power costs; who has too little is refused, and pays nothing', () => {
  const table = { destellos: { 1: 0, 2: 0, 3: 0, 4: 1 } };
  const stacks = { 1: 500, 2: 500, 3: 500, 4: 500 };
  const poor = played(naiko(PEEK_SWAP, { stacks, table }));
  assert.deepEqual(usable(poor), ['peek']);
  refused(poor, 'anchor:4');
  refused(poor, 'swap:2c');
  assert.deepEqual(destellos(played(naiko(PEEK_SWAP, { stacks, table }), 'c anchor:1')), [1, 1, 1, 0]);
});

test('secret look: not on the river, and it moves nothing', () => {
  const setup = naiko(PEEK_SHIELD);
  assert.equal(played(setup, 'peek').next, played(setup).next);
  assert.ok(usable(played(setup, 'c c c k k k k k')).includes('peek'));
  const river = played(setup, 'c c c k k k k k k k k k');
  assert.equal(river.board.length, 5);
  refused(river, 'peek');
});

test('sleeve swap: the next place takes the place of the card, and the board follows it', () => {
  const setup = naiko(PEEK_SWAP, { stacks: { 1: 500, 2: 500, 3: 500 }, deal: '2c 3c 4c 2d 3d 4d As Ks Qs Js Ts 9s' });
  const { outcome } = ended(setup, 'swap:4c c swap:2d c k k k k k k k k k k');
  assert.deepEqual(outcome.hole, { 1: ['2c', 'Ks'], 2: ['3c', '3d'], 3: ['As', '4d'] });
  assert.deepEqual(outcome.board, ['Qs', 'Js', 'Ts', '9s', '2h']);
  assert.deepEqual(outcome.destellos, { 1: 1, 2: 3, 3: 1 });
  refused(played(setup), 'swap:2c');
  assert.deepEqual(legal(played(setup)).find(({ type }) => type === 'swap')?.cards, ['4c', '4d']);
});

test('sleeve swap: before the flop and before the own first action, a blind being none', () => {
  const setup = naiko(PEEK_SWAP, { stacks: { 1: 500, 2: 500, 3: 500 } });
  assert.ok(usable(played(setup, 'c c')).includes('swap'), 'the big blind');
  assert.ok(!usable(played(setup, 'c c r200')).includes('swap'), 'who has called');
  assert.ok(!usable(played(setup, 'c c k')).includes('swap'), 'the flop');
});

test('short anchor: pot 100, a bet of 40, nothing put in: the raise-to is at most 220', () => {
  const setup = naiko(PEEK_SWAP, { params: { small_blind: 10, big_blind: 20 }, stacks: { 1: 5000, 2: 5000, 3: 5000, 4: 5000, 5: 5000 } });
  const hand = played(setup, 'c c c c k anchor:2 r40');
  assert.deepEqual([hand.turn, raises(hand)], [2, [80, 220]]);
  refused(hand, 'r221');
  assert.deepEqual(raises(played(setup, 'c c c c k r40')), [80, 4980], 'without an anchor');
});

test('short anchor: it holds all turns of the round and not the next, never under a legal minimum', () => {
  const setup = naiko(PEEK_SWAP, { stacks: { 1: 1, 2: 1, 3: 5000, 4: 5000 } });
  assert.deepEqual(raises(played(setup, 'anchor:4 c')), [200, 302], 'bet 100, pot 102 and a call of 100');
  assert.deepEqual(raises(played(setup, 'anchor:4 r200 r500 r800')), [1100, 2402], 'asked again, it still holds');
  assert.deepEqual(raises(played(setup, 'anchor:4 c c k')), [100, 4900], 'the next round');
  const short = naiko(PEEK_SWAP, { stacks: { 1: 5000, 2: 5000, 3: 5000, 4: 150 } });
  assert.deepEqual(raises(played(short, 'anchor:4 c')), [150, 150]);
});

test('short anchor: on another live seat with chips that has not acted, once a target and round', () => {
  const setup = naiko(PEEK_SHIELD, { stacks: { 1: 5000, 2: 100, 3: 5000, 4: 5000, 5: 5000 } });
  const first = played(setup);
  assert.deepEqual(legal(first).find(({ type }) => type === 'anchor')?.targets, [1, 4, 5], 'not itself, not one that is all-in');
  for (const target of [2, 3, 6]) refused(first, `anchor:${target}`);
  refused(played(setup, 'c'), 'anchor:3');
  refused(played(setup, 'anchor:1 shield c'), 'anchor:1');
  refused(played(setup, 'anchor:1 decline c'), 'anchor:1');
});

test('the answer window: a shield cancels the anchor, whose price is gone all the same', () => {
  const setup = naiko(PEEK_SHIELD);
  const asked = played(setup, 'anchor:4');
  assert.deepEqual([asked.turn, usable(asked), destellos(asked)], [4, ['shield', 'decline'], [3, 3, 1, 3]]);
  for (const other of ['c', 'f', 'peek']) refused(asked, other);
  assert.throws(() => act(asked, actionOf('c', 3)), refusal('rules'), 'the anchoring seat waits');
  const shielded = played(setup, 'anchor:4 shield');
  assert.deepEqual([shielded.turn, destellos(shielded)], [3, [3, 3, 1, 2]]);
  assert.deepEqual(raises(act(shielded, actionOf('c', 3))), [200, 5000]);
  const declined = played(setup, 'anchor:4 decline');
  assert.deepEqual([declined.turn, destellos(declined)], [3, [3, 3, 1, 3]]);
  assert.deepEqual(raises(act(declined, actionOf('c', 3))), [200, 450]);
  assert.equal(act(asked, { seat: 4, type: 'decline', timeout: true }).turn, 3);
});

test('no window: without the shield in the carousel, without a Destello, after the own shield', () => {
  const stacks = { 1: 5000, 2: 5000, 3: 5000 };
  for (const [setup, actions] of /** @type {const} */ ([
    [naiko(PEEK_SWAP, { stacks }), 'c anchor:2'],
    [naiko(PEEK_SHIELD, { stacks, table: { destellos: { 1: 2, 2: 2, 3: 0 } } }), 'peek c c k anchor:3'],
    [naiko(PEEK_SHIELD, { stacks }), 'anchor:2 shield c c k anchor:2'],
  ])) {
    const hand = played(setup, actions);
    assert.deepEqual([hand.turn, hand.powers?.window, hand.powers?.anchored.length], [1, null, 1], actions);
    refused(hand, 'shield');
    refused(hand, 'decline');
  }
});

test('nobody plays on while an anchor waits for its answer', () => {
  const setup = naiko(SWAP_SHIELD, { stacks: { 1: 5000, 2: 5000 }, button: 1 });
  assert.throws(() => ended(setup, 'anchor:2'));
  const { outcome } = ended(setup, 'anchor:2 shield r300 f');
  assert.deepEqual(outcome.destellos, { 1: 1, 2: 2 });
});
