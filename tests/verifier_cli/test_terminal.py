"""What people see on a terminal, and that a pipe gets plain text."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest

from fairseed import SeedPair, make_record
from tests.support import ROOT
from verifier_cli import terminal

SEEDS = ("--server-seed", "0" * 64, "--client-seed", "client", "--nonce", "0")
RED = "\x1b[31m"


def on_terminal(*arguments: str, stdin: bytes = b"", **environment: str) -> str:
    """Runs the program with a terminal as stdout."""
    ours, theirs = pty.openpty()
    base = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL")}
    program = subprocess.Popen(
        [sys.executable, "-m", "verifier_cli", *arguments],
        stdin=subprocess.PIPE, stdout=theirs, cwd=ROOT,
        env=base | {"TERM": "xterm", "LANG": "C.UTF-8"} | environment,
    )  # fmt: skip
    os.close(theirs)
    assert program.stdin is not None
    program.stdin.write(stdin)
    program.stdin.close()
    read = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not more:
            break
        read += more
    os.close(ours)
    program.wait(timeout=30)
    return read.decode().replace("\r\n", "\n")


def test_cards_are_drawn_as_cards_with_red_suits_only_on_a_terminal() -> None:
    shown = on_terminal("derive", "hilo", "--cards", "5", *SEEDS)
    assert shown.count("┌───┐") == 5
    assert f"{RED}  ♥" in shown  # the jack of hearts
    assert f"{RED}  ♠" not in shown
    plain = on_terminal("derive", "hilo", "--cards", "5", *SEEDS, NO_COLOR="1")
    assert "\x1b" not in plain
    assert plain.count("┌───┐") == 5
    dumb = on_terminal("derive", "hilo", "--cards", "5", *SEEDS, TERM="dumb")
    assert "┌" not in dumb
    piped = subprocess.run(
        [sys.executable, "-m", "verifier_cli", "derive", "hilo", "--cards", "5", *SEEDS],
        capture_output=True, check=True, cwd=ROOT,
    ).stdout.decode()  # fmt: skip
    assert "As 6c 5s Jh 8s" in piped
    assert "┌" not in piped
    assert "\x1b" not in piped


def test_the_terminals_own_language_is_used() -> None:
    assert "серверный сид" in on_terminal("derive", "dice", *SEEDS, LANG="ru_RU.UTF-8")
    assert "server seed" in on_terminal("derive", "dice", *SEEDS, "--lang", "en", LANG="ru_RU.UTF-8")


def test_a_rejected_word_is_struck() -> None:
    assert "\x1b[9m~" in on_terminal("explain", "dice", *SEEDS[:-1], "267212")


def test_a_wrong_outcome_shows_both_pictures() -> None:
    pair = SeedPair("0" * 64, "client")
    record = make_record(
        pair, 0, "mines", {"size": 5, "mines": 3}, {"stake": 1},
        [{"type": "open", "cell": 0}, {"type": "cash_out"}], round_id="m", reveal=True,
    )  # fmt: skip
    right = on_terminal("round", "-", stdin=json.dumps(record).encode())
    assert right.count("┌───┬") == 1
    record["outcome"]["mines"] = [1, 8, 23]
    wrong = on_terminal("round", "-", stdin=json.dumps(record).encode())
    assert wrong.count("┌───┬") == 2
    assert wrong.index("The record says") < wrong.index("The seeds give")


def test_a_mines_board_shows_mines_and_the_order_of_opening() -> None:
    board = terminal.mines_board(5, [1, 24], [0, 7, 1])
    assert [line for line in board if line.startswith("  0")] == ["  0 │ 1 │*3 │ · │ · │ · │"]
    assert [line for line in board if line.startswith("  5")] == ["  5 │ · │ · │ 2 │ · │ · │"]
    assert [line for line in board if line.startswith(" 20")] == [" 20 │ · │ · │ · │ · │ * │"]


def test_a_plinko_path_hits_one_peg_a_row_and_ends_over_its_bin() -> None:
    path = "RLLRRLRL"
    *pegs, ball, bins = terminal.plinko_path(path)
    assert len(pegs) == 8
    rights = 0
    for row, (line, step) in enumerate(zip(pegs, path, strict=True)):
        marks = line.split()
        assert len(marks) == row + 1
        assert marks[rights] == {"L": "╱", "R": "╲"}[step]
        assert marks.count("·") == row
        rights += step == "R"
    assert ball.index("●") == bins.index(str(path.count("R")))


@pytest.mark.parametrize(
    ("roll", "target", "direction", "track"),
    [
        ("0.00", None, None, "●" + "─" * 50),
        ("100.00", "50.00", "over", "─" * 25 + "┃" + "━" * 24 + "●"),
        ("50.00", "80.00", "under", "━" * 25 + "●" + "━" * 14 + "┃" + "─" * 10),
    ],
)
def test_the_dice_scale(roll: str, target: str | None, direction: str | None, track: str) -> None:
    assert terminal.dice_scale(roll, target, direction) == [f"0.00 {track} 100.00"]


def test_a_ten_and_a_king_as_cards() -> None:
    assert terminal.cards(["Td", "Ks"]) == ["┌───┐ ┌───┐", "│10 │ │K  │", "│  ♦│ │  ♠│", "└───┘ └───┘"]
