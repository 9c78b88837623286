"""A tour of the whole page by click and key, for what must hold wherever a reader goes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from fairseed.commitments.receipts import round_body
from tests.browser.bundles import rounds, write
from tests.browser.person import Person
from tests.browser.vectors import GAMES, case, record
from tests.verification.plain import AT, Signer

SIGNER = Signer("example.org/log/receipts", 2)


def signed(claims: dict[str, Any]) -> dict[str, Any]:
    """A record with the receipt of its round."""
    return claims | {"receipt": SIGNER.receipt(round_body(claims, AT))}


def changed_bundle(path: Path) -> Path:
    """Forty rounds, some missing, one with other chips, one that cannot be read."""
    records = [one for nonce, one in enumerate(rounds(40)) if nonce not in (7, 8)]
    records[12] = records[12] | {"settlement": records[12]["settlement"] | {"returned": 7}}
    write(path, records)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"type": "fairseed/round/v1" "round_id"}\n')
    return path


Stop = Callable[[str], object]


def tour(person: Person, folder: Path, stop: Stop = bool) -> None:
    """Every view and state, one after another; `stop` is called in each with a name for it."""
    page = person.page
    person.shows("nothing yet")
    stop("empty")
    person.button("paste").click()
    expect(page.get_by_role("textbox", name=person.say("paste"))).to_be_focused()
    page.keyboard.type("{")
    person.button("check").click()
    expect(page.get_by_text(person.say("not a record"), exact=True)).to_be_visible()
    stop("a text that cannot be read")
    person.button("close").click()
    person.plays("mines")
    person.types("client_seed", "client")
    person.types("server_seed", "61")
    person.types("nonce", "+1")
    stop("half typed")
    for game in GAMES:
        person.plays(game)
        person.takes_an_example()
        person.shows("verified")
        person.judges(outcome="pass")
        expect(page.get_by_role("button", name=re.compile("Python"))).to_be_visible()
        stop(f"{game} verified")
    page.get_by_role("button", name=re.compile("^(Copy the Python|Копировать программу на Python)")).click()
    person.button("copy link").click()
    person.saves()
    person.fills_in(case("hilo", 4).given | {"actions": []}, "hilo")
    person.shows("so far")
    person.judges(rules="skip")
    stop("a round that goes on")
    person.pastes(case("records", 35).given["text"])
    person.shows("failed outcome")
    person.judges(outcome="fail")
    stop("failed")
    person.pastes(case("records", 54).given["text"])
    person.shows("failed outcome")
    stop("mines failed")
    person.pastes(case("records", 80).given["text"])
    person.shows("failed format")
    stop("not well formed")
    person.pastes(case("records", 26).given["text"])
    person.shows("pending")
    stop("pending")
    person.saves("save record")
    person.pastes(json.dumps(signed(record(1))))
    person.shows("verified")
    person.judges(receipt="skip")
    person.button("give keys").click()
    keys = page.get_by_role("textbox", name=person.say("keys"))
    expect(keys).to_be_focused()
    page.keyboard.insert_text(SIGNER.vkey)
    person.button("use keys").click()
    person.judges(receipt="pass")
    stop("keys given")
    person.drops(changed_bundle(folder / "tour.jsonl"))
    expect(page.get_by_text(person.say("all checked"), exact=True)).to_be_visible()
    expect(page.get_by_text(person.say("first mismatch", nonce=14), exact=True)).to_be_visible()
    stop("many rounds")
    page.get_by_role("button", name=re.compile(f"^{person.say('gaps')} 1$")).click()
    person.saves("csv")
    person.saves("json")
    stop("gaps")
    person.goes_to("how it works")
    expect(person.heading).to_have_text(person.say("how it works"))
    stop("how it works")
    page.get_by_role("button", name=person.say("theme")).click()
    stop("how it works, in the other theme")
    other = {"en": "ru", "ru": "en"}[person.language]
    page.get_by_role("button", name={"en": "EN English", "ru": "RU Русский"}[other]).click()
    person.language = other
    expect(person.heading).to_have_text(person.say("how it works"))
    stop("how it works, in the other language")
    person.goes_to("many rounds")
    expect(page.get_by_text(person.say("all checked"), exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile(f"^{person.say('all')} ")).click()
    person.button("open round").click()
    person.shows("failed settlement")
    stop("a round of many, in the other theme and language")
