"""Who plays a match: joining, and leaving before it starts."""

from __future__ import annotations

from fairseed.service import ledger
from fairseed.service.problems import Problem
from fairseed.service.tables import seating
from fairseed.service.tables.held import Table


def join(table: Table, player: str, seat: int | None, head: str | None, invitation: str | None) -> int:
    """A player takes a free place; its number. Raises Problem."""
    if table.row["state"] != "open" or table.running is not None:
        raise Problem("seat_taken", "match_id", "the match has started, or is over")
    seating.check_invitation(table, player, invitation)
    seating.check_head(table, head)
    if (own := table.seat_of(player)) is not None:
        raise Problem("seat_taken", "player", "has place {seat} in this match", seat=own)
    free = [number for number in range(table.row["seats"]) if number not in table.seats]
    if seat is not None and not 0 <= seat < table.row["seats"]:
        raise Problem("invalid_field", "seat", "must be from 0 to {most}", most=table.row["seats"] - 1)
    if not free or (seat is not None and seat not in free):
        raise Problem("seat_taken", "seat", "is taken")
    if ledger.kept(table.service):
        ante = table.params["ante"]
        if (have := ledger.held(table.connection, player)) < ante:
            rule = "has {have} chips, {need} are needed"
            raise Problem("insufficient_chips", "player", rule, have=have, need=ante)
    place = free[0] if seat is None else seat
    seating.take(table, place, {"id": table.service.new_id(), "player": player, "stack": 0, "link": head})
    if len(table.seats) == table.row["seats"]:
        table.row["clock_at"] = table.after(0)
    return place


def leave(table: Table, seat: int) -> None:
    """Before the start; nothing was taken yet."""
    seating.drop(table, seat, "left")
    table.row["clock_at"] = None
