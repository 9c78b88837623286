"""What the table games differ in, as data (docs/rules/poker.md, Tables)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from games.base import read
from games.cards import deck
from games.cards.ranking import SHORT_DECK, STANDARD, Ranking, Value, turkish
from games.errors import FormatError
from games.poker.actions import ALL_IN, BETTING, DRAW, POWERS, Action, read_action
from games.poker.params import BlindParams, NaikoParams, Params, Table, TurkishParams

AOF_BIG_BLINDS: Final = 10
# Cards that a Turkish deck must have beside five a seat: a whole draw of the first to draw.
SPARE: Final = 4


@dataclass(frozen=True)
class Variant:
    """A table game. `streets`: how many cards come on the board before each further round."""

    name: str
    hole: int = 2
    params_type: type[Any] = BlindParams
    limits: tuple[str, ...] = ("no",)
    most_seats: int = 9
    kinds: dict[str, type[Any]] = field(default_factory=lambda: BETTING)
    omaha: bool = False  # a hand is exactly two hole and three board cards
    streets: tuple[int, ...] = (3, 1, 1)

    def read_params(self, raw: object) -> Params:
        params: Params = read(self.params_type, raw, "params")
        if params.limit not in self.limits:
            raise FormatError("params.limit", "{game} is not offered with this limit", game=self.name)
        return params

    def params_dict(self, params: Params) -> dict[str, Any]:
        """Every param written out, as a record holds it."""
        return msgspec.to_builtins(params)  # type: ignore[no-any-return]

    def read_action(self, raw: object, where: str = "action") -> Action:
        return read_action(raw, self.kinds, self.name, where)

    def check_table(self, params: Params, table: Table) -> None:
        """What makes a table impossible. FormatError."""
        if not 2 <= len(table.stacks) <= self.most_seats:
            raise FormatError("table.stacks", "must name from 2 to {most} seats", most=self.most_seats)
        if self.name == "aof" and isinstance(params, BlindParams):
            exact = AOF_BIG_BLINDS * params.big_blind
            for seat, stack in table.stacks.items():
                if stack != exact:
                    raise FormatError(f"table.stacks.{seat}", "must be exactly {exact}", exact=exact)
        size, least = len(self.deck(params)), self.hole * len(table.stacks) + SPARE
        if size < least:
            raise FormatError(
                "params.lowest_rank", "leaves {size} cards, and {least} are needed", size=size, least=least
            )

    def deck(self, params: Params) -> tuple[str, ...]:
        """The deck in order."""
        if isinstance(params, TurkishParams):
            return deck(params.lowest_rank)
        return deck("6" if self.name == "short_deck" else "2")

    def ranking(self, params: Params) -> Ranking:
        if isinstance(params, TurkishParams):
            return turkish(params.lowest_rank, params.flush_ties)
        return SHORT_DECK if self.name == "short_deck" else STANDARD

    def value(self, params: Params, hole: Sequence[str], board: Sequence[str]) -> Value:
        """What a hand is worth at the showdown; greater is better."""
        ranking = self.ranking(params)
        return ranking.evaluate_omaha(hole, board) if self.omaha else ranking.evaluate([*hole, *board])


VARIANTS: Final[dict[str, Variant]] = {
    variant.name: variant
    for variant in (
        Variant("holdem"),
        Variant("short_deck"),
        Variant("aof", most_seats=6, kinds=ALL_IN),
        Variant("omaha", hole=4, limits=("no", "pot"), omaha=True),
        Variant("omaha5", hole=5, limits=("no", "pot"), most_seats=8, omaha=True),
        Variant("naiko", params_type=NaikoParams, kinds=BETTING | POWERS),
        Variant("turkish", hole=5, params_type=TurkishParams, most_seats=5, kinds=BETTING | DRAW, streets=()),
    )
}
