"""A database put aside with its key file and head file, and copies of it to run into faults with."""

from __future__ import annotations

import copy
import itertools
import os
import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from fairseed.service import config
from fairseed.service.app import create_app
from fairseed.service.clock import Clock, system_clock
from fairseed.service.core import Service
from tests.service.api import Api
from tests.service.logbook import Get, Logbook

KEY = "service.key"
HEAD = "service.head"
SQLITE = "service.sqlite3"


def environ_of(url: str, folder: Path, **settings: str) -> dict[str, str]:
    return {"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(folder / KEY), **settings}


def reader(app: Flask) -> Get:
    """GETs of an application, for a logbook."""

    def get(path: str) -> bytes | None:
        answer = app.test_client().get(path)
        assert answer.status_code in (200, 404), (path, answer.status_code, answer.text)
        return answer.data if answer.status_code == 200 else None

    return get


@contextmanager
def copied(url: str, folder: Path, name: str = SQLITE) -> Iterator[str]:
    """A copy of a database that nobody is connected to; `name` is that of a SQLite file."""
    if url.startswith("sqlite"):
        backup(Path(make_url(url).database or ""), folder / name)
        yield f"sqlite:///{folder / name}"
        return
    name = f"test_{uuid.uuid4().hex}"
    admin = create_engine(os.environ["FAIRSEED_TEST_POSTGRES"], isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {make_url(url).database}"))
        yield make_url(url).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        admin.dispose()


def put_back(url: str, old: str) -> None:
    """Puts a copy in the place of a database that nobody is connected to."""
    if url.startswith("sqlite"):
        file = Path(make_url(url).database or "")
        for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
            (file.parent / name).unlink(missing_ok=True)
        backup(Path(make_url(old).database or ""), file)
        return
    admin = create_engine(os.environ["FAIRSEED_TEST_POSTGRES"], isolation_level="AUTOCOMMIT")
    name = make_url(url).database
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {make_url(old).database}"))
    admin.dispose()


def backup(source: Path, target: Path) -> None:
    """A copy of a SQLite database by the backup API."""
    read, write = sqlite3.connect(source), sqlite3.connect(target)
    with read, write:
        read.backup(write)
    read.close()
    write.close()


@dataclass
class Aside:
    """A database put aside: its URL, the folder of its key and head file, an operator's API key, its
    settings, and what was seen of its log."""

    url: str
    folder: Path
    key: str
    settings: dict[str, str]
    book: Logbook

    @contextmanager
    def copy(self, folder: Path) -> Iterator[Copy]:
        folder.mkdir(parents=True, exist_ok=True)
        for name in (KEY, HEAD):
            if (self.folder / name).exists():
                shutil.copy2(self.folder / name, folder / name)
        with copied(self.url, folder) as url:
            made = Copy(environ_of(url, folder, **self.settings), folder, self.key, self.book)
            try:
                yield made
            finally:
                made.close()


class Copy:
    """One copy; `opened` begins a process's worth of service on it, `close` ends that."""

    def __init__(self, environ: dict[str, str], folder: Path, key: str, book: Logbook) -> None:
        self.environ = environ
        self.folder = folder
        self._key = key
        self.book = copy.deepcopy(book)
        self._api: Api | None = None
        self._numbers = itertools.count(1000)

    def opened(self, clock: Clock = system_clock) -> Api:
        if self._api is None:
            app = create_app(config.load(self.environ), clock)
            self._api = Api(app, self._key, self.environ, self._numbers)
            self.book.get = reader(self._api.app)
        return self._api

    def service(self) -> Service:
        made: Callable[[], Service] = self.opened().app.extensions["fairseed"]
        return made()

    def close(self) -> None:
        if self._api is not None:
            self.service().store.close()
            self._api = None
