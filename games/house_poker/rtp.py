"""The exact return of the house games under a plain strategy (docs/rtp.md).

`counts.json` holds, for every main and second combination of five cards, how many pairs of a box's hand and a
disjoint hand of the dealer's the box wins, draws, loses, or finds the dealer without a game: 2,598,960 ·
1,533,939 pairs in all. `tests/games/house_counts.py` counts them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from games.base import Rtp, no_strategy
from games.house_poker.combinations import Name
from games.house_poker.table import BET, pays

if TYPE_CHECKING:
    from games.house_poker.russian import Params as RussianParams

PAIRS: Final = comb(52, 5) * comb(47, 5)
PLAIN: Final = "plain"
BOTH: Final = 1 + BET  # antes at stake once a box is played


class Row(NamedTuple):
    """Of pairs of hands in which the box has these combinations: how many end so."""

    main: Name | None
    second: Name | None
    win: int
    push: int
    lose: int
    no_game: int


@cache
def _rows() -> tuple[Row, ...]:
    return tuple(
        Row(*row) for row in json.loads(files("games.house_poker").joinpath("counts.json").read_bytes())
    )


def rows() -> Iterator[Row]:
    yield from _rows()


def russian(params: RussianParams, strategy: str | None = None) -> Rtp:
    """`plain`: no exchange, no sixth card; BET on ace-king or better, else fold; ANTE taken where the dealer
    has no game; a closed box bets. Antes are equal, and `max_win` cuts nothing."""
    no_strategy(strategy, PLAIN)
    seen = unseen = 0
    for row in rows():
        won = BET * (pays(row.main) + pays(row.second)) + (1 if params.ante_pays else 0)
        net = row.win * won + row.no_game - BOTH * row.lose
        unseen += net
        seen += net if row.main is not None else -sum(row[2:])
    closed = params.boxes // 3
    total = seen * (params.boxes - closed) + unseen * closed
    return Rtp(1 + Fraction(total, PAIRS * params.boxes), strategy=PLAIN)


def five_card(strategy: str | None = None) -> Rtp:
    """`plain`: no exchange; raise with ace-king or better, else fold. No param changes it."""
    no_strategy(strategy, PLAIN)
    net = 0
    for row in rows():
        if row.main is None:
            net -= sum(row[2:])
        else:
            net += row.win * (1 + BET * pays(row.main)) + row.no_game - BOTH * row.lose
    return Rtp(1 + Fraction(net, PAIRS), strategy=PLAIN)
