"""The page opens, over http and from a disk, and tests itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open


@pytest.mark.parametrize("where", ["address", "offline"])
@pytest.mark.parametrize(
    ("locale", "passed"), [("en-GB", "Self-test passed"), ("ru-RU", "Самопроверка пройдена")]
)
def test_the_self_test_passes(
    where: str, locale: str, passed: str, open_page: Open, request: pytest.FixtureRequest
) -> None:
    page = open_page(request.getfixturevalue(where), locale=locale)
    expect(page.get_by_role("contentinfo")).to_contain_text(passed)
