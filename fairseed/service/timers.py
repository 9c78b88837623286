"""What the service does by itself when time has come (docs/spec/trust.md section 1).

Every timer is a row with `due_at`. Any worker may fire it: the row is locked and looked at again
in the transaction that acts, so that it fires once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from sqlalchemy import Connection, Row, func, select, update

from fairseed.service import rounds as play
from fairseed.service import seeds
from fairseed.service.clock import timestamp
from fairseed.service.core import Service
from fairseed.service.store.schema import pairs, rounds
from fairseed.service.tables import clocks
from fairseed.service.tables import pairs as table_pairs

BATCH: Final = 100
log = structlog.get_logger()


def run(service: Service) -> int:
    """Fires what is due; how many did something."""
    return finish_rounds(service) + play_tables(service) + close_pairs(service)


def finish_rounds(service: Service) -> int:
    """Rounds left open for `round_open_days` are ended by the service."""
    with service.store.read() as connection:
        due = select(rounds.c.id).where(rounds.c.state == "open", rounds.c.due_at <= service.now())
        ids = list(connection.execute(due.order_by(rounds.c.due_at).limit(BATCH)).scalars())
    return sum(_fire(service, partial(play.finish, service, round_id=round_id), round_id) for round_id in ids)


def close_pairs(service: Service) -> int:
    """Pairs idle for `max_active_days` are closed and revealed; closed ones are revealed when due."""
    with service.store.read() as connection:
        due = select(pairs.c.id).where(pairs.c.due_at <= service.now(), pairs.c.open_rounds == 0)
        ids = list(connection.execute(due.order_by(pairs.c.due_at).limit(BATCH)).scalars())
    return sum(_fire(service, partial(_due, service, pair_id=pair_id), pair_id) for pair_id in ids)


def play_tables(service: Service) -> int:
    """Clocks at poker tables that have run out."""
    due = clocks.due_tables(service, BATCH)
    return sum(_try(partial(clocks.fire, service, table_id), table_id) for table_id in due)


def _fire(service: Service, work: Callable[[Connection], bool], row: str) -> bool:
    """One timer in one transaction."""
    return _try(lambda: service.store.write(work), row)


def _try(work: Callable[[], bool], row: str) -> bool:
    """What fails is logged and keeps no other timer from firing."""
    try:
        return work()
    except Exception as error:
        log.error("timer_failed", row=row, exc_info=error)
        return False


def _due(service: Service, connection: Connection, pair_id: str) -> bool:
    pair = connection.execute(
        update(pairs)
        .where(pairs.c.id == pair_id, pairs.c.due_at <= service.now(), pairs.c.open_rounds == 0)
        .values(open_rounds=0)  # takes the row's lock
        .returning(pairs)
    ).first()
    if pair is None:
        return False
    if pair.table_id is not None:
        return table_pairs.idle(service, connection, pair)
    if pair.state == "active":
        if (later := _used_since(service, connection, pair)) is not None:
            connection.execute(update(pairs).where(pairs.c.id == pair_id).values(due_at=later))
            return False
        seeds.close(service, connection, pair)
    if pair.state == "closing" or not service.settings.reveal_within_seconds:
        seeds.reveal(service, connection, pair)
    return True


def _used_since(service: Service, connection: Connection, pair: Row[Any]) -> str | None:
    """When the pair will have been idle long enough, if it was played since its time was set."""
    last = connection.scalar(select(func.max(rounds.c.accepted_at)).where(rounds.c.pair_id == pair.id))
    if last is None:
        return None
    idle = timedelta(days=service.settings.max_active_days)
    until = timestamp(datetime.fromisoformat(last) + idle)
    return until if until > service.now() else None
