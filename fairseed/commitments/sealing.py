"""Server seeds sealed to an auditor (docs/spec/derivation.md section 7, reveal policy `auditor`).

HPKE of RFC 9180, base mode, single shot: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305;
`info` is the ASCII of `server_seed_hash`, no additional data, the plaintext the seed's 64 ASCII
characters. A record's `sealed_server_seed` is the Base64 of enc ‖ ciphertext: 112 bytes.

A key file is one line of text, the standard Base64 of the 32 bytes of the X25519 key (RFC 7748): 44
characters, a line feed may follow. The auditor keeps the private key's file, and the service is
given the public key's.
"""

from __future__ import annotations

import base64
from typing import Any, Final, NoReturn

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import decode_base64
from fairseed.derivation import ServerSeed

_SUITE: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)


class AuditorKey:
    """An auditor's private key, read from its file's text. No text form shows it; `expose()` is called
    only where the file is written."""

    __slots__ = ("_key", "public")

    def __init__(self, text: str) -> None:
        self._key = X25519PrivateKey.from_private_bytes(_key_bytes(text))
        self.public = base64.b64encode(self._key.public_key().public_bytes_raw()).decode("ascii")

    @classmethod
    def generate(cls) -> AuditorKey:
        return cls(base64.b64encode(X25519PrivateKey.generate().private_bytes_raw()).decode("ascii"))

    def open(self, sealed: str, server_seed_hash: str) -> ServerSeed:
        """The seed that was sealed under this hash. Whether it hashes to what was promised is for the
        check `commitment`, as with a seed revealed to all. Raises CommitmentError, SeedError."""
        if not isinstance(sealed, str):
            raise CommitmentError("sealed_server_seed", "must be text")
        data = decode_base64(sealed, "sealed_server_seed")
        try:
            seed = _SUITE.decrypt(data, self._key, _info(server_seed_hash)).decode("latin-1")
        except (InvalidTag, ValueError):
            raise CommitmentError(
                "sealed_server_seed", "can't be opened with this auditor's key and hash"
            ) from None
        return ServerSeed(seed)

    def expose(self) -> str:
        """The text of the key's file, without a line feed."""
        return base64.b64encode(self._key.private_bytes_raw()).decode("ascii")

    def __repr__(self) -> str:
        return f"AuditorKey(public={self.public!r})"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CommitmentError("auditor_key", "a secret is never pickled or copied")


def seal(server_seed: ServerSeed, auditor_key: str) -> str:
    """`sealed_server_seed` for the auditor whose public key file has this text. Every call gives
    another one. Raises CommitmentError."""
    data = _key_bytes(auditor_key)
    try:
        public = X25519PublicKey.from_public_bytes(data)
        sealed = _SUITE.encrypt(server_seed.key(), public, _info(server_seed.hash))
    except ValueError:
        # A point of low order gives a shared secret that everybody knows (RFC 9180 section 7.1.4).
        raise CommitmentError("auditor_key", "is no X25519 public key to seal to") from None
    return base64.b64encode(sealed).decode("ascii")


def _key_bytes(text: str) -> bytes:
    if not isinstance(text, str):
        raise CommitmentError("auditor_key", "must be text")
    data = decode_base64(text.removesuffix("\n"), "auditor_key")
    if len(data) != 32:
        raise CommitmentError("auditor_key", "must be 32 bytes")
    return data


def _info(server_seed_hash: str) -> bytes:
    return server_seed_hash.encode("utf-8", "surrogatepass")
