"""docs/rules/hilo.md, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from games import GAMES
from tests.rules.scripted import Round, begin, placed, refuses_bet

HILO = GAMES["hilo"]
ORDER = "A23456789TJQK"
RTP = Fraction(98, 100)


def number(card: str) -> int:
    """A card's number in the deck: 2c, 2d, 2h, 2s, 3c … As."""
    return 4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1])


def cards(text: str, stake: int = 100, **rules: object) -> Round:
    """A round in which these cards come."""
    return begin("hilo", rules, {"stake": stake}, *[number(card) for card in text.split()])


def guess(played: Round, name: str) -> Round:
    return played.act("guess", guess=name)


def lost(played: Round) -> bool:
    return played.finished and played.outcome["result"] == "lost"


def offered(played: Round) -> set[str]:
    return {offer["guess"] for offer in played.shown["guesses"]}


def test_h1_ace_is_lowest_and_king_highest() -> None:
    for low, high in pairwise(ORDER[1:]):
        if high != "K":
            assert lost(guess(cards(f"{low}c {high}d"), "lower_or_same"))
            assert lost(guess(cards(f"{high}c {low}d"), "higher_or_same"))
    assert not lost(guess(cards("2c Ac"), "lower_or_same"))
    assert not lost(guess(cards("Qc Kc"), "higher_or_same"))
    assert not lost(guess(cards("Ac Kc"), "higher"))


@pytest.mark.parametrize("suit", "cdhs")
def test_h2_suits_do_not_matter(suit: str) -> None:
    assert not lost(guess(cards(f"Ah A{suit}"), "same"))
    assert not lost(guess(cards(f"7d 8{suit}"), "higher_or_same"))
    assert lost(guess(cards(f"7d 8{suit}"), "lower_or_same"))


def test_h3_full_deck_every_time() -> None:
    played = cards("As As As As As As", stake=1)
    for _ in range(5):
        guess(played, "same")
    assert not played.finished
    assert played.state.random.sizes == (52,) * 6


@pytest.mark.parametrize("rank", "23456789TJQ")
def test_h4_guesses_between(rank: str) -> None:
    assert offered(cards(f"{rank}c")) == {"higher_or_same", "lower_or_same"}


def test_h5_guesses_on_an_ace() -> None:
    assert offered(cards("Ah")) == {"higher", "same"}


def test_h6_guesses_on_a_king() -> None:
    assert offered(cards("Kh")) == {"lower", "same"}


@pytest.mark.parametrize("r", range(2, 13))
def test_h7_chances_between(r: int) -> None:
    start = ORDER[r - 1]
    higher = sum(not lost(guess(cards(f"{start}c {after}c"), "higher_or_same")) for after in ORDER)
    lower = sum(not lost(guess(cards(f"{start}c {after}c"), "lower_or_same")) for after in ORDER)
    assert (higher, lower) == (14 - r, r)
    shown = {offer["guess"]: offer["chance"] for offer in cards(f"{start}c").shown["guesses"]}
    cut = {name: f"0.{n * 10**4 // 13:04d}" for name, n in (("higher_or_same", 14 - r), ("lower_or_same", r))}
    assert shown == cut


@pytest.mark.parametrize(("start", "other"), [("A", "higher"), ("K", "lower")])
def test_h8_chances_at_the_ends(start: str, other: str) -> None:
    assert sum(not lost(guess(cards(f"{start}c {after}c"), other)) for after in ORDER) == 12
    assert sum(not lost(guess(cards(f"{start}c {after}c"), "same")) for after in ORDER) == 1
    shown = {offer["guess"]: offer["chance"] for offer in cards(f"{start}c").shown["guesses"]}
    assert shown == {other: "0.9230", "same": "0.0769"}  # 12/13 and 1/13, cut


def test_h9_same_rank_wins_both() -> None:
    assert not lost(guess(cards("7d 7c"), "higher_or_same"))
    assert not lost(guess(cards("7d 7c"), "lower_or_same"))


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("7d", "higher"),
        ("7d", "lower"),
        ("7d", "same"),
        ("Ad", "lower"),
        ("Ad", "higher_or_same"),
        ("Kd", "higher"),
        ("Kd", "lower_or_same"),
        ("7d", "red"),
    ],
)
def test_h10_guess_not_offered(card: str, name: str) -> None:
    cards(f"{card} 7c").refuses("guess", guess=name)


def test_h11_multiplier_of_a_guess() -> None:
    # 5: higher_or_same 9/13
    assert guess(cards("5d 9c"), "higher_or_same").act("cash_out").result.multiplier == RTP * Fraction(13, 9)
    assert HILO.params_dict(HILO.read_params({}))["rtp"] == "0.98"


def test_h12_exact_product() -> None:
    played = guess(guess(guess(cards("5d 9c Ad Ac"), "higher_or_same"), "lower_or_same"), "same")
    product = RTP**3 * Fraction(13, 9) * Fraction(13, 9) * 13
    assert played.act("cash_out").result.multiplier == product


def test_h13_wrong_guess() -> None:
    played = guess(guess(cards("5d 9c Td"), "higher_or_same"), "lower_or_same")
    assert lost(played)
    assert played.result.returned == 0
    assert played.result.settlement()["multiplier"] == "0.0000"


def test_h14_cash_out_needs_a_right_guess() -> None:
    played = cards("5d 9c Td")
    played.refuses("cash_out")
    played.act("skip").refuses("cash_out")
    assert guess(played, "higher_or_same").act("cash_out").finished


def test_h15_cash_out_is_rounded_down() -> None:
    # 0.98 · 13/9 = 1.41555…
    assert guess(cards("5d 9c"), "higher_or_same").act("cash_out").result.returned == 141
    assert guess(cards("5d 9c", stake=1), "higher_or_same").act("cash_out").result.returned == 1
    # 0.98² · 169/81 = 2.00379…, from the product and not from 141 · 1.4155
    played = guess(guess(cards("5d 9c 9d"), "higher_or_same"), "lower_or_same")
    assert played.act("cash_out").result.returned == 200


def test_h16_greatest_return() -> None:
    assert HILO.greatest_return(*placed("hilo", {}, {"stake": 100})) == 182  # 0.98 · 13/7 = 1.82
    placed("hilo", {"max_payout": 182}, {"stake": 100})
    assert refuses_bet("hilo", {"max_payout": 181}, {"stake": 100}).code == "max_payout"


@pytest.mark.parametrize("rank", ORDER)
def test_h17_some_guess_is_open(rank: str) -> None:
    played = cards(f"{rank}c", max_payout=182)
    assert any(offer["open"] for offer in played.shown["guesses"])
    assert any(action["type"] == "guess" for action in played.legal)


def test_h18_max_payout_closes_a_guess() -> None:
    # On an ace `same` returns 1274, `higher` 106.
    played = cards("Ac Kc 7d", max_payout=1273)
    played.refuses("guess", guess="same")
    guess(played, "higher").refuses("guess", guess="same")
    assert played.act("skip").act("cash_out").result.returned == 106
    guess(cards("Ac Ad", max_payout=1274), "same")


def test_h19_skip() -> None:
    played = guess(cards("5d 9c Kc"), "higher_or_same")
    before = played.state.product
    played.act("skip")
    assert played.outcome["cards"] == ["5d", "9c", "Kc"]
    assert played.state.product == before
    assert offered(played) == {"lower", "same"}


def test_h20_number_of_skips() -> None:
    played = cards(" ".join(["7c"] * 60))
    for _ in range(26):
        played.act("skip")
    guess(played, "higher_or_same")
    for _ in range(26):
        played.act("skip")
    played.refuses("skip")
    assert {"type": "skip"} not in played.legal
    cards("7c 8c", max_skips=0).refuses("skip")


def test_h21_cards_of_the_record() -> None:
    played = guess(guess(cards("5d 9c Kc 2h Jd"), "higher_or_same").act("skip"), "lower")
    assert lost(guess(played, "lower_or_same"))
    assert played.result.outcome == {"cards": ["5d", "9c", "Kc", "2h", "Jd"], "result": "lost"}


def test_h22_offers_are_shown() -> None:
    shown = guess(cards("5d 7c"), "higher_or_same").shown["guesses"]
    # 7/13 each: 0.98 · 13/7 = 1.82; 0.98 · 13/9 · 1.82 = 2.57631…
    assert shown == [
        {
            "guess": "higher_or_same",
            "chance": "0.5384",
            "multiplier": "1.8200",
            "returned": 257,
            "open": True,
        },
        {"guess": "lower_or_same", "chance": "0.5384", "multiplier": "1.8200", "returned": 257, "open": True},
    ]


def test_h23_product_and_skips_left_are_shown() -> None:
    shown = guess(cards("5d 7c Ac").act("skip"), "lower_or_same").shown
    assert shown["multiplier"] == "1.8200"
    assert shown["skips_left"] == 51


def test_h24_closed_guess_is_shown_as_closed() -> None:
    played = cards("Ac", max_payout=1273)
    assert {offer["guess"]: offer["open"] for offer in played.shown["guesses"]} == {
        "higher": True,
        "same": False,
    }
    assert {"type": "guess", "guess": "same"} not in played.legal


def test_h25_nothing_after_the_end() -> None:
    for played in (
        guess(cards("5d 2c"), "higher_or_same"),
        guess(cards("5d 9c"), "higher_or_same").act("cash_out"),
    ):
        played.refuses("guess", guess="higher_or_same")
        played.refuses("skip")
        played.refuses("cash_out")
        assert played.legal == []
