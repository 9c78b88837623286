"""Whether outcomes look like chance: exact counts, and Pearson's chi-square against exact chances.

A sample has a name (`dice`, `plinko/16`, `mines/5/3`) and cells. Counts and expected counts are whole
numbers, the latter in units of 1/`SCALE`; floating point begins behind them, in the statistic and its
p-value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, exp, lgamma, log
from typing import Any, Final

from games import GAMES, GameError
from games.cards import DECK
from games.limbo import chance
from games.numbers import fraction, hundredths

SCALE: Final = 2**64
# 10 001 rolls are 137 cells of 73.
ROLLS_PER_CELL: Final = 73
# Multipliers in hundredths at which a cell of limbo begins; the first cell lies below them.
LIMBO_EDGES: Final = (101, 110, 125, 150, 200, 300, 500, 1000, 2000, 5000, 10_000, 100_000)
LEAST_EXPECTED: Final = 5  # in each cell: below, the chi-square distribution says nothing
# A table's first hole card; with swaps and draws a final hand is the player's choice.
_DEALT: Final = {"holdem": 52, "short_deck": 36, "aof": 52, "omaha": 52, "omaha5": 52}


@dataclass(slots=True)
class Sample:
    """Counts by cell. `expected` is given by cell where it depends on the rounds' params (limbo)."""

    counts: list[int]
    expected: list[int] | None = None

    def add(self, other: Sample) -> None:
        self.counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]
        if self.expected is not None and other.expected is not None:
            self.expected = [a + b for a, b in zip(self.expected, other.expected, strict=True)]

    def to_json(self) -> dict[str, Any]:
        return {"counts": self.counts} | ({} if self.expected is None else {"expected": self.expected})


@dataclass(slots=True)
class Samples:
    """All samples of an audit, by name. Their number is bounded by the games' params."""

    found: dict[str, Sample] = field(default_factory=dict)

    def of(self, name: str, cells: int, expected: bool = False) -> Sample:
        if name not in self.found:
            self.found[name] = Sample([0] * cells, [0] * cells if expected else None)
        return self.found[name]

    def add(self, other: Samples) -> None:
        for name, sample in other.found.items():
            self.of(name, len(sample.counts), sample.expected is not None).add(sample)

    def take(self, game: str, params: dict[str, Any], outcome: dict[str, Any]) -> None:
        """Counts a verified round by its outcome."""
        for name, cells, cell in cells_of(game, params, outcome):
            self.of(name, cells, name == "limbo").counts[cell] += 1
        if game == "limbo":
            self.expect_limbo(fraction("params.rtp", params.get("rtp", "0.98")), 1)

    def expect_limbo(self, rtp: Fraction, rounds: int) -> None:
        sample = self.of("limbo", len(LIMBO_EDGES) + 1, expected=True)
        if sample.expected is not None:
            sample.expected = [
                a + rounds * b for a, b in zip(sample.expected, _limbo_cells(rtp), strict=True)
            ]

    def to_json(self) -> dict[str, Any]:
        return {name: self.found[name].to_json() for name in sorted(self.found)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Samples:
        return cls({name: Sample(made["counts"], made.get("expected")) for name, made in value.items()})


@lru_cache(256)
def _limbo_cells(rtp: Fraction) -> tuple[int, ...]:
    """The chance of each cell of limbo in units of 2^−64, exactly."""
    above = [SCALE, *((chance(edge, rtp) * SCALE).numerator for edge in LIMBO_EDGES), 0]
    return tuple(a - b for a, b in pairwise(above))


def limbo_cell(multiplier: int) -> int:
    """The cell of a multiplier in hundredths."""
    return sum(multiplier >= edge for edge in LIMBO_EDGES)


def cells_of(game: str, params: dict[str, Any], outcome: dict[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Name of the sample, number of its cells, cell: what a round's outcome counts in."""
    if game == "dice":
        yield game, 137, hundredths("outcome.roll", outcome["roll"]) // ROLLS_PER_CELL
    elif game == "limbo":
        yield game, len(LIMBO_EDGES) + 1, limbo_cell(hundredths("outcome.multiplier", outcome["multiplier"]))
    elif game == "plinko":
        yield f"plinko/{params['rows']}", params["rows"] + 1, outcome["bin"]
    elif game == "mines":
        for cell in outcome["mines"]:
            yield f"mines/{params['size']}/{params['mines']}", params["size"] ** 2, cell
    elif game == "hilo":
        for card in outcome["cards"]:
            yield game, 52, DECK.index(card)
    elif game == "blackjack":
        yield game, 52, DECK.index(outcome["player_hands"][0]["cards"][0])
    elif game in _DEALT:
        size = _DEALT[game]
        first = min(outcome["hole"], key=int)
        yield game, size, DECK.index(outcome["hole"][first][0]) - (52 - size)


def expected_of(name: str, sample: Sample) -> list[Fraction]:
    """The exact expected count of each cell."""
    total = sum(sample.counts)
    if sample.expected is not None:
        return [Fraction(value, SCALE) for value in sample.expected]
    if name.startswith("plinko/"):
        rows = len(sample.counts) - 1
        return [Fraction(total * comb(rows, bin), 2**rows) for bin in range(rows + 1)]
    return [Fraction(total, len(sample.counts))] * len(sample.counts)


def judge(name: str, sample: Sample) -> dict[str, Any]:
    """`{"name", "counts", "chi_square", "degrees", "p"}`; the last three are None where a cell expects fewer
    than LEAST_EXPECTED. Cells of plinko and limbo that expect too few are joined with their neighbour."""
    counts, expected = _joined(sample.counts, expected_of(name, sample))
    document: dict[str, Any] = {"name": name, "counts": sample.counts}
    if len(counts) < 2 or min(expected) < LEAST_EXPECTED:
        return document | {"chi_square": None, "degrees": None, "p": None}
    squares = sum(((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True)), Fraction(0))
    if name.startswith("mines/"):
        # Cells of one board are drawn without replacement: their counts vary less, and not alone.
        cells, mines = len(sample.counts), int(name.split("/")[2])
        squares = squares * (cells - 1) / (cells - mines)
    degrees = len(counts) - 1
    p = upper_tail(degrees, float(squares))
    return document | {"chi_square": f"{float(squares):.4f}", "degrees": degrees, "p": f"{p:.6f}"}


def _joined(counts: list[int], expected: list[Fraction]) -> tuple[list[int], list[Fraction]]:
    """Neighbouring cells joined from the left until each expects enough; what is left joins the last."""
    if min(expected) >= LEAST_EXPECTED:
        return counts, expected
    joined: list[tuple[int, Fraction]] = []
    count, mean = 0, Fraction(0)
    for n, e in zip(counts, expected, strict=True):
        count, mean = count + n, mean + e
        if mean >= LEAST_EXPECTED:
            joined.append((count, mean))
            count, mean = 0, Fraction(0)
    if joined and (count or mean):
        joined[-1] = (joined[-1][0] + count, joined[-1][1] + mean)
    return [n for n, _ in joined], [e for _, e in joined]


def upper_tail(degrees: int, value: float) -> float:
    """P(chi-square of `degrees` ≥ value): the regularised incomplete gamma function Q(degrees/2, value/2), by
    its series below the mean and its continued fraction above (DLMF 8.11.4, 8.9.2)."""
    a, x = degrees / 2, value / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - scale * total)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 100_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * h


@lru_cache(4096)
def theoretical(game: str, params: tuple[tuple[str, Any], ...]) -> Fraction | None:
    """The theoretical RTP of a round, where it doesn't depend on how the player plays; else None."""
    if game not in ("dice", "limbo", "plinko", "mines"):
        return None
    rules = GAMES[game]
    try:
        read = rules.read_params(
            {name: list(value) if isinstance(value, tuple) else value for name, value in params}
        )
        return rules.rtp(read).value
    except (GameError, ZeroDivisionError):
        return None


def frozen(params: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Params as a key."""
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in params.items())
