"""Matches of tavern dice on the play page, by clicks: against a bot, and between people and bots by a private link; then
on the verifier's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Arrive, arrive
from tests.http.server import Server

__all__ = ["arrive"]  # a fixture

WAIT = 20_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("matches")
    settings = {"FAIRSEED_GUEST_CHIPS": "10000", "FAIRSEED_BALANCES": "ledger"}
    with Server(f"sqlite:///{folder}/fairseed.sqlite3", folder, **settings) as server:
        yield server


def move(page: Page) -> None:
    """The dice of the most points, then the bank; at the beginning of a turn a roll."""
    if page.locator("#m-best").count():
        page.locator("#m-best").click()
        page.locator("#m-keep:not([aria-disabled])").click()
    elif page.locator("#m-bank").count():
        page.locator("#m-bank").click()
    else:
        page.locator("#m-roll").click()


def test_a_match_by_clicks_with_a_reload_and_its_check(arrive: Arrive, house: Server) -> None:
    guest = arrive("", server=house).come()
    page = guest.page
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Tavern dice").click()
    guest.shows("Tavern dice")
    page.get_by_label("Target").fill("950")
    guest.expected.add(422)
    page.get_by_role("button", name="Open and join").click()
    expect(page.get_by_role("alert").filter(has_text="a multiple of 50")).to_be_visible(timeout=WAIT)
    # So far that a bot that begins does not get there in one turn.
    page.get_by_label("Target").fill("2000")
    page.get_by_role("button", name="Open and join").click()
    expect(page.locator("#m-concede")).to_be_visible(timeout=WAIT)
    promise = page.locator("#proof code").first.inner_text()
    assert guest.chips == 9900

    over = page.locator("#b-check")
    # While a call is out nothing can be pressed; behind it stands what the service said.
    mine = page.locator(":is(#m-roll, #m-bank, #m-best):not([aria-disabled])")
    for turn in range(200):
        expect(over.or_(mine).first).to_be_visible(timeout=WAIT)
        if over.count():
            break
        if turn == 1:  # everything is found again
            page.reload()
            expect(over.or_(mine).first).to_be_visible(timeout=WAIT)
            assert page.locator("#proof code").first.inner_text() == promise
        move(page)
    expect(page.get_by_text("Checked in this browser")).to_be_visible(timeout=WAIT)
    won = bool(re.search("You win", page.locator(".tally").inner_text()))
    expect(page.locator("#balance")).to_have_text(re.compile("10.?090" if won else "9.?900"), timeout=WAIT)

    with page.expect_popup() as opened:
        over.click()
    verifier = opened.value
    expect(verifier.get_by_role("heading", name=re.compile("verified", re.I)).first).to_be_visible(
        timeout=WAIT
    )
    expect(verifier.locator(".pic-of-match .td-player")).to_have_count(2)
    steps = verifier.locator(".pt-streets button")
    steps.first.click()
    expect(verifier.locator(".pt-now")).to_contain_text("rolled")
    expect(verifier.get_by_role("heading", name="How the dice follow from the seeds")).to_be_visible()
    assert guest.wrong == []


MINE = ":is(#m-roll, #m-bank, #m-best):not([aria-disabled])"


def test_people_and_bots_by_a_private_link_to_the_end_and_once_more(arrive: Arrive, house: Server) -> None:
    anna = arrive("#matches", server=house, viewport={"width": 390, "height": 844})
    anna.page.get_by_role("button", name="Play as a guest").click()
    anna.shows("Tavern dice")
    anna.label("Players").select_option("4")
    anna.label("Target").fill("10000")  # no bot gets there before everything is seen
    anna.label("Place 2").select_option("expect/1")
    expect(anna.label("Place 3").locator("option:disabled")).to_have_text(re.compile("strongest"))
    expect(anna.page.get_by_text("banks as soon as the turn has 300")).to_be_visible()
    anna.page.get_by_text("Private: not listed").click()
    anna.page.get_by_role("button", name="Open and join").click()
    expect(anna.page.get_by_text("2 more players are needed")).to_be_visible(timeout=WAIT)
    link = anna.page.locator("#link").inner_text()

    # Who has no link neither finds the match nor gets in; who has it does.
    people = [arrive("#matches", server=house, language=language) for language in ("en", "ru")]
    boris, vera = people
    for guest in people:
        guest.page.locator("#b-guest").click()
        expect(guest.page.locator("#open-title")).to_be_visible(timeout=WAIT)
    expect(boris.page.get_by_text("No match is open")).to_be_visible()
    boris.page.goto(link.partition("&")[0])
    expect(boris.page.get_by_text("it takes its link to join")).to_be_visible(timeout=WAIT)
    for guest in people:
        guest.page.goto(link)
        guest.page.locator("#m-join").click()
        expect(guest.page.locator(".mt-own")).to_be_visible(timeout=WAIT)
        assert "invitation" not in guest.page.url
    expect(vera.page.locator("#m-concede")).to_be_visible(timeout=WAIT)

    vera.page.locator("#m-concede").click()
    vera.page.locator("#m-concede").click()
    for guest in (anna, boris):
        expect(guest.page.locator(".mt-gone")).to_contain_text("conceded", timeout=WAIT)

    kept, reloaded = False, False
    both = (anna, boris)
    for _ in range(400):
        if kept and reloaded:
            break
        now = next((guest for guest in both if guest.page.locator(MINE).count()), None)
        if now is None:
            anna.page.wait_for_timeout(50)
            continue
        page = now.page
        expect(page.locator(".mt-mine .tally")).to_contain_text("Your turn")
        assert page.title().startswith("● Your turn")
        if not page.locator("#m-best").count():
            move(page)
            continue
        if not reloaded:  # in the middle of a turn, with the dice on the table
            dice = page.locator(".mt-picks").get_by_role("button")
            faces = dice.evaluate_all("all => all.map((one) => one.ariaLabel)")
            page.reload()
            expect(dice.first).to_be_visible(timeout=WAIT)
            assert dice.evaluate_all("all => all.map((one) => one.ariaLabel)") == faces
            reloaded = True
        expect(page.locator(".mt-worth")).to_contain_text("At best")
        page.locator("#m-best").click()
        worth = re.fullmatch(
            r"([\d\s]+) points. The turn is then worth ([\d\s]+), .+", page.locator(".mt-worth").inner_text()
        )
        assert worth is not None
        page.get_by_role("button", name=f"Keep, {worth[1]} points").click()
        expect(page.locator(".mt-turn.mt-own .mt-did")).to_have_text(f"this turn: {worth[2]}")
        kept = True
    assert (kept, reloaded) == (True, True)
    for guest in (boris, anna):
        guest.page.locator("#m-concede").click()
        guest.page.locator("#m-concede").click()
        expect(guest.page.locator("#m-concede")).to_have_count(0, timeout=WAIT)
    expect(anna.page.locator("#m-again")).to_be_visible(timeout=WAIT)

    end = anna.page.locator("#end")
    for fact in ("Pot 400", "Commission 20 (5 %)", "380"):
        expect(end).to_contain_text(
            re.compile(
                fact.replace("Pot ", r"Pot\s*")
                .replace("Commission ", r"Commission\s*")
                .replace("(", r"\(")
                .replace(")", r"\)")
            )
        )
    winner = anna.page.locator(".mt-won")
    expect(winner).to_have_count(1)
    expect(end.locator(".mt-winner")).to_contain_text("You win" if "You" in winner.inner_text() else "wins.")
    expect(anna.page.get_by_text("Checked in this browser")).to_be_visible(timeout=WAIT)
    expect(vera.page.locator("#end")).to_contain_text("−100", timeout=WAIT)
    assert anna.page.evaluate("document.documentElement.scrollWidth") == 390

    anna.page.locator("#m-again").click()
    expect(anna.page.locator("#link")).to_be_visible(timeout=WAIT)
    expect(anna.page.locator(".mt-place")).to_have_text(
        ["1You", re.compile("2BOT counting"), "3free", "4free"]
    )
    expect(anna.page.get_by_text("4 players, to 10")).to_be_visible()
