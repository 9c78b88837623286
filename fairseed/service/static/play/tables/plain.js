/**
 * The seat's seeds at a table that takes plain ones: for each hand a new seed of the browser's, or for the next one a text of the player's. A text
 * is used once: whoever hid a later deck would know it. What a seed was sent for is kept beside it, as with a chain.
 */

import { ChainFault, same } from './chain.js';
import { clientSeedFaults } from '../../verify/core/acceptance.js';
import { freshSeed } from '../client-seed.js';

/** @typedef {import('./chain.js').Promised} Promised */
/** @typedef {{seed: string, promised: Promised | null, wanted: string}} Held `wanted`: the player's text for the next hand, empty where there is none */

const HASH = /^[0-9a-f]{64}$/;

export class PlainSeeds {
  #store;
  #name;
  /** @type {Held} */
  #held;

  /** @param {Storage} store @param {string} name under which the store holds them */
  constructor(store, name) {
    this.#store = store;
    this.#name = name;
    this.#held = { seed: '', promised: null, wanted: '', ...JSON.parse(store.getItem(name) ?? '{}') };
  }

  /** For which hand the last seed was given. */
  get promised() {
    return this.#held.promised;
  }

  /** The last seed that was given. */
  get last() {
    return this.#held.seed;
  }

  get wanted() {
    return this.#held.wanted;
  }

  /** A text for the next hand, none for a fresh seed; false where the service would refuse it. @param {string} text */
  want(text) {
    if (text !== '' && clientSeedFaults(text).length > 0) return false;
    this.#keep({ wanted: text });
    return true;
  }

  /** The seed for a hand whose deck is fixed; for the same deck the same again. @param {Promised} promised @returns {string} */
  next({ server_seed_hash, nonce, deck_root }) {
    if (![deck_root, server_seed_hash].every((hash) => HASH.test(hash))) throw new ChainFault('no_deck');
    const promised = { server_seed_hash, nonce, deck_root };
    if (this.#held.promised === null || !same(promised, this.#held.promised)) this.#keep({ seed: this.#held.wanted || freshSeed(), promised, wanted: '' });
    return this.last;
  }

  /** @param {Partial<Held>} changes */
  #keep(changes) {
    this.#held = { ...this.#held, ...changes };
    this.#store.setItem(this.#name, JSON.stringify(this.#held));
  }
}
