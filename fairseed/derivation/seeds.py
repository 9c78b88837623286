"""Seeds, nonces and their constraints (derivation.md section 1)."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Any, Final, NoReturn

from fairseed.derivation.errors import SeedError
from fairseed.derivation.stream import Stream, hmac_states
from fairseed.derivation.text import client_seed_faults

SCHEME: Final = "fairseed-v1"
MAX_RECORD_NONCE: Final = 2**53 - 1
MAX_NONCE: Final = 2**63 - 1
MAX_CLIENT_SEED: Final = 64

_HEX64 = re.compile(r"[0-9a-f]{64}")
_DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")
_HIDDEN = "<secret>"


class ServerSeed:
    """A server seed: 64 lowercase hex characters that no text form ever shows.

    `repr`, `str`, `format`, JSON and log forms are `<secret>`; it can't be
    pickled or copied out. `expose()` is the only way to its text and is called
    only where the seed is stored encrypted or revealed.
    """

    __slots__ = ("_hash", "_text")

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or not _HEX64.fullmatch(text):
            raise SeedError("server_seed", "must be 64 lowercase hexadecimal characters")
        self._text = text
        self._hash = hashlib.sha256(text.encode("ascii")).hexdigest()

    @classmethod
    def generate(cls) -> ServerSeed:
        """32 bytes of the operating system's generator."""
        return cls(os.urandom(32).hex())

    @property
    def hash(self) -> str:
        """`server_seed_hash`: lowercase hex SHA-256 of the 64 ASCII characters."""
        return self._hash

    def expose(self) -> str:
        """The seed's text."""
        return self._text

    def key(self) -> bytes:
        """The HMAC key: the 64 ASCII characters, not the 32 bytes."""
        return self._text.encode("ascii")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ServerSeed) and self._hash == other._hash

    def __hash__(self) -> int:
        return hash(self._hash)

    def __repr__(self) -> str:
        return _HIDDEN

    def __format__(self, spec: str) -> str:
        return format(_HIDDEN, spec)

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise SeedError("server_seed", "a secret is never pickled or copied")


class SeedPair:
    """A server seed and a client seed: one stream for every nonce.

    `client_seed` is any text that is valid Unicode; whether a service accepts
    it is `check_client_seed`'s question. Raises `SeedError`.
    """

    __slots__ = ("_inner", "_outer", "client_seed", "server_seed")

    def __init__(self, server_seed: ServerSeed | str, client_seed: str) -> None:
        if not isinstance(server_seed, ServerSeed):
            server_seed = ServerSeed(server_seed)
        self.server_seed = server_seed
        self.client_seed = client_seed
        # The client seed is absorbed once, so that a block costs two copies and two updates.
        inner, self._outer = hmac_states(server_seed.key())
        inner.update(encode_client_seed(client_seed) + b":")
        self._inner = inner

    @property
    def server_seed_hash(self) -> str:
        return self.server_seed.hash

    def stream(self, nonce: int) -> Stream:
        """The stream of round `nonce` (0 … 2^63−1), at its start (section 2)."""
        if type(nonce) is not int or not 0 <= nonce <= MAX_NONCE:
            raise SeedError("nonce", "must be an integer from 0 to 2^63-1")
        return Stream.of_states(self._inner, self._outer, b"%d:" % nonce)

    def block(self, nonce: int, cursor: int) -> bytes:
        """`HMAC-SHA256(server_seed, client_seed:nonce:cursor)`: 32 bytes."""
        inner = self._inner.copy()
        inner.update(b"%d:%d" % (nonce, cursor))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"SeedPair(server_seed_hash={self.server_seed_hash!r}, client_seed={self.client_seed!r})"


def hash_server_seed(text: str) -> str:
    """`server_seed_hash` of a seed given as text; the text is checked."""
    return ServerSeed(text).hash


def encode_client_seed(text: str) -> bytes:
    """The exact UTF-8 bytes of a client seed; refuses unpaired surrogates."""
    if not isinstance(text, str):
        raise SeedError("client_seed", "must be text")
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise SeedError("client_seed", "must be valid Unicode (it has an unpaired surrogate)") from None


def check_client_seed(text: str) -> None:
    """What a service accepts: 1–64 code points, NFC, no control or unassigned
    character of Unicode 15.0, no white space at the ends. Raises `SeedError`."""
    encode_client_seed(text)
    faults = client_seed_faults(text)
    if faults:
        raise SeedError("client_seed", faults[0])


def parse_nonce(text: str) -> int:
    """A nonce written as text: decimal, no sign, no leading zeros, up to 2^63−1."""
    if not isinstance(text, str) or not _DECIMAL.fullmatch(text) or int(text) > MAX_NONCE:
        raise SeedError(
            "nonce", "must be a decimal integer from 0 to 2^63-1, without sign, spaces or leading zeros"
        )
    return int(text)
