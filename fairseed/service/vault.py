"""Server seeds at rest: the one module of the service that sees a seed's text.

AES-256-GCM-SIV under a data key, which is wrapped by a key-encryption key that lives outside the
database (docs/spec: trust, keys). Additional data binds pair, hash and key version, so that a
ciphertext moved to another row does not open.
"""

from __future__ import annotations

import base64
import fcntl
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from fairseed.derivation import FairseedError, ServerSeed


class VaultError(FairseedError):
    """A key that is missing, malformed, or not the one that a ciphertext was made with."""


class KeyProvider(Protocol):
    """Where key-encryption keys come from: a file, the environment, or a KMS of the operator's."""

    def wrap(self, data_key: bytes) -> bytes:
        """Wraps 32 bytes under the current key."""

    def unwrap(self, wrapped: bytes) -> bytes:
        """Unwraps under the current key or one before it. VaultError where none fits."""

    def refresh(self) -> None:
        """Looks whether there is a newer key; called when keys in the database have changed."""


class LocalKey:
    """Key-encryption keys of 32 bytes, Base64, the current one first and older ones behind it, in
    words or lines: `FAIRSEED_KEY`, else the key file (mode 0600)."""

    def __init__(self, text: str, path: Path | None = None) -> None:
        self._path = path
        self._ciphers = _ciphers(text)

    @classmethod
    def load(cls, key_file: str) -> LocalKey:
        if text := os.environ.get("FAIRSEED_KEY"):
            return cls(text)
        path = Path(key_file)
        return cls(_read_private(path), path)

    @staticmethod
    def create(key_file: str) -> None:
        path = Path(key_file)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(_new_line())
            file.flush()
            os.fsync(file.fileno())

    def wrap(self, data_key: bytes) -> bytes:
        nonce = secrets.token_bytes(12)
        return nonce + self._ciphers[0].encrypt(nonce, data_key, b"fairseed/data-key")

    def unwrap(self, wrapped: bytes) -> bytes:
        for cipher in self._ciphers:
            try:
                return cipher.decrypt(wrapped[:12], wrapped[12:], b"fairseed/data-key")
            except (InvalidTag, ValueError):
                continue
        raise VaultError("key", "is not the key that this database was made with")

    def refresh(self) -> None:
        if self._path is not None:
            self._ciphers = _ciphers(_read_private(self._path))

    @property
    def older(self) -> int:
        """How many keys stand behind the current one: a rotation is not finished."""
        return len(self._ciphers) - 1

    def add(self) -> None:
        """Puts a new key before the others; they stay readable until `drop_older`."""
        if self._path is None:
            raise VaultError("key", "comes from FAIRSEED_KEY: put the new key before it, then rotate")
        self._replace(_new_line() + _read_private(self._path).encode("ascii"))

    def drop_older(self) -> None:
        """Leaves only the current key in the file; one from the environment stays as it is."""
        if self._path is not None:
            self._replace(_read_private(self._path).split()[0].encode("ascii") + b"\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other process changes the key file meanwhile: two at once would each lose the other's
        new key. What one that was killed left half written is removed, since it holds keys."""
        path = self._path
        if path is None:
            yield
            return
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise VaultError("key_file", "is being changed by another process") from None
            for file in path.parent.iterdir():
                if re.fullmatch(rf"\.{re.escape(path.name)}\.[a-z0-9_]{{8}}", file.name):
                    file.unlink(missing_ok=True)
            self.refresh()
            yield
        finally:
            os.close(lock)

    def _replace(self, content: bytes) -> None:
        path = self._path
        if path is None:
            return
        write_private(path, content)
        self.refresh()


def write_private(path: Path, content: bytes) -> None:
    """Puts a whole file in the place of another, on disk before this returns; mode 0600."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _read_private(path: Path) -> str:
    try:
        if path.stat().st_mode & 0o077:
            raise VaultError("key_file", "must be readable by its owner only (chmod 600)")
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        raise VaultError("key_file", "can't be read; run `fairseed init`") from None


def _new_line() -> bytes:
    return base64.b64encode(secrets.token_bytes(32)) + b"\n"


def _ciphers(text: str) -> list[AESGCMSIV]:
    ciphers = []
    for word in text.replace(",", " ").split():
        try:
            key = base64.b64decode(word, validate=True)
        except ValueError:
            key = b""
        if len(key) != 32:
            raise VaultError("key", "must be 32 bytes in Base64")
        ciphers.append(AESGCMSIV(key))
    if not ciphers:
        raise VaultError("key", "must be 32 bytes in Base64")
    return ciphers


class Vault:
    """Encrypts and opens server seeds under the data keys of one database.

    Keys of a vault `before` it still open what was read just before they went.
    """

    def __init__(self, data_keys: dict[int, bytes], before: Vault | None = None) -> None:
        kept = {version: before._ciphers[version] for version in before.versions} if before else {}
        self._ciphers: dict[int, AESGCMSIV] = kept | {
            version: AESGCMSIV(key) for version, key in data_keys.items()
        }
        self.versions: set[int] = set(data_keys)
        self.version = max(data_keys, default=0)

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
    def _bound(pair_id: str, seed_hash: str, version: int) -> bytes:
        return f"{pair_id}:{seed_hash}:{version}".encode("ascii")
