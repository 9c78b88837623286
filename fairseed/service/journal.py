"""Log entries as the service writes and shows them (docs/trust.md)."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, insert, select

from fairseed.commitments import CommitmentError, LogProof, SignedCheckpoint
from fairseed.commitments.entries import Entry
from fairseed.commitments.tiles import MAX_ENTRY, Tile, TileTree
from fairseed.service.store.schema import log_entries, log_head, log_tiles

_ADD: Final = insert(log_entries).returning(log_entries.c.id)


def add(connection: Connection, entry: Entry, now: str) -> int:
    """Puts an entry into the log, in the transaction of what it describes. Returns its row number.
    CommitmentError where it is longer than an entry may be."""
    data = entry.encode()
    if len(data) > MAX_ENTRY:
        raise CommitmentError("entry", "has more than 65 535 bytes")
    row = {
        "type": entry.__struct_config__.tag,
        "subject": entry.subject,
        "entry": data,
        "at": now,
    }
    return int(connection.execute(_ADD, row).scalar_one())


def tree(connection: Connection, size: int) -> TileTree:
    """The log's tree at this size, read from its tiles."""

    def read(tile: Tile) -> bytes:
        wanted = (log_tiles.c.level == tile[0]) & (log_tiles.c.tile == tile[1])
        return connection.scalar(select(log_tiles.c.hashes).where(wanted)) or b""

    return TileTree(read, size)


class Prover:
    """Proofs of entries under the checkpoint that is published now, for one reading transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        head = connection.execute(select(log_head.c.published, log_head.c.published_size)).first()
        self._size = head.published_size if head else 0
        self._checkpoint = SignedCheckpoint.parse(head.published) if head and head.published else None
        self._tree = tree(connection, self._size)

    def prove(self, row: Any, extra: bytes | None = None) -> dict[str, str] | None:
        """`{"entry", "tlog_proof"}` of a row of log_entries; None while it is under no checkpoint."""
        if row is None or row.log_index is None or row.log_index >= self._size or self._checkpoint is None:
            return None
        hashes = tuple(self._tree.prove_inclusion(row.log_index))
        proof = LogProof(row.log_index, hashes, self._checkpoint, extra)
        return {"entry": row.entry.decode("utf-8"), "tlog_proof": proof.text()}

    def by_id(self, entry_id: int | None, extra: bytes | None = None) -> dict[str, str] | None:
        if entry_id is None:
            return None
        return self.prove(
            self._connection.execute(select(log_entries).where(log_entries.c.id == entry_id)).first(), extra
        )

    def by_subject(self, kind: str, subject: str) -> dict[str, str] | None:
        wanted = (log_entries.c.type == kind) & (log_entries.c.subject == subject)
        return self.prove(self._connection.execute(select(log_entries).where(wanted)).first())
