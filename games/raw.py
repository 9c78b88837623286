"""The stream itself, for an operator's own games (docs/spec/record.md, game `raw`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Never

import msgspec
from msgspec import UNSET, UnsetType

from games.base import Game, RandomSource, Result, Rtp, check_range
from games.errors import FormatError, RuleError

MOST: Final = 100_000


class Integers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    count: int


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: int
    k: int


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Exactly one of the five."""

    words: int | UnsetType = UNSET
    bytes: int | UnsetType = UNSET
    integers: Integers | UnsetType = UNSET
    shuffle: int | UnsetType = UNSET
    sample: Sample | UnsetType = UNSET


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: list[int] | UnsetType = UNSET
    bytes: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2})*$(?!\n)")] | UnsetType = UNSET
    integers: list[int] | UnsetType = UNSET
    shuffle: list[int] | UnsetType = UNSET
    sample: list[int] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class State:
    outcome: dict[str, Any]


class Raw(Game[Params, None, Never, State]):
    name: ClassVar[str] = "raw"
    params_type = Params
    bet_type = None
    outcome_type = Outcome
    choices: ClassVar[frozenset[str]] = frozenset({"words", "bytes", "integers", "shuffle", "sample"})
    shows_multiplier: ClassVar[bool] = False

    def read_params(self, raw: object) -> Params:
        params = super().read_params(raw)
        if len(self.params_dict(params)) != 1:
            raise FormatError("params", "must have exactly one of words, bytes, integers, shuffle, sample")
        return params

    def bet_dict(self, bet: None) -> dict[str, Any]:
        return {}

    def check(self, params: Params, bet: None) -> None:
        self.check_params(params)

    def check_params(self, params: Params) -> None:
        for name in ("words", "bytes", "shuffle"):
            if (count := getattr(params, name)) is not UNSET:
                check_range(f"params.{name}", count, 1, MOST)
        if isinstance(params.integers, Integers):
            check_range("params.integers.n", params.integers.n, 1, 2**32)
            check_range("params.integers.count", params.integers.count, 1, MOST)
        if isinstance(params.sample, Sample):
            check_range("params.sample.n", params.sample.n, 1, 2**32)
            check_range("params.sample.k", params.sample.k, 1, min(MOST, params.sample.n))

    def greatest_return(self, params: Params, bet: None) -> int:
        return 0

    def start(self, params: Params, bet: None, random: RandomSource) -> State:
        if isinstance(params.words, int):
            return State({"words": random.words(params.words)[0]})
        if isinstance(params.bytes, int):
            return State({"bytes": random.bytes(params.bytes)[0].hex()})
        if isinstance(params.shuffle, int):
            return State({"shuffle": random.shuffle(range(params.shuffle))[0]})
        if isinstance(params.sample, Sample):
            return State({"sample": random.sample(params.sample.n, params.sample.k)[0]})
        assert isinstance(params.integers, Integers)  # noqa: S101 - read_params leaves no other
        integers = []
        for _ in range(params.integers.count):
            drawn, random = random.uniform(params.integers.n)
            integers.append(drawn)
        return State({"integers": integers})

    def result(self, state: State) -> Result:
        return Result(state.outcome)

    def quote(self, params: Params, bet: None) -> dict[str, Any]:
        return {"greatest_return": 0}

    def rtp(self, params: Params, strategy: str | None = None) -> Rtp:
        raise RuleError("game", "raw pays nothing and has no RTP")


RAW: Final = Raw()
