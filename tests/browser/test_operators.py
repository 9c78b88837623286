"""Rounds of other operators, typed into the page: derived, compared, explained; and the way back to our own."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.person import Person
from tests.verification.test_history import as_csv, bets
from web_verifier import site

# Rounds of https://github.com/ProvablyFair-org/duel-dice and https://github.com/lotuseuy/stake-provably-fair-verifier.
DUEL = {"server_seed": "528555039caf67c0219c9537cf6626c63cb0bfa384b72571410e522773270eb5", "client_seed": "bRNvtSn0hp2uVFRe",
        "promised": "91afc2eb50c2c801865a533f7b2a3177fc46bda00fcb500bd290ff73f09e1832", "nonce": "2"}  # fmt: skip
MINES = {"server_seed": "e8c495e2af38633f6ad42e0da12c8e3de7420d5284d054e36e83fdd2f13db44d", "client_seed": "huoauPze", "nonce": "1",
         "mines": "24"}  # fmt: skip
SEEN = "2, 12, 5, 15, 6, 1, 14, 18, 23, 22, 21, 19, 0, 4, 13, 11, 16, 17, 3, 7, 24, 20, 10, 8"
LABELS = {"server_seed": "server_seed", "client_seed": "client_seed", "promised": "server_seed_hash", "nonce": "nonce",
          "target": "target", "expected": "what you saw", "mines": "mines"}  # fmt: skip


def fill_in(person: Person, values: dict[str, str]) -> None:
    for name, value in values.items():
        field = person.page.locator(".operator-form").get_by_label(person.say(LABELS[name]), exact=True)
        field.fill(value)


def choose(person: Person, operator: str, game: str) -> None:
    page = person.page
    page.get_by_label(person.say("operator"), exact=True).select_option(label=operator)
    page.locator(".operator-form").get_by_label(person.say("game"), exact=True).select_option(
        label=person.say(game)
    )


def test_rounds_of_operators_are_derived_and_compared(person: Person) -> None:
    page = person.page
    heading = page.locator(".operator-result h1")
    choose(person, "Duel", "dice")
    fill_in(person, {**DUEL, "target": "18.31"})
    expect(heading).to_have_text(person.say("nothing yet"))  # a direction belongs to a target
    page.locator(".operator-form").get_by_label(person.say("direction"), exact=True).select_option(
        label=person.say("over")
    )
    expect(heading).to_have_text(person.say("derived"))
    expect(page.locator(".operator-result .checks")).to_contain_text("1.223038193169298568")
    expect(page.locator(".operator-result figure.pic-of-dice")).to_be_visible()
    fill_in(person, {"expected": "81.87"})
    expect(heading).to_have_text(person.say("seen"))
    # One roll is too little evidence for a mistake; the hash itself shows one.
    fill_in(person, {"expected": "81.86"})
    expect(heading).to_have_text(person.say("failed outcome"))
    expect(page.locator(".operator-why")).to_contain_text(person.say("none explains it"))
    fill_in(person, {"expected": "81.87", "nonce": "3"})
    expect(page.locator(".operator-why")).to_contain_text(person.say("possibly"))
    fill_in(person, {"nonce": "2"})
    fill_in(person, {"expected": "81.87", "server_seed": DUEL["promised"]})
    expect(page.locator(".operator-why b")).to_contain_text(person.say("hash as seed"))
    # A seed that this scheme can't read at all is explained as well.
    fill_in(person, {"server_seed": f"{DUEL['server_seed']} "})
    expect(heading).to_have_text(person.say("nothing yet"))
    expect(page.locator(".operator-why b")).to_be_visible()

    choose(person, "Stake", "mines")
    fill_in(person, {**MINES, "promised": "", "nonce": "2", "expected": SEEN})
    expect(page.locator(".operator-why b")).to_contain_text("1")
    fill_in(person, {"nonce": "1"})
    expect(heading).to_have_text(person.say("seen"))
    expect(page.locator(".operator-result figure.pic-of-mines")).to_be_visible()
    expect(page.locator(".operator-result table")).to_contain_text("huoauPze:1:2")

    # Our own form again, as it was.
    page.get_by_label(person.say("operator"), exact=True).select_option(index=0)
    expect(page.locator(".operator-form")).to_have_count(0)
    expect(person.field("client_seed")).to_be_visible()
    expect(person.heading).to_be_visible()


def test_the_choice_names_the_declared_operators() -> None:
    text = (site.PAGE / "schemes" / "declared.js").read_text("utf-8")
    declared = json.loads(json.loads(text[text.index("JSON.parse(") + 11 : text.rindex(")")]))
    choice = (site.PAGE / "ui" / "operators" / "choice.js").read_text("utf-8")
    for scheme in declared:
        assert f"{scheme['name']}: '{scheme['title']}'" in choice
    assert choice.partition("OPERATORS = {")[2].partition("}")[0].count(":") == len(declared)


def test_a_history_is_dropped_and_told_in_words(person: Person, tmp_path: Path) -> None:
    rows = bets()
    rows[4]["Payout"] = "0.05000000"
    rows[9]["Client Seed"] = "<b>loud</b>"
    del rows[30]
    rows.insert(50, rows[49])
    file = tmp_path / "history.csv"
    file.write_bytes(as_csv(rows))
    person.drops(file)
    page = person.page
    heading = page.locator(".operator-result h1")
    expect(heading).to_have_text(person.say("does not fit"))
    lines = page.locator(".operator-result table").first.locator("tr td:first-child").all_inner_texts()
    assert lines == ["6", "11", "11", "32", "52"]
    expect(page.locator(".operator-result table").first).to_contain_text("<b>loud</b>")
    # A column that was guessed is taken away, and chosen again by hand; one that is needed is asked for.
    page.get_by_label("outcome", exact=True).select_option("")
    expect(page.locator(".operator-result table").first.locator("tr td:first-child")).to_have_count(4)
    page.get_by_label("nonce", exact=True).select_option("")
    expect(heading).to_have_text(person.say("nothing yet"))
    page.get_by_label("nonce", exact=True).select_option("Nonce")
    expect(heading).to_have_text(person.say("does not fit"))
    page.get_by_label("outcome", exact=True).select_option("Result")
    expect(page.locator(".operator-result table").first.locator("tr td:first-child")).to_have_count(5)
    # Another operator gives other outcomes from the same file; then a round is typed again.
    page.get_by_label(person.say("operator"), exact=True).select_option(label="Duel")
    expect(page.locator(".operator-result tr")).not_to_have_count(len(lines) + 1)
    fill_in(person, {**DUEL, "expected": "81.87"})
    expect(heading).to_have_text(person.say("seen"))
