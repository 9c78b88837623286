"""docs/rules/tavern_dice.md, clause by clause."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Self

import pytest

from fairseed.verification import verify_record
from games import FormatError, RuleError
from games import tavern_dice as dice
from games.tavern_dice.scoring import keeps, score
from tests.rules.scripted import Scripted
from tests.tavern.matches import match_record

ANTE = 100


class Played:
    """A match in which these dice come: who starts, then one text of faces for each roll."""

    def __init__(self, starter: int, *rolls: str, **params: Any) -> None:
        self.params = dice.read_params({"ante": ANTE, "players": 2} | params)
        dice.check_params(self.params)
        drawn = [int(face) - 1 for roll in rolls for face in roll]
        self.match = dice.start(self.params, Scripted((starter, *drawn)))

    def act(self, kind: str, *kept: int, player: int | None = None, timeout: bool = False) -> Self:
        raw: dict[str, Any] = {"player": self.match.turn if player is None else player, "type": kind}
        raw |= {"dice": list(kept)} if kind == "keep" else {}
        raw |= {"timeout": True} if timeout else {}
        self.match = dice.act(self.match, dice.read_action(raw))
        return self

    def refuses(self, kind: str, *kept: int, player: int | None = None, timeout: bool = False) -> None:
        before = self.match
        with pytest.raises(RuleError) as refusal:
            self.act(kind, *kept, player=player, timeout=timeout)
        assert refusal.value.code == "illegal_action"
        assert self.match == before

    def banked(self, *kept: int) -> Self:
        """A whole turn of one roll."""
        return self.act("roll").act("keep", *kept).act("bank")

    def kinds(self, player: int | None = None) -> set[str]:
        player = self.match.turn if player is None else player
        return {action["type"] for action in dice.legal(self.match, player)}


def refuses_params(**params: Any) -> str:
    with pytest.raises(RuleError) as refusal:
        dice.check_params(dice.read_params({"ante": ANTE, "players": 2} | params))
    return refusal.value.field


def worth(faces: str) -> int | None:
    return score([int(face) for face in faces.replace("-", "")])


def best(faces: str) -> int:
    """The most that a set of these dice is worth; 0 where none is."""
    return max((points for _, points in keeps(tuple(map(int, faces)))), default=0)


def test_v1_two_to_eight_players() -> None:
    for players in range(2, 9):
        assert Played(players - 1, players=players).match.turn == players - 1
    for players in (-1, 0, 1, 9):
        assert refuses_params(players=players) == "params.players"


def test_v2_target() -> None:
    assert Played(0).params.target == 4000
    for target in (1000, 1050, 100_000):
        assert Played(0, target=target).params.target == target
    for target in (950, 1025, 1001, 100_050):
        assert refuses_params(target=target) == "params.target"


def test_v3_equal_antes() -> None:
    assert refuses_params(ante=0) == "params.ante"
    with pytest.raises(FormatError):
        dice.read_params({"players": 2})
    played = Played(0, "111111", players=5, ante=7).banked(*range(6))
    assert dice.result(played.match).staked == dict.fromkeys(range(5), 7)
    assert dice.view(Played(0, players=5, ante=7).match)["shown"]["pot"] == 35


def test_v4_the_starter_is_drawn() -> None:
    for players in range(2, 9):
        for starter in range(players):
            match = Played(starter, players=players).match
            assert (match.starter, match.turn) == (starter, starter)
            assert match.random.sizes == (players,)


def test_v5_turns_go_round() -> None:
    played = Played(2, "123466", "123466", "123466", "123466", players=4).banked(0).banked(0)
    assert played.match.turn == 0
    played.act("concede", player=1)
    assert played.banked(0).match.turn == 2


@pytest.mark.parametrize("kind", ["roll", "keep", "bank"])
def test_v6_only_in_turn(kind: str) -> None:
    played = Played(0, "155234", "155234", players=3)
    for mine in (("roll",), ("keep", 0), ("bank",)):
        for player in (1, 2, -1, 3):
            played.refuses(kind, *([0] if kind == "keep" else []), player=player)
        played.act(*mine)  # type: ignore[arg-type]
    assert played.match.turn == 1


def test_v7_the_target_wins_at_once() -> None:
    played = Played(1, "555123", "111234", target=1000).banked(0, 1, 2).banked(0, 1, 2)
    assert played.match.winner == 0
    assert played.match.scores == (1000, 500)


def test_v8_no_opening_minimum() -> None:
    assert Played(0, "522334").banked(0).match.scores == (50, 0)


def test_v9_the_pot_less_the_commission() -> None:
    for ante, players, commission, takes in (
        (100, 2, "0.05", 190),
        (7, 3, "0.05", 20),
        (1, 2, "0.05", 2),
        (333, 3, "0.333", 667),
        (10**15, 8, "0.000001", 8 * 10**15 - 8 * 10**9),
        (5, 2, "0", 10),
    ):
        played = Played(0, "111111", ante=ante, players=players, commission=commission).banked(*range(6))
        assert dice.result(played.match).returned == {0: takes} | dict.fromkeys(range(1, players), 0)
    assert Played(0).params.commission == "0.05"
    assert refuses_params(commission="1") == "params.commission"


def test_v10_commission_on_a_concession() -> None:
    played = Played(0).act("concede")
    assert dice.result(played.match).returned == {0: 0, 1: 190}


def test_v11_nothing_after_the_end() -> None:
    played = Played(0, "111111").banked(*range(6))
    for player in (0, 1):
        for kind in ("roll", "bank", "concede"):
            played.refuses(kind, player=player)
        played.refuses("keep", 0, player=player)
        assert dice.legal(played.match, player) == []


def test_v12_a_turn_starts_with_a_roll_of_six() -> None:
    played = Played(0, "122346")
    assert played.kinds() == {"roll", "concede"}
    played.refuses("keep", 0)
    played.refuses("bank")
    assert len(played.act("roll").match.table) == 6


def test_v13_every_die_by_itself() -> None:
    played = Played(0, "613425").act("roll")
    assert played.match.table == (6, 1, 3, 4, 2, 5)
    assert played.match.random.sizes == (2, 6, 6, 6, 6, 6, 6)


def test_v14_one_keep_behind_a_roll() -> None:
    played = Played(0, "155234").act("roll")
    assert played.kinds() == {"keep", "concede"}
    played.refuses("roll")
    played.refuses("bank")
    played.refuses("keep")
    played.act("keep", 0).refuses("keep", 1)


def test_v15_only_whole_groups() -> None:
    played = Played(0, "155224").act("roll")
    for kept in ((3,), (0, 5), (3, 4), (0, 1, 2, 3), (0, 1, 2, 3, 4, 5)):
        played.refuses("keep", *kept)
    for kept in ((0,), (1,), (0, 1), (1, 2), (0, 1, 2)):
        assert Played(0, "155224").act("roll").act("keep", *kept).match.points


def test_v16_dice_by_index() -> None:
    played = Played(0, "155224").act("roll")
    for kept in ((0, 0), (6,), (-1,), (0, 1, 2, 6)):
        played.refuses("keep", *kept)
    assert played.act("keep", 2, 0, 1).match.points == 200
    smaller = Played(0, "122346", "512346").act("roll").act("keep", 0).act("roll")
    smaller.refuses("keep", 5)


def test_v17_roll_the_rest_or_bank() -> None:
    played = Played(0, "155224", "1234").act("roll").act("keep", 0, 1)
    assert played.kinds() == {"roll", "bank", "concede"}
    assert played.act("roll").match.table == (1, 2, 3, 4)


def test_v18_bank() -> None:
    played = Played(0, "155224", "5123").act("roll").act("keep", 0, 1).act("roll").act("keep", 0).act("bank")
    assert played.match.scores == (200, 0)
    assert played.match.turn == 1
    played.refuses("bank")


def test_v19_a_roll_without_score() -> None:
    played = Played(0, "155224", "2346", "223344", "122346").act("roll").act("keep", 0, 1).act("roll")
    assert (played.match.turn, played.match.points, played.match.scores) == (1, 0, (0, 0))
    assert played.kinds() == {"roll", "concede"}
    assert played.act("roll").match.turn == 0
    assert played.act("roll").match.rolls[-1] == [1, 2, 2, 3, 4, 6]


def test_v20_hot_dice() -> None:
    played = Played(0, "123456", "111222", "122346").act("roll").act("keep", *range(6))
    played.act("roll").act("keep", *range(6)).act("roll").act("keep", 0)
    assert played.match.points == 1500 + 1200 + 100
    assert played.match.left == 5


def test_v21_hot_dice_over_several_rolls() -> None:
    played = Played(0, "151236", "555", "122346").act("roll").act("keep", 0, 1, 2)
    assert played.act("roll").act("keep", 0, 1, 2).match.left == 6
    assert len(played.act("roll").match.table) == 6


def test_v22_singles() -> None:
    assert [worth(face) for face in "123456"] == [100, None, None, None, 50, None]
    assert worth("11") == 200
    assert worth("155") == 200


def test_v23_three_of_a_kind() -> None:
    assert [worth(face * 3) for face in "123456"] == [1000, 200, 300, 400, 500, 600]


@pytest.mark.parametrize("face", "123456")
def test_v24_more_of_a_kind(face: str) -> None:
    three = worth(face * 3) or 0
    assert [worth(face * count) for count in (4, 5, 6)] == [2 * three, 4 * three, 8 * three]


def test_v25_straights() -> None:
    assert worth("1-2-3-4-5-6") == worth("6-4-2-1-3-5") == 1500
    assert worth("2-3-4-5-6") == 750
    assert worth("1-2-3-4-5") == 500
    assert worth("1-2-3-4") is None
    assert worth("3-4-5-6") is None


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ("1-2-3-4-5-1", 600),
        ("1-2-3-4-5-5", 550),
        ("2-3-4-5-6-5", 800),
        ("1-1-5-5-5-5", 1200),
        ("1-1-1-1-5-5", 2100),
        ("1-5-1-5-1-5", 1500),
    ],
)
def test_v26_the_greatest_partition(faces: str, points: int) -> None:
    assert worth(faces) == points


@pytest.mark.parametrize(
    ("faces", "points"),
    [("2-2-2-3-3-3", 500), ("2-2-2-2-1-1", 600), ("2-2-3-3-4-4", None), ("1-1-5-5-1-1", 2100)],
)
def test_v27_no_bonus(faces: str, points: int | None) -> None:
    """The source says of the first that two triplets have no bonus, and of the third that nothing scores."""
    assert worth(faces) == points
    assert best("223344") == 0


def test_v28_groups_of_one_roll() -> None:
    played = Played(0, "113466", "1234").act("roll").act("keep", 0, 1).act("roll").act("keep", 0)
    assert played.match.points == 300
    played = Played(0, "133466", "12346", "2346")
    assert played.act("roll").act("keep", 0).act("roll").act("keep", 0).match.points == 200


def test_v29_the_service_acts_when_time_has_run_out() -> None:
    assert Played(0).params.decision_seconds == 30
    assert refuses_params(decision_seconds=0) == "params.decision_seconds"
    assert [action.timed_out for action in dice.absent(Played(0).match)] == [True]


def due(played: Played) -> list[dict[str, Any]]:
    return [dice.action_dict(action) for action in dice.absent(played.match)]


def test_v30_it_rolls_with_nothing_to_bank() -> None:
    played = Played(1, "155234")
    assert due(played) == [{"player": 1, "type": "roll", "timeout": True}]
    assert played.act("roll", timeout=True).match.table
    for kind in ("bank", "keep"):
        Played(1).refuses(kind, *([0] if kind == "keep" else []), timeout=True)


def test_v31_it_banks_points() -> None:
    played = Played(0, "155234").act("roll").act("keep", 0)
    assert due(played) == [{"player": 0, "type": "bank", "timeout": True}]
    played.refuses("roll", timeout=True)
    assert played.act("bank", timeout=True).match.scores == (100, 0)


def test_v32_it_keeps_the_most_and_banks() -> None:
    played = Played(0, "155234").act("roll")
    keep, bank = due(played)
    assert keep == {"player": 0, "type": "keep", "dice": [0, 1, 2, 3, 4, 5], "timeout": True}
    assert bank == {"player": 0, "type": "bank", "timeout": True}
    assert played.act("keep", *keep["dice"], timeout=True).act("bank", timeout=True).match.scores == (550, 0)


@pytest.mark.parametrize(
    ("roll", "kept"),
    [("113466", [0, 1]), ("252346", [0, 1, 3, 4, 5]), ("634325", [0, 1, 2, 4, 5]), ("444223", [0, 1, 2])],
)
def test_v33_of_equal_ones_the_fewest_and_lowest(roll: str, kept: list[int]) -> None:
    played = Played(0, roll).act("roll")
    sets = [one for count in range(1, 7) for one in combinations(range(6), count)]
    values = {one: score([played.match.table[place] for place in one]) or 0 for one in sets}
    most = max(values.values())
    assert next(list(one) for one in sets if values[one] == most) == kept
    assert due(played)[0]["dice"] == kept


def test_v34_what_carries_timeout_is_what_is_prescribed() -> None:
    played = Played(0, "155224", "5123").act("roll")
    played.refuses("keep", 0, timeout=True)
    played.act("keep", 2, 0, 1, timeout=True)
    for kind in ("roll", "bank", "concede"):
        played.refuses(kind)
    played.refuses("concede", player=1)
    assert played.act("bank", timeout=True).match.turn == 1
    with pytest.raises(FormatError):
        dice.read_action({"player": 0, "type": "roll", "timeout": False})


def test_v35_time_out_is_no_loss() -> None:
    played = Played(0, *["123466"] * 9)
    for _ in range(8):
        for action in dice.absent(played.match):
            played.match = dice.act(played.match, action)
    assert played.match.gone == frozenset()
    assert not dice.finished(played.match)


def test_v36_concede_at_any_time() -> None:
    for player in (0, 1, 2):
        for steps in range(3):
            played = Played(0, "155234", players=3)
            for step in range(steps):
                played.act(*(("roll",), ("keep", 0))[step])  # type: ignore[arg-type]
            assert played.act("concede", player=player).match.gone == {player}


def test_v37_conceding_in_turn() -> None:
    played = Played(0, "155234", "122346", players=3).act("roll").act("keep", 0).act("concede")
    match = played.match
    assert (match.turn, match.points, match.left, match.scores) == (1, 0, 6, (0, 0, 0))
    assert len(played.act("roll").match.table) == 6
    on_the_table = Played(0, "155234", "122346", players=3).act("roll").act("concede")
    assert (on_the_table.match.turn, on_the_table.match.table) == (1, ())


def test_v38_conceding_out_of_turn() -> None:
    played = Played(0, "155234", "1234", players=3).act("roll").act("keep", 0, 1).act("concede", player=1)
    assert (played.match.turn, played.match.points, played.match.left) == (0, 150, 4)


def test_v39_who_conceded_is_gone() -> None:
    played = Played(0, "122346", "122346", players=3).act("concede", player=1)
    for kind in ("roll", "bank", "concede"):
        played.refuses(kind, player=1)
    assert dice.legal(played.match, 1) == []
    assert played.banked(0).match.turn == 2
    assert played.banked(0).match.turn == 0


def test_v40_scores_stay_but_do_not_win() -> None:
    played = Played(0, "555666", "122346", "122346", players=3, target=1150).banked(*range(6))
    played.act("concede", player=0).banked(0)
    assert played.match.scores == (1100, 100, 0)
    assert not dice.finished(played.match)


def test_v41_the_last_one_wins() -> None:
    played = Played(0, "555666", players=3).banked(*range(6)).act("concede", player=0)
    played.act("concede", player=2)
    assert played.match.winner == 1
    assert dice.result(played.match).outcome["scores"] == [1100, 0, 0]
    ahead = Played(0, "155234", players=2).act("roll").act("concede", player=1)
    assert ahead.match.winner == 0


def test_v42_absence_is_a_concession() -> None:
    assert Played(0).params.grace_seconds == 60
    assert refuses_params(grace_seconds=0) == "params.grace_seconds"
    for player in (0, 1, 2):
        played = Played(0, players=3).act("concede", player=player, timeout=True)
        assert played.match.gone == {player}


def test_v43_the_outcome() -> None:
    played = Played(1, "223344", "111555", target=1500).act("roll").banked(*range(6))
    assert dice.result(played.match).outcome == {
        "starter": 1,
        "rolls": [[2, 2, 3, 3, 4, 4], [1, 1, 1, 5, 5, 5]],
        "scores": [1500, 0],
        "winner": 0,
    }


def test_v44_the_settlement() -> None:
    played = Played(1, "111555", target=1500, players=3).banked(*range(6))
    assert dice.result(played.match).settlement() == {
        "staked": {"0": 100, "1": 100, "2": 100},
        "returned": {"0": 0, "1": 285, "2": 0},
    }


def test_v45_what_everybody_sees() -> None:
    played = Played(0, "155224", "1234").act("roll").act("keep", 0)
    seen = dice.view(played.match)
    assert seen["outcome"] == {"starter": 0, "rolls": [[1, 5, 5, 2, 2, 4]], "scores": [0, 0]}
    assert seen["shown"] == {
        "turn": 0,
        "dice": [],
        "left": 5,
        "points": 100,
        "gone": [],
        "pot": 200,
        "prize": 190,
    }


def test_v46_the_legal_sets() -> None:
    keep, concede = dice.legal(Played(0, "155224").act("roll").match, 0)
    assert concede == {"type": "concede"}
    assert keep["sets"] == [
        {"dice": [0], "points": 100},
        {"dice": [1], "points": 50},
        {"dice": [2], "points": 50},
        {"dice": [0, 1], "points": 150},
        {"dice": [0, 2], "points": 150},
        {"dice": [1, 2], "points": 100},
        {"dice": [0, 1, 2], "points": 200},
    ]


def test_v47_bots_play_their_policy() -> None:
    record = match_record(["threshold-300/1", "expect/1", None], seed=3, target=1500)
    assert verify_record(record).verdict == "verified"
    for name in ("win/1", "threshold-5000/1"):
        record["table"]["bots"]["0"] = name
        verdict = verify_record(record)
        assert [check.check for check in verdict.checks if check.status == "fail"] == ["bots"]


def test_v48_what_no_dice_make_legal() -> None:
    record = match_record([None, None], seed=4, target=1000)
    del record["seeds"]["server_seed"]
    assert verify_record(record).verdict == "pending"
    first = record["actions"]
    for broken in (
        first[1:],
        [*first, first[0]],
        first[:-1],
        [{**first[0], "player": 2}, *first[1:]],
        [first[0], {**first[0]}, *first[1:]],
        [{**first[0], "type": "bank"}],
    ):
        verdict = verify_record(record | {"actions": broken})
        assert [check.check for check in verdict.checks if check.status == "fail"] == ["rules"]


def test_v26_all_rolls_have_the_mean_of_the_reference() -> None:
    """All 46,656 rolls of six dice: 1,440 score nothing, and the mean of the best is 258625/648."""
    found = Counter(best("".join(roll)) for roll in product("123456", repeat=6))
    assert found[0] == 1440
    assert Fraction(sum(points * rolls for points, rolls in found.items()), 6**6) == Fraction(258625, 648)
