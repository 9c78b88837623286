"""What anybody may read: promises, revealed seeds, bundles, games."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, stream_with_context

from fairseed.service import rounds, seeds
from fairseed.service.core import to_json
from fairseed.service.http import edge
from fairseed.service.matches import lobby
from fairseed.service.offers import HOUSE, Offer
from fairseed.service.problems import Problem
from fairseed.service.tables import records
from games import tavern_dice

blueprint = Blueprint("public", __name__)


@blueprint.get("/v1/seeds/<server_seed_hash>")
def seed(server_seed_hash: str) -> Response:
    edge.query()
    name = edge.seed_hash(server_seed_hash)
    return edge.read_answer(lambda connection: seeds.public(connection, name))


@blueprint.get("/v1/seeds/<server_seed_hash>/bundle")
def bundle(server_seed_hash: str) -> Response:
    edge.query()
    name = edge.seed_hash(server_seed_hash)
    with edge.service().store.read() as connection:
        if seeds.public(connection, name)["state"] != "revealed":
            raise Problem("not_revealed", "server_seed_hash", "has no revealed seed yet")
    store = edge.service().store

    def lines() -> Any:
        with store.read() as connection:
            yield from records.bundle(connection, name) or rounds.bundle(connection, name)

    return Response(stream_with_context(lines()), mimetype="application/jsonl")


@blueprint.get("/v1/games")
def games() -> Response:
    edge.query()
    items = [_described(name) for name in (*edge.service().offers, tavern_dice.NAME)]
    return edge.answer(to_json({"items": items, "next_cursor": None}).encode("utf-8"))


@blueprint.get("/v1/games/<game>")
def game(game: str) -> Response:
    edge.query()
    return edge.answer(to_json(_described(game)).encode("utf-8"))


def _described(game: str) -> dict[str, Any]:
    service = edge.service()
    if game == tavern_dice.NAME:
        return lobby.offered(service.settings.matches)
    if game not in service.offers:
        raise Problem("not_found", "game", "is not offered here")
    return _offered(service.offers[game])


LIMITS: Final = ("min_ante", "max_ante", "max_win")


def _room(offer: Offer) -> dict[str, Any]:
    """What a room of five-card poker has of its own."""
    limits = {limit: offer.settings.rules[limit] for limit in ("min_ante", "max_ante")}
    return limits | {"ruleset": offer.ruleset, "ruleset_digest": offer.digest}


def _offered(offer: Offer) -> dict[str, Any]:
    own, name = offer.settings, offer.game.name
    settings: dict[str, dict[str, Any]] = {
        "plinko": {"rows": own.rows, "risks": own.risks},
        "mines": {"sizes": own.sizes, "min_mines": own.min_mines, "max_mines": own.max_mines},
    }
    if offer.rooms:
        settings[name] = {"rooms": {room: _room(one) for room, one in offer.rooms.items()}}
    limits: dict[str, Any] | None = None
    if name in HOUSE and offer.ruleset is not None:
        limits = {limit: offer.ruleset["rules"][limit] for limit in LIMITS if limit in offer.ruleset["rules"]}
    elif offer.ruleset is not None:
        most = offer.ruleset["rules"]["max_payout"]
        limits = {"min_stake": own.min_stake, "max_stake": own.max_stake, "max_payout": most}
    return {
        "game": name,
        "choices": sorted(offer.game.choices - {"multipliers"}),
        "ruleset": offer.ruleset,
        "ruleset_digest": offer.digest,
        "limits": limits,
        "settings": settings.get(name, {}),
        "rtp": _rtp(offer),
    }


def _rtp(offer: Offer) -> dict[str, str]:
    """Exact returns by setting; that of another dice or limbo target follows from its quote."""
    game, name = offer.game, offer.game.name
    if name == "blackjack":
        figures = game.rtp(offer.read_params({}))
        return {f"main game, {figures.strategy} strategy": str(figures.value)} | {
            bet: str(value) for bet, value in figures.side_bets.items()
        }
    examples: dict[str, dict[str, dict[str, Any]]] = {
        "dice": {"50.00 under": {"target": "50.00", "direction": "under"}},
        "limbo": {"2.00": {"target": "2.00"}},
        "mines": {
            "any number of cells": {"size": offer.settings.sizes[0], "mines": offer.settings.min_mines}
        },
        "hilo": {"one guess": {}},
        "russian_poker": {
            told: {"boxes": boxes}
            for told, boxes in (("plain strategy, per ante", 1), ("three boxes, plain strategy, per ante", 3))
        },
        "five_card_poker": {"plain strategy, per ante": {"boxes": 1}},
        "plinko": {
            f"{risk} {rows}": {"risk": risk, "rows": rows}
            for risk in offer.settings.risks
            for rows in offer.settings.rows
        },
    }
    return {
        told: str(game.rtp(offer.read_params(choices)).value)
        for told, choices in examples.get(name, {}).items()
    }
