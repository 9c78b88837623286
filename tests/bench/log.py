"""The log's part of `make bench`: its cost must not grow with its size, and must keep up with promises."""

from __future__ import annotations

import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median

from click.testing import CliRunner
from sqlalchemy import delete, insert, select, update

from fairseed.cli import main as operator
from fairseed.commitments import merkle
from fairseed.commitments.entries import Commit
from fairseed.commitments.tiles import TileTree
from fairseed.service import config, journal, seeds, sequencer, worker
from fairseed.service.core import Service, open_service
from fairseed.service.store.schema import log_entries, log_head, log_tiles, pool

SMALL, LARGE = 10**3, 10**6
BATCH = 50_000
TURNS = 7
APPENDED = 100
PROOFS = 100
SECONDS = 5.0


@contextmanager
def opened(name: str) -> Iterator[Service]:
    """A new service on SQLite, its turns made by hand."""
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as folder:
        environ = {
            "FAIRSEED_DATABASE_URL": f"sqlite:///{folder}/{name}.sqlite3",
            "FAIRSEED_KEY_FILE": f"{folder}/{name}.key",
        }
        CliRunner().invoke(operator, ["init"], env=environ, catch_exceptions=False)
        service = open_service(config.load(environ))
        worker.start(service)
        sequencer.step(service)
        yield service
        service.store.close()


def grow(service: Service, size: int) -> None:
    """Entries and tiles up to `size`, written in bulk; the last one goes through the sequencer."""
    with service.store.read() as connection:
        first = connection.execute(select(log_head.c.size)).scalar_one()
        held = {(row.level, row.tile): row.hashes for row in connection.execute(select(log_tiles))}
    tree = TileTree(lambda tile: held.get(tile, b""), first)
    while tree.size < size:
        start, count = tree.size, min(BATCH, size - tree.size)
        entries = [Commit(server_seed_hash=secrets.token_hex(32)).encode() for _ in range(count)]
        rows = [
            {"type": "commit", "entry": entry, "log_index": start + place, "at": "2026-01-01T00:00:00Z"}
            for place, entry in enumerate(entries)
        ]
        changed = tree.append([merkle.leaf_hash(entry) for entry in entries])
        held |= changed

        def write(connection, rows=rows, changed=changed):  # type: ignore[no-untyped-def]
            connection.execute(insert(log_entries), rows)
            for (level, tile), hashes in changed.items():
                values = {"level": level, "tile": tile, "hashes": hashes}
                connection.execute(sequencer._KEEP["sqlite"], values)
            connection.execute(update(log_head).values(size=tree.size, root=tree.root().hex()))

        service.store.write(write)
    append(service, 1)


def append(service: Service, count: int = APPENDED) -> None:
    """So many entries, each by itself, and one step of the sequencer."""

    def write(connection) -> None:  # type: ignore[no-untyped-def]
        for _ in range(count):
            journal.add(connection, Commit(server_seed_hash=secrets.token_hex(32)), service.now())

    service.store.write(write)
    sequencer.step(service)


def prove(service: Service) -> None:
    """Proofs of entries all over the log, each in a transaction of its own as a request has it."""
    with service.store.read() as connection:
        size = connection.execute(select(log_head.c.published_size)).scalar_one()
    for place in range(PROOFS):
        row = log_entries.c.log_index == place * (size - 1) // PROOFS
        with service.store.read() as connection:
            entry = connection.execute(select(log_entries).where(row)).one()
            if journal.Prover(connection).prove(entry) is None:
                raise SystemExit("an entry has no proof")


def seconds(work, service: Service) -> float:  # type: ignore[no-untyped-def]
    begin = time.perf_counter()
    work(service)
    return time.perf_counter() - begin


def growth() -> tuple[float, float]:
    """Seconds of an append and of a proof at a million entries, as multiples of those at a thousand."""
    with opened("small") as small, opened("large") as large:
        grow(small, SMALL)
        grow(large, LARGE)
        found = []
        for work in (append, prove):
            work(small), work(large)
            found.append(median(seconds(work, large) / seconds(work, small) for _ in range(TURNS)))
        return found[0], found[1]


def promises() -> tuple[float, int]:
    """Promises made, logged and published a second, with a checkpoint every second at least, and how
    many checkpoints there were in SECONDS."""
    with opened("promises") as service:
        made = checkpoints = 0
        begin = time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            made += sequencer.fill(service, least=2**31)
            checkpoints += sequencer.step(service)
            service.store.write(lambda connection: connection.execute(delete(pool)))  # as if given away
        return made / (time.perf_counter() - begin), checkpoints


def given() -> float:
    """Promises given to new players a second, each durable and with its proof published before, one
    after the other, while the sequencer works beside it."""
    with opened("given") as service:
        stop = threading.Event()

        def turns() -> None:
            while not stop.wait(1):
                worker.tick(service)

        thread = threading.Thread(target=turns)
        thread.start()
        count, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            work = partial(seeds.first_commitment, player=f"player{count}")
            seeds.supplied(service, partial(service.store.write, work))
            count += 1
        rate = count / (time.perf_counter() - begin)
        stop.set()
        thread.join()
        return rate
