"""Records and files made to mislead whoever reads the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person, until
from tests.browser.vectors import record

# What turns round the text beside it: "Dice, verified" from right to left.
TURNED = "\u202edeifirev ,eciD"
CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def dropped(person: Person, path: Path, *records: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records), "utf-8")
    person.drops(path)


def forged(**changes: Any) -> dict[str, Any]:
    return record(1) | {"outcome": {"roll": "0.01"}} | changes


@pytest.mark.parametrize("where", ["whole", "alone"])
def test_a_record_that_holds_a_link_is_judged_itself(where: str, guest: Person, tmp_path: Path) -> None:
    genuine = json.dumps(record(1))
    guest.pastes(genuine)
    guest.shows("verified")
    link = f"#v=1&record={quote(genuine)}&x=" if where == "whole" else "#v=1"
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(forged(round_id=link), separators=(",", ":")), "utf-8")
    guest.drops(path)
    guest.judges(outcome="fail")


def test_a_link_that_holds_nothing_says_so(guest: Person) -> None:
    guest.pastes(json.dumps(record(1)))
    guest.shows("verified")
    for fragment in ("v=1&game=poker", "v=x&game=dice", "v=1"):
        guest.page.evaluate("fragment => { location.hash = fragment }", fragment)
        told = guest.page.get_by_text(re.compile("holds no round|нет раунда"))
        expect(told).to_be_visible()
        guest.pastes(json.dumps(record(1)))
        expect(told).to_have_count(0)


def test_no_failed_round_hides_among_others(guest: Person, tmp_path: Path) -> None:
    other = record(1) | {"seeds": record(1)["seeds"] | {"server_seed_hash": "0" * 64}}
    del other["seeds"]["server_seed"]
    dropped(guest, tmp_path / "history.jsonl", record(1), other, forged(tlog_proof="", close={}))
    expect(guest.heading).to_have_text(re.compile("^1 "))
    until(lambda: guest.page.locator("tr.badrow").count(), lambda count: count > 0)


def test_what_cannot_be_read_is_not_read_when_it_is_opened(guest: Person, tmp_path: Path) -> None:
    line = json.dumps(record(1)).encode()
    paths = [tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"]
    paths[0].write_bytes(line)
    paths[1].write_bytes(line.replace(b"dice-0", b"dice\xff0"))
    guest.drops(*paths)
    guest.page.locator("tr.badrow").first.get_by_role("button").click()
    expect(guest.page.get_by_text(re.compile("not valid UTF-8|не UTF-8"))).to_be_visible()
    expect(guest.page.locator("ul.checks")).to_have_count(0)


def test_no_text_of_a_record_turns_round_what_stands_beside_it(guest: Person, tmp_path: Path) -> None:
    seeds, params = record(1)["seeds"], record(1)["params"]
    changes: list[dict[str, Any]] = [
        {"game": TURNED},
        {"round_id": TURNED},
        {"params": params | {TURNED: 1}},
        {"params": params | {"target": TURNED, "direction": TURNED}},
        {"seeds": seeds | {"nonce": TURNED}},
        {"seeds": seeds | {"client_seed": TURNED}},
        {"outcome": {"roll": TURNED}},
    ]
    for number, change in enumerate(changes):
        dropped(guest, tmp_path / f"turned-{number}.json", forged(**change))
        until(lambda: "fail" in guest.statuses().values(), bool)
        guest.page.wait_for_timeout(200)
        shown = guest.page.evaluate("document.title + document.body.innerText")
        assert not CONTROLS.search(shown), change
    dropped(guest, tmp_path / "turned.jsonl", *(forged(**change) for change in changes))
    expect(guest.heading).to_have_text(re.compile(f"^{len(changes)} "))
    assert not CONTROLS.search(guest.page.evaluate("document.title + document.body.innerText"))


def test_a_folder_is_told_as_what_it_is(guest: Person, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    guest.drops(folder)
    told = guest.page.get_by_text(re.compile("cannot be read as a file|не читается как файл")).first
    expect(told).to_be_visible()
    # Beside a file, the file is judged all the same.
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(record(1)) + "\n", "utf-8")
    guest.drops(folder, path)
    expect(guest.heading).to_have_text(re.compile("1 line cannot be read|Не читается 1 строка"))
    expect(guest.page.locator(".tally")).to_contain_text(re.compile("1 verified|1 проверен"))
