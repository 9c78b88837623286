"""The bulk kernels against what else hashes on this machine, and against our own single-round path."""

from __future__ import annotations

import ctypes
import hmac
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from fairseed.audit import engine, lab
from fairseed.audit.bulk import Bulk
from fairseed.audit.ordinary import Ordinary
from fairseed.audit.sources import make_plan
from fairseed.derivation import SeedPair, Stream
from fairseed.records import read_object
from fairseed.verification import Trust, verify_record
from games.limbo import drawn_multiplier

Ratio = Callable[..., float]
Row = tuple[str, float, str]

SEED = "0" * 64
PAIR = SeedPair(SEED, "client")
SHOE = (np.arange(312) % 52).astype(np.uint8)
DECK = np.arange(52, dtype=np.uint8)
ROOT = Path(__file__).parents[2]
NARROWER = [("x86-64-v3", "+avx2,+bmi,+bmi2,+fma", 18), ("x86-64-v2", "+sse4.2,+ssse3,+popcnt", 9)]
NODE = """
const { createHmac } = require('node:crypto');
for (let i = 0; i < COUNT; i++) createHmac('sha256', '0'.repeat(64)).update(`client:${i}:0`).digest();
"""


def nonces(count: int) -> Any:
    return np.arange(10**6, 10**6 + count, dtype=np.uint64)


def fill(count: int) -> None:
    """Streams of one block, in the kernels' own buffer."""
    bulk, step = Bulk(PAIR), 2**15
    kernels = bulk._kernels
    words, tails = np.empty(8 * step, np.uint32), bulk._tails(7, 1)
    for start in range(0, count, step):
        part = np.arange(10**6 + start, 10**6 + start + step, dtype=np.uint64)
        kernels.fill(part, 7, len(bulk._prefix), tails, bulk._inner, bulk._outer, words)  # type: ignore[union-attr]


def hmac_loop(count: int) -> None:
    digest, key = hmac.digest, SEED.encode()
    for nonce in range(10**6, 10**6 + count):
        digest(key, f"client:{nonce}:0".encode(), "sha256")


def limits(folder: Path) -> dict[str, Callable[[int], object]]:
    """The loops in C, where there is a compiler; OpenSSL's where its headers are."""
    found: dict[str, Callable[[int], object]] = {}
    compiler = shutil.which("cc")
    if compiler is None:
        return found
    source = Path(__file__).with_name("limits.c")
    for name, options in (("openssl_loop", ["-DWITH_OPENSSL", "-lcrypto"]), ("vector_limit", [])):
        library = folder / f"{name}.so"
        flags = [flag for flag in options if flag.startswith("-D")]
        libraries = [flag for flag in options if flag.startswith("-l")]
        command = [
            compiler,
            "-O3",
            "-march=native",
            "-shared",
            "-fPIC",
            *flags,
            source,
            "-o",
            library,
            *libraries,
        ]
        if subprocess.run(command, capture_output=True).returncode == 0:
            call = getattr(ctypes.CDLL(str(library)), name)
            call.argtypes = [ctypes.c_uint64]
            found[name] = call
    return found


def per_hash(ratio: Ratio, ours: int, other: Callable[[int], object], count: int) -> float:
    """How many times as many hashes a second: each side does its own number."""
    return ratio(lambda: fill(ours), lambda: other(count)) * ours / count


def narrower(name: str, features: str) -> float | None:
    """The kernels of a processor with shorter vectors, in a process of its own; None where this one has none."""
    code = (
        "from tests.bench import bulk, run; print(bulk.per_hash(run.ratio, 2**19, bulk.hmac_loop, 5 * 10**4))"
    )
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as cache:
        chosen = {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features, "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", code]
        told = subprocess.run(command, cwd=ROOT, env=os.environ | chosen, capture_output=True, text=True)
    return float(told.stdout) if told.returncode == 0 else None


def node(count: int) -> None:
    subprocess.run(["node", "-e", NODE.replace("COUNT", str(count))], check=True)


def hilo(stream: Stream) -> None:
    for _ in range(5):
        _, stream = stream.uniform(52)


def plinko(stream: Stream) -> None:
    for _ in range(16):
        _, stream = stream.uniform(2)


GAMES: list[tuple[str, int, int, Callable[[Bulk, Any], object], Callable[[Stream], object]]] = [
    ("dice", 2**20, 20_000, lambda bulk, n: bulk.dice(n), lambda s: s.uniform(10001)),
    (
        "limbo",
        2**20,
        20_000,
        lambda bulk, n: bulk.limbo(n, Fraction(98, 100)),
        lambda s: drawn_multiplier(s.uint64()[0], Fraction(98, 100)),
    ),
    ("plinko, 16 rows", 2**19, 8_000, lambda bulk, n: bulk.plinko(n, 16), plinko),
    ("mines, 3 of 25", 2**19, 10_000, lambda bulk, n: bulk.mines(n, 5, 3), lambda s: s.sample(25, 3)),
    ("hilo, 5 cards", 2**19, 10_000, lambda bulk, n: bulk.hilo(n, 5), hilo),
    ("decks of 52", 2**16, 2_000, lambda bulk, n: bulk.shuffle(n, DECK), lambda s: s.shuffle(range(52))),
    ("shoes of 312", 2**14, 400, lambda bulk, n: bulk.shuffle(n, SHOE), lambda s: s.shuffle(range(312))),
]


def collection(game: str) -> list[bytes]:
    """Lines of 1000 honest records."""
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
        path = Path(name) / "rounds.jsonl"
        lab.write_raw(path, "bench", 1000, (game,), 0, lambda _: None)
        return path.read_bytes().splitlines()


def rows(ratio: Ratio) -> Iterator[Row]:
    count = 2**21
    value = per_hash(ratio, count, hmac_loop, 10**5)
    yield "bulk streams, one thread, against a hmac.digest loop", value, "at least 40, stretch 50"
    for name, features, target in NARROWER if platform.machine() == "x86_64" else []:
        if (value := narrower(name, features)) is not None:
            yield f"the same with the vectors of {name}", value, f"at least {target}"
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
        found = limits(Path(name))
        if "openssl_loop" in found:
            value = per_hash(ratio, count, found["openssl_loop"], 10**6)
            yield "bulk streams, against OpenSSL from C", value, "none"
        if "vector_limit" in found:
            value = per_hash(ratio, count, found["vector_limit"], count)
            yield "bulk streams, against 16 lanes in C without messages", value, "at least 0.7, stretch 0.85"
    if shutil.which("node"):
        yield "bulk streams, against Node's createHmac", per_hash(ratio, count, node, 3 * 10**5), "none"
    bulk = Bulk(PAIR)
    for game, many, few, fast, one in GAMES:
        many_nonces, few_nonces = nonces(many), range(10**6, 10**6 + few)

        def ours(fast: Any = fast, many_nonces: Any = many_nonces) -> None:
            fast(bulk, many_nonces)

        def single(one: Any = one, few_nonces: Any = few_nonces) -> None:
            for nonce in few_nonces:
                one(PAIR.stream(nonce))

        yield f"bulk {game}, against our single-round path", ratio(ours, single) * many / few, "at least 20"
    for game in ("dice", "limbo", "plinko", "mines", "hilo"):
        lines = collection(game)

        def known(lines: Any = lines) -> None:
            judge = Ordinary(Trust()).verified
            for line in lines:
                judge(line)

        def full(lines: Any = lines) -> None:
            for line in lines:
                verify_record(read_object(line))

        yield f"lines of {game} judged as ordinary, against the full verifier", ratio(known, full), "none"
    twice = [count, count]
    with ThreadPoolExecutor(2) as pool:
        two = ratio(lambda: list(pool.map(fill, twice)), lambda: list(map(fill, twice)))
    yield "bulk streams, two threads against one", two, "at least 1.8"


def memory(most: int) -> None:
    """Prints the peak memory of audits of ever more rounds, each in a process of its own."""
    rounds = 10**5
    while rounds <= most:
        with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
            path = Path(name) / "dice.parquet"
            lab.write_scaled(path, "bench", rounds, "dice", 0, lambda _: None)
            code = "import sys; from tests.bench import bulk; bulk.audited(sys.argv[1])"
            command = [sys.executable, "-c", code, path]
            told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        print(f"  audit of {rounds:>11,} dice rounds: {told.stdout.strip()}", flush=True)
        rounds *= 10


def audited(name: str) -> None:
    begin = time.perf_counter()
    state = engine.run(make_plan([name]))
    seconds = time.perf_counter() - begin
    if state.counts["failed"]:
        raise SystemExit("an honest collection failed")
    # Not getrusage, whose peak also counts the process that this one was forked from.
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    print(f"{state.counts['verified'] / seconds / 1e6:.2f} million/s, peak {peak:.0f} MB (target: under 500)")
