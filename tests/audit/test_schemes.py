"""Outcomes of public schemes by the kernels against the interpreter (docs/schemes.md), and the same report on
a history with either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pytest

from fairseed.audit import schemes
from fairseed.audit.schemes import bounds_of, outcomes
from fairseed.verification.history import audit_history, read_rows
from fairseed.verification.schemes import (
    Round,
    Scheme,
    SchemeError,
    known_scheme,
    read_options,
    read_scheme,
    scheme_names,
)
from tests.verification.test_history import as_csv, bets

SEED = "f" * 64
BOUNDARIES = [10**k + d for k in range(19) for d in (-1, 0)] + [2**32 - 1, 2**32, 2**53 - 1, 2**63 - 1]
OTHERS = b"""
format = 1
name = "others"
title = "Others"
sources = ["https://example.org/"]
commitment = "bytes"

[draw]
hash = "sha256"
key = "hex"
message = "{client}:{nonce}:{cursor}"
cursor = "stream"
integer = "scale"

[games.front]
formula = "cells"
name = "mines"
cells = 25
draws = 24
shuffle = "forward"
count = true

[games.back]
formula = "cards"
shuffle = "backward"
count = 7

[games.dice]
formula = "roll"
n = 10001
wins = "beyond"
pays = "0.99"
places = 4
"""


def stake() -> Scheme:
    scheme = known_scheme("stake")
    assert scheme is not None
    return scheme


def interpreted(one: Round) -> Any:
    try:
        return one.outcome()
    except SchemeError:
        return None


def same(rounds: Sequence[Round], *, made: bool = True) -> None:
    found = outcomes(rounds)
    assert found == [interpreted(one) if made else None for one in rounds]


def rounds_of(
    scheme: Scheme,
    game: str,
    nonces: Any,
    given: dict[str, str | None],
    client: str = "quiet",
    seed: str = SEED,
) -> list[Round]:
    rule = scheme.game(game)
    options = read_options(rule, given)
    return [Round(scheme, rule, seed, client, nonce, options) for nonce in nonces]


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("dice", {}),
        *(("limbo", {"version": version}) for version in ("2019", "2021", "2025")),
        *(("plinko", {"rows": str(rows), "risk": "high"}) for rows in (8, 11, 16)),
        *(("mines", {"mines": str(mines)}) for mines in (1, 3, 9, 24)),
        ("mines", {"mines": "5", "base": "1", "order": "sorted"}),
        ("keno", {}),
        *(("hilo", {"cards": str(cards)}) for cards in (1, 8, 9, 52)),
        ("blackjack", {}),
        ("baccarat", {}),
        ("videopoker", {"held": "0,3"}),
        ("roulette", {}),
        ("diamonds", {}),
    ],
)
def test_every_game_of_the_scheme(game: str, given: dict[str, str | None]) -> None:
    same(rounds_of(stake(), game, [*range(60, 190), *BOUNDARIES], given))


@pytest.mark.parametrize("length", [0, 1, *range(35, 70), 113, 119, 120, 127, 128, 200])
def test_every_length_of_message(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemes, "LEAST", 1)
    nonces = [0, 9, 10, 4711, 2**32 - 1, 2**32, 2**63 - 1]
    same(rounds_of(stake(), "mines", nonces, {"mines": "24"}, ("quiet harbour " * 20)[:length]))


@pytest.mark.parametrize("seed", ["00", "ab" * 32, "AB" * 64, "cd" * 65, "ef" * 200])
def test_keys_of_every_length_in_hex(seed: str) -> None:
    others = read_scheme(OTHERS)
    for game, given in (
        ("front", {"mines": "4"}),
        ("back", {}),
        ("dice", {"target": "50.50", "direction": "over"}),
    ):
        same(rounds_of(others, game, range(64), given, seed=seed))


def test_what_can_not_be_derived_is_left_to_the_interpreter() -> None:
    same(rounds_of(read_scheme(OTHERS), "back", range(64), {}, seed="no hex"), made=False)
    same(rounds_of(stake(), "dice", range(64), {}, client="\ud800"), made=False)
    same(rounds_of(stake(), "dice", range(schemes.LEAST - 1), {}), made=False)
    beyond = rounds_of(stake(), "dice", [*range(64), 2**63], {})
    assert outcomes(beyond)[-1] is None
    assert outcomes(rounds_of(stake(), "crash", range(64), {})) == [None] * 64


def test_schemes_of_another_shape_are_not_taken() -> None:
    taken = {
        scheme.name
        for scheme in map(known_scheme, scheme_names())
        if scheme is not None
        for rule in scheme.games.values()
        if rule.formula == "roll" and bounds_of(rule, {}) is not None
    }
    assert taken == {"stake"}


def test_a_history_has_the_same_report_with_kernels_and_without() -> None:
    rows = bets(200)
    rows[4]["Payout"] = "0.05000000"
    rows[9]["Client Seed"] = "loud harbour"
    rows[20]["Result"] = "12.34"
    rows[21]["Result"] = "no roll"
    rows[22]["Game"] = "Chess"
    rows[23] |= {"Game": "Mines", "Result": "1 2 3"}
    rows[24]["Result"] = ""
    for row in rows[300:400]:
        row["Result"] = f"{(float(row['Result']) + 1) % 100:.2f}"
    for row in rows[400:]:
        row["Server Seed"] = ""
    del rows[30]
    rows.insert(50, rows[49])
    read = read_rows(as_csv(rows))
    taken = []

    def counted(rounds: Sequence[Round]) -> Any:
        found = outcomes(rounds)
        taken.append(sum(one is not None for one in found))
        return found

    fast = audit_history(read, stake(), {}, {}, counted)
    assert asdict(fast) == asdict(audit_history(read, stake(), {}, {}))
    assert fast.verdict == "failed"
    assert sum(taken) > 390
