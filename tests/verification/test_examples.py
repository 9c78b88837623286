"""Records of an outside implementation, and every check on records of our own."""

import copy
import json
from typing import Any

import pytest

from fairseed import SeedPair, make_record, verify_bundle, verify_record
from fairseed.records import Document, read_object, record_digest
from fairseed.verification import ROUND_CHECKS, Verdict
from games import GAMES
from tests.support import shared

PAIR = SeedPair("0" * 64, "client")


def lines(name: str) -> list[bytes]:
    rows = shared(f"data/examples/{name}.jsonl").read_bytes().splitlines()
    return [row for row in rows if json.loads(row)["game"] in GAMES]


def fails(verdict: Verdict) -> list[str]:
    return [check.check for check in verdict.checks if check.status == "fail"]


def test_right_records_of_an_outside_implementation() -> None:
    rows = lines("good")
    assert len(rows) >= 27
    for row in rows:
        verdict = verify_record(read_object(row))
        assert verdict.verdict == "verified", (row, verdict.to_json())


def test_wrong_records_of_an_outside_implementation() -> None:
    rows = lines("bad")
    assert len(rows) >= 25
    for row in rows:
        wanted = json.loads(row)
        verdict = verify_record(read_object(row))
        assert verdict.verdict == "failed"
        assert set(fails(verdict)) & {wanted["expect_fail"], *wanted.get("or", [])}, (row, verdict.to_json())


def test_pending_records_of_an_outside_implementation() -> None:
    for row in lines("pending"):
        verdict = verify_record(read_object(row))
        assert verdict.verdict == "pending"
        statuses = {check.check: check.status for check in verdict.checks}
        skipped = {"commitment", "receipt", "log", "outcome", "settlement"}
        assert statuses == {name: "skip" if name in skipped else "pass" for name in ROUND_CHECKS}


def dice(**changes: Any) -> dict[str, Any]:
    record = make_record(
        PAIR, 0, "dice", {"target": "50.00", "direction": "over"}, {"stake": 100}, round_id="r", reveal=True
    )
    for path, value in changes.items():
        *parents, name = path.split("__")
        place = record
        for parent in parents:
            place = place[parent]
        if value is ...:
            del place[name]
        else:
            place[name] = value
    return record


def test_our_own_record_is_the_one_of_the_specification() -> None:
    record = dice()
    assert record["outcome"] == {"roll": "99.41"}
    assert record["settlement"] == {"staked": 100, "returned": 196, "multiplier": "1.9601"}
    assert verify_record(record).verdict == "verified"


@pytest.mark.parametrize(
    ("changes", "check", "field"),
    [
        ({"type": "fairseed/round/v2"}, "format", "type"),
        ({"round_id": 7}, "format", "round_id"),
        ({"round_id": ...}, "format", "round_id"),
        ({"game": "roulette"}, "format", "game"),
        ({"params__target": "50.0"}, "format", "params.target"),
        ({"params__target": "050.00"}, "format", "params.target"),
        ({"params__target": "50.00\n"}, "format", "params.target"),
        ({"params__target": 50}, "format", "params.target"),
        ({"params__target": ...}, "format", "params.target"),
        ({"params__edge": "0.02"}, "format", "params.edge"),
        ({"params__direction": "sideways"}, "format", "params.direction"),
        ({"params__rtp": "0.9800000"}, "format", "params.rtp"),
        ({"params__rtp": ".98"}, "format", "params.rtp"),
        ({"params__rtp": "1.01"}, "rules", "params.rtp"),
        ({"params__rtp": "0.00"}, "rules", "params.rtp"),
        ({"params__target": "0.00"}, "rules", "params.target"),
        ({"params__target": "100.00"}, "rules", "params.target"),
        ({"params__target": "1.50"}, "rules", "params.target"),
        ({"params__target": "9" * 5000 + ".00"}, "rules", "params.target"),
        ({"params__max_payout": 0}, "rules", "params.max_payout"),
        ({"params__max_payout": 195}, "rules", "bet"),
        ({"bet": ...}, "format", "bet"),
        ({"bet__stake": "100"}, "format", "bet.stake"),
        ({"bet__stake": True}, "format", "bet.stake"),
        ({"bet__tip": 1}, "format", "bet.tip"),
        ({"bet__stake": 0}, "rules", "bet.stake"),
        ({"bet__stake": -5}, "rules", "bet.stake"),
        ({"seeds__scheme": "stake"}, "format", "seeds.scheme"),
        ({"seeds__nonce": -1}, "format", "seeds.nonce"),
        ({"seeds__nonce": "0"}, "format", "seeds.nonce"),
        ({"seeds__extra": 1}, "format", "seeds.extra"),
        ({"seeds__server_seed": "A" * 64}, "format", "seeds.server_seed"),
        ({"seeds__server_seed": None}, "format", "seeds.server_seed"),
        ({"seeds__server_seed_hash": "0" * 63}, "format", "seeds.server_seed_hash"),
        ({"seeds__client_seed": "\ud800"}, "format", "client_seed"),
        ({"actions": ...}, "format", "actions"),
        ({"actions": [{"type": "open", "cell": 1}]}, "rules", "actions.0"),
        ({"outcome": ...}, "format", "outcome"),
        ({"outcome__roll": "99.4"}, "format", "outcome.roll"),
        ({"outcome__win": 1}, "format", "outcome.win"),
        ({"settlement": ...}, "format", "settlement"),
        ({"settlement__staked": ...}, "format", "settlement.staked"),
        ({"settlement__multiplier": "1.96"}, "format", "settlement.multiplier"),
        ({"settlement__profit": 1}, "format", "settlement.profit"),
        ({"ruleset": "0" * 64}, "rules", "ruleset"),
    ],
)
def test_a_wrong_member_is_named(changes: dict[str, Any], check: str, field: str) -> None:
    verdict = verify_record(dice(**changes))
    assert verdict.verdict == "failed"
    found = next(found for found in verdict.checks if found.status == "fail")
    assert found.check == check
    assert found.text.startswith(f"{field}: "), found.text


@pytest.mark.parametrize(
    ("changes", "check", "expected"),
    [
        ({"seeds__server_seed": "1" * 64}, "commitment", None),
        ({"outcome__roll": "99.42"}, "outcome", {"roll": "99.41"}),
        (
            {"settlement__returned": 197},
            "settlement",
            {"staked": 100, "returned": 196, "multiplier": "1.9601"},
        ),
        ({"settlement__multiplier": "1.9602"}, "settlement", None),
    ],
)
def test_a_lie_trips_its_check(changes: dict[str, Any], check: str, expected: Any) -> None:
    record = dice(**changes)
    verdict = verify_record(record)
    assert verdict.verdict == "failed"
    found = next(found for found in verdict.checks if found.check == check)
    assert found.status == "fail"
    assert expected is None or found.expected == expected
    assert found.actual is not None


def test_unknown_members_are_ignored_outside_the_claims() -> None:
    assert verify_record(dice(note="mine", table={"x": 1})).verdict == "verified"


def test_the_multiplier_is_optional_and_defaults_are_told() -> None:
    record = dice(settlement__multiplier=..., params__rtp=..., params__max_payout=..., ruleset=...)
    verdict = verify_record(record)
    assert verdict.verdict == "verified"
    rules = next(check for check in verdict.checks if check.check == "rules")
    assert "defaults: rtp, max_payout" in rules.text


def test_a_failed_format_runs_nothing_else() -> None:
    verdict = verify_record(dice(bet__stake="1"))
    assert [check.status for check in verdict.checks] == ["fail"] + ["skip"] * 6
    assert all(check.detail for check in verdict.checks)


def test_failed_rules_skip_the_replay() -> None:
    statuses = {check.check: check.status for check in verify_record(dice(bet__stake=0)).checks}
    assert (statuses["rules"], statuses["outcome"], statuses["settlement"]) == ("fail", "skip", "skip")


def test_a_wrong_seed_still_replays_with_the_seed_given() -> None:
    statuses = {
        check.check: check.status for check in verify_record(dice(seeds__server_seed="1" * 64)).checks
    }
    assert statuses["commitment"] == "fail"
    assert statuses["outcome"] == "fail"


def test_receipts_and_log_entries_are_never_passed_silently() -> None:
    verdict = verify_record(dice(receipt={"body": {}}, commitment={"entry": ""}))
    statuses = {check.check: check.status for check in verdict.checks}
    assert (statuses["receipt"], statuses["log"]) == ("fail", "fail")


def test_a_void_round() -> None:
    void = dice(outcome=..., void={"reason": "power cut"}, settlement={"staked": 100, "returned": 100})
    statuses = {check.check: check.status for check in verify_record(void).checks}
    assert (statuses["rules"], statuses["outcome"], statuses["settlement"]) == ("skip", "skip", "pass")
    for settlement in (
        {"staked": 100, "returned": 0},
        {"staked": 100, "returned": 100, "multiplier": "1.9601"},
    ):
        void["settlement"] = settlement
        assert fails(verify_record(void)) == ["settlement"]


@pytest.mark.parametrize("wrong", [{"actions": [{"type": "open"}]}, {"params__target": "0.00"}])
def test_a_void_round_that_does_not_replay_returns_at_least_its_bet(wrong: dict[str, Any]) -> None:
    """Decision 0001: what such actions added is not known."""
    for staked, statuses in ((99, ["settlement"]), (100, []), (200, [])):
        settlement = {"staked": staked, "returned": staked}
        void = dice(outcome=..., void={"reason": "power cut"}, settlement=settlement, **wrong)
        assert fails(verify_record(void)) == statuses
    void = dice(outcome=..., void={"reason": "power cut"}, settlement={"staked": 200, "returned": 200})
    assert fails(verify_record(void)) == ["settlement"]


def test_client_seeds_that_a_service_would_refuse_are_a_warning() -> None:
    pair = SeedPair("0" * 64, " e\u0301")
    record = make_record(pair, 0, "limbo", {"target": "2.00"}, {"stake": 1}, round_id="r", reveal=True)
    verdict = verify_record(record)
    assert verdict.verdict == "verified"
    assert any("form C" in warning for warning in verdict.warnings)
    assert any("white space" in warning for warning in verdict.warnings)


def test_the_digest_of_a_record_does_not_depend_on_the_reveal_or_the_outcome() -> None:
    hidden = dice(seeds__server_seed=..., outcome=...)
    assert record_digest(hidden) == record_digest(dice())
    assert record_digest(dice(seeds__nonce=1)) != record_digest(dice())


def bundle(count: int = 5) -> list[dict[str, Any]]:
    return [
        make_record(PAIR, nonce, "limbo", {"target": "2.00"}, {"stake": 1}, round_id=str(nonce), reveal=True)
        for nonce in range(count)
    ]


def last(records: list[dict[str, Any]]) -> Verdict:
    return list(verify_bundle(Document(record) for record in records))[-1]


def test_a_whole_bundle() -> None:
    verdicts = list(verify_bundle(Document(record) for record in bundle()))
    assert [verdict.verdict for verdict in verdicts] == ["verified"] * 6
    assert verdicts[-1].to_json()["type"] == "bundle"
    assert [check.check for check in verdicts[-1].checks] == ["nonces", "seed", "close_root"]


@pytest.mark.parametrize("change", ["gap", "double", "order", "start"])
def test_a_bundle_with_other_nonces(change: str) -> None:
    records = bundle()
    if change == "gap":
        del records[2]
    elif change == "double":
        records.insert(2, copy.deepcopy(records[2]))
    elif change == "order":
        records[1], records[2] = records[2], records[1]
    else:
        del records[0]
    assert fails(last(records)) == ["nonces"]


def test_a_bundle_of_two_pairs() -> None:
    other = make_record(
        SeedPair("1" * 64, "client"), 5, "limbo", {"target": "2.00"}, {"stake": 1}, round_id="x", reveal=True
    )
    assert fails(last([*bundle(), other])) == ["seed"]


def test_a_bundle_with_a_failed_record_is_failed() -> None:
    records = bundle()
    records[3]["settlement"]["returned"] += 1
    verdict = last(records)
    assert verdict.verdict == "failed"
    assert verdict.records == {"verified": 4, "failed": 1, "pending": 0}


def test_an_empty_bundle_proves_nothing_and_says_so() -> None:
    assert [check.status for check in last([]).checks] == ["skip", "skip", "skip"]
