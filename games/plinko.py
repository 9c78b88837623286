"""Plinko (docs/rules/plinko.md)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb
from typing import Annotated, Any, ClassVar, Final, Literal, Never

import msgspec

from games.base import Game, RandomSource, Result, Rtp, Stake, check_range, no_strategy
from games.errors import RuleError
from games.numbers import MAX_CHIPS, MAX_PAYOUT, Decimal, cut, fraction

LEAST_ROWS: Final = 8
MOST_ROWS: Final = 16


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int
    risk: Literal["low", "medium", "high"]
    multipliers: list[Decimal] = []
    max_payout: int = MAX_PAYOUT


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    path: Annotated[str, msgspec.Meta(pattern=r"^[LR]*$(?!\n)")]
    bin: int


@dataclass(frozen=True, slots=True)
class State:
    params: Params
    bet: Stake
    path: str


@cache
def default_paytables() -> dict[str, dict[str, list[str]]]:
    """The 27 default paytables: risk → rows (as text) → multipliers, bin 0 first."""
    return json.loads(files("games").joinpath("plinko_paytables.json").read_bytes())  # type: ignore[no-any-return]


def pays(stake: int, multiplier: Fraction) -> int:
    """`stake · multiplier` to the nearest whole chip, half up."""
    n, d = multiplier.numerator, multiplier.denominator
    return (2 * stake * n + d) // (2 * d)


def _multipliers(params: Params) -> list[Fraction]:
    return [fraction(f"params.multipliers.{bin}", text) for bin, text in enumerate(params.multipliers)]


class Plinko(Game[Params, Stake, Never, State]):
    name: ClassVar[str] = "plinko"
    params_type = Params
    bet_type = Stake
    outcome_type = Outcome
    choices: ClassVar[frozenset[str]] = frozenset({"rows", "risk"})

    def read_params(self, raw: object) -> Params:
        params = super().read_params(raw)
        if isinstance(raw, dict) and "multipliers" not in raw:
            table = default_paytables()[params.risk].get(str(params.rows), [])
            params = msgspec.structs.replace(params, multipliers=table)
        return params

    def check_params(self, params: Params) -> None:
        check_range("params.max_payout", params.max_payout, 1, MAX_CHIPS)
        check_range("params.rows", params.rows, LEAST_ROWS, MOST_ROWS)
        if len(params.multipliers) != params.rows + 1:
            raise RuleError("params.multipliers", "must have {count} entries", count=params.rows + 1)
        for bin, multiplier in enumerate(_multipliers(params)):
            if multiplier <= 0:
                raise RuleError(f"params.multipliers.{bin}", "must be over 0")

    def greatest_return(self, params: Params, bet: Stake) -> int:
        return pays(bet.stake, max(_multipliers(params)))

    def start(self, params: Params, bet: Stake, random: RandomSource) -> State:
        path = ""
        for _ in range(params.rows):
            step, random = random.uniform(2)
            path += "LR"[step]
        return State(params, bet, path)

    def result(self, state: State) -> Result:
        bin = state.path.count("R")
        multiplier = _multipliers(state.params)[bin]
        return Result(
            {"path": state.path, "bin": bin}, state.bet.stake, pays(state.bet.stake, multiplier), multiplier
        )

    def quote(self, params: Params, bet: Stake) -> dict[str, Any]:
        bins = [
            {
                "bin": bin,
                "chance": cut(Fraction(comb(params.rows, bin), 2**params.rows), 6),
                "multiplier": cut(multiplier),
                "returned": pays(bet.stake, multiplier),
            }
            for bin, multiplier in enumerate(_multipliers(params))
        ]
        return {"greatest_return": self.greatest_return(params, bet), "bins": bins}

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        no_strategy(strategy)
        ways = (comb(params.rows, bin) * m for bin, m in enumerate(_multipliers(params)))
        return Rtp(sum(ways, Fraction(0)) / 2**params.rows)

    def paytables(self, params: Params) -> dict[str, Any]:
        return default_paytables()


PLINKO: Final = Plinko()
