"""The powers of Naiko (docs/rules/poker.md, Naiko)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from games.base import RandomSource
from games.errors import IllegalActionError
from games.poker.betting import Betting

CAROUSELS: Final = (("peek", "swap", "anchor"), ("peek", "anchor", "shield"), ("swap", "anchor", "shield"))
COSTS: Final = {"peek": 1, "swap": 2, "anchor": 2, "shield": 1}
MOST_DESTELLOS: Final = 3
MOST_ACTIVATIONS: Final = 3  # a round and table; a shield is none


class Powers(msgspec.Struct, frozen=True):
    """Per seat, by index: Destellos and the powers used in this hand. `window`: the anchoring seat and
    its target, which must answer now."""

    carousel: tuple[str, ...]
    destellos: tuple[int, ...]
    used: tuple[frozenset[str], ...]
    activations: int = 0  # of this round
    in_turn: bool = False  # the seat whose turn it is has used one
    declared: frozenset[int] = frozenset()  # targets of this round's anchors, blocked or not
    window: tuple[int, int] | None = None
    peeked: tuple[tuple[int, int], ...] = ()  # who saw which place

    @classmethod
    def start(cls, before: tuple[int, ...], public: RandomSource) -> Powers:
        which, _ = public.uniform(len(CAROUSELS))
        destellos = tuple(min(MOST_DESTELLOS, count + 1) for count in before)
        return cls(CAROUSELS[which], destellos, (frozenset(),) * len(before))

    def next_turn(self) -> Powers:
        return replace(self, in_turn=False)

    def next_round(self) -> Powers:
        return replace(self, activations=0, in_turn=False, declared=frozenset())

    def check(self, index: int, power: str) -> None:
        """Whether a seat can use an ordinary power at all now. IllegalActionError."""
        if power not in self.carousel:
            raise IllegalActionError("action", "this power is not in the hand's carousel")
        if power in self.used[index]:
            raise IllegalActionError("action", "the seat used this power before in the hand")
        if self.destellos[index] < COSTS[power]:
            raise IllegalActionError("action", "this power costs more Destellos than the seat has")
        if self.in_turn:
            raise IllegalActionError("action", "the seat used a power in this turn")
        if self.activations == MOST_ACTIVATIONS:
            rule = "{most} powers were used in this round"
            raise IllegalActionError("action", rule, most=MOST_ACTIVATIONS)

    def use(self, index: int, power: str) -> Powers:
        """An ordinary power is paid and counted."""
        self.check(index, power)
        return replace(self._paid(index, power), activations=self.activations + 1, in_turn=True)

    def may_answer(self, target: int) -> bool:
        """Whether an anchor opens an answer window."""
        return (
            "shield" in self.carousel
            and self.destellos[target] >= COSTS["shield"]
            and "shield" not in self.used[target]
        )

    def anchor(self, index: int, target: int) -> Powers:
        after = self.use(index, "anchor")
        window = (index, target) if self.may_answer(target) else None
        return replace(after, declared=self.declared | {target}, window=window)

    def answered(self, target: int, shield: bool) -> Powers:
        """The target's answer closes the window."""
        after = self._paid(target, "shield") if shield else self
        return replace(after, window=None)

    def _paid(self, index: int, power: str) -> Powers:
        destellos = list(self.destellos)
        destellos[index] -= COSTS[power]
        used = list(self.used)
        used[index] |= {power}
        return replace(self, destellos=tuple(destellos), used=tuple(used))


def check_target(powers: Powers, betting: Betting, index: int, target: int) -> None:
    """Whether this seat can anchor that one now. IllegalActionError."""
    player = betting.players[target]
    if target == index:
        raise IllegalActionError("action.target", "must be another dealt-in seat")
    if player.folded or not player.stack:
        raise IllegalActionError("action.target", "must be live and have chips")
    if player.acted:
        raise IllegalActionError("action.target", "has acted in this round")
    if target in powers.declared:
        raise IllegalActionError("action.target", "was anchored before in this round")
