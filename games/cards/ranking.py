"""What a poker hand is worth: one evaluator for every variant (rules/poker.md, hand ranking).

A `Ranking` is data: the order of the categories, the lowest rank of the deck, the order of the suits where
they break ties. A hand's value is an integer, greater is better, equal is a tie:

    category (from 1, the lowest) · five ranks of four bits, those that form the combination first · suit

Cards are added up: three bits count each rank, four bits each suit. Two tables keep what a sum of ranks is
worth, one for cards of any suits, one for cards of one suit; they are filled as hands are met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations
from typing import Final, Literal, NamedTuple

from games.cards import DECK, RANKS, SUITS

Category = Literal[
    "royal_flush",
    "straight_flush",
    "low_straight_flush",
    "four",
    "full_house",
    "flush",
    "three",
    "high_straight",
    "straight",
    "low_straight",
    "two_pair",
    "pair",
    "high_card",
]
FlushTies = Literal["top_card", "all_ranks"]
Value = int

# How many cards of each rank five cards have, most first.
PATTERNS: Final[dict[tuple[int, ...], Category]] = {
    (4, 1): "four",
    (3, 2): "full_house",
    (3, 1, 1): "three",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
}
# Which of a value's five ranks is the card whose suit breaks a tie: the highest of a straight, the highest
# kicker. No two seats hold the same four, full house or three; a flush has one suit.
TIE_CARD: Final[dict[Category, int]] = {
    "high_straight": 0,
    "straight": 0,
    "low_straight": 0,
    "high_card": 0,
    "pair": 1,
    "two_pair": 2,
}

ACE: Final = 14
RANK: Final = {name: rank for rank, name in enumerate(RANKS, 2)}
_ONE: Final = {rank: 1 << 3 * (rank - 2) for rank in RANK.values()}
_SUITS_AT: Final = 3 * len(RANKS)
_RANKS: Final = (1 << _SUITS_AT) - 1
_OF_RANK: Final = {card: _ONE[RANK[card[0]]] for card in DECK}
_OF_SUIT: Final = {card: 1 << _SUITS_AT + 4 * SUITS.index(card[1]) for card in DECK}
_CARD: Final = {card: _OF_RANK[card] + _OF_SUIT[card] for card in DECK}
_EACH_SUIT: Final = sum(set(_OF_SUIT.values()))
# A count of suits that starts at 8 − n has its eights' bit once there are n cards of the suit.
_EIGHTS: Final = 8 * _EACH_SUIT
_TWO, _THREE, _FIVE = 6 * _EACH_SUIT, 5 * _EACH_SUIT, 3 * _EACH_SUIT


class Best(NamedTuple):
    """The best hand: its value, its category, and its five cards as they are laid out."""

    value: Value
    category: Category
    cards: tuple[str, ...]


class _Known(dict[int, Value]):
    """Values of sums of ranks met so far; one not met yet is worked out."""

    def __init__(self, work_out: Callable[[int], Value]) -> None:
        self.work_out = work_out

    def __missing__(self, ranks: int) -> Value:
        value = self[ranks] = self.work_out(ranks)
        return value


@dataclass(frozen=True)
class Ranking:
    """The order of hands in one game.

    `order` is from the highest category to the lowest; straights with the ace high or low are plain ones
    where it has no category for them. `lowest` is the deck's lowest rank, under which the ace is low. `suits`
    is from the highest to the lowest, None where suits are equal. With `flush_ties` "top_card" flushes are
    compared by their highest card and suit only.
    """

    order: tuple[Category, ...]
    lowest: str = "2"
    suits: str | None = None
    flush_ties: FlushTies = "all_ranks"

    def evaluate(self, cards: Sequence[str]) -> Value:
        """The value of the best five of five to seven different cards."""
        total = sum(map(_CARD.__getitem__, cards), _FIVE)
        value = self._any_suits[total & _RANKS]
        if self.suits is not None:
            value |= self._tie_suit(value, cards)
        if total & _EIGHTS:
            value = max(value, self._flush(cards))
        return value

    def evaluate_omaha(self, hole: Sequence[str], board: Sequence[str]) -> Value:
        """The value of the best hand of exactly two of four or five hole cards and three of the board."""
        if self.suits is not None:
            return max(map(self.evaluate, _omaha(hole, board)))
        known = self._any_suits
        triples = [a + b + c for a, b, c in combinations([_OF_RANK[card] for card in board], 3)]
        pairs = [a + b for a, b in combinations([_OF_RANK[card] for card in hole], 2)]
        value = max([known[pair + triple] for pair in pairs for triple in triples])
        two = sum([_OF_SUIT[card] for card in hole], _TWO)
        three = sum([_OF_SUIT[card] for card in board], _THREE)
        if two & three & _EIGHTS:
            value = max(value, *map(self._flush, _omaha(hole, board)))
        return value

    def best(self, cards: Sequence[str]) -> Best:
        """The best five of five to seven different cards."""
        return self._best(self.evaluate(cards), combinations(self._sorted(cards), 5))

    def best_omaha(self, hole: Sequence[str], board: Sequence[str]) -> Best:
        """The best hand of exactly two of four or five hole cards and three of the board."""
        fives = _omaha(self._sorted(hole), self._sorted(board))
        return self._best(self.evaluate_omaha(hole, board), fives)

    def category(self, value: Value) -> Category:
        return self.order[-(value >> 24)]

    def least(self, category: Category, *ranks: str) -> Value:
        """No hand of the category with these ranks first has less, and no lower hand as much."""
        return self._value(category, [RANK[rank] for rank in ranks])

    # How a value is found.

    def _value(self, category: Category, ranks: Sequence[int]) -> Value:
        value = len(self.order) - self.order.index(category)
        for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
            value = value << 4 | rank
        return value << 4

    @cached_property
    def _any_suits(self) -> _Known:
        return _Known(self._of_ranks)

    @cached_property
    def _one_suit(self) -> _Known:
        return _Known(self._of_suited_ranks)

    def _of_ranks(self, ranks: int) -> Value:
        """What a sum of ranks is worth, whatever the suits."""
        held = [(ranks // one & 7, rank) for rank, one in _ONE.items()]
        held = sorted([(count, rank) for count, rank in held if count], reverse=True)
        size = sum(count for count, _ in held)
        if not 5 <= size <= 7:
            raise ValueError(f"a hand is the best of five to seven cards, not {size}")
        if size > 5:
            return max(self._any_suits[ranks - _ONE[rank]] for _, rank in held)
        if ranks in self._straights:
            return self._straights[ranks]
        return self._value(PATTERNS[tuple(count for count, _ in held)], [rank for _, rank in held])

    def _of_suited_ranks(self, ranks: int) -> Value:
        """What a sum of at least five different ranks is worth in one suit."""
        held = sorted([rank for rank, one in _ONE.items() if ranks & one], reverse=True)
        if len(held) > 5:
            return max(self._one_suit[ranks - _ONE[rank]] for rank in held)
        if ranks in self._straight_flushes:
            return self._straight_flushes[ranks]
        return self._value("flush", held if self.flush_ties == "all_ranks" else held[:1])

    @cached_property
    def _straights(self) -> dict[int, Value]:
        return {
            ranks: self._value(self._kind("straight", top, low), [top]) for ranks, top, low in self._runs()
        }

    @cached_property
    def _straight_flushes(self) -> dict[int, Value]:
        return {
            ranks: self._value(self._kind("straight_flush", top, low), [top])
            for ranks, top, low in self._runs()
        }

    def _runs(self) -> Iterator[tuple[int, int, bool]]:
        """Five ranks in a row, their top card, and whether the ace is below it; lowest first."""
        lowest = RANK[self.lowest]
        if lowest + 3 < ACE:
            yield sum(_ONE[rank] for rank in (ACE, *range(lowest, lowest + 4))), lowest + 3, True
        for top in range(lowest + 4, ACE + 1):
            yield sum(_ONE[rank] for rank in range(top - 4, top + 1)), top, False

    def _kind(self, run: Literal["straight", "straight_flush"], top: int, low: bool) -> Category:
        """The category of a run: of its own where the order has one for aces high or low."""
        high: Category = "royal_flush" if run == "straight_flush" else "high_straight"
        bottom: Category = "low_straight_flush" if run == "straight_flush" else "low_straight"
        if top == ACE and high in self.order:
            return high
        return bottom if low and bottom in self.order else run

    def _flush(self, cards: Sequence[str]) -> Value:
        """The value of the cards of the suit there are five of; 0 without."""
        for suit in SUITS:
            ranks = [_OF_RANK[card] for card in cards if card[1] == suit]
            if len(ranks) >= 5:
                return self._one_suit[sum(ranks)] | self._strength[suit]
        return 0

    @cached_property
    def _strength(self) -> dict[str, int]:
        """Suits as numbers, the highest greatest; all 0 where suits are equal."""
        if self.suits is None:
            return dict.fromkeys(SUITS, 0)
        return {suit: len(self.suits) - place for place, suit in enumerate(self.suits)}

    def _tie_suit(self, value: Value, cards: Sequence[str]) -> int:
        """The suit that breaks a tie of a hand without a flush; of several cards the highest suit."""
        place = TIE_CARD.get(self.category(value))
        if place is None:
            return 0
        rank = RANKS[(value >> 4 * (5 - place) & 15) - 2]
        return max(self._strength[card[1]] for card in cards if card[0] == rank)

    # How a hand is shown.

    def _sorted(self, cards: Sequence[str]) -> list[str]:
        """Highest first, so that the first five of a value are the highest."""
        return sorted(cards, key=lambda card: (RANK[card[0]], self._strength[card[1]], card[1]), reverse=True)

    def _best(self, value: Value, fives: Iterator[tuple[str, ...]]) -> Best:
        five = self._sorted(next(five for five in fives if self.evaluate(five) == value))
        counts = Counter(card[0] for card in five)
        low = len(counts) == 5 and (value >> 20 & 15) < RANK[five[0][0]]
        if low:
            five.append(five.pop(0))
        else:
            five.sort(key=lambda card: counts[card[0]], reverse=True)
        return Best(value, self.category(value), tuple(five))


def _omaha(hole: Sequence[str], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every two of the hole cards with every three of the board."""
    for pair in combinations(hole, 2):
        for triple in combinations(board, 3):
            yield pair + triple


_ABOVE_FLUSH: Final[tuple[Category, ...]] = ("royal_flush", "straight_flush", "four")
_BELOW_FLUSH: Final[tuple[Category, ...]] = ("straight", "three", "two_pair", "pair", "high_card")

STANDARD: Final = Ranking(tuple(chain(_ABOVE_FLUSH, ("full_house", "flush"), _BELOW_FLUSH)))
SHORT_DECK: Final = Ranking(tuple(chain(_ABOVE_FLUSH, ("flush", "full_house"), _BELOW_FLUSH)), lowest="6")
_TURKISH: Final[tuple[Category, ...]] = (
    "royal_flush",
    "straight_flush",
    "low_straight_flush",
    "four",
    "flush",
    "full_house",
    "three",
    "high_straight",
    "straight",
    "low_straight",
    "two_pair",
    "pair",
    "high_card",
)


@cache
def turkish(lowest_rank: str, flush_ties: FlushTies = "top_card") -> Ranking:
    """Turkish poker with a deck from `lowest_rank` up: hearts > spades > diamonds > clubs break ties."""
    return Ranking(_TURKISH, lowest_rank, "hsdc", flush_ties)
