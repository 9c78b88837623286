"""`cards FILE…`, `derive hand` and `explain hand`: exit codes, streams and JSON."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from fairseed.commitments.cards import HiddenDeck, permutation
from fairseed.commitments.chains import SeatChain, table_client_seed
from games.cards import DECK, deck
from tests.programs import verify
from tests.verifier_cli.test_commands import answer, answers, refused
from tests.verifier_cli.test_terminal import on_terminal

ZEROS = "0" * 64
HASH = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
TABLE = "941ad3ed55ed7816480e146d43e732c994232e3dd78d1a57b0ab8a124d356a05"
ROOT = "6c3cc0fed98fae68e502ceb15b3f289dd8af382b239a8ec358456ebb3b9b54c7"
SEATS = ("--seat", "1:alpha", "--seat", "4:b:c", "--seat", "6:игрок")
SERVER = ("--server-seed", ZEROS, "--nonce", "0")
HAND = (*SEATS, *SERVER)


def record(client_seeds: dict[str, str], opened: tuple[int, ...] = (0, 1, 5), **seeds: Any) -> dict[str, Any]:
    hidden = HiddenDeck(ZEROS, 0, DECK)
    perm, _ = permutation(table_client_seed(client_seeds), HASH, 0, 52)
    return {
        "type": "fairseed/round/v1", "round_id": "hand-1", "game": "holdem", "params": {},
        "seeds": {"scheme": "fairseed-v1", "server_seed_hash": HASH, "client_seeds": client_seeds, "nonce": 0} | seeds,
        "deck_root": hidden.root, "opened": [hidden.opening(place, perm) for place in opened],
    }  # fmt: skip


def plain(**changes: Any) -> dict[str, Any]:
    return record({"1": "alpha", "4": "b:c", "6": "игрок"}) | changes


def chained() -> dict[str, Any]:
    chains = {"1": SeatChain("a" * 64, 9), "2": SeatChain("b" * 64, 9)}
    heads = {seat: chain.link(3) for seat, chain in chains.items()}
    return record({seat: chain.link(4) for seat, chain in chains.items()}, chain_heads=heads)


def forged() -> dict[str, Any]:
    hand = plain()
    hand["opened"][1]["card"] = "2c"
    return hand


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(one) + "\n" for one in records).encode()


# cards FILE…


def test_a_hand_passes_before_its_seed_is_revealed(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_bytes(lines(plain()))
    told = answer("cards", str(file))
    assert set(told) == {"round_id", "checks"}
    assert told["round_id"] == "hand-1"
    assert [(check["check"], check["status"]) for check in told["checks"]] == [("cards", "pass")]
    assert set(told["checks"][0]) == {"check", "status", "detail", "expected", "actual"}
    ran = verify("cards", str(file))
    assert ran.returncode == 0
    assert ran.stdout.decode().startswith("Cards verified  hand-1\n  verified       cards ")


def test_a_revealed_hand_is_checked_whole() -> None:
    hand = plain()
    hand["seeds"]["server_seed"] = ZEROS
    (check,) = answer("cards", "-", stdin=lines(hand))["checks"]
    assert (check["status"], check["expected"], check["actual"]) == ("pass", ROOT, ROOT)
    hand["deck_root"] = "1" * 64
    assert verify("cards", "-", stdin=lines(hand)).returncode == 1


def test_links_are_checked_where_there_are_heads() -> None:
    hand = chained()
    told = answer("cards", "-", stdin=lines(hand))
    assert [(check["check"], check["status"]) for check in told["checks"]] == [
        ("commitment", "pass"),
        ("cards", "pass"),
    ]
    hand["seeds"]["chain_heads"]["2"] = "1" * 64
    told = answer("cards", "-", code=1, stdin=lines(hand))
    assert [check["status"] for check in told["checks"]] == ["fail", "pass"]
    assert told["checks"][0]["detail"] == "the link of seat 2 does not hash to the link before it"


def test_links_alone_are_no_checked_cards() -> None:
    hand = chained() | {"opened": []}
    told = answer("cards", "-", code=2, stdin=lines(hand))
    assert [check["status"] for check in told["checks"]] == ["pass", "skip"]
    assert verify("cards", "-", stdin=lines(hand)).stdout.startswith(b"Cards not checked")


@pytest.mark.parametrize(
    ("records", "code"),
    [
        ([plain(), plain()], 0),
        ([plain(), forged()], 1),
        ([forged(), "nonsense"], 1),
        ([plain(), "nonsense"], 2),
        ([plain(), {"type": "fairseed/tournament/v1"}], 2),
        ([plain(), plain(opened=[])], 0),
        ([plain(opened=[])], 2),
        ([plain(game="dice")], 2),
        ([forged(), plain(game="dice")], 1),
        ([plain(opened=None)], 1),
        ([plain(seeds=[])], 1),
        ([{"type": "fairseed/round/v1", "game": "holdem"}], 1),
        ([], 2),
    ],
)
def test_exit_codes(records: list[Any], code: int) -> None:
    ran = verify("cards", "-", stdin=lines(*records))
    assert ran.returncode == code, ran.stderr
    assert b"Traceback" not in ran.stderr
    told = answers("cards", "-", code=code, stdin=lines(*records))
    assert len(told) == len(records)
    assert all(("error" in one) == (not isinstance(given, dict) or "round" not in given["type"])
               for one, given in zip(told, records, strict=True))  # fmt: skip


def test_a_summary_counts_what_was_not_checked() -> None:
    ran = verify("cards", "-", stdin=lines(plain(), forged(), plain(opened=[]), 7))
    assert ran.stdout.decode().endswith("Records: 1 passed, 1 failed, 1 not checked, 1 unusable\n")


def test_a_missing_file_and_no_file_are_refused(tmp_path: Path) -> None:
    assert verify("cards", str(tmp_path / "none.json")).returncode == 2
    refused("cards")


def test_a_record_that_breaks_the_narrower_rules_fails() -> None:
    text = json.dumps(plain()).replace('"place": 0', '"place": 0, "place": 0').encode()
    (check,) = answer("cards", "-", code=1, stdin=text)["checks"]
    assert (check["status"], check["detail"]) == ("fail", "record: repeated key")


@pytest.mark.parametrize("round_id", [None, 7, ["x"]])
def test_a_round_id_that_is_no_text_is_null(round_id: Any) -> None:
    assert answer("cards", "-", stdin=lines(plain(round_id=round_id)))["round_id"] is None


def test_every_told_failure_names_field_and_rule() -> None:
    (check,) = answer("cards", "-", code=1, stdin=lines(forged()))["checks"]
    assert check["detail"] == "opened.1.proof: does not prove this card and salt against deck_root"


def test_proven_cards_are_drawn_on_a_terminal() -> None:
    assert on_terminal("cards", "-", stdin=lines(plain())).count("┌───┐") == 3
    assert "┌" not in on_terminal("cards", "-", stdin=lines(forged()))
    assert "┌".encode() not in verify("cards", "-", stdin=lines(plain())).stdout


# derive hand


def test_the_hand_of_the_check_values() -> None:
    told = answer("derive", "hand", *HAND)
    assert told["game"] == "hand"
    assert told["seeds"] == {
        "scheme": "fairseed-v1", "server_seed_hash": HASH, "server_seed": ZEROS,
        "client_seeds": {"1": "alpha", "4": "b:c", "6": "игрок"}, "nonce": 0,
    }  # fmt: skip
    outcome = told["outcome"]
    assert list(outcome) == ["table_client_seed", "deck_root", "perm", "deck", "carousel"]
    assert outcome["table_client_seed"] == TABLE
    assert outcome["deck_root"] == ROOT
    assert outcome["perm"][:5] == [42, 0, 32, 18, 4]
    assert " ".join(outcome["deck"][:10]) == "Js Kh Jc Qd Qh Ah Jh Jd 7s 9c"
    assert outcome["carousel"] == 0
    assert sorted(outcome["deck"]) == sorted(DECK)


def test_seats_may_be_given_in_any_order() -> None:
    told = answer("derive", "hand", "--seat", "10:x", *SERVER, "--seat", "9:y")
    assert list(told["seeds"]["client_seeds"]) == ["9", "10"]
    assert told["outcome"]["table_client_seed"] == hashlib.sha256(b"9:y\n10:x").hexdigest()


@pytest.mark.parametrize("lowest", ["2", "6", "7", "A"])
def test_a_stripped_deck(lowest: str) -> None:
    outcome = answer("derive", "hand", *HAND, "--lowest", lowest)["outcome"]
    assert sorted(outcome["deck"]) == sorted(deck(lowest))
    assert sorted(outcome["perm"]) == list(range(len(deck(lowest))))
    assert outcome["deck_root"] == HiddenDeck(ZEROS, 0, deck(lowest)).root


def test_the_text_shows_the_seats() -> None:
    ran = verify("derive", "hand", *HAND)
    assert ran.returncode == 0
    text = ran.stdout.decode()
    assert "seat 4:            b:c\n" in text
    assert f"deck_root:         {ROOT}\n" in text


def test_the_promised_hash_decides_the_exit_code() -> None:
    assert verify("derive", "hand", *HAND, "--server-seed-hash", HASH).returncode == 0
    ran = verify("derive", "hand", *HAND, "--server-seed-hash", "1" * 64)
    assert ran.returncode == 1
    assert ROOT.encode() in ran.stdout


def test_a_great_nonce_is_text() -> None:
    told = answer("derive", "hand", *SEATS, "--server-seed", ZEROS, "--nonce", str(2**63 - 1))
    assert told["seeds"]["nonce"] == str(2**63 - 1)


def test_a_seed_that_a_service_would_not_accept_is_told() -> None:
    ran = verify("derive", "hand", "--seat", "1: x", *SERVER)
    assert ran.returncode == 0
    assert "the seed of seat 1" in ran.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        SERVER,
        ("--seat", "1", *SERVER),
        ("--seat", "x:a", *SERVER),
        ("--seat", "01:a", *SERVER),
        ("--seat", "-1:a", *SERVER),
        ("--seat", ":a", *SERVER),
        ("--seat", "1:a\n2:b", *SERVER),
        ("--seat", "1:a", "--seat", "1:b", *SERVER),
        (*HAND, "--client-seed", "c"),
        (*HAND, "--lowest", "1"),
        (*HAND, "--lowest", "10"),
        (*HAND, "--server-seed-hash", "x"),
        (*SEATS, "--server-seed", ZEROS[1:], "--nonce", "0"),
        (*SEATS, "--server-seed", ZEROS, "--nonce", "01"),
        (*SEATS, "--server-seed", ZEROS, "--nonce", str(2**63)),
        (*SEATS, "--server-seed", ZEROS),
        (*SEATS, "--nonce", "0"),
    ],
)
def test_refused_calls(arguments: tuple[str, ...]) -> None:
    refused("derive", "hand", *arguments)
    refused("explain", "hand", *arguments)


def test_other_games_take_no_seats() -> None:
    refused("derive", "dice", *HAND, "--client-seed", "c")


# explain hand


def test_the_explanation_can_be_followed_with_hmac_alone() -> None:
    told = answer("explain", "hand", *HAND)
    assert told["outcome"] == answer("derive", "hand", *HAND)["outcome"]
    hidden, public = told["streams"]
    assert (hidden["key"], public["key"]) == ("server_seed", "table_client_seed")
    for stream, key, label in ((hidden, ZEROS, "deck:0"), (public, TABLE, f"{HASH}:0")):
        for block in stream["blocks"]:
            assert block["message"] == f"{label}:{block['cursor']}"
            assert block["hmac"] == hmac.digest(key.encode(), block["message"].encode(), "sha256").hex()
    slots, places = list(DECK), list(range(52))
    for items, draws in ((slots, hidden["draws"]), (places, public["draws"])):
        for draw in draws:
            if "swap" in draw:
                i, j = draw["swap"]
                items[i], items[j] = items[j], items[i]
    assert places == told["outcome"]["perm"]
    assert [slots[place] for place in places] == told["outcome"]["deck"]
    assert public["draws"][-1]["n"] == 3
    assert public["draws"][-1]["result"] == told["outcome"]["carousel"]


def test_the_explanation_as_text_has_both_streams() -> None:
    text = verify("explain", "hand", *HAND).stdout.decode()
    for part in ("key = server seed (derivation, section 7)", "key = table_client_seed (derivation, section 7)",
                 "message deck:0:0", f"message {HASH}:0:0", "slot perm[i]"):  # fmt: skip
        assert part in text


# Both languages.


@pytest.mark.parametrize("command", ["cards", "derive hand", "explain hand"])
def test_help_is_russian(command: str) -> None:
    ran = verify(*command.split(), "--lang", "ru", "--help")
    assert ran.returncode == 0
    for line in ran.stdout.decode().splitlines()[1:]:
        said = re.sub(r"(--?[a-z-]+|\[[^\]]*\]|[A-Z.=_:]{4,})", "", line)
        assert not re.search(r"\b(the|and|of|is|with|show|exit)\b", said), line


def test_answers_are_russian() -> None:
    ran = verify("cards", "-", "--lang", "ru", stdin=lines(forged(), plain(), plain(opened=[])))
    text = ran.stdout.decode()
    for part in (
        "Карты не сошлись",
        "Карты сошлись",
        "Карты не проверялись",
        "opened.1.proof: не доказывает",
    ):
        assert part in text
    assert not re.search(r"\b(the|does|card)\b", text)
    assert "место 4:" in verify("derive", "hand", *HAND, "--lang", "ru").stdout.decode()
    assert "раздел 7" in verify("explain", "hand", *HAND, "--lang", "ru").stdout.decode()
    ran = verify("derive", "hand", "--seat", "1", *SERVER, "--lang", "ru")
    assert "must" not in ran.stderr.decode()
