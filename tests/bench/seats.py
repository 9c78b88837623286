"""The poker tables' part of `make bench`: people and bots at many tables over HTTP, durably, on two workers.

Each table is played by one thread for its two people, who answer as fast as they can. Figures are of this machine,
whose cores the clients share.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairseed.commitments.chains import SeatChain
from tests.service.people import chosen

TABLES = 8
SECONDS = 10.0
WARM = 2.0
Serving = Callable[[list[str], dict[str, str], int], AbstractContextManager[int]]


@dataclass
class Person:
    name: str
    chain: SeatChain
    given: int = 0


@dataclass
class Load:
    """What was answered between `begin` and the end: seconds of each call, by its kind."""

    port: int
    key: str
    begin: float = 0.0
    end: float = 0.0
    took: dict[str, list[float]] = field(default_factory=lambda: {"look": [], "act": [], "link": []})

    def call(self, connection: http.client.HTTPConnection, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = secrets.token_hex(16)
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        told = json.loads(response.read())
        return None if response.status >= 400 else told

    def timed(self, kind: str, connection: http.client.HTTPConnection, *of: Any) -> Any:
        began = time.perf_counter()
        told = self.call(connection, *of)
        if self.begin <= began < self.end and told is not None:
            self.took[kind].append(time.perf_counter() - began)
        return told

    def table(self, number: int) -> None:
        pick, connection = (
            random.Random(number),
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=60),
        )
        body = {
            "game": "holdem",
            "params": {"small_blind": 5, "big_blind": 10},
            "seats": 6,
            "fill_with_bots": 2,
        }
        path = f"/v1/tables/{self.call(connection, 'POST', '/v1/tables', body)['table_id']}"
        people = [Person(f"{name}{number}", SeatChain.generate(5000)) for name in ("a", "b")]
        for person in people:
            seat = {"player": person.name, "buy_in": 1000, "chain_head": person.chain.head}
            if self.call(connection, "POST", f"{path}/seats", seat) is None:
                raise SystemExit("a seat could not be taken")
        while time.perf_counter() < self.end:
            for person in people:
                self.step(connection, path, person, pick)
        connection.close()

    def step(
        self, connection: http.client.HTTPConnection, path: str, person: Person, pick: random.Random
    ) -> None:
        own = {"player": person.name}
        view = self.timed("look", connection, "GET", f"{path}?player={person.name}")
        hand, seat = view["hand"], view["seat"]
        if seat is not None and not view["taken"][str(seat)]["stack"] and not view["own"]["adding"]:
            self.call(connection, "POST", f"{path}/seats/{seat}/top_up", {"amount": 1000})
        if hand is not None and hand["state"] == "links" and seat not in hand["shown"]["given"]:
            person.given += 1
            link = own | {"link": person.chain.link(person.given)}
            self.timed("link", connection, "POST", f"{path}/links", link)
        elif hand is not None and hand["legal"]:
            action = own | chosen(pick, view, hand) | {"expected_actions": len(hand["actions"])}
            self.timed("act", connection, "POST", f"{path}/actions", action)


def measure(url: str, folder: Path, serving: Serving, command: list[str], key: str, port: int) -> str:
    """A line: actions a second, and how long calls took."""
    environ = os.environ | {"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(folder / "bench.key")}
    environ |= {"FAIRSEED_BIND": f"127.0.0.1:{port}", "FAIRSEED_WORKERS": "2", "FAIRSEED_LOG_LEVEL": "error"}
    environ |= {"FAIRSEED_BETWEEN_SECONDS": "0"}
    with serving(command, environ, port):
        load = Load(port, key, time.perf_counter() + WARM, time.perf_counter() + WARM + SECONDS)
        threads = [threading.Thread(target=load.table, args=(number,)) for number in range(TABLES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    acts = sorted(load.took["act"])
    if not acts:
        raise SystemExit("no action was answered at a table")
    every = sorted(load.took["act"] + load.took["look"] + load.took["link"])
    half, most = acts[len(acts) // 2], acts[len(acts) * 99 // 100]
    return (
        f"{len(acts) / SECONDS:.0f} actions/s of people at {TABLES} tables, {len(every) / SECONDS:.0f} calls/s; "
        f"an action takes {1000 * half:.0f} ms, p99 {1000 * most:.0f} ms"
    )
