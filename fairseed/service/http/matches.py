"""Matches of tavern dice. An operator's key acts for any player, a token for its own."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response

from fairseed.service.http import edge, seats
from fairseed.service.http.models import JoinBody, MatchBody
from fairseed.service.matches import lobby, play, seating, views
from fairseed.service.problems import Problem
from fairseed.service.tables import clocks
from fairseed.service.tables.held import Table

blueprint = Blueprint("matches", __name__)


@blueprint.post("/v1/matches")
def create() -> Response:
    """A player may open one too, and is its host."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(MatchBody)
    host = seats.host_of(who, body.host)
    wish = lobby.Wish(**msgspec.structs.asdict(body) | {"host": host})
    return seats.opened(who, lobby.create, wish)


@blueprint.get("/v1/matches")
def listed() -> Response:
    return seats.listed(lobby.page)


@blueprint.get("/v1/matches/<match_id>")
def one(match_id: str) -> Response:
    return seats.shown(match_id, views.one, kind="match")


@blueprint.delete("/v1/matches/<match_id>")
def close(match_id: str) -> Response:
    """An operator, or the host, takes back a match that has not started."""
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        seats.only_host(table, who)
        if table.running is not None or table.row["state"] != "open":
            raise Problem("illegal_action", "match_id", "the match has started, or is over")
        play.close(table)
        return views.view(table, who.player)

    return seats.changed(200, match_id, who, work, kind="match")


@blueprint.post("/v1/matches/<match_id>/seats")
def join(match_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(JoinBody)
    player = seats.player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        seating.join(table, player, body.seat, body.chain_head, body.invitation)
        return views.view(table, player)

    return seats.changed(201, match_id, who, work, kind="match")


@blueprint.delete("/v1/matches/<match_id>/seats/<seat>")
def leave(match_id: str, seat: str) -> Response:
    """Before the start the place is free again; in a match it is a concession."""
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        number = seats.own_seat(table, who, seat)
        player = table.seats[number]["player"]
        if table.running is None and table.row["state"] == "open":
            seating.leave(table, number)
        else:
            play.concede(table, number)
        return views.view(table, player)

    return seats.changed(200, match_id, who, work, kind="match")


@blueprint.post("/v1/matches/<match_id>/links")
def link(match_id: str) -> Response:
    return seats.given_link(match_id, views.view, play.start, kind="match", name="match")


@blueprint.post("/v1/matches/<match_id>/actions")
def act(match_id: str) -> Response:
    """`player` is the number of the place, as in a record, or the player's name."""
    who = edge.known(writes=True)
    edge.query()
    body, expected, round_id = seats.action_call()
    named = body.get("player")
    by_place = type(named) is int
    player = None if by_place else seats.player_of(who, named)
    action = {name: value for name, value in body.items() if name != "player"}

    def work(table: Table) -> dict[str, Any]:
        seat = seats.own_seat(table, who, str(named)) if player is None else seats.seat_of(table, player)
        play.act(table, seat, action, expected, round_id)
        clocks.seen(table, table.seats[seat]["player"])
        return views.view(table, table.seats[seat]["player"])

    return seats.changed(200, match_id, who, work, kind="match")


@blueprint.get("/v1/matches/<match_id>/events")
def events(match_id: str) -> Response:
    return seats.told_events(match_id, kind="match")
