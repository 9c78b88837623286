"""Every test vector through the page's modules in Chromium: over http and from a disk, with WebCrypto and without."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.vectors import cases
from tests.support import ROOT
from web_verifier import site
from web_verifier.inline import one_file

HARNESS = Path(__file__).parent / "harness" / "every-vector.js"
KINDS = sorted(path.stem for path in (ROOT / "vectors").glob("*.json") if path.stem != "schema")
# A browser may offer no WebCrypto at all; over plain http from elsewhere than this machine it never does.
WITHOUT = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's modules, and beside them a module that runs the vectors, in a page of its own."""
    folder = tmp_path_factory.mktemp("vectors") / "page"
    shutil.copytree(site.PAGE, folder)
    shutil.copy(HARNESS, folder)
    given = {
        kind: [
            {"id": one.id, "given": one.given, "layer": one.layer, "expect": one.expect}
            for one in cases(kind)
        ]
        for kind in KINDS
    }
    text = json.dumps(json.dumps(given)).replace("<", "\\u003c")
    (folder / "vectors.js").write_text(f"export const VECTORS = JSON.parse({text});\n", "utf-8")
    index = folder / "index.html"
    page = index.read_text("utf-8")
    assert page.count("ui/main.js") == 1
    index.write_text(page.replace("ui/main.js", HARNESS.name), "utf-8")
    return folder


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    """That page over http, under the same policy as the page itself."""

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in site.HEADERS.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def from_disk(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("disk") / "vectors.html"
    path.write_bytes(one_file(folder))
    return path.as_uri()


def wanted() -> dict[str, list[dict[str, Any]]]:
    """What the vectors expect, in the form of the harness; of a record that is refused the verdict too."""

    def came(kind: str, one: Any) -> dict[str, Any]:
        judged = kind.endswith(("records", "bundles")) and one.layer != "unusable"
        return (
            {"id": one.id, "value": one.expect}
            if judged or one.layer is None
            else {"id": one.id, "layer": one.layer}
        )

    return {kind: [came(kind, one) for one in cases(kind)] for kind in KINDS}


def results(page: Page, url: str) -> dict[str, Any]:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(url)
    found: dict[str, Any] = json.loads(page.locator("pre").text_content(timeout=120_000) or "")
    assert errors == []
    return found


@pytest.mark.parametrize("webcrypto", [True, False], ids=["WebCrypto", "no WebCrypto"])
@pytest.mark.parametrize("where", ["served", "from_disk"])
def test_every_vector_comes_out_in_the_browser(
    where: str, webcrypto: bool, browser: Browser, request: pytest.FixtureRequest
) -> None:
    with browser.new_context() as context:
        if not webcrypto:
            context.add_init_script(WITHOUT)
        found = results(context.new_page(), request.getfixturevalue(where))
    assert sum(len(cases(kind)) for kind in KINDS) > 1600
    for kind, came in wanted().items():
        for one, right in zip(found["found"][kind], came, strict=True):
            assert one == right, kind
    assert found["subtle"] is webcrypto
    assert (found["selfTest"]["failed"], found["selfTest"]["webcrypto"]) == ([], webcrypto)


def test_a_page_of_another_machine_without_tls_has_no_webcrypto_and_says_so(browser: Browser) -> None:
    """Its own code suffices; that there was nothing to compare with stands in the footer."""
    host = "http://verifier.example/"

    with browser.new_context(locale="en-GB") as context:

        def answer(route: Any) -> None:
            path = route.request.url.removeprefix(host)
            body, kind = site.read(path) or (b"", "text/plain")
            route.fulfill(body=body, headers={"Content-Type": kind, **site.headers(path)})

        context.route(f"{host}**", answer)
        page = context.new_page()
        page.goto(host)
        foot = page.get_by_role("contentinfo")
        foot.get_by_text("Self-test passed").wait_for()
        assert "The browser offers no cryptography here to compare with." in foot.inner_text()
        assert page.evaluate("isSecureContext") is False
        page.get_by_role("button", name="Load an example").first.click()
        page.get_by_role("heading", name="Round verified").wait_for()
