"""The web verifier under `/verify/`: static files of its package, which ask the service nothing, and the
links that open a revealed round there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from fairseed.service.core import to_json
from fairseed.service.http import edge
from fairseed.service.problems import Problem
from web_verifier import site

blueprint = Blueprint("page", __name__)

MAX_LINK: Final = 3500  # characters: proxies take headers of at least 4 KiB
# They prove when and by whom, and are longer than a link may be.
_LEFT_OUT: Final = ("receipt", "action_receipts", "commitment")


@blueprint.get("/verify/")
def start() -> AnyResponse:
    return _file("")


@blueprint.get("/verify/<path:path>")
def file(path: str) -> AnyResponse:
    return _file(path)


def _file(path: str) -> AnyResponse:
    edge.query()
    found = site.read(path)
    if found is None:
        raise Problem("not_found", "path", "is no file of the web verifier")
    answer = Response(found[0], content_type=found[1])
    answer.headers.update(site.headers(path))
    answer.add_etag()
    return answer.make_conditional(request)


def link_to(record: Mapping[str, Any]) -> str:
    """A `Link` header (RFC 8288), seen from `/v1/rounds/{round_id}`, to the page with this record in the
    fragment, which browsers send to nobody; to the page alone where the record is too long for that.
    Only for a record whose seed is revealed."""
    kept = {name: value for name, value in record.items() if name not in _LEFT_OUT}
    fragment = "#" + urlencode({"v": 1, "record": to_json(kept)})
    target = "../../verify/" + (fragment if len(fragment) <= MAX_LINK else "")
    return f'<{target}>; rel="alternate"; type="text/html"'
