"""Keys: those of seeds at rest while the service runs and is killed, those that sign, those of callers."""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import shutil
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from fairseed import Trust, verify_bundle
from fairseed.cli import main
from fairseed.commitments import Receipt, SignedCheckpoint, VerifierKey
from fairseed.commitments.entries import Ruleset
from fairseed.derivation import ServerSeed
from fairseed.records import read_object
from fairseed.service import config, journal, keyring, rotation, sequencer, worker
from fairseed.service.app import create_app
from fairseed.service.core import Service, open_service, opened_service
from fairseed.service.store import Store, schema
from fairseed.service.vault import LocalKey, Vault, VaultError
from tests.http.server import DATABASES, Server, fresh_database
from tests.http.test_parallel import Client, check_everything, start_players
from tests.service.api import Api, refused
from tests.service.copies import KEY, Aside, reader
from tests.service.killed import Killed, killing
from tests.service.logbook import Logbook
from tests.service.moving import MovingClock
from tests.service.world import everything, route_of, service, store

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
CLIENTS, BETWEEN, PAUSE = (16, 100, 0.0) if SOAK else (4, 12, 0.05)
DICE: dict[str, Any] = {"target": "50.00", "direction": "under"}
BET = {"game": "dice", "params": DICE, "bet": {"stake": 10}}


@pytest.fixture(scope="module")
def killed() -> Iterator[Killed]:
    with killing() as run:
        yield run


@contextmanager
def alices(kind: str, folder: Path) -> Iterator[Api]:
    """alice with an active pair."""
    with service(kind, folder, FAIRSEED_POOL_SIZE="8") as api:
        assert api.post("/v1/players/alice/seeds", {}).status_code == 201
        assert api.rotate("first").status_code == 200
        yield api


@pytest.fixture(params=DATABASES)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    with alices(request.param, tmp_path) as api:
        yield api


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Api]:
    """For what has nothing to do with the database."""
    with alices("sqlite", tmp_path) as api:
        yield api


def of(api: Api) -> Service:
    return api.app.extensions["fairseed"]()  # type: ignore[no-any-return]


def command(environ: dict[str, str], *arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), env=environ)


def done(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout.strip()


def fails(result: Result, text: str) -> None:
    assert result.exit_code == 1, result.output
    *_, line = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert text in line
    assert "Traceback" not in result.stderr


def sealed(database: Store) -> list[tuple[str, str, int, bytes]]:
    """Every seed at rest, as `Keyring.open` takes it."""
    with database.read() as connection:
        return [
            tuple(row)  # type: ignore[misc]
            for table in rotation.SEALED
            for row in connection.execute(
                select(table.c.id, table.c.server_seed_hash, table.c.key_version, table.c.sealed)
            )
        ]


def wrapped(database: Store) -> list[bytes]:
    with database.read() as connection:
        return [
            key
            for table in (schema.data_keys, schema.signing_keys)
            for key in connection.execute(select(table.c.wrapped)).scalars()
        ]


# Rotation of the keys of seeds at rest


POINTS = (
    "file fsync",  # the new key is written, and not yet in place
    "COMMIT",  # all keys are wrapped under it, in a transaction that dies
    "INSERT INTO data_keys",
    "UPDATE pairs",
    "UPDATE pool",
    "DELETE FROM data_keys",
    "file rename",  # only the old keys are left to be dropped
)[None if SOAK else 1 :: None if SOAK else 2]


@pytest.mark.soak
@pytest.mark.parametrize("kind", DATABASES if SOAK else ["postgresql"])
def test_rotated_under_load_and_killed_on_the_way(kind: str, tmp_path: Path, killed: Killed) -> None:
    """Bets and rotations go on at two workers, while the rotation is killed at one point after
    another and run again; then the old key opens nothing."""
    with fresh_database(kind, tmp_path) as url, Server(url, tmp_path, workers=2) as server:
        start_players(server)
        old_key = shutil.copy2(tmp_path / "key", tmp_path / "old.key")
        clients = [Client(server, number, tmp_path / f"journal-{number}") for number in range(CLIENTS)]
        stop = threading.Event()
        failures: list[BaseException] = []

        def run(client: Client) -> None:
            try:
                while not stop.wait(PAUSE):
                    client.step()
                client.finish()
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=run, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        ends = []
        try:
            for point in POINTS:
                sent = sum(len(client.sent) for client in clients)
                ends.append(killed("rotate", server.environment, point))
                deadline = time.monotonic() + 60
                while (
                    sum(len(client.sent) for client in clients) < sent + BETWEEN
                    and time.monotonic() < deadline
                ):
                    time.sleep(0.01)
            server.command("keys", "rotate")
        finally:
            stop.set()
            for thread in threads:
                thread.join(120)
        assert not failures, failures
        assert ends == [{"signal": signal.SIGKILL}] * len(POINTS)
        check_everything(server, [client.journal for client in clients])
        assert sum(len(client.sent) for client in clients) > BETWEEN * len(POINTS)
        nothing_opens_under(old_key, tmp_path, url)
        server.post("/v1/players/player-0/seeds/rotate", {"client_seed": "after all"})
        assert "Traceback" not in server.log_path.read_text()
        with opened_service(config.load(server.environment)) as again:
            worker.start(again)


def nothing_opens_under(old_key: Path, folder: Path, url: str) -> None:
    old, new = LocalKey.load(str(old_key)), LocalKey.load(str(folder / "key"))
    assert new.older == 0
    with Store(url) as database:
        keys, seeds = wrapped(database), sealed(database)
        vault = {}
        with database.read() as connection:
            for row in connection.execute(select(schema.data_keys)):
                vault[row.version] = new.unwrap(row.wrapped)
    for key in keys:
        assert len(new.unwrap(key)) == 32
        with pytest.raises(VaultError):
            old.unwrap(key)
    (version,) = vault
    assert {row[2] for row in seeds} == {version}
    for row in seeds:
        assert Vault(vault).open(*row).hash == row[1]
    text = old_key.read_text().strip()
    for file in folder.iterdir():
        if file.is_file() and file != old_key:
            assert text.encode() not in file.read_bytes(), f"{file.name} holds the old key"
    fails(
        command({"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(old_key)}, "log", "check"),
        "is not the key that this database was made with",
    )


@pytest.fixture(scope="module", params=DATABASES)
def aside(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aside]:
    """A few pairs in every state, put aside."""
    folder = tmp_path_factory.mktemp("keys")
    settings = {"FAIRSEED_POOL_SIZE": "4"}
    with service(request.param, folder, **settings) as api:
        book = Logbook(reader(api.app))
        book.hear(api.post("/v1/players/alice/seeds", {}).json)
        for number in range(2):
            book.hear(api.rotate(f"seed {number}").json)
            assert api.play("dice", DICE).status_code == 201
        assert api.play("mines", {"size": 5, "mines": 1}).json["state"] == "open"
        sequencer.step(of(api))
        book.look()
        environ = api.environ
        store(api).close()
        yield Aside(environ["FAIRSEED_DATABASE_URL"], folder, api.key, settings, book)


@pytest.mark.soak
def test_killed_at_any_write_the_keys_stay_readable(aside: Aside, tmp_path: Path, killed: Killed) -> None:
    """By a worker that was there before, by a new one, and by the rotation that goes on."""
    step = 1 if SOAK else 2 if aside.url.startswith("sqlite") else 6
    for at in range(1, 200, step):
        with aside.copy(tmp_path / str(at)) as copy:
            api = copy.opened()
            before = copy.service()
            end = killed("rotate", copy.environ, at)
            for running in (before, open_service(config.load(copy.environ))):
                worker.tick(running)
                for row in sealed(running.store):
                    assert running.keys.open(*row).hash == row[1]
                if running is not before:
                    running.store.close()
            assert api.play("dice", DICE).status_code == 201
            done(command(copy.environ, "keys", "rotate"))
            new = LocalKey.load(str(copy.folder / KEY))
            assert new.older == 0
            assert [file.name for file in copy.folder.iterdir() if file.name.startswith(f".{KEY}.")] == []
            assert {row[2] for row in sealed(before.store)} == {keys_of(before.store)}
            assert api.play("dice", DICE).status_code == 201
            worker.tick(before)
            copy.book.check(before)
            if end == {"status": 0}:
                break
            assert end == {"signal": signal.SIGKILL}
    assert at > 20


def keys_of(database: Store) -> int:
    """The version of the only data key."""
    with database.read() as connection:
        (version,) = connection.execute(select(schema.data_keys.c.version)).scalars()
    return int(version)


def test_one_rotation_at_a_time(either: Api) -> None:
    path = Path(either.environ["FAIRSEED_KEY_FILE"])
    before = path.read_bytes()
    with LocalKey.load(str(path)).alone():
        fails(command(either.environ, "keys", "rotate"), "is being changed by another process")
    assert path.read_bytes() == before
    done(command(either.environ, "keys", "rotate"))
    assert path.read_bytes() != before
    assert path.stat().st_mode & 0o777 == 0o600


def test_workers_that_still_use_the_old_key_end_a_rotation(one: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that seals under the old data key, whenever it is about to go: nothing is lost, and the
    rotation says that it is not done."""
    opened, real = of(one), rotation._drop_before
    stale = keyring.Keyring(opened.store, opened.keys.provider)

    def drop(connection: Any, newest: int) -> None:
        pair_id, seed = uuid.uuid4().hex, ServerSeed.generate()
        version, text = stale.seal(pair_id, seed)
        with opened.store.read() as reading:
            row = dict(reading.execute(select(schema.pool)).first()._mapping)  # type: ignore[union-attr]
        row |= {"id": pair_id, "server_seed_hash": seed.hash, "sealed": text, "key_version": version}
        connection.execute(schema.pool.insert().values(row))
        real(connection, newest)

    monkeypatch.setattr(rotation, "_drop_before", drop)
    monkeypatch.setattr(rotation, "TRIES", 2)
    monkeypatch.setattr("fairseed.service.store.engine.RETRIES", 1)
    fails(command(one.environ, "keys", "rotate"), "are still used by workers: run it again")
    assert LocalKey.load(one.environ["FAIRSEED_KEY_FILE"]).older == 1
    monkeypatch.undo()
    done(command(one.environ, "keys", "rotate"))
    assert LocalKey.load(one.environ["FAIRSEED_KEY_FILE"]).older == 0


def test_a_seed_is_sealed_and_named_under_one_key(one: Api) -> None:
    """Keys that are read anew between the two would leave a seed that opens under no key."""
    keys = of(one).keys
    one, two = Vault.new_data_key(), Vault.new_data_key()

    class Swapping(Vault):
        @property
        def version(self) -> int:  # type: ignore[override]
            keys._vault = Vault({1: one, 2: two})
            return 1

        @version.setter
        def version(self, value: int) -> None:
            pass

    keys._vault = Swapping({1: one})
    seed = ServerSeed.generate()
    version, text = keys.seal("p" * 32, seed)
    assert Vault({1: one, 2: two}).open("p" * 32, seed.hash, version, text).hash == seed.hash


def test_what_was_read_before_its_key_went_still_opens(one: Api) -> None:
    opened = of(one)
    rows = sealed(opened.store)
    done(command(one.environ, "keys", "rotate"))
    opened.keys.reload()
    assert opened.keys.version == 2
    for row in rows:
        assert opened.keys.open(*row).hash == row[1]
    assert {row[2] for row in sealed(opened.store)} == {2}
    for row in sealed(opened.store):
        assert opened.keys.open(*row).hash == row[1]


def test_a_signing_key_made_beside_a_rotation_is_readable_under_the_new_key(either: Api) -> None:
    stale = open_service(config.load(either.environ))
    done(command(either.environ, "keys", "rotate"))
    origin = "127.0.0.1:8080"
    stale.store.write(
        lambda connection: keyring.add_signing_key(
            connection, stale.keys.provider, "log", origin, stale.now()
        )
    )
    stale.store.close()
    done(command(either.environ, "log", "check"))


def test_the_key_may_come_from_the_environment(tmp_path: Path) -> None:
    for kind in DATABASES[: 1 if "FAIRSEED_TEST_POSTGRES" not in os.environ else 2]:
        folder = tmp_path / kind
        folder.mkdir()
        old, new = (base64.b64encode(os.urandom(32)).decode() for _ in range(2))
        with fresh_database(kind, folder) as url:
            environ = {
                "FAIRSEED_DATABASE_URL": url,
                "FAIRSEED_KEY_FILE": str(folder / "none.key"),
                "FAIRSEED_POOL_SIZE": "4",
            }
            api_key = done(command(environ | {"FAIRSEED_KEY": old}, "init"))
            assert not (folder / "none.key").exists()

            numbers = itertools.count()

            @contextmanager
            def running(
                key: str, environ: dict[str, str] = environ, api_key: str = api_key, numbers: Any = numbers
            ) -> Iterator[Api]:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setenv("FAIRSEED_KEY", key)
                    api = Api(create_app(config.load(environ)), api_key, environ, numbers)
                    yield api
                    store(api).close()

            with running(old) as api:
                api.post("/v1/players/alice/seeds", {})
                assert api.rotate("first").status_code == 200
                fails(command(environ | {"FAIRSEED_KEY": old}, "keys", "rotate"), "put the new key before it")
            with running(f"{new},{old}") as api:
                assert api.play("dice", DICE).status_code == 201
                done(command(environ | {"FAIRSEED_KEY": f"{new},{old}"}, "keys", "rotate"))
                assert api.play("dice", DICE).status_code == 201
                done(command(environ | {"FAIRSEED_KEY": f"{new} {old}"}, "keys", "rotate"))  # once more
            with running(new) as api:
                assert api.play("dice", DICE).status_code == 201
                assert api.rotate("second").json["revealed"]["rounds"] == 3
            fails(
                command(environ | {"FAIRSEED_KEY": old}, "log", "check"),
                "is not the key that this database was made with",
            )
            for text in ("", "no base64", base64.b64encode(b"short").decode(), f"{new},"):
                result = command(environ | {"FAIRSEED_KEY": text}, "log", "check")
                if text == f"{new},":
                    done(result)
                else:
                    assert result.exit_code == 1
                    assert result.stderr.count("\n") == 1
                    assert not text or text not in result.stderr


# A provider of one's own


@pytest.mark.parametrize("kind", DATABASES)
def test_a_provider_of_ones_own(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def line() -> str:
        return base64.b64encode(os.urandom(32)).decode() + "\n"

    kms, old = tmp_path / "kms", line()
    kms.write_text(old)
    monkeypatch.setenv("TEST_KMS", str(kms))
    with service(kind, tmp_path, FAIRSEED_KEY_PROVIDER="tests.service.providers:Kms") as api:
        assert not Path(api.environ["FAIRSEED_KEY_FILE"]).exists()
        api.post("/v1/players/alice/seeds", {})
        assert api.rotate("first").status_code == 200
        new = line()
        kms.write_text(new + old)
        done(command(api.environ, "keys", "rotate"))
        assert api.play("dice", DICE).status_code == 201
        kms.write_text(new)
        worker.tick(of(api))
        assert api.rotate("second").json["revealed"]["rounds"] == 1
        done(command(api.environ, "log", "check"))
        kms.write_text(old)
        fails(command(api.environ, "log", "check"), "is not known to the KMS")
        for name in (
            "no.such:Kms",
            "tests.service.providers",
            "tests.service.providers:None",
            ":",
            "tests.service.providers:NO_CLASS",
            "tests.service.providers:Needy",
        ):
            environ = api.environ | {"FAIRSEED_KEY_PROVIDER": name}
            fails(command(environ, "log", "check"), "key_provider: must be module:name")


# Keys that sign


def checkpoint(api: Api) -> SignedCheckpoint:
    return SignedCheckpoint.parse(api.app.test_client().get("/checkpoint").data)


def more(opened: Service) -> None:
    """Something to log."""
    entry = Ruleset(game=uuid.uuid4().hex, digest="0" * 64)
    opened.store.write(lambda connection: journal.add(connection, entry, opened.now()))


def signers(api: Api, *keys: VerifierKey) -> list[bool]:
    return [checkpoint(api).signed_by_log([key]) for key in keys]


def test_a_new_log_key_signs_beside_the_old_one_until_that_is_retired(either: Api) -> None:
    opened = of(either)
    other = open_service(config.load(either.environ))  # a worker that has not read its keys anew
    worker.tick(opened)
    book = Logbook(reader(either.app))
    book.look()
    (old,) = book.keys
    vkey = done(command(either.environ, "log", "rotate", "log"))
    new = VerifierKey.parse(vkey)
    assert new.name == old.name
    assert new != old
    assert signers(either, old, new) == [True, False]
    fails(command(either.environ, "log", "retire", str(old)), "the last of its role that is published")
    worker.tick(opened)
    assert signers(either, old, new) == [True, True]
    more(other)
    sequencer.step(other)
    assert signers(either, old, new) == [True, True], "a worker with the keys of before signs with both too"
    about = either.get("/v1/log").json
    assert about["log_keys"] == [str(old), vkey]
    book.look()  # by the key that was trusted from the start
    entries = [json.loads(entry) for entry in book.places.values()]
    assert {"type": "key", "role": "log", "vkey": vkey} in entries
    assert signed_round(either, old) == signed_round(either, new) == "pass"
    for label in ("nobody+00000000", "nobody", "", "+", f"{old.name}+", f"{old.label}0"):
        fails(command(either.environ, "log", "retire", label), "label: is no key in use")
    done(command(either.environ, "log", "retire", str(old)))
    done(command(either.environ, "log", "check"))
    for running in (other, opened):
        more(running)
        sequencer.step(running)
        assert signers(either, old, new) == [False, True]
    fails(command(either.environ, "log", "retire", new.label), "the last of its role that is published")
    fails(command(either.environ, "log", "retire", old.label), "is no key in use")
    assert either.get("/v1/log").json["log_keys"] == [vkey]
    done(command(either.environ, "log", "check"))
    book.keys.append(new)
    other.store.close()
    worker.tick(opened)
    book.check(opened)


def signed_round(api: Api, key: VerifierKey) -> str:
    """How check `log` ends for a revealed round, where this log key is trusted."""
    seed_hash = api.get("/v1/players/alice/seeds").json["active"]["server_seed_hash"]
    assert api.play("dice", DICE).status_code == 201
    assert api.rotate(uuid.uuid4().hex).status_code == 200
    worker.tick(of(api))
    (verdict, *_) = bundle(api, seed_hash, key)
    assert verdict.verdict == "verified"
    return {check.check: check.status for check in verdict.checks}["log"]


def bundle(api: Api, seed_hash: str, *keys: VerifierKey) -> list[Any]:
    lines = api.get(f"/v1/seeds/{seed_hash}/bundle").data.splitlines()
    return list(verify_bundle((read_object(line) for line in lines), Trust(tuple(keys))))


def test_a_log_key_that_is_not_published_can_be_retired(one: Api) -> None:
    opened = of(one)
    worker.tick(opened)
    (old,) = (VerifierKey.parse(key) for key in one.get("/v1/log").json["log_keys"])
    new = done(command(one.environ, "log", "rotate", "log"))
    done(command(one.environ, "log", "retire", new))
    worker.tick(opened)
    assert signers(one, old, VerifierKey.parse(new)) == [True, False]
    done(command(one.environ, "log", "check"))


def test_a_new_receipt_key_signs_from_when_it_is_published(either: Api) -> None:
    opened = of(either)
    worker.tick(opened)
    log, old = (
        VerifierKey.parse(either.get("/v1/log").json[f"{role}_keys"][0]) for role in ("log", "receipt")
    )
    active = either.get("/v1/players/alice/seeds").json["active"]["server_seed_hash"]

    def played() -> str:
        view = either.play("dice", DICE).json
        receipt = Receipt.parse(view["receipt"])
        keys = [VerifierKey.parse(key) for key in either.get("/v1/log").json["receipt_keys"]]
        assert receipt.signer([*keys, old]) is not None
        return receipt.key

    view = either.play("mines", {"size": 5, "mines": 1}).json
    assert played() == old.label
    new = VerifierKey.parse(done(command(either.environ, "log", "rotate", "receipt")))
    assert new.name == old.name == f"{log.name}/receipts"
    fails(command(either.environ, "log", "retire", old.label), "the last of its role that is published")
    opened.keys.reload()
    assert played() == old.label
    with opened.store.read() as connection:
        entry = select(schema.log_entries).where(schema.log_entries.c.subject == str(new))
        assert connection.execute(entry).one().log_index is None
    # Numbered and signed is not yet shown.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequencer, "publish", lambda opened: False)
        worker.tick(opened)
    opened.keys.reload()
    assert played() == old.label
    worker.tick(opened)
    assert played() == new.label
    assert either.get("/v1/log").json["receipt_keys"] == [str(old), str(new)]
    done(command(either.environ, "log", "retire", old.label))
    assert played() == new.label
    assert either.get("/v1/log").json["receipt_keys"] == [str(new)]
    # A round that was begun under the old key goes on under the new one.
    action = {"type": "open", "cell": 3, "expected_actions": 0}
    after = either.post(f"/v1/rounds/{view['round_id']}/actions", action).json
    if after["state"] == "open":
        action = {"type": "cash_out", "expected_actions": 1}
        after = either.post(f"/v1/rounds/{view['round_id']}/actions", action).json
    assert Receipt.parse(after["receipt"]).key == old.label
    assert {Receipt.parse(receipt).key for receipt in after["action_receipts"]} == {new.label}
    either.rotate("second")
    worker.tick(opened)
    # Who trusts the log's key has every key of a receipt from it.
    by_log = bundle(either, active, log)
    assert {verdict.verdict for verdict in by_log} == {"verified"}
    assert {
        check.status for verdict in by_log[1:-1] for check in verdict.checks if check.check == "receipt"
    } == {"pass"}
    by_all = bundle(either, active, log, old, new)
    assert {
        check.status for verdict in by_all[:-1] for check in verdict.checks if check.check == "receipt"
    } == {"pass"}


# Tokens


ALICE = "/v1/players/alice"
PUBLIC = {("POST", "/v1/guests")} | {
    ("GET", route)
    for route in (
        "/checkpoint",
        "/docs",
        "/healthz",
        "/metrics",
        "/openapi.json",
        "/readyz",
        "/tile/{path}",
        "/v1/games",
        "/v1/games/{game}",
        "/v1/log",
        "/v1/seeds/{server_seed_hash}",
        "/v1/seeds/{server_seed_hash}/bundle",
        "/play/",
        "/play/fair",
        "/play/rules/",
        "/play/rules/{game}",
        "/play/{path}",
        "/verify/",
        "/verify/{path}",
    )
}


# A token of whichever player may see them.
FOR_EVERY_TOKEN = {
    ("GET", route)
    for route in (
        "/v1/tables",
        "/v1/tables/{table_id}/events",
        "/v1/matches",
        "/v1/matches/{match_id}/events",
        "/v1/house-tables",
        "/v1/house-tables/{table_id}/events",
    )
}


def routes(api: Api) -> set[tuple[str, str]]:
    return {
        (method, route_of(rule.rule))
        for rule in api.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


Tokens = tuple[Api, MovingClock, str]


@contextmanager
def with_tokens(kind: str, folder: Path) -> Iterator[Tokens]:
    """alice and bob, each with an open round and a round that has ended, and a token for alice."""
    with service(kind, folder, FAIRSEED_TOKEN_SECONDS="600") as first:
        clock = MovingClock()
        api = Api(create_app(config.load(first.environ), clock), first.key, first.environ)
        for player in ("alice", "bob"):
            api.post(f"/v1/players/{player}/seeds", {})
            api.rotate("first", player)
            for game, params in (("dice", DICE), ("mines", {"size": 5, "mines": 1})):
                body = {"player": player, "game": game, "params": params, "bet": {"stake": 10}}
                assert api.post("/v1/rounds", body).status_code == 201
        answer = api.post(f"{ALICE}/tokens", {})
        assert answer.status_code == 201
        try:
            yield api, clock, answer.json["token"]
        finally:
            store(api).close()


@pytest.fixture(params=DATABASES)
def tokens(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tokens]:
    with with_tokens(request.param, tmp_path) as made:
        yield made


@pytest.fixture
def some_tokens(tmp_path: Path) -> Iterator[Tokens]:
    with with_tokens("sqlite", tmp_path) as made:
        yield made


def open_round(api: Api, player: str) -> str:
    items = api.get(f"/v1/rounds?player={player}").json["items"]
    return next(str(item["round_id"]) for item in items if item.get("state") == "open")


def test_a_token_plays_for_its_own_player(tokens: Tokens) -> None:
    api, _, token = tokens
    assert api.get(f"{ALICE}/seeds", key=token).status_code == 200
    assert api.get("/v1/rounds?player=alice", key=token).json == api.get("/v1/rounds?player=alice").json
    assert api.post("/v1/quotes", {"player": "alice"} | BET, key=token).status_code == 200
    assert api.post("/v1/rounds", {"player": "alice"} | BET, key=token).status_code == 201
    name = open_round(api, "alice")
    assert api.get(f"/v1/rounds/{name}", key=token).status_code == 200
    action = {"type": "open", "cell": 0, "expected_actions": 0}
    view = api.post(f"/v1/rounds/{name}/actions", action, key=token).json
    if view["state"] == "open":
        action = {"type": "cash_out", "expected_actions": 1}
        assert api.post(f"/v1/rounds/{name}/actions", action, key=token).status_code == 200
    body = {"client_seed": "by token"}
    assert api.post(f"{ALICE}/seeds/rotate", body, key=token).json["revealed"]["rounds"] == 3
    # A new player's token makes the first promise too.
    carol = api.post("/v1/players/carol/tokens", {}).json["token"]
    assert api.post("/v1/players/carol/seeds", {}, key=carol).status_code == 201


def test_a_token_is_refused_every_call_for_another(tokens: Tokens) -> None:
    api, _, token = tokens
    name, unknown = open_round(api, "bob"), "0" * 32
    wish = {"game": "holdem", "params": {"small_blind": 1, "big_blind": 2}}
    table = api.post("/v1/tables", wish | {"private": True, "host": "bob"}).json["table_id"]
    bobs = {"player": "bob", "buy_in": 100, "chain_head": "0" * 64}
    assert api.post(f"/v1/tables/{table}/seats", bobs | {"seat": 1}).status_code == 201
    one, link = "/v1/tables/{table_id}", {"player": "bob", "link": "0" * 64}
    dice = {"params": {"ante": 1, "players": 2}, "private": True, "host": "bob"}
    match = api.post("/v1/matches", dice).json["match_id"]
    place = {"player": "bob", "chain_head": "0" * 64}
    assert api.post(f"/v1/matches/{match}/seats", place).status_code == 201
    its = "/v1/matches/{match_id}"
    public = api.post("/v1/house-tables", {"private": True, "host": "bob"}).json["table_id"]
    assert api.post(f"/v1/house-tables/{public}/seats", place).status_code == 201
    house = "/v1/house-tables/{table_id}"
    bob = api.get("/v1/players/bob/seeds").json["active"]["server_seed_hash"]
    action = {"type": "open", "cell": 0, "expected_actions": 0}
    calls: list[tuple[str, str, str, Any]] = [
        ("POST", "/v1/players/{player}/seeds", "/v1/players/bob/seeds", {}),
        ("POST", "/v1/players/{player}/seeds", "/v1/players/carol/seeds", {}),
        ("POST", "/v1/players/{player}/seeds/rotate", "/v1/players/bob/seeds/rotate", {"client_seed": "x"}),
        ("POST", "/v1/players/{player}/seeds/rotate", "/v1/players/Alice/seeds/rotate", {"client_seed": "x"}),
        ("POST", "/v1/players/{player}/tokens", "/v1/players/bob/tokens", {}),
        ("POST", "/v1/players/{player}/tokens", f"{ALICE}/tokens", {}),
        ("GET", "/v1/players/{player}/seeds", "/v1/players/bob/seeds", None),
        ("GET", "/v1/players/{player}/seeds", "/v1/players/alice%20/seeds", None),
        ("POST", "/v1/players/{player}/chips", f"{ALICE}/chips", {"amount": 1, "reason": "x"}),
        ("GET", "/v1/players/{player}/balance", "/v1/players/bob/balance", None),
        ("GET", "/v1/players/{player}/ledger", "/v1/players/bob/ledger", None),
        ("POST", "/v1/tables", "/v1/tables", wish),
        ("POST", "/v1/tables", "/v1/tables", wish | {"private": True, "host": "bob"}),
        ("GET", one, f"/v1/tables/{table}?player=bob", None),
        ("DELETE", one, f"/v1/tables/{table}", None),
        ("POST", one + "/reveal", f"/v1/tables/{table}/reveal", {}),
        ("POST", one + "/seats", f"/v1/tables/{table}/seats", bobs),
        ("POST", one + "/seats", f"/v1/tables/{table}/seats", {"buy_in": 100, "chain_head": "0" * 64}),
        ("DELETE", one + "/seats/{seat}", f"/v1/tables/{table}/seats/1", None),
        ("POST", one + "/seats/{seat}/top_up", f"/v1/tables/{table}/seats/1/top_up", {"amount": 1}),
        ("POST", one + "/links", f"/v1/tables/{table}/links", link),
        ("POST", one + "/actions", f"/v1/tables/{table}/actions", {"player": "bob", "expected_actions": 0}),
        ("DELETE", one + "/actions", f"/v1/tables/{table}/actions?player=bob", None),
        ("GET", one + "/hands", f"/v1/tables/{table}/hands?player=bob", None),
        ("POST", "/v1/matches", "/v1/matches", dice),
        ("GET", its, f"/v1/matches/{match}?player=bob", None),
        ("DELETE", its, f"/v1/matches/{match}", None),
        ("POST", its + "/seats", f"/v1/matches/{match}/seats", place),
        ("POST", its + "/seats", f"/v1/matches/{match}/seats", {"chain_head": "0" * 64}),
        ("DELETE", its + "/seats/{seat}", f"/v1/matches/{match}/seats/0", None),
        ("POST", its + "/links", f"/v1/matches/{match}/links", link),
        ("POST", its + "/actions", f"/v1/matches/{match}/actions", {"player": "bob", "expected_actions": 0}),
        ("POST", its + "/actions", f"/v1/matches/{match}/actions", {"player": 0, "expected_actions": 0}),
        ("POST", "/v1/house-tables", "/v1/house-tables", {"host": "bob"}),
        ("GET", house, f"/v1/house-tables/{public}?player=bob", None),
        ("DELETE", house, f"/v1/house-tables/{public}", None),
        ("POST", house + "/seats", f"/v1/house-tables/{public}/seats", place),
        ("POST", house + "/seats", f"/v1/house-tables/{public}/seats", {"chain_head": "0" * 64}),
        ("DELETE", house + "/seats/{seat}", f"/v1/house-tables/{public}/seats/0", None),
        ("POST", house + "/antes", f"/v1/house-tables/{public}/antes", {"player": "bob", "ante": 2}),
        ("POST", house + "/deal", f"/v1/house-tables/{public}/deal", {"player": "bob"}),
        ("POST", house + "/links", f"/v1/house-tables/{public}/links", link),
        (
            "POST",
            house + "/actions",
            f"/v1/house-tables/{public}/actions",
            {"player": "bob", "type": "fold", "expected_actions": 0},
        ),
        ("GET", house + "/hands", f"/v1/house-tables/{public}/hands?player=bob", None),
        ("POST", "/v1/rounds", "/v1/rounds", {"player": "bob"} | BET),
        ("POST", "/v1/rounds", "/v1/rounds", BET),
        ("POST", "/v1/rounds", "/v1/rounds", {"player": ["alice"]} | BET),
        ("POST", "/v1/rounds", "/v1/rounds", ["alice"]),
        ("POST", "/v1/draws", "/v1/draws", {"player": "bob", "params": {"words": 1}}),
        ("POST", "/v1/draws", "/v1/draws", {"player": "alice", "params": {"words": 1}}),
        ("POST", "/v1/quotes", "/v1/quotes", {"player": "bob"} | BET),
        ("POST", "/v1/rounds/{round_id}/actions", f"/v1/rounds/{name}/actions", action),
        ("POST", "/v1/rounds/{round_id}/actions", f"/v1/rounds/{unknown}/actions", action),
        ("GET", "/v1/rounds/{round_id}", f"/v1/rounds/{name}", None),
        ("GET", "/v1/rounds/{round_id}", f"/v1/rounds/{unknown}", None),
        ("GET", "/v1/rounds/{round_id}", "/v1/rounds/nothing", None),
        ("GET", "/v1/rounds", "/v1/rounds", None),
        ("GET", "/v1/rounds", "/v1/rounds?player=bob", None),
        ("GET", "/v1/rounds", "/v1/rounds?player=bob&player=alice", None),
        ("GET", "/v1/rounds", f"/v1/rounds?server_seed_hash={bob}", None),
    ]
    before = everything(api)
    for method, _route, path, body in calls:
        if method == "DELETE":
            headers = {"Authorization": f"Bearer {token}"}
            answer = api.app.test_client().delete(path, headers=headers)
        else:
            answer = api.get(path, key=token) if method == "GET" else api.post(path, body, key=token)
        document = refused(answer, 403, "forbidden")
        assert "bob" not in json.dumps(document)
    answer = api.get("/v1/rounds?player=alice&player=bob", key=token)
    refused(answer, 400, "bad_query", "player")
    twice = b'{"player":"alice","player":"bob","game":"dice","params":{},"bet":{"stake":1}}'
    refused(api.post("/v1/rounds", twice, key=token), 400, "bad_json")
    assert everything(api) == before
    both = api.get(f"/v1/rounds?player=alice&server_seed_hash={bob}", key=token).json
    assert both["items"] == []
    asked = {(method, route) for method, route, _, _ in calls}
    assert asked | PUBLIC | FOR_EVERY_TOKEN == routes(api), "every route is asked"
    assert not asked & PUBLIC


def test_a_token_ends(some_tokens: Tokens) -> None:
    api, clock, token = some_tokens
    ends = api.post(f"{ALICE}/tokens", {}).json["expires_at"]
    assert ends == "2031-05-06T07:18:09Z"
    clock.ahead(seconds=599)
    assert api.get(f"{ALICE}/seeds", key=token).status_code == 200
    clock.ahead(seconds=1)
    refused(api.get(f"{ALICE}/seeds", key=token), 401, "unauthorized")
    refused(api.post("/v1/rounds", {"player": "alice"} | BET, key=token), 401, "unauthorized")
    assert api.get(f"{ALICE}/seeds").status_code == 200, "a key of scope operator does not end"
    for wrong in ("", "fp_", token[:-1], token + "a", token.upper(), f"{token} x"):
        refused(api.get(f"{ALICE}/seeds", key=wrong or " "), 401, "unauthorized")
    clock.ahead(days=8)
    with store(api).read() as connection:
        kept = select(schema.api_keys.c.id).where(schema.api_keys.c.scope == "player")
        assert len(connection.execute(kept).all()) == 2
    again = open_service(config.load(api.environ), clock)
    worker.start(again)
    with again.store.read() as connection:
        assert connection.execute(kept).all() == []
    again.store.close()


def test_a_token_is_told_once_and_stored_nowhere(some_tokens: Tokens) -> None:
    api, clock, _ = some_tokens
    first = api.post(f"{ALICE}/tokens", {}, idempotency="one token")
    clock.ahead(seconds=10)
    again = [api.post(f"{ALICE}/tokens", {}, idempotency="one token") for _ in range(2)]
    token = first.json["token"]
    assert re.fullmatch(r"fp_[A-Za-z0-9_-]{43}", token)
    for answer in again:
        assert answer.status_code == 201
        assert answer.json == {name: value for name, value in first.json.items() if name != "token"}
    assert api.get(f"{ALICE}/seeds", key=token).status_code == 200
    assert token not in repr(everything(api))
    assert token[3:] not in repr(everything(api))
    listed = done(command(api.environ, "keys", "list"))
    assert "player" not in listed
    assert len(listed.splitlines()) == 1


def test_only_an_operator_makes_tokens(some_tokens: Tokens) -> None:
    api, _, token = some_tokens
    auditor = done(command(api.environ, "keys", "create", "--scope", "auditor"))
    before = everything(api)
    for key in (auditor, token):
        refused(api.post(f"{ALICE}/tokens", {}, key=key), 403, "forbidden")
    refused(api.post(f"{ALICE}/tokens", {}, key="fs_nobody"), 401, "unauthorized")
    refused(api.post("/v1/players/al ice/tokens", {}), 422, "invalid_field", "player")
    refused(api.post(f"{ALICE}/tokens", {"seconds": 5}), 422, "unknown_field")
    assert everything(api) == before
