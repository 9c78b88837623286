"""The byte stream and its primitives (derivation.md sections 2 and 3)."""

from __future__ import annotations

import hashlib
import struct
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import Any, Final, TypeVar

from fairseed.derivation.errors import SeedError

T = TypeVar("T")

_BITS = 32  # of a word; the tests enumerate a smaller one
_BLOCK: Final = struct.Struct(">8I")
_IPAD: Final = bytes(b ^ 0x36 for b in range(256))
_DENSE: Final = 2**16
_OPAD: Final = bytes(b ^ 0x5C for b in range(256))


def hmac_states(key: bytes) -> tuple[Any, Any]:
    """The inner and outer SHA-256 states of HMAC (RFC 2104) for a key of up to 64 bytes.

    Kept and copied for each block: twice as fast as `hmac.digest` a block.
    """
    if len(key) > 64:
        raise SeedError("key", "must be at most 64 bytes")
    padded = key.ljust(64, b"\0")
    return hashlib.sha256(padded.translate(_IPAD)), hashlib.sha256(padded.translate(_OPAD))


class _Words:
    """All words of one stream drawn so far; grows a block at a time and never changes."""

    __slots__ = ("_inner", "_outer", "_prefix", "words")

    def __init__(self, inner: Any, outer: Any, prefix: bytes) -> None:
        self._inner = inner
        self._outer = outer
        self._prefix = prefix
        self.words: list[int] = []

    def upto(self, count: int) -> list[int]:
        """The words, at least `count` of them."""
        words = self.words
        if len(words) < count:
            first, behind = len(words) >> 3, (count + 7) >> 3
            if behind - first == 1:
                words += _BLOCK.unpack(self.digest(first))
            else:
                words += struct.unpack(f">{8 * (behind - first)}I", self._digests(first, behind))
        return words

    def _digests(self, first: int, behind: int) -> bytes:
        """Several blocks: the label is absorbed once more, so that a block hashes its cursor only."""
        labelled = self._inner.copy()
        labelled.update(self._prefix)
        copy_inner, copy_outer = labelled.copy, self._outer.copy
        blocks = []
        for cursor in range(first, behind):
            inner = copy_inner()
            inner.update(b"%d" % cursor)
            outer = copy_outer()
            outer.update(inner.digest())
            blocks.append(outer.digest())
        return b"".join(blocks)

    def digest(self, cursor: int) -> bytes:
        inner = self._inner.copy()
        inner.update(self._prefix + b"%d" % cursor)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()  # type: ignore[no-any-return]


class Stream:
    """An immutable position in the stream of one round.

    Every draw returns its value and the position behind it, so drawing twice
    from one position gives the same value. Not to be shared between threads.
    """

    __slots__ = ("_source", "index")

    def __init__(self, source: _Words, index: int = 0) -> None:
        self._source = source
        self.index = index

    @classmethod
    def of_states(cls, inner: Any, outer: Any, prefix: bytes) -> Stream:
        return cls(_Words(inner, outer, prefix))

    @classmethod
    def of_label(cls, key: bytes, label: bytes) -> Stream:
        """The general stream of section 7: `block(c) = HMAC-SHA256(key, label ":" c)`."""
        return cls.of_states(*hmac_states(key), label + b":")

    def block(self, cursor: int) -> bytes:
        """Block `cursor` of the stream, 32 bytes, wherever this position is."""
        return self._source.digest(cursor)

    def words(self, count: int) -> tuple[list[int], Stream]:
        """The next `count` words."""
        end = self.index + count
        return self._source.upto(end)[self.index : end], Stream(self._source, end)

    def bytes(self, count: int) -> tuple[bytes, Stream]:
        """The next `count` bytes; a word begun counts as drawn."""
        words, after = self.words((count + 3) // 4)
        return struct.pack(f">{len(words)}I", *words)[:count], after

    def uniform(self, n: int) -> tuple[int, Stream]:
        """An integer uniform on 0 … n−1, 1 ≤ n ≤ 2^32, exact by rejection (section 3)."""
        if not 1 <= n <= 2**32:
            raise SeedError("n", "must be from 1 to 2^32")
        if n == 1:
            return 0, self
        words, at = self._source.upto(self.index + 1), self.index + 1
        mask = (1 << _BITS) - 1
        product = words[self.index] * n
        if product & mask < n:
            threshold = (mask + 1) % n
            while product & mask < threshold:
                words, at = self._source.upto(at + 1), at + 1
                product = words[at - 1] * n
        return product >> _BITS, Stream(self._source, at)

    def uint64(self) -> tuple[int, Stream]:
        """`high word · 2^32 + low word`."""
        (high, low), after = self.words(2)
        return high << 32 | low, after

    def shuffle(self, items: Sequence[T]) -> tuple[list[T], Stream]:
        """Fisher–Yates, forward, no draw for the last place."""
        deck = list(items)
        return deck, self._exchange(deck, len(deck) - 1)

    def sample(self, n: int, k: int) -> tuple[list[int], Stream]:
        """The first k places of `shuffle(0 … n−1)`, drawing only for those."""
        if not 0 <= k <= n:
            raise SeedError("k", "must be from 0 to n")
        if n > _DENSE:
            return self._sparse_sample(n, k)
        pool = list(range(n))
        after = self._exchange(pool, min(k, n - 1))
        return pool[:k], after

    def _sparse_sample(self, n: int, k: int) -> tuple[list[int], Stream]:
        """The same sample in memory of k: only places that an exchange touched are kept."""
        moved: dict[int, int] = {}
        sample, here = [], self
        for i in range(k):
            drawn, here = here.uniform(n - i)
            j = i + drawn
            sample.append(moved.get(j, j))
            moved[j] = moved.get(i, i)
        return sample, here

    def choice(self, weights: Sequence[int]) -> tuple[int, Stream]:
        """The index of a weighted choice among integer weights of a positive sum."""
        if any(weight < 0 for weight in weights) or sum(weights) < 1:
            raise SeedError("weights", "must not be negative, and their sum must be from 1 to 2^32")
        drawn, after = self.uniform(sum(weights))
        return bisect_right(list(accumulate(weights)), drawn), after

    def _exchange(self, deck: list[Any], steps: int) -> Stream:
        """The first `steps` exchanges of a shuffle, in place: `uniform` for many at once.

        All words are multiplied in C and the 64-bit products split by packing. A word is
        rejected only where the low half is below `2^32 mod n < n`; as soon as any low half
        is below the greatest n, the draws are made one by one instead.
        """
        size, start = len(deck), self.index
        if steps < 1:
            return self
        words = self._source.upto(start + steps)[start : start + steps]
        products = map(mul, words, range(size, size - steps, -1))
        halves = struct.unpack(f"<{2 * steps}I", struct.pack(f"<{steps}Q", *products))
        if min(halves[::2]) >= size:
            for i, high in enumerate(halves[1::2]):
                j = i + high
                deck[i], deck[j] = deck[j], deck[i]
            return Stream(self._source, start + steps)
        return self._exchange_one_by_one(deck, steps)

    def _exchange_one_by_one(self, deck: list[Any], steps: int) -> Stream:
        here = self
        for i in range(steps):
            drawn, here = here.uniform(len(deck) - i)
            deck[i], deck[i + drawn] = deck[i + drawn], deck[i]
        return here
