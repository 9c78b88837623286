"""docs/rules/poker.md, clause by clause: cards, the deal, and which hand is better."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from fairseed.commitments.cards import deck_slots, permutation
from fairseed.commitments.chains import table_client_seed
from games.cards import DECK
from games.poker import VARIANTS
from tests.poker.hands import play
from tests.rules.dealt import Played, begin, winners

# Two neighbours in the order of categories each: the board, the better hand, the worse.
CATEGORIES = [
    ("royal_flush", "straight_flush", "Kh Qh Jh Th 2c", "Ah 3d", "9h 4s"),
    ("straight_flush", "four", "6h 7h 8h 2c 2d", "9h Th", "2h 2s"),
    ("four", "full_house", "2c 2d 9h 9s 5c", "9c 9d", "2h 5d"),
    ("full_house", "flush", "2c 2d 9c 5c Kd", "9h 9d", "Ac 3c"),
    ("flush", "straight", "6h 7c 8h Kh 2d", "2h 3h", "9s Ts"),
    ("straight", "three", "6h 7c 8d Ah 2d", "9s Ts", "Ac Ad"),
    ("three", "two_pair", "2c 9d Kh 5s 6c", "2d 2h", "Ks 9c"),
    ("two_pair", "pair", "2c 9d Kh 5s 6c", "2d 5h", "Ac Ad"),
    ("pair", "high_card", "2c 9d Kh 5s 6c", "2d 3h", "Ac Qd"),
]


def rounds(played: Played) -> list[list[str]]:
    """The board of each round while everybody checks and calls."""
    boards = [played.shown()["board"]]
    while played.asked is not None:
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
        if played.shown()["board"] != boards[-1]:
            boards.append(played.shown()["board"])
    return boards


# Cards and the deal


@pytest.mark.parametrize("game", ["holdem", "aof", "omaha", "omaha5", "naiko"])
def test_t1_fifty_two_cards(game: str) -> None:
    played = begin(game, {1: 1000, 2: 1000}, 1)
    expected = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert sorted(played.hand.deal.cards) == sorted(expected) == sorted(DECK)


def test_t2_six_up() -> None:
    played = begin("short_deck", {1: 1000, 2: 1000}, 1)
    expected = [rank + suit for rank in "6789TJQKA" for suit in "cdhs"]
    assert sorted(played.hand.deal.cards) == sorted(expected)


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("holdem", 2),
        ("short_deck", 2),
        ("aof", 2),
        ("naiko", 2),
        ("omaha", 4),
        ("omaha5", 5),
        ("turkish", 5),
    ],
)
def test_t3_cards_of_a_seat(game: str, count: int) -> None:
    played = begin(game, {1: 1000, 5: 1000, 9: 1000}, 5)
    for seat in (1, 5, 9):
        assert len(played.shown(seat)["hole"][str(seat)]) == count


def test_t4_from_the_left_of_the_button() -> None:
    played = begin("holdem", {2: 1000, 5: 1000, 8: 1000}, 5)
    deck = played.hand.deal.cards
    # Left of seat 5 is seat 8, then 2, the button last; then the second card of each.
    assert played.shown(8)["hole"] == {"8": [deck[0], deck[3]]}
    assert played.shown(2)["hole"] == {"2": [deck[1], deck[4]]}
    assert played.shown(5)["hole"] == {"5": [deck[2], deck[5]]}


def test_t5_big_blind_first_of_two() -> None:
    played = begin("holdem", {3: 1000, 7: 1000}, 3)
    deck = played.hand.deal.cards
    assert played.bets == {7: 100, 3: 50}
    assert played.shown(7)["hole"] == {"7": [deck[0], deck[2]]}
    assert played.shown(3)["hole"] == {"3": [deck[1], deck[3]]}


@pytest.mark.parametrize(("game", "count"), [("holdem", 2), ("omaha", 4), ("omaha5", 5), ("turkish", 5)])
def test_t6_i_and_every_nth_after(game: str, count: int) -> None:
    seats = [1, 3, 4, 6, 9]
    rules = {"lowest_rank": "6"} if game == "turkish" else {}
    played = begin(game, dict.fromkeys(seats, 1000), 4, **rules)
    deck = played.hand.deal.cards
    for i, seat in enumerate([6, 9, 1, 3, 4]):
        assert played.shown(seat)["hole"][str(seat)] == [deck[i + 5 * turn] for turn in range(count)]


@pytest.mark.parametrize(("game", "count"), [("holdem", 2), ("short_deck", 2), ("omaha", 4), ("omaha5", 5)])
def test_t7_three_one_one(game: str, count: int) -> None:
    boards = rounds(begin(game, {1: 1000, 2: 1000, 3: 1000}, 1, then="6c 7d 8h Ts Jc"))
    assert boards == [[], ["6c", "7d", "8h"], ["6c", "7d", "8h", "Ts"], ["6c", "7d", "8h", "Ts", "Jc"]]


def test_t8_places_follow_one_another() -> None:
    played = begin("holdem", {1: 1000, 2: 1000, 3: 1000}, 1).down()
    assert played.outcome["board"] == list(played.hand.deal.cards[6:11])


def test_t9_whatever_the_seats_do() -> None:
    def dealt() -> Played:
        return begin("holdem", {1: 1000, 2: 1000, 3: 1000}, 1)

    calls = dealt().down()
    raises = dealt().act("1 raise 400,2 fold,3 raise 1000,1 call")
    assert raises.outcome["board"] == calls.outcome["board"]
    assert raises.outcome["hole"] == calls.outcome["hole"]
    assert raises.hand.deal.cards == dealt().hand.deal.cards


@pytest.mark.parametrize("game", ["holdem", "short_deck", "turkish"])
def test_t10_permutation_of_the_seats(game: str) -> None:
    record, states = play(game, random.Random(f"cut {game}"))
    seeds, seats = record["seeds"], sorted(map(int, record["table"]["stacks"]))
    deck = VARIANTS[game].deck(VARIANTS[game].read_params(record["params"]))
    slots = deck_slots(seeds["server_seed"], seeds["nonce"], deck)
    client_seed = table_client_seed(seeds["client_seeds"])
    perm, _ = permutation(client_seed, seeds["server_seed_hash"], seeds["nonce"], len(deck))
    order = sorted(seats, key=lambda seat: (seat - record["table"]["button"] - 1) % 9)
    hands = [states[0].cards(index) for index in range(len(seats))]
    assert states[0].seats == order
    for i, hand in enumerate(hands):
        assert hand == [slots[perm[i + len(seats) * turn]] for turn in range(VARIANTS[game].hole)]
    for at, card in enumerate(record["outcome"]["board"], len(seats) * VARIANTS[game].hole):
        assert card == slots[perm[at]]


def test_t11_given_up_cards_do_not_come_again() -> None:
    # The swapped 2d is in nobody's hand and not on the board, nor are folded cards.
    holes = {1: "7c 2d", 2: "Kc Kd", 3: "5c 5d"}
    played = begin("naiko", {1: 1000, 2: 1000, 3: 1000}, 1, holes, "Ad 3c 4c 8d 9d Jh", public=(0,))
    played.act("1 swap 2d,1 call,2 fold").down()
    outcome = played.outcome
    seen = outcome["board"] + outcome["hole"]["1"] + outcome["hole"]["3"]
    assert seen == ["3c", "4c", "8d", "9d", "Jh", "7c", "Ad", "5c", "5d"]
    assert not {"2d", "Kc", "Kd"} & set(seen)


def test_t12_one_board() -> None:
    played = begin("holdem", {1: 1000, 2: 1000}, 1).act("1 raise 1000,2 call")
    assert played.outcome["board"] == list(played.hand.deal.cards[4:9])
    assert len(played.outcome["pots"]) == 1


# Which cards make a hand


@pytest.mark.parametrize("game", ["holdem", "aof", "naiko"])
def test_t13_five_of_seven(game: str) -> None:
    # Seat 1 has a flush of three common and two own, seat 2 a straight with one own.
    assert winners("2h 7h 9h Tc Jd", "Ah 3h", "8c 3c", game=game) == [1]


def test_t14_two_one_or_none_of_the_own() -> None:
    assert winners("2h 7h 9h Tc Jd", "Ah 3h", "Ad Ac") == [1]  # two: flush
    assert winners("Th Jh Qd Ks 2c", "Ac 3d", "2d 2h") == [1]  # one: straight
    assert winners("Th Jh Qd Ks Ac", "2c 3d", "9s 9h") == [1, 2]  # none: the board


@pytest.mark.parametrize(("game", "fifth"), [("omaha", ("", "")), ("omaha5", (" 4s", " 4d"))])
def test_t15_two_and_three(game: str, fifth: tuple[str, str]) -> None:
    # One own card makes no straight of four common ones: the fives lose to three twos.
    assert winners("9h Th Jd Qs 2c", "Kc 5d 5c 3s" + fifth[0], "2d 2h 7c 3c" + fifth[1], game=game) == [2]
    # Of three own kings two count: three kings, not four.
    assert winners("Kh 8c 7d 7s 2c", "Kc Kd Ks 3h" + fifth[0], "7c 7h Ac Ad" + fifth[1], game=game) == [2]
    # The straight on the board is nobody's: a pair in the hand wins.
    assert winners("Th Jh Qd Ks Ac", "2c 3d 5d 7d" + fifth[0], "2d 2h 3c 5c" + fifth[1], game=game) == [2]


def test_t16_four_own_of_a_suit() -> None:
    # Seat 1 with four hearts and two on the board has a pair of aces only; seat 2 has two pair.
    assert winners("2h 7h 9c Td Jd", "Ah Kh 4h 3h", "Tc Jc 4c 5d", game="omaha") == [2]
    # With three common hearts two of the four are a flush.
    assert winners("2h 7h 9h Td Jd", "Ah Kh 4h 3h", "Tc Jc 4c 5d", game="omaha") == [1]


@pytest.mark.parametrize(("game", "more"), [("omaha", ("", "")), ("omaha5", (" 4d", " 4c"))])
def test_t17_five_spades_on_the_board(game: str, more: tuple[str, str]) -> None:
    # The ace of spades alone is no flush, two small spades are.
    board = "2s 7s 9s Ts Ks"
    assert winners(board, "As Ad 8h 4h" + more[0], "3s 4s 5h 6d" + more[1], game=game) == [2]
    assert winners(board, "As Ad 8h 4h" + more[0], "Th Tc 3h 5d" + more[1], game=game) == [2]  # three tens


def test_t18_five_own_cards() -> None:
    assert winners("", "Ac Ad Kh Qs 9c", "7c 7d 8h 8s Th", game="turkish") == [2]


# Ranking of hands


@pytest.mark.parametrize(("better", "worse", "board", "one", "two"), CATEGORIES)
def test_t19_order(better: str, worse: str, board: str, one: str, two: str) -> None:
    ranking = VARIANTS["holdem"].ranking(begin("holdem", {1: 1, 2: 1}, 1).hand.params)
    cards = board.split()
    assert ranking.best([*one.split(), *cards]).category == better
    assert ranking.best([*two.split(), *cards]).category == worse
    assert winners(board, one, two) == [1]


def test_t20_ten_to_ace_of_one_suit() -> None:
    assert winners("Th Jh Qh 2c 3d", "Ah Kh", "9h 8h") == [1]
    assert winners("Th Jh Qh Kh Ah", "2c 2d", "9h 9c") == [1, 2]


def test_t21_the_higher_one() -> None:
    assert winners("6h 7h 8h 2c 3d", "9h Th", "5h 4h") == [1]
    assert winners("2h 3h 4h 5h Kd", "Ah Ac", "6h 6c") == [2]  # the ace low: five high


def test_t22_then_the_kicker() -> None:
    assert winners("8c 8d 7h 7s Ac", "8h 8s", "7c 7d") == [1]
    assert winners("7c 7d 7h 7s 2c", "Kc 3d", "Qd Jc") == [1]


def test_t23_three_then_pair() -> None:
    assert winners("9c 9d 8h 8s 2c", "9h Ac", "8c Ad") == [1]
    assert winners("9c 9d 9h 2c 5s", "Tc Td", "8c 8d") == [1]
    assert winners("3c 3d 3h 2c 5s", "4c 4d", "5c 5d") == [2]  # fives over threes


def test_t24_rank_by_rank() -> None:
    assert winners("2h 7h 9h Tc Jd", "Kh 3h", "Qh Jh") == [1]
    assert winners("2h Th Ah Kh 3d", "Jh 4c", "9h 8h") == [1]
    assert winners("Qh Th Ah Kh 3d", "5h 4c", "6h 2c") == [2]  # by the fifth card


def test_t25_the_higher_one() -> None:
    assert winners("6h 7c 8d 2h 2d", "9s Ts", "5s 4s") == [1]
    assert winners("6h 7c 8d 2h 2d", "9s Ts", "9c Tc") == [1, 2]


def test_t26_then_kickers() -> None:
    assert winners("9c 8d 2h 4s 5c", "9d 9h", "8c 8h") == [1]
    assert winners("9c 9d 2h 4s 5c", "9h Kc", "9s Qc") == [1]
    assert winners("9c 9d Ah 4s 2c", "9h Tc", "9s 8c") == [1]


def test_t27_higher_lower_kicker() -> None:
    assert winners("9c 8d 2h 4s 5c", "9d 2c", "8c 5d") == [1]
    assert winners("9c 8d 2h 9s 5c", "8c 3c", "5d Ac") == [1]
    assert winners("9c 8d 2h 9s 8c", "Kc 3c", "Qd Jc") == [1]


def test_t28_then_three_kickers() -> None:
    assert winners("9c 8d 2h 4s Jc", "9d 3c", "8c Ac") == [1]
    assert winners("9c 9d 2h 4s 6c", "Kd 3c", "Qc Jd") == [1]
    assert winners("9c 9d Ah Ks 3c", "5d 4c", "6c 2d") == [2]  # third kicker


def test_t29_down_to_the_fifth() -> None:
    assert winners("2c 4d 7h 9s Tc", "Qd 3h", "Jd 3s") == [1]
    assert winners("Ac Kd Qh 9s 2c", "7d 3h", "6d 5s") == [1]


def test_t30_ends_or_begins() -> None:
    assert winners("Th Jc Qd 2h 3d", "As Ks", "9s 8s") == [1]
    assert winners("2h 3c 4d 9h Td", "As 5s", "Ac Ad") == [1]
    assert winners("2h 3c 4d 9h Td", "As 5s", "5c 6c") == [2]  # five high loses to six high
    assert winners("2h 3c 4d 5h Td", "As Kc", "Ac Qd") == [1, 2]


def test_t31_not_around_the_ace() -> None:
    assert winners("Qh Kc 2d 3h 9d", "As 7s", "9s 7c") == [2]  # a pair of nines beats Q-K-A-2-3
    for ranks in ("QKA23", "KA234", "JQKA2"):
        board = " ".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))
        assert winners(board, "7c 7d", "8c 9d") == [1]


def test_t32_do_not_rank() -> None:
    for one, two in combinations("cdhs", 2):
        other = next(suit for suit in "cdhs" if suit not in (one, two))
        board = f"2{other} 7{other} 8{one} Q{two} K{other}"
        assert winners(board, f"A{one} 3{one}", f"A{two} 3{two}") == [1, 2]


KICKERS = {
    "high_card: the queen, nothing meets": ("2c 4d 7h 9s Tc", "Qd 3h", "Jd 3s", [1]),
    "high_card: ace and king on the board, the queen": ("Ac Kd 9h 6s 2c", "Qd 4h", "Jd 4s", [1]),
    "high_card: all five on the board": ("Ac Kd Jh 9s 8c", "2d 3h", "4d 5s", [1, 2]),
    "high_card: ace, king, ten, nine on the board, the eight": ("Ac Kd Th 9s 3c", "8d 2h", "7d 2s", [1]),
    "pair: of twos, the king": ("2c 4d 7h 9s Tc", "2d Kh", "2h Qs", [1]),
    "pair: of tens, ace in common, the king": ("Tc Ad 7h 5s 3c", "Td Kh", "Th Qs", [1]),
    "pair: of nines, ace and king in common, the queen": ("9c Ad Kh 5s 3c", "9d Qh", "9h Js", [1]),
    "pair: of jacks, three kickers in common": ("Jc Ad Kh Ts 2c", "Jd 7h", "Jh 3s", [1, 2]),
    "two pair: sevens and twos, the king": ("2c 2d 7h 9s 5c", "7d Kh", "7c Qs", [1]),
    "two pair: kings and queens, ace in common": ("Kc Kd Qh As 5c", "Qd 7h", "Qc 8s", [1, 2]),
    "three: fives, the king": ("5c 5d 9h 7s 2c", "5h Kh", "5s Qs", [1]),
    "three: sevens, jack in common, the nine": ("7c 7d Jh 4s 2c", "7h 9h", "7s 8s", [1]),
    "three: queens, ace and king in common": ("Qc Qd Ah Ks 2c", "Qh 9h", "Qs 8s", [1, 2]),
    "four: sevens on the board, the queen": ("7c 7d 7h 7s 2c", "Qh 3h", "Js Ts", [1]),
}


@pytest.mark.parametrize(("board", "one", "two", "won"), KICKERS.values(), ids=KICKERS)
def test_t33_examples(board: str, one: str, two: str, won: list[int]) -> None:
    assert winners(board, one, two) == won
    assert winners(board, two, one) == [3 - player for player in reversed(won)]


@pytest.mark.parametrize(
    ("board", "one", "two"),
    [
        ("6h 7h 8h 9h Th", "Ac Ad", "2c 3d"),
        ("9c 9d 9h 8s 8c", "Ac 2d", "Kc 3d"),
        ("Kh Jh 9h 8h 7h", "Ac 2h", "Kc Kd"),
        ("6h 7c 8d 9h Td", "Ac Kd", "2c 3d"),
    ],
    ids=["straight flush", "full house", "flush", "straight"],
)
def test_t34_other_cards_do_not_count(board: str, one: str, two: str) -> None:
    assert winners(board, one, two) == [1, 2]


def test_t35_never_counts() -> None:
    # Three pairs: the third pair is no part of the hand but its card may be the kicker.
    assert winners("9c 9d 8h 8s Ac", "7c 7d", "3c 2d") == [1, 2]
    assert winners("Jc Ad Kh Ts 2c", "Jd 7h", "Jh 3s") == [1, 2]


def test_t36_equal_hands_split() -> None:
    played = begin("holdem", {1: 1000, 2: 1000}, 1, {1: "Ac 3d", 2: "Ad 3h"}, "Kc Qd 9h 7s 2c").down()
    assert played.pots == [(200, {1: 100, 2: 100})]


def test_t37_beats_a_full_house() -> None:
    board, flush, full = "9c 9d 8c 7c Kd", "Ac Tc", "9h 8d"
    assert winners(board, flush, full, game="short_deck") == [1]
    assert winners(board, flush, full) == [2]


def test_t38_straight_beats_three() -> None:
    assert winners("6h 7c 8d Ah Kd", "9s Ts", "Ac Ad", game="short_deck") == [1]
    for board, one, two in [
        ("Kh Qh Jh Th 6c", "Ah 7d", "9h 8s"),  # royal flush, straight flush
        ("7h 8h 9h 6c 6d", "Th Jh", "6h 6s"),  # straight flush, four
        ("6c 6d 9h 9s Kc", "9c 9d", "6h Kd"),  # four, full house
        ("9h 9c 8d 7c Kh", "9d 8h", "Ts Jd"),  # full house, straight
        ("8d 6c 9h Kh 7h", "Ah 6h", "Ts Jd"),  # flush, straight
        ("6c 9d Kh 8s Qc", "6d 6h", "Ks 9c"),  # three, two pair
        ("6c 9d Kh 8s Qc", "6d 8h", "Ac Ad"),  # two pair, pair
        ("6c 9d Kh 8s Qc", "6d 7h", "Ac Jd"),  # pair, ace high
    ]:
        assert winners(board, one, two, game="short_deck") == [1], board


def test_t39_ace_below_the_six() -> None:
    board = "6h 7c 8d Kh Kd"
    assert winners(board, "As 9s", "Ac Kc", game="short_deck") == [1]  # straight beats three
    assert winners(board, "As 9s", "9c Tc", game="short_deck") == [2]  # nine high loses to ten high
    assert winners("6h 7c 8d 9h Kd", "As Qc", "Ac Jc", game="short_deck") == [1, 2]


def test_t40_lowest_straight_flush() -> None:
    board = "6h 7h 8h Kh Kd"
    assert winners(board, "Ah 9h", "Kc Ks", game="short_deck") == [1]
    assert winners(board, "Ah 9c", "9h Th", game="short_deck") == [2]
    assert winners("6h 7h 8h 9h Kd", "Ah Ac", "Th Tc", game="short_deck") == [2]


def test_t41_not_around_the_ace() -> None:
    # A pair in the hand wins: there is no straight on the board.
    for ranks, pair, other in (
        ("KA678", "Tc Td", "Qc Jd"),
        ("QKA67", "9c 9d", "Jc 8d"),
        ("JQKA6", "9c 9d", "8c 7d"),
    ):
        board = " ".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))
        assert winners(board, pair, other, game="short_deck") == [1]
