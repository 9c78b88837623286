"""A table as its caller may see it; nothing that is not named here is in it."""

from __future__ import annotations

import json
from typing import Any, Final

from sqlalchemy import Connection, select

from fairseed.service.core import Service
from fairseed.service.store.schema import pairs, table_events
from fairseed.service.tables import chosen, lobby, records
from fairseed.service.tables.dealt import seat_in
from fairseed.service.tables.held import Kind, Table, actions_of, barred, exists, read

EVENTS: Final = 200  # a page
# Of a private table all that is told to whom it is closed: who sits there, as its lobby entry shows it too.
SITTING: Final = ("seat", "left", "leaving", "table_closed", "match_closed")


def view(table: Table, player: str | None) -> dict[str, Any]:
    """For a player who sits there, None or another: for everybody."""
    seat = None if player is None else table.seat_of(player)
    taken = {}
    for number, row in table.seats.items():
        seen = lobby.seated(row)
        if table.row["game"] == "naiko":
            seen["destellos"] = row["destellos"]
        if row["player"] is not None:
            seen["state"] = _state(table, number)
        taken[str(number)] = seen
    told = lobby.facts(table.row) | {
        "version": table.row["version"],
        "button": table.row["button"],
        "server_seed_hash": seed_hash(table),
        "taken": taken,
        "bots": lobby.bots_of(taken),
        "seat": seat,
        "due_at": table.row["clock_at"],
        "now": table.now,
        "hand": hand(table, player),
    }
    if seat is not None:
        own = table.seats[seat]
        kept = None if table.running is None else chosen.told(own, table.running["id"])
        told["own"] = {"adding": own["adding"], "link": own["link"], "chosen": kept}
    return told


def _state(table: Table, seat: int) -> str:
    if table.seats[seat]["leaving"]:
        return "leaving"
    return "away" if table.away_at(seat) <= table.now else "here"


def seed_hash(table: Table) -> str | None:
    if table.row["pair_id"] is None:
        return None
    if table.hand is not None and table.hand["pair_id"] == table.row["pair_id"]:
        return str(table.hand["server_seed_hash"])
    wanted = select(pairs.c.server_seed_hash).where(pairs.c.id == table.row["pair_id"])
    return table.connection.execute(wanted).scalar()


def hand(table: Table, player: str | None) -> dict[str, Any] | None:
    """The hand in play, or the one before until the next begins. None where play at a private table is none
    of the player's business, unless it was in this hand."""
    if table.row["hand_id"] is None:
        return None
    row, folded = table.dealing, table.folded
    if table.barred(player) and seat_in(row, player) is None:
        return None
    if folded is None or folded[0].id != row["id"]:
        made = actions_of(table.connection, [row["id"]])[row["id"]]
        seen = records.seen(table.service, row, made, seat_in(row, player))
    else:
        seen = records.seen(table.service, row, folded[1], seat_in(row, player), folded[0])
    if row["state"] == "links":
        asked, given = (sorted(map(int, json.loads(row[name]))) for name in ("asked", "given"))
        seen["shown"] = {"asked": asked, "given": given}
    return {"state": row["state"], "legal": [], "shown": {}} | seen


def one(service: Service, connection: Connection, table_id: str, player: str | None) -> dict[str, Any]:
    return view(read(service, connection, table_id), player)


def events(
    connection: Connection, table_id: str, after: int, player: str | None = None, *, kind: Kind = "poker"
) -> dict[str, Any]:
    """Events behind number `after`, −1 for all, as everybody may know them. Of a private table others than
    its host and who sits there are told only who comes and goes."""
    exists(connection, table_id, kind=kind)
    wanted = select(table_events).where(table_events.c.table_id == table_id, table_events.c.index > after)
    if barred(connection, table_id, player):
        wanted = wanted.where(table_events.c.type.in_(SITTING))
    rows = connection.execute(wanted.order_by(table_events.c.index).limit(EVENTS)).all()
    items = [
        {"index": row.index, "type": row.type, "at": row.at, "data": json.loads(row.data)} for row in rows
    ]
    return {"items": items, "next_cursor": str(items[-1]["index"] if items else after)}
