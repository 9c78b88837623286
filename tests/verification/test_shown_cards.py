"""Before the reveal: what an outcome shows must be what was opened; what a view shows is no claim beyond that."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fairseed.verification import verify_record
from games.poker import clockwise
from tests.poker.hands import deal_of, play


def with_seed() -> tuple[dict[str, Any], str]:
    """A hold'em hand before its seed is revealed, its board opened; and the seed."""
    pick = random.Random("shown")
    while True:
        record, _ = play("holdem", pick)
        if len(record["outcome"]["board"]) == 5:
            return record, record["seeds"].pop("server_seed")


def shown_down() -> dict[str, Any]:
    return with_seed()[0]


def cards(record: dict[str, Any]) -> tuple[str, str]:
    verdict = verify_record(record)
    return verdict.verdict, {check.check: check for check in verdict.checks}["cards"].status


@pytest.mark.parametrize("view", [False, True])
def test_a_board_that_was_not_opened_fails(view: bool) -> None:
    record = shown_down() | ({"state": "settled"} if view else {})
    assert cards(record) == ("pending", "pass")
    record["outcome"]["board"].reverse()
    assert cards(record) == ("failed", "fail")
    record["outcome"]["board"] = record["outcome"]["board"][::-1][:3]
    assert cards(record) == ("pending", "pass")


def test_a_hole_card_that_was_opened_otherwise_fails() -> None:
    record, seed = with_seed()
    hidden, perm, _ = deal_of("holdem", record["params"], record["seeds"] | {"server_seed": seed})
    seats = clockwise(map(int, record["table"]["stacks"]), record["table"]["button"])
    right = record["outcome"]["hole"]
    record["opened"] += [
        hidden.opening(place, perm) for place in (0, len(seats))
    ]  # the first seat's two cards
    record["outcome"]["hole"] = {str(seats[0]): right[str(seats[0])]}
    assert cards(record) == ("pending", "pass")
    record["outcome"]["hole"] = {str(seats[0]): right[str(seats[1])]}
    assert cards(record) == ("failed", "fail")
    record["outcome"]["hole"] = {str(seats[1]): right[str(seats[0])]}
    assert cards(record) == ("pending", "pass")  # nothing of this seat was opened


@pytest.mark.parametrize("told", [7, None, "As", [7], {"1": 7}])
def test_whatever_a_view_shows_there_is_a_verdict(told: object) -> None:
    record = shown_down() | {"state": "open"}
    for name in ("board", "hole"):
        record["outcome"] = {name: told}
        # A list in the place of the board shows other cards than were opened; of any other form nothing is shown.
        shows = name == "board" and isinstance(told, list)
        assert cards(record) == (("failed", "fail") if shows else ("pending", "pass"))


@pytest.mark.parametrize("game", ["turkish"])
def test_cards_that_are_counted_need_no_names_where_all_is_opened(game: str) -> None:
    """Given away, a card can be dealt again and shown: nobody but its seat knows that it was this one."""
    pick, seen = random.Random(game), 0
    while seen < 20:
        record, _ = play(game, pick)
        given = [action for action in record["actions"] if action.get("discard") or "card" in action]
        seen += bool(given)
        cards, perm, _ = deal_of(game, record["params"], record["seeds"])
        record["opened"] = [cards.opening(place, perm) for place in range(len(perm))]
        del record["seeds"]["server_seed"]
        for action in given:
            if action["type"] == "draw":
                action["discard"] = len(action["discard"])
            else:
                del action["card"]
        record["outcome"] = {"hole": record["outcome"]["hole"]}
        verdict = verify_record(record)
        assert verdict.verdict == "pending", verdict.to_json()
