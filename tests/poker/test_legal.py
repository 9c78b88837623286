"""`legal` is complete and right in every state of random hands: what it lists is accepted, with every bound,
and what it does not list is refused."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games import GameError
from games.poker import VARIANTS, Hand, absent, act
from games.poker.views import legal
from tests.poker.hands import play

HANDS = 500 if os.environ.get("FAIRSEED_SOAK") else 40


def accepts(hand: Hand, raw: dict[str, Any]) -> Hand | None:
    """The hand after an action, None where it is refused."""
    try:
        return act(hand, hand.variant.read_action(raw))
    except GameError:
        return None


def own_cards(hand: Hand) -> list[str]:
    assert hand.turn is not None
    return hand.cards(hand.turn) or []


def instances(hand: Hand, kind: str, pick: random.Random) -> Iterator[dict[str, Any]]:
    """Actions of a type that could be legal, and some around them."""
    betting = hand.betting
    if kind == "raise":
        assert hand.turn is not None
        player = betting.players[hand.turn]
        whole = player.bet + player.stack
        tos = {0, 1, betting.current, betting.current + 1, betting.current + betting.full, whole - 1, whole}
        tos |= {pick.randint(0, whole + 1), whole + 1}
        yield from ({"to": to} for to in sorted(tos))
    elif kind == "swap":
        others = [card for card in hand.variant.deck(hand.params) if card not in own_cards(hand)]
        yield from ({"card": card} for card in [*own_cards(hand), pick.choice(others)])
    elif kind == "anchor":
        yield from ({"target": target} for target in range(1, 10))
    elif kind == "draw":
        own = own_cards(hand)
        others = [card for card in hand.variant.deck(hand.params) if card not in own]
        yield from ({"discard": pick.sample(own, count)} for count in range(6))
        yield {"discard": [own[0], own[0]]}
        yield {"discard": [pick.choice(others)]}
    else:
        yield {}


def is_listed(hand: Hand, listed: dict[str, dict[str, Any]], kind: str, fields: dict[str, Any]) -> bool:
    """Whether `legal` says that this action may be made."""
    choice = listed.get(kind)
    if choice is None:
        return False
    if kind == "raise":
        return bool(choice["least"] <= fields["to"] <= choice["most"])
    if kind == "swap":
        return fields["card"] in own_cards(hand)
    if kind == "anchor":
        return fields["target"] in choice["targets"]
    if kind == "draw":
        cards = fields["discard"]
        return len(cards) <= choice["most"] and len({*cards} & {*own_cards(hand)}) == len(cards)
    return True


def check_state(hand: Hand, pick: random.Random) -> None:
    choices = legal(hand)
    listed = {choice["type"]: choice for choice in choices}
    assert len(listed) == len(choices)
    assert listed.keys() <= hand.variant.kinds.keys()
    if hand.turn is None:
        assert choices == []
    else:
        assert listed
    for kind in hand.variant.kinds if hand.turn is not None else ():
        for fields in instances(hand, kind, pick):
            after = accepts(hand, {"seat": hand.seat, "type": kind} | fields)
            assert (after is not None) == is_listed(hand, listed, kind, fields), (kind, fields, choices)
    check_bounds(hand, listed)
    for seat in range(1, 10):
        if seat != hand.seat:
            for kind in hand.variant.kinds:
                fields = {
                    "raise": {"to": hand.betting.current + hand.betting.full},
                    "anchor": {"target": seat},
                }
                raw = {"seat": seat, "type": kind} | fields.get(kind, {})
                assert accepts(hand, raw | ({"discard": []} if kind == "draw" else {})) is None


def check_bounds(hand: Hand, listed: dict[str, dict[str, Any]]) -> None:
    """Bounds hold and those beside them don't; a call puts in what it says."""
    if (choice := listed.get("raise")) is not None:
        for to, right in (
            (choice["least"], True),
            (choice["most"], True),
            (choice["least"] - 1, False),
            (choice["most"] + 1, False),
        ):
            assert (accepts(hand, {"seat": hand.seat, "type": "raise", "to": to}) is not None) == right
    if (choice := listed.get("call")) is not None:
        after = accepts(hand, {"seat": hand.seat, "type": "call"})
        assert after is not None
        assert hand.turn is not None
        before = hand.betting.players[hand.turn]
        assert after.betting.players[hand.turn].total == before.total + choice["chips"]
        assert choice["chips"] > 0


def check_absent(hand: Hand) -> None:
    """What is done for an absent seat is legal, and listed."""
    if hand.turn is None:
        return
    action = absent(hand, hand.turn)
    act(hand, action)
    assert type(action) in {hand.variant.kinds[choice["type"]] for choice in legal(hand)}


@pytest.mark.parametrize("game", VARIANTS)
def test_legal_is_complete_and_right(game: str) -> None:
    for number in range(HANDS):
        pick = random.Random(f"legal {game} {number}")
        _, states = play(game, pick)
        for hand in states:
            check_state(hand, pick)
            check_absent(hand)
