"""A disk without room: calls are refused cleanly, nothing that was answered is lost, and when there is
room again everything goes on where it stopped."""

from __future__ import annotations

import json
import resource
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from fairseed import verify_bundle
from fairseed.records import read_object
from fairseed.service import config, sequencer, worker
from fairseed.service.core import Service, opened_service
from tests.http.server import Refused, Server
from tests.service.api import Api, refused
from tests.service.copies import reader
from tests.service.logbook import Logbook
from tests.service.world import everything, service, store

DICE: dict[str, Any] = {"target": "50.00", "direction": "under"}
MINES: dict[str, Any] = {"size": 8, "mines": 1}


class Disk:
    """How many pages SQLite may use; set on each connection when it is taken from its pool."""

    def __init__(self, opened: Service) -> None:
        self.pages = 2**30
        event.listen(opened.store.engine, "checkout", self._limit)

    def _limit(self, connection: Any, _record: Any, _proxy: Any) -> None:
        connection.execute(f"PRAGMA max_page_count={self.pages}")

    def fill(self) -> None:
        """No page more than there are."""
        self.pages = 1

    def clear(self) -> None:
        self.pages = 2**30


def verified(api: Api, seed_hash: str) -> set[str]:
    """The rounds of a revealed pair, whose bundle verifies."""
    lines = api.get(f"/v1/seeds/{seed_hash}/bundle").data.splitlines()
    verdicts = list(verify_bundle(read_object(line) for line in lines))
    assert verdicts[-1].verdict == "verified", verdicts[-1].to_json()
    return {json.loads(line)["round_id"] for line in lines}


def test_calls_on_a_full_disk_are_refused_and_go_on_later(tmp_path: Path) -> None:
    with service("sqlite", tmp_path, FAIRSEED_POOL_SIZE="16") as api:
        opened: Service = api.app.extensions["fairseed"]()
        disk, book = Disk(opened), Logbook(reader(api.app))
        rounds: dict[str, set[str]] = {"alice": set(), "bob": set()}
        for player in rounds:
            book.hear(api.post(f"/v1/players/{player}/seeds", {}).json)
            book.hear(api.rotate("first", player).json)
        view = api.post("/v1/rounds", bet("alice", "mines", MINES)).json
        rounds["alice"].add(view["round_id"])
        worker.tick(opened)
        book.look()

        made = 0

        def rotation() -> tuple[str, Any]:
            return "/v1/players/bob/seeds/rotate", {"client_seed": f"seed {made}"}

        calls: list[Callable[[], tuple[str, Any]]] = [
            lambda: ("/v1/rounds", bet("bob", "dice", DICE)),
            lambda: (f"/v1/players/new-{made}/seeds", {}),
            rotation,
            lambda: (f"/v1/players/token-{made}/tokens", {}),
            lambda: (
                f"/v1/rounds/{view['round_id']}/actions",
                {"type": "open", "cell": 0, "expected_actions": 0},
            ),
        ]
        disk.fill()
        waiting: dict[int, tuple[str, Any, str]] = {}
        while len(waiting) < len(calls) and made < 600:
            which = made % len(calls)
            path, body = calls[which]()
            made += 1
            if which in waiting:
                continue
            before, key = everything(api), uuid.uuid4().hex
            answer = api.post(path, body, idempotency=key)
            if answer.status_code >= 400:
                refused(answer, 500, "internal")
                assert everything(api) == before, "a refused call changes nothing"
                waiting[which] = (path, body, key)
            else:
                hear(book, rounds, answer.json)
                if which == 4:
                    view = play_on(api, rounds, answer.json)
        assert len(waiting) == len(calls), f"the disk was never full: {made} calls"
        with pytest.raises(OperationalError, match="disk is full"):
            turns_until_full(opened)
        book.look()
        book.note_numbers(opened)
        assert api.get("/v1/rounds?player=alice").status_code == 200
        assert api.get("/readyz").status_code == 200
        disk.clear()
        for path, body, key in waiting.values():
            answer = api.post(path, body, idempotency=key)
            assert answer.status_code in (200, 201), answer.text
            hear(book, rounds, answer.json)
            assert api.post(path, body, idempotency=key).status_code == answer.status_code
        while worker.tick(opened):
            pass
        book.check(opened)
        played = {item["round_id"] for player in rounds for item in pages(api, player)}
        assert played == rounds["alice"] | rounds["bob"]
        last = book.hear(api.rotate("at last", "bob").json)
        assert verified(api, last["revealed"]["server_seed_hash"]) <= rounds["bob"]
        store(api).close()


def turns_until_full(opened: Service) -> None:
    for _ in range(50):
        sequencer.fill(opened, least=2**16)
        worker.tick(opened)


def bet(player: str, game: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"player": player, "game": game, "params": params, "bet": {"stake": 10}}


def hear(book: Logbook, rounds: dict[str, set[str]], answer: dict[str, Any]) -> None:
    if "next" in answer:
        book.hear(answer)
    elif "round_id" in answer:
        owner = "alice" if answer["game"] == "mines" else "bob"
        rounds[owner].add(answer["round_id"])


def play_on(api: Api, rounds: dict[str, set[str]], view: dict[str, Any]) -> dict[str, Any]:
    """Another round of alice's to act in; the one before stays as it is."""
    answer = api.post("/v1/rounds", bet("alice", "mines", MINES))
    if answer.status_code != 201:
        return view
    rounds["alice"].add(answer.json["round_id"])  # type: ignore[index]
    return dict(answer.json)  # type: ignore[arg-type]


def pages(api: Api, player: str) -> list[dict[str, Any]]:
    found, cursor = [], ""
    while True:
        page: Any = api.get(f"/v1/rounds?player={player}&limit=200{cursor}").json
        found += page["items"]
        if page["next_cursor"] is None:
            return found
        cursor = f"&cursor={page['next_cursor']}"


def test_a_server_whose_files_can_not_grow(tmp_path: Path) -> None:
    """RLIMIT_FSIZE on running processes: the database's log, and the log of lines too, are at their
    end. Whatever is answered then is a problem document or a success that stays."""
    url = f"sqlite:///{tmp_path}/fairseed.sqlite3"
    with Server(url, tmp_path, 1) as server:
        server.post("/v1/players/alice/seeds", {})
        server.post("/v1/players/alice/seeds/rotate", {"client_seed": "first"})
        kept = {server.post("/v1/rounds", bet("alice", "dice", DICE)).body["round_id"] for _ in range(20)}
        processes = tree(server)
        limit(processes, server.log_path.stat().st_size)
        refusals: list[tuple[str, Any, str]] = []
        for number in range(30):
            path, body, key = "/v1/rounds", bet("alice", "dice", DICE), uuid.uuid4().hex
            if number % 3 == 2:
                path, body = "/v1/players/alice/seeds/rotate", {"client_seed": f"seed {number}"}
            try:
                answer = server.post(path, body, key).body
                kept |= {answer["round_id"]} if "round_id" in answer else set()
            except Refused as refusal:
                assert refusal.status in (500, 503), refusal
                refusals.append((path, body, key))
        assert len(refusals) > 15
        assert kept <= {item["round_id"] for item in server.rounds("alice")}
        assert server.call("GET", "/checkpoint").raw
        assert server.log_path.stat().st_size <= resource.prlimit(processes[0], resource.RLIMIT_FSIZE)[0]
        limit(processes, resource.RLIM_INFINITY)
        for path, body, key in refusals[:6]:
            answer = server.post(path, body, key).body
            assert server.post(path, body, key).body == answer
            kept |= {answer["round_id"]} if "round_id" in answer else set()
        assert kept == {item["round_id"] for item in server.rounds("alice")}
        size = int(server.call("GET", "/checkpoint").raw.split()[1])
        server.post("/v1/players/alice/seeds/rotate", {"client_seed": "last"})
        deadline = time.monotonic() + 30
        while int(server.call("GET", "/checkpoint").raw.split()[1]) == size:
            assert time.monotonic() < deadline, "the log does not go on"
            time.sleep(0.05)
        *_, last = server.log_path.read_text().splitlines()
        assert json.loads(last)["route"] == "/checkpoint", "the log of lines goes on too"
    with opened_service(config.load(server.environment)) as after:
        sequencer.check(after)


def tree(server: Server) -> list[int]:
    """The server's process and its workers."""
    assert server.process is not None
    pid = server.process.pid
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def limit(processes: list[int], size: int) -> None:
    for pid in processes:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
