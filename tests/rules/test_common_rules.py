"""docs/rules/common.md, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairseed.verification import verify_record
from games import GAMES, FormatError
from tests.programs import verify
from tests.rules.scripted import begin, placed, refuses_bet
from tests.rules.serving import open_api
from tests.service.api import Api, refused
from tests.support import ROOT

PARAMS: dict[str, dict[str, Any]] = {
    "dice": {"target": "50.00", "direction": "under"},
    "limbo": {"target": "2.00"},
    "plinko": {"rows": 8, "risk": "low"},
    "mines": {"size": 5, "mines": 3},
    "hilo": {},
    "blackjack": {},
}
NAMES = list(PARAMS)
# The greatest return of a stake of 100, by the rule of each game.
GREATEST = {"dice": 196, "limbo": 200, "plinko": 560, "mines": 111, "hilo": 182, "blackjack": 800}
# No naturals and no pair: 8 + T against 7 + T.
PLAIN = ["8c", "7d", "Td", "Tc", "5h", *["Kh"] * 10]


def rtp_command(name: str, **params: Any) -> str:
    """What a person reads from `fairseed-verify rtp`."""
    given = [f"--param={key}={value}" for key, value in params.items()]
    done = verify("rtp", name, *given)
    done.check_returncode()
    return done.stdout.decode()


def body(game: str, stake: object = 100, **bet: object) -> dict[str, Any]:
    return {"player": "alice", "game": game, "params": PARAMS[game], "bet": {"stake": stake} | bet}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stake", [1.5, "1", None, True, [1]])
def test_c1_chips_are_whole(name: str, stake: object) -> None:
    with pytest.raises(FormatError, match=r"bet\.stake"):
        GAMES[name].read_bet({"stake": stake})


@pytest.mark.parametrize("name", NAMES)
def test_c2_bounds_of_a_stake(name: str) -> None:
    huge = PARAMS[name] | {"max_payout": 10**15}
    placed(name, huge, {"stake": 1})
    for stake in (0, -1, 10**15 + 1):
        refusal = refuses_bet(name, huge, {"stake": stake})
        assert (refusal.code, refusal.field) == ("invalid_field", "bet.stake")
    # 10^15 itself is a stake; only its return is too much.
    assert refuses_bet(name, PARAMS[name], {"stake": 10**15}).code == "max_payout"


@pytest.mark.parametrize("side", ["perfect_pairs", "twenty_one_plus_three"])
def test_c3_bounds_of_a_side_bet(side: str) -> None:
    placed("blackjack", {}, {"stake": 1})
    placed("blackjack", {}, {"stake": 1, side: 1})
    for chips in (0, -1, 10**15 + 1):
        assert refuses_bet("blackjack", {}, {"stake": 1, side: chips}).field == f"bet.{side}"
    assert refuses_bet("blackjack", {}, {"stake": 1, side: 10**15}).code == "max_payout"
    for chips in (None, "1"):
        with pytest.raises(FormatError, match=side):
            GAMES["blackjack"].read_bet({"stake": 1, side: chips})


def test_c4_further_stakes_count_once_accepted() -> None:
    played = begin("blackjack", {}, {"stake": 100}, PLAIN)
    played.refuses("split")
    assert played.shown["stakes"] == [100]
    assert played.act("double").result.staked == 200
    assert begin("blackjack", {}, {"stake": 100}, PLAIN).act("stand").result.staked == 100


def test_c5_the_return_is_gross() -> None:
    won = begin("dice", PARAMS["dice"], {"stake": 100}, 0).result
    assert (won.staked, won.returned) == (100, 196)  # a net win of 96


def test_c6_multipliers_are_gross() -> None:
    assert begin("limbo", {"target": "2.00"}, {"stake": 100}, 0).result.returned == 200
    assert begin("dice", PARAMS["dice"], {"stake": 10000}, 0).result.returned == 19601
    even = {"rows": 8, "risk": "low", "multipliers": ["2"] * 9}
    assert begin("plinko", even, {"stake": 100}, *[0] * 8).result.returned == 200
    mines = begin("mines", {"size": 5, "mines": 1, "rtp": "0.96"}, {"stake": 100}, [7])
    assert mines.act("open", cell=0).act("cash_out").result.returned == 100  # 0.96 · 25/24
    hilo = begin("hilo", {"rtp": "1"}, {"stake": 1200}, 51, 0)  # an ace, then a two
    assert hilo.act("guess", guess="higher").act("cash_out").result.returned == 1300  # 13/12


def test_c7_odds_of_blackjack_are_profit() -> None:
    assert begin("blackjack", {}, {"stake": 100}, PLAIN).act("stand").result.returned == 200
    natural = ["Ac", "7d", "Kd", "Tc"]
    assert begin("blackjack", {}, {"stake": 100}, natural).result.returned == 250
    pair = begin("blackjack", {}, {"stake": 100, "perfect_pairs": 1}, ["9c", "Ad", "9c", "Kc"]).result
    assert pair.returned == 26


def test_c8_no_call_pays_chips_out(ready: Api) -> None:
    known = {
        "/v1/players/<player>/seeds",
        "/v1/players/<player>/seeds/rotate",
        "/v1/players/<player>/tokens",
        "/v1/players/<player>/chips",  # the operator's own correction of a balance
        "/v1/guests",
        "/v1/house-tables",
        "/v1/house-tables/<table_id>",
        "/v1/house-tables/<table_id>/seats",
        "/v1/house-tables/<table_id>/seats/<seat>",
        "/v1/house-tables/<table_id>/antes",
        "/v1/house-tables/<table_id>/deal",
        "/v1/house-tables/<table_id>/links",
        "/v1/house-tables/<table_id>/actions",
        "/v1/matches",
        "/v1/matches/<match_id>",
        "/v1/matches/<match_id>/seats",
        "/v1/matches/<match_id>/seats/<seat>",
        "/v1/matches/<match_id>/links",
        "/v1/matches/<match_id>/actions",
        "/v1/tables",
        "/v1/tables/<table_id>",
        "/v1/tables/<table_id>/reveal",
        "/v1/tables/<table_id>/seats",
        "/v1/tables/<table_id>/seats/<seat>",
        "/v1/tables/<table_id>/seats/<seat>/top_up",
        "/v1/tables/<table_id>/links",
        "/v1/tables/<table_id>/actions",
        "/v1/rounds",
        "/v1/draws",
        "/v1/rounds/<round_id>/actions",
        "/v1/quotes",
    }
    methods = {"POST", "PUT", "PATCH", "DELETE"}
    writing = {rule.rule for rule in ready.app.url_map.iter_rules() if (rule.methods or set()) & methods}
    assert writing <= known, "a new call: may it pay chips out?"
    assert "no call that pays chips out" in (ROOT / "README.md").read_text("utf-8")


def test_c9_exact_fractions() -> None:
    mines = begin("mines", {"size": 5, "mines": 3}, {"stake": 100}, [1, 2, 3]).act("open", cell=0)
    assert mines.act("cash_out").result.multiplier == Fraction(98, 100) * Fraction(25, 22)
    hilo = begin("hilo", {}, {"stake": 100}, 12, 16)  # 5c, 6c
    assert hilo.act("guess", guess="higher_or_same").act("cash_out").result.multiplier == Fraction(
        98 * 13, 900
    )


def test_c10_figures_are_cut() -> None:
    dice = GAMES["dice"].quote(*placed("dice", PARAMS["dice"], {"stake": 1}))
    assert dice["chance"] == "0.4999"  # 0.49995…
    mines = begin("mines", {"size": 8, "mines": 1}, {"stake": 1}, [3]).act("open", cell=0)
    assert mines.shown["multiplier"] == "0.9955"  # 0.995555…
    assert mines.shown["next_multiplier"] == "1.0116"  # 0.98 · 64/62 = 1.01161…
    assert mines.shown["chance"] == "0.9841"  # 62/63 = 0.98412…


def test_c11_payouts_are_whole() -> None:
    for stake in range(1, 50):
        for result in (
            begin("dice", PARAMS["dice"], {"stake": stake}, 0).result,
            begin("limbo", {"target": "1.37"}, {"stake": stake}, 0).result,
            begin("plinko", PARAMS["plinko"], {"stake": stake}, *[0, 1] * 4).result,
            begin("blackjack", {}, {"stake": stake}, ["Ac", "7d", "Kd", "Tc"]).result,
        ):
            assert type(result.returned) is int


@pytest.mark.parametrize("name", ["dice", "limbo", "mines", "hilo"])
def test_c12_rtp_is_a_decimal_text(name: str) -> None:
    placed(
        name, PARAMS[name] | {"rtp": "1"} | ({"min_multiplier": "1"} if name == "dice" else {}), {"stake": 1}
    )
    for rtp in ("0", "0.0", "1.000001"):
        assert refuses_bet(name, PARAMS[name] | {"rtp": rtp}, {"stake": 1}).field == "params.rtp"
    for wrong in (0.98, 1, "98%", "1e-1", "+0.98", ".98", "0.9800000", ""):
        with pytest.raises(FormatError, match=r"params\.rtp"):
            GAMES[name].read_params(PARAMS[name] | {"rtp": wrong})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dice", Fraction(19601, 10000) * Fraction(5000, 10001)),
        ("mines", Fraction(49, 50)),
        ("hilo", Fraction(49, 50)),
        # 2 · (1·5.6 + 8·2.7 + 28·1.35 + 56·0.75) + 70·0.52, over 256
        (
            "plinko",
            (2 * (Fraction("5.6") + Fraction("21.6") + Fraction("37.8") + 42) + Fraction("36.4")) / 256,
        ),
        ("limbo", Fraction(49 * 2**64 // 100, 2**64) * 2),
    ],
)
def test_c13_exact_return_to_player(name: str, value: Fraction) -> None:
    game = GAMES[name]
    assert game.rtp(game.read_params(PARAMS[name])).value == value


@pytest.mark.parametrize("name", ["dice", "limbo", "plinko", "mines", "hilo"])
def test_c14_rtp_comes_with_ruleset_and_settings(name: str, ready: Api) -> None:
    told = ready.get(f"/v1/games/{name}").json
    assert told["rtp"]
    params = GAMES[name].params_dict(GAMES[name].read_params(PARAMS[name]))
    rules = {key for key in params if key not in GAMES[name].choices} - {"multipliers"}
    assert set(told["ruleset"]["rules"]) >= rules
    assert "settings" in told
    answer = rtp_command(name, **PARAMS[name])
    for key, value in PARAMS[name].items():
        assert any(key in line and str(value) in line for line in answer.splitlines()), key
    assert "max_payout" in answer


@pytest.mark.parametrize("page", ["README.md", "docs/rtp.md"])
def test_c15_rtp_is_no_promise(page: str) -> None:
    text = " ".join((ROOT / page).read_text("utf-8").replace("*", "").split())
    assert "mean over a long series" in text
    assert "no promise for a session and not the chance of one bet" in text


def test_c15_the_command_says_so_too() -> None:
    text = " ".join(rtp_command("hilo").split())
    assert "mean over a long series; no promise for a session and not the chance of one bet" in text


def test_c16_stake_limits_of_the_operator(tmp_path: Path) -> None:
    api = open_api(tmp_path, "[games.blackjack]\nmin_stake = 10\nmax_stake = 20\n")
    refused(api.post("/v1/rounds", body("blackjack", 9)), 422, "limits", "bet.stake")
    refused(api.post("/v1/rounds", body("blackjack", 21)), 422, "limits", "bet.stake")
    refused(
        api.post("/v1/rounds", body("blackjack", 10, perfect_pairs=9)), 422, "limits", "bet.perfect_pairs"
    )
    late = body("blackjack", 10, twenty_one_plus_three=21)
    refused(api.post("/v1/rounds", late), 422, "limits", "bet.twenty_one_plus_three")
    assert api.nonce() == 0
    assert api.post("/v1/rounds", body("blackjack", 10, perfect_pairs=20)).status_code == 201


def test_c17_settings_of_the_operator(tmp_path: Path) -> None:
    settings = "[games.plinko]\nrows = [8, 16]\nrisks = ['low']\n"
    settings += "[games.mines]\nsizes = [5]\nmin_mines = 2\nmax_mines = 4\n"
    api = open_api(tmp_path, settings)
    for game, params, field in (
        ("plinko", {"rows": 9, "risk": "low"}, "params.rows"),
        ("plinko", {"rows": 8, "risk": "high"}, "params.risk"),
        ("mines", {"size": 6, "mines": 3}, "params.size"),
        ("mines", {"size": 5, "mines": 1}, "params.mines"),
        ("mines", {"size": 5, "mines": 5}, "params.mines"),
    ):
        refused(api.play(game, params), 422, "limits", field)
    assert api.nonce() == 0
    assert api.play("plinko", {"rows": 16, "risk": "low"}).status_code == 201
    assert api.play("mines", {"size": 5, "mines": 4}).status_code == 201


def test_c18_outside_the_limits_costs_no_nonce(ready: Api) -> None:
    for game in NAMES:
        for stake in (0, 10**15 + 1):
            refused(ready.post("/v1/rounds", body(game, stake)), 422, "limits", "bet.stake")
    assert ready.nonce() == 0
    assert ready.get("/v1/rounds?player=alice").json["items"] == []


def test_c19_limits_are_no_params(tmp_path: Path) -> None:
    api = open_api(tmp_path, "[games.dice]\nmin_stake = 5\nmax_stake = 6\n")
    view = api.play("dice", PARAMS["dice"], 5).json
    assert set(view["params"]) == {"target", "direction", "rtp", "min_multiplier", "max_payout"}
    api.rotate("second")
    # The verifier knows no limits.
    assert verify_record(api.get(f"/v1/rounds/{view['round_id']}").json).verdict == "verified"


@pytest.mark.parametrize("name", NAMES)
def test_c20_max_payout_by_default(name: str) -> None:
    assert GAMES[name].params_dict(GAMES[name].read_params(PARAMS[name]))["max_payout"] == 10_000_000


@pytest.mark.parametrize("name", NAMES)
def test_c21_equal_to_max_payout_is_allowed(name: str) -> None:
    placed(name, PARAMS[name] | {"max_payout": GREATEST[name]}, {"stake": 100})


@pytest.mark.parametrize("name", NAMES)
def test_c22_over_max_payout_is_refused(name: str, tmp_path: Path) -> None:
    refusal = refuses_bet(name, PARAMS[name] | {"max_payout": GREATEST[name] - 1}, {"stake": 100})
    assert refusal.code == "max_payout"
    api = open_api(tmp_path, f"[games.{name}.rules]\nmax_payout = {GREATEST[name] - 1}\n")
    refused(api.post("/v1/rounds", body(name)), 422, "max_payout")
    assert api.nonce() == 0


def test_c23_a_step_over_max_payout_is_refused(tmp_path: Path) -> None:
    mines = begin("mines", {"size": 5, "mines": 3, "max_payout": 126}, {"stake": 100}, [1, 2, 3])
    mines.act("open", cell=0).refuses("open", cell=4)  # 127
    assert not mines.finished
    hilo = begin("hilo", {"max_payout": 182}, {"stake": 100}, 51, 0)
    hilo.refuses("guess", guess="same")  # 1274
    assert not hilo.finished


def test_c24_a_verifier_checks_max_payout(ready: Api) -> None:
    view = ready.play("dice", PARAMS["dice"], 100).json
    ready.rotate("second")
    record = ready.get(f"/v1/rounds/{view['round_id']}").json
    for signed in ("ruleset", "receipt", "commitment"):
        record.pop(signed)
    record["params"]["max_payout"] = 196
    assert verify_record(record).verdict == "verified"
    record["params"]["max_payout"] = 195
    verdict = verify_record(record)
    assert verdict.verdict == "failed"
    assert [check.check for check in verdict.checks if check.status == "fail"] == ["rules"]


@pytest.mark.parametrize("name", NAMES)
def test_c25_limits_and_greatest_return_are_shown(name: str, ready: Api) -> None:
    quote = ready.post("/v1/quotes", body(name)).json
    assert (quote["min_stake"], quote["max_stake"], quote["max_payout"]) == (1, 10**15, 10_000_000)
    assert quote["greatest_return"] == GREATEST[name]
    limits = ready.get(f"/v1/games/{name}").json["limits"]
    assert limits == {"min_stake": 1, "max_stake": 10**15, "max_payout": 10_000_000}


@pytest.mark.parametrize(
    ("name", "chance", "multiplier"),
    [("dice", "0.4999", "1.9601"), ("limbo", "0.4899", "2.0000"), ("mines", "0.8800", "1.1136")],
)
def test_c26_chance_and_multiplier_are_shown(name: str, chance: str, multiplier: str, ready: Api) -> None:
    quote = ready.post("/v1/quotes", body(name)).json
    assert quote["chance"].startswith(chance)
    assert quote["multiplier"] == multiplier


def test_c27_a_quote_uses_no_nonce(ready: Api) -> None:
    for name in NAMES:
        assert ready.post("/v1/quotes", body(name)).status_code == 200
    assert ready.nonce() == 0
    assert ready.play("dice", PARAMS["dice"]).json["seeds"]["nonce"] == 0


def test_c28_a_refusal_changes_nothing(ready: Api) -> None:
    view = ready.play("mines", PARAMS["mines"]).json
    path = f"/v1/rounds/{view['round_id']}"
    refused(ready.post(f"{path}/actions", {"type": "cash_out", "expected_actions": 0}), 409, "illegal_action")
    refused(ready.play("dice", {"target": "99.99", "direction": "under"}), 422, "invalid_field")
    assert ready.get(path).json == view
    assert ready.nonce() == 1


def test_c29_a_refusal_names_field_and_rule(ready: Api) -> None:
    told = refused(ready.play("dice", {"target": "97.04", "direction": "under"}), 422, "invalid_field")
    assert told["field"] == "params.target"
    assert "min_multiplier 1.0100" in told["detail"]
    told = refused(ready.play("dice", PARAMS["dice"], 10**8), 422, "max_payout")
    assert "196010000" in told["detail"]
    assert "10000000" in told["detail"]
    told = refused(ready.play("limbo", {"target": "1.00"}), 422, "invalid_field", "params.target")
    assert "1.01" in told["detail"]


@pytest.mark.parametrize("name", ["dice", "limbo", "plinko"])
def test_c30_finished_rounds_can_be_verified(name: str, ready: Api) -> None:
    view = ready.play(name, PARAMS[name]).json
    assert verify_record(view).verdict == "pending"
    ready.rotate("second")
    record = ready.get(f"/v1/rounds/{view['round_id']}").json
    assert verify_record(record).verdict == "verified"
    record["settlement"]["returned"] += 1
    assert verify_record(record).verdict == "failed"
