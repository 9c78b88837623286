"""No secret shows anywhere: a session of two real workers with every kind of failure, and then a search
for every unrevealed seed, salt, key and token in whatever left the processes or was stored."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from fairseed.cli import main
from fairseed.service.store import schema
from tests.http.server import DATABASES, Answer, Refused, Server, Unreachable, fresh_database
from tests.programs import Program
from tests.support import ROOT

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))

# The search


def forms(secret: str) -> list[bytes]:
    """Every form that a secret is searched in: its text, and the bytes that the text stands for, raw,
    in hex of both cases, as Python shows bytes, and in Base64 of both alphabets at any alignment."""
    bodies = [secret.encode()]
    if re.fullmatch(r"(?:[0-9a-f]{2}){16,}", secret):
        bodies.append(bytes.fromhex(secret))
    elif match := re.fullmatch(r"f[sp]_([A-Za-z0-9_-]{43})", secret):
        bodies += [match.group(1).encode(), base64.urlsafe_b64decode(match.group(1) + "=")]
    found = set[bytes]()
    for body in bodies:
        found |= {body, body.hex().encode(), body.hex().upper().encode(), repr(body)[2:-1].encode()}
        for shift in range(3):
            lone = base64.b64encode(b"\0" * shift + body)
            # The characters that depend on what stands before and behind are left out.
            inner = lone[4 if shift else 0 : -4 if lone.endswith(b"=") else None]
            found |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    return sorted(found | {secret.upper().encode()})


@dataclass
class Secret:
    """`kind` is what it is; `allowed` are the places that may show it, by what their names begin with."""

    kind: str
    text: str
    allowed: frozenset[str] = frozenset()
    forms: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.forms = forms(self.text)


class Search:
    """Looks for many forms at once: every 8 bytes of a form are known, and of the data so many are looked
    at that no form of 16 bytes or more fits between."""

    KEY = 8
    STEP = 9

    def __init__(self, secrets: Iterable[Secret]) -> None:
        self._parts: dict[bytes, list[tuple[int, bytes, Secret]]] = {}
        for secret in secrets:
            for form in secret.forms:
                assert len(form) >= self.KEY + self.STEP - 1
                for at in range(len(form) - self.KEY + 1):
                    self._parts.setdefault(form[at : at + self.KEY], []).append((at, form, secret))

    def leaks(self, places: Iterable[tuple[str, bytes]]) -> list[tuple[str, str]]:
        """(place, kind of secret) of everything that shows where it must not."""
        found, parts = set(), self._parts
        for place, data in places:
            for at in range(0, len(data), self.STEP):
                if (part := data[at : at + self.KEY]) in parts:
                    for behind, form, secret in parts[part]:
                        whole = at >= behind and data.startswith(form, at - behind)
                        if whole and not place.startswith(tuple(secret.allowed)):
                            found.add((place, secret.kind))
        return sorted(found)


def leaks(places: Iterable[tuple[str, bytes]], secrets: Iterable[Secret]) -> list[tuple[str, str]]:
    return Search(secrets).leaks(places)


@pytest.mark.parametrize("secret", [hashlib.sha256(b"x").hexdigest(), "0f" * 16, "fs_" + "Ab-_" * 10 + "xyz"])
def test_the_search_finds_every_form(secret: str) -> None:
    planted = Secret("seed", secret)
    bodies = [secret.encode()]
    if secret[0] != "f":
        bodies.append(bytes.fromhex(secret))
    for body in bodies:
        shown = [
            body,
            body.hex().encode(),
            body.hex().upper().encode(),
            repr(body).encode(),
            f"{body!r}".encode(),
        ]
        for before in range(6):
            for after in (b"", b"y", b"yz"):
                whole = b"x" * before + body + after
                shown += [
                    base64.b64encode(whole),
                    base64.urlsafe_b64encode(whole),
                    base64.b64encode(whole).rstrip(b"="),
                ]
        for data in shown:
            assert leaks([("there", b"before" + data + b"behind")], [planted]) == [("there", "seed")], data
    other = hashlib.sha256(secret.encode()).hexdigest()
    assert leaks([("there", other.encode() + base64.b64encode(other.encode()))], [planted]) == []
    allowed = Secret("seed", secret, frozenset({"row pairs.server_seed"}))
    assert leaks([("row pairs.server_seed", secret.encode())], [allowed]) == []
    assert leaks([("row pairs.sealed", secret.encode())], [allowed]) == [("row pairs.sealed", "seed")]


# The session


class House(Server):
    """Two workers of a server whose seeds and keys are known; whatever it answers is kept and searched
    at once for what must not show then."""

    def __init__(self, url: str, folder: Path) -> None:
        self.secrets_folder = folder / "secrets"
        self.shown = folder / "shown"
        for made in (self.secrets_folder, self.shown, self.shown / "tmp"):
            made.mkdir()
        kms = self.secrets_folder / "kms"
        kms.write_bytes(base64.b64encode(os.urandom(32)) + b"\n")
        super().__init__(
            url,
            self.shown,
            2,
            FAIRSEED_KEY_PROVIDER="tests.service.providers:Canary",
            FAIRSEED_LOG_LEVEL="debug",
            FAIRSEED_POOL_SIZE="6",
            TEST_KMS=str(kms),
            CANARY_KEYS=str(self.secrets_folder / "keys"),
            CANARY_FOLDER=str(self.secrets_folder),
            TMPDIR=str(self.shown / "tmp"),
            PYTHONFAULTHANDLER="1",
        )
        self.url = url
        self.kms = kms
        self.key_path = self.secrets_folder / "api-key"
        # No connection stays open: to read a file of SQLite's would take the locks of one away.
        self.engine = create_engine(url, poolclass=NullPool)
        self.answers: list[tuple[str, bytes]] = []
        self.looked_at = 0
        self.told: list[tuple[str, bytes]] = []
        self.salts: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self.log_paths: list[Path] = [self.log_path]

    # Processes

    def command(self, *arguments: str) -> str:
        done = CliRunner().invoke(main, list(arguments), env=self.environment)
        assert done.exit_code == 0, done.output
        if arguments[0] != "init":  # which prints the API key, once
            self.told.append((f"output of {arguments}", done.output.encode()))
        return done.stdout

    def start(self) -> House:
        if made := self.command("init").strip():
            self.key_path.write_text(made)
        command = [
            "-m",
            "tests.service.canary",
            "serve",
            "--bind",
            f"127.0.0.1:{self.port}",
            "--workers",
            "2",
        ]
        self.process = Program(command, self.environment, self.log_path)
        self.until(self.ready, 60)
        return self

    def ready(self) -> bool:
        try:
            return self.call("GET", "/readyz").status == 200
        except (Unreachable, Refused):
            return False

    @staticmethod
    def until(true: Any, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < deadline, "it does not come"
            time.sleep(0.05)

    def workers_now(self) -> list[int]:
        assert self.process is not None
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in told.split()]

    # Calls

    def call(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(str(error)) from error
        finally:
            connection.close()
        headers_seen = str(response.headers).encode()
        name = f"answer {len(self.answers)} to {method} {path.partition('?')[0]}"
        self.answers.append((name, headers_seen + raw))
        answer = Answer(response.status, raw, {key.lower(): value for key, value in response.getheaders()})
        if answer.status >= 400:
            assert answer.headers["content-type"] == "application/problem+json", answer
            raise Refused(answer.status, answer.body)
        return answer

    def sent(self, method: str, path: str, body: Any = None, key: str | None = None, **headers: str) -> int:
        """The status of a call that may be refused."""
        more = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        more.setdefault("Authorization", f"Bearer {key or self.key}")
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        try:
            return self.call(method, path, raw, more).status
        except Refused as refusal:
            return refusal.status

    def join(self, player: str) -> None:
        key = uuid.uuid4().hex
        for _ in range(2):  # a repeat tells the salt again, to its owner
            number = len(self.answers)
            answer = self.post(f"/v1/players/{player}/seeds", {}, key).body
            self.salts[f"answer {number} to"] = answer["salt"]

    def rotate(self, player: str) -> dict[str, Any]:
        body = {"client_seed": uuid.uuid4().hex}
        return self.post(f"/v1/players/{player}/seeds/rotate", body).body

    def bet(self, player: str, game: str, params: dict[str, Any]) -> dict[str, Any]:
        body = {"player": player, "game": game, "params": params, "bet": {"stake": 10}}
        return self.post("/v1/rounds", body).body

    # What is known, and what is there to be searched

    def revealed(self) -> set[str]:
        with self.engine.connect() as connection:
            return set(connection.execute(select(schema.pairs.c.server_seed)).scalars()) - {None}

    def seeds(self) -> list[str]:
        return (self.secrets_folder / "seeds").read_text().split()

    def secrets(self, *, revealed: Iterable[str] = ()) -> list[Secret]:
        """Everything that must not show. A revealed seed may, but for logs and the like."""
        public = frozenset(
            {
                "answer",
                "row pairs.server_seed",
                "row log_entries.entry",
                "row idempotency.body",
                "database file",
                "exported tile/entries",
            }
        )
        revealed = set(revealed)
        found = [Secret("seed", seed, public if seed in revealed else frozenset()) for seed in self.seeds()]
        keys = set((self.secrets_folder / "keys").read_text().split())
        assert len(keys) >= 3, "a data key and two keys that sign"
        found += [Secret("data or signing key", key) for key in keys]
        found += [
            Secret("key-encryption key", base64.b64decode(line).hex())
            for line in self.kms.read_text().split()
        ]
        found += [Secret("API key", self.key)]
        found += [Secret("token", token, frozenset({place})) for place, token in self.tokens.items()]
        told: dict[str, set[str]] = {}
        for place, salt in self.salts.items():
            told.setdefault(salt, {"row players.salt", "row idempotency.body", "database file"}).add(place)
        for salt in (self.secrets_folder / "salts").read_text().split():  # of a call that failed: nowhere
            found.append(Secret("salt", salt, frozenset(told.get(salt, ()))))
        return found

    def stored(self) -> Iterator[tuple[str, bytes]]:
        """Every value of every row, under the name of its column."""
        with self.engine.connect() as connection:
            for name, table in schema.metadata.tables.items():
                rows = connection.execute(select(table)).all()
                for number, column in enumerate(table.c.keys()):
                    values = [row[number] for row in rows]
                    data = b"\n".join(
                        each if isinstance(each, bytes) else str(each).encode() for each in values
                    )
                    yield f"row {name}.{column}", data

    def database_files(self) -> Iterator[tuple[str, bytes]]:
        if self.url.startswith("sqlite"):
            for file in self.shown.glob("fairseed.sqlite3*"):
                yield f"database file {file.name}", file.read_bytes()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Whatever else the processes wrote: logs, temporary files, the head file, the exported log."""
        for file in sorted(self.shown.rglob("*")):
            if file.is_file() and not file.name.startswith("fairseed.sqlite3"):
                name = str(file.relative_to(self.shown))
                yield (
                    ("exported " + name.partition("/")[2] if name.startswith("exported") else f"file {name}"),
                    file.read_bytes(),
                )

    def places(self) -> list[tuple[str, bytes]]:
        return [*self.answers, *self.told, *self.stored(), *self.database_files(), *self.files()]


@contextmanager
def switched(house: House, name: str, text: str = "") -> Iterator[None]:
    """A fault of the launcher is on."""
    (house.secrets_folder / name).write_text(text)
    try:
        yield
    finally:
        (house.secrets_folder / name).unlink()


DICE = {"target": "50.00", "direction": "over"}
MINES = {"size": 8, "mines": 1}


def play(house: House) -> None:
    """Every game and every route, with what an operator reads."""
    for game, params in (
        ("dice", DICE),
        ("limbo", {"target": "2.00"}),
        ("plinko", {"rows": 8, "risk": "low"}),
    ):
        view = house.bet("alice", game, params)
    house.post("/v1/draws", {"player": "alice", "params": {"bytes": 64}})
    house.post("/v1/quotes", {"player": "alice", "game": "dice", "params": DICE, "bet": {"stake": 1}})
    for game, params in (("mines", MINES), ("hilo", {}), ("blackjack", {})):
        view = house.bet("bob", game, params)
        while view["state"] == "open":
            action = next((a for a in view["legal"] if a["type"] in ("cash_out", "stand")), view["legal"][0])
            if "cells" in action:
                action = {"type": "open", "cell": action["cells"][0]}
            body = action | {"expected_actions": len(view["actions"])}
            view = house.post(f"/v1/rounds/{view['round_id']}/actions", body).body
    name = view["seeds"]["server_seed_hash"]
    for path in (
        "/v1/rounds", "/v1/rounds?player=alice", f"/v1/rounds/{view['round_id']}", "/v1/players/alice/seeds",
        f"/v1/seeds/{name}", f"/v1/seeds/{name}/bundle", *(["/v1/games"] if SOAK else []), "/v1/games/dice", "/v1/log", "/checkpoint",
        "/tile/0/000.p/1", "/tile/entries/000.p/1", "/openapi.json", "/docs", "/healthz", "/readyz", "/metrics",
    ):  # fmt: skip
        house.sent("GET", path)


def refuse(house: House, token: str) -> None:
    """Calls that are refused, some of which carry a secret where it does not belong."""
    view = house.bet("bob", "mines", MINES)
    assert house.sent("POST", "/v1/players/bob/seeds/rotate", {"client_seed": "while a round is open"}) == 409
    assert house.sent(
        "POST", f"/v1/rounds/{view['round_id']}/actions", {"type": "none", "expected_actions": 0}
    ) in (409, 422)
    assert (
        house.sent(
            "POST", f"/v1/rounds/{view['round_id']}/actions", {"type": "cash_out", "expected_actions": 9}
        )
        == 409
    )
    for body in (
        b"{",
        b'{"a":1,"a":2}',
        b"\xff",
        {"player": "alice"},
        {"player": "nobody", "game": "dice", "params": DICE, "bet": {"stake": 1}},
    ):
        assert house.sent("POST", "/v1/rounds", body) in (400, 404, 422)
    for header in (
        "",
        "Bearer",
        f"bearer{house.key}",
        f"Basic {house.key}",
        f"Bearer {house.key}x",
        f"Bearer {token[:-1]}",
    ):
        assert house.sent("GET", "/v1/rounds", Authorization=header) == 401
    assert house.sent("GET", f"/v1/rounds?key={house.key}") == 400
    assert house.sent("GET", f"/v1/rounds?token={token}&player=alice", key=token) == 400
    assert house.sent("GET", f"/{token}") == house.sent("GET", f"/v1/seeds/{house.key}") == 404
    assert house.sent("GET", f"/v1/rounds/{token}") == 404
    assert house.sent("PUT", "/v1/rounds", {}) == 405
    assert house.sent("POST", "/v1/rounds", {"player": "bob"}, key=token) == 403
    assert house.sent("GET", "/v1/rounds", key=token) == 403
    house.post(f"/v1/rounds/{view['round_id']}/actions", {"type": "open", "cell": 0, "expected_actions": 0})
    if (after := house.get(f"/v1/rounds/{view['round_id']}"))["state"] == "open":
        house.post(f"/v1/rounds/{after['round_id']}/actions", {"type": "cash_out", "expected_actions": 1})


def fail(house: House) -> None:
    """Failures of the service's own, with tracebacks in its log."""
    body = {"player": "alice", "game": "dice", "params": DICE, "bet": {"stake": 1}}
    view = house.bet("bob", "mines", MINES)
    with switched(house, "derivation"):
        assert house.sent("POST", "/v1/rounds", body) == 500
        assert (
            house.sent(
                "POST",
                f"/v1/rounds/{view['round_id']}/actions",
                {"type": "open", "cell": 1, "expected_actions": 0},
            )
            == 500
        )
        assert house.sent("GET", f"/v1/rounds/{view['round_id']}") == 500
    house.post(f"/v1/rounds/{view['round_id']}/actions", {"type": "open", "cell": 1, "expected_actions": 0})
    if house.get(f"/v1/rounds/{view['round_id']}")["state"] == "open":
        house.post(f"/v1/rounds/{view['round_id']}/actions", {"type": "cash_out", "expected_actions": 1})
    for told, status in (("disk I/O error", 500), ("server closed the connection unexpectedly", 503)):
        with switched(house, "statement", told):
            assert house.sent("POST", "/v1/players/carol/seeds", {}) == status
            for player in ("alice", "bob"):
                path = f"/v1/players/{player}/seeds/rotate"
                assert house.sent("POST", path, {"client_seed": "lost"}) == status
    if not house.url.startswith("sqlite"):
        name = make_url(house.url).database
        house.engine.dispose()
        admin = create_engine(os.environ["FAIRSEED_TEST_POSTGRES"], isolation_level="AUTOCOMMIT")
        away = text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        with admin.connect() as connection:
            connection.execute(away)
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"),
                {"name": name},
            )
            assert house.sent("POST", "/v1/rounds", body) in (500, 503)
            assert house.sent("POST", "/v1/players/alice/seeds/rotate", {"client_seed": "away"}) in (500, 503)
            assert house.sent("GET", "/readyz") == 503
            connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        admin.dispose()
        house.until(house.ready)


def die(house: House) -> None:
    """A worker aborts, one is killed, then all of them, with calls on their way."""
    stop = threading.Event()

    def bets() -> None:
        while not stop.is_set():
            try:
                house.bet("alice", "dice", DICE)
            except (Unreachable, Refused):
                time.sleep(0.02)

    threads = [threading.Thread(target=bets) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for number in (signal.SIGABRT, signal.SIGTERM, signal.SIGKILL):
            house.until(lambda: len(house.workers_now()) == 2)
            pid = house.workers_now()[0]
            os.kill(pid, number)
            house.until(lambda pid=pid: pid not in house.workers_now())  # type: ignore[misc]
        house.until(lambda: len(house.workers_now()) == 2)
        for _ in range(8):  # those that came in their places answer
            assert house.sent("GET", "/v1/rounds") == house.sent("GET", "/metrics") == 200
    finally:
        house.kill()
        stop.set()
        for thread in threads:
            thread.join(60)
    shutil.move(house.log_path, house.log_path.with_suffix(".1"))  # the log is rotated
    house.start()


@pytest.mark.parametrize("kind", DATABASES if SOAK else ["sqlite"])
def test_no_secret_shows_anywhere(kind: str, tmp_path: Path) -> None:
    with fresh_database(kind, tmp_path / "shown") as url:
        house = House(url, tmp_path)
        with house:
            session(house)
            house.sent("GET", "/metrics")
            house.command("export", "log", str(house.shown / "exported"))
            places, revealed = house.places(), house.revealed()
        places += [place for place in house.places() if place[0].startswith(("database", "file log"))]
        assert_all_was_searched(house, places)
        secrets = house.secrets(revealed=revealed)
        assert leaks(places, secrets) == []
        planted(house, places, secrets)
        house.engine.dispose()


def session(house: House) -> None:
    for player in ("alice", "bob"):
        house.join(player)
        house.rotate(player)
    check_now(house)
    play(house)
    key = uuid.uuid4().hex
    name = f"answer {len(house.answers)} to"
    token = house.tokens[name] = house.post("/v1/players/alice/tokens", {}, key).body["token"]
    assert "token" not in house.post("/v1/players/alice/tokens", {}, key).body
    assert house.sent("GET", "/v1/players/alice/seeds", key=token) == 200
    refuse(house, token)
    check_now(house)
    fail(house)
    check_now(house)
    for player in ("alice", "bob"):
        assert house.rotate(player)["revealed"]
    check_now(house)
    die(house)
    check_now(house)
    house.kms.write_bytes(base64.b64encode(os.urandom(32)) + b"\n" + house.kms.read_bytes())
    house.command("keys", "rotate")
    house.command("log", "rotate", "log")
    house.command("log", "rotate", "receipt")
    play(house)
    house.until(lambda: len(house.get("/v1/log")["receipt_keys"]) == 2)
    house.command("log", "status")
    house.command("keys", "list")
    for player in ("alice", "bob"):
        house.rotate(player)
    house.sent("GET", f"/v1/seeds/{house.rotate('alice')['revealed']['server_seed_hash']}/bundle")
    check_now(house)


def check_now(house: House) -> None:
    """No answer since the last look, and no row, shows what is not revealed by now."""
    new, house.looked_at = house.answers[house.looked_at :], len(house.answers)
    seeds = [secret for secret in house.secrets(revealed=house.revealed()) if secret.kind == "seed"]
    assert leaks([*new, *house.stored()], seeds) == []


def assert_all_was_searched(house: House, places: list[tuple[str, bytes]]) -> None:
    """The session did what it should, and all of it is among the places."""
    names = [name for name, _ in places]
    for start in (
        "answer",
        "output of",
        "row ",
        "file log",
        "file tmp/",
        "file key.head",
        "exported checkpoint",
        "exported tile/0",
    ):
        assert any(name.startswith(start) for name in names), start
    if house.url.startswith("sqlite"):
        assert "database file fairseed.sqlite3" in names
        assert "database file fairseed.sqlite3-wal" in names
    logs = b"".join(data for name, data in places if name.startswith("file log"))
    for line in (
        b"Fatal Python error: Aborted",
        b'"event": "failure"',
        b"no stream ",
        b'"event": "request"',
    ):
        assert line.replace(b'": "', b'":"') in logs or line in logs, line
    assert b"disk I/O error" in logs
    assert sum(name.startswith("file log") for name in names) >= 2
    assert len(house.revealed()) >= 5
    assert len(house.seeds()) > len(house.revealed()) + 4
    assert not list(ROOT.glob("core*")), "no process left a core file"


def planted(house: House, places: list[tuple[str, bytes]], secrets: list[Secret]) -> None:
    """What is put somewhere is found there: in a copy of every place, and in a row and a file."""
    for secret in {secret.kind: secret for secret in secrets}.values():
        form, search = secret.forms[len(secret.text) % len(secret.forms)], Search([secret])
        for name, data in places:
            if not name.startswith(tuple(secret.allowed)):
                half = len(data) // 2
                copy = data[max(0, half - 50) : half] + form + data[half : half + 50]
                assert search.leaks([(name, copy)]) == [(name, secret.kind)]
    hidden = next(secret for secret in secrets if secret.kind == "seed" and not secret.allowed)
    with house.engine.begin() as connection:
        shown = base64.urlsafe_b64encode(b"x" + bytes.fromhex(hidden.text))
        connection.execute(schema.idempotency.update().values(body=shown))
    (house.shown / "tmp" / "note").write_bytes(b"seed=" + hidden.text.upper().encode())
    found = {name for name, _ in leaks(house.places(), [hidden])}
    assert {"row idempotency.body", "file tmp/note"} <= found
