"""The page of a running service, and the links from its revealed rounds."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.http.server import Server

ROUNDS = [
    ("dice", {"target": "50.00", "direction": "over"}),
    ("plinko", {"rows": 16, "risk": "high"}),
    ("limbo", {"target": "2.00"}),
]


def test_a_revealed_round_opens_by_its_link_and_verifies(open_page: Open, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/fairseed.sqlite3", tmp_path) as server:
        server.post("/v1/players/alice/seeds", {})
        server.post("/v1/players/alice/seeds/rotate", {"client_seed": 'ж & <b onclick="x">'})
        made = []
        for game, params in ROUNDS:
            body = {"player": "alice", "game": game, "params": params, "bet": {"stake": 10}}
            made.append(server.post("/v1/rounds", body).body["round_id"])
        authorised = {"Authorization": f"Bearer {server.key}"}
        assert "link" not in server.call("GET", f"/v1/rounds/{made[0]}", headers=authorised).headers
        server.post("/v1/players/alice/seeds/rotate", {"client_seed": "second"})

        page = open_page(f"http://127.0.0.1:{server.port}/verify/", locale="en-GB")
        for nonce, round_id in enumerate(made):
            path = f"/v1/rounds/{round_id}"
            told = server.call("GET", path, headers=authorised).headers["link"]
            target = re.match("<([^>]+)>", told)
            assert target
            page.goto(urljoin(f"http://127.0.0.1:{server.port}{path}", target[1]))
            expect(page.get_by_role("main")).to_contain_text(f"Nonce {nonce}Round verified")
            expect(page.get_by_role("heading", name="Round verified")).to_be_visible()
