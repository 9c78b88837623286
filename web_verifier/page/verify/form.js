/** The form of a round record, `docs/spec/record.md`, section 1: all that the check `format` asks. */

import { Fault, at } from '../core/fault.js';
import { GAMES } from '../games/all.js';
import { CLAIMS } from '../games/claims.js';
import { isPublic, readPlayersSeeds, readPlayersSettlement } from './players.js';
import { claims, fourPlaces, hash, list, need, object, text, whole, wordOf } from '../games/forms.js';

/** @typedef {import('../games/claims.js').Claims} Claims */
/** @typedef {import('../games/forms.js').Members} Members */
/**
 * Of several players `client_seed` is what the seeds of all give (derivation.md, section 6).
 * @typedef {{server_seed_hash: string, server_seed?: string, client_seed: string, nonce: number, client_seeds?: Record<string, string>,
 *   chain_heads?: Record<string, string>}} Seeds
 */
/** Of several players by player. @typedef {{staked: any, returned: any, multiplier?: string}} Settlement */

/**
 * A record of the right form.
 * @typedef {object} Round
 * @property {Members} record as it is written
 * @property {string} id
 * @property {import('../games/game.js').AnyGame} game
 * @property {any} params with the defaults filled in
 * @property {readonly string[]} defaulted names of the params that were left to the defaults
 * @property {any} bet
 * @property {Seeds} seeds
 * @property {readonly import('../games/game.js').Action[]} actions
 * @property {Members | null} outcome
 * @property {Settlement | null} settlement
 * @property {string | null} ruleset
 * @property {boolean} isVoid
 */

/** @param {unknown} raw @param {string} field */
function nonce(raw, field) {
  const read = whole(raw, field);
  if (read < 0) throw new Fault(field, 'format.nonce'); // decision 0007
  return read;
}

const readSeeds = claims(
  {
    scheme: wordOf(['fairseed-v1']),
    server_seed_hash: hash,
    server_seed: hash,
    client_seed: text,
    nonce,
  },
  { server_seed: undefined },
);
const settlementShape = { staked: whole, returned: whole };
const readSettlement = claims(settlementShape);
const readSettlementWithMultiplier = claims({ ...settlementShape, multiplier: fourPlaces }, { multiplier: undefined });

/** Members that other checks read; here only their kind is asked. */
const OPTIONAL = /** @type {const} */ ([
  ['receipt', object],
  ['action_receipts', list],
  ['commitment', object],
]);

/**
 * @param {Members} record the value of a document without faults
 * @returns {Round}
 */
export function readRound(record) {
  const id = text(need(record, 'round_id', ''), 'round_id');
  const name = text(need(record, 'game', ''), 'game');
  const game = GAMES.get(name);
  const claimed = CLAIMS.get(name);
  if (game === undefined || claimed === undefined) throw new Fault('game', 'format.game', { game: name });
  const rawParams = object(need(record, 'params', ''), 'params');
  const params = game.fill(claimed.readParams(rawParams));
  const boxes = isPublic(record) ? rawParams.boxes : null;
  const rawSeeds = need(record, 'seeds', '');
  const isVoid = Object.hasOwn(record, 'void');
  const seeds = boxes === null ? readSeeds(rawSeeds, 'seeds') : readPlayersSeeds(object(rawSeeds, 'seeds'), boxes, nonce, isVoid);
  if (isVoid) text(need(object(record.void, 'void'), 'reason', 'void'), 'void.reason');
  for (const [member, read] of OPTIONAL) if (Object.hasOwn(record, member)) read(record[member], member);
  const revealed = seeds.server_seed !== undefined;
  return {
    record,
    id,
    game,
    params,
    defaulted: Object.keys(params).filter((param) => !Object.hasOwn(rawParams, param)),
    bet: readBet(record, claimed, name),
    seeds,
    actions: list(need(record, 'actions', ''), 'actions').map((raw, i) => at(`actions[${i}]`, () => claimed.readAction(raw))),
    outcome: readOutcome(record, claimed, isVoid, revealed),
    settlement: readSettled(record, claimed, name, isVoid || revealed, boxes),
    ruleset: Object.hasOwn(record, 'ruleset') ? hash(record.ruleset, 'ruleset') : null,
    isVoid,
  };
}

/**
 * @param {Members} record
 * @param {Claims} claimed
 * @param {string} game
 */
function readBet(record, claimed, game) {
  if (claimed.readBet !== null) return claimed.readBet(need(record, 'bet', ''));
  if (Object.hasOwn(record, 'bet')) throw new Fault('bet', 'format.no-bet', { game });
  return undefined;
}

/**
 * Decisions 0001 and 0002: a void round has no outcome; before the seed is revealed there need not be one, and that of a view (a
 * record with `state`) shows only a part.
 * @param {Members} record
 * @param {Claims} claimed
 * @param {boolean} isVoid
 * @param {boolean} revealed
 * @returns {Members | null}
 */
function readOutcome(record, claimed, isVoid, revealed) {
  const there = Object.hasOwn(record, 'outcome');
  if (isVoid) {
    if (there) throw new Fault('outcome', 'format.void-outcome');
    return null;
  }
  if (!there && !revealed) return null;
  const outcome = object(need(record, 'outcome', ''), 'outcome');
  if (revealed || !Object.hasOwn(record, 'state')) claimed.readOutcome(outcome);
  return outcome;
}

/**
 * @param {Members} record
 * @param {Claims} claimed
 * @param {string} game
 * @param {boolean} required
 * @param {unknown} boxes where chips are by player
 * @returns {Settlement | null}
 */
function readSettled(record, claimed, game, required, boxes) {
  const there = Object.hasOwn(record, 'settlement');
  if (claimed.readBet === null) {
    if (there) throw new Fault('settlement', 'format.no-bet', { game });
    return null;
  }
  if (!there && !required) return null;
  const byPlayer = boxes !== null && readPlayersSettlement(boxes);
  const read = byPlayer || (claimed.hasMultiplier ? readSettlementWithMultiplier : readSettlement);
  return read(need(record, 'settlement', ''), 'settlement');
}

