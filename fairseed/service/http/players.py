"""Players' seeds."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response
from sqlalchemy import Connection

from fairseed.service import keys, ledger, seeds
from fairseed.service.http import edge
from fairseed.service.http.models import ChipsBody, Empty, RotateBody
from fairseed.service.problems import Problem

blueprint = Blueprint("players", __name__)


@blueprint.post("/v1/players/<player>/seeds")
def first(player: str) -> Response:
    who = edge.caller(writes=True, player=lambda: player)
    edge.query()
    name = edge.player_name(player)
    edge.body_as(Empty)
    return seeds.supplied(
        edge.service(),
        lambda: edge.once(201, lambda connection: seeds.first_commitment(connection, name), who),
    )


@blueprint.post("/v1/players/<player>/seeds/rotate")
def rotate(player: str) -> Response:
    who = edge.caller(writes=True, player=lambda: player)
    edge.query()
    name = edge.player_name(player)
    body = edge.body_as(RotateBody)
    service = edge.service()
    return seeds.supplied(
        service,
        lambda: edge.once(
            200, lambda connection: seeds.rotate(service, connection, name, body.client_seed), who
        ),
    )


@blueprint.post("/v1/players/<player>/tokens")
def token(player: str) -> Response:
    who = edge.caller(writes=True)
    edge.query()
    name = edge.player_name(player)
    edge.body_as(Empty)
    service = edge.service()
    expires_at = service.later(seconds=service.settings.token_seconds)

    def work(connection: Connection) -> dict[str, Any]:
        text = keys.create_token(connection, name, service.now(), expires_at)
        return {"token": text, "player": name, "expires_at": expires_at}

    return edge.once(201, work, who, secret="token")  # noqa: S106 (the member's name)


@blueprint.get("/v1/players/<player>/seeds")
def current(player: str) -> Response:
    edge.caller(writes=False, player=lambda: player)
    edge.query()
    name = edge.player_name(player)
    return edge.read_answer(lambda connection: seeds.current(connection, name))


@blueprint.post("/v1/players/<player>/chips")
def chips(player: str) -> Response:
    who = edge.caller(writes=True)
    edge.query()
    name = edge.player_name(player)
    body = edge.body_as(ChipsBody)
    if body.amount == 0:
        raise Problem("invalid_field", "amount", "must not be 0")
    return edge.once(
        200,
        lambda connection: ledger.move(edge.service(), connection, name, body.amount, body.reason),
        who,
    )


@blueprint.get("/v1/players/<player>/balance")
def balance(player: str) -> Response:
    edge.caller(writes=False, player=lambda: player)
    edge.query()
    name = edge.player_name(player)
    return edge.read_answer(lambda connection: ledger.balance(edge.service(), connection, name))


@blueprint.get("/v1/players/<player>/ledger")
def entries(player: str) -> Response:
    edge.caller(writes=False, player=lambda: player)
    found = edge.query("order", "limit", "cursor")
    limit, cursor = edge.page_query(found, r"0|[1-9][0-9]{0,17}")
    name, newest = edge.player_name(player), edge.newest_first(found)
    return edge.read_answer(
        lambda connection: ledger.page(edge.service(), connection, name, limit, cursor, newest=newest)
    )
