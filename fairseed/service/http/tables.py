"""Poker tables. An operator's key acts for any player, a token for its own."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from fairseed.service.http import edge, seats
from fairseed.service.http.models import Empty, SitBody, TableBody, TopUpBody
from fairseed.service.problems import Problem
from fairseed.service.tables import chosen, clocks, lobby, play, seating, views
from fairseed.service.tables.held import Table
from games.poker import VARIANTS

blueprint = Blueprint("tables", __name__)


@blueprint.post("/v1/tables")
def create() -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(TableBody)
    if who.player is not None and not body.private:
        raise Problem(
            "forbidden", "Authorization", "needs a key of scope operator; players make private ones"
        )
    body.host = seats.host_of(who, body.host)
    wish = lobby.Wish(**msgspec.structs.asdict(body))
    return seats.opened(who, lobby.create, wish)


@blueprint.get("/v1/tables")
def listed() -> Response:
    who = edge.known(writes=False)
    found = edge.query("game", "limit", "cursor")
    limit, cursor = edge.page_query(found)
    if (game := found.get("game")) is not None and game not in VARIANTS:
        raise Problem("bad_query", "game", "must be one of {known}", known=", ".join(VARIANTS))
    all_of_them = who.scope != "player"
    return edge.read_answer(
        lambda connection: lobby.page(connection, game, who.player, all_of_them, limit, cursor)
    )


@blueprint.get("/v1/tables/<table_id>")
def one(table_id: str) -> Response:
    return seats.shown(table_id, views.one, kind="poker")


@blueprint.delete("/v1/tables/<table_id>")
def close(table_id: str) -> Response:
    return _ended(table_id, "table")


@blueprint.post("/v1/tables/<table_id>/reveal")
def reveal(table_id: str) -> Response:
    return _ended(table_id, "session")


def _ended(table_id: str, what: str) -> Response:
    """An operator, or the host of a private table, ends the session or closes the table."""
    who = edge.known(writes=True)
    edge.query()
    if request.method == "POST":
        edge.body_as(Empty)

    def work(table: Table) -> dict[str, Any]:
        seats.only_host(table, who)
        if table.row["ending"] != "table":
            table.row["ending"] = what
        clocks.tidy(table)
        return views.view(table, who.player)

    return seats.changed(200, table_id, who, work, kind="poker")


@blueprint.post("/v1/tables/<table_id>/seats")
def sit(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(SitBody)
    player = seats.player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        seating.sit(table, player, body.seat, body.buy_in, body.chain_head, body.invitation)
        clocks.wake(table)
        return views.view(table, player)

    return seats.changed(201, table_id, who, work, kind="poker")


@blueprint.delete("/v1/tables/<table_id>/seats/<seat>")
def leave(table_id: str, seat: str) -> Response:
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        number = seats.own_seat(table, who, seat)
        amount = seating.leave(table, number)
        clocks.tidy(table)
        return {"seat": number, "state": "leaving" if amount is None else "left", "chips": amount}

    return seats.changed(200, table_id, who, work, kind="poker")


@blueprint.post("/v1/tables/<table_id>/seats/<seat>/top_up")
def top_up(table_id: str, seat: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(TopUpBody)

    def work(table: Table) -> dict[str, Any]:
        number = seats.own_seat(table, who, seat)
        seating.top_up(table, number, body.amount)
        player = table.seats[number]["player"]
        clocks.seen(table, player)
        return views.view(table, player)

    return seats.changed(200, table_id, who, work, kind="poker")


@blueprint.post("/v1/tables/<table_id>/links")
def link(table_id: str) -> Response:
    return seats.given_link(table_id, views.view, kind="poker")


@blueprint.post("/v1/tables/<table_id>/actions")
def act(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body, expected, round_id = seats.action_call()
    player = seats.player_of(who, body.get("player"))
    if (when := body.get("when")) not in (None, "my_turn"):
        raise Problem("invalid_field", "when", 'must be "my_turn"')
    otherwise = body.get("else")
    if otherwise is not None and when is None:
        raise Problem("invalid_field", "else", "goes with `when`")
    ours = ("player", "seat", "when", "else")
    action = {name: value for name, value in body.items() if name not in ours}

    def work(table: Table) -> dict[str, Any]:
        seat = play.seat_of(table, player)
        if body.get("seat", seat) != seat or type(body.get("seat", seat)) is not int:
            raise Problem("invalid_field", "seat", "is not the player's, which is {seat}", seat=seat)
        on_turn = when is not None
        play.act(table, seat, action, expected, round_id, on_turn=on_turn, otherwise=otherwise)
        clocks.seen(table, player)
        return views.view(table, player)

    return seats.changed(200, table_id, who, work, kind="poker")


@blueprint.delete("/v1/tables/<table_id>/actions")
def take_back(table_id: str) -> Response:
    """Nothing is kept for the player's turn any more."""
    who = edge.known(writes=True)
    player = seats.player_of(who, edge.query("player").get("player"))

    def work(table: Table) -> dict[str, Any]:
        chosen.take_back(table, seats.seat_of(table, player))
        clocks.seen(table, player)
        return views.view(table, player)

    return seats.changed(200, table_id, who, work, kind="poker")


@blueprint.get("/v1/tables/<table_id>/hands")
def ended(table_id: str) -> Response:
    return seats.finished(table_id, kind="poker")


@blueprint.get("/v1/tables/<table_id>/events")
def events(table_id: str) -> Response:
    return seats.told_events(table_id, kind="poker")
