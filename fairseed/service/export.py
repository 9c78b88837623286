"""The published log as plain files, laid out as C2SP tlog-tiles serves it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, select

from fairseed.commitments import Checkpoint, CommitmentError, SignedCheckpoint
from fairseed.commitments.tiles import TileTree, bundles_of, tile_path, tiles_of
from fairseed.service import journal
from fairseed.service.http.log import read_tile
from fairseed.service.sequencer import LogError, compare_published
from fairseed.service.store import Store
from fairseed.service.store.schema import log_head
from fairseed.service.vault import write_private


def export_log(store: Store, folder: Path, head_file: str) -> int:
    """Writes what is missing in `folder`, the checkpoint last, so that a reader of the folder never
    meets a checkpoint whose tiles are not there. Returns the log's size. LogError where the database
    is not the one whose log was shown, or the folder holds another log or more of this one."""
    with store.read() as connection:
        head = connection.execute(select(log_head)).first()
        if head is None or not head.published:
            raise LogError("log", "is not published yet")
        tree = journal.tree(connection, head.published_size)
        compare_published(head, journal.tree(connection, head.size), head_file)
        _check_folder(folder, SignedCheckpoint.parse(head.published).checkpoint, tree)
        for level, index, width in tiles_of(head.published_size):
            _write(connection, folder, tile_path(level, index, width))
        for index, width in bundles_of(head.published_size):
            _write(connection, folder, tile_path(None, index, width))
        _put(folder / "checkpoint", head.published.encode("utf-8"))
        return int(head.published_size)


def _check_folder(folder: Path, new: Checkpoint, tree: TileTree) -> None:
    """What lies in the folder already is an earlier state of the same log."""
    try:
        old = SignedCheckpoint.parse((folder / "checkpoint").read_bytes()).checkpoint
    except FileNotFoundError:
        return
    except CommitmentError:
        raise LogError("log", "{folder} holds a checkpoint that can't be read", folder=folder) from None
    if old.origin != new.origin or old.size > new.size or tree.root(old.size) != old.root:
        raise LogError("log", "{folder} holds another log, or more of this one", folder=folder)


def _write(connection: Connection, folder: Path, path: str) -> None:
    target = folder / "tile" / path
    if target.exists():
        return  # tiles never change
    data = read_tile(connection, path)
    if data is None:
        raise LogError("log", "has no tile {path}: the database was changed", path=path)
    _put(target, data)


def _put(target: Path, data: bytes) -> None:
    write_private(target, data)
    target.chmod(0o644)
