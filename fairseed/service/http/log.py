"""The transparency log as C2SP tlog-tiles serves it: anybody may read, clone and cache it."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response
from sqlalchemy import Connection, select

from fairseed.commitments import CommitmentError
from fairseed.commitments.merkle import HASH_SIZE
from fairseed.commitments.tiles import WIDTH, encode_bundle, parse_tile_path
from fairseed.service.http import edge
from fairseed.service.keyring import in_use
from fairseed.service.problems import Problem
from fairseed.service.store.schema import log_entries, log_head, log_tiles

blueprint = Blueprint("log", __name__)
FOREVER: Final = "public, max-age=31536000, immutable"


@blueprint.get("/checkpoint")
def checkpoint() -> Response:
    edge.query()
    with edge.service().store.read() as connection:
        note = connection.execute(select(log_head.c.published)).scalar()
    if not note:
        raise Problem("not_found", "checkpoint", "the log is not published yet")
    return Response(note, content_type="text/plain; charset=utf-8")


@blueprint.get("/tile/<path:path>")
def tile(path: str) -> Response:
    edge.query()
    with edge.service().store.read() as connection:
        data = read_tile(connection, path)
    if data is None:
        raise Problem("not_found", "path", "is no tile of the published log")
    answer = Response(data, content_type="application/octet-stream")
    answer.headers["Cache-Control"] = FOREVER
    return answer


def read_tile(connection: Connection, path: str) -> bytes | None:
    """What lies at `tile/<path>` under the published checkpoint; None where nothing does. A partial
    tile stays readable when the tile has grown."""
    try:
        level, index, width = parse_tile_path(path)
    except CommitmentError:
        return None
    size = connection.execute(select(log_head.c.published_size)).scalar() or 0
    if index * WIDTH + width > size >> (8 * (level or 0)):
        return None
    if level is None:
        place = log_entries.c.log_index
        query = select(log_entries.c.entry).where(place >= index * WIDTH, place < index * WIDTH + width)
        return encode_bundle(list(connection.execute(query.order_by(place)).scalars()))
    wanted = (log_tiles.c.level == level) & (log_tiles.c.tile == index)
    hashes = connection.execute(select(log_tiles.c.hashes).where(wanted)).scalar()
    return None if hashes is None else hashes[: width * HASH_SIZE]


@blueprint.get("/v1/log")
def about() -> Response:
    """The log's name and the keys to check it with. A player notes them once, best from elsewhere."""
    edge.query()
    return edge.read_answer(description)


def description(connection: Connection) -> dict[str, Any]:
    head = connection.execute(select(log_head)).one()
    rows = connection.execute(in_use()).all()
    return {
        "origin": head.origin,
        "size": head.published_size,
        "log_keys": [row.vkey for row in rows if row.role == "log"],
        "receipt_keys": [row.vkey for row in rows if row.role == "receipt"],
    }
