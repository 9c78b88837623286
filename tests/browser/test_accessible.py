"""For everybody: axe finds nothing, the keyboard reaches everything, and the page reads at twice its size."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SOAK, VISITS, Visit
from tests.browser.test_form import SEED
from tests.browser.tour import changed_bundle, tour
from tests.support import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# Place, language, theme, width.
LOOKS = [("offline", "ru", "dark", 390)]
if SOAK:
    LOOKS += [
        ("address", "en", "light", 1280),
        ("address", "ru", "light", 1280),
        ("offline", "en", "dark", 1280),
        ("offline", "en", "light", 390),
    ]


def faults(page: Page) -> list[str]:
    """What axe finds wrong, with the elements that it means."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {', '.join(' '.join(node['target']) for node in one['nodes'][:5])}"
        for one in found["violations"]
    ]


@pytest.mark.parametrize(("where", "language", "scheme", "width"), LOOKS)
def test_axe_finds_nothing_in_any_state(
    where: str, language: str, scheme: str, width: int, visit: Visit, tmp_path: Path
) -> None:
    size = {"width": width, "height": 800}
    person = visit(where, language, bypass_csp=True, color_scheme=scheme, viewport=size)
    found: dict[str, list[str]] = {}
    tour(person, tmp_path, lambda name: found.update({name: faults(person.page)}))
    print({name: wrong for name, wrong in found.items() if wrong})
    assert len(found) > 20
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


# How the element with the focus shows it, and where it is.
FOCUS = """() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return null;
  const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one);
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
  return {
    name: (name || one.tagName).trim().split('\\n')[0],
    tag: one.tagName,
    ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\\)$/.test(outlineColor),
    shadow: boxShadow !== 'none',
    box: [left, top, right, bottom].map(Math.round),
    seen: width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
  };
}"""


def focus(page: Page) -> dict[str, Any] | None:
    return page.evaluate(FOCUS)


def walk(page: Page, key: str = "Tab", most: int = 150) -> list[str]:
    """Tabs from where the focus is to the end of the page; each stop is in view and shows the focus."""
    names: list[str] = []
    for _ in range(most):
        page.keyboard.press(key)
        now = focus(page)
        if now is None:
            return names
        assert now["ring"] or now["shadow"], now
        assert now["seen"], str(now)
        names.append(now["name"])
    raise AssertionError(f"no end: {names[-5:]}")


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    for _ in range(150):
        page.keyboard.press(key)
        now = focus(page)
        if now is not None and re.match(name, now["name"]):
            return
    raise AssertionError(f"the keyboard doesn't reach {name}")


def from_the_top(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    page.evaluate("getSelection().removeAllRanges()")


def test_the_keyboard_reaches_everything_and_shows_where_it_is(visit: Visit) -> None:
    person = visit("offline", "en")
    page = person.page
    names = walk(page)
    assert names[:5] == ["Go to the content", "One round", "Many rounds", "How it works", "EN"]
    assert names[5:7] == ["RU", "Light or dark"]
    fields = [
        "Game",
        "Client seed",
        "Server seed",
        "Hash shown before play",
        "Nonce",
        "Stake",
        "Rows",
        "Risk",
    ]
    ways = ["The operator’s rules", "Paste a record", "Choose a file, or drop it here", "Load an example"]
    start = names.index("Game")
    assert [name.split("not ")[0].strip() for name in names[start : start + 12]] == fields + ways
    assert "How it works" in names[start + 12 :]  # the footer
    back = walk(page, "Shift+Tab")
    assert back[: len(names)][::-1] == names


@pytest.mark.soak
def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    person = visit("address", "en")
    page = person.page
    page.keyboard.press("Tab")
    jump = page.get_by_role("link", name="Go to the content")
    expect(jump).to_be_focused()
    expect(jump).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    tab_to(page, "Game")
    page.keyboard.type("Mines")
    expect(person.field("game")).to_have_value("mines")
    for name, text in {"Client seed": "client", "Server seed": SEED, "Nonce": "418402"}.items():
        tab_to(page, name)
        page.keyboard.type(text)
    tab_to(page, "Mines")
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    tab_to(page, "Opened cells")
    page.keyboard.type("7")
    person.shows("derived")
    tab_to(page, "Then")
    page.keyboard.press("ArrowDown")
    person.shows("refused")  # a mine ended the round before
    page.keyboard.press("ArrowUp")
    person.shows("derived")
    person.judges(rules="pass")
    walk(page)
    tab_to(page, "Copy link", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(person.button("link copied")).to_be_focused()
    tab_to(page, "Paste a record", "Shift+Tab")
    page.keyboard.press("Space")
    area = page.get_by_role("textbox", name="Paste a record")
    expect(area).to_be_focused()
    page.keyboard.press("Escape")
    expect(person.button("paste")).to_be_focused()
    tab_to(page, "Choose a file")
    with page.expect_file_chooser():
        page.keyboard.press("Enter")
    tab_to(page, "Load an example")
    page.keyboard.press("Enter")
    person.shows("verified")
    expect(person.heading).to_be_focused()  # what came of it is read next
    assert "Save report" in walk(page)


@pytest.mark.soak
def test_many_rounds_by_keyboard_alone(visit: Visit, tmp_path: Path) -> None:
    person = visit("offline", "en")
    page = person.page
    tab_to(page, "Many rounds")
    page.keyboard.press("Enter")
    tab_to(page, "Choose files")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(changed_bundle(tmp_path / "rounds.jsonl"))
    expect(page.get_by_text("All checked", exact=True)).to_be_visible()
    expect(person.heading).to_be_focused()
    names = walk(page)
    for name in (
        "Export CSV",
        "Open round",
        "All",
        "Mismatches",
        "Gaps",
        "Lost bets",
        "Go to nonce",
        "Rounds",
    ):
        assert any(one.startswith(name) for one in names), name
    from_the_top(page)
    tab_to(page, "Mismatches")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Mismatches"))).to_be_focused()
    tab_to(page, "Rounds")
    tab_to(page, "Open the round with nonce 14")
    page.keyboard.press("Enter")
    person.shows("failed settlement")
    expect(person.field("nonce")).to_have_value("14")


@pytest.mark.soak
@pytest.mark.parametrize(("where", "language"), VISITS if SOAK else VISITS[:1])
def test_twice_as_large_nothing_is_cut_off(where: str, language: str, visit: Visit, tmp_path: Path) -> None:
    """At 200 % a window of 1280 × 720 has room for 640 × 360; at 400 %, for 320 across."""
    person = visit(where, language, viewport={"width": 640, "height": 360}, device_scale_factor=2)
    wide: list[str] = []

    def stop(name: str) -> None:
        for width in (640, 320):
            person.page.set_viewport_size({"width": width, "height": 360})
            over = person.page.evaluate(OVER)
            if over > 0:
                wide.append(f"{name} at {width}: {over}")
        person.page.set_viewport_size({"width": 640, "height": 360})

    tour(person, tmp_path, stop)
    assert wide == []


# By how much the page is wider than its window, once what follows the window has been drawn anew.
OVER = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  setTimeout(() => done(document.documentElement.scrollWidth - innerWidth)))))"""


@pytest.mark.soak
def test_nothing_moves_where_motion_is_not_wanted(visit: Visit, tmp_path: Path) -> None:
    person = visit("offline", "en", reduced_motion="reduce")
    moving: dict[str, Any] = {}
    running = "document.getAnimations().map((one) => `${one.animationName ?? one.transitionProperty}`)"

    def stop(name: str) -> None:
        moving[name] = person.page.evaluate(running)

    tour(person, tmp_path, stop)
    assert {name: found for name, found in moving.items() if found} == {}
