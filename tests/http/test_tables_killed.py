"""Many poker tables with people and bots at once, on several workers that are killed in the middle: no chip is made
or lost, each hand goes on from what was confirmed, clocks run on, and every hand verifies from outside."""

from __future__ import annotations

import json
import os
import random
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fairseed.commitments.chains import SeatChain
from tests.http.server import LONG_DATABASES, Refused, Server, Unreachable, fresh_database
from tests.page_agreement.page import product
from tests.service.people import GAMES, PARAMS, chosen

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
TABLES = 20 if SOAK else 3
KILLS = 6 if SOAK else 1
HANDS = 3 if SOAK else 1  # so many more are begun at each table between two kills, and behind the last
CHIPS = 100_000
SETTINGS = {
    "FAIRSEED_BALANCES": "ledger",
    "FAIRSEED_BETWEEN_SECONDS": "0",
    "FAIRSEED_LINK_SECONDS": "1",
    "FAIRSEED_POOL_SIZE": "64",
}


class Person:
    """Acts by an operator's calls. `silent` gives its links and never acts: its clock runs out."""

    def __init__(self, server: Server, table_id: str, name: str, *, silent: bool) -> None:
        self.server, self.table_id, self.name, self.silent = server, table_id, name, silent
        self.chain, self.given = SeatChain.generate(200), 0
        self.confirmed: list[tuple[str, int, str]] = []  # hand, index and type of each answered action

    def view(self) -> dict[str, Any]:
        return self.server.get(f"/v1/tables/{self.table_id}?player={self.name}")

    def post(self, what: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """The answer; None where it was refused, since a clock or a bot was faster."""
        own = {} if what.startswith("seats/") else {"player": self.name}
        try:
            return self.server.post(f"/v1/tables/{self.table_id}/{what}", body | own).body
        except Refused as refusal:
            assert refusal.status in (409, 422, 503), refusal
            assert refusal.body["code"] in ("stale_action", "illegal_action", "limits", "busy"), refusal
            return None

    def sit(self, buy_in: int) -> None:
        assert self.post("seats", {"buy_in": buy_in, "chain_head": self.chain.head}) is not None

    def step(self, pick: random.Random) -> bool:
        """Does what is asked of this seat; whether anything was."""
        view = self.view()
        hand, seat = view["hand"], view["seat"]
        if seat is None:
            return False
        if not view["taken"][str(seat)]["stack"] and not view["own"]["adding"]:
            self.post(f"seats/{seat}/top_up", {"amount": view["buy_in"]["least"]})
        if hand is None:
            return False
        if hand["state"] == "links" and seat in set(hand["shown"]["asked"]) - set(hand["shown"]["given"]):
            # Killed on the way, the service may have the last link or not: its view says which is next.
            if view["own"]["link"] == self.chain.link(self.given):
                self.given += 1
            assert view["own"]["link"] == self.chain.link(self.given - 1)
            return self.post("links", {"link": self.chain.link(self.given)}) is not None
        if hand["legal"] and not self.silent:
            action, made = chosen(pick, view, hand), len(hand["actions"])
            body = action | {"expected_actions": made, "round_id": hand["round_id"]}
            if self.post("actions", body) is not None:
                self.confirmed.append((hand["round_id"], made, action["type"]))
                return True
        return False


class Played:
    """A table and its people, driven by a thread of its own."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.pick = server, random.Random(number)
        game = GAMES[number % len(GAMES)]
        body = {"game": game, "seats": 5, "fill_with_bots": 2, "bot_policy": "odds/1"}
        body["params"] = PARAMS[game] | {"decision_seconds": 1}
        self.table_id = str(server.post("/v1/tables", body).body["table_id"])
        most = server.get(f"/v1/tables/{self.table_id}")["buy_in"]["most"]
        self.people = []
        for name in ("quick", "slow"):
            player = f"{name}-{number}"
            server.post(f"/v1/players/{player}/chips", {"amount": CHIPS, "reason": "welcome"})
            self.people.append(
                Person(server, self.table_id, player, silent=name == "slow" and number % 5 == 0)
            )
            self.people[-1].sit(most)

    def hands(self) -> int:
        return int(self.server.get(f"/v1/tables/{self.table_id}")["hands"])

    def run(self, enough: threading.Event) -> None:
        while not enough.is_set():
            try:
                if not sum(person.step(self.pick) for person in self.people):
                    time.sleep(0.05)
            except Unreachable:
                time.sleep(0.1)

    def close(self) -> list[dict[str, Any]]:
        """Ends the table behind the hand in play, and gives its hands."""
        deadline = time.monotonic() + 120
        while True:
            headers = {"Authorization": f"Bearer {self.server.key}", "Idempotency-Key": uuid.uuid4().hex}
            path = f"/v1/tables/{self.table_id}"
            if self.server.call("DELETE", path, headers=headers).body["state"] == "closed":
                break
            assert time.monotonic() < deadline
            if not sum(person.step(self.pick) for person in self.people):
                time.sleep(0.05)
        found: list[dict[str, Any]] = []
        cursor = ""
        while cursor is not None:
            page = self.server.get(f"{path}/hands?limit=200{cursor}")
            found += page["items"]
            cursor = page["next_cursor"] and f"&cursor={page['next_cursor']}"
        return found


@pytest.mark.parametrize("kind", LONG_DATABASES)
def test_tables_go_on_when_all_workers_are_killed(kind: str, tmp_path: Path) -> None:
    with fresh_database(kind, tmp_path) as url:
        server = Server(url, tmp_path, workers=2, **SETTINGS).start()
        enough = threading.Event()
        try:
            tables = [Played(server, number) for number in range(TABLES)]
            with ThreadPoolExecutor(TABLES) as pool:
                running = [pool.submit(table.run, enough) for table in tables]
                try:
                    for _ in range(KILLS):
                        until_played(tables, running)
                        server.kill()
                        server.start()
                    until_played(tables, running)
                finally:
                    enough.set()
                for done in running:
                    done.result()
            check(server, tables, tmp_path)
        finally:
            server.stop()


def until_played(tables: list[Played], running: list[Any]) -> None:
    """Waits for more hands at each table, and for an action that is on its way."""
    before = [table.hands() for table in tables]
    acted = sum(len(person.confirmed) for table in tables for person in table.people)
    deadline = time.monotonic() + 300
    while any(table.hands() < count + HANDS for table, count in zip(tables, before, strict=True)) or (
        sum(len(person.confirmed) for table in tables for person in table.people) == acted
    ):
        assert not any(done.done() for done in running), [done.exception() for done in running if done.done()]
        assert time.monotonic() < deadline, [table.hands() for table in tables]
        time.sleep(0.1)


def check(server: Server, tables: list[Played], folder: Path) -> None:
    timeouts = 0
    hashes: set[str] = set()
    for table in tables:
        hands = table.close()
        hashes |= {hand["seeds"]["server_seed_hash"] for hand in hands}
        assert [hand["table"]["hand"] for hand in hands] == list(range(1, len(hands) + 1))
        actions = {hand["round_id"]: hand["actions"] for hand in hands}
        for person in table.people:
            assert server.get(f"/v1/players/{person.name}/balance")["balance"] >= 0
            for round_id, index, kind in person.confirmed:
                assert actions[round_id][index]["type"] == kind, "a confirmed action is gone"
        timeouts += sum(action.get("timeout", False) for made in actions.values() for action in made)
        assert server.get(f"/v1/tables/{table.table_id}")["taken"] == {}
        check_events(server, table.table_id)
    assert timeouts >= 1, "no clock fired"
    server.command("ledger", "audit")  # exits with 1 where a chip is too many or too few
    keys = server.get("/v1/log")
    trusted = [word for key in (*keys["log_keys"], *keys["receipt_keys"]) for word in ("--key", key)]
    verified = 0
    for number, seed_hash in enumerate(sorted(hashes)):
        bundle, close = folder / f"bundle-{number}", folder / f"close-{number}"
        bundle.write_bytes(server.bundle(seed_hash) or b"")
        close.write_text(json.dumps(until_logged(server, seed_hash)))
        code, verdicts = product("bundle", bundle, *trusted, "--close", close)
        assert code == 0, [one for one in verdicts if one["verdict"] != "verified"]
        verified += len(verdicts) - 1
    assert verified >= TABLES * (KILLS + 1) * HANDS


def check_events(server: Server, table_id: str) -> None:
    """Numbered without a gap, and what the table won or lost is in them."""
    after, found = -1, []
    while items := server.get(f"/v1/tables/{table_id}/events?after={after}")["items"]:
        found += items
        after = items[-1]["index"]
    assert [item["index"] for item in found] == list(range(len(found)))
    chips = 0
    for item in found:
        data, kind = item["data"], item["type"]
        chips += {"seat": 1, "left": -1}.get(kind, 0) * data.get("stack", 0)
        chips += data["amount"] if kind == "top_up" else 0
        if kind == "stack":
            chips += data.get("brought", 0) - data["back"]
        if kind == "end":
            chips -= data["outcome"]["rake"]
        chips -= data["chips"] if kind == "share" else 0
    assert chips == 0, "chips were made or lost"


def until_logged(server: Server, seed_hash: str) -> dict[str, Any]:
    deadline = time.monotonic() + 30
    while "close" not in (told := server.get(f"/v1/seeds/{seed_hash}")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return told
