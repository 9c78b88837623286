"""docs/rules/poker.md, clause by clause: pots and rake."""

from __future__ import annotations

from typing import Any

from games.poker import VARIANTS
from tests.rules.dealt import Played, begin

THREE = {1: 1000, 2: 1000, 3: 1000}
# Aces beat kings beat queens beat jacks on this board.
DRY = "3h 4h 8s 9s 2d"
ROYAL = "Th Jh Qh Kh Ah"
PAIRS = {1: "Ac Ad", 2: "Kc Kd", 3: "Qc Qd", 4: "Jc Jd"}


def all_in(
    stacks: dict[int, int], holes: dict[int, str] | None = None, board: str = DRY, **rules: Any
) -> Played:
    """Everybody goes all-in before the flop."""
    held = {seat: (holes or PAIRS)[seat] for seat in stacks}
    played = begin("holdem", stacks, max(stacks), held, board, **rules)
    while played.asked is not None:
        bounds = played.bounds
        played.act(f"{played.asked} call" if bounds is None else f"{played.asked} raise {bounds[1]}")
    return played


def rakes(played: Played) -> list[int]:
    found = [pot["rake"] for pot in played.outcome["pots"]]
    assert sum(found) == played.outcome["rake"]
    for pot in played.outcome["pots"]:
        assert sum(pot["winners"].values()) == pot["amount"] - pot["rake"]
    return found


def example() -> Played:
    """The hand of the record page: 200 on the flop are not called."""
    holes = {1: "Ac Ad", 3: "Kc Kd", 4: "Qc Qd"}
    cap = {"preset": "six_percent", "cap": 300}
    played = begin("holdem", {1: 10000, 3: 8000, 4: 250}, 3, holes, DRY, rake=cap)
    return played.act("3 raise 300,4 fold,1 call,1 check,3 raise 200,1 fold")


# Pots


def test_t108_over_the_second_highest() -> None:
    played = begin("holdem", THREE, 3).act("3 raise 700,1 fold,2 fold")
    assert played.outcome["uncalled"] == {"3": 600}
    # Folded seats count: the big blind has 50 more than the small blind, seat 3 put in nothing.
    assert begin("holdem", THREE, 3).act("3 fold,1 fold").outcome["uncalled"] == {"2": 50}
    later = begin("holdem", THREE, 3).act("3 raise 300,1 call,2 fold,1 raise 100,3 raise 250,1 fold")
    assert later.outcome["uncalled"] == {"3": 150}
    # Of four: 1000 against 700, and both are more than the others put in.
    assert all_in({1: 400, 2: 700, 3: 1000, 4: 200}).outcome["uncalled"] == {"3": 300}
    # Antes count: seat 2 is all-in on 4 of its ante.
    ante = begin("holdem", {1: 1000, 2: 4}, 1, ante=10)
    assert ante.outcome["uncalled"] == {"1": 56}
    assert [amount for amount, _ in ante.pots] == [8]


def test_t109_no_win() -> None:
    played = example()
    assert played.outcome["uncalled"] == {"3": 200}
    assert played.outcome["pots"] == [{"amount": 650, "rake": 39, "winners": {"3": 611}}]
    # Over two rounds: the 300 that seat 1 has more than seat 2 are reckoned at the end.
    twice = all_in({1: 1000, 2: 400, 3: 700})
    assert twice.outcome["uncalled"] == {"1": 300}


def test_t110_no_more_than_the_own_total() -> None:
    played = all_in({1: 100, 2: 1000, 3: 1000})
    assert played.pots == [(300, {1: 300}), (1800, {2: 1800})]


def test_t111_main_pot_and_side_pots() -> None:
    played = all_in({1: 100, 2: 300, 3: 1000, 4: 1000})
    assert played.pots == [(400, {1: 400}), (600, {2: 600}), (1400, {3: 1400})]


def test_t112_where_they_reach() -> None:
    # Seat 4 folds with 200 in: 100 of them are in the main pot, 100 in the side pot.
    played = begin("holdem", {1: 100, 2: 1000, 3: 1000, 4: 1000}, 4, PAIRS, DRY)
    played.act("3 raise 200,4 call,1 call,2 call,2 raise 100,3 call,4 fold")
    assert played.down().pots == [(400, {1: 400}), (500, {2: 500})]
    # Seat 1 folds with 250 in: 100 and 150 of them.
    holes = {2: "Ac Ad", 3: "Kc Kd", 4: "Qc Qd"}
    played = begin("holdem", {1: 1000, 2: 100, 3: 1000, 4: 1000}, 4, holes, DRY)
    played.act("3 raise 250,4 call,1 call,1 check,3 raise 300,4 call,1 fold")
    assert played.down().pots == [(400, {2: 400}), (1050, {3: 1050})]


def test_t113_one_contender() -> None:
    # Seat 1 folds with 200 in: what it has over the 100 of seat 2 only seat 3 reaches.
    holes = {1: "Qc Qd", 2: "Ac Ad", 3: "Kc Kd"}
    played = begin("holdem", {1: 1000, 2: 100, 3: 1000}, 3, holes, DRY)
    played.act("3 raise 200,1 call,1 fold")
    assert played.outcome["uncalled"] == {}
    assert played.pots == [(300, {2: 300}), (200, {3: 200})]


def test_t114_equal_totals() -> None:
    assert [amount for amount, _ in all_in(THREE).pots] == [3000]
    assert [amount for amount, _ in all_in({1: 100, 2: 1000, 3: 100, 4: 1000}).pots] == [400, 1800]
    # Bets of several rounds are one pot.
    played = begin("holdem", THREE, 3).act("3 call,1 call,2 check,1 raise 100,2 call,3 call").down()
    assert [amount for amount, _ in played.pots] == [600]


def test_t115_best_of_those_that_contend() -> None:
    # The best hand has 300 in, the second best 1000, the third 100.
    holes = {1: "Qc Qd", 2: "Ac Ad", 3: "Kc Kd", 4: "Jc Jd"}
    played = all_in({1: 100, 2: 300, 3: 1000, 4: 1000}, holes)
    assert played.pots == [(400, {2: 400}), (600, {2: 600}), (1400, {3: 1400})]
    assert played.stacks == {1: 0, 2: 1000, 3: 1400, 4: 0}


def test_t116_after_rake() -> None:
    played = all_in({1: 1000, 2: 1000}, {1: "2c 3c", 2: "2s 3s"}, ROYAL, rake={"preset": "six_percent"})
    assert played.pots == [(2000, {1: 940, 2: 940})]
    assert rakes(played) == [120]


def odd(button: int) -> Played:
    """Seats 2, 3 and 4 split on the board, seat 2 short; seat 1 folds with 203."""
    played = begin("holdem", {1: 1000, 2: 200, 3: 301, 4: 301}, button, then=ROYAL)
    assert button == 4
    played.act("3 raise 203,4 call,1 call,2 call")
    return played.act("1 check,3 raise 98,4 call,1 fold")


def test_t117_one_by_one_from_the_left() -> None:
    played = odd(4)
    # 800 among three is 266 and 2 left over: seats 2 and 3, not the button, seat 4. 205 among two: seat 3.
    assert played.pots == [(800, {2: 267, 3: 267, 4: 266}), (205, {3: 103, 4: 102})]
    # The button first in the order of numbers is last all the same.
    small = begin("holdem", {1: 1000, 2: 1000, 3: 1000, 4: 1000}, 1, then=ROYAL)
    small.act("4 call,1 call,2 fold,3 check").down()  # 350 among 3, 4 and 1
    assert small.pots == [(350, {1: 116, 3: 117, 4: 117})]
    # After rake: 350 − 21 = 329 among three is 109 and 2 left over.
    raked = begin(
        "holdem", {1: 1000, 2: 1000, 3: 1000, 4: 1000}, 1, then=ROYAL, rake={"preset": "six_percent"}
    )
    raked.act("4 call,1 call,2 fold,3 check").down()
    assert raked.pots == [(350, {1: 109, 3: 110, 4: 110})]


def test_t118_and_returned() -> None:
    played = example()
    assert played.result.settlement() == {
        "staked": {"1": 300, "3": 500, "4": 50},
        "returned": {"1": 0, "3": 811, "4": 0},
    }
    with_ante = begin("holdem", THREE, 3, ante=10).act("3 fold,1 fold").result
    assert with_ante.staked == {1: 60, 2: 110, 3: 10}
    assert with_ante.returned == {1: 0, 2: 180, 3: 0}


def test_t119_chips() -> None:
    played = example()
    assert played.stacks == {1: 9700, 3: 8311, 4: 200}
    assert sum(played.stacks.values()) + played.outcome["rake"] == 10000 + 8000 + 250
    for hand in (odd(4), all_in({1: 100, 2: 300, 3: 1000, 4: 1000}, rake={"preset": "six_percent"})):
        before = sum(hand.hand.table.stacks.values())
        assert sum(hand.stacks.values()) + hand.outcome["rake"] == before


# Rake


def test_t120_no_rake() -> None:
    assert rakes(all_in(THREE)) == [0]
    assert rakes(all_in(THREE, rake={"preset": "none"})) == [0]
    holdem = VARIANTS["holdem"]
    params = holdem.params_dict(holdem.read_params({"small_blind": 1, "big_blind": 2}))
    assert params["rake"] == {"preset": "none"}


def test_t121_percent_of_the_pots() -> None:
    assert rakes(all_in(THREE, rake={"preset": "six_percent"})) == [180]
    assert rakes(all_in({1: 1000, 2: 1000}, rake={"preset": "six_percent"})) == [120]


def test_t122_no_rake() -> None:
    six = {"preset": "six_percent"}
    assert rakes(begin("holdem", THREE, 3, rake=six).act("3 raise 900,1 raise 1000,2 fold,3 fold")) == [0]
    played = begin("holdem", THREE, 3, rake=six).act("3 call,1 call,2 check,1 raise 100,2 fold,3 fold")
    assert rakes(played) == [18]
    assert len(played.outcome["board"]) == 3
    assert rakes(all_in({1: 1000, 2: 1000}, rake=six)) == [120]  # the board ran out


def test_t123_no_flop_needed() -> None:
    kings = {1: "Kc Kd 7h 8h 9h"}
    played = begin("turkish", THREE, 3, kings, rake={"preset": "six_percent"})
    played.act("1 raise 100,2 call,3 fold,1 draw,2 draw,1 raise 100,2 fold")
    assert played.pots == [(230, {1: 217})]
    assert rakes(played) == [13]  # 13.8
    folded = begin("turkish", THREE, 3, kings, rake={"preset": "six_percent"}).act(
        "1 raise 100,2 fold,3 fold"
    )
    assert rakes(folded) == [1]  # of 30; the 100 come back


def test_t124_one_or_three_percent() -> None:
    three = {"preset": "heads_up_three"}
    assert rakes(all_in({1: 1000, 2: 1000}, rake=three)) == [20]
    assert rakes(all_in(THREE, rake=three)) == [90]
    assert rakes(begin("holdem", {1: 1000, 2: 1000}, 1, rake=three).act("1 fold")) == [1]  # of 100, no flop
    assert rakes(begin("holdem", THREE, 3, rake=three).act("3 raise 500,1 raise 900,2 fold,3 fold")) == [33]


def test_t125_not_those_that_stay() -> None:
    three = {"preset": "heads_up_three"}
    played = begin("holdem", THREE, 3, rake=three).act("3 fold,1 raise 1000,2 call")
    assert rakes(played) == [60]  # of 2000


def test_t126_not_the_uncalled_part() -> None:
    assert rakes(example()) == [39]  # 6 % of 650, not of 850
    three = begin("holdem", {1: 1000, 2: 1000}, 1, rake={"preset": "heads_up_three"}).act(
        "1 raise 1000,2 fold"
    )
    assert rakes(three) == [2]  # of 200


def test_t127_whole_chips() -> None:
    six = {"preset": "six_percent"}
    played = begin("holdem", {1: 233, 2: 1000}, 1, rake=six).act("1 raise 233,2 call")
    assert rakes(played) == [27]  # 27.96
    tiny = begin("holdem", {1: 8, 2: 8}, 1, rake=six, small_blind=4, big_blind=8).act("1 call")
    assert rakes(tiny) == [0]  # 0.96


def test_t128_over_all_pots() -> None:
    stacks = {1: 100, 2: 300, 3: 1000, 4: 1000}  # pots 400, 600, 1400
    assert rakes(all_in(stacks, rake={"preset": "six_percent"})) == [24, 36, 84]
    assert rakes(all_in(stacks, rake={"preset": "six_percent", "cap": 50})) == [24, 26, 0]
    assert rakes(all_in(stacks, rake={"preset": "six_percent", "cap": 20})) == [20, 0, 0]
    assert rakes(all_in(stacks, rake={"preset": "six_percent", "cap": 144})) == [24, 36, 84]
    assert rakes(all_in(stacks, rake={"preset": "heads_up_three", "cap": 0})) == [0, 0, 0]


def test_t129_together_rounded_down() -> None:
    # 399 and 2: 6 % are 23.94 and, of 401 together, 24.06; the side pot pays the chip between.
    assert rakes(all_in({1: 133, 2: 134, 3: 134}, rake={"preset": "six_percent"})) == [23, 1]
    assert rakes(all_in({1: 133, 2: 134, 3: 134}, rake={"preset": "six_percent", "cap": 23})) == [23, 0]
