"""A real service that is told to stop while clients listen to its tables."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.http.server import Refused, Server

# A stream lasts 30 seconds and gunicorn waits 20 for an answer: far from both on a loaded machine.
SOON = 10


@contextmanager
def stream(server: Server, table_id: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=25)) as connection:
        headers = {"Authorization": f"Bearer {server.key}", "Accept": "text/event-stream"}
        connection.request("GET", f"/v1/tables/{table_id}/events", headers=headers)
        with connection.getresponse() as answer:
            assert answer.status == 200
            assert answer.readline() == b"retry: 1000\n"
            yield answer


def test_streams_end_with_the_service(tmp_path: Path) -> None:
    """Each stream ends as a whole answer, and the processes with them."""
    with (
        Server(f"sqlite:///{tmp_path}/fairseed.sqlite3", tmp_path, workers=2) as server,
        ExitStack() as opened,
    ):
        body = {"game": "holdem", "params": {"small_blind": 5, "big_blind": 10}}
        table_id = server.post("/v1/tables", body).body["table_id"]
        sat = {"player": "alice", "buy_in": 1000, "chain_head": "0" * 64}
        server.post(f"/v1/tables/{table_id}/seats", sat)
        streams = [opened.enter_context(stream(server, table_id)) for _ in range(6)]
        told: list[bytes] = []
        readers = [threading.Thread(target=lambda each=each: told.append(each.read())) for each in streams]
        for reader in readers:
            reader.start()
        time.sleep(1)  # each looks for news by now
        assert all(reader.is_alive() for reader in readers)
        assert server.process is not None
        server.process.terminate()
        assert server.process.wait(SOON) == 0
        for reader in readers:
            reader.join(SOON)
        assert len(told) == 6, "an answer was cut off"
        assert all(b'"alice"' in each for each in told)


@pytest.mark.soak
def test_who_hung_up_keeps_no_stream(tmp_path: Path) -> None:
    """Connections that were cut, at a table where nothing happens, give their places back long before a stream ends."""
    with Server(f"sqlite:///{tmp_path}/fairseed.sqlite3", tmp_path, FAIRSEED_THREADS="4") as server:
        body = {"game": "holdem", "params": {"small_blind": 5, "big_blind": 10}}
        table_id = server.post("/v1/tables", body).body["table_id"]
        with ExitStack() as opened:
            for _ in range(2):
                opened.enter_context(stream(server, table_id))
            headers = {"Authorization": f"Bearer {server.key}", "Accept": "text/event-stream"}
            with pytest.raises(Refused) as told:
                server.call("GET", f"/v1/tables/{table_id}/events", headers=headers)
            assert told.value.body["code"] == "busy"
        deadline = time.monotonic() + SOON
        while True:
            try:
                with stream(server, table_id):
                    break
            except (AssertionError, Refused):
                assert time.monotonic() < deadline, "the streams are still taken"
                time.sleep(0.2)
        server.kill()
