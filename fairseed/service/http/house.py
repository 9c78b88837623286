"""Public tables of five-card poker. An operator's key acts for any player, a token for its own."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response
from msgspec import UNSET
from sqlalchemy import Connection

from fairseed.service.house import lobby, play, views
from fairseed.service.http import edge
from fairseed.service.http.models import AnteBody, DealBody, HouseBody, JoinBody, LinkBody
from fairseed.service.http.tables import (
    asked_by,
    changed,
    own_seat,
    player_of,
    seat_of,
    told_events,
    viewer_of,
)
from fairseed.service.problems import Problem
from fairseed.service.tables import clocks, hands, records
from fairseed.service.tables.held import Table, exists

blueprint = Blueprint("house", __name__)


@blueprint.post("/v1/house-tables")
def create() -> Response:
    """A player may open one too, and is its host."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(HouseBody)
    if who.player is not None and body.host not in (None, who.player):
        raise Problem("forbidden", "host", "is another player than the token's")
    host = who.player or body.host
    if host is not None:
        edge.player_name(host)
    wish = lobby.Wish(body.room, body.seat_seeds, body.name, body.private, host)
    return edge.once(
        201,
        lambda connection: lobby.create(edge.service(), connection, wish, by_player=who.player is not None),
        who,
        secret="invitation",  # noqa: S106 (the member's name)
    )


@blueprint.get("/v1/house-tables")
def listed() -> Response:
    who = edge.known(writes=False)
    limit, cursor = edge.page_query(edge.query("limit", "cursor"))
    everything = who.scope != "player"
    return edge.read_answer(lambda connection: lobby.page(connection, who.player, everything, limit, cursor))


@blueprint.get("/v1/house-tables/<table_id>")
def one(table_id: str) -> Response:
    who = edge.known(writes=False)
    player = viewer_of(who, edge.query("player"))
    name, service = edge.table_id(table_id), edge.service()
    clocks.look(service, name, player)
    clocks.fire(service, name)

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind="house")
        return views.one(service, connection, name, player)

    return edge.read_answer(work)


@blueprint.delete("/v1/house-tables/<table_id>")
def close(table_id: str) -> Response:
    """An operator, or the host, closes a table at which no round is played."""
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        if who.player is not None and who.player != table.row["host"]:
            raise Problem("forbidden", "Authorization", "needs a key of scope operator, or the host's token")
        play.close(table)
        return views.view(table, who.player)

    return changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/seats")
def sit(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(JoinBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        play.sit(table, player, body.seat, body.chain_head, body.invitation)
        return views.view(table, player)

    return changed(201, table_id, who, work, kind="house")


@blueprint.delete("/v1/house-tables/<table_id>/seats/<seat>")
def leave(table_id: str, seat: str) -> Response:
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        number = own_seat(table, who, seat)
        left = play.leave(table, number)
        return {"seat": number, "state": "left" if left else "leaving", "chips": 0 if left else None}

    return changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/antes")
def ante(table_id: str) -> Response:
    """An ANTE for the next round; 0 takes it back."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(AnteBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        play.put_ante(table, seat_of(table, player), body.ante)
        clocks.seen(table, player)
        return views.view(table, player)

    return changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/deal")
def deal(table_id: str) -> Response:
    """ "Play": the cards come at once where everybody seated wants them."""
    who = edge.known(writes=True)
    edge.query()
    player = player_of(who, edge.body_as(DealBody).player)

    def work(table: Table) -> dict[str, Any]:
        play.ready(table, seat_of(table, player))
        clocks.seen(table, player)
        return views.view(table, player)

    return changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/links")
def link(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(LinkBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        wanted = "link" if table.params["seat_seeds"] == "chain" else "client_seed"
        other = {"link": "client_seed", "client_seed": "link"}[wanted]
        if getattr(body, wanted) is UNSET or getattr(body, other) is not UNSET:
            raise Problem("invalid_field", wanted, "this field is required at this table, and no other seed")
        seat = seat_of(table, player)
        asked_by(table, body.round_id)
        counts = hands.link(table, seat, getattr(body, wanted), play.start)
        clocks.seen(table, player)
        return {"counts": counts, "table": views.view(table, player)}

    return changed(200, table_id, who, work, kind="house")


@blueprint.post("/v1/house-tables/<table_id>/actions")
def act(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body, expected = edge.action_body()
    round_id = body.get("round_id")
    if round_id is not None and not isinstance(round_id, str):
        raise Problem("invalid_field", "round_id", "must be the round's round_id")
    player = player_of(who, body.get("player"))
    action = {name: value for name, value in body.items() if name not in ("round_id", "player")}

    def work(table: Table) -> dict[str, Any]:
        play.act(table, seat_of(table, player), action, expected, round_id)
        clocks.seen(table, player)
        return views.view(table, player)

    return changed(200, table_id, who, work, kind="house")


@blueprint.get("/v1/house-tables/<table_id>/hands")
def finished(table_id: str) -> Response:
    who = edge.known(writes=False)
    found = edge.query("player", "order", "limit", "cursor")
    (limit, cursor), newest = edge.page_query(found), edge.newest_first(found)
    player, name = viewer_of(who, found), edge.table_id(table_id)
    service = edge.service()

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind="house")
        return records.page(service, connection, name, player, limit, cursor, newest=newest)

    return edge.read_answer(work)


@blueprint.get("/v1/house-tables/<table_id>/events")
def events(table_id: str) -> Response:
    return told_events(table_id, kind="house")
