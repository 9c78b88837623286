"""A call and its answer are one transaction: a retry finds all of it or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError

from fairseed.service.clock import timestamp
from fairseed.service.core import Service, to_json
from fairseed.service.problems import Problem
from fairseed.service.store.schema import api_keys, idempotency

KEPT: Final = timedelta(days=7)
# Statements are built once: building and hashing one costs more than running it.
_NAMED = (idempotency.c.api_key == bindparam("of_key"), idempotency.c.key == bindparam("named"))
_CLAIM: Final = {
    name: dialect.insert(idempotency).on_conflict_do_nothing().returning(idempotency.c.key)
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
_FORGET: Final = delete(idempotency).where(*_NAMED, idempotency.c.created_at < bindparam("oldest"))
_STORED: Final = select(idempotency).where(*_NAMED)
_ANSWER: Final = update(idempotency).where(*_NAMED).values(status=bindparam("status"), body=bindparam("body"))
Work = Callable[[Connection], tuple[int, dict[str, Any]]]


def check_key(key: str | None) -> str:
    if key is None:
        raise Problem("idempotency_key_missing", "Idempotency-Key", "is required on this call")
    if not (1 <= len(key) <= 64 and key.isascii() and key.isprintable()):
        raise Problem("invalid_field", "Idempotency-Key", "must be 1 to 64 printable ASCII characters")
    return key


def once(
    service: Service,
    api_key: str,
    key: str,
    method: str,
    path: str,
    body: bytes,
    work: Work,
    secret: str | None = None,
) -> tuple[int, bytes]:
    """Runs `work` and stores its answer under the key; a repeat gets the same bytes, but for the
    member `secret`, which is never stored.

    A refused call raises and rolls back, its key with it.
    """
    request = hashlib.sha256(b"\0".join([method.encode(), path.encode(), body])).hexdigest()
    named = {"of_key": api_key, "named": key}

    def run(connection: Connection) -> tuple[int, bytes]:
        row = {"api_key": api_key, "key": key, "request": request, "created_at": service.now()}
        claim = _CLAIM["sqlite" if service.store.sqlite else "postgresql"]
        oldest = timestamp(service.clock() - KEPT)
        try:
            # On PostgreSQL this waits for a transaction that holds the same key.
            taken = connection.execute(claim, row).first()
            if taken is None and connection.execute(_FORGET, named | {"oldest": oldest}).rowcount:
                taken = connection.execute(claim, row).first()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != "55P03":
                raise
            raise Problem(
                "idempotency_in_flight", "Idempotency-Key", "belongs to a call still running"
            ) from error
        if taken is None:
            stored = connection.execute(_STORED, named).one()
            if stored.request != request:
                raise Problem("idempotency_key_reused", "Idempotency-Key", "belongs to another call")
            return stored.status, stored.body
        status, answer = work(connection)
        raw = to_json(answer).encode("utf-8")
        kept = {name: value for name, value in answer.items() if name != secret}
        remembered = raw if secret is None else to_json(kept).encode("utf-8")
        connection.execute(_ANSWER, named | {"status": status, "body": remembered})
        return status, raw

    return service.store.write(run)


def forget_old(service: Service) -> int:
    """Deletes keys older than seven days, and tokens that ended before; run at the start of a process."""
    oldest = timestamp(service.clock() - KEPT)

    def run(connection: Connection) -> int:
        gone = connection.execute(delete(idempotency).where(idempotency.c.created_at < oldest)).rowcount
        used = select(idempotency.c.api_key)
        ended = delete(api_keys).where(api_keys.c.expires_at < oldest, api_keys.c.id.not_in(used))
        connection.execute(ended)
        return gone

    return service.store.write(run)
