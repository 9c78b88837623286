"""Public tables of five-card poker. An operator's key acts for any player, a token for its own."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response

from fairseed.service.house import lobby, play, views
from fairseed.service.http import edge, seats
from fairseed.service.http.models import AnteBody, DealBody, HouseBody, JoinBody
from fairseed.service.tables import clocks
from fairseed.service.tables.held import Table

blueprint = Blueprint("house", __name__)


@blueprint.post("/v1/house-tables")
def create() -> Response:
    """A player may open one too, and is its host."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(HouseBody)
    host = seats.host_of(who, body.host)
    wish = lobby.Wish(**msgspec.structs.asdict(body) | {"host": host})
    return seats.opened(who, lobby.create, wish)


@blueprint.get("/v1/house-tables")
def listed() -> Response:
    return seats.listed(lobby.page)


@blueprint.get("/v1/house-tables/<table_id>")
def one(table_id: str) -> Response:
    return seats.shown(table_id, views.one, kind="house")


@blueprint.delete("/v1/house-tables/<table_id>")
def close(table_id: str) -> Response:
    """An operator, or the host, closes a table at which no round is played."""
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        seats.only_host(table, who)
        play.close(table)
        return views.view(table, who.player)

    return seats.changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/seats")
def sit(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(JoinBody)
    player = seats.player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        play.sit(table, player, body.seat, body.chain_head, body.invitation)
        return views.view(table, player)

    return seats.changed(201, table_id, who, work, kind="house")


@blueprint.delete("/v1/house-tables/<table_id>/seats/<seat>")
def leave(table_id: str, seat: str) -> Response:
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        number = seats.own_seat(table, who, seat)
        left = play.leave(table, number)
        return {"seat": number, "state": "left" if left else "leaving", "chips": 0 if left else None}

    return seats.changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/antes")
def ante(table_id: str) -> Response:
    """An ANTE for the next round; 0 takes it back."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(AnteBody)
    player = seats.player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        play.put_ante(table, seats.seat_of(table, player), body.ante)
        clocks.seen(table, player)
        return views.view(table, player)

    return seats.changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/deal")
def deal(table_id: str) -> Response:
    """ "Play": the cards come at once where everybody seated wants them."""
    who = edge.known(writes=True)
    edge.query()
    player = seats.player_of(who, edge.body_as(DealBody).player)

    def work(table: Table) -> dict[str, Any]:
        play.ready(table, seats.seat_of(table, player))
        clocks.seen(table, player)
        return views.view(table, player)

    return seats.changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/links")
def link(table_id: str) -> Response:
    return seats.given_link(table_id, views.view, play.start, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/actions")
def act(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body, expected, round_id = seats.action_call()
    player = seats.player_of(who, body.get("player"))
    action = {name: value for name, value in body.items() if name != "player"}

    def work(table: Table) -> dict[str, Any]:
        play.act(table, seats.seat_of(table, player), action, expected, round_id)
        clocks.seen(table, player)
        return views.view(table, player)

    return seats.changed(200, table_id, who, work, kind="house")


@blueprint.get("/v1/house-tables/<table_id>/hands")
def ended(table_id: str) -> Response:
    return seats.finished(table_id, kind="house")


@blueprint.get("/v1/house-tables/<table_id>/events")
def events(table_id: str) -> Response:
    return seats.told_events(table_id, kind="house")
