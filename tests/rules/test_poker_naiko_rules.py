"""docs/rules/poker.md, clause by clause: Destellos, carousel and powers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fairseed.commitments.cards import permutation
from fairseed.commitments.chains import table_client_seed
from games import IllegalActionError, RuleError
from games.poker import absent, act
from tests.poker.hands import play
from tests.rules.dealt import Played, begin, winners

FOUR = {1: 5000, 2: 5000, 3: 5000, 4: 5000}
# Carousels by the number that is drawn.
NO_SHIELD, NO_SWAP, NO_LOOK = 0, 1, 2


def naiko(
    carousel: int = NO_SHIELD,
    stacks: dict[int, int] | None = None,
    destellos: dict[int, int] | None = None,
    **more: Any,
) -> Played:
    """Seats 1 to 4, the button at 4, seat 3 asked first; 3 Destellos each unless said otherwise."""
    seats = stacks or FOUR
    held = {str(seat): (destellos or {}).get(seat, 2) for seat in seats}
    return begin("naiko", seats, max(seats), public=(carousel,), table={"destellos": held}, **more)


def left(played: Played) -> dict[int, int]:
    return {int(seat): count for seat, count in played.shown()["destellos"].items()}


def powers(played: Played) -> set[str]:
    return played.legal.keys() & {"peek", "swap", "anchor", "shield", "decline"}


# Powers


def test_t135_powers_only_here() -> None:
    played = naiko()
    assert played.bets == {1: 50, 2: 100, 3: 0, 4: 0}
    assert played.bounds == (200, 5000)
    assert powers(played) == {"peek", "swap", "anchor"}
    for game in ("holdem", "omaha", "short_deck", "aof", "turkish"):
        for line in ("3 peek", "3 swap 2c", "3 anchor 1", "3 shield", "3 decline"):
            assert "no action of this type" in begin(game, {1: 1000, 2: 1000, 3: 1000}, 3).refuses(line)


def test_t136_as_in_holdem() -> None:
    holes = {1: "Ah Kh", 2: "9h 8h", 3: "2c 3d", 4: "7c 7d"}
    played = naiko(NO_SHIELD, None, None, holes=holes, then="Qh Jh Th 4s 5s")
    played.act("3 anchor 2,3 call,4 peek,4 call").down()
    assert played.pots == [(400, {1: 400})]
    assert winners("Qh Jh Th 4s 5s", "9h 8h", "Ac Kd", game="naiko") == [1]


def test_t137_one_more_three_at_most() -> None:
    played = naiko(destellos={1: 0, 2: 1, 3: 2, 4: 3})
    assert left(played) == {1: 1, 2: 2, 3: 3, 4: 3}
    # To be used at once: the look with the one that came.
    first = naiko(destellos={3: 0}).act("3 peek")
    assert left(first)[3] == 0


def test_t138_told_after_the_hand() -> None:
    played = naiko(destellos={1: 0, 2: 1, 3: 2, 4: 3}).down()
    assert played.outcome["destellos"] == {"1": 1, "2": 2, "3": 3, "4": 3}
    used = naiko(destellos={1: 0, 2: 1, 3: 2, 4: 3})
    used.act("3 anchor 1,3 call,4 peek,4 fold").down()
    assert used.outcome["destellos"] == {"1": 1, "2": 2, "3": 1, "4": 2}


def test_t139_three_for_all_and_the_hand() -> None:
    for number, shown in enumerate(
        (["peek", "swap", "anchor"], ["peek", "anchor", "shield"], ["swap", "anchor", "shield"])
    ):
        played = naiko(number)
        carousels = [played.shown(seat)["carousel"] for seat in (None, 1, 2, 3, 4)]
        while played.asked is not None:
            played.act(f"{played.asked} {'check' if 'check' in played.legal else 'call'}")
            carousels.append(played.shown()["carousel"])
        carousels.append(played.outcome["carousel"])
        assert carousels == [shown] * len(carousels)


def test_t140_with_the_anchor() -> None:
    shown = [naiko(number).shown()["carousel"] for number in range(3)]
    assert ["anchor" in names for names in shown] == [True, True, True]
    assert ["shield" in names for names in shown] == [False, True, True]


def test_t141_uniform_of_three() -> None:
    names = [naiko(number).shown()["carousel"] for number in range(3)]
    assert names == [["peek", "swap", "anchor"], ["peek", "anchor", "shield"], ["swap", "anchor", "shield"]]
    # The first draw of the public stream behind the permutation: the first word of it, times 3, cut.
    for number in range(30):
        record, _ = play("naiko", random.Random(f"carousel {number}"))
        seeds = record["seeds"]
        client_seed = table_client_seed(seeds["client_seeds"])
        _, stream = permutation(client_seed, seeds["server_seed_hash"], seeds["nonce"], 52)
        (word,), _ = stream.words(1)
        assert record["outcome"]["carousel"] == names[word * 3 >> 32]


def test_t142_not_in_the_carousel() -> None:
    assert "carousel" in naiko(NO_SWAP, holes={3: "2c 3c"}).refuses("3 swap 2c")
    assert "carousel" in naiko(NO_LOOK).refuses("3 peek")
    played = naiko(NO_SHIELD).act("3 anchor 4")
    assert played.asked == 3  # no shield, no answer
    played.refuses("4 shield")


def test_t143_one_or_two() -> None:
    assert left(naiko().act("3 peek"))[3] == 2
    assert left(naiko(holes={3: "2c 3c"}).act("3 swap 2c"))[3] == 1
    assert left(naiko().act("3 anchor 4"))[3] == 1
    played = naiko(NO_SWAP).act("3 anchor 4,4 shield")
    assert left(played) == {1: 3, 2: 3, 3: 1, 4: 2}
    poor = naiko(destellos={3: 0}, holes={3: "2c 3c"})
    assert powers(poor) == {"peek"}
    for line in ("3 swap 2c", "3 anchor 4"):
        assert "Destellos" in poor.refuses(line)
    spent = naiko(NO_SWAP, destellos={3: 0}).act("3 peek,3 call,4 call,1 call,2 check,1 anchor 3")
    assert spent.asked == 1  # seat 3 cannot pay for a shield


def test_t144_before_the_poker_action() -> None:
    played = naiko()
    for line in ("4 peek", "1 peek", "2 anchor 3"):
        assert "turn" in played.refuses(line)
    played.act("3 peek")
    assert played.asked == 3
    assert played.legal.keys() >= {"fold", "call", "raise"}
    played.act("3 raise 300")
    assert "turn" in played.refuses("3 anchor 4")
    assert played.asked == 4


def test_t145_one_power() -> None:
    played = naiko(holes={3: "2c 3c"}).act("3 peek")
    assert powers(played) == set()
    for line in ("3 swap 2c", "3 anchor 4"):
        assert "in this turn" in played.refuses(line)
    # Asked again: a new turn, in the same round too.
    again = naiko().act("3 anchor 4,3 call,4 call,1 call,2 raise 300")
    assert again.asked == 3
    assert powers(again) == {"peek"}
    later = naiko().act("3 peek,3 call,4 call,1 call,2 check,1 check,2 check")
    assert powers(later) == {"anchor"}


def test_t146_each_power() -> None:
    played = naiko().act("3 peek,3 call,4 peek,4 call,1 call,2 check,1 check,2 check")
    assert left(played)[3] == 2
    assert "before in the hand" in played.refuses("3 peek")
    assert "peek" not in played.legal
    # Another seat still may, and another power too.
    played.act("3 anchor 4,3 check,4 check")
    assert powers(played) == {"peek", "anchor"}


def test_t147_three_a_round() -> None:
    holes = {2: "4c 5c", 4: "6c 7c"}
    played = naiko(holes=holes).act("3 peek,3 call,4 swap 6c,4 call,1 anchor 2,1 call")
    assert powers(played) == set()
    for line in ("2 peek", "2 swap 4c"):
        assert "powers were used in this round" in played.refuses(line)
    played.act("2 check")
    assert len(played.shown()["board"]) == 3
    assert powers(played) == {"peek"}  # its anchor is used
    assert played.act("1 peek").asked == 1


def test_t148_anchors_count_shields_do_not() -> None:
    # The third is an anchor: its target may still answer; then there is no fourth.
    played = naiko(NO_SWAP).act("3 peek,3 call,4 peek,4 call,1 anchor 2")
    assert played.asked == 2
    played.act("2 shield,1 call")
    assert powers(played) == set()
    played.refuses("2 peek")
    # A blocked anchor is one of the three, its shield none: look, anchor, look and no more.
    three = naiko(NO_SWAP).act("3 peek,3 call,4 anchor 2,2 shield,4 call")
    assert powers(three) == {"peek"}
    three.act("1 peek,1 call")
    assert powers(three) == set()


def test_t149_refused_attempts() -> None:
    played = naiko(destellos={3: 1}, holes={3: "2c 3c"})
    for line in ("3 swap Ac", "3 anchor 3", "3 anchor 7", "3 shield", "4 peek"):
        played.refuses(line)
    assert left(played) == {1: 3, 2: 3, 3: 2, 4: 3}
    assert played.act("3 swap 2c").asked == 3


# Look and swap


def test_t150_next_card_for_the_seat_alone() -> None:
    def look(line: str) -> Played:
        return naiko(then="Ah Kd Qc Js 9h").act(line)

    preflop = look("3 peek")
    assert preflop.shown(3)["peeked"] == ["Ah"]
    assert all(preflop.shown(seat).get("peeked", []) == [] for seat in (None, 1, 2, 4))
    flop = look("3 call,4 call,1 call,2 check,1 peek")
    assert flop.shown(1)["peeked"] == ["Js"]
    turn = look("3 call,4 call,1 call,2 check,1 check,2 check,3 check,4 check,1 check,2 peek")
    assert turn.shown(2)["peeked"] == ["9h"]


def test_t151_moves_nothing() -> None:
    plain = naiko(then="Ah Kd Qc Js 9h").down()
    looked = naiko(then="Ah Kd Qc Js 9h").act("3 peek,3 call,4 peek").down()
    assert looked.outcome["board"] == plain.outcome["board"] == ["Ah", "Kd", "Qc", "Js", "9h"]
    assert looked.outcome["hole"] == plain.outcome["hole"]


def test_t152_same_card_unless_swapped() -> None:
    played = naiko(holes={4: "2c 3c"}, then="Ah Kd Qc Js 9h Td").act("3 peek,3 call,4 call,1 peek")
    assert played.shown(3)["peeked"] == played.shown(1)["peeked"] == ["Ah"]
    swapped = naiko(holes={4: "2c 3c"}, then="Ah Kd Qc Js 9h Td").act("3 peek,3 call,4 swap 2c,4 call,1 peek")
    assert swapped.shown(3)["peeked"] == ["Ah"]
    assert swapped.shown(1)["peeked"] == ["Kd"]


def test_t153_none() -> None:
    played = naiko().act("3 call,4 call,1 call,2 check")
    for _ in range(2):
        played.act("1 check,2 check,3 check,4 check")
    assert len(played.shown()["board"]) == 5
    assert powers(played) == {"anchor"}
    assert "river" in played.refuses("1 peek")
    assert left(played)[1] == 3


def test_t154_next_card_in_its_place() -> None:
    played = naiko(holes={3: "7c 2d"}, then="Ad Kd Qc Js 9h Td")
    assert played.shown(3)["peeked"] == []
    played.act("3 swap 2d")
    assert played.shown(3)["hole"] == {"3": ["7c", "Ad"]}
    other = naiko(holes={3: "7c 2d"}, then="Ad Kd Qc Js 9h Td").act("3 swap 7c")
    assert other.shown(3)["hole"] == {"3": ["Ad", "2d"]}
    assert played.down().outcome["hole"]["3"] == ["7c", "Ad"]


def test_t155_for_the_hand() -> None:
    played = naiko(holes={1: "Tc 4h", 2: "5h 5s", 3: "7c 2d", 4: "6h 6s"}, then="Ad Kd Qc Js 9h Td")
    played.act("3 swap 2d,3 call,4 swap 6h").down()
    outcome = played.outcome
    seen = [*outcome["board"], *(card for hole in outcome["hole"].values() for card in hole)]
    assert len(set(seen)) == 5 + 8
    assert not {"2d", "6h"} & set(seen)


def test_t156_one_place_later() -> None:
    cards = "Ad Kd Qc Js 9h Td 8h"
    assert naiko(then=cards).down().outcome["board"] == ["Ad", "Kd", "Qc", "Js", "9h"]
    once = naiko(holes={3: "7c 2d"}, then=cards).act("3 swap 2d").down()
    assert once.outcome["board"] == ["Kd", "Qc", "Js", "9h", "Td"]
    twice = naiko(holes={3: "7c 2d", 4: "6h 6s"}, then=cards).act("3 swap 2d,3 call,4 swap 6h").down()
    assert twice.outcome["board"] == ["Qc", "Js", "9h", "Td", "8h"]
    assert twice.outcome["hole"]["4"] == ["Kd", "6s"]


def test_t157_before_the_first_action() -> None:
    # The blinds are posted; both may swap.
    holes = {1: "2c 3c", 2: "4c 5c", 3: "6c 7c", 4: "8c 9c"}
    played = naiko(holes=holes).act("3 call,4 call,1 swap 2c,1 call,2 swap 4c")
    assert played.asked == 2
    # After an own call no more, though the round goes on.
    late = naiko(holes=holes).act("3 call,4 raise 300,1 fold,2 fold")
    assert late.asked == 3
    assert "swap" not in late.legal
    assert "first action" in late.refuses("3 swap 6c")
    flop = naiko(holes=holes).act("3 call,4 call,1 call,2 check")
    assert "swap" not in flop.legal
    assert "flop" in flop.refuses("1 swap 2c")


def test_t158_own_card() -> None:
    played = naiko(holes={3: "7c 2d", 4: "6h 6s"})
    assert "not in the hand" in played.refuses("3 swap 6h")
    unnamed = played.hand.variant.read_action({"seat": 3, "type": "swap"})
    with pytest.raises(IllegalActionError, match="name"):
        act(played.hand, unnamed)
    assert played.act("3 swap 2d").shown(3)["hole"]["3"][0] == "7c"


# Anchor and shield


def test_t159_pot_limit_for_the_round() -> None:
    played = naiko(destellos={4: 0}).act("3 anchor 4,3 call")
    assert played.bounds == (200, 450)  # 100 + (250 + 100)
    played.refuses("4 raise 451")
    played.act("4 raise 450,1 raise 1000,2 fold,3 fold")
    assert played.bounds == (1550, 3200)  # its next turn: 1000 + (1650 + 550)
    # Only the target is held.
    assert naiko(destellos={4: 0}).act("3 anchor 4,3 call,4 call").bounds == (200, 5000)
    # Antes are in the pot.
    assert naiko(destellos={4: 0}, ante=10).act("3 anchor 4,3 call").bounds == (200, 490)


def test_t160_at_most_220() -> None:
    # 4 · 25 are 100 in the pot; a bet of 40.
    rules = {"small_blind": 10, "big_blind": 25}
    played = naiko(**rules).act("3 call,4 call,1 call,2 check")
    assert played.pot == 100
    played.act("1 anchor 2,1 raise 40")
    assert played.bounds == (80, 220)
    played.refuses("2 raise 221")
    assert played.act("2 raise 220").bets[2] == 220


def test_t161_live_with_chips_not_acted() -> None:
    played = naiko(NO_SHIELD, FOUR | {1: 50})
    assert played.legal["anchor"]["targets"] == [2, 4]  # seat 1 is all-in on its blind
    for line, why in (("3 anchor 1", "chips"), ("3 anchor 3", "another"), ("3 anchor 5", "another")):
        assert why in played.refuses(line)
    flop = naiko().act("3 call,4 fold,1 call,2 check,1 check")
    assert flop.legal["anchor"]["targets"] == [3]
    assert "acted" in flop.refuses("2 anchor 1")
    assert "live" in flop.refuses("2 anchor 4")
    # A posted blind is no action; a call is.
    assert naiko().act("3 call").legal["anchor"]["targets"] == [1, 2]


def test_t162_check_call_and_fold() -> None:
    played = naiko().act("3 anchor 2,3 call,4 call,1 call")
    assert played.legal.keys() >= {"check", "fold", "raise"}
    called = naiko().act("3 anchor 4,3 raise 300")
    assert called.legal.keys() >= {"call", "fold", "raise"}
    assert called.legal["call"]["chips"] == 300
    assert called.act("4 fold").asked == 1


def test_t163_never_under_it_nor_over_the_stack() -> None:
    # One chip in the pot, and 100 to call: pot-limit is 201, the least raise 200.
    blinds = {
        "small_blind_seat": None,
        "big_blind_seat": 1,
        "tournament": {"id": "t", "table": 1, "level": 0},
    }
    held = {"destellos": {"1": 0, "3": 2, "4": 0, "5": 0}} | blinds
    played = begin("naiko", {1: 1, 3: 5000, 4: 5000, 5: 5000}, 5, table=held, public=(NO_SHIELD,))
    assert played.act("3 anchor 4,3 fold").bounds == (200, 201)
    short = naiko(NO_SHIELD, FOUR | {4: 150}).act("3 anchor 4,3 call")
    assert short.bounds == (150, 150)
    stack = naiko(NO_SHIELD, FOUR | {4: 300}).act("3 anchor 4,3 call")
    assert stack.bounds == (200, 300)


def test_t164_ends_with_it() -> None:
    played = naiko().act("3 anchor 4,3 call,4 call,1 call,2 check,1 check,2 check,3 check")
    assert played.asked == 4
    assert played.bounds == (100, 4900)


@pytest.mark.parametrize("answer", ["decline", "shield"])
def test_t165_a_round(answer: str) -> None:
    played = naiko(NO_SWAP).act(f"3 anchor 2,2 {answer},3 call")
    assert played.legal["anchor"]["targets"] == [1]
    assert "anchored before" in played.refuses("4 anchor 2")
    played.act("4 call,1 call,2 check")
    assert played.legal["anchor"]["targets"] == [2, 3, 4]  # a new round
    played.act("1 anchor 2")


def test_t166_who_answers() -> None:
    for number, answers in ((NO_SHIELD, False), (NO_SWAP, True), (NO_LOOK, True)):
        assert (naiko(number).act("3 anchor 4").asked == 4) == answers
    # Without a Destello no answer: seat 4 spends its only one on a look.
    played = naiko(NO_SWAP, destellos={4: 0}).act("3 call,4 peek,4 call,1 call,2 check")
    assert played.act("1 anchor 4").asked == 1
    assert played.bounds == (100, 4900)
    # A shield once a hand: on the flop it has none to answer with.
    again = naiko(NO_SWAP).act("3 anchor 4,4 shield,3 call,4 call,1 call,2 check,1 anchor 4")
    assert left(again)[4] == 2
    assert again.asked == 1
    declined = naiko(NO_SWAP).act("3 anchor 4,4 decline,3 call,4 call,1 call,2 check,1 anchor 4")
    assert declined.asked == 4


def test_t167_then_the_poker_action() -> None:
    played = naiko(NO_SWAP).act("3 anchor 1")
    assert played.asked == 1  # though seat 3 is to act
    assert played.legal.keys() == {"shield", "decline"}
    for line in ("3 call", "3 fold", "1 call", "1 fold", "2 shield", "3 decline"):
        played.refuses(line)
    played.act("1 shield")
    assert played.asked == 3
    assert powers(played) == set()
    assert played.act("3 call").asked == 4


def test_t168_cancels() -> None:
    played = naiko(NO_SWAP).act("3 anchor 4,4 shield")
    assert left(played) == {1: 3, 2: 3, 3: 1, 4: 2}
    assert played.bets == {1: 50, 2: 100, 3: 0, 4: 0}
    played.act("3 raise 300")
    assert played.bets[3] == 300
    assert played.bounds == (500, 5000)


def test_t169_holds_and_is_free() -> None:
    played = naiko(NO_SWAP).act("3 anchor 4,4 decline")
    assert left(played) == {1: 3, 2: 3, 3: 1, 4: 3}
    played.act("3 call")
    assert played.bounds == (200, 450)


def test_t170_holds_at_once() -> None:
    played = naiko(NO_SHIELD).act("3 anchor 4")
    assert played.asked == 3
    assert left(played) == {1: 3, 2: 3, 3: 1, 4: 3}
    assert played.act("3 call").bounds == (200, 450)


def test_t171_at_any_other_time() -> None:
    played = naiko(NO_SWAP)
    for line in ("3 shield", "3 decline", "4 shield"):
        played.refuses(line)
    played.act("3 peek")
    played.refuses("3 shield")
    played.act("3 call,4 anchor 1,1 decline")
    for line in ("1 shield", "4 shield", "4 decline"):
        played.refuses(line)


def test_t172_eight_seconds() -> None:
    played = naiko(NO_SWAP)
    params = played.hand.variant.params_dict(played.hand.params)
    assert params["shield_seconds"] == 8
    assert naiko(NO_SWAP, shield_seconds=5).hand.params.shield_seconds == 5
    with pytest.raises(RuleError):
        naiko(shield_seconds=0)
    played.act("3 anchor 4")
    assert played.hand.turn is not None
    action = absent(played.hand, played.hand.turn)
    assert (type(action).__name__, action.seat, action.timeout) == ("Decline", 4, True)
    assert played.act("4 decline timeout").asked == 3
    assert played.act("3 call").bounds == (200, 450)
