"""Every hand of five cards against every hand of the dealer's, counted: `python -m tests.games.house_counts`.

A dealer's hand is disjoint from a box's. Hands are added from the lowest strength up to counters of the
cards they contain; how many of those added share no card with a hand is then their number by inclusion and
exclusion over the 32 subsets of that hand. One hand stands for all that differ by the names of suits alone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations, groupby
from math import comb

from games.cards import DECK
from games.house_poker.combinations import name_of, paid, strength

HANDS = comb(52, 5)
AGAINST = comb(47, 5)
_WITH = [[comb(card, place) for card in range(52)] for place in range(6)]


# Of all 20,358,520 hands of six cards: main combination, second, how many.
SIX: list[tuple[str | None, str | None, int]] = [
    ("pair", None, 8481060),
    (None, None, 5322480),
    ("two_pair", None, 2312640),
    ("ace_king", None, 1290420),
    ("pair", "ace_king", 1249680),
    ("three", None, 675840),
    ("straight", None, 245220),
    ("full_house", None, 160512),
    ("two_pair", "ace_king", 158400),
    ("flush", None, 110736),
    ("flush", "pair", 76620),
    ("straight", "pair", 76200),
    ("two_pair", "two_pair", 61776),
    ("three", "ace_king", 56320),
    ("straight", "straight", 36180),
    ("four", None, 13200),
    ("flush", "ace_king", 7704),
    ("flush", "flush", 6580),
    ("full_house", "ace_king", 4224),
    ("flush", "straight", 4152),
    ("straight", "ace_king", 4020),
    ("full_house", "full_house", 1248),
    ("four", "full_house", 936),
    ("straight_flush", None, 648),
    ("straight_flush", "pair", 540),
    ("four", "ace_king", 528),
    ("straight_flush", "flush", 220),
    ("straight_flush", "straight", 204),
    ("royal_flush", None, 84),
    ("royal_flush", "pair", 60),
    ("straight_flush", "straight_flush", 32),
    ("royal_flush", "flush", 28),
    ("straight_flush", "ace_king", 12),
    ("royal_flush", "straight", 12),
    ("royal_flush", "straight_flush", 4),
]


def subsets(hand: tuple[int, ...]) -> list[int]:
    """Numbers of all subsets of up to four of five cards, ascending within each size."""
    a, b, c, d, e = hand
    b2, c2, d2, e2 = _WITH[2][b], _WITH[2][c], _WITH[2][d], _WITH[2][e]
    c3, d3, e3 = _WITH[3][c], _WITH[3][d], _WITH[3][e]
    d4, e4 = _WITH[4][d], _WITH[4][e]
    ab, ac, ad, ae, bc = a + b2, a + c2, a + d2, a + e2, b + c2
    bd, be, cd, ce, de = b + d2, b + e2, c + d2, c + e2, d + e2
    abc, abd, abe, acd, ace = ab + c3, ab + d3, ab + e3, ac + d3, ac + e3
    ade, bcd, bce, bde, cde = ad + e3, bc + d3, bc + e3, bd + e3, cd + e3
    # fmt: off
    return [
        0, 1 + a, 1 + b, 1 + c, 1 + d, 1 + e,
        53 + ab, 53 + ac, 53 + ad, 53 + ae, 53 + bc, 53 + bd, 53 + be, 53 + cd, 53 + ce, 53 + de,
        1379 + abc, 1379 + abd, 1379 + abe, 1379 + acd, 1379 + ace,
        1379 + ade, 1379 + bcd, 1379 + bce, 1379 + bde, 1379 + cde,
        23479 + abc + d4, 23479 + abc + e4, 23479 + abd + e4, 23479 + acd + e4, 23479 + bcd + e4,
    ]
    # fmt: on


def disjoint(counts: list[int], hand: tuple[int, ...], own: int) -> int:
    """How many of the hands added share no card with this one; `own`: whether it is among them."""
    found = subsets(hand)
    one = sum(counts[at] for at in found[1:6])
    two = sum(counts[at] for at in found[6:16])
    three = sum(counts[at] for at in found[16:26])
    four = sum(counts[at] for at in found[26:])
    return counts[0] - one + two - three + four - own


def canonical_hands(size: int) -> dict[tuple[int, ...], int]:
    """Hands of `size` cards with the suits named in order of their patterns, and how many hands each is.

    A suit is the set of ranks held in it; a hand up to the names of its suits is four such sets without order.
    """
    found: dict[tuple[int, ...], int] = {}

    def add(sets: list[tuple[int, ...]], left: int, before: tuple[int, ...] | None) -> None:
        if len(sets) == 4:
            if left == 0:
                orders = 24
                for _, same in groupby(sets):
                    for n in range(2, len(list(same)) + 1):
                        orders //= n
                cards = tuple(sorted(4 * rank + suit for suit, ranks in enumerate(sets) for rank in ranks))
                found[cards] = orders
            return
        for count in range(min(left, 13), -1, -1):
            if count * (4 - len(sets)) < left:
                break
            for ranks in combinations(range(13), count):
                if before is None or (len(ranks), ranks) <= (len(before), before):
                    add([*sets, ranks], left - count, ranks)

    add([], size, None)
    return found


def count() -> list[list[object]]:
    """Rows of main combination, second, box wins, equal, box loses, dealer without a game; over all pairs
    of a box's hand and a dealer's."""
    texts = DECK
    by_strength: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for hand in combinations(range(52), 5):
        by_strength[strength([texts[card] for card in hand])].append(hand)
    stands: dict[int, list[tuple[tuple[int, ...], int]]] = defaultdict(list)
    for hand, number in canonical_hands(5).items():
        stands[strength([texts[card] for card in hand])].append((hand, number))
    counts = [0] * (1 + 52 + comb(52, 2) + comb(52, 3) + comb(52, 4))
    none, rows = 0, defaultdict(lambda: [0, 0, 0, 0])
    nothing: list[int] = []  # the counters of hands that are no game
    for value in sorted(by_strength):
        hands = by_strength[value]
        game = name_of([texts[card] for card in hands[0]]) is not None
        if game and not none:
            none, nothing = counts[0], counts[:]
            counts = [0] * len(counts)
        below = [disjoint(counts, hand, 0) if game else 0 for hand, _ in stands[value]]
        for hand in hands:
            for at in subsets(hand):
                counts[at] += 1
        for (hand, number), lower in zip(stands[value], below, strict=True):
            found = paid([texts[card] for card in hand])
            if not game:
                rows[found][2] += number * AGAINST  # completed below, once hands without a game are known
                continue
            equal = disjoint(counts, hand, 1) - lower
            no_game = disjoint(nothing, hand, 0)
            row = rows[found]
            row[0] += number * lower
            row[1] += number * equal
            row[2] += number * (AGAINST - lower - equal - no_game)
            row[3] += number * no_game
    for value in sorted(by_strength):
        for hand, number in stands[value]:
            if name_of([texts[card] for card in hand]) is None:
                no_game = disjoint(nothing, hand, 1)
                row = rows[paid([texts[card] for card in hand])]
                row[2] -= number * no_game
                row[3] += number * no_game
    return [[*found, *row] for found, row in rows.items()]


if __name__ == "__main__":
    print(json.dumps(count(), indent=1))
