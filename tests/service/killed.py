"""A process that forks workers of a service, each of which kills itself at the k-th write of its turn.

Run as `python -m tests.service.killed`; reads a JSON line `{"environ": {…}, "at": k}` and answers
one `{"signal": 9}`, or `{"status": 0}` when the turn had no k-th write. Forked from a process that
has no thread and no connection, a worker is up in milliseconds.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import Any

from fairseed.service import config, worker
from fairseed.service.core import open_service
from tests.service.faulty import Writes


def turn(environ: dict[str, str], at: int) -> None:
    """What a worker does from its start to the end of its first turn."""
    service = open_service(config.load(environ))
    worker.start(service)
    with Writes(at, "killed").watched(service.store):
        worker.tick(service)


def forked(asked: dict[str, Any]) -> dict[str, int]:
    child = os.fork()
    if child == 0:
        try:
            turn(asked["environ"], asked["at"])
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
