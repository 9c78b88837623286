"""The actions of table games, as records hold them (docs/spec/record.md section 1)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from games.base import read
from games.cards import Card
from games.errors import FormatError, IllegalActionError
from games.poker.params import SeatNumber


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    seat: SeatNumber

    @property
    def timed_out(self) -> bool:
        """Made by the service for a seat whose clock ran out."""
        return getattr(self, "timeout", UNSET) is True


class _Clocked(_Action, frozen=True, kw_only=True):
    """What is also done for a seat whose clock ran out."""

    timeout: bool | UnsetType = UNSET


class Fold(_Clocked, frozen=True):
    pass


class Check(_Clocked, frozen=True):
    pass


class Call(_Action, frozen=True):
    pass


class Raise(_Action, frozen=True, kw_only=True):
    """`to` is the total of the round; an opening bet is a raise too."""

    to: int


class AllIn(_Action, frozen=True):
    pass


class Peek(_Action, frozen=True):
    pass


class Swap(_Action, frozen=True, kw_only=True):
    """`card` is the one given away; absent where the viewer may not see it."""

    card: Card | UnsetType = UNSET


class Anchor(_Action, frozen=True, kw_only=True):
    target: int


class Shield(_Action, frozen=True):
    pass


class Decline(_Clocked, frozen=True):
    pass


class Draw(_Clocked, frozen=True, kw_only=True):
    """`discard`: the cards, or their number where the viewer may not see them."""

    discard: list[Card] | int

    @property
    def count(self) -> int:
        return self.discard if isinstance(self.discard, int) else len(self.discard)


Action = Fold | Check | Call | Raise | AllIn | Peek | Swap | Anchor | Shield | Decline | Draw

BETTING: Final[dict[str, type[Any]]] = {"fold": Fold, "check": Check, "call": Call, "raise": Raise}
ALL_IN: Final[dict[str, type[Any]]] = {"fold": Fold, "all_in": AllIn}
POWERS: Final[dict[str, type[Any]]] = {
    "peek": Peek,
    "swap": Swap,
    "anchor": Anchor,
    "shield": Shield,
    "decline": Decline,
}
DRAW: Final[dict[str, type[Any]]] = {"draw": Draw}
_NAMES: Final = {kind: name for kinds in (BETTING, ALL_IN, POWERS, DRAW) for name, kind in kinds.items()}


def read_action(raw: object, kinds: dict[str, type[Any]], game: str, where: str) -> Action:
    """One action. FormatError; IllegalActionError where the game has no action of this type."""
    if not isinstance(raw, dict) or not isinstance(raw.get("type"), str):
        raise FormatError(where, "must be an object with a type")
    kind = kinds.get(raw["type"])
    if kind is None:
        raise IllegalActionError(where, "{game} has no action of this type", game=game)
    action: Action = read(kind, {name: value for name, value in raw.items() if name != "type"}, where)
    if getattr(action, "timeout", UNSET) is False:
        raise FormatError(f"{where}.timeout", "is true or absent")
    return action


def check_whole(action: Action, where: str) -> None:
    """In a record whose seed is revealed, cards that were given away are named. FormatError."""
    if isinstance(action, Swap) and action.card is UNSET:
        raise FormatError(f"{where}.card", "this field is required")
    if isinstance(action, Draw) and isinstance(action.discard, int):
        raise FormatError(f"{where}.discard", "must be a list of cards")


def is_counted(action: Action) -> bool:
    """Whether cards that were given away are not named, as others see them."""
    if isinstance(action, Swap):
        return action.card is UNSET
    return isinstance(action, Draw) and isinstance(action.discard, int)


def action_dict(action: Action) -> dict[str, Any]:
    """An action as a record holds it."""
    fields: dict[str, Any] = msgspec.to_builtins(action)
    return {"seat": fields.pop("seat"), "type": _NAMES[type(action)]} | fields
