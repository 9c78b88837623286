"""What a match's record says of its rules and its bots (docs/spec/record.md section 1)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.base import check_range, read
from games.errors import FormatError, RuleError
from games.numbers import MAX_CHIPS, Decimal, fraction

NAME: Final = "tavern_dice"
# What whoever opens a match chooses; all other params are rules.
CHOICES: Final = frozenset({"target", "ante", "players"})
STEP: Final = 50  # every score is a multiple of it

_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`target` in points, `ante` in chips; `commission` is the part of the pot that the house keeps."""

    ante: int
    players: int
    target: int = 4000
    commission: Decimal = "0.05"
    decision_seconds: int = 30
    grace_seconds: int = 60
    seat_seeds: Literal["chain", "plain"] | UnsetType = UNSET


class _Table(msgspec.Struct, frozen=True):
    """Members that are not listed here are ignored (record.md section 1)."""

    bots: dict[str, str] = {}


def read_params(raw: object) -> Params:
    return read(Params, raw, "params")


def params_dict(params: Params) -> dict[str, Any]:
    """Every param written out, as a record holds it."""
    return msgspec.to_builtins(params)  # type: ignore[no-any-return]


def check_params(params: Params) -> None:
    """Ranges. RuleError."""
    check_range("params.target", params.target, 1000, 100_000)
    if params.target % STEP:
        raise RuleError("params.target", "must be a multiple of {step}", step=STEP)
    check_range("params.ante", params.ante, 1, MAX_CHIPS)
    check_range("params.players", params.players, 2, 8)
    if not 0 <= commission(params) < 1:
        raise RuleError("params.commission", "must be at least 0 and under 1")
    for name in ("decision_seconds", "grace_seconds"):
        if getattr(params, name) < 1:
            raise RuleError(f"params.{name}", "must be over 0")


def commission(params: Params) -> Fraction:
    return fraction("params.commission", params.commission)


def read_bots(raw: object, players: int, where: str = "table") -> dict[int, str]:
    """Policies of the bots of a match by player, ascending. FormatError."""
    told = read(_Table, raw, where).bots
    for player in told:
        if not is_player(player, players):
            raise FormatError(f"{where}.bots.{player}", "must be a player of the match")
    return {int(player): told[player] for player in sorted(told, key=int)}


def is_player(text: str, players: int) -> bool:
    """Whether a text is the number of a player, as a record writes it."""
    return _NUMBER.fullmatch(text) is not None and int(text) < players
