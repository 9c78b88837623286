"""Rounds of public operators through both implementations: every known one, random ones, refused ones."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from fairseed.derivation import FairseedError
from fairseed.verification.schemes import (
    Attempt,
    Round,
    commitment_of,
    diagnose,
    known_scheme,
    options_of,
    read_claim,
    read_options,
    scheme_names,
)
from tests.page_agreement.page import Page
from tests.verification import public_rounds
from verifier_cli.scheme_rounds import round_json, step_json

COUNT = 20_000 if os.environ.get("FAIRSEED_SOAK") else 400


def by_python(asked: dict[str, Any]) -> dict[str, Any]:
    scheme = known_scheme(asked["scheme"])
    assert scheme is not None
    rule = scheme.game(asked["game"])
    steps: list[Any] = []
    try:
        round_ = Round(scheme, rule, asked["server_seed"], asked["client_seed"], int(asked["nonce"]),
                       read_options(rule, asked["options"]))  # fmt: skip
        found = round_json(round_, round_.outcome(steps))
    except FairseedError as error:
        return {"refused": "scheme", "field": error.field}
    return found | {"draws": [step_json(step) for step in steps]}


def by_page(page: Page, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: one[name] for name in ("refused", "field")} if "refused" in one else one
        for one in page.ask(schemes=asked)["schemes"]
    ]


def test_every_public_round_comes_out_on_the_page() -> None:
    asked, expected = [], []
    for each in public_rounds.rounds():
        if each["game"] == "commitment":
            continue
        options, told = public_rounds.asked(each)
        asked.append({"scheme": each["scheme"], "game": public_rounds.game_of(each), "options": options,
                      "server_seed": each["server_seed"], "client_seed": each["client_seed"],
                      "nonce": str(public_rounds.nonce_of(each))})  # fmt: skip
        expected.append((each["server_seed_hash"], told))
    with Page() as page:
        found = by_page(page, asked)
    assert len(found) > 500
    for one, (promised, told) in zip(found, expected, strict=True):
        assert promised in (None, one["seeds"]["server_seed_hash"])
        assert public_rounds.told(one["outcome"], told) == told
    assert found == [by_python(one) for one in asked]


def test_random_rounds_agree_in_every_step() -> None:
    source = random.Random(20261130)
    names = [
        (name, game) for name in scheme_names() if (scheme := known_scheme(name)) for game in scheme.games
    ]
    asked = []
    for _ in range(COUNT):
        name, game = source.choice(names)
        scheme = known_scheme(name)
        assert scheme is not None
        options = {}
        for option in options_of(scheme.game(game)):
            values = {
                "word": option.words,
                "flag": ("true", "false", "no"),
                "whole": (str(option.least), str(option.most), str(option.most + 1), "05"),
                "hundredths": ("0.00", "50.00", "99.99", "100.00", "100.01", "5"),
                "places": ("0", "1,4", "4,0,0", "5", ""),
            }[option.kind]
            if option.required or source.random() < 0.7:
                options[option.name] = source.choice(values)
        seed = "".join(source.choice("0123456789abcdefAF") for _ in range(source.choice((0, 5, 32, 64, 130))))
        client = "".join(source.choice("aZ:{}\0é😀 ") for _ in range(source.choice((0, 3, 20))))
        nonce = source.choice((0, 1, 2**32, 2**53 + 1, 2**63 - 1, source.randrange(10**6)))
        asked.append({"scheme": name, "game": game, "server_seed": seed, "client_seed": client,
                      "nonce": str(nonce), "options": options})  # fmt: skip
    with Page() as page:
        found = by_page(page, asked)
    expected = [by_python(one) for one in asked]
    assert found == expected
    refused = sum("refused" in one for one in found)
    assert COUNT / 5 < refused < COUNT * 4 / 5


def mistaken(source: random.Random) -> dict[str, Any]:
    """Rounds of one game with one usual mistake, or none, as they would be typed."""
    names = [("stake", "dice"), ("stake", "limbo"), ("stake", "plinko"), ("stake", "mines"), ("stake", "keno"), ("stake", "hilo"),
             ("stake", "videopoker"), ("stake", "diamonds"), ("duel", "dice"), ("duel", "mines"), ("liqd", "mines"), ("liqd", "blackjack"),
             ("duel", "plinko"), ("primedice", "dice")]  # fmt: skip
    name, game = source.choice(names)
    scheme = known_scheme(name)
    assert scheme is not None
    rule = scheme.game(game)
    options = {one.name: str(source.randint(one.least, one.most)) for one in options_of(rule) if one.required}
    server, client = (
        f"{source.getrandbits(128):032x}",
        source.choice(("quiet harbour", "Tide", "é", "fi", "a ")),
    )
    changed = source.choice((lambda s, c, n: (s, c, n), lambda s, c, n: (s, c, n + 1), lambda s, c, n: (s, f" {c}", n),
                             lambda s, c, n: (s + "\n", c, n), lambda s, c, n: (c, s, n), lambda s, c, n: (s.upper(), c, n),
                             lambda s, c, n: (s, c.upper(), n), lambda s, c, n: ("00" * 16, c, n)))  # fmt: skip
    rounds = []
    for nonce in range(source.choice((1, 2, 5))):
        outcome = Round(scheme, rule, server, client, nonce, read_options(rule, options)).outcome()
        key = next(
            one
            for one in ("roll", "multiplier", "path", "mines", "numbers", "cards", "symbols")
            if one in outcome
        )
        value = outcome[key]
        expected = value if isinstance(value, str) else " ".join(map(str, value))
        typed = changed(server, client, nonce)
        asked = {
            "scheme": name,
            "game": game,
            "options": options,
            "server_seed": typed[0],
            "client_seed": typed[1],
            "nonce": str(typed[2]),
        }
        right, other = (commitment_of(form, server) for form in (scheme.commitment, "text"))
        promised = source.choice((None, None, None, None, right, right.upper(), other, "1" * 64))
        rounds.append([asked, expected, promised])
    return {"rounds": rounds, "pairs": source.choice(([], [[server, client]]))}


def by_cli(given: dict[str, Any]) -> dict[str, Any] | None:
    attempts = []
    for asked, expected, promised in given["rounds"]:
        scheme = known_scheme(asked["scheme"])
        assert scheme is not None
        rule = scheme.game(asked["game"])
        options = read_options(rule, asked["options"])
        round_ = Round(scheme, rule, asked["server_seed"], asked["client_seed"], int(asked["nonce"]), options)
        attempts.append(Attempt(round_, read_claim(rule, options, expected), promised))
    found = diagnose(attempts, [(server, client) for server, client in given["pairs"]])
    if found is None:
        return None
    named = found.mistake and {"name": found.mistake.name, "values": found.mistake.values}
    possible = [{"name": one.mistake.name, "values": one.mistake.values} for one in found.possible]
    chances = [float(found.chance), *(float(one.chance) for one in found.possible)]
    return {
        "mistake": named,
        "tried": found.tried,
        "needed": found.needed,
        "possible": possible,
        "chances": chances,
    }


def test_both_name_the_same_mistakes() -> None:
    source = random.Random(5)
    given = [mistaken(source) for _ in range(COUNT // 4)]
    with Page() as page:
        found = page.ask(mistakes=given)["mistakes"]
    expected = [by_cli(one) for one in given]
    for one, other in zip(found, expected, strict=True):
        if one is None or other is None:
            assert one == other
            continue
        chances = [one.pop("chance"), *(each.pop("chance") for each in one["possible"])]
        one["possible"] = [each["mistake"] for each in one["possible"]]
        assert chances == pytest.approx(other.pop("chances"))
        assert one == other
    assert sum(one is not None and one["mistake"] is not None for one in found) > COUNT // 20
    assert sum(one is not None and one["possible"] != [] for one in found) > COUNT // 40
