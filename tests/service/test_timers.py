"""What the service does by itself when time has come. Time is a clock's that the tests move."""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import structlog
from click.testing import CliRunner, Result
from sqlalchemy import select, update
from structlog.testing import LogCapture

from fairseed import Trust, verify_bundle
from fairseed.cli import main
from fairseed.commitments import Receipt, VerifierKey
from fairseed.commitments.receipts import action_body
from fairseed.derivation import SeedPair, ServerSeed
from fairseed.records import digest, read_object
from fairseed.service import config, timers, worker
from fairseed.service.app import create_app
from fairseed.service.core import Service, open_service
from fairseed.service.store import schema
from games import GAMES
from tests.http.server import DATABASES
from tests.service.api import Api, refused
from tests.service.moving import MovingClock
from tests.service.world import service, store

DICE: dict[str, Any] = {"target": "50.00", "direction": "under"}
MINES: dict[str, Any] = {"size": 8, "mines": 1}


@dataclass
class Table:
    """A service under a moving clock, and the keys that its players trust."""

    api: Api
    clock: MovingClock
    environ: dict[str, str]

    @property
    def service(self) -> Service:
        return self.api.app.extensions["fairseed"]()  # type: ignore[no-any-return]

    def turn(self) -> None:
        """What a worker does every second."""
        worker.tick(self.service)

    def seat(self, player: str) -> str:
        """A player with an active pair; its hash."""
        assert self.api.post(f"/v1/players/{player}/seeds", {}).status_code == 201
        return str(self.rotate(player)["active"]["server_seed_hash"])

    def rotate(self, player: str) -> dict[str, Any]:
        self.turns = getattr(self, "turns", itertools.count())
        answer = self.api.rotate(f"seed {next(self.turns)}", player)
        assert answer.status_code == 200, answer.text
        return dict(answer.json)  # type: ignore[arg-type]

    def bet(self, player: str, game: str, params: dict[str, Any]) -> dict[str, Any]:
        body = {"player": player, "game": game, "params": params, "bet": {"stake": 100}}
        answer = self.api.post("/v1/rounds", body)
        assert answer.status_code == 201, answer.text
        return dict(answer.json)  # type: ignore[arg-type]

    def act(self, view: dict[str, Any], **action: Any) -> dict[str, Any]:
        body = action | {"expected_actions": len(view["actions"])}
        answer = self.api.post(f"/v1/rounds/{view['round_id']}/actions", body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json)  # type: ignore[arg-type]

    def round(self, view: dict[str, Any]) -> dict[str, Any]:
        return dict(self.api.get(f"/v1/rounds/{view['round_id']}").json)  # type: ignore[arg-type]

    def pair(self, seed_hash: str) -> dict[str, Any]:
        return dict(self.api.get(f"/v1/seeds/{seed_hash}").json)  # type: ignore[arg-type]

    def told(self, seed_hash: str) -> list[str]:
        """The types of the log's entries of a pair."""
        return [event["type"] for event in self.pair(seed_hash)["events"]]

    def open_mines(self, player: str) -> dict[str, Any]:
        """A round with one cell opened safely."""
        while (view := self.act(self.bet(player, "mines", MINES), type="open", cell=9))["state"] != "open":
            pass
        return view

    def open_hilo(self, player: str) -> dict[str, Any]:
        """A round with one right guess."""
        while True:
            view = self.bet(player, "hilo", {})
            guesses = {offer["guess"]: offer["chance"] for offer in view["shown"]["guesses"]}
            view = self.act(view, type="guess", guess=max(guesses, key=lambda guess: float(guesses[guess])))
            if view["state"] == "open":
                return view

    def open_blackjack(self, player: str) -> dict[str, Any]:
        while (view := self.bet(player, "blackjack", {}))["state"] != "open":
            pass
        return view

    def bundle(self, seed_hash: str) -> list[dict[str, Any]]:
        """The records of a revealed pair, verified under the keys of the log."""
        self.turn()
        about = self.api.get("/v1/log").json
        keys = [VerifierKey.parse(key) for key in about["log_keys"] + about["receipt_keys"]]
        answer = self.api.get(f"/v1/seeds/{seed_hash}/bundle")
        lines = answer.data.splitlines()
        verdicts = list(verify_bundle((read_object(line) for line in lines), Trust(tuple(keys))))
        for verdict in verdicts:
            assert verdict.verdict == "verified", verdict.to_json()
            assert {check.status for check in verdict.checks if check.check in ("receipt", "log")} <= {"pass"}
        return [json.loads(line) for line in lines]


@contextmanager
def table(kind: str, folder: Path, **settings: str) -> Iterator[Table]:
    with service(kind, folder, **settings) as first:
        clock = MovingClock()
        app = create_app(config.load(first.environ), clock)
        made = Table(Api(app, first.key, first.environ), clock, first.environ)
        try:
            yield made
        finally:
            store(made.api).close()


@pytest.fixture(params=DATABASES)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with table(request.param, tmp_path) as made:
        yield made


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Table]:
    """For what has nothing to do with the database."""
    with table("sqlite", tmp_path) as made:
        yield made


# Open rounds


def seed_for(client_seed: str, *actions: str, most: int = 21) -> str:
    """A server seed under which a first round of blackjack goes on after these actions, with a hand
    of at most this total."""
    game = GAMES["blackjack"]
    params, bet = game.read_params({}), game.read_bet({"stake": 100})
    for number in itertools.count():
        seed = hashlib.sha256(f"hands {number}".encode()).hexdigest()
        state = game.start(params, bet, SeedPair(ServerSeed(seed), client_seed).stream(0))
        for action in actions:
            if {"type": action} in game.legal(state):
                state = game.act(state, game.read_action({"type": action}))
            else:
                break
        else:
            hands = game.view(state)["outcome"]["player_hands"]
            if not game.finished(state) and hands[0]["total"] <= most:
                return seed
    raise AssertionError


def check_receipts(view: dict[str, Any], key: VerifierKey) -> None:
    """Every action has its receipt, each chained to the one before, the service's own included."""
    last = Receipt.parse(view["receipt"])
    assert len(view["action_receipts"]) == len(view["actions"])
    for index, (action, signed) in enumerate(zip(view["actions"], view["action_receipts"], strict=True)):
        receipt = Receipt.parse(signed)
        assert receipt.signer([key]) == key
        assert receipt.body == action_body(
            view["round_id"], index, digest(last.body), action, receipt.body["accepted_at"]
        )
        last = receipt


@pytest.mark.parametrize("kind", DATABASES)
def test_rounds_left_open_are_ended_after_seven_days(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The second one is the first player's next promise.
    seeds = iter([seed_for("seed 0", "split", most=18), None, seed_for("seed 1", most=8)])
    real = ServerSeed.generate
    monkeypatch.setattr(
        ServerSeed, "generate", classmethod(lambda cls: cls(next(seeds, None) or real().expose()))
    )
    with table(kind, tmp_path, FAIRSEED_POOL_SIZE="1") as house:
        players = ("split", "blackjack", "mines", "mines-won", "hilo", "hilo-won")
        pairs = {player: house.seat(player) for player in players}
        views = {
            "split": house.act(house.bet("split", "blackjack", {}), type="split"),
            "mines": house.bet("mines", "mines", MINES),
            "mines-won": house.open_mines("mines-won"),
            "hilo": house.bet("hilo", "hilo", {}),
            "hilo-won": house.open_hilo("hilo-won"),
            "blackjack": house.bet("blackjack", "blackjack", {}),
        }
        due = {player: view["shown"].get("returned") for player, view in views.items()}
        house.clock.ahead(days=6)
        views["blackjack"] = house.act(views["blackjack"], type="hit")  # the days count from the bet
        assert {view["state"] for view in views.values()} == {"open"}
        house.clock.ahead(days=1, seconds=-1)
        house.turn()
        assert all(house.round(view)["state"] == "open" for view in views.values())
        house.clock.ahead(seconds=1)
        house.turn()
        (key,) = (VerifierKey.parse(key) for key in house.api.get("/v1/log").json["receipt_keys"])
        ended = {player: house.round(view) for player, view in views.items()}
        for player, view in ended.items():
            assert (view["state"], view["legal"]) == ("settled", [])
            before = views[player]["actions"]
            assert view["actions"][: len(before)] == before
            own = view["actions"][len(before) :]
            assert all(action == {"type": action["type"], "timeout": True} for action in own)
            assert all("timeout" not in action for action in before)
            check_receipts(view, key)
        last = {player: [action["type"] for action in view["actions"]] for player, view in ended.items()}
        assert last["split"] == ["split", "stand", "stand"]
        assert last["mines"] == last["hilo"] == ["abandon"]
        assert last["mines-won"] == ["open", "cash_out"]
        assert last["hilo-won"][-1] == "cash_out"
        assert last["blackjack"] == ["hit", "stand"]
        for player in ("mines", "hilo"):
            assert ended[player]["settlement"]["returned"] == 0
            assert ended[player]["outcome"]["result"] == "abandoned"
        for player in ("mines-won", "hilo-won"):
            assert ended[player]["settlement"]["returned"] == due[player] > 0
        assert ended["split"]["settlement"]["staked"] == 200
        # Nothing is left to do, the pairs can be rotated, and the records verify.
        house.turn()
        assert {player: house.round(view) for player, view in views.items()} == ended
        for player, seed_hash in pairs.items():
            revealed = house.rotate(player)["revealed"]
            assert revealed["server_seed_hash"] == seed_hash
            assert house.bundle(seed_hash)[-1]["actions"] == ended[player]["actions"]


def test_a_player_can_not_mark_an_action_as_the_services(one: Table) -> None:
    one.seat("alice")
    view = one.bet("alice", "mines", MINES)
    for action in (
        {"type": "abandon"},
        {"type": "abandon", "timeout": True},
        {"type": "open", "cell": 1, "timeout": True},
    ):
        body = action | {"expected_actions": 0}
        answer = one.api.post(f"/v1/rounds/{view['round_id']}/actions", body)
        assert answer.status_code in (409, 422), answer.text
    assert one.round(view) == view


def two_at_once(house: Table, work: Callable[[Service], int]) -> list[int]:
    """Runs it in two workers, each of which has seen what is due before either acts."""
    barrier = threading.Barrier(2, timeout=30)
    done = [0, 0]

    def run(number: int) -> None:
        opened = open_service(config.load(house.environ), house.clock)
        write, waited = opened.store.write, []

        def meet(todo: Any) -> Any:
            if not waited:
                waited.append(barrier.wait())
            return write(todo)

        opened.store.write = meet  # type: ignore[method-assign]
        with opened.store:
            done[number] = work(opened)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return done


def test_two_workers_that_fire_at_once_act_once(house: Table) -> None:
    pairs, views = [], []
    for number in range(4):
        pairs.append(house.seat(f"player-{number}"))
        views.append(house.bet(f"player-{number}", "mines", MINES))
    house.clock.ahead(days=7)
    assert sum(two_at_once(house, timers.run)) == 4
    for view in views:
        assert house.round(view)["actions"] == [{"type": "abandon", "timeout": True}]
    house.clock.ahead(days=24)
    assert sum(two_at_once(house, timers.run)) == 4
    for seed_hash in pairs:
        assert house.told(seed_hash) == ["commit", "activate", "close", "reveal"]
    assert two_at_once_has_nothing_to_do(house)


def two_at_once_has_nothing_to_do(house: Table) -> bool:
    return timers.run(house.service) == 0


def test_a_timer_that_fails_keeps_no_other_waiting(house: Table) -> None:
    """Nor the log: what the others did is under the next checkpoint."""
    spoiled, whole = house.seat("alice"), house.seat("bob")
    views = [house.bet(player, "mines", MINES) for player in ("alice", "bob")]
    with store(house.api).engine.begin() as connection:
        row = update(schema.pairs).where(schema.pairs.c.server_seed_hash == spoiled)
        connection.execute(row.values(sealed=b"\0" * 60))
    heard = LogCapture()
    structlog.configure(processors=[heard], wrapper_class=structlog.BoundLogger)
    for days in (7, 30):  # it is alice's round that fails, and keeps her pair from being closed
        house.clock.ahead(days=days)
        heard.entries.clear()
        house.turn()
        assert [line["event"] for line in heard.entries].count("timer_failed") == 1
    assert house.round(views[1])["actions"] == [{"type": "abandon", "timeout": True}]
    house.turn()
    assert house.pair(whole)["state"] == "revealed"
    assert "tlog_proof" in house.pair(whole)["reveal"]


# Idle pairs


def test_an_idle_pair_is_closed_and_revealed_after_thirty_days(house: Table) -> None:
    idle = house.seat("alice")
    house.bet("alice", "dice", DICE)
    house.clock.ahead(days=30, seconds=-1)
    house.turn()
    assert house.pair(idle)["state"] == "active"
    house.clock.ahead(seconds=1)
    house.turn()
    assert house.pair(idle)["state"] == "revealed"
    assert house.told(idle) == ["commit", "activate", "close", "reveal"]
    assert len(house.bundle(idle)) == 1
    # The player goes on with a rotation.
    seeds = house.api.get("/v1/players/alice/seeds").json
    assert seeds["active"] is None
    body = {"player": "alice", "game": "dice", "params": DICE, "bet": {"stake": 1}}
    refused(house.api.post("/v1/rounds", body), 409, "no_active_pair")
    again = house.rotate("alice")
    assert again["revealed"] is None
    assert again["active"]["server_seed_hash"] == seeds["next"]["server_seed_hash"]
    assert house.bet("alice", "dice", DICE)["seeds"]["nonce"] == 0


def test_a_pair_in_use_is_not_closed(house: Table) -> None:
    used, opened = house.seat("alice"), house.seat("bob")
    house.clock.ahead(days=10)
    house.bet("alice", "dice", DICE)
    house.clock.ahead(days=16)
    view = house.bet("bob", "mines", MINES)
    house.clock.ahead(days=4)  # thirty since both were activated
    house.turn()
    assert [house.pair(name)["state"] for name in (used, opened)] == ["active", "active"]
    house.clock.ahead(days=3)
    house.turn()  # bob's round is ended, his pair was used a week ago
    assert house.round(view)["state"] == "settled"
    house.clock.ahead(days=7, seconds=-1)
    house.turn()
    assert house.pair(used)["state"] == "active"
    house.clock.ahead(seconds=1)  # thirty since alice's last round
    house.turn()
    assert [house.pair(name)["state"] for name in (used, opened)] == ["revealed", "active"]
    house.clock.ahead(days=16, seconds=-1)
    house.turn()
    assert house.pair(opened)["state"] == "active"
    house.clock.ahead(seconds=1)
    house.turn()
    assert house.pair(opened)["state"] == "revealed"
    assert [len(house.bundle(name)) for name in (used, opened)] == [1, 1]


def test_a_promise_that_was_not_activated_stays(one: Table) -> None:
    promised = one.api.post("/v1/players/alice/seeds", {}).json["next"]["server_seed_hash"]
    one.clock.ahead(days=400)
    one.turn()
    assert one.pair(promised)["state"] == "committed"
    assert one.rotate("alice")["active"]["server_seed_hash"] == promised


# Reveals


@pytest.mark.parametrize("kind", DATABASES)
def test_a_reveal_may_wait_and_then_comes(kind: str, tmp_path: Path) -> None:
    with table(kind, tmp_path, FAIRSEED_REVEAL_WITHIN_SECONDS="3600") as house:
        first = house.seat("alice")
        house.bet("alice", "dice", DICE)
        answer = house.rotate("alice")
        assert answer["revealed"] is None
        second = answer["active"]["server_seed_hash"]
        house.clock.ahead(seconds=1800)
        house.rotate("alice")
        house.clock.ahead(seconds=1799)
        house.turn()
        for name in (first, second):
            pair = house.pair(name)
            assert pair["state"] == "closing"
            assert "server_seed" not in pair
            assert house.told(name) == ["commit", "activate", "close"]
            refused(house.api.get(f"/v1/seeds/{name}/bundle"), 404, "not_revealed")
        house.clock.ahead(seconds=1)
        assert sum(two_at_once(house, timers.run)) == 1
        assert [house.pair(name)["state"] for name in (first, second)] == ["revealed", "closing"]
        house.clock.ahead(seconds=1800)
        house.turn()
        assert house.told(second) == ["commit", "activate", "close", "reveal"]
        assert len(house.bundle(first)) == 1
        # An idle pair too is closed first and revealed then.
        (third,) = active_pairs(house)
        house.clock.ahead(days=30)
        house.turn()
        assert house.pair(third)["state"] == "closing"
        house.clock.ahead(seconds=3600)
        house.turn()
        assert house.pair(third)["state"] == "revealed"
        refused(
            house.api.post(
                "/v1/rounds", {"player": "alice", "game": "dice", "params": DICE, "bet": {"stake": 1}}
            ),
            409,
            "no_active_pair",
        )


def active_pairs(house: Table) -> list[str]:
    active = select(schema.pairs.c.server_seed_hash).where(schema.pairs.c.state == "active")
    with store(house.api).read() as connection:
        return list(connection.execute(active).scalars())


# Voids


def command(house: Table, *arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), env=house.environ)


def fails(result: Result, text: str) -> None:
    assert result.exit_code == 1, result.output
    assert result.stderr.count("\n") == 1
    assert text in result.stderr


def test_a_round_is_declared_void(house: Table) -> None:
    pair = house.seat("alice")
    house.bet("alice", "dice", DICE)
    view = house.bet("alice", "blackjack", {})
    while view["state"] != "open" or {"type": "double"} not in view["legal"]:
        view = (
            house.bet("alice", "blackjack", {}) if view["state"] != "open" else house.act(view, type="stand")
        )
    mines = house.open_mines("alice")
    after = house.bet("alice", "dice", DICE)
    for name in (view, mines):
        assert command(house, "void", "round", name["round_id"], "--reason", "a fault").exit_code == 0
        voided = house.round(name)
        assert (voided["state"], voided["legal"], voided["void"]) == ("void", [], {"reason": "a fault"})
        assert voided["settlement"] == {"staked": 100, "returned": 100}
        assert "outcome" not in voided
        assert voided["actions"] == name["actions"]
        fails(command(house, "void", "round", name["round_id"], "--reason", "again"), "has ended")
        action = {"type": "cash_out", "expected_actions": len(name["actions"])}
        refused(house.api.post(f"/v1/rounds/{name['round_id']}/actions", action), 409, "illegal_action")
    fails(command(house, "void", "round", after["round_id"], "--reason", "late"), "has ended")
    fails(command(house, "void", "round", "0" * 32, "--reason", "none"), "is no round")
    house.clock.ahead(days=8)
    house.turn()
    assert house.round(view)["state"] == "void"
    revealed = house.rotate("alice")["revealed"]
    records = house.bundle(pair)
    assert [record["seeds"]["nonce"] for record in records] == list(range(revealed["rounds"]))
    voids = {record["round_id"] for record in records if "void" in record}
    assert voids == {view["round_id"], mines["round_id"]}
    assert house.told(pair) == ["commit", "activate", "close", "reveal"]
    log = [json.loads(entry) for entry in entries(house)]
    logged = [entry for entry in log if entry["type"] == "void"]
    assert {(entry["round_id"], entry["nonce"]) for entry in logged} == {
        (name["round_id"], name["seeds"]["nonce"]) for name in (view, mines)
    }
    assert {(entry["reason"], entry["server_seed_hash"]) for entry in logged} == {("a fault", pair)}


def entries(house: Table) -> list[bytes]:
    with store(house.api).read() as connection:
        return list(connection.execute(select(schema.log_entries.c.entry)).scalars())


def test_what_a_split_added_goes_back_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = seed_for("seed 0", "split")
    monkeypatch.setattr(ServerSeed, "generate", classmethod(lambda cls: cls(seed)))
    with table("sqlite", tmp_path, FAIRSEED_POOL_SIZE="1") as house:
        house.api.post("/v1/players/alice/seeds", {})
        monkeypatch.undo()
        house.rotate("alice")
        view = house.act(house.bet("alice", "blackjack", {}), type="split")
        assert command(house, "void", "round", view["round_id"], "--reason", "a fault").exit_code == 0
        assert house.round(view)["settlement"] == {"staked": 200, "returned": 200}


def test_a_pair_is_declared_void(house: Table) -> None:
    pair = house.seat("alice")
    view = house.bet("alice", "mines", MINES)
    fails(command(house, "void", "pair", pair, "--reason", "too early"), "open rounds")
    assert command(house, "void", "round", view["round_id"], "--reason", "a fault").exit_code == 0
    assert command(house, "void", "pair", pair, "--reason", "a leak").exit_code == 0
    fails(command(house, "void", "pair", pair, "--reason", "again"), "is no promised or active pair")
    told = house.pair(pair)
    assert told["state"] == "void"
    assert house.told(pair) == ["commit", "activate", "void"]
    assert "server_seed" not in told
    refused(house.api.get(f"/v1/seeds/{pair}/bundle"), 404, "not_revealed")
    # A promise that is taken back is followed by another.
    promised = house.api.get("/v1/players/alice/seeds").json["next"]["server_seed_hash"]
    assert command(house, "void", "pair", promised, "--reason", "a leak").exit_code == 0
    answer = house.rotate("alice")
    assert promised not in json.dumps(answer)
    assert answer["revealed"] is None
    fails(command(house, "void", "pair", "0" * 64, "--reason", "none"), "is no promised or active pair")
    house.clock.ahead(days=60)
    house.turn()
    house.turn()
    assert house.pair(pair)["state"] == house.pair(promised)["state"] == "void"
    fails(
        command(house, "void", "pair", answer["active"]["server_seed_hash"], "--reason", "x"),
        "is no promised",
    )
