"""Nothing leaves the page: no request but for its own files, and a policy that the browser enforces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.browser.conftest import VISITS, Open
from tests.browser.person import Clipboard, Person
from tests.browser.tour import tour
from tests.browser.words import LANGUAGES
from web_verifier import site

VIOLATIONS = """window.violations = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  window.violations.push(`${violatedDirective} ${blockedURI}`);
});"""


@pytest.mark.parametrize(("where", "language"), VISITS)
def test_no_request_leaves_the_page_on_a_tour_of_all_of_it(
    where: str,
    language: str,
    open_page: Open,
    clipboard: Clipboard,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    url: str = request.getfixturevalue(where)
    requests: list[Request] = []
    other: list[object] = []

    def prepare(page: Page) -> None:
        page.add_init_script(VIOLATIONS)
        page.context.on("request", lambda one: requests.append(one))

    page = open_page(url, prepare, locale=LANGUAGES[language])
    for event in ("websocket", "worker", "popup"):
        page.on(event, lambda one: other.append(one))  # type: ignore[call-overload]
    person = Person(page, language, clipboard)
    page.get_by_role("contentinfo").get_by_text(person.say("self-test passed")).wait_for()
    tour(person, tmp_path)
    assert page.evaluate("window.violations") == []
    assert other == []
    assert len(page.context.pages) == 1
    files = [one for one in requests if not one.url.startswith("blob:")]
    for one in files:
        path = one.url.removeprefix(url) if where == "address" else one.url
        assert one.method == "GET"
        assert one.post_data is None
        assert not one.headers.get("referer")
        known = site.read(path) is not None if where == "address" else path in (url, ICON)
        assert known or one.url.startswith("data:"), one.url
    # Each file once: what was loaded needs nothing more from anybody. A browser asks anew for the icon of
    # a page whose address changes.
    once = [one.url for one in files if not one.url.endswith("icon.svg")]
    assert len(set(once)) == len(once)
    count = len(requests)
    person.goes_to("one round")
    person.takes_an_example()
    later = [one.url for one in requests[count:] if not one.url.startswith("blob:")]
    assert [url for url in later if not url.endswith("icon.svg")] == []


ICON = "data:image/svg+xml"

# What a script could try, from within the page; each tells what came of it.
TRIES: dict[str, str] = {
    "an inline script": """(done) => {
        const script = document.createElement('script');
        try { script.textContent = 'window.ran = 1'; } catch (error) { return done(error.name); }
        document.body.append(script);
        done(window.ran);
    }""",
    "a script from elsewhere": """(done) => {
        const script = document.createElement('script');
        try { script.src = 'https://example.invalid/x.js'; } catch (error) { return done(error.name); }
        done('set');
    }""",
    "markup": """(done) => {
        try { document.body.insertAdjacentHTML('beforeend', '<b id=ran>x</b>'); } catch (error) { return done(error.name); }
        done(document.querySelector('#ran') && 'ran');
    }""",
    "markup of an element": """(done) => {
        const node = document.createElement('div');
        try { node.innerHTML = '<img src=x onerror="window.ran = 1">'; } catch (error) { return done(error.name); }
        done('set');
    }""",
    "a policy of its own": """(done) => {
        try { trustedTypes.createPolicy('any', { createHTML: (text) => text }); } catch (error) { return done(error.name); }
        done('made');
    }""",
    "eval": """(done) => setTimeout(() => {
        try { done(eval('1 + 1')); } catch (error) { done(error.name); }
    })""",
    "a function from text": """(done) => setTimeout(() => {
        try { done(Function('return 2')()); } catch (error) { done(error.name); }
    })""",
    "a handler in an attribute": """(done) => {
        const node = document.createElement('div');
        try { node.setAttribute('onclick', 'window.ran = 1'); } catch (error) { return done(error.name); }
        node.click();
        done(window.ran ?? 'TypeError');
    }""",
    "fetch of its own address": "(done) => fetch(location.href).then(() => done('sent'), (error) => done(error.name))",
    "fetch of another": "(done) => fetch('https://example.invalid/').then(() => done('sent'), (error) => done(error.name))",
    "XMLHttpRequest": """(done) => {
        const request = new XMLHttpRequest();
        request.onload = () => done('sent');
        request.onerror = () => done('TypeError');
        request.open('POST', 'https://example.invalid/');
        request.send('x');
    }""",
    "a beacon": """(done) => {
        navigator.sendBeacon('https://example.invalid/', 'x');
        setTimeout(() => done('TypeError'), 100);
    }""",
    "a socket": """(done) => {
        try { new WebSocket('wss://example.invalid/').onerror = () => done('TypeError'); } catch (error) { done('TypeError'); }
    }""",
    "events": """(done) => { new EventSource('https://example.invalid/').onerror = () => done('TypeError'); }""",
    "an image": """(done) => {
        const image = new Image();
        image.onload = () => done('sent');
        image.onerror = () => done('TypeError');
        image.src = 'https://example.invalid/x.png';
    }""",
    "a frame": """(done) => {
        const frame = document.createElement('iframe');
        frame.src = 'https://example.invalid/';
        document.body.append(frame);
        setTimeout(() => done('TypeError'), 100);
    }""",
    "a form": """(done) => {
        const form = document.createElement('form');
        form.action = 'https://example.invalid/';
        form.method = 'post';
        document.body.append(form);
        form.submit();
        setTimeout(() => done('TypeError'), 100);
    }""",
    "a worker": """(done) => {
        try { new Worker('data:text/javascript,1').onerror = () => done('TypeError'); } catch (error) { done('TypeError'); }
    }""",
    "a style": """(done) => {
        const style = document.createElement('style');
        style.textContent = 'body { color: rgb(1, 2, 3) !important }';
        document.head.append(style);
        done(getComputedStyle(document.body).color === 'rgb(1, 2, 3)' ? 'ran' : 'TypeError');
    }""",
    "a font": """(done) => new FontFace('x', "url('https://example.invalid/x.woff2')").load().then(
        () => done('sent'), () => done('TypeError'))""",
}
REFUSED = ("TypeError", "EvalError", "NetworkError")


@pytest.mark.parametrize("where", ["address", "offline"])
def test_the_policy_is_enforced(where: str, browser: Browser, request: pytest.FixtureRequest) -> None:
    sent: list[str] = []
    url: str = request.getfixturevalue(where)
    with browser.new_context() as context:
        context.add_init_script(VIOLATIONS)
        page = context.new_page()
        page.goto(url)
        page.get_by_role("heading", level=1).wait_for()
        page.on("requestfinished", lambda one: sent.append(one.url))
        for name, text in TRIES.items():
            came: Any = page.evaluate(
                f"() => {{ window.violations.length = 0; return new Promise({text}); }}"
            )
            assert came in REFUSED, (name, came)
            page.wait_for_function("window.violations.length > 0", timeout=5000)
        assert page.evaluate("window.ran") is None
        assert page.url == url
    assert [one for one in sent if "example.invalid" in one] == []


def test_the_policy_is_sent_and_stands_in_the_page(address: str, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        response = page.goto(address)
        assert response is not None
        headers = response.all_headers()
        assert headers["content-security-policy"] == site.POLICY
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers
        assert page.evaluate("document.cookie + localStorage.length + sessionStorage.length") == "00"
        written = page.locator('meta[http-equiv="Content-Security-Policy"]').get_attribute("content")
        assert written is not None
        wanted = set(site.POLICY.split("; ")) - {"frame-ancestors 'none'"}  # which only a header can say
        assert set(written.split("; ")) == wanted
