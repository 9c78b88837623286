"""What holds for every game: any legal play ends, conserves, hides, and verifies from its record."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed import SeedPair, make_record, verify_record
from games import GAMES, GameError, IllegalActionError, MaxPayoutError
from games.numbers import MAX_CHIPS

SEED = "0" * 64
stakes = st.one_of(st.integers(1, 1000), st.integers(1, 10**6))

PARAMS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "dice": st.builds(
        lambda target, direction: {"target": f"{target // 100}.{target % 100:02d}", "direction": direction},
        st.integers(1, 9999),
        st.sampled_from(["under", "over"]),
    ),
    "limbo": st.builds(
        lambda target: {"target": f"{target // 100}.{target % 100:02d}"}, st.integers(101, 10**6)
    ),
    "plinko": st.builds(
        lambda rows, risk: {"rows": rows, "risk": risk},
        st.integers(8, 16),
        st.sampled_from(["low", "medium", "high"]),
    ),
    "mines": st.integers(5, 8).flatmap(
        lambda size: st.builds(lambda mines: {"size": size, "mines": mines}, st.integers(1, size**2 - 1))
    ),
    "hilo": st.builds(lambda skips: {"max_skips": skips}, st.integers(0, 60)),
    "blackjack": st.just({}),
    "russian_poker": st.fixed_dictionaries(
        {"boxes": st.integers(1, 3)},
        optional={
            "exchange_price": st.sampled_from(["0", "0.5", "1", "1.5"]),
            "ante_pays": st.booleans(),
            "double_straight": st.sampled_from(["pair", "classic"]),
            "max_win": st.integers(1, 500),
        },
    ),
    "five_card_poker": st.builds(lambda boxes: {"boxes": boxes}, st.integers(1, 2)),
    "raw": st.sampled_from(
        [
            {"words": 9},
            {"bytes": 33},
            {"integers": {"n": 7, "count": 5}},
            {"shuffle": 52},
            {"sample": {"n": 49, "k": 6}},
        ]
    ),
}
BETS = {
    "blackjack": st.fixed_dictionaries(
        {"stake": st.integers(1, 10**5)},
        optional={"perfect_pairs": st.integers(1, 1000), "twenty_one_plus_three": st.integers(1, 1000)},
    )
}


def antes(boxes: int) -> st.SearchStrategy[dict[str, Any]]:
    """Of some of these bets the fee of an exchange is no whole chip, or an ANTE is odd."""
    return st.builds(
        lambda antes: {"antes": antes}, st.lists(st.integers(1, 1000), min_size=boxes, max_size=boxes)
    )


def concrete(legal: dict[str, Any], draw: Any) -> dict[str, Any]:
    """A legal action as it is sent: of an `open`'s cells, one."""
    if "cells" in legal:
        return {"type": "open", "cell": draw(st.sampled_from(legal["cells"]))}
    if "cards" in legal:
        cards = st.lists(
            st.sampled_from(legal["cards"]), min_size=legal["least"], max_size=legal["most"], unique=True
        )
        return {"type": "exchange", "box": legal["box"], "cards": draw(cards)}
    return {name: value for name, value in legal.items() if name != "cost"}


@settings(deadline=None, max_examples=250)
@given(st.data())
def test_any_legal_play_ends_and_verifies(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(GAMES)))
    game = GAMES[name]
    pair = SeedPair(SEED, data.draw(st.text(st.characters(codec="utf-8"), max_size=20)))
    nonce = data.draw(st.integers(0, 10**6))
    raw_params = data.draw(PARAMS[name])
    params = game.read_params(raw_params)
    bets = (
        antes(raw_params["boxes"])
        if "boxes" in raw_params
        else BETS.get(name, st.builds(lambda stake: {"stake": stake}, stakes))
    )
    raw_bet = data.draw(bets) if game.bet_type else None
    bet = game.read_bet(raw_bet) if game.bet_type else None
    try:
        game.check(params, bet)
    except GameError:
        return
    state = game.start(params, bet, pair.stream(nonce))
    actions: list[dict[str, Any]] = []
    while not game.finished(state):
        legal = game.legal(state)
        assert legal, "an open round always has a legal action"
        view = game.view(state)
        assert "mines" not in view["outcome"]
        if name == "blackjack":
            assert len(view["outcome"]["dealer"]["cards"]) == 1
            assert "total" not in view["outcome"]["dealer"]
        chosen = concrete(data.draw(st.sampled_from(legal)), data.draw)
        action = game.read_action(chosen)
        after = game.act(state, action)
        assert game.view(game.act(state, action)) == game.view(after), "acting twice gives the same"
        assert game.view(state) == view, "acting changes nothing"
        state = after
        actions.append(chosen)
    assert game.legal(state) == []
    result = game.result(state)
    if game.bet_type:
        assert result.staked >= sum(game.stakes(bet).values())
        assert 0 <= result.returned <= getattr(params, "max_payout", game.greatest_return(params, bet))
    record = make_record(pair, nonce, name, raw_params, raw_bet, actions, round_id="r", reveal=True)
    assert record["outcome"] == result.outcome
    assert verify_record(record).verdict == "verified"
    del record["seeds"]["server_seed"]
    assert verify_record(record).verdict == "pending"


ENDED: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "dice": ({"target": "50.00", "direction": "over"}, []),
    "limbo": ({"target": "2.00"}, []),
    "plinko": ({"rows": 8, "risk": "low"}, []),
    "mines": ({"size": 5, "mines": 24}, [{"type": "open", "cell": 0}]),
    "hilo": ({}, [{"type": "abandon", "timeout": True}]),
    "blackjack": ({}, [{"type": "double"}]),
}
MORE = [
    {"type": "cash_out"},
    {"type": "skip"},
    {"type": "stand"},
    {"type": "hit"},
    {"type": "open", "cell": 1},
]


@pytest.mark.parametrize("name", sorted(ENDED))
def test_nothing_follows_the_end(name: str) -> None:
    params, actions = ENDED[name]
    pair = SeedPair(SEED, "client")
    record = make_record(pair, 1, name, params, {"stake": 10}, actions, round_id="r", reveal=True)
    assert verify_record(record).verdict == "verified"
    for action in MORE:
        record["actions"] = [*actions, action]
        rules = next(check for check in verify_record(record).checks if check.check == "rules")
        assert rules.status == "fail"
        assert rules.text.startswith(f"actions.{len(actions)}: ")


def test_a_bet_whose_return_equals_max_payout_is_allowed() -> None:
    dice = GAMES["dice"]
    for most, allowed in ((196, True), (195, False)):
        params = dice.read_params({"target": "50.00", "direction": "over", "max_payout": most})
        if allowed:
            dice.check(params, dice.read_bet({"stake": 100}))
        else:
            with pytest.raises(MaxPayoutError, match="196 exceeds max_payout 195"):
                dice.check(params, dice.read_bet({"stake": 100}))


@pytest.mark.parametrize("stake", [0, -1, MAX_CHIPS + 1])
@pytest.mark.parametrize("name", sorted(set(GAMES) - {"raw", "russian_poker", "five_card_poker"}))
def test_stakes_out_of_range(name: str, stake: int) -> None:
    game = GAMES[name]
    params = game.read_params(
        {
            "dice": {"target": "50.00", "direction": "over"},
            "limbo": {"target": "2.00"},
            "plinko": {"rows": 8, "risk": "low"},
            "mines": {"size": 5, "mines": 3},
        }.get(name, {})
    )
    with pytest.raises(GameError, match=r"bet\.stake: must be from 1 to"):
        game.check(params, game.read_bet({"stake": stake}))


@pytest.mark.parametrize(
    "action", [{"type": "open", "cell": -1}, {"type": "open", "cell": 25}, {"type": "cash_out"}]
)
def test_illegal_first_actions_in_mines(action: dict[str, Any]) -> None:
    mines = GAMES["mines"]
    params = mines.read_params({"size": 5, "mines": 3})
    state = mines.start(params, mines.read_bet({"stake": 1}), SeedPair(SEED, "client").stream(0))
    with pytest.raises(IllegalActionError):
        mines.act(state, mines.read_action(action))


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("mines", {"type": "open"}),
        ("mines", {"type": "open", "cell": "1"}),
        ("mines", {"type": "open", "cell": 1, "timeout": True}),
        ("mines", {"type": "cash_out", "timeout": False}),
        ("mines", {"type": "cash_out", "timeout": None}),
        ("hilo", {"type": "guess"}),
        ("blackjack", {"type": "hit", "hand": 0}),
        ("blackjack", {}),
    ],
)
def test_malformed_actions_are_format_errors(name: str, action: dict[str, Any]) -> None:
    with pytest.raises(GameError) as error:
        GAMES[name].read_action(action, "actions.3")
    assert not isinstance(error.value, IllegalActionError)
    assert error.value.field.startswith("actions.3")
