"""Limbo (docs/rules/limbo.md)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final, Never

import msgspec

from games.base import Game, RandomSource, Result, Rtp, Stake, check_range, check_rtp, no_strategy
from games.errors import RuleError
from games.numbers import MAX_CHIPS, MAX_PAYOUT, Decimal, TwoPlaces, cut, fraction, hundredths, two_places

LEAST: Final = 100
MOST: Final = 100_000_000
LEAST_TARGET: Final = 101
MOST_TARGET: Final = 1_000_000


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    target: TwoPlaces
    rtp: Decimal = "0.98"
    max_payout: int = MAX_PAYOUT


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    multiplier: TwoPlaces


@dataclass(frozen=True, slots=True)
class State:
    params: Params
    bet: Stake
    multiplier: int


def drawn_multiplier(x: int, rtp: Fraction) -> int:
    """`floor(rtp · 100 · 2^64 / (x + 1))` in hundredths, at least 1.00x, at most 1 000 000.00x."""
    return min(max(rtp.numerator * 100 * 2**64 // (rtp.denominator * (x + 1)), LEAST), MOST)


def chance(target: int, rtp: Fraction) -> Fraction:
    """P(multiplier ≥ target), exactly; target in hundredths, 101 … 10^8."""
    return Fraction(min(rtp.numerator * 100 * 2**64 // (rtp.denominator * target), 2**64), 2**64)


class Limbo(Game[Params, Stake, Never, State]):
    name: ClassVar[str] = "limbo"
    params_type = Params
    bet_type = Stake
    outcome_type = Outcome
    choices: ClassVar[frozenset[str]] = frozenset({"target"})

    def check_params(self, params: Params) -> None:
        check_range("params.max_payout", params.max_payout, 1, MAX_CHIPS)
        if not LEAST_TARGET <= hundredths("params.target", params.target) <= MOST_TARGET:
            raise RuleError("params.target", "must be from 1.01 to 10000.00")
        check_rtp(fraction("params.rtp", params.rtp))

    def greatest_return(self, params: Params, bet: Stake) -> int:
        return bet.stake * hundredths("params.target", params.target) // 100

    def start(self, params: Params, bet: Stake, random: RandomSource) -> State:
        x, _ = random.uint64()
        return State(params, bet, drawn_multiplier(x, fraction("params.rtp", params.rtp)))

    def result(self, state: State) -> Result:
        target = hundredths("params.target", state.params.target)
        returned = self.greatest_return(state.params, state.bet) if state.multiplier >= target else 0
        return Result(
            {"multiplier": two_places(state.multiplier)}, state.bet.stake, returned, Fraction(target, 100)
        )

    def quote(self, params: Params, bet: Stake) -> dict[str, Any]:
        target = hundredths("params.target", params.target)
        highest = min(((params.max_payout + 1) * 100 - 1) // bet.stake, MOST_TARGET)
        return {
            "chance": cut(chance(target, fraction("params.rtp", params.rtp)), 6),
            "multiplier": cut(Fraction(target, 100)),
            "greatest_return": self.greatest_return(params, bet),
            "targets": {"lowest": "1.01", "highest": two_places(highest)}
            if highest >= LEAST_TARGET
            else None,
        }

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        no_strategy(strategy)
        target = hundredths("params.target", params.target)
        return Rtp(chance(target, fraction("params.rtp", params.rtp)) * Fraction(target, 100))


LIMBO: Final = Limbo()
