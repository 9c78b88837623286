"""Actions chosen before the turn (docs/tables.md): kept in the seat's row, told to its player alone, made
when the turn comes if they are legal then, and dropped otherwise.

What is kept: the hand, the action, what is done in its place where it is not legal (`else`), and for a call
or a raise what was owed when it was chosen and in which round of betting: where either is another, the action
is dropped.
"""

from __future__ import annotations

import json
from typing import Any, Final

from fairseed.service.core import to_json
from fairseed.service.problems import Problem
from fairseed.service.tables.held import Row, Table
from games.poker import Hand, action_dict
from games.poker.actions import Action, AllIn, Call, Check, Draw, Fold, Raise

KINDS: Final = Fold | Check | Call | Raise | AllIn | Draw


def check(action: Action, otherwise: object) -> None:
    """Problem where this can't be chosen before the turn."""
    if not isinstance(action, KINDS):
        raise Problem("invalid_field", "when", "is not taken with a power or an answer to one")
    if otherwise is not None and (otherwise != "fold" or not isinstance(action, Check)):
        raise Problem("invalid_field", "else", 'must be "fold", and goes with a check')


def keep(table: Table, hand: Hand, action: Action, otherwise: str | None) -> None:
    """Keeps an action for the turn of its seat, in the place of what was kept before. Raises Problem."""
    # Who was asked for a link and gave none is of this hand, and not in it.
    player = next((each for each in hand.betting.players if each.seat == action.seat), None)
    if player is None or player.folded or not player.stack:
        raise Problem("illegal_action", "seat", "is not asked any more in this hand")
    kept: dict[str, Any] = {"round_id": table.dealing["id"], "action": _bare(action)}
    if otherwise is not None:
        kept["else"] = otherwise
    if isinstance(action, Call | Raise):
        kept["owed"] = _owed(hand, action.seat)
    table.set_seat(action.seat, chosen=to_json(kept))


def take_back(table: Table, seat: int) -> None:
    """Nothing is kept for a seat any more."""
    if table.seats[seat]["chosen"] is not None:
        table.set_seat(seat, chosen=None)


def told(row: Row, hand_id: str | None) -> dict[str, Any] | None:
    """What is kept in a seat's row for this hand, as its player sees it."""
    kept = _kept(row, hand_id)
    if kept is None:
        return None
    return dict(kept["action"]) | ({"else": kept["else"]} if "else" in kept else {})


def drop_changed(table: Table, hand: Hand) -> None:
    """The hand went on: calls and raises that would be of another amount now are dropped."""
    for seat in hand.seats:
        kept = None if seat not in table.seats else _kept(table.seats[seat], table.dealing["id"])
        if kept is not None and "owed" in kept and kept["owed"] != _owed(hand, seat):
            take_back(table, seat)


def due(table: Table, hand: Hand) -> list[dict[str, Any]]:
    """What is to be tried, one after the other, for the seat whose turn has come; nothing is kept behind it.
    An answer to a power is no turn."""
    seat = hand.seat
    if seat not in table.seats or (hand.powers is not None and hand.powers.window is not None):
        return []
    kept = _kept(table.seats[seat], table.dealing["id"])
    if kept is None:
        return []
    take_back(table, seat)
    tried = [kept["action"], *([{"type": kept["else"]}] if "else" in kept else [])]
    return [{"seat": seat} | each for each in tried]


def _kept(row: Row, hand_id: str | None) -> dict[str, Any] | None:
    kept = None if row["chosen"] is None else json.loads(row["chosen"])
    return None if kept is None or kept["round_id"] != hand_id else dict(kept)


def _bare(action: Action) -> dict[str, Any]:
    return {name: value for name, value in action_dict(action).items() if name != "seat"}


def _owed(hand: Hand, seat: int) -> list[int]:
    """The round of betting, and what the seat must put in to stay in it."""
    return [hand.street, hand.betting.to_call(hand.seats.index(seat))]
