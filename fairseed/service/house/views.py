"""A public table as its caller may see it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from fairseed.service.core import Service
from fairseed.service.house import lobby, play
from fairseed.service.tables import views
from fairseed.service.tables.held import Table, read


def view(table: Table, player: str | None) -> dict[str, Any]:
    """For a player who sits there, None or another: for everybody."""
    seat = None if player is None else table.seat_of(player)
    told = lobby.facts(table.row) | {
        "version": table.row["version"],
        "server_seed_hash": views.seed_hash(table),
        "taken": {str(number): lobby.seated(row) for number, row in table.seats.items()},
        "seat": seat,
        "deals_at": table.row["clock_at"] if table.running is None else None,
        "due_at": table.row["clock_at"],
        "links": play.asked_for_links(table),
        "now": table.now,
        "hand": views.hand(table, player),
    }
    if seat is not None:
        told["own"] = {"link": table.seats[seat]["link"]}
    return told


def one(service: Service, connection: Connection, table_id: str, player: str | None) -> dict[str, Any]:
    return view(read(service, connection, table_id), player)
