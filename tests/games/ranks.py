"""One hand of every five ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from games.cards import RANKS, SUITS


def classes(lowest: str) -> Iterator[tuple[list[str], int]]:
    """One hand of every five ranks, suited and not, and how many hands have these ranks."""
    for ranks in combinations_with_replacement(RANKS[RANKS.index(lowest) :], 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        suited = len(held) == 5
        hand = [rank + suit for rank, count in held.items() for suit in SUITS[:count]]
        if suited:
            yield hand, 4
            hand = [*hand[:4], ranks[4] + "d"]
        yield hand, prod(comb(4, count) for count in held.values()) - 4 * suited
