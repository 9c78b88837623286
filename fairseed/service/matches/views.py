"""A match as its caller may see it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from fairseed.service.core import Service
from fairseed.service.matches import lobby
from fairseed.service.tables import views
from fairseed.service.tables.held import Table, read


def view(table: Table, player: str | None) -> dict[str, Any]:
    """For a player of the match; None or another: for everybody, who see as much."""
    seat = None if player is None else table.seat_of(player)
    told = lobby.facts(table.row) | {
        "version": table.row["version"],
        "server_seed_hash": views.seed_hash(table),
        "taken": {str(number): lobby.seated(row) for number, row in table.seats.items()},
        "seat": seat,
        "due_at": table.row["clock_at"],
        "now": table.now,
        "round": views.hand(table, player),
    }
    if seat is not None:
        told["own"] = {"link": table.seats[seat]["link"]}
    return told


def one(service: Service, connection: Connection, match_id: str, player: str | None) -> dict[str, Any]:
    return view(read(service, connection, match_id), player)
