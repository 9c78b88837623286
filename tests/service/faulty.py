"""A fault at the k-th write of a process: a statement that changes rows, a commit of one, or a step
of putting a private file (head file, key file) in its place.

`Writes` counts them, and at number `at` (or at the first whose name begins so) lets the write fail, or
happen and then fail all the same (a network that goes away behind a commit), or kills the process with
SIGKILL before it.
"""

from __future__ import annotations

import errno
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairseed.service import vault
from fairseed.service.store import Store

WAYS = ("failed", "done")  # nothing persisted; persisted, and failed


class Writes:
    """Use as `with writes.watched(store): …`; `names` tells what the writes were."""

    def __init__(self, at: int | str, way: str = "failed") -> None:
        self.at = at
        self.way = way
        self.names: list[str] = []
        self._tripped = False
        self._changed: set[int] = set()
        self._patch = pytest.MonkeyPatch()

    @property
    def tripped(self) -> bool:
        return self._tripped

    def _write(self, name: str, error: Callable[[], Exception], work: Callable[..., Any], *given: Any) -> Any:
        self.names.append(name)
        here = name.startswith(self.at) if isinstance(self.at, str) else len(self.names) == self.at
        if self._tripped or not here:
            return work(*given)
        self._tripped = True
        if self.way == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.way == "done":
            work(*given)
        raise error()

    @contextmanager
    def watched(self, store: Store) -> Iterator[Writes]:
        self._watch_database(store)
        self._watch_files()
        try:
            yield self
        finally:
            self._patch.undo()

    def _watch_database(self, store: Store) -> None:
        """The driver's calls, so that a fault goes the way of a driver's error."""
        dialect = store.engine.dialect

        def error() -> Exception:
            return dialect.loaded_dbapi.OperationalError("injected fault")  # type: ignore[no-any-return]

        def statement(real: Callable[..., Any]) -> Callable[..., Any]:
            def run(cursor: Any, text: str, *rest: Any) -> Any:
                word = " ".join(text.split()[:3])
                if not word.startswith(("INSERT", "UPDATE", "DELETE")):
                    return real(cursor, text, *rest)
                self._changed.add(id(cursor.connection))
                return self._write(word, error, real, cursor, text, *rest)

            return run

        def end(real: Callable[..., Any], name: str) -> Callable[..., Any]:
            def run(connection: Any) -> Any:
                number = id(getattr(connection, "driver_connection", connection))
                changed = number in self._changed
                self._changed.discard(number)
                if changed and name == "COMMIT":
                    return self._write(name, error, real, connection)
                return real(connection)

            return run

        for name in ("do_execute", "do_executemany", "do_execute_no_params"):
            self._patch.setattr(dialect, name, statement(getattr(dialect, name)))
        self._patch.setattr(dialect, "do_commit", end(dialect.do_commit, "COMMIT"))
        self._patch.setattr(dialect, "do_rollback", end(dialect.do_rollback, "ROLLBACK"))

    def _watch_files(self) -> None:
        def error() -> Exception:
            return OSError(errno.EIO, os.strerror(errno.EIO))

        def step(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *given, **named: self._write(name, error, lambda: real(*given, **named))

        class Os:
            """Module `os` of `fairseed.service.vault`, whose steps are counted."""

            fsync = staticmethod(step("file fsync", os.fsync))

            @staticmethod
            def fdopen(*given: Any) -> Any:
                file = os.fdopen(*given)
                return _Writing(file, step("file write", file.write))

            def __getattr__(self, name: str) -> Any:
                return getattr(os, name)

        self._patch.setattr(vault, "os", Os())
        self._patch.setattr(tempfile, "mkstemp", step("file mkstemp", tempfile.mkstemp))
        replace = Path.replace
        self._patch.setattr(Path, "replace", lambda path, target: step("file rename", replace)(path, target))


class _Writing:
    """A file whose `write` is counted."""

    def __init__(self, file: Any, write: Callable[..., Any]) -> None:
        self._file = file
        self.write = write

    def __enter__(self) -> _Writing:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
