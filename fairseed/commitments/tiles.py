"""Tiles and entry bundles of C2SP tlog-tiles: 256 hashes a tile, 8 levels of the tree each.

A tile only ever grows at its end, so a store keeps one byte string a tile; a partial tile of width W
is its first W hashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from fairseed.commitments import merkle
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.merkle import HASH_SIZE

HEIGHT: Final = 8
WIDTH: Final = 256
MAX_ENTRY: Final = 65_535
MAX_INDEX: Final = 2**55 - 1  # of a tile: a log has less than 2^63 entries

# (level, index) of a tile → its hashes, as many as are stored. A tile that is not there is empty.
Tile = tuple[int, int]
ReadTile = Callable[[Tile], bytes]

_PATH = re.compile(
    r"(?P<level>entries|0|[1-9][0-9]?)/(?P<index>(?:x[0-9]{3}/)*[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)


def tile_path(level: int | None, index: int, width: int = WIDTH) -> str:
    """`<L>/<N>[.p/<W>]`, or `entries/<N>[.p/<W>]` for level None; N in groups of three digits."""
    digits = f"{index:d}".zfill(-(-len(f"{index:d}") // 3) * 3)
    groups = [digits[i : i + 3] for i in range(0, len(digits), 3)]
    number = "/".join([f"x{group}" for group in groups[:-1]] + groups[-1:])
    partial = "" if width == WIDTH else f".p/{width}"
    return f"{'entries' if level is None else level}/{number}{partial}"


def parse_tile_path(path: str) -> tuple[int | None, int, int]:
    """Level (None: entries), index and width of a path behind `tile/`. Only the one right
    spelling of each is accepted."""
    found = _PATH.fullmatch(path)
    if found and len(path) <= 64:
        level = None if found["level"] == "entries" else int(found["level"])
        index = int(found["index"].replace("x", "").replace("/", ""))
        width = int(found["width"] or WIDTH)
        possible = (level is None or level <= 63) and index <= MAX_INDEX and width <= WIDTH
        if possible and tile_path(level, index, width) == path:
            return level, index, width
    raise CommitmentError("path", "is no tile path of tlog-tiles")


def tiles_of(size: int) -> Iterator[tuple[int, int, int]]:
    """(level, index, width) of every tile that a tree of this size has, partial ones included."""
    level = 0
    while size:
        for index in range(size // WIDTH):
            yield level, index, WIDTH
        if size % WIDTH:
            yield level, size // WIDTH, size % WIDTH
        size, level = size // WIDTH, level + 1


def bundles_of(size: int) -> Iterator[tuple[int, int]]:
    """(index, width) of every entry bundle of a log of this size."""
    return ((index, width) for level, index, width in tiles_of(size) if level == 0)


class TileTree:
    """A tree of which only tiles are stored; reads each needed tile once."""

    def __init__(self, read: ReadTile, size: int) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[Tile, bytes] = {}

    def _tile(self, tile: Tile) -> bytes:
        if tile not in self._tiles:
            self._tiles[tile] = self._read(tile)
        return self._tiles[tile]

    def node(self, level: int, index: int) -> bytes:
        """The hash of the perfect subtree of 2^level leaves number `index`."""
        tile_level, height = divmod(level, HEIGHT)
        first = index << height
        at = first % WIDTH * HASH_SIZE
        data = self._tile((tile_level, first // WIDTH))[at : at + (HASH_SIZE << height)]
        if len(data) != HASH_SIZE << height:
            raise _cut_short(tile_level)
        return merkle.root(_hashes(data))

    def root(self, size: int | None = None) -> bytes:
        """The root at `size` (default: now). CommitmentError where a tile is missing."""
        return merkle.range_hash(self.node, 0, self.size if size is None else size)

    def prove_inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        return merkle.prove_inclusion(self.node, index, self.size if size is None else size)

    def prove_consistency(self, old: int, size: int | None = None) -> list[bytes]:
        return merkle.prove_consistency(self.node, old, self.size if size is None else size)

    def append(self, leaf_hashes: Sequence[bytes]) -> Mapping[Tile, bytes]:
        """Adds leaves; returns the tiles that changed, each with all its hashes. CommitmentError where
        a tile to go on with is missing, or holds fewer hashes than the tree's size says."""
        changed: dict[Tile, bytes] = {}
        level, size, hashes = 0, self.size, list(leaf_hashes)
        while hashes:
            above = []
            place = size
            while hashes:
                tile = (level, place // WIDTH)
                held = self._tile(tile)[: place % WIDTH * HASH_SIZE] if place % WIDTH else b""
                if len(held) != place % WIDTH * HASH_SIZE:
                    raise _cut_short(level)
                taken, hashes = hashes[: WIDTH - place % WIDTH], hashes[WIDTH - place % WIDTH :]
                data = held + b"".join(taken)
                self._tiles[tile] = changed[tile] = data
                place += len(taken)
                if len(data) == WIDTH * HASH_SIZE:
                    above.append(merkle.root(_hashes(data)))
            level, size, hashes = level + 1, size // WIDTH, above
        self.size += len(leaf_hashes)
        return changed


def _cut_short(level: int) -> CommitmentError:
    return CommitmentError("tile", "of level {level} is cut short or missing", level=level)


def _hashes(data: bytes) -> list[bytes]:
    return [data[i : i + HASH_SIZE] for i in range(0, len(data), HASH_SIZE)]


def encode_bundle(entries: Sequence[bytes]) -> bytes:
    """Entries with big-endian uint16 lengths before them."""
    if any(len(entry) > MAX_ENTRY for entry in entries):
        raise CommitmentError("entry", "has more than 65 535 bytes")
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def decode_bundle(data: bytes, width: int) -> list[bytes]:
    """The entries of a bundle, exactly `width` of them."""
    entries: list[bytes] = []
    at = 0
    while at < len(data) and len(entries) <= width:
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if end > len(data) or at + 2 > len(data):
            raise CommitmentError("entries", "the bundle is cut short in entry {place}", place=len(entries))
        entries.append(data[at + 2 : end])
        at = end
    if len(entries) != width:
        raise CommitmentError("entries", "the bundle does not hold {width} entries", width=width)
    return entries
