"""New public tables, and what is shown of one before anybody sits down."""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from sqlalchemy import Connection

from fairseed.service.core import Service, to_json
from fairseed.service.offers import Offer
from fairseed.service.problems import Problem
from fairseed.service.tables import lobby
from fairseed.service.tables.held import Row
from games.house_poker import FIVE_CARD_POKER

NAME: Final = FIVE_CARD_POKER.name
SEATS: Final = 2
DECISION_SECONDS: Final = 30


class Wish(lobby.Opening, frozen=True, kw_only=True):
    room: str
    seat_seeds: Literal["chain", "plain"]


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
    params = FIVE_CARD_POKER.params_dict(offer.read_params({"boxes": SEATS, "table": "public"}))
    clocks = {"deal_seconds": offer.settings.deal_seconds, "decision_seconds": DECISION_SECONDS}
    row = {
        "game": NAME,
        "params": to_json(params | clocks | {"seat_seeds": wish.seat_seeds}),
        "seats": SEATS,
        "least_buy_in": params["min_ante"],
        "most_buy_in": params["max_ante"],
        "fill_with_bots": 0,
        "bot_policy": "",
    }
    table_id, invitation = lobby.opened(service, connection, wish, row, by_player=by_player)
    return {"table_id": table_id} | invitation


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


def page(connection: Connection, *which: Any) -> dict[str, Any]:
    """Open tables, the newest first. Private ones are shown to their host and to who sits there."""
    return lobby.page_of(connection, NAME, facts, seated, *which)
