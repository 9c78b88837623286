"""Dice (docs/rules/dice.md)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, Never

import msgspec

from games.base import Game, RandomSource, Result, Rtp, Stake, check_range, check_rtp, no_strategy
from games.errors import RuleError
from games.numbers import (
    MAX_CHIPS,
    MAX_PAYOUT,
    Decimal,
    TwoPlaces,
    cut,
    fraction,
    hundredths,
    paid,
    two_places,
)

ROLLS: Final = 10001


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    target: TwoPlaces
    direction: Literal["under", "over"]
    rtp: Decimal = "0.98"
    min_multiplier: Decimal = "1.0100"
    max_payout: int = MAX_PAYOUT


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roll: TwoPlaces


@dataclass(frozen=True, slots=True)
class State:
    params: Params
    bet: Stake
    roll: int


def winning_values(params: Params) -> int:
    """How many of the 10 001 rolls win."""
    target = hundredths("params.target", params.target)
    return target if params.direction == "under" else ROLLS - 1 - target


@lru_cache(2**13)
def multiplier(params: Params) -> Fraction:
    """`floor₄(rtp · 10001 / values)`: the value shown is the value that pays."""
    exact = fraction("params.rtp", params.rtp) * ROLLS / winning_values(params)
    return Fraction(exact.numerator * 10**4 // exact.denominator, 10**4)


class Dice(Game[Params, Stake, Never, State]):
    name: ClassVar[str] = "dice"
    params_type = Params
    bet_type = Stake
    outcome_type = Outcome
    choices: ClassVar[frozenset[str]] = frozenset({"target", "direction"})

    def check_params(self, params: Params) -> None:
        check_range("params.max_payout", params.max_payout, 1, MAX_CHIPS)
        target = hundredths("params.target", params.target)
        if not 1 <= target <= 9999:
            raise RuleError("params.target", "must be from 0.01 to 99.99")
        check_rtp(fraction("params.rtp", params.rtp))
        least = fraction("params.min_multiplier", params.min_multiplier)
        if winning_values(params) < 1 or multiplier(params) < least:
            raise RuleError(
                "params.target", "its multiplier is under min_multiplier {least}", least=params.min_multiplier
            )

    def greatest_return(self, params: Params, bet: Stake) -> int:
        return paid(bet.stake, multiplier(params))

    def start(self, params: Params, bet: Stake, random: RandomSource) -> State:
        roll, _ = random.uniform(ROLLS)
        return State(params, bet, roll)

    def result(self, state: State) -> Result:
        target = hundredths("params.target", state.params.target)
        won = state.roll < target if state.params.direction == "under" else state.roll > target
        pays = multiplier(state.params)
        return Result(
            {"roll": two_places(state.roll)}, state.bet.stake, paid(state.bet.stake, pays) if won else 0, pays
        )

    def quote(self, params: Params, bet: Stake) -> dict[str, Any]:
        """Also the targets allowed for this stake, by the same checks that refuse a bet."""
        return {
            "chance": cut(Fraction(winning_values(params), ROLLS)),
            "multiplier": cut(multiplier(params)),
            "greatest_return": self.greatest_return(params, bet),
            "targets": self._targets(params, bet),
        }

    def _targets(self, params: Params, bet: Stake) -> dict[str, str] | None:
        """The lowest and highest target allowed in this direction: each bound moves one way with
        the multiplier, so a bisection over the number of winning values finds both."""
        rtp = fraction("params.rtp", params.rtp)
        least = fraction("params.min_multiplier", params.min_multiplier)

        def pays(values: int) -> Fraction:
            return Fraction(rtp.numerator * ROLLS * 10**4 // (rtp.denominator * values), 10**4)

        def first(holds: Any) -> int:
            low, high = 1, 10000
            while low < high:
                middle = (low + high) // 2
                low, high = (low, middle) if holds(middle) else (middle + 1, high)
            return low

        fewest = first(lambda values: paid(bet.stake, pays(values)) <= params.max_payout)
        most = first(lambda values: pays(values) < least) - 1
        if fewest > min(most, 9999):
            return None
        most = min(most, 9999)
        low, high = (fewest, most) if params.direction == "under" else (10000 - most, 10000 - fewest)
        return {"lowest": two_places(low), "highest": two_places(high)}

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        no_strategy(strategy)
        return Rtp(multiplier(params) * Fraction(winning_values(params), ROLLS))


DICE: Final = Dice()
