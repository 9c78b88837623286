"""How a match ended, and what everybody may see of one (docs/spec/record.md section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from games.base import Rtp, no_strategy, read
from games.errors import RuleError
from games.tavern_dice.match import Match
from games.tavern_dice.params import Params, commission


class _Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    starter: int
    rolls: list[list[int]]
    scores: list[int]
    winner: int


def check_outcome(raw: object) -> None:
    """The form of a recorded outcome. FormatError."""
    read(_Outcome, raw, "outcome")


def prize(params: Params) -> int:
    """What the winner takes: the pot less floor(pot · commission)."""
    pot = params.ante * params.players
    part = commission(params)
    return pot - pot * part.numerator // part.denominator


def rtp(params: Params, strategy: str | None = None) -> Rtp:
    """What comes back of all antes together: players win from each other, so it is the same for any play."""
    no_strategy(strategy)
    return Rtp(Fraction(prize(params), params.ante * params.players))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Chips by player, gross."""

    outcome: dict[str, Any]
    staked: dict[int, int]
    returned: dict[int, int]

    def settlement(self) -> dict[str, Any]:
        chips = {"staked": self.staked, "returned": self.returned}
        return {name: {str(player): told[player] for player in told} for name, told in chips.items()}


def result(match: Match) -> MatchResult:
    """Only of a finished match."""
    if match.winner is None:
        raise RuleError("actions", "the match is not finished after the last action")
    players = range(match.params.players)
    return MatchResult(
        {**_seen(match), "winner": match.winner},
        dict.fromkeys(players, match.params.ante),
        {player: prize(match.params) if player == match.winner else 0 for player in players},
    )


def _seen(match: Match) -> dict[str, Any]:
    return {"starter": match.starter, "rolls": match.rolls, "scores": list(match.scores)}


def view(match: Match) -> dict[str, Any]:
    """What everybody sees of a match that goes on: `outcome` so far and `shown` figures."""
    if match.winner is not None:
        return {"outcome": result(match).outcome, "shown": {}}
    shown = {
        "turn": match.turn,
        "dice": list(match.table),
        "left": match.left,
        "points": match.points,
        "gone": sorted(match.gone),
        "pot": match.params.ante * match.params.players,
        "prize": prize(match.params),
    }
    return {"outcome": _seen(match), "shown": shown}
