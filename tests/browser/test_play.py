"""The play page by clicks and keys, in a real browser against a real service."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests import programs
from tests.browser.conftest import SOAK
from tests.browser.playing import CHIPS, GAMES, HASH, SEED, Arrive, Guest, arrive, house
from tests.http.server import Server

__all__ = ["arrive", "house"]  # fixtures

ACTING = ("mines", "hilo", "blackjack")


def verify(*arguments: str | Path) -> list[dict[str, object]]:
    done = programs.verify(*arguments, "--json")
    assert done.stderr == b"", done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def status_of(verdict: dict[str, object], check: str) -> object:
    checks = verdict["checks"]
    assert isinstance(checks, list)
    return next(each["status"] for each in checks if each["check"] == check)


def test_a_guest_comes_in_and_sees_the_promise(arrive: Arrive) -> None:
    guest = arrive().come()
    assert guest.chips == CHIPS
    assert HASH.fullmatch(guest.fact("Promise: SHA-256").replace("\n", ""))
    assert SEED.fullmatch(guest.fact("Client seed"))
    assert guest.fact("Next nonce") == "0"
    # The promise came before the client seed.
    assert [path.rpartition("/")[2] for path, _, _ in guest.posts if "players" in path] == ["seeds", "rotate"]
    stored = guest.page.evaluate("Object.keys(localStorage).length + document.cookie.length")
    assert stored == 0
    assert re.fullmatch(r"fp_[A-Za-z0-9_-]{43}", guest.page.evaluate("sessionStorage['fairseed.token']"))


def test_a_round_of_each_game_by_clicks(arrive: Arrive) -> None:
    guest = arrive().come()
    for nonce, game in enumerate(GAMES):
        a_round_by_clicks(guest.game(game), game, nonce)


def a_round_by_clicks(guest: Guest, game: str, nonce: int) -> None:
    before = guest.chips
    facts = guest.page.locator(".facts")
    expect(facts).to_contain_text("Greatest return")
    expect(facts).to_contain_text("Stakes")
    if game in ("dice", "limbo", "mines"):
        expect(facts).to_contain_text("First cell pays" if game == "mines" else "Chance to win")
    guest.place(50)
    if game in ACTING:
        guest.finish()
    expect(guest.status).to_contain_text(re.compile("^(Returned|Lost)"))
    row = guest.rounds.first.locator("td").all_inner_texts()
    assert row[:2] == [str(nonce), GAMES[game]]
    staked, returned = (int(text.replace("\u202f", "")) for text in row[2:4])
    assert staked == 50
    assert row[4] == "after the reveal"
    assert guest.chips == before - staked + returned
    assert guest.fact("Next nonce") == str(nonce + 1)
    guest.page.get_by_text("Chips", exact=True).last.click()
    entries = guest.page.get_by_role("region", name="Chips").locator("tbody tr")
    expect(entries.last).to_contain_text("Given")
    told = [[each.strip() for each in row.locator("td").all_inner_texts()] for row in entries.all()]
    gross = [("Stake", "−50")] + ([("Payout", f"+{returned}")] if returned else [])
    mine = [row for row in told if row[2] == str(nonce)]
    assert [(row[1], row[3]) for row in mine] == gross[::-1]
    assert (told[-1][1], told[-1][3]) == ("Given as a guest", "+10\u202f000")


def test_seeds_are_revealed_and_every_round_leads_to_the_verifier(arrive: Arrive, tmp_path: Path) -> None:
    guest = arrive().come()
    for game in GAMES:
        guest.game(game).place()
        if game in ACTING:
            guest.finish()
    promise, after = guest.fact("Promise: SHA-256"), "my own seed ж"
    guest.press("Reveal and change seeds")
    following = guest.fact("Promise of the next pair")
    guest.label("New client seed").fill(after)
    guest.press("Reveal and change")
    expect(guest.page.get_by_text("Its SHA-256 is the promise that was shown.")).to_be_visible()
    assert guest.fact("Promise: SHA-256") == following != promise
    assert guest.fact("Client seed") == after
    assert guest.fact("Next nonce") == "0"
    expect(guest.page.get_by_role("link", name=re.compile("^Check nonce"))).to_have_count(6)

    player = guest.page.evaluate("sessionStorage['fairseed.player']")
    authorised = {"Authorization": f"Bearer {guest.server.key}"}
    records = guest.server.rounds(player)
    # Outside soak an instant round and one with actions.
    for record in records if SOAK else [records[0], records[3]]:
        nonce = record["seeds"]["nonce"]
        anchor = guest.page.get_by_role("link", name=f"Check nonce {nonce} in the verifier")
        told = guest.server.call("GET", f"/v1/rounds/{record['round_id']}", headers=authorised).headers[
            "link"
        ]
        header = re.match("<([^>]+)>", told)
        assert header
        by_header = urljoin(f"{guest.root}v1/rounds/x", header[1])
        with guest.page.context.expect_page() as opened:
            anchor.click()
        page = opened.value
        expect(page.get_by_role("heading", level=1)).to_have_text("Round verified")
        record_of = "new URLSearchParams(new URL(address).hash.slice(1)).get('record')"
        link = page.evaluate(f"(address) => {record_of}", anchor.evaluate("(one) => one.href"))
        assert json.loads(link) == json.loads(page.evaluate(f"(address) => {record_of}", by_header))
        page.close()

    with guest.page.expect_download() as download:
        guest.press("Save receipts")
    receipts = tmp_path / "receipts.jsonl"
    download.value.save_as(receipts)
    assert len(receipts.read_text().splitlines()) == 6
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Save all its rounds").first.click()
    bundle = tmp_path / "bundle.jsonl"
    download.value.save_as(bundle)
    key = guest.server.get("/v1/log")["receipt_keys"][0]
    verdicts = verify("round", bundle, "--receipts", receipts, "--all-receipts", "--key", key)
    assert [verdict["verdict"] for verdict in verdicts] == ["verified"] * 6
    assert {status_of(verdict, "receipt") for verdict in verdicts} == {"pass"}
    # A round that the service changes behind the player is found by what the tab kept.
    changed = bundle.read_text().replace('"stake":100}', '"stake":90}', 1)
    assert changed != bundle.read_text()
    bundle.write_text(changed)
    verdicts = verify("round", bundle, "--receipts", receipts, "--key", key)
    assert status_of(verdicts[0], "receipt") == "fail"


@pytest.mark.soak
def test_revealed_rounds_can_be_checked_after_a_reload(arrive: Arrive) -> None:
    guest = arrive().come()
    guest.place()
    guest.change_seeds()
    expect(guest.page.get_by_role("link", name="Check nonce 0 in the verifier")).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_role("link", name="Check nonce 0 in the verifier")).to_be_visible()


@pytest.mark.soak
def test_a_long_history_is_read_as_it_is_asked_for(arrive: Arrive) -> None:
    guest = arrive().come()
    page = guest.page
    player = page.evaluate("sessionStorage['fairseed.player']")
    for _ in range(55):
        bet = {"params": {"target": "50.00", "direction": "over"}, "bet": {"stake": 1}}
        guest.server.post("/v1/rounds", {"player": player, "game": "dice"} | bet)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    rows = page.locator(".past:not(.chips) tbody tr:not(.pair)")
    for count in (20, 40, 55):
        expect(rows).to_have_count(count)
        assert sum("/v1/rounds?" in url and "order=newest" in url for url in asked) == 1 + (count > 40)
        if count < 55:
            page.locator(".past:not(.chips)").get_by_role("button", name="Show more").click()
    assert rows.locator("td:first-child").all_inner_texts() == [str(nonce) for nonce in range(54, -1, -1)]
    expect(page.locator(".past:not(.chips)").get_by_role("button", name="Show more")).to_have_count(0)


@pytest.mark.soak
def test_a_client_seed_is_the_players_to_choose(arrive: Arrive) -> None:
    guest = arrive().come()
    guest.press("Reveal and change seeds")
    first = guest.label("New client seed").input_value()
    guest.press("Another random one")
    assert guest.label("New client seed").input_value() != first
    guest.label("New client seed").fill("once")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_text("once", exact=True)).to_be_visible()
    guest.expected = {409, 422}
    guest.change_seeds("once")
    expect(guest.page.get_by_text("You have used this client seed before.")).to_be_visible()
    guest.label("New client seed").fill(" edge")
    guest.press(re.compile("^Reveal and change$"))
    expect(guest.page.get_by_text("This client seed is not taken")).to_be_visible()
    guest.press("Not now")
    assert guest.fact("Client seed") == "once"


@pytest.mark.soak
@pytest.mark.parametrize("game", ACTING if SOAK else ACTING[:1])
def test_an_open_round_is_found_again_after_a_reload(game: str, arrive: Arrive) -> None:
    guest = arrive().come().game(game)
    for _ in range(10):
        guest.place()
        if guest.status.inner_text() == "Your move":
            break
    else:
        raise AssertionError("ten naturals")
    nonce = guest.page.get_by_text(re.compile(r"^Round with nonce \d+$")).inner_text()
    expect(guest.bet).to_be_disabled()
    guest.expected = {409}
    guest.change_seeds()
    expect(guest.page.get_by_text("A round is still open. Finish it, then change seeds.")).to_be_visible()
    guest.page.reload()
    guest.shows(GAMES[game])
    expect(guest.status).to_have_text("Your move")
    expect(guest.page.get_by_text(nonce)).to_be_visible()
    guest.finish()
    expect(guest.bet).to_be_enabled()
    guest.change_seeds()
    expect(guest.page.get_by_text("Its SHA-256 is the promise that was shown.")).to_be_visible()


@pytest.mark.soak
def test_another_tab_that_plays_on_is_noticed(arrive: Arrive) -> None:
    guest = arrive().come().game("mines")
    guest.label("Mines").fill("1")
    guest.place()
    round_id = guest.page.evaluate(
        "Object.keys(sessionStorage).find((one) => one.startsWith('fairseed.kept.')).slice(14)"
    )
    guest.server.post(f"/v1/rounds/{round_id}/actions", {"type": "open", "cell": 3, "expected_actions": 0})
    guest.expected = {409}
    guest.page.get_by_role("button", name="Cell 7, closed").click()
    # Or it has ended there, on a mine.
    gone = "The round has gone on elsewhere|The rules do not allow that now"
    expect(guest.page.get_by_role("alert").filter(has_text=re.compile(gone))).to_be_visible()
    expect(guest.page.get_by_role("button", name="Cell 7, safe")).to_have_count(0)
    expect(guest.page.get_by_role("button", name="Cell 3, closed")).to_have_count(0)


@pytest.mark.soak
def test_what_a_bet_would_be_refused_for_is_said_before_it(arrive: Arrive) -> None:
    guest = arrive().come()
    guest.expected = {422}
    guest.label("Target").fill("99.98")
    guest.label("Stake").fill("10000")
    expect(guest.page.get_by_text("would be higher than 10\u202f000\u202f000 chips")).to_be_visible()
    expect(guest.bet).to_be_disabled()
    guest.label("Target").fill("1")
    guest.label("Stake").fill("10")
    expect(guest.page.get_by_text("Target is not right.")).to_be_visible()
    guest.label("Target").fill("50")
    expect(guest.bet).to_be_enabled()
    guest.label("Stake").fill("10001")
    expect(guest.page.get_by_text("You have 10\u202f000 chips, this bet needs 10\u202f001.")).to_be_visible()
    expect(guest.bet).to_be_disabled()
    for wrong in ("", "0.5", "ten", "-5"):
        guest.label("Stake").fill(wrong)
        expect(guest.bet).to_be_disabled()
    assert guest.rounds.count() == 0
    assert guest.fact("Next nonce") == "0"


def test_a_bet_that_the_service_refuses_says_why(arrive: Arrive) -> None:
    guest = arrive().come()
    guest.label("Stake").fill("9000")
    expect(guest.page.locator(".facts:not(.stale)")).to_contain_text("Greatest return")
    player = guest.page.evaluate("sessionStorage['fairseed.player']")
    guest.server.post(f"/v1/players/{player}/chips", {"amount": -5000, "reason": "for another table"})
    guest.expected = {409}
    guest.bet.click()
    alert = guest.page.get_by_role("alert").filter(has_text="Refused")
    expect(alert).to_contain_text("Your chips do not cover it.")
    assert guest.fact("Next nonce") == "0"
    guest.place(100)


@pytest.mark.soak
def test_a_doubled_stake_that_the_chips_do_not_cover_changes_nothing(arrive: Arrive) -> None:
    guest = arrive().come().game("blackjack")
    guest.expected = {409}
    for _ in range(10):
        guest.place(6000 if guest.rounds.count() == 0 else 100)
        if guest.status.inner_text() == "Your move":
            break
        guest.server.post(
            f"/v1/players/{guest.page.evaluate('sessionStorage[`fairseed.player`]')}/chips",
            {"amount": CHIPS - guest.chips, "reason": "level"},
        )
    guest.server.post(
        f"/v1/players/{guest.page.evaluate('sessionStorage[`fairseed.player`]')}/chips",
        {"amount": -guest.chips, "reason": "none left"},
    )
    before = guest.page.locator("figure").inner_text()
    guest.press(re.compile("^Double"))
    expect(guest.page.get_by_role("alert").filter(has_text="Refused")).to_contain_text(
        "Your chips do not cover it."
    )
    assert guest.page.locator("figure").inner_text() == before
    guest.finish()


@pytest.mark.soak
def test_autoplay_plays_what_was_said_and_no_more(arrive: Arrive) -> None:
    guest = arrive().come().game("plinko")
    guest.page.get_by_text("Autoplay", exact=True).click()
    guest.label("Stake").fill("20")
    guest.page.get_by_role("textbox", name="Rounds").fill("7")
    expect(guest.bet).to_be_enabled()
    guest.press("Start")
    expect(guest.page.get_by_text(re.compile("^Done: all 7 rounds played"))).to_be_visible(timeout=20_000)
    assert guest.rounds.count() == 7
    bets = [body for path, body, _ in guest.posts if path == "v1/rounds"]
    assert len(bets) == 7
    keys = [headers["idempotency-key"] for path, _, headers in guest.posts if path == "v1/rounds"]
    assert len(set(keys)) == 7
    assert [row.locator("td").first.inner_text() for row in guest.rounds.all()] == list("6543210")


@pytest.mark.soak
def test_autoplay_stops_at_the_loss_that_was_said(arrive: Arrive) -> None:
    guest = arrive().come().game("limbo")
    guest.page.get_by_text("Autoplay", exact=True).click()
    guest.label("Target").fill("10000")
    guest.label("Stake").fill("30")
    guest.page.get_by_role("textbox", name="Rounds").fill("50")
    guest.page.get_by_label(re.compile("^Lose at most")).fill("100")
    expect(guest.bet).to_be_enabled()
    guest.page.get_by_label(re.compile("^Lose at most")).press("Enter")
    expect(
        guest.page.get_by_text("Stopped at −90: the next bet could lose more than you said. 3 played.")
    ).to_be_visible()
    assert guest.rounds.count() == 3
    assert guest.chips == CHIPS - 90


@pytest.mark.soak
def test_autoplay_stops_when_it_is_stopped_and_when_somebody_goes_elsewhere(arrive: Arrive) -> None:
    guest = arrive().come()
    guest.page.get_by_text("Autoplay", exact=True).click()
    guest.page.get_by_role("textbox", name="Rounds").fill("100000")
    expect(guest.bet).to_be_enabled()
    guest.press("Start")
    expect(guest.rounds).not_to_have_count(0)
    guest.press("Stop")
    expect(guest.page.get_by_text(re.compile(r"^Stopped by you\."))).to_be_visible()
    made = len([path for path, _, _ in guest.posts if path == "v1/rounds"])
    player = guest.page.evaluate("sessionStorage['fairseed.player']")
    assert len(guest.server.rounds(player)) == made
    guest.press("Start")
    expect(guest.page.get_by_text(re.compile(r"^[1-9]\d* of "))).to_be_visible()
    guest.game("plinko")
    # What was on its way is answered; nothing comes behind it.
    made = len([path for path, _, _ in guest.posts if path == "v1/rounds"])
    expect(guest.rounds.first.locator("td").first).to_have_text(str(made - 1))
    guest.place()
    guest.game("dice").place()
    assert len([path for path, _, _ in guest.posts if path == "v1/rounds"]) == made + 2


def test_an_answer_that_is_lost_is_asked_for_again_and_never_bets_twice(arrive: Arrive) -> None:
    guest = arrive().come()
    expect(guest.bet).to_be_enabled()
    guest.expected = {0}
    lost: list[str] = []

    def lose(route: object) -> None:
        """The bet reaches the service, its answer does not come back."""
        route.fetch()  # type: ignore[attr-defined]
        lost.append("bet")
        route.abort("connectionreset")  # type: ignore[attr-defined]

    guest.page.route("**/v1/rounds", lose)
    guest.bet.click()
    expect(guest.page.get_by_text("No answer from the service")).to_be_visible(timeout=10_000)
    assert len(lost) == 3
    guest.page.unroute("**/v1/rounds")
    guest.press("Ask again")
    expect(guest.rounds).to_have_count(1)
    expect(guest.status).to_contain_text(re.compile("^(Returned|Lost)"))
    player = guest.page.evaluate("sessionStorage['fairseed.player']")
    assert len(guest.server.rounds(player)) == 1
    assert len({headers["idempotency-key"] for path, _, headers in guest.posts if path == "v1/rounds"}) == 1


@pytest.mark.soak
def test_while_the_service_is_away_it_is_said_and_can_be_tried_again(arrive: Arrive) -> None:
    guest = arrive().come().game("mines")
    guest.label("Mines").fill("1")
    guest.place()
    guest.expected = {0}
    guest.page.context.set_offline(True)
    guest.page.get_by_role("button", name="Cell 0, closed").click()
    expect(guest.page.get_by_text("No answer from the service")).to_be_visible(timeout=10_000)
    guest.page.context.set_offline(False)
    guest.press("Ask again")  # for the move, and for a quote that may have been lost behind it
    expect(guest.page.get_by_role("button", name="Cell 0, closed")).to_have_count(0)


@pytest.mark.soak
def test_a_session_that_ended_is_said_and_the_round_waits(arrive: Arrive) -> None:
    guest = arrive()
    player = "carol"
    token = guest.server.post(f"/v1/players/{player}/tokens", {}).body["token"]
    guest.server.post(f"/v1/players/{player}/chips", {"amount": 500, "reason": "welcome"})
    guest.label("Player").fill(player)
    guest.label("Token").fill(token)
    guest.expected = {404}
    guest.press("Enter")
    guest.shows("Dice")
    assert guest.chips == 500
    guest.game("mines")
    guest.label("Mines").fill("1")
    guest.place(10)
    guest.page.evaluate("(one) => sessionStorage.setItem('fairseed.token', one)", "fp_" + "x" * 43)
    guest.expected = {401}
    guest.page.reload()
    expect(guest.page.get_by_text("The session has ended")).to_be_visible()
    assert guest.page.evaluate("sessionStorage['fairseed.token'] ?? null") is None
    guest.expected = set()
    guest.label("Player").fill(player)
    guest.label("Token").fill(guest.server.post(f"/v1/players/{player}/tokens", {}).body["token"])
    guest.page.keyboard.press("Enter")
    expect(guest.status).to_have_text("Your move")
    guest.finish()


@pytest.mark.soak
def test_a_token_that_ends_in_play_leads_back_to_the_door(arrive: Arrive, tmp_path: Path) -> None:
    settings = {"FAIRSEED_BALANCES": "ledger"}
    with Server(f"sqlite:///{tmp_path}/fairseed.sqlite3", tmp_path, **settings) as server:
        server.post("/v1/players/dave/chips", {"amount": 500, "reason": "welcome"})
        guest = arrive(server=server)
        guest.expected = {401, 404}
        guest.label("Player").fill("dave")
        guest.label("Token").fill(server.post("/v1/players/dave/tokens", {}).body["token"])
        guest.press("Enter")
        guest.shows("Dice")
        guest.place()
        with sqlite3.connect(tmp_path / "fairseed.sqlite3") as database:
            ended = "UPDATE api_keys SET expires_at = '2000-01-01T00:00:00Z' WHERE scope = 'player'"
            assert database.execute(ended).rowcount == 1
        expect(guest.bet).to_be_enabled()
        guest.bet.click()
        expect(guest.page.get_by_text("The session has ended")).to_be_visible()
        expect(guest.page.get_by_role("navigation", name="Games")).to_have_count(0)


def test_a_wrong_token_is_told(arrive: Arrive) -> None:
    guest = arrive()
    guest.expected = {401, 403}
    guest.label("Player").fill("nobody")
    guest.label("Token").fill("fp_wrong")
    guest.press("Enter")
    expect(guest.page.get_by_text("This token is not good for this player.")).to_be_visible()
    assert guest.page.evaluate("sessionStorage['fairseed.token'] ?? null") is None


@pytest.mark.soak
def test_a_page_of_the_same_origin_may_bring_somebody_in(arrive: Arrive) -> None:
    guest = arrive("fair")
    token = guest.server.post("/v1/players/erin/tokens", {}).body["token"]
    guest.server.post("/v1/players/erin/seeds", {})
    guest.server.post("/v1/players/erin/chips", {"amount": 70, "reason": "welcome"})
    told = "([player, token]) => Object.assign(sessionStorage, {'fairseed.player': player, 'fairseed.token': token})"
    guest.page.evaluate(told, ["erin", token])
    guest.page.get_by_role("navigation").get_by_role("link", name="Play", exact=True).click()
    guest.shows("Dice")
    assert guest.chips == 70


@pytest.mark.soak
def test_leaving_leaves_nothing(arrive: Arrive) -> None:
    guest = arrive().come()
    guest.place()
    guest.press("Leave")
    expect(guest.page.get_by_text("You have left.")).to_be_visible()
    assert guest.page.evaluate("Object.keys(sessionStorage)") == []
    guest.page.reload()
    expect(guest.page.get_by_role("button", name="Play as a guest")).to_be_visible()


@pytest.mark.soak
def test_without_guests_and_with_balances_elsewhere(arrive: Arrive, tmp_path: Path) -> None:
    settings = {"FAIRSEED_CONFIG": str(tmp_path / "fairseed.toml")}
    (tmp_path / "fairseed.toml").write_text(
        "[games.limbo]\noffered = false\n[games.plinko]\nrows = [8, 12]\nrisks = ['low']\n"
    )
    with Server(f"sqlite:///{tmp_path}/fairseed.sqlite3", tmp_path, **settings) as server:
        guest = arrive(server=server)
        guest.expected = {404}
        guest.press("Play as a guest")
        expect(guest.page.get_by_text("Guests are not taken here.")).to_be_visible()
        guest.label("Player").fill("frank")
        guest.label("Token").fill(server.post("/v1/players/frank/tokens", {}).body["token"])
        guest.press("Enter")
        guest.shows("Dice")
        expect(guest.page.locator("header").get_by_text("chips")).to_have_count(0)
        expect(guest.page.get_by_role("link", name="Limbo", exact=True)).to_have_count(
            1
        )  # the footer's, to its rules
        guest.game("plinko")
        assert guest.label("Rows").locator("option").all_inner_texts() == ["8", "12"]
        assert guest.label("Risk").locator("option").all_inner_texts() == ["low"]
        guest.place()
        guest.change_seeds()
        expect(guest.page.get_by_role("link", name="Check nonce 0 in the verifier")).to_be_visible()


@pytest.mark.soak
def test_a_seed_that_is_revealed_later(arrive: Arrive, tmp_path: Path) -> None:
    settings = {
        "FAIRSEED_BALANCES": "ledger",
        "FAIRSEED_GUEST_CHIPS": "500",
        "FAIRSEED_REVEAL_WITHIN_SECONDS": "3600",
    }
    with Server(f"sqlite:///{tmp_path}/fairseed.sqlite3", tmp_path, **settings) as server:
        guest = arrive(server=server).come()
        guest.place()
        guest.change_seeds()
        expect(guest.page.get_by_text("The operator reveals its seed later")).to_be_visible()
        expect(guest.rounds.first).to_contain_text("after the reveal")


def test_nothing_that_a_service_says_becomes_markup(arrive: Arrive) -> None:
    guest: Guest = arrive().come()
    player = guest.page.evaluate("sessionStorage['fairseed.player']")
    guest.server.post(f"/v1/players/{player}/chips", {"amount": 5, "reason": "<img src=x onerror=alert(1)>"})
    guest.change_seeds("<b>bold</b>")
    expect(guest.page.get_by_text("<b>bold</b>", exact=True)).to_be_visible()
    guest.place()
    guest.page.get_by_text("Chips", exact=True).last.click()
    expect(guest.page.get_by_text("<img src=x onerror=alert(1)>")).to_be_visible()
    assert guest.page.locator("main img, main b:text-is('bold')").count() == 0
