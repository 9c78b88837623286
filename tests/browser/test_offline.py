"""The download: one file, which says beside it what its digest is, and which works from a disk."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Open
from web_verifier import site


def test_the_page_is_downloaded_and_opened_from_a_disk(address: str, open_page: Open, tmp_path: Path) -> None:
    page = open_page(address, locale="en-GB")
    footer = page.get_by_role("contentinfo")
    with page.expect_download() as download:
        footer.get_by_role("link", name="Download this page as one file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.name == site.OFFLINE
    expect(footer.get_by_text(re.compile("^[0-9a-f]{64}$"))).to_have_text(
        hashlib.sha256(saved.read_bytes()).hexdigest()
    )

    page = open_page(saved.as_uri(), locale="ru-RU")
    expect(page.get_by_role("contentinfo")).to_contain_text("Это вся страница в одном файле.")
    expect(page.get_by_role("contentinfo").get_by_role("link", name="Скачать")).to_have_count(0)
    page.get_by_role("main").get_by_role("button", name="Открыть пример").first.click()
    expect(page.get_by_role("heading", name="Раунд проверен")).to_be_visible()
