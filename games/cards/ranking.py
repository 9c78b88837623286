"""Which hand is better: one evaluator for every poker variant (docs/rules/poker.md, ranking of hands).

A `Ranking` is data: the order of the categories, the lowest rank of the deck, the order of the suits where
they break ties, what flushes are compared by. Cards are texts like "Th"; that they are different cards of the
deck is for others to check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from games.cards import DECK, RANKS, SUITS
from games.cards.values import (
    ALL_RANKS,
    OF_CARD,
    OF_RANK,
    OF_SUIT,
    RANK,
    REACHED,
    Category,
    FlushTies,
    Known,
    Value,
    Values,
    level_of,
    rank_at,
    start_at,
)

__all__ = ["SHORT_DECK", "STANDARD", "Best", "Category", "FlushTies", "Ranking", "Value", "turkish"]

# Which of a value's ranks is the card whose suit breaks a tie: the highest of a straight, else the highest
# kicker. A flush has one suit; a four, a full house, a three of the same rank no other seat can hold.
TIE_CARD: Final[dict[Category, int]] = {
    "high_straight": 0,
    "straight": 0,
    "low_straight": 0,
    "two_pair": 2,
    "pair": 1,
    "high_card": 0,
}

_FROM_TWO, _FROM_THREE, _FROM_FIVE = start_at(2), start_at(3), start_at(5)


class Best(NamedTuple):
    """The best hand: its value, its category, and its five cards as they are laid out: those that form the
    combination first, of a low straight the ace last."""

    value: Value
    category: Category
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order of hands in one game.

    `order` has the categories from the highest; a straight with the ace high or low is a plain one where it
    has none of its own. `lowest` is the deck's lowest rank, under which the ace is low. `suits` are from the
    highest, None where they are equal. Flushes are compared by all five ranks or, with `flush_ties`
    "top_card", by their highest card alone; then by suit.
    """

    order: tuple[Category, ...]
    lowest: str = "2"
    suits: str | None = None
    flush_ties: FlushTies = "all_ranks"
    _values: Values = field(init=False, repr=False, compare=False)
    _any_suits: Known = field(init=False, repr=False, compare=False)
    # Suits as numbers, the highest the greatest; all 0 where they are equal.
    _strength: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        values = Values(self.order, self.lowest, self.flush_ties)
        strength = {suit: 0 if self.suits is None else 4 - self.suits.index(suit) for suit in SUITS}
        object.__setattr__(self, "_values", values)
        object.__setattr__(self, "_any_suits", values.any_suits)
        object.__setattr__(self, "_strength", strength)

    def evaluate(self, cards: Sequence[str]) -> Value:
        """The value of the best five of five to seven cards."""
        total = _FROM_FIVE
        for card in cards:
            total += OF_CARD[card]
        value = self._any_suits[total & ALL_RANKS]
        if self.suits is not None:
            value |= self._tie_suit(value, cards)
        if total & REACHED:
            value = max(value, self._flush(cards))
        return value

    def evaluate_omaha(self, hole: Sequence[str], board: Sequence[str]) -> Value:
        """The value of the best hand of exactly two of four or five hole cards and three of the board."""
        if self.suits is not None:
            return max(map(self.evaluate, _omaha_hands(hole, board)))
        pairs = [a + b for a, b in combinations([OF_RANK[card] for card in hole], 2)]
        triples = [a + b + c for a, b, c in combinations([OF_RANK[card] for card in board], 3)]
        value = max(map(self._any_suits.__getitem__, [pair + triple for pair in pairs for triple in triples]))
        two, three = _FROM_TWO, _FROM_THREE
        for card in hole:
            two += OF_SUIT[card]
        for card in board:
            three += OF_SUIT[card]
        if two & three & REACHED:
            value = max(value, self._omaha_flush(hole, board))
        return value

    def best(self, cards: Sequence[str]) -> Best:
        """The best five of five to seven cards, the same whatever their order."""
        return self._best(self.evaluate(cards), combinations(_descending(cards), 5))

    def best_omaha(self, hole: Sequence[str], board: Sequence[str]) -> Best:
        """The best hand of exactly two of four or five hole cards and three of the board."""
        hands = _omaha_hands(_descending(hole), _descending(board))
        return self._best(self.evaluate_omaha(hole, board), hands)

    def category(self, value: Value) -> Category:
        return self.order[-level_of(value)]

    def least(self, category: Category, *ranks: str) -> Value:
        """What a hand reaches that is of this category with at least these ranks, or of a higher category:
        `least("pair", "K")` is reached by a pair of kings or better."""
        return self._values.value(category, [RANK[rank] for rank in ranks])

    # Suits.

    def _tie_suit(self, value: Value, cards: Sequence[str]) -> int:
        """The suit that breaks a tie of the best hand without a flush; of several the highest."""
        place = TIE_CARD.get(self.category(value))
        if place is None:
            return 0
        rank = RANKS[rank_at(value, place) - 2]
        return max([self._strength[card[1]] for card in cards if card[0] == rank])

    def _flush(self, cards: Sequence[str]) -> Value:
        """The best flush of cards of which five are of one suit."""
        suit = next(suit for suit in SUITS if sum(card[1] == suit for card in cards) >= 5)
        ranks = sum(OF_RANK[card] for card in cards if card[1] == suit)
        return self._values.one_suit[ranks] | self._strength[suit]

    def _omaha_flush(self, hole: Sequence[str], board: Sequence[str]) -> Value:
        """The best flush of two of the hole and three of the board; suits are equal."""
        known = self._values.one_suit
        return max(
            known[pair + triple]
            for suit in SUITS
            for pair in _sums([card for card in hole if card[1] == suit], 2)
            for triple in _sums([card for card in board if card[1] == suit], 3)
        )

    # The five cards.

    def _best(self, value: Value, hands: Iterator[tuple[str, ...]]) -> Best:
        five = _descending(next(hand for hand in hands if self.evaluate(hand) == value))
        counts = Counter(card[0] for card in five)
        if len(counts) == 5 and RANK[five[0][0]] > rank_at(value, 0):  # the ace of a low straight
            five = [*five[1:], five[0]]
        five.sort(key=lambda card: counts[card[0]], reverse=True)
        return Best(value, self.category(value), tuple(five))


def _descending(cards: Sequence[str]) -> list[str]:
    """Highest first, so that the first five of a value are the highest of that value."""
    return sorted(cards, key=DECK.index, reverse=True)


def _sums(cards: Sequence[str], count: int) -> list[int]:
    """The ranks of so many of the cards, in every choice."""
    return list(map(sum, combinations([OF_RANK[card] for card in cards], count)))


def _omaha_hands(hole: Sequence[str], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every two of the hole cards with every three of the board."""
    for pair in combinations(hole, 2):
        for triple in combinations(board, 3):
            yield pair + triple


STANDARD: Final = Ranking(
    (
        "royal_flush",
        "straight_flush",
        "four",
        "full_house",
        "flush",
        "straight",
        "three",
        "two_pair",
        "pair",
        "high_card",
    )
)
SHORT_DECK: Final = Ranking(
    (
        "royal_flush",
        "straight_flush",
        "four",
        "flush",
        "full_house",
        "straight",
        "three",
        "two_pair",
        "pair",
        "high_card",
    ),
    lowest="6",
)


@cache
def turkish(lowest_rank: str, flush_ties: FlushTies = "top_card") -> Ranking:
    """The ranking of a deck from `lowest_rank` up, in which no two hands that can meet tie."""
    order: tuple[Category, ...] = (
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
    return Ranking(order, lowest_rank, "hsdc", flush_ties)
