"""docs/rules/russian_poker.md, clause by clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fairseed import SeedPair, make_record
from games import GAMES, FormatError
from games.cards import DECK
from games.house_poker.combinations import every, paid, strength
from tests.rules.house import act, boxes, refuses, stacked
from tests.rules.house import deal as dealt
from tests.rules.scripted import Round, Scripted, placed, refuses_bet

NAME = "russian_poker"
RUSSIAN = GAMES[NAME]
# A dealer with a game, one without, and boxes that meet them.
PAIR = "9c 9d 4h 6s 2c"
ACE_KING = "Ac Kd 4h 6s 2c"
NOTHING = "Qc Jd 4h 6s 2c"
TENS = "Tc Td 3h 5s 7c"
LOW = "2d 3d 5h 7h 8h"


def deal(*hands: str, **more: Any) -> Round:
    return dealt(NAME, *hands, **more)


def second(cards: str, double_straight: Any = "pair") -> tuple[str | None, str | None]:
    return paid(cards.split(), double_straight)


def test_r1_one_deck_shuffled_once() -> None:
    class Seen(Scripted):
        def shuffle(self, items):  # type: ignore[no-untyped-def]
            assert Counter(items) == Counter(DECK)
            return super().shuffle(items)

    state = RUSSIAN.start(*placed(NAME, {"boxes": 3}, {"antes": [1, 1, 1]}), Seen((list(DECK),)))
    assert sorted([*state.deck]) == sorted(DECK)


@pytest.mark.parametrize("count", [0, 4, -1])
def test_r2_one_to_three_boxes(count: int) -> None:
    assert refuses_bet(NAME, {"boxes": count}, {"antes": [1] * max(count, 0)}).field == "params.boxes"
    for allowed in (1, 2, 3):
        placed(NAME, {"boxes": allowed}, {"antes": [1] * allowed})


def test_r3_one_card_at_a_time() -> None:
    state = RUSSIAN.start(*placed(NAME, {"boxes": 3}, {"antes": [1, 1, 1]}), Scripted((list(DECK),)))
    assert state.boxes[0].cards == tuple(DECK[0:20:4])
    assert state.boxes[2].cards == tuple(DECK[2:20:4])
    assert state.dealer == tuple(DECK[3:20:4])


def test_r4_further_cards_in_the_order_needed() -> None:
    played = deal(TENS, LOW, dealer=NOTHING, then="Kh 8d Qs 4c")
    act(played, "0 exchange 3h", "1 buy_sixth", "0 bet", "1 bet", "0 buy_dealer", "1 take_ante")
    outcome = played.result.outcome
    assert outcome["boxes"][0]["cards"] == ["Tc", "Td", "Kh", "5s", "7c"]
    assert outcome["boxes"][1]["cards"] == [*LOW.split(), "8d"]
    # The dealer's queen goes, another queen behind it, and the four takes its place.
    assert outcome["dealer"] == {
        "cards": ["4c", "Jd", "4h", "6s", "2c"],
        "replaced": ["Qc", "Qs"],
        "combination": "pair",
    }


def test_r5_the_dealers_last_card_is_open() -> None:
    played = deal(TENS, LOW, dealer=PAIR)
    assert played.outcome["dealer"] == {"cards": ["2c"]}
    act(played, "0 bet")
    assert played.outcome["dealer"] == {"cards": ["2c"]}


def test_r6_box_2_of_three_is_closed() -> None:
    played = deal(TENS, LOW, "As Ks 3c 3s 8s", dealer=NOTHING)
    assert played.outcome["boxes"][2] == {}
    assert [len(box["cards"]) for box in played.outcome["boxes"][:2]] == [5, 5]
    act(played, "0 bet", "1 bet", "2 bet")
    # The dealer shows, and so does the box.
    assert played.outcome["boxes"][2]["cards"] == ["As", "Ks", "3c", "3s", "8s"]
    assert deal(TENS, LOW, dealer=PAIR).outcome["boxes"][1]["cards"] == LOW.split()


@pytest.mark.parametrize("antes", [[9], [101], [10, 10], []])
def test_r7_one_ante_a_box_within_limits(antes: list[int]) -> None:
    params = {"boxes": 1, "min_ante": 10, "max_ante": 100}
    assert refuses_bet(NAME, params, {"antes": antes}).field.startswith("bet.antes")
    placed(NAME, params | {"boxes": 2}, {"antes": [10, 100]})


def test_r8_a_fee_that_is_no_whole_chip() -> None:
    params = {"boxes": 2, "exchange_price": "1.5"}
    assert refuses_bet(NAME, params, {"antes": [2, 3]}).field == "bet.antes.1"
    placed(NAME, params, {"antes": [2, 4]})


def test_r9_bet_is_two_antes() -> None:
    played = act(deal(TENS, dealer=PAIR), "0 bet")
    assert played.result.staked == 30


def test_r10_staked_counts_fees() -> None:
    played = deal(TENS, LOW, dealer=NOTHING, antes=[10, 20], then="As Ad Kc")
    act(played, "0 exchange 3h", "1 buy_sixth", "0 bet", "1 fold", "0 buy_dealer")
    assert played.result.staked == (10 + 10 + 20 + 10) + (20 + 20)


def test_r11_each_step_goes_over_all_boxes() -> None:
    played = deal(TENS, LOW, dealer=NOTHING, then="As Ad Kc")
    act(played, "0 exchange 3h", "1 exchange 2d", "0 bet", "1 bet", "0 take_ante", "1 take_ante")
    assert boxes(played) == [("no_game", 40), ("no_game", 40)]


@pytest.mark.parametrize("first", ["0 exchange 3h", "0 buy_sixth"])
@pytest.mark.parametrize("again", ["0 exchange 5s", "0 buy_sixth"])
def test_r12_once_and_not_both(first: str, again: str) -> None:
    refuses(act(deal(TENS, dealer=PAIR), first), again)
    assert act(deal(TENS, dealer=PAIR), "0 bet").finished


@pytest.mark.parametrize(
    "line", ["0 exchange", "0 exchange 3h 3h", "0 exchange As", "0 exchange Tc Td 3h 5s 7c As"]
)
def test_r13_different_cards_that_the_box_holds(line: str) -> None:
    played = deal(TENS, dealer=PAIR, then="Kh Ks")
    refuses(played, line)
    act(played, "0 exchange 7c Tc", "0 bet")
    assert played.result.outcome["boxes"][0]["cards"] == ["Ks", "Td", "3h", "5s", "Kh"]


@pytest.mark.parametrize(("price", "fee"), [("1", 10), ("0.5", 5), ("2", 20), ("0", 0)])
def test_r14_what_an_exchange_costs(price: str, fee: int) -> None:
    for cards in ("3h", "Tc Td 3h 5s 7c"):
        played = act(deal(TENS, dealer=PAIR, exchange_price=price), f"0 exchange {cards}", "0 fold")
        assert played.result.staked == 10 + fee


def test_r15_a_sixth_card_for_one_ante() -> None:
    played = act(deal(TENS, dealer=PAIR, then="Ts"), "0 buy_sixth", "0 fold")
    assert played.result.staked == 20
    assert played.result.outcome["boxes"][0]["cards"] == [*TENS.split(), "Ts"]


def test_r16_too_late_for_a_lower_box_and_after_a_decision() -> None:
    played = act(deal(TENS, LOW, dealer=PAIR), "1 exchange 2d")
    refuses(played, "0 exchange 3h")
    refuses(played, "0 buy_sixth")
    played = act(deal(TENS, LOW, dealer=PAIR), "0 fold")
    refuses(played, "1 exchange 2d")
    refuses(played, "1 buy_sixth")


def test_r17_a_closed_box_takes_no_cards() -> None:
    played = deal(TENS, LOW, "As Ks 3c 3s 8s", dealer=PAIR)
    refuses(played, "2 exchange As")
    refuses(played, "2 buy_sixth")
    assert {action["box"] for action in played.legal if action["type"] == "exchange"} == {0, 1}


def test_r18_every_box_decides_in_turn() -> None:
    played = deal(TENS, LOW, "As Ks 3c 3s 8s", dealer=PAIR)
    refuses(played, "1 bet")
    refuses(played, "2 fold")
    act(played, "0 bet", "1 fold")
    refuses(played, "0 bet")
    assert [action["type"] for action in played.legal] == ["fold", "bet"]
    assert act(played, "2 bet").finished


def test_r19_a_folded_box_loses() -> None:
    played = act(deal(TENS, dealer=NOTHING, then="Ts"), "0 buy_sixth", "0 fold")
    assert boxes(played) == [("fold", 0)]


def test_r20_the_dealer_shows_when_all_have_decided() -> None:
    played = act(deal(TENS, LOW, dealer=NOTHING), "0 bet", "1 fold")
    assert played.outcome["dealer"]["cards"] == NOTHING.split()
    assert not played.finished
    assert act(deal(TENS, LOW, dealer=NOTHING), "0 fold", "1 fold").finished


def test_r21_the_third_step() -> None:
    played = act(deal(TENS, LOW, "As Ks 3c 3s 8s", dealer=NOTHING), "0 bet", "1 fold", "2 bet")
    assert [(action["type"], action["box"]) for action in played.legal] == [
        ("take_ante", 0),
        ("buy_dealer", 0),
    ]
    assert act(played, "0 take_ante").finished
    assert act(deal(TENS, dealer=ACE_KING), "0 bet").finished


def test_r22_what_is_refused() -> None:
    played = deal(TENS, LOW, dealer=NOTHING)
    refuses(played, "0 take_ante")
    refuses(played, "2 bet")
    refuses(played, "-1 bet")
    act(played, "0 bet", "1 bet")
    refuses(played, "0 fold")
    refuses(played, "1 take_ante")
    act(played, "0 take_ante", "1 buy_dealer")
    refuses(played, "1 buy_dealer")
    played = act(deal(TENS, dealer=PAIR), "0 bet")
    refuses(played, "0 buy_dealer")


def test_r23_who_stays_away() -> None:
    played = deal(TENS, LOW, dealer=NOTHING)
    assert RUSSIAN.absent(played.state) == {"type": "fold", "box": 0, "timeout": True}
    act(played, "0 fold", "1 bet")
    assert RUSSIAN.absent(played.state) == {"type": "take_ante", "box": 1, "timeout": True}
    played.act("take_ante", box=1, timeout=True)
    assert boxes(played) == [("fold", 0), ("no_game", 40)]
    for kind in ("bet", "exchange", "buy_sixth", "buy_dealer"):
        with pytest.raises(FormatError):
            RUSSIAN.read_action({"type": kind, "box": 0, "cards": ["As"], "timeout": True})
    with pytest.raises(FormatError, match="true or absent"):
        RUSSIAN.read_action({"type": "fold", "box": 0, "timeout": False})


@pytest.mark.parametrize(
    ("dealer", "game"), [(ACE_KING, True), ("Ac Qd Jh 9s 8c", False), ("2c 2d 9h Ks Jc", True)]
)
def test_r24_ace_king_or_better_is_a_game(dealer: str, game: bool) -> None:
    played = act(deal("3s 3d 4c 5h 7d", dealer=dealer), "0 bet")
    assert played.finished == game


def test_r25_taking_ante() -> None:
    played = act(deal(LOW, dealer=NOTHING), "0 bet", "0 take_ante")
    assert (played.result.staked, boxes(played)) == (30, [("no_game", 40)])


def test_r26_a_closed_box_settles_without_an_action() -> None:
    played = act(deal(TENS, LOW, "As Ks 3c 3s 8s", dealer=NOTHING), "0 fold", "1 fold", "2 bet")
    assert boxes(played) == [("fold", 0), ("fold", 0), ("no_game", 40)]


def test_r27_buying_the_dealers_game() -> None:
    played = act(deal(TENS, dealer=NOTHING, then="Qd Qh Kc"), "0 bet", "0 buy_dealer")
    dealer = played.result.outcome["dealer"]
    assert dealer["cards"] == ["Kc", "Jd", "4h", "6s", "2c"]
    assert played.result.staked == 40
    # The highest card stands wherever it was dealt.
    played = act(deal(TENS, dealer="2c 4h Ad 6s 8h", then="6c"), "0 bet", "0 buy_dealer")
    assert played.result.outcome["dealer"]["cards"] == ["2c", "4h", "6c", "6s", "8h"]


def test_r28_one_replacement_for_all() -> None:
    played = deal(TENS, LOW, "As Ks 3c 3s 8s", dealer=NOTHING, then="4c")
    act(played, "0 bet", "1 bet", "2 bet", "0 buy_dealer")
    assert played.outcome["dealer"]["cards"] == NOTHING.split()
    act(played, "1 take_ante")
    assert boxes(played) == [("win", 50), ("no_game", 40), ("no_game", 40)]
    assert played.result.outcome["dealer"]["replaced"] == ["Qc"]
    both = deal(TENS, LOW, dealer=NOTHING, then="4c")
    act(both, "0 bet", "1 bet", "0 buy_dealer", "1 buy_dealer")
    assert boxes(both) == [("win", 50), ("lose", 0)]
    assert both.result.outcome["dealer"]["replaced"] == ["Qc"]


def test_r29_bought_in_vain() -> None:
    played = act(deal(TENS, dealer=NOTHING, then="Kh"), "0 bet", "0 buy_dealer")
    assert (played.result.staked, boxes(played)) == (40, [("no_game", 30)])


@pytest.mark.parametrize("dealer", ["Ac Qd 4h 6s 2c", "Kc Qd 4h 6s 2c", NOTHING])
def test_r30_a_bought_dealer_never_holds_ace_king(dealer: str) -> None:
    for card in DECK:
        if card in dealer.split() or card in TENS.split() or card[0] == dealer[0]:
            continue
        played = act(deal(TENS, dealer=dealer, then=card), "0 bet", "0 buy_dealer")
        dealer_ranks = {card[0] for card in played.result.outcome["dealer"]["cards"]}
        assert not dealer_ranks >= {"A", "K"}


def test_r31_what_was_put_aside() -> None:
    played = act(deal(TENS, dealer=NOTHING, then="Qd Qh Qs Kc"), "0 bet", "0 buy_dealer")
    assert played.result.outcome["dealer"]["replaced"] == ["Qc", "Qd", "Qh", "Qs"]
    assert act(deal(TENS, dealer=PAIR), "0 bet").result.outcome["dealer"]["replaced"] == []


ORDER = [
    ("royal_flush", "Ah Kh Qh Jh Th"),
    ("straight_flush", "5s 4s 3s 2s As"),
    ("four", "2c 2d 2h 2s 3c"),
    ("full_house", "2c 2d 2h 3s 3c"),
    ("flush", "2h 3h 4h 5h 7h"),
    ("straight", "Ac 2d 3h 4s 5c"),
    ("three", "2c 2d 2h 3s 4c"),
    ("two_pair", "2c 2d 3h 3s 4c"),
    ("pair", "2c 2d 3h 4s 5c"),
    ("ace_king", "Ac Kd 2h 3s 4c"),
    (None, "Ac Qd Jh 9s 8c"),
]


def test_r32_the_order_of_combinations() -> None:
    assert [second(cards)[0] for _, cards in ORDER] == [name for name, _ in ORDER]
    values = [strength(cards.split()) for _, cards in ORDER]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("9s 9h 4c 6d 3c", "win"),
        ("9s 9h 4c 6d 2d", "push"),
        ("9s 9h 3c 6d 2d", "lose"),
        ("8s 8h Ac Kh Qd", "lose"),
    ],
)
def test_r33_equal_combinations(cards: str, result: str) -> None:
    assert boxes(act(deal(cards, dealer=PAIR), "0 bet"))[0][0] == result


def test_r34_six_cards_play_their_best_five() -> None:
    played = act(deal("9s 9h 4c 6d 2d", dealer=PAIR, then="3c"), "0 buy_sixth", "0 bet")
    assert boxes(played)[0][0] == "win"


def test_r35_the_dealer_higher() -> None:
    assert boxes(act(deal(LOW, dealer=PAIR), "0 bet")) == [("lose", 0)]


def test_r36_equal_in_all_five() -> None:
    assert boxes(act(deal("9s 9h 4c 6d 2d", dealer=PAIR), "0 bet")) == [("push", 30)]


def test_r37_a_box_that_wins() -> None:
    assert boxes(act(deal(TENS, dealer=PAIR), "0 bet")) == [("win", 10 + 20 + 20)]
    # The second example of the source: ANTE and the sixth card 10, three of a kind, the dealer ace-king.
    played = act(deal("3c 4d 5h 7s 7c", dealer="Ac Kd 2h 6s 8c", then="7d"), "0 buy_sixth", "0 bet")
    assert (played.result.staked, boxes(played)) == (40, [("win", 90)])


def test_r38_ante_pays() -> None:
    # The first example of the source says 180; by the rule printed above it, it is 170.
    for ante_pays, returned in ((False, 170), (True, 180)):
        played = deal("7c 7d 7h 8s 8c", dealer=NOTHING, then="6c", ante_pays=ante_pays)
        act(played, "0 bet", "0 buy_dealer")
        assert played.result.outcome["dealer"]["combination"] == "pair"
        assert (played.result.staked, boxes(played)) == (40, [("win", returned)])


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ah Kh Qh Jh Th", 100), ("5s 4s 3s 2s As", 50), ("5c 5d 5h 5s 3c", 20), ("5c 5d 5h 3s 3c", 7),
        ("2h 3h 4h 5h 7h", 5), ("As 2d 3h 4s 5c", 4), ("5c 5d 5h 3s 7s", 3), ("5c 5d 3h 3s 7c", 2),
        ("5c 5d 3h 8s 7c", 1), ("As Kc Th 8s 7c", 1),
    ],
)  # fmt: skip
def test_r39_what_bet_pays(cards: str, pays: int) -> None:
    played = act(deal(cards, dealer="Ad Kd 9h 6s 2c"), "0 bet")
    assert boxes(played) == [("win", 30 + 20 * pays)]


def test_r40_max_win() -> None:
    for most, returned in ((2000, 2030), (1999, 2029), (1, 31)):
        assert boxes(act(deal("Ah Kh Qh Jh Th", dealer=PAIR, max_win=most), "0 bet")) == [("win", returned)]
    # A fee is not offset.
    played = act(deal("Ah Kh Qh Jh Th", dealer=PAIR, max_win=100, then="2d"), "0 buy_sixth", "0 bet")
    assert (played.result.staked, played.result.returned) == (40, 130)
    assert boxes(act(deal(LOW, dealer=NOTHING, max_win=9), "0 bet", "0 take_ante")) == [("no_game", 39)]


def test_r41_the_second_combination_is_paid_too() -> None:
    # The third example of the source: straight and pair, the dealer bought for 10, a pair of nines.
    played = deal("3c 4d 5h 7s 7c", dealer="9c Jd 4h Qs 2c", then="6c 9h")
    act(played, "0 buy_sixth", "0 bet", "0 buy_dealer")
    assert played.result.outcome["dealer"]["combination"] == "pair"
    box = played.result.outcome["boxes"][0]
    assert (box["combination"], box["second"], box["returned"]) == ("straight", "pair", 130)
    assert played.result.staked == 50
    # Where the box loses nothing is.
    assert boxes(act(deal("2d 4s Kh As Ad", dealer="2c 2h 2s 3d 5c"), "0 bet")) == [("lose", 0)]
    closed = deal(LOW, TENS, "2s 4s Kh As Ad", dealer=PAIR)
    assert boxes(act(closed, "0 fold", "1 fold", "2 bet"))[2] == ("win", 30 + 20 + 20)


def test_r42_a_combinations_own_cards() -> None:
    sizes = {
        "royal_flush": 5, "straight_flush": 5, "flush": 5, "straight": 5, "full_house": 5, "four": 4,
        "two_pair": 4, "three": 3, "pair": 2, "ace_king": 2,
    }  # fmt: skip
    for name, cards in ORDER[:-1]:
        found = max(every(cards.split()))
        assert (found.name, len(found.cards)) == (name, sizes[name])
    # Kickers make no second combination.
    assert second("2c 2d 9h Ks Jc") == ("pair", None)
    assert second("Ac Ad Kh Ks Qc") == ("two_pair", None)


@pytest.mark.parametrize(
    ("cards", "main", "other"),
    [
        ("2c 4d Kh As Ad", "pair", "ace_king"),  # the source's example
        ("7c 7d 7h 7s Kd Kh", "four", "full_house"),
        ("7c 7d 7h 7s Kd Ah", "four", "ace_king"),
        ("2h 3h 4h 5h 7h 6s", "flush", "straight"),
        ("Ah Kh 9h 5h 2h As", "flush", "pair"),
        ("Ac 2c 3d 4h 5h Kd", "straight", "ace_king"),
        ("Kc Kd Kh As 2c", "three", "ace_king"),
        ("2h 3h 4h 5h 6h Kh", "straight_flush", "flush"),
        ("7c 7d 7h 8s 8c 2d", "full_house", None),
        ("Ac Kd 2h 3s 9c", "ace_king", None),
        ("Ac Qd Jh 9s 8c", None, None),
    ],
)
def test_r43_the_second_combination(cards: str, main: str, other: str | None) -> None:
    assert second(cards) == (main, other)
    assert second(" ".join(reversed(cards.split()))) == (main, other)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("2c 3d 4h 5s 6c 7d", "straight"),  # the source's example
        ("Ac Ad Kc Kd Qc Qd", "two_pair"),
        ("7c 7d 7h 8s 8c 8d", "full_house"),
        ("2h 3h 5h 7h 9h Jh", "flush"),
        ("2h 3h 4h 5h 6h 7h", "straight_flush"),
    ],
)
def test_r44_of_the_same_name(cards: str, name: str) -> None:
    assert second(cards) == (name, name)


def test_r45_never_a_third() -> None:
    # Straight flush, straight and pair are there; two are paid.
    played = deal("2h 3h 4h 5h 6h", dealer=ACE_KING.replace("4h", "4d"), then="6d", double_straight="classic")
    act(played, "0 buy_sixth", "0 bet")
    assert boxes(played) == [("win", 30 + 20 * (50 + 4))]


@pytest.mark.parametrize(
    ("cards", "main", "pair", "classic"),
    [
        ("2c 3d 4h 5s 6c 6d", "straight", "pair", "straight"),  # the source's exception
        ("2h 3h 4h 5h 6h 6d", "straight_flush", "pair", "straight"),
        ("Ah Kh Qh Jh Th Kd", "royal_flush", "pair", "straight"),
        ("2h 3h 4h 5h 6h 7d", "straight_flush", "straight", "straight"),
    ],
)
def test_r46_double_straight(cards: str, main: str, pair: str, classic: str) -> None:
    assert second(cards) == (main, pair)
    assert second(cards, "classic") == (main, classic)


def test_r47_cards_are_described_whatever_became_of_them() -> None:
    outcome = act(deal("2c 4d Kh As Ad", dealer=PAIR.replace("2c", "2d")), "0 fold").result.outcome
    box = outcome["boxes"][0]
    assert (box["combination"], box["second"], box["result"]) == ("pair", "ace_king", "fold")
    assert outcome["dealer"] == {
        "cards": PAIR.replace("2c", "2d").split(),
        "replaced": [],
        "combination": "pair",
    }


def test_r48_results() -> None:
    found = {
        boxes(act(deal(cards, dealer=dealer), *lines))[0][0]
        for cards, dealer, lines in [
            (TENS, PAIR, ["0 bet"]), (LOW, PAIR, ["0 bet"]), ("9s 9h 4c 6d 2d", PAIR, ["0 bet"]),
            (TENS, PAIR, ["0 fold"]), (TENS, NOTHING, ["0 bet", "0 take_ante"]),
        ]
    }  # fmt: skip
    assert found == {"win", "lose", "push", "fold", "no_game"}
    assert boxes(act(deal(TENS, dealer=NOTHING), "0 fold"))[0][0] == "fold"


def test_r49_the_greatest_return() -> None:
    for count, multiple in ((1, 150), (2, 300), (3, 400)):
        params, bet = placed(NAME, {"boxes": count, "max_win": 10**9}, {"antes": [10] * count})
        assert RUSSIAN.greatest_return(params, bet) == 30 * count + 20 * multiple
    played = act(deal("Ah Kh Qh Jh Th", dealer=PAIR, then="9h"), "0 buy_sixth", "0 bet")
    assert played.result.returned == 30 + 20 * 150
    params, bet = placed(NAME, {"boxes": 1, "max_win": 500}, {"antes": [10]})
    assert RUSSIAN.greatest_return(params, bet) == 530
    record = make_record(
        SeedPair("0" * 64, "client"), 0, NAME, {"boxes": 1}, {"antes": [10]}, [{"box": 0, "type": "fold"}],
        round_id="r",
    )  # fmt: skip
    assert record["settlement"] == {"staked": 10, "returned": 0}
    assert stacked(1, {})[:3] == list(DECK[:3])
