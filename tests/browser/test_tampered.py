"""A page that was changed or damaged on its way says so above everything else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SOAK, VISITS, Open
from tests.browser.person import Clipboard, Person
from tests.browser.words import LANGUAGES
from web_verifier import site
from web_verifier.inline import one_file

# A module, what stands in it, and what was put in its place.
CHANGES: dict[str, tuple[str, str, str]] = {
    "a known answer": ("verify/known.js", "roll: '99.41'", "roll: '99.42'"),
    "a constant of SHA-256": ("core/sha256.js", "0x428a2f98", "0x428a2f99"),
    "a verdict": ("verify/checks.js", "'fail')) return 'failed'", "'fail')) return 'verified'"),
    "a check": ("verify/record.js", "expected === seeds.server_seed_hash", "true"),
    "a module that is none": ("verify/selftest.js", "export async function", "export async func"),
}


# One file is one script, so that none of it runs where a part of it is none. Outside soak each once.
WHERE = [
    (change, *visit)
    for number, change in enumerate(CHANGES)
    for place, visit in enumerate(VISITS)
    if (SOAK or place == number % 2) and (change, visit[0]) != ("a module that is none", "offline")
]


def changed(path: str, before: str, after: str) -> str:
    source = (site.PAGE / path).read_text("utf-8")
    assert before in source, (path, before)
    return source.replace(before, after, 1)


def assert_alarmed(person: Person) -> None:
    page = person.page
    banner = page.get_by_role("alert").filter(has_text=person.say("do not trust"))
    expect(banner).to_be_visible()
    expect(page.get_by_role("contentinfo")).to_contain_text(person.say("self-test failed"))
    box, main = banner.bounding_box(), page.get_by_role("main").bounding_box()
    assert box is not None
    assert main is not None
    assert box["y"] + box["height"] <= main["y"]
    ground = page.get_by_text(person.say("do not trust")).evaluate(
        "one => getComputedStyle(one.closest('.ban')).backgroundColor"
    )
    red, green, blue = map(int, re.findall(r"\d+", ground)[:3])
    assert red > green
    assert red > blue


@pytest.mark.parametrize(("change", "where", "language"), WHERE)
def test_a_tampered_page_raises_the_alarm(
    change: str,
    where: str,
    language: str,
    address: str,
    open_page: Open,
    clipboard: Clipboard,
    tmp_path: Path,
) -> None:
    path, before, after = CHANGES[change]
    source = changed(path, before, after)
    if where == "address":

        def prepare(page: Page) -> None:
            def answer(route: Route) -> None:
                headers = {**site.HEADERS, "Content-Type": site.TYPES[".js"]}
                route.fulfill(body=source, headers=headers)

            page.route(f"**/{path}", answer)

        page = open_page(address, prepare, locale=LANGUAGES[language])
    else:
        folder = tmp_path / "page"
        shutil.copytree(site.PAGE, folder)
        (folder / path).write_text(source, "utf-8")
        file = tmp_path / site.OFFLINE
        file.write_bytes(one_file(folder))
        page = open_page(file.as_uri(), locale=LANGUAGES[language])
    assert_alarmed(Person(page, language, clipboard))


def test_the_alarm_stays_in_every_view(address: str, open_page: Open, clipboard: Clipboard) -> None:
    path, before, after = CHANGES["a constant of SHA-256"]
    body = changed(path, before, after)

    def prepare(page: Page) -> None:
        headers = {**site.HEADERS, "Content-Type": site.TYPES[".js"]}
        page.route(f"**/{path}", lambda route: route.fulfill(body=body, headers=headers))

    person = Person(open_page(address, prepare, locale="en-GB"), "en", clipboard)
    assert_alarmed(person)
    for view in ("many rounds", "how it works", "one round"):
        person.goes_to(view)
        assert_alarmed(person)
    person.page.get_by_role("button", name="RU Русский").click()
    person.language = "ru"
    assert_alarmed(person)
    person.takes_an_example()
    person.shows("failed commitment")
    assert_alarmed(person)
