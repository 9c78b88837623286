"""docs/rules/poker.md, clause by clause: actions, no-limit, pot-limit, all-in or fold."""

from __future__ import annotations

from typing import Any

import pytest

from games import FormatError
from tests.rules.dealt import Played, begin

THREE = {1: 5000, 2: 5000, 3: 5000}
FOUR = {1: 5000, 2: 5000, 3: 5000, 4: 5000}
FIVE = {1: 5000, 2: 5000, 3: 5000, 4: 5000, 5: 5000}


def flop(stacks: dict[int, int], game: str = "holdem", **params: Any) -> Played:
    """Everybody called: 100 each are in the pot, and the first left of the button, seat 1, is asked."""
    played = begin(game, {seat: chips + 100 for seat, chips in stacks.items()}, max(stacks), **params)
    while not played.shown()["board"]:
        played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
    assert played.pot == 100 * len(stacks)
    assert played.asked == 1
    return played


def no_raise(played: Played) -> bool:
    """The seat that is asked may not raise, and a raise is refused."""
    assert played.asked is not None
    if played.bounds is not None:
        return False
    player = next(player for player in played.hand.betting.players if player.seat == played.asked)
    for to in (played.hand.betting.current + played.hand.betting.full, player.bet + player.stack):
        assert "may not raise" in played.refuses(f"{played.asked} raise {to}")
    return True


# Actions


def test_t71_wins_nothing() -> None:
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "Qc Qd"}
    played = begin("holdem", THREE, 3, holes, "3h 4h 8s 9s Jd").act("3 raise 300,1 call,2 call")
    played.act("1 raise 500,2 fold").down()
    assert played.result.staked == {1: 800, 2: 300, 3: 800}
    assert played.pots == [(1900, {1: 1900})]


def test_t72_where_a_check_is_legal() -> None:
    played = flop(THREE).act("1 check,2 check,3 check")
    assert len(played.shown()["board"]) == 4
    assert played.legal.keys() == {"fold", "check", "raise"}
    played.act("1 fold")
    assert played.asked == 2
    played.act("2 check,3 fold")
    assert played.pots == [(300, {2: 300})]
    big_blind = begin("holdem", THREE, 3).act("3 call,1 call,2 fold")
    assert big_blind.asked == 1


def test_t73_nothing_to_call() -> None:
    played = begin("holdem", THREE, 3)
    assert "check" not in played.legal
    played.refuses("3 check")
    played.act("3 call")
    played.refuses("1 check")
    played.act("1 call,2 check")
    played.act("1 check,2 raise 100")
    played.refuses("3 check")


def test_t74_the_difference() -> None:
    played = begin("holdem", THREE, 3)
    assert played.legal["call"]["chips"] == 100
    played.act("3 raise 350")
    assert played.legal["call"]["chips"] == 300  # the small blind has 50 in
    played.act("1 call")
    assert played.bets == {1: 350, 2: 100, 3: 350}
    played.act("2 call")
    assert "call" not in played.legal
    played.refuses("1 call")
    begin("holdem", THREE, 3).act("3 call,1 call").refuses("2 call")


def test_t75_all_in() -> None:
    played = begin("holdem", THREE | {1: 160}, 3).act("3 raise 300")
    assert played.legal == {"fold": {"type": "fold"}, "call": {"type": "call", "chips": 110}}
    played.act("1 call")
    assert played.bets == {1: 160, 2: 100, 3: 300}
    played.act("2 call,2 check,3 check,2 check,3 check")
    assert played.asked == 2  # seat 1 is asked no more


def test_t76_to_a_total() -> None:
    played = begin("holdem", THREE, 3).act("3 call,1 raise 300")
    assert played.bets[1] == 300
    assert played.hand.betting.players[0].stack == 4700  # 250 beside the blind
    opened = flop(THREE).act("1 raise 100")
    assert opened.bets == {1: 100, 2: 0, 3: 0}
    assert opened.legal["call"]["chips"] == 100


def test_t77_a_raise_or_a_call() -> None:
    played = begin("holdem", THREE | {1: 400}, 3).act("3 call,1 raise 400")
    assert played.bets[1] == 400
    assert played.legal["call"]["chips"] == 300
    begin("holdem", THREE, 3).refuses("3 all_in")


# No-limit


def test_t78_at_least_the_big_blind() -> None:
    played = flop(THREE)
    assert played.bounds == (100, 5000)
    played.refuses("1 raise 99")
    assert played.act("1 raise 100").bets[1] == 100


def test_t79_as_large_as_the_last() -> None:
    played = begin("holdem", THREE, 3)
    assert played.bounds == (200, 5000)
    played.refuses("3 raise 199")
    played.act("3 raise 250")
    assert played.bounds == (400, 5000)  # raised by 150
    played.refuses("1 raise 399")
    played.act("1 raise 400")
    assert played.bounds == (550, 5000)
    played.act("2 raise 900")
    assert played.bounds == (1400, 5000)  # raised by 500


def test_t80_begins_anew() -> None:
    played = begin("holdem", THREE, 3).act("3 raise 1000,1 call,2 call")
    assert played.bets == {1: 0, 2: 0, 3: 0}
    assert played.bounds == (100, 4000)


def test_t81_all_chips() -> None:
    played = begin("holdem", THREE, 3)
    played.refuses("3 raise 5001")
    assert played.act("3 raise 5000").bets[3] == 5000


def test_t82_all_in_for_less() -> None:
    played = begin("holdem", THREE | {3: 150}, 3)
    assert played.bounds == (150, 150)
    for to in (149, 151, 200):
        played.refuses(f"3 raise {to}")
    assert played.act("3 raise 150").legal["call"]["chips"] == 100


def test_t83_but_not_the_size() -> None:
    played = flop(FOUR | {2: 150}).act("1 raise 100,2 raise 150")
    assert played.legal["call"]["chips"] == 150
    assert played.bounds == (250, 5000)
    played.refuses("3 raise 249")
    played.act("3 raise 250")
    # Preflop too: the big blind is the bet.
    assert begin("holdem", FOUR | {3: 150}, 4).act("3 raise 150").bounds == (250, 5000)


def test_t84_least_310() -> None:
    played = flop(FOUR | {2: 150, 3: 210}).act("1 raise 100,2 raise 150,3 raise 210")
    assert played.bounds == (310, 5000)
    played.refuses("4 raise 309")
    assert played.act("4 raise 310").bounds == (410, 5000)


def test_t85_lifts_the_bet_only() -> None:
    played = flop(FOUR | {1: 40})
    assert played.bounds == (40, 40)
    played.act("1 raise 40")
    assert played.legal["call"]["chips"] == 40
    assert played.bounds == (140, 5000)
    played.refuses("2 raise 139")
    assert played.act("2 raise 140").bounds == (240, 5000)


def test_t86_by_what_it_lifts() -> None:
    assert flop(FOUR | {2: 200}).act("1 raise 100,2 raise 200").bounds == (300, 5000)
    assert flop(FOUR | {2: 250}).act("1 raise 100,2 raise 250").bounds == (400, 5000)
    assert flop(FOUR | {2: 199}).act("1 raise 100,2 raise 199").bounds == (299, 5000)


def test_t87_when_a_full_raise_is_to_call() -> None:
    played = flop(THREE).act("1 raise 100,2 raise 250,3 fold")
    assert played.bounds == (400, 5000)
    assert flop(THREE | {2: 200}).act("1 raise 100,2 raise 200,3 call").bounds == (300, 5000)
    assert no_raise(flop(THREE | {2: 199}).act("1 raise 100,2 raise 199,3 call"))
    # 300 more than the raise of 200 was: but seat 3 was the last to raise and owes nothing full.
    again = flop(THREE | {2: 450}).act("1 raise 100,2 call,3 raise 300,1 call,2 raise 450")
    assert again.asked == 3
    assert no_raise(again)


@pytest.mark.parametrize("strict", [False, True])
def test_t88_short_all_in_behind(strict: bool) -> None:
    played = begin("holdem", THREE | {1: 150}, 3, strict_reopen=strict).act("3 call,1 raise 150")
    assert played.bounds == (250, 5000)  # the big blind has not acted
    played.act("2 call")
    assert played.asked == 3
    assert played.legal["call"]["chips"] == 50
    assert no_raise(played)
    full = begin("holdem", THREE | {1: 200}, 3, strict_reopen=strict).act("3 call,1 raise 200,2 call")
    assert full.bounds == (300, 5000)


@pytest.mark.parametrize("strict", [False, True])
def test_t89_short_opening_behind(strict: bool) -> None:
    played = flop(THREE | {2: 40}, strict_reopen=strict).act("1 check,2 raise 40")
    assert played.bounds == (140, 5000)
    played.act("3 call")
    assert played.legal["call"]["chips"] == 40
    assert no_raise(played)
    full = flop(THREE | {2: 100}, strict_reopen=strict).act("1 check,2 raise 100,3 call")
    assert full.bounds == (200, 5000)


def test_t90_short_all_ins_add_up() -> None:
    played = flop(FIVE | {3: 150, 4: 210}).act("1 raise 100,2 call,3 raise 150,4 raise 210,5 call")
    assert played.asked == 1
    assert played.bounds == (310, 5000)  # 110 to call
    played.act("1 call")
    assert played.asked == 2
    assert played.bounds == (310, 5000)
    # Who called the first of them owes 60 only.
    between = flop(FIVE | {2: 150, 4: 210}).act("1 raise 100,2 raise 150,3 call,4 raise 210,5 call")
    assert between.bounds == (310, 5000)
    assert no_raise(between.act("1 call"))
    # Two checks and two short opening bets: 40 and 100 are together a full bet.
    opened = flop(FOUR | {2: 40, 3: 100}).act("1 check,2 raise 40,3 raise 100,4 call")
    assert opened.bounds == (200, 5000)


def test_t91_one_full_raise() -> None:
    def strictly(stacks: dict[int, int]) -> Played:
        return flop(stacks, strict_reopen=True)

    played = strictly(FIVE | {3: 150, 4: 210}).act("1 raise 100,2 call,3 raise 150,4 raise 210")
    assert played.bounds == (310, 5000)  # seat 5 has not acted
    played.act("5 call")
    assert no_raise(played)
    assert no_raise(played.act("1 call"))
    opened = strictly(FOUR | {2: 40, 3: 100}).act("1 check,2 raise 40,3 raise 100,4 call")
    assert no_raise(opened)
    assert strictly(FOUR | {3: 200}).act("1 raise 100,2 call,3 raise 200,4 call").bounds == (300, 5000)
    # A full raise before the last action does not count again.
    later = strictly(FOUR | {4: 450}).act("1 raise 100,2 raise 300,3 call,4 raise 450,1 call")
    assert no_raise(later)


@pytest.mark.parametrize("strict", [False, True])
def test_t92_may_always_raise(strict: bool) -> None:
    played = flop(FOUR | {2: 150}, strict_reopen=strict).act("1 raise 100,2 raise 150")
    assert played.bounds == (250, 5000)
    blind = begin("holdem", FOUR | {4: 150}, 4, strict_reopen=strict).act("3 call,4 raise 150")
    assert blind.asked == 1
    assert blind.bounds == (250, 5000)
    blind.act("1 call")
    assert blind.bounds == (250, 5000)
    blind.act("2 call")
    assert no_raise(blind)


def test_t93_comes_back() -> None:
    played = begin("holdem", {1: 5000, 2: 300}, 1)
    assert played.bounds == (200, 5000)
    played.act("1 raise 5000,2 call")
    assert played.outcome["uncalled"] == {"1": 4700}
    assert [amount for amount, _ in played.pots] == [600]
    # Nobody with chips can even match the bet of 400: it may be raised all the same.
    three = begin("holdem", {1: 5000, 2: 300, 3: 400}, 3).act("3 raise 400")
    assert three.bounds == (700, 5000)
    assert three.act("1 raise 5000,2 call").outcome["uncalled"] == {"1": 4600}


def test_t94_asked_when_another_put_in_more() -> None:
    asked = begin("holdem", {1: 5000, 2: 5000, 3: 300}, 3).act("3 raise 300,1 fold")
    assert asked.asked == 2
    # With 60 against its 100 the big blind is not asked, nor later.
    free = begin("holdem", {1: 5000, 2: 5000, 3: 60}, 3).act("3 call,1 fold")
    assert free.asked is None
    assert free.outcome["uncalled"] == {"2": 40}
    after = asked.act("2 call")
    assert after.asked is None
    assert len(after.outcome["board"]) == 5
    # On the flop: seat 1 folds though it may check; seat 2 with chips faces one that has none.
    flopped = begin("holdem", {1: 5000, 2: 5000, 3: 100}, 3).act("3 call,1 call,2 check,1 fold")
    assert flopped.asked is None
    # The short big blind: the small blind owes 50 of the bet, but nobody put in more than its 50.
    short = begin("holdem", {1: 5000, 2: 50, 3: 5000}, 3).act("3 fold")
    assert short.asked is None
    assert begin("holdem", {1: 5000, 2: 80, 3: 5000}, 3).act("3 fold").asked == 1


def test_t95_or_folds() -> None:
    played = begin("holdem", {1: 5000, 2: 5000, 3: 300}, 3).act("3 raise 300,1 fold")
    assert played.legal == {"fold": {"type": "fold"}, "call": {"type": "call", "chips": 200}}
    assert no_raise(played)
    played.refuses("2 check")
    folded = begin("holdem", {1: 5000, 2: 5000, 3: 300}, 3).act("3 raise 300,1 fold,2 fold")
    assert folded.pots == [(250, {3: 250})]


def test_t96_asked_in_every_round() -> None:
    played = flop({1: 5000, 2: 1, 3: 5000}).act("1 check,2 check,3 fold")
    assert played.asked == 1
    assert played.bounds == (100, 5000)
    played.act("1 check")
    assert played.asked == 2
    assert played.bounds == (1, 1)
    played.act("2 raise 1")
    assert played.asked == 1
    assert no_raise(played)
    assert played.act("1 call").asked is None


# Pot-limit


def omaha(stacks: dict[int, int], **params: Any) -> Played:
    return begin("omaha", stacks, max(stacks), limit="pot", **params)


def test_t97_by_game() -> None:
    for game in ("omaha", "omaha5"):
        assert begin(game, THREE, 3, limit="pot").bounds == (200, 350)
        assert begin(game, THREE, 3, limit="no").bounds == (200, 5000)
        assert begin(game, THREE, 3).bounds == (200, 5000)
    for game in ("holdem", "short_deck", "aof", "naiko", "turkish"):
        with pytest.raises(FormatError, match="limit"):
            begin(game, {1: 1000, 2: 1000}, 2, limit="pot")


def test_t98_bet_and_pot_and_call() -> None:
    played = omaha(THREE)
    assert played.bounds == (200, 350)  # 100 + (150 + 100)
    played.refuses("3 raise 351")
    played.act("3 raise 350")
    assert played.bounds == (600, 1150)  # 350 + (500 + 300)
    played.act("1 raise 1150")
    assert played.bounds == (1950, 3800)  # 1150 + (1600 + 1050)


def test_t99_chips_really_put_in() -> None:
    assert omaha(THREE, ante=10).bounds == (200, 380)  # 100 + (180 + 100)
    assert omaha(THREE | {2: 30}).bounds == (200, 280)  # 100 + (80 + 100): the big blind posted 30
    # Earlier rounds and folded chips: 350 · 2 + 100 from before.
    played = omaha(THREE).act("3 raise 350,1 call,2 fold")
    assert played.bounds == (100, 800)
    played.act("1 raise 800")
    assert played.bounds == (1600, 3200)  # 800 + (1600 + 800)


def test_t100_at_most_the_pot() -> None:
    played = omaha(THREE).act("3 call,1 call,2 check")
    assert played.bounds == (100, 300)
    played.refuses("1 raise 301")
    assert played.act("1 raise 300").bets[1] == 300


def test_t101_all_the_seat_has() -> None:
    played = omaha(THREE | {3: 250})
    assert played.bounds == (200, 250)
    assert omaha(THREE | {3: 150}).bounds == (150, 150)


def test_t102_never_under_a_legal_raise() -> None:
    # One chip in the pot: a pot-sized raise is to 201, a least one to 200.
    blinds = {
        "small_blind_seat": None,
        "big_blind_seat": 1,
        "tournament": {"id": "t", "table": 1, "level": 0},
    }
    played = begin("omaha", {1: 1, 3: 5000, 4: 5000}, 4, table=blinds, limit="pot")
    assert played.bounds == (200, 201)
    short = omaha(FOUR | {3: 190}).act("3 raise 190")
    assert short.bounds == (290, 720)  # 190 + (340 + 190); the all-in was no full raise


def test_t103_least_as_in_no_limit() -> None:
    played = omaha(THREE)
    played.refuses("3 raise 199")
    played.act("3 raise 300")
    assert played.bounds == (500, 1000)  # raised by 200; 300 + (450 + 250)
    opened = omaha(THREE).act("3 call,1 call,2 check")
    opened.refuses("1 raise 99")


# All-in or fold


def aof(seats: int = 3, **params: Any) -> Played:
    return begin("aof", dict.fromkeys(range(1, seats + 1), 1000), seats, **params)


def test_t104_fold_or_all_in() -> None:
    played = aof()
    assert played.legal == {"fold": {"type": "fold"}, "all_in": {"type": "all_in"}}
    for line in ("3 call", "3 check", "3 raise 1000"):
        played.refuses(line)
    assert played.act("3 all_in").legal.keys() == {"fold", "all_in"}
    assert played.bets[3] == 1000


def test_t105_ten_big_blinds() -> None:
    for stack in (999, 1001, 10, 5000):
        with pytest.raises(FormatError, match="exactly 1000"):
            begin("aof", {1: 1000, 2: stack}, 1)
    with_ante = begin("aof", {1: 1000, 2: 1000}, 1, ante=20).act("1 all_in")
    assert with_ante.bets == {1: 980, 2: 100}


def test_t106_all_in_too() -> None:
    played = aof().act("3 all_in,1 fold,2 all_in")
    assert played.asked is None
    assert played.result.staked == {1: 50, 2: 1000, 3: 1000}
    assert played.outcome["uncalled"] == {}
    assert len(played.outcome["board"]) == 5
    assert [amount for amount, _ in played.pots] == [2050]


def test_t107_wins_unasked() -> None:
    played = aof().act("3 fold,1 fold")
    assert played.asked is None
    assert played.outcome["uncalled"] == {"2": 50}
    assert played.stacks == {1: 950, 2: 1050, 3: 1000}
