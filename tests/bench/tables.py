"""The table games' part of `make bench`: hands a second replayed, ours against pokerkit on the same hands.

Both begin with rules, stacks, cards and actions as objects of their own, deal, play every action under its
rules, compare the hands at a showdown and pay out the pots.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.poker import Hand, act, fold, result, start
from games.poker.actions import Action
from tests.poker.kit import TABLES, Kit
from tests.poker.test_against_pokerkit import is_unlike, random_action, random_hand

HANDS = 20
Work = Callable[[], object]
Ratio = Callable[[Work, Work], float]


@dataclass(frozen=True)
class Replay:
    """A hand that both play alike."""

    game: str
    params: dict[str, Any]
    first: Hand
    actions: list[Action]

    @classmethod
    def random(cls, game: str, limit: str, pick: random.Random) -> Replay:
        first, params = random_hand(game, limit, pick)
        hand, actions = first, []
        while hand.turn is not None:
            actions.append(random_action(hand, pick, may_raise=is_unlike(hand, hand.turn) is None))
            hand = act(hand, actions[-1])
        return cls(game, params, first, actions)

    def ours(self) -> dict[str, int]:
        first = self.first
        hand = start(first.variant, first.params, first.table, first.deal)
        stacks: dict[str, int] = result(fold(hand, self.actions)).outcome["stacks"]
        return stacks

    def theirs(self) -> list[int]:
        first = self.first
        stacks = [first.table.stacks[seat] for seat in first.seats]
        kit = Kit(self.game, self.params, stacks, first.deal.cards, first.variant.hole)
        for action in self.actions:
            kit.act(action)
        return kit.state.stacks


def rows(ratio: Ratio) -> Iterator[tuple[str, float, str]]:
    """What was compared, how many times as fast ours is, the target."""
    for game, limit in TABLES:
        hands = [Replay.random(game, limit, random.Random(number)) for number in range(HANDS)]

        def ours(hands: list[Replay] = hands) -> None:
            for hand in hands:
                hand.ours()

        def theirs(hands: list[Replay] = hands) -> None:
            for hand in hands:
                hand.theirs()

        for hand in hands:
            if sum(hand.ours().values()) != sum(hand.theirs()):
                raise SystemExit(f"a hand of {game} ends with other chips")
        name = game if limit == "no" else f"{game}, pot-limit"
        yield f"hands of {name} replayed, against pokerkit", ratio(ours, theirs), "at least 20"
