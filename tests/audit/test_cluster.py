"""The audit on a Dask cluster of separate processes, of which one is killed in the middle (docs/audit.md)."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fairseed.audit import engine, lab
from fairseed.audit.report import make_report
from fairseed.audit.sources import describe, make_plan
from tests.support import ROOT

pytest.importorskip("distributed")


def start(*arguments: str, told: str, processes: list[subprocess.Popen[str]]) -> str:
    """A process in a group of its own; what `told` finds in what it says."""
    command = [sys.executable, "-m", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True)
    processes.append(process)
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(told, line):
            # What it says later is read away, so that it never waits for a reader.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            return found[1]
    raise AssertionError(f"{arguments} ended before it said {told}")


@pytest.mark.soak
def test_a_worker_killed_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lab.write_raw(path, "test", 3000, lab.RAW_GAMES, 12, lambda _: None)
    plan = make_plan([str(path)], unit_bytes=20_000)
    whole = make_report(describe(plan), (), engine.run(plan, jobs=1), {})
    processes: list[subprocess.Popen[str]] = []
    try:
        address = start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            told=r"Scheduler at:\s+(tcp://\S+)", processes=processes,
        )  # fmt: skip
        for _ in range(2):
            start(
                "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                "--host", "127.0.0.1", told=r"(Registered to|Starting established connection)", processes=processes,
            )  # fmt: skip
        seen: list[Any] = []

        def kill(progress: engine.Progress) -> None:
            seen.append(progress)
            if len(seen) == 5:
                os.killpg(processes[-1].pid, signal.SIGKILL)
                processes[-1].wait()

        state = engine.run(plan, cluster=address, tell=kill)
        assert len(seen) == len(plan.units) > 10
        assert json.dumps(make_report(describe(plan), (), state, {})) == json.dumps(whole)
    finally:
        for process in processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stderr is not None:
                process.stderr.close()
