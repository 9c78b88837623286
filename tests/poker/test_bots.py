"""Bots: published numbers, what they see, and which is the stronger."""

from __future__ import annotations

import inspect
import os
import random
import re
from dataclasses import dataclass
from typing import Any

import pytest

from fairseed.verification import verify_record
from games.poker import VARIANTS, Deal, Hand, act, finished, read_table, result, start
from games.poker.bots import CATEGORIES, POLICIES, Seat, bot_action, by_counting, by_points, two_cards
from games.poker.views import legal
from tests.poker.hands import play
from tests.support import ROOT

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
BOTS = (ROOT / "docs/bots.md").read_text("utf-8")


def test_the_published_numbers_are_those_that_are_used() -> None:
    rows = re.findall(r"^\| `([a-z]+/\d)` \| by (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", BOTS, re.M)
    strengths = {"points": by_points, "counting": by_counting}
    assert {name: (strengths[by], *map(int, figures)) for name, by, *figures in rows} == {
        name: (policy.strength, policy.raise_at, policy.call_at, policy.margin, policy.size)
        for name, policy in POLICIES.items()
    }
    for category, points in CATEGORIES.items():
        told = category.replace("_", " ")
        assert re.search(rf"{told}\b[^.]*?\b{points}\b", BOTS), category


@pytest.mark.parametrize(
    ("one", "other", "points"),
    [
        ("As", "Ah", 96),
        ("2c", "2d", 48),
        ("As", "Ks", 64),
        ("Kd", "Ac", 58),
        ("7h", "2c", 18),
        ("Ad", "2d", 38),
    ],
)
def test_two_hole_cards(one: str, other: str, points: int) -> None:
    assert two_cards(one, other) == points == two_cards(other, one)


@dataclass(frozen=True)
class Fixed:
    """A public stream that keeps its order."""

    def uniform(self, _: int) -> tuple[int, Fixed]:
        return 0, self

    def shuffle(self, items: Any) -> tuple[list[Any], Fixed]:
        return list(items), self


def table_of(game: str, bots: dict[str, str], cards: list[str]) -> Hand:
    variant = VARIANTS[game]
    raw: dict[str, Any] = {"small_blind": 50, "big_blind": 100}
    if game == "turkish":
        raw = {"ante": 100, "lowest_rank": "9"}
    params = variant.read_params(raw)
    stacks = dict.fromkeys(bots, 1000 if game == "aof" else 10_000)
    table: dict[str, Any] = {"table_id": "t", "hand": 0, "button": 1, "stacks": stacks, "bots": bots}
    if game == "naiko":
        table["destellos"] = dict.fromkeys(bots, 1)
    return start(variant, params, read_table(table, game), Deal(tuple(cards), Fixed()))  # type: ignore[arg-type]


def played(hand: Hand) -> dict[int, int]:
    """What each seat won."""
    actions: list[Any] = []
    while not finished(hand):
        policy = hand.table.bots[hand.seat or 0]
        actions.append(hand.variant.read_action(bot_action(hand, actions, policy)))
        hand = act(hand, actions[-1])
    found = result(hand)
    return {seat: found.returned[seat] - found.staked[seat] for seat in found.staked}


@pytest.mark.parametrize("strong", ["odds/1", "count/1"])
def test_the_stronger_ones_win_from_the_tight_one(strong: str) -> None:
    """Each deal is played twice, with the seats exchanged."""
    for game in ("holdem", "short_deck", "turkish"):
        won = 0
        for number in range(300 if SOAK else 80):
            cards = list(VARIANTS[game].deck(table_params(game)))
            random.Random(f"{game}{number}").shuffle(cards)
            won += played(table_of(game, {"1": strong, "2": "tight/1"}, cards))[1]
            won += played(table_of(game, {"1": "tight/1", "2": strong}, cards))[2]
        assert won > 0, game


def table_params(game: str) -> Any:
    raw = {"ante": 100, "lowest_rank": "9"} if game == "turkish" else {"small_blind": 50, "big_blind": 100}
    return VARIANTS[game].read_params(raw)


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("policy", POLICIES)
def test_what_a_policy_does_is_legal_and_needs_its_view_only(game: str, policy: str) -> None:
    """Cards that the seat may not see are changed: the action stays."""
    assert list(inspect.signature(POLICIES[policy].act).parameters) == ["seat"]
    assert set(Seat.__dataclass_fields__) == {"variant", "params", "number", "seen"}
    for number in range(10):
        pick = random.Random(f"{game} {policy} {number}")
        cards = list(VARIANTS[game].deck(table_params(game)))
        pick.shuffle(cards)
        seats = {str(seat): policy for seat in range(1, 6)}
        if game == "turkish":
            seats = {"1": policy, "2": policy}
        hand, actions = table_of(game, seats, cards), list[Any]()
        while not finished(hand):
            told = bot_action(hand, actions, policy)
            assert told["type"] in {choice["type"] for choice in legal(hand)}
            seen = {place for place in hand.holes[hand.turn or 0] if place is not None} | set(hand.board)
            seen |= {
                place for index, place in (hand.powers.peeked if hand.powers else ()) if index == hand.turn
            }
            unseen = [place for place in range(len(cards)) if place not in seen]
            moved = pick.sample(unseen, len(unseen))
            other = list(hand.deal.cards)
            for place, source in zip(unseen, moved, strict=True):
                other[place] = hand.deal.cards[source]
            changed = Hand(
                **{name: getattr(hand, name) for name in Hand.__struct_fields__}
                | {"deal": Deal(tuple(other), hand.deal.public)}
            )
            assert bot_action(changed, actions, policy) == told
            actions.append(hand.variant.read_action(told))
            hand = act(hand, actions[-1])


def test_an_action_that_is_not_the_policys_fails_and_an_unknown_policy_is_not_checked() -> None:
    found = False
    for number in range(200):
        record, _ = play("holdem", random.Random(f"bots {number}"))
        bots = record["table"].get("bots", {})
        for index, action in enumerate(record["actions"]):
            # A fold in the place of the last action of a bot: still legal, no longer the policy's.
            if (
                str(action["seat"]) in bots
                and index == len(record["actions"]) - 1
                and action["type"] == "call"
            ):
                wrong = record | {
                    "actions": [*record["actions"][:index], {"seat": action["seat"], "type": "fold"}]
                }
                checks = {check.check: check.status for check in verify_record(wrong).checks}
                if checks["rules"] == "pass":
                    assert checks["bots"] == "fail"
                    found = True
        if bots:
            table = record["table"] | {"bots": dict.fromkeys(bots, "secret/9")}
            checks = {check.check: check.status for check in verify_record(record | {"table": table}).checks}
            assert checks["bots"] == "skip"
    assert found
