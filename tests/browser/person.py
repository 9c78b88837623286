"""Somebody at the page: acts by labels, roles, keys and visible text, and reads what is shown."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.words import check_name, say

LISTS = ("direction", "rows", "risk", "size", "draw")  # fields that are chosen from
DRAWS = {"integers": "numbers", "sample": "a sample"}
RULES = ("rtp", "min_multiplier", "max_payout", "max_skips", "multipliers")


class Clipboard:
    """The clipboard of this browser, by way of a text field on a page of its own."""

    def __init__(self, page: Page) -> None:
        page.set_content("<textarea></textarea>")
        self._field = page.locator("textarea")

    def put(self, text: str) -> None:
        self._field.fill(text)
        self._field.press("Control+a")
        self._field.press("Control+c")

    def get(self) -> str:
        self._field.fill("")
        self._field.press("Control+v")
        return self._field.input_value()


class Person:
    def __init__(self, page: Page, language: str, clipboard: Clipboard) -> None:
        self.page, self.language, self.clipboard = page, language, clipboard
        self._drags: Any = None
        # From now on choosers of files come here, whoever opens them.
        page.on("filechooser", lambda chooser: None)

    def say(self, name: str, **values: object) -> str:
        return say(self.language, name, **values)

    # What is there.

    def button(self, name: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.say(name, **values), exact=True)

    def field(self, name: str) -> Locator:
        """A field of the slip; the label of the server seed also says whether it is revealed."""
        if name == "server_seed":
            return self.page.get_by_role("textbox", name=re.compile(f"^{self.say(name)}"))
        if name in ("cells", "end"):
            return self.page.get_by_label(re.compile(f"^{self.say(name)}"))
        return self.page.get_by_label(self.say(name), exact=True)

    def hints(self, name: str) -> Locator:
        """What is said below a field: its description."""
        label = self.field(name).get_attribute("aria-describedby")
        return self.page.locator(f"#{label}")

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def shows(self, name: str, **values: object) -> None:
        """Waits until the heading says this."""
        expect(self.heading).to_have_text(self.say(name, **values))

    def checks(self) -> dict[str, tuple[str, str]]:
        """State and reason of every check by its name, as they are written."""
        rows = self.page.locator("ul.checks > li").evaluate_all(
            "rows => rows.map((row) => [row.querySelector('b'), row.querySelector('.state'), "
            "row.querySelector('p')].map((part) => part.innerText))"
        )
        return {name: (state, why) for name, state, why in rows}

    def statuses(self) -> dict[str, str]:
        """`pass`, `fail` or `skip` by the name of the check in records."""
        words = {self.say("pass"): "pass", self.say("fail"): "fail", self.say("not checked"): "skip"}
        words[self.say("pending")] = "skip"
        names = {check_name(self.language, name): name for name in CHECK_NAMES}
        return {names[name]: words.get(state, state) for name, (state, _) in self.checks().items()}

    def judges(self, **wanted: str) -> None:
        """Waits until these checks are shown so."""
        until(self.statuses, lambda found: wanted.items() <= found.items())

    # What a person does.

    def goes_to(self, view: str) -> None:
        self.page.get_by_role("navigation").get_by_role("link", name=self.say(view)).click()

    def unfolds(self) -> None:
        """On a phone the slip folds once there is something to see."""
        game = self.field("game")
        game.wait_for(state="attached")
        if not game.is_visible():
            self.page.get_by_text(self.say("edit"), exact=True).click()

    def types(self, name: str, text: str) -> None:
        """Into a field, in place of what stands there, key by key; leaves it by Tab."""
        self.unfolds()
        field = self.field(name)
        field.click()
        field.press("Control+a")
        field.press("Backspace")
        field.press_sequentially(text)
        field.press("Tab")

    def takes_an_example(self) -> None:
        """By the button at the slip; an empty page shows a second one."""
        self.unfolds()
        self.button("example").first.click()

    def chooses(self, name: str, word: str) -> None:
        self.unfolds()
        self.field(name).select_option(label=word)

    def plays(self, game: str) -> None:
        self.chooses("game", self.say(game))

    def fills_in(self, given: Mapping[str, Any], game: str) -> None:
        """A round of a game, field by field: seeds, choices, the operator's rules, actions. A seed that
        stands there already is left."""
        self.plays(game)
        for name in ("client_seed", "server_seed", "nonce"):
            if self.field(name).input_value() != given[name]:
                self.types(name, str(given[name]))
        if game == "raw":
            self._draw(given["params"])
        else:
            for name, value in {**given["bet"], **given["params"]}.items():
                self._option(name, value)
        self._acts(game, given.get("actions", []))

    def _option(self, name: str, value: Any) -> None:
        if name in RULES and not self.field(name).is_visible():
            self.page.get_by_text(self.say("rules"), exact=True).click()
        if name == "size":
            self.chooses(name, f"{value} × {value}")
        elif name == "rows":
            self.chooses(name, str(value))
        elif name in LISTS:
            self.chooses(name, self.say(value))
        else:
            self.types(name, " ".join(value) if isinstance(value, list) else str(value))

    def _draw(self, params: Mapping[str, Any]) -> None:
        [(draw, wanted)] = params.items()
        self.chooses("draw", self.say(DRAWS[draw]))
        numbers = wanted if isinstance(wanted, dict) else {"": wanted}
        for name, number in numbers.items():
            self.types(f"{draw} {name}".strip(), str(number))

    def _acts(self, game: str, actions: list[dict[str, Any]]) -> None:
        if game == "mines":
            opened = [str(action["cell"]) for action in actions if action["type"] == "open"]
            self.types("cells", ", ".join(opened))
            last = actions[-1]["type"] if actions else ""
            self.chooses("end", self.say("cash out" if last == "cash_out" else "nothing"))
        else:
            for action in actions:
                self.acts(action)

    def acts(self, action: Mapping[str, Any]) -> None:
        """Adds an action of hilo or blackjack by its button."""
        self.button("add", action=self.say(action.get("guess", action["type"]))).click()

    def pastes(self, text: str) -> None:
        """Ctrl+V where no field has the focus."""
        self.clipboard.put(text)
        with suppress(TimeoutError):
            self.heading.click(timeout=2000)
        self.page.keyboard.press("Control+v")

    def pastes_into(self, name: str, text: str) -> None:
        self.clipboard.put(text)
        field = self.field(name)
        field.click()
        field.press("Control+a")
        field.press("Control+v")

    def drops(self, *paths: Path, text: str | None = None) -> None:
        """Files, or a text, from another window onto the middle of the page."""
        if self._drags is None:
            self._drags = self.page.context.new_cdp_session(self.page)
        items = [] if text is None else [{"mimeType": "text/plain", "data": text}]
        data = {"items": items, "files": [str(path) for path in paths], "dragOperationsMask": 1}
        size = self.page.viewport_size or {"width": 1280}
        for step in ("dragEnter", "dragOver", "drop"):
            event = {"type": step, "x": size["width"] // 2, "y": 300, "data": data}
            self._drags.send("Input.dispatchDragEvent", event)

    def chooses_files(self, *paths: Path, by: str = "choose a file") -> None:
        with self.page.expect_file_chooser() as chooser:
            self.button(by).click()
        chooser.value.set_files(paths)

    def saves(self, by: str = "save report", seconds: int = 30) -> bytes:
        """What a button gives to keep."""
        with self.page.expect_download(timeout=seconds * 1000) as download:
            self.button(by).click()
        return download.value.path().read_bytes()

    def report(self, *path: str, equal: object) -> dict[str, Any]:
        """The report, once what stands in it at this path is so: what was typed last may still be waited
        for."""
        return self.reports(
            lambda report: reduce(lambda value, name: value[name], path, cast("Any", report)) == equal
        )

    def reports(self, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The report, once it is right."""

        def saved() -> Any:
            try:
                return json.loads(self.saves(seconds=5))
            except TimeoutError:
                return None  # what was dropped came between press and release, and moved the button

        return cast("dict[str, Any]", until(saved, lambda found: found and right(found), seconds=60))


CHECK_NAMES = (
    *("format", "commitment", "receipt", "log", "rules", "outcome", "settlement"),
    *("nonces", "seed", "close_root"),
)


def until(read: Callable[[], Any], right: Callable[[Any], bool], seconds: float = 10) -> Any:
    """What is read, again and again until it is right."""
    end = time.monotonic() + seconds
    while not right(found := read()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found
