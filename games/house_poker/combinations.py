"""Combinations of five or six cards, and the second one paid beside the main one (docs/house-poker.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple

from games.cards.ranking import STANDARD
from games.cards.values import RANK, Value, rank_at

Name = Literal[
    "royal_flush",
    "straight_flush",
    "four",
    "full_house",
    "flush",
    "straight",
    "three",
    "two_pair",
    "pair",
    "ace_king",
]
DoubleStraight = Literal["pair", "classic"]

# What a combination pays to one on BET, from the highest.
PAYS: Final[dict[Name, int]] = {
    "royal_flush": 100,
    "straight_flush": 50,
    "four": 20,
    "full_house": 7,
    "flush": 5,
    "straight": 4,
    "three": 3,
    "two_pair": 2,
    "pair": 1,
    "ace_king": 1,
}
_LEVEL: Final = {name: level for level, name in enumerate(reversed(PAYS), 1)}
_STRAIGHTS: Final = frozenset(("royal_flush", "straight_flush", "straight"))

# The shapes of cards that form a combination by their ranks alone: how many there are of each rank.
_SHAPES: Final[dict[tuple[int, ...], Name]] = {
    (2,): "pair",
    (3,): "three",
    (4,): "four",
    (2, 2): "two_pair",
    (3, 2): "full_house",
}


class Combination(NamedTuple):
    """Cards that form a combination, kickers not among them. `value` is greater for the higher one."""

    value: tuple[int, ...]
    name: Name
    cards: frozenset[str]


class Paid(NamedTuple):
    """The names of what a box is paid for; None where there is none."""

    main: Name | None
    second: Name | None


def strength(cards: Sequence[str]) -> Value:
    """The value of the best five of five or six cards: greater is better, equal is a tie."""
    return STANDARD.evaluate(cards)


def name_of(cards: Sequence[str]) -> Name | None:
    """The highest combination of five or six cards; None where there is no game."""
    value = strength(cards)
    category = STANDARD.category(value)
    if category != "high_card":
        return category  # type: ignore[return-value]  # the standard order has none of the others
    return "ace_king" if (rank_at(value, 0), rank_at(value, 1)) == (RANK["A"], RANK["K"]) else None


def formed(cards: Sequence[str]) -> Combination | None:
    """What exactly these cards form, all of them its own."""
    ranks = Counter(RANK[card[0]] for card in cards)
    in_order = tuple(sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True))
    shape = tuple(ranks[rank] for rank in in_order)
    name = _SHAPES.get(shape)
    if name is None and ranks.keys() == {RANK["A"], RANK["K"]}:
        name = "ace_king"
    if len(cards) == 5 and len(ranks) == 5:
        name, in_order = _of_five_ranks(cards, in_order)
    return None if name is None else Combination((_LEVEL[name], *in_order), name, frozenset(cards))


def _of_five_ranks(cards: Sequence[str], ranks: tuple[int, ...]) -> tuple[Name | None, tuple[int, ...]]:
    """Straights and flushes; a straight is compared by its highest card, with the ace low by the five."""
    suited = len({card[1] for card in cards}) == 1
    low = ranks == (RANK["A"], 5, 4, 3, 2)
    if low or ranks[0] - ranks[4] == 4:
        if not suited:
            return "straight", (5,) if low else ranks[:1]
        if low:
            return "straight_flush", (5,)
        return ("royal_flush" if ranks[0] == RANK["A"] else "straight_flush"), ranks[:1]
    return ("flush", ranks) if suited else (None, ranks)


def every(cards: Sequence[str]) -> Iterable[Combination]:
    """Every combination among the cards of a box."""
    for size in range(2, 6):
        for chosen in combinations(cards, size):
            if (found := formed(chosen)) is not None:
                yield found


def paid(cards: Sequence[str], double_straight: DoubleStraight = "pair") -> Paid:
    """The main combination of five or six cards and the second: the highest other one, not higher than the
    main one, with a card of its own that the main one has not. With `double_straight` "pair" five cards
    of the same ranks as the main straight are none."""
    main = name_of(cards)
    if main is None:
        return Paid(None, None)
    found = sorted(every(cards), key=lambda combination: combination.value, reverse=True)
    first, others = found[0], found[1:]
    ranks = {card[0] for card in first.cards}
    for other in others:
        if other.cards <= first.cards:
            continue
        same = first.name in _STRAIGHTS and other.name in _STRAIGHTS
        if double_straight == "pair" and same and {card[0] for card in other.cards} == ranks:
            continue
        return Paid(main, other.name)
    return Paid(main, None)
