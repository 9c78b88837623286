"""Players' seeds."""

from __future__ import annotations

from flask import Blueprint, Response

from fairseed.service import seeds
from fairseed.service.http import edge
from fairseed.service.http.models import Empty, RotateBody

blueprint = Blueprint("players", __name__)


@blueprint.post("/v1/players/<player>/seeds")
def first(player: str) -> Response:
    who = edge.caller(writes=True)
    edge.query()
    name = edge.player_name(player)
    edge.body_as(Empty)
    return edge.once(201, lambda connection: seeds.first_commitment(edge.service(), connection, name), who)


@blueprint.post("/v1/players/<player>/seeds/rotate")
def rotate(player: str) -> Response:
    who = edge.caller(writes=True)
    edge.query()
    name = edge.player_name(player)
    body = edge.body_as(RotateBody)
    return edge.once(
        200, lambda connection: seeds.rotate(edge.service(), connection, name, body.client_seed), who
    )


@blueprint.get("/v1/players/<player>/seeds")
def current(player: str) -> Response:
    edge.caller(writes=False)
    edge.query()
    name = edge.player_name(player)
    return edge.read_answer(lambda connection: seeds.current(connection, name))
