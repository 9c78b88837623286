"""Bodies over a real socket: the limit holds whether or not the length is declared."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.http.server import Refused, Server, fresh_database

LIMIT = 2**20


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_limit(declared: bool, tmp_path: Path) -> None:
    with fresh_database("sqlite", tmp_path) as url, Server(url, tmp_path) as server:
        headers = {"Authorization": f"Bearer {server.key}", "Content-Type": "application/json"}
        for size, code in ((LIMIT + 1, "body_too_large"), (LIMIT + 70_000, "body_too_large"), (LIMIT, None)):
            body = b"{}" + b" " * (size - 2)
            sent = body if declared else iter([body])
            path = f"/v1/players/p{size}/seeds"
            if code is None:
                assert server.call("POST", path, sent, headers | {"Idempotency-Key": str(size)}).status == 201
                continue
            with pytest.raises(Refused) as refusal:
                server.call("POST", path, sent, headers | {"Idempotency-Key": str(size)})
            assert (refusal.value.status, refusal.value.body["code"]) == (413, code)
            assert refusal.value.body["field"] == "body"


def raw(server: Server, head: str, body: bytes) -> bytes:
    """One request as it is, the sending side closed behind it; the whole answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as sock:
        sock.sendall(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n" + body)
        sock.shutdown(socket.SHUT_WR)
        answer = b""
        while part := sock.recv(65536):
            answer += part
        return answer


def test_bodies_and_heads_that_are_not_what_they_say(tmp_path: Path) -> None:
    with fresh_database("sqlite", tmp_path) as url, Server(url, tmp_path) as server:
        server.post("/v1/players/alice/seeds", {})
        server.post("/v1/players/alice/seeds/rotate", {"client_seed": "first"})
        bet = b'{"player":"alice","game":"limbo","params":{"target":"2.00"},"bet":{"stake":1}}'
        head = (
            f"POST /v1/rounds HTTP/1.1\nHost: x\nConnection: close\nAuthorization: Bearer {server.key}\n"
            "Content-Type: application/json\nIdempotency-Key: one\n"
        )
        for more, body in (
            (f"Content-Length: {len(bet) + 500}\n", bet),
            ("Transfer-Encoding: chunked\n", b"zz\r\n{}\r\n0\r\n\r\n"),
            ("Transfer-Encoding: chunked\n", b"%x\r\n" % (len(bet) + 9) + bet),
        ):
            answer = raw(server, head + more, body)
            assert answer.startswith(b"HTTP/1.1 400 "), answer
            assert b"application/problem+json" in answer
            assert b'"code":"bad_json"' in answer
            assert server.get("/v1/players/alice/seeds")["active"]["nonce"] == 0
        moved = raw(server, "GET /healthz HTTP/1.1\nHost: x\nConnection: close\nSCRIPT_NAME: /zz\n", b"")
        assert moved.startswith(b"HTTP/1.1 200 ") or b" 400 " in moved.split(b"\r\n")[0], moved
        refused = raw(server, "DELETE /v1/rounds HTTP/1.1\nHost: x\nConnection: close\n", b"")
        assert refused.startswith(b"HTTP/1.1 405 ")
        assert b"Allow: GET, HEAD, OPTIONS, POST" in refused
        assert "Traceback" not in server.log_path.read_text()
