"""Hand ranking's part of `make bench`: hands a second against evaluators in use.

Our cards are texts, as records have them. treys gets its own numbers, made beforehand; phevaluator, written
in C, gets texts, and in one row its own numbers straight into C. Every hand has been met before, as nearly
all have after some hundred thousand; what the first meeting costs is a row of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import treys
from phevaluator import Card, _pheval, evaluate_cards, evaluate_omaha_cards

from games.cards import DECK
from games.cards.ranking import STANDARD, Ranking

HANDS = 5_000
Work = Callable[[], object]
Ratio = Callable[[Work, Work], float]


def each(evaluate: Callable[..., int], hands: Sequence[Sequence[object]]) -> Work:
    """Work that evaluates every hand."""

    def work() -> None:
        for hand in hands:
            evaluate(*hand)

    return work


def rows(ratio: Ratio) -> Iterator[tuple[str, float, str]]:
    """What was compared, how many times as fast ours is, the target."""
    chance = random.Random(1)
    seven = [chance.sample(DECK, 7) for _ in range(HANDS)]
    ours = each(STANDARD.evaluate, [[hand] for hand in seven])

    numbers = [[treys.Card.new(card) for card in hand] for hand in seven]
    theirs = each(treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in numbers])
    yield "hold'em hands, against treys", ratio(ours, theirs), "at least 8.0"
    yield "hold'em hands, against phevaluator", ratio(ours, each(evaluate_cards, seven)), "at least 3.0"
    numbers = [[Card.to_id(card) for card in hand] for hand in seven]
    yield (
        "hold'em hands, against its C alone",
        ratio(ours, each(_pheval.evaluate_7cards, numbers)),
        "none, it is the limit",
    )

    def first() -> None:
        each(Ranking(STANDARD.order).evaluate, [[hand] for hand in seven])()

    yield "hold'em hands, seconds when first met against again", 1 / ratio(first, ours), "at most 20"

    nine = [chance.sample(DECK, 9) for _ in range(HANDS)]
    ours = each(STANDARD.evaluate_omaha, [(hand[5:], hand[:5]) for hand in nine])
    yield "Omaha hands, against phevaluator", ratio(ours, each(evaluate_omaha_cards, nine)), "at least 0.4"
