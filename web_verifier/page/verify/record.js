/**
 * The verdict on one record, `docs/spec/record.md`, section 2: a pure function of the record and of the keys that the reader trusts.
 *
 * The checks, always all of them, in this order:
 * 1. `format`: JSON, types, names, text forms (`form.js`);
 * 2. `commitment`: the revealed seed hashes to the promised hash;
 * 3. `receipt` and 4. `log`: signatures and proofs (`trust.js`);
 * 5. `rules`: ranges, refused bets, legal actions, the round finished, the ruleset's digest;
 * 6. `outcome`: what the seeds give is what is recorded;
 * 7. `settlement`: the chips are those that the rules give.
 */

import { rulesetDigest } from '../core/digests.js';
import { Fault } from '../core/fault.js';
import { canonical } from '../core/json.js';
import { serverSeedHash } from '../core/seeds.js';
import { Stream } from '../core/stream.js';
import { checkBlind } from '../games/blind.js';
import { PAYTABLES } from '../games/paytables.js';
import { hasDefaultTable } from '../games/plinko.js';
import { fold, replay } from '../games/replay.js';
import { compared, detail, fail, pass, skip, told, verdictOf } from './checks.js';
import { readRound } from './form.js';
import { isMatch, verifyMatch } from './match.js';
import { seedFaults } from './players.js';
import { seatsCommitment } from './seats.js';
import { isTable } from './table-form.js';
import { verifyTable } from './table.js';
import { NO_TRUST, checkTrust, shownBy, trustOf } from './trust.js';

/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./checks.js').Detail} Detail */
/** @typedef {import('./form.js').Round} Round */
/** @typedef {import('./trust.js').Trust} Trust */
/** @typedef {{value: Record<string, any>, faults: readonly Fault[]}} Document what `readJson` gives */

/**
 * @typedef {object} Verdict
 * @property {import('./checks.js').Outcome} verdict
 * @property {string | null} roundId null where the record has none
 * @property {string | null} game
 * @property {readonly Check[]} checks
 * @property {readonly Detail[]} warnings they change nothing
 */

const NAMES = /** @type {const} */ (['format', 'commitment', 'receipt', 'log', 'rules', 'outcome', 'settlement']);
const TYPE = 'fairseed/round/v1';

/**
 * Verifies a record. What is no record at all is thrown as a Fault of the layer `unusable`, without a verdict.
 * @param {Document} document
 * @param {Trust | readonly string[]} [trust] what `readTrust` gives, or verifier keys as texts
 * @returns {Verdict}
 */
export const verifyRecord = (document, trust = NO_TRUST) => verifyWith(document, trustOf(trust)).verdict;

/**
 * The same, with what a bundle needs for the records behind this one.
 * @param {Document} document
 * @param {Trust} trust
 * @returns {{verdict: Verdict, trust: Trust, promise: import('../core/log.js').Proven | null}}
 */
export function verifyWith(document, trust) {
  const round = readForm(document);
  const shown = shownBy(document, trust);
  if (isTable(document.value.game)) return { verdict: verifyTable(document, shown), ...shown };
  if (isMatch(document.value.game)) return { verdict: verifyMatch(document, shown), ...shown };
  if (round instanceof Fault) return { verdict: failedForm(document, round), ...shown };
  const checks = [
    pass('format', detail('format.pass')), // 1
    commitment(round), // 2
    ...checkTrust(round, shown.trust, shown.promise), // 3, 4
    ...play(round), // 5, 6, 7
  ];
  const verdict = {
    verdict: verdictOf(checks, round.seeds.server_seed === undefined),
    roundId: round.id,
    game: round.game.name,
    checks,
    warnings: warnings(round),
  };
  return { verdict, ...shown };
}

/**
 * @param {Document} document
 * @returns {Round | Fault}
 */
function readForm({ value, faults }) {
  if (value.type !== TYPE) throw new Fault('type', 'unusable.type');
  if (faults.length > 0) return faults[0];
  try {
    return readRound(value);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/**
 * `format` failed: every other check is skipped.
 * @param {Document} document
 * @param {Fault} fault
 * @returns {Verdict}
 */
function failedForm({ value }, fault) {
  const [first, ...others] = NAMES;
  return {
    verdict: 'failed',
    roundId: typeof value.round_id === 'string' ? value.round_id : null,
    game: typeof value.game === 'string' ? value.game : null,
    checks: [fail(first, told(fault)), ...others.map((name) => skip(name, detail('skip.format')))],
    warnings: [],
  };
}

/** @param {Round} round */
function commitment({ seeds }) {
  const { client_seeds, chain_heads } = seeds;
  if (client_seeds !== undefined) return seatsCommitment({ ...seeds, client_seeds }, chain_heads === undefined ? 'plain' : 'chain', []);
  if (seeds.server_seed === undefined) return skip('commitment', detail('skip.seed'));
  const expected = serverSeedHash(seeds.server_seed);
  return compared('commitment', expected === seeds.server_seed_hash, 'commitment', expected, seeds.server_seed_hash);
}

/**
 * `rules`, `outcome` and `settlement`. A seed that was not the promised one is followed all the same.
 * @param {Round} round
 * @returns {Check[]}
 */
function play(round) {
  const { game, params, bet, actions, seeds, isVoid } = round;
  const skipped = (/** @type {Detail} */ why) => [
    skip('outcome', why),
    skip('settlement', game.hasBet ? why : detail('skip.no-settlement', { game: game.name })),
  ];
  if (isVoid) {
    const [outcome, settlement] = skipped(detail('skip.void'));
    return [skip('rules', detail('skip.void')), outcome, game.hasBet ? voidSettlement(round) : settlement];
  }
  let state = null;
  try {
    if (seeds.server_seed === undefined) {
      checkBlind(game, params, bet, actions);
    } else {
      state = replay(game, params, bet, actions, Stream.ofSeeds(seeds.server_seed, seeds.client_seed, seeds.nonce));
    }
    checkRuleset(round);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [fail('rules', told(error)), ...skipped(detail('skip.rules'))];
  }
  const rules = pass('rules', allowed(round));
  if (state === null) return [rules, ...skipped(detail('skip.seed'))];
  const result = game.result(state);
  return [rules, outcome(round, result), settlement(round, result)];
}

/** @param {Round} round @returns {Detail} */
function allowed({ seeds, defaulted }) {
  const id = seeds.server_seed === undefined ? 'rules.pass-blind' : 'rules.pass';
  return defaulted.length === 0 ? detail(id) : detail(`${id}-defaults`, { names: defaulted.join(', ') });
}

/**
 * A ruleset of plinko holds the tables of all rows and risks, a record only its own: where that is not a default one, the rest is not
 * known, and nothing can be compared (decision 0004); but a ruleset with the default tables it is not.
 * @param {Round} round
 */
const knowsRuleset = ({ game, params }) => game.name !== 'plinko' || hasDefaultTable(params);

/**
 * record.md, section 6: the ruleset is all that the player did not choose; here with the default tables.
 * @param {Round} round
 */
function rulesetOf({ game, params }) {
  const plinko = game.name === 'plinko';
  const left = plinko ? [...game.choices, 'multipliers'] : game.choices;
  // Of a draw without a bet everything is chosen by whoever asks for it.
  const rules = Object.fromEntries(Object.entries(params).filter(([name]) => game.hasBet && !left.includes(name)));
  return rulesetDigest(game.name, rules, plinko ? PAYTABLES : null);
}

/** @param {Round} round */
function checkRuleset(round) {
  const { ruleset } = round;
  if (ruleset === null) return;
  const expected = rulesetOf(round);
  if (!knowsRuleset(round)) {
    if (expected === ruleset) throw new Fault('params.multipliers', 'rules.other-paytable');
  } else if (expected !== ruleset) {
    throw new Fault('ruleset', 'rules.ruleset', { expected });
  }
}

/** @param {Round} round @param {import('../games/game.js').Result} result */
const outcome = (round, result) =>
  compared('outcome', canonical(result.outcome) === canonical(round.outcome), 'outcome', result.outcome, round.outcome);

/** Of several players all together. @param {any} chips */
const total = (chips) => (typeof chips === 'object' ? sum(Object.values(chips)) : chips);

/** @param {Round} round @param {import('../games/game.js').Result} result */
function settlement({ game, settlement: actual }, { staked, returned, multiplier }) {
  if (actual === null) return skip('settlement', detail('skip.no-settlement', { game: game.name }));
  // A record may leave the multiplier out; where it is there, it is a claim like the others.
  const expected = actual.multiplier === undefined ? { staked, returned } : { staked, returned, multiplier };
  const equal = canonical(expected) === canonical(actual);
  return compared('settlement', equal, 'settlement', expected, actual, { staked: total(staked), returned: total(returned) });
}

/**
 * Decision 0001: what was staked goes back, and no multiplier paid. Without the seed, or where the actions could not be made, what they
 * added is not known, and at least the bet was staked.
 * @param {Round} round
 */
function voidSettlement(round) {
  const settlement = /** @type {import('./form.js').Settlement} */ (round.settlement);
  const staked = stakedFor(round) ?? leastStaked(round, settlement.staked);
  const expected = { staked, returned: staked };
  const equal = canonical(expected) === canonical(settlement);
  return compared('settlement', equal, 'settlement.void', expected, settlement, { staked: total(staked) });
}

/** @param {readonly number[]} parts */
const sum = (parts) => parts.reduce((all, chips) => all + chips, 0);

/** At least what is put in before the first action: the stake and side bets, or the antes. @param {Round} round @param {any} staked */
function leastStaked({ bet, seeds }, staked) {
  if (seeds.client_seeds === undefined) {
    const least = Object.values(bet).flat().reduce((/** @type {bigint} */ all, chips) => all + BigInt(chips), 0n);
    // What is greater than any number of a record is told as a text.
    return least <= BigInt(staked) ? staked : least <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(least) : String(least);
  }
  return Object.fromEntries(bet.antes.map((/** @type {number} */ ante, /** @type {number} */ player) => [player, Math.max(ante, staked[player] ?? ante)]));
}

/** @param {Round} round @returns {any} null where it is not known */
function stakedFor(round) {
  const { game, params, bet, actions, seeds } = round;
  if (seeds.server_seed === undefined) return null;
  try {
    game.check(params, bet);
    const start = game.start(params, bet, Stream.ofSeeds(seeds.server_seed, seeds.client_seed, seeds.nonce));
    return game.result(fold(start, actions, game.act)).staked;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** @param {Round} round @returns {Detail[]} */
function warnings(round) {
  const found = seedFaults(round.seeds);
  if (round.ruleset !== null && !knowsRuleset(round) && rulesetOf(round) !== round.ruleset) found.push(detail('warning.ruleset'));
  return found;
}
