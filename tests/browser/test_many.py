"""Many rounds at once: progress and stopping, mismatches on top, gaps, the table and what is exported of it."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bundles import rounds, write
from tests.browser.conftest import SOAK, Visit
from tests.browser.person import Person
from tests.browser.test_verdicts import strange_records
from tests.browser.words import CHECKS
from tests.programs import verify

Record = dict[str, Any]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Some hundred rounds of all games under one pair of seeds."""
    return list(rounds(210))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of 5 MB, in soak of 50."""
    path = write(tmp_path_factory.mktemp("large") / "large.jsonl", rounds(78_000 if SOAK else 7_800))
    assert path.stat().st_size > (50_000_000 if SOAK else 5_000_000)
    return path


@pytest.fixture(scope="module")
def files(large: Path) -> list[Path]:
    """So many rounds that there is time to stop."""
    copies = [large.with_name(f"large-{n}.jsonl") for n in range(6)]
    for copy in copies:
        copy.hardlink_to(large)
    return copies


def verifier(command: str, path: Path) -> list[Any]:
    return [json.loads(line) for line in verify(command, "--json", path).stdout.splitlines()]


def changed(record: Record, **members: Any) -> Record:
    """With other members in its settlement, or in its outcome where it has none."""
    part = "settlement" if "settlement" in record else "outcome"
    return record | {part: record[part] | members}


def finished(person: Person) -> None:
    expect(person.page.get_by_text(person.say("all checked"), exact=True)).to_be_visible(timeout=600_000)


def cells(person: Person) -> list[list[str]]:
    """The rows of rounds that are drawn: text, and what a picture in a cell is called."""
    return person.page.get_by_role("table").evaluate(
        "table => [...table.querySelectorAll('tbody tr:not(.pad, .grp, .gaprow)')].map((row) => "
        "[...row.cells].map((cell) => cell.innerText.trim() || cell.querySelector('[aria-label], title')?."
        "getAttribute('aria-label') || cell.querySelector('title')?.textContent || ''))"
    )


def all_cells(person: Person) -> list[list[str]]:
    """Every row of the table, in its order, by scrolling through it with the keyboard."""
    region = person.page.get_by_role("region", name=re.compile("^(Rounds|Раунды)$"))
    region.focus()
    seen: dict[str, list[str]] = {}
    person.page.keyboard.press("Home")
    while True:
        before = region.evaluate("one => one.scrollTop")
        for row in cells(person):
            seen.setdefault(row[0], row)
        person.page.keyboard.press("PageDown")
        try:
            person.page.wait_for_function(
                "([one, before]) => one.scrollTop > before",
                arg=[region.element_handle(), before],
                timeout=700,
            )
        except Exception:
            return list(seen.values())


def number(text: str) -> str:
    """A number as a file has it."""
    return text.replace("\u202f", "")


def test_a_bundle_is_judged_as_the_verifier_judges_it(
    person: Person, records: list[Record], tmp_path: Path
) -> None:
    wrong = list(records)
    wrong[30] = changed(wrong[30], returned=1)
    wrong[61] = wrong[61] | {"outcome": {"multiplier": "3.33"}}
    path = write(tmp_path / "bundle.jsonl", wrong)
    person.drops(path)
    finished(person)
    expect(person.heading).to_have_text(re.compile("^2 (rounds do not match|раунда не сошлись)$"))
    *answers, bundle = verifier("bundle", path)
    person.judges(**{one["check"]: one["status"] for one in bundle["checks"]})
    # The first mismatch stands above all, with what the record says and what the seeds give.
    expect(person.page.get_by_text(person.say("first mismatch", nonce=30), exact=True)).to_be_visible()
    expect(person.page.locator(".first")).to_contain_text(re.compile(r"returned 1\b"))
    expect(person.page.locator(".tape")).to_have_attribute("aria-label", re.compile(r"\b30, 61\b"))
    lines = [json.loads(line) for line in person.saves("json").splitlines()]
    assert lines.pop()["verdict"] == bundle["verdict"]
    for line, answer in zip(lines, answers, strict=True):
        assert (line["verdict"], line["round_id"]) == (answer["verdict"], answer["round_id"])
        assert line["checks"] == [
            {name: one[name] for name in ("check", "status")} for one in answer["checks"]
        ]
    told = list(csv.DictReader(io.StringIO(person.saves("csv").decode("utf-8-sig"))))
    assert [int(line["nonce"]) for line in told] == list(range(len(wrong)))
    for line, answer, record in zip(told, answers, wrong, strict=True):
        assert [line[name] for name in CHECKS] == [one["status"] for one in answer["checks"]]
        settlement = record.get("settlement", {"staked": "", "returned": ""})
        assert [line["staked"], line["returned"]] == [str(settlement["staked"]), str(settlement["returned"])]
    # What is exported is what the table shows: numbers, words of outcomes aside, verdicts and checks.
    states = {"pass": person.say("pass"), "fail": person.say("fail"), "skip": person.say("not checked")}
    for row, line in zip(sorted(all_cells(person), key=lambda row: int(number(row[0]))), told, strict=True):
        assert number(row[0]) == line["nonce"]
        assert [number(row[2]), number(row[3])] == [line["staked"] or "–", line["returned"] or "–"]
        assert row[4:11] == [states[line[name]] for name in CHECKS]


def test_rows_can_be_chosen_and_opened(person: Person, records: list[Record], tmp_path: Path) -> None:
    wrong = [one for nonce, one in enumerate(records) if nonce not in (20, 21, 22, 100)]
    wrong[5] = changed(wrong[5], staked=99)
    person.drops(write(tmp_path / "gaps.jsonl", wrong))
    finished(person)
    person.judges(nonces="fail", seed="pass", close_root="skip")
    page = person.page
    button = page.get_by_role("button", name=re.compile(f"^{person.say('gaps')} 2$"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    gaps = page.get_by_role("row").filter(has_text=re.compile("^(20|100)"))
    expect(gaps).to_have_count(2)
    expect(gaps.first).to_contain_text(re.compile("3 nonces .* 22|3 номера .* 22"))
    page.get_by_role("button", name=re.compile(f"^{person.say('mismatches')} 1$")).click()
    assert [row[0] for row in cells(person)] == ["5"]
    page.get_by_role("button", name=re.compile(f"^{person.say('lost')} ")).click()
    assert all(row[3] == "0" for row in cells(person))
    goto = person.page.get_by_label(person.say("go to"))
    goto.fill("150")
    goto.press("Enter")
    open_it = page.get_by_role("button", name=re.compile(r"\b150$"))
    expect(open_it).to_be_in_viewport()
    open_it.click()
    person.shows("verified")
    expect(person.field("nonce")).to_have_value("150")
    person.goes_to("many rounds")
    page.get_by_role("button", name=person.say("open round"), exact=True).click()
    person.shows("failed settlement")
    expect(person.field("nonce")).to_have_value("5")
    page.go_back()
    expect(page.get_by_text(person.say("first mismatch", nonce=5), exact=True)).to_be_visible()


@pytest.mark.soak
def test_whatever_stands_in_a_line_the_others_are_judged(guest: Person, tmp_path: Path) -> None:
    """Each line gets the verdict that the verifier gives it."""
    found = list(strange_records(range(1, 8)))
    path = write(tmp_path / "strange.jsonl", found if SOAK else found[:: len(found) // 500])
    guest.drops(path)
    finished(guest)
    lines = [json.loads(line) for line in guest.saves("json").splitlines()]
    for line, answer in zip(lines[:-1], verifier("round", path), strict=True):
        wanted = [{name: one[name] for name in ("check", "status")} for one in answer["checks"]]
        assert (line["verdict"], line["checks"]) == (answer["verdict"], wanted), line


def test_a_line_longer_than_any_record_is_told_and_the_next_is_read(
    guest: Person, records: list[Record], tmp_path: Path
) -> None:
    path = tmp_path / "long.jsonl"
    first, last = (json.dumps(one) for one in records[:2])
    path.write_text(f'{first}\n{{"type": "{"x" * 18 * 2**20}"}}\n{last}\n')
    guest.drops(path)
    finished(guest)
    expect(guest.heading).to_have_text(re.compile("1 line cannot be read|Не читается 1 строка"))
    expect(guest.page.locator(".first")).to_contain_text(re.compile("16.?777.?216"))
    assert [row[0] for row in cells(guest)[-3:]] == [
        "0",
        "line 2" if guest.language == "en" else "строка 2",
        "1",
    ]


def long_tasks(page: Page) -> list[int]:
    """How long the page was busy without a pause, each time that it was so for more than 50 ms."""
    return page.evaluate("() => window.busy.splice(0)")


WATCH = """window.busy = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.busy.push(Math.round(duration));
}).observe({ type: 'longtask' });"""


def heap(page: Page) -> int:
    """Bytes of objects that are still needed."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    return int(session.send("Runtime.getHeapUsage")["usedSize"])


@pytest.fixture
def watched(visit: Visit) -> Person:
    person = visit("offline", "en")
    person.page.add_init_script(WATCH)
    person.page.reload()
    expect(person.page.get_by_role("contentinfo")).to_contain_text(person.say("self-test passed"))
    return person


@pytest.mark.soak
def test_thousands_of_rounds_leave_the_page_free_and_its_memory_small(watched: Person, large: Path) -> None:
    page = watched.page
    before = heap(page)
    long_tasks(page)
    began = time.monotonic()
    watched.chooses_files(large)
    progress = page.get_by_role("region", name="Progress").or_(page.locator(".prog"))
    counts: list[int] = []
    while watched.button("stop").count():
        found = re.match(r"([\d\u202f]+) rounds? checked", progress.first.inner_text())
        counts.append(int(number(found[1])) if found else 0)
        page.wait_for_timeout(200)
    finished(watched)
    seconds = time.monotonic() - began
    watched.shows("every round")
    watched.judges(nonces="pass", seed="pass", close_root="skip")
    assert counts == sorted(counts)
    assert len(set(counts)) > 2  # it went on before the reader's eyes
    busy = long_tasks(page)
    rows = large.read_bytes().count(b"\n")
    used = heap(page) - before
    print(f"{rows} rounds, {seconds:.1f} s, {used} bytes kept, longest {max(busy, default=0)} ms")
    # Of each round a short row is kept, not its record.
    assert used < 4_000_000 + 400 * rows
    lines = watched.saves("csv").splitlines()
    assert len(lines) == rows + 1
    assert len(watched.saves("json").splitlines()) == rows + 1
    print(f"exports: longest {max(long_tasks(page), default=0)} ms")
    if SOAK:
        assert max(busy, default=0) < 200


def test_reading_stops_when_it_is_told_to(watched: Person, files: list[Path]) -> None:
    page = watched.page
    watched.drops(*files)
    stop = watched.button("stop")
    expect(stop).to_be_visible()
    expect(page.locator(".pl")).to_contain_text(re.compile(r"[1-9]\d{2,} rounds checked"))
    # Pressed slowly: numbers change meanwhile, the button stays.
    box = stop.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.wait_for_timeout(600)
    began = time.monotonic()
    page.mouse.up()
    stopped = page.get_by_text(watched.say("stopped"), exact=True)
    expect(stopped).to_be_visible()
    seconds = time.monotonic() - began
    print(f"stopped after {seconds:.2f} s")
    if SOAK:
        assert seconds < 0.3
    watched.judges(nonces="skip", seed="skip", close_root="skip")
    expect(page.locator(".tally")).to_contain_text("still to check")
    count = number(page.locator(".pl b").inner_text())
    page.wait_for_timeout(300)
    assert number(page.locator(".pl b").inner_text()) == count
    # By key as well, and another file in the place of one that is being read.
    watched.drops(*files)
    expect(stop).to_be_visible()
    stop.focus()
    page.keyboard.press("Enter")
    expect(stopped).to_be_visible()
    watched.drops(*files)
    expect(stop).to_be_visible()
    watched.drops(write(files[0].with_name("few.jsonl"), rounds(3)))
    finished(watched)
    expect(page.locator(".what").first).to_contain_text("3 rounds. few.jsonl")
