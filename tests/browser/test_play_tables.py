"""Poker tables of the play page: two people in browsers of their own and a bot, by clicks, against a real service."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SOAK
from tests.browser.playing import READ, Arrive, Guest, arrive
from tests.browser.test_accessible import OVER, faults
from tests.http.server import Server

__all__ = ["arrive"]  # a fixture

HOLE = {"holdem": 2, "naiko": 2, "turkish": 5, "short_deck": 2, "aof": 2, "omaha": 4, "omaha5": 5}
VARIANTS = list(HOLE) if SOAK else ["naiko"]
WAIT = 20_000
# What keeps a hand going, before what ends it.
MOVES = ("m-check", "m-call", "m-all_in", "m-draw", "m-decline", "m-fold")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Keeps balances, gives guests chips, and leaves people time to sit down together."""
    folder: Path = tmp_path_factory.mktemp("tables")
    settings = {"FAIRSEED_GUEST_CHIPS": "10000", "FAIRSEED_BETWEEN_SECONDS": "2"}
    settings |= {"FAIRSEED_BALANCES": "ledger"}
    with Server(f"sqlite:///{folder}/fairseed.sqlite3", folder, **settings) as server:
        yield server
        server.kill()  # a stream would be waited for


def new_table(server: Server, game: str, **more: Any) -> str:
    params = {"ante": 10} if game == "turkish" else {"small_blind": 5, "big_blind": 10}
    params |= {"reveal": "hand"} | more.pop("params", {})
    wish = {"game": game, "params": params, "name": "Evening", "seats": 3, "fill_with_bots": 1} | more
    return str(server.post("/v1/tables", wish).body["table_id"])


def come(arrive: Arrive, server: Server, table: str, **options: Any) -> Guest:
    """A guest who stands before the table."""
    guest = arrive(f"#table={table}", server=server, **options)
    guest.page.locator("#b-guest").click()
    expect(guest.page.locator("#b-sit")).to_be_visible(timeout=WAIT)
    return guest


def sit(*guests: Guest) -> None:
    for guest in guests:
        guest.page.locator("#b-sit").click()
    for guest in guests:
        expect(guest.page.locator("#b-stand")).to_be_visible(timeout=WAIT)


def buttons(page: Page) -> Locator:
    """What can be pressed on the own turn."""
    return page.locator(".tb-bar .move:not([aria-disabled=true])")


def move(page: Page) -> None:
    for name in MOVES:
        button = page.locator(f"#{name}")
        if button.count() == 0:
            continue
        if name == "m-draw":
            page.locator(".tb-pick").first.click()
        button.click()
        return
    raise AssertionError(page.locator(".tb-bar").inner_text())


def hands(page: Page) -> Locator:
    return page.locator(".tb-past tbody tr")


def play(guests: list[Guest], meanwhile: Callable[[Guest], None]) -> None:
    """Everybody acts until a hand that all were dealt into has ended for all. `meanwhile` looks on at each turn."""
    for _ in range(600):
        if all(hands(guest.page).count() for guest in guests):
            return
        for guest in guests:
            if buttons(guest.page).count():
                meanwhile(guest)
                # A clock or a choice may have been faster.
                if buttons(guest.page).count():
                    move(guest.page)
        guests[0].page.wait_for_timeout(40)
    raise AssertionError("the hand does not end")


def proven(guest: Guest, count: int) -> None:
    """The own cards are shown as verified, each with its place, its slot and its proof."""
    page = guest.page
    lines = page.locator(".tb-proofs li")
    expect(lines).to_have_count(count, timeout=WAIT)
    expect(page.locator(".pt-own .tb-proven")).to_be_visible(timeout=WAIT)
    assert page.locator(".tb-alarm").count() == 0
    for text in lines.all_inner_texts():
        assert re.search(r"verified|проверено", text)
        assert re.search(r"\d+ (hash|hashes|хеш\w*)", text), text


@pytest.mark.parametrize("game", VARIANTS)
def test_a_hand_of_two_people_and_a_bot(game: str, arrive: Arrive, house: Server) -> None:
    table = new_table(house, game)
    ann, bob = come(arrive, house, table), come(arrive, house, table)
    sit(ann, bob)
    secret = json.loads(next(iter(chains(ann.page).values())))["secret"]
    reloaded: list[int] = []
    seen: set[int] = set()

    def look(guest: Guest) -> None:
        proven(guest, HOLE[game])
        seen.add(id(guest))
        if guest is ann and not reloaded:
            before = ann.page.locator(".tb-proofs li").all_text_contents()
            ann.page.reload()
            expect(buttons(ann.page).first).to_be_visible(timeout=WAIT)
            expect(ann.page.locator(".tb-proofs li")).to_have_text(before)
            reloaded.append(1)

    play([ann, bob], look)
    assert reloaded
    assert len(seen) == 2
    for guest in (ann, bob):
        check(guest)
        sent = [body["link"] for path, body, _ in guest.posts if path.endswith("/links")]
        assert len(sent) == len(set(sent)) >= 1
    # The secret itself is never in anything that was sent.
    assert secret not in json.dumps([[path, body, headers] for path, body, headers in ann.posts])
    records = house.get(f"/v1/tables/{table}/hands")["items"]
    assert {str(each) for each in (1, 2)} <= set(records[0]["table"]["stacks"])


def chains(page: Page) -> dict[str, str]:
    kept: dict[str, str] = page.evaluate(
        "Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name.startsWith('fairseed.chain.')))"
    )
    return kept


def check(guest: Guest) -> None:
    """The hand that ended first, in the verifier."""
    with guest.page.context.expect_page() as opened:
        guest.page.locator(".tb-past a").last.click()
    page = opened.value
    expect(page.get_by_role("heading", level=1)).to_have_text("Round verified", timeout=WAIT)
    page.close()


def test_amounts_and_choices_before_the_turn(arrive: Arrive, house: Server) -> None:
    table = new_table(house, "holdem", seats=2, fill_with_bots=0)
    ann, bob = come(arrive, house, table), come(arrive, house, table)
    sit(ann, bob)
    asked, waits = (ann, bob) if turn_of(ann, bob) is ann else (bob, ann)
    page, other = asked.page, waits.page
    # Heads-up the button has put in the small blind, and is asked first; the other may check, or would fold.
    other.get_by_label("Check", exact=True).check()
    page.locator("#f-raise").fill("5")
    expect(page.locator(".tb-bounds")).to_have_text("From 20 to 1\u202f000.")
    assert page.locator("#m-raise").get_attribute("aria-disabled") == "true"
    page.locator("#q-pot").click()
    expect(page.locator("#m-raise")).to_have_text("Raise to 30")
    page.locator("#f-raise").fill("45")
    page.locator("#m-raise").click()
    # The amount is another: the choice is dropped, and nothing is done.
    expect(buttons(other).first).to_be_visible(timeout=WAIT)
    assert house.get(f"/v1/tables/{table}")["hand"]["actions"][-1]["to"] == 45
    other.locator("#m-call").click()
    # On the flop the one who called acts first; the other chooses to check, else to fold.
    expect(buttons(other).first).to_be_visible(timeout=WAIT)
    page.get_by_label("Check, else fold").check()
    other.locator("#q-least").click()
    other.locator("#m-raise").click()
    expect(hands(page)).to_have_count(1, timeout=WAIT)
    expect(other.locator(".tally").first).to_contain_text("You win")
    record = house.get(f"/v1/tables/{table}/hands")["items"][0]
    assert record["actions"][-1]["type"] == "fold"
    assert "timeout" not in record["actions"][-1]


def turn_of(*guests: Guest) -> Guest:
    for _ in range(400):
        for guest in guests:
            if buttons(guest.page).count():
                return guest
        guests[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_a_card_that_is_not_proven_stops_play(arrive: Arrive, house: Server) -> None:
    table = new_table(house, "holdem", seats=2)
    guest = come(arrive, house, table)

    def forge(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        opened = (view.get("hand") or {}).get("opened") or []
        if opened:
            opened[0]["salt"] = "0" * 64
        route.fulfill(response=answer, json=view)

    guest.page.route(re.compile(f"/v1/tables/{table}$"), forge)
    sit(guest)
    alarm = guest.page.get_by_role("alert").filter(has_text="These cards are not proven")
    expect(alarm).to_be_visible(timeout=WAIT)
    assert buttons(guest.page).count() == 0
    assert guest.page.locator(".tb-proofs").count() == 0


@pytest.mark.soak
def test_a_link_is_given_only_for_the_deck_that_was_shown(arrive: Arrive, house: Server) -> None:
    table = new_table(house, "holdem", seats=2)
    guest = come(arrive, house, table)

    def forge(route: Any) -> None:
        answer = route.fetch()
        view = answer.json()
        if view.get("hand"):
            view["hand"]["deck_root"] = ("0" if view["hand"]["state"] == "links" else "f") * 64
        route.fulfill(response=answer, json=view)

    guest.page.route(re.compile(f"/v1/tables/{table}$"), forge)
    sit(guest)
    expect(guest.page.locator(".tb-alarm")).to_contain_text("The deck is another", timeout=WAIT)


@pytest.mark.soak
def test_a_plain_seed_of_the_players_own(arrive: Arrive, house: Server) -> None:
    """It is given once the deck is fixed, is the seat's seed of the next hand, and of no other."""
    table = new_table(house, "holdem", seats=2, params={"seat_seeds": "plain"})
    guest = come(arrive, house, table)
    page = guest.page
    sit(guest)
    page.locator("#f-seed").fill(" my own")
    page.locator("#b-seed").click()
    expect(page.locator(".tb-refused")).to_contain_text("white space at either end")
    page.locator("#f-seed").fill("my own ж")
    page.locator("#b-seed").click()
    given = page.locator(".tb-hashes").get_by_text("my own ж")
    for _ in range(400):
        if given.count():
            break
        if buttons(page).count():
            move(page)
        page.wait_for_timeout(50)
    proven(guest, 2)
    # The bot may have folded, and another hand have begun.
    hands = house.get(f"/v1/tables/{table}/hands")["items"]
    hands = {hand["round_id"]: hand["seeds"] for hand in [*hands, house.get(f"/v1/tables/{table}")["hand"]]}
    (seeds,) = [seeds for seeds in hands.values() if "my own ж" in seeds["client_seeds"].values()]
    assert "chain_heads" not in seeds
    expect(page.locator("#f-seed")).to_have_value("")


@pytest.mark.soak
def test_a_link_lost_on_the_way_costs_one_hand_and_no_chain(arrive: Arrive, house: Server) -> None:
    """At a deal the seat's link does not get through: that hand goes on without it, and the next one has it. A copy
    of the tab, which gave no link of its own, shows the cards as well proven."""
    table = new_table(house, "holdem", seats=2, params={"reveal": "session"})
    guest = come(arrive, house, table)
    page, asked = guest.page, list[str]()
    guest.expected = {0}

    def cut(route: Any) -> None:
        hand = house.get(f"/v1/tables/{table}")["hand"]
        asked.append(route.request.post_data_json["round_id"])
        if hand["state"] == "links" and hand["round_id"] == asked[0]:
            route.abort()
        else:
            route.continue_()

    page.route("**/links", cut)
    sit(guest)
    proven(guest, 2)
    hand = house.get(f"/v1/tables/{table}")["hand"]
    assert hand["table"]["hand"] == 2
    assert set(asked) == {house.get(f"/v1/tables/{table}/hands")["items"][0]["round_id"], hand["round_id"]}
    events = house.get(f"/v1/tables/{table}/events")["items"]
    assert [event["data"]["seat"] for event in events if event["type"] == "late_link"] == [1]

    with page.context.expect_page() as opened:
        page.evaluate("void open(location.href)")
    copy = Guest(opened.value, house)
    copy.watch()

    def wait(route: Any) -> None:
        answer = route.fetch()
        while answer.json()["hand"]["state"] == "links":
            answer = route.fetch()
        route.fulfill(response=answer)

    copy.page.route(re.compile(f"/v1/tables/{table}$"), wait)
    expect(copy.page.locator("#b-stand")).to_be_visible(timeout=WAIT)
    while (shown := house.get(f"/v1/tables/{table}")["hand"])["table"]["hand"] == 2 or shown[
        "state"
    ] != "open":
        if shown["table"]["hand"] == 2 and buttons(page).count():
            page.locator("#m-fold").click()
        page.wait_for_timeout(50)
    expect(copy.page.get_by_role("heading", name=re.compile("Hand 3"))).to_be_visible(timeout=WAIT)
    for each in (guest, copy):
        proven(each, 2)
        expect(each.page.get_by_text("No link is given for this hand")).to_have_count(0)
    assert copy.wrong == []
    assert not [path for path, _, _ in copy.posts if path.endswith("/links")]


@pytest.mark.soak
def test_top_up_and_leave(arrive: Arrive, house: Server) -> None:
    table = new_table(house, "holdem", seats=2, fill_with_bots=0)
    guest = come(arrive, house, table)
    page = guest.page
    guest.expected = {422}
    page.locator("#f-buy-in").fill("399")
    page.locator("#b-sit").click()
    expect(page.locator(".tb-refused")).to_have_text("The buy-in is outside the range of this table.")
    page.locator("#f-buy-in").fill("600")
    page.locator("#b-sit").click()
    expect(page.locator(".pt-own .pt-stack")).to_have_text("600")
    expect(page.locator("#balance")).to_have_text("9\u202f400 chips")
    page.locator("#f-top-up").fill("150")
    page.locator("#b-top-up").click()
    expect(page.locator("#balance")).to_have_text("9\u202f250 chips")
    page.locator("#b-stand").click()
    expect(page.locator("#b-sit")).to_be_visible(timeout=WAIT)
    expect(page.locator("#balance")).to_have_text("10\u202f000 chips")


def test_a_private_table_by_invitation(arrive: Arrive, house: Server) -> None:
    host = arrive("#tables", server=house)
    host.page.locator("#b-guest").click()
    expect(host.page.get_by_role("link", name="Rules of poker tables")).to_have_attribute(
        "href", "./rules/poker"
    )
    host.page.get_by_text("Make a private table").click()
    host.page.get_by_role("combobox", name="Game").select_option("turkish")
    host.page.get_by_label("Ante", exact=True).fill("20")
    host.page.get_by_label("Name", exact=True).fill("Ours")
    host.page.get_by_role("button", name="Make the table").click()
    invitation = host.page.locator("#invitation").inner_text()
    assert re.fullmatch(r"fi_[A-Za-z0-9_-]{43}", invitation)
    entry = host.page.locator(".tb-entry", has_text="Ours")
    expect(entry).to_contain_text("800 to 2\u202f000")
    entry.get_by_role("link").click()
    table = host.page.url.rpartition("=")[2]
    other = come(arrive, house, table)
    other.expected = {403}
    other.page.locator("#b-sit").click()
    expect(other.page.locator(".tb-refused")).to_contain_text("needs an invitation")
    other.page.get_by_label("Invitation").fill(invitation)
    other.page.locator("#b-sit").click()
    expect(other.page.locator("#b-stand")).to_be_visible(timeout=WAIT)
    assert invitation not in other.page.url
    other.page.get_by_role("link", name="Rules of poker tables").click()
    expect(other.page.locator(READ)).to_have_text("Poker tables")
    other.page.get_by_role("link", name="Anchor and shield").click()
    expect(other.page.get_by_role("heading", name="Anchor and shield")).to_be_in_viewport()
    host.page.locator("footer").get_by_role("link", name="Poker tables").click()
    host.press("RU Русский")
    host.page.get_by_role("link", name="Якорь и щит").click()
    expect(host.page.get_by_role("heading", name="Якорь и щит")).to_be_in_viewport()


LOOKS = [("ru", "dark", 360)]
if SOAK:
    LOOKS += [
        ("en", "light", 1440),
        ("en", "dark", 768),
        ("ru", "light", 768),
        ("en", "light", 360),
        ("ru", "dark", 1440),
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("language", "scheme", "width"), LOOKS)
def test_axe_finds_nothing_and_nothing_runs_over(
    language: str, scheme: str, width: int, arrive: Arrive, house: Server
) -> None:
    table = new_table(
        house, "naiko", seats=9, fill_with_bots=8, name="A long name of a table, as long as goes"
    )
    size = {"width": width, "height": 900}
    guest = arrive(
        "#tables", server=house, language=language, bypass_csp=True, color_scheme=scheme, viewport=size
    )
    page = guest.page
    found: dict[str, list[str]] = {}

    def stop(name: str) -> None:
        over = page.evaluate(OVER)
        found[name] = faults(page) + ([f"{over} px too wide"] if over > 0 else [])

    page.locator("#b-guest").click()
    page.locator("#new-table summary").click()
    page.locator(".tb-entry summary").first.click()
    stop("lobby")
    page.locator(f"#go-{table}").click()
    expect(page.locator("#b-sit")).to_be_visible(timeout=WAIT)
    stop("before sitting")
    sit(guest)
    for _ in range(4):
        expect(buttons(page).first.or_(hands(page).first)).to_be_visible(timeout=WAIT)
        if hands(page).count():
            break
        stop("own turn")
        move(page)
        page.wait_for_timeout(300)
    stop("later")
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
