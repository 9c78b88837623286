"""A table's record on the page: what its picture says is what the hand was, in both languages; its steps by button,
key and history; what one seat knew; its slip; and where a check failed."""

from __future__ import annotations

import copy
import json
import os
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, Visit
from tests.browser.drawn import Drawn
from tests.browser.rounds import Record, vector
from tests.browser.tables import GAMES, TableState, hand, random_tables, sealed, table_states
from tests.browser.test_pictures_text import LOCALES, NARROW, number

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
CARD: Final = "[2-9TJQKA][cdhs]"
# What is read back, in English and Russian; numbers are \d and narrow spaces.
N: Final = rf"[\d{NARROW}]+"
SAID: Final[dict[str, tuple[str, str]]] = {
    "seat": (rf"Seat (\d)(?:, BOT)?((?: {CARD})+)?: stack ({N})([^.]*)\.", rf"Место (\d)(?:, BOT)?((?: {CARD})+)?: стек ({N})([^.]*)\."),
    "folded": (r", folded", r", фолд"),
    "bet": (rf", bet ({N})", rf", ставка ({N})"),
    "wins": (rf", wins ({N})", rf", выигрыш ({N})"),
    "back": (rf", ({N}) back, uncalled", rf", ({N}) назад, не уравнено"),
    "board": (r"Board ([^.]*)\.", r"Борд ([^.]*)\."),
    "button": (r"Button: seat (\d)\.", r"Дилер: место (\d)\."),
    "pot": (rf"(?:Pot|Main pot|Side pot(?: \d)?) ({N}), rake ({N}): ([^.]*)\.", rf"(?:Банк|Главный банк|Побочный банк(?: \d)?) ({N}), рейк ({N}): ([^.]*)\."),
    "winner": (rf"seat (\d) wins ({N})", rf"место (\d) выигрывает ({N})"),
    "carried": (rf"Nobody opened: ({N}) stay on the table\.", rf"Никто не открыл: ({N}) остаётся на столе\."),
}  # fmt: skip


def said(language: str, name: str, text: str) -> list[Any]:
    return re.findall(SAID[name][("en", "ru").index(language)], text)


def value(text: str) -> int:
    return int(text.replace(NARROW, ""))


def amount(language: str, name: str, notes: str) -> int:
    found = said(language, name, notes)
    return value(found[0]) if found else 0


def compare_end(language: str, read: dict[str, Any], record: Record) -> None:
    """All that the picture says of the end of a hand that the seeds give, against the record."""
    text = " ".join(read["paragraphs"])
    outcome, settlement = record["outcome"], record["settlement"]
    assert said(language, "button", text) == [str(record["table"]["button"])]
    assert [board.split(" ") for board in said(language, "board", text)] == [
        board for board in [outcome["board"]] if board
    ]
    seats = {
        seat: (cards.split(), value(stack), notes)
        for seat, cards, stack, notes in said(language, "seat", text)
    }
    assert sorted(seats) == sorted(outcome["stacks"])
    for seat, (cards, stack, notes) in seats.items():
        assert stack == outcome["stacks"][seat]
        assert cards == ([] if said(language, "folded", notes) else outcome["hole"][seat])
        wins, back = amount(language, "wins", notes), amount(language, "back", notes)
        assert wins + back == settlement["returned"][seat]
        assert back == outcome["uncalled"].get(seat, 0)
        assert not said(language, "bet", notes)
    pots = [
        {"amount": value(chips), "rake": value(rake), "winners": {s: value(n) for s, n in said(language, "winner", winners)}}
        for chips, rake, winners in said(language, "pot", text)
    ]  # fmt: skip
    assert pots == outcome["pots"]
    if "pot_carried" in outcome:
        assert [value(chips) for chips in said(language, "carried", text)] == [outcome["pot_carried"]]
    rake = [number(outcome["rake"])] if outcome["rake"] else []
    assert read["chips"] == rake
    assert read["hidden"], "nobody is told twice"


@pytest.mark.parametrize("language", LOCALES)
def test_the_end_of_a_hand_says_what_its_record_says(language: str, open_page: Open, address: str) -> None:
    drawn = Drawn(open_page(address, locale=LOCALES[language]), vector("dice", 1))
    shown = [
        state
        for state in (*table_states(), *random_tables(7, 300 if SOAK else 40))
        if state.outcome is None and "server_seed" in state.record["seeds"] and "refused" not in state.name
    ]
    ends = [TableState(state.name, state.record) for state in shown]
    for state, read in zip(ends, drawn.read_each(list(ends)), strict=True):
        compare_end(language, read, state.record)


@pytest.mark.parametrize("language", LOCALES)
def test_what_one_seat_knew(language: str, open_page: Open, address: str) -> None:
    """Before the end every other hand lies face down, and the board is no longer than it was."""
    drawn = Drawn(open_page(address, locale=LOCALES[language]), vector("dice", 1))
    shown = [
        TableState(f"{game}, {at}", hand(game), at=at, viewer=viewer)
        for game in GAMES
        for at in (0, len(hand(game)["actions"]) // 2)
        for viewer in map(int, hand(game)["table"]["stacks"])
    ]
    for state, read in zip(shown, drawn.read_each(list(shown)), strict=True):
        text = " ".join(read["paragraphs"])
        for seat, cards, _, _ in said(language, "seat", text):
            count = len(state.record["outcome"]["hole"][seat])
            assert len(cards.split()) == (count if int(seat) == state.viewer else 0), state.name
        board = " ".join(said(language, "board", text)).split()
        assert board == state.record["outcome"]["board"][: len(board)]
        if state.at == 0:
            assert board == []


_CURRENT = """() => [...document.querySelectorAll('.pt-streets button')]
  .findIndex((one) => one.getAttribute('aria-current') === 'step')"""


def pasted(page: Page, record: Record) -> Drawn:
    drawn = Drawn(page, vector("dice", 1))
    drawn.paste(record)
    page.locator(".pt-streets").wait_for()
    return drawn


def moment(page: Page) -> int:
    """How many actions are made in the picture, by its history."""
    expect(page.locator(".pt-streets button[aria-current]")).to_have_count(1)
    found: int = page.evaluate(_CURRENT)
    return found


def test_steps_by_button_key_and_history(open_page: Open, address: str) -> None:
    record = hand("holdem")
    count = len(record["actions"])
    page = open_page(address, locale=LOCALES["en"])
    pasted(page, record)
    assert moment(page) == count
    first, back, onward, last = (page.get_by_role("button", name=name, exact=True) for name in STEPS)
    expect(onward).to_have_attribute("aria-disabled", "true")
    back.click()
    assert moment(page) == count - 1
    back.press("ArrowLeft")
    assert moment(page) == count - 2
    back.press("Home")
    assert moment(page) == 0
    expect(back).to_be_focused()
    expect(page.locator(".pt-now")).to_contain_text("Before the first of")
    back.press("ArrowLeft")
    assert moment(page) == 0
    back.press("ArrowRight")
    assert moment(page) == 1
    expect(page.locator(".pt-now")).to_contain_text("Action 1 of")
    last.click()
    assert moment(page) == count
    first.click()
    assert moment(page) == 0
    page.locator(".pt-streets button").nth(3).click()
    assert moment(page) == 3
    expect(page.locator(".pt-now")).to_contain_text("Action 3 of")


STEPS: Final = ("First moment", "One action back", "Next action", "Last moment")


def test_another_language_keeps_the_moment_and_the_seat(open_page: Open, address: str) -> None:
    page = open_page(address, locale=LOCALES["en"])
    record = hand("holdem")
    seat = max(record["table"]["stacks"])
    pasted(page, record)
    page.locator(".pt-streets button").nth(2).click()
    page.locator(".pt-eyes").select_option(seat)
    page.locator("#l-ru").click()
    expect(page.locator(".pt-now")).to_contain_text("Действие 2 из")
    assert moment(page) == 2
    expect(page.locator(".pt-eyes")).to_have_value(seat)
    expect(page.locator(".pt-own .pt-name b").first).to_contain_text(f"Место {seat}")


def test_the_slip_shows_the_table_and_no_form(open_page: Open, address: str) -> None:
    record = hand("naiko")
    page = open_page(address, locale=LOCALES["en"])
    pasted(page, record)
    slip = page.locator(".slip")
    expect(slip.locator(".pt-slip")).to_be_visible()
    assert slip.locator("input, textarea").count() == 0
    shown = slip.inner_text()
    seeds = record["seeds"]
    for text in (
        seeds["server_seed"],
        seeds["server_seed_hash"],
        record["deck_root"],
        *seeds["client_seeds"].values(),
    ):
        assert text in shown
    for seat, chips in record["table"]["stacks"].items():
        assert re.search(rf"Seat {seat}(, BOT)?\s+{number(chips)}\s", shown)
    slip.get_by_text("The operator’s rules").click()
    for name in record["params"]:
        expect(slip.locator(".more-rules")).to_contain_text(name)
    # Another game brings its form back, with nothing of the table in it.
    slip.locator("#f-game").select_option("dice")
    expect(slip.locator("#f-client_seed")).to_have_value("")
    expect(page.locator(".pt-slip")).to_have_count(0)
    expect(page.locator(".pt-streets")).to_have_count(0)


@pytest.mark.parametrize("where", ["address", "offline"])
def test_examples_of_tables(where: str, visit: Visit) -> None:
    """The choice of a table loads an example; from there another one can be had."""
    page = visit(where, "en").page
    page.locator("#f-game").select_option("table")
    expect(page.locator("#verdict")).to_have_text("Round verified")
    expect(page.locator(".pic-of-holdem")).to_be_visible()
    page.locator("#f-game").select_option("naiko")
    expect(page.locator(".pic-of-naiko")).to_be_visible()
    expect(page.locator("#verdict")).to_have_text("Round verified")
    page.locator(".slip").get_by_role("button", name="Load an example").click()
    expect(page.locator(".pic-of-holdem")).to_be_visible()


def test_before_the_reveal_it_says_what_is_proven(open_page: Open, address: str) -> None:
    record = sealed(hand("holdem"))
    page = open_page(address, locale=LOCALES["en"])
    pasted(page, record)
    proven = page.locator(".pt-proven")
    expect(proven).to_contain_text(f"{len(record['opened'])} cards are proven now")
    own = min(record["table"]["stacks"])
    assert [text.split(",")[1].strip() for text in proven.locator("li p").all_inner_texts()] == [
        f"seat {own}"
    ] * 2
    rows = page.locator(".tbl table").last.locator("tbody tr")
    opened = {str(opening["place"]): opening for opening in record["opened"]}
    for row in rows.all():
        place, _, slot, card, how = row.locator("> td").all()
        opening = opened.get(place.inner_text())
        if opening is None:
            assert card.inner_text() == "??"
            expect(how).to_have_text("hidden until the seed is revealed")
            continue
        assert slot.inner_text() == str(opening["slot"])
        how.locator("summary").click()
        expect(how).to_contain_text(f"{opening['slot']}:{opening['card']}:{opening['salt']}")
        expect(how).to_contain_text(record["deck_root"])


def test_a_failed_check_leads_to_its_moment(open_page: Open, address: str) -> None:
    record = copy.deepcopy(hand("holdem"))
    at = len(record["actions"]) // 2
    record["actions"][at] = {"seat": record["actions"][at]["seat"], "type": "raise", "to": 1}
    page = open_page(address, locale=LOCALES["en"])
    pasted(page, record)
    page.locator(".pt-streets button").first.click()
    assert moment(page) == 0
    failed = page.locator(".checks li.bad")
    expect(failed).to_contain_text(f"It is action {at + 1}:")
    failed.get_by_role("button", name="Show this moment").click()
    assert moment(page) == at


def test_what_cannot_be_drawn_is_told_so(open_page: Open, address: str) -> None:
    """A hand that was called off, and a record that is not well formed; then one that is drawn again."""
    page = open_page(address, locale=LOCALES["en"])
    record = hand("holdem")
    drawn = pasted(page, record)
    void = {name: value for name, value in record.items() if name not in ("outcome", "opened")}
    staked = record["settlement"]["staked"]
    void |= {"void": {"reason": "x"}, "settlement": {"staked": staked, "returned": staked}}
    for other in (void, record | {"table": {"stacks": []}}, record | {"seeds": 1}):
        drawn.paste(other)
        expect(page.locator(".pic-none")).to_have_text("No outcome to draw.")
        expect(page.locator(".pt-streets")).to_have_count(0)
    drawn.paste(record)
    expect(page.locator(".pt-streets")).to_be_visible()
    drawn.paste(vector("dice", 1))
    expect(page.locator(".frame-table")).to_have_count(0)
    expect(page.locator("#f-client_seed")).to_be_visible()


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("language", LOCALES)
def test_nothing_below_is_wider_than_the_page(
    language: str, width: int, open_page: Open, address: str
) -> None:
    page = open_page(address, locale=LOCALES[language], viewport={"width": width, "height": 900})
    drawn = pasted(page, hand("naiko"))
    for game in ("naiko", "turkish", "omaha5"):
        drawn.paste(hand(game))
        drawn.paste(sealed(hand("holdem")) if game == "omaha5" else hand(game))
        page.locator(".why .steps").wait_for()
        for summary in page.locator(".pt-proof summary").all()[:2]:
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), json.dumps([game, width])
