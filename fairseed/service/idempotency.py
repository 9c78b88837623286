"""A call and its answer are one transaction: a retry finds all of it or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError

from fairseed.service.clock import timestamp
from fairseed.service.core import Service, to_json
from fairseed.service.problems import Problem
from fairseed.service.store.schema import idempotency

KEPT: Final = timedelta(days=7)
Work = Callable[[Connection], tuple[int, dict[str, Any]]]


def check_key(key: str | None) -> str:
    if key is None:
        raise Problem("idempotency_key_missing", "Idempotency-Key", "is required on this call")
    if not (1 <= len(key) <= 64 and key.isascii() and key.isprintable()):
        raise Problem("invalid_field", "Idempotency-Key", "must be 1 to 64 printable ASCII characters")
    return key


def once(
    service: Service, api_key: str, key: str, method: str, path: str, body: bytes, work: Work
) -> tuple[int, bytes]:
    """Runs `work` and stores its answer under the key; a repeat gets the same bytes.

    A refused call raises and rolls back, its key with it.
    """
    request = hashlib.sha256(b"\0".join([method.encode(), path.encode(), body])).hexdigest()
    where = (idempotency.c.api_key == api_key, idempotency.c.key == key)

    def run(connection: Connection) -> tuple[int, bytes]:
        oldest = timestamp(service.clock() - KEPT)
        connection.execute(delete(idempotency).where(*where, idempotency.c.created_at < oldest))
        dialect = sqlite if service.store.sqlite else postgresql
        row = {"api_key": api_key, "key": key, "request": request, "created_at": service.now()}
        try:
            # On PostgreSQL this waits for a transaction that holds the same key.
            claim = dialect.insert(idempotency).values(row).on_conflict_do_nothing()
            taken = connection.execute(claim.returning(idempotency.c.key)).first()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != "55P03":
                raise
            raise Problem(
                "idempotency_in_flight", "Idempotency-Key", "belongs to a call still running"
            ) from error
        if taken is None:
            stored = connection.execute(select(idempotency).where(*where)).one()
            if stored.request != request:
                raise Problem("idempotency_key_reused", "Idempotency-Key", "belongs to another call")
            return stored.status, stored.body
        status, answer = work(connection)
        raw = to_json(answer).encode("utf-8")
        connection.execute(update(idempotency).where(*where).values(status=status, body=raw))
        return status, raw

    return service.store.write(run)


def forget_old(service: Service) -> int:
    """Deletes keys older than seven days; run at the start of a process."""
    oldest = timestamp(service.clock() - KEPT)
    return service.store.write(
        lambda connection: (
            connection.execute(delete(idempotency).where(idempotency.c.created_at < oldest)).rowcount
        )
    )
