"""Hand ranking over whole decks: how many hands are in each category, and which tie."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from itertools import combinations, product
from math import comb

import pytest

from games.cards import DECK, RANKS, SUITS, deck
from games.cards.ranking import SHORT_DECK, STANDARD, FlushTies, Ranking, turkish
from tests.games.ranks import classes
from tests.support import shared

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))


def expected(ranking: Ranking) -> dict[str, int]:
    """How many five-card hands of the deck are in each category: choices of ranks times choices of suits."""
    ranks = len(deck(ranking.lowest)) // 4
    runs = ranks - 3  # by their highest card, and one more with the ace low
    counts = {
        "royal_flush": 4,
        "straight_flush": 4 * (runs - 1),
        "four": ranks * (ranks - 1) * 4,
        "full_house": ranks * comb(4, 3) * (ranks - 1) * comb(4, 2),
        "flush": 4 * (comb(ranks, 5) - runs),
        "straight": runs * (4**5 - 4),
        "three": ranks * comb(4, 3) * comb(ranks - 1, 2) * 4**2,
        "two_pair": comb(ranks, 2) * comb(4, 2) ** 2 * (ranks - 2) * 4,
        "pair": ranks * comb(4, 2) * comb(ranks - 1, 3) * 4**3,
        "high_card": (comb(ranks, 5) - runs) * (4**5 - 4),
    }
    assert sum(counts.values()) == comb(4 * ranks, 5)
    for part, whole, count in (
        ("low_straight_flush", "straight_flush", 4),
        ("low_straight", "straight", 4**5 - 4),
        ("high_straight", "straight", 4**5 - 4),
    ):
        if part in ranking.order:
            counts[part] = count
            counts[whole] -= count
    return counts


@pytest.mark.parametrize(
    "ranking",
    [SHORT_DECK, turkish("6"), turkish("7"), turkish("8"), turkish("9")],
    ids=["short_deck", "36", "32", "28", "24"],
)
def test_every_hand_of_a_stripped_deck_is_in_its_category(ranking: Ranking) -> None:
    hands = combinations(deck(ranking.lowest), 5)
    assert Counter(ranking.category(ranking.evaluate(hand)) for hand in hands) == expected(ranking)


def test_every_hand_of_the_whole_deck_is_in_its_category() -> None:
    found: Counter[str] = Counter()
    if SOAK:
        found.update(STANDARD.category(STANDARD.evaluate(hand)) for hand in combinations(DECK, 5))
    else:
        for hand, count in classes("2"):
            found[STANDARD.category(STANDARD.evaluate(hand))] += count
    assert found == expected(STANDARD)


def test_counts_are_the_published_ones() -> None:
    published = json.loads(shared("data/reference/five_card_counts.json").read_text("utf-8"))
    assert expected(STANDARD) == published["standard_52"]
    assert expected(SHORT_DECK) == published["short_deck_36"]


# Turkish ties.


def ties_that_can_meet(ranking: Ranking) -> int:
    """Pairs of equal hands that two seats can hold at once."""
    bit = {card: 1 << place for place, card in enumerate(DECK)}
    equal: dict[int, list[int]] = defaultdict(list)
    for hand in combinations(deck(ranking.lowest), 5):
        equal[ranking.evaluate(hand)].append(sum(bit[card] for card in hand))
    return sum(not one & two for hands in equal.values() for one, two in combinations(hands, 2))


@pytest.mark.parametrize("flush_ties", ["top_card", "all_ranks"])
@pytest.mark.parametrize("lowest", ["8", "9"] if SOAK else ["9"])
def test_no_two_turkish_hands_that_can_meet_tie(lowest: str, flush_ties: FlushTies) -> None:
    assert ties_that_can_meet(turkish(lowest, flush_ties)) == 0
    assert ties_that_can_meet(Ranking(turkish(lowest).order, lowest)) > 0


# Pairs of hands of the deck from a rank up that have no common card, each pair counted once.
FLUSHES = "flush_vs_flush_disjoint_pairs"
FLUSHES_READ_DIFFERENTLY = "readings_disagree(all ranks then suit | top card then suit)"
LOW_STRAIGHTS = "minor_straight_pairs"
ACE_INSTEAD_OF_TOP_CARD = "suit_of_ace_vs_suit_of_top_card_disagree"  # would name another winner
READINGS = {
    "7": {
        FLUSHES: 15606,
        FLUSHES_READ_DIFFERENTLY: 3750,
        LOW_STRAIGHTS: 123450,
        ACE_INSTEAD_OF_TOP_CARD: 61992,
    },
    "6": {
        FLUSHES: 86400,
        FLUSHES_READ_DIFFERENTLY: 17616,
        LOW_STRAIGHTS: 123450,
        ACE_INSTEAD_OF_TOP_CARD: 61992,
    },
}


@pytest.mark.parametrize("lowest", READINGS)
def test_readings_of_flushes_and_low_straights_differ_as_often_as_known(lowest: str) -> None:
    top_card, all_ranks = turkish(lowest, "top_card"), turkish(lowest, "all_ranks")
    ranks = RANKS[RANKS.index(lowest) :]
    found: Counter[str] = Counter()

    suited = ([rank + suit for rank in five] for suit in SUITS for five in combinations(ranks, 5))
    flushes = [
        (set(hand), top_card.evaluate(hand), all_ranks.evaluate(hand))
        for hand in suited
        if top_card.best(hand).category == "flush"
    ]
    for (one, top_one, all_one), (two, top_two, all_two) in combinations(flushes, 2):
        if not one & two:
            found[FLUSHES] += 1
            found[FLUSHES_READ_DIFFERENTLY] += (top_one > top_two) != (all_one > all_two)

    straights = [
        (set(hand), top_card.evaluate(hand), "cdsh".index(hand[0][1]))
        for hand in product(*([rank + suit for suit in SUITS] for rank in "A" + ranks[:4]))
        if top_card.best(hand).category == "low_straight"
    ]
    for (one, value_one, ace_one), (two, value_two, ace_two) in combinations(straights, 2):
        if not one & two:
            found[LOW_STRAIGHTS] += 1
            found[ACE_INSTEAD_OF_TOP_CARD] += (value_one > value_two) != (ace_one > ace_two)
    assert found == READINGS[lowest]


def test_readings_are_those_of_the_reference() -> None:
    reference = json.loads(shared("data/reference/turkish_tiebreak_readings.json").read_text("utf-8"))
    assert reference == {"32": READINGS["7"], "36": READINGS["6"]}
