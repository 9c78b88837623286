"""New matches, and what is shown of one before anybody joins."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from fairseed.records import digest, ruleset, ruleset_digest
from fairseed.service.config import MatchSettings
from fairseed.service.core import Service, to_json
from fairseed.service.offers import refusal
from fairseed.service.problems import Problem
from fairseed.service.tables import lobby, seating
from fairseed.service.tables.held import Row, lock, schedule
from games import GameError
from games import tavern_dice as dice
from games.tavern_dice.bots import is_known
from games.tavern_dice.outcome import prize, rtp

OWN: Final = ("commission", "decision_seconds", "grace_seconds")  # the params that the operator sets


class Wish(lobby.Opening, frozen=True, kw_only=True):
    params: msgspec.Struct  # what whoever opens a match chooses, as the call has it
    bots: dict[str, str]


def ruleset_of(params: dict[str, Any]) -> str:
    return ruleset_digest(dice.NAME, params, dice.CHOICES, None)


def offered(settings: MatchSettings) -> dict[str, Any]:
    """What `GET /v1/games` tells of matches: the ruleset of those whose seeds are links of chains, and as the
    return that of an ante of 100, or the nearest that is taken: of others the rounding is another."""
    ante = min(max(settings.min_ante, 100), settings.max_ante)
    own = {name: getattr(settings, name) for name in OWN}
    params = dice.read_params({"ante": ante, "players": 2, "seat_seeds": "chain"} | own)
    rules = ruleset(dice.NAME, dice.params_dict(params), dice.CHOICES, None)
    return {
        "game": dice.NAME,
        "choices": sorted(dice.CHOICES),
        "ruleset": rules,
        "ruleset_digest": digest(rules),
        "limits": {"min_ante": settings.min_ante, "max_ante": settings.max_ante},
        "settings": own,
        "rtp": {f"two players, ante {ante}, of all antes together": str(rtp(params).value)},
    }


def create(
    service: Service, connection: Connection, wish: Wish, *, by_player: bool = False
) -> dict[str, Any]:
    """A new match, with its bots seated; of a private one the invitation, which is told this once.
    `by_player` as for a table."""
    params = _params(service, wish.params)
    bots = _bots(wish.bots, params["players"])
    row = {
        "game": dice.NAME,
        "params": to_json(params),
        "seats": params["players"],
        "least_buy_in": params["ante"],
        "most_buy_in": params["ante"],
        "fill_with_bots": len(bots),
        "bot_policy": "",
    }
    match_id, invitation = lobby.opened(service, connection, wish, row, by_player=by_player)
    lobby.announce(service, connection, dice.NAME, ruleset_of(params))
    table = lock(service, connection, match_id)
    for player, policy in bots.items():
        sitting = {"id": service.new_id(), "policy": policy, "stack": 0, "link": None}
        if params["seat_seeds"] == "chain":
            sitting |= seating.bot_chain(table)
        seating.take(table, player, sitting)
    schedule(table)
    table.write()
    return {"match_id": match_id} | invitation


def _params(service: Service, choices: msgspec.Struct) -> dict[str, Any]:
    """Every param written out: what was chosen, and what the operator's settings say."""
    settings = service.settings.matches
    own = {name: getattr(settings, name) for name in OWN}
    try:
        read = dice.read_params(msgspec.to_builtins(choices) | own)
        dice.check_params(read)
    except GameError as error:
        raise refusal(error) from error
    if not settings.min_ante <= read.ante <= settings.max_ante:
        least, most = settings.min_ante, settings.max_ante
        raise Problem("limits", "params.ante", "must be from {least} to {most}", least=least, most=most)
    return dice.params_dict(read)


def _bots(wanted: dict[str, str], players: int) -> dict[int, str]:
    try:
        bots = dice.read_bots({"bots": wanted}, players, "match")
    except GameError as error:
        raise Problem("invalid_field", "bots", "must name players of the match") from error
    for player, policy in bots.items():
        if not is_known(policy):
            known = "threshold-T/1, expect/1, win/1"
            raise Problem("invalid_field", f"bots.{player}", "is not known; known: {known}", known=known)
    if len(bots) >= players:
        raise Problem("invalid_field", "bots", "must leave a place for a person")
    return bots


def facts(row: Row) -> dict[str, Any]:
    """What everybody knows of a match beside who sits there: all that is shown before joining."""
    params = json.loads(row["params"])
    told = dice.read_params(params)
    return {
        "match_id": row["id"],
        "game": row["game"],
        "name": row["name"],
        "params": params,
        "ruleset": ruleset_of(params),
        "pot": told.ante * told.players,
        "prize": prize(told),
        "private": row["invitation"] is not None,
        "host": row["host"],
        "state": row["state"],
    }


def page(connection: Connection, *which: Any) -> dict[str, Any]:
    """Open matches, the newest first. Private ones are shown to their host and to who plays there."""
    return lobby.page_of(connection, dice.NAME, facts, seated, *which)


def seated(row: Row) -> dict[str, Any]:
    """What everybody knows of who has a place."""
    return {"bot": row["policy"]} if row["player"] is None else {"player": row["player"]}
