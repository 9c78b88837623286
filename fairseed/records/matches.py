"""The record of a match without hidden cards (docs/spec/record.md section 1): its own shape."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from fairseed.records.record import Hex64, Void, convert
from fairseed.records.tables import TableSeeds, TableSettlement


class MatchRecord(msgspec.Struct, frozen=True):
    """A record's members, seeds and settlement by player; what the game alone can read stays raw. Unknown
    members are ignored."""

    type: Literal["fairseed/round/v1"]
    round_id: str
    game: str
    params: dict[str, Any]
    seeds: TableSeeds
    actions: list[Any]
    table: dict[str, Any] | UnsetType = UNSET
    outcome: dict[str, Any] | UnsetType = UNSET
    settlement: TableSettlement | UnsetType = UNSET
    ruleset: Hex64 | UnsetType = UNSET
    receipt: dict[str, Any] | UnsetType = UNSET
    action_receipts: list[Any] | UnsetType = UNSET
    commitment: dict[str, Any] | UnsetType = UNSET
    void: Void | UnsetType = UNSET


def read_match_record(value: object) -> MatchRecord:
    """A match's record from a JSON value; RecordError names the member."""
    return convert(value, MatchRecord, "record")
