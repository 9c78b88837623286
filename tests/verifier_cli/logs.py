"""A log for tests: entries, tiles and checkpoints from the library, below a folder or as bytes."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from fairseed.commitments import (
    COSIGNATURE,
    Checkpoint,
    LogProof,
    SignedCheckpoint,
    SigningKey,
    sign_checkpoint,
)
from fairseed.commitments.merkle import leaf_hash
from fairseed.commitments.tiles import WIDTH, Tile, TileTree, bundles_of, encode_bundle, tile_path, tiles_of

ORIGIN = "example.com/log"
LOG = SigningKey(ORIGIN, bytes(range(32)))
OTHER = SigningKey("example.com/other", bytes(range(1, 33)))
WITNESS = SigningKey("witness.example/w1", bytes(range(2, 34)), COSIGNATURE)


class Log:
    """A log that can be asked for every size it ever had."""

    def __init__(self, entries: Sequence[bytes] = (), key: SigningKey = LOG) -> None:
        self.entries: list[bytes] = []
        self.tiles: dict[Tile, bytes] = {}
        self.key = key
        self.add(entries)

    def add(self, entries: Sequence[bytes]) -> None:
        tree = TileTree(lambda tile: self.tiles.get(tile, b""), len(self.entries))
        self.tiles.update(tree.append([leaf_hash(entry) for entry in entries]))
        self.entries += entries

    @property
    def tree(self) -> TileTree:
        return TileTree(lambda tile: self.tiles.get(tile, b""), len(self.entries))

    def checkpoint(self, size: int | None = None, keys: Sequence[SigningKey] = ()) -> str:
        size = len(self.entries) if size is None else size
        head = Checkpoint(self.key.verifier.name, size, self.tree.root(size))
        return sign_checkpoint(head, list(keys) or [self.key])

    def request(self, old: int, size: int | None = None) -> bytes:
        """The body of add-checkpoint."""
        size = len(self.entries) if size is None else size
        hashes = self.tree.prove_consistency(old, size)
        return body(old, hashes, self.checkpoint(size))

    def proof(self, index: int, extra: bytes | None = None) -> str:
        signed = SignedCheckpoint.parse(self.checkpoint())
        return LogProof(index, tuple(self.tree.prove_inclusion(index)), signed, extra).text()

    def write(self, folder: Path, checkpoint: str | None = None) -> Path:
        """The files of tlog-tiles for the size it has."""
        files = {"checkpoint": (checkpoint or self.checkpoint()).encode()}
        size = len(self.entries)
        for level, index, width in tiles_of(size):
            files[f"tile/{tile_path(level, index, width)}"] = self.tiles[level, index][: 32 * width]
        for index, width in bundles_of(size):
            part = self.entries[index * WIDTH : index * WIDTH + width]
            files[f"tile/{tile_path(None, index, width)}"] = encode_bundle(part)
        for name, data in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return folder


def body(old: int | str, hashes: Sequence[bytes], checkpoint: str) -> bytes:
    lines = [f"old {old}", *(base64.b64encode(value).decode() for value in hashes)]
    return ("\n".join(lines) + f"\n\n{checkpoint}").encode()


def numbered(count: int, first: int = 0) -> list[bytes]:
    return [b'{"number":%d,"type":"test"}' % number for number in range(first, first + count)]
