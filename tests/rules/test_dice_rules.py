"""docs/rules/dice.md, clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import GAMES, FormatError
from tests.rules.scripted import Scripted, begin, placed, refuses_bet

DICE = GAMES["dice"]


def roll(hundredths: int, target: str, direction: str, stake: int = 100) -> int:
    """What the bet returns when this roll comes."""
    params = {"target": target, "direction": direction}
    return begin("dice", params, {"stake": stake}, hundredths).result.returned


def quote(target: str, direction: str, stake: int = 100) -> dict[str, object]:
    return DICE.quote(*placed("dice", {"target": target, "direction": direction}, {"stake": stake}))


@pytest.mark.parametrize(("value", "text"), [(0, "0.00"), (5, "0.05"), (9941, "99.41"), (10000, "100.00")])
def test_d1_ten_thousand_and_one_rolls(value: int, text: str) -> None:
    class Sized(Scripted):
        def uniform(self, n: int) -> tuple[int, Sized]:
            assert n == 10001
            return super().uniform(n)

    state = DICE.start(
        *placed("dice", {"target": "50.00", "direction": "under"}, {"stake": 1}), Sized((value,))
    )
    assert DICE.result(state).outcome == {"roll": text}


def test_d2_strictly_under_or_over() -> None:
    assert roll(4999, "50.00", "under") > 0
    assert roll(5001, "50.00", "under") == 0
    assert roll(5001, "50.00", "over") > 0
    assert roll(4999, "50.00", "over") == 0


def test_d3_equality_loses_both_ways() -> None:
    assert roll(5000, "50.00", "under") == 0
    assert roll(5000, "50.00", "over") == 0


def test_d4_target_bounds() -> None:
    placed("dice", {"target": "0.01", "direction": "under"}, {"stake": 1})
    placed("dice", {"target": "99.99", "direction": "over"}, {"stake": 1})
    assert refuses_bet("dice", {"target": "0.00", "direction": "over"}, {"stake": 1}).field == "params.target"
    assert (
        refuses_bet("dice", {"target": "100.00", "direction": "under"}, {"stake": 1}).field == "params.target"
    )


@pytest.mark.parametrize("direction", ["Under", "equal", ""])
def test_d5_direction(direction: str) -> None:
    with pytest.raises(FormatError, match=r"params\.direction"):
        DICE.read_params({"target": "50.00", "direction": direction})


@pytest.mark.parametrize(("direction", "wins"), [("under", 5), ("over", 9995)])
def test_d6_number_of_winning_rolls(direction: str, wins: int) -> None:
    # min_multiplier low enough for a chance of almost 1
    params = {"target": "0.05", "direction": direction, "min_multiplier": "0.5"}
    won = [begin("dice", params, {"stake": 100}, value).result.returned > 0 for value in range(10001)]
    assert sum(won) == wins


def test_d7_chance() -> None:
    assert quote("50.00", "under")["chance"] == "0.4999"  # 5000/10001 = 0.49995…
    assert quote("25.00", "over")["chance"] == "0.7499"  # 7500/10001 = 0.749925…


def test_d8_multiplier_is_cut_to_four_decimals() -> None:
    assert quote("50.00", "under")["multiplier"] == "1.9601"  # 0.98 · 10001/5000 = 1.960196
    assert quote("97.03", "under")["multiplier"] == "1.0100"  # 9800.98/9703 = 1.01009…
    assert quote("0.01", "under")["multiplier"] == "9800.9800"


def test_d9_the_multiplier_shown_pays() -> None:
    # 1 000 000 · 1.960196 would be 1 960 196
    assert roll(0, "50.00", "under", 1_000_000) == 1_960_100


def test_d10_lower_chance_higher_multiplier() -> None:
    shown = [float(str(quote(f"{t}.00", "under")["multiplier"])) for t in range(1, 97)]
    assert shown == sorted(shown, reverse=True)
    assert len(set(shown)) == 96


def test_d11_rtp_by_default() -> None:
    params = DICE.read_params({"target": "50.00", "direction": "under"})
    assert DICE.params_dict(params)["rtp"] == "0.98"


def test_d12_min_multiplier() -> None:
    params = {"target": "97.04", "direction": "under"}  # 9800.98/9704 = 1.00999…
    assert refuses_bet("dice", params, {"stake": 1}).field == "params.target"
    placed("dice", params | {"min_multiplier": "1.0099"}, {"stake": 1})
    assert DICE.params_dict(DICE.read_params(params))["min_multiplier"] == "1.0100"


@pytest.mark.parametrize(
    ("direction", "inside", "outside"),
    [("under", ["0.01", "97.03"], ["97.04", "99.99"]), ("over", ["2.97", "99.99"], ["2.96", "0.01"])],
)
def test_d13_targets_left(direction: str, inside: list[str], outside: list[str]) -> None:
    for target in inside:
        placed("dice", {"target": target, "direction": direction}, {"stake": 1})
    for target in outside:
        refuses_bet("dice", {"target": target, "direction": direction}, {"stake": 1})


def test_d14_exact_return_to_player() -> None:
    params = DICE.read_params({"target": "50.00", "direction": "under"})
    assert DICE.rtp(params).value == Fraction(19601, 10000) * Fraction(5000, 10001)


def test_d15_a_win_is_rounded_down() -> None:
    assert roll(0, "50.00", "under", 3) == 5  # 5.8803
    assert roll(0, "97.03", "under", 1) == 1  # 1.01


def test_d16_a_loss_returns_nothing() -> None:
    assert roll(9000, "50.00", "under", 1_000_000) == 0


def test_d17_greatest_return_is_the_win() -> None:
    assert quote("50.00", "under", 1000)["greatest_return"] == 1960
    assert refuses_bet("dice", {"target": "0.01", "direction": "under"}, {"stake": 1021}).code == "max_payout"
    placed("dice", {"target": "0.01", "direction": "under"}, {"stake": 1020})  # 1020 · 9800.98 = 9 996 999.6


def test_d18_targets_allowed_for_the_stake() -> None:
    assert quote("50.00", "under", 1)["targets"] == {"lowest": "0.01", "highest": "97.03"}
    assert quote("50.00", "over", 1)["targets"] == {"lowest": "2.97", "highest": "99.99"}
    # Stake 1 000 000: at most 10x, so 9800.98/values <= 10 (cut 10.0000), values >= 981 (9.9908).
    # 980 values give 10.0010.
    assert quote("50.00", "under", 1_000_000)["targets"] == {"lowest": "9.81", "highest": "97.03"}
    assert quote("50.00", "over", 1_000_000)["targets"] == {"lowest": "2.97", "highest": "90.19"}
