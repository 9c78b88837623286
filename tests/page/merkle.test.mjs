import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hex, utf8 } from '../../web_verifier/page/core/bytes.js';
import { fromHex } from '../../web_verifier/page/core/octets.js';
import * as merkle from '../../web_verifier/page/core/merkle.js';

const MOST = 40;
const leaves = Array.from({ length: MOST }, (_, i) => merkle.leafHash(utf8(`leaf ${i}`)));

/** Section 2.1.1 as it is defined, by recursion. @param {Uint8Array[]} part @returns {Uint8Array} */
function defined(part) {
  if (part.length < 2) return part[0] ?? merkle.NOTHING;
  const k = 2 ** Math.floor(Math.log2(part.length - 1));
  return merkle.nodeHash(defined(part.slice(0, k)), defined(part.slice(k)));
}

/** Section 2.1.4.1: SUBPROOF. @param {number} m @param {Uint8Array[]} part @param {boolean} whole @returns {Uint8Array[]} */
function consistencyProof(m, part, whole = true) {
  if (m === part.length) return whole ? [] : [defined(part)];
  const k = 2 ** Math.floor(Math.log2(part.length - 1));
  return m <= k
    ? [...consistencyProof(m, part.slice(0, k), whole), defined(part.slice(k))]
    : [...consistencyProof(m - k, part.slice(k), false), defined(part.slice(0, k))];
}

/** @param {Uint8Array} hash */
const spoiled = (hash) => hash.map((byte, i) => (i === 0 ? byte ^ 1 : byte));

test('roots of RFC 9162 test data', () => {
  // The eight leaves that public implementations of RFC 6962 share.
  const data = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const hashes = data.map((text) => merkle.leafHash(fromHex(text)));
  assert.equal(hex(merkle.root([])), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(hex(merkle.root(hashes.slice(0, 1))), '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  assert.equal(hex(merkle.root(hashes)), '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

test('roots and inclusion proofs of all small trees', () => {
  for (let size = 0; size <= MOST; size++) {
    const part = leaves.slice(0, size);
    const root = merkle.root(part);
    assert.deepEqual(root, defined(part));
    for (let index = 0; index < size; index++) {
      const proof = merkle.inclusionProof(part, index);
      /** @param {number} i @param {number} n @param {Uint8Array[]} path */
      const proves = (i, n, path) => merkle.verifyInclusion(leaves[index], i, n, path, root);
      assert.ok(proves(index, size, proof));
      assert.ok(!proves(index, size, [...proof, root]));
      assert.ok(!proves(size, size, proof));
      assert.ok(!proves(-1, size, proof));
      assert.ok(!merkle.verifyInclusion(leaves[index], index, size, proof, spoiled(root)));
      assert.ok(!merkle.verifyInclusion(spoiled(leaves[index]), index, size, proof, root));
      if (size === 1) continue;
      assert.ok(!proves(index, size, proof.slice(1)));
      assert.ok(!proves(index, size, proof.slice(0, -1)));
      assert.ok(!proves((index + 1) % size, size, proof));
      assert.ok(!proves(index, size, proof.map((hash, i) => (i === proof.length - 1 ? spoiled(hash) : hash))));
    }
  }
});

test('consistency proofs of all small trees', () => {
  for (let size = 1; size <= MOST; size++) {
    const root = merkle.root(leaves.slice(0, size));
    for (let old = 1; old <= size; old++) {
      const oldRoot = merkle.root(leaves.slice(0, old));
      const proof = consistencyProof(old, leaves.slice(0, size));
      assert.ok(merkle.verifyConsistency(old, oldRoot, size, root, proof));
      assert.ok(!merkle.verifyConsistency(old, oldRoot, size, root, [...proof, root]));
      assert.ok(!merkle.verifyConsistency(old, spoiled(oldRoot), size, root, proof));
      assert.ok(!merkle.verifyConsistency(old, oldRoot, size, spoiled(root), proof));
      if (old === size) continue;
      assert.ok(!merkle.verifyConsistency(size, root, old, oldRoot, proof));
      assert.ok(!merkle.verifyConsistency(old, oldRoot, size, root, proof.slice(0, -1)));
      assert.ok(!merkle.verifyConsistency(old, oldRoot, size, root, []));
    }
    assert.ok(!merkle.verifyConsistency(0, merkle.NOTHING, size, root, []));
  }
  assert.ok(merkle.verifyConsistency(0, merkle.NOTHING, 0, merkle.NOTHING, []));
  assert.ok(!merkle.verifyConsistency(0, leaves[0], 0, leaves[0], []));
});

test('a leaf of a tree of 2^50 leaves and one', () => {
  const size = 2 ** 50 + 1;
  const left = merkle.leafHash(utf8('the whole left subtree'));
  assert.ok(merkle.verifyInclusion(leaves[0], 2 ** 50, size, [left], merkle.nodeHash(left, leaves[0])));
  assert.ok(!merkle.verifyInclusion(leaves[0], 0, size, [left], merkle.nodeHash(left, leaves[0])));
});
