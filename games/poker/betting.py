"""One round of betting (docs/rules/poker.md, Betting): who must act, what is legal, what an action does."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from games.errors import IllegalActionError


class Player(msgspec.Struct, frozen=True):
    """A dealt-in seat. `total` is what it put in during the hand, `bet` during this round, posted
    blinds included and antes not."""

    seat: int
    stack: int
    total: int = 0
    bet: int = 0
    folded: bool = False
    acted: bool = False  # in this round; a posted blind is no action
    seen: int = 0  # full bets and raises of the round when it acted last

    def pay(self, chips: int) -> Player:
        return replace(self, stack=self.stack - chips, total=self.total + chips, bet=self.bet + chips)


class Betting(msgspec.Struct, frozen=True):
    """A round. Players stand in order from the first seat left of the button; places in it are
    indices, not seat numbers."""

    players: tuple[Player, ...]
    current: int  # what a seat must have put in to stay
    full: int  # the least full bet or raise
    limit: Literal["no", "pot"] = "no"
    strict: bool = False
    raises: int = 0  # full bets and raises so far
    anchored: frozenset[int] = frozenset()  # indices held to the pot-limit

    # Who acts.

    def live(self) -> list[int]:
        return [index for index, player in enumerate(self.players) if not player.folded]

    def with_chips(self) -> list[int]:
        """Live seats that still have chips."""
        return [index for index in self.live() if self.players[index].stack]

    def next_to_act(self, start: int) -> int | None:
        """The first from `start` on, clockwise, that must act; None ends the round."""
        if len(self.live()) < 2:
            return None
        count = len(self.players)
        return next((i % count for i in range(start, start + count) if self._must_act(i % count)), None)

    def _must_act(self, index: int) -> bool:
        player = self.players[index]
        if player.folded or not player.stack:
            return False
        if self._is_alone(index):
            return any(self.players[i].bet > player.bet for i in self.live() if i != index)
        return not player.acted or player.bet < self.current

    def _is_alone(self, index: int) -> bool:
        """No other live seat has chips to answer with."""
        return all(other == index for other in self.with_chips())

    # What is legal.

    def to_call(self, index: int) -> int:
        player = self.players[index]
        return min(player.stack, self.current - player.bet)

    def raise_bounds(self, index: int) -> tuple[int, int] | None:
        """The least and the greatest `to`; None where the seat may not raise. An all-in for less
        than a full raise is least and greatest at once."""
        player = self.players[index]
        whole = player.bet + player.stack
        if whole <= self.current or self._is_alone(index) or not self._may_raise(player):
            return None
        least = self.current + self.full
        most = whole
        if self.limit == "pot" or index in self.anchored:
            pot = sum(each.total for each in self.players)
            most = max(least, self.current + pot + self.current - player.bet)
        return min(least, whole), min(most, whole)

    def _may_raise(self, player: Player) -> bool:
        """Reopening: a seat that has acted may raise again only when enough was added since."""
        if not player.acted:
            return True
        if self.strict:
            return self.raises > player.seen
        return self.current - player.bet >= self.full

    # What an action does.

    def fold(self, index: int) -> Betting:
        return self._acted(index, replace(self.players[index], folded=True))

    def check(self, index: int) -> Betting:
        if self.players[index].bet < self.current:
            raise IllegalActionError("action", "there is a bet to call")
        return self._acted(index, self.players[index])

    def call(self, index: int) -> Betting:
        if self.players[index].bet >= self.current:
            raise IllegalActionError("action", "there is no bet to call")
        return self._acted(index, self.players[index].pay(self.to_call(index)))

    def raise_to(self, index: int, to: int) -> Betting:
        bounds = self.raise_bounds(index)
        if bounds is None:
            raise IllegalActionError("action", "seat {seat} may not raise now", seat=self.players[index].seat)
        if not bounds[0] <= to <= bounds[1]:
            raise IllegalActionError(
                "action.to", "must be from {least} to {most}", least=bounds[0], most=bounds[1]
            )
        return self._put_in(index, to)

    def all_in(self, index: int) -> Betting:
        player = self.players[index]
        return self._put_in(index, player.bet + player.stack)

    def _put_in(self, index: int, to: int) -> Betting:
        """To more than the current bet it is a raise, full or for less; else a call."""
        player = self.players[index]
        size = to - self.current
        after = replace(self, current=max(self.current, to))
        if size >= self.full:
            after = replace(after, full=size, raises=self.raises + 1)
        return after._acted(index, player.pay(to - player.bet))

    def _acted(self, index: int, player: Player) -> Betting:
        player = replace(player, acted=True, seen=self.raises)
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]))

    def next_round(self, least_bet: int) -> Betting:
        """The same seats, with nothing put in yet."""
        players = tuple(replace(each, bet=0, acted=False, seen=0) for each in self.players)
        return Betting(players, 0, least_bet, self.limit, self.strict)
