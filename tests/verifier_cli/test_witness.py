"""The witness as logs meet it: a process behind a socket, judged by C2SP tlog-witness."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.commitments import Checkpoint, CommitmentError, SignedCheckpoint, SigningKey, sign_checkpoint
from fairseed.commitments.merkle import EMPTY_ROOT
from fairseed.commitments.notes import parse_signature_lines
from tests.support import ROOT
from tests.verifier_cli.logs import LOG, ORIGIN, OTHER, WITNESS, Log, body, numbered
from verifier_cli import witness_server
from verifier_cli.witness import MAX_BODY, State, Submission, Witness, WitnessError
from verifier_cli.witness_server import WitnessServer

Said = tuple[int, str, str]


def in_parallel(jobs: Sequence[Callable[[], None]]) -> None:
    """All at one moment; an assertion in one of them is the test's."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], None]) -> None:
        barrier.wait()
        job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        for done in [pool.submit(run, job) for job in jobs]:
            done.result()


class Running:
    """A witness process; `ask` keeps its connection as logs do."""

    def __init__(self, folder: Path, *options: str) -> None:
        key = folder / "key"
        if not key.exists():
            key.write_text(WITNESS.expose() + "\n")
            key.chmod(0o600)
        command = [sys.executable, "-m", "verifier_cli", "log", "witness", "--key-file", str(key)]
        command += ["--state", str(folder / "state"), "--bind", "127.0.0.1:0", "--json"]
        command += options or ["--log", str(LOG.verifier)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        self.said = json.loads(line)
        where = urlsplit(self.said["url"])
        self.address = (where.hostname or "", where.port or 0)
        self.connection = HTTPConnection(*self.address, timeout=30)

    def ask(self, data: bytes, connection: HTTPConnection | None = None) -> Said:
        connection = connection or self.connection
        connection.request("POST", "/add-checkpoint", data)
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read().decode()

    def raw(self, data: bytes) -> bytes:
        with socket.create_connection(self.address, timeout=30) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def stop(self, number: int = signal.SIGTERM) -> str:
        """Ends it; what it noted. Never a traceback."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        noted = self.process.communicate(timeout=30)[1]
        self.connection.close()
        assert "Traceback" not in noted
        return noted


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def begin(*options: str) -> Running:
        started.append(Running(tmp_path, *options))
        return started[-1]

    yield begin
    for running in started:
        if running.process.stderr is not None and not running.process.stderr.closed:
            running.stop()


@pytest.fixture
def running(start: Callable[..., Running]) -> Running:
    return start()


def cosigned(said: Said, checkpoint: str, key: SigningKey = WITNESS) -> int:
    """The time of the cosignature, after it was verified by the note that it makes."""
    status, kind, lines = said
    assert (status, kind) == (200, "text/plain; charset=utf-8"), lines
    assert [signature.name for signature in parse_signature_lines(lines)] == [key.verifier.name]
    return SignedCheckpoint.parse(checkpoint + lines).verify([key.verifier]).times[key.verifier]


def other_view(count: int, shared: int) -> Log:
    """A log of the same key that differs behind its first `shared` entries."""
    return Log([*numbered(shared), *numbered(count - shared, 1_000_000)])


# The protocol.


def test_first_sight_growth_and_replay(running: Running) -> None:
    assert running.said["vkey"] == str(WITNESS.verifier)
    assert running.said["logs"] == [ORIGIN]
    log = Log(numbered(3))
    assert abs(cosigned(running.ask(log.request(0)), log.checkpoint()) - time.time()) < 60
    for size in (4, 5, 255, 256, 257, 700):
        old = len(log.entries)
        log.add(numbered(size - old, old))
        cosigned(running.ask(log.request(old)), log.checkpoint())
        cosigned(running.ask(log.request(size)), log.checkpoint())  # again, with an empty proof
    assert running.ask(log.request(0)) == (409, "text/x.tlog.size", "700\n")
    assert running.ask(log.request(257)) == (409, "text/x.tlog.size", "700\n")


def test_an_empty_log_is_cosigned_and_grows(running: Running) -> None:
    log = Log()
    false = sign_checkpoint(Checkpoint(ORIGIN, 0, bytes(32)), [LOG])
    assert running.ask(body(0, [], false)) == (409, "text/x.tlog.size", "0\n")
    cosigned(running.ask(log.request(0)), log.checkpoint())
    assert running.ask(body(0, [], false)) == (409, "text/x.tlog.size", "0\n")
    log.add(numbered(2))
    cosigned(running.ask(log.request(0)), log.checkpoint())
    assert running.ask(body(0, [], false)) == (409, "text/x.tlog.size", "2\n")


def test_two_views_of_one_size_are_refused_and_kept(running: Running, tmp_path: Path) -> None:
    mine, fork = Log(numbered(10)), other_view(10, 9)
    cosigned(running.ask(mine.request(0)), mine.checkpoint())
    for old in (10, 0, 3):
        assert running.ask(fork.request(old)) == (409, "text/x.tlog.size", "10\n")
    noted = running.stop()
    assert "example.com/log signed two roots of size 10" in noted
    state = State(str(tmp_path / "state"))
    assert state.forks() == [(mine.checkpoint(), fork.checkpoint())]
    assert state.latest(ORIGIN) == (10, mine.tree.root())
    state.close()


def test_another_view_that_grew_is_refused(running: Running) -> None:
    mine, fork = Log(numbered(10)), other_view(20, 9)
    cosigned(running.ask(mine.request(0)), mine.checkpoint())
    status, kind, _ = running.ask(fork.request(10))
    assert (status, kind) == (422, "text/plain; charset=utf-8")
    mine.add(numbered(10, 10))
    cosigned(running.ask(mine.request(10)), mine.checkpoint())
    assert "no consistency was shown from size 10 to 20" in running.stop()


def test_a_log_rolled_back_is_refused(running: Running) -> None:
    log = Log(numbered(300))
    cosigned(running.ask(log.request(0)), log.checkpoint())
    assert running.ask(log.request(100, 200)) == (409, "text/x.tlog.size", "300\n")
    assert running.ask(log.request(200, 200)) == (409, "text/x.tlog.size", "300\n")
    assert running.ask(body(300, [], log.checkpoint(200)))[0] == 400
    cosigned(running.ask(log.request(300)), log.checkpoint())


def test_proofs_that_prove_nothing(running: Running) -> None:
    log = Log(numbered(7))
    assert running.ask(body(0, [bytes(32)], log.checkpoint()))[0] == 422
    cosigned(running.ask(log.request(0)), log.checkpoint())
    assert running.ask(body(7, [bytes(32)], log.checkpoint()))[0] == 422
    log.add(numbered(6, 7))
    proof = log.tree.prove_consistency(7)
    for wrong in ([], proof[:-1], [*proof, bytes(32)], proof[::-1], [*proof[1:], proof[0]]):
        assert running.ask(body(7, wrong, log.checkpoint()))[0] == 422
    cosigned(running.ask(body(7, proof, log.checkpoint())), log.checkpoint())


def test_unknown_logs_and_signatures(running: Running) -> None:
    assert running.ask(Log(numbered(2), OTHER).request(0))[0] == 404
    head = Checkpoint(ORIGIN, 2, Log(numbered(2)).tree.root())
    stranger = SigningKey(ORIGIN, bytes(32))
    assert running.ask(body(0, [], sign_checkpoint(head, [stranger])))[0] == 403
    # Another log's key signs nothing of this one, whatever name stands in the note.
    assert running.ask(body(0, [], sign_checkpoint(head, [OTHER])))[0] == 403
    broken = Log(numbered(2)).checkpoint().replace("\n2\n", "\n3\n")
    assert running.ask(body(0, [], broken))[0] == 403
    # Lines of unknown keys are ignored.
    cosigned(running.ask(body(0, [], sign_checkpoint(head, [stranger, LOG]))), sign_checkpoint(head, [LOG]))


def test_a_log_that_changes_its_key_and_a_policy(start: Callable[..., Running], tmp_path: Path) -> None:
    policy = tmp_path / "policy"
    new = SigningKey(ORIGIN, bytes([7]) * 32)
    policy.write_text(f"log {new.verifier}\nwitness w {WITNESS.verifier}\nquorum w\n")
    running = start("--log", str(LOG.verifier), "--log", str(OTHER.verifier), "--policy", str(policy))
    assert running.said["logs"] == [ORIGIN, OTHER.verifier.name]
    log = Log(numbered(5))
    cosigned(running.ask(log.request(0)), log.checkpoint())
    for keys in ([LOG, new], [new]):
        old = len(log.entries)
        log.add(numbered(5, old))
        checkpoint = log.checkpoint(keys=keys)
        cosigned(running.ask(body(old, log.tree.prove_consistency(old), checkpoint)), checkpoint)
    other = Log(numbered(4), OTHER)
    cosigned(running.ask(other.request(0)), other.checkpoint())


# Atomic, and on disk before the answer.


def test_of_two_submissions_from_one_size_one_wins(start: Callable[..., Running]) -> None:
    """Two processes share the state, as the specification's race has it: sizes N and N + K from
    the same old size, and two views of one size. One of each pair is cosigned, whoever is first."""
    first, second = start(), start()
    mine = Log(numbered(4))
    cosigned(first.ask(mine.request(0)), mine.checkpoint())
    for turn in range(12):
        old = len(mine.entries)
        small, large = Log(mine.entries), Log(mine.entries)
        small.add(numbered(1, turn * 100))
        large.add(numbered(1 if turn % 2 else 3, turn * 100 + 50))
        said: dict[int, Said] = {}

        def ask(place: int, running: Running, data: bytes, said: dict[int, Said] = said) -> None:
            said[place] = running.ask(data)

        pairs = ((0, first, small.request(old)), (1, second, large.request(old)))
        in_parallel([partial(ask, *pair) for pair in pairs])
        assert sorted(answer[0] for answer in said.values()) == [200, 409]
        mine = small if said[0][0] == 200 else large
        assert {answer[2] for answer in said.values() if answer[0] == 409} == {f"{len(mine.entries)}\n"}


def test_many_at_once_go_only_forward(running: Running) -> None:
    """Each climbs from what it was told last; no step is cosigned twice."""
    log = Log(numbered(30))
    steps: list[tuple[int, int]] = []

    def climb(stride: int) -> None:
        with closing(HTTPConnection(*running.address, timeout=30)) as connection:
            old = 0
            while (size := old + stride) <= 30:
                status, _, text = running.ask(log.request(old, size), connection)
                if status == 200:
                    steps.append((old, size))
                else:
                    assert status == 409
                old = size if status == 200 else int(text)

    in_parallel([lambda stride=stride: climb(stride) for stride in (1, 1, 2, 3)])
    steps.sort()
    assert steps[0][0] == 0
    assert all(before[1] == after[0] for before, after in pairwise(steps))


def test_a_restart_and_a_kill_keep_the_state(start: Callable[..., Running]) -> None:
    log = Log(numbered(2))
    old = 0
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL, signal.SIGINT):
        running = start()
        cosigned(running.ask(log.request(old)), log.checkpoint())
        running.stop(number)
        assert running.process.returncode == (0 if number != signal.SIGKILL else -signal.SIGKILL)
        running = start()
        assert running.ask(log.request(old))[2] == f"{len(log.entries)}\n"
        running.stop(signal.SIGKILL)
        old = len(log.entries)
        log.add(numbered(3, old))


def test_a_kill_in_the_middle_loses_nothing_that_was_answered(start: Callable[..., Running]) -> None:
    log = Log(numbered(2000))
    answered = 1
    running = start()
    cosigned(running.ask(log.request(0, 1)), log.checkpoint(1))
    for turn in range(4):
        killer = threading.Timer(0.02 + 0.05 * turn, running.process.kill)
        killer.start()
        with suppress(OSError, HTTPException):
            while answered < 1999:
                assert running.ask(log.request(answered, answered + 1))[0] == 200
                answered += 1
        killer.join()
        running.stop(signal.SIGKILL)
        running = start()
        held = int(running.ask(log.request(0, 1))[2])
        assert held in (answered, answered + 1)  # one more where only the answer was lost
        answered = held


def test_a_witness_ends_while_connections_are_kept_open(running: Running) -> None:
    log = Log(numbered(2))
    cosigned(running.ask(log.request(0)), log.checkpoint())
    with socket.create_connection(running.address) as idle:
        idle.sendall(b"")
        time.sleep(0.1)
        begun = time.monotonic()
        running.stop()
        assert running.process.returncode == 0
        assert time.monotonic() - begun < 5


def test_a_request_that_runs_is_answered_before_the_end(running: Running) -> None:
    data = Log(numbered(2)).request(0)
    head = f"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: {len(data)}\r\n\r\n".encode()
    with socket.create_connection(running.address, timeout=30) as connection:
        connection.sendall(head + data[:20])
        time.sleep(0.3)
        running.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        connection.sendall(data[20:])
        said = b"".join(iter(lambda: connection.recv(65536), b""))
    assert said.startswith(b"HTTP/1.1 200 ")
    assert b"\r\nConnection: close\r\n" in said
    running.stop()
    assert running.process.returncode == 0


# Bad requests: the right status, and never a traceback (`Running.stop` looks).

GOOD = Log(numbered(3)).checkpoint()
HASH = base64.b64encode(bytes(32)).decode()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"\n\n", b"old", b"old 0", b"old 0\n", b"old 0\n\n", b"\x00" * 100, b"\xff\xfe", b"{}",
        GOOD.encode(), b"\n" + GOOD.encode(), b"old 0\n" + GOOD.encode(),
        body("00", [], GOOD), body("-1", [], GOOD), body("+0", [], GOOD), body("0 ", [], GOOD), body(" 0", [], GOOD),
        body("0x0", [], GOOD), body("", [], GOOD), body("1e0", [], GOOD), body(2**63, [], GOOD), body("9" * 5000, [], GOOD),
        body("٣", [], GOOD), body(4, [], GOOD), b"Old 0\n\n" + GOOD.encode(), b"old\t0\n\n" + GOOD.encode(),
        f"old 0\n{HASH}\n{HASH} \n\n{GOOD}".encode(), f"old 0\nabc\n\n{GOOD}".encode(), f"old 0\n{HASH[:-4]}\n\n{GOOD}".encode(),
        f"old 0\n{HASH[:-2]}B=\n\n{GOOD}".encode(), f"old 0\n{HASH * 2}\n\n{GOOD}".encode(),
        body(0, [bytes(32)] * 64, GOOD), body(0, [b""], GOOD), body(0, [bytes(31)], GOOD), body(0, [bytes(33)], GOOD),
        f"old 0\r\n\r\n{GOOD}".encode(), body(0, [], GOOD)[:-1], body(0, [], GOOD) + b"x", body(0, [], GOOD) + b"\n",
        body(0, [], GOOD).replace(b"\n3\n", b"\n03\n"), body(0, [], GOOD).replace(b"\n3\n", b"\n\n"),
        body(0, [], GOOD).replace(b"\n3\n", f"\n{2**63}\n".encode()), body(0, [], GOOD).replace("—".encode(), b"-"),
        body(0, [], GOOD.replace(ORIGIN, "")), body(0, [], GOOD.partition("\n\n")[0] + "\n\n"),
        body(0, [], GOOD + GOOD.splitlines(keepends=True)[-1] * 200),
        b"old 0\n\n" + GOOD.encode().replace(b"log", b"\xed\xa0\x80"),
    ],
)  # fmt: skip
def test_a_body_of_another_form_is_400(data: bytes, shared_witness: Running) -> None:
    status, kind, text = shared_witness.ask(data)
    assert (status, kind) == (400, "text/plain; charset=utf-8")
    assert text.endswith("\n")


@pytest.fixture(scope="module")
def shared_witness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("witness"))
    yield running
    running.stop()


def post(data: bytes = b"", *headers: str, target: str = "/add-checkpoint", method: str = "POST") -> bytes:
    return "\r\n".join([f"{method} {target} HTTP/1.1", "Host: w", *headers, "", ""]).encode() + data


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (post(method="GET"), 405), (post(method="HEAD"), 405), (post(b"x", "Content-Length: 1", method="PUT"), 405),
        (post(method="FOO"), 405), (post(method="GET", target="/"), 404), (post(method="GET", target="/checkpoint"), 404),
        (post(b"x", "Content-Length: 1", target="/"), 404), (post(b"x", "Content-Length: 1", target="/add-checkpoint/"), 404),
        (post(b"x", "Content-Length: 1", target="*"), 404), (post(b"x", "Content-Length: 1", target="/../add-checkpoint"), 404),
        (post(b"x", "Content-Length: 1", target="/add-checkpoint?x=1"), 400), (post(), 411),
        (post(b"1\r\nx\r\n0\r\n\r\n", "Transfer-Encoding: chunked"), 411),
        (post(b"x", "Transfer-Encoding: chunked", "Content-Length: 1"), 411),
        (post(b"x", "Content-Length: x"), 400), (post(b"x", "Content-Length: -1"), 400), (post(b"x", "Content-Length: +1"), 400),
        (post(b"x", "Content-Length: 01"), 400), (post(b"x", "Content-Length: 1, 1"), 400), (post(b"x", "Content-Length: ٣"), 400),
        (post(b"x", "Content-Length: 1", "Content-Length: 2"), 400), (post(b"x", "Content-Length: 2"), 400),
        (post(b"", "Content-Length: 0"), 400), (post(b"", f"Content-Length: {MAX_BODY + 1}"), 413),
        (post(b"", f"Content-Length: {'9' * 19}"), 413), (post(b"", f"Content-Length: {'9' * 4000}"), 400),
        (post(b"", f"Content-Length: {MAX_BODY + 1}", "Expect: 100-continue"), 413), (b"POST\r\n\r\n", 400), (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
        (b"POST /add-checkpoint HTTP/9.9\r\n\r\n", 505), (b"POST /add-checkpoint HTTP/x\r\n\r\n", 400),
        (b"POST /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n", 414), (post(b"", *[f"A{i}: b" for i in range(200)]), 431),
        (post(b"", "A: " + "b" * 70000), 431),
    ],
)  # fmt: skip
def test_what_is_no_such_request(request_: bytes, status: int, shared_witness: Running) -> None:
    said = shared_witness.raw(request_)
    head, _, text = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), said
    assert b"<" not in text
    if status == 405:
        assert b"\r\nAllow: POST\r\n" in head


def test_a_mebibyte_is_refused_quickly(shared_witness: Running) -> None:
    begun = time.monotonic()
    with socket.create_connection(shared_witness.address, timeout=30) as connection:
        connection.sendall(post(b"", f"Content-Length: {2**20}") + bytes(2**20))
        said = b"".join(iter(lambda: connection.recv(65536), b""))
    assert said.startswith(b"HTTP/1.1 413 ")
    assert time.monotonic() - begun < 3
    # One who only says so is refused without a byte of it; the next is served.
    assert shared_witness.raw(post(b"", f"Content-Length: {2**20}")).startswith(b"HTTP/1.1 413 ")
    assert shared_witness.ask(b"x")[0] == 400


def test_a_body_cut_short_is_not_cosigned(running: Running) -> None:
    data = Log(numbered(2)).request(0)
    assert running.raw(post(data, f"Content-Length: {len(data) + 1}")).startswith(b"HTTP/1.1 400 ")
    cosigned(running.ask(data), Log(numbered(2)).checkpoint())


def test_who_still_sends_is_not_reset(shared_witness: Running) -> None:
    """The answer of a refusal must come through, however much of the body is on its way."""
    with socket.create_connection(shared_witness.address, timeout=30) as connection:
        connection.sendall(post(b"", f"Content-Length: {2**20}"))
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")
        connection.sendall(bytes(2**17))
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass


def test_expect_is_answered(shared_witness: Running) -> None:
    said = shared_witness.raw(post(b"x", "Content-Length: 1", "Expect: 100-continue", "Connection: close"))
    assert said.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 ")


# In this process: the clock, the limits of time and number, the state.


def at(seconds: int) -> Callable[[], int]:
    return lambda: seconds


def test_the_clock_gives_the_time(tmp_path: Path) -> None:
    times = iter([1_700_000_000, 1_700_000_001])
    state = State(str(tmp_path / "state"))
    witness = Witness(WITNESS, [LOG.verifier], state, lambda: next(times))
    log = Log(numbered(2))
    for expected in (1_700_000_000, 1_700_000_001):
        answer = witness.add_checkpoint(log.request(0 if expected % 2 == 0 else 2))
        assert cosigned((answer.status, answer.type, answer.body), log.checkpoint()) == expected
    assert witness.add_checkpoint(log.request(0)).status == 409  # and asks no clock
    state.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[WitnessServer]:
    state = State(str(tmp_path / "state"))
    server = WitnessServer(Witness(WITNESS, [LOG.verifier], state, at(1)), "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server
    server.stop()
    thread.join()
    server.server_close()
    state.close()


def test_slow_clients_are_not_waited_for(local: WitnessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness_server, "REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(witness_server, "IDLE_SECONDS", 0.5)
    for sent, status in (
        (b"", b""),
        (b"POST /add", b""),
        (post(b"old", "Content-Length: 10"), b"HTTP/1.1 408 "),
    ):
        with socket.create_connection(local.server_address[:2], timeout=10) as connection:
            begun, said = time.monotonic(), b""
            connection.sendall(sent)
            connection.settimeout(0.1)
            while time.monotonic() - begun < 8:
                try:
                    part = connection.recv(65536)
                    said += part
                    if not part:
                        break
                    continue
                except TimeoutError:
                    pass
                except OSError:
                    break
                if sent:
                    try:
                        connection.sendall(b"x")  # a byte now and then moves no deadline
                    except OSError:
                        break
            assert time.monotonic() - begun < 5
            assert said.startswith(status)


def test_connections_are_bounded(local: WitnessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness_server, "MAX_CONNECTIONS", 3)
    idle = [socket.create_connection(local.server_address[:2], timeout=10) for _ in range(20)]
    time.sleep(0.3)
    with closing(HTTPConnection("127.0.0.1", local.server_address[1], timeout=10)) as connection:
        connection.request("POST", "/add-checkpoint", Log(numbered(2)).request(0))
        with connection.getresponse() as answer:
            assert answer.status == 200
    ended = 0
    for one in idle:
        one.settimeout(0.01)
        with suppress(TimeoutError):
            ended += one.recv(1) == b""
        one.close()
    assert ended >= 16


def test_a_state_locked_for_too_long_is_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier_cli.witness.LOCK_SECONDS", 0.1)
    state = State(str(tmp_path / "state"))
    witness = Witness(WITNESS, [LOG.verifier], state, at(1))
    blocker = sqlite3.connect(tmp_path / "state", isolation_level=None)
    blocker.execute("begin immediate")
    answer = witness.add_checkpoint(Log(numbered(2)).request(0))
    assert (answer.status, answer.note) == (503, "state: database is locked")
    blocker.execute("rollback")
    blocker.close()
    assert witness.add_checkpoint(Log(numbered(2)).request(0)).status == 200
    state.close()


def test_a_clock_that_fails_leaves_the_state(tmp_path: Path) -> None:
    def broken() -> int:
        raise RuntimeError

    state = State(str(tmp_path / "state"))
    with pytest.raises(RuntimeError):
        Witness(WITNESS, [LOG.verifier], state, broken).add_checkpoint(Log(numbered(2)).request(0))
    assert state.latest(ORIGIN) == (0, EMPTY_ROOT)
    state.close()


def test_keys_and_states_that_no_witness_runs_with(tmp_path: Path) -> None:
    state = State(str(tmp_path / "state"))
    for key, logs in ((LOG, [LOG.verifier]), (WITNESS, []), (WITNESS, [WITNESS.verifier])):
        with pytest.raises(WitnessError):
            Witness(key, logs, state)
    state.close()
    (tmp_path / "text").write_bytes(b"no database" * 1000)
    foreign = sqlite3.connect(tmp_path / "foreign")
    foreign.execute("create table coins (id integer)")
    foreign.close()
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute("pragma user_version = 9")
    newer.close()
    for name in ("text", "foreign", "newer", ".", "missing/state"):
        with pytest.raises(WitnessError):
            State(str(tmp_path / name))


@pytest.mark.parametrize(
    "change",
    [
        {"--key-file": "missing"}, {"--key-file": "log-key"}, {"--key-file": "garbage"}, {"--state": "missing/x"},
        {"--log": "x"}, {"--log": str(WITNESS.verifier)}, {"--log": None}, {"--bind": "x"}, {"--bind": "127.0.0.1"},
        {"--bind": "127.0.0.1:65536"}, {"--bind": "192.0.2.1:0"}, {"--policy": "missing"}, {"--policy": "garbage"},
    ],
)  # fmt: skip
def test_a_start_that_is_refused(change: dict[str, str | None], tmp_path: Path) -> None:
    (tmp_path / "key").write_text(WITNESS.expose())
    (tmp_path / "log-key").write_text(LOG.expose())
    (tmp_path / "garbage").write_bytes(b"PRIVATE+KEY+\xff\n")
    options: dict[str, str | None] = {
        "--key-file": "key", "--state": "state", "--log": str(LOG.verifier), "--bind": "127.0.0.1:0",
    }  # fmt: skip
    given_ = [part for name, value in (options | change).items() if value for part in (name, value)]
    command = [sys.executable, "-m", "verifier_cli", "log", "witness", *given_]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr
    for key in (WITNESS, LOG):
        assert key.expose().rpartition("+")[2] not in ran.stderr


SEED_BODY = Log(numbered(9)).request(4)


@settings(deadline=None, max_examples=2000 if os.environ.get("FAIRSEED_SOAK") else 300)
@given(st.data())
def test_any_bytes_are_taken_apart_or_refused(data: st.DataObject) -> None:
    """No body raises anything but the error that becomes a 400."""
    changed = bytearray(SEED_BODY)
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(changed) - 1))
        changed[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    for body_ in (bytes(changed), data.draw(st.binary(max_size=200))):
        try:
            Submission.parse(body_)
        except CommitmentError:
            continue
