"""docs/rules/five_card_poker.md, clause by clause."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, FormatError
from games.cards import DECK
from games.house_poker.combinations import strength
from tests.rules.house import act, boxes, refuses
from tests.rules.house import deal as dealt
from tests.rules.scripted import Round, Scripted, placed, refuses_bet
from tests.rules.serving import open_api
from tests.service.api import Api, refused
from tests.service.people import room
from tests.service.test_house_tables import dealt as public_round
from tests.service.test_house_tables import ended, seated

NAME = "five_card_poker"
FIVE = GAMES[NAME]
PAIR = "9c 9d 4h 6s 2c"
NOTHING = "Qc Jd 4h 6s 2c"
TENS = "Tc Td 3h 5s 7c"
LOW = "2d 3d 5h 7h 8h"


def deal(*hands: str, **more: Any) -> Round:
    return dealt(NAME, *hands, **more)


def test_f1_one_deck_shuffled_once() -> None:
    class Seen(Scripted):
        def shuffle(self, items):  # type: ignore[no-untyped-def]
            assert Counter(items) == Counter(DECK)
            return super().shuffle(items)

    FIVE.start(*placed(NAME, {"boxes": 2}, {"antes": [2, 2]}), Seen((list(DECK),)))


def test_f2_a_room_sets_the_limits(ready: Api) -> None:
    bet = {"player": "alice", "game": NAME, "bet": {"antes": [2000]}}
    answer = ready.post("/v1/quotes", bet | {"params": {"boxes": 1, "room": "standard"}})
    refused(answer, 422, "limits", "bet.antes.0")
    view: Any = ready.post("/v1/rounds", bet | {"params": {"boxes": 1, "room": "vip"}}).json
    assert view["params"] == {
        "boxes": 1, "room": "vip", "table": "private", "min_ante": 1000, "max_ante": 100_000,
    }  # fmt: skip
    assert refuses_bet(NAME, view["params"], {"antes": [998]}).field == "bet.antes.0"
    with pytest.raises(FormatError):
        FIVE.read_params({"boxes": 1, "room": "garden"})


@pytest.mark.parametrize("count", [0, 3])
def test_f3_one_or_two_boxes(count: int) -> None:
    assert refuses_bet(NAME, {"boxes": count}, {"antes": [2] * count}).field == "params.boxes"
    for table in ("private", "public"):
        placed(NAME, {"boxes": 2, "table": table}, {"antes": [2, 4]})
    played = act(deal(TENS, LOW, dealer=PAIR, table="public"), "0 raise", "1 fold")
    assert played.result.settlement() == {"staked": {"0": 30, "1": 10}, "returned": {"0": 60, "1": 0}}


def test_f4_an_even_ante_a_box() -> None:
    assert refuses_bet(NAME, {"boxes": 2}, {"antes": [2, 3]}).field == "bet.antes.1"
    assert refuses_bet(NAME, {"boxes": 2}, {"antes": [2]}).field == "bet.antes"
    assert refuses_bet(NAME, {"boxes": 1}, {"antes": [0]}).field == "bet.antes.0"


def test_f5_the_deal() -> None:
    state = FIVE.start(*placed(NAME, {"boxes": 2}, {"antes": [100, 2]}), Scripted((list(DECK),)))
    assert state.boxes[0].cards == tuple(DECK[0:15:3])
    assert state.boxes[1].cards == tuple(DECK[1:15:3])
    assert FIVE.view(state)["outcome"]["dealer"] == {"cards": [DECK[14]]}


def test_f6_the_balance_covers_exchange_and_bet(tmp_path: Path) -> None:
    """An ANTE of 10 needs 10, 15 for two cards, 20 for BET."""
    api = open_api(tmp_path, 'balances = "ledger"')
    body = {"player": "alice", "game": NAME, "params": {"boxes": 1}, "bet": {"antes": [10]}}
    api.post("/v1/players/alice/chips", {"amount": 44, "reason": "test"})
    refused(api.post("/v1/rounds", body), 409, "insufficient_chips", "player")
    assert api.get("/v1/players/alice/balance").json["balance"] == 44  # type: ignore[index]
    api.post("/v1/players/alice/chips", {"amount": 1, "reason": "test"})
    played: Any = api.post("/v1/rounds", body).json
    assert played["seeds"]["nonce"] == 0
    _, bet = placed(NAME, {"boxes": 2}, {"antes": [10, 4]})
    assert FIVE.needed(bet) == 35 + 14


def test_f7_box_by_box() -> None:
    played = deal(TENS, LOW, dealer=PAIR, then="Ts 8d")
    refuses(played, "1 exchange 2d")
    refuses(played, "1 fold")
    act(played, "0 exchange 3h", "0 raise")
    refuses(played, "0 exchange 5s")
    act(played, "1 exchange 2d", "1 raise")
    assert played.finished


def test_f8_the_next_box_is_not_shown() -> None:
    played = deal(TENS, LOW, dealer=PAIR)
    assert played.outcome["boxes"][1] == {}
    act(played, "0 exchange 3h")
    assert played.outcome["boxes"][1] == {}
    act(played, "0 raise")
    assert played.outcome["boxes"][1]["cards"] == LOW.split()


@pytest.mark.parametrize("line", ["0 exchange", "0 exchange 3h 3h", "0 exchange 3h 5s 7c", "0 exchange As"])
def test_f9_one_exchange_of_one_or_two_cards(line: str) -> None:
    played = deal(TENS, dealer=PAIR, then="Kh Ks")
    refuses(played, line)
    act(played, "0 exchange 7c Tc")
    refuses(played, "0 exchange Td")
    act(played, "0 raise")
    assert played.result.outcome["boxes"][0]["cards"] == ["Ks", "Td", "3h", "5s", "Kh"]


def test_f10_what_an_exchange_costs() -> None:
    for cards, fee in (("3h", 10), ("3h 5s", 15)):
        played = act(deal(TENS, dealer=PAIR), f"0 exchange {cards}", "0 fold")
        assert played.result.staked == 10 + fee
    assert deal(TENS, dealer=PAIR).legal[0]["costs"] == [10, 15]


def test_f11_fold_at_any_moment() -> None:
    for lines in (["0 fold"], ["0 exchange 3h", "0 fold"]):
        assert boxes(act(deal(TENS, dealer=NOTHING), *lines)) == [("fold", 0)]


def test_f12_raise_makes_bet() -> None:
    assert act(deal(TENS, dealer=PAIR), "0 raise").result.staked == 30


def test_f13_what_is_refused() -> None:
    played = deal(TENS, LOW, dealer=PAIR)
    for line in ("1 raise", "2 fold", "-1 fold", "0 bet", "0 take_ante"):
        refuses(played, line)
    refuses(act(played, "0 raise", "1 raise"), "1 fold")


def test_f14_who_stays_away() -> None:
    played = act(deal(TENS, LOW, dealer=PAIR), "0 raise")
    assert FIVE.absent(played.state) == {"type": "fold", "box": 1, "timeout": True}
    played.act("fold", box=1, timeout=True)
    assert played.finished
    for kind in ("raise", "exchange"):
        with pytest.raises(FormatError):
            FIVE.read_action({"type": kind, "box": 0, "cards": ["As"], "timeout": True})


def test_f15_the_dealer_shows_at_the_end() -> None:
    played = act(deal(TENS, LOW, dealer=PAIR), "0 raise")
    assert played.outcome["dealer"] == {"cards": ["2c"]}
    assert act(played, "1 fold").outcome["dealer"]["cards"] == PAIR.split()


# The source's examples of comparing, the higher first.
EXAMPLES = [
    ("Ac Kd Th 3s 2c", "Ad Kh 9s 8c 3d"),
    ("9c 9d Th 6s 4c", "7d 7h As Kc 8d"),
    ("9c 9d Th 6s 4c", "9h 9s 8c 5d 3h"),
    ("Kc Kd 4h 4s 5c", "Qd Qh Js Jc 8d"),
    ("Tc 9d 8h 7s 6c", "5d 4h 3s 2c Ad"),
    ("5c 5d 5h 6s 6c", "4d 4h 4s Kc Kd"),
]


@pytest.mark.parametrize(("higher", "lower"), EXAMPLES)
def test_f16_games_and_their_order(higher: str, lower: str) -> None:
    assert strength(higher.split()) > strength(lower.split())
    assert boxes(act(deal(higher, dealer=lower), "0 raise"))[0][0] == "win"
    assert boxes(act(deal(lower, dealer=higher), "0 raise"))[0][0] == "lose"


def test_f17_no_game() -> None:
    assert boxes(act(deal(LOW, dealer=NOTHING), "0 raise")) == [("no_game", 40)]


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("Ah Kh Qh Jh Th", 100), ("5s 4s 3s 2s As", 50), ("5c 5d 5h 5s 3c", 20), ("5c 5d 5h 3s 3c", 7),
        ("2h 3h 4h 5h 7h", 5), ("As 2d 3h 4s 5c", 4), ("5c 5d 5h 3s 7s", 3), ("5c 5d 3h 3s 7c", 2),
        ("5c 5d 3h 8s 7c", 1), ("As Kc Th 8s 7c", 1),
    ],
)  # fmt: skip
def test_f18_a_box_that_wins(cards: str, pays: int) -> None:
    played = act(deal(cards, dealer="Ad Kd 9h 6s 2c"), "0 raise")
    assert boxes(played) == [("win", 20 + 20 + 20 * pays)]


def test_f19_the_dealer_higher() -> None:
    assert boxes(act(deal(LOW, dealer=PAIR), "0 raise")) == [("lose", 0)]


def test_f20_equal() -> None:
    assert boxes(act(deal("9s 9h 4c 6d 2d", dealer=PAIR), "0 raise")) == [("push", 30)]
    assert boxes(act(deal("9s 9h 4c 6d 3d", dealer=PAIR), "0 raise"))[0][0] == "win"


def test_f21_fees_never_come_back() -> None:
    played = act(deal(TENS, LOW, dealer=NOTHING), "0 exchange 3h 5s", "0 raise", "1 exchange 2d", "1 fold")
    assert (played.result.staked, played.result.returned) == (10 + 15 + 20 + 10 + 10, 40)


def test_f22_no_second_combination() -> None:
    played = act(deal("2d 4s Kh As Ad", dealer=PAIR), "0 raise")
    assert played.result.outcome["boxes"][0]["second"] is None
    assert boxes(played) == [("win", 60)]


def test_f23_the_dealers_cards_are_recorded() -> None:
    outcome = act(deal(TENS, dealer=NOTHING), "0 fold").result.outcome
    assert outcome["dealer"] == {"cards": NOTHING.split(), "replaced": [], "combination": None}


def test_f24_the_greatest_return() -> None:
    params, bet = placed(NAME, {"boxes": 2}, {"antes": [10, 4]})
    assert FIVE.greatest_return(params, bet) == 204 * 14
    assert boxes(act(deal("Ah Kh Qh Jh Th", dealer=PAIR), "0 raise")) == [("win", 2040)]


def test_f25_own_cards_and_thirty_seconds(tmp_path: Path) -> None:
    with room("sqlite", tmp_path, FAIRSEED_BALANCES="ledger") as made:
        alice, bob = seated(made, "alice", "bob")
        public_round(made, [alice, bob])
        boxes = alice.view()["hand"]["outcome"]["boxes"]
        assert (len(boxes[0]["cards"]), boxes[1]) == (5, {})
        assert bob.view()["hand"]["outcome"]["boxes"][0] == {}
        made.ahead(seconds=31)
        assert bob.view()["hand"]["actions"] == [{"type": "fold", "box": 0, "timeout": True}]


def test_f26_the_timer(tmp_path: Path) -> None:
    with room("sqlite", tmp_path, FAIRSEED_BALANCES="ledger") as made:
        alice, bob = seated(made, "alice", "bob")
        bob.ante(10)
        made.ahead(seconds=14)
        assert bob.view()["hand"] is None
        made.ahead(seconds=2)
        assert bob.view()["links"] == [1]
        bob.link()
        assert alice.view()["hand"]["bet"] == {"antes": [10]}


def test_f27_play_of_everybody_seated(tmp_path: Path) -> None:
    with room("sqlite", tmp_path, FAIRSEED_BALANCES="ledger") as made:
        public_round(made, seated(made, "alice", "bob"))


def test_f28_players_by_number(tmp_path: Path) -> None:
    with room("sqlite", tmp_path, FAIRSEED_BALANCES="ledger") as made:
        _, bob = seated(made, "alice", "bob")
        bob.ante(10)
        made.ahead(seconds=16)
        bob.view()
        bob.link()
        bob.act("raise")
        record = ended(made, bob)
        assert record["table"]["seats"] == [1]
        assert list(record["seeds"]["client_seeds"]) == list(record["settlement"]["staked"]) == ["0"]
