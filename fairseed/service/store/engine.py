"""Engines and transactions: one way to write, with a bounded retry, on SQLite and PostgreSQL."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError

from fairseed.service.problems import Problem

T = TypeVar("T")

RETRIES: Final = 8
WAIT_SECONDS: Final = 5


class FairLock:
    """A lock that serves its waiters in the order they came."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._held = False

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


class Store:
    """A database. Make it after a fork: connections and file locks belong to one process."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.sqlite = parsed.get_backend_name() == "sqlite"
        # The values of a failed statement are no part of its error: salts and revealed seeds are among them.
        options: dict[str, Any] = {"pool_size": 32, "max_overflow": 32, "hide_parameters": True}
        if self.sqlite:
            self._path = parsed.database or ""
            Path(self._path).parent.mkdir(parents=True, exist_ok=True)
            options["connect_args"] = {"timeout": WAIT_SECONDS, "check_same_thread": False}
        else:
            options["pool_pre_ping"] = True
            options["isolation_level"] = "READ COMMITTED"
            options["connect_args"] = {
                "options": f"-c lock_timeout={WAIT_SECONDS}s",
                "connect_timeout": WAIT_SECONDS,
            }
        self.engine = create_engine(url, **options)
        alone = {} if self.sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._single = self.engine.execution_options(fairseed_read=True, **alone)
        if self.sqlite:
            _prepare_sqlite(self.engine)
            self._queue = FairLock()
            self._gate: int | None = None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database and writes nothing."""
        with self.engine.connect().execution_options(fairseed_read=True) as connection, connection.begin():
            if not self.sqlite:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            yield connection

    def look_up(self, statement: Any, values: dict[str, Any]) -> Any:
        """The first row of one statement that reads; on PostgreSQL without a transaction around it."""
        with self._single.connect() as connection:
            return connection.execute(statement, values).first()

    def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in one transaction: it commits whole or leaves nothing.

        A lock that another transaction holds, a deadlock or a serialization failure is tried
        again, a bounded number of times; `work` may run more than once.
        """
        for attempt in range(RETRIES):
            try:
                with self._turn(), self.engine.begin() as connection:
                    return work(connection)
            except IntegrityError:
                if attempt == RETRIES - 1:
                    raise
            except DBAPIError as error:
                if not _passing(error) or attempt == RETRIES - 1:
                    if _passing(error):
                        raise Problem("busy", "database", "is busy; try again") from error
                    raise
            time.sleep(0.005 * 2**attempt)
        raise AssertionError("unreachable")

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """SQLite takes one writer: threads queue here in order, processes at a file lock."""
        if not self.sqlite:
            yield
            return
        with self._queue:
            if self._gate is None:
                self._gate = os.open(f"{self._path}-writer", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._gate, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._gate, fcntl.LOCK_UN)

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: Any) -> None:
        # The driver's own BEGIN comes too late: it loses updates between a select and an update.
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={WAIT_SECONDS}000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        reading = connection.get_execution_options().get("fairseed_read")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _passing(error: DBAPIError) -> bool:
    """A failure that another try may not meet."""
    state = getattr(error.orig, "sqlstate", None)
    return state in ("40001", "40P01", "55P03") or "locked" in str(error.orig)
