"""Tables made, entered and left: limits, invitations, bots that make room, reveal policies, voids, events."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fairseed import Trust, verify_record
from fairseed.cli import main
from fairseed.commitments.sealing import AuditorKey
from fairseed.service import ledger_audit
from fairseed.service.http import seats as routes
from fairseed.service.openapi import ROUTES
from fairseed.service.tables import clocks
from tests.http.server import DATABASES
from tests.service.api import refused
from tests.service.people import PARAMS, Person, Room, play_hand, record, room

KINDS = {(route[0].upper(), route[1]): route for route in ROUTES}


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Room]:
    key = tmp_path / "auditor"
    key.write_text(AUDITOR.public + "\n")
    settings = {"FAIRSEED_TOKEN_SECONDS": "86400", "FAIRSEED_AUDITOR_KEY": str(key)}
    with room("sqlite", tmp_path, **settings) as made:
        yield made


AUDITOR = AuditorKey.generate()
HOLDEM = {"game": "holdem", "params": PARAMS["holdem"]}


def seated(made: Room, table_id: str, *names: str) -> list[Person]:
    people = [made.person(name) for name in names]
    buy_in = made.get(f"/v1/tables/{table_id}")["buy_in"]["most"]
    for person in people:
        person.sit(table_id, buy_in)
    return people


@pytest.mark.parametrize(
    ("changed", "code", "where"),
    [
        ({"game": "go_fish"}, "invalid_field", "game"),
        ({"params": {"small_blind": 5, "big_blind": 15}}, "invalid_field", "params.big_blind"),
        ({"params": {"small_blind": 5}}, "invalid_field", "params.big_blind"),
        ({"params": {"small_blind": 0, "big_blind": 0}}, "invalid_field", "params.small_blind"),
        ({"params": PARAMS["holdem"] | {"limit": "pot"}}, "invalid_field", "params.limit"),
        (
            {"params": PARAMS["holdem"] | {"decision_seconds": 86_401}},
            "invalid_field",
            "params.decision_seconds",
        ),
        (
            {"params": PARAMS["holdem"] | {"decision_seconds": 10**15}},
            "invalid_field",
            "params.decision_seconds",
        ),
        (
            {"game": "naiko", "params": PARAMS["naiko"] | {"shield_seconds": 86_401}},
            "invalid_field",
            "params.shield_seconds",
        ),
        ({"params": PARAMS["holdem"] | {"straddle": 1}}, "unknown_field", "params.straddle"),
        ({"params": {"small_blind": 10**13, "big_blind": 2 * 10**13}}, "invalid_field", "params"),
        (
            {"game": "turkish", "params": {"ante": 5, "lowest_rank": "2"}},
            "unknown_field",
            "params.lowest_rank",
        ),
        ({"game": "aof", "buy_in": "deep"}, "invalid_field", "buy_in"),
        ({"seats": 10}, "invalid_field", "seats"),
        ({"game": "omaha5", "seats": 9}, "invalid_field", "seats"),
        ({"seats": 1}, "invalid_field", "seats"),
        ({"seats": 3, "fill_with_bots": 3}, "invalid_field", "fill_with_bots"),
        ({"bot_policy": "psychic/1"}, "invalid_field", "bot_policy"),
        ({"name": "a\nb"}, "invalid_field", "name"),
        ({"private": True}, "invalid_field", "host"),
        ({"host": ".."}, "invalid_field", "player"),
        ({"speed": 1}, "unknown_field", "speed"),
    ],
)
def test_a_table_that_cannot_be_is_refused(one: Room, changed: dict[str, Any], code: str, where: str) -> None:
    refused(one.post("/v1/tables", HOLDEM | changed), 422, code, where)


def test_the_lobby_shows_what_one_sits_down_to(one: Room) -> None:
    table_id = one.table("omaha", fill_with_bots=2, name="Пот", seats=6)
    one.ahead(seconds=1)
    one.table("holdem", buy_in="deep", params={"small_blind": 50, "big_blind": 100})
    items = one.get("/v1/tables?limit=1")
    assert items["items"][0]["params"]["rake"] == {"preset": "six_percent", "cap": 300}
    assert items["items"][0]["buy_in"] == {"least": 4000, "most": 20000}
    (omaha,) = one.get(f"/v1/tables?cursor={items['next_cursor']}")["items"]
    assert (omaha["table_id"], omaha["name"], omaha["seats"]) == (table_id, "Пот", 6)
    assert omaha["params"] == {
        "small_blind": 5,
        "big_blind": 10,
        "ante": 0,
        "limit": "no",
        "strict_reopen": False,
        "reveal": "session",
        "rake": {"preset": "heads_up_three"},
        "decision_seconds": 30,
        "seat_seeds": "chain",
    }
    assert omaha["rulesets"]
    seated(one, table_id, "alice")
    one.ahead(seconds=4)
    (omaha,) = one.get("/v1/tables?game=omaha")["items"]
    assert omaha["bots"] == {"2": "tight/1", "3": "tight/1"}
    assert omaha["taken"]["1"] == {"player": "alice", "stack": 1000}
    assert one.get("/v1/tables?game=naiko")["items"] == []
    for wrong in ("game=go_fish", "game=%00", "game=", "game=omaha&game=omaha", "limit=0", "cursor=x"):
        refused(one.api.get(f"/v1/tables?{wrong}"), 400, "bad_query")


def test_sitting_down_has_its_limits(one: Room) -> None:
    table_id = one.table("holdem", seats=2)
    alice, bob, carol = (one.person(name) for name in ("alice", "bob", "carol"))
    head = {"chain_head": alice.chain.head}
    for body, code, where in (
        ({"buy_in": 399} | head, "limits", "buy_in"),
        ({"buy_in": 1001} | head, "limits", "buy_in"),
        ({"buy_in": 400}, "invalid_field", "chain_head"),
        ({"buy_in": 400, "chain_head": "A" * 64}, "invalid_field", "chain_head"),
        ({"buy_in": 400, "seat": 3} | head, "invalid_field", "seat"),
        ({"buy_in": True} | head, "invalid_field", "buy_in"),
    ):
        refused(alice.post(table_id, "seats", body), 422, code, where)
    alice.sit(table_id, 400, seat=2)
    refused(alice.post(table_id, "seats", {"buy_in": 400} | head), 409, "seat_taken", "player")
    refused(bob.post(table_id, "seats", {"buy_in": 400, "seat": 2} | head), 409, "seat_taken", "seat")
    bob.sit(table_id, 400)
    assert bob.seat == 1
    refused(carol.post(table_id, "seats", {"buy_in": 400} | head), 409, "seat_taken", "table_id")
    refused(alice.post("0" * 32, "seats", {"buy_in": 400} | head), 404, "not_found", "table_id")
    refused(alice.post("nothing", "seats", {"buy_in": 400} | head), 404, "not_found", "table_id")


def test_a_private_table_needs_its_invitation(one: Room) -> None:
    host, guest, other = (one.person(name) for name in ("host", "guest", "other"))
    body = HOLDEM | {"private": True}
    path = "/v1/tables"
    refused(one.post(path, HOLDEM, "host", host.token), 403, "forbidden", "Authorization")
    made = one.post(path, body, "host", host.token).json
    table_id, invitation = made["table_id"], made["invitation"]
    sit = {"buy_in": 1000, "chain_head": guest.chain.head}
    for wrong in ({}, {"invitation": None}, {"invitation": invitation[:-1]}, {"invitation": "\ud800"}):
        sent = json.dumps(sit | wrong).encode()
        answer = one.api.post(f"/v1/tables/{table_id}/seats", sent, key=guest.token)
        assert answer.status_code in (400, 403), answer.text
    guest.sit(table_id, 1000, invitation=invitation)
    host.sit(table_id, 1000)
    listed = [
        [item["table_id"] for item in one.get(path, person.name, person.token)["items"]]
        for person in (host, guest, other)
    ]
    assert listed == [[table_id], [table_id], []]
    assert all(invitation.encode() not in data for _, data in one.answers[5:])
    refused(one.delete(f"{path}/{table_id}", "guest", guest.token), 403, "forbidden")
    assert one.delete(f"{path}/{table_id}", "host", host.token).json["state"] == "closed"


@pytest.mark.parametrize("kind", DATABASES)
def test_play_at_a_private_table_is_nobody_elses_business(kind: str, tmp_path: Path) -> None:
    """The log names every table, so to know an id is no invitation. What its lobby entry shows, an id shows too."""
    with room(kind, tmp_path) as one:
        host, guest, other = (one.person(name) for name in ("host", "guest", "other"))
        made = one.post("/v1/tables", HOLDEM | {"private": True}, "host", host.token).json
        path, hand_id = f"/v1/tables/{made['table_id']}", None
        host.sit(made["table_id"], 1000)
        guest.sit(made["table_id"], 1000, invitation=made["invitation"])
        play_hand([host, guest], random.Random(1), until="open")
        for person in (host, guest):
            view = one.get(path, person.name, person.token)
            hand_id = view["hand"]["round_id"]
            assert view["hand"]["state"] == "open"
        told = one.get(path, "other", other.token)
        assert told["hand"] is None
        assert told["taken"].keys() == view["taken"].keys()
        for name in ("game", "params", "buy_in", "private", "state", "rulesets", "bots"):
            assert told[name] == view[name]
        assert one.get(path)["hand"]["round_id"] == hand_id
        assert one.get(f"{path}?player=other")["hand"] is None
        kinds = [
            {event["type"] for event in one.get(f"{path}/events", each.name, each.token)["items"]}
            for each in (guest, other)
        ]
        assert "deal" in kinds[0]
        assert kinds[1] == {"seat"}
        assert one.api.get(f"/v1/rounds/{hand_id}", key=guest.token).status_code == 200
        # As of any round that is not the token's own, or that there is not.
        assert one.api.get(f"/v1/rounds/{hand_id}", key=other.token).status_code == 403
        assert one.api.get(f"/v1/rounds/{'0' * 32}", key=other.token).status_code == 403
        play_hand([host, guest], random.Random(2))
        guest.leave()
        ended = [
            [hand["round_id"] for hand in one.get(f"{path}/hands", each.name, each.token)["items"]]
            for each in (host, guest, other)
        ]
        both = [hand["round_id"] for hand in one.get(f"{path}/hands")["items"]]
        assert hand_id in both
        assert ended == [both, both, []]
        # A name in other letters is another player.
        assert one.get(f"{path}/hands?player=GUEST")["items"] == []
        assert one.get(path, "guest", guest.token)["hand"]["round_id"] == both[-1]
        one.delete(path, "host", host.token)
        assert [hand["round_id"] for hand in one.get(f"{path}/hands", "other", other.token)["items"]] == both


@pytest.mark.parametrize("kind", DATABASES)
def test_a_player_has_so_many_open_tables(kind: str, tmp_path: Path) -> None:
    """Of many calls at once too; an operator makes as many as it likes, for whom it likes."""
    body = HOLDEM | {"private": True}
    with room(kind, tmp_path, FAIRSEED_TABLES_PER_PLAYER="3") as one:
        host, other = one.person("host"), one.person("other")

        def make(person: Person) -> Any:
            return one.api.post("/v1/tables", body, key=person.token)

        with ThreadPoolExecutor(8) as at_once:
            made = list(at_once.map(make, [host] * 8))
        assert sorted(answer.status_code for answer in made) == [201] * 3 + [429] * 5
        entries = len(one.get("/v1/tables?limit=200")["items"])
        refused(one.post("/v1/tables", body, "host", host.token), 429, "rate_limited", "host")
        assert len(one.get("/v1/tables?limit=200")["items"]) == entries == 3
        assert make(other).status_code == 201
        assert one.post("/v1/tables", body | {"host": "host"}).status_code == 201
        for closed in one.get("/v1/tables", "host", host.token)["items"][:2]:
            one.delete(f"/v1/tables/{closed['table_id']}", "host", host.token)
        match = {"params": {"players": 2, "ante": 10}}
        assert one.post("/v1/matches", match, "host", host.token).status_code == 201
        refused(one.post("/v1/matches", match, "host", host.token), 429, "rate_limited", "host")
        refused(make(host), 429, "rate_limited", "host")


def test_a_bot_makes_room_for_a_person_and_its_hand_goes_on(one: Room) -> None:
    table_id = one.table("holdem", seats=3, fill_with_bots=2)
    (alice,) = seated(one, table_id, "alice")
    while (hand := play_hand([alice], random.Random(1), until="open"))["state"] != "open":
        pass  # both bots folded before she was asked
    bob = one.person("bob")
    view = bob.sit(table_id, 1000)
    assert bob.seat in (2, 3)
    assert view["hand"]["table"]["bots"][str(bob.seat)] == "tight/1", "the bot still plays this hand"
    assert str(bob.seat) not in view["hand"]["shown"]["hole"], "and its cards are nobody else's"
    assert view["hand"]["opened"] == []
    refused(bob.act({"type": "fold"}, len(view["hand"]["actions"])), 409, "illegal_action", "player")
    over = play_hand_on([alice], hand["round_id"])
    assert over["state"] == "settled"
    assert bob.view()["taken"][str(bob.seat)] == {"player": "bob", "stack": 1000, "state": "here"}
    next_hand = play_hand([alice, bob], random.Random(2))
    assert len(next_hand["table"]["bots"]) == 1


def play_hand_on(people: list[Person], round_id: str) -> dict[str, Any]:
    """Everybody folds when asked."""
    made = people[0].room
    for _ in range(20):
        for person in people:
            view = person.view()
            if view["hand"]["round_id"] == round_id and view["hand"]["legal"]:
                person.act({"type": "fold"}, len(view["hand"]["actions"]))
        if view["hand"]["state"] == "settled":
            return dict(view["hand"])
        made.ahead(seconds=1)
    raise AssertionError("the hand does not end")


def test_leaving_in_a_hand_waits_for_its_end_and_ends_the_session(one: Room) -> None:
    table_id = one.table("holdem")
    people = seated(one, table_id, "alice", "bob")
    hand = play_hand(people, random.Random(3), until="open")
    bob = people[1]
    assert bob.leave().json == {"seat": 2, "state": "leaving", "chips": None}
    assert bob.leave().json["state"] == "leaving"
    assert bob.view()["taken"]["2"]["state"] == "leaving"
    play_hand_on(people, hand["round_id"])
    one.ahead(seconds=4)
    assert set(one.get(f"/v1/tables/{table_id}")["taken"]) == {"1"}
    refused(bob.leave(), 404, "not_found", "seat")
    refused(one.delete(f"/v1/tables/{table_id}/seats/2"), 404, "not_found", "seat")
    assert one.get(f"/v1/seeds/{hand['seeds']['server_seed_hash']}")["state"] == "active"
    path, headers = f"/v1/tables/{table_id}/seats/1", {"Idempotency-Key": "leave"}
    left = one.delete(path, **headers)
    assert left.json["chips"] == one.delete(path, **headers).json["chips"], "a repeat gets the same answer"
    seed = one.get(f"/v1/seeds/{hand['seeds']['server_seed_hash']}")
    assert seed["state"] == "revealed"
    one.tick()
    assert verify_record(record(one, hand["round_id"]), one.trust()).verdict == "verified"


def test_top_ups_are_added_between_hands_within_the_range(one: Room) -> None:
    table_id = one.table("holdem")
    people = seated(one, table_id, "alice", "bob")
    alice = people[0]
    path = f"seats/{alice.seat}/top_up"
    refused(alice.post(table_id, path, {"amount": 1}), 422, "limits", "amount")
    refused(alice.post(table_id, path, {"amount": 0}), 422, "limits", "amount")
    hand = play_hand(people, random.Random(4), until="open")
    stack = hand["table"]["stacks"]["1"]
    assert alice.post(table_id, path, {"amount": 600}).json["own"]["adding"] == 600
    refused(alice.post(table_id, path, {"amount": 401}), 422, "limits", "amount")
    assert alice.view()["taken"]["1"]["stack"] == stack, "the hand is played with what it began with"
    play_hand_on(people, hand["round_id"])
    one.ahead(seconds=4)
    view = alice.view()
    assert view["own"]["adding"] == 0
    assert view["taken"]["1"]["stack"] == max(1000, play_stack(hand, one))


def play_stack(hand: dict[str, Any], made: Room) -> int:
    items = made.get(f"/v1/tables/{hand['table']['table_id']}/hands")["items"]
    return int(items[-1]["outcome"]["stacks"]["1"])


def test_stale_and_illegal_actions_change_nothing(one: Room) -> None:
    table_id = one.table("holdem")
    people = seated(one, table_id, "alice", "bob")
    hand = play_hand(people, random.Random(5), until="open")
    first = next(person for person in people if person.view()["hand"]["legal"])
    other = next(person for person in people if person is not first)
    before = one.get(f"/v1/tables/{table_id}")
    for person, action, expected, status, code in (
        (first, {"type": "call"}, 1, 409, "stale_action"),
        (first, {"type": "call", "round_id": "0" * 32}, 0, 409, "stale_action"),
        (other, {"type": "check"}, 0, 409, "illegal_action"),
        (first, {"type": "check"}, 0, 409, "illegal_action"),
        (first, {"type": "raise", "to": 11}, 0, 409, "illegal_action"),
        (first, {"type": "raise", "to": 10**7}, 0, 409, "illegal_action"),
        (first, {"type": "raise"}, 0, 422, "invalid_field"),
        (first, {"type": "all_in"}, 0, 409, "illegal_action"),
        (first, {"type": "peek"}, 0, 409, "illegal_action"),
        (first, {"type": "fold", "timeout": True}, 0, 422, "unknown_field"),
        (first, {"type": "fold", "why": "bored"}, 0, 422, "unknown_field"),
        (first, {"type": "fold", "seat": other.seat}, 0, 422, "invalid_field"),
        (first, {}, 0, 422, "invalid_field"),
    ):
        refused(person.act(action, expected), status, code)
    refused(first.post(table_id, "actions", {"type": "fold"}), 422, "invalid_field", "expected_actions")
    refused(first.link(), 409, "illegal_action", "link")
    assert one.get(f"/v1/tables/{table_id}") == before
    call = {"type": "call", "round_id": hand["round_id"], "seat": first.seat}
    assert first.act(call, 0).status_code == 200


def test_a_link_must_be_the_next_one(one: Room) -> None:
    people = seated(one, one.table("holdem"), "alice", "bob")
    play_hand(people, random.Random(6), until="links")
    alice = people[0]
    for body, where in (
        ({"link": "0" * 64}, "link"),
        ({"link": alice.chain.link(2)}, "link"),
        ({"link": alice.chain.link(0)}, "link"),
        ({"link": "x"}, "link"),
        ({"client_seed": "x"}, "link"),
        ({}, "link"),
    ):
        refused(alice.post(alice.table_id, "links", body), 422, "invalid_field", where)
    assert alice.link().status_code == 200


def test_a_link_for_another_hand_is_refused(one: Room) -> None:
    """A call that was long under way does not give its link to a deck that it was not meant for."""
    people = seated(one, one.table("holdem"), "alice", "bob")
    alice, bob = people
    first = play_hand(people, random.Random(6), until="links")
    sent = {"link": alice.chain.link(1)}
    assert bob.link().status_code == 200
    one.ahead(seconds=6)  # void: alice gave none
    one.ahead(seconds=1)
    assert alice.view()["hand"]["state"] == "void"
    one.ahead(seconds=4)
    second = bob.view()["hand"]
    assert (second["state"], second["shown"]["asked"]) == ("links", [alice.seat, bob.seat])
    before = alice.view()
    for wrong in (first["round_id"], "0" * 32, ""):
        refused(
            alice.post(alice.table_id, "links", sent | {"round_id": wrong}), 409, "stale_action", "round_id"
        )
    assert alice.view() == before
    answer = alice.post(alice.table_id, "links", sent | {"round_id": second["round_id"]})
    assert answer.json["counts"]  # type: ignore[index]


def test_reveal_hand_shows_each_seed_behind_its_hand(one: Room) -> None:
    table_id = one.table("short_deck", params={"reveal": "hand"}, fill_with_bots=1, seats=3)
    people = seated(one, table_id, "alice", "bob")
    hashes = set()
    for _ in range(3):
        hand = play_hand(people, random.Random(7))
        assert hand["seeds"]["nonce"] == 0
        assert "server_seed" in hand["seeds"]
        one.tick()
        assert verify_record(record(one, hand["round_id"]), one.trust()).verdict == "verified"
        hashes.add(hand["seeds"]["server_seed_hash"])
    assert len(hashes) == 3
    items = one.get(f"/v1/tables/{table_id}/hands?limit=2")
    assert [item["table"]["hand"] for item in items["items"]] == [1, 2]
    assert len(one.get(f"/v1/tables/{table_id}/hands?cursor={items['next_cursor']}")["items"]) == 1


@pytest.mark.parametrize("game", ["omaha", "turkish"])
def test_reveal_auditor_shows_the_seed_to_the_auditor_only(one: Room, game: str) -> None:
    table_id = one.table(game, params={"reveal": "auditor"}, fill_with_bots=1, seats=3)
    people = seated(one, table_id, "alice", "bob")
    played = [play_hand(people, random.Random(game))["round_id"] for _ in range(3)]
    one.delete(f"/v1/tables/{table_id}")
    one.tick()
    trust = one.trust()
    auditor = Trust(keys=trust.keys, auditor=AUDITOR)
    for round_id in played:
        seen = one.get(f"/v1/rounds/{round_id}")
        assert "server_seed" not in seen["seeds"]
        assert verify_record(seen, trust).verdict == "pending"
        verdict = verify_record(seen, auditor)
        assert verdict.verdict in ("verified", "pending"), verdict
        statuses = {check.check: check.status for check in verdict.checks}
        assert statuses["commitment"] == statuses["receipt"] == statuses["log"] == "pass"
        if game == "omaha":
            assert verdict.verdict == "verified"
    seed = one.get(f"/v1/seeds/{seen['seeds']['server_seed_hash']}")
    assert (seed["state"], "server_seed" in seed) == ("closing", False)
    one.ahead(days=40)
    assert one.get(f"/v1/seeds/{seen['seeds']['server_seed_hash']}")["state"] == "closing"


def test_plain_seeds_are_given_where_the_table_takes_them(one: Room) -> None:
    table_id = one.table(
        "holdem", params={"seat_seeds": "plain", "reveal": "hand"}, fill_with_bots=1, seats=3
    )
    alice = one.person("alice")
    refused(
        alice.post(table_id, "seats", {"buy_in": 1000, "chain_head": "0" * 64}),
        422,
        "invalid_field",
        "chain_head",
    )
    assert alice.post(table_id, "seats", {"buy_in": 1000}).status_code == 201
    alice.table_id, alice.seat = table_id, 1
    play_hand([alice], random.Random(8), until="links")
    refused(alice.post(table_id, "links", {"link": "0" * 64}), 422, "invalid_field", "client_seed")
    refused(alice.post(table_id, "links", {"client_seed": "a\nb"}), 422, "invalid_field", "client_seed")
    assert alice.post(table_id, "links", {"client_seed": "мой"}).status_code == 200
    round_id = alice.view()["hand"]["round_id"]
    play_hand_on([alice], round_id)
    one.tick()
    whole = record(one, round_id)
    assert whole["seeds"]["client_seeds"]["1"] == "мой"
    assert "chain_heads" not in whole["seeds"]
    assert verify_record(whole, one.trust()).verdict == "verified"


def test_a_hand_in_play_can_be_void(one: Room) -> None:
    table_id = one.table("holdem")
    people = seated(one, table_id, "alice", "bob")
    hand = play_hand(people, random.Random(9), until="open")
    first = next(person for person in people if person.view()["hand"]["legal"])
    first.act({"type": "raise", "to": 60}, 0)
    void = ["void", "round", hand["round_id"], "--reason", "a power cut"]
    assert clocks.void(one.service, hand["round_id"], "a power cut")  # as the command does, by this clock
    view = people[0].view()
    assert view["hand"]["void"] == {"reason": "a power cut"}
    assert view["hand"]["settlement"]["staked"] == view["hand"]["settlement"]["returned"]
    assert {seat: each["stack"] for seat, each in view["taken"].items()} == {"1": 1000, "2": 1000}
    again = CliRunner().invoke(main, void, env=one.api.environ)
    assert again.exit_code == 1
    assert "has ended" in again.output
    assert play_hand(people, random.Random(10))["table"]["hand"] == 2
    one.post(f"/v1/tables/{table_id}/reveal", {})
    one.tick()
    assert verify_record(record(one, hand["round_id"]), one.trust()).verdict == "verified"


def test_events_come_as_a_stream_and_by_polling(one: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "STREAM_SECONDS", 0)
    table_id = one.table("holdem")
    people = seated(one, table_id, "alice", "bob")
    play_hand(people, random.Random(11))
    polled = one.get(f"/v1/tables/{table_id}/events")
    kinds = [item["type"] for item in polled["items"]]
    assert kinds[:4] == ["seat", "seat", "pair", "hand"]
    assert kinds[-1] == "end"
    assert [item["index"] for item in polled["items"]] == list(range(len(kinds)))
    assert one.get(f"/v1/tables/{table_id}/events?after={polled['next_cursor']}")["items"] == []
    sent = {"Authorization": f"Bearer {people[0].token}", "Accept": "text/event-stream", "Last-Event-ID": "2"}
    for _ in range(20):  # a stream that ends gives its place back
        answer = one.api.app.test_client().get(f"/v1/tables/{table_id}/events", headers=sent)
        assert answer.mimetype == "text/event-stream"
        text = answer.get_data(as_text=True)
        answer.close()
    ids = [int(line.removeprefix("id: ")) for line in text.splitlines() if line.startswith("id: ")]
    assert ids == list(range(3, len(kinds)))

    def listen(token: str) -> Any:
        asked = sent | {"Authorization": f"Bearer {token}"}
        return one.api.app.test_client().get(f"/v1/tables/{table_id}/events", headers=asked, buffered=False)

    for _ in range(2):  # a token has two of a process's eight, an operator's key all of them
        streams = [listen(person.token) for person in people for _ in range(2)]
        refused(listen(people[0].token), 503, "busy")
        streams += [listen(one.api.key) for _ in range(4)]
        for key in (one.api.key, one.person("carol").token):
            refused(listen(key), 503, "busy")
        for stream in streams:
            assert stream.status_code == 200
            stream.close()
    for wrong in ("after=x", "after=-2", "after=1&after=2", "since=1"):
        refused(one.api.get(f"/v1/tables/{table_id}/events?{wrong}"), 400, "bad_query")


def test_the_carried_pot_of_turkish_poker_is_played_for_or_shared(one: Room) -> None:
    table_id = one.table("turkish")
    people = seated(one, table_id, "alice", "bob")
    for _ in range(30):
        hand = play_passing(people)
        if hand["outcome"].get("pot_carried"):
            break
    carried = hand["outcome"]["pot_carried"]
    assert one.get(f"/v1/tables/{table_id}")["pot_carried"] == carried == 20 * (carried // 20)
    stacks = sum(each["stack"] for each in people[0].view()["taken"].values())
    one.delete(f"/v1/tables/{table_id}")
    events = one.get(f"/v1/tables/{table_id}/events")["items"]
    assert sum(item["data"]["stack"] for item in events if item["type"] == "left") == stacks
    shares = [item["data"]["chips"] for item in events if item["type"] == "share"]
    assert sum(shares) == carried
    assert len(shares) == 2


def play_passing(people: list[Person]) -> dict[str, Any]:
    made = people[0].room
    hand = play_hand(people, random.Random(1), until="open")
    for number in itertools.count():
        for person in people:
            view = person.view()
            if view["hand"]["state"] == "settled":
                return dict(view["hand"])
            kinds = [each["type"] for each in view["hand"]["legal"]]
            if kinds:
                action = {"type": "draw", "discard": []} if "draw" in kinds else {"type": "check"}
                person.act(action, len(view["hand"]["actions"]))
        assert number < 20, hand
        made.tick()
    raise AssertionError("unreachable")


def test_with_a_ledger_every_move_of_chips_is_an_entry(tmp_path: Path) -> None:
    with room("sqlite", tmp_path, FAIRSEED_BALANCES="ledger") as made:
        for name in ("alice", "bob"):
            made.post(f"/v1/players/{name}/chips", {"amount": 1500, "reason": "gift"})
        table_id = made.table("holdem", fill_with_bots=1, seats=3)
        people = seated(made, table_id, "alice", "bob")
        poor = {"buy_in": 400, "chain_head": "0" * 64}
        carol = made.person("carol")
        refused(carol.post(table_id, "seats", poor), 409, "insufficient_chips", "player")
        for number in range(3):
            hand = play_hand(people, random.Random(number), until="open")
            path = f"seats/{people[0].seat}/top_up"
            assert people[0].post(table_id, path, {"amount": 100}).status_code == 200
            play_hand_on(people, hand["round_id"])
        for person in people:
            person.leave()
        entries = made.get("/v1/players/alice/ledger")["items"]
        assert [entry["kind"] for entry in entries][:2] == ["credit", "buy_in"]
        assert {entry["kind"] for entry in entries[2:]} == {"top_up", "leave"}
        assert all(entry["table_id"] == table_id for entry in entries[1:])
        stack = play_stack(hand, made)
        assert made.get("/v1/players/alice/balance")["balance"] == entries[-1]["balance"] >= stack
        assert ledger_audit.audit(made.service.store).faults == []


def test_operators_act_for_players_and_see_what_they_see(one: Room) -> None:
    table_id = one.table("holdem")
    people = seated(one, table_id, "alice", "bob")
    play_hand(people, random.Random(12), until="open")
    public = one.get(f"/v1/tables/{table_id}")
    assert public["seat"] is None
    assert public["hand"]["shown"]["hole"] == {}
    own = one.get(f"/v1/tables/{table_id}?player=alice")
    assert own == people[0].view()
    assert len(own["hand"]["shown"]["hole"]["1"]) == len(own["hand"]["opened"]) == 2
    first = next(person for person in people if person.view()["hand"]["legal"])
    path = f"/v1/tables/{table_id}/actions"
    refused(one.post(path, {"type": "fold", "expected_actions": 0}), 422, "invalid_field", "player")
    assert one.post(path, {"type": "fold", "expected_actions": 0, "player": first.name}).status_code == 200
    auditor = one.api.command("keys", "create", "--scope", "auditor", "--name", "a").strip()
    answer = one.api.get(f"/v1/tables/{table_id}?player=alice", key=auditor)
    refused(answer, 403, "forbidden", "player")
    refused(one.api.post(path, {"type": "fold", "expected_actions": 0}, key=auditor), 403, "forbidden")
