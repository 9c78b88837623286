"""Actions chosen before the turn, kept by the service (docs/spec/poker.md section 2, docs/tables.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.http.server import LONG_DATABASES
from tests.service.people import Person, Room, play_hand, room
from tests.service.world import everything


@pytest.fixture(scope="module", params=LONG_DATABASES)
def one(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(request.param, tmp_path_factory.mktemp("chosen")) as made:
        yield made


def begun(one: Room, game: str = "holdem", names: str = "abc", **more: Any) -> list[Person]:
    """A hand at its first decision; the people in the order in which they are asked."""
    table_id = one.table(game, **more)
    people = [one.person(name) for name in names]
    for person in people:
        person.sit(table_id, 100 if game == "aof" else 1000)
    play_hand(people, random.Random(1), until="open")
    return in_order(people)


def in_order(people: list[Person]) -> list[Person]:
    """From the one that is asked on, clockwise."""
    turn = people[0].view()["hand"]["shown"]["turn"]
    return sorted(people, key=lambda person: (person.seat - turn) % 9)


def choose(person: Person, **action: Any) -> Any:
    """Chooses on the state that the player sees; what the service keeps then."""
    answer = person.act(action | {"when": "my_turn"}, len(person.view()["hand"]["actions"]))
    assert answer.status_code == 200, answer.text
    return answer.json["own"]["chosen"]  # type: ignore[index]


def act(person: Person, **action: Any) -> list[dict[str, Any]]:
    """An action now; all actions of the hand behind it."""
    answer = person.act(action, len(person.view()["hand"]["actions"]))
    assert answer.status_code == 200, answer.text
    return answer.json["hand"]["actions"]  # type: ignore[index, no-any-return]


def test_it_is_made_when_the_turn_comes(one: Room) -> None:
    first, small, big = begun(one)
    assert choose(small, type="call") == {"type": "call"}
    assert choose(big, type="check") == {"type": "check"}
    made = act(first, type="call")
    assert made == [
        {"seat": first.seat, "type": "call"},
        {"seat": small.seat, "type": "call"},
        {"seat": big.seat, "type": "check"},
    ]
    assert [person.view()["own"]["chosen"] for person in (small, big)] == [None, None]
    assert small.view()["hand"]["shown"]["turn"] == small.seat  # the flop, and nothing is chosen for it


def test_what_is_another_amount_now_is_dropped_at_once(one: Room) -> None:
    first, small, big = begun(one)
    choose(small, type="call")
    choose(big, type="raise", to=40)
    made = act(first, type="raise", to=30)
    assert [action["seat"] for action in made] == [first.seat]
    assert [person.view()["own"]["chosen"] for person in (small, big)] == [None, None]
    assert small.view()["hand"]["legal"]  # it is asked, with its whole clock
    assert len(act(small, type="call")) == 2


def test_what_is_not_legal_on_the_turn_is_no_action_and_no_timeout(one: Room) -> None:
    first, small, big = begun(one)
    choose(small, type="check")
    choose(big, type="check", **{"else": "fold"})
    assert big.view()["own"]["chosen"] == {"type": "check", "else": "fold"}
    made = act(first, type="raise", to=30)
    assert [action["seat"] for action in made] == [first.seat]
    assert small.view()["own"]["chosen"] is None
    assert small.view()["hand"]["legal"]
    made = act(small, type="call")
    assert made[2:] == [{"seat": big.seat, "type": "fold"}]


def test_a_call_or_raise_is_for_this_round_of_betting(one: Room) -> None:
    first, small, big = begun(one)
    act(first, type="call")
    act(small, type="call")
    act(big, type="check")
    small_on_flop = act(small, type="check")
    assert choose(small, type="raise", to=20) == {"type": "raise", "to": 20}
    act(big, type="check")
    made = act(first, type="check")
    assert len(made) == len(small_on_flop) + 2
    assert small.view()["own"]["chosen"] is None
    assert small.view()["hand"]["legal"]


def test_the_last_choice_counts_and_can_be_taken_back(one: Room) -> None:
    first, small, big = begun(one)
    choose(small, type="fold")
    assert choose(small, type="call") == {"type": "call"}
    path = f"/v1/tables/{small.table_id}/actions"
    for _ in range(2):
        answer = one.delete(path, small.name, small.token)
        assert (answer.status_code, answer.json["own"]["chosen"]) == (200, None)
    assert len(act(first, type="call")) == 1
    # What somebody does by hand takes the place of what was chosen.
    assert choose(big, type="check") == {"type": "check"}
    assert len(act(small, type="call")) == 3
    # An operator chooses for a player, and takes it back.
    body = {"type": "check", "when": "my_turn", "expected_actions": 3, "player": big.name}
    assert one.post(path, body).json["own"]["chosen"] == {"type": "check"}  # type: ignore[index]
    assert one.delete(f"{path}?player={big.name}").json["own"]["chosen"] is None
    assert one.delete(path).status_code == 422


def test_on_the_turn_it_is_made_now(one: Room) -> None:
    first, small, _ = begun(one)
    answer = first.act({"type": "check", "when": "my_turn"}, 0)
    assert (answer.status_code, answer.json["code"]) == (409, "illegal_action")  # type: ignore[index]
    assert choose(first, type="check", **{"else": "fold"}) is None
    assert choose(small, type="call") is None
    assert [action["type"] for action in small.view()["hand"]["actions"]] == ["fold", "call"]


def test_nobody_else_hears_of_it(one: Room) -> None:
    """No other answer, no event and no record of the table changes."""
    first, small, big = begun(one)
    events = f"/v1/tables/{small.table_id}/events?after=-1"

    def seen() -> list[Any]:
        table = f"/v1/tables/{small.table_id}"
        found = [one.get(table), first.view(), big.view(), one.get(events)]
        return [{**each, "now": None} for each in found]

    before = seen()
    choose(small, type="raise", to=770)
    assert seen() == before
    assert one.get(f"/v1/tables/{small.table_id}?player={small.name}")["own"]["chosen"]["to"] == 770


def test_it_ends_with_its_hand(one: Room) -> None:
    first, small, big = begun(one)
    choose(small, type="raise", to=20)
    choose(big, type="fold")
    act(first, type="raise", to=1000)  # what was owed is another: it is dropped
    act(small, type="fold")
    assert first.view()["hand"]["state"] == "settled"
    again = play_hand([first, small, big], random.Random(2), until="open")
    assert again["actions"] == []
    assert all(person.view()["own"]["chosen"] is None for person in (first, small, big))


def test_a_draw_and_an_all_in_can_be_chosen(one: Room) -> None:
    first, second = begun(one, "aof", "ab")
    assert choose(second, type="all_in") == {"type": "all_in"}
    assert [action["type"] for action in act(first, type="all_in")] == ["all_in", "all_in"]
    assert first.view()["hand"]["state"] == "settled"


def test_in_an_answer_window_it_waits_for_the_turn(one: Room) -> None:
    """A shield is no action of the turn: what was chosen is neither made in its place nor dropped."""
    people = begun(one, "naiko")
    while True:  # until there is a shield, and enough to pay for an anchor
        first, target, third = in_order(people)
        hand = first.view()["hand"]
        legal = {each["type"] for each in hand["legal"]}
        if "anchor" in legal and "shield" in hand["shown"]["carousel"]:
            break
        act(first, type="fold")
        act(target, type="fold")
        play_hand(people, random.Random(3), until="open")
    choose(target, type="fold")
    act(first, type="anchor", target=target.seat)
    view = target.view()
    assert {each["type"] for each in view["hand"]["legal"]} == {"shield", "decline"}
    assert view["own"]["chosen"] == {"type": "fold"}
    act(target, type="decline")
    assert first.view()["hand"]["legal"]
    assert act(first, type="call")[-1] == {"seat": target.seat, "type": "fold"}
    assert third.view()["hand"]["legal"]


BAD: list[tuple[dict[str, Any], int, str]] = [
    ({"type": "fold", "when": "later"}, 422, "invalid_field"),
    ({"type": "fold", "when": True}, 422, "invalid_field"),
    ({"type": "check", "else": "fold"}, 422, "invalid_field"),
    ({"type": "check", "when": "my_turn", "else": "call"}, 422, "invalid_field"),
    ({"type": "call", "when": "my_turn", "else": "fold"}, 422, "invalid_field"),
    ({"type": "all_in", "when": "my_turn"}, 409, "illegal_action"),
    ({"type": "raise", "when": "my_turn"}, 422, "invalid_field"),
    ({"type": "fold", "when": "my_turn", "timeout": True}, 422, "unknown_field"),
    ({"type": "fold", "when": "my_turn", "expected_actions": 0}, 409, "stale_action"),
    ({"type": "fold", "when": "my_turn", "round_id": "0" * 32}, 409, "stale_action"),
]


def test_what_cannot_be_chosen_is_refused_and_changes_nothing(one: Room) -> None:
    first, _, big = begun(one)
    act(first, type="fold")
    before = everything(one.api)
    for body, status, code in BAD:
        answer = big.post(big.table_id, "actions", {"expected_actions": 1} | body)
        assert (answer.status_code, answer.json["code"]) == (status, code), (body, answer.text)  # type: ignore[index]
    answer = first.act({"type": "check", "when": "my_turn"}, 1)  # it folded
    assert (answer.status_code, answer.json["code"]) == (409, "illegal_action")  # type: ignore[index]
    assert everything(one.api) == before


@pytest.mark.parametrize("game", ["holdem", "naiko", "turkish", "aof"])
def test_who_gave_no_link_is_in_no_hand(one: Room, game: str) -> None:
    """Asked into the hand and not dealt in: whatever it does there is refused, now or before the turn."""
    table_id = one.table(game)
    people = [one.person(f"{game}-{name}") for name in "abc"]
    for person in people:
        person.sit(table_id, 100 if game == "aof" else 1000)
    *dealt, late = people
    play_hand(people, random.Random(1), until="links")
    for person in dealt:
        assert person.link().status_code == 200
    one.ahead(seconds=6)
    before = late.view()
    assert before["hand"]["table"]["omitted"] == {str(late.seat): None}
    kinds = [{"type": kind} for kind in ("fold", "check", "call", "all_in", "peek", "shield", "decline")]
    kinds += [{"type": "raise", "to": 40}, {"type": "swap", "card": "2c"}, {"type": "draw", "discard": []}]
    kinds += [{"type": "anchor", "target": dealt[0].seat}]
    for action in kinds:
        for more in ({}, {"when": "my_turn"}):
            answer = late.act(action | more, len(before["hand"]["actions"]))
            assert answer.status_code in (409, 422), answer.text
    assert (late.view()["own"], late.view()["hand"]) == (before["own"], before["hand"])
