"""Records of several players without hidden cards (docs/spec/record.md, House games and Tavern dice): their
own shapes. Seeds and chips are by player, from "0" up."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from fairseed.records.record import Hex64, Void, convert
from fairseed.records.tables import TableSeeds, TableSettlement


class _Record(msgspec.Struct, frozen=True):
    """The members of both; what a game alone can read stays raw. Unknown members are ignored."""

    type: Literal["fairseed/round/v1"]
    round_id: str
    game: str
    params: dict[str, Any]
    seeds: TableSeeds
    actions: list[Any]
    outcome: dict[str, Any] | UnsetType = UNSET
    ruleset: Hex64 | UnsetType = UNSET
    receipt: dict[str, Any] | UnsetType = UNSET
    action_receipts: list[Any] | UnsetType = UNSET
    commitment: dict[str, Any] | UnsetType = UNSET
    void: Void | UnsetType = UNSET


class MatchRecord(_Record, frozen=True):
    table: dict[str, Any] | UnsetType = UNSET
    settlement: TableSettlement | UnsetType = UNSET


class PlayersSettlement(TableSettlement, frozen=True, forbid_unknown_fields=True):
    @property
    def multiplier(self) -> UnsetType:
        """Such a settlement never shows one."""
        return UNSET


class PlayersRecord(_Record, frozen=True):
    """Of a round at a public house table."""

    bet: dict[str, Any] | UnsetType = UNSET
    settlement: PlayersSettlement | UnsetType = UNSET


def read_match_record(value: object) -> MatchRecord:
    """A match's record from a JSON value; RecordError names the member."""
    return convert(value, MatchRecord, "record")


def read_players_record(value: object) -> PlayersRecord:
    """A record of several players from a JSON value; RecordError names the member."""
    return convert(value, PlayersRecord, "record")
