"""Clocks at tables: links, decisions, answer windows, the pause, absence; fired by workers and by calls."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from fairseed import verify_record
from fairseed.service import timers
from fairseed.service.store import schema
from tests.http.server import LONG_DATABASES
from tests.service.api import refused
from tests.service.people import Person, Room, play_hand, record, room

BUY_IN = 1000


@pytest.fixture(params=LONG_DATABASES)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    with room(request.param, tmp_path, FAIRSEED_TOKEN_SECONDS="86400") as made:
        yield made


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Room]:
    with room("sqlite", tmp_path, FAIRSEED_TOKEN_SECONDS="86400") as made:
        yield made


def two(made: Room, game: str = "holdem", **more: Any) -> list[Person]:
    table_id = made.table(game, **more)
    people = [made.person("alice"), made.person("bob")]
    for person in people:
        person.sit(table_id, 100 if game == "aof" else BUY_IN)
    return people


def asked(people: list[Person]) -> Person:
    """Whose decision it is."""
    return next(person for person in people if person.view()["hand"]["legal"])


def keep_alive(people: list[Person]) -> None:
    for person in people:
        person.view()


def test_a_hand_begins_after_the_pause_and_links_are_due(either: Room) -> None:
    people = two(either)
    view = people[0].view()
    assert (view["hand"], view["due_at"]) == (None, "2031-05-06T07:08:13Z")
    either.ahead(seconds=3)
    assert people[0].view()["hand"] is None
    either.ahead(seconds=1)
    hand = people[0].view()["hand"]
    assert (hand["state"], hand["shown"]) == ("links", {"asked": [1, 2], "given": []})
    assert hand["seeds"]["client_seeds"] == {}
    assert people[0].link().json["counts"] is True
    assert people[0].view()["hand"]["shown"]["given"] == [1]
    # With fewer than two links the hand is void, publicly, and nobody who gave none is asked again.
    either.ahead(seconds=6)
    view = people[0].view()
    assert (view["hand"]["state"], view["hand"]["void"]) == (
        "void",
        {"reason": "fewer than two seats gave their links"},
    )
    assert view["hand"]["settlement"] == {"staked": {"1": 0, "2": 0}, "returned": {"1": 0, "2": 0}}
    either.ahead(seconds=4)
    assert people[0].view()["due_at"] is None
    assert people[0].view()["hands"] == 1
    # Who comes back plays on; the link that was given is used up.
    people[1].view()
    either.ahead(seconds=4)
    keep_alive(people)
    for person in people:
        assert person.link().json["counts"] is True
    assert people[0].view()["hand"]["state"] == "open"
    void = view["hand"]["round_id"]
    either.post(f"/v1/tables/{people[0].table_id}/reveal", {})
    play_hand(people, random.Random(1), until="over")
    either.ahead(seconds=4)
    whole = record(either, void)
    verdict = verify_record(whole, either.trust())
    assert verdict.verdict == "verified", verdict
    assert {check.check: check.status for check in verdict.checks}["log"] == "pass"
    assert "void" in whole["commitment"]


def test_a_hand_without_any_link_is_void_and_verifies(one: Room) -> None:
    people = two(one, params={"reveal": "hand"})
    one.ahead(seconds=4)
    round_id = people[0].view()["hand"]["round_id"]
    one.ahead(seconds=6)
    one.tick()
    whole = record(one, round_id)
    assert (whole["seeds"]["client_seeds"], whole["seeds"]["chain_heads"]) == ({}, {})
    verdict = verify_record(whole, one.trust())
    assert verdict.verdict == "verified", verdict


def test_who_gives_no_link_is_omitted_and_a_late_one_is_used_up(one: Room) -> None:
    people = two(one, fill_with_bots=1, seats=3)
    one.ahead(seconds=4)
    assert people[0].link().status_code == 200
    one.ahead(seconds=6)
    hand = people[0].view()["hand"]
    assert hand["state"] in ("open", "settled")
    assert hand["table"]["omitted"] == {"2": None}
    assert set(hand["seeds"]["client_seeds"]) == {"1", "3"}
    late = people[1].link()
    assert late.json["counts"] is False
    assert late.json["table"]["own"]["link"] == people[1].chain.link(1)
    refused(people[1].link(), 409, "illegal_action", "link")
    people[1].given -= 1
    play_hand(people, random.Random(2), until="links")  # ends the hand in play, begins the next
    assert {2} <= set(people[1].view()["hand"]["shown"]["asked"])
    assert people[1].link().status_code == 200, "the next link, behind the late one"


def test_the_decision_clock_folds_or_checks(either: Room) -> None:
    people = two(either, params={"decision_seconds": 20})
    hand = play_hand(people, random.Random(3), until="open")
    first = asked(people)
    view = first.view()
    assert view["due_at"] > view["now"]
    either.ahead(seconds=19)
    assert first.view()["hand"]["legal"]
    either.ahead(seconds=2)
    over = either.get(f"/v1/tables/{first.table_id}")["hand"]
    assert over["state"] == "settled"
    assert over["actions"] == [{"seat": first.seat, "type": "fold", "timeout": True}]
    assert verify_record(over).verdict == "pending"
    refused(first.act({"type": "fold"}, 1), 409, "illegal_action", "action")
    assert hand["round_id"] == over["round_id"]


def test_a_call_that_finds_the_clock_run_out_does_first_what_is_due(either: Room) -> None:
    people = two(either)
    play_hand(people, random.Random(4), until="open")
    first = asked(people)
    either.clock.ahead(seconds=40)  # and no worker has its turn
    refused(first.act({"type": "call"}, 0), 409, "illegal_action", "action")
    view = first.view()
    assert view["hand"]["actions"][0] == {"seat": first.seat, "type": "fold", "timeout": True}
    # Many clocks behind one another are each fired once.
    either.clock.ahead(seconds=600)
    first.view()
    with either.service.store.read() as connection:
        numbers = connection.execute(select(schema.hands.c.number)).scalars().all()
    assert len(numbers) == len(set(numbers))
    assert timers.run(either.service) >= 0


def test_every_worker_may_fire_a_clock_and_one_does(either: Room) -> None:
    people = two(either)
    play_hand(people, random.Random(5), until="open")
    either.clock.ahead(seconds=40)
    fired = [timers.play_tables(either.service) for _ in range(3)]
    assert fired[0] == 1
    assert people[0].view()["hand"]["state"] == "settled"
    assert len(people[0].view()["hand"]["actions"]) == 1


def test_the_anchoring_seats_clock_stands_still_in_the_window(one: Room) -> None:
    pick, people = random.Random(6), two(one, "naiko", params={"decision_seconds": 30, "shield_seconds": 8})
    for _ in range(40):
        play_hand(people, pick, until="open")
        first = asked(people)
        other = next(person for person in people if person is not first)
        anchor = next((each for each in first.view()["hand"]["legal"] if each["type"] == "anchor"), None)
        if anchor is not None and "shield" in first.view()["hand"]["shown"]["carousel"]:
            break
        first.act({"type": "fold"}, len(first.view()["hand"]["actions"]))
        one.ahead(seconds=4)
    made = len(first.view()["hand"]["actions"])
    one.ahead(seconds=10)
    assert first.act({"type": "anchor", "target": other.seat}, made).status_code == 200
    assert [each["type"] for each in other.view()["hand"]["legal"]] == ["shield", "decline"]
    assert other.view()["due_at"] == seconds_after(other.view()["now"], 9)
    one.ahead(seconds=9)
    view = first.view()
    assert view["hand"]["actions"][-1] == {"seat": other.seat, "type": "decline", "timeout": True}
    assert view["hand"]["legal"], "the anchoring seat makes its poker action"
    left = int(view["due_at"][-3:-1]) - int(view["now"][-3:-1])
    assert 20 <= left % 60 <= 22, "what was left of its clock when it anchored"


def seconds_after(moment: str, seconds: int) -> str:
    from datetime import datetime, timedelta

    at = datetime.fromisoformat(moment) + timedelta(seconds=seconds)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_an_absent_player_is_dealt_out_and_leaves_with_the_stack(either: Room) -> None:
    people = two(either)
    table_id = people[0].table_id
    either.clock.ahead(seconds=100)
    people[0].view()
    either.clock.ahead(seconds=21)
    view = people[0].view()
    assert {seat: each["state"] for seat, each in view["taken"].items()} == {"1": "here", "2": "away"}
    either.tick()
    assert people[0].view()["hand"]["state"] == "void", "nobody gave a link"
    # Coming back in time, the player goes on.
    either.ahead(seconds=1)
    keep_alive(people)
    either.ahead(seconds=4)
    hand = people[0].view()["hand"]
    assert hand["state"] == "links"
    for person in people:
        person.link()
    play_hand(people, random.Random(7))
    stack = people[1].view()["taken"]["2"]["stack"]
    for _ in range(5):
        either.clock.ahead(seconds=85)
        people[0].view()
    either.tick()
    view = people[0].view()
    assert set(view["taken"]) == {"1"}
    left = [event for event in events(either, table_id) if event["type"] == "left"]
    assert left[-1]["data"] == {"seat": 2, "stack": stack, "why": "stayed away", "player": "bob"}


def test_a_seat_without_chips_is_kept_for_a_while(one: Room) -> None:
    people = two(one, "aof")
    rng = random.Random(8)
    while True:
        play_hand(people, rng)
        broke = [each for each in people if not each.view()["taken"][str(each.seat)]["stack"]]
        if broke:
            break
    for _ in range(3):
        one.clock.ahead(seconds=99)
        keep_alive(people)
    assert str(broke[0].seat) in people[0].view()["taken"]
    one.ahead(seconds=4)
    assert str(broke[0].seat) not in one.get(f"/v1/tables/{people[0].table_id}")["taken"]


def events(made: Room, table_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        after = found[-1]["index"] if found else -1
        items = made.get(f"/v1/tables/{table_id}/events?after={after}")["items"]
        if not items:
            return found
        found += items


def test_an_idle_pair_of_a_table_is_closed_and_revealed(one: Room) -> None:
    people = two(one)
    hand = play_hand(people, random.Random(9))
    # Both look on, but one gives no link any more: the table waits.
    with one.service.store.read() as connection:
        pair = connection.execute(select(schema.pairs).where(schema.pairs.c.state == "active")).one()
    assert pair.server_seed_hash == hand["seeds"]["server_seed_hash"]

    def wait(connection: Connection) -> None:
        """Both stay, and no hand begins."""
        connection.execute(schema.tables.update().values(clock_at=None, due_at=None))
        connection.execute(schema.seats.update().values(seen_at="2031-06-06T07:08:00Z"))

    one.service.store.write(wait)
    one.ahead(days=31)
    seed = one.get(f"/v1/seeds/{hand['seeds']['server_seed_hash']}")
    assert seed["state"] == "revealed"
    assert verify_record(record(one, hand["round_id"]), one.trust()).verdict == "verified"
    # The next hand begins under another pair.
    for person in people:
        person.token = one.person(person.name).token
        person.view()
    again = play_hand(people, random.Random(10))
    assert again["seeds"]["server_seed_hash"] != hand["seeds"]["server_seed_hash"]
    assert json.dumps(again).count(seed["server_seed"]) == 0
