"""What dice are worth, against reference figures and a second way of reckoning."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from games.tavern_dice.scoring import choices, keeps, outcomes, possible, score, scores
from tests.support import shared

FACES = range(1, 7)


@cache
def plain(dice: tuple[int, ...]) -> int:
    """The greatest sum over all ways to part some sorted dice into groups; -10^9 where there is none."""
    if not dice:
        return 0
    found = [-(10**9)]
    for count in range(1, len(dice) + 1):
        for rest in combinations(range(1, len(dice)), count - 1):
            places = {0, *rest}
            group = tuple(dice[place] for place in sorted(places))
            left = tuple(die for place, die in enumerate(dice) if place not in places)
            if (points := worth(group)) is not None:
                found.append(points + plain(left))
    return max(found)


def worth(group: tuple[int, ...]) -> int | None:
    if group in ((1,), (5,)):
        return 100 if group == (1,) else 50
    if len(group) >= 3 and len(set(group)) == 1:
        return (1000 if group[0] == 1 else 100 * group[0]) * 2 ** (len(group) - 3)
    return {(1, 2, 3, 4, 5, 6): 1500, (2, 3, 4, 5, 6): 750, (1, 2, 3, 4, 5): 500}.get(group)


def test_every_set_of_dice_against_a_plain_search() -> None:
    for count in range(1, 7):
        for dice in product(FACES, repeat=count):
            if list(dice) == sorted(dice):
                expected = plain(dice)
                assert score(dice) == (expected if expected > 0 else None), dice
                assert scores(dice) == bool(keeps(dice))
                for left, points in choices(dice):
                    assert points in possible(left)


def test_the_distribution_of_the_best_score_is_the_reference() -> None:
    reference = json.loads(shared("data/reference/farkle_best_scores.json").read_text("utf-8"))
    for count, figures in reference["by_dice"].items():
        found: Counter[int] = Counter()
        hot = 0
        for rolls, offered in outcomes(int(count)):
            found[max((points for _, points in offered), default=0)] += rolls
            hot += rolls * any(kept == int(count) for kept, _ in offered)
        assert {str(points): rolls for points, rolls in found.items()} == figures["distribution"]
        assert sum(found.values()) == figures["rolls"]
        assert found[0] == figures["farkle_rolls_score_0"]
        assert hot == figures["hot_dice_rolls_all_dice_can_score"]
        mean = Fraction(sum(points * rolls for points, rolls in found.items()), figures["rolls"])
        assert mean == Fraction(figures["expected_best"])
    for faces, points in reference["examples"].items():
        best = max((points for _, points in keeps(tuple(map(int, faces)))), default=0)
        assert best == points, faces


def test_what_a_roll_offers_is_what_all_rolls_offer() -> None:
    """The grouped outcomes against every single roll of up to four dice."""
    for count in range(1, 5):
        found = Counter(choices(roll) for roll in product(FACES, repeat=count))
        assert {offered: rolls for rolls, offered in outcomes(count)} == found
