"""docs/rules/poker.md, clause by clause: seats, blinds, whose turn it is, clocks."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator
from typing import Any

import pytest

from fairseed.verification import verify_record
from games import FormatError, GameError, IllegalActionError, RuleError
from games.poker import VARIANTS, absent
from tests.poker.hands import play
from tests.rules.dealt import Played, begin

THREE = {1: 1000, 2: 1000, 3: 1000}
FOUR = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
TOURNAMENT = {"tournament": {"id": "t", "table": 1, "level": 0}}


def totals(played: Played) -> dict[int, int]:
    return {player.seat: player.total for player in played.hand.betting.players}


def flop(stacks: dict[int, int], **params: Any) -> Played:
    """Everybody called; the seat that was the small blind is asked."""
    played = begin("holdem", stacks, max(stacks), **params)
    while not played.shown()["board"]:
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
    return played


# Seats, button and blinds


def test_t42_numbers_clockwise() -> None:
    played = begin("holdem", {1: 1000, 8: 1000, 9: 1000}, 8)
    assert played.bets == {9: 50, 1: 100, 8: 0}
    for seat in (0, 10):
        with pytest.raises(FormatError):
            begin("holdem", {1: 1000, seat: 1000}, 1)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("holdem", 9),
        ("short_deck", 9),
        ("naiko", 9),
        ("omaha", 9),
        ("omaha5", 8),
        ("aof", 6),
        ("turkish", 5),
    ],
)
def test_t43_how_many_seats(game: str, most: int) -> None:
    rules: dict[str, Any] = {"lowest_rank": "6"} if game == "turkish" else {}
    for count in range(1, 10):
        stacks = dict.fromkeys(range(1, count + 1), 1000)
        if 2 <= count <= most:
            assert len(begin(game, stacks, 1, **rules).hand.seats) == count
        else:
            with pytest.raises(FormatError, match="seats"):
                begin(game, stacks, 1, **rules)


def test_t44_left_of_the_button() -> None:
    assert begin("holdem", {2: 1000, 5: 1000, 8: 1000}, 5).bets == {8: 50, 2: 100, 5: 0}
    assert begin("holdem", FOUR, 2).bets == {3: 50, 4: 100, 1: 0, 2: 0}


def test_t45_button_is_the_small_blind() -> None:
    assert begin("holdem", {3: 1000, 7: 1000}, 3).bets == {3: 50, 7: 100}
    assert begin("holdem", {3: 1000, 7: 1000}, 7).bets == {7: 50, 3: 100}


def test_t46_blinds_out_of_what_is_left() -> None:
    played = begin("holdem", {1: 30, 2: 60, 3: 20, 4: 1000}, 4, ante=30)
    assert totals(played) == {1: 30, 2: 60, 3: 20, 4: 30}
    assert played.bets == {1: 0, 2: 30, 3: 0, 4: 0}


def test_t47_in_the_pot_but_no_bet() -> None:
    played = begin("holdem", THREE, 3, ante=10)
    assert played.pot == 180
    assert played.bets == {1: 50, 2: 100, 3: 0}
    assert played.legal["call"]["chips"] == 100
    assert played.bounds == (200, 990)
    played.act("3 fold,1 fold")
    assert played.result.staked == {1: 60, 2: 110, 3: 10}
    assert played.outcome["uncalled"] == {"2": 50}
    assert played.pots == [(130, {2: 130})]


def test_t48_nobody_else() -> None:
    played = begin("holdem", dict.fromkeys((1, 3, 4, 6, 7, 9), 1000), 4)
    assert totals(played) == {6: 50, 7: 100, 9: 0, 1: 0, 3: 0, 4: 0}


def test_t49_all_in_on_a_post() -> None:
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "2c 7d"}
    played = begin("holdem", {1: 20, 2: 30, 3: 1000}, 3, holes, "3h 4h 8s 9s Jd")
    assert played.bets == {1: 20, 2: 30, 3: 0}
    played.act("3 call")
    assert played.pots == [(60, {2: 60}), (20, {2: 20})]
    assert played.stacks == {1: 0, 2: 80, 3: 970}


def test_t50_whole_big_blind_is_the_bet() -> None:
    played = begin("holdem", {1: 1000, 2: 30, 3: 1000}, 3)
    assert played.bets == {1: 50, 2: 30, 3: 0}
    assert played.legal["call"]["chips"] == 100
    assert played.bounds == (200, 1000)
    played.act("3 call")
    assert played.legal["call"]["chips"] == 50
    assert played.bounds == (200, 1000)


def test_t51_difference_comes_back() -> None:
    # 30 against 30 and 50; of the 100 that seat 3 had to call 50 is more than anybody put in.
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "2c 7d"}
    played = begin("holdem", {1: 1000, 2: 30, 3: 1000}, 3, holes, "3h 4h 8s 9s Jd").act("3 call,1 fold")
    assert played.outcome["uncalled"] == {"3": 50}
    assert played.pots == [(90, {2: 90}), (40, {3: 40})]
    assert played.stacks == {1: 950, 2: 90, 3: 990}
    # Of two seats the button has 50 in against 30: nothing is asked, 20 comes back.
    two = begin("holdem", {1: 1000, 2: 30}, 1)
    assert two.asked is None
    assert two.outcome["uncalled"] == {"1": 20}


def test_t52_empty_button() -> None:
    blinds = {"small_blind_seat": 3, "big_blind_seat": 5} | TOURNAMENT
    played = begin("holdem", {3: 1000, 5: 1000, 7: 1000}, 2, table=blinds)
    assert played.bets == {3: 50, 5: 100, 7: 0}
    played.act("7 call,3 call,5 check")
    assert played.asked == 3
    # The small blind is not left of the button: it was moved past an empty seat.
    blinds = {"small_blind_seat": 7, "big_blind_seat": 9} | TOURNAMENT
    played = begin("holdem", {3: 1000, 7: 1000, 9: 1000}, 5, table=blinds)
    assert played.bets == {3: 0, 7: 50, 9: 100}
    assert played.asked == 3
    for given in (
        {},
        {"big_blind_seat": 5},
        {"small_blind_seat": 3},
        {"small_blind_seat": 2, "big_blind_seat": 5},
    ):
        with pytest.raises(FormatError):
            begin("holdem", {3: 1000, 5: 1000, 7: 1000}, 2, table=given | TOURNAMENT)


def test_t53_no_small_blind() -> None:
    blinds = {"small_blind_seat": None, "big_blind_seat": 6} | TOURNAMENT
    played = begin("holdem", {2: 1000, 6: 1000, 8: 1000}, 2, table=blinds)
    assert totals(played) == {2: 0, 6: 100, 8: 0}
    assert played.asked == 8
    played.act("8 call,2 call")
    assert played.asked == 6
    played.act("6 check")
    assert played.asked == 6


def drawn_button(record: dict[str, Any]) -> int:
    """The rule once more: the first word of the stream that is not rejected, times n, cut."""
    seats = sorted(map(int, record["table"]["stacks"]))
    seeds = record["seeds"]
    joined = "\n".join(f"{seat}:{seeds['client_seeds'][str(seat)]}" for seat in seats)
    key = hashlib.sha256(joined.encode()).hexdigest().encode()
    label = f"button:{seeds['server_seed_hash']}:{seeds['nonce']}:0".encode()
    block = hmac.digest(key, label, "sha256")
    for at in range(0, 32, 4):
        product = int.from_bytes(block[at : at + 4], "big") * len(seats)
        if product % 2**32 >= 2**32 % len(seats):
            return seats[product >> 32]
    raise AssertionError("eight words in a row were rejected")


def first_hands() -> Iterator[tuple[bool, dict[str, Any]]]:
    """Whether the button is the drawn one, and the check `rules` of the hand."""
    for number in range(30):
        record, _ = play("holdem", random.Random(f"first {number}"))
        record["table"]["first"] = True
        (rules,) = [check for check in verify_record(record).to_json()["checks"] if check["check"] == "rules"]
        yield record["table"]["button"] == drawn_button(record), rules


def test_t54_drawn_from_the_seats() -> None:
    right = [rules["status"] for fits, rules in first_hands() if fits]
    assert right == ["pass"] * len(right)
    assert len(right) > 2


def test_t55_another_button_fails() -> None:
    wrong = [rules for fits, rules in first_hands() if not fits]
    assert {rules["status"] for rules in wrong} == {"fail"}
    assert all("table.button" in rules["detail"] for rules in wrong)


# Turns and rounds


def test_t56_four() -> None:
    played = begin("holdem", {1: 1000, 2: 1000}, 1)
    boards = []
    while played.asked is not None:
        boards.append(len(played.shown()["board"]))
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
    assert boards == [0, 0, 3, 3, 4, 4, 5, 5]


def test_t57_left_of_the_big_blind() -> None:
    assert begin("holdem", FOUR, 4).asked == 3
    assert begin("holdem", THREE, 3).asked == 3
    assert begin("holdem", {2: 1000, 5: 1000, 8: 1000, 9: 1000}, 8).asked == 5


def test_t58_first_left_that_can_act() -> None:
    assert begin("holdem", FOUR, 4).act("3 call,4 call,1 call,2 check").asked == 1
    assert begin("holdem", FOUR, 4).act("3 call,4 call,1 fold,2 check").asked == 2
    assert begin("holdem", FOUR | {1: 50}, 4).act("3 call,4 call,2 check").asked == 2
    assert begin("holdem", FOUR, 4).act("3 call,4 call,1 fold,2 fold").asked == 3


def test_t59_button_first_then_last() -> None:
    played = begin("holdem", {3: 1000, 7: 1000}, 7)
    order = []
    while played.asked is not None:
        order.append(played.asked)
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
    assert order == [7, 3, 3, 7, 3, 7, 3, 7]


def test_t60_folded_and_all_in_are_skipped() -> None:
    played = begin("holdem", {1: 1000, 3: 1000, 4: 1000, 6: 300, 9: 1000}, 9)
    order = []
    for line in ("4 call", "6 raise 300", "9 fold", "1 call", "3 raise 500", "4 call", "1 call"):
        order.append(played.asked)
        played.act(line)
    assert order == [4, 6, 9, 1, 3, 4, 1]
    assert len(played.shown()["board"]) == 3
    assert played.asked == 1
    assert played.act("1 check").asked == 3
    assert played.act("3 check").asked == 4


def test_t61_out_of_turn() -> None:
    played = begin("holdem", THREE, 3)
    for line in ("1 call", "2 check", "1 fold", "2 raise 300"):
        assert "turn" in played.refuses(line)
    played.act("3 call").refuses("3 fold")


def test_t62_big_blind_may_raise() -> None:
    played = begin("holdem", THREE, 3).act("3 call,1 call")
    assert played.asked == 2
    assert played.legal.keys() == {"fold", "check", "raise"}
    assert played.bounds == (200, 1000)
    assert played.act("2 raise 300").asked == 3


def test_t63_all_have_matched() -> None:
    played = begin("holdem", FOUR | {2: 200}, 4).act("3 raise 300,4 call,1 call")
    assert played.shown()["board"] == []
    played.act("2 call")  # all-in for 200
    assert len(played.shown()["board"]) == 3
    assert played.asked == 1


def test_t64_a_raise_asks_all_others() -> None:
    played = begin("holdem", THREE, 3).act("3 call,1 call,2 raise 300,3 call")
    assert played.asked == 1
    played.act("1 raise 500")
    assert played.asked == 2
    played.act("2 call")
    assert played.asked == 3
    assert len(played.act("3 call").shown()["board"]) == 3


def test_t65_takes_the_pot_unseen() -> None:
    played = begin("holdem", THREE, 3).act("3 raise 300,1 fold,2 fold")
    assert played.outcome["board"] == []
    assert played.pots == [(250, {3: 250})]
    assert played.shown()["hole"] == {}


def test_t66_all_hands_not_folded() -> None:
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "Qc Qd"}
    board = "3h 4h 8s 9s Jd"
    assert begin("holdem", THREE, 3, holes, board).down().pots == [(300, {2: 300})]
    assert begin("holdem", THREE, 3, holes, board).act("3 call,1 call,2 fold").down().pots == [
        (300, {1: 300})
    ]


def test_t67_the_rest_of_the_board() -> None:
    played = begin("holdem", THREE, 3).act("3 raise 1000,1 call,2 fold")
    assert played.asked is None
    assert len(played.outcome["board"]) == 5
    played = flop(THREE).act("1 raise 900,2 call,3 call")
    assert played.asked is None
    assert len(played.outcome["board"]) == 5


def test_t68_nothing_is_legal() -> None:
    played = begin("holdem", THREE, 3).act("3 fold,1 fold")
    assert played.legal == {}
    for line in ("2 check", "2 raise 300", "3 fold"):
        played.refuses(line)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("holdem", "3 all_in"),
        ("holdem", "3 peek"),
        ("holdem", "3 bet"),
        ("omaha", "3 draw"),
        ("short_deck", "3 anchor 1"),
        ("aof", "3 call"),
        ("naiko", "3 draw"),
        ("turkish", "1 swap 7c"),
        ("turkish", "1 peek"),
    ],
)
def test_t69_unknown_for_the_game(game: str, line: str) -> None:
    assert "type" in begin(game, THREE, 3).refuses(line)


def test_t70_changes_nothing_and_says_why() -> None:
    played = begin("holdem", THREE, 3)
    with pytest.raises(IllegalActionError) as refusal:
        played.act("3 raise 199")
    assert str(refusal.value) == "action.to: must be from 200 to 1000"
    assert played.refuses("3 check") == "there is a bet to call"  # and the hand is the same
    assert played.bounds == (200, 1000)


# Clock


def test_t130_decision_seconds() -> None:
    for variant in VARIANTS.values():
        raw: dict[str, Any] = {"ante": 1, "lowest_rank": "7"}
        if variant.name != "turkish":
            raw = {"small_blind": 1, "big_blind": 2}
        assert variant.params_dict(variant.read_params(raw))["decision_seconds"] == 30
        assert (
            variant.params_dict(variant.read_params(raw | {"decision_seconds": 45}))["decision_seconds"] == 45
        )
    with pytest.raises(RuleError):
        begin("holdem", THREE, 3, decision_seconds=0)


def timed_out(played: Played) -> str:
    """What is done for the seat that is asked."""
    assert played.hand.turn is not None
    action = absent(played.hand, played.hand.turn)
    assert action.timeout is True
    assert action.seat == played.asked
    return type(action).__name__.lower()


def test_t131_check_or_fold() -> None:
    played = begin("holdem", THREE, 3)
    assert timed_out(played) == "fold"
    played.refuses("3 check timeout")
    played.act("3 call,1 fold timeout")
    assert timed_out(played) == "check"
    played.refuses("2 fold timeout")
    played.act("2 check timeout")
    assert played.told[1:] == [
        {"seat": 1, "type": "fold", "timeout": True},
        {"seat": 2, "type": "check", "timeout": True},
    ]


def test_t132_fold() -> None:
    played = begin("aof", THREE, 3)
    assert timed_out(played) == "fold"
    with pytest.raises(GameError):
        played.act("3 all_in timeout")
    assert played.act("3 fold timeout").asked == 1


def test_t133_stands_pat() -> None:
    played = begin("turkish", {1: 10, 2: 10}, 2, {1: "7c 8c 9c Td Jd"})
    assert timed_out(played) == "draw"
    played.refuses("1 draw 7c timeout")
    played.act("1 draw timeout,2 draw")
    assert played.outcome["drawn"] == {"1": [], "2": []}
    assert played.outcome["hole"]["1"] == ["7c", "8c", "9c", "Td", "Jd"]


def test_t134_only_what_the_service_does() -> None:
    played = begin("holdem", THREE, 3)
    for line in ("3 call timeout", "3 raise 200 timeout"):
        with pytest.raises(GameError):
            played.act(line)
    assert played.act("3 fold timeout").told == [{"seat": 3, "type": "fold", "timeout": True}]
    assert "timeout" not in played.act("1 call").told[1]
    with pytest.raises(FormatError):
        played.hand.variant.read_action({"seat": 2, "type": "check", "timeout": False})
