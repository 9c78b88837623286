"""A process that forks others, each of which kills itself at the k-th write of a worker's turn, of a rotation
of keys, of what is due at tables, or of one call.

Run as `python -m tests.service.killed`; reads a JSON line `{"work": "turn", "environ": {…}, "at": k}`
and answers one `{"signal": 9}`, or `{"status": 0}` when there was no k-th write. Forked from a process
that has no thread and no connection, a worker is up in milliseconds.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import structlog

from fairseed.service import config, rotation, timers, worker
from fairseed.service.app import create_app
from fairseed.service.core import key_provider, open_service
from fairseed.service.store import Store
from tests.service.faulty import Writes
from tests.support import ROOT

# Work, settings, the write to be killed at → how the process ended.
Killed = Callable[[str, dict[str, str], int | str], dict[str, int]]


@contextmanager
def killing() -> Iterator[Killed]:
    """Runs work in processes of their own."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.service.killed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        told, answers = process.stdin, process.stdout
        assert told is not None
        assert answers is not None

        def run(work: str, environ: dict[str, str], at: int | str) -> dict[str, int]:
            told.write(json.dumps({"work": work, "environ": environ, "at": at}) + "\n")
            told.flush()
            return dict(json.loads(answers.readline()))

        yield run
        told.close()


def turn(environ: dict[str, str], at: int | str) -> None:
    """What a worker does from its start to the end of its first turn."""
    service = open_service(config.load(environ))
    worker.start(service)
    with Writes(at, "killed").watched(service.store):
        worker.tick(service)


def rotate(environ: dict[str, str], at: int | str) -> None:
    """What `fairseed keys rotate` does."""
    settings = config.load(environ)
    with Store(settings.database_url) as store, Writes(at, "killed").watched(store):
        list(rotation.rotate(store, key_provider(settings)))


def tables(environ: dict[str, str], at: int | str) -> None:
    """What a worker does at the tables whose clocks have run out by `CLOCK`."""
    service = open_service(config.load(environ), lambda: datetime.fromisoformat(environ["CLOCK"]))
    with Writes(at, "killed").watched(service.store):
        timers.play_tables(service)


def call(environ: dict[str, str], at: int | str) -> None:
    """One POST, `CALL`, at `CLOCK`; the service is up before."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    asked = json.loads(environ["CALL"])
    app = create_app(config.load(environ), lambda: datetime.fromisoformat(environ["CLOCK"]))
    service = app.extensions["fairseed"]()
    with Writes(at, "killed").watched(service.store):
        app.test_client().post(asked["path"], json=asked["body"], headers=asked["headers"])


WORK = {"turn": turn, "rotate": rotate, "tables": tables, "call": call}


def forked(asked: dict[str, Any]) -> dict[str, int]:
    child = os.fork()
    if child == 0:
        try:
            WORK[asked["work"]](asked["environ"], asked["at"])
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return {"signal": os.WTERMSIG(status)}
    return {"status": os.WEXITSTATUS(status)}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(forked(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
