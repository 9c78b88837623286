"""The draw of Turkish poker (docs/rules/poker.md, Turkish poker)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from games.base import RandomSource
from games.cards.ranking import Ranking

MOST_DISCARDS: Final = 4


def can_open(ranking: Ranking, cards: Sequence[str]) -> bool:
    """A pair of kings or better: kings, aces, any higher category."""
    category = ranking.best(cards).category
    if category == "pair":
        counts = Counter(card[0] for card in cards)
        return counts["K"] == 2 or counts["A"] == 2
    return category != "high_card"


class Drawing(msgspec.Struct, frozen=True):
    """Seats by index. Places of the deck that nobody was dealt come first; then those discarded by
    others, shuffled by the public stream."""

    size: int  # of the deck
    next_place: int
    public: RandomSource
    opened_by: int | None = None
    waiting: tuple[int, ...] = ()  # who must still draw
    pile: tuple[int | None, ...] = ()  # places discarded and not yet reshuffled
    stock: tuple[int | None, ...] = ()  # reshuffled places, the next first
    drawn: tuple[tuple[int, tuple[int | None, ...]], ...] = ()

    def draw(self, index: int, given: Sequence[int | None]) -> Drawing:
        """Gives a seat a place for each that it gives away (None: not known which)."""
        after, taken = self, []
        for _ in given:
            place, after = after._next()
            taken.append(place)
        # Only now: a seat never gets back what it gave away.
        pile = (*after.pile, *given)
        drawn = (*after.drawn, (index, tuple(taken)))
        return replace(after, pile=pile, drawn=drawn, waiting=self.waiting[1:])

    def _next(self) -> tuple[int | None, Drawing]:
        if self.next_place < self.size:
            return self.next_place, replace(self, next_place=self.next_place + 1)
        after = self if self.stock else self._reshuffled()
        return after.stock[0], replace(after, stock=after.stock[1:])

    def _reshuffled(self) -> Drawing:
        """The places that others discarded, in the order of their discarding, shuffled."""
        stock, public = self.public.shuffle(self.pile)
        return replace(self, stock=tuple(stock), public=public, pile=())
