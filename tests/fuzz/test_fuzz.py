"""Fuzzing of every reader of outside data: a value or FairseedError, within 1 s of CPU and 256 MB.

2 seconds a reader, 10 minutes each under FAIRSEED_SOAK. FAIRSEED_FUZZ_SEED repeats a run.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.parsers import PARSERS, PLANTED
from tests.support import ROOT

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
SECONDS = 600 if SOAK else 2
SLICE = 60  # seconds a process: memory that was freed but is in pieces counts as used
GRACE = 300  # seconds on top, for a slow machine


class Fuzzed(Exception):
    """A failing input, written to a file."""


def fuzz(name: str, folder: Path, seed: str, seconds: float) -> dict[str, int]:
    """Counts of inputs, values and errors. Fuzzed at the first failure."""
    counter, first = folder / "counter", 0
    total = {"inputs": 0, "value": 0, "error": 0}
    while True:
        counter.write_bytes(bytes(8))
        now = min(seconds, SLICE)
        call = [sys.executable, "-m", "tests.fuzz.child", name, seed, str(first), str(now), str(counter)]
        done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=now + GRACE)
        said: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
        if done.returncode or "failure" in said:
            number = said.get("number", int.from_bytes(counter.read_bytes(), "little"))
            raise Fuzzed(_told(name, folder, seed, number, said, done))
        for key, count in said.items():
            total[key] += count
        first += said["inputs"]
        seconds -= SLICE
        if seconds <= 0:
            return total


def _told(
    name: str,
    folder: Path,
    seed: str,
    number: int,
    said: dict[str, Any],
    done: subprocess.CompletedProcess[str],
) -> str:
    data = (PARSERS | PLANTED)[name].mutator().make(number, random.Random(f"{seed}:{number}"))
    file = folder / f"{name}-{seed}-{number}.input"
    file.write_bytes(data)
    why = said.get("failure")
    if done.returncode < 0:
        killed = signal.Signals(-done.returncode).name
        why = f"ended by {killed}" + (": more than 3 s of CPU" if killed == "SIGPROF" else "")
    again = shlex.join(
        ["python", "-m", "tests.fuzz.child", name, seed, str(number), "0", str(folder / "counter")]
    )
    return "\n".join(
        [
            f"{name}: seed {seed}, input {number} ({len(data)} bytes, in {file}): {why or done.stderr[-3000:]}",
            f"again: {again}",
        ]
    )


@pytest.mark.timeout(SECONDS + SECONDS // SLICE * 5 + GRACE)
@pytest.mark.parametrize("name", PARSERS)
def test_any_input_ends_in_a_value_or_an_error_of_ours(name: str, tmp_path: Path) -> None:
    seed = os.environ.get("FAIRSEED_FUZZ_SEED") or str(random.SystemRandom().getrandbits(32))
    try:
        found = fuzz(name, tmp_path, seed, SECONDS)
    except Fuzzed as failure:
        pytest.fail(str(failure), pytrace=False)
    print(name, found)
    assert found["value"], "no input was valid"
    assert found["error"], "no input was refused"


@pytest.mark.parametrize("name", PARSERS)
def test_the_inputs_to_start_from_are_valid(name: str) -> None:
    for data in PARSERS[name].seeds:
        PARSERS[name].read(data)
    if name == "record":
        for data in PARSERS[name].seeds:
            verdict = json.loads(str(PARSERS[name].read(data)))
            assert verdict["verdict"] in ("verified", "pending"), verdict


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("leaks", "ValueError: planted"),
        ("template", "Error"),
        ("spins", "ended by SIGPROF: more than 3 s of CPU"),
        ("hangs", "ended by SIGPROF: more than 3 s of CPU"),
        ("swells", "MemoryError"),
        ("dies", "ended by SIGABRT"),
    ],
)
def test_planted_faults_are_found(name: str, what: str, tmp_path: Path) -> None:
    """And told with the seed, and with the input in a file from which it happens again."""
    with pytest.raises(Fuzzed) as found:
        fuzz(name, tmp_path, "17", 60)
    head = str(found.value)
    assert what in head
    assert f"{name}: seed 17, input " in head
    (file,) = tmp_path.glob("*.input")
    assert str(file) in head
    if "SIGPROF" in what:
        return  # it takes as long again
    again = shlex.split(head.splitlines()[-1].removeprefix("again: "))
    done = subprocess.run([sys.executable, *again[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode < 0 or "failure" in done.stdout
