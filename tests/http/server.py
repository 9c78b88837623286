"""Real server processes on a real database, driven over a socket from outside."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from tests.programs import Program, run
from tests.support import missing

DATABASES = ["sqlite", "postgresql"]
# For tests that take long: outside soak on PostgreSQL alone.
LONG_DATABASES = DATABASES if os.environ.get("FAIRSEED_SOAK") else DATABASES[1:]


class Unreachable(Exception):
    """The server did not answer; whether it acted is unknown."""


class Refused(Exception):
    """A problem document."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(status, body)
        self.status = status
        self.body = body


@dataclass
class Answer:
    status: int
    raw: bytes
    headers: dict[str, str]

    @property
    def body(self) -> dict[str, Any]:
        return json.loads(self.raw)


@contextmanager
def fresh_database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database of this kind. PostgreSQL is a real server, named by
    FAIRSEED_TEST_POSTGRES; missing it is a failure in CI and a skip elsewhere."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/fairseed.sqlite3"
        return
    server = os.environ.get("FAIRSEED_TEST_POSTGRES")
    if server is None:
        missing("FAIRSEED_TEST_POSTGRES names no server; run through `make test`")
    name = f"test_{uuid.uuid4().hex}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        admin.dispose()


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Server:
    """`fairseed init` and `fairseed serve` in a process group of their own."""

    def __init__(self, url: str, folder: Path, workers: int = 1, **settings: str) -> None:
        self.folder = folder
        self.workers = workers
        self.port = free_port()
        self.environment = os.environ | {
            "FAIRSEED_DATABASE_URL": url,
            "FAIRSEED_KEY_FILE": str(folder / "key"),
            "PYTHONWARNINGS": "ignore",
            "TMPDIR": str(folder),  # what a killed server leaves behind
            **settings,
        }
        self.key_path = folder / "api-key"
        self.log_path = folder / f"log-{self.port}"
        self.process: Program | None = None

    @property
    def key(self) -> str:
        return self.key_path.read_text().strip()

    def command(self, *arguments: str) -> str:
        """What it writes."""
        done = run(["-m", "fairseed.cli", *arguments], self.environment)
        done.check_returncode()
        return done.stdout.decode()

    def _serve(self) -> list[str]:
        listening = ["--bind", f"127.0.0.1:{self.port}", "--workers", str(self.workers)]
        return ["-m", "fairseed.cli", "serve", *listening]

    def start(self) -> Server:
        made = self.command("init")
        if made.strip():
            self.key_path.write_text(made)
        self.log_path.unlink(missing_ok=True)
        self.process = Program(self._serve(), self.environment, self.log_path)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                self.call("GET", "/readyz")
            except (Unreachable, Refused):
                time.sleep(0.05)
            else:
                return self
        self.kill()
        raise AssertionError(f"the server did not start: {self.log_path.read_text()}")

    def kill(self) -> None:
        """SIGKILL to the whole process group: no handler runs, nothing is flushed."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                pass
            self.kill()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()  # nothing that was answered may be lost by it

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
        answer = Answer(response.status, raw, {name.lower(): value for name, value in response.getheaders()})
        if answer.status >= 400:
            assert answer.headers["content-type"] == "application/problem+json", answer
            raise Refused(answer.status, answer.body)
        return answer

    def post(self, path: str, body: Any, key: str | None = None) -> Answer:
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Content-Type": "application/json",
            "Idempotency-Key": key or uuid.uuid4().hex,
        }
        return self.call(
            "POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), headers
        )

    def get(self, path: str) -> dict[str, Any]:
        return self.call("GET", path, headers={"Authorization": f"Bearer {self.key}"}).body

    def rounds(self, player: str) -> list[dict[str, Any]]:
        """All rounds of a player, page by page."""
        found: list[dict[str, Any]] = []
        cursor = ""
        while True:
            page = self.get(f"/v1/rounds?player={player}&limit=200{cursor}")
            found += page["items"]
            if page["next_cursor"] is None:
                return found
            cursor = f"&cursor={page['next_cursor']}"

    def bundle(self, seed_hash: str) -> bytes | None:
        """The bundle of a pair, None while it is not revealed."""
        try:
            return self.call("GET", f"/v1/seeds/{seed_hash}/bundle").raw
        except Refused as refusal:
            assert refusal.body["code"] == "not_revealed", refusal
            return None

    def all_hashes(self) -> set[str]:
        """The hash of every pair that has a round."""
        hashes: set[str] = set()
        cursor = ""
        while True:
            page = self.get(f"/v1/rounds?limit=200{cursor}")
            hashes |= {item["seeds"]["server_seed_hash"] for item in page["items"]}
            if page["next_cursor"] is None:
                return hashes
            cursor = f"&cursor={page['next_cursor']}"
