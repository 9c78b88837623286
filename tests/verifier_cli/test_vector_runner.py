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

SEEDS = {"server_seed": "0" * 64, "client_seed": "client", "nonce": 0}
WORDS = [4269544295, 1401777359]
RECORD = make_record(
    SeedPair("0" * 64, "client"), 0, "dice", {"target": "50.00", "direction": "over"}, {"stake": 100},
    round_id="r", reveal=True,
)  # fmt: skip
WRONG = RECORD | {"outcome": {"roll": "99.42"}}


def vectors(folder: Path, *cases: tuple[str, dict[str, Any]]) -> tuple[int, list[Any]]:
    for index, (layer, case) in enumerate(cases):
        document = {"type": "fairseed/vectors/v1", "layer": layer}
        group = SEEDS | {"cases": [{"id": 7} | case]}
        (folder / f"{index}.json").write_text(json.dumps(document | {"groups": [group]}), encoding="utf-8")
    command = [sys.executable, "-m", "verifier_cli", "vectors", str(folder), "--json"]
    ran = subprocess.run(command, capture_output=True, check=False, cwd=ROOT)
    assert b"Traceback" not in ran.stderr
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize(
    ("layer", "right", "wrong"),
    [
        ("words", {"count": 2, "expected": WORDS}, {"count": 2, "expected": WORDS[::-1]}),
        ("uniform", {"n": 10001, "count": 1, "expected": [9941]}, {"n": 2, "count": 1, "refused": "draw"}),
        ("uniform", {"n": 0, "count": 1, "refused": "draw"}, {"n": 0, "count": 1, "expected": [0]}),
        ("words", {"nonce": "01", "count": 1, "refused": "seeds"}, {"count": 1, "refused": "seeds"}),
        (
            "game",
            {"game": "mines", "options": {"size": 5, "mines": 3}, "expected": {"mines": [1, 8, 24]}},
            {"game": "mines", "options": {"size": 5, "mines": 3}, "refused": "params"},
        ),
        ("record", {"record": RECORD, "expected": "verified"}, {"record": WRONG, "expected": "verified"}),
        ("record", {"record": WRONG, "refused": "outcome"}, {"record": WRONG, "refused": "rules"}),
        ("bundle", {"records": [RECORD, RECORD], "refused": "nonces"}, {"records": [], "refused": "seed"}),
    ],
)
def test_a_case_passes_or_fails(layer: str, right: Any, wrong: Any, tmp_path: Path) -> None:
    code, (result,) = vectors(tmp_path, (layer, right))
    assert (code, result["passed"], result["failed"]) == (0, 1, 0)
    code, results = vectors(tmp_path, (layer, right), (layer, wrong))
    assert code == 1
    assert [(one["passed"], one["failures"]) for one in results] == [(1, []), (0, [7])]


def test_no_vectors_and_broken_files(tmp_path: Path) -> None:
    assert vectors(tmp_path) == (2, [])
    assert vectors(tmp_path / "missing") == (2, [])
    (tmp_path / "z.json").write_text("{}", encoding="utf-8")
    code, (error,) = vectors(tmp_path)
    assert (code, set(error)) == (2, {"error"})
    code, results = vectors(tmp_path, ("words", {"count": 2, "expected": WORDS}))
    assert (code, len(results)) == (2, 2)
    assert vectors(tmp_path, ("words", {"expected": WORDS}))[0] == 2
