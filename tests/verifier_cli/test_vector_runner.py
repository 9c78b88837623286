"""`fairseed-verify vectors`: counts by file, and what makes it fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fairseed import SeedPair, make_record
from tests.support import ROOT

SEEDS = {"server_seed": "0" * 64, "client_seed": "client", "nonce": "0"}
HASH = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
RECORD = make_record(
    SeedPair("0" * 64, "client"), 0, "dice", {"target": "50.00", "direction": "over"}, {"stake": 100},
    round_id="r", reveal=True,
)  # fmt: skip
DICE = {"params": RECORD["params"], "bet": RECORD["bet"], "actions": []}
PLAYED = {"outcome": RECORD["outcome"], "settlement": RECORD["settlement"]}
PASSED = dict.fromkeys(("format", "commitment", "rules", "outcome", "settlement"), "pass") | dict.fromkeys(
    ("receipt", "log"), "skip"
)
TOLD = {"verdict": "verified", "checks": PASSED}
PAIRS = [["Kc", "Kd", "9h", "6s", "2c"], ["Tc", "Td", "As", "8h", "5d"]]
RANKED = {
    "hands": [
        {"category": "pair", "cards": ["Kd", "Kc", "9h", "6s", "2c"]},
        {"category": "pair", "cards": ["As", "Td", "Tc", "8h", "5d"]},
    ],
    "order": [[0], [1]],
}
TABLE = {
    "game": "holdem",
    "params": {"small_blind": 50, "big_blind": 100},
    "client_seeds": {"1": "one", "2": "two"},
    "table": {"table_id": "t", "hand": 0, "button": 1, "stacks": {"1": 5000, "2": 5000}},
    "actions": [{"seat": 1, "type": "fold"}],
}
FOLDED = {
    "outcome": {
        "board": [],
        "hole": {"1": ["Ks", "Kh"], "2": ["5h", "2h"]},
        "uncalled": {"2": 50},
        "pots": [{"amount": 100, "rake": 0, "winners": {"2": 100}}],
        "rake": 0,
        "stacks": {"1": 4950, "2": 5050},
    },
    "settlement": {"staked": {"1": 50, "2": 100}, "returned": {"1": 0, "2": 150}},
}


def vectors(folder: Path, *cases: tuple[str, dict[str, Any]]) -> tuple[int, list[Any]]:
    for index, (kind, case) in enumerate(cases):
        group = {"given": SEEDS, "cases": [{"id": 7} | case]}
        (folder / f"{index}.json").write_text(json.dumps({"kind": kind, "groups": [group]}), encoding="utf-8")
    command = [sys.executable, "-m", "verifier_cli", "vectors", str(folder), "--json"]
    ran = subprocess.run(command, capture_output=True, check=False, cwd=ROOT)
    assert b"Traceback" not in ran.stderr
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


def gives(given: dict[str, Any], expect: Any) -> dict[str, Any]:
    return {"given": given, "result": "accepted", "expect": expect}


def refused(given: dict[str, Any], layer: str) -> dict[str, Any]:
    return {"given": given, "result": "refused", "layer": layer}


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (
            "uniform",
            gives({"n": 10001, "count": 1}, {"values": [9941], "drawn": 1, "rejected": 0}),
            gives({"n": 10001, "count": 1}, {"values": [9942], "drawn": 1, "rejected": 0}),
        ),
        ("uniform", refused({"n": 0, "count": 1}, "draw"), refused({"n": 2, "count": 1}, "draw")),
        (
            "uniform",
            refused({"nonce": "01", "n": 2, "count": 1}, "seed"),
            refused({"n": 0, "count": 1}, "seed"),
        ),
        (
            "choice",
            gives({"weights": [1]}, {"index": 0, "drawn": 0, "rejected": 0}),
            refused({"weights": [1]}, "draw"),
        ),
        ("commitments", gives({}, {"server_seed_hash": HASH}), gives({}, {"server_seed_hash": "0" * 64})),
        ("commitments", refused({"server_seed_hash": "0" * 64}, "commitment"), refused({}, "commitment")),
        ("client_seeds", refused({"client_seed": " "}, "seed"), refused({"client_seed": "a"}, "seed")),
        ("dice", gives(DICE, PLAYED), gives(DICE, PLAYED | {"outcome": {"roll": "99.42"}})),
        (
            "dice",
            refused(DICE | {"bet": {"stake": 0}}, "rules"),
            refused(DICE | {"bet": {"stake": 0}}, "format"),
        ),
        ("dice", refused(DICE | {"bet": {}}, "format"), refused(DICE, "rules")),
        (
            "records",
            gives({"text": json.dumps(RECORD)}, TOLD),
            gives({"text": json.dumps(RECORD | {"outcome": {"roll": "99.42"}})}, TOLD),
        ),
        (
            "rankings",
            gives({"game": "holdem", "hands": PAIRS}, RANKED),
            gives({"game": "holdem", "hands": PAIRS}, RANKED | {"order": [[1], [0]]}),
        ),
        (
            "rankings",
            refused({"game": "holdem", "hands": PAIRS, "claim": {"order": [[1], [0]]}}, "outcome"),
            refused({"game": "holdem", "hands": PAIRS, "claim": {"order": [[0], [1]]}}, "outcome"),
        ),
        ("tables", gives(TABLE, FOLDED), gives(TABLE | {"nonce": "1"}, FOLDED)),
        (
            "tables",
            refused(TABLE | {"actions": [{"seat": 1, "type": "check"}]}, "rules"),
            refused(TABLE | {"actions": [{"seat": 1, "type": "fold"}]}, "rules"),
        ),
        (
            "tables",
            refused(TABLE | {"params": {"small_blind": 50}}, "format"),
            refused(TABLE | {"actions": []}, "format"),
        ),
        ("table_records", gives({"text": json.dumps(RECORD)}, TOLD), refused({"text": "{}"}, "rules")),
        ("records", refused({"hex": "ff"}, "unusable"), refused({"text": json.dumps(RECORD)}, "unusable")),
    ],
)
def test_a_case_passes_or_fails(kind: str, right: Any, wrong: Any, tmp_path: Path) -> None:
    code, (result,) = vectors(tmp_path, (kind, right))
    assert (code, result["passed"], result["failed"]) == (0, 1, 0)
    code, results = vectors(tmp_path, (kind, right), (kind, wrong))
    assert code == 1
    assert [(one["passed"], one["failures"]) for one in results] == [(1, []), (0, [7])]


def test_no_vectors_and_broken_files(tmp_path: Path) -> None:
    assert vectors(tmp_path) == (2, [])
    assert vectors(tmp_path / "missing") == (2, [])
    (tmp_path / "z.json").write_text("{}", encoding="utf-8")
    code, (error,) = vectors(tmp_path)
    assert (code, set(error)) == (2, {"error"})
    right = gives({"n": 10001, "count": 1}, {"values": [9941], "drawn": 1, "rejected": 0})
    code, results = vectors(tmp_path, ("uniform", right))
    assert (code, len(results)) == (2, 2)
    assert vectors(tmp_path, ("uniform", gives({}, {})))[0] == 2
