"""Hands of every variant over HTTP, by people with chains and a bot, verified from outside."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairseed import verify_bundle, verify_record
from fairseed.records import read_object
from tests.http.server import LONG_DATABASES
from tests.programs import verify
from tests.service.people import GAMES, Room, play_hand, record, room


@pytest.fixture(params=LONG_DATABASES)
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


def test_the_whole_log_says_what_the_hands_say(either: Room, tmp_path: Path) -> None:
    """Rulesets, voids and decks of a table's bundle against the log that everybody can read."""
    table_id = either.table("holdem")
    people = [either.person("alice"), either.person("bob")]
    for person in people:
        person.sit(table_id, 1000)
    for number in range(2):
        hand = play_hand(people, random.Random(number))
    for person in people:
        person.leave()
    either.tick()
    either.tick()
    seed_hash = hand["seeds"]["server_seed_hash"]
    lines = either.api.get(f"/v1/seeds/{seed_hash}/bundle").data.decode().splitlines()
    folder, file = tmp_path / "log", tmp_path / "hands.jsonl"
    either.api.command("export", "log", str(folder))
    keys = [option for key in either.get("/v1/log")["log_keys"] for option in ("--key", key)]

    def audit(*records: str) -> tuple[int, dict[str, str]]:
        file.write_text("\n".join(records))
        done = verify("log", "audit", folder, *keys, "--records", file, "--json")
        checks = json.loads(done.stdout)["checks"]
        return done.returncode, {check["check"]: check["status"] for check in checks}

    code, checks = audit(*lines)
    assert (len(lines), checks["records"]) == (2, "pass")
    assert code in (0, 3), checks
    for name, wrong in {
        "deck_root": "0" * 64,
        "ruleset": "0" * 64,
        "game": "dice",
        "void": {"reason": "x"},
    }.items():
        code, checks = audit(lines[0], json.dumps(json.loads(lines[1]) | {name: wrong}))
        assert (code, checks["records"]) == (1, "fail"), name


def test_hands_are_listed_from_either_end(either: Room) -> None:
    """Hands, page by page: the newest first is the same list turned round."""
    table_id = either.table("holdem")
    people = [either.person("alice"), either.person("bob")]
    for person in people:
        person.sit(table_id, 1000)
    for number in range(3):
        play_hand(people, random.Random(number))
    path, found = f"/v1/tables/{table_id}/hands", {}
    for order in ("oldest", "newest"):
        items, cursor = [], ""
        while cursor is not None:
            page = either.get(f"{path}?order={order}&limit=2{cursor}", "alice", people[0].token)
            items += page["items"]
            cursor = page["next_cursor"] and f"&cursor={page['next_cursor']}"
        found[order] = items
    assert found["newest"] == found["oldest"][::-1]
    assert [hand["table"]["hand"] for hand in found["newest"]] == [3, 2, 1]
    assert either.get(path)["items"] == either.get(f"{path}?order=oldest")["items"]
    assert either.api.get(f"{path}?order=random").json["code"] == "bad_query"
