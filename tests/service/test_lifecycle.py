"""Seeds stay secret until their reveal, and the database itself keeps the lifecycle's rules."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import structlog
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, delete, inspect, select, text, update
from sqlalchemy.exc import IntegrityError

from fairseed.commitments import BatchProof
from fairseed.commitments.entries import Activate, Close, Commit, Reveal, parse_entry
from fairseed.derivation import SeedPair, ServerSeed
from fairseed.service import config, logs, sequencer
from fairseed.service.app import create_app
from fairseed.service.keyring import Keyring
from fairseed.service.store import Store, is_current, migrate, schema, upgrade
from fairseed.service.vault import LocalKey, Vault, VaultError
from tests.http.server import DATABASES, LONG_DATABASES, fresh_database
from tests.service.api import Api, refused
from tests.service.world import everything, service, store

DICE: dict[str, Any] = {"target": "50.00", "direction": "under"}


@pytest.fixture(params=DATABASES)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    """alice with an active pair, on each database."""
    with service(request.param, tmp_path) as api:
        assert api.post("/v1/players/alice/seeds", {}).status_code == 201
        assert api.rotate("first").status_code == 200
        yield api


def pair_rows(api: Api) -> list[Any]:
    with store(api).read() as connection:
        return list(connection.execute(select(schema.pairs)))


# Secrecy: known seeds, searched for in whatever leaves the process


def traces(seed: str) -> list[bytes]:
    """A seed in raw form, in hex and in Base64, of its text and of its bytes, at any alignment."""
    found = [bytes.fromhex(seed), seed.encode(), seed.upper().encode(), seed.encode().hex().encode()]
    for data in (bytes.fromhex(seed), seed.encode()):
        for shift in range(3):
            inner = base64.b64encode(b"\0" * shift + data)[4:-4]
            found += [inner, inner.replace(b"+", b"-").replace(b"/", b"_")]
    return found


def shows(data: bytes, seed: str) -> bool:
    return any(trace in data for trace in traces(seed))


def test_the_search_finds_every_form() -> None:
    seed = hashlib.sha256(b"seed").hexdigest()
    forms = [bytes.fromhex(seed), seed.encode(), base64.b64encode(bytes.fromhex(seed)), seed.upper().encode()]
    forms += [base64.urlsafe_b64encode(b"x" * n + seed.encode() + b"y") for n in range(4)]
    assert all(shows(b"before" + form + b"after", seed) for form in forms)
    assert not shows(hashlib.sha256(seed.encode()).hexdigest().encode(), seed)


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seeds that the service makes, in their order."""
    made: list[str] = []

    def generate(kind: type[ServerSeed]) -> ServerSeed:
        made.append(hashlib.sha256(f"canary {len(made)}".encode()).hexdigest())
        return kind(made[-1])

    monkeypatch.setattr(ServerSeed, "generate", classmethod(generate))
    return made


@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_a_seed_shows_nowhere_before_its_reveal(
    kind: str,
    tmp_path: Path,
    canaries: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Every answer with its headers, log line, stored row, database file and metric, after every
    call, failures of the service's own included."""
    logs.configure("debug")
    heard = bytearray()
    try:
        with service(kind, tmp_path) as api:

            def look(answer: Any) -> dict[str, Any]:
                """What is public may show the revealed seeds, and only those."""
                revealed = {row.server_seed for row in pair_rows(api)} - {None}
                with store(api).read() as connection:
                    rows = b"".join(
                        each if isinstance(each, bytes) else str(each).encode()
                        for table in schema.metadata.tables.values()
                        for row in connection.execute(select(table))
                        for each in row
                    )
                files = b"".join(file.read_bytes() for file in tmp_path.glob("fairseed.sqlite3*"))
                metrics = api.app.test_client().get("/metrics").data
                out, err = capfd.readouterr()
                heard.extend(out.encode() + err.encode())
                shown = answer.data + str(answer.headers).encode() + rows + files + metrics
                for seed in canaries:
                    assert not shows(bytes(heard), seed), "no seed is ever logged, revealed or not"
                    assert not shows(metrics, seed)
                    assert seed in revealed or not shows(shown, seed)
                return answer.json if answer.is_json else {}

            look(api.post("/v1/players/alice/seeds", {}))
            look(api.rotate("first"))
            look(api.play("dice", DICE))
            view = look(api.play("mines", {"size": 5, "mines": 24}))
            path = f"/v1/rounds/{view['round_id']}"
            active = view["seeds"]["server_seed_hash"]
            for read in (
                path,
                "/v1/rounds",
                "/v1/players/alice/seeds",
                f"/v1/seeds/{active}",
                f"/v1/seeds/{active}/bundle",
                "/openapi.json",
                "/docs",
            ):
                look(api.get(read))
            look(api.rotate("second"))  # refused: the round is open
            look(api.post("/v1/draws", {"player": "alice", "params": {"bytes": 64}}))
            look(
                api.post("/v1/quotes", {"player": "alice", "game": "hilo", "params": {}, "bet": {"stake": 1}})
            )
            with monkeypatch.context() as broken:

                def fail(pair: SeedPair, nonce: int) -> None:
                    raise RuntimeError(f"no stream of {pair} {pair!r} for {nonce}")

                broken.setattr(SeedPair, "stream", fail)
                refused(answer := api.play("dice", DICE), 500, "internal")
                look(answer)
            before_reveal = [row.state for row in pair_rows(api)]
            assert sorted(before_reveal) == ["active", "committed"]
            look(api.post(f"{path}/actions", {"type": "open", "cell": 0, "expected_actions": 0}))
            revealed = look(api.rotate("second"))["revealed"]
            assert revealed["server_seed"] in canaries
            assert shows(api.get(f"/v1/seeds/{active}/bundle").data, revealed["server_seed"])
            look(api.get(path))
            look(api.play("limbo", {"target": "2.00"}))
            assert len(canaries) >= 3
            assert b'"event": "request"' in heard or b'"event":"request"' in heard, "the log was looked at"
            assert b"failure" in heard
    finally:
        structlog.reset_defaults()


# Rules of the database itself, against direct SQL


def refused_by_the_database(api: Api, statement: Any, constraint: str) -> None:
    before = everything(api)
    with pytest.raises(IntegrityError) as error, store(api).engine.begin() as connection:
        connection.execute(statement)
    # SQLite names a partial unique index by its columns.
    assert constraint in str(error.value.orig) or "UNIQUE constraint failed: pairs.player" in str(error.value)
    assert everything(api) == before


def test_a_pair_with_an_open_round_is_never_revealed(either: Api) -> None:
    assert either.play("mines", {"size": 5, "mines": 1}).json["state"] == "open"
    (active,) = (row for row in pair_rows(either) if row.state == "active")
    assert active.open_rounds == 1
    reveal = update(schema.pairs).where(schema.pairs.c.id == active.id)
    logged = {"close_entry": active.commit_entry, "reveal_entry": active.commit_entry + 1}
    whole = reveal.values(state="revealed", server_seed="0" * 64, **logged)
    refused_by_the_database(either, whole, "closed_without_open_rounds")


def test_a_seed_stands_only_in_a_revealed_row(either: Api) -> None:
    active = schema.pairs.c.state == "active"
    entry = next(row for row in pair_rows(either) if row.state == "active").commit_entry
    logged = {"close_entry": entry, "reveal_entry": entry + 1}
    revealed = {"state": "revealed", "server_seed": "0" * 64}
    for values, constraint in [
        ({"server_seed": "0" * 64}, "seed_only_when_revealed"),
        ({"state": "revealed"} | logged, "seed_only_when_revealed"),
        (revealed | {"close_entry": entry}, "reveal_is_logged"),
        (revealed | {"reveal_entry": entry + 1}, "close_is_logged"),
        (revealed | {"close_entry": entry + 1, "reveal_entry": entry}, "reveal_after_close"),
        (revealed | logged | {"client_seed": None}, "client_seed_after_commitment"),
        ({"next_nonce": 2**20 + 1}, "rounds_a_pair"),
    ]:
        refused_by_the_database(either, update(schema.pairs).where(active).values(values), constraint)
    both = update(schema.pairs).where(active).values(revealed | logged)
    with store(either).engine.connect() as connection:
        connection.execute(both)  # closed and without open rounds it is taken, so the refusals tell
        connection.rollback()


@pytest.mark.parametrize(
    ("state", "client_seed", "index"),
    [("active", "another", "one_active_pair"), ("committed", None, "one_committed_pair")],
)
def test_a_player_has_one_active_and_one_promised_pair(
    either: Api, state: str, client_seed: str | None, index: str
) -> None:
    (row,) = (dict(row._mapping) for row in pair_rows(either) if row.state == state)
    again = row | {
        "id": "0" * 32,
        "server_seed_hash": "0" * 64,
        "client_seed": client_seed,
        "batch_index": 999,
    }
    refused_by_the_database(either, schema.pairs.insert().values(again), index)
    if state == "active":
        closing = again | {"state": "closing", "close_entry": row["commit_entry"]}
        with store(either).engine.connect() as connection:
            connection.execute(schema.pairs.insert().values(closing))  # the index is a partial one
            connection.rollback()


def test_a_nonce_an_action_and_an_event_are_there_once(either: Api) -> None:
    view = either.play("mines", {"size": 5, "mines": 1}).json
    either.post(f"/v1/rounds/{view['round_id']}/actions", {"type": "open", "cell": 0, "expected_actions": 0})
    for table, change in [
        (schema.rounds, {"id": "0" * 32}),
        (schema.actions, {"action": "{}"}),
        (schema.log_entries, {"id": 1000, "log_index": 1000}),
        (schema.log_entries, {"id": 1000, "subject": "another"}),
        (schema.pairs, {"id": "0" * 32, "server_seed_hash": "0" * 64, "player": "bob", "client_seed": None}),
    ]:
        with store(either).read() as connection:
            row = dict(connection.execute(select(table)).first()._mapping)  # type: ignore[union-attr]
        with pytest.raises(IntegrityError), store(either).engine.begin() as connection:
            connection.execute(table.insert().values(row | change))


def test_rows_point_at_rows(either: Api) -> None:
    for table, change in [(schema.rounds, {"pair_id": "0" * 32}), (schema.pairs, {"player": "nobody"})]:
        either.play("dice", DICE)
        with pytest.raises(IntegrityError), store(either).engine.begin() as connection:
            connection.execute(update(table).values(change))


# Connections and tables


@contextmanager
def many_connections(opened: Store, count: int = 12) -> Iterator[list[Connection]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(opened.engine.connect().execution_options(fairseed_read=True))
            for _ in range(count)
        ]


def test_every_pooled_connection_is_durable(either: Api) -> None:
    opened = store(either)
    for _ in range(2):  # new connections, then the same ones from the pool
        with many_connections(opened) as connections:
            for connection in connections:
                if opened.sqlite:
                    pragmas = {
                        name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                        for name in ("journal_mode", "synchronous", "foreign_keys")
                    }
                    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
                else:
                    told = [
                        connection.execute(text(f"SHOW {name}")).scalar()
                        for name in ("synchronous_commit", "transaction_isolation", "lock_timeout")
                    ]
                    assert told == ["on", "read committed", "5s"]


def shape(connection: Connection) -> dict[str, Any]:
    """Tables with their columns, keys, indexes and checks, as the database tells them."""
    seen = inspect(connection)
    return {
        name: {
            "columns": [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(name)],
            "primary": seen.get_pk_constraint(name)["constrained_columns"],
            "foreign": sorted(
                (key["constrained_columns"], key["referred_table"], key["referred_columns"])
                for key in seen.get_foreign_keys(name)
            ),
            "unique": sorted(key["column_names"] for key in seen.get_unique_constraints(name)),
            "checks": sorted((str(c["name"]), c["sqltext"]) for c in seen.get_check_constraints(name)),
            "indexes": sorted(
                (
                    str(i["name"]),
                    i["column_names"],
                    i["unique"],
                    {n: str(o) for n, o in i.get("dialect_options", {}).items()},
                )
                for i in seen.get_indexes(name)
            ),
        }
        for name in sorted(seen.get_table_names())
        if name not in ("alembic_version", "sqlite_sequence")
    }


@pytest.mark.parametrize("kind", DATABASES)
def test_the_migrations_make_the_schema(kind: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with fresh_database(kind, tmp_path) as url, fresh_database(kind, tmp_path / "other") as other:
        migrated, plain = Store(url), create_engine(other)
        try:
            assert not is_current(migrated)
            upgrade(migrated)
            upgrade(migrated)  # a second time it changes nothing
            assert is_current(migrated)
            with migrated.engine.connect() as connection:
                options = {"compare_type": True, "compare_server_default": True}
                context = MigrationContext.configure(connection, opts=options)
                assert compare_metadata(context, schema.metadata) == []
                made = shape(connection)
            # What alembic doesn't compare: checks, and what partial indexes leave out.
            with plain.begin() as connection:
                schema.metadata.create_all(connection)
                assert shape(connection) == made
            assert set(made) == set(schema.metadata.tables)
            assert sum(len(table["checks"]) for table in made.values()) >= 8
        finally:
            migrated.close()
            plain.dispose()


@pytest.mark.parametrize("kind", DATABASES)
def test_a_database_with_rounds_gets_tables(kind: str, tmp_path: Path) -> None:
    """SQLite makes the pairs anew, to which rounds refer."""
    with fresh_database(kind, tmp_path) as url, Store(url) as old:

        def before(connection: Connection) -> None:
            config = migrate._config()
            config.attributes["connection"] = connection
            command.upgrade(config, "0002")
            for table, row in OLD_ROWS:
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                statement = f"INSERT INTO {table} ({names}) VALUES ({values})"  # noqa: S608
                connection.execute(text(statement), row)

        old.write(before)
        upgrade(old)
        with old.read() as connection:
            pair = connection.execute(select(schema.pairs)).one()
            assert (pair.id, pair.player, pair.table_id, pair.next_nonce) == ("p", "alice", None, 1)
            assert connection.execute(select(schema.rounds.c.pair_id)).scalar_one() == "p"
        with pytest.raises(IntegrityError):
            old.write(lambda connection: connection.execute(delete(schema.pairs)))


OLD_ROWS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("data_keys", {"version": 1, "wrapped": b"k"}),
    ("log_entries", {"id": 1, "type": "commit", "entry": b"e", "at": "t"}),
    ("players", {"name": "alice", "salt": "s", "rotations": 1}),
    (
        "pairs",
        {
            "id": "p",
            "player": "alice",
            "server_seed_hash": "h",
            "sealed": b"s",
            "key_version": 1,
            "state": "active",
            "client_seed": "c",
            "next_nonce": 1,
            "open_rounds": 0,
            "commit_entry": 1,
            "batch_index": 0,
            "batch_proof": "[]",
        },
    ),
    (
        "rounds",
        {
            "id": "r",
            "pair_id": "p",
            "nonce": 0,
            "player": "alice",
            "game": "dice",
            "rules": "v1",
            "params": "{}",
            "state": "settled",
            "outcome": "{}",
            "digest": "d",
            "receipt": "{}",
            "accepted_at": "t",
        },
    ),
]


# The order of things


def test_events_stand_in_their_order(either: Api) -> None:
    for number in range(3):
        either.play("dice", DICE)
        either.rotate(f"seed {number}")
    service = either.app.extensions["fairseed"]()
    sequencer.step(service)
    promises = {row.server_seed_hash: row for row in pair_rows(either)}
    with store(either).read() as connection:
        rows = connection.execute(select(schema.log_entries).order_by(schema.log_entries.c.id)).all()
    assert [row.log_index for row in rows] == list(range(len(rows)))
    told: dict[str, list[str]] = {}
    for row in rows:
        entry = parse_entry(row.entry)
        if isinstance(entry, Activate | Close | Reveal):
            told.setdefault(entry.server_seed_hash, []).append(row.type)
        if isinstance(entry, Activate):
            pair = promises[entry.server_seed_hash]
            commit = next(row for row in rows if row.id == pair.commit_entry)
            assert (entry.commit_index, entry.batch_index) == (commit.log_index, pair.batch_index)
            assert entry.commit_index < row.log_index
            batch = BatchProof.of(entry.batch_index, entry.batch_proof)
            promised = parse_entry(commit.entry)
            assert isinstance(promised, Commit)
            assert batch.holds(entry.server_seed_hash, promised.count, promised.root)
        if isinstance(entry, Reveal):
            assert hashlib.sha256(entry.server_seed.encode()).hexdigest() == entry.server_seed_hash
    whole = ["activate", "close", "reveal"]
    assert list(told.values()) == [whole] * 3 + [whole[:1]]


def test_a_repeat_answers_the_same_bytes_whatever_happened_since(either: Api) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("/v1/players/bob/seeds", {}),
        ("/v1/rounds", {"player": "alice", "game": "dice", "params": DICE, "bet": {"stake": 1}}),
        ("/v1/draws", {"player": "alice", "params": {"words": 2}}),
        ("/v1/players/alice/seeds/rotate", {"client_seed": "second"}),
        (
            "/v1/rounds",
            {"player": "alice", "game": "mines", "params": {"size": 5, "mines": 24}, "bet": {"stake": 1}},
        ),
    ]
    first = [either.post(path, body, idempotency=str(n)) for n, (path, body) in enumerate(calls)]
    action = (
        f"/v1/rounds/{first[-1].json['round_id']}/actions",
        {
            "type": "open",
            "cell": 3,
            "expected_actions": 0,
        },
    )
    calls.append(action)
    first.append(either.post(*action, idempotency="5"))
    assert [answer.status_code for answer in first] == [201, 201, 201, 200, 201, 200]
    either.rotate("third")
    before = everything(either)
    for number, (path, body) in enumerate(calls):
        again = either.post(path, body, idempotency=str(number))
        assert (again.status_code, again.data, again.mimetype) == (
            first[number].status_code,
            first[number].data,
            first[number].mimetype,
        )
    assert everything(either) == before


# Keys


def test_another_key_opens_nothing(either: Api, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    LocalKey.create(str(other))
    app = create_app(config.load(either.environ | {"FAIRSEED_KEY_FILE": str(other)}))
    answer = app.test_client().get("/v1/rounds", headers={"Authorization": f"Bearer {either.key}"})
    refused(answer, 500, "internal")
    refused(app.test_client().get("/readyz"), 503, "not_ready")
    with store(either).read() as connection:
        wrapped = connection.execute(select(schema.data_keys.c.wrapped)).scalar_one()
    with pytest.raises(VaultError):
        LocalKey.load(str(other)).unwrap(wrapped)


def test_a_ciphertext_opens_in_its_own_row_only(either: Api) -> None:
    one, two = pair_rows(either)
    vault: Keyring = either.app.extensions["fairseed"]().keys
    assert vault.open(one.id, one.server_seed_hash, 1, one.sealed).hash == one.server_seed_hash
    changed = bytes([*one.sealed[:-1], one.sealed[-1] ^ 1])
    for pair_id, seed_hash, version, sealed in [
        (one.id, one.server_seed_hash, 1, two.sealed),
        (two.id, one.server_seed_hash, 1, one.sealed),
        (one.id, two.server_seed_hash, 1, one.sealed),
        (one.id, one.server_seed_hash, 2, one.sealed),
        (one.id, one.server_seed_hash, 1, changed),
        (one.id, one.server_seed_hash, 1, b""),
    ]:
        with pytest.raises(VaultError) as error:
            vault.open(pair_id, seed_hash, version, sealed)
        assert error.value.field == "server_seed"
    with pytest.raises(VaultError):
        Vault({1: Vault.new_data_key()}).open(one.id, one.server_seed_hash, 1, one.sealed)


def test_a_moved_ciphertext_costs_no_nonce(either: Api) -> None:
    one, two = pair_rows(either)
    with store(either).engine.begin() as connection:
        for row, other in ((one, two), (two, one)):
            moved = update(schema.pairs).where(schema.pairs.c.id == row.id)
            connection.execute(moved.values(sealed=other.sealed))
    before = everything(either)
    refused(either.play("dice", DICE), 500, "internal")
    refused(either.rotate("second"), 500, "internal")
    assert everything(either) == before


# Operations


@pytest.mark.parametrize("kind", DATABASES)
def test_ready_only_with_the_newest_tables(kind: str, tmp_path: Path) -> None:
    with fresh_database(kind, tmp_path) as url:
        key_file = tmp_path / "key"
        LocalKey.create(str(key_file))
        app = create_app(config.load({"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(key_file)}))
        refused(app.test_client().get("/readyz"), 503, "not_ready")
        assert app.test_client().get("/healthz").json == {"status": "ok"}


def test_ready_again_once_the_tables_are_back(either: Api) -> None:
    client = either.app.test_client()
    assert client.get("/readyz").json == {"status": "ok"}
    version = text("UPDATE alembic_version SET version_num = :version")
    with store(either).engine.begin() as connection:
        now = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(version, {"version": "0000"})
    refused(client.get("/readyz"), 503, "not_ready", "database")
    with store(either).engine.begin() as connection:
        connection.execute(version, {"version": now})
    assert client.get("/readyz").status_code == 200


def test_metrics_count_requests_by_route(either: Api) -> None:
    def count(status: int) -> float:
        line = rf'fairseed_requests_total{{method="POST",route="/v1/rounds",status="{status}"}} (\S+)'
        found = re.search(line, either.app.test_client().get("/metrics").text)
        return float(found.group(1)) if found else 0.0

    good, bad = count(201), count(422)
    either.play("dice", DICE)
    either.play("dice", {})
    assert (count(201), count(422)) == (good + 1, bad + 1)
    answer = either.app.test_client().get("/metrics")
    assert answer.mimetype == "text/plain"
    assert "alice" not in answer.text


def test_the_docs_page_loads_nothing(either: Api) -> None:
    page = either.app.test_client().get("/docs")
    assert page.mimetype == "text/html"
    loads = r"<(?:script|link|img|iframe|object|embed|video|audio|source|form|base|meta\s+http-equiv)|@import|url\("
    assert not re.search(loads, page.text, re.IGNORECASE)
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
