"""What every route shares: strict bodies and queries, callers, answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Response, current_app, g, request
from gunicorn.http.errors import ParseException
from sqlalchemy import Connection
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from fairseed.records import RecordError, UnusableError, read_json
from fairseed.records.record import convert
from fairseed.service import idempotency, keys
from fairseed.service.core import Service, to_json
from fairseed.service.problems import Problem

T = TypeVar("T")

MAX_BODY: Final = 2**20
_PLAYER: Final = re.compile(r"[A-Za-z0-9._~-]{1,64}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
ROUND_ID: Final = re.compile(r"[0-9a-f]{32}")


def service() -> Service:
    opened: Service = current_app.extensions["fairseed"]()
    if opened.alarm:
        raise opened.alarm[0]
    return opened


def raw_body() -> bytes:
    if request.mimetype != "application/json":
        raise Problem("unsupported_media_type", "Content-Type", "must be application/json")
    try:
        data = request.get_data(cache=True)
    except RequestEntityTooLarge:
        raise Problem("body_too_large", "body", "must have at most 1 MiB") from None
    except (ClientDisconnected, ParseException):
        raise Problem("bad_json", "body", "is not sent as its headers say") from None
    if request.content_length not in (None, len(data)):
        raise Problem("bad_json", "body", "was cut short: it has not the length that was declared")
    if len(data) > MAX_BODY:  # a chunked body tells no length: it is read up to one byte too many
        raise Problem("body_too_large", "body", "must have at most 1 MiB")
    return data


def json_body() -> Any:
    """The body by the one strict reader; any fault of its text is `bad_json`."""
    try:
        document = read_json(raw_body(), what="body")
    except UnusableError as error:
        raise Problem("bad_json", error.field, error.rule, **error.values) from None
    if document.faults:
        raise Problem("bad_json", "body", "{fault}", fault=document.faults[0])
    return document.value


def body_as(kind: type[T]) -> T:
    return typed(json_body(), kind)


def action_body() -> tuple[dict[str, Any], int]:
    """The body of an action, whatever its game, without `expected_actions`; and that number."""
    body = json_body()
    if not isinstance(body, dict):
        raise Problem("invalid_field", "body", "must be an object")
    expected = body.get("expected_actions")
    if type(expected) is not int or expected < 0:
        raise Problem("invalid_field", "expected_actions", "must be the number of actions already made")
    return {name: value for name, value in body.items() if name != "expected_actions"}, expected


def typed(value: Any, kind: type[T]) -> T:
    try:
        return convert(value, kind, "body")
    except RecordError as error:
        unknown = error.rule == "this field is not known here"
        raise Problem(
            "unknown_field" if unknown else "invalid_field", error.field, error.rule, **error.values
        ) from None


def player_name(name: str) -> str:
    if not _PLAYER.fullmatch(name) or name in (".", ".."):
        raise Problem("invalid_field", "player", "must be 1 to 64 of A-Z a-z 0-9 . _ ~ - (and not . or ..)")
    return name


def seed_hash(text: str) -> str:
    if not _HASH.fullmatch(text):
        raise Problem("not_found", "server_seed_hash", "was never promised here")
    return text


def round_id(text: str) -> str:
    """Only what could be an id reaches the database: PostgreSQL fails on a text with NUL."""
    if not ROUND_ID.fullmatch(text):
        raise Problem("not_found", "round_id", "is no round of this service")
    return text


def table_id(text: str) -> str:
    if not ROUND_ID.fullmatch(text):
        raise Problem("not_found", "table_id", "is no table of this service")
    return text


def query(*names: str) -> dict[str, str]:
    """The query's members; an unknown or repeated name is refused."""
    found = {}
    for name, values in request.args.lists():
        if name not in names:
            raise Problem(
                "bad_query", "query", "has an unknown name; known: {known}", known=", ".join(names) or "none"
            )
        if len(values) != 1:
            raise Problem("bad_query", name, "must stand once")
        found[name] = values[0]
    return found


def page_query(found: dict[str, str], cursors: str = r"[0-9a-f]{32}") -> tuple[int, str | None]:
    limit = found.get("limit", "50")
    if not re.fullmatch(r"[1-9][0-9]{0,2}", limit) or int(limit) > 200:
        raise Problem("bad_query", "limit", "must be from 1 to 200")
    if not _HASH.fullmatch(found.get("server_seed_hash", "0" * 64)):
        raise Problem("invalid_field", "server_seed_hash", "must be 64 lowercase hexadecimal characters")
    cursor = found.get("cursor")
    if cursor is not None and not re.fullmatch(cursors, cursor):
        raise Problem("bad_query", "cursor", "must be the next_cursor of an answer")
    return int(limit), cursor


def newest_first(found: dict[str, str]) -> bool:
    """How a list is asked for: `order` is `oldest`, as it is without, or `newest`."""
    if (order := found.get("order", "oldest")) not in ("oldest", "newest"):
        raise Problem("bad_query", "order", "must be oldest or newest")
    return order == "newest"


def caller(*, writes: bool, player: Callable[[], str | None] | None = None) -> keys.Caller:
    """Who calls. Writing takes an operator's key, or the token of the player that `player` names,
    which is only asked for a token."""
    found = keys.authenticate(service().store, request.headers.get("Authorization"), service().now())
    g.caller = found.id
    if found.scope == "player":
        if player is None or player() != found.player:
            raise Problem("forbidden", "Authorization", "is a token for another player's seeds and rounds")
    elif writes and found.scope != "operator":
        raise Problem("forbidden", "Authorization", "needs a key of scope operator")
    return found


def known(*, writes: bool) -> keys.Caller:
    """Who calls, a token of whichever player too; whose seat or table it may act for is the call's to ask."""
    found = keys.authenticate(service().store, request.headers.get("Authorization"), service().now())
    g.caller = found.id
    if writes and found.scope == "auditor":
        raise Problem("forbidden", "Authorization", "needs a key of scope operator, or a player's token")
    return found


def answer(raw: bytes, status: int = 200) -> Response:
    return Response(raw, status, mimetype="application/json")


def read_answer(work: Callable[[Connection], dict[str, Any]]) -> Response:
    """One reading transaction and its answer."""
    with service().store.read() as connection:
        return answer(to_json(work(connection)).encode("utf-8"))


def once(
    status: int,
    work: Callable[[Connection], dict[str, Any]],
    who: keys.Caller,
    secret: str | None = None,
) -> Response:
    """One writing transaction, once for its Idempotency-Key. `secret` names a member of the answer
    that is told this once and not stored: a repeat gets the answer without it. A DELETE may come without
    a key; then it is done as often as it comes."""
    named = request.headers.get("Idempotency-Key")
    if request.method == "DELETE" and named is None:
        return answer(to_json(service().store.write(work)).encode("utf-8"), status)
    key = idempotency.check_key(named)
    done = idempotency.once(
        service(),
        who.id,
        key,
        request.method,
        request.path,
        b"" if request.method == "DELETE" else raw_body(),
        lambda connection: (status, work(connection)),
        secret,
    )
    return answer(done[1], done[0])
