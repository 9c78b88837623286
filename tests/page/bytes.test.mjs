import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import fc from 'fast-check';

import { base64, fromBase64 } from '../../web_verifier/page/core/base64.js';
import * as bytes from '../../web_verifier/page/core/bytes.js';
import * as octets from '../../web_verifier/page/core/octets.js';
import { clientSeedFaults } from '../../web_verifier/page/core/acceptance.js';
import { COMBINING, REFUSED_EDGES } from '../../web_verifier/page/core/unicode15.js';
import { refusal } from './vectors.mjs';

const anyBytes = fc.uint8Array({ maxLength: 100 });

test('hexadecimal and Base64 as Node writes them', () => {
  fc.assert(
    fc.property(anyBytes, (value) => {
      assert.equal(bytes.hex(value), Buffer.from(value).toString('hex'));
      assert.equal(base64(value), Buffer.from(value).toString('base64'));
      assert.deepEqual(octets.fromHex(bytes.hex(value)), value);
      assert.deepEqual(fromBase64(base64(value)), value);
    }),
  );
});

test('one right spelling only', () => {
  for (const text of ['0', 'AB', '0g', ' 00', '00\n', '0x00']) assert.throws(() => octets.fromHex(text), refusal('format'));
  const wrong = ['A', 'AA', 'AAA', 'AAAAA', 'A===', 'AA=A', 'AB==', 'AAB=', 'AA==\n', 'A A=', '-_8=', '====', 'AAAA===='];
  for (const text of wrong) assert.throws(() => fromBase64(text), refusal('format'), text);
});

test('text is UTF-8 and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      assert.deepEqual(bytes.utf8(value), new Uint8Array(Buffer.from(value)));
      assert.equal(octets.text(bytes.utf8(value)), value);
    }),
  );
  assert.equal(octets.text(Uint8Array.of(0xef, 0xbb, 0xbf)), '\ufeff');
  for (const text of ['\ud800', '\udc00a', 'a\ud83c']) assert.throws(() => bytes.utf8(text), refusal('format'));
  for (const value of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
    assert.throws(() => octets.text(Uint8Array.from(value)), refusal('format'));
  }
});

test('parts and comparison', () => {
  assert.deepEqual(octets.concat(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)), Uint8Array.of(1, 2, 3));
  assert.ok(octets.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2)));
  assert.ok(!octets.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3)));
  assert.ok(!octets.equal(Uint8Array.of(1, 2), Uint8Array.of(1)));
});

test('the table of Unicode 15.0 is the one of the derivation', () => {
  const path = new URL('../../fairseed/derivation/unicode15.json', import.meta.url);
  const table = JSON.parse(readFileSync(path, 'utf8'));
  assert.deepEqual(REFUSED_EDGES, table.refused_edges);
  const combining = Object.entries(table.combining).map(([character, number]) => [character.codePointAt(0), number]);
  assert.deepEqual([...COMBINING], combining);
});

test('marks that are new in Unicode 15.0 are ordered by their class', () => {
  /** @param {string} text */
  const faults = (text) => clientSeedFaults(text).map((fault) => fault.id);
  for (const [code, number] of COMBINING) {
    const mark = String.fromCodePoint(code);
    assert.deepEqual(faults(`a${mark}b`), []);
    // U+0345 has the highest class there is, U+0334 the lowest.
    assert.deepEqual(faults(`a${mark}\u0345`), []);
    assert.deepEqual(faults(`a\u0345${mark}`), ['seed.not-composed']);
    assert.deepEqual(faults(`a\u0334${mark}`), []);
    assert.deepEqual(faults(`a${mark}\u0334`), ['seed.not-composed']);
    // An accent composes over a mark of another class only.
    assert.deepEqual(faults(`q${mark}\u0301`), number > 230 ? ['seed.not-composed'] : []);
    assert.deepEqual(faults(`a${mark}\u0301`), number === 230 ? [] : ['seed.not-composed']);
  }
});

test('every fault of a client seed is told', () => {
  const seed = ` ${'a'.repeat(64)}\u0007`;
  assert.deepEqual(clientSeedFaults(seed).map((fault) => fault.id), ['seed.too-long', 'seed.character', 'seed.white-space']);
  assert.equal(clientSeedFaults('a\ud800')[0].values.code, 'U+D800');
  assert.deepEqual(clientSeedFaults(7).map((fault) => fault.id), ['seed.client-seed']);
});
