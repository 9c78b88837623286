/**
 * Merkle trees and their proofs (RFC 9162, section 2.1). Hashes are 32 bytes. Sizes and indices go up to 2^53 - 1,
 * so they are halved by division: shifts know 32 bits only.
 */

import { concat, equal } from './octets.js';
import { sha256 } from './sha256.js';

/** The root of no leaves. */
export const NOTHING = sha256(new Uint8Array());

/**
 * @param {Uint8Array} data
 * @returns {Uint8Array}
 */
export const leafHash = (data) => sha256(concat(Uint8Array.of(0), data));

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 * @returns {Uint8Array}
 */
export const nodeHash = (left, right) => sha256(concat(Uint8Array.of(1), left, right));

/** A tree of leaves that come one after another; only the roots of whole subtrees are kept, greatest first. */
export class TreeHead {
  /** @type {{size: number, hash: Uint8Array}[]} */
  #subtrees = [];
  size = 0;

  /** @param {Uint8Array} leaf the hash of a leaf */
  push(leaf) {
    let subtree = { size: 1, hash: leaf };
    while (this.#subtrees.at(-1)?.size === subtree.size) {
      const left = /** @type {{hash: Uint8Array}} */ (this.#subtrees.pop());
      subtree = { size: 2 * subtree.size, hash: nodeHash(left.hash, subtree.hash) };
    }
    this.#subtrees.push(subtree);
    this.size++;
  }

  /** @returns {Uint8Array} the root of the leaves so far (section 2.1.1) */
  root() {
    if (this.size === 0) return NOTHING;
    const hashes = this.#subtrees.map((subtree) => subtree.hash);
    return hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}

/**
 * The root of all leaves (section 2.1.1).
 * @param {readonly Uint8Array[]} leaves their hashes
 * @returns {Uint8Array}
 */
export function root(leaves) {
  const head = new TreeHead();
  for (const leaf of leaves) head.push(leaf);
  return head.root();
}

/**
 * The inclusion proof of a leaf, from its sibling upward (section 2.1.3.1).
 * @param {readonly Uint8Array[]} leaves their hashes
 * @param {number} index
 * @returns {Uint8Array[]}
 */
export function inclusionProof(leaves, index) {
  if (leaves.length < 2) return [];
  // The greatest power of two under the number of leaves divides them.
  let half = 1;
  while (2 * half < leaves.length) half *= 2;
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...inclusionProof(left, index), root(right)]
    : [...inclusionProof(right, index - half), root(left)];
}

/** @param {number} n */
const isOdd = (n) => n % 2 === 1;

/** @param {number} n */
const half = (n) => Math.floor(n / 2);

/** @param {number} n */
const isSize = (n) => Number.isSafeInteger(n) && n >= 0;

/**
 * Whether a proof leads from a leaf at an index to the root of so many leaves (section 2.1.3.2).
 * @param {Uint8Array} leaf its hash
 * @param {number} index
 * @param {number} size
 * @param {readonly Uint8Array[]} proof
 * @param {Uint8Array} root
 * @returns {boolean}
 */
export function verifyInclusion(leaf, index, size, proof, root) {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      // A node without a right sibling moves up unchanged, as far as it has none.
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equal(hash, root);
}

/**
 * Whether a proof shows that the tree of `size` leaves begins with that of `oldSize` (section 2.1.4.2). From an
 * empty tree nothing is proven (decision 0011).
 * @param {number} oldSize
 * @param {Uint8Array} oldRoot
 * @param {number} size
 * @param {Uint8Array} root
 * @param {readonly Uint8Array[]} proof
 * @returns {boolean}
 */
export function verifyConsistency(oldSize, oldRoot, size, root, proof) {
  if (!isSize(oldSize) || !isSize(size) || oldSize > size) return false;
  if (oldSize === size) {
    return proof.length === 0 && equal(oldRoot, root) && (size > 0 || equal(root, NOTHING));
  }
  if (oldSize === 0) return false;
  let node = oldSize - 1;
  let last = size - 1;
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // An old tree that is one whole subtree is not repeated in the proof.
  const path = node === 0 ? [oldRoot, ...proof] : proof;
  if (path.length === 0) return false;
  let oldHash = path[0];
  let hash = path[0];
  for (const sibling of path.slice(1)) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      oldHash = nodeHash(sibling, oldHash);
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equal(oldHash, oldRoot) && equal(hash, root);
}
