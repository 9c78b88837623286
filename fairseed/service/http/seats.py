"""What calls on tables, matches and house tables share: who acts for whom, a writing call, links, lists,
views and streams of events."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from flask import Response, current_app, request
from msgspec import UNSET
from sqlalchemy import Connection

from fairseed.service import keys
from fairseed.service.core import Service, to_json
from fairseed.service.http import edge
from fairseed.service.http.models import LinkBody
from fairseed.service.problems import Problem
from fairseed.service.tables import clocks, hands, records, views
from fairseed.service.tables.held import Kind, Table, exists, holding

STREAM_SECONDS: Final = 30  # then a client comes back, and goes on behind the last event that it got
LOOK_SECONDS: Final = 0.5
# Without an event something is sent all the same: who hung up is found out by writing.
BEAT_SECONDS: Final = 1
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_STREAMS = threading.Lock()
_open_streams: Counter[str] = Counter()  # by caller

View = Callable[[Table, str | None], dict[str, Any]]  # a table as a player may see it


# Lists, views and what is new


def opened(who: keys.Caller, create: Callable[..., dict[str, Any]], wish: object) -> Response:
    """Something new: `create(service, connection, wish, by_player=…)`."""
    by_player = who.player is not None
    return edge.once(
        201,
        lambda connection: create(edge.service(), connection, wish, by_player=by_player),
        who,
        secret="invitation",  # noqa: S106 (the member's name)
    )


def listed(page: Callable[..., dict[str, Any]]) -> Response:
    """A page of what is open: to a token also its own, to other keys everything. `page(connection, player,
    everything, limit, cursor)`."""
    who = edge.known(writes=False)
    limit, cursor = edge.page_query(edge.query("limit", "cursor"))
    everything = who.scope != "player"
    return edge.read_answer(lambda connection: page(connection, who.player, everything, limit, cursor))


def shown(
    table_id: str, one: Callable[[Service, Connection, str, str | None], dict[str, Any]], *, kind: Kind
) -> Response:
    """The view of one, behind everything that is due there."""
    who = edge.known(writes=False)
    player = viewer_of(who, edge.query("player"))
    name, service = edge.table_id(table_id), edge.service()
    clocks.look(service, name, player)
    clocks.fire(service, name)

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind=kind)
        return one(service, connection, name, player)

    return edge.read_answer(work)


def finished(table_id: str, *, kind: Kind) -> Response:
    """A page of the ended hands, each as its caller may see it."""
    who = edge.known(writes=False)
    found = edge.query("player", "order", "limit", "cursor")
    (limit, cursor), newest = edge.page_query(found), edge.newest_first(found)
    player, name, service = viewer_of(who, found), edge.table_id(table_id), edge.service()

    def work(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind=kind)
        return records.page(service, connection, name, player, limit, cursor, newest=newest)

    return edge.read_answer(work)


# Links and actions


def given_link(
    table_id: str,
    view: View,
    start: Callable[[Table], None] | None = None,
    *,
    kind: Kind,
    name: str = "table",
) -> Response:
    """A seat's link, or where seeds are plain its client seed; `start` once all are there."""
    who = edge.known(writes=True)
    edge.query()
    body = edge.body_as(LinkBody)
    player = player_of(who, body.player)

    def work(table: Table) -> dict[str, Any]:
        wanted = "link" if table.params["seat_seeds"] == "chain" else "client_seed"
        other = {"link": "client_seed", "client_seed": "link"}[wanted]
        if getattr(body, wanted) is UNSET or getattr(body, other) is not UNSET:
            raise Problem("invalid_field", wanted, "this field is required here, and no other seed")
        seat = seat_of(table, player)
        if body.round_id not in (None, table.row["hand_id"]):
            raise Problem("stale_action", "round_id", "is not the hand that asks for links")
        counts = hands.link(table, seat, getattr(body, wanted), start)
        clocks.seen(table, player)
        return {"counts": counts, name: view(table, player)}

    return changed(200, table_id, who, work, kind=kind)


def action_call() -> tuple[dict[str, Any], int, str | None]:
    """The body of an action, the number of actions made before it, and the hand that it names."""
    body, expected = edge.action_body()
    round_id = body.pop("round_id", None)
    if round_id is not None and not isinstance(round_id, str):
        raise Problem("invalid_field", "round_id", "must be the round_id of the hand in play")
    return body, expected, round_id


# Events


def told_events(table_id: str, *, kind: Kind) -> Response:
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
        first = views.events(connection, name, int(text), who.player, kind=kind)
    if request.accept_mimetypes.best != "text/event-stream":
        return edge.answer(to_json(first).encode("utf-8"))
    _take_stream(who, service.settings.threads)
    stopping = current_app.extensions["stopping"]
    answer = Response(
        _stream(service, name, int(text), who.player, stopping, kind), mimetype="text/event-stream"
    )
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
    service: Service, table_id: str, after: int, player: str | None, stopping: threading.Event, kind: Kind
) -> Iterator[bytes]:
    """Server-sent events behind number `after`, for a while, or until the process stops."""
    until = time.monotonic() + STREAM_SECONDS
    beat = time.monotonic() + BEAT_SECONDS
    yield b"retry: 1000\n\n"
    while not (service.alarm or stopping.is_set()):
        with service.store.read() as connection:
            items = views.events(connection, table_id, after, player, kind=kind)["items"]
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


def host_of(who: keys.Caller, named: str | None) -> str | None:
    """The host of something new: of a token its own player."""
    if who.player is not None and named not in (None, who.player):
        raise Problem("forbidden", "host", "is another player than the token's")
    host = who.player or named
    return host if host is None else edge.player_name(host)


def only_host(table: Table, who: keys.Caller) -> None:
    if who.player is not None and who.player != table.row["host"]:
        raise Problem("forbidden", "Authorization", "needs a key of scope operator, or the host's token")


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
    kind: Kind,
) -> Response:
    """One writing call on a table of this kind, behind everything that is due there."""
    service, name = edge.service(), edge.table_id(table_id)

    def run(connection: Connection) -> dict[str, Any]:
        exists(connection, name, kind=kind)
        with holding(service, connection, name) as table:
            return work(table)

    return clocks.current(service, name, lambda: edge.once(status, run, who))
