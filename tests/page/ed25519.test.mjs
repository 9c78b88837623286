import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { test } from 'node:test';

import fc from 'fast-check';

import { hex } from '../../web_verifier/page/core/bytes.js';
import { fromHex } from '../../web_verifier/page/core/octets.js';
import { isPublicKey, verify } from '../../web_verifier/page/core/ed25519.js';

const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** RFC 8032, section 7.1: tests 1 to 3 and SHA(abc): public key, message, signature. */
const RFC = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
].map((row) => row.map(fromHex));

/** What Node says, that is OpenSSL. @param {Uint8Array} key @param {Uint8Array} message @param {Uint8Array} signature */
function outside(key, message, signature) {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') };
  return crypto.verify(null, message, crypto.createPublicKey({ key: jwk, format: 'jwk' }), signature);
}

/** @param {bigint} value @returns {Uint8Array} */
const code = (value) => fromHex(value.toString(16).padStart(64, '0')).reverse();

/** @param {Uint8Array} bytes */
const number = (bytes) => BigInt(`0x${hex(bytes.slice().reverse()) || '0'}`);

test('vectors of RFC 8032', () => {
  for (const [key, message, signature] of RFC) {
    assert.ok(verify(key, message, signature));
    assert.ok(outside(key, message, signature));
    assert.ok(!verify(key, Uint8Array.of(...message, 0), signature));
    assert.ok(!verify(key, message, signature.subarray(0, 63)));
    assert.ok(!verify(key.subarray(0, 31), message, signature));
    assert.ok(!verify(key, message, Uint8Array.of(...signature, 0)));
  }
});

test('random keys and messages, and every kind of change', () => {
  const bytes = fc.uint8Array({ maxLength: 1100 });
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (message, at, flip) => {
      const pair = crypto.generateKeyPairSync('ed25519');
      const key = new Uint8Array(Buffer.from(String(pair.publicKey.export({ format: 'jwk' }).x), 'base64url'));
      const signature = new Uint8Array(crypto.sign(null, message, pair.privateKey));
      assert.ok(verify(key, message, signature));
      /** @param {Uint8Array} whole */
      const changed = (whole) => whole.map((byte, i) => (i === at % whole.length ? byte ^ flip : byte));
      assert.ok(!verify(key, message, changed(signature)));
      assert.ok(!verify(changed(key), message, signature));
      if (message.length > 0) assert.ok(!verify(key, changed(message), signature));
    }),
    { numRuns: 30 },
  );
});

test('a signature has one S: S + L is refused', () => {
  for (const [key, message, signature] of RFC) {
    for (let S = number(signature.subarray(32)) + L; S < 2n ** 256n; S += L) {
      assert.ok(!verify(key, message, Uint8Array.of(...signature.subarray(0, 32), ...code(S))));
    }
  }
});

/** Points as they are defined, in affine coordinates: slow, and by other formulas. */
const P = 2n ** 255n - 19n;
/** @param {bigint} a */
const mod = (a) => ((a % P) + P) % P;
/** @param {bigint} a @returns {bigint} by Euclid */
function inverse(a) {
  let [r, s, x, y] = [P, mod(a), 0n, 1n];
  while (s > 0n) [r, s, x, y] = [s, r % s, y, x - (r / s) * y];
  return mod(x);
}
const D = mod(-121665n * inverse(121666n));
/** @typedef {readonly [bigint, bigint]} Affine */
/** @param {Affine} p @param {Affine} q @returns {Affine} */
function add([a, b], [c, d]) {
  const t = mod(D * a * b * c * d);
  return [mod((a * d + c * b) * inverse(1n + t)), mod((b * d + a * c) * inverse(1n - t))];
}
/** @param {bigint} n @param {Affine} p @returns {Affine} */
function times(n, p) {
  /** @type {Affine} */
  let sum = [0n, 1n];
  for (; n > 0n; n >>= 1n, p = add(p, p)) if (n & 1n) sum = add(sum, p);
  return sum;
}
/** @param {Affine} p */
const spelled = ([x, y]) => code(y | ((x & 1n) << 255n));
/** @type {Affine} */
const BASE = [
  15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  46316835694926478169428394003475163141307993866256225615783033603165251855960n,
];
/** A point by its y, with either x: by the root of (y² - 1) / (D·y² + 1). @param {bigint} y @returns {Affine} */
function pointOf(y) {
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  /** @param {bigint} base @param {bigint} exponent */
  const power = (base, exponent) => {
    let result = 1n;
    for (; exponent > 0n; exponent >>= 1n, base = mod(base * base)) if (exponent & 1n) result = mod(result * base);
    return result;
  };
  const x = power(square, (P + 3n) / 8n);
  return [mod(x * x) === square ? x : mod(x * power(2n, (P - 1n) / 4n)), y];
}

/** A point of order 8; the eight points of small order are its multiples. */
const TORSION = pointOf(number(fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')));
const SMALL = Array.from({ length: 8 }, (_, i) => times(BigInt(i), TORSION));

test('points of small order are no keys', () => {
  assert.equal(new Set(SMALL.map((point) => hex(spelled(point)))).size, 8);
  assert.deepEqual(times(8n, TORSION), [0n, 1n]);
  for (const point of SMALL) {
    assert.ok(!isPublicKey(spelled(point)));
    // Under the neutral point S·B = R holds for every message.
    const signature = Uint8Array.of(...spelled(BASE), ...code(1n));
    assert.ok(!verify(spelled(point), Uint8Array.of(1), signature));
  }
  assert.ok(outside(spelled(SMALL[0]), Uint8Array.of(1), Uint8Array.of(...spelled(BASE), ...code(1n))));
});

test('other spellings of points are refused', () => {
  assert.ok(isPublicKey(spelled(BASE)));
  const wrong = [
    P, // y = 0
    P + 1n, // y = 1
    P + 4n, // y = 4, whose x exists
    2n ** 255n - 1n,
    1n + 2n ** 255n, // x = 0 with a sign, y = 1
    P - 1n + 2n ** 255n, // x = 0 with a sign, y = -1
    2n, // no x belongs to it
  ];
  for (const value of wrong) assert.ok(!isPublicKey(code(value)), value.toString(16));
  const [key, message, signature] = RFC[1];
  for (const value of wrong) assert.ok(!verify(key, message, Uint8Array.of(...code(value), ...signature.subarray(32))));
});

test('keys and R with a part of small order: as programs without the factor 8 judge them', () => {
  const secret = 0x1234567890abcdefn ** 3n % L;
  const one = 0xfedcba0987654321n ** 3n % L;
  const [A, R] = [times(secret, BASE), times(one, BASE)];
  const message = Uint8Array.of(1, 2, 3);
  let accepted = 0;
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 8; j++) {
      const key = spelled(add(A, SMALL[i]));
      const r = spelled(add(R, SMALL[j]));
      const hash = crypto.createHash('sha512').update(r).update(key).update(message).digest();
      const k = number(new Uint8Array(hash)) % L;
      const signature = Uint8Array.of(...r, ...code((one + k * secret) % L));
      const right = (BigInt(j) + k * BigInt(i)) % 8n === 0n;
      assert.equal(verify(key, message, signature), right, `${i} ${j}`);
      assert.equal(outside(key, message, signature), right, `${i} ${j}`);
      if (right) accepted++;
    }
  }
  assert.ok(accepted > 1);
});

test('an R of small order is refused, though the equation holds', () => {
  const secret = 12345n;
  const key = spelled(times(secret, BASE));
  const r = spelled(SMALL[0]);
  const hash = crypto.createHash('sha512').update(r).update(key).digest();
  const signature = Uint8Array.of(...r, ...code((number(new Uint8Array(hash)) * secret) % L));
  assert.ok(outside(key, new Uint8Array(), signature));
  assert.ok(!verify(key, new Uint8Array(), signature));
});
