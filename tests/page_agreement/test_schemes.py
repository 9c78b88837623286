"""Rounds of public operators through both implementations: every known one, random ones, refused ones."""

from __future__ import annotations

import os
import random
from typing import Any

from fairseed.derivation import FairseedError
from fairseed.verification.schemes import Round, known_scheme, options_of, read_options, scheme_names
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
