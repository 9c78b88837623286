"""Bodies over a real socket: the limit holds whether or not the length is declared."""

from __future__ import annotations

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
