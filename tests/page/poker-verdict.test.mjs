/** Verdicts on records of tables: what each check says, whatever is wrong, hidden, called off or left out. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { linkBefore } from '../../web_verifier/page/core/cards.js';
import { cardText } from '../../web_verifier/page/core/deck.js';
import { digest } from '../../web_verifier/page/core/digests.js';
import { readJson } from '../../web_verifier/page/core/json.js';
import { serverSeedHash } from '../../web_verifier/page/core/seeds.js';
import { dealtDeck, firstButton } from '../../web_verifier/page/games/poker/deal.js';
import { VARIANTS } from '../../web_verifier/page/games/poker/variants.js';
import enChecks from '../../web_verifier/page/texts/en.js';
import ruChecks from '../../web_verifier/page/texts/ru.js';
import enTables from '../../web_verifier/page/texts/tables-en.js';
import ruTables from '../../web_verifier/page/texts/tables-ru.js';
import { Bundle } from '../../web_verifier/page/verify/bundle.js';
import { verifyRecord } from '../../web_verifier/page/verify/record.js';
import { Operator } from './operator.mjs';
import { randomRecord } from './poker.mjs';

const NAMES = ['format', 'commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement', 'cards', 'bots'];
const SEED = '0'.repeat(64);
const TEXTS = [{ ...enChecks, ...enTables }, { ...ruChecks, ...ruTables }];

/** The verdict; each of its sentences has a text in both languages, and every value that the text shows. @param {any} record */
function judge(record) {
  const verdict = verifyRecord(readJson(JSON.stringify(record)));
  assert.deepEqual(verdict.checks.map(({ check }) => check), NAMES);
  for (const { id, values } of [...verdict.checks.map(({ detail }) => detail), ...verdict.warnings]) {
    for (const texts of TEXTS) {
      assert.ok(Object.hasOwn(texts, id), id);
      const shown = JSON.stringify(texts[id]).matchAll(/\{(\w+)\}/g);
      for (const [, name] of shown) assert.ok(Object.hasOwn(values, name), `${id}: ${name}`);
    }
  }
  const [statuses, details] = ['status', 'detail'].map((member) => verdict.checks.map((/** @type {any} */ check) => check[member]));
  return {
    verdict: verdict.verdict,
    /** First letters, in the order of the checks. */
    statuses: statuses.map((status) => status[0]).join(''),
    /** @param {string} check */
    told: (check) => details[NAMES.indexOf(check)].id,
    checks: verdict.checks,
    warnings: verdict.warnings.map(({ id }) => id),
  };
}

/** A fresh record, changed. @param {string} game @param {number} seed @param {(record: any) => unknown} [change] */
function recordOf(game, seed, change) {
  const { record } = randomRecord(seed, game);
  change?.(record);
  return record;
}

/** A hand of hold'em that sees all of a board, without anything else of interest. */
const HOLDEM = (() => {
  for (let seed = 0; ; seed++) {
    const { record } = randomRecord(seed, 'holdem');
    if (!('first' in record.table || 'tournament' in record.table) && record.outcome.board.length === 5 && record.opened) return record;
  }
})();

/** @param {(record: any) => unknown} [change] */
function holdem(change) {
  const record = structuredClone(HOLDEM);
  change?.(record);
  return record;
}

/** The record of a hand that is not known yet. @param {any} record */
const hide = ({ seeds }) => delete seeds.server_seed;

/** @param {any} record */
const seats = (record) => Object.keys(record.table.stacks).map(Number);

test('check values of derivation.md, section 8', () => {
  const client_seeds = { 1: 'alpha', 4: 'b:c', 6: 'игрок' };
  const server_seed_hash = serverSeedHash(SEED);
  const dealt = dealtDeck('2', { server_seed: SEED, server_seed_hash, client_seeds, nonce: 0 });
  assert.equal(dealt.tableSeed, '941ad3ed55ed7816480e146d43e732c994232e3dd78d1a57b0ab8a124d356a05');
  assert.equal(dealt.root, '6c3cc0fed98fae68e502ceb15b3f289dd8af382b239a8ec358456ebb3b9b54c7');
  assert.deepEqual(dealt.perm.slice(0, 5), [42, 0, 32, 18, 4]);
  assert.equal(dealt.cards?.slice(0, 10).map(cardText).join(' '), 'Js Kh Jc Qd Qh Ah Jh Jd 7s 9c');
  assert.equal(dealt.stream.uniform(3)[0], 0);
  const blind = dealtDeck('2', { server_seed_hash, client_seeds, nonce: 0 });
  assert.deepEqual([blind.cards, blind.root, blind.perm], [null, null, dealt.perm]);
});

test('every variant: a hand that was played by the rules is verified', () => {
  for (const game of VARIANTS.keys()) {
    for (let seed = 100; seed < 110; seed++) {
      const { verdict, statuses } = judge(recordOf(game, seed));
      assert.deepEqual([verdict, statuses], ['verified', 'ppsspppps'], `${game} ${seed}`);
    }
  }
});

test('format: an impossible table', () => {
  for (const [change, id] of /** @type {[(record: any) => void, string][]} */ ([
    [(record) => (record.table.stacks[seats(record)[0]] = 0), 'format.chips'],
    [(record) => (record.table.stacks[10] = 500), 'format.seat'],
    [(record) => (record.table.button = 0), 'format.seat'],
    [(record) => delete record.table.table_id, 'format.missing'],
    [(record) => (record.params.limit = 'pot'), 'format.limit'],
    [(record) => (record.params.shield_seconds = 8), 'format.unknown-name'],
    [(record) => delete record.params.big_blind, 'format.missing'],
    [(record) => (record.params.strict_reopen = 1), 'format.not-boolean'],
    [(record) => (record.params.rake = { preset: 'five' }), 'format.unknown-word'],
    [(record) => delete record.seeds.client_seeds[seats(record)[0]], 'format.seats'],
    [(record) => (record.seeds.client_seed = 'x'), 'format.unknown-name'],
    [(record) => delete record.seeds.chain_heads[seats(record)[0]], 'format.seats'],
    [(record) => (record.params.seat_seeds = 'plain'), 'format.plain-seeds'],
    [(record) => delete record.deck_root, 'format.missing'],
    [(record) => (record.settlement.multiplier = '1.0000'), 'format.unknown-name'],
    [(record) => delete record.settlement.staked[seats(record)[0]], 'format.seats'],
    [(record) => (record.outcome.carousel = []), 'format.unknown-name'],
    [(record) => (record.actions[0].when = 'my_turn'), 'format.unknown-name'],
    [(record) => (record.table.first = false), 'format.true'],
    [(record) => (record.table.omitted = { [seats(record)[0]]: null }), 'format.omitted'],
    [(record) => (record.table.small_blind_seat = null), 'format.missing'],
    [(record) => (record.bet = { stake: 1 }), 'format.unknown-name'],
  ])) {
    const { verdict, statuses, told } = judge(holdem(change));
    assert.deepEqual([verdict, statuses, told('format')], ['failed', 'fssssssss', id]);
  }
});

test('format: tables of other games', () => {
  const stacks = (/** @type {any} */ record) => (record.table.stacks[seats(record)[0]] += 1);
  assert.equal(judge(recordOf('aof', 1, stacks)).told('format'), 'format.stack');
  assert.equal(judge(recordOf('naiko', 1, (record) => delete record.table.destellos)).told('format'), 'format.missing');
  assert.equal(judge(recordOf('naiko', 1, (record) => (record.table.destellos[seats(record)[0]] = 4))).told('format'), 'format.destellos');
  assert.equal(judge(recordOf('turkish', 1, (record) => (record.params.lowest_rank = 'A'))).told('format'), 'format.lowest-rank');
  assert.equal(judge(recordOf('turkish', 1, (record) => (record.params.small_blind = 1))).told('format'), 'format.unknown-name');
  const empty = (/** @type {any} */ record) => (record.table.button = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((seat) => !seats(record).includes(seat)));
  assert.equal(judge(recordOf('turkish', 1, empty)).told('format'), 'format.button');
});

test('what is not known in the table is kept and ignored', () => {
  assert.equal(judge(holdem((record) => (record.table.colour = 'green'))).verdict, 'verified');
  assert.equal(judge(holdem((record) => (record.note = 'x'))).verdict, 'verified');
});

test('commitment: the server seed, and the link of each seat, with or without the seed', () => {
  const wrong = (/** @type {any} */ record) => (record.seeds.chain_heads[seats(record)[0]] = linkBefore(SEED));
  assert.deepEqual([judge(holdem(wrong)).statuses, judge(holdem(wrong)).told('commitment')], ['pfsspppps', 'commitment.seat-link']);
  const { verdict, statuses } = judge(holdem((record) => (wrong(record), hide(record))));
  assert.deepEqual([verdict, statuses], ['failed', 'pfsspssps']);
  const text = judge(holdem((record) => (record.seeds.client_seeds[seats(record)[0]] = 'no link')));
  assert.equal(text.told('commitment'), 'commitment.no-link');
  const other = judge(holdem((record) => (record.seeds.server_seed = SEED)));
  assert.deepEqual([other.told('commitment'), other.told('cards')], ['commitment.fail', 'cards.deck.fail']);
  assert.equal(other.checks[1].actual, holdem().seeds.server_seed_hash);
});

test('commitment: plain seeds were not committed, those of bots are the service’s, and it is said', () => {
  const plain = (/** @type {any} */ record) => delete record.seeds.chain_heads;
  const bot = (/** @type {any} */ record) => (record.table.bots = { [seats(record)[0]]: 'nobody/1' });
  assert.equal(judge(holdem()).told('commitment'), 'commitment.chain');
  assert.equal(judge(holdem(plain)).told('commitment'), 'commitment.plain');
  assert.equal(judge(holdem(bot)).told('commitment'), 'commitment.chain-bots');
  assert.equal(judge(holdem((record) => (plain(record), bot(record)))).told('commitment'), 'commitment.plain-bots');
  assert.equal(judge(holdem(plain)).verdict, 'verified');
  assert.equal(judge(holdem((record) => (plain(record), (record.params.seat_seeds = 'chain')))).told('format'), 'format.missing');
});

test('plain seeds that a service would not accept are warned of; a line feed is no seed', () => {
  const seed = (/** @type {string} */ text) =>
    judge(
      holdem((record) => {
        delete record.seeds.chain_heads;
        record.seeds.client_seeds[seats(record)[0]] = text;
      }),
    );
  assert.deepEqual(seed('').warnings, ['seed.empty']);
  assert.equal(seed('a\nb').told('format'), 'seed.line-feed');
});

test('bots: none, or policies that are not known', () => {
  assert.equal(judge(holdem()).told('bots'), 'bots.none');
  const bot = judge(holdem((record) => (record.table.bots = { [seats(record)[0]]: 'nobody/1', [seats(record)[1]]: 'nobody/0' })));
  assert.deepEqual([bot.verdict, bot.told('bots'), bot.checks[8].detail.values.policies], ['verified', 'bots.unknown', 'nobody/0, nobody/1']);
});

test('rules: ranges, turns, and an unfinished hand; cards are still checked', () => {
  for (const [change, id] of /** @type {[(record: any) => void, string][]} */ ([
    [(record) => (record.params.small_blind = 0), 'rules.range'],
    [(record) => (record.params.ante = -1), 'rules.range'],
    [(record) => (record.params.rake = { preset: 'none', cap: -1 }), 'rules.range'],
    [(record) => record.actions.pop(), 'rules.not-finished'],
    [(record) => record.actions.push(record.actions[0]), 'rules.round-over'],
    [(record) => record.actions.unshift({ type: 'bet', amount: 5 }), 'rules.no-such-action'],
    [(record) => (record.actions[0].seat = record.actions[0].seat === 1 ? 2 : 1), 'rules.out-of-turn'],
    [(record) => (record.ruleset = SEED), 'rules.ruleset'],
  ])) {
    const { statuses, told } = judge(holdem(change));
    assert.deepEqual([statuses, told('rules')], ['ppssfssps', id]);
  }
});

test('rules: the digest of a ruleset is that of all params', () => {
  const rules = (/** @type {any} */ { params }) => ({ ...params, seat_seeds: 'chain' });
  const right = holdem((record) => (record.ruleset = digest({ game: 'holdem', rules: rules(record), paytables: null })));
  assert.equal(judge(right).verdict, 'verified');
});

test('rules: params that are left out have their defaults, and it is said', () => {
  const record = holdem((one) => delete one.params.decision_seconds);
  const { told, checks } = judge(record);
  assert.equal(told('rules'), 'rules.table-defaults');
  assert.equal(checks[4].detail.values.names, 'decision_seconds, seat_seeds');
  assert.equal(judge(holdem((one) => (one.params.seat_seeds = 'chain'))).told('rules'), 'rules.table');
});

test('rules: the first button was drawn', () => {
  let found = 0;
  for (let seed = 0; found < 3; seed++) {
    const { record } = randomRecord(seed, 'omaha');
    if (record.table.first !== true) continue;
    found++;
    assert.equal(judge(record).verdict, 'verified');
    const all = seats(record);
    record.table.button = all[(all.indexOf(record.table.button) + 1) % all.length];
    assert.equal(judge(record).told('rules'), 'rules.first-button');
  }
  assert.ok([1, 4, 6].includes(firstButton([1, 4, 6], SEED, SEED, 0)));
});

test('outcome and settlement are those that the seeds and rules give', () => {
  const chips = (/** @type {any} */ record) => (record.settlement.returned[seats(record)[0]] += 1);
  assert.deepEqual(judge(holdem(chips)).statuses, 'ppssppfps');
  const board = (/** @type {any} */ record) => record.outcome.board.reverse();
  assert.deepEqual(judge(holdem(board)).statuses, 'ppsspfpps');
  const { checks } = judge(holdem((record) => (record.outcome.rake += 1)));
  assert.equal(checks[5].status, 'fail');
  assert.deepEqual(/** @type {any} */ (checks[5].expected).board, holdem().outcome.board);
});

test('cards: another deck, a forged opening, a card opened twice', () => {
  assert.deepEqual(judge(holdem((record) => (record.deck_root = SEED))).statuses, 'ppsspppfs');
  for (const [change, id] of /** @type {[(record: any) => void, string][]} */ ([
    [(record) => (record.opened[0].card = record.opened[0].card === 'As' ? 'Ks' : 'As'), 'cards.proof'],
    [(record) => (record.opened[0].salt = SEED), 'cards.proof'],
    [(record) => (record.opened[0].slot ^= 1), 'cards.slot'],
    [(record) => (record.opened[0].place = 52), 'cards.place'],
    [(record) => (record.opened[0].proof = []), 'cards.proof'],
    [(record) => (record.opened[0] = 1), 'cards.opening'],
  ])) {
    for (const blind of [false, true]) {
      const { verdict, told } = judge(holdem((record) => (change(record), blind && hide(record))));
      assert.deepEqual([verdict, told('cards')], ['failed', id]);
    }
  }
  assert.equal(judge(holdem()).told('cards'), 'cards.deck-opened');
  assert.equal(judge(holdem((record) => delete record.opened)).told('cards'), 'cards.deck.pass');
});

test('not revealed: openings are checked, rules as far as they are known, and the verdict is pending', () => {
  const { verdict, statuses, told } = judge(holdem(hide));
  assert.deepEqual([verdict, statuses], ['pending', 'psssps' + 'sps']);
  assert.deepEqual([told('commitment'), told('rules'), told('cards')], ['commitment.links-alone', 'rules.table-blind-defaults', 'cards.opened']);
  const closed = judge(holdem((record) => (hide(record), delete record.opened)));
  assert.deepEqual([closed.statuses, closed.told('cards')], ['pssspssss', 'cards.none-opened']);
  const illegal = judge(holdem((record) => (hide(record), record.actions.pop())));
  assert.deepEqual([illegal.verdict, illegal.told('rules')], ['failed', 'rules.not-finished']);
});

test('not revealed: a board that is not the one opened', () => {
  const { verdict, told } = judge(holdem((record) => (hide(record), record.outcome.board.reverse())));
  assert.deepEqual([verdict, told('cards')], ['failed', 'cards.shown']);
});

test('not revealed: without outcome and settlement, and a view of a hand that goes on', () => {
  const bare = (/** @type {any} */ record) => (hide(record), delete record.outcome, delete record.settlement);
  assert.equal(judge(holdem(bare)).verdict, 'pending');
  const view = holdem((record) => (bare(record), record.actions.pop(), Object.assign(record, { state: 'open', legal: [], outcome: { board: [] } })));
  assert.equal(judge(view).verdict, 'pending');
  const hidden = recordOf('turkish', 7, (record) => {
    hide(record);
    for (const action of record.actions) if (action.type === 'draw') action.discard = action.discard.length;
    delete record.outcome.drawn;
  });
  assert.equal(judge(hidden).verdict, 'pending');
});

test('revealed: discards are cards, and a swap names one', () => {
  let [draws, swaps] = [0, 0];
  for (let seed = 0; draws < 2 || swaps < 2; seed++) {
    const { record } = randomRecord(seed, seed % 2 === 0 ? 'turkish' : 'naiko');
    const draw = record.actions.find((/** @type {any} */ { type }) => type === 'draw');
    const swap = record.actions.find((/** @type {any} */ { type }) => type === 'swap');
    if (draw) draw.discard = draw.discard.length;
    else if (swap) delete swap.card;
    else continue;
    if (draw) draws++;
    else swaps++;
    assert.equal(judge(record).told('format'), draw ? 'format.not-list' : 'format.missing');
    hide(record);
    assert.equal(judge(record).verdict, 'pending');
  }
});

/** A hand that was called off. @param {any} record */
function callOff(record) {
  record.void = { reason: 'deadline' };
  delete record.outcome;
  record.settlement.returned = { ...record.settlement.staked };
}

test('void: each seat gets back what it put in, and no more', () => {
  const { verdict, statuses } = judge(holdem(callOff));
  assert.deepEqual([verdict, statuses], ['verified', 'ppsssspps']);
  assert.equal(judge(holdem((record) => (callOff(record), hide(record)))).verdict, 'pending');
  assert.equal(judge(holdem((record) => (record.void = { reason: 'x' }))).told('format'), 'format.void-outcome');
  for (const change of [
    (/** @type {any} */ { settlement }, /** @type {number} */ seat) => (settlement.returned[seat] += 1),
    (/** @type {any} */ { settlement }, /** @type {number} */ seat) => (settlement.staked[seat] = settlement.returned[seat] = -1),
    (/** @type {any} */ { settlement }, /** @type {number} */ seat) => (settlement.staked[seat] = settlement.returned[seat] = 10 ** 12),
  ]) {
    assert.equal(judge(holdem((record) => (callOff(record), change(record, seats(record)[0])))).statuses, 'ppssssfps');
  }
});

/** A hand that was called off for want of links. @param {any} record */
function withoutLinks(record) {
  callOff(record);
  const none = Object.fromEntries(seats(record).map((seat) => [seat, 0]));
  Object.assign(record, { actions: [], settlement: { staked: none, returned: none } });
  delete record.opened;
}

test('void before the deal: too few links', () => {
  const few = holdem((record) => {
    withoutLinks(record);
    for (const seat of seats(record).slice(1)) for (const name of ['client_seeds', 'chain_heads']) delete record.seeds[name][seat];
  });
  assert.deepEqual([judge(few).verdict, judge(few).statuses], ['verified', 'ppsssspps']);
  assert.equal(judge({ ...few, opened: HOLDEM.opened }).told('cards'), 'cards.undealt');
  hide(few);
  assert.deepEqual([judge(few).verdict, judge(few).told('cards')], ['pending', 'cards.no-deck']);
  const nobody = holdem((record) => {
    withoutLinks(record);
    record.settlement = { staked: {}, returned: {} };
    Object.assign(record.table, { stacks: {}, omitted: Object.fromEntries(seats(record).map((seat) => [seat, null])) });
    Object.assign(record.seeds, { client_seeds: {}, chain_heads: {} });
  });
  const { verdict, statuses, warnings } = judge(nobody);
  assert.deepEqual([verdict, statuses, warnings], ['verified', 'ppsssspps', ['warning.omitted']]);
  nobody.deck_root = SEED;
  assert.equal(judge(nobody).told('cards'), 'cards.deck.fail');
});

test('receipt and log: the seats\' seeds, the table and its deck were signed; the pair was activated for this table, and the deck is in the log', () => {
  const operator = new Operator();
  const record = holdem();
  const { server_seed_hash } = record.seeds;
  const commit = operator.log({ type: 'commit', server_seed_hash });
  const activate = (/** @type {string} */ table_id) =>
    operator.log({ type: 'activate', server_seed_hash, commit_index: commit, table_id, seats_digest: digest(record.seeds.chain_heads) });
  const [own, other] = [activate(record.table.table_id), activate('another')];
  const deck = (/** @type {number} */ nonce, deck_root = record.deck_root) => operator.log({ type: 'deck', server_seed_hash, nonce, deck_root });
  const { nonce } = record.seeds;
  const [promised, ...decks] = [deck(nonce), deck(nonce + 1), deck(nonce, SEED)];
  const shown = () => ({ ...operator.logged(commit), activate: operator.logged(own), receipt_key: operator.logged(operator.receiptKeyIndex), deck: operator.logged(promised) });
  record.commitment = shown();
  record.receipt = operator.receipt(record);
  record.action_receipts = operator.actionReceipts(record);
  /** @param {any} one */
  const trusted = (one) => {
    const { checks } = verifyRecord(readJson(JSON.stringify(one)), [operator.logKey.vkey]);
    return checks.slice(2, 4).map(({ status, detail }) => `${status} ${detail.id}`);
  };
  assert.deepEqual(trusted(record), ['pass receipt.pass', 'pass log.pass']);
  assert.deepEqual(trusted({ ...record, deck_root: SEED })[0], 'fail receipt.round');
  assert.deepEqual(trusted({ ...record, table: { ...record.table, hand: 99_999 } })[0], 'fail receipt.round');
  assert.deepEqual(trusted({ ...record, commitment: { ...shown(), activate: operator.logged(other) } })[1], 'fail log.other-table');
  for (const wrong of [...decks, own]) {
    assert.deepEqual(trusted({ ...record, commitment: { ...shown(), deck: operator.logged(wrong) } })[1], 'fail log.other-deck');
  }
});

test('a session is a bundle of its hands', () => {
  const bundle = new Bundle();
  const { record } = randomRecord(3, 'holdem');
  record.seeds.nonce = 0;
  assert.equal(bundle.take(readJson(JSON.stringify(record))).checks.length, NAMES.length);
  assert.deepEqual(bundle.finish().checks.slice(0, 2).map(({ status }) => status), ['pass', 'pass']);
});
