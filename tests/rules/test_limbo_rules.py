"""docs/rules/limbo.md, clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import GAMES, FormatError
from tests.rules.scripted import Round, begin, placed, refuses_bet

LIMBO = GAMES["limbo"]

# The draw x gives floor(0.98 · 100 · 2^64 / (x + 1)) hundredths, so x + 1 = 0.49 · 2^64 gives 2.00x.
TWO = 49 * 2**64 // 100 - 1  # the last draw that is 2.00x
BELOW_TWO = TWO + 1


def play(x: int, target: str, stake: int = 100) -> Round:
    return begin("limbo", {"target": target}, {"stake": stake}, x)


def test_l1_target() -> None:
    placed("limbo", {"target": "1.01"}, {"stake": 1})
    placed("limbo", {"target": "10000.00"}, {"stake": 1})
    assert refuses_bet("limbo", {"target": "1.00"}, {"stake": 1}).field == "params.target"
    assert refuses_bet("limbo", {"target": "10000.01"}, {"stake": 1}).field == "params.target"
    for text in ("2", "2.0", "2.000", "02.00"):
        with pytest.raises(FormatError, match=r"params\.target"):
            LIMBO.read_params({"target": text})


def test_l2_equal_or_greater_wins() -> None:
    assert play(TWO, "2.00").result.outcome == {"multiplier": "2.00"}
    assert play(TWO, "2.00").result.returned == 200
    assert play(TWO, "1.99").result.returned == 199


def test_l3_below_the_target_loses() -> None:
    assert play(BELOW_TWO, "2.00").result.outcome == {"multiplier": "1.99"}
    assert play(BELOW_TWO, "2.00").result.returned == 0


def test_l4_a_win_is_rounded_down() -> None:
    assert play(0, "1.99", 3).result.returned == 5  # 5.97


def test_l5_the_target_pays() -> None:
    won = play(0, "2.00").result
    assert won.outcome == {"multiplier": "1000000.00"}
    assert won.returned == 200


def test_l6_greatest_return() -> None:
    assert LIMBO.greatest_return(*placed("limbo", {"target": "2.50"}, {"stake": 101})) == 252
    placed("limbo", {"target": "10000.00"}, {"stake": 1000})
    assert refuses_bet("limbo", {"target": "10000.00"}, {"stake": 1001}).code == "max_payout"


def test_l7_rtp_by_default() -> None:
    assert LIMBO.params_dict(LIMBO.read_params({"target": "2.00"}))["rtp"] == "0.98"


def test_l8_chance() -> None:
    # Of the 2^64 draws exactly floor(0.98 · 2^64 / target) win.
    quote = LIMBO.quote(*placed("limbo", {"target": "10000.00"}, {"stake": 1}))
    assert quote["chance"] in ("0.000097", "0.000098")  # 0.0098 %, cut: the draws are 2^64
    value = LIMBO.rtp(LIMBO.read_params({"target": "10000.00"})).value
    assert abs(value - Fraction(98, 100)) < Fraction(1, 10**12)


def test_l9_higher_target_smaller_chance() -> None:
    chances = [
        LIMBO.quote(*placed("limbo", {"target": f"{t}.00"}, {"stake": 1}))["chance"] for t in range(2, 50)
    ]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 48


def test_l10_quote() -> None:
    quote = LIMBO.quote(*placed("limbo", {"target": "4.00"}, {"stake": 2000}))
    assert quote["chance"] in ("0.244999", "0.245000")
    assert quote["greatest_return"] == 8000
    # 2000 · 5000.00 = 10^7; 2000 · 5000.01 = 10 000 020
    assert quote["targets"] == {"lowest": "1.01", "highest": "5000.00"}
