"""What ranks are worth: a hand's value is an integer, greater is better, equal is a tie.

    category (from 1, the lowest) · five ranks of four bits, those that form the combination first · suit

Cards are added up: in their sum a digit to base five counts each rank, and above these four bits each suit.
`Values` keeps what a sum of ranks is worth in two tables, one for cards of any suits and one for cards of one
suit, filled as hands are met (73,775 and 4,719 entries at most).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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

# By how many cards there are of the most frequent rank and of the next (two standing for more): the category,
# how many ranks form it, how many kickers it has.
FORMED: Final[dict[tuple[int, int], tuple[Category, int, int]]] = {
    (4, 2): ("four", 1, 1),
    (4, 1): ("four", 1, 1),
    (3, 2): ("full_house", 2, 0),
    (3, 1): ("three", 1, 2),
    (2, 2): ("two_pair", 2, 1),
    (2, 1): ("pair", 1, 3),
    (1, 1): ("high_card", 1, 4),
}

RANK: Final = {name: rank for rank, name in enumerate(RANKS, 2)}
ACE: Final = RANK["A"]

_ONE: Final[dict[int, int]] = {rank: 5 ** (rank - 2) for rank in RANK.values()}
_SUITS_AT: Final = 31  # 5 ** 13 < 2 ** 31
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
        for run, top, low in _runs(RANK[lowest]):
            straight = self._run("straight", "high_straight", "low_straight", top, low)
            suited = self._run("straight_flush", "royal_flush", "low_straight_flush", top, low)
            self._straights[run] = self.value(straight, [top])
            self._straight_flushes[run] = self.value(suited, [top])
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
            [(count, rank) for rank, one in _ONE.items() if (count := ranks // one % 5)], reverse=True
        )
        size = sum(count for count, _ in held)
        if not 5 <= size <= 7:
            raise ValueError(f"a hand is the best of five to seven cards, not of {size}")
        category, forming, kickers = FORMED[held[0][0], min(held[1][0], 2)]
        first = [rank for _, rank in held[:forming]]
        rest = sorted([rank for _, rank in held[forming:]], reverse=True)
        return max(self.value(category, first + rest[:kickers]), _highest(self._straights, first + rest))

    def _of_one_suit(self, ranks: int) -> Value:
        """The best five of at least five cards of one suit."""
        held = [rank for rank, one in reversed(_ONE.items()) if ranks // one % 5]
        return max(self.value("flush", held[: self._flush_ranks]), _highest(self._straight_flushes, held))


def rank_at(value: Value, place: int) -> int:
    """The rank at a place, 0 to 4, of a value; 0 where it needs fewer."""
    return value >> 20 - 4 * place & 15


def level_of(value: Value) -> int:
    """How high its category is, from 1, the lowest."""
    return value >> 24


def _runs(lowest: int) -> Iterator[tuple[int, int, bool]]:
    """Every five ranks in a row as a set of bits, their highest, and whether the ace is below the others.

    In a deck from the ten up the five highest are the only run; a smaller deck has none.
    """
    if lowest + 4 < ACE:
        yield _bits((ACE, *range(lowest, lowest + 4))), lowest + 3, True
    for top in range(lowest + 4, ACE + 1):
        yield _bits(range(top - 4, top + 1)), top, False


def _bits(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _highest(runs: dict[int, Value], ranks: Sequence[int]) -> Value:
    """The value of the highest run within these different ranks; 0 without."""
    held = _bits(ranks)
    return max([value for run, value in runs.items() if run & held == run], default=0)
