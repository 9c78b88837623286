/**
 * The seat's chain (docs/spec/derivation.md, section 6): a secret of the browser, hashed again and again; its head goes to the table with the
 * buy-in, and for each hand the next link, once the hand's deck is fixed. The secret stays in this tab.
 */

import { linkBefore } from '../../verify/core/cards.js';

/** @typedef {{server_seed_hash: string, nonce: number, deck_root: string}} Promised what a link is given for */
/** @typedef {{secret: string, length: number, sent: number, promised: Promised | null}} Held `sent`: links given so far; `promised`: for what the last was */

export const LENGTH = 2000;
const HASH = /^[0-9a-f]{64}$/;

/** Why no link may be given: an id of the page's texts behind `tb.chain.`. */
export class ChainFault extends Error {
  /** @param {'unconfirmed' | 'strange' | 'used_up' | 'missing' | 'no_deck'} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** @param {Pick<Crypto, 'getRandomValues'>} [source] */
export const freshSecret = (source = crypto) =>
  Array.from(source.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} secret @param {number} length @returns {string[]} from the head, `a_0`, to the secret, `a_N` */
export function linksOf(secret, length) {
  const links = [secret];
  for (let i = 0; i < length; i++) links.push(linkBefore(links[i]));
  return links.reverse();
}

/** @param {Promised} one @param {Promised} other */
export const same = (one, other) => one.server_seed_hash === other.server_seed_hash && one.nonce === other.nonce && one.deck_root === other.deck_root;

export class Chain {
  #store;
  #name;
  #links;
  #held;

  /** @param {Storage} store @param {string} name under which the store holds it @param {Held} held */
  constructor(store, name, held) {
    this.#store = store;
    this.#name = name;
    this.#held = held;
    this.#links = linksOf(held.secret, held.length);
  }

  /** A new chain, which the store holds before anybody hears of its head. @param {Storage} store @param {string} name */
  static make(store, name, length = LENGTH, secret = freshSecret()) {
    const held = { secret, length, sent: 0, promised: null };
    store.setItem(name, JSON.stringify(held));
    return new Chain(store, name, held);
  }

  /** @param {Storage} store @param {string} name @returns {Chain | null} */
  static find(store, name) {
    const held = store.getItem(name);
    return held === null ? null : new Chain(store, name, JSON.parse(held));
  }

  get head() {
    return this.#links[0];
  }

  get left() {
    return this.#held.length - this.#held.sent;
  }

  /** For which hand the last link was given. */
  get promised() {
    return this.#held.promised;
  }

  /** The last link that was given, the head before any was. */
  get last() {
    return this.#links[this.#held.sent];
  }

  /** Whether the table lacks the link that was sent for this hand. @param {Promised} promised @param {string | null} known as in `next` */
  owes(promised, known) {
    const { sent } = this.#held;
    return sent > 0 && known === this.#links[sent - 1] && this.#held.promised !== null && same(promised, this.#held.promised);
  }

  /**
   * A link behind the last one of this tab can only come from another tab that has the same secret: this tab goes on behind it, and can't say
   * for which deck it was given.
   * @param {string | null} known as in `next`
   */
  follow(known) {
    const place = known === null ? -1 : this.#links.indexOf(known);
    if (place <= this.#held.sent) return;
    this.#held = { ...this.#held, sent: place, promised: null };
    this.#store.setItem(this.#name, JSON.stringify(this.#held));
  }

  /**
   * The link for a hand whose deck is fixed; for the same deck the same again. One that was given for a deck is given for no other: whoever
   * fixed the other deck may have known it by then.
   * @param {Promised} promised
   * @param {string | null} known the last link that the table has of this seat
   * @returns {string}
   */
  next(promised, known) {
    if (![promised.deck_root, promised.server_seed_hash].every((hash) => HASH.test(hash))) throw new ChainFault('no_deck');
    const { sent } = this.#held;
    if (this.#held.promised !== null && same(promised, this.#held.promised)) return this.last;
    if (sent > 0 && known === this.#links[sent - 1]) throw new ChainFault('unconfirmed');
    if (known !== this.last) throw new ChainFault('strange');
    if (this.left === 0) throw new ChainFault('used_up');
    this.#held = { ...this.#held, sent: sent + 1, promised: { server_seed_hash: promised.server_seed_hash, nonce: promised.nonce, deck_root: promised.deck_root } };
    this.#store.setItem(this.#name, JSON.stringify(this.#held));
    return this.last;
  }

  /** It is of no use any more. */
  drop() {
    this.#store.removeItem(this.#name);
  }
}

/** @param {string} player @param {string} table */
export const chainName = (player, table) => `fairseed.chain.${player}.${table}`;

/** The link that is given for a promise. ChainFault where this browser has no chain, or none that fits. @param {Chain | null} chain @param {Promised} promised @param {string | null} known the last one that the service had */
export function linkFor(chain, promised, known) {
  if (chain === null) throw new ChainFault('missing');
  return chain.next(promised, known);
}
