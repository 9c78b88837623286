"""Many clients at once against real server processes: no nonce doubled or skipped, no seed out
before its pair is closed, each idempotency key one round; then the same under `kill -9`."""

from __future__ import annotations

import json
import os
import random
import threading
import time
import uuid
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fairseed import verify_bundle
from fairseed.records import read_object
from tests.http.server import LONG_DATABASES, Refused, Server, Unreachable, fresh_database

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
CLIENTS = 64 if SOAK else 16
OPERATIONS = 50 if SOAK else 15
KILLS = 50 if SOAK else 1
PLAYERS = 8

BETS: list[dict[str, Any]] = [
    {"game": "dice", "params": {"target": "50.00", "direction": "over"}, "bet": {"stake": 10}},
    {"game": "limbo", "params": {"target": "2.00"}, "bet": {"stake": 10}},
    {"game": "plinko", "params": {"rows": 8, "risk": "low"}, "bet": {"stake": 10}},
    {"game": "mines", "params": {"size": 5, "mines": 3}, "bet": {"stake": 10}},
    {"game": "hilo", "params": {}, "bet": {"stake": 10}},
    {"game": "blackjack", "params": {}, "bet": {"stake": 10}},
]


class Client:
    """One client: 60 % bets, 20 % actions, 10 % rotations, 10 % retries of an earlier call.

    `acknowledged` is written to the client's own file, a line an answer: what the server once
    said must be there for ever.
    """

    def __init__(self, server: Server, number: int, journal: Path) -> None:
        self.server = server
        self.random = random.Random(number)
        self.journal = journal
        self.sent: list[tuple[str, dict[str, Any], str, bytes]] = []
        self.open: list[dict[str, Any]] = []
        self.revealed: list[dict[str, Any]] = []
        self.player = f"player-{number % PLAYERS}"

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any] | None:
        key = key or uuid.uuid4().hex
        try:
            answer = self.server.post(path, body, key=key)
        except Refused as refusal:
            assert refusal.status < 500, refusal
            return None
        self.sent.append((path, body, key, answer.raw))
        with self.journal.open("a") as file:
            file.write(json.dumps({"key": key, "answer": answer.body}) + "\n")
        return answer.body

    def step(self) -> None:
        draw = self.random.random()
        if draw < 0.6:
            view = self.post("/v1/rounds", {"player": self.player, **self.random.choice(BETS)})
            if view and view["state"] == "open":
                self.open.append(view)
        elif draw < 0.8 and self.open:
            self.act(self.open[-1])
        elif draw < 0.9:
            answer = self.post(
                f"/v1/players/{self.player}/seeds/rotate", {"client_seed": f"seed-{uuid.uuid4().hex}"}
            )
            if answer and answer["revealed"]:
                self.revealed.append(answer["revealed"])
        elif self.sent:
            path, body, key, raw = self.random.choice(self.sent)
            assert self.server.post(path, body, key=key).raw == raw, "a repeat answers the same bytes"

    def act(self, view: dict[str, Any]) -> None:
        action = dict(self.random.choice(view["legal"]))
        if "cells" in action:
            action = {"type": "open", "cell": self.random.choice(action["cells"])}
        body = action | {"expected_actions": len(view["actions"])}
        after = self.post(f"/v1/rounds/{view['round_id']}/actions", body)
        self.open.remove(view)
        if after and after["state"] == "open":
            self.open.append(after)

    def finish(self) -> None:
        while self.open:
            self.act(self.open[-1])


def start_players(server: Server) -> None:
    for number in range(PLAYERS):
        server.post(f"/v1/players/player-{number}/seeds", {})
        server.post(f"/v1/players/player-{number}/seeds/rotate", {"client_seed": f"first-{number}"})


def check_everything(server: Server, journals: list[Path]) -> None:
    """Closes all pairs and verifies all bundles from outside; then looks for what was acknowledged."""
    acknowledged: dict[str, str] = {}
    for journal in journals:
        for line in journal.read_text().splitlines() if journal.exists() else []:
            entry = json.loads(line)
            if "round_id" in entry["answer"]:
                acknowledged.setdefault(entry["key"], entry["answer"]["round_id"])
    for number in range(PLAYERS):
        settle_open_rounds(server, f"player-{number}")
        server.post(f"/v1/players/player-{number}/seeds/rotate", {"client_seed": f"last-{uuid.uuid4().hex}"})
    found: dict[str, int] = defaultdict(int)
    for seed_hash in server.all_hashes():
        raw = server.bundle(seed_hash)
        if raw is None:
            continue
        verdicts = list(verify_bundle(read_object(line) for line in raw.splitlines()))
        assert verdicts[-1].verdict == "verified" or raw == b"", verdicts[-1].to_json()
        for line in raw.splitlines():
            found[json.loads(line)["round_id"]] += 1
    assert all(times == 1 for times in found.values()), "no round is there twice"
    missing = set(acknowledged.values()) - set(found)
    assert not missing, f"{len(missing)} acknowledged rounds are gone"


def settle_open_rounds(server: Server, player: str) -> None:
    for view in server.rounds(player):
        while view.get("state") == "open":
            legal = view["legal"]
            action = next((a for a in legal if a["type"] in ("cash_out", "stand")), legal[0])
            if "cells" in action:
                action = {"type": "open", "cell": action["cells"][0]}
            body = action | {"expected_actions": len(view["actions"])}
            view = server.post(f"/v1/rounds/{view['round_id']}/actions", body).body


@pytest.mark.soak
@pytest.mark.parametrize("database", LONG_DATABASES)
def test_parallel_clients(database: str, tmp_path: Path) -> None:
    with fresh_database(database, tmp_path) as url, Server(url, tmp_path, workers=2) as server:
        start_players(server)
        clients = [Client(server, number, tmp_path / f"journal-{number}") for number in range(CLIENTS)]

        def run(client: Client) -> None:
            for _ in range(OPERATIONS):
                client.step()

        with ThreadPoolExecutor(CLIENTS) as pool:
            for done in [pool.submit(run, client) for client in clients]:
                done.result()
        for client in clients:
            client.finish()
        check_everything(server, [client.journal for client in clients])
        assert sum(len(client.sent) for client in clients) > CLIENTS * OPERATIONS / 4


@pytest.mark.parametrize("database", LONG_DATABASES)
def test_kill_under_load(database: str, tmp_path: Path) -> None:
    """`kill -9` to the whole process group with many requests in flight."""
    with fresh_database(database, tmp_path) as url:
        journals = []
        with Server(url, tmp_path, workers=2) as server:
            start_players(server)
        for kill in range(KILLS):
            server = Server(url, tmp_path, workers=2).start()
            stop = threading.Event()
            clients = [Client(server, number, tmp_path / f"journal-{kill}-{number}") for number in range(32)]
            journals += [client.journal for client in clients]

            def run(client: Client, stop: threading.Event = stop) -> None:
                while not stop.is_set():
                    try:
                        client.step()
                    except Unreachable:
                        return

            with ThreadPoolExecutor(32) as pool:
                running = [pool.submit(run, client) for client in clients]
                deadline = time.monotonic() + 60
                while sum(len(client.sent) for client in clients) < 60 and time.monotonic() < deadline:
                    time.sleep(0.01)
                server.kill()
                stop.set()
                for done in running:
                    done.result()
            assert sum(len(client.sent) for client in clients) >= 60
        with Server(url, tmp_path, workers=2) as server:
            check_everything(server, journals)
