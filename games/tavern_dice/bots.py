"""Published policies of bots: functions of what everybody sees, and of nothing else (docs/bots.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from games.tavern_dice.match import Match
from games.tavern_dice.odds import ENOUGH, MOST, POINT, expected, winning
from games.tavern_dice.params import STEP
from games.tavern_dice.scoring import DICE, choices, keeps, most_valuable

_THRESHOLD = re.compile(r"threshold-(0|[1-9][0-9]{0,5})/1")
# Where a policy weighs chances, the keep of the greatest worth: points and dice left → worth.
Worth = Callable[[int, int], int]


def is_known(policy: str) -> bool:
    return policy in _WEIGHING or _THRESHOLD.fullmatch(policy) is not None


def bot_action(match: Match, policy: str) -> dict[str, Any]:
    """What the policy does for the player whose turn it is, as a record holds it. KeyError: a policy that is
    not known."""
    if (threshold := _THRESHOLD.fullmatch(policy)) is not None:
        return _by_threshold(match, int(threshold[1]))
    return _WEIGHING[policy](match)


def _by_threshold(match: Match, threshold: int) -> dict[str, Any]:
    if match.table:
        return _keep(match, most_valuable(match.table))
    wins = match.scores[match.turn] + match.points >= match.params.target
    return _bank_if(match, match.points >= threshold or wins)


def _by_expectation(match: Match) -> dict[str, Any]:
    """The most expected points of the turn; what reaches the target is banked."""
    best, rolling = expected()
    need = match.params.target - match.scores[match.turn]

    def worth(points: int, left: int) -> int:
        if points >= need:
            return 1 << 60
        return best[points // STEP][left] if points < ENOUGH else points * POINT

    if match.table:
        return _weighed(match, worth)
    points = match.points
    if points >= min(need, ENOUGH):
        return _bank_if(match, True)
    return _bank_if(match, points * POINT > rolling[points // STEP][match.left])


def _by_chance(match: Match) -> dict[str, Any]:
    """The greatest chance to win, of two players up to a target of 4000; else the most expected points."""
    if match.params.players > 2 or match.params.target > MOST * STEP:
        return _by_expectation(match)
    own, other = (
        (match.params.target - match.scores[player]) // STEP for player in (match.turn, 1 - match.turn)
    )
    best, rolling = winning(own, other)

    def at(points: int) -> int:
        return max(own - points // STEP, 0)

    if match.table:
        return _weighed(match, lambda points, left: best[at(points)][left])
    need = at(match.points)
    return _bank_if(match, best[need][match.left] > rolling[need][match.left] or need == 0)


def _weighed(match: Match, worth: Worth) -> dict[str, Any]:
    """Of the sets that may be kept the one of the greatest worth: of equal ones the fewest dice; of so many
    dice the most points, and of equal ones the lowest indexes."""
    roll = match.table
    count, points = max(
        choices(roll),
        key=lambda choice: worth(match.points + choice[1], len(roll) - choice[0] or DICE),
    )
    same = (dice for dice, value in keeps(roll) if len(dice) == count and value == points)
    return _keep(match, next(same))


def _keep(match: Match, dice: tuple[int, ...]) -> dict[str, Any]:
    return {"player": match.turn, "type": "keep", "dice": list(dice)}


def _bank_if(match: Match, wanted: bool) -> dict[str, Any]:
    """With nothing to bank every policy rolls."""
    return {"player": match.turn, "type": "bank" if wanted and match.points else "roll"}


_WEIGHING: Final[dict[str, Callable[[Match], dict[str, Any]]]] = {
    "expect/1": _by_expectation,
    "win/1": _by_chance,
}
