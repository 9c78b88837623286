"""What a reader brings: records, bundles and histories, pasted, dropped or chosen; and what cannot be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.vectors import case, record

Bring = Callable[[Person, str, Path], None]


def by_key(person: Person, text: str, path: Path) -> None:
    person.pastes(text)


def by_panel(person: Person, text: str, path: Path) -> None:
    person.goes_to("one round")
    person.button("paste").click()
    area = person.page.get_by_role("textbox", name=person.say("paste"))
    expect(area).to_be_focused()
    person.clipboard.put(text)
    area.press("Control+v")
    person.button("check").click()


def by_drop(person: Person, text: str, path: Path) -> None:
    person.drops(written(path, text))


def by_drag(person: Person, text: str, path: Path) -> None:
    person.drops(text=text)


def by_chooser(person: Person, text: str, path: Path) -> None:
    person.goes_to("one round")
    person.chooses_files(written(path, text))


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


WAYS: dict[str, Bring] = {
    "Ctrl+V": by_key,
    "the panel": by_panel,
    "a drop": by_drop,
    "a dropped text": by_drag,
    "the chooser": by_chooser,
}
FILES = ("a drop", "the chooser")


def test_a_record_is_judged_whichever_way_it_comes(person: Person, tmp_path: Path) -> None:
    for number, (way, bring) in enumerate(WAYS.items(), 1):
        one = case("records", number)
        bring(person, one.given["text"], tmp_path / f"record-{number}.json")
        game = str(json.loads(one.given["text"])["game"])
        expect(person.page.locator(".what").first).to_contain_text(person.say(game))
        person.shows("verified")
        if way in FILES:
            expect(person.page.get_by_text(person.say("from a file"), exact=True)).to_be_visible()
        if way in ("Ctrl+V", "the panel"):
            expect(person.page.get_by_text(person.say("from a text"), exact=True)).to_be_visible()
        expect(person.field("server_seed")).to_have_value("0" * 64)
        person.judges(outcome="pass", receipt="skip")


def test_a_bundle_is_judged_whichever_way_it_comes(person: Person, tmp_path: Path) -> None:
    bundle = case("bundles", 4)
    counts = {"nonces": "pass", "seed": "pass", "close_root": "skip"}
    for number, bring in enumerate(WAYS.values(), 1):
        bring(person, bundle.given["text"], tmp_path / f"bundle-{number}.jsonl")
        person.shows("every round")
        person.judges(**counts)
        expect(table(person)).to_have_count(5)
        person.goes_to("one round")
        # What was brought last is kept while another view is shown.
        person.goes_to("many rounds")
        expect(table(person)).to_have_count(5)


def test_a_history_of_several_pairs_is_no_broken_bundle(guest: Person, tmp_path: Path) -> None:
    history = case("bundles", 11).given["text"]  # two seed pairs
    guest.drops(written(tmp_path / "history.jsonl", history))
    guest.shows("every round")
    guest.judges(nonces="skip", seed="skip", close_root="skip")
    guest.page.get_by_role("button", name=re.compile("as one bundle|как один пакет")).click()
    guest.judges(nonces="pass", seed="fail", close_root="skip")
    # Several files at once are one history.
    first, second = history.strip().split("\n")
    guest.drops(written(tmp_path / "a.jsonl", first), written(tmp_path / "b.jsonl", second))
    expect(guest.page.locator(".what").first).to_contain_text("a.jsonl, b.jsonl")
    guest.shows("every round")
    expect(table(guest)).to_have_count(2)


def table(person: Person):  # type: ignore[no-untyped-def]
    """The rows of rounds."""
    opens = person.page.get_by_role("button", name=person.say("open"))
    return person.page.get_by_role("row").filter(has=opens)


PRETTY = json.dumps(record(1), indent=1)


def broken(before: str, after: str, at: str) -> tuple[str, tuple[int, int]]:
    """A record with one thing changed in it, and the line and column where reading stops: where this text
    begins behind the change."""
    start = PRETTY.index(before)
    text = PRETTY[:start] + after + PRETTY[start + len(before) :]
    stop = text.index(at, start)
    return text, (text.count("\n", 0, stop) + 1, stop - text.rfind("\n", 0, stop))


# A text that is no record and the place, where there is one; and what is said of it in either language.
UNREADABLE: dict[str, tuple[tuple[str, tuple[int, int] | None], str]] = {
    "a comma is missing": (broken('"dice-0",', '"dice-0"', '"game"'), "A comma is missing|пропущена запятая"),
    "two commas": (broken("[],", "[],,", ',\n "outcome'), "This is not JSON|Это не JSON"),
    "a comma at the end": (broken('"over"', '"over",', "}"), "a comma too many|лишняя запятая"),
    "quotes of a typesetter": (
        broken('"dice"', "“dice”", "“"),
        "straight double quotes|прямых двойных кавычках",
    ),
    "a fraction cut short": (broken('"stake": 100', '"stake": 1.', "."), "This is not JSON|Это не JSON"),
    "cut in the middle": ((PRETTY[:-2], (PRETTY.count("\n"), 3)), "ends too early|обрывается"),
    "no object": (("[1, 2]", None), "not one object|не один объект"),
    "another type": (('{"type": "fairseed/round/v9"}', None), "its type is none|такого типа"),
    "no record at all": (("fairseed", (1, 1)), "This is not JSON|Это не JSON"),
    "too deep": ((case("records", 116).given["text"], None), "more than 64 levels|больше 64 уровней"),
    "a byte order mark": (("\ufeff" + PRETTY, None), "byte order mark|порядка байтов"),
}


@pytest.mark.soak
def test_what_cannot_be_read_is_told_with_its_place_and_changes_nothing(
    person: Person, tmp_path: Path
) -> None:
    person.pastes(case("records", 2).given["text"])
    person.shows("verified")
    person.judges(outcome="pass")
    before = (person.page.url, person.checks())
    # As text where a text can hold it; a mark in front of a text is not pasted by every browser.
    ways = [by_key, by_drop, by_chooser, by_drag]
    for i, (name, ((text, place), why)) in enumerate(UNREADABLE.items()):
        bring = by_drop if text[:1] == "\ufeff" else ways[i % len(ways)]
        bring(person, text, tmp_path / "broken.json")
        alert = person.page.get_by_role("alert").filter(has_text=person.say("not a record"))
        expect(alert).to_contain_text(re.compile(why))
        expect(alert).to_contain_text(person.say("nothing was checked"))
        if place is not None:
            expect(alert).to_contain_text(person.say("place", line=place[0], column=place[1]))
        assert (person.page.url, person.checks()) == before, name
        expect(person.field("nonce")).to_have_value("0")
        person.shows("verified")


def test_a_text_that_cannot_be_read_can_be_mended_in_place(guest: Person) -> None:
    text = UNREADABLE["a comma is missing"][0][0]
    guest.pastes(text)
    guest.button("edit the text").click()
    area = guest.page.get_by_role("textbox", name=guest.say("paste"))
    expect(area).to_have_value(text)
    expect(area).to_be_focused()
    area.fill(PRETTY)
    area.press("Control+Enter")
    guest.shows("verified")
    expect(area).to_be_hidden()
    guest.button("paste").click()
    expect(area).to_have_value("")
    area.press("Escape")
    expect(area).to_be_hidden()
    expect(guest.button("paste")).to_be_focused()


def test_lines_that_cannot_be_read_leave_the_others_checked(person: Person, tmp_path: Path) -> None:
    lines = case("bundles", 2).given["text"].strip().split("\n")
    broken = lines[1].replace('"nonce": 1', '"nonce": 1 1')
    column = broken.index("1 1") + 3
    bundle = "\n".join([lines[0], "", broken, lines[2], ""])
    person.drops(written(tmp_path / "bundle.jsonl", bundle))
    expect(person.heading).to_have_text(re.compile("^(1 line cannot be read|Не читается 1 строка)$"))
    first = person.page.locator(".first")
    expect(first).to_contain_text(person.say("place", line=3, column=column))
    expect(first).to_contain_text("bundle.jsonl")
    rows = table(person)
    expect(rows.filter(has_text=re.compile("unreadable|не читается"))).not_to_have_count(0)
    expect(rows.filter(has_text=re.compile("verified|проверен"))).to_have_count(2)
    assert person.statuses()["nonces"] == "fail"


@pytest.mark.parametrize("name", ["empty.jsonl", "blank.jsonl"])
def test_a_file_without_a_round_is_told(name: str, guest: Person, tmp_path: Path) -> None:
    guest.goes_to("many rounds")
    guest.chooses_files(written(tmp_path / name, "\n \n" if "blank" in name else ""), by="files")
    expect(guest.heading).to_have_text(re.compile("There is no round|нет раундов"))


def test_bytes_that_are_no_text_are_told(guest: Person, tmp_path: Path) -> None:
    for number in (121, 122):
        path = tmp_path / f"{number}.json"
        path.write_bytes(bytes.fromhex(case("records", number).given["hex"]))
        guest.drops(path)
        expect(guest.page.get_by_role("alert").last).to_contain_text("UTF-8")
        guest.shows("nothing yet")
