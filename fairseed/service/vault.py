"""Server seeds at rest: the one module of the service that sees a seed's text.

AES-256-GCM-SIV under a data key, which is wrapped by a key-encryption key that lives outside the
database (docs/spec: trust, keys). Additional data binds pair, hash and key version, so that a
ciphertext moved to another row does not open.
"""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from fairseed.derivation import FairseedError, ServerSeed


class VaultError(FairseedError):
    """A key that is missing, malformed, or not the one that a ciphertext was made with."""


class KeyProvider(Protocol):
    """Where key-encryption keys come from: a file, the environment, or a KMS of the operator's."""

    def wrap(self, data_key: bytes) -> bytes: ...
    def unwrap(self, wrapped: bytes) -> bytes: ...


class LocalKey:
    """A key-encryption key of 32 bytes, Base64: `FAIRSEED_KEY`, else the key file (mode 0600)."""

    def __init__(self, text: str) -> None:
        try:
            key = base64.b64decode(text.strip(), validate=True)
        except ValueError:
            key = b""
        if len(key) != 32:
            raise VaultError("key", "must be 32 bytes in Base64")
        self._cipher = AESGCMSIV(key)

    @classmethod
    def load(cls, key_file: str) -> LocalKey:
        if text := os.environ.get("FAIRSEED_KEY"):
            return cls(text)
        path = Path(key_file)
        try:
            if path.stat().st_mode & 0o077:
                raise VaultError("key_file", "must be readable by its owner only (chmod 600)")
            return cls(path.read_text("ascii"))
        except (OSError, UnicodeDecodeError):
            raise VaultError("key_file", "can't be read; run `fairseed init`") from None

    @staticmethod
    def create(key_file: str) -> None:
        path = Path(key_file)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(base64.b64encode(secrets.token_bytes(32)) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def wrap(self, data_key: bytes) -> bytes:
        nonce = secrets.token_bytes(12)
        return nonce + self._cipher.encrypt(nonce, data_key, b"fairseed/data-key")

    def unwrap(self, wrapped: bytes) -> bytes:
        try:
            return self._cipher.decrypt(wrapped[:12], wrapped[12:], b"fairseed/data-key")
        except (InvalidTag, ValueError):
            raise VaultError("key", "is not the key that this database was made with") from None


class Vault:
    """Encrypts and opens server seeds under the data keys of one database."""

    def __init__(self, data_keys: dict[int, bytes]) -> None:
        self._ciphers = {version: AESGCMSIV(key) for version, key in data_keys.items()}
        self.version = max(data_keys)

    @staticmethod
    def new_data_key() -> bytes:
        return AESGCMSIV.generate_key(256)

    def seal(self, pair_id: str, seed: ServerSeed) -> bytes:
        nonce = secrets.token_bytes(12)
        bound = self._bound(pair_id, seed.hash, self.version)
        return nonce + self._ciphers[self.version].encrypt(nonce, seed.expose().encode("ascii"), bound)

    def open(self, pair_id: str, seed_hash: str, version: int, sealed: bytes) -> ServerSeed:
        bound = self._bound(pair_id, seed_hash, version)
        try:
            text = self._ciphers[version].decrypt(sealed[:12], sealed[12:], bound)
            seed = ServerSeed(text.decode("ascii"))
        except (KeyError, InvalidTag, ValueError):
            raise VaultError("server_seed", "does not open: wrong key, or a row that was changed") from None
        if seed.hash != seed_hash:
            raise VaultError("server_seed", "does not hash to its promise")
        return seed

    @staticmethod
    def reveal(seed: ServerSeed) -> str:
        """The text of a seed whose pair the running transaction closes."""
        return seed.expose()

    @staticmethod
    def _bound(pair_id: str, seed_hash: str, version: int) -> bytes:
        return f"{pair_id}:{seed_hash}:{version}".encode("ascii")
