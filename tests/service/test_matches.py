"""Matches of tavern dice over HTTP: joining, antes, links, actions, clocks, absence, bots, and what is left."""

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
from fairseed.service.tables import clocks
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
    match: str = ""
    chain: SeatChain = field(default_factory=lambda: SeatChain.generate(20))
    given: int = 0

    def post(self, what: str, body: Any) -> TestResponse:
        return self.room.post(f"/v1/matches/{self.match}/{what}", body, self.name, self.token)

    def join(self, match: str, **more: Any) -> dict[str, Any]:
        self.match = match
        answer = self.post("seats", {"chain_head": self.chain.link(self.given)} | more)
        assert answer.status_code == 201, answer.text
        return answer.json  # type: ignore[return-value]

    def view(self) -> dict[str, Any]:
        return self.room.get(f"/v1/matches/{self.match}", self.name, self.token)  # type: ignore[no-any-return]

    def link(self) -> TestResponse:
        self.given += 1
        return self.post("links", {"link": self.chain.link(self.given)})

    def act(self, **action: Any) -> TestResponse:
        return self.post("actions", action | {"expected_actions": len(self.view()["round"]["actions"])})

    def leave(self) -> TestResponse:
        seat = self.view()["seat"]
        return self.room.delete(f"/v1/matches/{self.match}/seats/{seat}", self.name, self.token)

    def balance(self) -> int:
        return self.room.get(f"/v1/players/{self.name}/balance", self.name, self.token)["balance"]  # type: ignore[no-any-return]


def guest(made: Room, name: str, chips: int = CHIPS) -> Guest:
    if chips:
        answer = made.post(f"/v1/players/{name}/chips", {"amount": chips, "reason": "test"})
        assert answer.status_code == 200, answer.text
    token = made.post(f"/v1/players/{name}/tokens", {}).json["token"]  # type: ignore[index]
    return Guest(made, name, token)


def opened(made: Room, players: int = 2, bots: dict[str, str] | None = None, **more: Any) -> str:
    params = {"ante": 100, "players": players, "target": 1000} | more.pop("params", {})
    answer = made.post("/v1/matches", {"params": params, "bots": bots or {}} | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json["match_id"])  # type: ignore[index]


def begun(made: Room, names: list[str], bots: dict[str, str] | None = None, **more: Any) -> list[Guest]:
    """People in a match that has started."""
    match = opened(made, len(names) + len(bots or {}), bots, **more)
    people = [guest(made, name) for name in names]
    for person in people:
        person.join(match)
    made.ahead(seconds=1)
    for person in people:
        assert person.link().status_code == 200
    assert (
        people[0].view()["round"]["state"] in ("open", None, "settled")
        or people[0].view()["state"] == "closed"
    )
    return people


def turn(people: list[Guest]) -> Guest | None:
    for person in people:
        kinds = {action["type"] for action in person.view()["round"].get("legal", [])}
        if kinds - {"concede"}:
            return person
    return None


def play(people: list[Guest], pick: random.Random) -> dict[str, Any]:
    """To the end; the record as anybody gets it."""
    for _ in range(400):
        person = turn(people)
        if person is None:
            break
        legal = [action for action in person.view()["round"]["legal"] if action["type"] != "concede"]
        choice = pick.choice(legal)
        more = {"dice": pick.choice(choice["sets"])["dice"]} if choice["type"] == "keep" else {}
        answer = person.act(type=choice["type"], **more)
        assert answer.status_code == 200, answer.text
    view = people[0].view()
    assert view["state"] == "closed"
    return record(people[0].room, view["round"]["round_id"])


def verified(made: Room, found: dict[str, Any]) -> None:
    verdict = verify_record(read_object(json.dumps(found).encode()), made.trust())
    assert verdict.verdict == "verified", verdict.to_json()
    statuses = {check.check: check.status for check in verdict.checks}
    assert statuses["receipt"] == "pass"


def sums(made: Room) -> None:
    assert audit(made.service.store).faults == []


def test_two_people_play_a_match(either: Room) -> None:
    people = begun(either, ["alice", "bob"])
    assert [person.balance() for person in people] == [CHIPS - 100] * 2
    found = play(people, random.Random(1))
    winner = found["outcome"]["winner"]
    assert people[winner].balance() == CHIPS - 100 + 190
    assert people[1 - winner].balance() == CHIPS - 100
    either.ahead(seconds=2)
    found = record(either, found["round_id"])
    verified(either, found)
    assert "table" not in found
    seed = found["seeds"]["server_seed_hash"]
    lines = either.api.app.test_client().get(f"/v1/seeds/{seed}/bundle").data.splitlines()
    *_, bundle = verify_bundle([read_object(line) for line in lines], either.trust())
    assert bundle.verdict == "verified"
    kinds = [entry["kind"] for entry in either.get(f"/v1/players/{people[winner].name}/ledger")["items"]]
    assert kinds == ["credit", "stake", "payout"]
    sums(either)


@pytest.mark.parametrize("policy", ["threshold-300/1", "expect/1", "win/1"])
def test_a_match_against_a_bot(one: Room, policy: str) -> None:
    people = begun(one, ["alice"], {"1": policy})
    found = play(people, random.Random(policy))
    one.ahead(seconds=2)
    found = record(one, found["round_id"])
    verified(one, found)
    assert found["table"] == {"bots": {"1": policy}}
    sums(one)


def test_what_is_shown_before_joining(one: Room) -> None:
    match = opened(one, 3, {"2": "expect/1"}, name="Evening")
    (told,) = one.get("/v1/matches")["items"]
    assert (told["match_id"], told["name"], told["pot"], told["prize"]) == (match, "Evening", 300, 285)
    assert told["params"] == {
        "ante": 100,
        "players": 3,
        "target": 1000,
        "commission": "0.05",
        "decision_seconds": 30,
        "grace_seconds": 60,
        "seat_seeds": "chain",
    }
    assert told["taken"] == {"2": {"bot": "expect/1"}}
    assert one.get("/v1/tables")["items"] == []
    refused(one.api.get(f"/v1/tables/{match}"), 404, "not_found")
    refused(one.api.get(f"/v1/matches/{'0' * 32}"), 404, "not_found")


def test_what_a_match_may_not_be(one: Room) -> None:
    for body, status, code in (
        ({"params": {"ante": 0, "players": 2}}, 422, "invalid_field"),
        ({"params": {"ante": 10**15, "players": 2}}, 422, "limits"),
        ({"params": {"ante": 1, "players": 9}}, 422, "invalid_field"),
        ({"params": {"ante": 1, "players": 2, "target": 1025}}, 422, "invalid_field"),
        ({"params": {"ante": 1, "players": 2, "commission": "0"}}, 422, "unknown_field"),
        ({"params": {"ante": 1, "players": 2}, "bots": {"0": "mind/1"}}, 422, "invalid_field"),
        ({"params": {"ante": 1, "players": 2}, "bots": {"2": "win/1"}}, 422, "invalid_field"),
        ({"params": {"ante": 1, "players": 2}, "bots": {"0": "win/1", "1": "win/1"}}, 422, "invalid_field"),
        ({"params": {"ante": 1, "players": 2}, "private": True}, 422, "invalid_field"),
        ({"params": {"ante": 1, "players": 2}, "name": "\n"}, 422, "invalid_field"),
    ):
        refused(one.post("/v1/matches", body), status, code)


def test_joining_and_leaving_before_the_start(one: Room) -> None:
    match = opened(one)
    alice, bob, poor = guest(one, "alice"), guest(one, "bob"), guest(one, "poor", 99)
    poor.match = match
    refused(poor.post("seats", {"chain_head": poor.chain.link(0)}), 409, "insufficient_chips")
    alice.join(match, seat=1)
    refused(alice.post("seats", {"chain_head": alice.chain.link(0)}), 409, "seat_taken")
    assert alice.leave().status_code == 200
    assert alice.join(match)["seat"] == 0
    bob.match = match
    refused(bob.post("seats", {"chain_head": bob.chain.link(0), "seat": 0}), 409, "seat_taken")
    refused(bob.post("seats", {"chain_head": "x"}), 422, "invalid_field")
    bob.join(match)
    assert alice.balance() == CHIPS
    one.ahead(seconds=1)
    assert alice.balance() == bob.balance() == CHIPS - 100
    refused(poor.post("seats", {"chain_head": poor.chain.link(0)}), 409, "seat_taken")
    sums(one)


def test_a_match_that_does_not_start_gives_the_antes_back(either: Room) -> None:
    match = opened(either)
    alice, bob = guest(either, "alice"), guest(either, "bob")
    for person in (alice, bob):
        person.join(match)
    either.ahead(seconds=1)
    assert alice.link().status_code == 200
    view = alice.view()
    assert (view["round"]["state"], view["round"]["shown"]) == ("links", {"asked": [0, 1], "given": [0]})
    either.ahead(seconds=6)
    view = alice.view()
    assert view["state"] == "open"
    assert view["taken"] == {"0": {"player": "alice"}}
    assert alice.balance() == bob.balance() == CHIPS
    found = record(either, view["round"]["round_id"])
    assert verify_record(found).verdict == "verified"
    assert found["void"] == {"reason": "not every player gave a link"}
    bob.join(match)
    either.ahead(seconds=1)
    for person in (alice, bob):
        assert person.link().status_code == 200
    assert alice.view()["round"]["state"] == "open"
    sums(either)


def test_a_link_for_another_round_is_refused(one: Room) -> None:
    match, people = opened(one), [guest(one, name) for name in ("lea", "leo")]
    for person in people:
        person.join(match)
    one.ahead(seconds=1)
    link, round_id = people[0].chain.link(1), people[0].view()["round"]["round_id"]
    refused(people[0].post("links", {"link": link, "round_id": "0" * 32}), 409, "stale_action", "round_id")
    assert people[0].post("links", {"link": link, "round_id": round_id}).json["counts"]  # type: ignore[index]


def test_actions_that_are_refused(one: Room) -> None:
    people = begun(one, ["alice", "bob"])
    first = turn(people)
    assert first is not None
    other = next(person for person in people if person is not first)
    refused(first.post("actions", {"type": "roll", "expected_actions": 1}), 409, "stale_action")
    refused(first.act(type="bank"), 409, "illegal_action")
    refused(first.act(type="steal"), 409, "illegal_action")
    refused(first.act(type="roll", timeout=True), 422, "unknown_field")
    refused(first.act(type="roll", dice=[0]), 422, "unknown_field")
    refused(other.act(type="roll"), 409, "illegal_action")
    refused(other.act(type="roll", player=first.view()["seat"]), 403, "forbidden")
    assert first.view()["round"]["actions"] == []
    answer = first.act(type="roll", player=first.view()["seat"])
    assert answer.status_code == 200
    assert len(answer.json["round"]["action_receipts"]) == 1  # type: ignore[index]


def test_the_service_acts_when_time_has_run_out(either: Room) -> None:
    people = begun(either, ["alice", "bob"])
    first = turn(people)
    assert first is not None
    seen: list[dict[str, Any]] = []
    for _ in range(12):
        for person in people:
            person.view()
        either.ahead(seconds=31)
        view = people[0].view()
        seen = view["round"]["actions"]
        if view["state"] == "closed" or any(action["type"] == "bank" for action in seen):
            break
    assert all(action["timeout"] for action in seen)
    assert seen[0] == {"player": first.view()["seat"], "type": "roll", "timeout": True}
    places = [action["type"] for action in seen]
    assert "concede" not in places
    assert places[places.index("keep") + 1] == "bank"


def test_away_for_too_long_is_a_concession(one: Room) -> None:
    people = begun(one, ["alice", "bob", "carol"])
    for _ in range(3):
        one.ahead(seconds=21)
        people[0].view()
        people[2].view()
    actions = people[0].view()["round"]["actions"]
    gone = people[1].view()["seat"]
    assert {"player": gone, "type": "concede", "timeout": True} in actions
    assert people[0].view()["round"]["shown"]["gone"] == [gone]
    refused(people[1].act(type="concede"), 409, "illegal_action")


def test_leaving_a_match_is_conceding(either: Room) -> None:
    people = begun(either, ["alice", "bob"])
    assert people[0].leave().status_code == 200
    view = people[1].view()
    assert view["state"] == "closed"
    found = record(either, view["round"]["round_id"])
    assert found["outcome"]["winner"] == people[1].view()["seat"]
    assert found["actions"] == [{"player": view["seat"] ^ 1, "type": "concede"}]
    assert people[1].balance() == CHIPS + 90
    sums(either)


def test_a_private_match_and_plain_seeds(one: Room) -> None:
    alice, bob = guest(one, "alice"), guest(one, "bob")
    params = {"ante": 5, "players": 2, "target": 1000, "seat_seeds": "plain"}
    answer = one.post("/v1/matches", {"params": params, "private": True}, "alice", alice.token)
    told: dict[str, Any] = answer.json  # type: ignore[assignment]
    assert one.get("/v1/matches", "bob", bob.token)["items"] == []
    bob.match = alice.match = told["match_id"]
    refused(bob.post("seats", {}), 403, "forbidden")
    assert alice.post("seats", {}).status_code == 201
    assert bob.post("seats", {"invitation": told["invitation"]}).status_code == 201
    one.ahead(seconds=1)
    refused(alice.post("links", {"link": "0" * 64}), 422, "invalid_field")
    for person in (alice, bob):
        assert person.post("links", {"client_seed": person.name}).status_code == 200
    carol, path = guest(one, "carol"), f"/v1/matches/{alice.match}"
    assert one.get(path, "bob", bob.token)["round"]["state"] == "open"
    assert one.get(path, "carol", carol.token)["round"] is None
    told_carol = {event["type"] for event in one.get(f"{path}/events", "carol", carol.token)["items"]}
    assert told_carol == {"seat"}
    found = play([alice, bob], random.Random(3))
    assert found["seeds"]["client_seeds"] == {"0": "alice", "1": "bob"}
    assert verify_record(found).verdict == "verified"


def test_events_tell_what_everybody_may_know(one: Room) -> None:
    people = begun(one, ["alice"], {"1": "threshold-300/1"})
    play(people, random.Random(9))
    events = one.get(f"/v1/matches/{people[0].match}/events")["items"]
    kinds = [event["type"] for event in events]
    assert [event["index"] for event in events] == list(range(len(events)))
    assert kinds[0] == "seat"
    for kind in ("pair", "hand", "link", "start", "action", "end", "closed", "match_closed"):
        assert kind in kinds
    links = [event for event in events if event["type"] == "link"]
    assert all(set(event["data"]) == {"round_id", "seat"} for event in links)


def test_the_host_takes_back_a_match(one: Room) -> None:
    alice = guest(one, "alice")
    body = {"params": {"ante": 5, "players": 2}}
    match = one.post("/v1/matches", body, "alice", alice.token).json["match_id"]  # type: ignore[index]
    bob = guest(one, "bob")
    refused(one.delete(f"/v1/matches/{match}", "bob", bob.token), 403, "forbidden")
    assert one.delete(f"/v1/matches/{match}", "alice", alice.token).status_code == 200
    assert one.get("/v1/matches")["items"] == []
    bob.match = match
    refused(bob.post("seats", {"chain_head": bob.chain.link(0)}), 409, "seat_taken")


@pytest.mark.parametrize("joined", [0, 1, 2])
def test_a_match_that_was_taken_back_never_begins(one: Room, joined: int) -> None:
    alice, bob = guest(one, "alice"), guest(one, "bob")
    body = {"params": {"ante": 5, "players": 2}}
    match = one.post("/v1/matches", body, "alice", alice.token).json["match_id"]  # type: ignore[index]
    for person in (alice, bob)[:joined]:
        person.join(match)
    taken_back = one.delete(f"/v1/matches/{match}", "alice", alice.token).json
    assert taken_back["due_at"] is None  # type: ignore[index]
    for seconds in (1, 60):
        one.ahead(seconds=seconds)
        view = one.get(f"/v1/matches/{match}")
        assert (view["state"], view["round"]) == ("closed", None)
    assert alice.balance() == bob.balance() == CHIPS
    sums(one)


@pytest.mark.parametrize("given", [0, 1, 2])
def test_a_match_that_an_operator_voids_is_over(one: Room, given: int) -> None:
    match, people = opened(one), [guest(one, name) for name in ("lea", "leo")]
    for person in people:
        person.join(match)
    one.ahead(seconds=1)
    for person in people[:given]:
        assert person.link().status_code == 200
    round_id = people[0].view()["round"]["round_id"]
    assert clocks.void(one.service, round_id, "a test")
    one.ahead(seconds=61)
    view = people[0].view()
    assert (view["state"], view["round"]["state"], view["due_at"]) == ("closed", "void", None)
    assert [person.balance() for person in people] == [CHIPS] * 2
    assert verify_record(record(one, round_id)).verdict == "verified"
    sums(one)
