"""`make bench`: ratios, each measured side by side in one run, the two sides taking turns.

A machine's own speed cancels out; only the ratios are meant to be compared. No test asserts them.
"""

from __future__ import annotations

import hmac
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from fairseed.derivation import SeedPair  # noqa: E402
from games.cards import SHOE  # noqa: E402
from tests.bench import seats  # noqa: E402
from tests.bench.bulk import memory  # noqa: E402
from tests.bench.bulk import rows as bulk_rows  # noqa: E402
from tests.bench.log import SECONDS as LOG_SECONDS  # noqa: E402
from tests.bench.log import given, growth, promises  # noqa: E402
from tests.bench.ranking import rows as hand_rankings  # noqa: E402
from tests.bench.tables import rows as hands_replayed  # noqa: E402

BIN = Path(sys.executable).parent
SEED = "0" * 64
TURNS = 7
CLIENTS = 16
SECONDS = 2.0


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def ratio(ours: Callable[[], object], other: Callable[[], object], turns: int = TURNS) -> float:
    """How many times as fast as `other` ours is: the median over turns, each in both orders."""
    ours()
    other()
    found = []
    for turn in range(turns):
        if turn % 2:
            mine, theirs = seconds(ours), seconds(other)
        else:
            theirs, mine = seconds(other), seconds(ours)
        found.append(theirs / mine)
    return median(found)


def report(what: str, value: float, target: str) -> None:
    print(f"{what:<58} {value:6.2f}x   target {target}", flush=True)


def blocks(count: int = 50_000) -> float:
    """One block: the single-round path against `hmac.digest` and an f-string."""
    pair = SeedPair(SEED, "client")
    key = SEED.encode()

    def ours() -> None:
        block = pair.block
        for nonce in range(count):
            block(nonce, 0)

    def loop() -> None:
        digest = hmac.digest
        for nonce in range(count):
            digest(key, f"client:{nonce}:0".encode(), "sha256")

    return ratio(ours, loop)


def words(key: bytes, client: str, nonce: int) -> Iterator[int]:
    """The obvious generator of words."""
    cursor = 0
    while True:
        block = hmac.digest(key, f"{client}:{nonce}:{cursor}".encode(), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        cursor += 1


def plain_shuffle(source: Iterator[int], items: list[str]) -> list[str]:
    """The same shuffle, exact, over a plain list."""
    for i in range(len(items) - 1):
        n = len(items) - i
        least = 2**32 % n
        product = next(source) * n
        while product % 2**32 < least:
            product = next(source) * n
        j = i + (product >> 32)
        items[i], items[j] = items[j], items[i]
    return items


def shoes(count: int = 200) -> float:
    pair = SeedPair(SEED, "client")
    key = SEED.encode()
    if pair.stream(0).shuffle(SHOE)[0] != plain_shuffle(words(key, "client", 0), list(SHOE)):
        raise SystemExit("the two shuffles differ")

    def ours() -> None:
        for nonce in range(count):
            pair.stream(nonce).shuffle(SHOE)

    def generator() -> None:
        for nonce in range(count):
            plain_shuffle(words(key, "client", nonce), list(SHOE))

    return ratio(ours, generator)


def cold_start() -> float:
    """Seconds of `derive dice`, as a multiple of `import click`: less is better."""
    seeds = ["--server-seed", SEED, "--client-seed", "client", "--nonce", "0"]
    derive = [str(BIN / "fairseed-verify"), "derive", "dice", *seeds]
    click = [sys.executable, "-c", "import click"]

    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as compiled:
        # As where the package is installed, both find their modules compiled.
        environ = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}

        def run(command: list[str]) -> Callable[[], object]:
            return lambda: subprocess.run(command, check=True, capture_output=True, env=environ)

        return 1 / ratio(run(derive), run(click), turns=21)


# Durable bets over HTTP.


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(command: list[str], environ: dict[str, str], port: int) -> Iterator[int]:
    """A server of two workers, in a process group of its own."""
    server = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environ, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        for _ in range(200):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    break
            except OSError:
                time.sleep(0.1)
        else:
            raise SystemExit("a server did not start")
        yield port
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(30)


def post(connection: http.client.HTTPConnection, key: str, path: str, body: object) -> int:
    headers = {
        "Authorization": f"Bearer {key}",
        "Content-Type": "application/json",
        "Idempotency-Key": secrets.token_hex(16),
    }
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    response.read()
    return response.status


def bets(port: int, key: str) -> float:
    """Bets a second that were answered 201, by CLIENTS clients, each a player of its own."""
    answered = [0] * CLIENTS
    end = time.perf_counter() + SECONDS

    def client(number: int) -> None:
        body = {
            "player": f"p{number}",
            "game": "dice",
            "params": {"target": "50.00", "direction": "over"},
            "bet": {"stake": 100},
        }
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        while time.perf_counter() < end:
            try:
                status = post(connection, key, "/v1/rounds", body)
            except (http.client.HTTPException, OSError):
                connection.close()
                continue
            if status != 201:
                raise SystemExit(f"a bet was answered {status}")
            answered[number] += 1

    begin = time.perf_counter()
    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(answered) / (time.perf_counter() - begin)


def prepare_ours(environ: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "fairseed.cli", "init"],
        cwd=ROOT,
        env=os.environ | environ,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def activate_players(port: int, key: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for number in range(CLIENTS):
        post(connection, key, f"/v1/players/p{number}/seeds", {})
        seed = {"client_seed": secrets.token_hex(8)}
        if post(connection, key, f"/v1/players/p{number}/seeds/rotate", seed) != 200:
            raise SystemExit("a player could not be made")


def durable_bets(ours_url: str, bare_url: str, folder: Path) -> float:
    """Our bets a second as a part of the bare view's, both at two workers, taking turns."""
    port, bare_port = free_port(), free_port()
    ours = {
        "FAIRSEED_DATABASE_URL": ours_url,
        "FAIRSEED_KEY_FILE": str(folder / "bench.key"),
        "FAIRSEED_BIND": f"127.0.0.1:{port}",
        "FAIRSEED_WORKERS": "2",
        "FAIRSEED_LOG_LEVEL": "error",
    }
    bare = {"BARE_DATABASE": bare_url}
    key = prepare_ours(ours)
    ready = f"from tests.bench import bare; bare.prepare({CLIENTS})"
    subprocess.run([sys.executable, "-c", ready], cwd=ROOT, env=os.environ | bare, check=True)
    gunicorn = [
        str(BIN / "gunicorn"),
        "--bind",
        f"127.0.0.1:{bare_port}",
        "--workers",
        "2",
        "--threads",
        "16",
    ]
    with ExitStack() as stack:
        stack.enter_context(serving([sys.executable, "-m", "fairseed.cli", "serve"], ours, port))
        stack.enter_context(serving([*gunicorn, "tests.bench.bare:app"], bare, bare_port))
        activate_players(port, key)
        bets(port, key), bets(bare_port, key)  # warm
        rates = [(bets(port, key), bets(bare_port, key)) for _ in range(TURNS)]
    own, other = median(rate for rate, _ in rates), median(rate for _, rate in rates)
    print(f"  ours {own:.0f} bets/s, bare view {other:.0f} bets/s", flush=True)
    return median(mine / theirs for mine, theirs in rates)


def tables(url: str, folder: Path) -> None:
    """What two workers answer at poker tables."""
    port = free_port()
    key = prepare_ours({"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(folder / "bench.key")})
    command = [sys.executable, "-m", "fairseed.cli", "serve"]
    kind = "SQLite" if url.startswith("sqlite") else "PostgreSQL"
    print(f"tables on {kind}: {seats.measure(url, folder, serving, command, key, port)}", flush=True)


def postgres_databases(server: str) -> tuple[str, str]:
    """Two empty databases on the server named by FAIRSEED_TEST_POSTGRES."""
    import psycopg

    names = [f"bench_{secrets.token_hex(6)}" for _ in range(2)]
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as connection:
        for name in names:
            connection.execute(f"CREATE DATABASE {name}")
    base = server.rsplit("/", 1)[0]
    return f"{base}/{names[0]}", f"{base}/{names[1]}"


def main() -> None:
    report("one block, against hmac.digest and an f-string", blocks(), "at least 1.8")
    report("312-card shoe, against a generator and a list shuffle", shoes(), "at least 2.0")
    for rows in (hand_rankings, hands_replayed, bulk_rows):
        for row in rows(ratio):
            report(*row)
    memory(int(os.environ.get("BENCH_ROUNDS", str(10**7))))  # up to 10^8 where they are asked for
    appended, proven = growth()
    report("append to the log at 10^6 entries, seconds against 10^3", appended, "at most 2.0")
    report("proof at 10^6 entries, seconds against 10^3", proven, "at most 2.0")
    rate, checkpoints = promises()
    report("promises made, logged, published: thousands a second", rate / 1000, "at least 1.0")
    print(
        f"  {checkpoints} checkpoints in {LOG_SECONDS:.0f} s; {given():.0f} a second given to new players",
        flush=True,
    )
    report("derive dice, cold, seconds against `import click`", cold_start(), "at most 1.6")
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
        folder = Path(name)
        value = durable_bets(f"sqlite:///{folder}/ours.sqlite3", f"sqlite:///{folder}/bare.sqlite3", folder)
        report("durable bets on SQLite, against a bare Flask view", value, "at least 0.6, then 0.75")
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
        tables(f"sqlite:///{name}/tables.sqlite3", Path(name))
    server = os.environ.get("FAIRSEED_TEST_POSTGRES")
    if server is None:
        print("durable bets on PostgreSQL: not measured, FAIRSEED_TEST_POSTGRES names no server")
        return
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
        value = durable_bets(*postgres_databases(server), Path(name))
        report("durable bets on PostgreSQL, against a bare Flask view", value, "at least 0.6, then 0.75")
    with tempfile.TemporaryDirectory(prefix="fairseed-bench-") as name:
        tables(postgres_databases(server)[0], Path(name))


if __name__ == "__main__":
    main()
