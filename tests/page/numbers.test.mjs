import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { cut, fraction, roundHalfUp, units } from '../../web_verifier/page/core/numbers.js';
import { refusal } from './vectors.mjs';

const natural = fc.bigInt({ min: 0n, max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });

test('decimals', () => {
  assert.deepEqual(fraction('0.98'), [98n, 100n]);
  assert.deepEqual(fraction('10000000'), [10000000n, 1n]);
  assert.deepEqual(fraction('1.000001'), [1000001n, 1000000n]);
  for (const text of ['', '.5', '5.', '05', '-1', '+1', '1e2', ' 1', '1\n', '1.0000001', '1,0', '１', 1, null]) {
    assert.throws(() => fraction(text, 'rtp'), refusal('format'));
  }
});

test('decimals of fixed places', () => {
  assert.equal(units('50.00', 2), 5000n);
  assert.equal(units('0.01', 2), 1n);
  for (const text of ['50', '50.0', '50.000', '050.00']) {
    assert.throws(() => units(text, 2, 'target'), refusal('format'));
  }
  fc.assert(
    fc.property(natural, fc.integer({ min: 1, max: 6 }), (value, places) => {
      assert.equal(units(cut(value, 10n ** BigInt(places), places), places), value);
    }),
  );
});

test('cutting and rounding', () => {
  assert.equal(cut(2n, 3n, 4), '0.6666');
  assert.equal(cut(7n, 1n, 2), '7.00');
  assert.equal(cut(7n, 2n, 0), '3');
  assert.equal(cut(5n, 10000n, 4), '0.0005');
  assert.equal(roundHalfUp(5n, 2n), 3n);
  assert.equal(roundHalfUp(249n, 100n), 2n);
  fc.assert(
    fc.property(natural, positive, fc.integer({ min: 1, max: 6 }), (n, d, places) => {
      const [whole, one] = fraction(cut(n, d, places));
      assert.ok(whole * d <= n * one && n * one < (whole + 1n) * d);
      const near = roundHalfUp(n, d);
      assert.ok((2n * near - 1n) * d <= 2n * n && 2n * n < (2n * near + 1n) * d);
    }),
  );
});
