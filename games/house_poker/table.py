"""What the two house games share: params, bets, the deal, how boxes meet the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from games.base import check_range
from games.cards import Card
from games.errors import IllegalActionError, RuleError
from games.house_poker.combinations import PAYS, Name, name_of, strength
from games.numbers import MAX_CHIPS

CARDS: Final = 5  # of each box and of the dealer
BET: Final = 2  # antes

Names = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(PAYS)})$(?!\\n)")]


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`antes`: one ANTE a box in whole chips, box 0 the rightmost."""

    antes: list[int]


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: int
    cards: list[Card]


class Fold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: int
    timeout: bool | UnsetType = UNSET


class DealerOutcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[Card]
    replaced: list[Card]
    combination: Names | None


def check_antes(antes: Sequence[int], boxes: int, least: int, most: int) -> None:
    """One ANTE a box, within the limits of the table. RuleError."""
    if len(antes) != boxes:
        raise RuleError("bet.antes", "must have one ante a box, which makes {boxes}", boxes=boxes)
    for box, ante in enumerate(antes):
        check_range(f"bet.antes.{box}", ante, least, most)


def check_exchange(cards: Sequence[str], most: int) -> None:
    """So many different cards. IllegalActionError."""
    if not 1 <= len(cards) <= most:
        raise IllegalActionError("action.cards", "from 1 to {most} cards are exchanged", most=most)
    if len(set(cards)) != len(cards):
        raise IllegalActionError("action.cards", "must be different cards")


def check_limits(least: int, most: int) -> None:
    check_range("params.min_ante", least, 1, MAX_CHIPS)
    check_range("params.max_ante", most, least, MAX_CHIPS)


def deal(deck: Sequence[str], boxes: int) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], int]:
    """The cards of each box and of the dealer, dealt one at a time in five rounds, boxes from 0 up, then the
    dealer; and the place of the next card."""
    hands = boxes + 1
    dealt = tuple(tuple(deck[place] for place in range(hand, CARDS * hands, hands)) for hand in range(hands))
    return dealt[:boxes], dealt[boxes], CARDS * hands


def drawn(cards: Sequence[str], given: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """The cards with the i-th new one in the place of the i-th that was given away."""
    places = dict(zip(given, new, strict=True))
    return tuple(places.get(card, card) for card in cards)


def qualifies(dealer: Sequence[str]) -> bool:
    """Ace-king or better is a game."""
    return name_of(dealer) is not None


def against(cards: Sequence[str], dealer: Sequence[str]) -> int:
    """Over 0 where the box is higher than the dealer, 0 where equal in all five cards, else under 0."""
    return strength(cards) - strength(dealer)


def pays(name: Name | None) -> int:
    """What a combination pays to one; nothing where there is none."""
    return 0 if name is None else PAYS[name]


def dealer_dict(cards: Sequence[str], replaced: Sequence[str]) -> dict[str, Any]:
    return {"cards": list(cards), "replaced": list(replaced), "combination": name_of(cards)}
