import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hex, utf8 } from '../../web_verifier/page/core/bytes.js';
import * as cards from '../../web_verifier/page/core/cards.js';
import * as decks from '../../web_verifier/page/core/deck.js';
import { coveredByDigest, recordDigest, rulesetDigest } from '../../web_verifier/page/core/digests.js';
import { Fault } from '../../web_verifier/page/core/fault.js';
import { canonical } from '../../web_verifier/page/core/json.js';
import { serverSeedHash } from '../../web_verifier/page/core/seeds.js';
import { sha256 } from '../../web_verifier/page/core/sha256.js';
import { shuffle } from '../../web_verifier/page/core/shuffle.js';
import { recording } from '../../web_verifier/page/core/draws.js';
import { Stream } from '../../web_verifier/page/core/stream.js';
import { testVectors } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/core/draws.js').Draw} Draw */

/** @param {string} name */
function deckNamed(name) {
  if (name === 'six_decks') return decks.shoe();
  const lowest = /** @type {Record<string, string>} */ ({ 52: '2', 36: '6', 32: '7' })[name];
  return cards.deck(lowest ?? name);
}

testVectors('cards', (given) => {
  /** @type {Draw[]} */
  const draws = [];
  const stream = Stream.ofSeeds(given.server_seed, given.client_seed, given.nonce);
  const [shuffled, next] = shuffle(recording(stream, draws), deckNamed(given.deck));
  const texts = shuffled.map(decks.cardText);
  const rejected = draws.flatMap((draw) => draw.words).filter((word) => word.rejected).length;
  const digest = hex(sha256(utf8(texts.join(' '))));
  return { first: texts.slice(0, 10), sha256: digest, drawn: next.index, rejected };
});

testVectors('hands', (given, one) => {
  const deck = cards.deck(given.lowest);
  const tableSeed = cards.tableClientSeed(given.client_seeds);
  if (one.layer === 'cards') {
    const [perm] = cards.permutation(tableSeed, given.server_seed_hash, given.nonce, deck.length);
    cards.checkOpenings(given.opened, perm, given.deck_root, deck);
    return null;
  }
  const hidden = new cards.HiddenDeck(given.server_seed, given.nonce, deck);
  const [perm, after] = cards.permutation(tableSeed, serverSeedHash(given.server_seed), given.nonce, deck.length);
  const opened = given.places.map((/** @type {number} */ place) => hidden.open(place, perm));
  cards.checkOpenings(opened, perm, hidden.root, deck);
  return {
    table_client_seed: tableSeed,
    deck_root: hidden.root,
    perm,
    deck: perm.map((slot) => decks.cardText(hidden.slots[slot])),
    carousel: after.uniform(3)[0],
    opened,
  };
});

testVectors('commitments', (given, one) => {
  if (given.link !== undefined) {
    const before = cards.linkBefore(given.link);
    if (given.chain_head !== undefined) cards.checkLink(given.link, given.chain_head);
    return { before };
  }
  if (given.server_seed !== undefined) {
    if (given.server_seed_hash !== undefined) cards.checkCommitment(given.server_seed, given.server_seed_hash);
    return { server_seed_hash: serverSeedHash(given.server_seed) };
  }
  if (given.record !== undefined) {
    return { canonical: canonical(coveredByDigest(given.record)), digest: recordDigest(given.record) };
  }
  // Which params are rules, and their defaults, each game says itself.
  const { game, rules, paytables } = JSON.parse(one.expect.canonical);
  return { canonical: canonical({ paytables, game, rules }), digest: rulesetDigest(game, rules, paytables) };
});

test('a deck by its text forms', () => {
  assert.deepEqual(cards.deck('9').map(decks.cardText).slice(0, 5), ['9c', '9d', '9h', '9s', 'Tc']);
  assert.equal(decks.cardText(51), 'As');
  assert.equal(decks.cardText(52 * 3 + 1), '2d');
  for (const lowest of ['A', 'T', 2, null]) assert.throws(() => cards.deck(lowest), Fault);
});

test('no slot of an honest deck is open under two proofs', () => {
  const deck = cards.deck('9');
  const hidden = new cards.HiddenDeck('0'.repeat(64), 0, deck);
  const [perm] = cards.permutation('1'.repeat(64), '2'.repeat(64), 0, deck.length);
  const all = deck.map((_, place) => hidden.open(place, perm));
  cards.checkOpenings(all, perm, hidden.root, deck);
  cards.checkOpenings([...all, all[3]], perm, hidden.root, deck);
  assert.throws(() => cards.checkOpenings(all, perm, null, deck), { id: 'cards.root' });
  assert.throws(() => cards.checkOpenings(all, [...perm].reverse(), hidden.root, deck), { id: 'cards.slot' });
});
