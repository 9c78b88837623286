"""The record of a table's hand (docs/spec/record.md section 1): its own shape."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from fairseed.derivation import MAX_RECORD_NONCE
from fairseed.records.record import Hex64, Void, convert


class TableSeeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`client_seeds` and `chain_heads` (the link before each; absent where seeds are plain) by seat."""

    scheme: Literal["fairseed-v1"]
    server_seed_hash: Hex64
    client_seeds: dict[str, str]
    nonce: Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORD_NONCE)]
    chain_heads: dict[str, Hex64] | UnsetType = UNSET
    server_seed: Hex64 | UnsetType = UNSET


class TableSettlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    staked: dict[str, int]
    returned: dict[str, int]


class TableRecord(msgspec.Struct, frozen=True):
    """A record's members; what a game alone can read stays raw. Unknown members are ignored."""

    type: Literal["fairseed/round/v1"]
    round_id: str
    game: str
    params: dict[str, Any]
    table: dict[str, Any]
    seeds: TableSeeds
    deck_root: Hex64
    actions: list[Any]
    outcome: dict[str, Any] | UnsetType = UNSET
    settlement: TableSettlement | UnsetType = UNSET
    opened: list[Any] | UnsetType = UNSET
    ruleset: Hex64 | UnsetType = UNSET
    receipt: dict[str, Any] | UnsetType = UNSET
    action_receipts: list[Any] | UnsetType = UNSET
    commitment: dict[str, Any] | UnsetType = UNSET
    sealed_server_seed: str | UnsetType = UNSET
    void: Void | UnsetType = UNSET


def read_table_record(value: object) -> TableRecord:
    """A table's record from a JSON value; RecordError names the member."""
    return convert(value, TableRecord, "record")
