"""The actions of a match, as records hold them (docs/spec/record.md section 1)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from games.base import read
from games.errors import FormatError, IllegalActionError
from games.tavern_dice.params import NAME


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`timeout`: made by the service for a player whose time ran out."""

    player: int
    timeout: bool | UnsetType = UNSET

    @property
    def timed_out(self) -> bool:
        return self.timeout is True


class Roll(_Action, frozen=True):
    pass


class Keep(_Action, frozen=True, kw_only=True):
    """`dice`: 0-based indexes into the dice just rolled, in any order."""

    dice: list[int]


class Bank(_Action, frozen=True):
    pass


class Concede(_Action, frozen=True):
    pass


Action = Roll | Keep | Bank | Concede

KINDS: Final[dict[str, type[Any]]] = {"roll": Roll, "keep": Keep, "bank": Bank, "concede": Concede}
_NAMES: Final = {kind: name for name, kind in KINDS.items()}


def read_action(raw: object, where: str = "action") -> Action:
    """One action. FormatError; IllegalActionError where the game has no action of this type."""
    if not isinstance(raw, dict) or not isinstance(raw.get("type"), str):
        raise FormatError(where, "must be an object with a type")
    kind = KINDS.get(raw["type"])
    if kind is None:
        raise IllegalActionError(where, "{game} has no action of this type", game=NAME)
    action: Action = read(kind, {name: value for name, value in raw.items() if name != "type"}, where)
    if action.timeout is False:
        raise FormatError(f"{where}.timeout", "is true or absent")
    return action


def action_dict(action: Action) -> dict[str, Any]:
    """An action as a record holds it."""
    fields: dict[str, Any] = msgspec.to_builtins(action)
    kind = {"player": fields.pop("player"), "type": _NAMES[type(action)]}
    return kind | ({"dice": fields.pop("dice")} if "dice" in fields else {}) | fields
