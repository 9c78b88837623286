"""The sequencer: numbers the log's entries, signs checkpoints, keeps the pool of promises full.

A step (docs/trust.md): (1) one transaction numbers the waiting entries, extends the tiles, signs, and
swaps the head from the old size and root to the new; (2) the head file outside the database is
written and synced; (3) a second transaction publishes. Whatever dies between any two of them, the
next step goes on there. Any worker may take any step: the head's row decides.
"""

from __future__ import annotations

import fcntl
import json
import os
import threading
import uuid
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from fairseed.commitments import Checkpoint, SignedCheckpoint, merkle, sign_checkpoint
from fairseed.commitments.entries import Commit
from fairseed.commitments.tiles import TileTree
from fairseed.derivation import FairseedError, ServerSeed
from fairseed.records import UnusableError, read_object
from fairseed.service import journal
from fairseed.service.core import Service, to_json
from fairseed.service.store.schema import data_keys, log_entries, log_head, log_tiles, pool
from fairseed.service.vault import write_private

BATCH: Final = 4096  # entries numbered in one transaction
_TILE: Final[dict[str, Any]] = {name: bindparam(name) for name in ("level", "tile", "hashes")}
_KEEP: Final = {
    name: dialect.insert(log_tiles)
    .values(_TILE)
    .on_conflict_do_update(index_elements=["level", "tile"], set_={"hashes": bindparam("hashes")})
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
_NUMBER: Final = (
    update(log_entries).where(log_entries.c.id == bindparam("of")).values(log_index=bindparam("number"))
)

_ONE = select(pool.c.id).where(pool.c.usable == 1).limit(1).with_for_update(skip_locked=True)
_TAKE: Final = (
    delete(pool)
    .where(pool.c.id == _ONE.scalar_subquery())
    .returning(*(column for column in pool.c if column.name != "usable"))
)


class LogError(FairseedError):
    """The database is not the one whose log was signed and shown: rolled back, foreign, or changed."""


def step(service: Service) -> bool:
    """Numbers, signs, publishes. Whether there was anything to do."""
    done = False
    while service.store.write(lambda connection: _sequence(service, connection)):
        done = publish(service) or done
    return publish(service) or done


def _sequence(service: Service, connection: Connection) -> bool:
    """(1) One batch, in one transaction with its checkpoint."""
    head = connection.execute(select(log_head).with_for_update()).one()
    waiting = connection.execute(
        select(log_entries.c.id, log_entries.c.type, log_entries.c.entry)
        .where(log_entries.c.log_index.is_(None))
        .order_by(log_entries.c.id)
        .limit(BATCH)
    ).all()
    if not waiting and head.checkpoint:
        return False
    service.keys.reload()  # a new log key signs the first checkpoint that shows it, and all behind it
    tree = journal.tree(connection, head.size)
    # A database that was put back under a running service gets no signature either. The head's row
    # is locked, so that the file can't be ahead of it.
    path = Path(service.settings.log_head_file)
    _compare(head, tree, remembered(path), path)
    changed = tree.append([merkle.leaf_hash(row.entry) for row in waiting])
    if waiting:
        numbers = [{"of": row.id, "number": head.size + place} for place, row in enumerate(waiting)]
        connection.execute(_NUMBER, numbers)
        tiles = [{"level": level, "tile": tile, "hashes": data} for (level, tile), data in changed.items()]
        connection.execute(_KEEP["sqlite" if service.store.sqlite else "postgresql"], tiles)
    checkpoint = Checkpoint(head.origin, tree.size, tree.root())
    swapped = connection.execute(
        update(log_head)
        .where(log_head.c.size == head.size, log_head.c.root == head.root)
        .values(
            size=tree.size,
            root=checkpoint.root.hex(),
            checkpoint=sign_checkpoint(checkpoint, service.keys.logs),
        )
    )
    if swapped.rowcount != 1:
        raise LogError("log", "was extended by another; nothing was signed")
    return True


def publish(service: Service) -> bool:
    """(2) and (3): what was signed is remembered outside the database, then shown."""
    with service.store.read() as connection:
        head = connection.execute(select(log_head)).one()
    if not head.checkpoint or (head.published_size == head.size and head.published):
        return False
    if not remember(service, head.origin, head.size, head.root):
        return False

    def show(connection: Connection) -> bool:
        swapped = connection.execute(
            update(log_head)
            .where(log_head.c.size == head.size, log_head.c.root == head.root)
            .where(log_head.c.published_size <= head.size)
            .values(published=head.checkpoint, published_size=head.size)
        )
        if swapped.rowcount == 1:
            entry = log_entries.c.id == pool.c.commit_entry
            shown = select(log_entries.c.id).where(entry, log_entries.c.log_index < head.size).exists()
            connection.execute(update(pool).where(pool.c.usable == 0, shown).values(usable=1))
        return swapped.rowcount == 1

    if service.store.write(show):
        service.keys.reload()
        return True
    return False


def remember(service: Service, origin: str, size: int, root: str) -> bool:
    """Writes the head file, which only ever moves forward. False where it knows of a larger log, LogError
    where of another one: then this one must not be shown."""
    path = Path(service.settings.log_head_file)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = remembered(path)
        new = {"origin": origin, "size": size, "root": root}
        if known is not None and (known["origin"] != origin or (known["size"] == size and known != new)):
            raise _other_log(known, path)
        if known is not None and known["size"] > size:
            return False
        write_private(path, json.dumps(new).encode() + b"\n")
        return True
    finally:
        os.close(lock)


def remembered(path: Path) -> dict[str, Any] | None:
    """What the head file says; None where there is none. LogError where it can't be read."""
    try:
        document = read_object(path.read_bytes(), what="head file")
        value: dict[str, Any] = {} if document.faults else document.value
    except FileNotFoundError:
        return None
    except (OSError, UnusableError):
        value = {}
    kinds = {"origin": str, "size": int, "root": str}
    right = set(value) == set(kinds) and all(type(value[name]) is kind for name, kind in kinds.items())
    if not right or value["size"] < 0:
        raise LogError("log", "the head file {path} can't be read", path=path)
    return value


def check(service: Service) -> None:
    """Refuses a database that is not the one whose log was signed and shown. LogError says why.

    1. It has a log, of the configured origin. 2. The log's stored head is signed by its keys, and its
    root is that of its tiles. 3. The head file, which no restored backup takes back, knows the same
    log, no larger, with the same root at its size.
    """
    path = Path(service.settings.log_head_file)
    known = remembered(path)  # before the database is read, which another process may extend meanwhile
    with service.store.read() as connection:
        head = connection.execute(select(log_head)).first()
        if head is None:
            raise LogError("log", "the database has none; run `fairseed init`")
        if service.settings.public_url and service.settings.origin != head.origin:
            raise LogError("log", "is that of {origin}, not of public_url", origin=head.origin)
        tree = journal.tree(connection, head.size)
        if tree.root().hex() != head.root:
            raise LogError("log", "its tiles do not have the root of its head: the database was changed")
        for note in {head.checkpoint, head.published} - {""}:
            signed = SignedCheckpoint.parse(note)
            if not signed.signed_by_log(key.verifier for key in service.keys.logs):
                raise LogError("log", "its checkpoint is not signed by a key of this database")
        _compare(head, tree, known, path)


def guard(service: Service) -> None:
    """Every turn: the database still has the log that was shown, and the head file knows what is shown
    now. LogError stops the service, until a turn finds the right database again."""
    path = Path(service.settings.log_head_file)
    known = remembered(path)  # before the database is read, which another process may extend meanwhile
    with service.store.read() as connection:
        head = connection.execute(select(log_head)).one()
        tree = journal.tree(connection, head.size)
        _compare(head, tree, known, path)
        if not head.published or (known is not None and known["size"] >= head.published_size):
            return
        root = tree.root(head.published_size).hex()
    remember(service, head.origin, head.published_size, root)


def compare_published(head: Row[Any], tree: TileTree, head_file: str) -> None:
    """LogError where the head file remembers another log than this one, or more of it."""
    _compare(head, tree, remembered(Path(head_file)), Path(head_file))


def _compare(head: Row[Any], tree: TileTree, known: dict[str, Any] | None, path: Path) -> None:
    """LogError where the head file remembers another log than this, or more of it."""
    if known is None:
        return
    if known["origin"] != head.origin:
        raise LogError(
            "log",
            "is that of {origin}, but {path} remembers that of {known}: another database",
            origin=head.origin,
            path=path,
            known=known["origin"],
        )
    if known["size"] > head.size:
        raise LogError(
            "log",
            "has {size} entries, but {known} were shown ({path}): the database was rolled back",
            size=head.size,
            known=known["size"],
            path=path,
        )
    if tree.root(known["size"]).hex() != known["root"]:
        raise _other_log(known, path)


def _other_log(known: dict[str, Any], path: Path) -> LogError:
    return LogError(
        "log",
        "is not the one that was shown at size {size} ({path}): another database",
        size=known["size"],
        path=path,
    )


def fill(service: Service, *, least: int | None = None) -> int:
    """Promises a batch of seeds where fewer than half of the pool (or `least`) are left; how many."""
    target = service.settings.pool_size

    def run(connection: Connection) -> int:
        left = connection.scalar(select(func.count()).select_from(pool)) or 0
        if left >= (target // 2 if least is None else least):
            return 0
        newest = connection.scalar(select(func.max(data_keys.c.version)))
        if newest != service.keys.version:
            service.keys.reload()  # the data key was rotated
        rows = []
        for _ in range(target - left):
            seed, pair_id = ServerSeed.generate(), uuid.uuid4().hex
            version, sealed = service.keys.seal(pair_id, seed)
            row = {"id": pair_id, "server_seed_hash": seed.hash, "sealed": sealed, "key_version": version}
            rows.append(row)
        leaves = [merkle.leaf_hash(str(row["server_seed_hash"]).encode("ascii")) for row in rows]
        entry = Commit(count=len(rows), root=merkle.root(leaves).hex())
        number = journal.add(connection, entry, service.now())
        node = merkle.nodes_of(leaves)
        for place, row in enumerate(rows):
            proof = [value.hex() for value in merkle.prove_inclusion(node, place, len(rows))]
            row |= {"commit_entry": number, "batch_index": place, "batch_proof": to_json(proof), "usable": 0}
        connection.execute(insert(pool), rows)
        return len(rows)

    return service.store.write(run)


def take(connection: Connection) -> dict[str, Any] | None:
    """A promise that is logged and shown, out of the pool; None where none is left."""
    taken = connection.execute(_TAKE).first()
    return None if taken is None else dict(taken._mapping)


_SUPPLY = threading.Lock()


def supply(service: Service) -> None:
    """Fills an empty pool and sees it published, so that the caller's next try finds a promise."""
    with _SUPPLY:
        with service.store.read() as connection:
            if connection.execute(select(pool.c.id).where(pool.c.usable == 1).limit(1)).first():
                return
        fill(service, least=1)
        step(service)
