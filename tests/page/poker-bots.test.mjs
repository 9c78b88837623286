/** Bots: each rule of `docs/bots.md` by an example that was worked out by hand, and the check of their actions. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deck } from '../../web_verifier/page/core/cards.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { POLICIES, actionsOfBots, decide, viewOf } from '../../web_verifier/page/games/poker/bots.js';
import { act, start } from '../../web_verifier/page/games/poker/hand.js';
import { readParams } from '../../web_verifier/page/games/poker/params.js';
import { result } from '../../web_verifier/page/games/poker/result.js';
import { bySeat } from '../../web_verifier/page/games/poker/ring.js';
import { byCounting, byPoints } from '../../web_verifier/page/games/poker/strength.js';
import { VARIANTS } from '../../web_verifier/page/games/poker/variants.js';
import { bestHand } from '../../web_verifier/page/games/ranking.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { readTrust } from '../../web_verifier/page/verify/trust.js';
import { actionOf, card, cards, plain, played, randomOf, randomRecord, setupOf } from './poker.mjs';

/** @typedef {import('../../web_verifier/page/games/poker/claims.js').Action} Action */
/** @typedef {import('../../web_verifier/page/games/poker/hand.js').Hand} Hand */
/** @typedef {import('../../web_verifier/page/games/poker/strength.js').Cards} Cards */
/** @typedef {import('../../web_verifier/page/games/poker/variants.js').Variant} Variant */
/** @typedef {import('../../web_verifier/page/games/poker/bots.js').Policy} Policy */

const TWO = { 1: 10_000, 2: 10_000 };

/** @param {string} name */
const policyOf = (name) => /** @type {Policy} */ (POLICIES.get(name));

/**
 * What a seat sees.
 * @param {string} game
 * @param {string} hole
 * @param {string} [board]
 * @param {string} [looked]
 * @returns {Cards}
 */
function seen(game, hole, board = '', looked) {
  const variant = /** @type {Variant} */ (VARIANTS.get(game));
  const params = readParams(variant, variant.blinds ? { small_blind: 1, big_blind: 2 } : { ante: 1, lowest_rank: '6' }, false);
  return {
    variant,
    ranking: variant.ranking(params),
    hole: cards(hole),
    board: cards(board),
    looked: looked === undefined ? null : card(looked),
    deck: deck(variant.lowest ?? params.lowest_rank),
  };
}

/** The strength by points. @param {string} game @param {string} hole @param {string} [board] */
const points = (game, hole, board) => byPoints(seen(game, hole, board));

/** What a policy does for the seat on turn; nothing was looked at. @param {string} policy @param {Hand} hand */
function does(policy, hand) {
  const { seat, ...action } = decide(policyOf(policy), viewOf(hand, null));
  assert.equal(seat, hand.turn);
  return Object.values(action).flat().join(' ');
}

/** Hands dealt card by card. @param {readonly string[]} holes in the order of the deal @param {string} [board] */
function dealt(holes, board = '') {
  const hands = holes.map((hole) => hole.split(' '));
  return `${hands[0].map((_, k) => hands.map((hand) => hand[k]).join(' ')).join(' ')} ${board}`;
}

/**
 * Heads-up before the flop: seat 2 has the button and acts first, with these cards.
 * @param {string} hole
 * @param {Record<string, unknown>} [more]
 */
const first = (hole, more = {}) => setupOf({ stacks: TWO, deal: dealt([hole.length > 5 ? '3c 3d 3h 3s' : '3c 3d', hole]), ...more });

test('points before the flop: the best two cards of the hand', () => {
  for (const [hole, strength] of /** @type {const} */ ([
    ['Ac Ad', 40 + 4 * 14],
    ['2c 2d', 40 + 4 * 2],
    ['Ks Ah', 2 * 27 + 4],
    ['As Ks', 2 * 27 + 6 + 4],
    ['3s 2s', 2 * 5 + 6 + 4],
    ['As 2s', 2 * 16 + 6],
    ['Ac 2d', 2 * 16],
    ['Kd Jc', 2 * 24],
    ['7c 2d', 2 * 9],
  ])) assert.equal(points('holdem', hole), strength, hole);
  assert.equal(points('omaha', 'Ac Kd 7s 7h'), 40 + 4 * 7);
  assert.equal(points('omaha', 'Ac Kd 2s 2h'), 2 * 27 + 4);
  assert.equal(points('omaha5', '2c Ks 9h Qs 4d'), 2 * 25 + 6 + 4);
  assert.equal(points('short_deck', 'Ac 6d'), 2 * 20, 'the ace is next to the king only');
});

test('points with a board: the category of the best hand', () => {
  for (const [hole, board, strength] of /** @type {const} */ ([
    ['Kc 9d', '2s 5h 7c', 15],
    ['Kc 9d', 'Ks 5h 7c', 40],
    ['Kc 9d', 'Ks 9h 7c', 62],
    ['Kc Kd', 'Ks 9h 7c', 75],
    ['Kc 9d', 'Qs Jh Tc', 82],
    ['Ac 2d', '3s 4h 5c', 82],
    ['Ac Kd', 'Qs Jh Tc', 82],
    ['Kc 9c', '2c 5c 7c 8d', 86],
    ['Kc Kd', 'Ks Kh 7c', 98 - 15],
    ['Kc 9c', 'Qc Jc Tc 2d', 100],
    ['Ac Kc', 'Qc Jc Tc 2d 3h', 100],
  ])) assert.equal(points('holdem', hole, board), strength, `${hole} | ${board}`);
  assert.equal(points('short_deck', 'Ac 6d', '7s 8h 9c'), 82, 'no row of its own in this ranking');
});

test('points off where the board holds two of a rank, once', () => {
  assert.equal(points('holdem', 'Kc Kd', 'Ks 9h 9c'), 93 - 15);
  assert.equal(points('holdem', 'Ac Qd', '9c 9d 7h 3s'), 40 - 15);
  assert.equal(points('holdem', 'Ac Qd', '9c 9d 5h 5s 2c'), 62 - 15);
  assert.equal(points('holdem', 'Ac Qd', '9c 9d 9h 5s 2c'), 75 - 15);
});

test('omaha: two of the hand and three of the board', () => {
  assert.equal(points('omaha', 'As Ks 2d 3c', 'Qs 9s 5s 8d'), 86);
  assert.equal(points('omaha', 'As 2d 6c 7h', 'Ks Qs Js 9s'), 15);
});

test('points in turkish poker: the category; high pairs count more', () => {
  for (const [hole, strength] of /** @type {const} */ ([
    ['Ac Kd 9s 8h 7c', 15],
    ['Qc Qd 9s 8h 7c', 40],
    ['Kc Kd 9s 8h 7c', 50],
    ['Ac Ad 9s 8h 7c', 50],
    ['Kc Kd 9s 9h 7c', 62],
    ['6c 6d 6s 9h 7c', 75],
    ['Ac 6d 7s 8h 9c', 80],
    ['6c 7d 8s 9h Tc', 82],
    ['Ac Kd Qs Jh Tc', 84],
    ['Ac Kc Qc Jc 9c', 86],
    ['Kc Kd Ks 9h 9c', 93],
    ['Kc Kd Ks Kh 9c', 98],
    ['Ac 6c 7c 8c 9c', 99],
    ['6c 7c 8c 9c Tc', 100],
    ['Ac Kc Qc Jc Tc', 100],
  ])) assert.equal(points('turkish', hole), strength, hole);
});

test('counting: pairs that are beaten count 2, equal ones 1', () => {
  const count = (/** @type {Parameters<typeof seen>} */ ...all) => byCounting(seen(...all));
  // Four twos lie there, so the best kicker decides. Of the 45 other cards 4 are aces and 3 kings: 703 pairs have neither, 117 a king and
  // no ace.
  assert.equal(count('holdem', 'Kc 4d', '2c 2d 2h 2s 3c'), Math.floor((100 * (2 * 703 + 117)) / (2 * 990)));
  // An ace that is known lies in no pair: 44 others.
  assert.equal(count('naiko', 'Kc 4d', '2c 2d 2h 2s 3c', 'Ah'), Math.floor((100 * (2 * 703 + 117)) / (2 * 946)));
  // A look at a card that is seen anyway changes nothing.
  assert.equal(count('naiko', 'Kc 4d', '2c 2d 2h 2s 3c', '3c'), 76);
  assert.equal(count('holdem', '3c 4d', 'As Ks Qs Js Ts'), 50, 'everybody has the board');
  assert.equal(count('holdem', 'Ac Ad', 'As Ah Kc Qd 9h'), 100);
});

test('counting in the short deck', () => {
  // Q-J-T-7-6 on the board, no three of a suit, 9-8 in the hand. Of the 29 other cards A-K (16 pairs) and K-9 (12) make a higher straight,
  // 9-8 (9) the same one.
  const all = (29 * 28) / 2;
  const expected = Math.floor((100 * (2 * (all - 16 - 12 - 9) + 9)) / (2 * all));
  assert.equal(byCounting(seen('short_deck', '9c 8d', 'Qs Jh Tc 7s 6h')), expected);
});

test('counting only with two cards and a board', () => {
  assert.equal(byCounting(seen('holdem', 'As Ks')), 64);
  assert.equal(byCounting(seen('omaha', 'As Ks 2d 3c', 'Qs 9s 5s 8d')), 86);
  assert.equal(byCounting(seen('turkish', 'Kc Kd 9s 8h 7c')), 50);
});

test('counting where a flush can be made', () => {
  // Aces against K-9-4 of clubs and a two: 10 clubs are left for 45 flushes; 12 sets, 54 two pairs; the other two aces are equal.
  const pairs = (46 * 45) / 2;
  const lost = 45 + 12 + 54;
  const expected = Math.floor((100 * (2 * (pairs - lost - 1) + 1)) / (2 * pairs));
  assert.equal(byCounting(seen('holdem', 'Ah Ad', 'Kc 9c 4c 2d')), expected);
});

test('counting gives what comparing each pair by itself gives', () => {
  const { one } = randomOf(7);
  for (let i = 0; i < 24; i++) {
    const game = one(['holdem', 'short_deck', 'naiko']);
    const from = seen(game, '');
    // Three suits, so that flushes come.
    const pool = from.deck.filter((each) => each % 4 > 0);
    const drawn = () => pool.splice(pool.indexOf(one(pool)), 1)[0];
    const [hole, board] = [2, one([3, 3, 4])].map((count) => Array.from({ length: count }, drawn));
    const worth = (/** @type {readonly number[]} */ two) => bestHand(two, board, from.ranking).strength;
    const unseen = from.deck.filter((each) => !hole.includes(each) && !board.includes(each));
    const all = unseen.flatMap((a, k) => unseen.slice(k + 1).map((b) => Math.sign(worth(hole) - worth([a, b])) + 1));
    const sum = all.reduce((before, points) => before + points, 0);
    assert.equal(byCounting({ ...from, hole, board }), Math.floor((100 * sum) / (2 * all.length)), `${game}: ${hole} | ${board}`);
  }
});

test('rule 1: an anchor is answered by a shield', () => {
  const hand = played(setupOf({ game: 'naiko', stacks: TWO, carousel: 1 }), 'anchor:1');
  for (const policy of POLICIES.keys()) assert.equal(does(policy, hand), 'shield');
});

test('rule 2: what is given away in the draw, in the order of the hand', () => {
  for (const [hole, discard] of /** @type {const} */ ([
    ['6c 9d Kh 7s Ac', '6c 9d 7s'],
    ['9c Ad 9h 7s 6c', 'Ad 7s 6c'],
    ['9c Ad 9h 7s 7c', 'Ad'],
    ['Ad 9c 7c 9h 9s', 'Ad 7c'],
    ['9c 9d 7c 9h 9s', '7c'],
    ['6c 7d 8h 9s Tc', ''],
    ['Ac 9c 8c 7c 6c', ''],
    ['9c 9d 9h 7s 7c', ''],
  ])) {
    const setup = setupOf({ game: 'turkish', stacks: TWO, deal: dealt(['Kd Ks Qd Jh Td', hole]) });
    for (const policy of POLICIES.keys()) assert.equal(does(policy, played(setup, 'r100 c d:')), `draw ${discard}`.trim(), hole);
  }
});

test('rule 3: a weak hand swaps its lower card, a strong one anchors, three Destellos give a look', () => {
  const naiko = { game: 'naiko', carousel: 0 };
  for (const policy of POLICIES.keys()) {
    assert.equal(does(policy, played(first('7c 2d', naiko))), 'swap 2d');
    assert.equal(does(policy, played(first('2d 7c', naiko))), 'swap 2d');
    assert.equal(does(policy, played(first('5h 4h', naiko))), 'swap 4h', '28');
    assert.equal(does(policy, played(first('9c 6d', naiko))), 'peek', '30');
    assert.equal(does(policy, played(first('8c 8d', naiko))), 'peek', '72');
    assert.equal(does(policy, played(first('9c 9d', naiko))), 'anchor 1', '76');
    // No second power in a turn; with 30 for 50 into 150 nobody goes on.
    assert.equal(does(policy, played(first('9c 6d', naiko), 'peek')), 'fold');
    // Without the swap in the carousel a weak hand looks.
    assert.equal(does(policy, played(first('7c 2d', { ...naiko, carousel: 1 }))), 'peek');
    // Two Destellos are enough for a swap, not for a look.
    const two = { ...naiko, table: { destellos: { 1: 2, 2: 1 } } };
    assert.equal(does(policy, played(first('7c 2d', two))), 'swap 2d');
    assert.equal(does(policy, played(first('9c 6d', two))), 'fold');
  }
});

test('rule 3: the first target clockwise from the seat', () => {
  const stacks = { 1: 5000, 2: 5000, 3: 5000 };
  const setup = setupOf({ game: 'naiko', stacks, button: 2, deal: dealt(['3c 3d', '4c 4d', '9c 9d']) });
  assert.equal(does('tight/1', played(setup)), 'anchor 3');
});

test('rule 4: all in or fold', () => {
  for (const [policy, hole, action] of /** @type {const} */ ([
    ['tight/1', 'Tc Td', 'all_in'],
    ['tight/1', '9c 9d', 'fold'],
    ['odds/1', '7c 7d', 'all_in'],
    ['odds/1', '6c 6d', 'fold'],
    ['count/1', '8c 8d', 'all_in'],
    ['count/1', '7c 7d', 'fold'],
  ])) assert.equal(does(policy, played(first(hole, { game: 'aof', stacks: { 1: 1000, 2: 1000 } }))), action, `${policy} ${hole}`);
});

test('rule 5: a raise to the own bet, the call, and a part of the pot with the call', () => {
  // 50 in, 50 to call, 150 in the pot.
  assert.equal(does('tight/1', played(first('Ac Ad'))), 'raise 200');
  assert.equal(does('odds/1', played(first('Ac Ad'))), 'raise 300');
  assert.equal(does('count/1', played(first('Ac Ad'))), 'raise 300');
  // Who has 100 in and faces 300: 100 + 200 + (400 + 200) / 2.
  const facing = setupOf({ stacks: TWO, deal: dealt(['Ac Ad', '3c 3d']) });
  assert.equal(does('tight/1', played(facing, 'r300')), 'raise 600');
  // From R on.
  assert.equal(does('tight/1', played(first('Tc Td'))), 'raise 200');
  assert.equal(does('odds/1', played(first('7c 7d'))), 'raise 300', '68');
  assert.equal(does('odds/1', played(first('6c 6d'))), 'call', '64');
});

test('rule 5: antes and a carried pot are part of the pot, not of the own bet; halves are cut', () => {
  // Three antes of 1: 100 + (153 + 100) / 2, cut.
  const stacks = { 1: 5000, 2: 5000, 3: 5000 };
  const setup = setupOf({ stacks, button: 1, params: { ante: 1 }, deal: dealt(['3c 3d', '4c 4d', 'Ac Ad']) });
  assert.equal(does('tight/1', played(setup)), 'raise 226');
  // Two antes of 100 and 150 from before.
  const deal = dealt(['Kd Ks Kh Jh Td', '6c 7d 8h 9s 9c']);
  const turkish = setupOf({ game: 'turkish', stacks: TWO, table: { pot_carried: 150 }, deal });
  assert.equal(does('odds/1', played(turkish)), 'raise 350');
});

test('rule 5: not under the least raise, not over the greatest', () => {
  // The big blind is there in part: 100 + (70 + 100) / 2 is less than 200.
  const stacks = { 1: 5000, 2: 5000, 3: 20 };
  const setup = setupOf({ stacks, button: 1, deal: dealt(['3c 3d', '4c 4d', 'Ac Ad']) });
  assert.equal(does('tight/1', played(setup)), 'raise 200');
  assert.equal(does('odds/1', played(first('Ac Ad', { stacks: { 1: 5000, 2: 250 } }))), 'raise 250');
  assert.equal(does('odds/1', played(first('Ac Ad Kc Kd', { game: 'omaha', params: { limit: 'pot' } }))), 'raise 300');
});

test('rule 5: where no raise is legal a strong hand calls', () => {
  const setup = setupOf({ stacks: TWO, deal: dealt(['Ac Ad', '3c 3d']) });
  assert.equal(does('tight/1', played(setup, 'r10000')), 'call');
});

test('rule 6: what costs nothing is checked', () => {
  const setup = setupOf({ stacks: TWO, deal: dealt(['7c 2d', '3c 3d']) });
  for (const policy of POLICIES.keys()) assert.equal(does(policy, played(setup, 'c')), 'check');
});

test('rule 7: a call at any price from C on', () => {
  assert.equal(does('tight/1', played(first('4c 4d'))), 'call', '56');
  assert.equal(does('tight/1', played(first('Ac Qd'))), 'fold', '52, and no price is good enough');
  // 76 is from C of odds/1 on; a raise is not legal.
  const setup = setupOf({ stacks: TWO, deal: dealt(['9c 9d', '3c 3d']) });
  assert.equal(does('odds/1', played(setup, 'r10000')), 'call');
  // 76 is under C of count/1, and (76 - 15) · (10100 + 9900) is more than 100 · 9900.
  assert.equal(does('count/1', played(setup, 'r10000')), 'call');
  // 60 is under it, and (60 - 15) · 20000 less than that.
  assert.equal(does('count/1', played(setupOf({ stacks: TWO, deal: dealt(['5c 5d', '3c 3d']) }), 'r10000')), 'fold');
});

test('rule 7: a price that is good enough', () => {
  // 50 into 150: (strength - 15) · 200 must be 5000.
  assert.equal(does('odds/1', played(first('Kc 7d'))), 'call', '40');
  assert.equal(does('odds/1', played(first('Kc 6d'))), 'fold', '38');
  // Only 10 are left: (strength - 15) · 160 must be 1000.
  const short = { stacks: { 1: 5000, 2: 60 } };
  assert.equal(does('odds/1', played(first('9c 2d', short))), 'call', '22');
  assert.equal(does('odds/1', played(first('8c 2d', short))), 'fold', '20');
});

test('a card that was looked at is seen before it lies there', () => {
  // Four twos on the turn; the river is an ace. Of 46 other cards 8 are higher than the queen and 3 queens: 595 pairs are beaten, 108 are
  // equal: 100 · 1298 / 2070 is 62. Without the ace there are 990 pairs: 65. To call are 2000, in the pot 2200: (62 - 15) · 4200 is less
  // than 200 000, (65 - 15) · 4200 is not.
  const deal = dealt(['5c 6d', 'Qc 4d'], '2c 2d 2h 2s Ah');
  const setup = setupOf({ game: 'naiko', stacks: TWO, deal, table: { bots: { 2: 'count/1' } } });
  const texts = 'c k k k r2000 peek';
  const hand = played(setup, texts);
  assert.equal(byCounting(viewOf(hand, null).cards), 62);
  assert.equal(does('count/1', hand), 'fold');
  assert.equal(byCounting(viewOf(hand, card('Ah')).cards), 65);
  const seats = [2, 1, 1, 2, 1, 2, 2];
  const actions = [...texts.split(' '), 'c'].map((text, i) => actionOf(text, seats[i]));
  assert.deepEqual(actionsOfBots(setup, actions).at(-1), { index: 6, action: { seat: 2, type: 'call' } });
});

test('a card that was swapped away counts as one that others may hold', () => {
  const deal = dealt(['5c 6d', 'Kc Ad'], '4d 2c 2d 2h 2s 3c');
  const hand = played(setupOf({ game: 'naiko', stacks: TWO, deal }), 'swap:Ad c k k k k k k');
  const { cards: sees } = viewOf(hand, null);
  assert.deepEqual(sees.hole, cards('Kc 4d'));
  assert.equal(byCounting(sees), 76, 'as worked out above for all 45 others; of 44 it would be 80');
});

/**
 * A random table at which all are bots, played by their policies.
 * @param {number} seed
 * @param {string} game
 * @param {readonly string[]} policies by turns
 */
function recordOfBots(seed, game, policies) {
  const { record, setup } = randomRecord(seed, game);
  const bots = bySeat(setup.table.seats, (seat) => policies[setup.table.seats.indexOf(seat) % policies.length]);
  let hand = start(setup);
  /** @type {Map<number, number>} */
  const looked = new Map();
  /** @type {Action[]} */
  const actions = [];
  while (hand.turn !== null) {
    const action = decide(policyOf(bots[hand.turn]), viewOf(hand, looked.get(hand.turn) ?? null));
    if (action.type === 'peek') looked.set(hand.turn, Number(setup.dealt.cards?.[hand.next]));
    actions.push(action);
    hand = act(hand, action);
  }
  const { opened: _, ...rest } = record;
  return plain({ ...rest, table: { ...rest.table, bots }, actions, ...result(hand) });
}

const TRUST = readTrust([], [], false);

/** @param {any} record */
function checked(record) {
  const { verdict, checks } = verifyRecord(readJson(JSON.stringify(record)), TRUST);
  const { status, detail, expected, actual } = checks[checks.length - 1];
  assert.equal(checks[checks.length - 1].check, 'bots');
  return { verdict, status, id: detail.id, values: detail.values, expected, actual };
}

test('check: what the policies do passes, with the number of actions', () => {
  for (const game of VARIANTS.keys()) {
    for (let seed = 0; seed < 5; seed++) {
      const record = recordOfBots(seed, game, ['odds/1', 'count/1', 'tight/1']);
      const { verdict, status, values } = checked(record);
      assert.deepEqual([verdict, status, values], ['verified', 'pass', { count: record.actions.length }], `${game} ${seed}`);
    }
  }
});

/** A hand in which somebody folds. */
const SOME = recordOfBots(3, 'holdem', ['tight/1']);

test('check: the first action that differs fails it', () => {
  const at = SOME.actions.findIndex((/** @type {Action} */ { type }) => type === 'fold');
  const { seat } = SOME.actions[at];
  const timed = structuredClone(SOME);
  timed.actions[at].timeout = true;
  const expected = { seat, type: 'fold' };
  const values = { index: at, seat, policy: 'tight/1' };
  const fails = { verdict: 'failed', status: 'fail', id: 'bots.fail', values, expected, actual: { ...expected, timeout: true } };
  assert.deepEqual(checked(timed), fails);
  // An unknown policy elsewhere changes nothing.
  const other = Object.keys(timed.table.bots).find((one) => Number(one) !== seat);
  timed.table.bots[String(other)] = 'other/1';
  assert.deepEqual(checked(timed), fails);
});

test('check: an unknown policy leaves it open, and is named', () => {
  const record = structuredClone(SOME);
  const [one, other] = Object.keys(record.table.bots);
  Object.assign(record.table.bots, { [one]: 'z/1', [other]: 'a/2' });
  const { verdict, status, id, values } = checked(record);
  assert.deepEqual([verdict, status, id, values], ['verified', 'skip', 'bots.unknown', { seats: `${one}, ${other}`, policies: 'a/2, z/1' }]);
});

test('check: nothing to compare', () => {
  /** @param {(record: any) => void} change */
  const changed = (change) => {
    const record = structuredClone(SOME);
    change(record);
    const { status, id } = checked(record);
    return [status, id];
  };
  const free = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((seat) => !(String(seat) in SOME.table.stacks));
  assert.deepEqual(changed(({ table }) => delete table.bots), ['skip', 'bots.none']);
  assert.ok(free !== undefined);
  assert.deepEqual(changed(({ table }) => Object.assign(table, { bots: { [free]: 'tight/1' } })), ['skip', 'bots.none']);
  assert.deepEqual(changed(({ seeds }) => delete seeds.server_seed), ['skip', 'skip.seed']);
  assert.deepEqual(changed(({ actions }) => actions.pop()), ['skip', 'skip.rules']);
  const calledOff = changed((record) => {
    record.void = { reason: 'x' };
    delete record.outcome;
  });
  assert.deepEqual(calledOff, ['skip', 'skip.void']);
});
