"""Whatever fails under the sequencer: the log keeps every entry once, at one place, and shows one
history. A fault at the k-th write for every k that there is, SIGKILL between any two writes, and
databases that are not the one whose log was shown."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from fairseed.commitments.entries import Ruleset
from fairseed.service import journal, sequencer, worker
from fairseed.service.store import schema
from tests.http.server import DATABASES, Server
from tests.service.copies import Aside, Copy, reader
from tests.service.faulty import WAYS, Writes
from tests.service.logbook import Logbook
from tests.service.world import service, store
from tests.support import ROOT

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
DICE: dict[str, Any] = {"target": "50.00", "direction": "under"}
POOL = 6
MOST_WRITES = 100
SIGNED = 10  # a turn's write before which a checkpoint is signed and not yet remembered


@pytest.fixture(scope="module", params=DATABASES)
def aside(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aside]:
    """A log just below the end of a tile, with entries that wait for their place and will go over
    it, and a pool that is to be filled."""
    folder = tmp_path_factory.mktemp("aside")
    settings = {"FAIRSEED_POOL_SIZE": str(POOL)}
    with service(request.param, folder, **settings) as api:
        book = Logbook(reader(api.app))
        opened = api.app.extensions["fairseed"]()
        book.hear(api.post("/v1/players/alice/seeds", {}).json)
        book.hear(api.rotate("first").json)
        sequencer.step(opened)
        logged = book.look()

        def more(connection: Any) -> None:
            for number in range(250 - logged):
                digest = hashlib.sha256(str(number).encode()).hexdigest()
                journal.add(connection, Ruleset(game=f"game-{number}", digest=digest), opened.now())

        opened.store.write(more)
        sequencer.step(opened)
        assert book.look() == 250
        for number in range(2):
            assert api.play("dice", DICE).status_code == 201
            book.hear(api.rotate(f"then {number}").json)
        book.note_numbers(opened)
        environ = api.environ
        store(api).close()
        yield Aside(environ["FAIRSEED_DATABASE_URL"], folder, api.key, settings, book)


def quiet(copy: Copy) -> None:
    """Runs turns as a worker does until one has nothing to do."""
    opened = copy.service()
    for _ in range(10):
        if not worker.tick(opened):
            return
    raise AssertionError("the sequencer finds no end")


# Faults


@pytest.mark.parametrize("way", WAYS)
def test_a_fault_at_every_write(aside: Aside, way: str, tmp_path: Path) -> None:
    for at in range(1, MOST_WRITES):
        writes = Writes(at, way)
        with aside.copy(tmp_path / str(at)) as copy:
            copy.opened()
            opened = copy.service()
            copy.book.look()
            with writes.watched(opened.store):
                try:
                    worker.tick(opened)
                except Exception as error:
                    assert "injected" in str(error) or isinstance(error, OSError), error
            copy.book.look()
            copy.book.note_numbers(opened)
            sequencer.check(opened)
            quiet(copy)
            entries = copy.book.check(opened)
            assert len(entries) > 256
            if not writes.tripped:
                break
    told = writes.names
    assert at == len(told) + 1, "a fault was met at every write"
    assert told.count("COMMIT") == 3
    assert [name.split()[1] for name in told if name.startswith("file")] == [
        "mkstemp",
        "write",
        "fsync",
        "rename",
        "fsync",
    ]
    for change in (
        "INSERT INTO log_entries",
        "INSERT INTO pool",
        "UPDATE log_entries",
        "INSERT INTO log_tiles",
    ):
        assert change in " / ".join(told)
    assert len([name for name in told if name.startswith("UPDATE log_head")]) == 2


@pytest.mark.parametrize("way", WAYS if SOAK else ["done"])
def test_a_call_that_must_fill_the_pool_meets_a_fault(aside: Aside, way: str, tmp_path: Path) -> None:
    """It makes promises, has them logged and shown, and takes one; whatever write fails, it is
    refused whole or answered, and its repeat is answered, with one promise."""
    for at in range(1, MOST_WRITES):
        writes = Writes(at, way)
        with aside.copy(tmp_path / str(at)) as copy:
            api = copy.opened()
            opened = copy.service()
            opened.store.write(lambda connection: connection.execute(delete(schema.pool)))

            def call() -> Any:
                return api.post("/v1/players/bob/seeds", {}, idempotency="the call")  # noqa: B023

            with writes.watched(opened.store):
                answer = call()
            if answer.status_code != 201:
                assert (answer.status_code, answer.json["code"]) == (500, "internal")
                assert "injected" not in answer.text
                answer = call()
            copy.book.hear(answer.json)
            assert call().data == answer.data
            copy.book.look()
            quiet(copy)
            copy.book.check(opened)
            if not writes.tripped:
                break
    assert at == len(writes.names) + 1
    assert writes.names.count("COMMIT") == 4
    assert writes.names[-1] == "COMMIT"


# SIGKILL


Turn = Callable[[Copy, int], dict[str, int]]


@pytest.fixture(scope="module")
def turn() -> Iterator[Turn]:
    """Runs a turn in a process of its own, which kills itself at its k-th write."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.service.killed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def run(copy: Copy, at: int) -> dict[str, int]:
            process.stdin.write(json.dumps({"environ": copy.environ, "at": at}) + "\n")
            process.stdin.flush()
            return dict(json.loads(process.stdout.readline()))

        yield run
        process.stdin.close()


def test_killed_between_any_two_writes(aside: Aside, turn: Turn, tmp_path: Path) -> None:
    """Then a new process starts, finds the log that was shown, and ends what was begun."""
    for at in range(1, MOST_WRITES):
        with aside.copy(tmp_path / str(at)) as copy:
            end = turn(copy, at)
            # A service that starts checks its log and then takes turns; its routes show what it is.
            copy.opened()
            opened = copy.service()
            copy.book.look()
            copy.book.note_numbers(opened)
            quiet(copy)
            copy.book.check(opened)
            copy.close()
            if SOAK or (at == SIGNED and opened.store.sqlite):
                serve_and_look(copy)
            if end == {"status": 0}:
                break
            assert end == {"signal": signal.SIGKILL}
    assert at > 14


def serve_and_look(copy: Copy) -> None:
    """`fairseed serve` starts on it and shows all that was shown."""
    database = copy.environ["FAIRSEED_DATABASE_URL"]
    more = {name: value for name, value in copy.environ.items() if name != "FAIRSEED_DATABASE_URL"}
    with Server(database, copy.folder, **more) as server:

        def get(path: str) -> bytes:
            return server.call("GET", path).raw

        copy.book.get = get
        copy.book.look()


def test_killed_at_its_first_start(tmp_path: Path, turn: Turn) -> None:
    """Between any two writes until the first checkpoint is shown: no head file is there yet."""
    with service("sqlite", tmp_path / "new", FAIRSEED_POOL_SIZE=str(POOL)) as api:
        store(api).close()
        new = Aside(
            api.environ["FAIRSEED_DATABASE_URL"],
            tmp_path / "new",
            api.key,
            {"FAIRSEED_POOL_SIZE": str(POOL)},
            Logbook(reader(api.app)),
        )
    for at in range(1, MOST_WRITES):
        with new.copy(tmp_path / str(at)) as copy:
            end = turn(copy, at)
            copy.opened()
            opened = copy.service()
            copy.book.look()
            copy.book.note_numbers(opened)
            quiet(copy)
            copy.book.check(opened)
            if end == {"status": 0}:
                break
    assert at > 14
