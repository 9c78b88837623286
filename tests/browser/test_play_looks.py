"""The play page for everybody: axe, the keyboard alone, widths, themes, both languages, no motion."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SOAK
from tests.browser.playing import GAMES, READ, Arrive, Guest, arrive, house
from tests.browser.test_accessible import OVER, faults, tab_to, walk

__all__ = ["arrive", "house"]  # fixtures

Stop = Callable[[str], None]
WIDTHS = (360, 768, 1440)
LOOKS = [("ru", "dark", 360)]
if SOAK:
    LOOKS += [("en", "light", 1440), ("en", "dark", 768), ("ru", "light", 768), ("en", "light", 360)]
READING = ("rules/mines", "rules/poker", "rules/common", "fair")


def tour(guest: Guest, stop: Stop) -> None:
    """Through every state of the page, by ids: its words are another test's."""
    page = guest.page
    bet, heading = page.locator("#b-bet"), page.locator("#heading")
    expect(heading).to_be_visible()
    stop("entry")
    page.locator("#b-guest").click()
    expect(bet).to_be_enabled()
    stop("dice before a bet")
    bet.click()
    expect(page.locator(".past tbody tr")).to_have_count(2)
    stop("dice after a bet")
    for game in GAMES:
        page.locator(f"#g-{game}").click()
        expect(bet).to_be_enabled()
        if game == "plinko":
            for summary in page.locator(".slip summary").all():
                summary.click()
        stop(f"{game} before a bet")
        if game in ("mines", "hilo", "blackjack"):
            bet.click()
            expect(bet).to_be_disabled() if game != "blackjack" else expect(heading).to_be_visible()
            stop(f"{game} open")
    page.locator("#b-change").click()
    stop("about to change seeds")
    guest.expected = {409}
    page.locator("#b-rotate").click()
    expect(page.locator("#h-client_seed")).not_to_be_empty()
    stop("a round is open")
    page.locator("#b-cancel").click()
    for game in ("mines", "hilo", "blackjack"):
        page.locator(f"#g-{game}").click()
        for _ in range(30):
            done = page.locator("#m-cash_out, #m-stand, #m-random, #m-lower_or_same, #m-higher, #m-lower")
            if bet.is_enabled() or done.count() == 0:
                break
            done.first.click()
            expect(page.locator('#b-bet[aria-disabled="false"]')).to_be_attached()
        stop(f"{game} at its end")
    page.locator("#b-change").click()
    page.locator("#b-rotate").click()
    expect(page.locator("#revealed")).to_be_visible()
    page.locator(".chips summary").click()
    stop("revealed")
    guest.expected = {422}
    page.locator("#g-dice").click()
    page.locator("#f-target").fill("0.50")
    expect(page.locator("#h-bet")).not_to_be_empty()
    stop("refused before a bet")
    guest.expected = {0}
    page.context.set_offline(True)
    page.locator("#f-target").fill("60.00")
    expect(page.locator(".notice")).to_be_visible(timeout=10_000)
    stop("no answer")
    page.context.set_offline(False)
    page.locator("#b-leave").click()
    stop("left")


# Narrow, the header has at most two lines, with all its games, and the one that is shown is in sight.
HEADER = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const header = document.querySelector('header'), games = header.querySelector('.games');
  if (header.offsetHeight > 100) return `${header.offsetHeight} px high`;
  if (!games) return '';
  const [one, strip] = [games.querySelector('[aria-current]'), games].map((it) => it?.getBoundingClientRect());
  const seen = one && one.left >= strip.left && one.right <= strip.right;
  return games.childElementCount === 10 && seen ? '' : `${games.childElementCount} games, ${seen}`;
}"""


def read(guest: Guest, stop: Stop) -> None:
    for path in READING:
        guest.page.goto(f"{guest.root}play/{path}")
        expect(guest.page.locator("#b-theme")).to_be_visible()
        stop(path)


@pytest.mark.parametrize(("language", "scheme", "width"), LOOKS)
def test_axe_finds_nothing_and_nothing_runs_over(
    language: str, scheme: str, width: int, arrive: Arrive
) -> None:
    size = {"width": width, "height": 900}
    guest = arrive(language=language, bypass_csp=True, color_scheme=scheme, viewport=size)
    found: dict[str, list[str]] = {}

    def stop(name: str) -> None:
        found[name] = faults(guest.page)
        for other in (*WIDTHS, width):
            guest.page.set_viewport_size({"width": other, "height": 900})
            if (over := guest.page.evaluate(OVER)) > 0:
                found[name].append(f"{over} px too wide at {other}")
            if other < 840 and (why := guest.page.evaluate(HEADER)):
                found[name].append(f"header at {other}: {why}")

    tour(guest, stop)
    read(guest, stop)
    print({name: wrong for name, wrong in found.items() if wrong})
    assert len(found) > 20
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


# Text under 12 px, and text that its own box cuts off, but for names that end in dots.
SMALL = """() => [...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12)
  .map((one) => one.textContent.trim().slice(0, 40))"""
CYRILLIC = re.compile("[А-Яа-яЁё]")
# What is no word of a language: names, seeds, figures, signs.
LATIN = re.compile(
    r"\b(?!nonce\b|SHA\b|EN\b|RU\b|English\b|guest\b|fairseed\b|verify\b|round\b|RECORD\b|receipts\b|FILE\b|chips?\b)[A-Za-z]{4,}\b"
)


def words_of(page: Page) -> str:
    """The page's text but for what is set as code, and names of players."""
    return page.evaluate(
        """() => { const copy = document.body.cloneNode(true);
          for (const one of copy.querySelectorAll('code, .who, .lang, noscript, .in-en')) one.remove();
          return [copy.textContent, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))].join(' ') }"""
    )


@pytest.mark.soak
def test_russian_is_whole_and_no_text_is_small(arrive: Arrive) -> None:
    guest = arrive(language="ru", viewport={"width": 360, "height": 900})
    english: dict[str, set[str]] = {}
    small: dict[str, list[str]] = {}

    def stop(name: str) -> None:
        text = words_of(guest.page)
        assert CYRILLIC.search(text), name
        # Cards are written as records write them: `Th 9d`.
        english[name] = {
            word for word in LATIN.findall(text) if not re.fullmatch("([2-9TJQKA][cdhs])+", word)
        }
        small[name] = guest.page.evaluate(SMALL)

    tour(guest, stop)
    assert {name: words for name, words in english.items() if words} == {}
    assert {name: texts for name, texts in small.items() if texts} == {}


@pytest.mark.soak
def test_the_language_changes_in_the_middle_of_a_round(arrive: Arrive) -> None:
    guest = arrive().come().game("mines")
    guest.label("Mines").fill("1")
    guest.place(30)
    guest.press("RU Русский")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Мины")
    expect(guest.page.get_by_text("Ваш ход", exact=True)).to_be_visible()
    assert guest.page.evaluate("document.documentElement.lang") == "ru"
    guest.press("Случайная клетка")
    expect(
        guest.page.get_by_role("button", name=re.compile("^Случайная клетка|^Поставить 30$")).first
    ).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Мины")
    guest.page.get_by_role("link", name="Общие правила").click()
    expect(guest.page.locator(READ)).to_have_text("Общие правила игр")
    expect(guest.page.get_by_text("Chips are whole numbers")).to_be_hidden()
    guest.press("EN English")
    expect(guest.page.get_by_text("Chips are whole numbers")).to_be_visible()
    expect(guest.page.get_by_text("Фишки — целые числа")).to_be_hidden()


def test_the_theme_is_the_readers(arrive: Arrive) -> None:
    guest = arrive(color_scheme="dark")
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = guest.page.evaluate(colour)
    guest.press("Light or dark")
    light = guest.page.evaluate(colour)
    assert light != dark
    guest.page.goto(f"{guest.root}play/rules/dice")
    assert guest.page.evaluate(colour) == light


def test_rules_can_be_read_without_a_script(arrive: Arrive) -> None:
    guest = arrive("rules/dice", java_script_enabled=False)
    for text in ("A roll equal to the target loses in both directions.", "Бросок, равный цели, проигрывает"):
        expect(guest.page.get_by_text(text)).to_be_visible()
    guest.page.goto(f"{guest.root}play/")
    expect(guest.page.get_by_role("link", name="rules")).to_be_visible()


@pytest.mark.soak
def test_rounds_by_keyboard_alone(arrive: Arrive) -> None:
    guest = arrive()
    page = guest.page
    guest.shows("Play with virtual chips")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Go to the content")).to_be_focused()
    tab_to(page, "Play as a guest")
    page.keyboard.press("Enter")
    guest.shows("Dice")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(guest.bet).to_be_enabled()
    tab_to(page, "Stake", "Shift+Tab")
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    expect(guest.rounds).to_have_count(1)
    expect(guest.rounds.first).to_contain_text("25")
    expect(guest.label("Stake")).to_be_focused()

    tab_to(page, "Mines", "Shift+Tab")
    page.keyboard.press("Enter")
    guest.shows("Mines")
    expect(guest.bet).to_be_enabled()
    tab_to(page, "Mines")
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    tab_to(page, "Bet")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Cell 0, closed")).to_be_focused()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Cell 5, closed")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Cell 5, closed")).to_have_count(0)
    if guest.status.inner_text() == "Your move":  # no mine lay there
        expect(page.get_by_role("button", name=re.compile("^Cell 5, safe"))).to_be_focused()
        tab_to(page, "Cash out")
        page.keyboard.press("Enter")
    expect(guest.status).to_contain_text(re.compile("^(Returned|Lost)"))
    expect(guest.bet).to_be_focused()
    tab_to(page, "Reveal and change seeds")
    page.keyboard.press("Enter")
    expect(guest.label("New client seed")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Its SHA-256 is the promise that was shown.")).to_be_visible()
    tab_to(page, "Check nonce 1 in the verifier")
    walk(page)


@pytest.mark.soak
def test_nothing_moves_where_motion_is_not_wanted(arrive: Arrive) -> None:
    guest = arrive(reduced_motion="reduce").come()
    guest.game("plinko").place()
    running: list[Any] = guest.page.evaluate("document.getAnimations().map(String)")
    assert running == []
