"""What every use case works with."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from fairseed.service.clock import Clock, system_clock, timestamp
from fairseed.service.config import Settings
from fairseed.service.offers import Offer, offers
from fairseed.service.store import Store, schema
from fairseed.service.vault import KeyProvider, LocalKey, Vault, VaultError


@dataclass(frozen=True, slots=True)
class Service:
    """Settings, store, keys, games and clock of one process."""

    settings: Settings
    store: Store
    vault: Vault
    offers: dict[str, Offer]
    clock: Clock

    def now(self) -> str:
        return timestamp(self.clock())

    def event(self, connection: Connection, kind: str, seed_hash: str, **data: Any) -> None:
        """A lifecycle event, in the transaction that makes it."""
        connection.execute(
            insert(schema.events).values(
                type=kind, server_seed_hash=seed_hash, data=to_json(data), at=self.now()
            )
        )

    def new_id(self) -> str:
        """32 hex characters that sort by the time of making."""
        return f"{int(self.clock().timestamp() * 1000):012x}{secrets.token_hex(10)}"


def open_service(settings: Settings, clock: Clock = system_clock, keys: KeyProvider | None = None) -> Service:
    """Opens the database and its keys. VaultError where they don't belong together."""
    keys = keys or LocalKey.load(settings.key_file)
    store = Store(settings.database_url)
    try:
        with store.read() as connection:
            rows = connection.execute(select(schema.data_keys)).all()
        if not rows:
            raise VaultError("database", "has no data key; run `fairseed init`")
        vault = Vault({row.version: keys.unwrap(row.wrapped) for row in rows})
        return Service(settings, store, vault, offers(settings), clock)
    except BaseException:
        store.close()  # it may be tried again at every request: no connection stays behind
        raise


def to_json(value: Any) -> str:
    """Compact JSON; a server seed in it is a TypeError, never text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
