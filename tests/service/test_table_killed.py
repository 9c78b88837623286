"""Workers that die in the middle of a hand: nothing is half done, and the others go on with it."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairseed import verify_record
from fairseed.service.ledger_audit import audit
from tests.http.server import DATABASES
from tests.service import test_house_tables as house
from tests.service import test_matches as matches
from tests.service.killed import Killed, killing
from tests.service.people import Person, Room, play_hand, record, room
from tests.service.world import everything

STEP = 1 if os.environ.get("FAIRSEED_SOAK") else 7


@pytest.fixture(scope="module")
def killed() -> Iterator[Killed]:
    with killing() as run:
        yield run


@pytest.fixture(params=DATABASES)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    with room(request.param, tmp_path) as made:
        yield made


def state(made: Room) -> dict[str, Any]:
    """All that is written but what the log does on its own."""
    found = everything(made.api)
    return {
        name: rows
        for name, rows in found.items()
        if name not in ("log_head", "log_tiles", "pool", "api_keys")
    }


def killed_until_done(made: Room, killed: Killed, work: str, extra: dict[str, str]) -> int:
    """Kills at one write after another; each time nothing is left of it. How many times."""
    environ = made.api.environ | {"CLOCK": made.clock().isoformat()} | extra
    for kills, at in enumerate(range(1, 400, STEP)):
        before = state(made)
        ended = killed(work, environ, at)
        if ended == {"status": 0}:
            return kills
        assert ended == {"signal": 9}
        assert state(made) == before, f"write {at} left something behind"
    raise AssertionError("it never came to an end")


def test_a_worker_killed_at_any_write_of_a_hand_loses_nothing(either: Room, killed: Killed) -> None:
    table_id = either.table(
        "naiko", fill_with_bots=1, seats=4, bot_policy="count/1", params={"reveal": "hand"}
    )
    people = [either.person("alice"), either.person("carol"), either.person("bob")]
    for person in people:
        person.sit(table_id, 1000)
    either.clock.ahead(seconds=4)
    assert killed_until_done(either, killed, "tables", {}) >= 1  # the promise
    assert either.get(f"/v1/tables/{table_id}")["hand"]["state"] == "links"
    for person in people[:2]:  # two, so that a bot that folds at once does not end the hand
        assert person.link().status_code == 200
    either.clock.ahead(seconds=6)
    assert killed_until_done(either, killed, "tables", {}) >= 1  # the deal, without bob
    kills = 0
    for _ in range(20):
        hand = either.get(f"/v1/tables/{table_id}")["hand"]
        if hand["state"] != "open":
            break
        either.clock.ahead(seconds=31)
        kills += killed_until_done(either, killed, "tables", {})  # a clock that runs out, bots, the end
    assert hand["state"] == "settled"
    assert kills >= 1
    either.tick()
    verdict = verify_record(record(either, hand["round_id"]), either.trust())
    assert verdict.verdict == "verified", verdict
    # The next hand is played as if nothing had been.
    again = play_hand(people, random.Random(1))
    assert again["table"]["hand"] == 2


def test_a_call_killed_at_any_write_is_done_once_when_it_is_repeated(either: Room, killed: Killed) -> None:
    table_id = either.table("holdem")
    people = [either.person("alice"), either.person("bob")]
    for person in people:
        person.sit(table_id, 1000)
    play_hand(people, random.Random(2), until="open")
    first: Person = next(person for person in people if person.view()["hand"]["legal"])
    path, body = f"/v1/tables/{table_id}/actions", {"type": "fold", "expected_actions": 0}
    headers = {"Authorization": f"Bearer {first.token}", "Idempotency-Key": "fold once"}
    call = json.dumps({"path": path, "body": body, "headers": headers})
    assert killed_until_done(either, killed, "call", {"CALL": call}) >= 1
    answer = either.api.app.test_client().post(path, json=body, headers=headers)
    assert answer.status_code == 200
    hand = either.get(f"/v1/tables/{table_id}")["hand"]
    assert hand["state"] == "settled"
    assert hand["actions"] == [{"seat": first.seat, "type": "fold"}]


@pytest.fixture(params=DATABASES)
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    with room(request.param, tmp_path, FAIRSEED_BALANCES="ledger", FAIRSEED_TOKEN_SECONDS="86400") as made:
        yield made


@pytest.mark.parametrize("kind", ["match", "house"])
def test_a_worker_killed_at_any_write_makes_or_loses_no_chip(ledger: Room, killed: Killed, kind: str) -> None:
    """A match and a round at a public table from their promise to their end, by nothing but clocks."""
    people: list[Any]
    if kind == "match":
        table = matches.opened(ledger, 3, {"2": "threshold-300/1"})
        people = [matches.guest(ledger, name) for name in ("alice", "bob")]
        for person in people:
            person.join(table)
    else:
        people = house.seated(ledger, "alice", "bob")
        for person in people:
            assert person.ante(10).status_code == 200
    name = {"match": "round", "house": "hand"}[kind]

    def kill() -> int:
        found = killed_until_done(ledger, killed, "tables", {})
        assert audit(ledger.service.store).faults == []
        return found

    ledger.clock.ahead(seconds=16)
    assert kill() >= 1  # the promise, and the antes of a match
    assert people[0].view()[name]["state"] == "links"
    for person in people[: 2 if kind == "match" else 1]:
        assert person.link().status_code == 200
    kills = 0
    for _ in range(60):
        hand = people[0].view()[name]
        if hand["state"] not in ("links", "open"):
            break
        ledger.clock.ahead(seconds=31)
        kills += kill()
    assert hand["state"] == "settled"
    assert kills >= 1
    ledger.tick()
    found = record(ledger, hand["round_id"])
    verdict = verify_record(found, ledger.trust())
    assert verdict.verdict == "verified", verdict
    kept = {
        person.name: found["settlement"]["returned"][str(place)] - found["settlement"]["staked"][str(place)]
        for place, person in enumerate(people[: 2 if kind == "match" else 1])
    }
    assert [person.balance() for person in people] == [1000 + kept.get(person.name, 0) for person in people]
