"""A source of chosen values in place of a stream, and a round played by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import pytest

from games import GAMES, Game, Result, RuleError

T = TypeVar("T")


@dataclass(frozen=True)
class Scripted:
    """Gives `values` in order, whatever is drawn: numbers, samples or whole shuffles. Each number
    must be one that the draw could give."""

    values: tuple[Any, ...]
    sizes: tuple[int, ...] = ()

    def _next(self, size: int) -> tuple[Any, Self]:
        assert self.values, "drew more than the rule needs"
        return self.values[0], type(self)(self.values[1:], (*self.sizes, size))

    def uniform(self, n: int) -> tuple[int, Self]:
        value, rest = self._next(n)
        assert 0 <= value < n
        return value, rest

    def uint64(self) -> tuple[int, Self]:
        return self._next(2**64)

    def shuffle(self, items: Sequence[T]) -> tuple[list[T], Self]:
        value, rest = self._next(len(items))
        return list(value), rest

    def sample(self, n: int, k: int) -> tuple[list[int], Self]:
        value, rest = self._next(n)
        assert len(value) == k
        return list(value), rest

    def words(self, count: int) -> tuple[list[int], Self]:
        return self._next(count)

    def bytes(self, count: int) -> tuple[bytes, Self]:
        return self._next(count)


@dataclass
class Round:
    """A round of one game, played by actions in the form that callers send."""

    game: Game[Any, Any, Any, Any]
    state: Any

    def act(self, kind: str, **fields: Any) -> Self:
        action = self.game.read_action({"type": kind} | fields)
        self.state = self.game.act(self.state, action)
        return self

    def refuses(self, kind: str, **fields: Any) -> str:
        """The rule by which the action is refused; the round must not change by it."""
        before = self.state
        with pytest.raises(RuleError) as refusal:
            self.act(kind, **fields)
        assert refusal.value.code == "illegal_action"
        assert self.state == before
        return refusal.value.rule

    @property
    def finished(self) -> bool:
        return self.game.finished(self.state)

    @property
    def result(self) -> Result:
        assert self.finished
        return self.game.result(self.state)

    @property
    def shown(self) -> dict[str, Any]:
        return self.game.view(self.state)["shown"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> dict[str, Any]:
        return self.game.view(self.state)["outcome"]  # type: ignore[no-any-return]

    @property
    def legal(self) -> list[dict[str, Any]]:
        return self.game.legal(self.state)


def placed(name: str, params: dict[str, Any], bet: dict[str, Any]) -> tuple[Any, Any]:
    """Params and bet, read and checked as before any round."""
    game = GAMES[name]
    own, bets = game.read_params(params), game.read_bet(bet)
    game.check(own, bets)
    return own, bets


def begin(name: str, params: dict[str, Any], bet: dict[str, Any], *values: Any) -> Round:
    own, bets = placed(name, params, bet)
    return Round(GAMES[name], GAMES[name].start(own, bets, Scripted(values)))


def refuses_bet(name: str, params: dict[str, Any], bet: dict[str, Any]) -> RuleError:
    with pytest.raises(RuleError) as refusal:
        placed(name, params, bet)
    return refusal.value
