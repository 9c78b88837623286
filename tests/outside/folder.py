"""A log as files, as `fairseed export log DIR` writes it, and our own judgement of such a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fairseed.commitments import merkle
from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import SigningKey, VerifierKey
from fairseed.commitments.tiles import (
    HASH_SIZE,
    TileTree,
    bundles_of,
    decode_bundle,
    encode_bundle,
    parse_tile_path,
    tile_path,
    tiles_of,
)


def write_log(folder: Path, entries: Sequence[bytes], key: SigningKey) -> TileTree:
    """`checkpoint`, `tile/L/N[.p/W]` and `tile/entries/N[.p/W]` of a log with these entries."""
    tree = TileTree(lambda _tile: b"", 0)
    files = {
        tile_path(level, index, len(data) // HASH_SIZE): data
        for (level, index), data in tree.append([merkle.leaf_hash(entry) for entry in entries]).items()
    }
    for index, width in bundles_of(len(entries)):
        files[tile_path(None, index, width)] = encode_bundle(entries[index * 256 :][:width])
    for path, data in files.items():
        place = folder / "tile" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    checkpoint = Checkpoint(key.verifier.name, len(entries), tree.root())
    (folder / "checkpoint").write_text(sign_checkpoint(checkpoint, [key]), "utf-8")
    return tree


def read_log(folder: Path, key: VerifierKey) -> TileTree:
    """The tree of a log that is right: signed by the key, every tile and leaf that of its entries.
    CommitmentError where it is not."""

    def read(path: str) -> bytes:
        place = folder / "tile" / path
        if not place.is_file():
            raise CommitmentError(path, "is missing")
        return place.read_bytes()

    signed = SignedCheckpoint.parse((folder / "checkpoint").read_bytes())
    if not signed.signed_by_log([key]):
        raise CommitmentError("checkpoint", "is not signed by the log")
    size = signed.checkpoint.size
    if size > 10**6:
        raise CommitmentError("size", "is too large for this test")
    entries = [
        entry
        for index, width in bundles_of(size)
        for entry in decode_bundle(read(tile_path(None, index, width)), width)
    ]
    tree = TileTree(lambda _tile: b"", 0)
    built = tree.append([merkle.leaf_hash(entry) for entry in entries])
    for level, index, width in tiles_of(size):
        if read(tile_path(level, index, width)) != built[level, index]:
            raise CommitmentError("tile", "is not that of the entries")
    stored = TileTree(lambda tile: read(path_of(tile, size)), size)
    if not tree.root() == stored.root() == signed.checkpoint.root:
        raise CommitmentError("root", "is not that of the tiles")
    return stored


def path_of(tile: tuple[int, int], size: int) -> str:
    level, index = tile
    held = (size >> 8 * level) - index * 256
    return tile_path(level, index, min(held, 256))


def tile_files(folder: Path) -> list[str]:
    """The paths of all tiles and bundles, each of the one right spelling."""
    paths = [path.relative_to(folder).as_posix() for path in (folder / "tile").rglob("*") if path.is_file()]
    for path in paths:
        parse_tile_path(path.removeprefix("tile/"))
    return sorted(paths)
