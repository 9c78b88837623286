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

/** @param {Members} record */
export const isPublic = ({ params }) => isObject(params) && params.table === 'public';

/**
 * A reader of exactly one member a player, from 0 up.
 * @template T
 * @param {(raw: unknown, field: string) => T} read
 * @param {unknown} count of players
 * @returns {(raw: unknown, field: string) => Record<string, T>}
 */
const byPlayer = (read, count) => (raw, field) => {
  const members = object(raw, field);
  const players = Object.keys(members);
  if (players.length !== count || players.some((_, i) => !Object.hasOwn(members, String(i)))) throw new Fault(field, 'format.players');
  return Object.fromEntries(players.map((player) => [player, read(members[player], `${field}.${player}`)]));
};

/** @param {Members} raw @param {unknown} boxes @param {(raw: unknown, field: string) => number} nonce @returns {Seeds} */
export function readPlayersSeeds(raw, boxes, nonce) {
  const shape = {
    scheme: wordOf(['fairseed-v1']),
    server_seed_hash: hash,
    server_seed: hash,
    client_seeds: byPlayer(text, boxes),
    chain_heads: byPlayer(hash, boxes),
    nonce,
  };
  const read = claims(shape, { server_seed: undefined, chain_heads: undefined })(raw, 'seeds');
  // Where a single one would stand the stream takes that of all.
  return { ...read, client_seed: at('seeds', () => tableClientSeed(read.client_seeds)) };
}

/** @param {unknown} boxes */
export const readPlayersSettlement = (boxes) => claims({ staked: byPlayer(whole, boxes), returned: byPlayer(whole, boxes) });

/** What a service would not have taken as a seed. @param {Seeds} seeds */
export const seedFaults = ({ client_seed, client_seeds, chain_heads }) =>
  (client_seeds === undefined ? [client_seed] : chain_heads === undefined ? Object.values(client_seeds) : []).flatMap((seed) => clientSeedFaults(seed).map(told));
