"""How a hand ended: showdown, pots, rake, and what a record tells of it (docs/spec/record.md section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.base import read
from games.cards import Card
from games.errors import FormatError, RuleError
from games.poker.hand import Hand, finished
from games.poker.params import SeatText
from games.poker.pots import Pot, levels, raked, share, uncalled


class _Pot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    amount: int
    rake: int
    winners: dict[SeatText, int]


class _Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    board: list[Card] | UnsetType = UNSET
    hole: dict[SeatText, list[Card]] | UnsetType = UNSET
    uncalled: dict[SeatText, int] | UnsetType = UNSET
    pots: list[_Pot] | UnsetType = UNSET
    rake: int | UnsetType = UNSET
    stacks: dict[SeatText, int] | UnsetType = UNSET


class _Naiko(_Outcome, frozen=True, kw_only=True):
    carousel: list[Literal["peek", "swap", "anchor", "shield"]] | UnsetType = UNSET
    destellos: dict[SeatText, int] | UnsetType = UNSET


class _Turkish(_Outcome, frozen=True, kw_only=True):
    opened_by: int | UnsetType | None = UNSET
    drawn: dict[SeatText, list[Card] | int] | UnsetType = UNSET
    pot_carried: int | UnsetType = UNSET


def check_outcome(game: str, raw: object, whole: bool) -> None:
    """The form of a recorded outcome; `whole` where the seed is revealed. FormatError."""
    kinds: dict[str, type[_Outcome]] = {"naiko": _Naiko, "turkish": _Turkish}
    kind = kinds.get(game, _Outcome)
    told = read(kind, raw, "outcome")
    if not whole:
        return
    for name in kind.__struct_fields__:
        if getattr(told, name) is UNSET and name != "pot_carried":
            raise FormatError(f"outcome.{name}", "this field is required")
    if isinstance(told, _Turkish) and isinstance(told.drawn, dict):
        for seat, cards in told.drawn.items():
            if isinstance(cards, int):
                raise FormatError(f"outcome.drawn.{seat}", "must be a list of cards")


@dataclass(frozen=True, slots=True)
class TableResult:
    """Chips by seat number, gross: `staked` with the uncalled part, `returned` pots and uncalled part."""

    outcome: dict[str, Any]
    staked: dict[int, int]
    returned: dict[int, int]

    def settlement(self) -> dict[str, Any]:
        return {"staked": _texts(self.staked), "returned": _texts(self.returned)}


def result(hand: Hand) -> TableResult:
    """Only of a finished hand whose cards are known."""
    if not finished(hand):
        raise RuleError("actions", "the hand is not finished after the last action")
    players, seats = hand.betting.players, hand.seats
    totals = [player.total for player in players]
    returned = [0] * len(players)
    matched = list(totals)
    over = uncalled(totals)
    if over is not None:
        matched[over[0]] -= over[1]
        returned[over[0]] += over[1]
    pots = _pots(hand, matched)
    for pot in pots:
        for index, chips in pot.winners.items():
            returned[index] += chips
    by_seat = _ascending(seats)
    outcome: dict[str, Any] = {
        "board": _cards(hand, hand.board),
        "hole": {str(seat): _cards(hand, hand.holes[index]) for index, seat in by_seat},
        "uncalled": {} if over is None else {str(seats[over[0]]): over[1]},
        "pots": [
            {
                "amount": pot.amount,
                "rake": pot.rake,
                "winners": {str(seat): pot.winners[index] for index, seat in by_seat if index in pot.winners},
            }
            for pot in pots
        ],
        "rake": sum(pot.rake for pot in pots),
        "stacks": {str(seat): players[index].stack + returned[index] for index, seat in by_seat},
    }
    if hand.powers is not None:
        outcome["carousel"] = list(hand.powers.carousel)
        outcome["destellos"] = {str(seat): hand.powers.destellos[index] for index, seat in by_seat}
    if hand.drawing is not None:
        opener = hand.drawing.opened_by
        outcome["opened_by"] = None if opener is None else seats[opener]
        outcome["drawn"] = {str(seats[index]): _cards(hand, places) for index, places in hand.drawing.drawn}
        if is_carried(hand):
            outcome["pot_carried"] = hand.table.pot_carried + sum(matched)
    return TableResult(
        outcome,
        {seat: totals[index] for index, seat in by_seat},
        {seat: returned[index] for index, seat in by_seat},
    )


def is_carried(hand: Hand) -> bool:
    """Nobody opened: the pot stays for the next hand."""
    drawing = hand.drawing
    if drawing is None or drawing.opened_by is not None or drawing.drawn:
        return False
    return len(hand.betting.live()) > 1


def _pots(hand: Hand, matched: list[int]) -> list[Pot]:
    if is_carried(hand):
        return []
    live = hand.betting.live()
    # The last live hand takes the pot unseen.
    values = dict.fromkeys(live, 0) if len(live) == 1 else {index: _value(hand, index) for index in live}

    def best(contenders: list[int]) -> list[int]:
        most = max(values[index] for index in contenders)
        return [index for index in contenders if values[index] == most]

    pots = levels(matched, live, hand.table.pot_carried)
    flop = bool(hand.board) or hand.drawing is not None
    rakes = raked([amount for amount, _ in pots], hand.params.rake, len(hand.seats), flop)
    return share(pots, rakes, best)


def _value(hand: Hand, index: int) -> int:
    return hand.variant.value(hand.params, _cards(hand, hand.holes[index]), _cards(hand, hand.board))


def _cards(hand: Hand, places: Any) -> list[str]:
    cards = hand.deal.known(places)
    if cards is None:
        raise RuleError("outcome", "needs cards that are not known yet")
    return cards


def _ascending(seats: list[int]) -> list[tuple[int, int]]:
    """Index and seat number, by seat number."""
    return sorted(enumerate(seats), key=lambda pair: pair[1])


def _texts(chips: dict[int, int]) -> dict[str, int]:
    return {str(seat): count for seat, count in chips.items()}
