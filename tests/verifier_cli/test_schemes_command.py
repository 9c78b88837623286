"""`derive --scheme`, `explain --scheme` and `schemes` as their users run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairseed.verification.schemes import load_scheme, options_of
from fairseed.verification.schemes.declaration import TAKEN
from tests.programs import verify
from tests.verifier_cli.test_commands import answer, refused
from verifier_cli import scheme_rounds

# A round of https://github.com/ProvablyFair-org/duel-dice (data/dice-master-6700bets.json).
DUEL = ("--server-seed", "528555039caf67c0219c9537cf6626c63cb0bfa384b72571410e522773270eb5",
        "--client-seed", "bRNvtSn0hp2uVFRe", "--nonce", "2")  # fmt: skip
HASH = "91afc2eb50c2c801865a533f7b2a3177fc46bda00fcb500bd290ff73f09e1832"
BET = ("--target", "18.31", "--direction", "over")


def test_a_round_of_an_operator_is_derived() -> None:
    found = answer("derive", "--scheme", "duel", "dice", *DUEL, *BET, "--server-seed-hash", HASH)
    assert found["seeds"] == {"scheme": "duel", "server_seed_hash": HASH, "server_seed": DUEL[1],
                              "client_seed": DUEL[3], "nonce": 2}  # fmt: skip
    assert found["params"] == {"target": 1831, "direction": "over"}
    assert found["outcome"] == {
        "roll": "81.87",
        "result": 8187,
        "win": True,
        "multiplier": "1.223038193169298568",
    }
    # The scheme may stand behind the game too.
    assert answer("derive", "dice", "--scheme=duel", *DUEL, *BET) == found
    text = verify("derive", "--scheme", "duel", "dice", *DUEL, *BET).stdout.decode()
    assert "81.87" in text
    assert HASH in text


def test_a_hash_that_does_not_match_is_exit_code_1() -> None:
    found = answer("derive", "--scheme", "duel", "dice", *DUEL, "--server-seed-hash", "1" * 64, code=1)
    assert found["outcome"]["roll"] == "81.87"


def test_an_explanation_shows_message_hmac_and_arithmetic() -> None:
    found = answer("explain", "--scheme", "liqd", "dice", "--server-seed", "00112233445566778899aabbccddeeff",
                   "--client-seed", "audittest", "--nonce", "1520921")  # fmt: skip
    (draw,) = found["draws"]
    assert draw["message"] == "audittest:1520921:0"
    assert [tried["rejected"] for tried in draw["tries"]] == [True, False]
    assert draw["result"] == draw["tries"][1]["word"] % 10000 == found["outcome"]["result"] == 4560
    text = verify("explain", "--scheme", "liqd", "dice", "--server-seed", "00112233445566778899aabbccddeeff",
                  "--client-seed", "audittest", "--nonce", "1520921", "--lang", "ru").stdout.decode()  # fmt: skip
    assert "отброшено" in text
    assert f"{draw['tries'][1]['word']} mod 10000 = 4560" in text


def test_a_declaration_of_ones_own_is_checked_and_used(tmp_path: Path) -> None:
    shown = answer("schemes", "show", "stake")
    assert shown["games"]["limbo"]["settings"]["versions"] == ["2019", "2021", "2025"]
    assert [one["name"] for one in answer("schemes", "list")] == [
        "duel",
        "liqd",
        "luckydice",
        "primedice",
        "stake",
    ]
    file = tmp_path / "mine.toml"
    text = (
        'format = 1\nname = "mine"\ntitle = "Mine"\ncommitment = "text"\n[draw]\nhash = "sha256"\nkey = "text"\n'
        'message = "{client}:{nonce}"\ncursor = "none"\ninteger = "scale"\n[games.wheel]\nformula = "number"\nn = 54\n'
    )
    file.write_text(text, encoding="utf-8")
    assert answer("schemes", "check", str(file)) == {"file": str(file), "name": "mine", "games": ["wheel"]}
    seeds = ("--server-seed", "s", "--client-seed", "c", "--nonce", "9223372036854775807")
    found = answer("derive", "--scheme", str(file), "wheel", *seeds)
    assert found["seeds"]["nonce"] == "9223372036854775807"
    assert 0 <= found["outcome"]["number"] < 54
    file.write_text(text.replace("n = 54", "n = 0"), encoding="utf-8")
    assert "line 13, games.wheel.n: must be a whole number from 2" in refused("schemes", "check", str(file))
    assert "line 13" in refused("derive", "--scheme", str(file), "wheel", *seeds)
    for command in (("schemes", "check", str(file)), ("derive", "--scheme", str(file), "wheel", *seeds)):
        assert "строка 13, games.wheel.n: должно быть" in refused(*command, "--lang", "ru")
    answer("schemes", "check", str(file), code=2)


def test_bad_input_is_refused() -> None:
    assert "scheme" in refused("derive", "--scheme", "nosuch", "dice", *DUEL)
    refused("derive", "--scheme", "duel", "keno", *DUEL)
    assert "direction" in refused("derive", "--scheme", "duel", "dice", *DUEL, "--target", "1.00")
    for nonce in ("+1", "01", "-1", str(2**63)):
        assert "nonce" in refused("derive", "--scheme", "duel", "dice", *DUEL[:5], nonce)
    assert "server_seed" in refused("derive", "--scheme", "duel", "dice", "--server-seed", "xyz", *DUEL[2:])


def test_the_games_of_a_scheme_are_its_commands() -> None:
    for command in ("derive", "explain"):
        text = verify(command, "--scheme", "stake", "--help").stdout.decode()
        assert "roulette" in text
        assert "tavern_dice" not in text
        assert "--risk" in verify(command, "--scheme", "stake", "plinko", "--help").stdout.decode()


def test_what_was_seen_is_compared_and_a_mistake_is_named() -> None:
    found = answer("derive", "--scheme", "duel", "dice", *DUEL, "--expected", "81.87")
    assert (found["expected"], found["matches"]) == ({"roll": "81.87"}, True)
    assert "diagnosis" not in found

    # One roll is no evidence for a mistake; its nonce is one too high.
    wrong = (*DUEL[:5], "3")
    found = answer("derive", "--scheme", "duel", "dice", *wrong, "--expected", "81.87", code=1)
    assert found["matches"] is False
    told = found["diagnosis"]
    assert (told["matches_if"], told["mistake"], told["rounds_needed"]) == (None, None, 3)
    (possible,) = told["possible"]
    assert possible["mistake"] == {"name": "nonce", "by": "-1", "nonce": "2", "given": "3"}
    assert possible["text"] == "the nonce is 2, not 3"
    assert float(possible["chance"]) == pytest.approx(told["tried"] / 10001, rel=0.01)
    ran = verify("derive", "--scheme", "duel", "dice", *wrong, "--expected", "81.87")
    odds = round(10001 / told["tried"])
    assert (
        f"possibly the nonce is 2, not 3: it would come out then; one of {told['tried']} tried"
        in ran.stderr.decode()
    )
    assert f"(1 in {odds})" in ran.stderr.decode()
    assert "About 3 rounds like this one, under the same seeds, would show it." in ran.stderr.decode()
    ran = verify("derive", "--scheme", "duel", "dice", *wrong, "--expected", "81.87", "--lang", "ru")
    assert "возможно, nonce равен 2, а не 3: тогда исход совпал бы" in ran.stderr.decode()
    assert b"matches if" not in ran.stderr

    # The hash alone shows a seed that was pasted with a line break, or the hash in its place.
    pasted = ("--server-seed", HASH, *DUEL[2:], "--server-seed-hash", HASH)
    found = answer("derive", "--scheme", "duel", "dice", *pasted, "--expected", "81.87", code=1)
    assert found["diagnosis"]["mistake"] == {"name": "hash_as_seed"}

    keno = ("--server-seed", "seed", "--client-seed", "client", "--nonce", "1")
    numbers = " ".join(map(str, answer("derive", "--scheme", "stake", "keno", *keno)["outcome"]["numbers"]))
    ran = verify("derive", "--scheme", "stake", "keno", *keno[:5], "2", "--expected", numbers)
    assert ran.returncode == 1
    assert b"matches if the nonce is 1, not 2" in ran.stderr
    assert b"expected" in verify("derive", "--scheme", "stake", "keno", *keno, "--expected", "1 1").stderr


def test_a_seed_that_the_scheme_can_not_use_is_explained_all_the_same() -> None:
    for seed, client, says in (
        (DUEL[1] + " ", DUEL[3], "matches if the server seed has no white space in it"),
        (DUEL[3], DUEL[1], "matches if server seed and client seed change places"),
    ):
        ran = verify("derive", "--scheme", "duel", "dice", "--server-seed", seed, "--client-seed", client, "--nonce", "2",
                     "--server-seed-hash", HASH, "--expected", "81.87", "--json")  # fmt: skip
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert says in ran.stderr.decode()
        assert "server_seed: must be hexadecimal" in ran.stderr.decode()


def test_a_failed_record_of_ours_is_explained() -> None:
    from tests.verification.test_diagnosis import own

    record = own()
    record["seeds"]["nonce"] = 6
    found = answer("round", "-", code=1, stdin=json.dumps(record).encode())
    assert found["verdict"] == "failed"
    assert found["diagnosis"]["mistake"] == {"name": "nonce", "by": "-1", "nonce": "5", "given": "6"}
    assert found["diagnosis"]["possible"] == []
    ran = verify("round", "-", "--lang", "ru", stdin=json.dumps(record).encode())
    assert "совпадёт, если nonce равен 5, а не 6" in ran.stdout.decode()


def test_a_history_is_audited_in_words_as_json_and_as_a_page(tmp_path: Path) -> None:
    from tests.verification.test_history import as_csv, bets

    rows = bets()
    rows[4]["Payout"] = "0.05000000"
    rows[9]["Client Seed"] = "<b>loud</b>"
    del rows[30]
    rows.insert(50, rows[49])
    file, page = tmp_path / "history.csv", tmp_path / "report.html"
    file.write_bytes(as_csv(rows))
    report = answer("audit", str(file), "--scheme", "stake", "--html", str(page), code=1)
    assert [one["check"] for one in report["findings"]] == [
        "payout",
        "client_seed",
        "outcome",
        "nonces",
        "nonces",
    ]
    assert report["columns"]["stake"] == "Amount"
    assert report["bets"] == 60
    text = page.read_text("utf-8")
    assert "&lt;b&gt;loud" in text
    assert "<b>loud" not in text
    assert "http" not in text.replace("http-equiv", "")
    ran = verify("audit", str(file), "--scheme", "stake", "--lang", "ru", "--html", str(page))
    assert ran.returncode == 1
    said = ran.stdout.decode()
    for words in (
        "в файле 0.05000000",
        "пропущен номер 11",
        "уже был",
        "клиентский сид здесь",
        "Что не доказано",
    ):
        assert words in said
    assert '<html lang="ru">' in page.read_text("utf-8")
    file.write_bytes(as_csv(bets()))
    assert answer("audit", str(file), "--scheme", "stake")["verdict"] == "verified"
    assert "nosuch" in refused("audit", str(file), "--scheme", "stake", "--map", "nonce=nosuch")
    assert "NAME=VALUE" in refused("audit", str(file), "--scheme", "stake", "--set", "game")
    refused("audit", str(tmp_path / "none.csv"), "--scheme", "stake")


OWN = ("--server-seed", "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55",
       "--client-seed", "quiet harbour", "--nonce")  # fmt: skip
OWN_GAMES = {
    "dice": ((), "roll"),
    "limbo": ((), "multiplier"),
    "plinko": (("--rows", "16"), "path"),
    "mines": (("--size", "8", "--mines", "24"), "mines"),
    "hilo": (("--cards", "8"), "cards"),
    "blackjack": ((), "shoe"),
    "raw": (("--words", "2"), "words"),
}


@pytest.mark.soak
@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_round_of_ours_is_compared_and_a_mistake_is_told(game: str) -> None:
    options, member = OWN_GAMES[game]
    value = answer("derive", game, *OWN, "5", *options)["outcome"][member]
    value = value[:8] if game == "blackjack" else value
    text = value if isinstance(value, str) else " ".join(map(str, value))
    found = answer("derive", game, *OWN, "5", *options, "--expected", text)
    assert (found["expected"], found["matches"]) == ({member: value}, True)
    found = answer("derive", game, *OWN, "6", *options, "--expected", text, code=1)
    told = found["diagnosis"]
    nonce = {"name": "nonce", "by": "-1", "nonce": "5", "given": "6"}
    if game in ("dice", "limbo", "plinko"):
        assert (told["matches_if"], told["mistake"]) == (None, None)
        assert nonce in [one["mistake"] for one in told["possible"]]
    else:
        assert (told["matches_if"], told["mistake"], told["possible"]) == ("the nonce is 5, not 6", nonce, [])
    pair = ("--pair", *OWN[1::2][:2])
    other = ("--server-seed", "f" * 64, "--client-seed", "other", "--nonce", "5")
    told = answer("derive", game, *other, *options, "--expected", text, *pair, code=1)["diagnosis"]
    names = (
        [one["mistake"]["name"] for one in told["possible"]]
        if told["mistake"] is None
        else [told["mistake"]["name"]]
    )
    assert "pair" in names
    assert "expected" in refused("derive", game, *OWN, "5", *options, "--expected", "?")


def test_another_scheme_and_a_wrong_hash_of_ours_are_told() -> None:
    stake = answer("derive", "--scheme", "stake", "mines", *OWN, "5", "--mines", "12", "--order", "sorted")[
        "outcome"
    ]["mines"]
    text = " ".join(map(str, stake))
    told = answer("derive", "mines", *OWN, "5", "--size", "5", "--mines", "12", "--expected", text, code=1)[
        "diagnosis"
    ]
    assert told["mistake"] is None
    assert {"name": "scheme", "scheme": "stake"} in [one["mistake"] for one in told["possible"]]
    right = answer("derive", "dice", *OWN, "5")["seeds"]["server_seed_hash"]
    pasted = ("--server-seed", right, *OWN[2:], "5", "--server-seed-hash", right)
    told = answer("derive", "dice", *pasted, code=1)["diagnosis"]
    assert told["mistake"] == {"name": "hash_as_seed"}
    assert "diagnosis" not in answer("derive", "dice", *OWN, "5", "--server-seed-hash", "1" * 64, code=1)


def test_no_option_of_a_game_takes_the_name_of_one_that_all_have() -> None:
    """What a declaration may not call its number of cells is what the command has for every game."""
    made = scheme_rounds.command("duel", "dice", "", explained=False)
    assert made is not None
    own = {option.name for option in options_of(load_scheme("duel").games["dice"])}
    for param in made.params:
        names = {str(param.name), *(each.lstrip("-") for each in (*param.opts, *param.secondary_opts))}
        assert names <= own | TAKEN
