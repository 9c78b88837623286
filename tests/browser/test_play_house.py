"""Games against the house on the play page: a round of each by clicks, verified on the page after the reveal."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.playing import Arrive, Guest, arrive, house

__all__ = ["arrive", "house"]  # fixtures

NAMES: Final = {"russian_poker": "Russian poker", "five_card_poker": "Five-card poker"}


def open_game(guest: Guest, name: str) -> None:
    guest.page.get_by_role("navigation", name="Games").get_by_role(
        "link", name=NAMES[name], exact=True
    ).click()
    guest.shows(NAMES[name])


def finish(guest: Guest) -> list[str]:
    """A card of the first box is exchanged, every box bets, the dealer's game is bought where there is none."""
    pressed: list[str] = []
    page = guest.page
    for _ in range(12):
        if guest.status.inner_text() != "Your move":
            return pressed
        made = page.locator("main").inner_text()
        if not pressed:
            page.get_by_role("button", name=re.compile("^Card .., to exchange$")).first.click()
            pressed.append("Exchange")
        else:
            names = page.locator(".moves.house button").all_inner_texts()
            wanted = ("BET", "Raise", "Buy the dealer a game")
            pressed.append(next(name for want in wanted for name in names if name.startswith(want)))
        page.locator(".moves.house").get_by_role(
            "button", name=re.compile(f"^{re.escape(pressed[-1])}")
        ).first.click()
        expect(page.locator("main")).not_to_have_text(made)
        expect(page.locator("main [aria-disabled=true]:is(#b-bet)")).to_have_count(0)
    raise AssertionError("the round does not end")


def test_a_round_of_each_by_clicks_verified_on_the_page(arrive: Arrive) -> None:
    guest = arrive().come()
    page = guest.page
    for nonce, name in enumerate(NAMES):
        open_game(guest, name)
        before = guest.chips
        expect(page.locator(".facts")).to_contain_text("Greatest return")
        expect(page.locator(".facts")).to_contain_text("Table limits")
        page.get_by_label("Boxes").select_option("3" if nonce == 0 else "2")
        page.get_by_label(re.compile("^ANTE, Box 0")).fill("20")
        play = page.get_by_role("button", name=re.compile(r"^Play for \d+$"))
        expect(play).to_be_enabled()
        play.click()
        expect(guest.status).to_have_text("Your move")
        # What may not be seen is face down: four of the dealer's cards, and the closed box or the next one.
        expect(page.locator(".stage .pic-back")).to_have_count(9)
        expect(page.locator(".stage .pic-back").first).to_be_visible()
        pressed = finish(guest)
        assert pressed[0] == "Exchange"
        assert sum(name.startswith(("BET", "Raise")) for name in pressed) == (3 if nonce == 0 else 2)
        expect(guest.status).to_contain_text(re.compile("^(Returned|Lost)"))
        expect(page.locator(".stage .pic-back")).to_have_count(0)
        staked, returned = (
            int(re.sub(r"\D", "", text)) for text in guest.rounds.first.locator("td").all_inner_texts()[2:4]
        )
        assert guest.chips == before - staked + returned
        page.get_by_role("button", name="Clear bets").click()
        expect(page.locator("#b-bet")).to_be_disabled()
        page.get_by_role("button", name="Repeat bet").click()
        expect(page.get_by_label(re.compile("^ANTE, Box 0"))).to_have_value("20")
        expect(page.locator("#b-bet")).to_be_enabled()
    guest.change_seeds()
    for nonce in range(2):
        link = page.get_by_role("link", name=f"Check nonce {nonce} in the verifier")
        expect(link).to_be_visible()
        checked = page.context.new_page()
        checked.goto(str(link.evaluate("node => node.href")))
        expect(checked.get_by_role("heading", level=1, name="Round verified")).to_be_visible()
        expect(checked.locator(".pic-of-house")).to_be_visible()
        checked.close()
