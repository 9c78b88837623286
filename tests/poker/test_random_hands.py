"""Any legal play of any variant: it ends, chips are conserved, its record verifies and is the same again."""

from __future__ import annotations

import copy
import json
import os
import random

import pytest

from fairseed.verification import verify_record
from games.poker import VARIANTS, fold, read_table, start
from games.poker.outcome import result
from tests.poker.hands import deal_of, play

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
HANDS = 10_000 if SOAK else 100
SHARDS = 10 if SOAK else 1


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("game", VARIANTS)
def test_random_hands(game: str, shard: int) -> None:
    for number in range(HANDS // SHARDS):
        pick = random.Random(f"{game} {shard} {number}")
        record, states = play(game, pick)
        seats = record["table"]["stacks"]
        before, outcome, settlement = sum(seats.values()), record["outcome"], record["settlement"]

        carried = record["table"].get("pot_carried", 0), outcome.get("pot_carried", 0)
        assert before + carried[0] == sum(outcome["stacks"].values()) + outcome["rake"] + carried[1]
        for seat, chips in seats.items():
            staked, returned = settlement["staked"][seat], settlement["returned"][seat]
            assert 0 <= staked <= chips
            assert outcome["stacks"][seat] == chips - staked + returned
            # Nobody wins more of another than was matched by own chips, and what was carried.
            most = sum(min(staked, other) for other in settlement["staked"].values()) + carried[0]
            assert returned <= max(most, staked)
        for hand in states:
            assert all(player.stack >= 0 for player in hand.betting.players)
            assert sum(p.stack + p.total for p in hand.betting.players) == before

        verdict = verify_record(record)
        assert verdict.verdict == "verified", (number, verdict.to_json())
        assert {check.check: check.status for check in verdict.checks} == {
            "format": "pass",
            "commitment": "pass",
            "receipt": "skip",
            "log": "skip",
            "rules": "pass",
            "outcome": "pass",
            "settlement": "pass",
            "cards": "pass",
            "bots": "pass" if "bots" in record["table"] else "skip",
        }
        again = json.loads(json.dumps(record))
        variant = VARIANTS[game]
        actions = [variant.read_action(action) for action in again["actions"]]
        deal = deal_of(game, again["params"], again["seeds"])[2]
        hand = start(variant, variant.read_params(again["params"]), read_table(again["table"], game), deal)
        assert result(fold(hand, actions)).outcome == outcome


@pytest.mark.parametrize("game", VARIANTS)
def test_a_changed_hand_fails(game: str) -> None:
    for number in range(HANDS // SHARDS // 2):
        pick = random.Random(f"changed {game} {number}")
        record, _ = play(game, pick)
        wrong = copy.deepcopy(record)
        seat = pick.choice(list(record["table"]["stacks"]))
        change = pick.choice(("stack", "hole", "link", "action", "root", "staked"))
        if change == "stack":
            wrong["outcome"]["stacks"][seat] += 1
        elif change == "hole":
            wrong["outcome"]["hole"][seat].reverse()
        elif change == "link":
            wrong["seeds"]["client_seeds"][seat] = "0" * 64
        elif change == "action":
            wrong["actions"].append({"seat": int(seat), "type": "fold"})
        elif change == "root":
            wrong["deck_root"] = "0" * 64
        else:
            wrong["settlement"]["staked"][seat] += 1
        told = {check.check for check in verify_record(wrong).checks if check.status == "fail"}
        expected = {
            "stack": "outcome",
            "hole": "outcome",
            "link": "commitment",
            "action": "rules",
            "root": "cards",
            "staked": "settlement",
        }[change]
        assert expected in told, (change, told)
