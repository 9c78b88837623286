/**
 * The verdict on the record of a match of tavern dice, `docs/spec/record.md`, section 2: the checks of every record, and `cards` (there are
 * none) and `bots`. Before the reveal no roll is known, and `rules` asks whether some dice make the actions legal.
 */

import { clientSeedFaults } from '../core/acceptance.js';
import { tableClientSeed } from '../core/cards.js';
import { rulesetDigest } from '../core/digests.js';
import { Fault, at } from '../core/fault.js';
import { canonical } from '../core/json.js';
import { Stream } from '../core/stream.js';
import { claims, hash, list, need, object, text, whole, wordOf } from '../games/forms.js';
import { checkBlind } from '../games/tavern/blind.js';
import { botAction, isKnown } from '../games/tavern/bots.js';
import { NAME, act, ordered, readAction, readOutcome, result, start } from '../games/tavern/match.js';
import { CHOICES, byPlayer, checkParams, readBots, readParams } from '../games/tavern/params.js';
import { count } from '../games/poker/table.js';
import { compared, detail, fail, pass, skip, told, verdictOf } from './checks.js';
import { seatsCommitment } from './seats.js';
import { checkTrust } from './trust.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./record.js').Document} Document */
/** @typedef {import('./record.js').Verdict} Verdict */
/** @typedef {import('../games/forms.js').Members} Members */
/** @typedef {import('../games/tavern/match.js').Action} Action */
/** @typedef {import('../games/tavern/match.js').Match} Match */
/** @typedef {import('../games/tavern/params.js').Params} Params */
/** @typedef {{staked: Record<string, number>, returned: Record<string, number>}} Settlement */
/** @typedef {{trust: import('./trust.js').Trust, promise: import('../core/log.js').Proven | null}} Shown */
/**
 * A record of the right form.
 * @typedef {object} MatchRound
 * @property {Members} record as it is written
 * @property {string} id
 * @property {Params} params
 * @property {readonly string[]} defaulted names of the params that were left to the defaults
 * @property {Readonly<Record<string, string>>} bots policies by player
 * @property {{server_seed_hash: string, server_seed?: string, client_seeds: Record<string, string>, chain_heads?: Record<string, string>, nonce: number}} seeds
 * @property {readonly Action[]} actions
 * @property {Members | null} outcome
 * @property {Settlement | null} settlement
 * @property {string | null} ruleset
 * @property {boolean} isVoid
 * @property {boolean} isOpen whether this is a view of a match that goes on
 */

const NAMES = /** @type {const} */ (['commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement', 'cards', 'bots']);

/** @param {unknown} game */
export const isMatch = (game) => game === NAME;

/**
 * @param {Document} document of the right type, and of this game
 * @param {Shown} shown
 * @returns {Verdict}
 */
export function verifyMatch({ value, faults }, shown) {
  try {
    if (faults.length > 0) throw faults[0];
    const round = readMatchRound(value);
    const checks = judge(round, shown);
    const verdict = verdictOf(checks, round.seeds.server_seed === undefined);
    return { verdict, roundId: round.id, game: NAME, checks, warnings: warnings(round) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const roundId = typeof value.round_id === 'string' ? value.round_id : null;
    const checks = [fail('format', told(error)), ...NAMES.map((name) => skip(name, detail('skip.format')))];
    return { verdict: 'failed', roundId, game: NAME, checks, warnings: [] };
  }
}

/** Members that other checks read; here only their kind is asked. */
const OPTIONAL = /** @type {const} */ ([
  ['receipt', object],
  ['action_receipts', list],
  ['commitment', object],
]);

/** @param {Members} record @returns {MatchRound} */
export function readMatchRound(record) {
  const id = text(need(record, 'round_id', ''), 'round_id');
  const isVoid = Object.hasOwn(record, 'void');
  if (isVoid) text(need(object(record.void, 'void'), 'reason', 'void'), 'void.reason');
  const rawSeeds = object(need(record, 'seeds', ''), 'seeds');
  const rawParams = object(need(record, 'params', ''), 'params');
  const params = readParams(rawParams, Object.hasOwn(rawSeeds, 'chain_heads'));
  const seeds = readSeeds(rawSeeds, params, isVoid);
  const revealed = seeds.server_seed !== undefined;
  if (Object.hasOwn(record, 'bet')) throw new Fault('bet', 'format.unknown-name');
  for (const [member, read] of OPTIONAL) if (Object.hasOwn(record, member)) read(record[member], member);
  const chips = byPlayer(whole, params.players, true);
  const settled = isVoid || revealed || Object.hasOwn(record, 'settlement');
  return {
    record,
    id,
    params,
    defaulted: Object.keys(params).filter((param) => !Object.hasOwn(rawParams, param)),
    bots: Object.hasOwn(record, 'table') ? readBots(record.table, params.players) : {},
    seeds,
    actions: list(need(record, 'actions', ''), 'actions').map((raw, i) => at(`actions[${i}]`, () => readAction(raw))),
    outcome: outcomeOf(record, isVoid, revealed),
    settlement: settled ? claims({ staked: chips, returned: chips })(need(record, 'settlement', ''), 'settlement') : null,
    ruleset: Object.hasOwn(record, 'ruleset') ? hash(record.ruleset, 'ruleset') : null,
    isVoid,
    isOpen: !revealed && record.state === 'open',
  };
}

/** Seeds of exactly the players; a match can be void for want of links. @param {Members} raw @param {Params} params @param {boolean} isVoid */
function readSeeds(raw, { players, seat_seeds }, isVoid) {
  const shape = {
    scheme: wordOf(['fairseed-v1']),
    server_seed_hash: hash,
    server_seed: hash,
    client_seeds: byPlayer(text, players, !isVoid),
    chain_heads: byPlayer(hash, players, !isVoid),
    nonce: count,
  };
  const read = claims(shape, { server_seed: undefined, chain_heads: undefined })(raw, 'seeds');
  const heads = Object.hasOwn(raw, 'chain_heads');
  if (seat_seeds === 'chain' && !heads) throw new Fault('seeds.chain_heads', 'format.missing');
  if (seat_seeds === 'plain' && heads) throw new Fault('seeds.chain_heads', 'format.plain-seeds');
  if (Object.keys(read.client_seeds).length > 0) at('seeds', () => tableClientSeed(read.client_seeds));
  return read;
}

/** Decisions 0001 and 0002, as for tables. @param {Members} record @param {boolean} isVoid @param {boolean} revealed */
function outcomeOf(record, isVoid, revealed) {
  const there = Object.hasOwn(record, 'outcome');
  if (isVoid) {
    if (there) throw new Fault('outcome', 'format.void-outcome');
    return null;
  }
  if (!there && !revealed) return null;
  const outcome = object(need(record, 'outcome', ''), 'outcome');
  if (revealed || !Object.hasOwn(record, 'state')) readOutcome(outcome);
  return outcome;
}

/** @param {MatchRound} round @param {Shown} shown @returns {Check[]} */
function judge(round, { trust, promise }) {
  const { record, id, params, seeds, isVoid, ruleset, bots } = round;
  const written = { record, id, game: { name: NAME, hasBet: false }, params, seeds, actions: record.actions, isVoid, ruleset };
  const { checks, matches } = play(round);
  return [
    pass('format', detail('format.pass')),
    seatsCommitment(seeds, params.seat_seeds, Object.keys(bots)),
    ...checkTrust(/** @type {any} */ (written), trust, promise),
    ...checks,
    skip('cards', detail('cards.no-hidden')),
    checkBots(round, matches),
  ];
}

/** The match before the first action. @param {MatchRound} round */
export function startOf({ params, seeds }) {
  return start(params, Stream.ofSeeds(String(seeds.server_seed), tableClientSeed(seeds.client_seeds), seeds.nonce));
}

/**
 * `rules`, `outcome` and `settlement`; with the states before each action and at the end, where the seeds give them.
 * @param {MatchRound} round
 * @returns {{checks: Check[], matches: Match[]}}
 */
function play(round) {
  const skipped = (/** @type {string} */ why) => [skip('outcome', detail(why)), skip('settlement', detail(why))];
  if (round.isVoid) {
    const called = detail('skip.void');
    return { checks: [skip('rules', called), skip('outcome', called), voidSettlement(round)], matches: [] };
  }
  try {
    checkParams(round.params);
    checkRuleset(round);
    if (round.seeds.server_seed === undefined) {
      checkBlind(round.params, round.actions, !round.isOpen);
      return { checks: [pass('rules', allowed(round)), ...skipped('skip.seed')], matches: [] };
    }
    const matches = [startOf(round)];
    for (const [i, action] of round.actions.entries()) matches.push(at(`actions[${i}]`, () => act(matches[i], action)));
    const last = matches[matches.length - 1];
    if (last.winner === null) throw new Fault('actions', 'rules.not-finished');
    return { checks: [pass('rules', allowed(round)), ...compare(round, last)], matches };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { checks: [fail('rules', told(error)), ...skipped('skip.rules')], matches: [] };
  }
}

/** @param {MatchRound} round */
function checkRuleset({ params, ruleset }) {
  if (ruleset === null) return;
  const rules = Object.fromEntries(Object.entries(params).filter(([name]) => !CHOICES.includes(name)));
  const expected = rulesetDigest(NAME, rules, null);
  if (expected !== ruleset) throw new Fault('ruleset', 'rules.ruleset', { expected });
}

/** @param {MatchRound} round */
function allowed({ seeds, defaulted }) {
  const blind = seeds.server_seed === undefined;
  if (defaulted.length === 0) return detail(blind ? 'rules.match-blind' : 'rules.match');
  return detail(blind ? 'rules.match-blind-defaults' : 'rules.match-defaults', { names: defaulted.join(', ') });
}

/** @param {Record<string, number>} chips */
const sum = (chips) => Object.values(chips).reduce((all, some) => all + some, 0);

/** @param {MatchRound} round @param {Match} match @returns {Check[]} */
function compare(round, match) {
  const { outcome, settlement } = result(match);
  const chips = { staked: sum(settlement.staked), returned: sum(settlement.returned) };
  return [
    compared('outcome', canonical(outcome) === canonical(round.outcome), 'outcome', outcome, round.outcome),
    compared('settlement', canonical(settlement) === canonical(round.settlement), 'settlement.players', settlement, round.settlement, chips),
  ];
}

/** A match that was called off gives every ante back. @param {MatchRound} round @returns {Check} */
function voidSettlement({ params: { players, ante }, settlement }) {
  const antes = Object.fromEntries(Array.from({ length: players }, (_, player) => [player, ante]));
  const expected = { staked: antes, returned: antes };
  return compared('settlement', canonical(expected) === canonical(settlement), 'settlement.void', expected, settlement, { staked: sum(antes) });
}

/** @param {MatchRound} round @param {readonly Match[]} matches none where something else keeps the check from running @returns {Check} */
function checkBots({ bots, actions, isVoid, seeds }, matches) {
  const players = Object.keys(bots);
  if (players.length === 0) return skip('bots', detail('bots.none'));
  if (matches.length === 0) return skip('bots', detail(isVoid ? 'skip.void' : seeds.server_seed === undefined ? 'skip.seed' : 'skip.rules'));
  let done = 0;
  for (const [index, action] of actions.entries()) {
    const policy = bots[action.player];
    if (policy === undefined || !isKnown(policy)) continue;
    const expected = action.player === matches[index].turn ? botAction(matches[index], policy) : null;
    if (expected === null || canonical(expected) !== canonical(ordered(action))) {
      const why = detail('bots.fail', { index, seat: action.player, policy });
      return { ...fail('bots', why), expected, actual: action };
    }
    done += 1;
  }
  const unknown = players.filter((player) => !isKnown(bots[player]));
  if (unknown.length === 0) return pass('bots', detail('bots.pass', { count: done }));
  const policies = [...new Set(unknown.map((player) => bots[player]))].sort().join(', ');
  return skip('bots', detail('bots.unknown', { seats: unknown.join(', '), policies }));
}

/** @param {MatchRound} round */
function warnings({ seeds, params }) {
  const plain = params.seat_seeds === 'plain' ? Object.keys(seeds.client_seeds) : [];
  return plain.flatMap((player) => clientSeedFaults(seeds.client_seeds[player]).map(told));
}
