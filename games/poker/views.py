"""What may be seen of a hand in play: by a seat, or by an observer (docs/rules/poker.md, Views).

A view is built up from what its viewer may see; nothing is ever taken away from a whole record. Hole
cards are their owner's, the board everybody's; hands are shown at a showdown only.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from games.errors import IllegalActionError
from games.poker.actions import Action, Draw, Swap, action_dict
from games.poker.draw import MOST_DISCARDS, can_open
from games.poker.hand import Hand, finished
from games.poker.outcome import result
from games.poker.powers import Powers, check_target


def legal(hand: Hand) -> list[dict[str, Any]]:
    """What the seat that is asked may do: types with their bounds. Nothing at the end."""
    index = hand.turn
    if index is None:
        return []
    if hand.powers is not None and hand.powers.window is not None:
        return [{"type": "shield"}, {"type": "decline"}]
    if hand.drawing is not None and hand.drawing.waiting:
        return [{"type": "draw", "most": MOST_DISCARDS}]
    found = _bets(hand, index)
    return found if hand.powers is None else found + _powers(hand, hand.powers, index)


def _bets(hand: Hand, index: int) -> list[dict[str, Any]]:
    betting = hand.betting
    if hand.variant.name == "aof":
        return [{"type": "fold"}, {"type": "all_in"}]
    found: list[dict[str, Any]] = [{"type": "fold"}]
    if betting.players[index].bet < betting.current:
        found.append({"type": "call", "chips": betting.to_call(index)})
    else:
        found.append({"type": "check"})
    bounds = betting.raise_bounds(index)
    if bounds is not None and _may_open(hand, index):
        found.append({"type": "raise", "least": bounds[0], "most": bounds[1]})
    return found


def _may_open(hand: Hand, index: int) -> bool:
    """In the first round of Turkish poker, before the opening, only with the cards for it."""
    if hand.drawing is None or hand.street or hand.drawing.opened_by is not None:
        return True
    cards = hand.cards(index)
    return cards is None or can_open(hand.variant.ranking(hand.params), cards)


def _powers(hand: Hand, powers: Powers, index: int) -> list[dict[str, Any]]:
    def usable(power: str) -> bool:
        with suppress(IllegalActionError):
            powers.check(index, power)
            return True
        return False

    found: list[dict[str, Any]] = []
    if usable("peek") and hand.street < len(hand.variant.streets):
        found.append({"type": "peek"})
    if usable("swap") and hand.street == 0 and not hand.betting.players[index].acted:
        found.append({"type": "swap"})
    if usable("anchor"):
        targets = []
        for target, seat in enumerate(hand.seats):
            with suppress(IllegalActionError):
                check_target(powers, hand.betting, index, target)
                targets.append(seat)
        if targets:
            found.append({"type": "anchor", "targets": targets})
    return found


def view(hand: Hand, actions: Sequence[Action], viewer: int | None = None) -> dict[str, Any]:
    """The hand as seat number `viewer` sees it, None for observers; `actions` are those played."""
    seats = hand.seats
    players = hand.betting.players
    shown = _shown(hand, viewer)
    seen: dict[str, Any] = {
        "button": hand.table.button,
        "seats": {
            str(player.seat): {
                "stack": player.stack,
                "bet": player.bet,
                "total": player.total,
                "folded": player.folded,
            }
            for player in sorted(players, key=lambda player: player.seat)
        },
        "pot": sum(player.total for player in players) + hand.table.pot_carried,
        "board": hand.deal.known(hand.board) or [],
        "hole": {str(seats[index]): hand.cards(index) for index in shown},
        "actions": [told(action, viewer) for action in actions],
        "turn": hand.seat,
        "bots": {str(seat): policy for seat, policy in hand.table.bots.items()},
    }
    if viewer is not None and viewer == hand.seat:
        seen["legal"] = legal(hand)
    if hand.powers is not None:
        seen["carousel"] = list(hand.powers.carousel)
        seen["destellos"] = {str(seat): hand.powers.destellos[index] for index, seat in enumerate(seats)}
        if viewer is not None:
            own = [place for index, place in hand.powers.peeked if seats[index] == viewer]
            seen["peeked"] = hand.deal.known(own) or []
    if hand.drawing is not None:
        opener = hand.drawing.opened_by
        seen["opened_by"] = None if opener is None else seats[opener]
    if finished(hand):
        seen |= _ended(hand)
    return seen


def _shown(hand: Hand, viewer: int | None) -> list[int]:
    """Indices of the hands that the viewer may see: the own one, and at a showdown those not folded."""
    live = hand.betting.live()
    showdown = finished(hand) and len(live) > 1 and "pot_carried" not in result(hand).outcome
    return [index for index, seat in enumerate(hand.seats) if seat == viewer or (showdown and index in live)]


def shown_seats(hand: Hand) -> list[int]:
    """Seats whose hands everybody has seen at the end."""
    return [hand.seats[index] for index in _shown(hand, None)]


def told(action: Action, viewer: int | None) -> dict[str, Any]:
    """An action as others see it: of a swap not the card, of a draw the number of cards."""
    told = action_dict(action)
    if action.seat != viewer:
        if isinstance(action, Swap):
            told.pop("card", None)
        if isinstance(action, Draw):
            told["discard"] = action.count
    return told


def _ended(hand: Hand) -> dict[str, Any]:
    """Pots, rake and stacks are everybody's; hands that were not shown are not among them."""
    outcome = result(hand).outcome
    names = ("uncalled", "pots", "rake", "stacks", "pot_carried")
    return {name: outcome[name] for name in names if name in outcome}
