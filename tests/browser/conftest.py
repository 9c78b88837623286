"""A real Chromium, and the page as `fairseed-verify page` serves it in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.person import Clipboard, Person
from tests.browser.words import LANGUAGES
from web_verifier import site

SOAK = "FAIRSEED_SOAK" in os.environ
CHROMIUM = "/usr/bin/chromium"
FAULT = re.compile("^(This page has a fault|Ошибка самой страницы)$")
# No sandbox for root; nothing that asks for something on its own.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Of the page over http: `http://127.0.0.1:PORT/`."""
    command = [sys.executable, "-m", "verifier_cli", "page", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()
            assert process.wait(10) == 0


@pytest.fixture(scope="session")
def offline(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of the one file on a disk: `file://…/verifier.html`."""
    path: Path = tmp_path_factory.mktemp("offline") / site.OFFLINE
    path.write_bytes(site.offline())
    return path.as_uri()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def clipboard(browser: Browser) -> Clipboard:
    return Clipboard(browser.new_context().new_page())


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """`open_page(url, prepare, **context options)`: a page in a context of its own, prepared before it goes
    there. A message on its console, an
    error of its script, a fault that it shows or a request that goes elsewhere fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def opened(url: str, prepare: Callable[[Page], object] = bool, **options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        root = url.partition("#")[0].rpartition("/")[0] + "/"
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda request: request.url.startswith((root, "data:", "blob:")) or wrong.append(request.url),
        )
        prepare(page)
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            wrong += page.get_by_text(FAULT).all_inner_texts()
        context.close()
    assert wrong == []


Visit = Callable[..., Person]


@pytest.fixture
def visit(open_page: Open, clipboard: Clipboard, request: pytest.FixtureRequest) -> Visit:
    """`visit("address" or "offline", language, fragment of the address, **context options)`: somebody at a
    page of their own."""

    def opened(where: str, language: str, fragment: str = "", **options: object) -> Person:
        url = request.getfixturevalue(where) + fragment
        page = open_page(url, locale=LANGUAGES[language], **options)
        # What is dropped or pasted is listened for once the form stands, and the footer with it.
        expect(page.get_by_role("contentinfo")).not_to_be_empty()
        return Person(page, language, clipboard)

    return opened


# Over http and from a disk, in both languages; outside soak each of the four once.
VISITS = [("address", "en"), ("offline", "ru")]
if SOAK:
    VISITS += [("address", "ru"), ("offline", "en")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`person` comes by every way in soak; otherwise half of the tests by one, and half by the other."""
    if "person" in metafunc.fixturenames:
        turn = zlib.crc32(metafunc.definition.nodeid.encode()) % 2
        ways = VISITS if SOAK else [VISITS[turn]]
        metafunc.parametrize("person", ways, ids="-".join, indirect=True)


@pytest.fixture
def person(visit: Visit, request: pytest.FixtureRequest) -> Person:
    return visit(*request.param)


@pytest.fixture(params=VISITS if SOAK else VISITS[1:], ids="-".join)
def guest(visit: Visit, request: pytest.FixtureRequest) -> Person:
    """Where place and language make no difference: one visit, all of them in soak."""
    return visit(*request.param)
