/**
 * Records of several players at one house table (`docs/spec/record.md`, House games): player p plays box p, and seeds and chips are by
 * player. Seats' seeds are links of their chains where the record has `chain_heads`.
 */

import { clientSeedFaults } from '../core/acceptance.js';
import { tableClientSeed } from '../core/cards.js';
import { Fault, at } from '../core/fault.js';
import { isObject } from '../core/json.js';
import { claims, hash, object, text, whole, wordOf } from '../games/forms.js';
import { told } from './checks.js';

/** @typedef {import('./form.js').Round} Round */
/** @typedef {import('./form.js').Seeds} Seeds */
/** @typedef {import('../games/forms.js').Members} Members */

/** No game has so many. */
const MOST_BOXES = 64;

/** @param {Members} record */
export const isPublic = ({ params }) => isObject(params) && params.table === 'public';

/**
 * A reader of one member a player, from 0 up.
 * @template T
 * @param {(raw: unknown, field: string) => T} read
 * @param {unknown} count of players
 * @param {boolean} [some] whether some of them may be missing
 * @returns {(raw: unknown, field: string) => Record<string, T>}
 */
const byPlayer = (read, count, some = false) => (raw, field) => {
  const members = object(raw, field);
  const players = Object.keys(members);
  const fits = players.length === count || (some && players.length < Number(count));
  const isPlayer = (/** @type {string} */ name) => /^(?:0|[1-9]\d?)$/.test(name) && Number(name) < Math.min(Number(count), MOST_BOXES);
  if (typeof count !== 'number' || !fits || !players.every(isPlayer)) throw new Fault(field, 'format.players');
  return Object.fromEntries(players.map((player) => [player, read(members[player], `${field}.${player}`)]));
};

/**
 * A round can be void for want of links; then not all seeds are there.
 * @param {Members} raw @param {unknown} boxes @param {(raw: unknown, field: string) => number} nonce @param {boolean} isVoid @returns {Seeds}
 */
export function readPlayersSeeds(raw, boxes, nonce, isVoid) {
  const shape = {
    scheme: wordOf(['fairseed-v1']),
    server_seed_hash: hash,
    server_seed: hash,
    client_seeds: byPlayer(text, boxes, isVoid),
    chain_heads: byPlayer(hash, boxes, isVoid),
    nonce,
  };
  const read = claims(shape, { server_seed: undefined, chain_heads: undefined })(raw, 'seeds');
  const nobody = Object.keys(read.client_seeds).length === 0;
  // Where a single one would stand the stream takes that of all.
  return { ...read, client_seed: nobody ? '' : at('seeds', () => tableClientSeed(read.client_seeds)) };
}

/** @param {unknown} boxes */
export const readPlayersSettlement = (boxes) => claims({ staked: byPlayer(whole, boxes), returned: byPlayer(whole, boxes) });

/** What a service would not have taken as a seed. @param {Seeds} seeds */
export const seedFaults = ({ client_seed, client_seeds, chain_heads }) =>
  (client_seeds === undefined ? [client_seed] : chain_heads === undefined ? Object.values(client_seeds) : []).flatMap((seed) => clientSeedFaults(seed).map(told));
