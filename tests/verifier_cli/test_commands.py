"""`fairseed-verify` as its users run it: exit codes, streams and JSON of docs/spec/record.md section 3."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fairseed import SeedPair, make_record
from games import GAMES
from games.dice import ROLLS
from tests.programs import verify
from tests.support import ROOT, shared

ZEROS = "0" * 64
HASH = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
SEEDS = ("--server-seed", ZEROS, "--client-seed", "client", "--nonce", "0")
PAIR = SeedPair(ZEROS, "client")


def answer(*arguments: str, code: int = 0, stdin: bytes = b"") -> Any:
    ran = verify(*arguments, "--json", stdin=stdin)
    assert ran.returncode == code, ran.stderr
    return json.loads(ran.stdout)


def answers(*arguments: str, code: int, stdin: bytes = b"") -> list[Any]:
    ran = verify(*arguments, "--json", stdin=stdin)
    assert ran.returncode == code, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def refused(*arguments: str) -> str:
    ran = verify(*arguments)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert b"Traceback" not in ran.stderr
    assert ran.stderr
    return ran.stderr.decode()


def record(nonce: int = 0, reveal: bool = True) -> dict[str, Any]:
    params, bet = {"target": "50.00", "direction": "over"}, {"stake": 100}
    return make_record(PAIR, nonce, "dice", params, bet, round_id=f"r{nonce}", reveal=reveal)


def tampered() -> dict[str, Any]:
    wrong = record()
    wrong["settlement"]["returned"] += 1
    return wrong


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


# derive: the check values of derivation.md section 8.


@pytest.mark.parametrize(
    ("call", "outcome"),
    [
        ("dice", {"roll": "99.41"}),
        ("limbo", {"multiplier": "1.00"}),
        ("plinko --rows 16", {"path": "RLLRRLRLLRLRLRLR", "bin": 8}),
        ("mines --size 5 --mines 3", {"mines": [1, 8, 24]}),
        ("hilo --cards 5", {"cards": ["As", "6c", "5s", "Jh", "8s"]}),
    ],
)
def test_derive_gives_the_check_values(call: str, outcome: dict[str, Any]) -> None:
    game, *options = call.split()
    seeds = {"scheme": "fairseed-v1", "server_seed_hash": HASH, "server_seed": ZEROS}
    wanted = {"game": game, "seeds": seeds | {"client_seed": "client", "nonce": 0}, "outcome": outcome}
    found = answer("derive", game, *options, *SEEDS)
    assert found == wanted
    assert list(found) == list(wanted)
    assert list(found["seeds"]) == list(wanted["seeds"])


@pytest.mark.parametrize(
    ("call", "name", "size", "first"),
    [
        ("blackjack", "shoe", 312, "Ah Ah Qs 8c 5d Js 8c Ks 8h 9h"),
        ("deck", "deck", 52, "As 6d 2d Js 9d 4h Ks 5c 8d Qd"),
        ("deck --lowest 6", "deck", 36, "As 9c 6d Qs Jd"),
    ],
)
def test_derive_gives_the_decks(call: str, name: str, size: int, first: str) -> None:
    outcome = answer("derive", *call.split(), *SEEDS)["outcome"]
    assert list(outcome) == [name]
    assert len(outcome[name]) == size
    assert outcome[name][: len(first.split())] == first.split()


@pytest.mark.parametrize("name", ["words", "bytes", "shuffle", "integers", "sample"])
def test_derive_raw_is_the_stream(name: str) -> None:
    stream = PAIR.stream(0)
    wanted: Any = {
        "words": lambda: stream.words(6)[0],
        "bytes": lambda: stream.bytes(6)[0].hex(),
        "shuffle": lambda: stream.shuffle(range(6))[0],
        "integers": lambda: GAMES["raw"].start(
            GAMES["raw"].read_params({"integers": {"n": 6, "count": 4}}), None, stream
        ).outcome["integers"],
        "sample": lambda: stream.sample(6, 4)[0],
    }[name]()  # fmt: skip
    count = ["--count", "4"] if name in ("integers", "sample") else []
    assert answer("derive", "raw", f"--{name}", "6", *count, *SEEDS)["outcome"] == {name: wanted}


@pytest.mark.parametrize("nonce", [0, 257, 11840, 267212, 517549, 828405])
def test_the_roll_that_derive_draws_itself_is_that_of_the_game(nonce: int) -> None:
    dice = GAMES["dice"]
    params = dice.read_params({"target": "50.00", "direction": "over"})
    state = dice.start(params, dice.read_bet({"stake": 1}), PAIR.stream(nonce))
    found = answer("derive", "dice", *SEEDS[:-1], str(nonce))
    assert found["outcome"] == dice.result(state).outcome
    assert ROLLS == 10001


@pytest.mark.parametrize("nonce", [2**53 - 1, 2**53, 2**63 - 1])
def test_great_nonces_are_taken_and_told_exactly(nonce: int) -> None:
    for command in ("derive", "explain"):
        found = answer(command, "dice", *SEEDS[:-1], str(nonce))["seeds"]["nonce"]
        assert found == (nonce if nonce < 2**53 else str(nonce))


@pytest.mark.parametrize("nonce", ["+1", "01", "-1", "-0", " 1", "1.0", "1e3", "", "١", str(2**63)])
def test_a_wrong_nonce_is_refused(nonce: str) -> None:
    assert "nonce" in refused("derive", "dice", "--json", *SEEDS[:-1], nonce)


@pytest.mark.parametrize(
    "call",
    [
        "dice --server-seed 00 --client-seed c --nonce 0",
        f"dice --server-seed {'A' * 64} --client-seed c --nonce 0",
        f"dice --server-seed {ZEROS} --client-seed c",
        f"dice --server-seed {ZEROS} --nonce 0",
        f"dice --size 5 {' '.join(SEEDS)}",
        f"dice {' '.join(SEEDS)} --server-seed-hash 60e0",
        f"roulette {' '.join(SEEDS)}",
        f"plinko {' '.join(SEEDS)}",
        f"plinko --rows 17 {' '.join(SEEDS)}",
        f"plinko --rows 08 {' '.join(SEEDS)}",
        f"plinko --rows +8 {' '.join(SEEDS)}",
        f"mines --size 5 {' '.join(SEEDS)}",
        f"mines --size 5 --mines 25 {' '.join(SEEDS)}",
        f"hilo --cards 0 {' '.join(SEEDS)}",
        f"limbo --rtp 1.5 {' '.join(SEEDS)}",
        f"limbo --rtp 1e-1 {' '.join(SEEDS)}",
        f"deck --lowest 1 {' '.join(SEEDS)}",
        f"raw {' '.join(SEEDS)}",
        f"raw --words 1 --bytes 1 {' '.join(SEEDS)}",
        f"raw --words 1 --count 1 {' '.join(SEEDS)}",
        f"raw --sample 5 {' '.join(SEEDS)}",
        f"raw --sample 5 --count 6 {' '.join(SEEDS)}",
        f"raw --words 100001 {' '.join(SEEDS)}",
        f"raw --integers 4294967297 --count 1 {' '.join(SEEDS)}",
    ],
)
def test_wrong_options_are_refused_with_nothing_on_stdout(call: str) -> None:
    refused("derive", *call.split())
    refused("explain", *call.split(), "--json")


def test_a_client_seed_is_taken_as_it_is() -> None:
    for seed in ("", " é\u200d:", "--json", "игрок"):
        ran = verify("derive", "dice", "--server-seed", ZEROS, f"--client-seed={seed}", "--nonce=1", "--json")
        assert ran.returncode == 0, ran.stderr
        roll = SeedPair(ZEROS, seed).stream(1).uniform(ROLLS)[0]
        found = json.loads(ran.stdout)
        assert found["seeds"]["client_seed"] == seed
        assert found["outcome"]["roll"] == f"{roll // 100}.{roll % 100:02d}"
        assert (b"would not accept" in ran.stderr) == (seed in ("", " é\u200d:") or seed.startswith(" "))


def test_a_client_seed_of_invalid_bytes_is_refused() -> None:
    command = [sys.executable, "-m", "verifier_cli", "derive", "dice", "--server-seed", ZEROS]
    ran = subprocess.run(
        [*command, b"--client-seed=\xff", "--nonce=0"], capture_output=True, check=False, cwd=ROOT
    )
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert b"client_seed" in ran.stderr


def test_the_promised_hash_is_compared() -> None:
    assert answer("derive", "dice", *SEEDS, "--server-seed-hash", HASH)["outcome"] == {"roll": "99.41"}
    ran = verify("derive", "dice", *SEEDS, "--server-seed-hash", "1" * 64, "--json")
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["outcome"] == {"roll": "99.41"}
    assert b"1" * 64 in ran.stderr


# explain


def test_explain_shows_a_rejected_word_and_the_one_taken() -> None:
    found = answer("explain", "dice", *SEEDS[:-1], "267212")
    first, second = found["draws"][0]["tries"]
    assert found["draws"][0]["threshold"] == 2**32 % 10001
    assert first["rejected"]
    assert first["low"] < 2**32 % 10001 <= second["low"]
    assert second["product"] == second["word"] * 10001
    assert found["draws"][0]["result"] == second["product"] >> 32
    block = found["blocks"][0]
    assert block["message"] == "client:267212:0"
    assert block["hmac"] == PAIR.block(267212, 0).hex()
    assert block["words"][:2] == [first["word"], second["word"]]
    text = verify("explain", "dice", *SEEDS[:-1], "267212").stdout.decode()
    assert f"~{first['word']}~" in text
    assert "rejected" in text


@pytest.mark.parametrize(
    "call",
    [
        "dice",
        "limbo --rtp 0.99",
        "plinko --rows 9",
        "mines --size 6 --mines 35",
        "hilo --cards 3",
        "blackjack",
        "deck --lowest 7",
        "raw --words 9",
        "raw --bytes 5",
        "raw --shuffle 5",
        "raw --integers 1 --count 2",
        "raw --sample 100000 --count 3",
    ],
)
def test_explain_ends_where_derive_does_and_its_exchanges_give_the_order(call: str) -> None:
    derived, explained = answer("derive", *call.split(), *SEEDS), answer("explain", *call.split(), *SEEDS)
    assert {name: explained[name] for name in derived} == derived
    words = [word for block in explained["blocks"] for word in block["words"]]
    for draw in explained["draws"]:
        seen = draw.get("words") or [tried["word"] for tried in draw.get("tries", [])]
        assert words[draw["first_word"] : draw["first_word"] + len(seen)] == seen
    if call == "raw --shuffle 5":
        order = list(range(5))
        for draw in explained["draws"]:
            i, j = draw["swap"]
            order[i], order[j] = order[j], order[i]
        assert order == derived["outcome"]["shuffle"]
    assert verify("explain", *call.split(), *SEEDS).returncode == 0


# round and bundle


def test_exit_codes_of_round() -> None:
    good, wrong, pending = record(), tampered(), record(1, reveal=False)
    for given, code in [
        ([good], 0),
        ([good, pending], 3),
        ([good, pending, wrong], 1),
        ([wrong], 1),
    ]:
        assert verify("round", "-", stdin=lines(*given)).returncode == code
        found = answers("round", "-", code=code, stdin=lines(*given))
        assert [one["round_id"] for one in found] == [one["round_id"] for one in given]
    assert verify("round", "-", stdin=lines(good, pending) + b"[]\n").returncode == 2
    assert verify("round", "-", stdin=lines(good, wrong) + b"[]\n").returncode == 1
    for nothing in (b"", b"\n \n\r\n"):
        ran = verify("round", "-", "--json", stdin=nothing)
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert ran.stderr
    refused("round")


def test_one_object_over_several_lines_is_one_record(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps(record(), indent=2), encoding="utf-8")
    assert answer("round", str(file))["verdict"] == "verified"


def test_unusable_inputs_are_told_in_their_place_and_the_rest_is_verified(tmp_path: Path) -> None:
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(lines(record()) + b"\n{\n" + lines({"type": "x"}, record(1)))
    ran = verify("round", str(tmp_path / "missing"), str(file), str(tmp_path), "--json")
    assert ran.returncode == 2
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    errors = [one.get("error") for one in found]
    assert [one.get("verdict") for one in found] == [None, "verified", None, None, "verified", None]
    assert (errors[0]["file"], errors[0]["line"]) == (str(tmp_path / "missing"), None)
    assert (errors[2]["file"], errors[2]["line"]) == (str(file), 3)
    assert errors[3]["line"] == 4
    assert set(errors[2]) == {"file", "line", "detail"}
    assert f"{file}:3:".encode() in ran.stderr


def test_raw_texts_do_what_their_comment_says(tmp_path: Path) -> None:
    texts = shared("data/examples/bad-text.txt").read_bytes().split(b"\n")
    seen = 0
    for comment, text in pairwise(texts):
        if not comment.startswith(b"# "):
            continue
        seen += 1
        file = tmp_path / f"{seen}.json"
        file.write_bytes(text)
        code = 2 if comment.startswith(b"# unusable") else 1
        (found,) = answers("round", str(file), code=code)
        if code == 2:
            assert set(found["error"]) == {"file", "line", "detail"}, comment
        else:
            assert comment.startswith(b"# failed at format"), comment
            assert found["checks"][0]["check"] == "format"
            assert [check["status"] for check in found["checks"]] == ["fail"] + ["skip"] * 6, comment
    assert seen >= 12


@pytest.mark.parametrize(("name", "code"), [("good", 0), ("bad", 1), ("pending", 3)])
def test_records_of_an_outside_implementation(name: str, code: int, tmp_path: Path) -> None:
    rows = shared(f"data/examples/{name}.jsonl").read_bytes().splitlines(keepends=True)
    rows = [row for row in rows if json.loads(row)["game"] in GAMES]
    file = tmp_path / "rows.jsonl"
    file.write_bytes(b"".join(rows))
    found = answers("round", str(file), code=code)
    assert len(found) == len(rows)
    for row, one in zip(rows, found, strict=True):
        wanted = json.loads(row)
        fails = {check["check"] for check in one["checks"] if check["status"] == "fail"}
        if name == "bad":
            assert fails & {wanted["expect_fail"], *wanted.get("or", [])}
        else:
            assert not fails


@pytest.mark.soak
def test_exit_codes_of_bundle(tmp_path: Path) -> None:
    whole = [record(nonce) for nonce in range(3)]
    found = answers("bundle", "-", code=0, stdin=lines(*whole))
    assert [one.get("round_id") for one in found] == ["r0", "r1", "r2", None]
    assert (found[-1]["type"], found[-1]["verdict"]) == ("bundle", "verified")
    assert [check["check"] for check in found[-1]["checks"]] == ["nonces", "seed", "close_root"]
    for given, code in [
        (lines(whole[0], whole[2]), 1),
        (lines(whole[0], whole[0]), 1),
        (lines(tampered(), whole[1]), 1),
        (lines(*[record(nonce, reveal=False) for nonce in range(2)]), 3),
        (lines(*whole) + b"{}\n", 2),
        (b"", 2),
    ]:
        assert verify("bundle", "-", stdin=given).returncode == code
    ran = verify("bundle", "-", "--json")
    assert ran.stdout == b""
    (tmp_path / "a").write_bytes(lines(*whole))
    (tmp_path / "b").write_bytes(lines(*whole))
    assert len(answers("bundle", str(tmp_path / "a"), str(tmp_path / "b"), code=0)) == 8


def test_what_a_record_says_reaches_no_terminal_as_control_characters() -> None:
    wrong = record() | {"round_id": "\x1b[2J\u202e\ud800"}
    ran = verify("round", "-", stdin=lines(wrong))
    assert b"\x1b" not in ran.stdout
    good = record() | {"round_id": "\x1b[2J\u202e"}
    ran = verify("round", "-", stdin=lines(good))
    assert ran.returncode == 0
    assert b"\x1b" not in ran.stdout
    assert "\u202e".encode() not in ran.stdout


def test_every_check_has_its_row_word_and_reason() -> None:
    text = verify("round", "-", stdin=lines(tampered())).stdout.decode()
    assert text.startswith("Round failed")
    for word, check in [("verified", "commitment"), ("not checked", "receipt"), ("failed", "settlement")]:
        row = next(line for line in text.splitlines() if f" {check} " in line)
        assert row.strip().startswith(word)
        assert len(row.split(check)[1].strip()) > 10
    assert "not checked: 2" in text
    assert '"returned": 196' in text
    assert '"returned": 197' in text


# rtp, completion, the program


def test_rtp_is_an_exact_fraction() -> None:
    found = answer("rtp", "mines", "--param", "rtp=0.99", "--param", "size=6", "--param", "mines=4")
    assert list(found)[:6] == ["game", "params", "method", "rtp", "rtp_percent", "side_bets"]
    assert found["params"] == {"size": 6, "mines": 4, "rtp": "0.99", "max_payout": 10000000}
    assert (found["rtp"], found["rtp_percent"]) == ("99/100", "99.0000")
    found = answer("rtp", "hilo", "--strategy", "guesses-2")
    assert found["rtp"] == "2401/2500"
    found = answer("rtp", "blackjack")
    assert found["side_bets"] == {"perfect_pairs": "292/311", "twenty_one_plus_three": "597707/626665"}
    for wrong in (
        ["mines", "--param", "size"],
        ["mines", "--param", "size=+5"],
        ["mines", "--param", "size=9"],
        ["mines", "--param", "x=1"],
        ["mines", "--strategy", "best"],
        ["raw"],
    ):
        refused("rtp", *wrong, "--json")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell: str) -> None:
    text = verify("completion", shell).stdout.decode()
    assert "_FAIRSEED_VERIFY_COMPLETE" in text
    assert answer("completion", shell)["script"] in text


def test_a_call_without_a_command_is_refused_and_help_is_not() -> None:
    refused()
    refused("check")
    ran = verify("--help")
    assert ran.returncode == 0
    for command in ("round", "bundle", "derive", "explain", "rtp", "completion"):
        assert f"\n  {command} ".encode() in ran.stdout


def test_derive_loads_nothing_that_it_does_not_need() -> None:
    call = ["derive", "dice", *SEEDS]
    code = f"import sys; from verifier_cli.__main__ import main; main({call!r}); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
    loaded = set(ran.stdout.decode().splitlines()[-1].split())
    assert "fairseed.derivation" in loaded
    assert not loaded & {"msgspec", "cryptography", "rfc8785", "fractions", "games", "flask", "sqlalchemy"}
    assert not loaded & {"fairseed.records", "fairseed.verification", "fairseed.service"}
