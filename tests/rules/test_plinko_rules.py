"""docs/rules/plinko.md, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import pytest

from games import GAMES, FormatError
from tests.rules.scripted import Round, begin, placed, refuses_bet
from tests.rules.serving import open_api
from tests.service.api import Api, refused

PLINKO = GAMES["plinko"]
RISKS = ("low", "medium", "high")
TABLES = [(rows, risk) for rows in range(8, 17) for risk in RISKS]


def drop(
    steps: list[int], stake: int = 100, risk: str = "low", multipliers: list[str] | None = None
) -> Round:
    own = {} if multipliers is None else {"multipliers": multipliers}
    return begin("plinko", {"rows": len(steps), "risk": risk} | own, {"stake": stake}, *steps)


def test_p1_rows() -> None:
    for rows in range(8, 17):
        placed("plinko", {"rows": rows, "risk": "low"}, {"stake": 1})
    for rows in (7, 17, 0, -8):
        assert refuses_bet("plinko", {"rows": rows, "risk": "low"}, {"stake": 1}).field == "params.rows"


def test_p2_risk() -> None:
    for risk in RISKS:
        placed("plinko", {"rows": 8, "risk": risk}, {"stake": 1})
    with pytest.raises(FormatError, match=r"params\.risk"):
        PLINKO.read_params({"rows": 8, "risk": "none"})


def test_p3_one_step_a_row() -> None:
    assert drop([0, 1, 1, 0, 0, 0, 1, 0]).result.outcome["path"] == "LRRLLLRL"


def test_p4_bin_counts_right_steps() -> None:
    assert drop([0, 1, 1, 0, 0, 0, 1, 0]).result.outcome["bin"] == 3
    assert drop([1] * 16).result.outcome["bin"] == 16
    assert drop([0] * 16).result.outcome["bin"] == 0


def test_p5_risk_leaves_the_path() -> None:
    steps = [1, 0, 1, 1, 1, 1, 1, 1]
    results = [drop(steps, 1000, risk).result for risk in RISKS]
    assert {result.outcome["path"] for result in results} == {"RLRRRRRR"}
    assert len({result.returned for result in results}) == 3


def test_p6_chance_of_a_bin() -> None:
    bins = [drop(list(steps)).result.outcome["bin"] for steps in product((0, 1), repeat=8)]
    assert [bins.count(bin) for bin in range(9)] == [1, 8, 28, 56, 70, 56, 28, 8, 1]
    quote = PLINKO.quote(*placed("plinko", {"rows": 8, "risk": "low"}, {"stake": 1}))
    assert [bin["chance"] for bin in quote["bins"]][:3] == ["0.003906", "0.031250", "0.109375"]


@pytest.mark.parametrize(
    ("stake", "multiplier", "returned"),
    [(1, "0.5", 1), (1, "0.49", 0), (3, "0.5", 2), (10, "1.25", 13), (10, "1.24", 12), (7, "1", 7)],
)
def test_p7_nearest_chip_half_up(stake: int, multiplier: str, returned: int) -> None:
    assert drop([0] * 8, stake, multipliers=[multiplier] * 9).result.returned == returned


def test_p8_under_one_returns_less() -> None:
    assert drop([0] * 8, 100, multipliers=["0.75"] * 9).result.returned == 75


def test_p9_default_paytables() -> None:
    tables = {
        (rows, risk): PLINKO.read_params({"rows": rows, "risk": risk}).multipliers for rows, risk in TABLES
    }
    assert len({tuple(table) for table in tables.values()}) == 27
    assert all(len(table) == rows + 1 for (rows, _), table in tables.items())


@pytest.mark.parametrize(("rows", "risk"), TABLES)
def test_p10_symmetric(rows: int, risk: str) -> None:
    table = [Fraction(text) for text in PLINKO.read_params({"rows": rows, "risk": risk}).multipliers]
    assert table == table[::-1]


@pytest.mark.parametrize(("rows", "risk"), TABLES)
def test_p11_return_of_the_default_tables(rows: int, risk: str) -> None:
    params = PLINKO.read_params({"rows": rows, "risk": risk})
    mean = sum((comb(rows, i) * Fraction(text) for i, text in enumerate(params.multipliers)), Fraction())
    assert PLINKO.rtp(params).value == mean / 2**rows
    assert Fraction(976, 1000) <= mean / 2**rows <= Fraction(98, 100)


def test_p12_shape_of_a_paytable() -> None:
    params = {"rows": 8, "risk": "low"}
    placed("plinko", params | {"multipliers": ["0.000001"] * 9}, {"stake": 1})
    for table in (["1"] * 8, ["1"] * 10, []):
        field = refuses_bet("plinko", params | {"multipliers": table}, {"stake": 1}).field
        assert field == "params.multipliers"
    refused_table = params | {"multipliers": ["1"] * 8 + ["0"]}
    assert refuses_bet("plinko", refused_table, {"stake": 1}).field == "params.multipliers.8"


def test_p13_paytables_of_the_operator(tmp_path: Path) -> None:
    table = ["9", "1", "0.5", "0.5", "0.5", "0.5", "0.5", "1", "9"]
    api = open_api(tmp_path, f"[games.plinko.paytables.low]\n8 = {table}\n")
    # (2·9 + 2·8·1 + 238·0.5) / 256 = 153/256
    assert api.get("/v1/games/plinko").json["rtp"]["low 8"] == "153/256"
    view = api.play("plinko", {"rows": 8, "risk": "low"}, 100).json
    assert view["params"]["multipliers"] == table
    paid = [900, 100, 50, 50, 50, 50, 50, 100, 900]
    assert view["settlement"]["returned"] == paid[view["outcome"]["bin"]]


def test_p14_greatest_return() -> None:
    table = ["3", "1", "1", "1", "1", "1", "1", "1", "2.5"]
    own = {"rows": 8, "risk": "low", "multipliers": table}
    assert PLINKO.greatest_return(*placed("plinko", own, {"stake": 7})) == 21
    # As paid: 3 · 0.5 is rounded up to 2, over max_payout 1.
    half = own | {"multipliers": ["0.5"] * 9, "max_payout": 1}
    assert refuses_bet("plinko", half, {"stake": 3}).code == "max_payout"


def test_p15_every_bin_is_shown() -> None:
    table = ["3", "1", "1", "1", "1", "1", "1", "1", "2.5"]
    own = {"rows": 8, "risk": "low", "multipliers": table}
    bins = PLINKO.quote(*placed("plinko", own, {"stake": 7}))["bins"]
    assert [bin["multiplier"] for bin in bins] == ["3.0000"] + ["1.0000"] * 7 + ["2.5000"]


def test_p16_a_nonce_for_every_round(ready: Api) -> None:
    views = [ready.play("plinko", {"rows": 8, "risk": "low"}).json for _ in range(4)]
    assert [view["seeds"]["nonce"] for view in views] == [0, 1, 2, 3]
    assert len({view["round_id"] for view in views}) == 4


def test_p17_a_refusal_stops_the_next_bet(ready: Api) -> None:
    before = [ready.play("plinko", {"rows": 8, "risk": "low"}).json for _ in range(2)]
    refused(ready.play("plinko", {"rows": 8, "risk": "low"}, 0), 422, "limits")
    assert [ready.get(f"/v1/rounds/{view['round_id']}").json for view in before] == before
    assert ready.nonce() == 2


def test_p18_repetition_changes_nothing(ready: Api) -> None:
    body = {"player": "alice", "game": "plinko", "params": {"rows": 8, "risk": "high"}, "bet": {"stake": 10}}
    first = ready.post("/v1/quotes", body).json
    views = [ready.play("plinko", {"rows": 8, "risk": "high"}).json for _ in range(5)]
    assert ready.post("/v1/quotes", body).json == first
    for view in views:
        told = first["bins"][view["outcome"]["bin"]]
        assert view["settlement"]["returned"] == told["returned"]
