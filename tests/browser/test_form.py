"""The slip: each game typed field by field, what the page says meanwhile, what it cleans, what it refuses."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.vectors import GAMES, case
from tests.browser.words import CHECKS

# One vector a game, all of one pair of seeds; together they use choices, the operator's rules and actions.
TYPED = {"dice": 65, "limbo": 4, "plinko": 76, "mines": 67, "hilo": 19, "blackjack": 55, "raw": 33}
SEED = "6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba"
HASH = "09dbe0f4445c59f0583bc2a6e77bf983ecb5ad24393d0d871c5c8a7d6c9035c3"

# Any visible part of the slip in a red, as text, ground or border. Amber has more green than this.
RED = """(slip) => [slip, ...slip.querySelectorAll('*')].filter((one) => one.checkVisibility()).flatMap((one) => {
  const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(one);
  const shown = [color, backgroundColor, ...(borderTopWidth === '0px' ? [] : [borderTopColor])];
  return shown.filter((paint) => {
    const [r, g, b, a = 1] = paint.match(/[\\d.]+/g).map(Number);
    return a > 0 && r > 110 && g < 0.6 * r && b < 0.6 * r;
  });
})"""


def grouped(number: int) -> str:
    """As the page writes a whole number."""
    return f"{number:,}".replace(",", "\u202f")


def test_each_game_typed_field_by_field(person: Person) -> None:
    for game in GAMES:
        one = case(game, TYPED[game])
        person.fills_in(one.given, game)
        person.shows("derived")
        # Without a record nothing is compared, and the page says so.
        checks = dict.fromkeys(CHECKS, "skip") | {"format": "pass", "rules": "pass"}
        person.judges(**checks)
        picture = person.page.locator("figure")
        expect(picture).to_be_visible()
        if game != "raw":
            expect(picture).to_contain_text(grouped(one.expect["settlement"]["returned"]))
        if game != "raw":  # the stake, too, may have been typed after the outcome was derived
            person.report("derived", "settlement", "staked", equal=one.expect["settlement"]["staked"])
        report = person.report("derived", "outcome", equal=one.expect["outcome"])
        assert report["verdict"] is None
        settlement = report["derived"]["settlement"]
        if game != "raw":
            assert {name: settlement[name] for name in one.expect["settlement"]} == one.expect["settlement"]
        assert {name: report["record"]["seeds"][name] for name in ("server_seed", "client_seed")} == {
            "server_seed": SEED,
            "client_seed": "client",
        }


def test_the_result_follows_while_typing_and_nothing_is_red(person: Person) -> None:
    page = person.page
    slip, what = page.locator(".slip"), page.locator(".what").first
    person.shows("nothing yet")
    person.plays("dice")
    person.types("client_seed", "client")
    person.types("nonce", "13435")
    person.types("server_seed_hash", HASH[:20])
    field = person.field("server_seed")
    field.click()
    field.press_sequentially(SEED[:30])
    expect(person.hints("server_seed")).to_have_text(re.compile("30"))
    expect(person.hints("server_seed_hash")).to_have_text(re.compile("20"))
    person.shows("nothing yet")
    assert slip.evaluate(RED) == []
    field.press_sequentially("x")  # what can't become right is amber
    expect(person.hints("server_seed")).to_have_text(re.compile("a to f|от a до f"))
    assert slip.evaluate(RED) == []
    field.press("Backspace")
    field.press_sequentially(SEED[30:])
    person.shows("derived")  # with the focus still in the field
    expect(field).to_be_focused()
    assert slip.evaluate(RED) == []
    person.field("nonce").click()
    person.page.keyboard.press("Control+a")
    person.page.keyboard.type("621")
    expect(page.locator("figure")).to_contain_text("50.00")
    expect(what).to_contain_text("621")
    person.page.keyboard.press("Backspace")
    expect(what).to_contain_text(re.compile(r"\b62$"))
    person.types("server_seed_hash", HASH)
    person.judges(commitment="pass")
    person.types("server_seed_hash", HASH[:-1] + "4")
    person.shows("failed commitment")
    assert slip.evaluate(RED) == []


def test_what_is_pressed_while_the_result_follows_was_pressed(guest: Person) -> None:
    """Typed, and a button pressed before the result came: it comes, and the press counts."""
    one = case("hilo", TYPED["hilo"])
    guest.fills_in({**one.given, "actions": []}, "hilo")
    guest.shows("so far")
    [first, *others] = one.given["actions"]
    add = guest.button("add", action=guest.say(first.get("guess", first["type"])))

    def presses(button: Locator) -> None:
        field = guest.field("stake")
        field.click()
        field.press("Backspace")
        button.hover()
        guest.page.mouse.down()
        guest.page.wait_for_timeout(400)  # longer than the page waits for the next key
        guest.page.mouse.up()

    presses(add)
    acts = guest.page.get_by_role("group", name=re.compile("Actions|Действия")).get_by_role("listitem")
    expect(acts).to_have_count(1)
    guest.button("take back").click()
    add.dblclick()  # the second press is of what the first one brought
    expect(acts).to_have_count(2)
    assert others[0] == first
    for action in others[1:]:
        guest.acts(action)
    guest.shows("derived")
    with guest.page.expect_download() as download:
        presses(guest.button("save report"))
    assert json.loads(download.value.path().read_bytes())["derived"]["outcome"] == one.expect["outcome"]
    # By the keyboard: a space bar that is held.
    field = guest.field("stake")
    field.click()
    field.press("Backspace")
    guest.button("take back").focus()
    guest.page.keyboard.down(" ")
    guest.page.wait_for_timeout(400)
    guest.page.keyboard.up(" ")
    expect(acts).to_have_count(len(others))


def test_the_example_of_each_game_is_verified_and_can_be_changed_and_put_back(guest: Person) -> None:
    for game in GAMES:
        guest.plays(game)
        guest.takes_an_example()
        guest.shows("verified")
        expect(guest.page.get_by_text(guest.say("an example"), exact=True)).to_be_visible()
        guest.judges(format="pass", commitment="pass", rules="pass", outcome="pass")
    guest.plays("limbo")
    guest.takes_an_example()
    guest.types("nonce", "11")
    guest.shows("failed outcome")
    guest.button("undo").click()
    guest.shows("verified")
    expect(guest.field("nonce")).to_have_value("10")


def test_the_empty_page_offers_an_example(guest: Person) -> None:
    guest.page.get_by_role("main").get_by_role("button", name=guest.say("example")).last.click()
    guest.shows("verified")


def test_stray_white_space_and_spellings_are_cleaned_and_told(person: Person) -> None:
    person.plays("dice")
    person.pastes_into("client_seed", "  client\t")
    expect(person.field("client_seed")).to_have_value("client")
    expect(person.hints("client_seed")).to_contain_text("3")
    person.button("put back").click()
    expect(person.field("client_seed")).to_have_value("  client\t")
    person.types("client_seed", "client")
    person.pastes_into("server_seed", f" {SEED[:32]}\n  {SEED[32:]} ")
    expect(person.field("server_seed")).to_have_value(SEED)
    expect(person.hints("server_seed").get_by_role("paragraph")).to_have_count(2)
    person.pastes_into("nonce", "#13,435")
    expect(person.field("nonce")).to_have_value("13435")
    expect(person.hints("nonce")).to_contain_text("#13,435")
    person.field("target").click()
    person.page.keyboard.press("Control+a")
    person.page.keyboard.type("50,0")
    expect(person.field("target")).to_have_value("50,0")  # not while it is typed
    person.page.keyboard.press("Tab")
    expect(person.field("target")).to_have_value("50.00")
    expect(person.hints("target")).to_contain_text("50,0")
    person.shows("derived")
    # A seed in capital letters is another seed: that is offered, not done.
    person.pastes_into("server_seed", SEED.upper())
    expect(person.field("server_seed")).to_have_value(SEED.upper())
    person.shows("nothing yet")
    person.button("lower case").click()
    expect(person.field("server_seed")).to_have_value(SEED)
    person.shows("derived")


PASTED: list[tuple[str, str, dict[str, str]]] = [
    (
        "lines",
        f"Game: Dice\nUnhashed server seed: {SEED}\nClient seed: quiet harbour \n"
        "Round number: 1 024\nBet amount: 250\nTarget: 75,5\nCondition: above\n",
        {"nonce": "1024", "stake": "250", "target": "75.50", "client_seed": "quiet harbour"},
    ),
    (
        "russian lines",
        f"Игра: лимбо\nСерверный сид: {SEED}\nКлиентский сид: тихая гавань\nНонс: 7\nЦель: x3\n",
        {"nonce": "7", "target": "3.00", "client_seed": "тихая гавань"},
    ),
    (
        "an object",
        json.dumps(
            {
                "serverSeed": SEED,
                "clientSeed": "quiet",
                "nonce": 3,
                "game": "plinko",
                "state": {"rows": 12, "risk": "LOW"},
            }
        ),
        {"nonce": "3", "client_seed": "quiet", "rows": "12", "risk": "low"},
    ),
]


def test_fields_of_other_pages_are_read_by_their_names(person: Person) -> None:
    for _, text, values in PASTED:
        person.pastes(text)
        for name, value in values.items():
            expect(person.field(name)).to_have_value(value)
        expect(person.field("server_seed")).to_have_value(SEED)
        person.shows("derived")
    person.pastes(PASTED[0][1])
    expect(person.hints("nonce")).to_contain_text("Round number")
    expect(person.hints("nonce")).to_contain_text("1 024")
    expect(person.hints("target")).to_contain_text("75,5")


@pytest.mark.soak
def test_actions_are_offered_as_they_are_legal(guest: Person) -> None:
    page = guest.page
    group = page.get_by_role("group", name=re.compile("Actions|Действия"))
    add = guest.say("add", action="")

    def offered() -> list[str]:
        names = group.get_by_role("button").all_inner_texts()
        return sorted(name.removeprefix(add) for name in names if name.startswith(add))

    def words(*names: str) -> list[str]:
        return sorted(guest.say(name) for name in names)

    guest.plays("hilo")  # without seeds: all that there is
    assert offered() == words(
        "higher_or_same", "lower_or_same", "higher", "lower", "same", "skip", "cash_out"
    )
    guest.fills_in({**case("hilo", 4).given, "actions": []}, "hilo")
    guest.shows("so far")
    assert offered() == words("higher", "same", "skip")  # on an ace, and nothing to cash out yet
    guest.acts({"type": "guess", "guess": "higher"})
    expect(guest.button("add", action=guest.say("cash_out"))).to_be_visible()
    assert offered() == words("lower", "same", "skip", "cash_out")  # on a king
    guest.acts({"type": "cash_out"})
    guest.shows("derived")
    assert offered() == []
    guest.button("take back").click()
    guest.shows("so far")
    expect(group.get_by_role("listitem")).to_have_text([re.compile(guest.say("higher"))])
    # Blackjack, by the buttons alone.
    one = case("blackjack", 16)
    guest.fills_in({**one.given, "actions": []}, "blackjack")
    guest.shows("so far")
    assert offered() == words("hit", "stand", "double")
    for action in one.given["actions"]:
        guest.acts(action)
    guest.shows("derived")
    guest.report("derived", "outcome", equal=one.expect["outcome"])
    # Mines: cells in a line, and how it ended.
    one = case("mines", 67)
    guest.fills_in({**one.given, "actions": one.given["actions"][:2]}, "mines")
    guest.shows("so far")
    guest.types("cells", "27 27")
    guest.shows("refused")
    guest.types("cells", "27, 47")
    guest.chooses("end", guest.say("cash out"))
    guest.shows("derived")


REFUSALS = {
    "upper": "Upper case is another seed|Прописные буквы дают другой сид",
    "hex": "Only digits and the letters a to f|Только цифры и буквы от a до f",
    "63": "63",
    "65": "65",
    "digits": "Only digits|Только цифры",
    "range": "9007199254740991",
    "differs": "not the SHA-256|Не равен SHA-256",
    "equals": "Equals SHA-256|Равен SHA-256",
}


@pytest.mark.soak
def test_wrong_seeds_of_the_vectors_are_refused(guest: Person) -> None:
    guest.fills_in(case("dice", 7).given, "dice")
    guest.shows("derived")
    for number, why in {40: "upper", 41: "63", 42: "65", 43: "hex"}.items():
        wrong = case("stream", number)
        assert wrong.layer == "seed"
        guest.pastes_into("server_seed", wrong.given["server_seed"])
        expect(guest.hints("server_seed")).to_have_text(re.compile(REFUSALS[why]))
        guest.shows("nothing yet")
    zeros = "0" * 64
    guest.pastes_into("server_seed", zeros)
    guest.shows("derived")
    for number in (11, 12, 15, 16, 17):
        wrong = case("commitments", number)
        assert (wrong.layer, wrong.given["server_seed"]) == ("commitment", zeros)
        guest.pastes_into("server_seed_hash", wrong.given["server_seed_hash"])
        expect(guest.hints("server_seed_hash")).to_have_text(re.compile(REFUSALS["differs"]))
        guest.shows("failed commitment")
        guest.judges(commitment="fail")


@pytest.mark.soak
def test_wrong_nonces_of_the_vectors_are_refused(guest: Person) -> None:
    guest.fills_in(case("dice", 7).given, "dice")
    guest.shows("derived")
    for number in (47, 48, 52, 53, 54, 56, 57):
        wrong = case("stream", number)
        assert wrong.layer == "seed"
        guest.types("nonce", wrong.given["nonce"])
        expect(guest.hints("nonce")).to_have_text(re.compile(REFUSALS["digits"]))
        guest.shows("nothing yet")
    guest.types("nonce", case("stream", 55).given["nonce"])
    expect(guest.hints("nonce")).to_have_text(re.compile(REFUSALS["range"]))
    guest.shows("failed format")
    # What only leaves room for one reading is read, and told.
    for number, text in {46: "1", 50: "1", 51: "1"}.items():
        guest.types("nonce", case("stream", number).given["nonce"])
        expect(guest.field("nonce")).to_have_value(text)
        expect(guest.hints("nonce")).not_to_be_empty()
        guest.shows("derived")


def test_refused_bets_and_client_seeds_say_why(guest: Person) -> None:
    guest.fills_in(case("dice", 7).given, "dice")
    guest.types("target", "100.00")
    guest.shows("refused")
    state, why = guest.checks()[guest.say("check rules")]
    assert (state, "params.target" in why) == (guest.say("fail"), True)
    guest.types("target", "50.00")
    guest.types("stake", "0")
    guest.shows("refused")
    guest.types("stake", "100")
    guest.shows("derived")
    # A service refuses such a client seed, a verifier reads it.
    guest.pastes_into("client_seed", case("client_seeds", 27).given["client_seed"])
    expect(guest.hints("client_seed")).to_contain_text("U+E000")
    guest.shows("derived")
