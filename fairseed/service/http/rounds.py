"""Rounds, actions, draws and quotes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from msgspec import UNSET

from fairseed.service import idempotency, rounds
from fairseed.service.core import to_json
from fairseed.service.http import edge
from fairseed.service.http.models import DrawBody, RoundBody
from fairseed.service.http.page import link_to
from fairseed.service.offers import HOUSE, Offer
from fairseed.service.problems import Problem
from fairseed.service.tables import held, records
from fairseed.service.tables.dealt import seat_in

blueprint = Blueprint("rounds", __name__)


def _bet() -> tuple[str, Offer, Any, Any]:
    """Player, game, params and bet of a body, checked whole before anything is taken."""
    body = edge.body_as(RoundBody)
    name = edge.player_name(body.player)
    if body.game == "raw":
        raise Problem("invalid_field", "game", "raw draws are made by POST /v1/draws")
    offer = rounds.offer_of(edge.service(), body.game)
    if body.bet is UNSET:
        raise Problem("invalid_field", "bet", "this field is required")
    return name, offer, *offer.read(body.params, body.bet)


def _named() -> str | None:
    """The player that the body names."""
    body = edge.json_body()
    player = body.get("player") if isinstance(body, dict) else None
    return player if isinstance(player, str) else None


def _player_of(round_id: str) -> str | None:
    """Whose round it is; None where there is no such round."""
    if not edge.ROUND_ID.fullmatch(round_id):
        return None
    with edge.service().store.read() as connection:
        return rounds.player_of(connection, round_id)


@blueprint.post("/v1/rounds")
def play() -> Response:
    who = edge.caller(writes=True, player=_named)
    edge.query()
    player, offer, params, bet = _bet()
    return edge.once(
        201, lambda connection: rounds.play(edge.service(), connection, player, offer, params, bet), who
    )


@blueprint.post("/v1/draws")
def draw() -> Response:
    who = edge.caller(writes=True)
    edge.query()
    body = edge.json_body()
    player = edge.player_name(edge.typed(body, DrawBody).player)
    offer = rounds.offer_of(edge.service(), "raw")
    params, _ = offer.read(body["params"], None)
    return edge.once(
        201, lambda connection: rounds.play(edge.service(), connection, player, offer, params, None), who
    )


@blueprint.post("/v1/rounds/<round_id>/actions")
def act(round_id: str) -> Response:
    who = edge.caller(writes=True, player=lambda: _player_of(round_id))
    edge.query()
    name = edge.round_id(round_id)
    action, expected = edge.action_body()
    return edge.once(
        200, lambda connection: rounds.act(edge.service(), connection, name, action, expected), who
    )


@blueprint.post("/v1/quotes")
def quote() -> Response:
    edge.caller(writes=True, player=_named)
    edge.query()
    idempotency.check_key(request.headers.get("Idempotency-Key"))
    _, offer, params, bet = _bet()
    if offer.game.name in HOUSE:
        limits = {"min_ante": params.min_ante, "max_ante": params.max_ante}
    else:
        own = offer.settings
        limits = {"min_stake": own.min_stake, "max_stake": own.max_stake, "max_payout": params.max_payout}
    told = {"game": offer.game.name} | limits | offer.game.quote(params, bet)
    return edge.answer(to_json(told).encode("utf-8"))


@blueprint.get("/v1/rounds/<round_id>")
def one(round_id: str) -> Response:
    """A round, or a hand of a table: once its seed is revealed anybody may read that."""
    if (answer := _hand(round_id)) is not None:
        return answer
    edge.caller(writes=False, player=lambda: _player_of(round_id))
    edge.query()
    name = edge.round_id(round_id)
    with edge.service().store.read() as connection:
        view = rounds.one(edge.service(), connection, name)
    return _shown(view)


def _hand(hand_id: str) -> Response | None:
    """None where it is no hand, or none that this caller may ask for by name."""
    if not edge.ROUND_ID.fullmatch(hand_id):
        return None
    service = edge.service()
    with service.store.read() as connection:
        row = held.load_hand(connection, hand_id)
        if row is None:
            return None
        who = None if row["server_seed"] is not None else edge.known(writes=False)
        player = None if who is None else who.player
        edge.query()
        if held.barred(connection, row["table_id"], player) and seat_in(row, player) is None:
            return None
        return _shown(records.one(service, connection, row, player))


def _shown(view: dict[str, Any]) -> Response:
    answer = edge.answer(to_json(view).encode("utf-8"))
    if "server_seed" in view["seeds"]:
        answer.headers["Link"] = link_to(view)
    return answer


@blueprint.get("/v1/rounds")
def page() -> Response:
    edge.caller(writes=False, player=lambda: request.args.get("player"))
    found = edge.query("player", "server_seed_hash", "state", "order", "limit", "cursor")
    (limit, cursor), newest = edge.page_query(found), edge.newest_first(found)
    if (state := found.get("state")) not in (None, *rounds.STATES):
        raise Problem("bad_query", "state", "must be open, settled or void")
    player = edge.player_name(found["player"]) if "player" in found else None
    seed_hash = found.get("server_seed_hash")
    return edge.read_answer(
        lambda connection: rounds.page(
            edge.service(), connection, player, seed_hash, limit, cursor, state=state, newest=newest
        )
    )
