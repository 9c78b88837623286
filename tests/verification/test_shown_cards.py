"""Before the reveal: what an outcome shows must be what was opened; what a view shows is no claim beyond that."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fairseed.verification import verify_record
from tests.poker.hands import deal_of, play


def shown_down() -> dict[str, Any]:
    """A hold'em hand before its seed is revealed, its board opened."""
    pick = random.Random("shown")
    while True:
        record, _ = play("holdem", pick)
        if len(record["outcome"]["board"]) == 5:
            break
    del record["seeds"]["server_seed"]
    return record


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
    record = shown_down()
    seat = str(min(map(int, record["table"]["stacks"])))
    record["outcome"]["hole"] = {seat: record["outcome"]["board"][:2]}
    assert cards(record) == ("pending", "pass")  # nothing of it was opened


@pytest.mark.parametrize("told", [7, None, "As", [7], {"1": 7}])
def test_whatever_a_view_shows_there_is_a_verdict(told: object) -> None:
    record = shown_down() | {"state": "open"}
    for name in ("board", "hole"):
        record["outcome"] = {name: told}
        assert cards(record)[1] in ("pass", "fail")


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
