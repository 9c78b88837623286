"""Cards by their places in the dealt deck, and the public stream that goes on behind the permutation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.base import RandomSource


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """The deck of one hand. A card is None where it is not known: without the server seed only what
    was opened is. `public` is the position of the public stream after the permutation."""

    cards: tuple[str | None, ...]
    public: RandomSource

    def known(self, places: Sequence[int | None]) -> list[str] | None:
        """The cards of these places; None where one of them is not known."""
        found = [None if place is None else self.cards[place] for place in places]
        return None if None in found else [card for card in found if card is not None]


def hole_places(seats: int, cards: int) -> tuple[tuple[int, ...], ...]:
    """The places of each seat's hole cards: one card at a time, from the first left of the button."""
    return tuple(tuple(range(seat, seats * cards, seats)) for seat in range(seats))
