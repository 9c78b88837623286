"""What ranks are worth: a hand's value is an integer, greater is better, equal is a tie.

    category (from 1, the lowest) · five ranks of four bits, those that form the combination first · suit

Cards are added up: in their sum three bits count each rank, and above these four bits each suit. `Values`
keeps what a sum of ranks is worth in two tables, one for cards of any suits and one for cards of one suit,
filled as hands are met (73,775 and 4,719 entries at most).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from games.cards import DECK, RANKS, SUITS

Category = Literal[
    "royal_flush",
    "straight_flush",
    "low_straight_flush",
    "four",
    "full_house",
    "flush",
    "high_straight",
    "straight",
    "low_straight",
    "three",
    "two_pair",
    "pair",
    "high_card",
]
FlushTies = Literal["top_card", "all_ranks"]
Value = int

# How many cards of each rank five cards have that are no straight, most first.
PATTERNS: Final[dict[tuple[int, ...], Category]] = {
    (4, 1): "four",
    (3, 2): "full_house",
    (3, 1, 1): "three",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
}

RANK: Final = {name: rank for rank, name in enumerate(RANKS, 2)}
ACE: Final = RANK["A"]

_SUITS_AT: Final = 3 * len(RANKS)
_ONE: Final = {rank: 1 << 3 * (rank - 2) for rank in RANK.values()}
OF_RANK: Final = {card: _ONE[RANK[card[0]]] for card in DECK}
OF_SUIT: Final = {card: 1 << _SUITS_AT + 4 * SUITS.index(card[1]) for card in DECK}
OF_CARD: Final = {card: OF_RANK[card] + OF_SUIT[card] for card in DECK}
ALL_RANKS: Final = (1 << _SUITS_AT) - 1


def start_at(count: int) -> int:
    """A sum of no cards yet in which a suit's bit of REACHED is set once `count` cards of it are added."""
    return (8 - count) * sum(OF_SUIT[RANKS[0] + suit] for suit in SUITS)


REACHED: Final = start_at(0)


class Known(dict[int, Value]):
    """Values of the sums met so far; that of another is worked out."""

    def __init__(self, work_out: Callable[[int], Value]) -> None:
        self._work_out = work_out

    def __missing__(self, ranks: int) -> Value:
        value = self[ranks] = self._work_out(ranks)
        return value


class Values:
    """What ranks are worth in one ranking, whose fields it takes."""

    def __init__(self, order: Sequence[Category], lowest: str, flush_ties: FlushTies) -> None:
        self._level: Final = {category: level for level, category in enumerate(reversed(order), 1)}
        self._flush_ranks: Final = 1 if flush_ties == "top_card" else 5
        self._straights: Final[dict[int, Value]] = {}
        self._straight_flushes: Final[dict[int, Value]] = {}
        for ranks, top, low in _runs(RANK[lowest]):
            straight = self._run("straight", "high_straight", "low_straight", top, low)
            suited = self._run("straight_flush", "royal_flush", "low_straight_flush", top, low)
            self._straights[ranks] = self.value(straight, [top])
            self._straight_flushes[ranks] = self.value(suited, [top])
        self.any_suits: Final = Known(self._of_any_suits)
        self.one_suit: Final = Known(self._of_one_suit)

    def value(self, category: Category, ranks: Sequence[int]) -> Value:
        """The value of a category whose first ranks are these, with nothing after them."""
        value = self._level[category]
        for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
            value = value << 4 | rank
        return value << 4

    def _run(self, plain: Category, high: Category, low: Category, top: int, ace_low: bool) -> Category:
        """The category of a run: one of its own where the ranking has it for the ace high or low."""
        if top == ACE and high in self._level:
            return high
        return low if ace_low and low in self._level else plain

    def _of_any_suits(self, ranks: int) -> Value:
        """The best five of five to seven cards of these ranks, leaving flushes aside."""
        held = sorted(
            [(ranks // one & 7, rank) for rank, one in _ONE.items() if ranks // one & 7], reverse=True
        )
        size = sum(count for count, _ in held)
        if not 5 <= size <= 7:
            raise ValueError(f"a hand is the best of five to seven cards, not of {size}")
        if size > 5:
            return max(self.any_suits[ranks - _ONE[rank]] for _, rank in held)
        if ranks in self._straights:
            return self._straights[ranks]
        return self.value(PATTERNS[tuple(count for count, _ in held)], [rank for _, rank in held])

    def _of_one_suit(self, ranks: int) -> Value:
        """The best five of at least five cards of one suit."""
        held = sorted([rank for rank, one in _ONE.items() if ranks & one], reverse=True)
        if len(held) > 5:
            return max(self.one_suit[ranks - _ONE[rank]] for rank in held)
        if ranks in self._straight_flushes:
            return self._straight_flushes[ranks]
        return self.value("flush", held[: self._flush_ranks])


def ranks_of(value: Value) -> list[int]:
    """The five ranks of a value, 0 where it needs fewer."""
    return [value >> shift & 15 for shift in (20, 16, 12, 8, 4)]


def level_of(value: Value) -> int:
    """How high its category is, from 1, the lowest."""
    return value >> 24


def _runs(lowest: int) -> Iterator[tuple[int, int, bool]]:
    """Every five ranks in a row as a sum, their highest, and whether the ace stands below the deck's lowest.

    In a deck from the ten up the five highest are the only run; a smaller deck has none.
    """
    if lowest + 4 < ACE:
        yield sum(_ONE[rank] for rank in (ACE, *range(lowest, lowest + 4))), lowest + 3, True
    for top in range(lowest + 4, ACE + 1):
        yield sum(_ONE[rank] for rank in range(top - 4, top + 1)), top, False
