import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';

import fc from 'fast-check';

import { hmacSha256, HmacKey } from '../../web_verifier/page/core/hmac.js';
import { Sha256, sha256 } from '../../web_verifier/page/core/sha256.js';
import { sha512 } from '../../web_verifier/page/core/sha512.js';

/** @param {string} name @param {Uint8Array} bytes */
const outside = (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest());

/** @param {Uint8Array} key @param {Uint8Array} message */
const outsideHmac = (key, message) => new Uint8Array(createHmac('sha256', key).update(message).digest());

const bytes = fc.uint8Array({ maxLength: 400 });

test('sha256 of every length over three blocks', () => {
  for (let length = 0; length <= 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => i * 7);
    assert.deepEqual(sha256(message), outside('sha256', message));
  }
});

test('sha512 of every length over three blocks, and of random bytes', () => {
  for (let length = 0; length <= 400; length++) {
    const message = Uint8Array.from({ length }, (_, i) => i * 7);
    assert.deepEqual(sha512(message), outside('sha512', message));
  }
  fc.assert(fc.property(bytes, (message) => assert.deepEqual(sha512(message), outside('sha512', message))));
});

test('sha256 by pieces, with clones', () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 6 }), bytes, (pieces, more) => {
      const hash = new Sha256();
      for (const piece of pieces) hash.update(piece);
      const clone = hash.clone();
      const begun = Buffer.concat(pieces);
      assert.deepEqual(hash.update(more).digest(), outside('sha256', Buffer.concat([begun, more])));
      assert.deepEqual(clone.digest(), outside('sha256', begun));
    }),
  );
});

test('hmac with keys shorter and longer than a block', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes, bytes, (key, one, two) => {
      const kept = new HmacKey(key);
      assert.deepEqual(kept.mac(one), outsideHmac(key, one));
      assert.deepEqual(kept.mac(two), outsideHmac(key, two));
      assert.deepEqual(kept.finish(kept.begin(one).update(two)), outsideHmac(key, Buffer.concat([one, two])));
      assert.deepEqual(hmacSha256(key, one), outsideHmac(key, one));
    }),
  );
});
