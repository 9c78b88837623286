"""A public table of five-card poker on the play page: two people in browsers of their own, against a real service."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Arrive, Guest, arrive
from tests.browser.test_accessible import OVER, faults
from tests.http.server import Server

__all__ = ["arrive"]  # a fixture

WAIT = 20_000
SHOTS = os.environ.get("FELT_SHOTS")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("house-tables")
    settings = {"FAIRSEED_GUEST_CHIPS": "10000", "FAIRSEED_BALANCES": "ledger"}
    with Server(f"sqlite:///{folder}/fairseed.sqlite3", folder, **settings) as server:
        yield server
        server.kill()  # a stream would be waited for


def shot(guest: Guest, name: str) -> None:
    if SHOTS:
        guest.page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def test_two_people_at_one_public_table(arrive: Arrive, house: Server) -> None:
    ann = arrive("#game=five_card_poker", server=house, bypass_csp=True)
    ann.page.locator("#b-guest").click()
    # Opened from the game, with its opener seated at once.
    ann.page.locator("#b-public").click()
    expect(ann.page.locator("#heading")).to_have_text("Public tables of five-card poker", timeout=WAIT)
    ann.page.get_by_label("Name").fill("Evening")
    expect(ann.page.get_by_label("Room").locator("option").first).to_have_text("Standard, ANTE 2 to 1 000")
    shot(ann, "lobby")
    ann.page.get_by_role("button", name="Open the table").click()
    expect(ann.page.locator("#b-stand")).to_be_visible(timeout=WAIT)

    # Found in the lobby by another, in Russian, on a phone and in the dark.
    options: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
    bob = arrive("#house-tables", server=house, language="ru", bypass_csp=True, **options)
    bob.page.locator("#b-guest").click()
    bob.page.get_by_role("link", name="К столу Evening").click()
    bob.page.locator("#b-sit").click()
    expect(bob.page.locator("#b-stand")).to_be_visible(timeout=WAIT)

    # An ANTE starts the timer; what is refused is said; bets can be taken back and made again.
    ann.expected.add(422)
    ann.page.get_by_label("ANTE").fill("3")
    ann.page.get_by_role("button", name="Put down").click()
    expect(ann.page.get_by_role("alert").filter(has_text="even whole number")).to_be_visible(timeout=WAIT)
    ann.page.get_by_label("ANTE").fill("20")
    ann.page.get_by_role("button", name="Put down").click()
    expect(ann.page.locator(".tb-time")).to_have_text(re.compile(r"^Cards in \d+ s$"), timeout=WAIT)
    expect(bob.page.locator("#seat-0")).to_contain_text("Анте 20", timeout=WAIT)
    ann.page.get_by_role("button", name="Clear bets").click()
    expect(ann.page.locator("#seat-0")).not_to_contain_text("ANTE 20", timeout=WAIT)
    expect(ann.page.locator(".tb-time")).to_have_text("")
    ann.page.get_by_role("button", name="Repeat bet, 20").click()
    expect(ann.page.locator("#seat-0")).to_contain_text("ANTE 20", timeout=WAIT)
    assert ann.chips == 10_000
    bob.page.get_by_label("Анте").fill("10")
    bob.page.get_by_role("button", name="Поставить").click()
    shot(bob, "bets-phone")
    for guest in (bob, ann):
        guest.page.locator("#b-play:not([aria-disabled])").click()

    # Box 0 decides first; the other sees none of its cards. A reload shows what the service confirms.
    expect(ann.page.locator("#m-raise-0")).to_be_visible(timeout=WAIT)
    assert ann.chips == 9_980
    expect(bob.page.locator("#seat-0 .pic-back")).to_have_count(5, timeout=WAIT)
    expect(bob.page.locator("#seat-1 .pic-back")).to_have_count(0)
    expect(ann.page.locator(".tb-time")).to_have_text(re.compile(r"^\d+ s$"))
    ann.page.get_by_role("button", name=re.compile("^Card .., to exchange$")).first.click()
    shot(ann, "deciding")
    ann.page.get_by_role("button", name="Exchange, 20").click()
    expect(bob.page.locator("#seat-0")).to_contain_text("Обменяна 1 карта", timeout=WAIT)
    promise, told = ann.page.locator("#proof code").first.inner_text(), ann.page.locator("figcaption")
    before = told.inner_text()
    ann.page.reload()
    expect(ann.page.locator("#m-raise-0")).to_be_visible(timeout=WAIT)
    assert (ann.page.locator("#proof code").first.inner_text(), told.inner_text()) == (promise, before)
    assert ann.chips == 9_960
    ann.page.locator("#m-raise-0").click()
    expect(bob.page.locator("#m-fold-1")).to_be_visible(timeout=WAIT)
    shot(bob, "deciding-phone")
    assert faults(bob.page) == []
    assert bob.page.evaluate(OVER) <= 0
    bob.page.locator("#m-fold-1").click()

    for guest, verified in ((ann, "Checked in this browser"), (bob, "Проверено в этом браузере")):
        expect(guest.page.locator("#proof")).to_contain_text(verified, timeout=WAIT)
        expect(guest.page.locator(".tb-past tbody tr")).to_have_count(1, timeout=WAIT)
    shot(ann, "end")
    shot(bob, "end-phone")
    assert faults(ann.page) == []
    assert ann.page.evaluate(OVER) <= 0
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("link", name="Check round 1 in the verifier").click()
    expect(opened.value.get_by_role("heading", level=1, name="Round verified")).to_be_visible(timeout=WAIT)
    opened.value.close()

    # Who gets up looks on.
    bob.page.locator("#b-stand").click()
    expect(bob.page.locator("#b-sit")).to_be_visible(timeout=WAIT)
    expect(ann.page.locator("#seat-1")).not_to_contain_text("guest", timeout=WAIT)
