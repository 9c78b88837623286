"""The round record `fairseed/round/v1` (docs/spec/record.md section 1): its own shape."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fairseed.derivation import MAX_RECORD_NONCE
from fairseed.records.errors import RecordError

T = TypeVar("T")

ROUND_TYPE: Final = "fairseed/round/v1"
Hex64 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
FourPlaces = Annotated[str, msgspec.Meta(pattern=r"^(0|[1-9][0-9]*)\.[0-9]{4}$(?!\n)")]


class Seeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`server_seed` is absent until revealed."""

    scheme: Literal["fairseed-v1"]
    server_seed_hash: Hex64
    client_seed: str
    nonce: Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORD_NONCE)]
    server_seed: Hex64 | UnsetType = UNSET


class Settlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    staked: int
    returned: int
    multiplier: FourPlaces | UnsetType = UNSET


class Void(msgspec.Struct, frozen=True):
    reason: str


class Record(msgspec.Struct, frozen=True):
    """A record's members; what a game alone can read stays raw. Unknown members are ignored."""

    type: Literal["fairseed/round/v1"]
    round_id: str
    game: str
    params: dict[str, Any]
    seeds: Seeds
    actions: list[Any]
    bet: dict[str, Any] | UnsetType = UNSET
    outcome: dict[str, Any] | UnsetType = UNSET
    settlement: Settlement | UnsetType = UNSET
    ruleset: Hex64 | UnsetType = UNSET
    receipt: dict[str, Any] | UnsetType = UNSET
    action_receipts: list[Any] | UnsetType = UNSET
    commitment: dict[str, Any] | UnsetType = UNSET
    void: Void | UnsetType = UNSET


def read_record(value: object) -> Record:
    """A record from a JSON value; RecordError names the member."""
    return convert(value, Record, "record")


def convert(value: object, kind: type[T], where: str) -> T:
    """Strict conversion; the error names the member by its dotted path."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        inner = path.rstrip("`").replace("[", ".").replace("]", "").lstrip(".")
        for start, rule in (
            ("Object contains unknown field `", "this field is not known here"),
            ("Object missing required field `", "this field is required"),
        ):
            if message.startswith(start):
                name = message[len(start) : -1]
                raise RecordError(f"{inner}.{name}" if inner else name, rule) from None
        raise RecordError(inner or where, "{message}", message=message) from None
