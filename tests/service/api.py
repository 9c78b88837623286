"""A caller of the service through Flask's test client, and the envelope of every refusal."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field
from typing import Any

from click.testing import CliRunner
from flask import Flask
from werkzeug.test import TestResponse

from fairseed.cli import main


@dataclass
class Api:
    """A caller: its API key, and a fresh Idempotency-Key for every POST that names none."""

    app: Flask
    key: str
    environ: dict[str, str]
    numbers: itertools.count[int] = field(default_factory=itertools.count)

    def get(self, path: str, *, key: str | None = None) -> TestResponse:
        return self.app.test_client().get(path, headers={"Authorization": f"Bearer {key or self.key}"})

    def post(
        self, path: str, body: Any, *, idempotency: str | None = None, key: str | None = None, **headers: str
    ) -> TestResponse:
        sent = {
            "Authorization": f"Bearer {key or self.key}",
            "Idempotency-Key": idempotency or f"call-{next(self.numbers)}",
            "Content-Type": "application/json",
        } | headers
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.app.test_client().post(path, data=raw, headers=sent)

    def rotate(self, client_seed: str, player: str = "alice") -> TestResponse:
        return self.post(f"/v1/players/{player}/seeds/rotate", {"client_seed": client_seed})

    def play(self, game: str, params: dict[str, Any], stake: int = 10) -> TestResponse:
        bet = {"stake": stake}
        return self.post("/v1/rounds", {"player": "alice", "game": game, "params": params, "bet": bet})

    def nonce(self) -> int:
        return int(self.get("/v1/players/alice/seeds").json["active"]["nonce"])  # type: ignore[index]

    def command(self, *arguments: str) -> str:
        result = CliRunner().invoke(main, list(arguments), env=self.environ, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout


def refused(response: TestResponse, status: int, code: str, where: str | None = None) -> dict[str, Any]:
    """Asserts the one envelope of every refusal; `where` is the field it must name."""
    document: dict[str, Any] | None = response.json
    assert (response.status_code, document and document["code"]) == (status, code), response.text
    assert document is not None
    assert response.mimetype == "application/problem+json"
    assert set(document) == {"type", "title", "status", "code", "field", "detail"}
    assert document["status"] == status
    assert "Traceback" not in response.text
    if where is not None:
        assert document["field"] == where
    return document
