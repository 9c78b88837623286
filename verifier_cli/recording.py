"""A source of random integers that keeps every step it takes (for `explain`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from fairseed.derivation import Stream

T = TypeVar("T")
WORD: Final = 2**32


@dataclass(frozen=True, slots=True)
class Try:
    """One word of `uniform(n)`: rejected where the low half of `w·n` is below the threshold."""

    index: int
    word: int
    product: int
    low: int
    rejected: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """One call of a primitive (derivation.md section 3): its words from `index` up to `end`.

    `n`, `threshold` and `tries` are of `uniform`; `swap` are the places that a step of a shuffle
    exchanges; `words` are those of `uint64`, `words` and `bytes`.
    """

    primitive: str
    index: int
    end: int
    result: Any
    n: int | None = None
    threshold: int | None = None
    tries: tuple[Try, ...] = ()
    swap: tuple[int, int] | None = None
    words: tuple[int, ...] = field(default=())


class Recorder:
    """A `RandomSource` over a stream; every position of it writes to the same list of draws."""

    __slots__ = ("draws", "stream")

    def __init__(self, stream: Stream, draws: list[Draw] | None = None) -> None:
        self.stream = stream
        self.draws: list[Draw] = [] if draws is None else draws

    def uniform(self, n: int) -> tuple[int, Recorder]:
        return self._uniform(n, None)

    def _uniform(self, n: int, place: int | None) -> tuple[int, Recorder]:
        value, after = self.stream.uniform(n)
        begin = self.stream.index
        words, _ = self.stream.words(after.index - begin)
        threshold = WORD % n
        tries = tuple(
            Try(begin + i, word, word * n, word * n % WORD, word * n % WORD < threshold)
            for i, word in enumerate(words)
        )
        swap = None if place is None else (place, place + value)
        self.draws.append(Draw("uniform", begin, after.index, value, n, threshold, tries, swap))
        return value, Recorder(after, self.draws)

    def uint64(self) -> tuple[int, Recorder]:
        value, after = self.stream.uint64()
        return value, self._drawn("uint64", value, after)

    def words(self, count: int) -> tuple[list[int], Recorder]:
        value, after = self.stream.words(count)
        return value, self._drawn("words", value, after)

    def bytes(self, count: int) -> tuple[bytes, Recorder]:
        value, after = self.stream.bytes(count)
        return value, self._drawn("bytes", value.hex(), after)

    def _drawn(self, primitive: str, result: Any, after: Stream) -> Recorder:
        begin = self.stream.index
        words, _ = self.stream.words(after.index - begin)
        self.draws.append(Draw(primitive, begin, after.index, result, words=tuple(words)))
        return Recorder(after, self.draws)

    def shuffle(self, items: Sequence[T]) -> tuple[list[T], Recorder]:
        """The stream's own shuffle; its steps are drawn once more, one by one, to be seen."""
        deck, _ = self.stream.shuffle(items)
        return deck, self._steps(len(deck), len(deck) - 1)

    def sample(self, n: int, k: int) -> tuple[list[int], Recorder]:
        cells, _ = self.stream.sample(n, k)
        return cells, self._steps(n, min(k, n - 1))

    def _steps(self, size: int, count: int) -> Recorder:
        here = self
        for place in range(count):
            _, here = here._uniform(size - place, place)
        return here
