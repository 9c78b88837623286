"""New tables, and the lobby: what is shown of a table before anybody sits down."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Select, func, insert, or_, select

from fairseed.commitments.entries import Ruleset
from fairseed.service import journal
from fairseed.service.core import Service, to_json
from fairseed.service.offers import refusal
from fairseed.service.problems import Problem
from fairseed.service.store.schema import log_entries, log_head, seats, tables
from fairseed.service.tables.hands import LOWEST, hand_params, ruleset_of
from fairseed.service.tables.held import Row
from games import GameError
from games.numbers import MAX_CHIPS
from games.poker import VARIANTS, check_params
from games.poker.bots import POLICIES
from games.poker.variants import AOF_BIG_BLINDS

MOST_SECONDS: Final = 86_400  # of a clock: a hand that never ends keeps everybody's chips
BUY_INS: Final = {"normal": (40, 100), "deep": (40, 200)}  # in big blinds, in antes at Turkish poker
RAKES: Final = {
    "holdem": "six_percent",
    "short_deck": "six_percent",
    "aof": "six_percent",
    "omaha": "heads_up_three",
    "omaha5": "heads_up_three",
    "turkish": "heads_up_three",
    "naiko": "none",
}
_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,64}")


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of every new table and match."""

    name: str = ""
    private: bool = False
    host: str | None = None


class Wish(Opening, frozen=True, kw_only=True):
    """What a new table is to be (docs/tables.md)."""

    game: str
    params: dict[str, Any]
    seats: int = 0  # 0: as many as the game takes
    buy_in: str = "normal"
    fill_with_bots: int = 0
    bot_policy: str = "tight/1"


def create(
    service: Service, connection: Connection, wish: Wish, *, by_player: bool = False
) -> dict[str, Any]:
    """A new table; of a private one the invitation, which is told this once. `by_player`: its host makes it,
    who may have `tables_per_player` open ones."""
    variant = VARIANTS.get(wish.game)
    if variant is None:
        raise Problem("invalid_field", "game", "is no table game known here")
    params = _params(service, wish)
    count = wish.seats or variant.most_seats
    if not 2 <= count <= variant.most_seats:
        raise Problem("invalid_field", "seats", "must be from 2 to {most}", most=variant.most_seats)
    if not 0 <= wish.fill_with_bots < count:
        raise Problem("invalid_field", "fill_with_bots", "must be from 0 to {most}", most=count - 1)
    if wish.bot_policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise Problem("invalid_field", "bot_policy", "is not known; known: {known}", known=known)
    least, most = _range(wish, params)
    row = {
        "game": wish.game,
        "params": to_json(params),
        "seats": count,
        "least_buy_in": least,
        "most_buy_in": most,
        "fill_with_bots": wish.fill_with_bots,
        "bot_policy": wish.bot_policy,
    }
    table_id, invitation = opened(service, connection, wish, row, by_player=by_player)
    announce(service, connection, wish.game, *rulesets(wish.game, params, count))
    return {"table_id": table_id} | invitation


def opened(
    service: Service, connection: Connection, wish: Opening, row: Row, *, by_player: bool
) -> tuple[str, dict[str, str]]:
    """Writes a new row of `tables`, of which `row` is what its game says: its id, and of a private one the
    `invitation`, which is told this once. Raises Problem."""
    if _NAME.fullmatch(wish.name or "-") is None:
        raise Problem("invalid_field", "name", "must be at most 64 characters, none of them a control")
    if wish.private and wish.host is None:
        raise Problem("invalid_field", "host", "this field is required of what is private")
    if by_player:
        _room_for(service, connection, wish.host)
    invitation = f"fi_{secrets.token_urlsafe(32)}" if wish.private else None
    made = row | {
        "id": service.new_id(),
        "name": wish.name,
        "invitation": invitation and hashlib.sha256(invitation.encode()).hexdigest(),
        "host": wish.host,
        "state": "open",
        "ending": "",
        "version": 0,
        "hand": 0,
        "pot_carried": 0,
        "created_at": service.now(),
    }
    connection.execute(insert(tables).values(made))
    return made["id"], {} if invitation is None else {"invitation": invitation}


def _room_for(service: Service, connection: Connection, host: str | None) -> None:
    """Problem where a player has as many open tables as it may have."""
    # Players' tables of all processes queue here, so that none is overlooked in the count.
    connection.execute(select(log_head.c.id).with_for_update())
    own = select(func.count()).where(tables.c.host == host, tables.c.state == "open")
    most = service.settings.tables_per_player
    if (connection.scalar(own) or 0) >= most:
        rule = "has {count} open tables and matches; close one first"
        raise Problem("rate_limited", "host", rule, count=most)


def _params(service: Service, wish: Wish) -> dict[str, Any]:
    """Every param written out; Turkish `lowest_rank` is each hand's."""
    variant, given = VARIANTS[wish.game], dict(wish.params)
    if wish.game == "turkish" and "lowest_rank" in given:
        raise Problem("unknown_field", "params.lowest_rank", "follows from the number of players")
    turkish = {"lowest_rank": "6"} if wish.game == "turkish" else {}
    given.setdefault("seat_seeds", "chain")
    given.setdefault("rake", {"preset": RAKES[wish.game]})
    try:
        read = variant.read_params(given | turkish)
        check_params(read)
    except GameError as error:
        raise refusal(error) from error
    params = variant.params_dict(read)
    params.pop("lowest_rank", None)
    if "big_blind" in params and params["big_blind"] != 2 * params["small_blind"]:
        raise Problem("invalid_field", "params.big_blind", "must be twice the small blind")
    for name in ("decision_seconds", "shield_seconds"):
        if params.get(name, 1) > MOST_SECONDS:
            raise Problem("invalid_field", f"params.{name}", "must be from 1 to {most}", most=MOST_SECONDS)
    unit = params.get("big_blind", params["ante"])
    if unit * BUY_INS["deep"][1] > MAX_CHIPS // 9:
        raise Problem("invalid_field", "params", "the blinds or the ante are too high")
    if params["reveal"] == "auditor" and service.auditor_key is None:
        raise Problem("invalid_field", "params.reveal", "auditor is not offered: no auditor's key is set")
    if params["rake"]["preset"] == "six_percent" and "cap" not in params["rake"]:
        cap = service.settings.rake_caps.get(str(unit), 3 * unit)
        params["rake"] = params["rake"] | {"cap": cap}
    return params


def _range(wish: Wish, params: dict[str, Any]) -> tuple[int, int]:
    if wish.buy_in not in BUY_INS or (wish.game == "aof" and wish.buy_in == "deep"):
        raise Problem("invalid_field", "buy_in", 'must be "normal" or "deep"; all-in or fold is never deep')
    unit = params.get("big_blind", params["ante"])
    if wish.game == "aof":
        return AOF_BIG_BLINDS * unit, AOF_BIG_BLINDS * unit
    least, most = BUY_INS[wish.buy_in]
    return least * unit, most * unit


def rulesets(game: str, params: dict[str, Any], seats: int) -> list[str]:
    """The digests of the rules that hands of this table may have."""
    counts = [count for count in LOWEST if count <= seats] if game == "turkish" else [2]
    return sorted({ruleset_of(game, hand_params(game, params, count)) for count in counts})


def announce(service: Service, connection: Connection, game: str, *digests: str) -> None:
    """Rules are in the log before anybody can play by them."""
    for digest in digests:
        entry = Ruleset(game=game, digest=digest)
        known = select(log_entries.c.id).where(
            log_entries.c.type == "ruleset", log_entries.c.subject == entry.subject
        )
        if connection.execute(known).first() is None:
            journal.add(connection, entry, service.now())


def facts(row: Row) -> dict[str, Any]:
    """What everybody knows of a table beside who sits there."""
    told = {name: row[name] for name in ("game", "name", "seats", "fill_with_bots", "bot_policy", "host")}
    params = json.loads(row["params"])
    return {
        "table_id": row["id"],
        **told,
        "params": params,
        "rulesets": rulesets(row["game"], params, row["seats"]),
        "buy_in": {"least": row["least_buy_in"], "most": row["most_buy_in"]},
        "private": row["invitation"] is not None,
        "state": row["state"],
        "hands": row["hand"],
        "pot_carried": row["pot_carried"],
    }


def seated(row: Row) -> dict[str, Any]:
    """What everybody knows of who sits on a seat."""
    if row["player"] is None:
        return {"bot": row["policy"], "stack": row["stack"]}
    return {"player": row["player"], "stack": row["stack"]}


def page(
    connection: Connection,
    game: str | None,
    player: str | None,
    everything: bool,
    limit: int,
    cursor: str | None,
) -> dict[str, Any]:
    """Open tables, the newest first. Private ones are shown to their host and to who sits there."""
    query = select(tables).where(tables.c.game.in_(VARIANTS))
    if game is not None:
        query = query.where(tables.c.game == game)
    rows, more = _open_ones(connection, query, player, everything, limit, cursor)
    items = []
    for row in rows:
        taken = {seat: seated(each) for seat, each in row["taken"].items()}
        items.append(facts(row) | {"taken": taken, "bots": bots_of(taken)})
    return {"items": items, "next_cursor": more}


def page_of(
    connection: Connection,
    game: str,
    told: Callable[[Row], dict[str, Any]],
    seated: Callable[[Row], dict[str, Any]],
    *which: Any,
) -> dict[str, Any]:
    """A page of one game: what is `told` of each, and of who is `seated`; `which` as for `_open_ones`."""
    rows, more = _open_ones(connection, select(tables).where(tables.c.game == game), *which)
    items = [told(row) | {"taken": {seat: seated(one) for seat, one in row["taken"].items()}} for row in rows]
    return {"items": items, "next_cursor": more}


def _open_ones(
    connection: Connection,
    query: Select[Any],
    player: str | None,
    everything: bool,
    limit: int,
    cursor: str | None,
) -> tuple[list[Row], str | None]:
    """Of the rows of `tables` that are asked for the open ones that the player may know of, the newest first,
    `limit` of them behind `cursor`, each with its seats by number as `taken`; and the next cursor."""
    query = query.where(tables.c.state == "open").order_by(tables.c.id.desc())
    if cursor is not None:
        query = query.where(tables.c.id < cursor)
    if not everything:
        own = select(seats.c.table_id).where(seats.c.player == player)
        query = query.where(or_(tables.c.invitation.is_(None), tables.c.host == player, tables.c.id.in_(own)))
    rows = [dict(row._mapping) for row in connection.execute(query.limit(limit + 1))]
    sitting = select(seats).where(seats.c.table_id.in_([row["id"] for row in rows]))
    taken: dict[str, dict[str, Any]] = {row["id"]: {} for row in rows}
    for seat in connection.execute(sitting.order_by(seats.c.table_id, seats.c.seat)):
        taken[seat.table_id][str(seat.seat)] = dict(seat._mapping)
    found = [row | {"taken": taken[row["id"]]} for row in rows[:limit]]
    return found, rows[limit - 1]["id"] if len(rows) > limit else None


def bots_of(taken: dict[str, Any]) -> dict[str, str]:
    return {seat: each["bot"] for seat, each in taken.items() if "bot" in each}
