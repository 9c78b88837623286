"""What every use case works with."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from fairseed.commitments import CommitmentError
from fairseed.commitments.sealing import seal
from fairseed.derivation import FairseedError, ServerSeed
from fairseed.service.clock import Clock, system_clock, timestamp
from fairseed.service.config import ConfigError, Settings
from fairseed.service.keyring import Keyring
from fairseed.service.offers import Offer, offers
from fairseed.service.store import Store
from fairseed.service.vault import KeyProvider, LocalKey, VaultError


@dataclass(frozen=True, slots=True)
class Service:
    """Settings, store, keys, games and clock of one process."""

    settings: Settings
    store: Store
    keys: Keyring
    offers: dict[str, Offer]
    clock: Clock
    # The public key that seeds of tables with reveal `auditor` are sealed to; None: there are no such tables.
    auditor_key: str | None = None
    # Set by a turn that finds another log than the one that was shown; then no call is answered.
    alarm: list[FairseedError] = field(default_factory=list)

    def now(self) -> str:
        return timestamp(self.clock())

    def later(self, **span: int) -> str:
        """The time that is so far ahead (days=…, seconds=…)."""
        return timestamp(self.clock() + timedelta(**span))

    def new_id(self) -> str:
        """32 hex characters that sort by the time of making."""
        return f"{int(self.clock().timestamp() * 1000):012x}{secrets.token_hex(10)}"


def open_service(settings: Settings, clock: Clock = system_clock, keys: KeyProvider | None = None) -> Service:
    """Opens the database and its keys. VaultError where they don't belong together."""
    provider = keys or key_provider(settings)
    store = Store(settings.database_url)
    try:
        keyring = Keyring(store, provider)
        return Service(settings, store, keyring, offers(settings), clock, auditor_key(settings))
    except BaseException:
        store.close()  # it may be tried again at every request: no connection stays behind
        raise


@contextmanager
def opened_service(settings: Settings) -> Iterator[Service]:
    """A service for one command, closed behind it."""
    service = open_service(settings)
    with service.store:
        yield service


def auditor_key(settings: Settings) -> str | None:
    """The text of the auditor's public key file, if one is named. ConfigError where it is none."""
    if not settings.auditor_key:
        return None
    try:
        text = Path(settings.auditor_key).read_text("ascii")
        seal(ServerSeed.generate(), text)
    except (OSError, UnicodeDecodeError):
        raise ConfigError("auditor_key", "can't be read") from None
    except CommitmentError as error:
        raise ConfigError("auditor_key", error.rule, **error.values) from None
    return text


def key_provider(settings: Settings) -> KeyProvider:
    """The operator's own provider (`key_provider` names it as `module:name`), else the local key."""
    if not settings.key_provider:
        return LocalKey.load(settings.key_file)
    module, _, name = settings.key_provider.partition(":")
    try:
        made: KeyProvider = getattr(import_module(module), name)()
    except (ImportError, AttributeError, ValueError, TypeError):
        raise VaultError("key_provider", "must be module:name of a class that can be made") from None
    return made


def to_json(value: Any) -> str:
    """Compact JSON; a server seed in it is a TypeError, never text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
