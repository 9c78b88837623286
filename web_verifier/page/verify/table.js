/**
 * The verdict on the record of a table, `docs/spec/record.md`, section 2: the checks of every record, then `cards` and `bots`.
 *
 * - `commitment`: the server seed hashes to its promise, and each seat's seed to the link before it in the seat's chain;
 * - `rules`: params, the drawn button, every action legal when it was made, the hand finished;
 * - `cards`: openings stand where the permutation puts them, and in the deck that was promised; the revealed seed gives that deck;
 * - `bots`: each action of a bot is that of its published policy.
 */

import { clientSeedFaults } from '../core/acceptance.js';
import { rulesetDigest } from '../core/digests.js';
import { Fault } from '../core/fault.js';
import { canonical } from '../core/json.js';
import { dealtDeck, firstButton } from '../games/poker/deal.js';
import { finished, replay } from '../games/poker/hand.js';
import { checkParams } from '../games/poker/params.js';
import { result } from '../games/poker/result.js';
import { seatsOf } from '../games/poker/ring.js';
import { compared, detail, fail, pass, skip, told, verdictOf } from './checks.js';
import { seatsCommitment } from './seats.js';
import { botsOf, checkBots } from './table-bots.js';
import { checkCards } from './table-cards.js';
import { readTableRound } from './table-form.js';
import { checkTrust } from './trust.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./checks.js').Detail} Detail */
/** @typedef {import('./record.js').Document} Document */
/** @typedef {import('./record.js').Verdict} Verdict */
/** @typedef {import('./table-form.js').TableRound} TableRound */
/** @typedef {import('../games/poker/deal.js').Dealt} Dealt */
/** @typedef {import('../games/poker/hand.js').Hand} Hand */
/** @typedef {{trust: import('./trust.js').Trust, promise: import('../core/log.js').Proven | null}} Shown */

const NAMES = /** @type {const} */ (['commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement', 'cards', 'bots']);

/**
 * @param {Document} document of the right type, and of a game that is played at tables
 * @param {Shown} shown
 * @returns {Verdict}
 */
export function verifyTable({ value, faults }, shown) {
  const game = String(value.game);
  try {
    if (faults.length > 0) throw faults[0];
    const round = readTableRound(value);
    const checks = judge(round, shown);
    const verdict = verdictOf(checks, round.seeds.server_seed === undefined);
    return { verdict, roundId: round.id, game, checks, warnings: warnings(round) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const roundId = typeof value.round_id === 'string' ? value.round_id : null;
    const checks = [fail('format', told(error)), ...NAMES.map((name) => skip(name, detail('skip.format')))];
    return { verdict: 'failed', roundId, game, checks, warnings: [] };
  }
}

/** @param {TableRound} round @param {Shown} shown @returns {Check[]} */
function judge(round, { trust, promise }) {
  const { record, id, variant, params, table, seeds, isVoid, ruleset } = round;
  // What receipts and entries of the log are compared with; a table has no bet, and its actions are those that were written.
  const written = { record, id, game: { name: variant.name, hasBet: false }, params, seeds, actions: record.actions, isVoid, ruleset };
  const hasLinks = table.seats.length > 0 && table.seats.every((seat) => Object.hasOwn(seeds.client_seeds, seat));
  const dealt = hasLinks ? dealtDeck(variant.lowest ?? params.lowest_rank, seeds) : null;
  const { checks, hand } = play(round, dealt);
  return [
    pass('format', detail('format.pass')),
    seatsCommitment(seeds, params.seat_seeds, botsOf(table)),
    ...checkTrust(/** @type {any} */ (written), trust, promise),
    ...checks,
    checkCards(round, dealt, hand),
    checkBots(round, hand),
  ];
}

/**
 * `rules`, `outcome` and `settlement`, and the hand as far as it was played.
 * @param {TableRound} round
 * @param {Dealt | null} dealt
 * @returns {{checks: Check[], hand: Hand | null}}
 */
function play(round, dealt) {
  const { seeds } = round;
  if (round.isVoid || dealt === null) {
    const called = detail('skip.void');
    return { checks: [skip('rules', called), skip('outcome', called), voidSettlement(round)], hand: null };
  }
  const skipped = (/** @type {string} */ why) => [skip('outcome', detail(why)), skip('settlement', detail(why))];
  try {
    const hand = played(round, dealt);
    checkRuleset(round);
    const rules = pass('rules', allowed(round));
    const rest = seeds.server_seed === undefined ? skipped('skip.seed') : compare(round, hand);
    return { checks: [rules, ...rest], hand };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { checks: [fail('rules', told(error)), ...skipped('skip.rules')], hand: null };
  }
}

/** @param {TableRound} round @param {Dealt} dealt @returns {Hand} */
function played({ variant, params, table, seeds, actions, isOpen }, dealt) {
  checkParams(variant, params);
  if (table.first) {
    const expected = firstButton(table.seats, dealt.tableSeed, seeds.server_seed_hash, seeds.nonce);
    if (expected !== table.button) throw new Fault('table.button', 'rules.first-button', { expected, button: table.button });
  }
  const hand = replay({ variant, params, table, dealt }, actions);
  if (!isOpen && !finished(hand)) throw new Fault('actions', 'rules.not-finished');
  return hand;
}

/** At tables every param is a rule. @param {TableRound} round */
function checkRuleset({ variant, params, ruleset }) {
  if (ruleset === null) return;
  const expected = rulesetDigest(variant.name, { ...params }, null);
  if (expected !== ruleset) throw new Fault('ruleset', 'rules.ruleset', { expected });
}

/** @param {TableRound} round @returns {Detail} */
function allowed({ seeds, defaulted }) {
  const blind = seeds.server_seed === undefined;
  if (defaulted.length === 0) return detail(blind ? 'rules.table-blind' : 'rules.table');
  return detail(blind ? 'rules.table-blind-defaults' : 'rules.table-defaults', { names: defaulted.join(', ') });
}

/** @param {Record<number, number> | undefined} chips */
const sum = (chips = {}) => Object.values(chips).reduce((all, some) => all + some, 0);

/** @param {TableRound} round @param {Hand} hand @returns {Check[]} */
function compare(round, hand) {
  const { outcome, settlement } = result(hand);
  const chips = { staked: sum(settlement.staked), returned: sum(settlement.returned) };
  return [
    compared('outcome', canonical(outcome) === canonical(round.outcome), 'outcome', outcome, round.outcome),
    compared('settlement', canonical(settlement) === canonical(round.settlement), 'settlement.seats', settlement, round.settlement, chips),
  ];
}

/**
 * A hand that was called off returns to each seat what it put in.
 * @param {TableRound} round
 * @returns {Check}
 */
function voidSettlement({ table, settlement }) {
  const { staked = {}, returned = {} } = settlement ?? {};
  const equal = table.seats.every((seat) => staked[seat] === returned[seat] && staked[seat] >= 0 && staked[seat] <= table.stacks[seat]);
  return compared('settlement', equal, 'settlement.void', { staked, returned: staked }, settlement, { staked: sum(staked) });
}

/** @param {TableRound} round @returns {Detail[]} */
function warnings({ table, seeds, params }) {
  const plain = params.seat_seeds === 'plain' ? table.seats : [];
  const found = plain.flatMap((seat) => clientSeedFaults(seeds.client_seeds[seat]).map(told));
  const omitted = seatsOf(table.omitted);
  if (omitted.length > 0) found.push(detail('warning.omitted', { seats: omitted.join(', ') }));
  return found;
}
