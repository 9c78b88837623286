"""Poker tables. An operator's key acts for any player, a token for its own."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Blueprint, Response, current_app, request
from msgspec import UNSET
from sqlalchemy import Connection

from fairseed.service import keys
from fairseed.service.core import Service, to_json
from fairseed.service.http import edge
from fairseed.service.http.models import Empty, LinkBody, SitBody, TableBody, TopUpBody
from fairseed.service.problems import Problem
from fairseed.service.tables import chosen, clocks, hands, lobby, play, records, seating, views
from fairseed.service.tables.held import Kind, Table, exists, holding
from games.poker import VARIANTS

blueprint = Blueprint("tables", __name__)

STREAM_SECONDS: Final = 30  # then a client comes back, and goes on behind the last event that it got
LOOK_SECONDS: Final = 0.5
BEAT_SECONDS: Final = (
    1  # without an event something is sent all the same: who hung up is found out by writing
)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_STREAMS = threading.Lock()
_open_streams: Counter[str] = Counter()  # by caller


@blueprint.post("/v1/tables")
def create() -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(TableBody)
    if body.host is not None:
        edge.player_name(body.host)
    if who.player is not None:
        if not body.private:
            raise Problem(
                "forbidden", "Authorization", "needs a key of scope operator; players make private ones"
            )
        if body.host not in (None, who.player):
            raise Problem("forbidden", "host", "is another player than the token's")
        body.host = who.player
    wish = lobby.Wish(**{name: getattr(body, name) for name in body.__struct_fields__})
    return edge.once(
        201,
        lambda connection: lobby.create(edge.service(), connection, wish, by_player=who.player is not None),
        who,
        secret="invitation",  # noqa: S106 (the member's name)
    )


@blueprint.get("/v1/tables")
def listed() -> Response:
    who = edge.known(writes=False)
    found = edge.query("game", "limit", "cursor")
    limit, cursor = edge.page_query(found)
    if (game := found.get("game")) is not None and game not in VARIANTS:
        raise Problem("bad_query", "game", "must be one of {known}", known=", ".join(VARIANTS))
    all_of_them = who.scope != "player"
    return edge.read_answer(
        lambda connection: lobby.page(connection, game, who.player, all_of_them, limit, cursor)
    )


@blueprint.get("/v1/tables/<table_id>")
def one(table_id: str) -> Response:
    who = edge.known(writes=False)
    player = viewer_of(who, edge.query("player"))
    name = edge.table_id(table_id)
    service = edge.service()
    clocks.look(service, name, player)
    clocks.fire(service, name)

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name)
        return views.one(service, connection, name, player)

    return edge.read_answer(work)


@blueprint.delete("/v1/tables/<table_id>")
def close(table_id: str) -> Response:
    return _ended(table_id, "table")


@blueprint.post("/v1/tables/<table_id>/reveal")
def reveal(table_id: str) -> Response:
    return _ended(table_id, "session")


def _ended(table_id: str, what: str) -> Response:
    """An operator, or the host of a private table, ends the session or closes the table."""
    who = edge.known(writes=True)
    edge.query()
    if request.method == "POST":
        edge.body_as(Empty)

    def work(table: Table) -> dict[str, Any]:
        if who.player is not None and who.player != table.row["host"]:
            raise Problem("forbidden", "Authorization", "needs a key of scope operator, or the host's token")
        if table.row["ending"] != "table":
            table.row["ending"] = what
        clocks.tidy(table)
        return views.view(table, who.player)

    return changed(200, table_id, who, work)


@blueprint.post("/v1/tables/<table_id>/seats")
def sit(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(SitBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        seating.sit(table, player, body.seat, body.buy_in, body.chain_head, body.invitation)
        clocks.wake(table)
        return views.view(table, player)

    return changed(201, table_id, who, work)


@blueprint.delete("/v1/tables/<table_id>/seats/<seat>")
def leave(table_id: str, seat: str) -> Response:
    who = edge.known(writes=True)
    edge.query()

    def work(table: Table) -> dict[str, Any]:
        number = own_seat(table, who, seat)
        amount = seating.leave(table, number)
        clocks.tidy(table)
        return {"seat": number, "state": "leaving" if amount is None else "left", "chips": amount}

    return changed(200, table_id, who, work)


@blueprint.post("/v1/tables/<table_id>/seats/<seat>/top_up")
def top_up(table_id: str, seat: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(TopUpBody)

    def work(table: Table) -> dict[str, Any]:
        number = own_seat(table, who, seat)
        seating.top_up(table, number, body.amount)
        player = table.seats[number]["player"]
        clocks.seen(table, player)
        return views.view(table, player)

    return changed(200, table_id, who, work)


@blueprint.post("/v1/tables/<table_id>/links")
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
        counts = hands.link(table, seat, getattr(body, wanted))
        clocks.seen(table, player)
        return {"counts": counts, "table": views.view(table, player)}

    return changed(200, table_id, who, work)


@blueprint.post("/v1/tables/<table_id>/actions")
def act(table_id: str) -> Response:
    who = edge.known(writes=True)
    edge.query()
    body, expected = edge.action_body()
    round_id = body.get("round_id")
    if round_id is not None and not isinstance(round_id, str):
        raise Problem("invalid_field", "round_id", "must be the hand's round_id")
    player = player_of(who, body.get("player"))
    if (when := body.get("when")) not in (None, "my_turn"):
        raise Problem("invalid_field", "when", 'must be "my_turn"')
    otherwise = body.get("else")
    if otherwise is not None and when is None:
        raise Problem("invalid_field", "else", "goes with `when`")
    ours = ("round_id", "player", "seat", "when", "else")
    action = {name: value for name, value in body.items() if name not in ours}

    def work(table: Table) -> dict[str, Any]:
        seat = play.seat_of(table, player)
        if body.get("seat", seat) != seat or type(body.get("seat", seat)) is not int:
            raise Problem("invalid_field", "seat", "is not the player's, which is {seat}", seat=seat)
        on_turn = when is not None
        play.act(table, seat, action, expected, round_id, on_turn=on_turn, otherwise=otherwise)
        clocks.seen(table, player)
        return views.view(table, player)

    return changed(200, table_id, who, work)


@blueprint.delete("/v1/tables/<table_id>/actions")
def take_back(table_id: str) -> Response:
    """Nothing is kept for the player's turn any more."""
    who = edge.known(writes=True)
    player = player_of(who, edge.query("player").get("player"))

    def work(table: Table) -> dict[str, Any]:
        chosen.take_back(table, seat_of(table, player))
        clocks.seen(table, player)
        return views.view(table, player)

    return changed(200, table_id, who, work)


@blueprint.get("/v1/tables/<table_id>/hands")
def finished(table_id: str) -> Response:
    who = edge.known(writes=False)
    found = edge.query("player", "order", "limit", "cursor")
    (limit, cursor), newest = edge.page_query(found), edge.newest_first(found)
    player, name = viewer_of(who, found), edge.table_id(table_id)
    service = edge.service()

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name)
        return records.page(service, connection, name, player, limit, cursor, newest=newest)

    return edge.read_answer(work)


@blueprint.get("/v1/tables/<table_id>/events")
def events(table_id: str) -> Response:
    return told_events(table_id)


def told_events(table_id: str, *, kind: Kind = "poker") -> Response:
    """Events as they come where a stream is asked for, else those that there are."""
    who = edge.known(writes=False)
    found = edge.query("after")
    name, service = edge.table_id(table_id), edge.service()
    text = found.get("after", request.headers.get("Last-Event-ID", "-1"))
    if text != "-1" and not _NUMBER.fullmatch(text):
        raise Problem("bad_query", "after", "must be the number of an event, or -1")
    clocks.look(service, name, who.player)
    clocks.fire(service, name)
    with service.store.read() as connection:
        first = views.events(connection, name, int(text), kind=kind)
    if request.accept_mimetypes.best != "text/event-stream":
        return edge.answer(to_json(first).encode("utf-8"))
    _take_stream(who, service.settings.threads)
    stopping = current_app.extensions["stopping"]
    answer = Response(_stream(service, name, int(text), stopping, kind), mimetype="text/event-stream")
    answer.call_on_close(lambda: _give_stream_back(who))
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _take_stream(who: keys.Caller, threads: int) -> None:
    """At most half of a process's threads stream, and a quarter of that half for one token, which would keep
    the others' streams away; whoever else asks polls."""
    with _STREAMS:
        own = threads // 2 if who.player is None else max(1, threads // 8)
        if _open_streams.total() >= threads // 2 or _open_streams[who.id] >= own:
            raise Problem("busy", "Accept", "has too many streams open; poll with ?after=")
        _open_streams[who.id] += 1


def _give_stream_back(who: keys.Caller) -> None:
    with _STREAMS:
        _open_streams[who.id] -= 1
        if not _open_streams[who.id]:
            del _open_streams[who.id]


def _stream(
    service: Service, table_id: str, after: int, stopping: threading.Event, kind: Kind
) -> Iterator[bytes]:
    """Server-sent events behind number `after`, for a while, or until the process stops."""
    until = time.monotonic() + STREAM_SECONDS
    beat = time.monotonic() + BEAT_SECONDS
    yield b"retry: 1000\n\n"
    while not (service.alarm or stopping.is_set()):
        with service.store.read() as connection:
            items = views.events(connection, table_id, after, kind=kind)["items"]
        for item in items:
            after = item["index"]
            yield f"id: {after}\nevent: {item['type']}\ndata: {to_json(item)}\n\n".encode()
        now = time.monotonic()
        if now >= until:
            return
        if items:
            beat = now + BEAT_SECONDS
            continue
        if now >= beat:
            beat = now + BEAT_SECONDS
            yield b":\n\n"
        stopping.wait(LOOK_SECONDS)


def asked_by(table: Table, round_id: str | None) -> None:
    """Problem where a link is meant for another hand than the one that asks for it, or asked last."""
    if round_id not in (None, table.row["hand_id"]):
        raise Problem("stale_action", "round_id", "is not the hand that asks for links")


# Who acts for whom


def player_of(who: keys.Caller, named: object) -> str:
    """The player whose seat a call is about: of a token its own, else the one that is named."""
    if named is not None:
        if not isinstance(named, str):
            raise Problem("invalid_field", "player", "must be a text")
        edge.player_name(named)
    if who.player is not None:
        if named not in (None, who.player):
            raise Problem("forbidden", "player", "is another player than the token's")
        return who.player
    if named is None:
        raise Problem("invalid_field", "player", "this field is required with an operator's key")
    return str(named)


def viewer_of(who: keys.Caller, found: dict[str, str]) -> str | None:
    """Whose view is asked for: a token's own; an operator names a player, or gets what everybody sees."""
    named = found.get("player")
    if named is None:
        return who.player
    edge.player_name(named)
    if who.scope != "operator" and named != who.player:
        raise Problem("forbidden", "player", "only an operator sees what another player sees")
    return named


def seat_of(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise Problem("not_found", "player", "does not sit at this table")
    return seat


def own_seat(table: Table, who: keys.Caller, text: str) -> int:
    seat = int(text) if re.fullmatch("[0-9]", text) else -1
    if seat not in table.seats or table.seats[seat]["player"] is None:
        raise Problem("not_found", "seat", "is not taken by a player")
    if who.player is not None and table.seats[seat]["player"] != who.player:
        raise Problem("forbidden", "seat", "is another player's")
    return seat


def changed(
    status: int,
    table_id: str,
    who: keys.Caller,
    work: Callable[[Table], dict[str, Any]],
    *,
    kind: Kind = "poker",
) -> Response:
    """One writing call on a table of this kind, behind everything that is due there."""
    service, name = edge.service(), edge.table_id(table_id)

    def run(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind=kind)
        with holding(service, connection, name) as table:
            return work(table)

    return clocks.current(service, name, lambda: edge.once(status, run, who))
