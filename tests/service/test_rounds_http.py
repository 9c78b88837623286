"""Rounds, actions, draws, quotes and lists (docs/spec/record.md section 5)."""

from __future__ import annotations

from typing import Any

import pytest

from fairseed.verification import verify_record
from tests.service.api import Api, refused

INSTANT: list[tuple[str, dict[str, Any]]] = [
    ("dice", {"target": "50.00", "direction": "over"}),
    ("limbo", {"target": "2.00"}),
    ("plinko", {"rows": 16, "risk": "high"}),
]


def finish(api: Api, view: dict[str, Any]) -> dict[str, Any]:
    """Plays a round to its end by the first legal action."""
    while view["state"] == "open":
        action = dict(view["legal"][0])
        if "cells" in action:
            action = {"type": "open", "cell": action["cells"][0]}
        body = action | {"expected_actions": len(view["actions"])}
        answer = api.post(f"/v1/rounds/{view['round_id']}/actions", body)
        assert answer.status_code == 200, answer.text
        view = answer.json  # type: ignore[assignment]
    return view


@pytest.mark.parametrize(("game", "params"), INSTANT)
def test_an_instant_game_comes_back_settled_without_its_seed(
    alice: Api, game: str, params: dict[str, Any]
) -> None:
    answer = alice.play(game, params)
    assert answer.status_code == 201
    view = answer.json
    assert (view["state"], view["legal"], view["actions"]) == ("settled", [], [])
    assert view["settlement"]["staked"] == 10
    assert "multiplier" in view["settlement"]
    assert len(view["ruleset"]) == 64
    assert "server_seed" not in view["seeds"]
    seed = alice.rotate("second").json["revealed"]["server_seed"]
    record = alice.get(f"/v1/rounds/{view['round_id']}").json
    assert record["seeds"]["server_seed"] == seed
    assert record["outcome"] == view["outcome"]
    assert verify_record(record).verdict == "verified"


@pytest.mark.parametrize(
    ("game", "params"), [("mines", {"size": 5, "mines": 3}), ("hilo", {}), ("blackjack", {})]
)
def test_a_game_with_actions_is_played_to_its_end(alice: Api, game: str, params: dict[str, Any]) -> None:
    for _ in range(5):
        view = alice.play(game, params).json
        view = finish(alice, view)
        assert (view["state"], view["legal"]) == ("settled", [])
    alice.rotate("second")
    items = alice.get("/v1/rounds?player=alice").json["items"]
    assert [record["seeds"]["nonce"] for record in items] == [0, 1, 2, 3, 4]
    assert {verify_record(record).verdict for record in items} == {"verified"}


def test_an_open_round_shows_no_mine_and_no_settlement(alice: Api) -> None:
    view = alice.play("mines", {"size": 5, "mines": 1}).json
    assert view["outcome"] == {"opened": []}
    assert view["legal"] == [{"type": "open", "cells": list(range(25))}]
    assert view["shown"]["next_multiplier"] == "1.0208"
    assert "settlement" not in view
    assert alice.get(f"/v1/rounds/{view['round_id']}").json == view


def test_an_open_blackjack_round_shows_one_card_of_the_dealer(alice: Api) -> None:
    views = [alice.play("blackjack", {}).json for _ in range(8)]
    opened = [view for view in views if view["state"] == "open"]
    assert opened
    assert all(set(view["outcome"]["dealer"]) == {"cards"} for view in opened)
    assert all(len(view["outcome"]["dealer"]["cards"]) == 1 for view in opened)


def test_refused_actions_change_nothing(alice: Api) -> None:
    view = alice.play("mines", {"size": 5, "mines": 1}).json
    path = f"/v1/rounds/{view['round_id']}/actions"
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"type": "cash_out", "expected_actions": 0}, 409, "illegal_action"),
        ({"type": "open", "cell": 25, "expected_actions": 0}, 409, "illegal_action"),
        ({"type": "fold", "expected_actions": 0}, 409, "illegal_action"),
        ({"type": "open", "cell": 1, "expected_actions": 1}, 409, "stale_action"),
        ({"type": "open", "cell": "1", "expected_actions": 0}, 422, "invalid_field"),
        ({"type": "open", "cell": 1, "extra": 1, "expected_actions": 0}, 422, "unknown_field"),
        ({"type": "abandon", "timeout": True, "expected_actions": 0}, 422, "unknown_field"),
        ({"type": "cash_out", "timeout": False, "expected_actions": 0}, 422, "unknown_field"),
        ({"cell": 1, "expected_actions": 0}, 422, "invalid_field"),
        ({"type": "open", "cell": 1}, 422, "invalid_field"),
        ({"type": "open", "cell": 1, "expected_actions": -1}, 422, "invalid_field"),
        ({"type": "open", "cell": 1, "expected_actions": True}, 422, "invalid_field"),
    ]
    for body, status, code in cases:
        refused(alice.post(path, body), status, code)
    assert alice.get(f"/v1/rounds/{view['round_id']}").json == view


def test_an_action_after_the_end(alice: Api) -> None:
    view = alice.play("dice", {"target": "50.00", "direction": "under"}).json
    body = {"type": "open", "cell": 1, "expected_actions": 0}
    refused(alice.post(f"/v1/rounds/{view['round_id']}/actions", body), 409, "illegal_action")
    refused(alice.post(f"/v1/rounds/{'0' * 32}/actions", body), 404, "not_found")


@pytest.mark.parametrize(
    ("change", "status", "code", "where"),
    [
        ({"bet": {"stake": 0}}, 422, "limits", "bet.stake"),
        ({"bet": {"stake": 10**15 + 1}}, 422, "limits", "bet.stake"),
        ({"bet": {"stake": 10**8}}, 422, "max_payout", "bet"),
        ({"bet": {"stake": "1"}}, 422, "invalid_field", "bet.stake"),
        ({"bet": {"stake": 1, "tip": 1}}, 422, "unknown_field", "bet.tip"),
        ({"params": {"target": "50.0", "direction": "under"}}, 422, "invalid_field", "params.target"),
        ({"params": {"target": "99.99", "direction": "under"}}, 422, "invalid_field", "params.target"),
        ({"params": {"target": "50.00"}}, 422, "invalid_field", "params.direction"),
        (
            {"params": {"target": "50.00", "direction": "under", "rtp": "1"}},
            422,
            "unknown_field",
            "params.rtp",
        ),
        (
            {"params": {"target": "50.00", "direction": "under", "max_payout": 1}},
            422,
            "unknown_field",
            "params.max_payout",
        ),
        ({"game": "roulette"}, 422, "invalid_field", "game"),
        ({"player": "a b"}, 422, "invalid_field", None),
        ({"player": "nobody"}, 404, "not_found", None),
        ({"extra": 1}, 422, "unknown_field", None),
    ],
)
def test_a_refused_bet_costs_no_nonce(
    alice: Api, change: dict[str, Any], status: int, code: str, where: str | None
) -> None:
    good = {
        "player": "alice",
        "game": "dice",
        "params": {"target": "50.00", "direction": "under"},
        "bet": {"stake": 10},
    }
    refused(alice.post("/v1/rounds", good | change), status, code, where)
    assert alice.nonce() == 0
    assert alice.get("/v1/rounds?player=alice").json["items"] == []


def test_a_bet_without_an_active_pair(api: Api) -> None:
    api.post("/v1/players/alice/seeds", {})
    refused(api.play("hilo", {}), 409, "no_active_pair")


def test_a_draw_takes_the_next_nonce(alice: Api) -> None:
    alice.play("dice", {"target": "50.00", "direction": "under"})
    answer = alice.post("/v1/draws", {"player": "alice", "params": {"sample": {"n": 90, "k": 5}}})
    assert answer.status_code == 201
    assert answer.json["game"] == "raw"
    assert answer.json["seeds"]["nonce"] == 1
    assert len(set(answer.json["outcome"]["sample"])) == 5
    assert {"bet", "settlement"}.isdisjoint(answer.json)
    two = {"words": 1, "bytes": 1}
    refused(alice.post("/v1/draws", {"player": "alice", "params": two}), 422, "invalid_field")
    refused(alice.post("/v1/draws", {"player": "alice", "params": {"words": 100001}}), 422, "invalid_field")
    refused(alice.post("/v1/draws", {"player": "alice", "params": {"coins": 1}}), 422, "unknown_field")
    assert alice.nonce() == 2


def test_a_quote_plays_nothing(alice: Api) -> None:
    body = {
        "player": "alice",
        "game": "dice",
        "params": {"target": "50.00", "direction": "under"},
        "bet": {"stake": 100},
    }
    answer = alice.post("/v1/quotes", body)
    assert answer.status_code == 200
    assert answer.json["multiplier"] == "1.9601"
    assert answer.json["greatest_return"] == 196
    refused(alice.post("/v1/quotes", body | {"bet": {"stake": 10**9}}), 422, "max_payout", "bet")
    assert alice.nonce() == 0


def test_lists_page_by_cursor(alice: Api) -> None:
    played = [alice.play("limbo", {"target": "2.00"}).json["round_id"] for _ in range(5)]
    found: list[str] = []
    cursor = ""
    for size in (2, 2, 1):
        page = alice.get(f"/v1/rounds?player=alice&limit=2{cursor}").json
        assert len(page["items"]) == size
        found += [item["round_id"] for item in page["items"]]
        cursor = f"&cursor={page['next_cursor']}"
    assert page["next_cursor"] is None
    assert sorted(found) == sorted(played)
    assert len(set(found)) == 5
    pair = alice.get("/v1/players/alice/seeds").json["active"]["server_seed_hash"]
    assert len(alice.get(f"/v1/rounds?server_seed_hash={pair}").json["items"]) == 5


def test_lists_from_the_newest_and_of_one_state(alice: Api) -> None:
    for _ in range(3):
        alice.play("limbo", {"target": "2.00"})
    waits = alice.play("mines", {"size": 5, "mines": 3}).json["round_id"]

    def listed(query: str) -> list[str]:
        found, cursor = [], ""
        while cursor is not None:
            page = alice.get(f"/v1/rounds?player=alice&limit=3&{query}{cursor}").json
            found += [item["round_id"] for item in page["items"]]
            cursor = page["next_cursor"] and f"&cursor={page['next_cursor']}"
        return found

    assert listed("order=newest") == listed("order=oldest")[::-1] == listed("")[::-1]
    assert listed("state=open") == listed("state=open&order=newest") == [waits]
    assert sorted([waits, *listed("state=settled")]) == sorted(listed(""))
    assert listed("state=void") == []


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=201", "limit=x", "cursor=!", "colour=red", "limit=1&limit=2", "order=x", "state=over"],
)
def test_bad_queries(alice: Api, query: str) -> None:
    assert refused(alice.get(f"/v1/rounds?{query}"), 400, "bad_query")
