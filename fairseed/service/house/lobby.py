"""New public tables, and what is shown of one before anybody sits down."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Connection, insert, select

from fairseed.service.core import Service, to_json
from fairseed.service.offers import Offer
from fairseed.service.problems import Problem
from fairseed.service.store.schema import tables
from fairseed.service.tables import lobby
from fairseed.service.tables.held import Row
from games.house_poker import FIVE_CARD_POKER

NAME: Final = FIVE_CARD_POKER.name
SEATS: Final = 2
DECISION_SECONDS: Final = 30


class Wish(msgspec.Struct, frozen=True):
    room: str
    seat_seeds: Literal["chain", "plain"]
    name: str
    private: bool
    host: str | None


def offer_of(service: Service, room: str) -> Offer:
    whole = service.offers.get(NAME)
    if whole is None:
        raise Problem("not_found", "game", "is not offered here")
    if room not in whole.rooms:
        raise Problem("limits", "room", "is not offered; offered: {values}", values=", ".join(whole.rooms))
    return whole.rooms[room]


def create(
    service: Service, connection: Connection, wish: Wish, *, by_player: bool = False
) -> dict[str, Any]:
    """A new table; of a private one the invitation, which is told this once. `by_player` as for a table."""
    offer = offer_of(service, wish.room)
    if not lobby.is_name(wish.name):
        raise Problem("invalid_field", "name", "must be at most 64 characters, none of them a control")
    if wish.private and wish.host is None:
        raise Problem("invalid_field", "host", "this field is required of a private table")
    if by_player:
        lobby.room_for(service, connection, wish.host)
    params = FIVE_CARD_POKER.params_dict(offer.read_params({"boxes": SEATS, "table": "public"}))
    clocks = {"deal_seconds": offer.settings.deal_seconds, "decision_seconds": DECISION_SECONDS}
    invitation = f"fi_{secrets.token_urlsafe(32)}" if wish.private else None
    row = {
        "id": service.new_id(),
        "game": NAME,
        "params": to_json(params | clocks | {"seat_seeds": wish.seat_seeds}),
        "name": wish.name,
        "seats": SEATS,
        "least_buy_in": params["min_ante"],
        "most_buy_in": params["max_ante"],
        "fill_with_bots": 0,
        "bot_policy": "",
        "invitation": invitation and hashlib.sha256(invitation.encode()).hexdigest(),
        "host": wish.host,
        "state": "open",
        "ending": "",
        "version": 0,
        "hand": 0,
        "pot_carried": 0,
        "created_at": service.now(),
    }
    connection.execute(insert(tables).values(row))
    answer = {"table_id": row["id"]}
    return answer if invitation is None else answer | {"invitation": invitation}


def round_params(params: dict[str, Any], boxes: int) -> dict[str, Any]:
    """The params of a round for so many players, as its record holds them."""
    own = ("deal_seconds", "decision_seconds", "seat_seeds")
    return {name: value for name, value in params.items() if name not in own} | {"boxes": boxes}


def facts(row: Row) -> dict[str, Any]:
    """What everybody knows of a table beside who sits there."""
    params = json.loads(row["params"])
    names = ("room", "min_ante", "max_ante", "deal_seconds", "decision_seconds", "seat_seeds")
    return {
        "table_id": row["id"],
        "game": row["game"],
        "name": row["name"],
        "seats": row["seats"],
        **{name: params[name] for name in names},
        "private": row["invitation"] is not None,
        "host": row["host"],
        "state": row["state"],
        "hands": row["hand"],
    }


def seated(row: Row) -> dict[str, Any]:
    """What everybody knows of who sits there: the ANTE that lies there, and whether "play" was pressed."""
    return {"player": row["player"], "ante": row["stack"], "ready": row["chosen"] is not None}


def page(
    connection: Connection, player: str | None, everything: bool, limit: int, cursor: str | None
) -> dict[str, Any]:
    """Open tables, the newest first. Private ones are shown to their host and to who sits there."""
    query = select(tables).where(tables.c.game == NAME)
    rows, more = lobby.open_ones(connection, query, player, everything, limit, cursor)
    items = [
        facts(row) | {"taken": {seat: seated(each) for seat, each in row["taken"].items()}} for row in rows
    ]
    return {"items": items, "next_cursor": more}
