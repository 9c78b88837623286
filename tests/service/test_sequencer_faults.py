"""Whatever fails under the sequencer: the log keeps every entry once, at one place, and shows one
history. A fault at the k-th write for every k that there is, SIGKILL between any two writes, and
databases that are not the one whose log was shown."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import delete, select, update

from fairseed.cli import main
from fairseed.commitments import Checkpoint, SigningKey, sign_checkpoint
from fairseed.commitments.entries import Ruleset
from fairseed.service import config, journal, sequencer, server, worker
from fairseed.service.app import create_app
from fairseed.service.core import Service, open_service
from fairseed.service.keyring import Keyring
from fairseed.service.store import Store, schema
from fairseed.service.vault import LocalKey
from tests.http.server import DATABASES, Server, free_port
from tests.service.api import Api, refused
from tests.service.copies import HEAD, KEY, Aside, Copy, put_back, reader
from tests.service.faulty import WAYS, Writes
from tests.service.killed import Killed, killing
from tests.service.logbook import Logbook
from tests.service.world import service, store

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
DICE: dict[str, Any] = {"target": "50.00", "direction": "under"}
POOL = 6
MOST_WRITES = 100
LOGGED = 250
SIGNED = 10  # a turn's write before which a checkpoint is signed and not yet remembered


@pytest.fixture(scope="module", params=DATABASES)
def aside(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aside]:
    """A log (on SQLite one just below the end of a tile, which will go over it) with entries that wait
    for their place, and a pool that is to be filled."""
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
            for number in range(LOGGED - logged):
                digest = hashlib.sha256(str(number).encode()).hexdigest()
                journal.add(connection, Ruleset(game=f"game-{number}", digest=digest), opened.now())

        if SOAK or request.param == "sqlite":
            opened.store.write(more)
            sequencer.step(opened)
            assert book.look() == LOGGED
        more_to_do(api, book)
        environ = api.environ
        store(api).close()
        yield Aside(environ["FAIRSEED_DATABASE_URL"], folder, api.key, settings, book)


def more_to_do(api: Api, book: Logbook) -> None:
    """Entries wait, and less than half of the pool is left."""
    opened = api.app.extensions["fairseed"]()
    for _ in range(2):
        assert api.play("dice", DICE).status_code == 201
        book.hear(api.rotate(uuid.uuid4().hex).json)
    kept = select(schema.pool.c.id).limit(2)
    rest = delete(schema.pool).where(schema.pool.c.id.not_in(kept))
    opened.store.write(lambda connection: connection.execute(rest))
    book.note_numbers(opened)


def cases(aside: Aside, folder: Path, step: int = 1) -> Iterator[tuple[int, Copy]]:
    """k = 1, 2, …, each with a database that has something to do: a new copy each; on PostgreSQL, where
    that takes its time, one that is given more to do. `step` leaves some out, but for the full counts
    (FAIRSEED_SOAK)."""
    step = 1 if SOAK else step
    if SOAK or aside.url.startswith("sqlite"):
        for at in range(1, MOST_WRITES, step):
            with aside.copy(folder / str(at)) as copy:
                yield at, copy
    else:
        with aside.copy(folder) as copy:
            for at in range(1, MOST_WRITES, step):
                yield at, copy
                more_to_do(copy.opened(), copy.book)


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
    for at, copy in cases(aside, tmp_path):
        copy.opened()
        writes, opened = Writes(at, way), copy.service()
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
        assert len(entries) > 256 or max(aside.book.roots) != LOGGED
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
    for at, copy in cases(aside, tmp_path, 3):
        api = copy.opened()
        writes, opened = Writes(at, way), copy.service()
        opened.store.write(lambda connection: connection.execute(delete(schema.pool)))

        def call(path: str = f"/v1/players/bob-{at}/seeds", key: str = f"call {at}") -> Any:
            return api.post(path, {}, idempotency=key)  # noqa: B023

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
    assert len(writes.names) < at <= len(writes.names) + 3
    assert writes.names.count("COMMIT") == 4
    assert writes.names[-1] == "COMMIT"


# SIGKILL


@pytest.fixture(scope="module")
def killed() -> Iterator[Killed]:
    with killing() as run:
        yield run


def test_killed_between_any_two_writes(aside: Aside, killed: Killed, tmp_path: Path) -> None:
    """Then a new process starts, finds the log that was shown, and ends what was begun."""
    for at, copy in cases(aside, tmp_path, 1 if aside.url.startswith("sqlite") else 3):
        copy.close()
        end = killed("turn", copy.environ, at)
        # A service that starts checks its log and then takes turns; its routes show what it is.
        copy.opened()
        opened = copy.service()
        copy.book.look()
        copy.book.note_numbers(opened)
        quiet(copy)
        copy.book.check(opened)
        if SOAK or (at == SIGNED and opened.store.sqlite):
            copy.close()
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


def test_killed_at_its_first_start(tmp_path: Path, killed: Killed) -> None:
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
            end = killed("turn", copy.environ, at)
            copy.opened()
            opened = copy.service()
            copy.book.look()
            copy.book.note_numbers(opened)
            quiet(copy)
            copy.book.check(opened)
            if end == {"status": 0}:
                break
    assert at > 14


# Another database


def started(environ: dict[str, str], *command: str) -> Result:
    """A command of `fairseed`; a `serve` that does not refuse ends here all the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "serve", lambda settings: print("the port opens"))
        return CliRunner().invoke(main, list(command), env=environ)


def refuses(environ: dict[str, str], *named: str, commands: str = "serve, log check, log step") -> None:
    """`fairseed serve` and `fairseed log check` end with 1 and one line that has all of this, and a
    server that is started elsewise is not ready."""
    for command in commands.split(", "):
        result = started(environ, *command.split())
        assert result.exit_code == 1, result.output
        (line,) = result.stderr.splitlines()
        assert line.startswith("Error: ")
        assert result.stdout == ""
        for text in named:
            assert text in line, line
    app = create_app(config.load(environ))
    for path in ("/readyz", "/checkpoint"):
        refused(app.test_client().get(path), 503, "not_ready")


def accepts(environ: dict[str, str]) -> None:
    assert started(environ, "log", "check").exit_code == 0
    assert "the port opens" in started(environ, "serve").output


@contextmanager
def grown(aside: Aside, folder: Path) -> Iterator[tuple[Copy, dict[str, str]]]:
    """A copy whose log went on and was shown, and the settings of a copy made before that."""
    with aside.copy(folder) as copy, aside.copy(folder / "before") as before:
        copy.opened()
        copy.book.look()
        quiet(copy)
        assert copy.book.look() > max(aside.book.roots)
        yield copy, before.environ


def test_a_database_from_yesterday_is_refused(aside: Aside, tmp_path: Path) -> None:
    with grown(aside, tmp_path) as (copy, before):
        now, head = copy.book.look(), copy.folder / HEAD
        accepts(copy.environ)
        copy.close()
        yesterday = copy.environ | {"FAIRSEED_DATABASE_URL": before["FAIRSEED_DATABASE_URL"]}
        told = head.read_bytes()
        refuses(
            yesterday, f"has {max(aside.book.roots)} entries, but {now} were shown", str(head), "rolled back"
        )
        assert head.read_bytes() == told
        accepts(copy.environ)


def test_fairseed_serve_refuses_a_database_put_back(aside: Aside, tmp_path: Path) -> None:
    """The real command, on the very file or database that yesterday's was put in the place of."""
    with grown(aside, tmp_path) as (copy, before):
        copy.close()
        put_back(copy.environ["FAIRSEED_DATABASE_URL"], before["FAIRSEED_DATABASE_URL"])
        command = [sys.executable, "-m", "fairseed.cli", "serve", "--bind", f"127.0.0.1:{free_port()}"]
        done = subprocess.run(
            command, env=os.environ | copy.environ, capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
        assert str(copy.folder / HEAD) in done.stderr


def test_a_database_put_back_under_a_running_service_is_not_signed(aside: Aside, tmp_path: Path) -> None:
    with grown(aside, tmp_path) as (copy, before):
        told = (copy.folder / HEAD).read_bytes()
        running = open_service(config.load(copy.environ))
        running.store.close()
        put_back = Store(before["FAIRSEED_DATABASE_URL"])
        swapped = replace(running, store=put_back, keys=Keyring(put_back, running.keys.provider))
        seen = head_row(swapped)
        assert seen.size == seen.published_size == max(aside.book.roots)
        for _ in range(2):
            with pytest.raises(sequencer.LogError, match="rolled back"):
                worker.tick(swapped)
        assert head_row(swapped) == seen
        # Nor where it was signed before, and only waits to be shown.
        with swapped.store.engine.begin() as connection:
            connection.execute(update(schema.log_head).values(published="", published_size=0))
        seen = head_row(swapped)
        assert not sequencer.publish(swapped)
        assert head_row(swapped) == seen
        assert (copy.folder / HEAD).read_bytes() == told
        put_back.close()


def head_row(opened: Service) -> Any:
    with opened.store.read() as connection:
        return connection.execute(select(schema.log_head)).one()


def test_a_log_that_went_another_way_is_not_shown(aside: Aside, tmp_path: Path) -> None:
    """Two copies of one database go on, each for itself: one of them is shown, whichever is first."""
    with grown(aside, tmp_path) as (copy, before):
        other = dict(before, FAIRSEED_HEAD_FILE=str(copy.folder / HEAD))
        fork = open_service(config.load(before))
        for _ in range(3):
            worker.tick(fork)
            fork.store.write(lambda connection: connection.execute(delete(schema.pool)))
        assert head_row(fork).size >= copy.book.look()
        fork.store.close()
        refuses(other, "is not the one that was shown at size", str(copy.folder / HEAD))
        size, root = head_row(copy.service()).size, head_row(fork).root
        with pytest.raises(sequencer.LogError, match="another database"):
            sequencer.remember(copy.service(), head_row(fork).origin, size, root)
        fork.store.close()


def test_a_foreign_database_is_refused(aside: Aside, tmp_path: Path) -> None:
    kind = "sqlite" if aside.url.startswith("sqlite") else "postgresql"
    with aside.copy(tmp_path / "own") as copy:
        accepts(copy.environ)
        head = str(copy.folder / HEAD)
        for number, (settings, own_key, named) in enumerate(
            [
                ({}, True, ["rolled back", head]),
                ({"FAIRSEED_POOL_SIZE": "1"}, False, ["is not the key that this database was made with"]),
                ({"FAIRSEED_PUBLIC_URL": "https://other.example/log"}, True, ["other.example/log", head]),
            ]
        ):
            folder = tmp_path / f"foreign-{number}"
            folder.mkdir()
            if own_key:
                shutil.copy2(copy.folder / KEY, folder / KEY)
            else:
                LocalKey.create(str(folder / KEY))
            with service(kind, folder, **settings) as api:
                sequencer.step(api.app.extensions["fairseed"]())
                foreign = api.environ["FAIRSEED_DATABASE_URL"]
                environ = copy.environ | {"FAIRSEED_DATABASE_URL": foreign}
                if own_key:
                    refuses(environ, *named)
                else:
                    result = started(environ, "serve")
                    assert result.exit_code == 1
                    assert result.stderr.count("\n") == 1
                    assert named[0] in result.stderr
        accepts(copy.environ)


def test_another_public_url_is_refused(aside: Aside, tmp_path: Path) -> None:
    with aside.copy(tmp_path / "own") as copy:
        refuses(
            copy.environ | {"FAIRSEED_PUBLIC_URL": "https://other.example/log/"},
            "is that of 127.0.0.1:8080, not of public_url",
        )
        accepts(copy.environ | {"FAIRSEED_PUBLIC_URL": "http://127.0.0.1:8080"})


def test_a_head_file_that_can_not_be_read_is_refused(aside: Aside, tmp_path: Path) -> None:
    with aside.copy(tmp_path / "own") as copy:
        head = copy.folder / HEAD
        right = json.loads(head.read_bytes())
        size = right["size"]
        twice = head.read_bytes().replace(b"{", b'{"size": 1, ')
        texts = [b"", b"{", b"[]", b"\xff", b"null", head.read_bytes()[:-20], twice]
        for name in right:
            texts.append(json.dumps({key: value for key, value in right.items() if key != name}).encode())
        for change in (
            {"size": True},
            {"size": str(size)},
            {"size": float(size)},
            {"size": -1},
            {"root": 5},
            {"more": 1},
        ):
            texts.append(json.dumps(right | change).encode())
        if not SOAK and not aside.url.startswith("sqlite"):
            del texts[3:]  # the file is the same with either
        for text in texts:
            head.write_bytes(text)
            refuses(copy.environ, str(head), "can't be read", commands="log check")
        for change in (
            {"size": 0},
            {"size": size + 1},
            {"size": size - 1},
            {"root": "0" * 64},
            {"origin": "other"},
        ):
            head.write_text(json.dumps(right | change))
            refuses(copy.environ, str(head), commands="log check")
        head.unlink()
        head.mkdir()
        refuses(copy.environ, str(head), "can't be read")
        head.rmdir()
        # Without one the database is taken as it is, and remembered from the next step on.
        accepts(copy.environ)
        copy.opened()
        quiet(copy)
        copy.book.check(copy.service())


def test_a_log_that_was_changed_is_refused(aside: Aside, tmp_path: Path) -> None:
    other = SigningKey.generate("127.0.0.1:8080")
    with aside.copy(tmp_path / "own") as copy:
        opened = open_service(config.load(copy.environ))
        with opened.store.read() as connection:
            head = connection.execute(select(schema.log_head)).one()
            tile = connection.execute(select(schema.log_tiles)).first()
        assert tile is not None
        forged = sign_checkpoint(Checkpoint(head.origin, head.size, bytes.fromhex(head.root)), [other])
        for table, change, named in [
            (
                schema.log_tiles,
                {"hashes": bytes([tile.hashes[0] ^ 1]) + tile.hashes[1:]},
                "the database was changed",
            ),
            (schema.log_tiles, {"hashes": tile.hashes[:-32]}, "cut short"),
            (schema.log_head, {"root": "0" * 64}, "the database was changed"),
            (schema.log_head, {"checkpoint": forged}, "not signed by a key of this database"),
            (schema.log_head, {"published": forged}, "not signed by a key of this database"),
            (schema.log_head, {"published": "text"}, ""),
        ]:
            with opened.store.read() as connection:
                was = dict(connection.execute(select(table)).first()._mapping)  # type: ignore[union-attr]
            with opened.store.engine.begin() as connection:
                connection.execute(update(table).values(change))
            result = started(copy.environ, "serve")
            assert result.exit_code == 1, (change, result.output)
            assert result.stderr.count("\n") == 1
            assert named in result.stderr, result.stderr
            with opened.store.engine.begin() as connection:
                connection.execute(update(table).values({name: was[name] for name in change}))
        opened.store.close()
        accepts(copy.environ)
