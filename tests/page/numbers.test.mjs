import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { parseFixed } from '../../web_verifier/page/core/fixed.js';
import * as numbers from '../../web_verifier/page/core/numbers.js';
import { roundHalfUp } from '../../web_verifier/page/games/plinko.js';
import { refusal } from './vectors.mjs';

const natural = fc.bigInt({ min: 0n, max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });

test('decimals', () => {
  assert.deepEqual(numbers.parseDecimal('0.98'), { n: 98n, d: 100n });
  assert.deepEqual(numbers.parseDecimal('10000000'), { n: 10000000n, d: 1n });
  assert.deepEqual(numbers.parseDecimal('1.000001'), { n: 1000001n, d: 1000000n });
  for (const text of ['', '.5', '5.', '05', '-1', '+1', '1e2', ' 1', '1\n', '1.0000001', '1,0', '１', 1, null]) {
    assert.throws(() => numbers.parseDecimal(text, 'rtp'), refusal('format'));
  }
});

test('decimals of fixed places', () => {
  assert.equal(parseFixed('50.00', 2), 5000n);
  assert.equal(parseFixed('0.01', 2), 1n);
  for (const text of ['50', '50.0', '50.000', '050.00']) {
    assert.throws(() => parseFixed(text, 2, 'target'), refusal('format'));
  }
  assert.equal(numbers.formatFixed(5n, 4), '0.0005');
  assert.equal(numbers.formatFixed(12345, 2), '123.45');
  assert.equal(numbers.formatFixed(7n, 0), '7');
  fc.assert(
    fc.property(natural, fc.integer({ min: 1, max: 6 }), (units, places) => {
      assert.equal(parseFixed(numbers.formatFixed(units, places), places), units);
    }),
  );
});

test('cutting and rounding', () => {
  assert.equal(numbers.cut(numbers.fraction(2, 3), 4), '0.6666');
  assert.equal(numbers.cut(numbers.fraction(7), 2), '7.00');
  assert.equal(roundHalfUp(numbers.fraction(5, 2)), 3n);
  assert.equal(roundHalfUp(numbers.fraction(249, 100)), 2n);
  fc.assert(
    fc.property(natural, positive, (n, d) => {
      const whole = numbers.floor({ n, d });
      assert.ok(whole * d <= n && n < (whole + 1n) * d);
      const near = roundHalfUp({ n, d });
      assert.ok((2n * near - 1n) * d <= 2n * n && 2n * n < (2n * near + 1n) * d);
    }),
  );
});

test('arithmetic', () => {
  const half = numbers.fraction(1, 2);
  const third = numbers.fraction(2, 6);
  assert.equal(numbers.compare(numbers.multiply(half, third), numbers.fraction(1, 6)), 0);
  assert.equal(numbers.compare(numbers.divide(half, third), numbers.fraction(3, 2)), 0);
  assert.ok(numbers.compare(third, half) < 0 && numbers.compare(half, third) > 0);
  assert.throws(() => numbers.divide(half, numbers.fraction(0)), RangeError);
});
