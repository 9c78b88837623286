"""Hand ranking: the examples of the rules, and what holds for any hand."""

from __future__ import annotations

import os
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK, RANKS, SUITS, deck
from games.cards.ranking import SHORT_DECK, STANDARD, Ranking, turkish

MANY = settings(deadline=None, max_examples=2000 if os.environ.get("FAIRSEED_SOAK") else 150)


def cards(text: str) -> list[str]:
    return text.split()


# Hold'em: what, the board, the first player's cards, the second's, whether the first wins (else they split),
# the category of both.
KICKERS = [
    ("nothing meets: the queen wins", "2c 4d 7h 9s Tc", "Qd 3h", "Jd 3s", True, "high_card"),
    ("ace and king on the board, the queen", "Ac Kd 9h 6s 2c", "Qd 4h", "Jd 4s", True, "high_card"),
    ("all five on the board", "Ac Kd Jh 9s 8c", "2d 3h", "4d 5s", False, "high_card"),
    ("ace, king, ten, nine on the board, the eight", "Ac Kd Th 9s 3c", "8d 2h", "7d 2s", True, "high_card"),
    ("pair of twos, the king", "2c 4d 7h 9s Tc", "2d Kh", "2h Qs", True, "pair"),
    ("pair of tens, ace in common, the king", "Tc Ad 7h 5s 3c", "Td Kh", "Th Qs", True, "pair"),
    ("pair of nines, ace and king in common, the queen", "9c Ad Kh 5s 3c", "9d Qh", "9h Js", True, "pair"),
    ("pair of jacks: a seven is no sixth card", "Jc Ad Kh Ts 2c", "Jd 7h", "Jh 3s", False, "pair"),
    ("sevens and twos, the king", "2c 2d 7h 9s 5c", "7d Kh", "7c Qs", True, "two_pair"),
    ("kings and queens, ace in common", "Kc Kd Qh As 5c", "Qd 7h", "Qc 8s", False, "two_pair"),
    ("three fives, the king", "5c 5d 9h 7s 2c", "5h Kh", "5s Qs", True, "three"),
    ("three sevens, jack in common, the nine", "7c 7d Jh 4s 2c", "7h 9h", "7s 8s", True, "three"),
    ("three queens, ace and king in common", "Qc Qd Ah Ks 2c", "Qh 9h", "Qs 8s", False, "three"),
    ("four sevens on the board, the queen", "7c 7d 7h 7s 2c", "Qh 3h", "Js Ts", True, "four"),
]


@pytest.mark.parametrize(
    ("board", "one", "two", "wins", "category"), [row[1:] for row in KICKERS], ids=[row[0] for row in KICKERS]
)
def test_kickers_of_the_first_rules(board: str, one: str, two: str, wins: bool, category: str) -> None:
    first, second = (STANDARD.best(cards(own) + cards(board)) for own in (one, two))
    assert (first.category, second.category) == (category, category)
    assert first.value > second.value if wins else first.value == second.value


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Kd Th 3s 2c", "Ad Kh 9s 8c 3d"),
        ("9c 9d Th 6s 4c", "7c 7d Ah Ks 8c"),
        ("9c 9d Th 6s 4c", "9h 9s 8h 5s 3c"),
        ("Kc Kd 4h 4s 5c", "Qc Qd Jh Js 8c"),
        ("Tc 9d 8h 7s 6c", "5c 4d 3h 2s Ac"),
        ("5c 5d 5h 6s 6c", "4c 4d 4h Ks Kc"),
    ],
)
def test_comparisons_of_the_house_game(higher: str, lower: str) -> None:
    assert STANDARD.evaluate(cards(higher)) > STANDARD.evaluate(cards(lower))


def test_the_ace_ends_or_begins_a_straight_and_never_stands_within() -> None:
    assert STANDARD.best(cards("Ac Kd Qh Js Tc")).category == "straight"
    assert STANDARD.best(cards("Ac 2d 3h 4s 5c")) == (
        STANDARD.evaluate(cards("Ad 2c 3c 4c 5c")),
        "straight",
        ("5c", "4s", "3h", "2d", "Ac"),
    )
    for ranks in ("QKA23", "KA234", "JQKA2"):
        assert (
            STANDARD.best([rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)]).category
            == "high_card"
        )
        assert STANDARD.best([rank + "h" for rank in ranks]).category == "flush"
    for ranks in ("QKA67", "KA678", "JQKA6"):
        assert SHORT_DECK.best([rank + "h" for rank in ranks]).category == "flush"


def test_short_deck_flush_beats_full_house_and_the_six_follows_the_ace() -> None:
    flush, full_house = cards("6c 8c 9c Jc Qc"), cards("Ac Ad Ah Ks Kc")
    assert SHORT_DECK.evaluate(flush) > SHORT_DECK.evaluate(full_house)
    assert STANDARD.evaluate(flush) < STANDARD.evaluate(full_house)
    lowest, next_one = cards("Ac 6d 7h 8s 9c"), cards("6d 7h 8s 9c Tc")
    assert SHORT_DECK.best(lowest).category == "straight"
    assert SHORT_DECK.best(lowest).cards == ("9c", "8s", "7h", "6d", "Ac")
    assert (
        SHORT_DECK.evaluate(cards("Ac Ad Ah Ks Qc"))
        < SHORT_DECK.evaluate(lowest)
        < SHORT_DECK.evaluate(next_one)
    )
    suited = [SHORT_DECK.evaluate([rank + "h" for rank in ranks]) for ranks in ("A6789", "6789T", "TJQKA")]
    assert suited == sorted(suited)
    assert SHORT_DECK.category(suited[0]) == "straight_flush"
    assert SHORT_DECK.category(suited[2]) == "royal_flush"


@pytest.mark.parametrize(
    ("hole", "board", "category"),
    [
        ("Ah Kh Qh Jh", "2h 4c 7d 9s 5s", "high_card"),  # four of a suit in hand, one on the board
        ("As 3d 4d 6h", "2s 7s 9s Js Ks", "high_card"),  # five on the board, one in hand
        ("As 3d 4d 6h 8c", "2s 7s 9s Js Ks", "high_card"),
        ("As 3s 4d 6h 8c", "2s 7s 9s Js Ks", "flush"),
        ("Ac Ad 2h 3s", "Kc Kd Kh Ks 2d", "full_house"),  # four kings on the board are no four
        ("2c 2d 7h 9s", "Ac Kd Qh Js Tc", "pair"),  # nor is a straight there a straight
        ("Ac Ad Ah As", "Kc Qd 9h 4s 2c", "pair"),
    ],
)
def test_omaha_takes_two_of_the_hand_and_three_of_the_board(hole: str, board: str, category: str) -> None:
    best = STANDARD.best_omaha(cards(hole), cards(board))
    assert best.category == category
    assert len(set(best.cards) & set(cards(hole))) == 2
    assert len(set(best.cards) & set(cards(board))) == 3


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("2c 2d Ac Kd Kh 7s Qc", "Kh Kd 2d 2c Ac"),
        ("3c 3d 3h Ac Ad Kh 7s", "3h 3d 3c Ad Ac"),
        ("2s 2c 2d 2h 9c 9d As", "2s 2h 2d 2c As"),
        ("Ac 2d 3h 4s 5c Ah Kd", "5c 4s 3h 2d Ah"),
        ("4h 7h 9h Jh Kh Ac Ad", "Kh Jh 9h 7h 4h"),
    ],
)
def test_the_five_cards_are_laid_out_with_the_combination_first(held: str, shown: str) -> None:
    assert STANDARD.best(cards(held)).cards == tuple(cards(shown))


LADDER = [
    ("royal_flush", "Ac Kc Qc Jc Tc"),
    ("straight_flush", "Kc Qc Jc Tc 9c"),
    ("straight_flush", "Jh Th 9h 8h 7h"),
    ("low_straight_flush", "Th 9h 8h 7h Ah"),
    ("low_straight_flush", "Tc 9c 8c 7c Ac"),
    ("four", "Ac Ad Ah As Kc"),
    ("flush", "Ac Kc Qc Jc 9c"),
    ("full_house", "Ac Ad Ah Ks Kc"),
    ("three", "7c 7d 7h Ks Qc"),
    ("high_straight", "Ah Kc Qc Jc Td"),
    ("high_straight", "Ac Kh Qh Jh Th"),
    ("straight", "Jc Th 9h 8h 7h"),
    ("low_straight", "Td 9c 8c 7c Ac"),
    ("low_straight", "Tc 9h 8h 7h Ah"),
    ("two_pair", "Kc Kd Qh Qs 8h"),
    ("two_pair", "Ks Kh Qc Qd 8s"),
    ("pair", "Kc Kd Jh 9s 8c"),
    ("pair", "Kh Ks Jc 9h 8h"),
    ("high_card", "As Qc Jc 9c 8c"),
    ("high_card", "Ad Qh Jh 9h 8h"),
]


def test_turkish_from_the_highest_to_the_lowest() -> None:
    ranking = turkish("7")
    found = [ranking.best(cards(text)) for _, text in LADDER]
    assert [best.category for best in found] == [category for category, _ in LADDER]
    values = [best.value for best in found]
    assert values == sorted(set(values), reverse=True)


def test_turkish_ten_nine_eight_seven_ace_needs_the_seven_to_be_the_lowest() -> None:
    hand = cards("Tc 9d 8h 7s Ac")
    assert turkish("7").best(hand) == (turkish("7").evaluate(hand), "low_straight", tuple(hand))
    assert turkish("8").best(hand).category == turkish("6").best(hand).category == "high_card"


def test_turkish_flushes_are_compared_as_the_params_say() -> None:
    hearts, spades = cards("Ah Qh Th 9h 7h"), cards("As Ks Ts 9s 8s")
    assert turkish("7", "top_card").evaluate(hearts) > turkish("7", "top_card").evaluate(spades)
    assert turkish("7") == turkish("7", "top_card")
    assert turkish("7", "all_ranks").evaluate(hearts) < turkish("7", "all_ranks").evaluate(spades)


def test_what_opens_and_what_is_a_game() -> None:
    kings = turkish("7").least("pair", "K")
    assert (
        turkish("7").evaluate(cards("Kc Kd 9c 8c 7c"))
        >= kings
        > turkish("7").evaluate(cards("Qh Qs Ah Kh Jh"))
    )
    ace_king = STANDARD.least("high_card", "A", "K")
    assert STANDARD.evaluate(cards("Ac Kd 4h 3s 2c")) >= ace_king > STANDARD.evaluate(cards("Ah Qh Jh Th 9c"))


def test_a_small_deck_has_no_straight_it_cannot_hold() -> None:
    tens = turkish("T").best(cards("Tc Jd Qh Ks Ac"))
    assert tens.category == "high_straight"
    assert turkish("J").best(cards("Jc Jd Qh Ks Ac")).category == "pair"
    assert turkish("J").best(cards("Jc Qd Kh As Ac Kc")).category == "two_pair"


@pytest.mark.parametrize("count", [0, 4, 8])
def test_fewer_than_five_cards_and_more_than_seven_are_no_hand(count: int) -> None:
    with pytest.raises(ValueError, match="five to seven"):
        STANDARD.evaluate(DECK[:count])


# What holds for any hand.

RANKINGS = [STANDARD, SHORT_DECK, turkish("6"), turkish("8", "all_ranks"), turkish("9")]


@st.composite
def hands(draw: st.DrawFn, least: int = 5, most: int = 7) -> tuple[Ranking, list[str]]:
    """A ranking, and cards of its deck, often of few ranks or few suits."""
    ranking = draw(st.sampled_from(RANKINGS))
    ranks = draw(st.sampled_from([3, 5, 7, 13]))
    suits = draw(st.sampled_from(["h", "hs", SUITS]) if ranks > 5 else st.just(SUITS))
    kept = draw(st.permutations(RANKS[RANKS.index(ranking.lowest) :]))[:ranks]
    few = [card for card in deck(ranking.lowest) if card[0] in kept and card[1] in suits]
    if len(few) < most:
        few = list(deck(ranking.lowest))
    return ranking, draw(st.lists(st.sampled_from(few), min_size=least, max_size=most, unique=True))


@given(hands())
@MANY
def test_the_best_hand_is_the_best_of_every_five(given: tuple[Ranking, list[str]]) -> None:
    ranking, held = given
    best = ranking.best(held)
    assert best.value == ranking.evaluate(held) == max(map(ranking.evaluate, combinations(held, 5)))
    assert best.value == ranking.evaluate(best.cards)
    assert best.category == ranking.category(best.value)
    assert len(set(best.cards) & set(held)) == 5


@given(hands(), st.randoms(use_true_random=False))
@MANY
def test_the_order_of_cards_changes_nothing(given: tuple[Ranking, list[str]], chance: random.Random) -> None:
    ranking, held = given
    other = list(held)
    chance.shuffle(other)
    assert ranking.best(other) == ranking.best(held)


@given(hands(6))
@MANY
def test_a_card_more_never_lowers_the_best_hand(given: tuple[Ranking, list[str]]) -> None:
    ranking, held = given
    assert ranking.evaluate(held) >= ranking.evaluate(held[:-1])


@given(hands(), hands())
@MANY
def test_a_higher_category_is_a_higher_hand(
    one: tuple[Ranking, list[str]], two: tuple[Ranking, list[str]]
) -> None:
    ranking, held = one
    first, second = ranking.best(held), ranking.best(two[1])
    places = ranking.order.index(first.category), ranking.order.index(second.category)
    if places[0] != places[1]:
        assert (first.value > second.value) == (places[0] < places[1])


@given(hands(9, 10), st.integers(3, 5))
@MANY
def test_omaha_is_the_best_of_every_two_and_three(given: tuple[Ranking, list[str]], shown: int) -> None:
    ranking, held = given
    board, hole = held[:shown], held[5:]
    fives = {pair + three for pair in combinations(hole, 2) for three in combinations(board, 3)}
    best = ranking.best_omaha(hole, board)
    assert best.value == ranking.evaluate_omaha(hole, board) == max(map(ranking.evaluate, fives))
    assert best.value == ranking.evaluate(best.cards)
    assert set(best.cards) in map(set, fives)
