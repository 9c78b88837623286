"""What a turn is worth, in integers: expected points, and the chance to win (docs/bots.md).

Both go backwards from many points of the turn to few: a roll is the mean of the best that each of its
outcomes offers, cut to a whole unit, and the best is to bank or to roll again.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from games.errors import GameError
from games.tavern_dice.params import STEP
from games.tavern_dice.scoring import DICE, outcomes

POINT: Final = 1 << 16  # units of one expected point
ENOUGH: Final = 20_000  # turn points from which on nobody rolls again for points
ONE: Final = 1 << 30  # units of certainty
MOST: Final = 80  # steps of 50 points to the target that the table of chances has
DIGEST: Final = "488a0cf6bd485fb00ac59d3934d6c1e35558b9e6a5d32c75e5e325946dda80b9"

_Row = list[int]  # by number of dice to roll; 0 is not used
_Offers = list[tuple[int, list[tuple[int, int]]]]


@cache
def _offers(count: int) -> tuple[int, _Offers]:
    """Of all rolls of so many dice: how many offer nothing; of others (rolls, [(dice left, steps), …])."""
    nothing, *others = outcomes(count)
    return nothing[0], [
        (rolls, [(count - kept or DICE, points // STEP) for kept, points in offered])
        for rolls, offered in others
    ]


def _rolled(values: list[_Row], at: int, step: int, nothing: int) -> _Row:
    """What it is worth to roll 0 to 6 dice: the mean over all rolls of the best value at `at + step · steps`
    with the dice left, `nothing` where no die scores; cut."""
    row = [0]
    for count in range(1, DICE + 1):
        none, offers = _offers(count)
        total = none * nothing
        for rolls, offered in offers:
            total += rolls * max([values[at + step * steps][left] for left, steps in offered])
        row.append(total // DICE**count)
    return row


@cache
def expected() -> tuple[list[_Row], list[_Row]]:
    """By steps of 50 turn points, then by dice to roll: the best of banking and rolling, and what rolling
    alone is worth, in units of 1/65536 point; from `ENOUGH` on all is banked."""
    last = ENOUGH // STEP
    most = 8000 // STEP  # of one keep
    best: list[_Row] = [[steps * STEP * POINT] * (DICE + 1) for steps in range(last + most)]
    rolling: list[_Row] = [[0] * (DICE + 1) for _ in range(last)]
    for steps in reversed(range(last)):
        rolling[steps] = _rolled(best, steps, 1, 0)
        banked = steps * STEP * POINT
        best[steps] = [max(banked, value) for value in rolling[steps]]
    return best, rolling


@cache
def chances() -> tuple[int, ...]:
    """The published table: at `(own − 1) · 80 + other − 1` the chance of who begins a turn, both needs in
    steps of 50 points, in units of 2^-30."""
    text = resources.files("games.tavern_dice").joinpath("chances.b64").read_text("ascii")
    data = base64.b64decode(text)
    if hashlib.sha256(data).hexdigest() != DIGEST:
        raise GameError("chances", "the file is not the published table")
    return tuple(int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4))


@lru_cache(maxsize=512)
def winning(own: int, other: int) -> tuple[list[_Row], list[_Row]]:
    """For a turn of who needs `own` steps against `other`: by steps still needed, then by dice to roll, the
    best of banking and rolling, and rolling alone."""
    table = chances()
    lost = ONE - table[(other - 1) * MOST + own - 1]
    banked = [ONE - table[(other - 1) * MOST + need - 1] for need in range(1, own)]
    return turn(banked, lost)


def turn(banked: list[int], lost: int) -> tuple[list[_Row], list[_Row]]:
    """`banked`: the chance where 1, 2, … steps are left behind the bank; `lost`: where the turn's points are.
    The last row of what is given back is that of the turn's beginning, where there is nothing to bank."""
    most = 8000 // STEP
    best: list[_Row] = [[ONE] * (DICE + 1)] * (most + 1)  # at index most + need; need 0 and under: won
    rolling: list[_Row] = [[ONE] * (DICE + 1)]
    for need, bank in enumerate([*banked, 0], 1):
        row = _rolled(best, most + need, -1, lost)
        rolling.append(row)
        best.append([max(bank, value) for value in row])
    return best[most:], rolling


def solve(most: int = MOST) -> list[int]:
    """The table of chances for needs up to `most` steps, in the order of `chances`: by ascending sum of both
    needs, each pair again and again, from one half, until nothing changes."""
    table = [ONE // 2] * (most * most)
    for total in range(2, 2 * most + 1):
        for own in range(max(1, total - most), total // 2 + 1):
            other = total - own
            here, there = (own - 1) * most + other - 1, (other - 1) * most + own - 1
            known = [ONE - table[(other - 1) * most + need - 1] for need in range(1, own)]
            across = [ONE - table[(own - 1) * most + need - 1] for need in range(1, other)]
            before = (-1, -1)
            while before != (before := (table[here], table[there])):
                table[here] = turn(known, ONE - table[there])[1][-1][DICE]
                table[there] = turn(across, ONE - table[here])[1][-1][DICE]
    return table
