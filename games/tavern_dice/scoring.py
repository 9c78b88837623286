"""What kept dice are worth (docs/rules/tavern_dice.md): the greatest partition wholly into groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import factorial
from typing import Final

DICE: Final = 6
SINGLES: Final = {1: 100, 5: 50}
STRAIGHTS: Final = {(1, 2, 3, 4, 5, 6): 1500, (2, 3, 4, 5, 6): 750, (1, 2, 3, 4, 5): 500}


Choice = tuple[int, int]  # how many dice are kept, and the greatest points of so many


def _alike() -> Iterator[tuple[tuple[int, ...], int]]:
    for face in range(1, DICE + 1):
        three = 1000 if face == 1 else 100 * face
        for count in range(3, DICE + 1):
            yield (face,) * count, three << (count - 3)


GROUPS: Final = (
    *(((face,), points) for face, points in SINGLES.items()),
    *_alike(),
    *STRAIGHTS.items(),
)


def score(dice: Sequence[int]) -> int | None:
    """Points of a set of dice, faces 1 to 6 in any order; None where it can't be partitioned wholly."""
    return _score(tuple(sorted(dice))) if dice else None


@cache
def _score(dice: tuple[int, ...]) -> int | None:
    """Of sorted dice: the group that holds the first die is one of a few, and the rest is a smaller set."""
    if not dice:
        return 0
    best: int | None = None
    for group, points in GROUPS:
        rest = _without(dice, group) if group[0] == dice[0] else None
        if rest is not None and (more := _score(rest)) is not None:
            best = max(best or 0, points + more)
    return best


def _without(dice: tuple[int, ...], group: tuple[int, ...]) -> tuple[int, ...] | None:
    rest = list(dice)
    for face in group:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)


def scores(roll: Sequence[int]) -> bool:
    """Whether some set of the dice is worth points: each straight holds a single that is, too."""
    return any(face in roll for face in SINGLES) or any(roll.count(face) >= 3 for face in roll)


@lru_cache(maxsize=1024)
def keeps(roll: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every set of dice of a roll that may be kept, as ascending indexes, with its points: by number of
    dice, then by indexes. Empty where no die scores."""
    return tuple(
        (places, points)
        for count in range(1, len(roll) + 1)
        for places in combinations(range(len(roll)), count)
        if (points := score([roll[place] for place in places])) is not None
    )


def most_valuable(roll: tuple[int, ...]) -> tuple[int, ...]:
    """The legal set of the most points; of equal ones the fewest dice, then the lowest indexes. The roll
    must have one."""
    return max(keeps(roll), key=lambda keep: keep[1])[0]  # max takes the first of equal ones


def choices(roll: Sequence[int]) -> tuple[Choice, ...]:
    """For each number of dice that can be kept, ascending, the greatest points."""
    best: dict[int, int] = {}
    for places, points in keeps(tuple(roll)):
        best[len(places)] = max(points, best.get(len(places), 0))
    return tuple(best.items())


@cache
def possible(count: int) -> frozenset[int]:
    """All points that some set of so many dice is worth."""
    return frozenset(points for dice in _hands(count) if (points := score(dice)) is not None)


@cache
def outcomes(count: int) -> tuple[tuple[int, tuple[Choice, ...]], ...]:
    """What a roll of so many dice offers: for each number of dice that can be kept the greatest points, with
    how many of the 6^count rolls offer exactly this. The rolls that offer nothing come first."""
    found: Counter[tuple[Choice, ...]] = Counter()
    for hand in _hands(count):
        rolls = factorial(count)
        for face in set(hand):
            rolls //= factorial(hand.count(face))
        found[choices(hand)] += rolls
    return tuple((rolls, offered) for offered, rolls in sorted(found.items()))


@cache
def _hands(count: int) -> tuple[tuple[int, ...], ...]:
    """Every roll of so many dice, sorted, once."""
    if count == 0:
        return ((),)
    return tuple(
        (*hand, face) for hand in _hands(count - 1) for face in range(hand[-1] if hand else 1, DICE + 1)
    )
