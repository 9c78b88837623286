/**
 * Properties of the core against second opinions: BigInt, Node's HMAC, Buffer and JSON, definitions by recursion. Counts grow a
 * hundredfold and more under FAIRSEED_SOAK.
 */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import fc from 'fast-check';

import { base64, fromBase64 } from '../../web_verifier/page/core/base64.js';
import { hex, utf8 } from '../../web_verifier/page/core/bytes.js';
import { choice } from '../../web_verifier/page/core/choice.js';
import { Fault } from '../../web_verifier/page/core/fault.js';
import { canonical, readJson } from '../../web_verifier/page/core/json.js';
import * as merkle from '../../web_verifier/page/core/merkle.js';
import * as numbers from '../../web_verifier/page/core/numbers.js';
import { fromHex, text as decode } from '../../web_verifier/page/core/octets.js';
import { sample } from '../../web_verifier/page/core/sample.js';
import { shuffle } from '../../web_verifier/page/core/shuffle.js';
import { Stream } from '../../web_verifier/page/core/stream.js';
import { bytes, uint64, words } from '../../web_verifier/page/core/words.js';

const SOAK = Boolean(process.env.FAIRSEED_SOAK);
/** @param {number} usual @param {number} soak */
const runs = (usual, soak) => ({ numRuns: SOAK ? soak : usual });

/** @param {() => unknown} run @returns {unknown} null where a Fault is thrown */
function orNull(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

// Uniform numbers: derivation.md, section 3.

const WORDS = 2n ** 32n;

/** A stream of these words and no others. @param {readonly (number | bigint)[]} given */
const streamOf = (given) =>
  new Stream(/** @type {any} */ ({ label: '', block: () => assert.fail(), word: (/** @type {number} */ i) => Number(given[i]) }), 0, null);

/** Which number a word gives, or null where it is rejected. @param {number} n @param {bigint} word */
function given(n, word) {
  // A word that is always accepted comes behind: it gives the last number.
  const [value, next] = streamOf([word, WORDS - 1n]).uniform(n);
  return next.index === 1 ? BigInt(value) : null;
}

/** All sizes that there are, those around powers of two and the small ones first. */
const sizes = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 32 }),
  fc.integer({ min: 1, max: 1000 }),
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.integer({ min: -2, max: 2 })).map(([power, more]) => Math.min(2 ** 32, Math.max(1, 2 ** power + more))),
);

test('each number is given by exactly as many words', () => {
  const property = fc.property(sizes, fc.nat(2 ** 32 - 1), fc.bigInt({ min: 0n, max: WORDS - 1n }), (n, seed, word) => {
    if (n === 1) return;
    const size = BigInt(n);
    const number = BigInt(seed % n);
    // The words whose product with n has this number as its high half.
    const first = (number * WORDS + size - 1n) / size;
    const last = ((number + 1n) * WORDS + size - 1n) / size - 1n;
    // Their low halves begin below n and grow by n, so that only the first can be below the threshold.
    const rejected = (first * size) % WORDS < WORDS % size ? 1n : 0n;
    assert.equal(last - first + 1n - rejected, WORDS / size);
    for (const one of [first, first + 1n, last - 1n, last]) {
      if (one >= first && one <= last) assert.equal(given(n, one), one === first && rejected ? null : number);
    }
    if (first > 0n) assert.notEqual(given(n, first - 1n), number);
    if (last < WORDS - 1n) assert.notEqual(given(n, last + 1n), number);
    const product = word * size;
    assert.equal(given(n, word), product % WORDS < WORDS % size ? null : product / WORDS);
  });
  fc.assert(property, runs(1000, 1_000_000));
});

test('an n that is none is refused', () => {
  for (const n of [0, -1, 0.5, 2 ** 32 + 1, NaN, Infinity]) assert.throws(() => streamOf([0]).uniform(n), { id: 'draw.n' });
  assert.equal(streamOf([]).uniform(1)[1].index, 0);
});

// Orders and choices, over streams of Node's HMAC.

const seeds = fc.record({
  server: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((seed) => Buffer.from(seed).toString('hex')),
  client: fc.string({ unit: 'grapheme', maxLength: 64 }),
  nonce: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
});

/** @param {{server: string, client: string, nonce: bigint}} of @param {number} index of a word */
function wordOf({ server, client, nonce }, index) {
  const block = createHmac('sha256', server).update(`${client}:${nonce}:${Math.floor(index / 8)}`).digest();
  return block.readUInt32BE((index % 8) * 4);
}

/** Draws one after another. @param {{server: string, client: string, nonce: bigint}} of */
function drawer(of) {
  let index = 0;
  /** @param {number} n */
  const uniform = (n) => {
    if (n === 1) return 0;
    for (;;) {
      const product = BigInt(wordOf(of, index++)) * BigInt(n);
      if (product % WORDS >= WORDS % BigInt(n)) return Number(product / WORDS);
    }
  };
  return { uniform, drawn: () => index };
}

/** @param {{server: string, client: string, nonce: bigint}} of */
const stream = ({ server, client, nonce }) => Stream.ofSeeds(server, client, nonce);

test('a shuffle is a permutation, drawn from the first place on; a sample is its beginning', () => {
  const property = fc.property(seeds, fc.integer({ min: 0, max: 70 }), fc.nat(70), (of, n, k) => {
    const items = Array.from({ length: n }, (_, i) => i);
    const [order, next] = shuffle(stream(of), items);
    assert.deepEqual([...order].sort((a, b) => a - b), items);
    const expected = [...items];
    const draw = drawer(of);
    for (let i = 0; i < n - 1; i++) {
      const j = i + draw.uniform(n - i);
      [expected[i], expected[j]] = [expected[j], expected[i]];
    }
    assert.deepEqual([order, next.index], [expected, draw.drawn()]);
    if (n > 0) assert.deepEqual(sample(stream(of), n, Math.min(n, k))[0], expected.slice(0, Math.min(n, k)));
  });
  fc.assert(property, runs(200, 30_000));
});

test('a choice falls where its weights say', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 2 ** 28 }), { minLength: 1, maxLength: 12 }).filter((all) => all.some((one) => one > 0));
  const property = fc.property(seeds, weights, (of, all) => {
    let left = drawer(of).uniform(all.reduce((sum, one) => sum + one, 0));
    const expected = all.findIndex((weight) => (left -= weight) < 0);
    assert.equal(choice(stream(of), all)[0], expected);
  });
  fc.assert(property, runs(200, 50_000));
});

test('words, bytes and numbers of 64 bits are what HMAC gives', () => {
  const property = fc.property(seeds, fc.integer({ min: 0, max: 40 }), (of, k) => {
    const all = Array.from({ length: k }, (_, i) => wordOf(of, i));
    assert.deepEqual([...words(stream(of), k)[0]], all);
    const data = Buffer.alloc(4 * k);
    all.forEach((word, i) => data.writeUInt32BE(word, 4 * i));
    for (const count of [4 * k, Math.max(0, 4 * k - 3)]) assert.deepEqual(Buffer.from(bytes(stream(of), count)[0]), data.subarray(0, count));
    if (k >= 2) assert.equal(uint64(stream(of))[0], data.readBigUInt64BE(0));
  });
  fc.assert(property, runs(200, 30_000));
});

// Text forms.

test('hexadecimal and Base64 have one spelling each', () => {
  const data = fc.uint8Array({ maxLength: 80 });
  const spelled = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.base64String({ maxLength: 40 }),
    fc.stringMatching(/^[0-9a-fA-F]{0,12}$/),
    fc.stringMatching(/^[A-Da-d0-9+/\-_ ]{0,10}={0,3}$/),
  );
  const property = fc.property(data, spelled, (value, text) => {
    const buffer = Buffer.from(value);
    assert.deepEqual([hex(value), base64(value)], [buffer.toString('hex'), buffer.toString('base64')]);
    assert.deepEqual([fromHex(hex(value)), fromBase64(base64(value))], [value, value]);
    const right = Buffer.from(text, 'base64').toString('base64') === text;
    assert.deepEqual(orNull(() => fromBase64(text)), right ? new Uint8Array(Buffer.from(text, 'base64')) : null);
    const isHex = Buffer.from(text, 'hex').toString('hex') === text;
    assert.deepEqual(orNull(() => fromHex(text)), isHex ? new Uint8Array(Buffer.from(text, 'hex')) : null);
    // Bytes that are no UTF-8 are refused, all others are read.
    const read = buffer.toString('utf8');
    assert.equal(orNull(() => decode(value)), Buffer.from(read).equals(buffer) ? read : null);
    assert.deepEqual(orNull(() => utf8(text)), new Uint8Array(Buffer.from(text)));
  });
  fc.assert(property, runs(1000, 200_000));
});

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger().map((number) => number || 0),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '1', '10', '9')), tie('value'), { maxKeys: 6, noNullPrototype: false }),
})).object;

/** RFC 8785 by the platform's own means. @param {any} value @returns {string} */
function sorted(value) {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${names.map((name) => `${JSON.stringify(name)}:${sorted(value[name])}`).join(',')}}`;
}

test('canonical JSON is read back as it was, and written again is the same', () => {
  const property = fc.property(json, fc.constantFrom(0, 1, '\t', '\r\n  '), (value, space) => {
    const text = canonical(value);
    assert.equal(text, sorted(value));
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    for (const written of [text, JSON.stringify(value, null, space)]) {
      const { value: read, faults } = readJson(written);
      assert.equal(canonical(read), text);
      assert.deepEqual(faults, []);
      assert.equal(canonical(readJson(utf8(written)).value), text);
    }
  });
  fc.assert(property, runs(300, 100_000));
});

test('a text is read as the platform reads it, where it takes it for one object', () => {
  const pieces = fc.constantFrom('', ' ', ',', ':', '"', '{', '}', '[', ']', '0', '-', '1.0', 'e1', '\\', '\\u0041', '\\ud800', '\\x', 'null', '\u00a0', '\u2028', '\u0007', '\t', '01', '"a":1,', '/**/');
  const property = fc.property(json, fc.nat(), fc.nat(3), pieces, (value, place, cut, piece) => {
    const whole = JSON.stringify(value);
    const at = place % (whole.length + 1);
    const text = whole.slice(0, at) + piece + whole.slice(at + cut);
    /** @type {any} */
    let expected = null;
    try {
      expected = JSON.parse(text);
    } catch {
      // Then it is no JSON.
    }
    const isObject = expected !== null && typeof expected === 'object' && !Array.isArray(expected);
    const read = /** @type {ReturnType<typeof readJson> | null} */ (orNull(() => readJson(text)));
    // A text with half of a character is no UTF-8, though the platform takes it.
    if (!/[\ud800-\udfff]/u.test(text)) assert.equal(read !== null, isObject, text);
    if (read === null || read.faults.length > 0) return;
    assert.equal(canonical(read.value), sorted(expected));
  });
  fc.assert(property, runs(1000, 300_000));
});

// Numbers.

const natural = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 1000n }));
const positive = natural.map((n) => n + 1n);

/** The first places of n/d, by long division. @param {bigint} n @param {bigint} d @param {number} places */
function divided(n, d, places) {
  let digits = '';
  let rest = n % d;
  for (let i = 0; i < places; i++) {
    digits += (rest * 10n) / d;
    rest = (rest * 10n) % d;
  }
  return places === 0 ? `${n / d}` : `${n / d}.${digits}`;
}

test('fractions are cut as by long division, never rounded', () => {
  const property = fc.property(natural, positive, natural, positive, fc.integer({ min: 0, max: 8 }), (n, d, m, e, places) => {
    const [a, b] = [numbers.fraction(n, d), numbers.fraction(m, e)];
    assert.equal(numbers.cut(a, places), divided(n, d, places));
    assert.equal(numbers.floor(a), n / d);
    assert.equal(Math.sign(numbers.compare(a, b)), n * e < m * d ? -1 : n * e > m * d ? 1 : 0);
    const product = numbers.multiply(a, b);
    assert.equal(product.n * d * e, n * m * product.d);
    if (m === 0n) return;
    const quotient = numbers.divide(a, b);
    assert.equal(quotient.n * d * m, n * e * quotient.d);
  });
  fc.assert(property, runs(1000, 300_000));
});

test('decimals have one value and one form', () => {
  const property = fc.property(natural, fc.integer({ min: 0, max: 6 }), fc.constantFrom('0', ' ', '+', '-', '.', '0.', 'e1', '١'), (units, places, wrong) => {
    const text = numbers.formatFixed(units, places);
    const { n, d } = numbers.parseDecimal(text);
    assert.equal(n * 10n ** BigInt(places), units * d);
    assert.equal(places === 0 ? '' : text.slice(-places - 1)[0], places === 0 ? '' : '.');
    // A zero before it is a zero too many, unless it stands for nothing but the whole part.
    if (wrong !== '0.' || places > 0 || text.length > 6) assert.throws(() => numbers.parseDecimal(wrong + text), { id: 'format.decimal' });
    if (wrong !== '0' && wrong !== '0.' && (wrong !== '.' || places > 0)) assert.throws(() => numbers.parseDecimal(text + wrong), { id: 'format.decimal' });
  });
  fc.assert(property, runs(500, 200_000));
});

// Trees: RFC 9162, section 2.1, as it is defined.

/** @param {Uint8Array[]} part @returns {Uint8Array} */
function root(part) {
  if (part.length < 2) return part[0] ?? merkle.NOTHING;
  const k = 2 ** Math.floor(Math.log2(part.length - 1));
  return merkle.nodeHash(root(part.slice(0, k)), root(part.slice(k)));
}

/** @param {number} index @param {Uint8Array[]} part @returns {Uint8Array[]} */
function path(index, part) {
  if (part.length === 1) return [];
  const k = 2 ** Math.floor(Math.log2(part.length - 1));
  return index < k ? [...path(index, part.slice(0, k)), root(part.slice(k))] : [...path(index - k, part.slice(k)), root(part.slice(0, k))];
}

/** @param {number} old @param {Uint8Array[]} part @param {boolean} [whole] @returns {Uint8Array[]} */
function consistency(old, part, whole = true) {
  if (old === part.length) return whole ? [] : [root(part)];
  const k = 2 ** Math.floor(Math.log2(part.length - 1));
  return old <= k
    ? [...consistency(old, part.slice(0, k), whole), root(part.slice(k))]
    : [...consistency(old - k, part.slice(k), false), root(part.slice(0, k))];
}

test('proofs of trees prove what they are of, and nothing else', () => {
  const leaves = Array.from({ length: 600 }, (_, i) => merkle.leafHash(utf8(`${i}`)));
  const property = fc.property(fc.integer({ min: 1, max: 600 }), fc.nat(), fc.nat(), fc.nat(), fc.nat(255), (size, place, other, bit, byte) => {
    const tree = leaves.slice(0, size);
    const all = root(tree);
    assert.deepEqual(merkle.root(tree), all);
    const index = place % size;
    const proof = path(index, tree);
    assert.deepEqual(merkle.inclusionProof(tree, index), proof);
    /** @param {number} i @param {number} n @param {Uint8Array[]} by @param {Uint8Array} [leaf] */
    const proves = (i, n, by, leaf = tree[index]) => merkle.verifyInclusion(leaf, i, n, by, all);
    assert.ok(proves(index, size, proof));
    const elsewhere = other % size;
    assert.equal(proves(elsewhere, size, proof), elsewhere === index);
    assert.equal(proves(index, size, proof, tree[elsewhere]), elsewhere === index);
    assert.ok(!proves(index, size, [...proof, leaves[other % 600]]));
    if (proof.length > 0) {
      const spoiled = proof.map((hash, i) => (i === bit % proof.length ? hash.map((one, j) => (j === byte % 32 ? one ^ 1 : one)) : hash));
      assert.ok(!proves(index, size, spoiled));
      assert.ok(!proves(index, size, proof.filter((_, i) => i !== bit % proof.length)));
    }
    const old = (other % size) + 1;
    const before = root(tree.slice(0, old));
    const grown = consistency(old, tree);
    assert.ok(merkle.verifyConsistency(old, before, size, all, grown));
    assert.equal(merkle.verifyConsistency(index + 1, before, size, all, grown), index + 1 === old);
    if (grown.length > 0) {
      assert.ok(!merkle.verifyConsistency(old, before, size, all, grown.filter((_, i) => i !== bit % grown.length)));
      assert.ok(!merkle.verifyConsistency(old, all, size, before, grown));
    }
  });
  fc.assert(property, runs(40, 3_000));
});
