"""A table's clocks: link clock, decision clock, answer window, the pause between hands, absent players.

`tables.due_at` is the next of them. Any worker may fire it, and so does the call that finds it due: the
row is locked and looked at again in the transaction that acts, so that it fires once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeVar

from sqlalchemy import Connection, bindparam, select

from fairseed.service import seeds
from fairseed.service.core import Service
from fairseed.service.house import play as house
from fairseed.service.matches import play as matches
from fairseed.service.problems import Problem
from fairseed.service.store.schema import seats, tables
from fairseed.service.tables import ends, hands, play, seating
from fairseed.service.tables.held import DueError, Table, load_hand, lock, schedule

T = TypeVar("T")
TRIES: Final = 16
QUIET: Final = 10  # seconds: a player that was seen so lately is not written down as seen again
_DUE: Final = select(tables.c.due_at).where(tables.c.id == bindparam("of"))
_SEEN: Final = select(seats.c.seen_at, seats.c.missed_at).where(
    seats.c.table_id == bindparam("of"), seats.c.player == bindparam("who")
)


def current(service: Service, table_id: str, call: Callable[[], T]) -> T:
    """Runs a call on a table, at which everything that is due is done first."""
    for _ in range(TRIES):
        fire(service, table_id)
        try:
            return call()
        except DueError:
            continue
    raise Problem("busy", "table_id", "is busy; try again")


def fire(service: Service, table_id: str) -> bool:
    """Does what is due at a table; whether there was anything."""
    row = service.store.look_up(_DUE, {"of": table_id})
    if row is None or row.due_at is None or row.due_at > service.now():
        return False

    def run() -> bool:
        return service.store.write(lambda connection: due(service, connection, table_id))

    return seeds.supplied(service, run)


def due(service: Service, connection: Connection, table_id: str) -> bool:
    """One thing that is due, under the table's lock. PoolEmptyError."""
    table = lock(service, connection, table_id)
    if table.row["due_at"] is None or table.row["due_at"] > table.now:
        return False
    running, clock = table.running, table.row["clock_at"]
    if table.is_match:
        matches.due(table)
    elif table.kind == "house":
        house.due(table)
    elif running is None:
        _between(table, start=clock is not None and clock <= table.now)
    elif running["state"] == "links":
        hands.deal(table)
    else:
        play.time_out(table)
    schedule(table)
    table.write()
    return True


def tidy(table: Table) -> None:
    """Somebody got up, or something ends: where no hand is in play, what waits for its end is done now."""
    if table.running is None:
        _between(table, start=False)


def _between(table: Table, *, start: bool) -> None:
    """Between hands: seats are brought up to date, and where it is time the next hand begins."""
    seating.between(table)
    dealt_in = seating.dealt_in(table)
    if not dealt_in:
        table.row["clock_at"] = None
    elif start:
        hands.begin(table, dealt_in)
    else:
        wake(table)


def void(service: Service, hand_id: str, reason: str) -> bool:
    """An operator declares a hand in play void; False where the id is no hand's."""

    def run(connection: Connection) -> bool:
        row = load_hand(connection, hand_id)
        if row is None:
            return False
        table = lock(service, connection, row["table_id"])
        if table.row["hand_id"] != hand_id:
            raise Problem("illegal_action", "round_id", "the hand has ended")
        {"match": matches, "house": house, "poker": ends}[table.kind].void(table, reason)
        schedule(table)
        table.write()
        return True

    return service.store.write(run)


def wake(table: Table) -> None:
    """Somebody sat down, came back, or brought chips: a table that waited goes on."""
    if table.kind != "poker":
        return
    if table.running is None and table.row["clock_at"] is None and table.row["state"] == "open":
        able = [seat for seat in table.seats if seating.able(table, seat)]
        people = [seat for seat in able if table.seats[seat]["player"] is not None]
        if people and (len(able) >= 2 or table.row["fill_with_bots"]):
            table.row["clock_at"] = table.after(table.service.settings.between_seconds)


def seen(table: Table, player: str | None) -> None:
    """A call of a seat's player."""
    seat = None if player is None else table.seat_of(player)
    if seat is not None:
        table.set_seat(seat, seen_at=table.now)
        wake(table)


def look(service: Service, table_id: str, player: str | None) -> None:
    """A player looks at the table: a sign of life, which is written down now and then."""
    if player is None:
        return
    row = service.store.look_up(_SEEN, {"of": table_id, "who": player})
    if row is None:
        return
    missed = row.missed_at is not None and row.seen_at <= row.missed_at < service.now()
    if not missed and _ago(service, row.seen_at) < QUIET:
        return

    def note(connection: Connection) -> None:
        table = lock(service, connection, table_id)
        seen(table, player)
        schedule(table)
        table.write()

    service.store.write(note)


def _ago(service: Service, moment: str) -> float:
    return (service.clock() - datetime.fromisoformat(moment)).total_seconds()


def due_tables(service: Service, limit: int) -> list[str]:
    with service.store.read() as connection:
        query = select(tables.c.id).where(tables.c.due_at <= service.now()).order_by(tables.c.due_at)
        return list(connection.execute(query.limit(limit)).scalars())
