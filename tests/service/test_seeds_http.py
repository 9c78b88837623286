"""Players' seeds, what is public of them, and bundles (docs/spec/record.md section 5)."""

from __future__ import annotations

import hashlib
import json

import pytest

from fairseed.commitments import LogProof
from fairseed.records import read_object
from fairseed.verification import verify_bundle
from tests.service.api import Api, refused


def test_a_players_first_commitment_has_a_hash_and_a_salt(api: Api) -> None:
    answer = api.post("/v1/players/alice/seeds", {})
    assert answer.status_code == 201
    assert set(answer.json) == {"next", "salt"}
    assert len(bytes.fromhex(answer.json["salt"])) == 16
    assert api.get("/v1/players/alice/seeds").json == {"active": None, "next": answer.json["next"]}
    refused(api.post("/v1/players/alice/seeds", {}), 409, "seeds_exist")


def test_rotation_activates_the_promised_pair_and_reveals_the_old_one(alice: Api) -> None:
    before = alice.get("/v1/players/alice/seeds").json
    alice.play("dice", {"target": "50.00", "direction": "under"})
    answer = alice.rotate("second")
    assert answer.status_code == 200
    now = answer.json
    assert now["active"] == before["next"] | {"client_seed": "second", "nonce": 0}
    assert now["next"]["server_seed_hash"] not in (before["next"] | before["active"]).values()
    assert now["revealed"]["rounds"] == 1
    revealed = now["revealed"]["server_seed"].encode()
    assert hashlib.sha256(revealed).hexdigest() == before["active"]["server_seed_hash"]
    assert alice.get("/v1/players/alice/seeds").json == {"active": now["active"], "next": now["next"]}


def test_the_first_rotation_reveals_nothing(api: Api) -> None:
    api.post("/v1/players/alice/seeds", {})
    assert api.rotate("first").json["revealed"] is None


def test_an_open_round_stops_the_rotation(alice: Api) -> None:
    view = alice.play("mines", {"size": 5, "mines": 1}).json
    before = alice.get("/v1/players/alice/seeds").json
    refused(alice.rotate("second"), 409, "round_open")
    assert alice.get("/v1/players/alice/seeds").json == before
    path = f"/v1/seeds/{view['seeds']['server_seed_hash']}"
    assert "server_seed" not in alice.get(path).json


def test_a_client_seed_is_used_once_by_a_player(alice: Api) -> None:
    refused(alice.rotate("first"), 409, "client_seed_reused", "client_seed")
    assert alice.rotate("second").status_code == 200
    refused(alice.rotate("first"), 409, "client_seed_reused", "client_seed")


@pytest.mark.parametrize("seed", ["", " a", "a\n", "a\x00b", "e\u0301", "x" * 65, 7, None])
def test_bad_client_seeds(alice: Api, seed: object) -> None:
    answer = alice.post("/v1/players/alice/seeds/rotate", {"client_seed": seed})
    problem = refused(answer, 422, "invalid_field")
    assert problem["field"].endswith("client_seed")


@pytest.mark.parametrize("name", ["a b", "x" * 65, "%D0%B0", ".."])
def test_bad_player_names(api: Api, name: str) -> None:
    refused(api.post(f"/v1/players/{name}/seeds", {}), 422, "invalid_field", "player")


def test_what_is_public_of_a_pair(alice: Api) -> None:
    active = alice.get("/v1/players/alice/seeds").json["active"]["server_seed_hash"]
    client = alice.app.test_client()
    hidden = client.get(f"/v1/seeds/{active}").json
    assert "server_seed" not in hidden
    assert [event["type"] for event in hidden["events"]] == ["commit", "activate"]
    refused(client.get(f"/v1/seeds/{active}/bundle"), 404, "not_revealed")
    seed = alice.rotate("second").json["revealed"]["server_seed"]
    shown = client.get(f"/v1/seeds/{active}").json
    assert shown["server_seed"] == seed
    assert [event["type"] for event in shown["events"]] == ["commit", "activate", "close", "reveal"]
    alice.command("log", "step")
    proven = client.get(f"/v1/seeds/{active}").json
    places = [event["index"] for event in proven["events"]]
    assert places == sorted(set(places))
    for name, place in zip(("commitment", "activate", "close", "reveal"), places, strict=True):
        proof = LogProof.parse(proven[name]["tlog_proof"])
        assert proof.index == place
        assert proof.holds(proven[name]["entry"].encode())
    refused(client.get(f"/v1/seeds/{'0' * 64}"), 404, "not_found")


def test_the_bundle_verifies_and_the_cli_writes_the_same_bytes(alice: Api) -> None:
    pair = alice.get("/v1/players/alice/seeds").json["active"]["server_seed_hash"]
    for stake in (1, 2, 3):
        alice.play("plinko", {"rows": 8, "risk": "low"}, stake)
    alice.post("/v1/draws", {"player": "alice", "params": {"words": 4}})
    alice.rotate("second")
    answer = alice.app.test_client().get(f"/v1/seeds/{pair}/bundle")
    assert answer.mimetype == "application/jsonl"
    lines = answer.data.splitlines()
    assert [json.loads(line)["seeds"]["nonce"] for line in lines] == [0, 1, 2, 3]
    verdicts = [verdict.verdict for verdict in verify_bundle(read_object(line) for line in lines)]
    assert verdicts == ["verified"] * 5
    assert alice.command("export", "bundle", pair).encode() == answer.data


def test_the_bundle_of_a_pair_without_rounds_is_empty(alice: Api) -> None:
    pair = alice.get("/v1/players/alice/seeds").json["active"]["server_seed_hash"]
    alice.rotate("second")
    answer = alice.app.test_client().get(f"/v1/seeds/{pair}/bundle")
    assert (answer.status_code, answer.data) == (200, b"")
