"""docs/rules/poker.md, clause by clause: who sees what."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from fairseed.verification import verify_record
from games.cards import DECK
from tests.poker.hands import deal_of, play
from tests.rules.dealt import Played, begin

THREE = {1: 1000, 2: 1000, 3: 1000}
HOLES = {1: "Kc Kd", 2: "Ac Ad", 3: "Qc Qd"}
BOARD = "3h 4h 8s 9s 2d"


def cards_in(view: dict[str, Any]) -> set[str]:
    text = json.dumps(view)
    return {card for card in DECK if f'"{card}"' in text}


def holdem() -> Played:
    return begin("holdem", THREE, 3, HOLES, BOARD)


def test_t215_own_seat_only() -> None:
    played = holdem().act("3 call")
    for seat, hole in HOLES.items():
        view = played.shown(seat)
        assert view["hole"] == {str(seat): hole.split()}
        assert cards_in(view) == set(hole.split())


def test_t216_none_before_the_showdown() -> None:
    played = holdem()
    while played.asked is not None:
        assert played.shown()["hole"] == {}
        assert cards_in(played.shown()) == set(played.shown()["board"])
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")


def test_t217_as_far_as_it_is_dealt() -> None:
    played = holdem()
    seen = []
    while played.asked is not None:
        board = played.shown()["board"]
        assert all(played.shown(seat)["board"] == board for seat in THREE)
        if board not in seen:
            seen.append(board)
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
    assert [len(board) for board in seen] == [0, 3, 4, 5]
    folded = holdem().act("3 raise 300,1 fold,2 fold")
    assert cards_in(folded.shown()) == set()


def test_t218_hands_not_folded() -> None:
    played = holdem().act("3 fold").down()
    for viewer in (None, 1, 2):
        assert played.shown(viewer)["hole"] == {"1": ["Kc", "Kd"], "2": ["Ac", "Ad"]}
    assert played.shown(3)["hole"].keys() == {"1", "2", "3"}
    assert not {"Qc", "Qd"} & cards_in(played.shown(1))


def test_t219_winner_without_showdown() -> None:
    played = holdem().act("3 raise 300,1 fold,2 fold")
    assert played.shown()["hole"] == {}
    assert played.shown(1)["hole"].keys() == {"1"}
    assert played.shown()["stacks"] == {"1": 950, "2": 900, "3": 1150}
    carried = begin("turkish", THREE, 3).act("1 check,2 check,3 check")
    assert carried.shown()["hole"] == {}


def test_t220_with_bounds_for_the_seat_asked() -> None:
    played = holdem()
    assert played.shown(3)["legal"] == [
        {"type": "fold"},
        {"type": "call", "chips": 100},
        {"type": "raise", "least": 200, "most": 1000},
    ]
    for viewer in (None, 1, 2):
        assert "legal" not in played.shown(viewer)
        assert played.shown(viewer)["turn"] == 3


def naiko(carousel: int) -> Played:
    held = {"destellos": {"1": 2, "2": 0, "3": 2}}
    return begin("naiko", THREE, 3, HOLES, "Jh " + BOARD, public=(carousel,), table=held)


def test_t221_and_what_was_used() -> None:
    played = naiko(1).act("3 anchor 1,1 shield,3 call,1 peek")
    for viewer in (None, 1, 2, 3):
        view = played.shown(viewer)
        assert view["carousel"] == ["peek", "anchor", "shield"]
        assert view["destellos"] == {"1": 1, "2": 1, "3": 1}
        assert view["actions"] == [
            {"seat": 3, "type": "anchor", "target": 1},
            {"seat": 1, "type": "shield"},
            {"seat": 3, "type": "call"},
            {"seat": 1, "type": "peek"},
        ]


def test_t222_for_the_seat_that_looked() -> None:
    played = naiko(0).act("3 peek")
    assert played.shown(3)["peeked"] == ["Jh"]
    assert cards_in(played.shown(3)) == {"Qc", "Qd", "Jh"}
    for viewer in (None, 1, 2):
        assert "Jh" not in cards_in(played.shown(viewer))


def test_t223_for_the_own_seat() -> None:
    played = naiko(0).act("3 swap Qc")
    assert played.shown(3)["hole"] == {"3": ["Jh", "Qd"]}
    assert played.shown(3)["actions"] == [{"seat": 3, "type": "swap", "card": "Qc"}]
    for viewer in (None, 1, 2):
        assert played.shown(viewer)["actions"] == [{"seat": 3, "type": "swap"}]
        assert not {"Qc", "Jh"} & cards_in(played.shown(viewer))
    # At the showdown the new card is shown, the old one never.
    played.down()
    assert played.shown(1)["hole"]["3"] == ["Jh", "Qd"]
    assert "Qc" not in cards_in(played.shown(1))


def test_t224_how_many() -> None:
    played = begin("turkish", THREE, 3, {1: "Kc Kd 7h 8h 9h"}, "Ac Ad").act(
        "1 raise 10,2 call,3 fold,1 draw 7h 8h"
    )
    assert played.shown(1)["actions"][-1] == {"seat": 1, "type": "draw", "discard": ["7h", "8h"]}
    for viewer in (None, 2, 3):
        assert played.shown(viewer)["actions"][-1] == {"seat": 1, "type": "draw", "discard": 2}
        assert not {"7h", "8h", "Ac", "Ad"} & cards_in(played.shown(viewer))
    played.act("2 draw").down()
    assert not {"7h", "8h"} & cards_in(played.shown(2))


def test_t225_no_salt_no_seed() -> None:
    for game in ("holdem", "naiko", "turkish"):
        record, states = play(game, random.Random(f"secrets {game}"))
        hidden, _, _ = deal_of(game, record["params"], record["seeds"])
        actions = [states[0].variant.read_action(action) for action in record["actions"]]
        for count, hand in enumerate(states):
            played = Played(hand, actions[:count])
            for viewer in (None, *hand.seats):
                text = json.dumps(played.shown(viewer))
                for secret in (*hidden.salts, *secrets_of(record)):
                    assert secret not in text


def secrets_of(record: dict[str, Any]) -> list[str]:
    seeds = record["seeds"]
    return [seeds["server_seed"], *seeds["client_seeds"].values()]


def test_t226_and_their_policies() -> None:
    played = begin("holdem", THREE, 3, table={"bots": {"2": "tight/1"}})
    for viewer in (None, 1, 2, 3):
        assert played.shown(viewer)["bots"] == {"2": "tight/1"}
    assert holdem().shown()["bots"] == {}


def without_seed(record: dict[str, Any]) -> dict[str, Any]:
    """As it may be shown before the seed is revealed, without any card given away."""
    told = copy.deepcopy(record)
    for name in ("outcome", "settlement"):
        del told[name]
    del told["seeds"]["server_seed"]
    for action in told["actions"]:
        if action["type"] == "draw":
            action["discard"] = len(action["discard"])
        action.pop("card", None)
    return told


@pytest.mark.parametrize(("game", "kind"), [("naiko", "swap"), ("turkish", "draw")])
def test_t227_closed_cards_are_not_checked(game: str, kind: str) -> None:
    seen = 0
    for number in range(40):
        record, _ = play(game, random.Random(f"closed {number}"))
        if not any(action["type"] == kind for action in record["actions"]):
            continue
        seen += 1
        verdict = verify_record(without_seed(record)).to_json()
        checks = {check["check"]: check["status"] for check in verdict["checks"]}
        assert verdict["verdict"] == "pending", verdict
        assert (checks["rules"], checks["outcome"], checks["settlement"]) == ("pass", "skip", "skip")
    assert seen > 5
