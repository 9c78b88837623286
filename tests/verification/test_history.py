"""A player's own history: what is found in it, what isn't, and what a file may not be."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from fairseed.verification.history import HistoryError, Report, audit_history, guess_columns, read_rows
from fairseed.verification.schemes import Round, known_scheme, read_options
from tests.verification import public_rounds

NAMES = [
    "Bet ID",
    "Game",
    "Server Seed",
    "Server Seed Hash",
    "Next Server Seed Hash",
    "Client Seed",
    "Nonce",
    "Amount",
    "Payout",
    "Multiplier",
    "Result",
]
SEEDS = [f"{number:064x}" for number in range(4)]


def bets(per_pair: int = 20) -> list[dict[str, str]]:
    """Three pairs of dice at 2x over 50.50, as an export writes them."""
    scheme = known_scheme("stake")
    assert scheme is not None
    rule = scheme.game("dice")
    options = read_options(rule, {})
    made = []
    for at, seed in enumerate(SEEDS[:3]):
        for nonce in range(1, per_pair + 1):
            round_ = Round(scheme, rule, seed, "quiet harbour", nonce, options)
            roll = round_.outcome()["roll"]
            won = float(roll) > 50.5
            following = Round(scheme, rule, SEEDS[at + 1], "", 0, options).server_seed_hash
            values = [len(made), "Dice", seed, round_.server_seed_hash, following, "quiet harbour", nonce, "0.01000000",
                      "0.01980000" if won else "0.00000000", "1.98" if won else "0", roll]  # fmt: skip
            made.append(dict(zip(NAMES, map(str, values), strict=True)))
    return made


def as_csv(rows: list[dict[str, str]], delimiter: str = ",") -> bytes:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def audit(
    data: bytes,
    scheme: str = "stake",
    told: dict[str, str] | None = None,
    fixed: dict[str, str] | None = None,
) -> Report:
    known = known_scheme(scheme)
    assert known is not None
    return audit_history(read_rows(data), known, told or {}, fixed or {})


def found(report: Report) -> list[tuple[str, int]]:
    return [(one.check, one.line) for one in report.findings]


def test_a_right_history_is_proven_as_far_as_it_goes() -> None:
    report = audit(as_csv(bets()))
    assert report.verdict == "verified"
    assert report.findings == []
    passed = {check: count.passed for check, count in report.counts.items()}
    assert passed == {
        "commitment": 3,
        "chain": 2,
        "nonces": 60,
        "client_seed": 60,
        "outcome": 60,
        "payout": 60,
    }


def test_each_fault_is_found_on_its_line() -> None:
    rows = bets()
    rows[4]["Payout"] = "0.05000000"
    rows[9]["Client Seed"] = "loud harbour"
    del rows[30]
    rows.insert(50, rows[49])
    report = audit(as_csv(rows))
    assert report.verdict == "failed"
    assert found(report) == [
        ("payout", 6),
        ("client_seed", 11),
        ("outcome", 11),
        ("nonces", 32),
        ("nonces", 52),
    ]
    missing = report.findings[3]
    assert missing.text.format(**missing.values) == "nonce 11 is missing"


def test_seeds_and_hashes_are_held_against_each_other() -> None:
    rows = bets()
    for row in rows[20:40]:
        row["Server Seed"] = "f" * 64
    report = audit(as_csv(rows))
    assert ("commitment", 22) in found(report)
    assert report.counts["outcome"].failed == 20

    rows = bets()
    for row in rows[:20]:
        row["Next Server Seed Hash"] = "0" * 64
    assert found(audit(as_csv(rows))) == [("chain", 22)]

    rows = bets()
    rows[3]["Server Seed"] = SEEDS[2]
    assert ("commitment", 5) in found(audit(as_csv(rows)))


def test_what_can_not_be_checked_is_counted_and_never_passed() -> None:
    rows = bets()
    for row in rows[40:]:
        row["Server Seed"] = ""
    report = audit(as_csv(rows))
    assert report.verdict == "pending"
    assert report.counts["outcome"].passed == 40
    assert report.counts["outcome"].skipped == {"the server seed is not revealed in the file": 20}
    few = [{name: row[name] for name in ("Server Seed", "Client Seed", "Nonce")} for row in bets()]
    report = audit(as_csv(few), fixed={"game": "dice"})
    assert report.verdict == "verified"
    assert report.counts["commitment"].skipped.total() == 3
    assert report.counts["outcome"].passed == report.counts["payout"].passed == 0
    assert report.counts["outcome"].skipped.total() == report.counts["payout"].skipped.total() == 60


def test_a_usual_mistake_in_a_whole_pair_is_named() -> None:
    rows = bets()
    for row in rows[20:40]:
        row["Nonce"] = str(int(row["Nonce"]) + 1)
    ((pair, diagnosis),) = audit(as_csv(rows)).diagnoses
    assert pair == rows[20]["Server Seed Hash"]
    assert diagnosis.mistake is not None
    assert (diagnosis.mistake.name, diagnosis.mistake.values) == ("nonce", {"by": "-1"})

    # The seeds of the pair before stand at this pair's bets, which no hash shows where there is none.
    rows = [{name: value for name, value in row.items() if "Hash" not in name} for row in bets()]
    for row, other in zip(rows[20:40], rows[:20], strict=True):
        row["Result"] = other["Result"]
    ((_, diagnosis),) = audit(as_csv(rows)).diagnoses
    assert diagnosis.mistake is not None
    assert diagnosis.mistake.name in ("pair", "pair_server")


@pytest.mark.parametrize("form", ["csv", "semicolon", "tab", "bom", "json", "jsonl", "wrapped", "nested"])
def test_every_form_of_a_file_says_the_same(form: str) -> None:
    rows = bets(3)
    numbers: list[dict[str, Any]] = [row | {"Nonce": int(row["Nonce"]), "Amount": 0.01} for row in rows]
    nested = [{"bet": {key: value for key, value in row.items() if "Seed" not in key},
               "seeds": {key.replace(" ", ""): value for key, value in row.items() if "Seed" in key}} for row in numbers]  # fmt: skip
    data = {
        "csv": as_csv(rows),
        "semicolon": as_csv(rows, ";"),
        "tab": as_csv(rows, "\t"),
        "bom": "\ufeff".encode() + as_csv(rows),
        "json": json.dumps(numbers).encode(),
        "jsonl": "\n".join(map(json.dumps, numbers)).encode(),
        "wrapped": json.dumps({"count": 9, "bets": numbers}).encode(),
        "nested": json.dumps(nested).encode(),
    }[form]
    told = {"game": "bet.Game", "nonce": "bet.Nonce", "outcome": "bet.Result", "stake": "bet.Amount", "payout": "bet.Payout",
            "multiplier": "bet.Multiplier", "next_hash": "seeds.NextServerSeedHash"} if form == "nested" else {}  # fmt: skip
    report = audit(data, told=told)
    assert report.rows == 9
    assert report.findings == []
    assert [
        report.counts[check].passed for check in ("commitment", "chain", "nonces", "outcome", "payout")
    ] == [3, 2, 9, 9, 9]


@pytest.mark.parametrize(
    ("stake", "payout", "multiplier"),
    [("0,01000000", "0,01980000", "1,98"), ("1e-08", "1.98e-8", "1.98x"), ("1 234,50", "2 469,00", "2,00"), ("1,234.50", "2,469.00", "2"),
     ("1.234.567,5", "2.469.135", "2"), ("0.5 BTC", "1 BTC", "2×"), ("$1.50", "$3", "2"), ("+1'000.5", "2'001", "2")],
)  # fmt: skip
def test_amounts_are_read_as_they_are_written(stake: str, payout: str, multiplier: str) -> None:
    rows = [row | {"Amount": stake, "Payout": payout, "Multiplier": multiplier} for row in bets(3)]
    rows = [row | {"Result": row["Result"].replace(".", ",")} for row in rows]
    report = audit(as_csv(rows, ";"))
    assert report.findings == []
    assert (report.counts["outcome"].passed, report.counts["payout"].passed) == (9, 9)
    rows[4]["Payout"] = "0"
    assert found(audit(as_csv(rows, ";"))) == [("payout", 6)]


@pytest.mark.parametrize("amount", ["-1", "1,234", "free", "1.5.5", "007", "1e-19"])
def test_an_amount_that_is_none_or_may_be_two_is_not_checked(amount: str) -> None:
    report = audit(as_csv([row | {"Amount": amount} for row in bets(3)]))
    assert report.counts["payout"].skipped == {"its stake or payout can't be read as an amount": 9}
    assert report.verdict == "verified"


def test_a_payout_is_held_to_the_places_of_its_stake() -> None:
    rows = [row | {"Amount": "0.00010000"} for row in bets(3)]
    for row in rows:
        row["Payout"] = "0.0001980" if row["Multiplier"] == "1.98" else "0"
    assert audit(as_csv(rows)).findings == []
    won = next(at for at, row in enumerate(rows) if row["Multiplier"] == "1.98")
    rows[won]["Payout"] = "0"
    assert found(audit(as_csv(rows))) == [("payout", won + 2)]


def test_a_file_may_begin_with_the_newest_bet() -> None:
    rows = bets(3)[::-1]
    report = audit(as_csv(rows))
    assert report.verdict == "verified"
    assert report.counts["chain"].passed == 2
    for row in rows[:3]:
        row["Next Server Seed Hash"] = "0" * 64  # of the newest pair: none follows it
    assert audit(as_csv(rows)).verdict == "verified"
    for row in rows[3:6]:
        row["Next Server Seed Hash"] = "0" * 64
    assert [check for check, _ in found(audit(as_csv(rows)))] == ["chain"]


def test_a_roll_told_as_a_double_is_the_roll() -> None:
    rows = bets(3)
    for row, tail in zip(rows, ("0000000002", "00", "9999999998"), strict=False):
        row["Result"] += tail
        if tail[0] == "9":
            row["Result"] = f"{float(row['Result']) - 0.01:.12f}"
    report = audit(as_csv(rows))
    assert report.findings == []
    assert report.counts["outcome"].passed == len(rows)


def test_operators_own_payout_rules_are_used() -> None:
    rows = []
    for each in public_rounds.rounds():
        if each["scheme"] == "duel" and each["game"] == "dice":
            won = each["expected"]["win"]
            rows.append({"game": "dice", "server_seed": each["server_seed"], "hash": each["server_seed_hash"], "client_seed": each["client_seed"],
                         "nonce": str(each["nonce"]), "target": f"{each['params']['target'] / 100:.2f}", "direction": each["params"]["bet_type"],
                         "outcome": f"{each['expected']['result'] / 100:.2f}", "stake": "1",
                         "payout": each["expected"].get("multiplier", "") if won else "0"})  # fmt: skip
    report = audit(as_csv(rows), "duel", told={"server_seed_hash": "hash"})
    assert report.counts["outcome"].passed == len(rows) == 17
    assert report.counts["payout"].passed > 5
    assert {one.check for one in report.findings} == {"nonces"}  # only some of the bets were published
    rows[0]["payout"] = "5"
    assert ("payout", 2) in found(audit(as_csv(rows), "duel", told={"server_seed_hash": "hash"}))


def test_columns_are_guessed_told_or_asked_for() -> None:
    columns = guess_columns(["serverSeedHashed", "clientSeed", "Nonce", "betAmount", "x"], {"outcome": "x"})
    assert columns == {
        "server_seed_hash": "serverSeedHashed",
        "client_seed": "clientSeed",
        "nonce": "Nonce",
        "stake": "betAmount",
        "outcome": "x",
    }
    for told, field in (({"outcom": "x"}, "outcom"), ({"outcome": "y"}, "y")):
        with pytest.raises(HistoryError) as caught:
            guess_columns(["x"], told)
        assert caught.value.field == field
    bets = as_csv([{"client_seed": "c", "server_seed": "s", "nonce": "1"}])
    for fixed, field, says in (
        ({"outcom": "x"}, "outcom", "is no field"),
        ({"nonce": "1"}, "nonce", "told twice"),
    ):
        with pytest.raises(HistoryError, match=says) as caught:
            audit(bets, told={"nonce": "nonce"}, fixed=fixed)
        assert caught.value.field == field
    with pytest.raises(HistoryError, match="--map nonce=COLUMN"):
        audit(as_csv([{"client_seed": "c", "server_seed": "s", "number": "1"}]))


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"", "no bets"), (b"a,b\n", "no bets"), (b"a,b\n1\n", "line 2"), (b"a,a\n1,2\n", "one name"), (b"\xff\n", "line 1: is not UTF-8"),
     (b'{"a": 1', "not JSON"), (b'[{"a": 1, "a": 2}]', "repeated"), (b"[1]", "not a JSON object"), (b"[" * 100_000, "nested"), (b'[{"a": NaN}]', "NaN"),
     (b'{"a": 1}\n{"a": 1, "a": 2}\n', "line 2: a key"), (b'{"a": 1}\n\n{"a": NaN}\n', "line 3: is not JSON: NaN"),
     (b'{"a": 1}\n{"a": 1\n', "line 2: is not JSON"), (b'{"a": 1}\n' + b"[" * 100_000, "line 2: is nested"),
     (b'a,b\n"x,1\n', "CSV"), (b"client_seed,nonce,server_seed\nc,-1,s\n", "line 2: has no nonce"),
     (b"client_seed,nonce,server_seed\nc,1,\n", "line 2: has neither")],
)  # fmt: skip
def test_what_is_no_history_is_refused_with_its_line(data: bytes, says: str) -> None:
    with pytest.raises(HistoryError) as caught:
        audit(data)
    assert says in str(caught.value)
