"""What becomes of the chips (docs/rules/poker.md, Pots and rake): uncalled chips, pots, rake, odd chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import UNSET

from games.poker.params import Rake

PERCENT = {"none": 0, "six_percent": 6}


@dataclass(frozen=True, slots=True)
class Pot:
    """`winners`: index → chips, net of rake."""

    amount: int
    rake: int
    winners: dict[int, int]


def uncalled(totals: Sequence[int]) -> tuple[int, int] | None:
    """Who put in more than anybody else, folded seats included, and by how much."""
    second, most = sorted(totals)[-2:]
    return (totals.index(most), most - second) if most > second else None


def levels(matched: Sequence[int], live: Sequence[int], carried: int) -> list[tuple[int, list[int]]]:
    """The pots, main pot first, each with the live seats that contend for it. A level is the total of
    a live seat; folded chips fall into the levels that they reach."""
    pots: list[tuple[int, list[int]]] = []
    below = 0
    steps = sorted({matched[index] for index in live})
    for step in steps:
        top = step if step != steps[-1] else max(matched)
        amount = sum(min(total, top) - min(total, below) for total in matched)
        amount += carried if not pots else 0
        pots.append((amount, [index for index in live if matched[index] >= step]))
        below = step
    return [pot for pot in pots if pot[0]]


def raked(amounts: Sequence[int], rake: Rake, dealt_in: int, flop: bool) -> list[int]:
    """The rake of each pot: that of pots 1 … k together is cut once, and pot k bears the difference."""
    if rake.preset == "heads_up_three":
        percent = 1 if dealt_in == 2 else 3
    else:
        percent = PERCENT[rake.preset] if flop else 0
    shares = []
    sum_of, taken = 0, 0
    for amount in amounts:
        sum_of += amount
        due = sum_of * percent // 100
        if rake.cap is not UNSET:
            due = min(due, rake.cap)
        shares.append(due - taken)
        taken = due
    return shares


def share(
    pots: Sequence[tuple[int, list[int]]], rakes: Sequence[int], best: Callable[[list[int]], list[int]]
) -> list[Pot]:
    """Each pot to the best of its contenders (`best` keeps their order). Odd chips go one by one from
    the first left of the button, the order in which indices stand."""
    shared = []
    for (amount, contenders), rake in zip(pots, rakes, strict=True):
        winners = best(contenders)
        each, odd = divmod(amount - rake, len(winners))
        parts = {index: each + (place < odd) for place, index in enumerate(winners)}
        shared.append(Pot(amount, rake, {index: chips for index, chips in parts.items() if chips}))
    return shared
