"""Tiles of C2SP tlog-tiles: paths, partial tiles, trees of which only tiles are stored, entry bundles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.commitments import merkle
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.tiles import (
    HASH_SIZE,
    WIDTH,
    Tile,
    TileTree,
    bundles_of,
    decode_bundle,
    encode_bundle,
    parse_tile_path,
    tile_path,
    tiles_of,
)
from fairseed.derivation import FairseedError

HASHES = [merkle.leaf_hash(b"%d" % number) for number in range(70_000)]


class Store:
    """Tiles as a log keeps them, one byte string each; a read notes what was asked for."""

    def __init__(self) -> None:
        self.tiles: dict[Tile, bytes] = {}
        self.reads: list[Tile] = []

    def read(self, tile: Tile) -> bytes:
        self.reads.append(tile)
        return self.tiles.get(tile, b"")

    def tree(self, size: int) -> TileTree:
        return TileTree(self.read, size)


def stored(size: int) -> Store:
    store = Store()
    store.tiles |= store.tree(0).append(HASHES[:size])
    return store


# Paths.


@pytest.mark.parametrize(
    ("level", "index", "width", "path"),
    [
        (0, 1234067, 256, "0/x001/x234/067"),
        (0, 1234067, 1, "0/x001/x234/067.p/1"),
        (None, 1234067, 255, "entries/x001/x234/067.p/255"),
        (None, 0, 256, "entries/000"),
        (63, 0, 256, "63/000"),
        (7, 999, 112, "7/999.p/112"),
        (1, 1000, 256, "1/x001/000"),
        (1, 1000000, 17, "1/x001/x000/000.p/17"),
    ],
)
def test_paths(level: int | None, index: int, width: int, path: str) -> None:
    assert tile_path(level, index, width) == path
    assert parse_tile_path(path) == (level, index, width)


@given(st.none() | st.integers(0, 63), st.integers(0, 2**55 - 1), st.integers(1, 256))
def test_every_path_is_read_as_written(level: int | None, index: int, width: int) -> None:
    assert parse_tile_path(tile_path(level, index, width)) == (level, index, width)


WRONG = [
    "0/67", "0/0067", "0/67.p/1", "0/067.p/0", "0/067.p/256", "0/067.p/01", "0/067.p/1/", "0/067.p/", "0/067.p", "0/067p/1", "0/067.P/1",
    "0/x067", "0/x001/x234", "0/001/234", "0/x001/234/067", "0/001/x234/067", "0/X001/234", "0/x000/067", "0/x000/x000/000",
    "0/x001234/067", "0/x001/x234067", "0/x1/x234/067", "0/1234067", "/0/000", "0//000", "0/000/", "0/", "/", "00/000", "01/000", "64/000", "100/000",
    "-1/000", "+1/000", "0/-01", "0/+01", "0/0x1", "a/000", "entries", "entries/", "entries/0", "Entries/000", "entry/000", "data/000",
    "tile/0/000", "8/0/000", "0/000.p/-1", "0/000.p/+1", "0/000.p/1.p/1", "0/000.p/1000", "0/..%2f000", "0/../000", "../0/000", "x000/000",
    "0/٠٠٠", "٠/000", "0/000.p/١", "0/００0",
    "0/x036/x028/x797/x018/x963/968", "0/x999/x999/x999/x999/x999/x999/x999/x999/x999/x999/x999/x999/999",
]  # fmt: skip


@pytest.mark.parametrize("path", [*WRONG, "", " ", "0/000 ", " 0/000", "0/000\n", "0/000\0", "0/000.p/1\n"])
def test_every_wrong_spelling_is_refused(path: str) -> None:
    with pytest.raises(CommitmentError, match="path: is no tile path"):
        parse_tile_path(path)


@given(st.text("0123x/.pentris", max_size=30))
def test_no_text_is_a_second_spelling(path: str) -> None:
    try:
        found = parse_tile_path(path)
    except CommitmentError:
        return
    assert tile_path(*found) == path


@pytest.mark.parametrize(
    "path", ["0/" + "x000/" * 200_000 + "000", "0/" + "1" * 10**6, "x" * 10**6], ids=range(3)
)
def test_a_long_path_is_refused(path: str) -> None:
    with pytest.raises(CommitmentError):
        parse_tile_path(path)


# Which tiles a tree has.


def test_the_tree_of_70_000_is_that_of_the_text() -> None:
    """tlog-tiles, Partial Tiles: 273 full tiles and one of width 112; one full and one of 17; one of 1."""
    tiles = list(tiles_of(70_000))
    assert tiles == [
        *((0, index, 256) for index in range(273)),
        (0, 273, 112),
        (1, 0, 256),
        (1, 1, 17),
        (2, 0, 1),
    ]
    assert list(bundles_of(70_000)) == [(index, 256) for index in range(273)] + [(273, 112)]


def test_small_trees() -> None:
    assert list(tiles_of(0)) == list(bundles_of(0)) == []
    assert list(tiles_of(1)) == [(0, 0, 1)]
    assert list(tiles_of(255)) == [(0, 0, 255)]
    assert list(tiles_of(256)) == [(0, 0, 256), (1, 0, 1)]
    assert list(tiles_of(257)) == [(0, 0, 256), (0, 1, 1), (1, 0, 1)]
    assert list(tiles_of(65_536))[-2:] == [(1, 0, 256), (2, 0, 1)]


@given(st.integers(1, 200_000))
def test_the_width_is_that_of_the_formula(size: int) -> None:
    """floor(s / 256^l) mod 256 entries in the partial tile; no tile is empty."""
    tiles = set(tiles_of(size))
    assert all(1 <= width <= WIDTH for _, _, width in tiles)
    for level in range(4):
        whole, rest = divmod(size // 256**level, 256)
        expected = {(level, index, WIDTH) for index in range(whole)} | (
            {(level, whole, rest)} if rest else set()
        )
        assert {tile for tile in tiles if tile[0] == level} == expected


# Trees of tiles.


@pytest.mark.parametrize("size", [0, 1, 2, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 70_000])
def test_tiles_hold_the_hashes_of_their_ranges(size: int) -> None:
    """MTH(D[(n·256 + i)·256^l : (n·256 + i + 1)·256^l])."""
    tiles = stored(size).tiles
    assert {(level, index, len(data) // HASH_SIZE) for (level, index), data in tiles.items()} == set(
        tiles_of(size)
    )
    for (level, index), data in tiles.items():
        span = 256**level
        for place in {0, len(data) // HASH_SIZE - 1}:
            start = (index * 256 + place) * span
            expected = merkle.root(HASHES[start : start + span])
            assert data[place * HASH_SIZE : (place + 1) * HASH_SIZE] == expected


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 700) | st.sampled_from([1, 255, 256, 257]), max_size=8), st.booleans())
def test_a_tree_grown_in_batches_is_the_one_built_at_once(batches: list[int], anew: bool) -> None:
    store = Store()
    tree, size = store.tree(0), 0
    for batch in batches:
        if anew:  # as another process would go on
            tree = store.tree(size)
        changed = tree.append(HASHES[size : size + batch])
        before = dict(store.tiles)
        store.tiles |= changed
        for tile, data in changed.items():
            assert data.startswith(before.get(tile, b"")), "a tile only ever grows at its end"
            assert len(data) > len(before.get(tile, b"")), "nothing is written that did not change"
        size += batch
        assert tree.size == size
        assert tree.root() == store.tree(size).root() == merkle.root(HASHES[:size])
    assert store.tiles == stored(size).tiles


@pytest.mark.parametrize("first", [1, 255, 256, 65_279, 65_280, 65_535])
def test_a_tree_grows_over_a_whole_level(first: int) -> None:
    store = stored(first)
    tree = store.tree(first)
    store.tiles |= tree.append(HASHES[first:65_600])
    assert store.tiles == stored(65_600).tiles


BIG = stored(70_000)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([1, 2, 255, 256, 257, 65_535, 65_536, 65_537, 70_000]), st.data())
def test_proofs_need_only_tiles_and_few_of_them(size: int, data: st.DataObject) -> None:
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    BIG.reads.clear()
    tree = BIG.tree(70_000)
    root, proof = tree.root(size), tree.prove_inclusion(index, size)
    assert merkle.verify_inclusion(HASHES[index], index, size, proof, root)
    consistency = tree.prove_consistency(old, size)
    assert merkle.verify_consistency(old, size, tree.root(old), root, consistency)
    assert len(BIG.reads) == len(set(BIG.reads)), "each tile is read once"
    assert len(BIG.reads) <= 12


def test_proofs_from_tiles_are_those_from_memory() -> None:
    tree = BIG.tree(600)
    for index in range(0, 600, 7):
        assert tree.prove_inclusion(index) == merkle.inclusion_proof(HASHES[:600], index)
        assert tree.prove_consistency(index + 1) == merkle.consistency_proof(HASHES[:600], index + 1)
    assert tree.prove_consistency(0) == []


# What is missing or cut.


def cut(data: bytes, how: str) -> bytes:
    return {"missing": b"", "a hash": data[:-HASH_SIZE], "a byte": data[:-1]}[how]


@pytest.mark.parametrize("how", ["missing", "a hash", "a byte"])
@pytest.mark.parametrize("size", [1, 255, 256, 257, 600, 70_000])
def test_a_missing_or_cut_tile_is_an_error_of_its_own(size: int, how: str) -> None:
    """Whoever reads the last hash of a tile is told; and an append never builds on what is not there."""
    for level, index, width in list(tiles_of(size))[-4:]:
        store = stored(size)
        store.tiles[level, index] = cut(store.tiles[level, index], how)
        last = ((index * WIDTH) + width - 1) << 8 * level
        with pytest.raises(CommitmentError, match=f"tile: of level {level} is cut short or missing"):
            store.tree(size).node(8 * level, last >> 8 * level)
        if width < WIDTH:
            with pytest.raises(CommitmentError, match=f"of level {level} is cut short or missing"):
                store.tree(size).root()
            with pytest.raises(CommitmentError, match=f"of level {level} is cut short or missing"):
                store.tree(size).append(HASHES[size : size + WIDTH ** (level + 1)][: 70_000 - size] or HASHES)


def test_a_proof_over_a_missing_tile_is_refused() -> None:
    store = stored(600)
    del store.tiles[0, 1]
    assert store.tree(600).prove_inclusion(255)  # its siblings stand in other tiles
    with pytest.raises(CommitmentError):
        store.tree(600).prove_inclusion(256)
    with pytest.raises(CommitmentError):
        store.tree(600).prove_consistency(300)


def test_a_longer_tile_serves_every_smaller_tree() -> None:
    for size in (0, 1, 100, 256, 300):
        assert stored(600).tree(size).root() == merkle.root(HASHES[:size])


# Entry bundles.


entries = st.lists(st.binary(max_size=40), max_size=WIDTH)


@given(entries)
def test_every_bundle_is_read_as_written(some: list[bytes]) -> None:
    data = encode_bundle(some)
    assert decode_bundle(data, len(some)) == some
    assert len(data) == sum(2 + len(entry) for entry in some)


def test_lengths_are_two_bytes_big_endian() -> None:
    assert encode_bundle([b"ab", b"", b"c" * 258]) == b"\x00\x02ab\x00\x00\x01\x02" + b"c" * 258
    largest = [b"x" * 65_535] * 3
    assert decode_bundle(encode_bundle(largest), 3) == largest


def test_an_entry_that_is_too_long_is_refused() -> None:
    with pytest.raises(FairseedError, match="more than 65 535 bytes"):
        encode_bundle([b"x" * 65_536])


@given(entries, st.integers(0, WIDTH))
def test_another_number_of_entries_is_refused(some: list[bytes], width: int) -> None:
    if width != len(some):
        with pytest.raises(CommitmentError, match=f"does not hold {width} entries"):
            decode_bundle(encode_bundle(some), width)


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=20), st.data())
def test_a_bundle_cut_anywhere_or_with_more_behind_it_is_refused(
    some: list[bytes], data: st.DataObject
) -> None:
    bundle = encode_bundle(some)
    end = data.draw(st.integers(0, len(bundle) - 1))
    for changed in (bundle[:end], bundle + b"\0", bundle + b"\0\0", bundle + b"\xff\xff"):
        with pytest.raises(CommitmentError) as error:
            decode_bundle(changed, len(some))
        assert error.value.field == "entries"
