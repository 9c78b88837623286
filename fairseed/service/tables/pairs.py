"""The seed pairs of a table: with reveal `hand` one a hand, else one a session (docs/spec/trust.md, 1).

A pair comes out of the pool of promises that are in the log already, so that it is committed before the
first link that counts under it.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, func, insert, select, update

from fairseed.commitments.entries import Activate
from fairseed.records import digest
from fairseed.service import journal, seeds, sequencer
from fairseed.service.clock import timestamp
from fairseed.service.core import Service
from fairseed.service.store.schema import hands, log_entries, pairs, tables
from fairseed.service.tables.held import Table, load_hand

MAX_HANDS: Final = 2**20


def take_nonce(table: Table) -> Any:
    """The next nonce of the table's pair, of a new one where it has none that can be used. PoolEmptyError."""
    pair = _next(table)
    if pair is None:
        if table.row["pair_id"] is not None:
            end(table)
        _activate(table)
        pair = _next(table)
    return pair


def _next(table: Table) -> Any:
    usable = (pairs.c.id == table.row["pair_id"]) & (pairs.c.state == "active")
    return table.connection.execute(
        update(pairs)
        .where(usable, pairs.c.next_nonce < MAX_HANDS)
        .values(next_nonce=pairs.c.next_nonce + 1, open_rounds=pairs.c.open_rounds + 1)
        .returning(*pairs.c, (pairs.c.next_nonce - 1).label("nonce"))
    ).first()


def _activate(table: Table) -> None:
    promise = sequencer.take(table.connection)
    if promise is None:
        raise seeds.PoolEmptyError
    service, connection = table.service, table.connection
    row = {"table_id": table.id, "state": "active", "next_nonce": 0, "open_rounds": 0}
    due = service.later(days=service.settings.max_active_days)
    connection.execute(insert(pairs).values(promise | row | {"due_at": due}))
    place = select(log_entries.c.log_index).where(log_entries.c.id == promise["commit_entry"])
    heads = {str(seat): each["link"] for seat, each in table.seats.items() if each["link"] is not None}
    entry = Activate(
        server_seed_hash=promise["server_seed_hash"],
        commit_index=connection.execute(place).scalar_one(),
        table_id=table.id,
        seats_digest=digest(heads),
        batch_index=promise["batch_index"],
        batch_proof=json.loads(promise["batch_proof"]),
    )
    journal.add(connection, entry, table.now)
    table.row["pair_id"] = promise["id"]
    table.event("pair", server_seed_hash=promise["server_seed_hash"])


def hand_is_over(table: Table) -> None:
    """The pair has one open hand less; with reveal `hand` its seed comes at once."""
    pair = pairs.c.id == table.row["pair_id"]
    table.connection.execute(update(pairs).where(pair).values(open_rounds=pairs.c.open_rounds - 1))
    if table.reveal == "hand":
        end(table)


def end(table: Table) -> None:
    """Closes the pair, between hands, and reveals it unless only an auditor may ever open it."""
    pair = table.connection.execute(
        update(pairs)
        .where(pairs.c.id == table.row["pair_id"], pairs.c.state == "active", pairs.c.open_rounds == 0)
        .values(open_rounds=0)  # takes the row's lock
        .returning(pairs)
    ).first()
    table.row["pair_id"] = None
    if pair is not None:  # it was not declared void
        _end(table.service, table.connection, pair, table.reveal)
        if table.hand is not None and table.hand["pair_id"] == pair.id:
            table.hand = load_hand(table.connection, table.hand["id"])
        table.event("closed", server_seed_hash=pair.server_seed_hash, hands=pair.next_nonce)


def _end(service: Service, connection: Connection, pair: Row[Any], policy: str) -> None:
    seeds.close(service, connection, pair)
    if policy == "auditor":
        connection.execute(update(pairs).where(pairs.c.id == pair.id).values(due_at=None))
    else:
        seeds.reveal(service, connection, pair)


def idle(service: Service, connection: Connection, pair: Row[Any]) -> bool:
    """Ends a pair under which no hand was played for `max_active_days`; whether it did. The caller holds
    the pair's lock, and it has no open hand."""
    last = connection.scalar(select(func.max(hands.c.accepted_at)).where(hands.c.pair_id == pair.id))
    if last is not None:
        span = timedelta(days=service.settings.max_active_days)
        until = timestamp(datetime.fromisoformat(last) + span)
        if until > service.now():
            connection.execute(update(pairs).where(pairs.c.id == pair.id).values(due_at=until))
            return False
    params = connection.execute(select(tables.c.params).where(tables.c.id == pair.table_id)).scalar_one()
    _end(service, connection, pair, json.loads(params).get("reveal", "hand"))
    return True
