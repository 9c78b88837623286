"""The random part of many rounds of one seed pair at once.

Every function gives exactly what the one-round path gives (`SeedPair.stream`), for any nonces in any order.
What the kernels don't take goes that path itself: a message that doesn't end in its own block, nonces from
2^32 on, and every round in which a draw is rejected (docs/audit.md). Without numba all rounds do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairseed.audit.sha256 import compress, key_states
from fairseed.derivation import SeedPair, Stream
from games.limbo import LEAST, MOST, drawn_multiplier

Array = NDArray[Any]
Draw = Callable[[Stream], Any]

_BUFFER: Final = 2**18  # words that are worked on at once, so that they stay in the processor's cache
_LONGEST: Final = 55  # bytes of a message that leave room for the padding in one block


def _load_kernels() -> ModuleType | None:
    try:
        from fairseed.audit import kernels
    except ImportError:
        return None
    return kernels


class Bulk:
    """Draws of the streams of one key: by a seed pair, or `of_label` as of section 7.

    `nonces` is an array of unsigned 64-bit integers; the first axis of a result is its. `kernels=False` goes
    the one-round path everywhere.
    """

    def __init__(self, pair: SeedPair, kernels: bool = True) -> None:
        self._setup(pair.server_seed.key(), pair.client_seed.encode(), pair.stream, kernels)

    @classmethod
    def of_label(cls, key: bytes, label: bytes, kernels: bool = True) -> Bulk:
        """The streams of `label ":" nonce` (derivation.md section 7), for a key of up to 64 bytes."""
        bulk = cls.__new__(cls)
        bulk._setup(key, label, lambda nonce: Stream.of_label(key, label + b":%d" % nonce), kernels)
        return bulk

    def _setup(self, key: bytes, label: bytes, stream: Callable[[int], Stream], kernels: bool) -> None:
        self._stream = stream
        self._kernels = _load_kernels() if kernels else None
        inner, outer = key_states(key)
        prefix = label + b":"
        whole = len(prefix) // 64 * 64
        for at in range(0, whole, 64):
            inner = compress(inner, prefix[at : at + 64])
        self._absorbed, self._prefix = 64 + whole, prefix[whole:]
        self._inner, self._outer = np.array(inner, np.uint32), np.array(outer, np.uint32)

    @property
    def compiled(self) -> bool:
        """Whether kernels are used at all."""
        return self._kernels is not None

    def words(self, nonces: Array, count: int) -> Array:
        """The first `count` words of each stream: uint32, rounds by `count`."""
        out = np.empty((len(nonces), count), np.uint32)

        def kernel(k: Any, words: Array, size: int, part: Array, _slow: Array) -> None:
            k.streams(words, size, count, part.reshape(-1))

        return self._draw(nonces, count, out, kernel, lambda stream: stream.words(count)[0])

    def uniform(self, nonces: Array, n: int, count: int = 1) -> Array:
        """`count` times `uniform(n)`: uint32, rounds by `count`."""
        out = np.empty((len(nonces), count), np.uint32)

        def kernel(k: Any, words: Array, size: int, part: Array, slow: Array) -> None:
            k.equal_draws(words, size, n, 2**32 % n, count, part.reshape(-1), slow)

        def draw(stream: Stream) -> list[int]:
            drawn = []
            for _ in range(count):
                value, stream = stream.uniform(n)
                drawn.append(value)
            return drawn

        return self._draw(nonces, count, out, kernel, draw)

    def dice(self, nonces: Array) -> Array:
        """The roll in hundredths: uint32."""
        return self.uniform(nonces, 10001)[:, 0]

    def hilo(self, nonces: Array, cards: int) -> Array:
        """The first cards, 0 … 51: uint32, rounds by `cards`."""
        return self.uniform(nonces, 52, cards)

    def plinko(self, nonces: Array, rows: int) -> Array:
        """The path: uint32, bit r set where row r goes right."""
        out = np.empty(len(nonces), np.uint32)

        def kernel(k: Any, words: Array, size: int, part: Array, _slow: Array) -> None:
            k.bit_draws(words, size, rows, part)

        def draw(stream: Stream) -> int:
            words, _ = stream.words(rows)
            return sum((word >> 31) << row for row, word in enumerate(words))

        return self._draw(nonces, rows, out, kernel, draw)

    def limbo(self, nonces: Array, rtp: Fraction) -> Array:
        """The multiplier in hundredths: uint32."""
        out = np.empty(len(nonces), np.uint32)
        bound = rtp.numerator * 100 * 2**64 // rtp.denominator
        capped, over = bound // MOST - 1, bound // (LEAST + 1)

        def kernel(k: Any, words: Array, size: int, part: Array, _slow: Array) -> None:
            high, low = np.uint64(bound >> 64), np.uint64(bound % 2**64)
            k.limbo_draws(words, size, high, low, MOST, np.uint64(capped), np.uint64(over), part)

        def draw(stream: Stream) -> int:
            return drawn_multiplier(stream.uint64()[0], rtp)

        return self._draw(nonces, 2, out, kernel if capped >= 0 and over < 2**64 else None, draw)

    def mines(self, nonces: Array, size: int, mines: int) -> Array:
        """The mined cells: uint64, bit c set where cell c is a mine."""
        cells = size**2
        out = np.empty(len(nonces), np.uint64)
        least = _thresholds(cells, min(mines, cells - 1))

        def kernel(k: Any, words: Array, size: int, part: Array, slow: Array) -> None:
            k.sampled(words, size, cells, least, part, slow)

        def draw(stream: Stream) -> int:
            return sum(1 << cell for cell in stream.sample(cells, mines)[0])

        return self._draw(nonces, len(least), out, kernel if mines < cells <= 64 else None, draw)

    def shuffle(self, nonces: Array, items: Array) -> Array:
        """Shuffles of `items` (uint8 or uint16): rounds by items. A deck, a shoe, a table's slots."""
        out = np.empty((len(nonces), len(items)), items.dtype)
        least = _thresholds(len(items), len(items) - 1)
        listed = items.tolist()

        def kernel(k: Any, words: Array, size: int, part: Array, slow: Array) -> None:
            k.shuffled(words, size, items, least, part.reshape(-1), slow)

        return self._draw(nonces, len(least), out, kernel, lambda stream: stream.shuffle(listed)[0])

    def _draw(self, nonces: Array, count: int, out: Array, kernel: Any, draw: Draw) -> Array:
        """Fills `out`: by the kernel where it can be, by `draw` on the round's stream elsewhere."""
        # One array type, whatever was given: each other one would be compiled anew.
        nonces = np.require(nonces, np.uint64, ["C", "W"])
        slow = np.ones(len(nonces), np.uint8)
        if self._kernels is not None and kernel is not None and count:
            blocks = (count + 7) // 8
            step = max(1, _BUFFER // (8 * blocks * self._kernels.TILE)) * self._kernels.TILE
            words = np.empty(8 * blocks * step, np.uint32)
            for first, last, digits in _runs(nonces):
                tails = self._tails(digits, blocks)
                if tails is None:
                    continue
                for start in range(first, last, step):
                    part = slice(start, min(start + step, last))
                    self._kernels.fill(
                        nonces[part], digits, len(self._prefix), tails, self._inner, self._outer, words
                    )
                    slow[part] = 0
                    kernel(self._kernels, words, 8 * blocks, out[part], slow[part])
        for i in np.flatnonzero(slow).tolist():
            out[i] = draw(self._stream(int(nonces[i])))
        return out

    def _tails(self, digits: int, blocks: int) -> Array | None:
        """The last block of each cursor's message, the nonce's digits left 0; None where one has no room."""
        made = b""
        for cursor in range(blocks):
            text = self._prefix + b"\0" * digits + b":%d" % cursor
            if len(text) > _LONGEST:
                return None
            made += (text + b"\x80").ljust(56, b"\0") + (8 * (self._absorbed + len(text))).to_bytes(8, "big")
        return np.frombuffer(made, ">u4").astype(np.uint32)


def _thresholds(n: int, draws: int) -> Array:
    """`2^32 mod (n − i)` for each draw i."""
    return np.array([2**32 % (n - i) for i in range(draws)], np.uint32)


def _runs(nonces: Array) -> Iterator[tuple[int, int, int]]:
    """Stretches of nonces under 2^32 that are written with one number of digits: first, behind, digits."""
    powers = np.array([10**k for k in range(1, 10)] + [2**32], np.uint64)
    digits = np.searchsorted(powers, nonces, side="right") + 1
    edges = np.flatnonzero(np.diff(digits)) + 1
    for first, last in zip([0, *edges.tolist()], [*edges.tolist(), len(nonces)], strict=True):
        if first < last and digits[first] <= 10:
            yield first, last, int(digits[first])
