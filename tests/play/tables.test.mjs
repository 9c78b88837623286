/** Tables in the play page: the seat's chain, what it checks at the deal, actions chosen before the turn, what a view shows. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Tab, load, refusal, serviceOf } from './page.mjs';

const { Chain, ChainFault, chainName, freshSecret, linksOf } = await load('tables/chain.js');
const { PlainSeeds } = await load('tables/plain.js');
const { LiveCheck } = await load('tables/live.js');
const { actionOf, choices, kept, owed } = await load('tables/preselect.js');
const { modelOf, quickRaises } = await load('tables/model.js');
const { fragmentOf } = await load('tables/hands.js');
const { tableOf } = await load('tables/address.js');
const { wishOf } = await load('tables/lobby.js');
const { Calls } = await load('tables/calls.js');
const { Api } = await load('api.js');
const { sessionOf } = await load('session.js');
const { inclusionProof, leafHash, root } = await import('../../web_verifier/page/core/merkle.js');
const { hex, utf8 } = await import('../../web_verifier/page/core/bytes.js');
const { sha256 } = await import('../../web_verifier/page/core/sha256.js');

/** Hands as a seat saw them, of every game (`table_views.py`). @type {{game: string, views: any[]}[]} */
const HANDS = JSON.parse(readFileSync(new URL('table_views.json', import.meta.url), 'utf8'));
const clone = (/** @type {any} */ value) => JSON.parse(JSON.stringify(value));
const deal = (/** @type {string} */ letter, nonce = 0) => ({ server_seed_hash: 'a'.repeat(64), nonce, deck_root: letter.repeat(64) });

// The chain

test('each link is the SHA-256 of the next one', () => {
  const secret = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b';
  const links = linksOf(secret, 3);
  assert.equal(links.length, 4);
  assert.equal(links[3], secret);
  assert.equal(links[2], '3d91b58504a6cc3a159005ee7b16c7ae503ca6ac2a6a3c893837083c236b864a');
  assert.equal(links[1], hex(sha256(utf8(links[2]))));
});

test('the secret is made of 256 bits of the browser’s generator', () => {
  const source = { getRandomValues: (/** @type {Uint8Array} */ bytes) => bytes.fill(0xab) };
  assert.equal(freshSecret(source), 'ab'.repeat(32));
  assert.notEqual(freshSecret(), freshSecret());
});

test('a link is given for one deck, again for the same, and goes on after a reload', () => {
  const store = new Tab();
  const chain = Chain.make(store, 'x', 3, 'c'.repeat(64));
  const links = linksOf('c'.repeat(64), 3);
  assert.equal(chain.head, links[0]);
  assert.equal(chain.next(deal('1'), links[0]), links[1]);
  assert.equal(chain.next(deal('1'), links[0]), links[1]);
  const later = Chain.find(store, 'x');
  assert.deepEqual(later.promised, deal('1'));
  assert.equal(later.next(deal('1'), links[1]), links[1]);
  assert.equal(later.next(deal('2', 1), links[1]), links[2]);
  assert.equal(later.left, 1);
  assert.equal(Chain.find(store, 'x').last, links[2]);
  assert.equal(Chain.find(store, 'y'), null);
});

test('no link is given without a deck, for a second deck, to a table that names another, or behind the last', () => {
  const why = (/** @type {() => unknown} */ give) => {
    try {
      give();
    } catch (error) {
      assert.ok(error instanceof ChainFault);
      return /** @type {any} */ (error).why;
    }
    return null;
  };
  const links = linksOf('c'.repeat(64), 2);
  const store = new Tab();
  const chain = Chain.make(store, 'x', 2, 'c'.repeat(64));
  assert.equal(why(() => chain.next({ ...deal('1'), deck_root: '' }, links[0])), 'no_deck');
  assert.equal(why(() => chain.next(deal('1'), links[1])), 'strange');
  assert.equal(chain.next(deal('1'), links[0]), links[1]);
  // It was sent for deck 1, and the table says that it never came: whoever has it may have fixed deck 2 knowing it.
  assert.equal(why(() => chain.next(deal('2'), links[0])), 'unconfirmed');
  assert.equal(why(() => chain.next(deal('1', 1), links[0])), 'unconfirmed');
  assert.equal(chain.next(deal('3'), links[1]), links[2]);
  assert.equal(why(() => chain.next(deal('4'), links[2])), 'used_up');
  assert.equal(chain.left, 0);
});

test('a plain seed is new for each deck, the same again for the same one, and a text of the player’s is used once', () => {
  const store = new Tab();
  const seeds = new PlainSeeds(store, 'x');
  assert.equal(seeds.promised, null);
  const first = seeds.next(deal('1'));
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.equal(seeds.next(deal('1')), first);
  assert.ok(seeds.want('my own ж'));
  assert.equal(seeds.next(deal('1')), first, 'what was sent for a deck stays');
  const later = new PlainSeeds(store, 'x');
  assert.equal(later.wanted, 'my own ж');
  assert.equal(later.next(deal('2', 1)), 'my own ж');
  assert.deepEqual([later.promised, later.last, later.wanted], [deal('2', 1), 'my own ж', '']);
  assert.notEqual(new PlainSeeds(store, 'x').next(deal('3', 2)), 'my own ж');
  for (const text of [' x', 'x\n', 'x'.repeat(65), 'e\u0301', '\u0007']) assert.equal(later.want(text), false, JSON.stringify(text));
  assert.ok(later.want(''));
  assert.throws(() => later.next({ ...deal('4'), deck_root: '' }), ChainFault);
});

test('a link that was lost on the way is owed for its hand, and for no other', () => {
  const links = linksOf('c'.repeat(64), 4);
  const chain = Chain.make(new Tab(), 'x', 4, 'c'.repeat(64));
  assert.equal(chain.owes(deal('1'), links[0]), false);
  chain.next(deal('1'), links[0]);
  assert.equal(chain.owes(deal('1'), links[0]), true);
  assert.equal(chain.owes(deal('2'), links[0]), false);
  assert.equal(chain.owes(deal('1'), links[1]), false);
  assert.equal(chain.owes(deal('1'), links[2]), false);
  assert.equal(chain.next(deal('1'), links[0]), links[1]);
  assert.equal(chain.next(deal('2'), links[1]), links[2]);
});

test('a copy of the tab goes on behind the link that the other one gave', () => {
  const links = linksOf('c'.repeat(64), 4);
  const store = new Tab();
  const chain = Chain.make(store, 'x', 4, 'c'.repeat(64));
  chain.next(deal('1'), links[0]);
  for (const known of [links[0], links[1], 'f'.repeat(64), null]) chain.follow(known);
  assert.deepEqual([chain.last, chain.promised], [links[1], deal('1')]);
  chain.follow(links[2]);
  assert.deepEqual([chain.last, chain.promised, chain.left], [links[2], null, 2]);
  assert.equal(Chain.find(store, 'x').last, links[2]);
  assert.equal(chain.owes(deal('1'), links[1]), false);
  assert.equal(chain.next(deal('3'), links[2]), links[3]);
});

test('whoever leaves leaves no secret behind', () => {
  const store = new Tab();
  const session = sessionOf(store);
  session.enter({ player: 'ann', token: 'fp_x' });
  Chain.make(store, chainName('ann', 't1'), 2);
  store.setItem('fairseed.hands.ann.t1', '[]');
  session.setLook('lang', 'ru');
  session.leave();
  assert.deepEqual(Array.from({ length: store.length }, (_, i) => store.key(i)), ['fairseed.look.lang']);
});

// What is checked at the deal

/** @param {any} view */
const givenOf = ({ hand, seat }) => {
  const { server_seed_hash, nonce, client_seeds } = hand.seeds;
  return { promised: { server_seed_hash, nonce, deck_root: hand.deck_root }, link: client_seeds[seat] };
};
/** @param {any} view */
const found = (view, given = givenOf(view)) => new LiveCheck().check(view.hand, view.seat, given);

for (const { game, views } of HANDS) {
  const dealt = views.filter(({ hand }) => hand.receipt && hand.state !== 'void');
  const open = dealt.filter(({ hand }) => hand.state === 'open');

  test(`${game}: every view of a hand is proven, one after the other`, () => {
    const live = new LiveCheck();
    assert.deepEqual(live.check(views[0].hand, views[0].seat), { alarm: null, proofs: [], story: null });
    for (const view of dealt) {
      const { alarm, proofs } = live.check(view.hand, view.seat, view.hand.state === 'open' ? givenOf(view) : null);
      assert.equal(alarm, null, JSON.stringify(alarm));
      const own = proofs.filter((/** @type {any} */ proof) => proof.own).map((/** @type {any} */ { opening }) => opening.card);
      if (view.hand.shown.hole) assert.deepEqual([...own].sort(), [...view.hand.shown.hole[view.seat]].sort());
      else assert.ok(own.length > 0);
    }
    assert.ok(open.length >= 2);
  });

  test(`${game}: whatever is changed in it raises the alarm`, () => {
    const view = open[open.length - 1];
    const seat = view.seat;
    /** @type {[string, (hand: any) => void, string[]][]} */
    const changes = [
      ['a card', ({ opened }) => (opened[0].card = opened[1].card), ['proof']],
      ['a salt', ({ opened }) => (opened[0].salt = 'f'.repeat(64)), ['proof']],
      ['a step of a proof', ({ opened }) => (opened[0].proof[2] = 'f'.repeat(64)), ['proof']],
      ['a slot', ({ opened }) => (opened[0].slot = opened[1].slot), ['proof']],
      ['two places', ({ opened }) => ([opened[0].place, opened[1].place] = [opened[1].place, opened[0].place]), ['proof']],
      ['a seed', ({ seeds }) => (seeds.client_seeds[Object.keys(seeds.client_seeds).find((each) => Number(each) !== seat) ?? ''] = 'f'.repeat(64)), ['proof']],
      ['the own seed', ({ seeds }) => (seeds.client_seeds[seat] = 'f'.repeat(64)), ['own_link']],
      ['the deck', (hand) => (hand.deck_root = 'f'.repeat(64)), ['promise']],
      ['the promise', ({ seeds }) => (seeds.server_seed_hash = 'f'.repeat(64)), ['promise']],
      ['the nonce', ({ seeds }) => seeds.nonce++, ['promise']],
      ['a card that is shown', ({ shown }) => (shown.hole[seat][0] = shown.hole[seat][1]), ['unproven']],
      ['a card kept back', (hand) => (hand.opened = hand.opened.slice(1)), ['unproven', 'no_cards']],
      ['a hand that is none', (hand) => (hand.table = {}), ['unreadable']],
      ['an action', (hand) => hand.actions.push({ seat: 99, type: 'fold' }), ['rules', 'unreadable']],
    ];
    for (const [what, change, reasons] of changes) {
      const changed = clone(view);
      change(changed.hand);
      const { alarm } = found(changed, givenOf(view));
      assert.ok(reasons.includes(alarm?.why), `${what}: ${JSON.stringify(alarm)}`);
    }
  });
}

test('an alarm stays to the end of the hand, and one hand says nothing of the next', () => {
  const { views } = HANDS.find(({ game }) => game === 'holdem') ?? HANDS[0];
  const open = views.filter(({ hand }) => hand.state === 'open');
  const live = new LiveCheck();
  const first = clone(open[0]);
  first.hand.opened[0].salt = '0'.repeat(64);
  assert.equal(live.check(first.hand, first.seat, givenOf(first)).alarm.why, 'proof');
  assert.equal(live.check(open[1].hand, open[1].seat, givenOf(open[1])).alarm.why, 'proof');
  const next = HANDS.find(({ game }) => game === 'omaha') ?? HANDS[0];
  assert.equal(live.check(next.views[1].hand, next.views[1].seat, givenOf(next.views[1])).alarm, null);
});

test('a deck with one card twice is found as soon as both are open', () => {
  const { views } = HANDS.find(({ game }) => game === 'holdem') ?? HANDS[0];
  const view = clone(views.find(({ hand }) => hand.state === 'open'));
  const { hand } = view;
  // A dealer without scruples: every slot holds the ace of spades, and every proof holds.
  const salt = '0'.repeat(64);
  const leaves = Array.from({ length: 52 }, (_, slot) => leafHash(utf8(`${slot}:As:${salt}`)));
  hand.deck_root = hex(root(leaves));
  hand.opened = hand.opened.map((/** @type {any} */ { place, slot }) => ({ place, slot, card: 'As', salt, proof: inclusionProof(leaves, slot).map(hex) }));
  hand.shown.hole[view.seat] = ['As', 'As'];
  hand.shown.board = hand.shown.board.map(() => 'As');
  const { alarm } = found(view);
  assert.equal(alarm.fault.id, 'cards.twice');
});

test('a card that was shown can’t become another', () => {
  const { views } = HANDS.find(({ game }) => game === 'omaha') ?? HANDS[0];
  const open = views.filter(({ hand }) => hand.state === 'open');
  const live = new LiveCheck();
  assert.equal(live.check(open[0].hand, open[0].seat, givenOf(open[0])).alarm, null);
  const later = clone(open[1]);
  later.hand.opened[0].card = '2c' === later.hand.opened[0].card ? '2d' : '2c';
  assert.equal(live.check(later.hand, later.seat, givenOf(later)).alarm.why, 'changed');
});

// Actions chosen before the turn

const waiting = (/** @type {number} */ bet, /** @type {number} */ own, more = {}) => ({
  state: 'open',
  game: 'holdem',
  legal: [],
  params: { big_blind: 10 },
  shown: { board: ['2c', '3c', '4c'], seats: { 1: { stack: 100, bet: own, folded: false }, 2: { stack: 100, bet, folded: false } } },
  ...more,
});

test('what can be chosen follows from what is owed', () => {
  assert.deepEqual(choices(waiting(0, 0), 1), [{ type: 'check_fold' }, { type: 'check' }]);
  assert.deepEqual(choices(waiting(30, 10), 1), [{ type: 'check_fold' }, { type: 'call', chips: 20 }]);
  assert.deepEqual(choices(waiting(300, 10), 1)[1], { type: 'call', chips: 100 });
  assert.deepEqual(choices(waiting(30, 10, { legal: [{ type: 'fold' }] }), 1), []);
  assert.deepEqual(choices(waiting(30, 10, { state: 'settled' }), 1), []);
  assert.deepEqual(choices(waiting(30, 10), 3), []);
  const short = waiting(6, 0);
  short.shown.board = [];
  assert.equal(owed(short, 1), 10);
});

test('a choice with an amount is dropped when the amount changes; check or fold stays', () => {
  const call = { type: 'call', chips: 20 };
  assert.deepEqual(kept(call, waiting(30, 10), 1), call);
  assert.equal(kept(call, waiting(40, 10), 1), null);
  assert.equal(kept({ type: 'check' }, waiting(30, 10), 1), null);
  assert.deepEqual(kept({ type: 'check_fold' }, waiting(30, 10), 1), { type: 'check_fold' });
  assert.equal(kept({ type: 'check_fold' }, waiting(30, 10, { state: 'settled' }), 1), null);
  assert.equal(kept(call, waiting(30, 10, { legal: [{ type: 'fold' }, { type: 'call', chips: 25 }] }), 1), null);
  assert.deepEqual(kept(call, waiting(30, 10, { legal: [{ type: 'fold' }, { type: 'call', chips: 20 }] }), 1), call);
});

test('on the turn a choice becomes an action only if that is legal', () => {
  const owes = [{ type: 'fold' }, { type: 'call', chips: 20 }, { type: 'raise', least: 40, most: 90 }];
  const free = [{ type: 'fold' }, { type: 'check' }];
  assert.deepEqual(actionOf({ type: 'check_fold' }, free), { type: 'check' });
  assert.deepEqual(actionOf({ type: 'check_fold' }, owes), { type: 'fold' });
  assert.equal(actionOf({ type: 'check' }, owes), null);
  assert.deepEqual(actionOf({ type: 'call', chips: 20 }, owes), { type: 'call' });
  assert.equal(actionOf({ type: 'call', chips: 10 }, owes), null);
  assert.equal(actionOf({ type: 'check_fold' }, [{ type: 'shield' }, { type: 'decline' }]), null);
  assert.equal(actionOf({ type: 'check_fold' }, [{ type: 'draw', most: 4 }]), null);
});

test('what the page reckons as owed is what the service asks for', () => {
  let count = 0;
  for (const { game, views } of HANDS) {
    if (game === 'aof') continue;
    for (const { hand, seat } of views) {
      const types = hand.legal.map((/** @type {any} */ { type }) => type);
      if (!types.includes('fold')) continue;
      assert.equal(owed(hand, seat), hand.legal.find((/** @type {any} */ { type }) => type === 'call')?.chips ?? 0);
      count++;
    }
  }
  assert.ok(count > 5);
});

// What is shown

for (const { game, views } of HANDS) {
  test(`${game}: what stands on the table is what the service says, and no card that the seat may not see`, () => {
    for (const view of views) {
      const model = modelOf(view);
      const { hand, seat } = view;
      assert.equal(model.seats[0].seat, seat);
      assert.ok(model.seats[0].own);
      assert.equal(model.state, hand.state);
      assert.deepEqual(model.seats.map((/** @type {any} */ one) => one.seat).sort(), Object.keys(view.taken).map(Number));
      for (const one of model.seats) {
        const open = one.cards.filter((/** @type {any} */ { card }) => card !== null);
        if (hand.state === 'open' && !one.own) assert.equal(open.length, 0);
        if (hand.state === 'open') assert.deepEqual([one.stack, one.bet, one.folded], [hand.shown.seats[one.seat].stack, hand.shown.seats[one.seat].bet, hand.shown.seats[one.seat].folded]);
        if (one.folded && !one.own) assert.equal(open.length, 0);
        assert.equal(one.asked, hand.state === 'links' ? !hand.shown.given.includes(one.seat) : hand.state === 'open' && hand.shown.turn === one.seat);
      }
      if (hand.state === 'open') assert.equal(model.pot, hand.shown.pot);
      if (hand.state === 'settled') {
        const paid = model.seats.reduce((/** @type {number} */ sum, /** @type {any} */ { wins }) => sum + wins, 0);
        assert.equal(paid, hand.outcome.pots.reduce((/** @type {number} */ sum, /** @type {any} */ { amount, rake }) => sum + amount - rake, 0));
        for (const one of model.seats) assert.equal(one.stack, view.taken[one.seat].stack);
      }
    }
  });

  test(`${game}: amounts on the buttons of a raise are legal`, () => {
    for (const { hand, seat } of views) {
      const raise = hand.legal.find((/** @type {any} */ { type }) => type === 'raise');
      if (!raise) continue;
      const quick = quickRaises(raise, hand.shown, seat);
      assert.ok(quick.length > 0);
      assert.equal(quick[quick.length - 1].to, raise.most);
      for (const { to } of quick) assert.ok(to >= raise.least && to <= raise.most);
      assert.equal(new Set(quick.map((/** @type {any} */ { to }) => to)).size, quick.length);
    }
  });

  test(`${game}: a hand leads to the verifier with what the seat has`, () => {
    const { hand, seat } = views[views.length - 1];
    const { fragment, whole } = fragmentOf(hand, seat, { lang: 'en' });
    // Nine and more cards with their proofs are too long for a link: then the record is a file.
    if (fragment === null) return void assert.match(game, /^omaha/);
    const record = JSON.parse(new URLSearchParams(fragment).get('record') ?? '');
    for (const name of ['state', 'legal', 'shown', 'receipt']) assert.ok(!(name in record), name);
    // What is left out of a link is never an opening of an own card or of the board.
    if (!whole) {
      const left = record.opened.map((/** @type {any} */ { card }) => card);
      assert.deepEqual([...left].sort(), [...hand.outcome.board, ...hand.outcome.hole[seat]].sort());
      assert.ok(left.length < hand.opened.length);
    }
    assert.equal(record.round_id, hand.round_id);
    assert.deepEqual(record.seeds, hand.seeds);
  });
}

test('an empty table, and a table that nobody sits at', () => {
  const view = { ...clone(HANDS[0].views[0]), hand: null, taken: {}, seat: null };
  const model = modelOf(view);
  assert.deepEqual([model.state, model.seats, model.board], ['waiting', [], []]);
});

// Addresses and calls

test('which table an address names', () => {
  const id = '0'.repeat(32);
  assert.equal(tableOf(`#table=${id}`), id);
  assert.equal(tableOf('#tables'), '');
  assert.equal(tableOf('#table=../x'), '');
  assert.equal(tableOf('#game=dice'), null);
  assert.equal(tableOf(''), null);
});

test('a new table is private, and asks for what its form says', () => {
  const form = { game: 'omaha', name: ' Evening ', limit: 'pot', unit: '10', seats: '4', buy_in: 'deep', bots: '9', policy: 'odds/1', reveal: 'session' };
  assert.deepEqual(wishOf(form), {
    game: 'omaha',
    params: { small_blind: 5, big_blind: 10, limit: 'pot', reveal: 'session' },
    name: 'Evening',
    seats: 4,
    buy_in: 'deep',
    private: true,
    fill_with_bots: 3,
    bot_policy: 'odds/1',
  });
  assert.deepEqual(wishOf({ ...form, game: 'turkish', unit: 'x' }).params, { ante: 0, limit: 'pot', reveal: 'session' });
});

test('an action names the hand and the state that it is made on; leaving is a call of its own', async () => {
  const service = serviceOf([{ version: 1 }, { seat: 3, state: 'left', chips: 5 }, refusal(409, 'stale_action')]);
  const calls = new Calls(new Api('http://x/', 'fp_t', service.ask, []));
  const hand = { round_id: 'r1', actions: [{}, {}] };
  await calls.act('t1', hand, { type: 'raise', to: 40 });
  await calls.leave('t1', 3);
  await assert.rejects(calls.act('t1', hand, { type: 'fold' }), { code: 'stale_action' });
  const [act, leave] = service.calls;
  assert.deepEqual(act.body, { type: 'raise', to: 40, expected_actions: 2, round_id: 'r1' });
  assert.deepEqual([leave.method, leave.url, leave.body], ['DELETE', 'http://x/v1/tables/t1/seats/3', undefined]);
  assert.match(leave.headers['Idempotency-Key'], /^[0-9a-f]{32}$/);
});
