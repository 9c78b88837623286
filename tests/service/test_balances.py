"""Balances (docs/spec/record.md section 6): gross entries in the transaction of what causes them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from fairseed.cli import main
from games import GAMES as GAME_RULES
from games.house_poker import HouseBet
from tests.http.server import LONG_DATABASES
from tests.service.api import Api, refused
from tests.service.world import everything, service, store

Entry = dict[str, Any]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("dice", {"target": "50.00", "direction": "over"}),
    ("limbo", {"target": "2.00"}),
    ("plinko", {"rows": 8, "risk": "high"}),
    ("mines", {"size": 5, "mines": 3}),
    ("hilo", {}),
    ("blackjack", {}),
    ("russian_poker", {"boxes": 3}),
    ("five_card_poker", {"boxes": 2}),
]


@pytest.fixture(params=LONG_DATABASES)
def bank(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    """A service that keeps balances; `alice` has an active pair and 1000 chips."""
    with service(request.param, tmp_path, FAIRSEED_BALANCES="ledger") as api:
        api.post("/v1/players/alice/seeds", {})
        api.rotate("first")
        assert give(api, 1000)["balance"] == 1000
        yield api


def give(api: Api, amount: int, player: str = "alice", reason: str = "welcome") -> dict[str, Any]:
    answer = api.post(f"/v1/players/{player}/chips", {"amount": amount, "reason": reason})
    assert answer.status_code == 200, answer.text
    return answer.json  # type: ignore[return-value]


def balance(api: Api, player: str = "alice") -> int:
    return int(api.get(f"/v1/players/{player}/balance").json["balance"])  # type: ignore[index]


def entries(api: Api, player: str = "alice") -> list[Entry]:
    found: list[Entry] = []
    cursor = ""
    while True:
        page: Any = api.get(f"/v1/players/{player}/ledger?limit=7{cursor}").json
        found += page["items"]
        if page["next_cursor"] is None:
            return found
        cursor = f"&cursor={page['next_cursor']}"


def of_round(api: Api, view: dict[str, Any]) -> list[Entry]:
    return [entry for entry in entries(api) if entry.get("round_id") == view["round_id"]]


def audit(api: Api) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["ledger", "audit"], env=api.environ, catch_exceptions=False)
    return done.exit_code, done.stdout


def play(api: Api, game: str, params: dict[str, Any], bet: dict[str, Any]) -> Any:
    return api.post("/v1/rounds", {"player": "alice", "game": game, "params": params, "bet": bet})


def act(api: Api, view: dict[str, Any], action: dict[str, Any]) -> Any:
    body = action | {"expected_actions": len(view["actions"])}
    return api.post(f"/v1/rounds/{view['round_id']}/actions", body)


def finish(api: Api, view: dict[str, Any], pick: random.Random) -> dict[str, Any]:
    """To the end by random legal actions; where the chips do not cover one, by the others."""
    while view["state"] == "open":
        action = dict(pick.choice(view["legal"]))
        if "cells" in action:
            action = {"type": "open", "cell": pick.choice(action["cells"])}
        if "cards" in action:
            action["cards"] = pick.sample(action["cards"], pick.randint(1, action["most"]))
        box = {"box": action["box"]} if "box" in action else {}
        if box:
            action = {name: action[name] for name in ("box", "type", "cards") if name in action}
        answer = act(api, view, action)
        if answer.status_code != 200:
            refused(answer, 409, "insufficient_chips", "player")
            kinds = [one["type"] for one in view["legal"]]
            answer = act(
                api,
                view,
                {"type": next(kind for kind in ("stand", "fold", "take_ante") if kind in kinds)} | box,
            )
        view = answer.json
    return view


def test_every_change_is_an_entry_without_a_gap(bank: Api) -> None:
    give(bank, 50, reason="gift")
    give(bank, -20, reason="correction")
    found = entries(bank)
    assert [(one["index"], one["kind"], one["amount"], one["balance"], one["detail"]) for one in found] == [
        (0, "credit", 1000, 1000, "welcome"),
        (1, "credit", 50, 1050, "gift"),
        (2, "debit", -20, 1030, "correction"),
    ]
    assert audit(bank) == (0, "")


def test_a_payout_is_gross_and_a_lost_bet_has_none(bank: Api) -> None:
    seen = set()
    while len(seen) < 2:
        view = play(bank, "dice", {"target": "50.00", "direction": "over"}, {"stake": 10}).json
        found = [(one["kind"], one["amount"]) for one in of_round(bank, view)]
        returned = view["settlement"]["returned"]
        assert found == [("stake", -10)] + ([("payout", returned)] if returned else [])
        seen.add(bool(returned))


def test_each_side_bet_has_its_own_two_entries(bank: Api) -> None:
    pick, won = random.Random(1), set()
    give(bank, 10**6)
    while len(won) < 2:
        bet = {"stake": 10, "perfect_pairs": 5, "twenty_one_plus_three": 3}
        view = finish(bank, play(bank, "blackjack", {}, bet).json, pick)
        found = of_round(bank, view)
        staked = [(one["amount"], one["detail"]) for one in found if one["kind"] == "side_stake"]
        assert staked == [(-5, "perfect_pairs"), (-3, "twenty_one_plus_three")]
        paid = {one["detail"]: one["amount"] for one in found if one["kind"] == "side_payout"}
        sides = view["outcome"]["side_bets"]
        assert paid == {
            f"{name} {side['result']}": side["returned"] for name, side in sides.items() if side["returned"]
        }
        won |= {name for name, side in sides.items() if side["returned"]}


def test_a_further_stake_is_its_own_entry_when_the_action_is_accepted(bank: Api) -> None:
    pick, seen = random.Random(2), set()
    give(bank, 10**6)
    while seen != {"double", "split"}:
        view = play(bank, "blackjack", {}, {"stake": 10}).json
        wanted = {action["type"] for action in view["legal"]} & ({"double", "split"} - seen)
        if wanted:
            action = min(wanted)
            view = act(bank, view, {"type": action}).json
            more = [one for one in of_round(bank, view) if one["kind"] == "stake"]
            assert [(one["amount"], one["detail"]) for one in more] == [(-10, ""), (-10, action)]
            seen.add(action)
        finish(bank, view, pick)


def test_a_bet_that_is_not_covered_changes_nothing(bank: Api) -> None:
    before, nonce = everything(bank), bank.nonce()
    refused(play(bank, *GAMES[0], {"stake": 1001}), 409, "insufficient_chips", "player")
    refused(play(bank, "blackjack", {}, {"stake": 995, "perfect_pairs": 6}), 409, "insufficient_chips")
    refused(bank.post("/v1/players/alice/chips", {"amount": -1001, "reason": "x"}), 409, "insufficient_chips")
    refused(bank.post("/v1/players/bob/chips", {"amount": -1, "reason": "x"}), 409, "insufficient_chips")
    assert (everything(bank), bank.nonce()) == (before, nonce)
    assert play(bank, *GAMES[0], {"stake": 1000}).status_code == 201


def test_an_action_that_is_not_covered_leaves_the_round_as_it_was(bank: Api) -> None:
    give(bank, -990)
    while True:
        view = play(bank, "blackjack", {}, {"stake": balance(bank)}).json
        if any(action["type"] == "double" for action in view.get("legal", [])):
            break
        finish(bank, view, random.Random(3))
        give(bank, 10)
    before = everything(bank)
    refused(act(bank, view, {"type": "double"}), 409, "insufficient_chips", "player")
    assert everything(bank) == before
    assert act(bank, view, {"type": "stand"}).status_code == 200
    assert audit(bank) == (0, "")


def test_a_void_round_gives_its_stakes_back(bank: Api) -> None:
    view = play(bank, "mines", {"size": 5, "mines": 3}, {"stake": 100}).json
    assert balance(bank) == 900
    bank.command("void", "round", view["round_id"], "--reason", "power failure")
    assert [(one["kind"], one["amount"]) for one in of_round(bank, view)] == [
        ("stake", -100),
        ("refund", 100),
    ]
    assert (balance(bank), audit(bank)) == (1000, (0, ""))


def test_no_balance_rises_above_the_greatest(bank: Api) -> None:
    give(bank, 10**15 - 1000)
    refused(bank.post("/v1/players/alice/chips", {"amount": 1, "reason": "x"}), 422, "limits", "amount")
    refused(play(bank, *GAMES[0], {"stake": 10}), 422, "limits", "bet")
    assert balance(bank) == 10**15


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"amount": 0, "reason": "x"}, "amount"),
        ({"amount": 10**15 + 1, "reason": "x"}, "amount"),
        ({"amount": 1, "reason": ""}, "reason"),
        ({"amount": 1, "reason": "x" * 201}, "reason"),
        ({"amount": "1", "reason": "x"}, "amount"),
        ({"reason": "x"}, "amount"),
        ({"amount": 1}, "reason"),
    ],
)
def test_what_is_no_move_of_chips_is_refused(bank: Api, body: dict[str, Any], field: str) -> None:
    before = everything(bank)
    refused(bank.post("/v1/players/alice/chips", body), 422, "invalid_field", field)
    assert everything(bank) == before


def test_a_player_reads_the_own_chips_and_moves_none(bank: Api) -> None:
    token = bank.post("/v1/players/alice/tokens", {}).json["token"]  # type: ignore[index]
    give(bank, 5, player="bob")
    for path in ("balance", "ledger"):
        assert bank.get(f"/v1/players/alice/{path}", key=token).status_code == 200
        refused(bank.get(f"/v1/players/bob/{path}", key=token), 403, "forbidden")
        refused(bank.get(f"/v1/players/carol/{path}"), 404, "not_found", "player")
    moved = bank.post("/v1/players/alice/chips", {"amount": 1, "reason": "x"}, key=token)
    refused(moved, 403, "forbidden")


def test_a_retried_call_moves_chips_once(bank: Api) -> None:
    for _ in range(2):
        bank.post("/v1/players/alice/chips", {"amount": 7, "reason": "x"}, idempotency="once")
    assert balance(bank) == 1007


def test_without_a_ledger_there_are_no_balances(api: Api) -> None:
    for path in ("balance", "ledger"):
        refused(api.get(f"/v1/players/alice/{path}"), 404, "not_found", "balances")
    refused(api.post("/v1/players/alice/chips", {"amount": 1, "reason": "x"}), 404, "not_found", "balances")


def test_any_play_adds_up(bank: Api) -> None:
    """Random bets, actions, voids and moves of chips: the balance is what the answers said."""
    pick, expected = random.Random(11), 1000
    for _ in range(70):
        game, params = pick.choice(GAMES)
        bet: dict[str, Any] = {"stake": pick.choice((1, 10, 100, 400))}
        if "boxes" in params:
            bet = {"antes": [pick.choice((2, 10, 100)) for _ in range(params["boxes"])]}
        if game == "blackjack" and pick.random() < 0.5:
            bet |= {"perfect_pairs": pick.choice((1, 10))}
        answer = play(bank, game, params, bet)
        if answer.status_code != 201:
            refused(answer, 409, "insufficient_chips", "player")
            needed = (
                GAME_RULES["five_card_poker"].needed(HouseBet(bet["antes"]))
                if game == "five_card_poker"
                else 0
            )
            assert sum(bet.get("antes") or bet.values()) + needed > expected
            expected = give(bank, 500)["balance"]
            continue
        view = answer.json
        if view["state"] == "open" and pick.random() < 0.2:
            bank.command("void", "round", view["round_id"], "--reason", "test")
            continue
        view = finish(bank, view, pick)
        settlement = view["settlement"]
        expected += settlement["returned"] - settlement["staked"]
        booked = [one["amount"] for one in of_round(bank, view)]
        assert sum(booked) == settlement["returned"] - settlement["staked"]
        assert -sum(amount for amount in booked if amount < 0) == settlement["staked"]
        assert balance(bank) == expected
    found = entries(bank)
    assert [one["index"] for one in found] == list(range(len(found)))
    assert audit(bank) == (0, "")


def test_bets_at_once_never_spend_a_chip_twice(bank: Api) -> None:
    give(bank, -900)

    def bet(_: int) -> int:
        return play(bank, "mines", {"size": 5, "mines": 24}, {"stake": 30}).status_code

    with ThreadPoolExecutor(8) as threads:
        codes = list(threads.map(bet, range(8)))
    assert sorted(codes) == [201] * 3 + [409] * 5
    assert (balance(bank), audit(bank)) == (10, (0, ""))


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE balances SET balance = balance + 1", "alice: has "),
        ("UPDATE balances SET entries = entries + 1", "alice: has "),
        (
            'UPDATE ledger SET amount = amount + 1 WHERE "index" = 0',
            "alice: entry 0 says 1000, the sum is 1001",
        ),
        ('DELETE FROM ledger WHERE "index" = 0', "alice: entry 1 stands where 0 is due"),
        ("UPDATE ledger SET amount = -11, balance = balance - 1 WHERE kind = 'stake'", "is booked"),
        ("UPDATE rounds SET player = 'bob'", "which is not his"),
    ],
)
def test_the_audit_finds_what_was_changed(bank: Api, statement: str, told: str) -> None:
    play(bank, *GAMES[0], {"stake": 10})
    assert audit(bank) == (0, "")
    store(bank).write(lambda connection: connection.execute(text(statement)))
    code, faults = audit(bank)
    assert code == 1
    assert told in faults


def test_the_settings_word_is_one_of_two(api: Api) -> None:
    environ = api.environ | {"FAIRSEED_BALANCES": "both"}
    done = CliRunner().invoke(main, ["ledger", "audit"], env=environ)
    assert done.exit_code == 1
    assert "balances" in done.output
    assert "Traceback" not in done.output


def test_entries_are_listed_from_the_newest_on(bank: Api) -> None:
    for amount in range(1, 5):
        give(bank, amount)
    path = "/v1/players/alice/ledger?order=newest&limit=3"
    first: Any = bank.get(path).json
    assert [entry["index"] for entry in first["items"]] == [4, 3, 2]
    rest: Any = bank.get(f"{path}&cursor={first['next_cursor']}").json
    assert [entry["index"] for entry in rest["items"]] == [1, 0]
    assert rest["next_cursor"] is None
    assert first["items"] + rest["items"] == entries(bank)[::-1]
