"""The web verifier under `/verify/`, and the links from revealed rounds to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest

from fairseed.records import read_json
from fairseed.service.core import Service
from fairseed.service.http.page import MAX_LINK
from fairseed.service.problems import Problem
from fairseed.verification import verify_record
from tests.service.api import Api
from tests.service.world import service
from web_verifier import site

DICE = {"target": "50.00", "direction": "over"}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with service("sqlite", tmp_path) as api:
        assert api.post("/v1/players/alice/seeds", {}).status_code == 201
        assert api.rotate("first").status_code == 200
        yield api


def test_every_file_is_served_as_it_is(api: Api) -> None:
    files = [path.relative_to(site.PAGE).as_posix() for path in site.PAGE.rglob("*") if path.is_file()]
    assert len(files) > 50
    for name in files:
        answer = api.app.test_client().get(f"/verify/{name}")
        assert answer.status_code == 200, name
        assert answer.headers["Content-Security-Policy"] == site.POLICY
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.content_type == site.TYPES[Path(name).suffix]
        if name != "index.html":
            assert answer.data == (site.PAGE / name).read_bytes()
    assert api.app.test_client().get("/verify/").data == api.app.test_client().get("/verify/index.html").data


def test_the_one_file_and_its_digest(api: Api) -> None:
    answer = api.app.test_client().get(f"/verify/{site.OFFLINE}")
    assert answer.data == site.offline()
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    told = api.app.test_client().get(f"/verify/{site.DIGEST}")
    assert told.text == f"{site.offline_digest()}  {site.OFFLINE}\n"


def test_a_file_that_has_not_changed_is_not_sent_again(api: Api) -> None:
    client = api.app.test_client()
    first = client.get("/verify/ui/main.js")
    again = client.get("/verify/ui/main.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Content-Security-Policy"] == site.POLICY
    head = client.head("/verify/ui/main.js")
    assert (head.data, head.content_length) == (b"", len(first.data))


def test_without_its_slash_it_leads_to_the_page(api: Api) -> None:
    answer = api.app.test_client().get("/verify")
    assert answer.status_code == 308
    assert urljoin("https://casino.example/fair/verify", answer.headers["Location"]) == (
        "https://casino.example/fair/verify/"
    )


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "../app.py",
        "%2e%2e/site.py",
        "ui",
        "ui/",
        "ui/main.js/",
        "/etc/passwd",
        "%00",
        "UI/main.js",
    ],
)
def test_nothing_else_is_served(api: Api, path: str) -> None:
    answer = api.app.test_client().get(f"/verify/{path}")
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")


def test_it_takes_no_query_and_no_other_method(api: Api) -> None:
    assert api.app.test_client().get("/verify/?record=x").json["code"] == "bad_query"
    assert api.app.test_client().post("/verify/").status_code == 405


def test_it_answers_while_the_service_refuses(api: Api) -> None:
    """Checking a round asks nobody: not even a service whose database is another one."""
    opened: Service = api.app.extensions["fairseed"]()
    opened.alarm.append(Problem("not_ready", "log", "is another"))
    assert api.get("/v1/rounds").status_code == 503
    assert api.app.test_client().get("/verify/").status_code == 200


def link(api: Api, round_id: str) -> str | None:
    answer = api.get(f"/v1/rounds/{round_id}")
    told = answer.headers.get("Link")
    if told is None:
        return None
    found = re.fullmatch(r'<([^>]+)>; rel="alternate"; type="text/html"', told)
    assert found, told
    return urljoin(f"https://casino.example/fair/v1/rounds/{round_id}", found[1])


def bet(game: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"player": "alice", "game": game, "params": params, "bet": {"stake": 10}}


def test_a_revealed_round_links_to_itself_in_the_page(api: Api) -> None:
    made = api.post("/v1/rounds", bet("dice", DICE)).json["round_id"]
    drawn = api.post("/v1/draws", {"player": "alice", "params": {"shuffle": 5}}).json["round_id"]
    assert link(api, made) is None  # its seed is not revealed
    api.rotate("ж & <b>\"'+%00 second")
    late = api.post("/v1/rounds", bet("dice", DICE)).json["round_id"]
    api.rotate("third")
    for name in (made, drawn, late):
        where = urlsplit(link(api, name))
        assert where._replace(fragment="").geturl() == "https://casino.example/fair/verify/"
        assert not re.search(r"[^\w%.~*+=&-]", where.fragment)
        told = parse_qs(where.fragment, strict_parsing=True)
        assert told["v"] == ["1"]
        (text,) = told["record"]
        record = api.get(f"/v1/rounds/{name}").json
        left_out = {"receipt", "action_receipts", "commitment"}
        assert json.loads(text) == {key: value for key, value in record.items() if key not in left_out}
        assert verify_record(read_json(text.encode()).value).verdict == "verified"


def test_a_round_too_long_for_a_link_leads_to_the_page(api: Api) -> None:
    made = api.post("/v1/draws", {"player": "alice", "params": {"words": 500}}).json["round_id"]
    api.rotate("second")
    assert link(api, made) == "https://casino.example/fair/verify/"
    assert len(json.dumps(api.get(f"/v1/rounds/{made}").json["outcome"])) > MAX_LINK
