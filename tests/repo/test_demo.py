"""`fairseed demo`, as `make demo` runs it: a service over a socket, a verifier of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

VERIFIER = Path(sys.executable).parent / "fairseed-verify"


def demo(folder: Path, verifier: str | Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "fairseed.cli",
        "demo",
        "--exit",
        "--folder",
        folder,
        "--verifier",
        verifier,
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_every_game_is_played_revealed_and_verified_twice_in_one_folder(tmp_path: Path) -> None:
    for _ in range(2):
        done = demo(tmp_path, VERIFIER)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "Done: promised, played, revealed, verified." in done.stdout
    records = [json.loads(line) for line in (tmp_path / "bundle.jsonl").read_bytes().splitlines()]
    games = {
        "dice",
        "limbo",
        "plinko",
        "mines",
        "hilo",
        "blackjack",
        "russian_poker",
        "five_card_poker",
        "raw",
    }
    assert {record["game"] for record in records} == games
    for game in ("mines", "hilo", "blackjack", "russian_poker", "five_card_poker"):
        assert max(len(record["actions"]) for record in records if record["game"] == game) >= 2
    assert "settlement, " in done.stdout[done.stdout.index("5. Two tampered copies") :]


@pytest.mark.soak
def test_a_verifier_that_says_nothing_is_no_success(tmp_path: Path) -> None:
    done = demo(tmp_path, shutil.which("true") or "true")
    assert done.returncode == 1
    assert "the bundle does not verify" in done.stderr


def test_a_missing_verifier_is_told_before_anything_starts(tmp_path: Path) -> None:
    done = demo(tmp_path / "new", "no-such-verifier")
    assert done.returncode == 1
    assert "no-such-verifier is not there" in done.stderr
    assert not (tmp_path / "new").exists()
