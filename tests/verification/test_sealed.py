"""Reveal policy `auditor`: what is sealed to an auditor's key is pending for everybody else."""

from __future__ import annotations

import copy
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fairseed.commitments.sealing import AuditorKey, seal
from fairseed.derivation import ServerSeed
from fairseed.verification import Trust, Verdict, verify_record
from games.poker import VARIANTS, shown_seats
from games.poker.views import view
from tests.poker.hands import play
from tests.programs import verify

AUDITOR = AuditorKey.generate()
OTHER = AuditorKey.generate()
TRUST = Trust(auditor=AUDITOR)
COUNTED = ("naiko", "turkish")
Record = dict[str, Any]


def sealed(game: str, pick: random.Random, whole: bool = False) -> tuple[Record, ServerSeed]:
    """A hand as everybody gets it whose seed is sealed; `whole`: nobody gave a card away."""
    while True:
        record, states = play(game, pick)
        seats = {str(seat) for seat in shown_seats(states[-1])}
        variant = VARIANTS[game]
        played = [variant.read_action(action) for action in record["actions"]]
        record["actions"] = view(states[-1], played)["actions"]
        counted = any(action["type"] in ("swap", "draw") for action in record["actions"])
        if not (whole and counted):
            break
    outcome = record["outcome"]
    outcome["hole"] = {seat: cards for seat, cards in outcome["hole"].items() if seat in seats}
    if game == "turkish":
        outcome["drawn"] = {seat: len(cards) for seat, cards in outcome["drawn"].items()}
        if not whole and counted:
            outcome.pop("drawn")
    seed = ServerSeed(record["seeds"].pop("server_seed"))
    record["sealed_server_seed"] = seal(seed, AUDITOR.public)
    return record, seed


def statuses(verdict: Verdict) -> dict[str, str]:
    return {check.check: check.status for check in verdict.checks}


@pytest.mark.parametrize("game", VARIANTS)
def test_only_the_auditor_gets_a_verdict(game: str) -> None:
    pick = random.Random(f"sealed {game}")
    for _ in range(12):
        record, seed = sealed(game, pick, whole=True)
        before = copy.deepcopy(record)
        closed, opened = verify_record(record), verify_record(record, TRUST)
        assert (closed.verdict, opened.verdict) == ("pending", "verified"), opened.to_json()
        assert statuses(closed)["commitment"] == statuses(closed)["outcome"] == "skip"
        found = statuses(opened)
        assert {name for name, status in found.items() if status != "pass"} <= {"receipt", "log", "bots"}
        assert record == before
        assert seed.expose() not in json.dumps(opened.to_json())


@pytest.mark.parametrize("game", COUNTED)
def test_cards_that_are_only_counted_leave_the_claim_open(game: str) -> None:
    pick = random.Random(f"counted {game}")
    seen = 0
    while seen < 5:
        record, _ = sealed(game, pick)
        if not any(action["type"] in ("swap", "draw") for action in record["actions"]):
            continue
        seen += 1
        verdict = verify_record(record, TRUST)
        found = statuses(verdict)
        assert (verdict.verdict, found["commitment"], found["rules"], found["cards"]) == (
            "pending",
            "pass",
            "pass",
            "pass",
        ), verdict.to_json()
        assert found["outcome"] == found["settlement"] == "skip"


def another_hand(record: Record) -> None:
    hole = record["outcome"]["hole"]
    for seat, cards in hole.items():
        hole[seat] = cards[::-1]


def hidden_hand(record: Record) -> None:
    record["outcome"]["hole"].popitem()


def another_rake(record: Record) -> None:
    record["outcome"]["rake"] += 1


def more_chips(record: Record) -> None:
    seat = min(record["settlement"]["returned"])
    record["settlement"]["returned"][seat] += 1


def another_deck(record: Record) -> None:
    record["deck_root"] = "0" * 64
    record["opened"] = []


def another_promise(record: Record) -> None:
    record["seeds"]["server_seed_hash"] = ServerSeed("0" * 64).hash
    record["sealed_server_seed"] = seal(ServerSeed("0" * 64), AUDITOR.public)


def another_seed(record: Record) -> None:
    """Sealed under the promised hash, but not the seed that has it."""

    class Claimed(ServerSeed):
        hash = record["seeds"]["server_seed_hash"]

    record["sealed_server_seed"] = seal(Claimed("0" * 64), AUDITOR.public)


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (another_hand, "outcome"),
        (hidden_hand, "outcome"),
        (another_rake, "outcome"),
        (more_chips, "settlement"),
        (another_deck, "cards"),
        (another_promise, "cards"),
        (another_seed, "commitment"),
    ],
)
def test_what_only_the_auditor_sees(change: Any, check: str) -> None:
    """Each is pending or failed for others, and failed at its check for the auditor."""
    pick = random.Random("cheats")
    for _ in range(5):
        record, _ = sealed("holdem", pick)
        while not record["outcome"]["hole"]:
            record, _ = sealed("holdem", pick)
        change(record)
        verdict = verify_record(record, TRUST)
        assert verdict.verdict == "failed"
        assert statuses(verdict)[check] == "fail", verdict.to_json()


def test_what_another_auditor_opens_stays_closed() -> None:
    record, _ = sealed("holdem", random.Random("other"))
    for trust in (Trust(auditor=OTHER), TRUST):
        verdict = verify_record(record, trust)
        assert verdict.verdict == ("pending" if trust.auditor is OTHER else "verified")
    record["sealed_server_seed"] = "AAAA"
    verdict = verify_record(record, TRUST)
    assert (verdict.verdict, verdict.checks[1].text) == (
        "pending",
        "sealed_server_seed can't be opened with this auditor's key",
    )


def test_a_hand_in_play_stays_open() -> None:
    record, _ = sealed("holdem", random.Random("open"))
    record["state"] = "open"
    record["actions"].pop()
    del record["outcome"], record["settlement"]
    verdict = verify_record(record, TRUST)
    assert verdict.verdict == "pending", verdict.to_json()
    assert statuses(verdict)["outcome"] == statuses(verdict)["settlement"] == "skip"


def run(*call: str | Path) -> subprocess.CompletedProcess[bytes]:
    return verify("round", *call)


def test_the_key_is_a_file(tmp_path: Path) -> None:
    record, seed = sealed("omaha", random.Random("file"))
    file, key = tmp_path / "hand.json", tmp_path / "auditor.key"
    file.write_text(json.dumps(record))
    key.write_text(AUDITOR.expose() + "\n")
    assert run(file).returncode == 3
    for options in ([], ["--json"]):
        opened = run("--auditor-key", key, *options, file)
        assert opened.returncode == 0, opened.stdout
        assert seed.expose().encode() not in opened.stdout + opened.stderr
    for text in ("", "x", "é", "AAAA", AUDITOR.expose() * 9):
        key.write_text(text)
        refused = run("--auditor-key", key, file)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"auditor_key: " in refused.stderr
    missing = run("--auditor-key", tmp_path / "none", file)
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert b"none" in missing.stderr
