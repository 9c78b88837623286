"""How much code comes before the first result: under 100 000 bytes for each game, as Chromium loads it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SOAK, Open
from tests.browser.person import Clipboard, Person
from tests.browser.test_form import TYPED
from tests.browser.vectors import GAMES, case
from tests.browser.words import LANGUAGES, say

MOST = 100_000
# Once the heading says what the seeds give: the scripts that have come by then, with their bytes.
WATCH = """(wanted) => {
  performance.setResourceTimingBufferSize(1000);
  const look = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent !== wanted) return;
    look.disconnect();
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    window.came = scripts.map(({ name, decodedBodySize }) => [name, decodedBodySize]);
  });
  look.observe(document, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.parametrize("language", LANGUAGES if SOAK else ["ru"])
@pytest.mark.parametrize("game", GAMES)
def test_a_first_result_needs_little_code(
    game: str, language: str, address: str, open_page: Open, clipboard: Clipboard
) -> None:
    """What the page loads beside the form, ears for what is dropped and the self-test, is held back here: a
    result doesn't wait for it."""
    held: list[Route] = []

    def prepare(page: Page) -> None:
        page.add_init_script(f"({WATCH})({json.dumps(say(language, 'derived'))})")
        page.route("**/ui/around.js", lambda route: held.append(route))

    page = open_page(address, prepare, locale=LANGUAGES[language])
    person = Person(page, language, clipboard)
    given = case(game, TYPED[game]).given
    person.fills_in(given | {"server_seed": ""}, game)
    person.shows("nothing yet")
    person.types("server_seed", given["server_seed"])
    person.shows("derived")
    came: list[list[Any]] = page.evaluate("window.came")
    names = [name.removeprefix(address) for name, _ in came]
    assert f"games/{game}.js" in names
    assert "verify/selftest.js" not in names
    total = sum(size for _, size in came)
    print(game, language, total, len(came))
    assert total < MOST, names
    [route] = held
    route.continue_()
    expect(page.get_by_role("contentinfo")).to_contain_text(person.say("self-test passed"))
    person.judges(format="pass", rules="pass")
