"""API keys and player tokens: 256 random bits, stored hashed, with a scope."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from fairseed.service.problems import Problem
from fairseed.service.store import Store
from fairseed.service.store.schema import api_keys

SCOPES: Final = ("operator", "auditor")
_VALID: Final = select(api_keys.c.id, api_keys.c.scope, api_keys.c.player).where(
    api_keys.c.digest == bindparam("digest"),
    api_keys.c.revoked_at.is_(None),
    or_(api_keys.c.expires_at.is_(None), api_keys.c.expires_at > bindparam("now")),
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the id of the API key, its scope, and of a token the player whose it is."""

    id: str
    scope: str
    player: str | None = None


def create(connection: Connection, scope: str, name: str, now: str) -> str:
    """A new key; its text is returned once and stored nowhere."""
    key = f"fs_{secrets.token_urlsafe(32)}"
    connection.execute(
        insert(api_keys).values(
            id=uuid.uuid4().hex, digest=_digest(key), scope=scope, name=name, created_at=now
        )
    )
    return key


def create_token(connection: Connection, player: str, now: str, expires_at: str, name: str = "") -> str:
    """A short-lived token for one player's own seeds and rounds; its text is stored nowhere."""
    token = f"fp_{secrets.token_urlsafe(32)}"
    connection.execute(
        insert(api_keys).values(
            id=uuid.uuid4().hex,
            digest=_digest(token),
            scope="player",
            name=name,
            player=player,
            created_at=now,
            expires_at=expires_at,
        )
    )
    return token


def authenticate(store: Store, header: str | None, now: str) -> Caller:
    """The caller of an `Authorization: Bearer …` header."""
    scheme, _, key = (header or "").partition(" ")
    if scheme.lower() == "bearer" and key:
        row = store.look_up(_VALID, {"digest": _digest(key.strip()), "now": now})
        if row is not None:
            return Caller(row.id, row.scope, row.player)
    raise Problem("unauthorized", "Authorization", "must carry a valid API key as a bearer token")


def revoke(connection: Connection, key_id: str, now: str) -> bool:
    found = update(api_keys).where(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
    return connection.execute(found.values(revoked_at=now)).rowcount == 1


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
