"""The database as its owner can change it, beside the service."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url


def sqlite_file(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def run(url: str, *statements: str) -> list[Any]:
    """Runs statements in one transaction; the rows of the last one."""
    if is_sqlite(url):
        with closing(sqlite3.connect(sqlite_file(url), timeout=30)) as connection, connection:
            for statement in statements:
                rows = connection.execute(statement).fetchall()
            return rows
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            result = connection.execute(text(statement))
        rows = [tuple(row) for row in result] if result.returns_rows else []
    engine.dispose()
    return rows


def drop_constraint(url: str, table: str, name: str) -> None:
    """Takes a named constraint away. SQLite can't: the table is made anew without it."""
    if not is_sqlite(url):
        run(url, f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        return
    file = sqlite_file(url)
    with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
        made = "SELECT sql FROM sqlite_schema WHERE name = ? AND type = 'table'"
        (sql,) = connection.execute(made, (table,)).fetchone()
        indexes = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type = 'index' AND sql IS NOT NULL",
            (table,),
        ).fetchall()
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA legacy_alter_table = ON")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"ALTER TABLE {table} RENAME TO before")
        connection.execute(_without(sql, name))
        connection.execute(f"INSERT INTO {table} SELECT * FROM before")  # noqa: S608
        connection.execute("DROP TABLE before")
        for (index,) in indexes:
            connection.execute(index)
        connection.execute("COMMIT")


def _without(sql: str, name: str) -> str:
    """A CREATE TABLE without one of its named constraints."""
    found = re.search(rf",\s*CONSTRAINT {name} (?:UNIQUE|CHECK) \(", sql)
    assert found is not None, sql
    end, depth = found.end(), 1
    while depth:
        depth += {"(": 1, ")": -1}.get(sql[end], 0)
        end += 1
    return sql[: found.start()] + sql[end:]


@contextmanager
def copy(url: str, folder: Path) -> Iterator[str]:
    """The URL of a copy of a database that nobody uses now."""
    if is_sqlite(url):
        run(url, "PRAGMA wal_checkpoint(TRUNCATE)")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(sqlite_file(url), folder / "copy.sqlite3")
        yield f"sqlite:///{folder}/copy.sqlite3"
        return
    parsed = make_url(url)
    name = f"{parsed.database}_copy"
    engine = create_engine(parsed.set(database="postgres"), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {parsed.database}"))
        yield parsed.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        engine.dispose()
