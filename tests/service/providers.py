"""Key providers of an operator's own, as the `key_provider` setting names them."""

from __future__ import annotations

import os
from base64 import b64decode
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fairseed.service.vault import VaultError


class Kms:
    """Stands in for a KMS: keys in lines of the file that TEST_KMS names, the current one first."""

    def __init__(self) -> None:
        self.refresh()

    def wrap(self, data_key: bytes) -> bytes:
        nonce = os.urandom(12)
        return nonce + self._keys[0].encrypt(nonce, data_key, b"test kms")

    def unwrap(self, wrapped: bytes) -> bytes:
        for key in self._keys:
            try:
                return key.decrypt(wrapped[:12], wrapped[12:], b"test kms")
            except InvalidTag:
                continue
        raise VaultError("key", "is not known to the KMS")

    def refresh(self) -> None:
        text = Path(os.environ["TEST_KMS"]).read_text("ascii")
        self._keys = [AESGCM(b64decode(line)) for line in text.split()]


NO_CLASS = "text"


class Needy:
    """A provider that can't be made without more."""

    def __init__(self, region: str) -> None:
        self.region = region


class Canary(Kms):
    """Notes every key that it wraps or unwraps, in the file that CANARY_KEYS names, for a search."""

    def wrap(self, data_key: bytes) -> bytes:
        self._note(data_key)
        return super().wrap(data_key)

    def unwrap(self, wrapped: bytes) -> bytes:
        self._note(key := super().unwrap(wrapped))
        return key

    @staticmethod
    def _note(key: bytes) -> None:
        with Path(os.environ["CANARY_KEYS"]).open("a") as file:
            file.write(key.hex() + "\n")
