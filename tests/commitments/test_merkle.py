"""RFC 9162 trees: outside vectors, a plain tree written from the RFC's text, and every way to cheat."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments import merkle
from tests.support import shared

# Section 2.1 as it reads, over leaf data. Slow, and of nothing else than the text.


def split(size: int) -> int:
    """The largest power of two smaller than `size`."""
    k = 1
    while k * 2 < size:
        k *= 2
    return k


def plain_root(entries: list[bytes]) -> bytes:
    if not entries:
        return hashlib.sha256(b"").digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = split(len(entries))
    return hashlib.sha256(b"\x01" + plain_root(entries[:k]) + plain_root(entries[k:])).digest()


def plain_path(m: int, entries: list[bytes]) -> list[bytes]:
    """PATH(m, D_n) of section 2.1.3.1."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*plain_path(m, entries[:k]), plain_root(entries[k:])]
    return [*plain_path(m - k, entries[k:]), plain_root(entries[:k])]


def plain_subproof(start: int, end: int, entries: list[bytes], known: bool = True) -> list[bytes]:
    """SUBTREE_SUBPROOF(start, end, D_n, b) of draft-ietf-plants-merkle-tree-certs section 4.4.1; with
    start 0 it is SUBPROOF of RFC 9162 section 2.1.4.1."""
    if (start, end) == (0, len(entries)):
        return [] if known else [plain_root(entries)]
    k = split(len(entries))
    left, right = entries[:k], entries[k:]
    if end <= k:
        return [*plain_subproof(start, end, left, known), plain_root(right)]
    if k <= start:
        return [*plain_subproof(start - k, end - k, right, known), plain_root(left)]
    return [*plain_subproof(0, end - k, right, False), plain_root(left)]


def inclusion_shape(index: int, size: int) -> str:
    """On which side each hash of an inclusion proof stands."""
    if size == 1:
        return ""
    k = split(size)
    return inclusion_shape(index, k) + "R" if index < k else inclusion_shape(index - k, size - k) + "L"


def consistency_shape(old: int, size: int, known: bool = True) -> str:
    """The same of a consistency proof; it begins with N where its first hash is a node that both
    trees share, with K where that is the old root itself."""
    if old == size:
        return "K" if known else "N"
    k = split(size)
    if old <= k:
        return consistency_shape(old, k, known) + "R"
    return consistency_shape(old - k, size - k, False) + "L"


def leaves(size: int) -> list[bytes]:
    return [f"leaf {number}".encode() for number in range(size)]


def hashes(size: int) -> list[bytes]:
    return [merkle.leaf_hash(leaf) for leaf in leaves(size)]


def flips(value: bytes) -> Iterator[bytes]:
    """The value with each of its bits flipped."""
    for bit in range(len(value) * 8):
        yield (int.from_bytes(value, "big") ^ 1 << bit).to_bytes(len(value), "big")


# The vectors of transparency-dev/merkle.


def cases() -> Iterator[dict[str, Any]]:
    for line in shared("data/merkle-vectors/proofs.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def b64(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


JUDGES: dict[str, Callable[[dict[str, Any], list[bytes]], bool]] = {
    "inclusion": lambda case, proof: merkle.verify_inclusion(
        b64(case["leafHash"]), case["leafIdx"], case["treeSize"], proof, b64(case["root"])
    ),
    "consistency": lambda case, proof: merkle.verify_consistency(
        case["size1"], case["size2"], b64(case["root1"]), b64(case["root2"]), proof
    ),
    "subtreeinclusion": lambda case, proof: merkle.verify_subtree_inclusion(
        b64(case["leafHash"]), case["leafIdx"], case["start"], case["end"], proof, b64(case["root"])
    ),
    "subtreeconsistency": lambda case, proof: merkle.verify_subtree_consistency(
        case["start"], case["end"], case["size"], b64(case["root1"]), b64(case["root2"]), proof
    ),
}
COUNTS = {"inclusion": 98, "consistency": 98, "subtreeinclusion": 204, "subtreeconsistency": 118}


@pytest.mark.parametrize("kind", JUDGES)
def test_every_vector_of_transparency_dev(kind: str) -> None:
    count, wrong = 0, []
    for case in cases():
        if case["case"].split("/")[0] == kind:
            count += 1
            if JUDGES[kind](case, [b64(value) for value in case["proof"] or []]) is case["wantErr"]:
                wrong.append(case["case"])
    assert wrong == []
    assert count == COUNTS[kind]


def test_no_vector_is_of_a_kind_that_is_not_read() -> None:
    kinds = [case["case"].split("/")[0] for case in cases()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == COUNTS
    assert len(kinds) == 518


# Size 0.


def test_the_root_of_nothing_is_sha256_of_nothing() -> None:
    assert merkle.root([]) == merkle.EMPTY_ROOT == hashlib.sha256(b"").digest()
    assert merkle.range_hash(merkle.nodes_of([]), 0, 0) == merkle.EMPTY_ROOT


def test_consistency_from_nothing_proves_nothing() -> None:
    """docs/decisions/0011: 0 → 0 passes with the root of nothing, 0 → n never does."""
    empty, one = merkle.EMPTY_ROOT, merkle.root(hashes(1))
    assert merkle.verify_consistency(0, 0, empty, empty, [])
    assert not merkle.verify_consistency(0, 0, empty, empty, [empty])
    assert not merkle.verify_consistency(0, 0, one, one, [])
    assert not merkle.verify_consistency(0, 0, one, empty, [])
    for proof in ([], [one], [empty]):
        assert not merkle.verify_consistency(0, 1, empty, one, proof)
        assert not merkle.verify_consistency(1, 0, one, empty, proof)
    assert merkle.consistency_proof(hashes(5), 0) == []


@pytest.mark.parametrize("size", [0, 1, 2])
def test_nothing_is_included_in_the_empty_tree_or_behind_the_end(size: int) -> None:
    root = merkle.root(hashes(size))
    for index in (-1, size, size + 1):
        assert not merkle.verify_inclusion(merkle.leaf_hash(b""), index, size, [], root)
    assert not merkle.verify_inclusion(root, 0, 0, [], root)


# The plain tree.


@pytest.mark.parametrize("size", range(9))
def test_roots_of_small_trees(size: int) -> None:
    assert merkle.root(hashes(size)) == plain_root(leaves(size))
    assert merkle.range_hash(merkle.nodes_of(hashes(size)), 0, size) == plain_root(leaves(size))


@given(st.lists(st.binary(max_size=3), max_size=700))
def test_roots_of_any_trees(entries: list[bytes]) -> None:
    hashed = [merkle.leaf_hash(entry) for entry in entries]
    assert merkle.root(hashed) == plain_root(entries)
    assert merkle.range_hash(merkle.nodes_of(hashed), 0, len(hashed)) == plain_root(entries)


@given(st.integers(1, 700), st.data())
def test_every_inclusion_proof_is_the_plain_one_and_verifies(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    hashed, root = hashes(size), plain_root(leaves(size))
    proof = merkle.inclusion_proof(hashed, index)
    assert proof == plain_path(index, leaves(size))
    assert merkle.verify_inclusion(hashed[index], index, size, proof, root)


@given(st.integers(1, 700), st.data())
def test_every_consistency_proof_is_the_plain_one_and_verifies(size: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, size))
    proof = merkle.consistency_proof(hashes(size), old)
    assert proof == plain_subproof(0, old, leaves(size))
    before, after = plain_root(leaves(old)), plain_root(leaves(size))
    assert merkle.verify_consistency(old, size, before, after, proof)


@given(st.integers(1, 300), st.data())
def test_every_subtree_proof_verifies(size: int, data: st.DataObject) -> None:
    end = data.draw(st.integers(1, size))
    start = data.draw(st.sampled_from([s for s in range(end) if merkle.is_subtree(s, end)]))
    subtree, entries = plain_root(leaves(size)[start:end]), leaves(size)
    proof = plain_subproof(start, end, entries)
    assert merkle.verify_subtree_consistency(start, end, size, subtree, plain_root(entries), proof)
    index = data.draw(st.integers(start, end - 1))
    path = plain_path(index - start, entries[start:end])
    assert merkle.verify_subtree_inclusion(hashes(size)[index], index, start, end, path, subtree)
    for fewer in (proof[1:], proof[:-1]):
        assert not proof or not merkle.verify_subtree_consistency(
            start, end, size, subtree, plain_root(entries), fewer
        )


@pytest.mark.parametrize(("start", "end"), [(0, 0), (1, 1), (-1, 0), (2, 1), (1, 3), (2, 5), (4, 9), (6, 10)])
def test_what_is_no_subtree_is_refused(start: int, end: int) -> None:
    assert not merkle.is_subtree(start, end)
    hashed = hashes(16)
    assert not merkle.verify_subtree_inclusion(
        hashed[max(start, 0)], max(start, 0), start, end, [], hashed[0]
    )
    if start != end:
        assert not merkle.verify_subtree_consistency(start, end, 16, hashed[0], hashed[0], [])


# Every way to cheat.


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 8, 11])
def test_every_flipped_bit_of_an_inclusion_proof_is_refused(size: int) -> None:
    hashed, root = hashes(size), merkle.root(hashes(size))
    for index in range(size):
        proof = merkle.inclusion_proof(hashed, index)
        for place, value in enumerate(proof):
            for flipped in flips(value):
                changed = [*proof[:place], flipped, *proof[place + 1 :]]
                assert not merkle.verify_inclusion(hashed[index], index, size, changed, root)
        for leaf in flips(hashed[index]):
            assert not merkle.verify_inclusion(leaf, index, size, proof, root)
        for other in flips(root):
            assert not merkle.verify_inclusion(hashed[index], index, size, proof, other)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 8, 11])
def test_every_flipped_bit_of_a_consistency_proof_is_refused(size: int) -> None:
    new = merkle.root(hashes(size))
    for old in range(1, size + 1):
        before, proof = merkle.root(hashes(old)), merkle.consistency_proof(hashes(size), old)
        for place, value in enumerate(proof):
            for flipped in flips(value):
                changed = [*proof[:place], flipped, *proof[place + 1 :]]
                assert not merkle.verify_consistency(old, size, before, new, changed)
        for other in flips(before):
            assert not merkle.verify_consistency(old, size, other, new, proof)
        for other in flips(new):
            assert not merkle.verify_consistency(old, size, before, other, proof)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 11, 16, 21])
def test_an_inclusion_proof_is_of_one_index(size: int) -> None:
    """Under its own root, with every other index and size. A proof does not hold the size (that is
    in the signed checkpoint): another size passes only where its path has the same turns, and then
    the index is the same as well or the tree of that size has another root."""
    hashed, root = hashes(size), merkle.root(hashes(size))
    for index in range(size):
        proof = merkle.inclusion_proof(hashed, index)
        for other in range(2 * size + 2):
            for place in range(-1, other + 1):
                same = 0 <= place < other and inclusion_shape(place, other) == inclusion_shape(index, size)
                accepted = merkle.verify_inclusion(hashed[index], place, other, proof, root)
                assert accepted is same
                if other == size:
                    assert accepted is (place == index)
                if 0 < other != size:
                    there = merkle.root(hashes(other))
                    assert not merkle.verify_inclusion(hashed[index], place, other, proof, there)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 11, 16])
def test_a_consistency_proof_is_of_one_pair_of_sizes(size: int) -> None:
    """The same for consistency."""
    new = merkle.root(hashes(size))
    for old in range(1, size + 1):
        before, proof = merkle.root(hashes(old)), merkle.consistency_proof(hashes(size), old)
        for other in range(2 * size + 2):
            for older in range(other + 2):
                same = 0 < older <= other and consistency_shape(older, other) == consistency_shape(old, size)
                assert merkle.verify_consistency(older, other, before, new, proof) is same
                if 0 < older < other and (older, other) != (old, size):
                    roots = merkle.root(hashes(older)), merkle.root(hashes(other))
                    accepted = merkle.verify_consistency(older, other, *roots, proof)
                    assert accepted is (proof == merkle.consistency_proof(hashes(other), older))


@given(st.integers(1, 100), st.data())
def test_a_hash_more_or_less_or_of_another_length_is_refused(size: int, data: st.DataObject) -> None:
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    hashed, new, before = hashes(size), merkle.root(hashes(size)), merkle.root(hashes(old))
    path, proof = merkle.inclusion_proof(hashed, index), merkle.consistency_proof(hashed, old)
    place = data.draw(st.integers(0, 8))
    extra = data.draw(
        st.sampled_from([new, before, hashed[index], merkle.EMPTY_ROOT, b"", new[:31], new * 2])
    )
    for changed in ([*path[:place], extra, *path[place:]], path[:place] + path[place + 1 :]):
        if changed != path:
            assert not merkle.verify_inclusion(hashed[index], index, size, changed, new)
    for changed in ([*proof[:place], extra, *proof[place:]], proof[:place] + proof[place + 1 :]):
        if changed != proof:
            assert not merkle.verify_consistency(old, size, before, new, changed)


def test_two_hashes_put_together_are_no_leaf() -> None:
    """The marks 0x00 and 0x01 keep a node from being shown as an entry."""
    left, right = hashes(2)
    assert merkle.leaf_hash(left + right) != merkle.node_hash(left, right)
    assert merkle.leaf_hash(b"\x01" + left + right) != merkle.root([left, right])


# The largest trees: equal leaves, so that a node's hash is known by its level.


def test_proofs_in_the_largest_tree() -> None:
    levels = [merkle.leaf_hash(b"")]
    for _ in range(63):
        levels.append(merkle.node_hash(levels[-1], levels[-1]))
    size = 2**63 - 1

    def node(level: int, index: int) -> bytes:
        assert 0 <= index << level < (index + 1) << level <= size
        return levels[level]

    root = merkle.range_hash(node, 0, size)
    for index in (0, 1, 2**62 - 1, 2**62, size - 1):
        proof = merkle.prove_inclusion(node, index, size)
        assert len(proof) <= 63
        assert merkle.verify_inclusion(levels[0], index, size, proof, root)
        assert not merkle.verify_inclusion(levels[1], index, size, proof, root)
    for old in (1, 2, 2**62 - 1, 2**62, 2**62 + 1, size - 1, size):
        proof = merkle.prove_consistency(node, old, size)
        before = merkle.range_hash(node, 0, old)
        assert merkle.verify_consistency(old, size, before, root, proof)
        assert not merkle.verify_consistency(old, size, root, before, proof) or old == size
