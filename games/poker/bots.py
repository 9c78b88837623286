"""Published policies of bots: functions of what their seat may see, and of nothing else (docs/bots.md).

A policy is a measure of a hand's strength from 0 to 100, and what it does at which strength. All of it
is integers, so that anybody can write it again and get the same actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from games.cards import RANKS
from games.poker.hand import Hand
from games.poker.params import Params
from games.poker.variants import Variant
from games.poker.views import view

CATEGORIES: Final = {
    "high_card": 15,
    "pair": 40,
    "two_pair": 62,
    "three": 75,
    "low_straight": 80,
    "straight": 82,
    "high_straight": 84,
    "flush": 86,
    "full_house": 93,
    "four": 98,
    "low_straight_flush": 99,
    "straight_flush": 100,
    "royal_flush": 100,
}
BOARD_PAIR: Final = 15  # what a made hand loses where the board has a pair that everybody shares
KINGS: Final = 50  # a pair that opens in Turkish poker
WEAK: Final = 30  # a hand whose lower card is worth a swap


@dataclass(frozen=True)
class Seat:
    """What a bot has before it: the rules of its table, its seat number and its view."""

    variant: Variant
    params: Params
    number: int
    seen: dict[str, Any]

    @property
    def hole(self) -> list[str]:
        cards: list[str] = self.seen["hole"][str(self.number)]
        return cards

    @property
    def board(self) -> list[str]:
        cards: list[str] = self.seen["board"]
        return cards


def _rank(card: str) -> int:
    """2 to 14."""
    return RANKS.index(card[0]) + 2


def two_cards(one: str, other: str) -> int:
    """Strength of two hole cards before the flop."""
    high, low = sorted((_rank(one), _rank(other)), reverse=True)
    if high == low:
        return 40 + 4 * high
    return 2 * (high + low) + (6 if one[1] == other[1] else 0) + (4 if high == low + 1 else 0)


def by_points(seat: Seat) -> int:
    """Before the flop the best two hole cards; later, and in Turkish poker, the category of the hand."""
    ranking = seat.variant.ranking(seat.params)
    if not seat.variant.streets:
        best = ranking.best(seat.hole).category
        kings = best == "pair" and any(seat.hole[i][0] in "KA" for i in _paired(seat.hole))
        return KINGS if kings else CATEGORIES[best]
    if not seat.board:
        return max(two_cards(*pair) for pair in combinations(seat.hole, 2))
    if seat.variant.omaha:
        category = ranking.best_omaha(seat.hole, seat.board).category
    else:
        category = ranking.best([*seat.hole, *seat.board]).category
    return CATEGORIES[category] - (BOARD_PAIR if _paired(seat.board) else 0)


def _paired(cards: Sequence[str]) -> list[int]:
    """Places of the cards whose rank stands there twice or more."""
    ranks = [card[0] for card in cards]
    return [place for place, rank in enumerate(ranks) if ranks.count(rank) > 1]


def by_counting(seat: Seat) -> int:
    """With two hole cards and a board: of all pairs of cards that another seat could hold, the percentage
    that this hand beats now, a tie for half. Else by points."""
    if seat.variant.hole != 2 or not seat.board:
        return by_points(seat)
    variant, params = seat.variant, seat.params
    own = variant.value(params, seat.hole, seat.board)
    known = {*seat.hole, *seat.board, *seat.seen.get("peeked", [])}
    rest = [card for card in variant.deck(params) if card not in known]
    won = total = 0
    for pair in combinations(rest, 2):
        value = variant.value(params, pair, seat.board)
        won += 2 * (own > value) + (own == value)
        total += 2
    return 100 * won // total


@dataclass(frozen=True)
class Policy:
    """`raise_at`, `call_at`: the least strength for it. It also calls what the pot pays for: where the
    strength less the `margin` is at least the percentage of the pot, the call included, that the call is.
    A raise goes `size` percent of the pot beyond the call, within its bounds."""

    strength: Callable[[Seat], int]
    raise_at: int
    call_at: int
    margin: int
    size: int

    def act(self, seat: Seat) -> dict[str, Any]:
        """An action as a record holds it; one of those that are legal."""
        legal = {choice["type"]: choice for choice in seat.seen["legal"]}
        kind = self._choose(seat, legal)
        return {"seat": seat.number} | kind

    def _choose(self, seat: Seat, legal: dict[str, dict[str, Any]]) -> dict[str, Any]:
        if "shield" in legal:
            return {"type": "shield"}
        if "draw" in legal:
            return {"type": "draw", "discard": discards(seat)}
        strength = self.strength(seat)
        if (power := _power(seat, strength, legal)) is not None:
            return power
        if "all_in" in legal:
            return {"type": "all_in" if strength >= self.raise_at else "fold"}
        if "raise" in legal and strength >= self.raise_at:
            return {"type": "raise", "to": self._to(seat, legal)}
        if "check" in legal:
            return {"type": "check"}
        chips = legal["call"]["chips"]
        pays = (strength - self.margin) * (seat.seen["pot"] + chips) >= 100 * chips
        return {"type": "call" if strength >= self.call_at or pays else "fold"}

    def _to(self, seat: Seat, legal: dict[str, dict[str, Any]]) -> int:
        bounds, own = legal["raise"], seat.seen["seats"][str(seat.number)]["bet"]
        chips = legal["call"]["chips"] if "call" in legal else 0
        wanted = own + chips + (seat.seen["pot"] + chips) * self.size // 100
        return int(min(max(wanted, bounds["least"]), bounds["most"]))


def discards(seat: Seat) -> list[str]:
    """What a seat of Turkish poker gives away: a straight or better nothing; of pairs, three and four the
    cards beside them; of nothing all but the two highest ranks, in the order of the hand."""
    best = seat.variant.ranking(seat.params).best(seat.hole)
    paired = _paired(seat.hole)
    if best.category == "high_card":
        kept = sorted(range(5), key=lambda place: (-_rank(seat.hole[place]), place))[:2]
    elif best.category in ("pair", "two_pair", "three", "four"):
        kept = paired
    else:
        return []
    return [card for place, card in enumerate(seat.hole) if place not in kept]


def _power(seat: Seat, strength: int, legal: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    """A weak hand swaps its lower card (the second of equal ones); a strong one anchors the first target
    to the left of it; with three Destellos a look costs little."""
    if "swap" in legal and strength < WEAK:
        first, second = seat.hole
        lower = first if _rank(first) < _rank(second) else second
        return {"type": "swap", "card": lower}
    if "anchor" in legal and strength >= CATEGORIES["three"]:
        targets = legal["anchor"]["targets"]
        return {"type": "anchor", "target": min(targets, key=lambda other: (other - seat.number) % 9)}
    if "peek" in legal and seat.seen["destellos"][str(seat.number)] == 3:
        return {"type": "peek"}
    return None


POLICIES: Final = {
    "tight/1": Policy(by_points, raise_at=80, call_at=56, margin=100, size=50),
    "odds/1": Policy(by_points, raise_at=66, call_at=75, margin=15, size=100),
    "count/1": Policy(by_counting, raise_at=70, call_at=85, margin=15, size=100),
}


def bot_action(hand: Hand, actions: Sequence[Any], policy: str) -> dict[str, Any]:
    """What the policy does for the seat that is asked. KeyError: a policy that is not known."""
    number = hand.seat or 0
    seat = Seat(hand.variant, hand.params, number, view(hand, actions, number))
    return POLICIES[policy].act(seat)
