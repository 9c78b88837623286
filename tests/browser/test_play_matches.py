"""A match of tavern dice on the play page, by clicks, against a bot of a real service; then on the verifier's page."""

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
    page.get_by_label("Target").fill("1000")
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
