"""Links: a round in the fragment of the address, which a browser sends to nobody."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Dialog, Route, expect

from tests.browser.conftest import Open, Visit
from tests.browser.person import Clipboard, Person, until
from tests.browser.vectors import case, record

SEED = "6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba"
DICE = {
    "v": "1",
    "game": "dice",
    "client_seed": "client",
    "server_seed": SEED,
    "nonce": "13435",
    "stake": "100",
    "target": "50.00",
    "direction": "under",
}
MINES = {
    "v": "1",
    "game": "mines",
    "client_seed": "client",
    "server_seed": SEED,
    "nonce": "692422",
    "stake": "34",
    "size": "8",
    "mines": "4",
    "actions": json.dumps(case("mines", 67).given["actions"], separators=(",", ":")),
}


def link(values: dict[str, str]) -> str:
    return "#" + urlencode(values)


def record_link(number: int) -> str:
    return link({"v": "1", "record": case("records", number).given["text"]})


def follows(person: Person, fragment: str) -> None:
    """Opens a link while the page is there already: its address changes, nothing else."""
    expect(person.heading).to_be_visible()
    person.page.goto(person.page.url.partition("#")[0] + fragment)


def fragment(person: Person) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(person.page.url).fragment).items()}


def copied(person: Person) -> str:
    person.button("copy link").click()
    expect(person.button("link copied")).to_be_visible()
    return person.clipboard.get()


def test_a_link_opens_a_slip_and_a_record(person: Person, visit: Visit) -> None:
    follows(person, link(MINES))
    person.shows("derived")
    expect(person.page.get_by_text(person.say("from a link"), exact=True)).to_be_visible()
    expect(person.field("cells")).to_have_value("27, 47, 53, 28")
    person.report("derived", "outcome", equal=case("mines", 67).expect["outcome"])
    follows(person, record_link(6))
    person.shows("verified")
    person.judges(commitment="pass", outcome="pass")
    assert fragment(person)["record"] == case("records", 6).given["text"]
    follows(person, record_link(35))
    person.shows("failed outcome")


def test_a_link_that_is_followed_while_the_page_is_not_there_yet(
    address: str, open_page: Open, clipboard: Clipboard
) -> None:
    held: list[Route] = []
    page = open_page(
        address + link(DICE), lambda page: page.route("**/texts/*.js", lambda route: held.append(route))
    )
    until(lambda: page.evaluate("1") and held, bool)
    page.goto(address + link(MINES))
    page.unroute("**/texts/*.js")  # what is held goes on, too
    person = Person(page, "en", clipboard)
    person.shows("derived")
    expect(person.field("cells")).to_have_value("27, 47, 53, 28")
    assert fragment(person)["game"] == "mines"


def test_a_link_is_opened_at_the_start(visit: Visit) -> None:
    visit("address", "en", link(DICE)).shows("derived")
    visit("offline", "en", record_link(1) + "&lang=ru&theme=dark").page.get_by_role(
        "heading", name="Раунд проверен"
    ).wait_for()


def test_a_copied_link_opens_the_same_round(person: Person) -> None:
    follows(person, link(MINES))
    person.shows("derived")
    person.judges(rules="pass")
    once = copied(person)
    assert {name: values[0] for name, values in parse_qs(urlsplit(once).fragment).items()} == MINES
    person.takes_an_example()
    person.shows("verified")
    person.judges(outcome="pass")
    of_record = copied(person)
    assert json.loads(parse_qs(urlsplit(of_record).fragment)["record"][0])["round_id"] == "example-mines"
    person.page.goto(once)
    person.shows("derived")
    person.page.goto(of_record)
    person.shows("verified")
    # A link that was copied can be pasted like a record.
    person.pastes(once)
    person.shows("derived")


def test_back_and_forward_lead_through_the_rounds(person: Person) -> None:
    page = person.page
    follows(person, link(DICE))
    person.shows("derived")
    follows(person, record_link(35))
    person.shows("failed outcome")
    person.goes_to("how it works")
    expect(person.heading).to_have_text(person.say("how it works"))
    page.go_back()
    person.shows("failed outcome")
    page.go_back()
    person.shows("derived")
    expect(person.field("nonce")).to_have_value(DICE["nonce"])
    page.go_forward()
    person.shows("failed outcome")
    page.go_forward()
    expect(person.heading).to_have_text(person.say("how it works"))
    page.go_back()
    page.reload()
    person.shows("failed outcome")


def test_a_link_from_a_newer_page_fills_in_nothing(guest: Person) -> None:
    follows(guest, link(DICE))
    guest.shows("derived")
    follows(guest, link(DICE | {"v": "2", "nonce": "5"}))
    expect(guest.page.get_by_text(guest.say("newer"), exact=True)).to_be_visible()
    expect(guest.field("nonce")).to_have_value(DICE["nonce"])
    for version in ("0", "01", "1.0", "99999", "x", ""):
        follows(guest, link(DICE | {"v": version, "nonce": "5"}))
        expect(guest.field("nonce")).to_have_value(DICE["nonce"])
    follows(guest, link(DICE | {"nonce": "621", "later": "x"}))  # what isn't known is left out
    expect(guest.field("nonce")).to_have_value("621")


def test_no_seed_comes_into_an_address_unasked(person: Person) -> None:
    page = person.page
    addresses: list[str] = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    follows(person, link(DICE))
    person.shows("derived")
    addresses.clear()
    # What is typed stands in no address, and the link it came from no longer either.
    person.types("server_seed", "0" * 64)
    person.shows("derived")
    assert "v=" not in page.url
    person.types("server_seed", SEED[:40])
    person.shows("nothing yet")
    assert SEED[:8] not in page.url
    # A round whose seed is not revealed: its link holds none.
    person.pastes(case("records", 26).given["text"])
    person.shows("pending")
    person.judges(rules="pass")
    assert "server_seed%22" not in copied(person)
    # A seed that is not whole can't be a revealed one.
    person.types("server_seed", SEED[:63])
    person.shows("failed format")
    assert SEED[:20] not in copied(person)
    assert not [address for address in addresses if SEED[:20] in address]


MARKUP = '"><img src=x onerror=alert(1)><script>alert(2)</script><b id=hostile>'
HOSTILE: dict[str, dict[str, str]] = {
    "markup": dict.fromkeys(DICE, MARKUP) | {"v": "1", "game": "dice"},
    "markup for a game": DICE | {"game": MARKUP},
    "markup around": DICE | {"lang": MARKUP, "theme": MARKUP, "view": MARKUP, "clause": MARKUP},
    "markup of a clause": {"view": "how", "clause": MARKUP},
    "markup in actions": MINES
    | {"actions": json.dumps([{"type": MARKUP, "cell": MARKUP}, {"type": "open", "cell": {"a": MARKUP}}])},
    "a script for a seed": DICE
    | {"client_seed": "javascript:alert(1)", "server_seed": "javascript:alert(1)"},
    "a script for a view": {"view": "javascript:alert(1)", "clause": "javascript:alert(1)"},
    "names of objects": DICE | {"__proto__": "x", "constructor": "x", "toString": "x", "hasOwnProperty": "x"},
    "a game of objects": DICE | {"game": "__proto__"},
    "a theme of objects": DICE | {"lang": "__proto__", "theme": "constructor", "view": "toString"},
    "very long": DICE | {"client_seed": "x" * 200_000, "target": "9" * 100_000, "nonce": "9" * 100_000},
    "many actions": MINES | {"actions": json.dumps([{"type": "open", "cell": 0}] * 3000)},
    "deep actions": MINES | {"actions": "[" * 20_000 + "]" * 20_000},
    "no actions": MINES | {"actions": "null"},
    "odd actions": MINES | {"actions": '[null, 1, "x", {"type": 1}, {"type": "open", "cell": 1e9}]'},
}
RECORDS: dict[str, str] = {
    "markup": json.dumps(record(1) | {"round_id": MARKUP, "game": MARKUP}),
    "markup in texts": json.dumps(
        record(4) | {"params": {"size": MARKUP}, "actions": [{"type": MARKUP}], "outcome": {MARKUP: MARKUP}}
    ),
    "markup in a seed": json.dumps(record(1) | {"seeds": record(1)["seeds"] | {"client_seed": MARKUP}}),
    "names of objects": '{"type": "fairseed/round/v1", "__proto__": {"game": "dice"}, "constructor": 1}',
    "a game of objects": json.dumps(record(1) | {"game": "__proto__"}),
    "no record": "hello",
    "not closed": '{"type": "fairseed/round/v1"',
    "of objects": json.dumps(
        {"type": "fairseed/round/v1", "seeds": [], "params": 1, "bet": "x", "actions": {}}
    ),
    "of markup": MARKUP,
    "long": json.dumps(record(1) | {"more": "x" * 500_000}),
}

# What markup from a link could have become.
FOREIGN = """() => document.querySelectorAll(
  'script:not(head > script[type=module], body > script:last-child), iframe, object, embed, img, base, form, #hostile, ' +
  '[onerror], [onload], [srcdoc], [href^="javascript:" i], [src^="javascript:" i], [style*="expression"]').length"""


def assert_unharmed(person: Person, name: str) -> None:
    """The page holds nothing foreign, and does what is asked of it next."""
    expect(person.heading.or_(person.page.get_by_role("alert"))).not_to_have_count(0)
    assert person.page.evaluate(FOREIGN) == 0, name
    assert person.page.evaluate("() => ({}).game === undefined && ({}).x === undefined"), name


@pytest.mark.soak
def test_hostile_links_never_become_markup(guest: Person) -> None:
    dialogs: list[Dialog] = []
    guest.page.on("dialog", lambda dialog: dialogs.append(dialog))
    links: dict[str, Any] = HOSTILE | {
        f"record: {name}": {"v": "1", "record": text} for name, text in RECORDS.items()
    }
    for name, values in links.items():
        follows(guest, link(values))
        assert_unharmed(guest, name)
    for odd in ("#v=1&game=%", "#v=1&game=dice&nonce=%FF%FE", "#" + "&" * 50_000, "#=&==&v", "#%00"):
        follows(guest, odd)
        assert_unharmed(guest, odd[:20])
    follows(guest, link(DICE))
    guest.shows("derived")
    expect(guest.page.locator("html")).to_have_attribute("lang", guest.language)
    assert dialogs == []


def test_a_hostile_link_at_the_start_breaks_nothing(visit: Visit) -> None:
    for name in ("markup", "markup around", "very long"):
        person = visit("offline", "en", link(HOSTILE[name]))
        assert_unharmed(person, name)
        follows(person, link(DICE))
        person.shows("derived")


def test_markup_is_shown_as_the_text_that_it_is(guest: Person) -> None:
    follows(guest, link(DICE | {"client_seed": MARKUP}))
    guest.shows("derived")
    expect(guest.field("client_seed")).to_have_value(MARKUP)
    expect(guest.page.get_by_text(re.compile(re.escape(f"{MARKUP}:13435:0"))).first).to_be_visible()
    assert_unharmed(guest, "typed")
