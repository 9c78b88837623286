"""Public operators' rounds by declaration: every known round, the traps, and what a declaration may not say."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.verification.schemes import (
    Round,
    SchemeError,
    commitment_of,
    known_scheme,
    options_of,
    read_claim,
    read_options,
    read_scheme,
    scheme_names,
    table_rtp,
)
from fairseed.verification.schemes.claims import chance
from fairseed.verification.schemes.declaration import FOLDER
from tests.verification import public_rounds

# Two real seeds that tell the three versions apart (docs/schemes.md, "Formulas").
VERSION_SEEDS = ("5c5c42b55822f994bd955a4416775190", "40cea334816e7a68ed62d208ce4a2572")


def derive(scheme: str, game: str, seeds: tuple[str, str, int], **options: str) -> dict[str, Any]:
    found = known_scheme(scheme)
    assert found is not None
    rule = found.game(game)
    return Round(found, rule, *seeds, read_options(rule, options)).outcome()


def test_every_public_round_comes_out() -> None:
    counted = 0
    wrong = []
    for each in public_rounds.rounds():
        scheme = known_scheme(each["scheme"])
        assert scheme is not None, each["scheme"]
        if each["server_seed_hash"]:
            promised = commitment_of(scheme.commitment, each["server_seed"])
            assert promised == each["server_seed_hash"], each["place"]
        counted += 1
        if each["game"] == "commitment":
            continue
        options, expected = public_rounds.asked(each)
        assert expected
        seeds = (each["server_seed"], each["client_seed"], public_rounds.nonce_of(each))
        found = public_rounds.told(
            derive(each["scheme"], public_rounds.game_of(each), seeds, **options), expected
        )
        if found != expected:
            wrong.append((each["place"], found, expected))
    assert wrong == []
    assert counted > 500


@pytest.mark.parametrize(
    ("nonce", "expected"),
    [(101, ["391.95", "391.95", "391.94"]), (225, ["5554.10", "5553.99", "5553.14"])],
)
def test_the_versions_of_limbo_are_told_apart(nonce: int, expected: list[str]) -> None:
    found = [
        derive("stake", "limbo", (*VERSION_SEEDS, nonce), version=version)["multiplier"]
        for version in ("2019", "2021", "2025")
    ]
    assert found == expected
    assert derive("stake", "limbo", (*VERSION_SEEDS, nonce))["multiplier"] == expected[2]


def test_every_version_of_limbo_gives_the_known_rounds() -> None:
    rounds = [each for each in public_rounds.rounds() if each["game"] == "limbo"]
    for each in rounds:
        for version in ("2019", "2021", "2025"):
            seeds = (each["server_seed"], each["client_seed"], each["nonce"])
            assert derive("stake", "limbo", seeds, version=version)["multiplier"] == each["expected"]
    assert len(rounds) > 20


# Traps.


def test_a_roll_reaches_both_ends() -> None:
    """A dice of 10001 results shows 0.00 and 100.00; no result is shown as a double would be."""

    def word(nonce: int) -> int:
        return int.from_bytes(hmac.digest(b"seed", b"ends:%d:0" % nonce, "sha256")[:4], "big")

    for result, shown in ((0, "0.00"), (10_000, "100.00"), (2949, "29.49")):
        nonce = next(nonce for nonce in itertools.count() if word(nonce) * 10001 >> 32 == result)
        assert derive("stake", "dice", ("seed", "ends", nonce)) == {"roll": shown, "result": result}


def test_the_ninth_draw_needs_a_second_block() -> None:
    seeds = ("seed", "client", 3)
    blocks = [hmac.digest(b"seed", b"client:3:%d" % cursor, "sha256") for cursor in range(3)]
    words = [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)]
    path = "".join("LR"[word * 2 >> 32] for word in words)
    assert derive("stake", "plinko", seeds, rows="9")["path"] == path[:9]
    assert derive("stake", "plinko", seeds, rows="16")["path"] == path[:16]


@pytest.mark.parametrize("client_seed", ["", "a:b", "a:1:0", "{nonce}", "{cursor}", "é", "😀", "x" * 300])
def test_a_client_seed_is_text_whatever_it_holds(client_seed: str) -> None:
    message = client_seed.encode() + b":7:0"
    word = int.from_bytes(hmac.digest(b"seed", message, "sha256")[:4], "big")
    assert derive("stake", "roulette", ("seed", client_seed, 7)) == {"number": word * 37 >> 32}


@pytest.mark.parametrize("nonce", [2**53, 2**53 + 1, 2**63 - 1])
def test_a_nonce_above_two_to_the_53(nonce: int) -> None:
    word = int.from_bytes(hmac.digest(b"seed", b"c:%d:0" % nonce, "sha256")[:4], "big")
    assert derive("stake", "roulette", ("seed", "c", nonce)) == {"number": word * 37 >> 32}


def test_keys_that_a_hmac_takes_for_one_are_promised_apart() -> None:
    """HMAC pads a short key with zeros and hashes a long one; the promise does neither."""
    long = "k" * 65
    digest = hashlib.sha256(long.encode()).digest()
    assert derive("stake", "dice", ("abc", "c", 0)) == derive("stake", "dice", ("abc\0", "c", 0))
    assert hmac.digest(long.encode(), b"c:0:0", "sha256") == hmac.digest(digest, b"c:0:0", "sha256")
    assert (
        derive("stake", "hmac_prefix", (long, "c", 0))["hmac"]
        == hmac.digest(digest, b"c:0:0", "sha256").hex()
    )
    assert commitment_of("text", "abc") != commitment_of("text", "abc\0")
    assert commitment_of("text", long) != hashlib.sha256(digest).hexdigest()


def test_text_and_bytes_of_a_seed_are_promised_apart() -> None:
    seed = "6dca5e36b6b9dc56730e282ab3c2bae6"
    assert commitment_of("text", seed) == hashlib.sha256(seed.encode()).hexdigest()
    assert commitment_of("bytes", seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert commitment_of("text", seed.upper()) != commitment_of("text", seed)
    assert commitment_of("bytes", seed.upper()) == commitment_of("bytes", seed)


def test_published_payout_tables_are_whole() -> None:
    stake = known_scheme("stake")
    assert stake is not None
    tables = stake.game("plinko").tables
    assert set(tables) == {
        f"{rows}-{risk}" for rows in range(8, 17) for risk in ("low", "medium", "high", "expert")
    }
    for name, table in tables.items():
        assert len(table) == int(name.split("-")[0]) + 1
        assert table == table[::-1]
        assert Fraction("0.989") < table_rtp(table) < Fraction("0.992"), name


def test_the_dice_of_duel_pay_by_symmetry() -> None:
    seeds = ("528555039caf67c0219c9537cf6626c63cb0bfa384b72571410e522773270eb5", "bRNvtSn0hp2uVFRe", 2)
    over = derive("duel", "dice", seeds, target="18.31", direction="over")
    under = derive("duel", "dice", seeds, target="81.69", direction="under")
    assert (over["result"], over["win"], over["multiplier"]) == (8187, True, "1.223038193169298568")
    assert (under["win"], under["multiplier"]) == (False, over["multiplier"])
    assert "multiplier" not in derive("duel", "dice", seeds, target="100.00", direction="over")


def test_where_every_word_is_rejected_the_scheme_says_what_happens() -> None:
    """n = 2^31 + 1 takes about half of all words, so that eight rejected words come soon."""
    source = (FOLDER / "liqd.toml").read_text("utf-8")
    wide = source.replace("n = 10000\n", f"n = {10**9}\n").replace(
        "exhausted = 1000000", 'exhausted = "error"'
    )
    scheme = read_scheme(wide.replace("range = 4294967296", f"range = {10**9 + 10**7}"))
    rule = scheme.game("dice")
    outcomes = []
    for nonce in range(3):
        try:
            outcomes.append(Round(scheme, rule, "ab", "c", nonce, read_options(rule, {})).outcome())
        except SchemeError as error:
            assert error.field == "nonce"
    again = read_scheme(
        wide.replace('exhausted = "error"', "exhausted = 7").replace("range = 4294967296", f"range = {10**9}")
    )
    rule = again.game("dice")
    for nonce in range(20):
        result = Round(again, rule, "ab", "c", nonce, read_options(rule, {})).outcome()["result"]
        cursor, found = 0, None
        while found is None:
            block = hmac.digest(b"\xab", b"c:%d:%d" % (nonce, cursor), "sha256")
            words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            found = next((word for word in words if word < 10**9), None)
            cursor += 7
        assert result == found


@settings(max_examples=15)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), st.integers(0, 2**63 - 1))
def test_every_game_of_every_scheme_gives_an_outcome(client_seed: str, nonce: int) -> None:
    for name in scheme_names():
        scheme = known_scheme(name)
        assert scheme is not None
        for rule in scheme.games.values():
            options = {each.name: str(each.most) for each in options_of(rule) if each.required}
            outcome = Round(
                scheme, rule, "ab" * 16, client_seed, nonce, read_options(rule, options)
            ).outcome()
            for key in ("mines", "numbers"):
                if key in outcome:
                    assert len(set(outcome[key])) == len(outcome[key])


# Options.


@pytest.mark.parametrize(
    ("scheme", "game", "options", "field"),
    [
        ("stake", "mines", {}, "mines"),
        ("stake", "mines", {"mines": "0"}, "mines"),
        ("stake", "mines", {"mines": "25"}, "mines"),
        ("stake", "mines", {"mines": "03"}, "mines"),
        ("stake", "mines", {"mines": "3", "base": "2"}, "base"),
        ("stake", "plinko", {"rows": "7"}, "rows"),
        ("stake", "plinko", {"rows": "8", "risk": "none"}, "risk"),
        ("stake", "limbo", {"version": "2020"}, "version"),
        ("stake", "dice", {"target": "50.00"}, "target"),
        ("stake", "videopoker", {"held": "5"}, "held"),
        ("duel", "dice", {"target": "50.00"}, "direction"),
        ("duel", "dice", {"target": "50", "direction": "over"}, "target"),
        ("duel", "dice", {"target": "100.01", "direction": "over"}, "target"),
        ("liqd", "dice", {"lower": "5.00", "upper": "5.00"}, "lower"),
        ("liqd", "dice", {"lower": "5.00", "upper": "6.00", "inverted": "1"}, "inverted"),
    ],
)
def test_an_option_out_of_range_is_refused_by_name(
    scheme: str, game: str, options: dict[str, str], field: str
) -> None:
    with pytest.raises(SchemeError) as caught:
        derive(scheme, game, ("ab", "c", 0), **options)
    assert caught.value.field == field


def test_a_seed_of_the_wrong_form_is_refused() -> None:
    for seed in ("", "abc", "zz", "ab "):
        with pytest.raises(SchemeError) as caught:
            derive("duel", "dice", (seed, "c", 0))
        assert caught.value.field == "server_seed"
    with pytest.raises(SchemeError, match="client_seed"):
        derive("stake", "dice", ("seed", "\ud800", 0))


# Declarations.

GOOD = """\
format = 1
name = "mycasino"
title = "My Casino"
commitment = "text"

[draw]
hash = "sha256"
key = "text"
message = "{client}:{nonce}:{cursor}"
cursor = "stream"
integer = "scale"

[games.dice]
formula = "roll"
n = 10001

[games.plinko]
formula = "path"
rows = [2, 3]

[games.plinko.tables]
2-low = ["1", "0.5", "1"]

[games.cards]
formula = "cards"
shuffle = "pick"
count = 5
"""


def test_a_declaration_of_ones_own_is_used_as_any_other() -> None:
    scheme = read_scheme(GOOD.encode())
    rule = scheme.game("dice")
    found = Round(scheme, rule, "seed", "c", 1, read_options(rule, {})).outcome()
    assert found == derive("stake", "dice", ("seed", "c", 1))


# old text, new text, line, what the rule says
FAULTS = [
    ("format = 1", "format = ", 1, "is not TOML"),
    ("format = 1", "format = 2", 1, "from 1 to 1"),
    ("format = 1\n", "", 1, "is missing"),
    ("format = 1", "format = true", 1, "from 1 to 1"),
    ('name = "mycasino"', 'name = "My Casino"', 2, "lowercase"),
    ('title = "My Casino"', "title = 3", 3, "text of 1"),
    ('title = "My Casino"', 'titel = "My Casino"', 3, "no known name"),
    ('commitment = "text"', 'commitment = "md5"', 4, "one of text, bytes"),
    ('hash = "sha256"', 'hash = "md5"', 7, "one of sha256, sha512"),
    ('key = "text"\n', "", 6, "is missing"),
    ('key = "text"', 'keys = "text"', 8, "no known name"),
    ("{client}:{nonce}:{cursor}", "{nonce}:{cursor}", 9, "must hold {client}"),
    ("{client}:{nonce}:{cursor}", "{client}:{server}:{cursor}", 9, "no other braces"),
    ("{client}:{nonce}:{cursor}", "{client}:{nonce}:{", 9, "no other braces"),
    ("{client}:{nonce}:{cursor}", "{client}:{cursor}:{cursor}", 9, "only once"),
    ("{client}:{nonce}:{cursor}", "{client}:{nonce}", 9, "must hold {cursor}"),
    ('cursor = "stream"', 'cursor = "block"', 10, "one of stream"),
    ('cursor = "stream"', 'cursor = "none"', 9, "none counts"),
    ('cursor = "stream"', 'cursor = "stream"\nfirst = 1', 10, "must be draw"),
    ('cursor = "stream"', 'cursor = "draw"\nstep = -1', 18, "counts down"),
    ('cursor = "stream"', 'cursor = "draw"\nstep = 0', 11, "1 or -1"),
    ('integer = "scale"', 'integer = "float"', 11, "one of scale"),
    ('integer = "scale"', 'integer = "hex"', 11, "HMAC for each draw"),
    (
        'cursor = "stream"\ninteger = "scale"',
        'cursor = "draw"\ninteger = "hex"\nbelow = 100',
        12,
        "less than",
    ),
    (
        'cursor = "stream"\ninteger = "scale"',
        'cursor = "draw"\ninteger = "hex"\ndigits = 2',
        14,
        "hex digits",
    ),
    ('integer = "scale"', 'integer = "scale"\nexhausted = 0', 12, "whole number from 1"),
    ('formula = "roll"', 'formula = "dice"', 14, "must be one of roll"),
    ("n = 10001", "n = 1", 15, "from 2 to"),
    ("n = 10001", 'n = "10001"', 15, "from 2 to"),
    ("n = 10001", "", 13, "is missing"),
    ("n = 10001", 'n = 10001\npays = "0.99"', 16, "wins"),
    ("n = 10001", "n = 10001\nrows = [8, 16]", 16, "no known name"),
    ("rows = [2, 3]", "rows = [3, 2]", 19, "lower first"),
    ('2-low = ["1", "0.5", "1"]', '2-low = ["1", "0.5"]', 22, "3 multipliers"),
    ('2-low = ["1", "0.5", "1"]', '2-low = ["1", "0.5", "0.9"]', 22, "both sides"),
    ('2-low = ["1", "0.5", "1"]', '2-low = ["2", "0.5", "2"]', 22, "return more"),
    ('2-low = ["1", "0.5", "1"]', "2-low = [1, 0.5, 1]", 22, "decimal in quotes"),
    ('2-low = ["1", "0.5", "1"]', '9-low = ["1", "0.5", "1"]', 22, "ROWS-RISK"),
    ("[games.plinko.tables]", "[games.dice.tables]", 21, "formula path"),
    ('shuffle = "pick"', 'shuffle = "random"', 26, "one of replace"),
    ("count = 5", "count = 53", 27, "at most 52"),
    ("count = 5", 'count = 5\nsuits = "dd"', 28, "different characters"),
    ("count = 5", "count = 5\nhand = 6", 28, "at most 5"),
    ("count = 5", 'count = 5\ndeal = ["player", "cards"]', 28, "may not use cards"),
    (
        "n = 10001",
        'n = 10001\n[games.l]\nformula = "multiplier"\nversion = "2019"\nversions = ["2019", "2019"]',
        19,
        "one twice",
    ),
    (
        "n = 10001",
        'n = 10001\n[games.c]\nformula = "cells"\ncells = 9\ndraws = 3\nshuffle = "pick"\nname = "nonce"',
        21,
        "taken",
    ),
    ("format = 1", "\ufeffformat = 1", 1, "TOML"),
    ("[games.cards]", "[games.Cards]", 24, "lowercase"),
    ("count = 5", "count = 5\ncount = 6", 28, "is not TOML"),
    ("n = 10001", "n = " + "9" * 6000, 15, "more than 64 characters"),
    ("n = 10001", "n = 0x" + "f" * 6000, 15, "more than 64 characters"),
    ("n = 10001", "n = 1" + "_0" * 6000, 15, "more than 64 characters"),
    ("n = 10001", "n = " + "[" * 3000, 15, "16 deep"),
    ("n = 10001", "n = " + "{a=" * 3000, 15, "16 deep"),
    ("n = 10001", "n" + ".n" * 20_000 + " = 1", 15, "more than 8 parts"),
    ("n = 10001", "n" + " . 'n'" * 20_000 + " = 1", 15, "more than 8 parts"),
    ("[games.dice]", "[games" + ".dice" * 20_000 + "]", 13, "more than 8 parts"),
    ("[games.dice]", "[[games.dice]]", 13, "must be a table"),
    ("[games.dice]", '[games."../dice"]', 13, "lowercase"),
    ("[games.dice]", "[other.dice]", 13, "no known name"),
    ('title = "My Casino"', 'title = "\\u001b[31mMy Casino"', 3, "printable"),
    ('title = "My Casino"', 'title = "My \u202eCasino"', 3, "printable"),
    ("n = 10001", 'integer = "reject"\nrange = 65536\nn = 65537', 16, "less than this game draws from"),
]


@pytest.mark.parametrize(("old", "new", "line", "says"), FAULTS)
def test_a_wrong_declaration_is_refused_with_its_line(old: str, new: str, line: int, says: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(SchemeError) as caught:
        read_scheme(GOOD.replace(old, new))
    assert says in str(caught.value)
    assert caught.value.field.split(",")[0] == f"line {line}"


def test_a_declaration_has_no_byte_order_mark() -> None:
    with pytest.raises(SchemeError, match="line 1: begins with a byte order mark"):
        read_scheme(b"\xef\xbb\xbf" + GOOD.encode())


def test_a_symbol_that_is_listed_twice_is_likelier() -> None:
    wheel = '[games.wheel]\nformula = "symbols"\nsymbols = ["red", "blue", "red", "red"]\ncount = 2\n'
    rule = read_scheme(GOOD + wheel).game("wheel")
    options = read_options(rule, {})
    chances = [chance(rule, options, read_claim(rule, options, f"{one} {other}"))
               for one in ("red", "blue") for other in ("red", "blue")]  # fmt: skip
    assert chances == [Fraction(9, 16), Fraction(3, 16), Fraction(3, 16), Fraction(1, 16)]


@pytest.mark.parametrize(
    "data",
    [
        *(b"\xff", b"", b"[draw]", b"a = [" * 5000, b"x" * (2**20 + 1), b"games = 1\ndraw = 1"),
        # However much is left open, looking at it takes one pass.
        *(part * 200_000 for part in (b'\\"', b'"', b"'", b"\"'", b"[]", b"a.")),
    ],
    ids=range(12),
)
def test_what_is_no_declaration_is_refused(data: bytes) -> None:
    with pytest.raises(SchemeError, match="line 1"):
        read_scheme(data)


def test_the_names_of_the_package_are_those_of_its_declarations() -> None:
    for name in scheme_names():
        scheme = known_scheme(name)
        assert scheme is not None
        assert scheme.name == name
        for alias in scheme.aliases:
            assert known_scheme(alias) == scheme
    assert set(scheme_names()) == {"duel", "liqd", "luckydice", "primedice", "stake"}
    assert known_scheme("../stake") is None
