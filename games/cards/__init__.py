"""Cards: their names and order (docs/spec/derivation.md section 4)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
SHOE: Final = DECK * 6

Card = Annotated[str, Meta(pattern=r"^[2-9TJQKA][cdhs]$(?!\n)")]


def deck(lowest: str = "2") -> tuple[str, ...]:
    """The deck in order, without the ranks below `lowest`."""
    return DECK[4 * RANKS.index(lowest) :]
