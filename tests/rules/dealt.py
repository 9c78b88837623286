"""Hands of the table games in which chosen cards come, played by lines of words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import pytest

from games import IllegalActionError
from games.base import RandomSource
from games.poker import (
    VARIANTS,
    Deal,
    Hand,
    TableResult,
    act,
    action_dict,
    check_params,
    finished,
    read_table,
    result,
    start,
)
from games.poker.actions import Action
from games.poker.views import legal, view
from tests.rules.scripted import Scripted


@dataclass
class Played:
    """A hand in play. A line is a seat, an action and its words, as "3 raise 300", "4 fold",
    "2 draw 6c 7d"; "timeout" at its end marks what the service did for an absent seat."""

    hand: Hand
    actions: list[Action] = field(default_factory=list)

    def read(self, line: str) -> Action:
        seat, kind, *words = line.split()
        raw: dict[str, Any] = {"seat": int(seat), "type": kind}
        if words and words[-1] == "timeout":
            raw["timeout"] = True
            words.pop()
        if kind == "raise":
            raw["to"] = int(words.pop())
        elif kind == "anchor":
            raw["target"] = int(words.pop())
        elif kind == "swap":
            raw["card"] = words.pop()
        elif kind == "draw":
            raw["discard"], words = words, []
        assert not words, line
        return self.hand.variant.read_action(raw)

    def act(self, lines: str) -> Self:
        """Lines with commas between them."""
        for line in lines.split(","):
            action = self.read(line)
            self.hand = act(self.hand, action)
            self.actions.append(action)
        return self

    def refuses(self, line: str) -> str:
        """The rule by which a line is refused; the hand must not change by it."""
        before = self.hand
        with pytest.raises(IllegalActionError) as refusal:
            self.act(line)
        assert self.hand == before
        return refusal.value.rule

    def down(self) -> Self:
        """Everybody checks or calls to the end, draws nothing, goes all-in where that is the only bet."""
        while self.asked is not None:
            kinds = self.legal.keys()
            kind = next(kind for kind in ("check", "call", "draw", "all_in", "decline") if kind in kinds)
            self.act(f"{self.asked} {kind}")
        return self

    def shown(self, viewer: int | None = None) -> dict[str, Any]:
        return view(self.hand, self.actions, viewer)

    @property
    def asked(self) -> int | None:
        return self.hand.seat

    @property
    def legal(self) -> dict[str, dict[str, Any]]:
        """What the seat that is asked may do, by type."""
        return {each["type"]: each for each in legal(self.hand)}

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest raise-to; None where the seat may not raise."""
        found = self.legal.get("raise")
        return None if found is None else (found["least"], found["most"])

    @property
    def pot(self) -> int:
        return sum(player.total for player in self.hand.betting.players)

    @property
    def bets(self) -> dict[int, int]:
        """Chips put into this round, by seat."""
        return {player.seat: player.bet for player in self.hand.betting.players}

    @property
    def result(self) -> TableResult:
        assert finished(self.hand)
        return result(self.hand)

    @property
    def outcome(self) -> dict[str, Any]:
        return self.result.outcome

    @property
    def pots(self) -> list[tuple[int, dict[int, int]]]:
        """Amount and winners of each pot."""
        return [(pot["amount"], numbers(pot["winners"])) for pot in self.outcome["pots"]]

    @property
    def stacks(self) -> dict[int, int]:
        return numbers(self.outcome["stacks"])

    @property
    def told(self) -> list[dict[str, Any]]:
        return [action_dict(action) for action in self.actions]


def numbers(by_seat: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in by_seat.items()}


def begin(
    game: str,
    stacks: dict[int, int],
    button: int,
    holes: dict[int, str] | None = None,
    then: str = "",
    public: tuple[Any, ...] | RandomSource = (0,),
    table: dict[str, Any] | None = None,
    **params: Any,
) -> Played:
    """A hand: chips by seat, hole cards by seat, the cards of the places behind all hole cards. What
    is not chosen is filled up with the rest of the deck. `public` is the public stream, or what it
    gives (the carousel). Blinds are 50 and 100, the ante of turkish is 10, its deck from
    the seven up, a seat of naiko has 2 Destellos before the hand, unless said otherwise."""
    variant = VARIANTS[game]
    if game == "turkish":
        raw: dict[str, Any] = {"ante": 10, "lowest_rank": "7"}
    else:
        raw = {"small_blind": 50, "big_blind": 100}
    rules = variant.read_params(raw | params)
    check_params(rules)
    told: dict[str, Any] = {"table_id": "t", "hand": 0, "button": button, "stacks": texts(stacks)}
    if game == "naiko":
        told["destellos"] = texts(dict.fromkeys(stacks, 2))
    known = read_table(told | (table or {}), game)
    variant.check_table(rules, known)
    order = sorted(stacks, key=lambda seat: (seat - button - 1) % 9)
    cards = stacked(variant.deck(rules), order, variant.hole, holes or {}, then)
    source = Scripted(public) if isinstance(public, tuple) else public
    return Played(start(variant, rules, known, Deal(cards, source)))


def texts(by_seat: dict[int, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in by_seat.items()}


def stacked(
    deck: tuple[str, ...], order: list[int], count: int, holes: dict[int, str], then: str
) -> tuple[str, ...]:
    """The deck in which these cards come: the i-th seat of n has places i, n + i, 2n + i and so on."""
    chosen: dict[int, str] = {}
    for seat, text in holes.items():
        assert len(text.split()) == count
        chosen |= {order.index(seat) + turn * len(order): card for turn, card in enumerate(text.split())}
    chosen |= dict(enumerate(then.split(), len(order) * count))
    left = [card for card in deck if card not in chosen.values()]
    assert len(left) + len(chosen) == len(deck), "cards of the deck, each once"
    rest = iter(left)
    return tuple(chosen[place] if place in chosen else next(rest) for place in range(len(deck)))


def winners(board: str, *holes: str, game: str = "holdem", **params: Any) -> list[int]:
    """The players, from 1, that win when all stay to the showdown."""
    seats = dict(enumerate(holes, 1))
    if game == "turkish":  # everybody is all-in on the ante
        played = begin(game, dict.fromkeys(seats, 10), len(seats), seats, **params)
    else:
        played = begin(game, dict.fromkeys(seats, 1000), len(seats), seats, board, **params)
    ((_, won),) = played.down().pots
    return sorted(won)
