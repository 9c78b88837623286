"""Hand ranking against phevaluator, pokerkit, and the clauses of Turkish poker written plainly."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from phevaluator import Card, evaluate_cards, evaluate_omaha_cards
from pokerkit import ShortDeckHoldemHand

from games.cards import DECK, RANKS, deck
from games.cards.ranking import SHORT_DECK, STANDARD, FlushTies, turkish
from tests.games.ranks import classes

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
HANDS = 100_000 if SOAK else 3_000


def agree(pairs: Iterator[tuple[int, Any]], better: Callable[[Any, Any], bool]) -> int:
    """Two evaluators order the same hands in the same way; how many different values there were."""
    same: dict[int, Any] = {}
    for ours, theirs in pairs:
        assert same.setdefault(ours, theirs) == theirs
    values = sorted(same)
    for lower, higher in pairwise(values):
        assert better(same[higher], same[lower])
    return len(values)


def less(one: int, two: int) -> bool:
    return one < two


def drawn(count: int, seed: int) -> Iterator[list[str]]:
    """Hands of so many cards, every other one of seven ranks in two suits, where high ones come more often."""
    chance = random.Random(seed)
    for number in range(HANDS):
        ranks = chance.sample(RANKS, 7)
        few = DECK if number % 2 else [card for card in DECK if card[1] in "hs" and card[0] in ranks]
        yield chance.sample(few, count)


def test_five_cards_of_any_ranks_are_ordered_as_by_phevaluator() -> None:
    pairs = ((STANDARD.evaluate(hand), evaluate_cards(*hand)) for hand, _ in classes("2"))
    assert agree(pairs, less) == 7462


@pytest.mark.parametrize("count", [5, 6, 7])
def test_random_hands_are_ordered_as_by_phevaluator(count: int) -> None:
    agree(((STANDARD.evaluate(hand), evaluate_cards(*hand)) for hand in drawn(count, count)), less)


def test_omaha_is_ordered_as_by_phevaluator() -> None:
    def pairs() -> Iterator[tuple[int, int]]:
        for hand in drawn(9, 9):
            yield STANDARD.evaluate_omaha(hand[5:], hand[:5]), evaluate_omaha_cards(*hand)

    agree(pairs(), less)


def test_omaha_with_five_cards_is_the_best_with_four_of_them_by_phevaluator() -> None:
    def pairs() -> Iterator[tuple[int, int]]:
        for hand in drawn(10, 10):
            ids = list(map(Card.to_id, hand))
            best = min(evaluate_omaha_cards(*ids[:5], *four) for four in combinations(ids[5:], 4))
            yield STANDARD.evaluate_omaha(hand[5:], hand[:5]), best

    agree(pairs(), less)


def test_short_deck_hands_of_any_ranks_are_ordered_as_by_pokerkit() -> None:
    pairs = ((SHORT_DECK.evaluate(hand), ShortDeckHoldemHand("".join(hand))) for hand, _ in classes("6"))
    assert agree(pairs, lambda one, two: one > two) == sum(1 for _ in classes("6"))


# The clauses of Turkish poker once more, as a list of what is compared in turn.


def plain_turkish(hand: Sequence[str], lowest: str, flush_ties: str) -> tuple[Any, ...]:
    strength = dict(zip("cdsh", range(4), strict=True))
    ranks = sorted((RANKS.index(rank) for rank, _ in hand), reverse=True)
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    suits = {RANKS.index(rank): strength[suit] for rank, suit in hand}
    suited = len({suit for _, suit in hand}) == 1
    bottom = RANKS.index(lowest)
    row = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    low = ranks == [12, *range(bottom + 3, bottom - 1, -1)]
    if (row or low) and suited:
        return (12 if ranks[0] == 12 and row else 11 if row else 10, 0 if low else ranks[0], suits[ranks[1]])
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if shape == [4, 1]:
        return (9, by_count)
    if suited:
        return (8, ranks[:1] if flush_ties == "top_card" else ranks, suits[ranks[0]])
    if shape[0] == 3:
        return (7 if shape == [3, 2] else 6, by_count)
    if row:
        return (5 if ranks[0] == 12 else 4, ranks[0], suits[ranks[0]])
    if low:
        return (3, suits[ranks[1]])
    if shape[0] == 2:
        kicker = by_count[shape.count(2)]
        return (shape.count(2), by_count, suits[kicker])
    return (0, ranks, suits[ranks[0]])


@pytest.mark.parametrize("flush_ties", ["top_card", "all_ranks"])
@pytest.mark.parametrize("lowest", ["6", "7", "8", "9"] if SOAK else ["9"])
def test_turkish_hands_are_ordered_as_the_clauses_say(lowest: str, flush_ties: FlushTies) -> None:
    ranking = turkish(lowest, flush_ties)
    hands = combinations(deck(lowest), 5)
    agree(
        ((ranking.evaluate(hand), plain_turkish(hand, lowest, flush_ties)) for hand in hands),
        lambda one, two: one > two,
    )
