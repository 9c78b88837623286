import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hex, utf8 } from '../../web_verifier/page/core/bytes.js';
import { clientSeedFaults } from '../../web_verifier/page/core/acceptance.js';
import { choice } from '../../web_verifier/page/core/choice.js';
import { sample } from '../../web_verifier/page/core/sample.js';
import { shuffle } from '../../web_verifier/page/core/shuffle.js';
import { recording } from '../../web_verifier/page/core/draws.js';
import { Stream } from '../../web_verifier/page/core/stream.js';
import { bytes, uint64, words } from '../../web_verifier/page/core/words.js';
import { testVectors } from './vectors.mjs';

/** @typedef {import('../../web_verifier/page/core/draws.js').Draw} Draw */

/** @param {any} given */
const streamOf = (given) => Stream.ofSeeds(given.server_seed, given.client_seed, given.nonce);

/**
 * Draws with the recorder on: what it writes must account for every word.
 * @template T
 * @param {any} given
 * @param {(stream: Stream) => [T, Stream]} draw
 */
function counted(given, draw) {
  /** @type {Draw[]} */
  const draws = [];
  const [value, next] = draw(recording(streamOf(given), draws));
  assert.deepEqual(draw(streamOf(given))[0], value);
  const words = draws.flatMap((one) => one.words);
  assert.deepEqual(words.map((word) => word.index), Array.from({ length: next.index }, (_, i) => i));
  return { value, drawn: next.index, rejected: words.filter((word) => word.rejected).length };
}

testVectors('stream', (given) => {
  const stream = streamOf(given);
  const blocks = [0, 1].map((cursor) => hex(stream.block(cursor)));
  return { blocks, words: words(stream, 16)[0] };
});

testVectors('uniform', (given) => {
  const { value, ...count } = counted(given, (stream) => {
    /** @type {number[]} */
    const values = [];
    for (let i = 0; i < given.count; i++) {
      const [value, next] = stream.uniform(given.n);
      values.push(value);
      stream = next;
    }
    return [values, stream];
  });
  return { values: value, ...count };
});

testVectors('shuffle', (given) => {
  const items = Array.from({ length: given.n }, (_, i) => i);
  const { value, ...count } = counted(given, (stream) => shuffle(stream, items));
  assert.deepEqual(items, Array.from({ length: given.n }, (_, i) => i));
  return { places: value, ...count };
});

testVectors('sample', (given) => {
  const { value, ...count } = counted(given, (stream) => sample(stream, given.n, given.k));
  return { places: value, ...count };
});

testVectors('choice', (given) => {
  const { value, ...count } = counted(given, (stream) => choice(stream, given.weights));
  return { index: value, ...count };
});

testVectors('client_seeds', (given) => {
  for (const fault of clientSeedFaults(given.client_seed)) throw fault;
  return { utf8: hex(utf8(given.client_seed)) };
});

const SEED = '0'.repeat(64);

test('a place can be drawn from again', () => {
  const stream = Stream.ofSeeds(SEED, 'client', 0);
  const [first, second] = stream.uniform(10001);
  assert.equal(first, 9941);
  words(second, 100);
  assert.deepEqual(stream.uniform(10001)[0], 9941);
  assert.deepEqual(words(second, 2)[0], words(stream, 3)[0].slice(1));
});

test('nonces are numbers, BigInts or texts', () => {
  for (const nonce of ['7', 7, 7n]) assert.equal(Stream.ofSeeds(SEED, 'c', nonce).message(3), 'c:7:3');
  for (const nonce of [-1, 0.5, 2 ** 63, NaN, Infinity, -1n, 2n ** 63n]) {
    assert.throws(() => Stream.ofSeeds(SEED, 'c', nonce), { id: 'seed.nonce' });
  }
});

test('client seeds that are no text', () => {
  assert.throws(() => Stream.ofSeeds(SEED, 'a\ud800', 0), { id: 'seed.surrogate' });
  assert.throws(() => Stream.ofSeeds(SEED, 5, 0), { id: 'seed.client-seed' });
});

test('uint64 is high word, low word', () => {
  const [[high, low]] = words(Stream.ofSeeds(SEED, 'client', 0), 2);
  const [value, next] = uint64(Stream.ofSeeds(SEED, 'client', 0));
  assert.equal(value, BigInt(high) * 2n ** 32n + BigInt(low));
  assert.equal(next.index, 2);
});

test('bytes use a word begun up', () => {
  const stream = Stream.ofSeeds(SEED, 'client', 0);
  const blocks = hex(stream.block(0)) + hex(stream.block(1));
  for (const k of [0, 1, 3, 4, 5, 33, 64]) {
    const [taken, next] = bytes(stream, k);
    assert.equal(hex(taken), blocks.slice(0, 2 * k));
    assert.equal(next.index, Math.ceil(k / 4));
  }
  assert.throws(() => bytes(stream, -1), { id: 'draw.k' });
  assert.throws(() => words(stream, 0.5), { id: 'draw.k' });
});

test('a record of draws shows the arithmetic', () => {
  /** @type {Draw[]} */
  const draws = [];
  recording(Stream.ofSeeds(SEED, 'client', 267212), draws).uniform(10001);
  assert.equal(draws.length, 1);
  const [draw] = draws;
  assert.deepEqual([draw.primitive, draw.n, draw.threshold], ['uniform', 10001, 2 ** 32 % 10001]);
  assert.deepEqual(draw.words.map((word) => word.rejected), [true, false]);
  const product = BigInt(draw.words[1].word) * 10001n;
  assert.equal(BigInt(Number(draw.result)), product >> 32n);
  assert.ok(product % 2n ** 32n >= BigInt(Number(draw.threshold)));
});

test('a shoe takes under a millisecond', () => {
  const shoe = Array.from({ length: 312 }, (_, i) => i);
  let best = Infinity;
  for (let nonce = 0; nonce < 300; nonce++) {
    const begun = performance.now();
    shuffle(Stream.ofSeeds(SEED, 'client', nonce), shoe);
    best = Math.min(best, performance.now() - begun);
  }
  assert.ok(best < 1, `${best} ms`);
});
