"""The keys of one database as a process holds them: data keys for seeds, signing keys for log and receipts.

All of them lie in the database, wrapped by a key-encryption key from outside it. `reload` brings in
what another process added; a seed sealed under a data key that is not known yet reloads by itself.
"""

from __future__ import annotations

import threading
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from fairseed.commitments import SigningKey, VerifierKey
from fairseed.commitments.entries import Key
from fairseed.commitments.receipts import KEY_SUFFIX
from fairseed.derivation import ServerSeed
from fairseed.service import journal
from fairseed.service.store import Store
from fairseed.service.store.schema import data_keys, log_entries, log_head, signing_keys
from fairseed.service.vault import KeyProvider, Vault, VaultError

ROLES = ("log", "receipt")


class Keyring:
    """Opens and seals seeds, and signs."""

    def __init__(self, store: Store, provider: KeyProvider) -> None:
        self.provider = provider
        self._store = store
        self._guard = threading.Lock()
        self._vault = Vault({})
        self._signing: dict[str, SigningKey] = {}
        self.logs: tuple[SigningKey, ...] = ()
        self.receipts: SigningKey | None = None
        self.reload()

    def reload(self) -> None:
        """Reads the keys anew. VaultError where they don't open under the key-encryption key, nor under
        one that has joined it meanwhile."""
        try:
            self._reload()
        except VaultError:
            self.provider.refresh()
            self._reload()

    def _reload(self) -> None:
        with self._guard, self._store.read() as connection:
            wrapped = {row.version: row.wrapped for row in connection.execute(select(data_keys))}
            if not wrapped:
                raise VaultError("database", "has no data key; run `fairseed init`")
            rows = connection.execute(in_use()).all()
            published = connection.scalar(select(log_head.c.published_size)) or 0
            if set(wrapped) != self._vault.versions:
                self.provider.refresh()
                opened = {version: self.provider.unwrap(key) for version, key in wrapped.items()}
                self._vault = Vault(opened, self._vault)
            for row in rows:
                if row.label not in self._signing:
                    self._signing[row.label] = unwrap_signing_key(self.provider, row.vkey, row.wrapped)
            self.logs = tuple(self._signing[row.label] for row in rows if row.role == "log")
            # A receipt key signs from when the log shows it; the very first one from the start.
            receipts = [row for row in rows if row.role == "receipt"]
            shown = [row for row in receipts if row.log_index is not None and row.log_index < published]
            if receipts:
                self.receipts = self._signing[(shown or receipts)[-1 if shown else 0].label]

    @property
    def version(self) -> int:
        """Of the data key that seals from now on."""
        return self._vault.version

    @property
    def receipt_key(self) -> SigningKey:
        if self.receipts is None:
            raise VaultError("database", "has no receipt key; run `fairseed init`")
        return self.receipts

    def seal(self, pair_id: str, seed: ServerSeed) -> tuple[int, bytes]:
        """The newest data key's version, and the seed sealed under it."""
        vault = self._vault  # another thread may reload between version and seal
        return vault.version, vault.seal(pair_id, seed)

    def open(self, pair_id: str, seed_hash: str, version: int, sealed: bytes) -> ServerSeed:
        if version not in self._vault.versions:
            self.reload()
        return self._vault.open(pair_id, seed_hash, version, sealed)


def in_use() -> Select[Any]:
    """Keys in use, oldest first, each with its place in the log."""
    entry = (log_entries.c.type == "key") & (log_entries.c.subject == signing_keys.c.vkey)
    return (
        select(signing_keys, log_entries.c.id, log_entries.c.log_index)
        .join(log_entries, entry)
        .where(signing_keys.c.retired_at.is_(None))
        .order_by(log_entries.c.id)
    )


def unwrap_signing_key(provider: KeyProvider, vkey: str, wrapped: bytes) -> SigningKey:
    verifier = VerifierKey.parse(vkey)
    key = SigningKey(verifier.name, provider.unwrap(wrapped), verifier.kind)
    if key.verifier != verifier:
        raise VaultError("signing key", "is not the private key of its verifier key")
    return key


def add_signing_key(
    connection: Connection, provider: KeyProvider, role: str, origin: str, now: str
) -> VerifierKey:
    """Makes a key of this role and logs it, in the caller's transaction."""
    # A rotation of the key-encryption key locks these rows too: it rewraps this key, or has ended.
    connection.execute(select(data_keys.c.version).with_for_update()).all()
    provider.refresh()
    name = origin if role == "log" else origin + KEY_SUFFIX
    key = SigningKey.generate(name)
    vkey = str(key.verifier)
    connection.execute(
        insert(signing_keys).values(
            label=key.verifier.label,
            role=role,
            vkey=vkey,
            wrapped=provider.wrap(key.seed()),
            created_at=now,
        )
    )
    journal.add(connection, Key(role=role, vkey=vkey), now)  # type: ignore[arg-type]
    return key.verifier


def retire_signing_key(connection: Connection, label: str, now: str) -> bool:
    """The key signs no more. False where it is unknown, retired, or the last of its role that the
    published log shows: whoever trusts the log must have met the key that signs from then on."""
    # Two at once must not each count on the other's key.
    connection.execute(select(log_head.c.id).with_for_update())
    used = connection.execute(in_use()).all()
    published = connection.scalar(select(log_head.c.published_size)) or 0
    role = next((row.role for row in used if row.label == label), None)
    shown = [row for row in used if row.log_index is not None and row.log_index < published]
    if role is None or not any(row.role == role and row.label != label for row in shown):
        return False
    connection.execute(update(signing_keys).where(signing_keys.c.label == label).values(retired_at=now))
    return True
