/** Decks, hidden decks, and the links of seats: `docs/spec/derivation.md`, sections 4, 6 and 7. */

import { hex, utf8 } from './bytes.js';
import { fromHex } from './octets.js';
import { RANKS, cardText } from './deck.js';
import { Fault } from './fault.js';
import { HmacKey } from './hmac.js';
import { isObject } from './json.js';
import { inclusionProof, leafHash, root, verifyInclusion } from './merkle.js';
import { checkClientSeed, checkServerSeed, parseNonce, serverSeedHash } from './seeds.js';
import { sha256 } from './sha256.js';
import { shuffle } from './shuffle.js';
import { Stream } from './stream.js';

const HASH = /^[0-9a-f]{64}$/;

/**
 * Section 4: a deck in order. A stripped one leaves out the ranks under `lowest`, which goes up to 9.
 * @param {unknown} [lowest]
 * @returns {number[]}
 */
export function deck(lowest = '2') {
  if (typeof lowest !== 'string' || !/^[2-9]$/.test(lowest)) throw new Fault('lowest', 'draw.lowest');
  const first = 4 * RANKS.indexOf(lowest);
  return Array.from({ length: 52 - first }, (_, i) => first + i);
}

/**
 * Section 6: one client seed of all that take part, by seat.
 * @param {unknown} clientSeeds
 * @returns {string}
 */
export function tableClientSeed(clientSeeds) {
  if (!isObject(clientSeeds)) throw new Fault('client_seeds', 'seed.seats');
  const seats = Object.keys(clientSeeds);
  if (seats.length === 0) throw new Fault('client_seeds', 'seed.no-seat');
  for (const seat of seats) {
    if (!/^(?:0|[1-9][0-9]*)$/.test(seat)) throw new Fault(`client_seeds.${seat}`, 'seed.seat', { seat });
  }
  // As numbers: of two without leading zeros the longer is the greater.
  seats.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const lines = seats.map((seat) => {
    const seed = checkClientSeed(clientSeeds[seat], `client_seeds.${seat}`);
    if (seed.includes('\n')) throw new Fault(`client_seeds.${seat}`, 'seed.line-feed', { seat });
    return `${seat}:${seed}`;
  });
  return hex(sha256(utf8(lines.join('\n'))));
}

/**
 * Section 6: the link before a link of a seat's chain is the SHA-256 of its 64 characters.
 * @param {unknown} link
 * @param {string} [field]
 * @returns {string}
 */
export function linkBefore(link, field = 'link') {
  if (typeof link !== 'string' || !HASH.test(link)) throw new Fault(field, 'seed.link');
  return hex(sha256(utf8(link)));
}

/**
 * Whether a link hashes to the link before it that is known.
 * @param {unknown} link
 * @param {unknown} before
 */
export function checkLink(link, before) {
  const actual = linkBefore(link);
  if (actual !== before) throw new Fault('chain_head', 'commitment.link', { expected: actual });
}

/**
 * Whether a seed hashes to what was promised.
 * @param {unknown} seed
 * @param {unknown} promised
 */
export function checkCommitment(seed, promised) {
  const actual = serverSeedHash(seed);
  if (actual !== promised) throw new Fault('server_seed_hash', 'commitment.server-seed', { expected: actual });
}

/** @typedef {{place: number, slot: number, card: string, salt: string, proof: string[]}} Opening */

/** @param {number} slot @param {string} card @param {string} salt */
const slotLeaf = (slot, card, salt) => leafHash(utf8(`${slot}:${card}:${salt}`));

/** Section 7, points 1 and 2: the deck as whoever knows the server seed has it. */
export class HiddenDeck {
  #leaves;
  #salts;

  /**
   * @param {unknown} serverSeed
   * @param {string | number | bigint} nonce
   * @param {readonly number[]} cards the deck in order
   */
  constructor(serverSeed, nonce, cards) {
    const seed = checkServerSeed(serverSeed);
    const number = parseNonce(String(nonce));
    const key = new HmacKey(utf8(seed));
    /** Slot j holds `slots[j]`. */
    this.slots = shuffle(Stream.ofLabel(seed, `deck:${number}`), cards)[0];
    this.#salts = this.slots.map((_, slot) => hex(key.mac(utf8(`salt:${number}:${slot}`))));
    this.#leaves = this.slots.map((card, slot) => slotLeaf(slot, cardText(card), this.#salts[slot]));
    this.root = hex(root(this.#leaves));
  }

  /**
   * @param {number} place
   * @param {readonly number[]} perm
   * @returns {Opening}
   */
  open(place, perm) {
    const slot = perm[place];
    const proof = inclusionProof(this.#leaves, slot).map(hex);
    return { place, slot, card: cardText(this.slots[slot]), salt: this.#salts[slot], proof };
  }
}

/**
 * Section 7, point 3: place i of the dealt deck is slot `perm[i]`. Whatever else everybody may know is drawn from
 * the stream that is returned, behind the permutation.
 * @param {string} tableSeed
 * @param {string} serverSeedHash
 * @param {string | number | bigint} nonce
 * @param {number} size
 * @returns {[number[], Stream]}
 */
export function permutation(tableSeed, serverSeedHash, nonce, size) {
  const label = `${serverSeedHash}:${parseNonce(String(nonce))}`;
  return shuffle(Stream.ofLabel(tableSeed, label), Array.from({ length: size }, (_, i) => i));
}

/**
 * Checks openings without any secret: each of its place, proven, a card of this deck; no card in two slots, and no
 * slot with two cards (a slot with two proofs would need a broken hash).
 * @param {unknown} opened
 * @param {readonly number[]} perm
 * @param {unknown} deckRoot
 * @param {readonly number[]} cards the deck in order
 */
export function checkOpenings(opened, perm, deckRoot, cards) {
  if (typeof deckRoot !== 'string' || !HASH.test(deckRoot)) throw new Fault('deck_root', 'cards.root');
  if (!Array.isArray(opened)) throw new Fault('opened', 'cards.openings');
  const known = new Set(cards.map(cardText));
  /** @type {Map<string, number>} */
  const slots = new Map();
  opened.forEach((raw, i) => {
    const field = `opened[${i}]`;
    const { place, slot, card, salt, proof } = readOpening(raw, field);
    if (place < 0 || place >= perm.length) throw new Fault(`${field}.place`, 'cards.place', { place });
    if (perm[place] !== slot) throw new Fault(`${field}.slot`, 'cards.slot', { place, slot, expected: perm[place] });
    if (!known.has(card)) throw new Fault(`${field}.card`, 'cards.unknown-card', { card });
    const path = proof.map(fromHex);
    if (!verifyInclusion(slotLeaf(slot, card, salt), slot, perm.length, path, fromHex(deckRoot))) {
      throw new Fault(`${field}.proof`, 'cards.proof', { place, card });
    }
    if ((slots.get(card) ?? slot) !== slot) throw new Fault(field, 'cards.twice', { card });
    slots.set(card, slot);
  });
}

/**
 * @param {unknown} raw
 * @param {string} field
 * @returns {Opening}
 */
function readOpening(raw, field) {
  if (!isObject(raw)) throw new Fault(field, 'cards.opening');
  const { place, slot, card, salt, proof } = raw;
  if (!Number.isSafeInteger(place)) throw new Fault(`${field}.place`, 'cards.opening');
  if (!Number.isSafeInteger(slot)) throw new Fault(`${field}.slot`, 'cards.opening');
  if (typeof card !== 'string') throw new Fault(`${field}.card`, 'cards.opening');
  if (typeof salt !== 'string' || !HASH.test(salt)) throw new Fault(`${field}.salt`, 'cards.opening');
  if (!Array.isArray(proof)) throw new Fault(`${field}.proof`, 'cards.opening');
  proof.forEach((hash, i) => {
    if (typeof hash !== 'string' || !HASH.test(hash)) throw new Fault(`${field}.proof[${i}]`, 'cards.opening');
  });
  return /** @type {Opening} */ ({ place, slot, card, salt, proof });
}
