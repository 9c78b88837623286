"""Perfect Pairs and 21+3 (docs/rules/blackjack.md, side bets)."""

from __future__ import annotations

from typing import Final

# Profit to one; the stake comes back on top.
PAYS: Final = {
    "perfect_pairs": {"perfect": 25, "colored": 12, "mixed": 6},
    "twenty_one_plus_three": {
        "suited_trips": 100,
        "straight_flush": 40,
        "three_of_a_kind": 30,
        "straight": 10,
        "flush": 5,
    },
}

_STRAIGHTS: Final = frozenset(frozenset("A23456789TJQKA"[i : i + 3]) for i in range(12))


def perfect_pairs(first: str, second: str) -> str | None:
    """The player's first two cards."""
    if first[0] != second[0]:
        return None
    if first[1] == second[1]:
        return "perfect"
    red = {card[1] in "dh" for card in (first, second)}
    return "colored" if len(red) == 1 else "mixed"


def twenty_one_plus_three(*cards: str) -> str | None:
    """The player's first two cards and the dealer's up card; the best category only."""
    ranks = frozenset(card[0] for card in cards)
    suited = len({card[1] for card in cards}) == 1
    if len(ranks) == 1:
        return "suited_trips" if suited else "three_of_a_kind"
    if ranks in _STRAIGHTS:
        return "straight_flush" if suited else "straight"
    return "flush" if suited else None
