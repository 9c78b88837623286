"""One fuzzing process: `python -m tests.fuzz.child PARSER SEED FIRST SECONDS COUNTER`.

It runs inputs from number FIRST on for SECONDS (0: that input alone) and writes one line of JSON: how many
it ran, or the number of the first that failed and why. COUNTER is a file of 8 bytes in which the number of
the input under way stands, for when the process does not live to tell.
"""

from __future__ import annotations

import gc
import json
import mmap
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from random import Random

from fairseed.derivation import FairseedError
from tests.fuzz.parsers import PARSERS, PLANTED, Parser

SECOND = 1.0  # of CPU an input
KILLED_AFTER = 3.0  # of CPU; ends even what never returns from C
MEMORY = 256 * 2**20
LEAST = 50  # inputs a run, however slow the machine


def main() -> None:
    name, seed, first, seconds, counter_file = sys.argv[1:]
    parser = (PARSERS | PLANTED)[name]
    mutator = parser.mutator()
    for data in parser.seeds:  # what is loaded only once is loaded now
        judge(parser, data)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    before = pages()[1]
    with Path(counter_file).open("r+b") as file, mmap.mmap(file.fileno(), 8) as counter:
        found = {"inputs": 0, "value": 0, "error": 0}
        end = time.monotonic() + float(seconds)
        number = int(first)
        while True:
            counter[:] = number.to_bytes(8, "little")
            data = mutator.make(number, Random(f"{seed}:{number}"))
            outcome, failure = judge(parser, data)
            if failure:
                print(json.dumps({"number": number, "failure": failure}))
                return
            found["inputs"] += 1
            found[outcome] += 1
            number += 1
            if float(seconds) == 0 or (time.monotonic() >= end and found["inputs"] >= LEAST):
                break
    del data
    gc.collect()
    kept = pages()[1] - before
    if kept * resource.getpagesize() > MEMORY:
        found = {"number": number - 1, "failure": f"{kept} pages of memory were kept by all inputs"}
    print(json.dumps(found))


def pages() -> list[int]:
    """Of memory: in the address space, and resident."""
    return [int(count) for count in Path("/proc/self/statm").read_text().split()[:2]]


def judge(parser: Parser, data: bytes) -> tuple[str, str]:
    """Whether a value or an error came of it; and the failure, if it was neither or took too long.
    What took too long is tried again: other processes slow a processor down."""
    outcome, failure, spent = run(parser, data)
    for _ in range(2):
        if not failure and spent > SECOND:
            spent = min(spent, run(parser, data)[2])
    if not failure and spent > SECOND:
        failure = f"took {spent:.2f} s of CPU"
    return outcome, failure


def run(parser: Parser, data: bytes) -> tuple[str, str, float]:
    outcome, failure = "value", ""
    limit = pages()[0] * resource.getpagesize() + MEMORY
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit, unlimited[1]))
    signal.setitimer(signal.ITIMER_PROF, KILLED_AFTER)
    start = time.process_time()
    try:
        try:
            parser.read(data)
        except FairseedError as error:
            outcome = "error"
            assert error.field
            assert str(error)
            assert repr(error)
    except Exception:
        resource.setrlimit(resource.RLIMIT_AS, unlimited)
        failure = traceback.format_exc(limit=-12)[-3000:]
    spent = time.process_time() - start
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_AS, unlimited)
    return outcome, failure, spent


if __name__ == "__main__":
    main()
