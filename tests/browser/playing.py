"""A service that takes guests, and somebody at its play page: acts by labels, roles and keys, reads what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Response, expect

from fairseed.service.http import play
from tests.browser.words import LANGUAGES
from tests.http.server import Server
from web_verifier import site

CHIPS = 10_000
# The heading of a page to read, of whose two languages its script shows one.
READ = "html[data-lang] article h1:visible"
GAMES = {
    "dice": "Dice",
    "limbo": "Limbo",
    "plinko": "Plinko",
    "mines": "Mines",
    "hilo": "HiLo",
    "blackjack": "Blackjack",
}
SEED = re.compile(r"[0-9a-f]{32}")
HASH = re.compile(r"[0-9a-f]{64}")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Keeps balances and gives each guest CHIPS."""
    folder: Path = tmp_path_factory.mktemp("house")
    settings = {"FAIRSEED_BALANCES": "ledger", "FAIRSEED_GUEST_CHIPS": str(CHIPS)}
    with Server(f"sqlite:///{folder}/fairseed.sqlite3", folder, **settings) as server:
        yield server


@dataclass
class Guest:
    """Somebody at the page. What the browser must not do is written down in `wrong`."""

    page: Page
    server: Server
    wrong: list[str] = field(default_factory=list)
    # Statuses that a test wants to see refused: the browser writes each to its console.
    expected: set[int] = field(default_factory=set)
    posts: list[tuple[str, Any, dict[str, str]]] = field(default_factory=list)

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    def watch(self) -> None:
        self.page.on("console", lambda message: self._console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("response", self._response)

    def _console(self, kind: str, text: str) -> None:
        status = re.search(r"responded with a status of (\d+)", text)
        if "net::ERR_" in text and 0 in self.expected:
            return
        if status is None or int(status[1]) not in self.expected:
            self.wrong.append(f"{kind}: {text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.root, "blob:", "data:")):
            self.wrong.append(f"elsewhere: {request.url}")
        if "fp_" in request.url:
            self.wrong.append("a token in an address")
        if request.method == "POST":
            self.posts.append((request.url.removeprefix(self.root), request.post_data_json, request.headers))

    def _response(self, response: Response) -> None:
        path = response.url.removeprefix(self.root)
        policy = response.headers.get("content-security-policy")
        if path.startswith("play/") and response.ok and policy != play.POLICY:
            self.wrong.append(f"policy of {path}: {policy}")
        if path.startswith("verify/") and response.ok and policy != site.POLICY:
            self.wrong.append(f"policy of {path}: {policy}")

    # Getting about

    def come(self) -> Guest:
        """As a guest, to the first game."""
        self.page.get_by_role("button", name="Play as a guest").click()
        self.shows("Dice")
        return self

    def shows(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()

    def game(self, name: str) -> Guest:
        self.page.get_by_role("navigation", name="Games").get_by_role(
            "link", name=GAMES[name], exact=True
        ).click()
        self.shows(GAMES[name])
        return self

    # The slip and the board

    def label(self, text: str) -> Locator:
        return self.page.get_by_label(text, exact=True)

    @property
    def bet(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(r"^Bet( [\d\s]+)?$"))

    @property
    def status(self) -> Locator:
        return self.page.locator("main").get_by_role("status").first

    @property
    def chips(self) -> int:
        text = self.page.locator("header").get_by_text(re.compile(r"^[\d\s]+ chips?$")).inner_text()
        return int(re.sub(r"\D", "", text))

    @property
    def rounds(self) -> Locator:
        """Rows of rounds, the newest first."""
        return self.page.get_by_role("region", name="Rounds").locator("tbody tr:not(.pair)")

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).click()

    def place(self, stake: int | None = None) -> None:
        """Bets, and waits for the answer."""
        nonce = self.fact("Next nonce")
        if stake is not None:
            self.label("Stake").fill(str(stake))
        expect(self.bet).to_be_enabled()
        self.bet.click()
        expect(self.rounds.first.locator("td").first).to_have_text(nonce)

    def finish(self) -> None:
        """Ends an open round by legal moves: the surest, then the money."""
        group = self.page.get_by_role("group", name=re.compile("^(Your move|Left hand|Right hand)$"))
        for _ in range(60):
            if self.status.inner_text() != "Your move":
                return
            made = self.page.locator("main").inner_text()
            for name in (
                "Cash out",
                "Stand",
                "A random cell",
                "Lower or same",
                "Higher or same",
                "Higher",
                "Lower",
            ):
                button = group.get_by_role("button", name=re.compile(f"^{name}"))
                if button.count() and button.first.get_attribute("aria-disabled") is None:
                    button.first.click()
                    break
            expect(self.page.locator("main")).not_to_have_text(made)
            expect(self.page.locator("main [aria-disabled=true]:is(#b-bet)")).to_have_count(0)
        raise AssertionError("the round does not end")

    def change_seeds(self, client_seed: str | None = None) -> None:
        self.press("Reveal and change seeds")
        if client_seed is not None:
            self.label("New client seed").fill(client_seed)
        self.press("Reveal and change")

    def fact(self, name: str) -> str:
        """What the panel of seeds says."""
        return (
            self.page.locator("dt", has_text=re.compile(f"^{re.escape(name)}"))
            .first.locator("+ dd")
            .inner_text()
        )


Arrive = Callable[..., Guest]


@pytest.fixture
def arrive(browser: Browser, house: Server) -> Iterator[Arrive]:
    """`arrive(path, server=…, language=…, **context options)`: somebody who opens the page in a context of their own. A message on the
    console, an error, a request elsewhere or another policy fails the test."""
    guests: list[Guest] = []

    def opened(path: str = "", server: Server = house, language: str = "en", **options: Any) -> Guest:
        context = browser.new_context(locale=LANGUAGES[language], **options)
        guest = Guest(context.new_page(), server)
        guests.append(guest)
        guest.watch()
        guest.page.goto(f"{guest.root}play/{path}")
        return guest

    yield opened
    for guest in guests:
        guest.page.context.close()
    assert [wrong for guest in guests for wrong in guest.wrong] == []
