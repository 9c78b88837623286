"""Hands of every variant over HTTP, by people with chains and a bot, verified from outside."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairseed import verify_bundle, verify_record
from fairseed.records import read_object
from tests.http.server import DATABASES
from tests.service.people import GAMES, Room, play_hand, record, room


@pytest.fixture(params=DATABASES)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    with room(request.param, tmp_path) as made:
        yield made


@pytest.mark.parametrize("game", GAMES)
def test_a_session_of_two_people_and_a_bot_verifies_from_outside(either: Room, game: str) -> None:
    pick = random.Random(f"session {game}")
    table_id = either.table(game, fill_with_bots=1, bot_policy="odds/1", seats=3)
    people = [either.person("alice"), either.person("bob")]
    buy_in = either.get(f"/v1/tables/{table_id}")["buy_in"]["most"]
    for person in people:
        person.sit(table_id, buy_in)
    for _ in range(4):
        hand = play_hand(people, pick)
        assert (hand["state"], "server_seed" in hand["seeds"]) == ("settled", False)
        verdict = verify_record(hand)
        assert verdict.verdict == "pending", verdict
    for person in people:
        assert person.leave().json["state"] == "left"
    either.tick()
    trust = either.trust()
    seed_hash = hand["seeds"]["server_seed_hash"]
    bundle = either.api.get(f"/v1/seeds/{seed_hash}/bundle")
    documents = [read_object(line) for line in bundle.data.splitlines()]
    assert len(documents) == 4
    close = either.get(f"/v1/seeds/{seed_hash}")["close"]
    *_verdicts, whole = verify_bundle(documents, trust, close)
    assert whole.verdict == "verified", whole
    assert {check.check: check.status for check in whole.checks} == dict.fromkeys(
        ("nonces", "seed", "close_root"), "pass"
    )
    for document in documents:
        whole_record = record(either, document.value["round_id"])
        verdict = verify_record(whole_record, trust)
        assert verdict.verdict == "verified"
        assert {check.check: check.status for check in verdict.checks} == dict.fromkeys(
            [check.check for check in verdict.checks], "pass"
        ), verdict
        assert {"activate", "ruleset", "receipt_key", "deck"} <= set(whole_record["commitment"])
    assert json.loads(bundle.data.splitlines()[0])["table"].get("first") is True
