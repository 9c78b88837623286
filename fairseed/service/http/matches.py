"""Matches of tavern dice. An operator's key acts for any player, a token for its own."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response
from msgspec import UNSET
from sqlalchemy import Connection

from fairseed.service.http import edge
from fairseed.service.http.models import JoinBody, LinkBody, MatchBody
from fairseed.service.http.tables import (
    asked_by,
    changed,
    own_seat,
    player_of,
    seat_of,
    told_events,
    viewer_of,
)
from fairseed.service.matches import lobby, play, seating, views
from fairseed.service.problems import Problem
from fairseed.service.tables import clocks, hands
from fairseed.service.tables.held import Table, exists

blueprint = Blueprint("matches", __name__)


@blueprint.post("/v1/matches")
def create() -> Response:
    """A player may open one too, and is its host."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(MatchBody)
    if who.player is not None and body.host not in (None, who.player):
        raise Problem("forbidden", "host", "is another player than the token's")
    host = who.player or body.host
    if host is not None:
        edge.player_name(host)
    wish = lobby.Wish(body.params, body.bots, body.name, body.private, host)
    return edge.once(
        201,
        lambda connection: lobby.create(edge.service(), connection, wish, by_player=who.player is not None),
        who,
        secret="invitation",  # noqa: S106 (the member's name)
    )


@blueprint.get("/v1/matches")
def listed() -> Response:
    who = edge.known(writes=False)
    limit, cursor = edge.page_query(edge.query("limit", "cursor"))
    everything = who.scope != "player"
    return edge.read_answer(lambda connection: lobby.page(connection, who.player, everything, limit, cursor))


@blueprint.get("/v1/matches/<match_id>")
def one(match_id: str) -> Response:
    who = edge.known(writes=False)
    player = viewer_of(who, edge.query("player"))
    name, service = edge.table_id(match_id), edge.service()
    clocks.look(service, name, player)
    clocks.fire(service, name)

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind="match")
        return views.one(service, connection, name, player)

    return edge.read_answer(work)


@blueprint.delete("/v1/matches/<match_id>")
def close(match_id: str) -> Response:
    """An operator, or the host, takes back a match that has not started."""
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        if who.player is not None and who.player != table.row["host"]:
            raise Problem("forbidden", "Authorization", "needs a key of scope operator, or the host's token")
        if table.running is not None or table.row["state"] != "open":
            raise Problem("illegal_action", "match_id", "the match has started, or is over")
        play.close(table)
        return views.view(table, who.player)

    return changed(200, match_id, who, work, kind="match")


@blueprint.post("/v1/matches/<match_id>/seats")
def join(match_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(JoinBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        seating.join(table, player, body.seat, body.chain_head, body.invitation)
        return views.view(table, player)

    return changed(201, match_id, who, work, kind="match")


@blueprint.delete("/v1/matches/<match_id>/seats/<seat>")
def leave(match_id: str, seat: str) -> Response:
    """Before the start the place is free again; in a match it is a concession."""
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        number = own_seat(table, who, seat)
        player = table.seats[number]["player"]
        if table.running is None and table.row["state"] == "open":
            seating.leave(table, number)
        else:
            play.concede(table, number)
        return views.view(table, player)

    return changed(200, match_id, who, work, kind="match")


@blueprint.post("/v1/matches/<match_id>/links")
def link(match_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(LinkBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        wanted = "link" if table.params["seat_seeds"] == "chain" else "client_seed"
        other = {"link": "client_seed", "client_seed": "link"}[wanted]
        if getattr(body, wanted) is UNSET or getattr(body, other) is not UNSET:
            raise Problem("invalid_field", wanted, "this field is required in this match, and no other seed")
        seat = seat_of(table, player)
        asked_by(table, body.round_id)
        counts = hands.link(table, seat, getattr(body, wanted), play.start)
        clocks.seen(table, player)
        return {"counts": counts, "match": views.view(table, player)}

    return changed(200, match_id, who, work, kind="match")


@blueprint.post("/v1/matches/<match_id>/actions")
def act(match_id: str) -> Response:
    """`player` is the number of the place, as in a record, or the player's name."""
    who = edge.known(writes=True)
    edge.query()
    body, expected = edge.action_body()
    round_id, named = body.get("round_id"), body.get("player")
    if round_id is not None and not isinstance(round_id, str):
        raise Problem("invalid_field", "round_id", "must be the match's round_id")
    by_place = type(named) is int
    player = None if by_place else player_of(who, named)
    action = {name: value for name, value in body.items() if name not in ("round_id", "player")}

    def work(table: Table) -> dict[str, Any]:
        seat = own_seat(table, who, str(named)) if player is None else seat_of(table, player)
        play.act(table, seat, action, expected, round_id)
        clocks.seen(table, table.seats[seat]["player"])
        return views.view(table, table.seats[seat]["player"])

    return changed(200, match_id, who, work, kind="match")


@blueprint.get("/v1/matches/<match_id>/events")
def events(match_id: str) -> Response:
    return told_events(match_id, kind="match")
