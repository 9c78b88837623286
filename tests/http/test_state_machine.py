"""The lifecycle in any order, through HTTP: promise, bet, act, rotate, reveal, repeat.

The model is a few plain variables: what was promised, the next nonce, the open rounds, and every
pair revealed so far. It never looks into the service.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fairseed import verify_bundle
from fairseed.records import read_object
from tests.http.server import DATABASES, Answer, Refused, Server, fresh_database

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
BETS: list[dict[str, Any]] = [
    {"game": "dice", "params": {"target": "50.00", "direction": "over"}, "bet": {"stake": 10}},
    {"game": "limbo", "params": {"target": "2.00"}, "bet": {"stake": 10}},
    {"game": "plinko", "params": {"rows": 8, "risk": "low"}, "bet": {"stake": 10}},
    {"game": "mines", "params": {"size": 5, "mines": 3}, "bet": {"stake": 10}},
    {"game": "hilo", "params": {}, "bet": {"stake": 10}},
    {"game": "blackjack", "params": {}, "bet": {"stake": 10, "perfect_pairs": 5}},
]
REFUSED_BETS: list[dict[str, Any]] = [
    {"game": "dice", "params": {"target": "50", "direction": "over"}, "bet": {"stake": 10}},
    {"game": "limbo", "params": {"target": "2.00"}, "bet": {"stake": 0}},
    {"game": "mines", "params": {"size": 5, "mines": 25}, "bet": {"stake": 10}},
    {"game": "hilo", "params": {"max_payout": 1}, "bet": {"stake": 10}},
]
INSTANT = {"dice", "limbo", "plinko"}
PLAYERS = itertools.count()


@dataclass
class Pair:
    """What the model knows of a pair: its promise, and its rounds by nonce."""

    server_seed_hash: str
    client_seed: str = ""
    rounds: list[dict[str, Any]] = field(default_factory=list)


# Seeds are the server's own, so which rounds are open is chance. Rules draw only a number and are
# always enabled: what is drawn never depends on what the server answered.
PICK = st.integers(0, 2**16)


def picked(values: list[Any], pick: int) -> Any:
    return values[pick % len(values)]


class Lifecycle(RuleBasedStateMachine):
    server: Server

    def __init__(self) -> None:
        super().__init__()
        self.player = f"player-{next(PLAYERS)}-{uuid.uuid4().hex[:8]}"
        self.sent: list[tuple[str, dict[str, Any], str, Answer]] = []
        self.used: list[str] = []
        self.revealed: list[Pair] = []
        self.active: Pair | None = None
        answer = self.post(f"/v1/players/{self.player}/seeds", {}, 201)
        self.next: str = answer["next"]["server_seed_hash"]

    def post(self, path: str, body: dict[str, Any], status: int) -> dict[str, Any]:
        key = uuid.uuid4().hex
        answer = self.server.post(path, body, key=key)
        assert answer.status == status
        self.sent.append((path, body, key, answer))
        return answer.body

    def refused(self, path: str, body: dict[str, Any], status: int, *codes: str) -> None:
        with pytest.raises(Refused) as refusal:
            self.server.post(path, body)
        assert (refusal.value.status, refusal.value.body["code"] in codes) == (status, True), refusal.value

    def open_rounds(self) -> list[dict[str, Any]]:
        return [view for view in self.active.rounds if view["state"] == "open"] if self.active else []

    # The rules of the game

    @rule(bet=st.sampled_from(BETS))
    def bet(self, bet: dict[str, Any]) -> None:
        body = {"player": self.player, **bet}
        if self.active is None:
            self.refused("/v1/rounds", body, 409, "no_active_pair")
            return
        view = self.post("/v1/rounds", body, 201)
        self.took_nonce(view)
        assert view["bet"] == bet["bet"] or bet["game"] == "blackjack"
        if bet["game"] in INSTANT:
            assert view["state"] == "settled"
        self.active.rounds.append(view)

    @rule(words=st.integers(1, 5))
    def draw(self, words: int) -> None:
        if self.active is None:
            return
        assert self.active is not None
        view = self.post("/v1/draws", {"player": self.player, "params": {"words": words}}, 201)
        self.took_nonce(view)
        assert view["state"] == "settled"
        self.active.rounds.append(view)

    def took_nonce(self, view: dict[str, Any]) -> None:
        assert self.active is not None
        assert view["seeds"] == {
            "scheme": "fairseed-v1",
            "server_seed_hash": self.active.server_seed_hash,
            "client_seed": self.active.client_seed,
            "nonce": len(self.active.rounds),
        }
        self.looks_right(view, [])

    def looks_right(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> None:
        """A view of an unrevealed round: no seed, and legal actions as long as it is open."""
        assert "server_seed" not in view["seeds"]
        assert view["actions"] == actions
        assert bool(view["legal"]) == (view["state"] == "open")
        assert ("settlement" in view) == (view["state"] == "settled" and view["game"] != "raw")

    @rule(bet=st.sampled_from(REFUSED_BETS))
    def refused_bet(self, bet: dict[str, Any]) -> None:
        if self.active is None:
            return
        self.refused(
            "/v1/rounds", {"player": self.player, **bet}, 422, "invalid_field", "limits", "unknown_field"
        )

    @rule(pick=PICK)
    def act(self, pick: int) -> None:
        if not self.open_rounds():
            return
        view = picked(self.open_rounds(), pick)
        action = picked(view["legal"], pick)
        if "cells" in action:
            action = {"type": "open", "cell": picked(action["cells"], pick)}
        self.make_action(view, action)

    def make_action(self, view: dict[str, Any], action: dict[str, Any]) -> None:
        assert self.active is not None
        path, made = f"/v1/rounds/{view['round_id']}/actions", view["actions"]
        after = self.post(path, action | {"expected_actions": len(made)}, 200)
        self.looks_right(after, [*made, action])
        fixed = ("round_id", "game", "params", "bet", "seeds", "ruleset")
        assert [after[name] for name in fixed] == [view[name] for name in fixed]
        self.active.rounds[view["seeds"]["nonce"]] = after

    @rule(pick=PICK, off=st.sampled_from([1, 2, 1000]))
    def stale_action(self, pick: int, off: int) -> None:
        if not self.open_rounds():
            return
        view = picked(self.open_rounds(), pick)
        action = dict(view["legal"][0])
        if "cells" in action:
            action = {"type": "open", "cell": action["cells"][0]}
        body = action | {"expected_actions": len(view["actions"]) + off}
        self.refused(f"/v1/rounds/{view['round_id']}/actions", body, 409, "stale_action")

    @rule(pick=PICK)
    def action_after_the_end(self, pick: int) -> None:
        if not (self.active and len(self.open_rounds()) < len(self.active.rounds)):
            return
        assert self.active is not None
        ended = [view for view in self.active.rounds if view["state"] == "settled"]
        view = picked(ended, pick)
        body = {"type": "cash_out", "expected_actions": len(view["actions"])}
        self.refused(f"/v1/rounds/{view['round_id']}/actions", body, 409, "illegal_action")

    @rule()
    def rotate(self) -> None:
        client_seed = f"seed {uuid.uuid4().hex}"
        path, body = f"/v1/players/{self.player}/seeds/rotate", {"client_seed": client_seed}
        if self.open_rounds():
            self.refused(path, body, 409, "round_open")
            return
        answer = self.post(path, body, 200)
        assert answer["active"] == {"server_seed_hash": self.next, "client_seed": client_seed, "nonce": 0}
        old, revealed = self.active, answer["revealed"]
        assert (revealed is None) == (old is None)
        if old is not None:
            assert revealed["server_seed_hash"] == old.server_seed_hash
            assert hashlib.sha256(revealed["server_seed"].encode()).hexdigest() == old.server_seed_hash
            assert revealed["rounds"] == len(old.rounds)
            self.revealed.append(old)
        self.used.append(client_seed)
        self.active = Pair(self.next, client_seed)
        self.next = answer["next"]["server_seed_hash"]
        promises = [pair.server_seed_hash for pair in self.revealed]
        promises += [self.active.server_seed_hash, self.next]
        assert len(set(promises)) == len(promises)

    @rule(pick=PICK)
    def rotate_with_a_used_seed(self, pick: int) -> None:
        if not self.used:
            return
        body = {"client_seed": picked(self.used, pick)}
        self.refused(f"/v1/players/{self.player}/seeds/rotate", body, 409, "client_seed_reused")

    @rule(pick=PICK)
    def repeat(self, pick: int) -> None:
        """A repeated key answers the same bytes, whatever happened since, and does nothing."""
        path, body, key, answer = picked(self.sent, pick)
        again = self.server.post(path, body, key=key)
        assert (again.status, again.raw) == (answer.status, answer.raw)

    @rule(pick=PICK)
    def key_of_another_call(self, pick: int) -> None:
        _, _, key, _ = picked(self.sent, pick)
        with pytest.raises(Refused) as refusal:
            self.server.post(f"/v1/players/{self.player}-2/seeds", {}, key=key)
        assert refusal.value.body["code"] == "idempotency_key_reused"

    @rule()
    def promise_again(self) -> None:
        self.refused(f"/v1/players/{self.player}/seeds", {}, 409, "seeds_exist")

    @rule(pick=PICK)
    def read_a_revealed_pair(self, pick: int) -> None:
        if not self.revealed:
            return
        self.verify(picked(self.revealed, pick))

    # What must hold between any two calls

    @invariant()
    def seeds_are_the_models(self) -> None:
        active = self.active and {
            "server_seed_hash": self.active.server_seed_hash,
            "client_seed": self.active.client_seed,
            "nonce": len(self.active.rounds),
        }
        expected = {"active": active, "next": {"server_seed_hash": self.next}}
        assert self.server.get(f"/v1/players/{self.player}/seeds") == expected

    @invariant()
    def nothing_is_revealed_early(self) -> None:
        hidden = {self.next: ("committed", ["commit"])}
        if self.active is not None:
            hidden[self.active.server_seed_hash] = ("active", ["commit", "activate"])
        for seed_hash, (state, told) in hidden.items():
            public = self.server.get(f"/v1/seeds/{seed_hash}")
            assert set(public) <= {"server_seed_hash", "state", "events", "commitment", "activate"}
            assert (public["state"], [event["type"] for event in public["events"]]) == (state, told)
            assert self.server.bundle(seed_hash) is None

    @precondition(lambda self: self.active is not None)
    @invariant()
    def rounds_are_the_models(self) -> None:
        assert self.active is not None
        page = self.server.get(f"/v1/rounds?server_seed_hash={self.active.server_seed_hash}&limit=200")
        key = "round_id"
        assert sorted(page["items"], key=lambda view: view[key]) == sorted(
            self.active.rounds, key=lambda view: view[key]
        )

    def verify(self, pair: Pair) -> None:
        """The bundle holds exactly the model's rounds, in order of the nonce, and verifies."""
        public = self.server.get(f"/v1/seeds/{pair.server_seed_hash}")
        assert [event["type"] for event in public["events"]] == ["commit", "activate", "close", "reveal"]
        assert public["rounds"] == len(pair.rounds)
        raw = self.server.bundle(pair.server_seed_hash)
        assert raw is not None
        records = [json.loads(line) for line in raw.splitlines()]
        for nonce, (record, view) in enumerate(zip(records, pair.rounds, strict=True)):
            hidden = {name: value for name, value in view.items() if name not in ("state", "legal", "shown")}
            hidden["seeds"] = view["seeds"] | {"server_seed": public["server_seed"], "nonce": nonce}
            record.pop("commitment")
            assert record == hidden
        if records:
            verdicts = list(verify_bundle(read_object(line) for line in raw.splitlines()))
            assert len(verdicts) == len(records) + 1
            assert {verdict.verdict for verdict in verdicts} == {"verified"}

    def teardown(self) -> None:
        """Whatever is open is played to its end; then everything is revealed and verified."""
        if not hasattr(self, "next"):
            return
        while opened := self.open_rounds():
            legal = opened[0]["legal"]
            action = next((each for each in legal if each["type"] in ("cash_out", "stand")), legal[0])
            if "cells" in action:
                action = {"type": "open", "cell": action["cells"][0]}
            self.make_action(opened[0], action)
        self.rotate()
        for pair in self.revealed:
            self.verify(pair)


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("state-machine")
    with fresh_database(request.param, folder) as url, Server(url, folder, workers=2) as started:
        yield started


def test_the_lifecycle_in_any_order(server: Server) -> None:
    machine = type("Machine", (Lifecycle,), {"server": server})
    chosen = settings(
        max_examples=100 if SOAK else 8,
        stateful_step_count=50 if SOAK else 20,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=chosen)
