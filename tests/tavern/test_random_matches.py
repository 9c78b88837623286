"""Any legal play of any match: it ends, chips are conserved, its record verifies and is the same again."""

from __future__ import annotations

import json
import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.records import Document, read_object
from fairseed.verification import verify_record
from tests.tavern.matches import match_record, random_record, spoiled

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))


@settings(max_examples=2000 if SOAK else 40)
@given(st.integers(0, 2**64))
def test_random_matches(seed: int) -> None:
    record = random_record(seed)
    params, settlement = record["params"], record["settlement"]
    pot = params["ante"] * params["players"]
    assert sum(settlement["staked"].values()) == pot
    assert sum(settlement["returned"].values()) <= pot
    assert [chips > 0 for chips in settlement["returned"].values()].count(True) <= 1

    verdict = verify_record(read_object(json.dumps(record).encode()))
    assert verdict.verdict == "verified", verdict.to_json()
    statuses = {check.check: check.status for check in verdict.checks}
    bots = "pass" if "table" in record else "skip"
    assert statuses == dict.fromkeys(("format", "commitment", "rules", "outcome", "settlement"), "pass") | {
        "receipt": "skip",
        "log": "skip",
        "cards": "skip",
        "bots": bots,
    }
    blind = json.loads(json.dumps(record))
    del blind["seeds"]["server_seed"]
    assert verify_record(blind).verdict == "pending"
    whole = len(blind["actions"])
    for upto in {*range(min(whole, 4)), whole // 2, whole - 1}:
        if not blind["actions"][upto].get("timeout"):  # a keep on time-out and its bank come together
            part = blind | {"actions": blind["actions"][:upto], "state": "open"}
            assert verify_record(part).verdict == "pending"


@settings(max_examples=4000 if SOAK else 200)
@given(st.integers(0, 40), st.integers(0, 2**64))
def test_a_spoiled_record_gets_a_verdict_and_says_why(seed: int, change: int) -> None:
    record = match_record(["threshold-300/1", None], seed=seed, target=1000, chain=seed % 2 == 0)
    wrong = spoiled(record, random.Random(change))
    verdict = verify_record(Document(wrong))
    if wrong != record and "server_seed" in wrong.get("seeds", {}) and verdict.verdict == "verified":
        # What says the same in other words: kept dice in another order, a mark that fits, a policy of one mind.
        assert {name for name in wrong if wrong[name] != record.get(name)} <= {"actions", "table", "params"}
    if verdict.verdict == "failed":
        assert any(check.status == "fail" and check.text for check in verdict.checks)


@pytest.mark.parametrize(
    ("path", "value", "check"),
    [
        ("params.players", 3, "format"),
        ("params.target", 1001, "rules"),
        ("params.target", "1000", "format"),
        ("params.commission", "0.06", "settlement"),
        ("params.commission", ".05", "format"),
        ("params.rtp", "0.98", "format"),
        ("seeds.client_seed", "x", "format"),
        ("seeds.nonce", 3, "rules"),
        ("table", {"bots": {"2": "expect/1"}}, "format"),
        ("table", {"bots": {"1": 1}}, "format"),
        ("bet", {"stake": 100}, "format"),
        ("outcome.winner", True, "format"),
        ("outcome.rolls", [[1.5]], "format"),
        ("outcome.rolls", [], "outcome"),
        ("outcome.tie", 1, "format"),
        ("settlement.multiplier", "1.9000", "format"),
        ("settlement.staked", {"0": 100}, "format"),
        ("settlement.returned", {"0": 100, "1": 100}, "settlement"),
        ("actions", [], "rules"),
        ("ruleset", "0" * 64, "rules"),
    ],
)
def test_a_wrong_member_is_named(path: str, value: object, check: str) -> None:
    record = match_record([None, None], seed=1, target=1000)
    *parents, name = path.split(".")
    place = record
    for parent in parents:
        place = place[parent]
    place[name] = value
    verdict = verify_record(record)
    assert verdict.verdict == "failed"
    found = next(found for found in verdict.checks if found.status == "fail")
    assert found.check == check, found.text


def test_a_bot_that_does_not_follow_its_policy() -> None:
    record = match_record(["threshold-300/1", None], seed=5, target=2000)
    assert verify_record(record).verdict == "verified"
    record["table"]["bots"] = {"1": "threshold-300/1"}
    verdict = verify_record(record)
    assert [check.check for check in verdict.checks if check.status == "fail"] == ["bots"]
    record["table"]["bots"] = {"1": "mind-reader/9"}
    assert {check.check: check.status for check in verify_record(record).checks}["bots"] == "skip"


def test_a_void_match_returns_its_antes() -> None:
    record = match_record([None, None], seed=1, target=1000)
    del record["outcome"]
    record |= {"actions": [], "void": {"reason": "fewer than two links"}}
    record["seeds"]["client_seeds"] = record["seeds"]["chain_heads"] = {}
    record["settlement"] = {"staked": {"0": 100, "1": 100}, "returned": {"0": 100, "1": 100}}
    assert verify_record(record).verdict == "verified"
    record["settlement"]["returned"]["1"] = 99
    verdict = verify_record(record)
    assert [check.check for check in verdict.checks if check.status == "fail"] == ["settlement"]
