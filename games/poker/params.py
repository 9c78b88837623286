"""What a table's record says of its rules and its seats (docs/spec/record.md section 1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.base import check_range, read
from games.errors import FormatError, RuleError
from games.numbers import MAX_CHIPS

SeatText = Annotated[str, Meta(pattern=r"^[1-9]$(?!\n)")]
SeatNumber = Annotated[int, Meta(ge=1, le=9)]
Chips = Annotated[int, Meta(ge=1, le=MAX_CHIPS)]
NoChips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]


class Rake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`cap` in chips a hand; absent = none."""

    preset: Literal["none", "six_percent", "heads_up_three"]
    cap: int | UnsetType = UNSET


class _Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    limit: Literal["no", "pot"] = "no"
    strict_reopen: bool = False
    reveal: Literal["session", "hand", "auditor"] = "session"
    rake: Rake = Rake(preset="none")
    decision_seconds: int = 30
    seat_seeds: Literal["chain", "plain"] | UnsetType = UNSET


class BlindParams(_Rules, frozen=True, kw_only=True):
    small_blind: int
    big_blind: int
    ante: int = 0

    @property
    def least_bet(self) -> int:
        return self.big_blind


class NaikoParams(BlindParams, frozen=True, kw_only=True):
    shield_seconds: int = 8


class TurkishParams(_Rules, frozen=True, kw_only=True):
    ante: int
    lowest_rank: Literal["2", "3", "4", "5", "6", "7", "8", "9"]
    flush_ties: Literal["top_card", "all_ranks"] = "top_card"

    @property
    def least_bet(self) -> int:
        """The ante takes the big blind's place."""
        return self.ante


Params = BlindParams | NaikoParams | TurkishParams


class Tournament(msgspec.Struct, frozen=True):
    id: str
    table: int
    level: int


class _Table(msgspec.Struct, frozen=True):
    """Members that are not listed here are ignored (record.md section 1)."""

    table_id: str
    hand: Annotated[int, Meta(ge=0)]
    button: SeatNumber
    stacks: dict[SeatText, Chips]
    bots: dict[SeatText, str] = {}
    first: Literal[True] | UnsetType = UNSET
    tournament: Tournament | UnsetType = UNSET
    omitted: dict[SeatText, str | None] = {}
    small_blind_seat: SeatNumber | UnsetType | None = UNSET
    big_blind_seat: SeatNumber | UnsetType = UNSET


class _Naiko(_Table, frozen=True, kw_only=True):
    destellos: dict[SeatText, Annotated[int, Meta(ge=0, le=3)]]


class _Turkish(_Table, frozen=True, kw_only=True):
    pot_carried: NoChips = 0


class Table(msgspec.Struct, frozen=True):
    """A hand's table: the dealt-in seats by number, with their chips before posting."""

    button: int
    stacks: dict[int, int]
    blind_seats: tuple[int | None, int] | None = None  # small (None: not posted) and big, where given
    destellos: dict[int, int] = {}  # before this hand's one more
    pot_carried: int = 0
    bots: dict[int, str] = {}
    first: bool = False  # this hand's button was drawn
    tournament: bool = False
    omitted: dict[int, str | None] = {}


def read_table(raw: object, game: str, where: str = "table") -> Table:
    """The `table` of a record. FormatError names what is missing, unknown or can't be."""
    kinds: dict[str, type[_Table]] = {"naiko": _Naiko, "turkish": _Turkish}
    told = read(kinds.get(game, _Table), raw, where)
    stacks, bots, omitted = _numbers(told.stacks), _numbers(told.bots), _numbers(told.omitted)
    destellos = _numbers(told.destellos) if isinstance(told, _Naiko) else {}
    if game == "naiko" and destellos.keys() != stacks.keys():
        raise FormatError(f"{where}.destellos", "must name exactly the dealt-in seats")
    if omitted.keys() & stacks.keys():
        raise FormatError(f"{where}.omitted", "must name seats that are not dealt in")
    return Table(
        told.button,
        stacks,
        _blind_seats(told, game, stacks, where),
        destellos,
        told.pot_carried if isinstance(told, _Turkish) else 0,
        {seat: bots[seat] for seat in bots if seat in stacks},
        told.first is True,
        told.tournament is not UNSET,
        omitted,
    )


def _numbers(seats: dict[str, Any]) -> dict[int, Any]:
    """By seat number, ascending."""
    return {int(seat): seats[seat] for seat in sorted(seats)}


def _blind_seats(
    told: _Table, game: str, stacks: dict[int, int], where: str
) -> tuple[int | None, int] | None:
    small, big = told.small_blind_seat, told.big_blind_seat
    if told.button not in stacks and told.tournament is UNSET:
        raise FormatError(f"{where}.button", "is an empty seat only in a tournament")
    if game == "turkish":  # it has no blinds
        return None
    if big is UNSET:
        if small is not UNSET:
            raise FormatError(f"{where}.big_blind_seat", "this field is required beside small_blind_seat")
        if told.button not in stacks:
            raise FormatError(f"{where}.button", "an empty seat needs small_blind_seat and big_blind_seat")
        return None
    if small is UNSET:
        raise FormatError(f"{where}.small_blind_seat", "this field is required beside big_blind_seat")
    if big not in stacks:
        raise FormatError(f"{where}.big_blind_seat", "must be a dealt-in seat")
    if small is not None and (small not in stacks or small == big):
        raise FormatError(f"{where}.small_blind_seat", "must be another dealt-in seat, or null")
    return small, big


def check_params(params: Params) -> None:
    """Ranges. RuleError."""
    if isinstance(params, TurkishParams):
        check_range("params.ante", params.ante, 1, MAX_CHIPS)
    else:
        check_range("params.small_blind", params.small_blind, 1, MAX_CHIPS)
        check_range("params.big_blind", params.big_blind, params.small_blind, MAX_CHIPS)
        check_range("params.ante", params.ante, 0, MAX_CHIPS)
    if params.rake.cap is not UNSET:
        check_range("params.rake.cap", params.rake.cap, 0, MAX_CHIPS)
    for name in ("decision_seconds", "shield_seconds"):
        if getattr(params, name, 1) < 1:
            raise RuleError(f"params.{name}", "must be over 0")
