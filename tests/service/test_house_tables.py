"""Public tables of five-card poker over HTTP: antes, the timer, links, decisions, clocks, what is seen, and what is left."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from fairseed import verify_bundle, verify_record
from fairseed.commitments.chains import SeatChain
from fairseed.records import read_object
from fairseed.service.ledger_audit import audit
from tests.http.server import LONG_DATABASES
from tests.service.api import refused
from tests.service.people import Room, record, room

CHIPS = 1000


@pytest.fixture(params=LONG_DATABASES)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    with room(request.param, tmp_path, FAIRSEED_TOKEN_SECONDS="86400", FAIRSEED_BALANCES="ledger") as made:
        yield made


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Room]:
    with room("sqlite", tmp_path, FAIRSEED_TOKEN_SECONDS="86400", FAIRSEED_BALANCES="ledger") as made:
        yield made


@dataclass
class Guest:
    """A person with a token, chips and a chain."""

    room: Room
    name: str
    token: str
    table: str
    chain: SeatChain = field(default_factory=lambda: SeatChain.generate(60))
    given: int = 0

    def post(self, what: str, body: Any) -> TestResponse:
        return self.room.post(f"/v1/house-tables/{self.table}/{what}", body, self.name, self.token)

    def did(self, what: str, body: Any, status: int = 200) -> Any:
        answer = self.post(what, body)
        assert answer.status_code == status, answer.text
        return answer.json

    def sit(self, **more: Any) -> Any:
        return self.did("seats", {"chain_head": self.chain.link(self.given)} | more, 201)

    def ante(self, chips: int) -> TestResponse:
        return self.post("antes", {"ante": chips})

    def view(self) -> Any:
        return self.room.get(f"/v1/house-tables/{self.table}", self.name, self.token)

    def link(self) -> TestResponse:
        self.given += 1
        return self.post("links", {"link": self.chain.link(self.given)})

    def act(self, kind: str, **more: Any) -> TestResponse:
        made = len(self.view()["hand"]["actions"])
        return self.post("actions", {"type": kind, "expected_actions": made} | more)

    def leave(self) -> TestResponse:
        seat = self.view()["seat"]
        return self.room.delete(f"/v1/house-tables/{self.table}/seats/{seat}", self.name, self.token)

    def balance(self) -> int:
        return int(self.room.get(f"/v1/players/{self.name}/balance", self.name, self.token)["balance"])


def opened(made: Room, **more: Any) -> str:
    answer = made.post("/v1/house-tables", {"room": "standard"} | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json["table_id"])  # type: ignore[index]


def guest(made: Room, table: str, name: str, chips: int = CHIPS) -> Guest:
    if chips:
        made.post(f"/v1/players/{name}/chips", {"amount": chips, "reason": "test"})
    token = made.post(f"/v1/players/{name}/tokens", {}).json["token"]  # type: ignore[index]
    return Guest(made, name, token, table)


def seated(made: Room, *names: str, **more: Any) -> list[Guest]:
    table = opened(made, **more)
    people = [guest(made, table, name) for name in names]
    for person in people:
        person.sit()
    return people


def dealt(made: Room, people: list[Guest], ante: int = 10) -> None:
    """Everybody puts an ANTE, plays and gives a link."""
    for person in people:
        assert person.ante(ante).status_code == 200
    for person in people:
        person.did("deal", {})
    made.ahead(seconds=1)
    assert people[0].view()["hand"]["state"] == "links"
    for person in people:
        assert person.link().status_code == 200
    assert people[0].view()["hand"]["state"] == "open"


def ended(made: Room, person: Guest) -> dict[str, Any]:
    """The record of the last round, as anybody gets it, which verifies."""
    hand = person.view()["hand"]
    found = record(made, hand["round_id"])
    verdict = verify_record(read_object(json.dumps(found).encode()))
    assert verdict.verdict == "verified", verdict.to_json()
    return found


def test_a_round_of_two_from_the_antes_to_the_bundle(either: Room) -> None:
    alice, bob = seated(either, "alice", "bob")
    dealt(either, [alice, bob])
    assert alice.balance() == CHIPS - 10
    first = alice.view()["hand"]
    given = first["outcome"]["boxes"][0]["cards"][:2]
    assert alice.act("exchange", cards=given).status_code == 200
    assert alice.act("raise").status_code == 200
    assert bob.act("fold").status_code == 200
    assert alice.balance() == bob.balance() + alice.balance() - (CHIPS - 10)
    found = ended(either, alice)
    assert found["params"] == {
        "boxes": 2, "room": "standard", "table": "public", "min_ante": 2, "max_ante": 1000,
    }  # fmt: skip
    assert found["settlement"]["staked"] == {"0": 45, "1": 10}
    assert set(found["seeds"]["client_seeds"]) == {"0", "1"}
    assert found["table"]["seats"] == [0, 1]
    assert alice.balance() == CHIPS - 45 + found["settlement"]["returned"]["0"]
    assert len(found["action_receipts"]) == 3
    assert found["receipt"]["body"]["bet"] == {"antes": [10, 10]}
    assert audit(either.service.store).faults == []
    hash_ = found["seeds"]["server_seed_hash"]
    lines = either.api.app.test_client().get(f"/v1/seeds/{hash_}/bundle").data.splitlines()
    *_, whole = verify_bundle([read_object(line) for line in lines])
    assert whole.verdict == "verified"
    assert [each["type"] for each in either.get(f"/v1/house-tables/{alice.table}/events")["items"]][-2:] == ["end", "closed"]  # fmt: skip


def test_each_sees_only_the_own_cards(one: Room) -> None:
    alice, bob = seated(one, "alice", "bob")
    dealt(one, [alice, bob])
    mine, his = alice.view()["hand"], bob.view()["hand"]
    everybody = one.get(f"/v1/house-tables/{alice.table}")["hand"]
    assert mine["outcome"]["boxes"][1] == his["outcome"]["boxes"][0] == {}
    assert everybody["outcome"]["boxes"] == [{}, {}]
    assert len(mine["outcome"]["dealer"]["cards"]) == 1
    assert mine["outcome"]["dealer"] == his["outcome"]["dealer"] == everybody["outcome"]["dealer"]
    assert [action["type"] for action in mine["legal"]] == ["exchange", "fold", "raise"]
    assert his["legal"] == everybody["legal"] == []
    given = mine["outcome"]["boxes"][0]["cards"][:1]
    alice.act("exchange", cards=given)
    assert alice.view()["hand"]["actions"] == [{"type": "exchange", "box": 0, "cards": given}]
    assert bob.view()["hand"]["actions"] == [{"type": "exchange", "box": 0, "cards": 1}]
    # A receipt behind it would let the card be found by trying.
    assert "action_receipts" not in bob.view()["hand"]
    assert len(alice.view()["hand"]["action_receipts"]) == 1
    events = one.get(f"/v1/house-tables/{alice.table}/events")["items"]
    secret = {
        *alice.view()["hand"]["outcome"]["boxes"][0]["cards"],
        *his["outcome"]["boxes"][1]["cards"],
        *given,
    }
    for text in [json.dumps(event) for event in events if event["type"] != "end"]:
        assert not any(f'"{card}"' in text for card in secret)


def test_the_timer_runs_from_the_first_ante(either: Room) -> None:
    alice, bob = seated(either, "alice", "bob")
    assert alice.view()["deals_at"] is None
    alice.ante(10)
    told = alice.view()
    assert told["deals_at"] is not None
    assert told["deal_seconds"] == 15
    either.ahead(seconds=10)
    assert alice.view()["hand"] is None
    # The second ANTE changes nothing of it; taken back, the first one's goes on.
    bob.ante(20)
    bob.ante(0)
    either.ahead(seconds=6)
    assert alice.view()["hand"]["state"] == "links"
    assert alice.view()["links"] == [0]
    refused(bob.ante(10), 409, "illegal_action", "table_id")
    assert alice.link().status_code == 200
    # Who has no ANTE sits the round out.
    refused(bob.act("fold"), 409, "illegal_action")
    alice.act("raise")
    assert ended(either, alice)["table"]["seats"] == [0]


def test_the_timer_stops_where_no_ante_is_left(one: Room) -> None:
    (alice,) = seated(one, "alice")
    alice.ante(10)
    alice.ante(0)
    assert alice.view()["deals_at"] is None
    alice.ante(10)
    assert alice.leave().status_code == 200
    one.ahead(seconds=60)
    assert one.get(f"/v1/house-tables/{alice.table}")["hand"] is None


def test_play_of_all_seated_deals_at_once(one: Room) -> None:
    alice, bob = seated(one, "alice", "bob")
    refused(alice.post("deal", {}), 409, "illegal_action", "ante")
    alice.ante(10)
    alice.did("deal", {})
    one.ahead(seconds=1)
    assert alice.view()["hand"] is None, "bob has not pressed it"
    bob.ante(10)
    bob.did("deal", {})
    one.ahead(seconds=1)
    assert alice.view()["links"] == [0, 1]


def test_thirty_seconds_then_the_service_folds(either: Room) -> None:
    alice, bob = seated(either, "alice", "bob")
    dealt(either, [alice, bob])
    refused(bob.act("raise"), 409, "illegal_action")
    either.ahead(seconds=29)
    assert alice.view()["hand"]["actions"] == []
    either.ahead(seconds=2)
    assert bob.view()["hand"]["actions"] == [{"type": "fold", "box": 0, "timeout": True}]
    refused(alice.act("raise"), 409, "illegal_action")
    refused(bob.act("fold", timeout=True), 422, "unknown_field", "timeout")
    either.ahead(seconds=31)
    found = ended(either, alice)
    assert [action["timeout"] for action in found["actions"]] == [True, True]
    assert alice.balance() == bob.balance() == CHIPS - 10
    assert audit(either.service.store).faults == []


def test_who_gives_no_link_sits_out_and_alone_it_is_void(either: Room) -> None:
    alice, bob = seated(either, "alice", "bob")
    alice.ante(10)
    bob.ante(20)
    either.ahead(seconds=16)
    assert bob.view()["links"] == [0, 1]
    assert bob.link().status_code == 200
    either.ahead(seconds=6)
    hand = bob.view()["hand"]
    assert (hand["state"], hand["bet"], hand["params"]["boxes"]) == ("open", {"antes": [20]}, 1)
    # A late link is used up all the same, and counts for nothing.
    assert alice.did("links", {"link": alice.chain.link(1)})["counts"] is False
    alice.given = 1
    bob.act("raise")
    found = ended(either, bob)
    assert found["table"]["seats"] == [1]
    assert set(found["settlement"]["staked"]) == {"0"}
    assert alice.balance() == CHIPS
    bob.ante(20)
    either.ahead(seconds=16)
    bob.view()
    either.ahead(seconds=6)
    assert bob.view()["hand"]["state"] == "void"
    found = ended(either, bob)
    assert found["settlement"] == {"staked": {"0": 20}, "returned": {"0": 20}}
    assert audit(either.service.store).faults == []


def test_a_round_declared_void_gives_all_back(one: Room) -> None:
    alice, bob = seated(one, "alice", "bob")
    dealt(one, [alice, bob])
    cards = alice.view()["hand"]["outcome"]["boxes"][0]["cards"]
    alice.act("exchange", cards=cards[:2])
    one.api.command("void", "round", alice.view()["hand"]["round_id"], "--reason", "power cut")
    assert alice.balance() == bob.balance() == CHIPS
    assert ended(one, alice)["settlement"]["returned"] == {"0": 25, "1": 10}
    assert audit(one.service.store).faults == []


def test_what_is_refused_changes_nothing(one: Room) -> None:
    alice, bob = seated(one, "alice", "bob")
    for ante, code in ((1, "limits"), (1002, "limits"), (3, "invalid_field")):
        refused(alice.ante(ante), 422, code, "ante")
    # 1000 chips cover an ANTE of 222: 222 + 333 + 444.
    refused(alice.ante(224), 409, "insufficient_chips", "player")
    assert alice.ante(222).status_code == 200
    alice.ante(0)
    dealt(one, [alice, bob])
    for action, code in (
        ({"type": "bet"}, "illegal_action"),
        ({"type": "exchange", "cards": ["As", "As"]}, "illegal_action"),
        ({"type": "raise", "box": 1}, "invalid_field"),
        ({"type": "raise", "expected_actions": 3}, "stale_action"),
    ):
        answer = alice.post("actions", {"expected_actions": 0} | action)
        assert answer.json["code"] == code, answer.text  # type: ignore[index]
    assert alice.view()["hand"]["actions"] == []
    carol = guest(one, alice.table, "carol")
    refused(carol.post("seats", {"chain_head": carol.chain.link(0)}), 409, "seat_taken", "seat")
    refused(alice.post("seats", {"chain_head": carol.chain.link(0)}), 409, "seat_taken", "player")
    refused(carol.ante(10), 404, "not_found", "player")
    refused(one.post("/v1/house-tables", {"room": "garden"}), 422, "limits", "room")
    other = one.post(
        f"/v1/tables/{alice.table}/actions", {"type": "fold", "expected_actions": 0, "player": "alice"}
    )
    refused(other, 404, "not_found", "table_id")


def test_getting_up_and_being_away(one: Room) -> None:
    alice, bob = seated(one, "alice", "bob")
    dealt(one, [alice, bob])
    assert alice.leave().json == {"seat": 0, "state": "leaving", "chips": None}
    alice.act("fold")
    bob.act("fold")
    assert list(bob.view()["taken"]) == ["1"]
    assert bob.view()["seat"] == 1
    one.ahead(seconds=421)
    assert one.get(f"/v1/house-tables/{alice.table}")["taken"] == {}
    assert alice.sit()["seat"] == 0
    closed = one.delete(f"/v1/house-tables/{alice.table}", **{"Idempotency-Key": "close"})
    assert closed.json["state"] == "closed"  # type: ignore[index]
    refused(bob.post("seats", {"chain_head": bob.chain.link(1)}), 409, "seat_taken", "table_id")


def test_plain_seeds_and_a_private_table(one: Room) -> None:
    made = one.post("/v1/house-tables", {"seat_seeds": "plain", "private": True, "host": "alice"}).json
    assert made is not None
    alice, bob = (guest(one, made["table_id"], name) for name in ("alice", "bob"))
    alice.did("seats", {}, 201)
    refused(bob.post("seats", {}), 403, "forbidden", "invitation")
    bob.did("seats", {"invitation": made["invitation"]}, 201)
    for person in (alice, bob):
        person.ante(10)
        person.did("deal", {})
    one.ahead(seconds=1)
    alice.view()
    for person in (alice, bob):
        person.did("links", {"client_seed": f"seed of {person.name}"})
    path, other = f"/v1/house-tables/{alice.table}", guest(one, alice.table, "other")
    assert one.get(path, "bob", bob.token)["hand"]["state"] == "open"
    assert one.get(path, "other", other.token)["hand"] is None
    told = {event["type"] for event in one.get(f"{path}/events", "other", other.token)["items"]}
    assert told == {"seat"}
    alice.act("raise")
    bob.act("raise")
    found = ended(one, alice)
    assert found["seeds"]["client_seeds"] == {"0": "seed of alice", "1": "seed of bob"}
    assert "chain_heads" not in found["seeds"]
    assert one.get("/v1/house-tables", key=alice.token)["items"][0]["private"] is True
    assert one.get("/v1/house-tables", key=guest(one, "", "carol").token)["items"] == []
    assert len(one.get(f"/v1/house-tables/{alice.table}/hands")["items"]) == 1


def test_any_play_adds_up(either: Room) -> None:
    """Random rounds with absences: no chip is made or lost, every record verifies."""
    pick = random.Random(3)
    people = seated(either, "alice", "bob")
    for _ in range(6):
        for person in people:
            if pick.random() < 0.8:
                person.ante(2 * pick.randint(1, 10))
        either.ahead(seconds=16)
        told = people[0].view()
        if told["hand"] is None or told["hand"]["state"] != "links":
            continue
        for person in people:
            seat = person.view()["seat"]
            if seat in person.view()["links"] and pick.random() < 0.9:
                assert person.link().status_code == 200
        either.ahead(seconds=6)
        while people[0].view()["hand"]["state"] == "open":
            legal = [(person, one) for person in people for one in person.view()["hand"]["legal"]]
            if pick.random() < 0.15:
                either.ahead(seconds=31)
                continue
            person, action = pick.choice(legal)
            cards = {"cards": pick.sample(action["cards"], pick.randint(1, 2))} if "cards" in action else {}
            assert person.act(action["type"], **cards).status_code == 200
        ended(either, people[0])
        assert audit(either.service.store).faults == []


@pytest.mark.parametrize("box", [True, False, None, "0", "1", [0], {}, -1, 1])
def test_a_box_is_the_number_of_the_player(one: Room, box: object) -> None:
    people = seated(one, "alice", "bob")
    dealt(one, people)
    for place, person in enumerate(people):
        if type(box) is not int or box != place:
            refused(person.act("fold", box=box), 422, "invalid_field", "box")
        assert person.act("fold", box=place).status_code == 200
    assert people[0].view()["hand"]["actions"] == [{"box": place, "type": "fold"} for place in (0, 1)]
