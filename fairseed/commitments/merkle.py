"""Merkle trees of RFC 9162 section 2.1: SHA-256, leaves marked 0x00, nodes 0x01.

A tree is read through `Node`: the hash of the perfect subtree of 2^level leaves number `index`.
Every other range is put together from those, so that proofs need only what tiles store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

Node = Callable[[int, int], bytes]

EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
HASH_SIZE: Final = 32


def leaf_hash(data: bytes) -> bytes:
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def root(leaf_hashes: Sequence[bytes]) -> bytes:
    """The root over leaf hashes; of none, SHA-256 of nothing (section 2.1.1)."""
    if not leaf_hashes:
        return EMPTY_ROOT
    level = list(leaf_hashes)
    while len(level) > 1:
        # A node without a sibling moves up as it is: the same tree as splitting at powers of two.
        odd = level[-1:] if len(level) % 2 else []
        level = [node_hash(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)] + odd
    return level[0]


def perfect_subtrees(start: int, end: int) -> Iterator[tuple[int, int]]:
    """(level, index) of the perfect subtrees that make up [start, end), left to right; `start` is
    a multiple of the largest power of two below the range's size."""
    while start < end:
        level = (end - start).bit_length() - 1
        if start:
            level = min(level, (start & -start).bit_length() - 1)
        yield level, start >> level
        start += 1 << level


def range_hash(node: Node, start: int, end: int) -> bytes:
    """MTH(D[start:end]) of a range as it stands in a tree."""
    if start == end:
        return EMPTY_ROOT
    hashes = [node(level, index) for level, index in perfect_subtrees(start, end)]
    result = hashes.pop()
    while hashes:
        result = node_hash(hashes.pop(), result)
    return result


def _split(size: int) -> int:
    """The largest power of two below `size` (≥ 2)."""
    return 1 << ((size - 1).bit_length() - 1)


def inclusion_ranges(index: int, size: int) -> list[tuple[int, int]]:
    """The ranges whose hashes prove leaf `index` in a tree of `size`, leaf first (section 2.1.3.1)."""
    ranges: list[tuple[int, int]] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start = middle
    return ranges[::-1]


def consistency_ranges(old: int, size: int) -> list[tuple[int, int]]:
    """The ranges whose hashes prove that a tree of `size` extends one of `old` (section 2.1.4.1)."""
    ranges: list[tuple[int, int]] = []
    start, end, whole = 0, size, True
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            ranges.append((middle, end))
            end = middle
        else:
            ranges.append((start, middle))
            start, whole = middle, False
    if not whole:
        ranges.append((start, end))
    return ranges[::-1]


def prove_inclusion(node: Node, index: int, size: int) -> list[bytes]:
    """The inclusion proof of leaf `index`, 0 ≤ index < size."""
    return [range_hash(node, *span) for span in inclusion_ranges(index, size)]


def prove_consistency(node: Node, old: int, size: int) -> list[bytes]:
    """The consistency proof from size `old` to `size`, 1 ≤ old ≤ size; from 0 it is empty."""
    return [range_hash(node, *span) for span in consistency_ranges(old, size)] if old else []


def nodes_of(leaf_hashes: Sequence[bytes]) -> Node:
    """The nodes of a tree held in memory, each hashed once."""

    @cache
    def node(level: int, index: int) -> bytes:
        if level == 0:
            return leaf_hashes[index]
        return node_hash(node(level - 1, 2 * index), node(level - 1, 2 * index + 1))

    return node


def inclusion_proof(leaf_hashes: Sequence[bytes], index: int) -> list[bytes]:
    """The inclusion proof of leaf `index` among leaf hashes in memory."""
    return prove_inclusion(nodes_of(leaf_hashes), index, len(leaf_hashes))


def consistency_proof(leaf_hashes: Sequence[bytes], old: int) -> list[bytes]:
    """The consistency proof from the first `old` leaf hashes to all of them."""
    return prove_consistency(nodes_of(leaf_hashes), old, len(leaf_hashes))


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes) -> bool:
    """Whether the leaf hash stands at `index` of the tree of `size` with this root (section 2.1.3.2)."""
    if not 0 <= index < size or not _hashes(leaf, *proof):
        return False
    at, last, result = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            result = node_hash(sibling, result)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            result = node_hash(result, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and result == expected


def verify_consistency(old: int, size: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the tree of `size` extends that of `old` (section 2.1.4.2).

    From the empty tree nothing can be proven: 0 to 0 passes with the root of nothing, 0 to more is
    refused (docs/decisions/0011).
    """
    if old == 0:
        return size == 0 and not proof and old_root == new_root == EMPTY_ROOT
    return verify_subtree_consistency(0, old, size, old_root, new_root, proof)


def is_subtree(start: int, end: int) -> bool:
    """Whether [start, end) is a subtree of every tree that holds it."""
    return 0 <= start < end and start % (1 << (end - start - 1).bit_length()) == 0


def verify_subtree_inclusion(
    leaf: bytes, index: int, start: int, end: int, proof: Sequence[bytes], expected: bytes
) -> bool:
    """Whether the leaf hash stands at `index` in the subtree [start, end) with this hash."""
    return is_subtree(start, end) and verify_inclusion(leaf, index - start, end - start, proof, expected)


def verify_subtree_consistency(
    start: int, end: int, size: int, subtree: bytes, tree: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the subtree [start, end) with this hash is part of the tree of `size` with this root.

    With start 0 it is the consistency of RFC 9162; with others that of Merkle tree certificates
    (draft-ietf-plants-merkle-tree-certs section 4.4.3).
    """
    if 0 <= start == end <= size:
        return not proof and subtree == EMPTY_ROOT
    if not is_subtree(start, end) or end > size or not _hashes(*proof):
        return False
    first, second, last = start, end - 1, size - 1
    to_the_end = second == last
    while first != second and (to_the_end or second & 1):
        first, second, last = first >> 1, second >> 1, last >> 1
    rest = list(proof)
    if first == second:
        small = large = subtree
    elif rest:
        small = large = rest.pop(0)
    else:
        return False
    for sibling in rest:
        if last == 0:
            return False
        if second & 1 or second == last:
            if first < second:
                small = node_hash(sibling, small)
            large = node_hash(sibling, large)
            while not second & 1:
                first, second, last = first >> 1, second >> 1, last >> 1
        else:
            large = node_hash(large, sibling)
        first, second, last = first >> 1, second >> 1, last >> 1
    return last == 0 and small == subtree and large == tree


def _hashes(*values: bytes) -> bool:
    return all(len(value) == HASH_SIZE for value in values)


class Accumulator:
    """The root over leaves that come one by one, in memory of the tree's height."""

    def __init__(self) -> None:
        self.size = 0
        self._subtrees: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Takes the next leaf hash."""
        size, result = self.size, leaf
        while size & 1:
            result = node_hash(self._subtrees.pop(), result)
            size >>= 1
        self._subtrees.append(result)
        self.size += 1

    def root(self) -> bytes:
        if not self._subtrees:
            return EMPTY_ROOT
        *rest, result = self._subtrees
        for subtree in reversed(rest):
            result = node_hash(subtree, result)
        return result
