"""Seat seeds and the chains that commit to them (docs/spec/derivation.md section 6).

A seat joins with the head of a reverse hash chain and gives one link a hand: it can't choose its
seed after seeing anything of the server's, and the server can't know it before.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from fairseed.commitments.errors import CommitmentError
from fairseed.derivation import SeedError, encode_client_seed

LENGTH: Final = 10_000

_HEX64 = re.compile(r"[0-9a-f]{64}")
_SEAT = re.compile(r"0|[1-9][0-9]{0,15}")
_STRIDE: Final = 128  # every so many links one is kept; a link costs fewer hashes than this


def previous(link: str) -> str:
    """`a_(i−1)` of `a_i`: lowercase hex SHA-256 of its 64 ASCII characters."""
    if not isinstance(link, str) or not _HEX64.fullmatch(link):
        raise CommitmentError("link", "must be 64 lowercase hexadecimal characters")
    return _hash(link)


def check_link(link: str, head: str) -> None:
    """Raises CommitmentError unless `link` is the one after `head`, the link before it."""
    if previous(link) != head:
        raise CommitmentError("link", "does not hash to the link before it")


class SeatChain:
    """A seat's chain: `link(0)` is the head it joins with, `link(1)` … `link(length)` its seeds.

    The secret is `a_N`, 64 lowercase hex characters, and every link not yet given: no text form
    shows one, and a chain is never pickled or copied. `expose()` is called only where the secret is
    stored encrypted.
    """

    __slots__ = ("_kept", "head", "length")

    def __init__(self, secret: str, length: int = LENGTH) -> None:
        if not isinstance(secret, str) or not _HEX64.fullmatch(secret):
            raise CommitmentError("secret", "must be 64 lowercase hexadecimal characters")
        if type(length) is not int or length < 1:
            raise CommitmentError("length", "must be over 0")
        self.length = length
        # _kept[k] is link length − k·_STRIDE: a hundredth of the memory of all of them.
        self._kept = []
        link = secret
        for distance in range(length):
            if distance % _STRIDE == 0:
                self._kept.append(link)
            link = _hash(link)
        self.head = link

    @classmethod
    def generate(cls, length: int = LENGTH) -> SeatChain:
        """A chain of a secret of the operating system's generator."""
        return cls(os.urandom(32).hex(), length)

    def link(self, index: int) -> str:
        """`a_index`, 0 … length; index 0 is the head."""
        if type(index) is not int or not 0 <= index <= self.length:
            raise CommitmentError(
                "link", "must be an integer from {least} to {most}", least=0, most=self.length
            )
        if index == 0:
            return self.head
        kept, steps = divmod(self.length - index, _STRIDE)
        link = self._kept[kept]
        for _ in range(steps):
            link = _hash(link)
        return link

    def expose(self) -> str:
        """The secret's text, `a_N`."""
        return self._kept[0]

    def __repr__(self) -> str:
        return f"SeatChain(head={self.head!r}, length={self.length})"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CommitmentError("chain", "a secret is never pickled or copied")


def table_client_seed(client_seeds: Mapping[int, str] | Mapping[str, str]) -> str:
    """Lowercase hex SHA-256 of `seat:client_seed` of each participant, seats ascending as numbers,
    joined by line feeds. Seats are integers, or decimal texts as in a record. Raises SeedError."""
    if not client_seeds:
        raise SeedError("client_seeds", "must hold the seed of at least one seat")
    lines: dict[int, bytes] = {}
    for seat, seed in client_seeds.items():
        field = f"client_seeds.{seat}"
        if type(seat) is bool or not isinstance(seat, int | str) or not _SEAT.fullmatch(str(seat)):
            raise SeedError(field, "a seat must be a decimal integer, without sign or leading zeros")
        if int(seat) in lines:
            raise SeedError(field, "this seat has two seeds")
        lines[int(seat)] = b"%d:%s" % (int(seat), _encoded(field, seed))
    return hashlib.sha256(b"\n".join(lines[seat] for seat in sorted(lines))).hexdigest()


def _encoded(field: str, seed: str) -> bytes:
    try:
        encoded = encode_client_seed(seed)
    except SeedError as error:
        raise SeedError(field, error.rule) from None
    if b"\n" in encoded:
        raise SeedError(field, "a seat's seed must not hold a line feed")
    return encoded


def _hash(link: str) -> str:
    return hashlib.sha256(link.encode("ascii")).hexdigest()
