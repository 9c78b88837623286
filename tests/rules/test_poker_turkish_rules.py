"""docs/rules/poker.md, clause by clause: Turkish poker."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from fairseed.derivation import Stream
from games import FormatError, GameError
from games.cards.ranking import turkish as ranking
from tests.rules.dealt import Played, begin, winners
from tests.rules.scripted import Scripted

T = TypeVar("T")
THREE = {1: 1000, 2: 1000, 3: 1000}
KINGS = "Kc Kd 7h 8h 9h"
NOTHING = "7c 8c 9d Jd Qh"
MANY = 20_000 if os.environ.get("FAIRSEED_SOAK") else 500


def turkish(holes: dict[int, str] | None = None, stacks: dict[int, int] | None = None, **more: Any) -> Played:
    """Antes of 10; seat 1 is the first to act, the highest seat is the dealer."""
    seats = stacks or THREE
    return begin("turkish", seats, max(seats), holes, **more)


def better(one: str, two: str, **rules: Any) -> bool:
    """Whether the first hand wins, from both seats alike."""
    won = winners("", one, two, game="turkish", **rules)
    assert [3 - player for player in winners("", two, one, game="turkish", **rules)] == won
    assert len(won) == 1
    return won == [1]


# Cards and ranking


def test_t173_from_the_lowest_rank() -> None:
    for lowest, count in (("9", 24), ("8", 28), ("7", 32), ("6", 36)):
        cards = turkish(stacks={1: 100, 2: 100}, lowest_rank=lowest).hand.deal.cards
        assert len(cards) == len(set(cards)) == count
        ranks = "23456789TJQKA"
        assert {card[0] for card in cards} == set(ranks[ranks.index(lowest) :])
    for lowest in ("T", "1", "10"):
        with pytest.raises(FormatError):
            turkish(lowest_rank=lowest)


def test_t174_five_a_seat_and_four() -> None:
    def table(seats: int, lowest: str) -> int:
        stacks = dict.fromkeys(range(1, seats + 1), 100)
        return len(turkish(stacks=stacks, lowest_rank=lowest).hand.deal.cards)

    assert table(4, "9") == 24  # exactly enough
    assert table(5, "7") == 32
    for lowest, size in (("8", 28), ("9", 24)):
        with pytest.raises(FormatError, match=f"{size} cards, and 29 are needed"):
            table(5, lowest)


def test_t175_ace_below_the_lowest() -> None:
    two_pair = "Kc Kd Qh Qs 9h"
    assert better("As 7h 8h 9c Td", two_pair)
    assert better("As 9c Td Jh Qd", "Kc Kd Tc Ts Ac", lowest_rank="9")
    assert not better("As 7h 8h 9c Td", two_pair, lowest_rank="6")
    for around in ("Ks As 7h 8d 9c", "Qc Ks As 7h 8d", "Js Qc Kh As 7d"):
        assert not better(around, "Tc Td Jh 8s 9h")


ORDER = {
    "royal flush": ("Th Jh Qh Kh Ah", "9s Ts Js Qs Ks"),
    "straight flush": ("8s 9s Ts Js Qs", "Ac 7c 8c 9c Tc"),
    "low straight flush": ("Ac 7c 8c 9c Tc", "Kc Kd Kh Ks As"),
    "four of a kind": ("7c 7d 7h 7s 8c", "Ad Kd Qd Jd 9d"),
    "flush": ("7d 8d 9d Jd Kd", "Ac As Ah Kc Ks"),
    "full house": ("7c 7d 7h 8c 8d", "Ac Ad Ah Kc Qd"),
    "three of a kind": ("7c 7d 7h 8c 9d", "Ac Kd Qh Js Td"),
    "high straight": ("Ac Kd Qh Js Td", "9s Th Jc Qd Kc"),
    "straight": ("7c 8d 9h Ts Jc", "As 7h 8h 9c Td"),
    "low straight": ("As 7h 8h 9c Td", "Ac Ad Kc Kd Qh"),
    "two pair": ("7c 7d 8c 8d 9h", "Ac Ad Kh Qs Js"),
    "pair": ("7c 7d 8h 9s Jc", "Ac Kd Qh Jd 9h"),
}


@pytest.mark.parametrize("category", ORDER)
def test_t176_each_beats_the_next(category: str) -> None:
    assert better(*ORDER[category])


def test_t177_by_the_place_of_the_ace() -> None:
    def category(cards: str) -> str:
        return ranking("7").best(cards.split()).category

    assert category("Ac Kd Qh Js Td") == "high_straight"
    assert category("9c Kd Qh Js Td") == "straight"
    assert category("7c 8d 9h Ts Ac") == "low_straight"
    assert category("7c 8c 9c Tc Ac") == "low_straight_flush"
    assert category("9c Kc Qc Jc Tc") == "straight_flush"
    assert category("Ac Kc Qc Jc Tc") == "royal_flush"


def test_t178_no_two_hands_tie() -> None:
    # Hearts, spades, diamonds, clubs: the king of equal straights.
    for high, low in (("h", "s"), ("s", "d"), ("d", "c")):
        assert better(f"9c Td J{low} Q{low} K{high}", f"9s Th J{high} Q{high} K{low}")
    pick = random.Random("ties")
    deck = turkish().hand.deal.cards
    for _ in range(MANY):
        cards = pick.sample(deck, 10)
        rules = {"flush_ties": pick.choice(["top_card", "all_ranks"])}
        assert len(winners("", " ".join(cards[:5]), " ".join(cards[5:]), game="turkish", **rules)) == 1


def test_t179_highest_card_then_suit() -> None:
    assert better("Ac Jc 9c 8c 7c", "Kh Qh Jh 9h 8h")
    # Both ace high: hearts, though the spades have king and queen behind it.
    assert better("Ah Jh 9h 8h 7h", "As Ks Qs Js 9s")
    assert turkish().hand.params.flush_ties == "top_card"


def test_t180_five_ranks_then_suit() -> None:
    assert better("As Ks Qs Js 9s", "Ah Jh 9h 8h 7h", flush_ties="all_ranks")
    assert better("Ad Kd Qd Jd 8d", "Ah Kh Qh Jh 7h", flush_ties="all_ranks")
    assert better("Ah Kh Qh Jh 8h", "As Ks Qs Js 8s", flush_ties="all_ranks")


def test_t181_highest_card_then_suit() -> None:
    assert better("9s Ts Js Qs Ks", "8h 9h Th Jh Qh")
    assert better("9h Th Jh Qh Kh", "9s Ts Js Qs Ks")
    assert better("Th Jh Qh Kh Ah", "Ts Js Qs Ks As")
    assert better("Ah 7h 8h 9h Th", "As 7s 8s 9s Ts")
    assert better("Ad 7d 8d 9d Td", "Ac 7c 8c 9c Tc")


def test_t182_highest_card_then_its_suit() -> None:
    assert better("9c Tc Jd Qc Kc", "8h 9h Th Js Qh")
    assert better("9c Tc Jd Qc Kh", "9h Th Jh Qh Ks")
    assert better("Tc Jc Qd Kc Ah", "Th Jh Qh Kh As")
    # The ten of a low straight, not the ace.
    assert better("Ac 7c 8c 9d Th", "Ah 7h 8h 9h Ts")
    assert not better("Ah 7h 8h 9h Tc", "Ac 7c 8c 9d Td")


def test_t183_pairs_then_fifth_card() -> None:
    assert better("Ac Ad 7c 7d 8h", "Kc Kd Qc Qd Ah")
    assert better("Ac Ad 9c 9d 7h", "Ah As 8c 8d Kh")
    assert better("Ac Ad 8c 8d Kc", "Ah As 8h 8s Qh")
    assert better("Ac Ad 8c 8d Kh", "Ah As 8h 8s Ks")
    assert better("Ac Ad 8c 8d Kd", "Ah As 8h 8s Kc")


def test_t184_then_the_other_three() -> None:
    assert better("Ac Ad 7c 8d 9h", "Kc Kd Qc Js Th")
    assert better("Ac Ad Kc 8d 7c", "Ah As Qh Jh Th")
    assert better("Ac Ad Kc Qd 8c", "Ah As Kh Qh 7h")
    assert better("Ac Ad Kh 9d 8c", "Ah As Ks 9h 8h")


def test_t185_five_ranks_then_the_highest_suit() -> None:
    assert better("Ac Kd Qh Jd 8s", "Ah Kc Qd Jc 7d")
    assert better("Ah Kc Qd Jc 9c", "As Kd Qh Jd 9s")
    assert better("Ad Kc Qc Js 9c", "Ac Kh Qh Jh 9s")


def test_t186_by_rank() -> None:
    assert better("8c 8d 8h 8s 9c", "7c 7d 7h 7s Ac")
    assert better("9c 9d 9h 7c 7d", "8c 8d 8h Ac Ad")
    assert better("9c 9d 9h 7c 8d", "8c 8h 8s Ac Kd")


# Opening


def test_t187_and_no_blinds() -> None:
    played = turkish()
    assert played.pot == 30
    assert played.bets == {1: 0, 2: 0, 3: 0}
    assert {player.seat: player.total for player in played.hand.betting.players} == {1: 10, 2: 10, 3: 10}
    for name in ("small_blind", "big_blind"):
        with pytest.raises(FormatError, match=name):
            turkish(**{name: 10})


def test_t188_ante_as_the_big_blind() -> None:
    played = turkish({1: KINGS})
    assert played.bounds == (10, 990)
    played.refuses("1 raise 9")
    played.act("1 raise 10")
    assert played.bounds == (20, 990)
    assert played.act("2 raise 35").bounds == (60, 990)
    second = turkish({1: KINGS}).act("1 raise 100,2 call,3 call,1 draw,2 draw,3 draw")
    assert second.bounds == (10, 890)


def test_t189_all_in_on_the_ante() -> None:
    played = turkish({1: KINGS, 2: "Ac Ad Ah 9c 8c", 3: "Qc Qd 7c 8d 9d"}, THREE | {2: 4})
    played.act("1 raise 50,3 call,1 draw,2 draw,3 draw").act("1 check,3 check")
    assert played.pots == [(12, {2: 12}), (112, {1: 112})]


def test_t190_left_of_the_dealer() -> None:
    assert begin("turkish", {2: 100, 5: 100, 7: 100}, 5).asked == 7
    assert begin("turkish", {2: 100, 5: 100}, 5).asked == 2
    assert begin("turkish", {2: 100, 5: 100}, 2).asked == 5


OPENERS = [
    "Kc Kd 7h 8h 9h",
    "Ac Ad 7h 8h 9h",
    "7c 7d 8h 8s 9h",
    "7c 7d 7h 8s 9h",
    "7c 8d 9h Ts Jc",
    "Ac 7d 8h 9s Tc",
]
OTHERS = ["Qc Qd Ah Kh Jh", "7c 7d Ah Kh Qh", "Ac Kd Qh Js 9h"]


def test_t191_kings_or_better() -> None:
    for cards in OPENERS:
        assert turkish({1: cards}).act("1 raise 10").hand.drawing.opened_by == 0
    for cards in OTHERS:
        played = turkish({1: cards})
        assert played.legal.keys() == {"fold", "check"}
        for line in ("1 raise 10", "1 raise 990"):
            assert "kings" in played.refuses(line)


def test_t192_all_in_for_less_too() -> None:
    played = turkish({1: KINGS}, THREE | {1: 15})
    assert played.bounds == (5, 5)
    played.act("1 raise 5")
    assert played.shown()["opened_by"] == 1
    assert played.legal["call"]["chips"] == 5
    assert played.bounds == (15, 990)
    # Only the first raise is the opening.
    later = turkish({2: KINGS}).act("1 check,2 raise 10,3 raise 30")
    assert later.shown()["opened_by"] == 2


def test_t193_may_check() -> None:
    played = turkish({1: KINGS, 2: "Ac Ad Qh Js 9c"})
    assert played.legal.keys() == {"fold", "check", "raise"}
    assert played.act("1 check,2 raise 10").shown()["opened_by"] == 2


def test_t194_whatever_a_seat_holds() -> None:
    played = turkish({1: NOTHING, 2: KINGS, 3: "Ac 7d 8s Jc Qd"}).act("1 check,2 raise 10")
    assert played.legal.keys() == {"fold", "call", "raise"}
    assert played.bounds == (20, 990)
    played.act("3 raise 50")
    assert played.asked == 1
    assert played.bounds == (90, 990)
    played.act("1 raise 90,2 call,3 call")
    assert played.legal.keys() == {"draw"}


def test_t195_draws_and_can_win() -> None:
    played = turkish({1: NOTHING, 2: KINGS, 3: "Ac 7d 8s Jc Qd"}, then="Qc Qs Ah As")
    played.act("1 check,2 raise 10,3 fold,1 call,1 draw 7c 8c,2 draw,2 check,1 check")
    assert played.outcome["hole"]["1"] == ["Qc", "Qs", "9d", "Jd", "Qh"]
    assert played.pots == [(50, {1: 50})]


def test_t196_takes_the_pot() -> None:
    opened = turkish({1: KINGS}).act("1 raise 100,2 fold,3 fold")
    assert opened.pots == [(30, {1: 30})]
    assert opened.outcome["uncalled"] == {"1": 100}
    assert opened.outcome["drawn"] == {}
    unopened = turkish().act("1 fold,2 fold")
    assert unopened.pots == [(30, {3: 30})]
    assert unopened.outcome["opened_by"] is None
    assert "pot_carried" not in unopened.outcome


def test_t197_nobody_opens() -> None:
    played = turkish(table={"pot_carried": 70}, rake={"preset": "six_percent"}).act("1 check,2 check,3 check")
    assert played.asked is None
    assert played.outcome["pots"] == []
    assert played.outcome["rake"] == 0
    assert played.outcome["uncalled"] == {}
    assert played.outcome["pot_carried"] == 100
    assert played.stacks == {1: 990, 2: 990, 3: 990}
    assert played.result.returned == {1: 0, 2: 0, 3: 0}
    assert turkish().act("1 fold,2 check,3 check").outcome["pot_carried"] == 30


def test_t198_part_of_the_main_pot() -> None:
    stacks = {1: 1000, 2: 60, 3: 1000}
    holes = {1: KINGS, 2: "Ac Ad Ah 9c 8c", 3: "Qc Qd 7c 8d 9d"}
    played = turkish(holes, stacks, table={"pot_carried": 70}, rake={"preset": "heads_up_three"})
    played.act("1 raise 100,2 call,3 call,1 draw,2 draw,3 draw,1 check,3 check")
    # 70 and 3 · 60 are the main pot; 3 % of 250 are 7.5, of 350 together 10.5.
    assert played.pots == [(250, {2: 243}), (100, {1: 97})]
    assert [pot["rake"] for pot in played.outcome["pots"]] == [7, 3]
    assert "pot_carried" not in played.outcome


def test_t199_draw_and_showdown_without_opening() -> None:
    holes = {1: NOTHING, 2: "Qc Qd 7d 8d Td", 3: "Ac 7s 8s Jc Qs"}
    played = turkish(holes, THREE | {2: 10}, then="Kc Kd").act("1 check,3 check")
    assert played.legal.keys() == {"draw"}
    played.act("1 draw,2 draw 7d,3 draw 7s")
    assert played.asked is None  # no second round
    assert played.outcome["opened_by"] is None
    assert played.pots == [(30, {2: 30})]
    assert played.outcome["drawn"] == {"1": [], "2": ["Kc"], "3": ["Kd"]}
    # All but one on their antes: nobody is asked before the draw.
    assert turkish(stacks={1: 10, 2: 5, 3: 1000}).legal.keys() == {"draw"}


# Draw and second round


def test_t200_from_the_left_of_the_dealer() -> None:
    played = turkish({1: KINGS}, {1: 100, 2: 1000, 3: 1000, 4: 1000}, lowest_rank="6")
    played.act("1 raise 90,2 call,3 fold,4 call")  # the opener is all-in
    order = []
    while "draw" in played.legal:
        order.append(played.asked)
        assert played.legal["draw"]["most"] == 4
        discard = played.hand.cards(played.hand.turn)[: len(order) + 1]
        played.act(f"{played.asked} draw {' '.join(discard)}")
    assert order == [1, 2, 4]
    played.act("2 check,4 check")
    assert [len(cards) for cards in played.outcome["drawn"].values()] == [2, 3, 4]


def test_t201_may_discard_the_kings() -> None:
    played = turkish({1: KINGS}, then="Ac Ad").act("1 raise 10,2 call,3 fold,1 draw Kc Kd")
    assert played.shown(1)["hole"]["1"] == ["Ac", "Ad", "7h", "8h", "9h"]


def test_t202_four() -> None:
    def at_the_draw() -> Played:
        return turkish({1: KINGS}).act("1 raise 10,2 call,3 fold")

    at_the_draw().act("1 draw Kc Kd 7h 8h")
    with pytest.raises(GameError):
        at_the_draw().act("1 draw Kc Kd 7h 8h 9h")


def test_t203_own_and_different() -> None:
    played = turkish({1: KINGS, 2: NOTHING}).act("1 raise 10,2 call,3 fold")
    assert "not in the hand" in played.refuses("1 draw Kc 7c")
    assert "different" in played.refuses("1 draw 7h 7h")
    assert "draw" in played.refuses("1 check")


def test_t204_in_the_order_named() -> None:
    def drawn(line: str) -> list[str]:
        played = turkish({1: KINGS}, then="Ac Ad Ah").act("1 raise 10,2 call,3 fold").act(line)
        return played.shown(1)["hole"]["1"]

    assert drawn("1 draw 7h 9h") == ["Kc", "Kd", "Ac", "8h", "Ad"]
    assert drawn("1 draw 9h 7h") == ["Kc", "Kd", "Ad", "8h", "Ac"]
    assert drawn("1 draw 9h Kc 8h") == ["Ad", "Kd", "7h", "Ah", "Ac"]


def test_t205_next_places_of_the_deck() -> None:
    played = turkish({1: KINGS, 2: NOTHING}, then="Ac Ad Ah As Qc").act("1 raise 10,2 call,3 fold")
    played.act("1 draw 7h 8h,2 draw 7c 8c 9d,1 check,2 check")
    assert played.outcome["drawn"] == {"1": ["Ac", "Ad"], "2": ["Ah", "As", "Qc"]}


@dataclass(frozen=True)
class Reversing(Scripted):
    """Shuffles by turning round, and keeps what was shuffled."""

    values: tuple[Any, ...] = ()
    shuffled: tuple[tuple[Any, ...], ...] = ()

    def shuffle(self, items: Sequence[T]) -> tuple[list[T], Reversing]:
        return list(reversed(items)), Reversing(shuffled=(*self.shuffled, tuple(items)))


# 24 cards, four seats: four places are left. Seat 1 opens, all call.
FOUR_HOLES = {
    1: "Kc Kd 9c Tc Jc",
    2: "9d Td Jd Qd Ad",
    3: "9h Th Jh Qh Ah",
    4: "9s Ts Js Qs As",
}
LEFT = "Kh Ks Qc Ac"


def four(lines: str, opening: str = "1 raise 10,2 call,3 call,4 call", public: Any = None) -> Played:
    stacks = dict.fromkeys((1, 2, 3, 4), 1000)
    source = Reversing() if public is None else public
    played = turkish(FOUR_HOLES, stacks, then=LEFT, lowest_rank="9", public=source)
    return played.act(opening).act(lines)


def shuffled(played: Played) -> list[list[str]]:
    """The cards that were shuffled, each time in their order before."""
    cards = played.hand.deal.cards
    return [[cards[place] for place in places] for places in played.hand.drawing.public.shuffled]


def test_t206_discards_of_others() -> None:
    played = four("1 draw Jc 9c Tc Kd,2 draw 9d Td")
    assert shuffled(played) == [["Jc", "9c", "Tc", "Kd"]]
    assert played.shown(2)["hole"]["2"] == ["Kd", "Tc", "Jd", "Qd", "Ad"]
    played.act("3 draw,4 draw").down()
    assert played.outcome["drawn"] == {"1": ["Kh", "Ks", "Qc", "Ac"], "2": ["Kd", "Tc"], "3": [], "4": []}
    # Several seats' discards stand in the order of discarding; only when a card is needed.
    several = four("1 draw Kd 9c,2 draw Td 9d,3 draw Th")
    assert shuffled(several) == [["Kd", "9c", "Td", "9d"]]
    assert shuffled(four("1 draw Kd 9c,2 draw Td 9d,3 draw")) == []


def test_t207_the_same_way() -> None:
    played = four("1 draw Jc 9c Tc Kd,2 draw 9d Td,3 draw 9h Th Jh")
    # Seat 3 takes the two left of the first four, turned round; then one of the two of seat 2.
    assert shuffled(played) == [["Jc", "9c", "Tc", "Kd"], ["9d", "Td"]]
    assert played.shown(3)["hole"]["3"] == ["9c", "Jc", "Td", "Qh", "Ah"]
    played.act("4 draw 9s Ts Js Qs")
    # The one left of seat 2's, then the three of seat 3.
    assert shuffled(played)[2:] == [["9h", "Th", "Jh"]]
    assert played.shown(4)["hole"]["4"] == ["9d", "Jh", "Th", "9h", "As"]


def test_t208_never_among_them() -> None:
    played = four("2 draw 9d Td Jd Qd,3 draw 9h", "1 raise 10,2 raise 20,3 call,4 fold,1 fold")
    assert shuffled(played) == [["9d", "Td", "Jd", "Qd"]]
    assert played.shown(3)["hole"]["3"] == ["Qd", "Th", "Jh", "Qh", "Ah"]


def test_t209_never_come_back() -> None:
    played = four("1 draw Jc 9c Tc,2 draw 9d Td")
    # One place is left for seat 2, then the discards of seat 1, not its own 9d.
    assert shuffled(played) == [["Jc", "9c", "Tc"]]
    assert played.shown(2)["hole"]["2"] == ["Ac", "Tc", "Jd", "Qd", "Ad"]
    four_each = four("1 draw Jc 9c Tc Kd,2 draw 9d Td Jd Qd,3 draw 9h Th Jh Qh,4 draw 9s Ts Js Qs").down()
    new = four_each.outcome["drawn"]
    for seat, text in FOUR_HOLES.items():
        assert not set(new[str(seat)]) & set(text.split())
    assert set(new["2"]) == {"Jc", "9c", "Tc", "Kd"}
    assert set(new["4"]) == {"9h", "Th", "Jh", "Qh"}


def test_t210_without_a_draw() -> None:
    stream = Stream.of_label(b"0" * 64, b"label")
    played = four("1 draw Jc,2 draw 9d Td Jd Qd", public=stream)
    assert played.shown(2)["hole"]["2"] == ["Ks", "Qc", "Ac", "Jc", "Ad"]
    assert played.hand.drawing.public == stream
    assert four("1 draw Jc 9c,2 draw 9d Td Jd", public=stream).hand.drawing.public != stream


def test_t211_with_the_opener() -> None:
    pat = "1 draw,2 draw,3 draw,4 draw"
    holes = {2: KINGS, 1: "Qc Qd 7c 8d 9d"}
    stacks = dict.fromkeys((1, 2, 3, 4), 1000)
    opened = turkish(holes, stacks).act("1 check,2 raise 10,3 call,4 call,1 call").act(pat)
    assert opened.asked == 2
    # The opener folded to a raise: the next clockwise.
    folded = turkish(holes, stacks).act("1 check,2 raise 10,3 raise 50,4 call,1 call,2 fold")
    assert folded.act("1 draw,3 draw,4 draw").asked == 3
    # The opener is all-in.
    all_in = turkish(holes, stacks | {2: 60}).act("1 check,2 raise 50,3 call,4 call,1 call").act(pat)
    assert all_in.asked == 3


def test_t212_fewer_than_two_with_chips() -> None:
    played = turkish({1: KINGS}, THREE | {1: 60}).act("1 raise 50,2 call,3 fold,1 draw,2 draw")
    assert played.asked is None
    both = turkish({1: KINGS}, THREE | {1: 60}).act("1 raise 50,2 call,3 call,1 draw,2 draw,3 draw")
    assert both.asked == 2


def test_t213_takes_the_pot() -> None:
    holes = {1: KINGS, 2: "Ac Ad 7c 8c 9c", 3: "Qc Qd 7d 8d 9d"}
    played = turkish(holes).act("1 raise 100,2 call,3 call,1 draw,2 draw,3 draw").down()
    assert played.pots == [(330, {2: 330})]


def test_t214_no_board() -> None:
    played = turkish({1: KINGS}, then="Ac Ad Ah").act("1 raise 10,2 call,3 fold,1 draw 7h 8h,2 draw").down()
    assert played.outcome["board"] == []
    assert played.outcome["drawn"] == {"1": ["Ac", "Ad"], "2": []}
    assert turkish({1: KINGS}).act("1 raise 10,2 fold,3 fold").outcome["drawn"] == {}
