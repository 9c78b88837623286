"""Rounds of the house games in which chosen cards come."""

from __future__ import annotations

from typing import Any

from games.cards import DECK
from tests.rules.scripted import Round, begin


def stacked(boxes: int, hands: dict[int, str], dealer: str = "", then: str = "") -> list[str]:
    """The deck in which these cards come, five a box and five of the dealer's in the order dealt, then
    `then`; what is not chosen is the rest of the deck in order."""
    chosen: dict[int, str] = {}
    for hand, text in {**hands, boxes: dealer}.items():
        chosen |= {hand + turn * (boxes + 1): card for turn, card in enumerate(text.split())}
    chosen |= dict(enumerate(then.split(), 5 * (boxes + 1)))
    assert len(set(chosen.values())) == len(chosen)
    rest = iter([card for card in DECK if card not in chosen.values()])
    return [chosen[place] if place in chosen else next(rest) for place in range(52)]


def deal(
    game: str,
    *hands: str,
    dealer: str = "",
    then: str = "",
    antes: list[int] | None = None,
    **params: Any,
) -> Round:
    """A round of one box a hand, each with an ANTE of 10."""
    boxes = len(hands)
    bet = {"antes": antes or [10] * boxes}
    deck = stacked(boxes, dict(enumerate(hands)), dealer, then)
    return begin(game, {"boxes": boxes} | params, bet, deck)


def act(played: Round, *lines: str) -> Round:
    """Lines like "0 bet", "1 exchange 2c 7d"."""
    for line in lines:
        box, kind, *cards = line.split()
        played.act(kind, box=int(box), **({"cards": cards} if kind == "exchange" else {}))
    return played


def refuses(played: Round, line: str) -> str:
    box, kind, *cards = line.split()
    return played.refuses(kind, box=int(box), **({"cards": cards} if kind == "exchange" else {}))


def boxes(played: Round) -> list[tuple[str, int]]:
    """Result and return of each box."""
    return [(box["result"], box["returned"]) for box in played.result.outcome["boxes"]]
