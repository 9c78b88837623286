"""`fairseed-verify page`: a server of the page alone, in a process of its own."""

from __future__ import annotations

import hashlib
import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from web_verifier import site

COMMAND = [sys.executable, "-m", "verifier_cli", "page"]


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, int, subprocess.Popen[str]]]:
    with subprocess.Popen(
        [*COMMAND, "--port", "0", "--json", *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["sha256"] == hashlib.sha256(site.offline()).hexdigest()
        url = urlsplit(told["url"])
        assert url.hostname == "127.0.0.1"
        try:
            yield url.hostname, url.port or 0, process
        finally:
            process.kill()


def get(host: str, port: int, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(host, port, timeout=10)
    connection.putrequest(method, path, skip_host=False)
    connection.endheaders()
    answer = connection.getresponse()
    try:
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_it_serves_the_page_and_nothing_else(tmp_path: Path) -> None:
    with serving() as (host, port, _):
        for path in ("", "ui/main.js", "css/base.css", "icon.svg", site.OFFLINE, site.DIGEST):
            found = site.read(path)
            assert found is not None
            status, headers, body = get(host, port, f"/{path}")
            assert (status, body, headers["Content-Type"]) == (200, *found)
            for name, value in site.headers(path).items():
                assert headers[name] == value
        assert get(host, port, "/?x#y")[0] == 200
        for path in (
            "/nothing",
            "/../site.py",
            "/%2e%2e/site.py",
            "//etc/passwd",
            "/ui",
            "/ui/",
            "/verify/",
            "*",
        ):
            status, headers, body = get(host, port, path)
            assert (status, body) == (404, b"not found\n"), path
            assert headers["Content-Security-Policy"] == site.POLICY
        head = get(host, port, "/ui/main.js", "HEAD")
        assert (head[0], head[2]) == (200, b"")
        assert get(host, port, "/", "POST")[0] == 501


def test_a_client_that_sends_no_request_stops_nobody() -> None:
    with serving() as (host, port, process):
        with socket.create_connection((host, port)) as idle, socket.create_connection((host, port)) as gone:
            idle.sendall(b"GET / HT")
            gone.sendall(b"\x16\x03\x01 no http\r\n\r\n")
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            assert get(host, port, "/")[0] == 200
        process.terminate()
        assert process.wait(10) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    with serving() as (_, _, process):
        process.send_signal(number)
        assert process.wait(10) == 0


def test_a_port_in_use_is_refused() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run([*COMMAND, "--port", str(port)], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: can't listen at 127.0.0.1:{port}: ")
    assert done.stderr.count("\n") == 1


def test_it_writes_the_page_as_one_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = subprocess.run([*COMMAND, "--save", str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_bytes() == site.offline()
    # What it prints is what sha256sum reads.
    assert done.stdout == f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}\n"
    told = subprocess.run([*COMMAND, "--save", str(path), "--json"], capture_output=True, text=True)
    assert json.loads(told.stdout) == {"file": str(path), "sha256": site.offline_digest()}


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "page.html"
    done = subprocess.run([*COMMAND, "--save", str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Error: can't write {path}: No such file or directory\n"
