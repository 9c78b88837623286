"""docs/rules/mines.md, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from games import GAMES
from tests.rules.scripted import Round, begin, placed, refuses_bet

MINES = GAMES["mines"]


def board(*mines: int, size: int = 5, stake: int = 100, **rules: object) -> Round:
    return begin("mines", {"size": size, "mines": len(mines)} | rules, {"stake": stake}, mines)


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_m1_board(size: int) -> None:
    assert board(0, size=size).legal == [{"type": "open", "cells": list(range(size**2))}]
    for wrong in (4, 9, 0, -5):
        assert refuses_bet("mines", {"size": wrong, "mines": 1}, {"stake": 1}).field == "params.size"


@pytest.mark.parametrize(("size", "most"), [(5, 24), (6, 35), (7, 48), (8, 63)])
def test_m2_number_of_mines(size: int, most: int) -> None:
    placed("mines", {"size": size, "mines": 1}, {"stake": 1})
    placed("mines", {"size": size, "mines": most}, {"stake": 1})
    for wrong in (0, most + 1, -1):
        assert refuses_bet("mines", {"size": size, "mines": wrong}, {"stake": 1}).field == "params.mines"


def test_m3_layout_is_fixed() -> None:
    played = board(7, 3, 12)  # the script holds one draw: any later draw would fail
    for cell in (0, 1, 2):
        played.act("open", cell=cell)
    assert played.act("cash_out").result.outcome["mines"] == [3, 7, 12]


def test_m4_layout_is_hidden_until_the_end() -> None:
    played = board(7, 3, 12)
    assert played.outcome == {"opened": []}
    assert played.act("open", cell=0).outcome == {"opened": [0]}
    assert played.act("cash_out").outcome == {"mines": [3, 7, 12], "opened": [0], "result": "cashed_out"}


def test_m5_open() -> None:
    played = board(7).act("open", cell=24).act("open", cell=0)
    assert played.outcome == {"opened": [24, 0]}
    assert not played.finished


def test_m6_cash_out_needs_a_safe_cell() -> None:
    played = board(7)
    played.refuses("cash_out")
    assert played.act("open", cell=0).act("cash_out").finished


def test_m7_a_mine_ends_the_round() -> None:
    played = board(7).act("open", cell=0).act("open", cell=7)
    assert (played.result.returned, played.result.outcome["result"]) == (0, "exploded")
    assert played.result.settlement()["multiplier"] == "0.0000"


def test_m8_all_safe_cells_settle() -> None:
    played = board(*range(1, 25))
    assert not played.finished
    played.act("open", cell=0)
    assert played.result.outcome["result"] == "cleared"
    assert played.result.returned == 2450  # 0.98 · 25


def test_m9_open_cell_is_refused() -> None:
    board(7).act("open", cell=0).refuses("open", cell=0)


@pytest.mark.parametrize("cell", [25, -1, 10**6])
def test_m10_off_the_board_is_refused(cell: int) -> None:
    board(7).refuses("open", cell=cell)


def test_m11_nothing_after_the_end() -> None:
    for played in (board(7).act("open", cell=0).act("cash_out"), board(7).act("open", cell=7)):
        played.refuses("open", cell=1)
        played.refuses("cash_out")
        assert played.legal == []


def test_m12_closed_cells_are_shown() -> None:
    played = board(7).act("open", cell=0).act("open", cell=24)
    assert played.legal == [{"type": "open", "cells": list(range(1, 24))}, {"type": "cash_out"}]


def test_m13_multiplier_is_exact() -> None:
    played = board(20, 21, 22)
    for k in range(1, 6):
        played.act("open", cell=k)
    assert played.act("cash_out").result.multiplier == Fraction(98, 100) * comb(25, 5) / comb(22, 5)


def test_m14_cash_out_is_rounded_down() -> None:
    # 0.98 · 25/22 · 24/21 = 1.272727…; · 100 = 127.27…
    assert board(20, 21, 22).act("open", cell=0).act("open", cell=1).act("cash_out").result.returned == 127
    # 0.98 · 25/24 = 1.0208…; · 1 = 1.02
    assert board(3, stake=1).act("open", cell=0).act("cash_out").result.returned == 1


def test_m15_rtp_by_default() -> None:
    assert MINES.params_dict(MINES.read_params({"size": 5, "mines": 1}))["rtp"] == "0.98"


def test_m16_multiplier_under_one() -> None:
    played = board(63, size=8, stake=1000)
    assert played.shown["next_multiplier"] == "0.9955"  # 0.98 · 64/63 = 0.99555…
    assert played.act("open", cell=0).shown["multiplier"] == "0.9955"
    assert played.act("cash_out").result.returned == 995


def test_m17_every_safe_cell_raises_it() -> None:
    played = board(24, max_payout=10**15)
    products = []
    for cell in range(24):
        before = played.shown["next_multiplier"]
        played.act("open", cell=cell)
        products.append(Fraction(before))
    assert all(low < high for low, high in pairwise(products))


def test_m18_view() -> None:
    shown = board(20, 21, 22).act("open", cell=0).shown
    assert shown["multiplier"] == "1.1136"  # 0.98 · 25/22 = 1.11363…
    assert shown["next_multiplier"] == "1.2727"
    assert shown["chance"] == "0.8750"  # 21 safe of 24 closed


def test_m19_quote() -> None:
    quote = MINES.quote(*placed("mines", {"size": 5, "mines": 3}, {"stake": 100}))
    assert (quote["multiplier"], quote["chance"]) == ("1.1136", "0.8800")


def test_m20_greatest_return_after_one_cell() -> None:
    assert MINES.greatest_return(*placed("mines", {"size": 5, "mines": 3}, {"stake": 100})) == 111
    rules = {"size": 5, "mines": 3, "max_payout": 111}
    placed("mines", rules, {"stake": 100})
    assert refuses_bet("mines", rules | {"max_payout": 110}, {"stake": 100}).code == "max_payout"


def test_m21_max_payout_closes_the_next_cell() -> None:
    played = board(20, 21, 22, max_payout=126).act("open", cell=0)
    played.refuses("open", cell=1)  # 127 > 126
    assert played.legal == [{"type": "cash_out"}]
    assert played.act("cash_out").result.returned == 111
    board(20, 21, 22, max_payout=127).act("open", cell=0).act("open", cell=1)


@pytest.mark.parametrize("cells", [1, 2, 10, 22])
def test_m22_exact_return_to_player(cells: int) -> None:
    params = MINES.read_params({"size": 5, "mines": 3})
    assert MINES.rtp(params).value == Fraction(98, 100)
    # Plan: open the first `cells` cells and cash out. It works on C(25 - cells, 3) of C(25, 3) layouts.
    played = board(*range(22, 25), max_payout=10**15)
    for cell in range(cells):
        played.act("open", cell=cell)
    pays = (played if played.finished else played.act("cash_out")).result.multiplier
    assert pays is not None
    assert pays * comb(25 - cells, 3) / comb(25, 3) == Fraction(98, 100)
