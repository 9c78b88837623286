"""docs/rules/blackjack.md, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

from games import GAMES, FormatError
from games.cards import DECK
from tests.rules.scripted import Round, Scripted, begin, placed, refuses_bet

BLACKJACK = GAMES["blackjack"]


def shoe(text: str) -> list[str]:
    """These cards first, in the order of the shoe's places; the others of six decks behind."""
    first = text.split()
    left = Counter(dict.fromkeys(DECK, 6))
    left.subtract(first)
    assert min(left.values()) >= 0
    return [*first, *left.elements()]


def deal(text: str, stake: int = 100, **side_bets: int) -> Round:
    """Places 0 and 2 the player's, 1 the up card, 3 the hole card."""
    return begin("blackjack", {}, {"stake": stake} | side_bets, shoe(text))


def play(text: str, *actions: str, stake: int = 100) -> Round:
    played = deal(text, stake)
    for action in actions:
        played.act(action)
    return played


def hands(played: Round) -> list[tuple[str, int, int]]:
    """Result, total and return of each hand."""
    outcome = played.result.outcome
    return [(hand["result"], hand["total"], hand["returned"]) for hand in outcome["player_hands"]]


def dealer(played: Round) -> list[str]:
    return played.result.outcome["dealer"]["cards"]  # type: ignore[no-any-return]


def side(text: str, name: str) -> tuple[str | None, int]:
    """Result and return of a side bet of 10, played to the end by standing."""
    played = deal(text, **{name: 10})
    while not played.finished:
        played.act("stand")
    settled = played.result.outcome["side_bets"][name]
    return settled["result"], settled["returned"]


def test_b1_six_decks_shuffled_once() -> None:
    class Seen(Scripted):
        def shuffle(self, items):  # type: ignore[no-untyped-def]
            assert Counter(items) == Counter(dict.fromkeys(DECK, 6))
            assert len(items) == 312
            return super().shuffle(items)

    BLACKJACK.start(*placed("blackjack", {}, {"stake": 1}), Seen((shoe("2c 3c 4c 5c"),)))


def test_b2_places_of_the_deal() -> None:
    played = play("Tc 9d 8h 7s 2c", "stand")
    assert played.result.outcome["player_hands"][0]["cards"] == ["Tc", "8h"]
    assert dealer(played)[:2] == ["9d", "7s"]


def test_b3_further_cards_from_place_four() -> None:
    played = play("2c 6d 3c 5h 4c 5c 9s", "hit", "hit", "stand")
    assert played.result.outcome["player_hands"][0]["cards"] == ["2c", "3c", "4c", "5c"]
    assert dealer(played) == ["6d", "5h", "9s"]


@pytest.mark.parametrize(
    ("cards", "total"),
    [("2c 9d", 11), ("Jc Qd", 20), ("Kc Td", 20), ("Ac 6d", 17), ("Ac Ad", 12)],
)
def test_b4_values(cards: str, total: int) -> None:
    first, second = cards.split()
    assert deal(f"{first} 7d {second} Tc").outcome["player_hands"][0]["total"] == total


def test_b4_an_ace_counts_1_where_11_would_bust() -> None:
    played = play("Ac 7d 6d Tc 9h", "hit")
    assert played.outcome["player_hands"][0]["total"] == 16


def test_b5_a_natural_is_the_first_two_cards() -> None:
    assert hands(deal("Ac 7d Kd Tc")) == [("natural", 21, 250)]
    # 21 with three cards is none
    assert hands(play("5c 7d 6d Tc Th", "hit")) == [("win", 21, 200)]


def test_b6_after_a_split_21_is_no_natural() -> None:
    played = play("Ac 7d Ad Tc Kc 5c", "split")
    assert hands(played)[0] == ("win", 21, 200)


@pytest.mark.parametrize("up_and_hole", ["Ac Kd", "Kd Ac", "Td As", "Jh Ah"])
def test_b7_the_dealer_peeks(up_and_hole: str) -> None:
    up, hole = up_and_hole.split()
    played = deal(f"9c {up} 9d {hole}")
    assert played.finished
    played.refuses("hit")
    played.refuses("split")
    assert not deal(f"9c {up} 9d 5c").finished


def test_b8_the_dealers_natural() -> None:
    assert hands(deal("Ac Kd Kc Ad")) == [("push", 21, 100)]
    assert hands(deal("Tc Kd Kc Ad")) == [("lose", 20, 0)]


@pytest.mark.parametrize("action", ["insurance", "surrender"])
def test_b9_no_insurance_and_no_surrender(action: str) -> None:
    deal("9c Ad 9d 5c").refuses(action)


@pytest.mark.parametrize(("stake", "returned"), [(100, 250), (1, 2), (3, 7), (5, 12), (10, 25)])
def test_b10_a_natural_pays_3_to_2(stake: int, returned: int) -> None:
    played = deal("Ac 7d Kd Tc", stake)
    assert played.finished
    assert played.result.returned == returned


def test_b11_no_draw_after_a_natural() -> None:
    assert dealer(deal("Ac 7d Kd 2c")) == ["7d", "2c"]


def test_b12_hit() -> None:
    played = play("2c 7d 3d Tc 4h", "hit")
    assert played.outcome["player_hands"] == [{"cards": ["2c", "3d", "4h"], "total": 9}]
    assert not played.finished


def test_b13_stand() -> None:
    assert hands(play("Tc 7d 9d Tc", "stand")) == [("win", 19, 200)]


def test_b14_double_on_the_first_two_cards() -> None:
    play("2c 7d 3d Tc 4h 5c", "hit").refuses("double")
    split = play("8c 7d 8d Tc 2h 3h Th Td", "split", "double")
    assert split.state.hands[0].stake == 200
    assert {"type": "double"} in split.legal
    split.act("double")
    assert split.result.staked == 400


def test_b14_split_aces_take_no_double() -> None:
    play("Ac 7d Ad Tc 5c 6c", "split").refuses("double")


def test_b15_double_draws_one_card() -> None:
    played = play("5c 7d 6d Tc 2h", "double")
    assert hands(played) == [("lose", 13, 0)]
    assert played.result.staked == 200
    assert play("5c 7d 6d Tc 9h", "double").result.returned == 400


@pytest.mark.parametrize(
    ("pair", "legal"), [("Kc Td", 1), ("Jc Qd", 1), ("8c 8d", 1), ("9c Td", 0), ("Ac Ad", 1)]
)
def test_b16_split_needs_equal_values(pair: str, legal: int) -> None:
    first, second = pair.split()
    played = deal(f"{first} 7d {second} Tc 2c 3c")
    assert ({"type": "split"} in played.legal) == bool(legal)
    if legal:
        assert len(played.act("split").state.hands) == 2
    else:
        played.refuses("split")


def test_b16_split_needs_the_first_two_cards() -> None:
    play("2c 7d 2d Tc 2h 3c", "hit").refuses("split")


def test_b17_one_split() -> None:
    played = play("8c 7d 8d Tc 8h 8s", "split")
    played.refuses("split")
    played.act("stand").refuses("split")


def test_b18_a_split_adds_a_stake() -> None:
    played = play("8c 7d 8d Tc Th 9s", "split", "stand", "stand")
    assert played.result.staked == 200
    assert hands(played) == [("win", 18, 200), ("push", 17, 100)]


def test_b19_split_aces_stand() -> None:
    played = play("Ac 7d Ad Tc 2c Ah", "split")
    assert played.finished
    assert [hand["cards"] for hand in played.result.outcome["player_hands"]] == [["Ac", "2c"], ["Ad", "Ah"]]


def test_b20_a_21_stands_by_itself() -> None:
    assert play("5c 7d 6d Tc Th", "hit").finished
    split = play("8c 7d 8d Tc 3h 2h Th", "split", "hit")
    assert split.shown["hand"] == 1
    tens = play("Tc 7d Td 9c Ah 2h", "split")
    assert tens.shown["hand"] == 1


def test_b21_cards_of_a_split() -> None:
    played = play("8c 7d 8d Tc 2h 3h 4h", "split")
    assert [hand["cards"] for hand in played.outcome["player_hands"]] == [["8c", "2h"], ["8d", "3h"]]
    assert played.act("hit").outcome["player_hands"][0]["cards"] == ["8c", "2h", "4h"]


def test_b22_leftmost_hand_first() -> None:
    played = play("8c 7d 8d Tc 2h 3h 4h 5h", "split", "hit", "stand", "hit")
    assert [hand["cards"] for hand in played.outcome["player_hands"]] == [
        ["8c", "2h", "4h"],
        ["8d", "3h", "5h"],
    ]
    with pytest.raises(FormatError):
        BLACKJACK.read_action({"type": "hit", "hand": 1})


def test_b23_nothing_after_the_end() -> None:
    for played in (
        play("5c 7d 6d Tc Th", "hit"),
        play("Tc 7d 9d Tc", "stand"),
        deal("Ac 7d Kd Tc"),
        play("Tc 7d 6d Tc Th", "hit"),
    ):
        for action in ("hit", "stand", "double", "split"):
            played.refuses(action)
        assert played.legal == []


def test_b24_the_dealer_draws_last() -> None:
    # The left hand busts (8 2 4 T = 24), the right stands: the dealer takes the card after theirs.
    played = play("8c 2d 8d Tc 2h 3h 4h Th Kh", "split", "hit", "hit", "stand")
    assert hands(played)[0] == ("bust", 24, 0)
    assert dealer(played) == ["2d", "Tc", "Kh"]


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [("6d Ac", 0), ("Ad 6c", 0), ("Td 7c", 0), ("Td 6c", 1), ("Ad 5c", 1), ("9d 9c", 0)],
)
def test_b25_every_17_stands(cards: str, drawn: int) -> None:
    up, hole = cards.split()
    assert len(dealer(play(f"Tc {up} 8d {hole} 5h Ks", "stand"))) == 2 + drawn


def test_b25_a_soft_17_of_three_cards() -> None:
    assert dealer(play("Tc Ad 8d 2c 4h Ks", "stand")) == ["Ad", "2c", "4h"]


def test_b26_no_draw_when_all_bust() -> None:
    assert dealer(play("Tc 2d 6d 3c Th", "hit")) == ["2d", "3c"]
    both = play("Tc 2d Td 3c 6h 5h Th Kh", "split", "hit", "hit")
    assert dealer(both) == ["2d", "3c"]
    assert both.result.returned == 0


def test_b27_higher_wins_even_money() -> None:
    assert hands(play("Tc 9d 9c Td", "stand")) == [("push", 19, 100)]
    assert hands(play("Tc 9d Td 9c", "stand")) == [("win", 20, 200)]
    assert hands(play("2c 6d 3c Tc Kh", "stand")) == [("win", 5, 200)]  # the dealer has 26


def test_b28_equal_pushes() -> None:
    assert hands(play("Tc 9d 8c 9c", "stand")) == [("push", 18, 100)]
    assert hands(play("5c 9d 6c 7c Th 5d", "hit")) == [("push", 21, 100)]


def test_b29_bust_loses_even_where_the_dealer_would_bust() -> None:
    # The right hand stands, so the dealer draws and busts too: 6 T K.
    played = play("Tc 6d Td 6c 6h 9h Th Kh", "split", "hit", "stand")
    assert hands(played) == [("bust", 26, 0), ("win", 19, 200)]


def test_b30_lower_loses() -> None:
    assert hands(play("Tc 9d 8c Td", "stand")) == [("lose", 18, 0)]


def test_b31_split_hand_of_21() -> None:
    # Dealer 5 6 T = 21; the aces get a king and a queen.
    played = play("Ac 5d Ad 6c Kh Qh Th", "split")
    assert hands(played) == [("push", 21, 100), ("push", 21, 100)]
    won = play("Ac 9d Ad 9c Kh 2h", "split")
    assert hands(won) == [("win", 21, 200), ("lose", 13, 0)]


def test_b32_best_total_and_bust_total() -> None:
    assert hands(play("Ac 9d 6c Td Ad", "hit", "stand"))[0][1] == 18
    assert hands(play("Ac 9d 6c Td Th 9h", "hit", "hit")) == [("bust", 26, 0)]


def test_b33_the_hole_card_is_in_the_record() -> None:
    for played, total in (
        (play("Tc 2d 6d 3c Th", "hit"), 5),
        (deal("Ac 7d Kd 2c"), 9),
        (deal("9c Ad 9d Kc"), 21),
    ):
        assert len(dealer(played)) == 2
        assert played.result.outcome["dealer"]["total"] == total


def test_b34_staked() -> None:
    played = deal("8c 7d 8d Tc 2h 3h Th Td", perfect_pairs=7, twenty_one_plus_three=9)
    played.act("split").act("double").act("double")
    assert played.result.staked == 100 + 100 + 100 + 100 + 7 + 9


def test_b35_what_the_player_sees() -> None:
    played = deal("8c 7d 8d Tc 2h 3h Th Td", perfect_pairs=7)
    assert played.outcome == {
        "player_hands": [{"cards": ["8c", "8d"], "total": 16}],
        "dealer": {"cards": ["7d"]},
    }
    assert "Tc" not in str(BLACKJACK.view(played.state))
    assert "2h" not in str(BLACKJACK.view(played.state))


def test_b36_greatest_return() -> None:
    bet = {"stake": 100, "perfect_pairs": 10, "twenty_one_plus_three": 1}
    assert BLACKJACK.greatest_return(*placed("blackjack", {}, bet)) == 800 + 260 + 101
    placed("blackjack", {"max_payout": 1161}, bet)
    assert refuses_bet("blackjack", {"max_payout": 1160}, bet).code == "max_payout"
    # Then split and both doubles are open, whatever max_payout.
    tight = begin("blackjack", {"max_payout": 800}, {"stake": 100}, shoe("8c 6d 8d Tc 3h 3d Th Ts Kh"))
    assert tight.act("split").act("double").act("double").result.returned == 800


def test_b37_side_bets_are_optional_and_independent() -> None:
    assert deal("Ac 7d Kd Tc").result.outcome["side_bets"] == {}
    # The main hand loses to a natural, the pair wins.
    played = deal("9c Ad 9s Kc", perfect_pairs=10)
    assert hands(played) == [("lose", 18, 0)]
    assert played.result.returned == 130
    # The main hand wins, the side bet loses.
    won = deal("Ac 7d Kd Tc", perfect_pairs=10)
    assert (won.result.staked, won.result.returned) == (110, 250)


def test_b38_profit_to_one() -> None:
    assert side("8h 2d 8c Tc", "perfect_pairs") == ("mixed", 70)


def test_b39_perfect_pairs_looks_at_two_cards() -> None:
    assert side("9c 8d 8c 8h", "perfect_pairs") == (None, 0)
    assert side("Kc Kd Tc 8h", "perfect_pairs") == (None, 0)


def test_b40_perfect() -> None:
    assert side("Qs 2d Qs 8h", "perfect_pairs") == ("perfect", 260)


@pytest.mark.parametrize("pair", ["8h 8d", "8d 8h", "8c 8s"])
def test_b41_colored(pair: str) -> None:
    first, second = pair.split()
    assert side(f"{first} 2d {second} 9h", "perfect_pairs") == ("colored", 130)


@pytest.mark.parametrize("pair", ["8h 8c", "8d 8s", "8c 8d", "8s 8h"])
def test_b42_mixed(pair: str) -> None:
    first, second = pair.split()
    assert side(f"{first} 2d {second} 9h", "perfect_pairs") == ("mixed", 70)


def test_b43_three_cards_and_no_category() -> None:
    assert side("2c 9d 8h 8c", "twenty_one_plus_three") == (None, 0)
    # 7 8 with the hole card 9, but the up card 2: no straight.
    assert side("7c 2d 8h 9c", "twenty_one_plus_three") == (None, 0)


def test_b44_suited_trips() -> None:
    assert side("7s 7s 7s 2c", "twenty_one_plus_three") == ("suited_trips", 1010)


def test_b45_straight_flush() -> None:
    assert side("7h 9h 8h 2c", "twenty_one_plus_three") == ("straight_flush", 410)


@pytest.mark.parametrize("cards", ["7s 7d 7h", "7s 7s 7h"])
def test_b46_three_of_a_kind(cards: str) -> None:
    assert side(f"{cards} 2c", "twenty_one_plus_three") == ("three_of_a_kind", 310)


def test_b47_straight() -> None:
    assert side("9h 7d 8h 2c", "twenty_one_plus_three") == ("straight", 110)


def test_b48_flush() -> None:
    assert side("2h 8h Kh 2c", "twenty_one_plus_three") == ("flush", 60)


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("Ah 2d 3h", "straight"),
        ("2h 3d 4h", "straight"),
        ("Td Jh Qd", "straight"),
        ("Qh Kd Ah", "straight"),
        ("Kh Ad 2h", None),
        ("Kh Ah 2h", "flush"),
        ("Qh Ad 2h", None),
    ],
)
def test_b49_no_straight_around_the_ace(cards: str, result: str | None) -> None:
    assert side(f"{cards} 7c", "twenty_one_plus_three")[0] == result


def test_b50_best_category_only() -> None:
    assert side("7h 8h 9h 2c", "twenty_one_plus_three")[1] == 410  # not 110 or 60 more
    assert side("7s 7s 7s 2c", "twenty_one_plus_three")[1] == 1010
