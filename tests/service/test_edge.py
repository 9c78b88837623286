"""Strict bodies, callers, idempotency and the shape of every refusal (docs/spec/record.md section 5)."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from fairseed.service import config
from fairseed.service.app import create_app
from tests.service.api import Api, refused

DICE = {
    "player": "alice",
    "game": "dice",
    "params": {"target": "50.00", "direction": "under"},
    "bet": {"stake": 10},
}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff{}",
        b"\xef\xbb\xbf{}",
        b'{"player":"a","player":"b"}',
        b'{"bet":{"stake":1.0}}',
        b'{"bet":{"stake":1e2}}',
        b'{"bet":{"stake":NaN}}',
        b'{"bet":{"stake":' + b"9" * 5000 + b"}}",
        b'{"bet":{"stake":9007199254740992}}',
        b'{"player":"\\ud800"}',
        b"[" * 100_000,
        b"{} {}",
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_a_body_that_is_no_strict_json(alice: Api, raw: bytes) -> None:
    refused(alice.post("/v1/rounds", raw), 400, "bad_json")
    refused(alice.post("/v1/players/bob/seeds", raw), 400, "bad_json")
    assert alice.nonce() == 0


@pytest.mark.parametrize("raw", [b"[]", b"1", b"null", b'"text"'])
def test_a_body_that_is_no_object(alice: Api, raw: bytes) -> None:
    for path in ("/v1/rounds", "/v1/draws", "/v1/quotes", "/v1/players/bob/seeds"):
        refused(alice.post(path, raw), 422, "invalid_field")


def test_true_is_no_number(alice: Api) -> None:
    refused(alice.post("/v1/rounds", DICE | {"bet": {"stake": True}}), 422, "invalid_field", "bet.stake")


def test_media_type_size_path_and_method(alice: Api) -> None:
    text = {"Content-Type": "text/plain"}
    refused(alice.post("/v1/rounds", DICE, **text), 415, "unsupported_media_type")
    none = alice.app.test_client().post(
        "/v1/rounds",
        data=b"{}",
        content_type="",
        headers={"Authorization": f"Bearer {alice.key}", "Idempotency-Key": "k"},
    )
    refused(none, 415, "unsupported_media_type")
    refused(alice.post("/v1/rounds", b" " * (2**20 + 1)), 413, "body_too_large")
    refused(alice.get("/v1/nothing"), 404, "not_found")
    refused(alice.get("/v1/rounds/" + "0" * 32), 404, "not_found")
    refused(alice.get("/v1/quotes"), 405, "method_not_allowed")
    refused(alice.post("/v1/rounds?x=1", DICE), 400, "bad_query")


def test_callers_and_scopes(alice: Api) -> None:
    auditor = alice.command("keys", "create", "--scope", "auditor").strip()
    assert alice.get("/v1/players/alice/seeds", key=auditor).status_code == 200
    refused(alice.post("/v1/rounds", DICE, key=auditor), 403, "forbidden")
    for header in ({}, {"Authorization": "Bearer no"}, {"Authorization": f"Basic {alice.key}"}):
        answer = alice.app.test_client().get("/v1/rounds", headers=header)
        refused(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    listed = alice.command("keys", "list")
    assert auditor not in listed
    assert alice.key not in listed
    key_id = next(line for line in listed.splitlines() if "auditor" in line).split("\t")[0]
    alice.command("keys", "revoke", key_id)
    refused(alice.get("/v1/players/alice/seeds", key=auditor), 401, "unauthorized")


def test_a_repeat_answers_the_same_bytes_and_plays_once(alice: Api) -> None:
    first = alice.post("/v1/rounds", DICE, idempotency="once")
    again = alice.post("/v1/rounds", DICE, idempotency="once")
    assert (again.status_code, again.data) == (first.status_code, first.data) == (201, first.data)
    assert alice.nonce() == 1
    spaced = json.dumps(DICE, indent=1).encode()
    refused(alice.post("/v1/rounds", spaced, idempotency="once"), 422, "idempotency_key_reused")
    refused(alice.post("/v1/players/bob/seeds", {}, idempotency="once"), 422, "idempotency_key_reused")
    assert alice.nonce() == 1


def test_the_repeat_of_a_rotation_answers_the_same_bytes(alice: Api) -> None:
    body, path = {"client_seed": "second"}, "/v1/players/alice/seeds/rotate"
    first = alice.post(path, body, idempotency="rotate")
    assert first.json["revealed"]["server_seed"]
    assert alice.post(path, body, idempotency="rotate").data == first.data


def test_a_refused_call_is_not_stored(alice: Api) -> None:
    refused(alice.post("/v1/rounds", DICE | {"bet": {"stake": 0}}, idempotency="k"), 422, "limits")
    assert alice.post("/v1/rounds", DICE, idempotency="k").status_code == 201


def test_two_api_keys_do_not_share_idempotency_keys(alice: Api) -> None:
    other = alice.command("keys", "create", "--scope", "operator").strip()
    first = alice.post("/v1/rounds", DICE, idempotency="k").json
    assert alice.post("/v1/rounds", DICE, idempotency="k", key=other).json["round_id"] != first["round_id"]


@pytest.mark.parametrize("key", ["", "x" * 65, "ключ".encode().decode("latin-1")])
def test_bad_idempotency_keys(alice: Api, key: str) -> None:
    refused(
        alice.post("/v1/rounds", DICE, **{"Idempotency-Key": key}), 422, "invalid_field", "Idempotency-Key"
    )


def test_every_post_needs_an_idempotency_key(alice: Api) -> None:
    headers = {"Authorization": f"Bearer {alice.key}"}
    for path, body in [("/v1/rounds", DICE), ("/v1/quotes", DICE), ("/v1/players/bob/seeds", {})]:
        answer = alice.app.test_client().post(path, json=body, headers=headers)
        refused(answer, 400, "idempotency_key_missing")


def test_an_answer_is_kept_for_seven_days(api: Api) -> None:
    now = datetime(2030, 1, 1, tzinfo=UTC)
    times = [now]
    app = create_app(config.load(api.environ), clock=lambda: times[-1])
    late = Api(app, api.key, api.environ)
    first = late.post("/v1/players/alice/seeds", {}, idempotency="k")
    times.append(now + timedelta(days=7) - timedelta(seconds=1))
    assert late.post("/v1/players/alice/seeds", {}, idempotency="k").data == first.data
    times.append(now + timedelta(days=7, seconds=1))
    refused(late.post("/v1/players/alice/seeds", {}, idempotency="k"), 409, "seeds_exist")


def test_no_column_but_the_revealed_one_holds_a_seed(alice: Api) -> None:
    alice.play("dice", DICE["params"])  # type: ignore[arg-type]
    alice.rotate("second")
    path = alice.environ["FAIRSEED_DATABASE_URL"].removeprefix("sqlite:///")
    with sqlite3.connect(path) as database:
        seeds = database.execute("SELECT state, server_seed FROM pairs").fetchall()
    assert {state: seed is not None for state, seed in seeds} == {
        "revealed": True,
        "active": False,
        "committed": False,
    }
    assert alice.key not in str(sqlite3.connect(path).execute("SELECT * FROM api_keys").fetchall())


def test_a_failure_is_a_problem_and_says_nothing(alice: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("inner words")

    monkeypatch.setattr("fairseed.service.rounds.one", fail)
    answer = alice.get("/v1/rounds/" + "0" * 32)
    refused(answer, 500, "internal")
    assert "inner words" not in answer.text
