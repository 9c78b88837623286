"""Mines (docs/rules/mines.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.base import Game, RandomSource, Result, Rtp, Stake, check_range, check_rtp, no_strategy
from games.errors import IllegalActionError
from games.numbers import MAX_CHIPS, MAX_PAYOUT, Decimal, cut, fraction, paid


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: int
    mines: int
    rtp: Decimal = "0.98"
    max_payout: int = MAX_PAYOUT


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cell: int


class CashOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    timeout: bool | UnsetType = UNSET


class Abandon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Made by the service for an absent player; never by a player."""

    timeout: bool | UnsetType = UNSET


Action = Open | CashOut | Abandon


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mines: list[int]
    opened: list[int]
    result: Literal["cashed_out", "exploded", "cleared", "abandoned"]


@dataclass(frozen=True, slots=True)
class State:
    params: Params
    bet: Stake
    mines: frozenset[int]
    opened: tuple[int, ...] = ()
    ended: str | None = None


@lru_cache(2**12)
def multiplier(params: Params, safe: int) -> Fraction:
    """`rtp · C(N, k) / C(N − m, k)` after k safe cells; 1 before the first."""
    if safe == 0:
        return Fraction(1)
    cells = params.size**2
    return fraction("params.rtp", params.rtp) * comb(cells, safe) / comb(cells - params.mines, safe)


class Mines(Game[Params, Stake, Action, State]):
    name: ClassVar[str] = "mines"
    params_type = Params
    bet_type = Stake
    outcome_type = Outcome
    actions: ClassVar = {"open": Open, "cash_out": CashOut, "abandon": Abandon}
    choices: ClassVar[frozenset[str]] = frozenset({"size", "mines"})

    def check_params(self, params: Params) -> None:
        check_range("params.max_payout", params.max_payout, 1, MAX_CHIPS)
        check_range("params.size", params.size, 5, 8)
        check_range("params.mines", params.mines, 1, params.size**2 - 1)
        check_rtp(fraction("params.rtp", params.rtp))

    def greatest_return(self, params: Params, bet: Stake) -> int:
        """After one safe cell: later cells are refused one by one instead."""
        return paid(bet.stake, multiplier(params, 1))

    def start(self, params: Params, bet: Stake, random: RandomSource) -> State:
        cells, _ = random.sample(params.size**2, params.mines)
        return State(params, bet, frozenset(cells))

    def finished(self, state: State) -> bool:
        return state.ended is not None

    def act(self, state: State, action: Action) -> State:
        refuse(state.params, state.bet, state.opened, state.ended is not None, action)
        if isinstance(action, CashOut):
            return replace(state, ended="cashed_out")
        if isinstance(action, Abandon):
            return replace(state, ended="abandoned")
        opened = (*state.opened, action.cell)
        if action.cell in state.mines:
            return replace(state, opened=opened, ended="exploded")
        cleared = len(opened) == state.params.size**2 - state.params.mines
        return replace(state, opened=opened, ended="cleared" if cleared else None)

    def legal(self, state: State) -> list[dict[str, Any]]:
        if state.ended:
            return []
        legal: list[dict[str, Any]] = []
        if paid(state.bet.stake, multiplier(state.params, len(state.opened) + 1)) <= state.params.max_payout:
            closed = [cell for cell in range(state.params.size**2) if cell not in state.opened]
            legal.append({"type": "open", "cells": closed})
        return [*legal, {"type": "cash_out"}] if state.opened else legal

    def view(self, state: State) -> dict[str, Any]:
        if state.ended:
            return {"outcome": self.result(state).outcome, "shown": {}}
        safe = len(state.opened)
        left = state.params.size**2 - safe
        now, after = multiplier(state.params, safe), multiplier(state.params, safe + 1)
        return {
            "outcome": {"opened": list(state.opened)},
            "shown": {
                "multiplier": cut(now),
                "returned": paid(state.bet.stake, now) if safe else 0,
                "next_multiplier": cut(after),
                "next_returned": paid(state.bet.stake, after),
                "chance": cut(Fraction(left - state.params.mines, left)),
            },
        }

    def result(self, state: State) -> Result:
        safe = len(state.opened)
        won = state.ended in ("cashed_out", "cleared")
        pays = multiplier(state.params, safe) if won else Fraction(0)
        outcome = {"mines": sorted(state.mines), "opened": list(state.opened), "result": state.ended}
        return Result(outcome, state.bet.stake, paid(state.bet.stake, pays), pays)

    def check_blind(self, params: Params, bet: Stake, actions: Sequence[Action]) -> None:
        """As if every opened cell but the last were safe: the seed only shows which one was not."""
        opened: tuple[int, ...] = ()
        ended = False
        for index, action in enumerate(actions):
            try:
                refuse(params, bet, opened, ended, action)
            except IllegalActionError as error:
                raise IllegalActionError(f"actions.{index}", error.rule, **error.values) from None
            if isinstance(action, Open):
                opened = (*opened, action.cell)
            ended = not isinstance(action, Open) or len(opened) == params.size**2 - params.mines

    def quote(self, params: Params, bet: Stake) -> dict[str, Any]:
        cells = params.size**2
        return {
            "chance": cut(Fraction(cells - params.mines, cells)),
            "multiplier": cut(multiplier(params, 1)),
            "greatest_return": self.greatest_return(params, bet),
        }

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        """The same for every number of cells opened before the cash-out: `rtp` itself."""
        no_strategy(strategy)
        return Rtp(fraction("params.rtp", params.rtp))


def refuse(params: Params, bet: Stake, opened: tuple[int, ...], ended: bool, action: Action) -> None:
    """IllegalActionError where the rules refuse `action`; needs no knowledge of the mines."""
    if ended:
        raise IllegalActionError("action", "the round has ended")
    if isinstance(action, Abandon):
        if action.timeout is not True:
            raise IllegalActionError("action", "a player can't abandon a round")
        if opened:
            raise IllegalActionError("action", "a round with a safe cell is cashed out, not abandoned")
    elif isinstance(action, CashOut):
        if not opened:
            raise IllegalActionError("action", "cash_out needs at least one safe cell")
    elif not 0 <= action.cell < params.size**2:
        raise IllegalActionError("action", "cell must be from 0 to {most}", most=params.size**2 - 1)
    elif action.cell in opened:
        raise IllegalActionError("action", "cell {cell} is open already", cell=action.cell)
    elif paid(bet.stake, multiplier(params, len(opened) + 1)) > params.max_payout:
        raise IllegalActionError("action", "the next return would exceed max_payout: cash out instead")


MINES: Final = Mines()
