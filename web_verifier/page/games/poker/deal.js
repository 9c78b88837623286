/**
 * Dealing: which place of the deck goes where. `docs/spec/poker.md`, section 2; `docs/spec/derivation.md`, section 7.
 *
 * A hand is dealt by places. Everybody knows them; what card lies in a place only who knows the server seed.
 */

import { HiddenDeck, deck, permutation, tableClientSeed } from '../../core/cards.js';
import { Stream } from '../../core/stream.js';

/** @typedef {import('./variants.js').Variant} Variant */
/** @typedef {import('./params.js').Params} Params */

/**
 * The deck of a hand.
 * @typedef {object} Dealt
 * @property {readonly number[] | null} cards by place; null while the server seed is not known
 * @property {readonly number[]} perm the slot of each place
 * @property {Stream} stream the public stream behind the permutation
 * @property {string | null} root of the hidden deck; null as `cards`
 * @property {readonly number[]} order the deck in order
 * @property {string} tableSeed
 */

/**
 * @param {string | undefined} lowest rank
 * @param {{server_seed?: string, server_seed_hash: string, client_seeds: Readonly<Record<number, string>>, nonce: number}} seeds
 * @returns {Dealt}
 */
export function dealtDeck(lowest, { server_seed, server_seed_hash, client_seeds, nonce }) {
  const order = deck(lowest);
  const tableSeed = tableClientSeed(client_seeds);
  const [perm, stream] = permutation(tableSeed, server_seed_hash, nonce, order.length);
  const hidden = server_seed === undefined ? null : new HiddenDeck(server_seed, nonce, order);
  const cards = hidden && perm.map((slot) => hidden.slots[slot]);
  return { cards, perm, stream, root: hidden && hidden.root, order, tableSeed };
}

/**
 * Section 2: the button of a table's first hand, drawn before anything is posted: the i-th of the seats dealt in.
 * @param {readonly number[]} seats ascending
 * @param {string} tableSeed
 * @param {string} serverSeedHash
 * @param {number} nonce
 */
export const firstButton = (seats, tableSeed, serverSeedHash, nonce) =>
  seats[Stream.ofLabel(tableSeed, `button:${serverSeedHash}:${nonce}`).uniform(seats.length)[0]];

/**
 * The places of each hand: with n seats the i-th left of the button gets i, n + i, 2n + i, …
 * @param {readonly number[]} order the seats from the left of the button, the button last
 * @param {number} count cards for each
 * @returns {Record<number, readonly number[]>}
 */
export const holePlaces = (order, count) =>
  Object.fromEntries(order.map((seat, i) => [seat, Array.from({ length: count }, (_, k) => k * order.length + i)]));
