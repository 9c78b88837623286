"""Combinations of the house games in numbers, their exact return, and properties of whole rounds."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed import SeedPair, make_record, verify_record
from games import GAMES, RuleError
from games.cards import DECK
from games.house_poker import rtp
from games.house_poker.combinations import PAYS, every, name_of, paid, strength
from games.house_poker.table import qualifies
from tests.games import house_counts
from tests.support import shared

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))


@cache
def counted() -> list[rtp.Row]:
    return list(rtp.rows())


def mains() -> Counter[str | None]:
    """Hands of five cards by their main combination."""
    found: Counter[str | None] = Counter()
    for row in counted():
        found[row.main] += sum(row[2:]) // house_counts.AGAINST
    return found


def test_every_pair_of_hands_is_counted_once() -> None:
    assert sum(sum(row[2:]) for row in counted()) == house_counts.HANDS * house_counts.AGAINST == rtp.PAIRS
    assert all(sum(row[2:]) % house_counts.AGAINST == 0 for row in counted())


def test_the_dealer_qualifies_in_205_of_364() -> None:
    without = sum(row.no_game for row in counted())
    assert 1 - Fraction(without, rtp.PAIRS) == Fraction(205, 364)


def test_categories_are_those_of_the_reference() -> None:
    found = mains()
    high = found.pop(None) + found.pop("ace_king")
    wanted = json.loads(shared("data/reference/five_card_counts.json").read_bytes())["standard_52"]
    assert found | {"high_card": high} == wanted


def test_winning_and_losing_are_each_others_mirror() -> None:
    """Over all pairs of hands that are games, box and dealer are the same two hands."""
    games = [row for row in counted() if row.main is not None]
    ahead, behind = sum(row.win for row in games), sum(row.lose for row in games)
    assert ahead == behind
    # A hand that is no game loses to every dealer's game.
    nothing = next(row for row in counted() if row.main is None)
    assert (nothing.win, nothing.push) == (0, 0)
    assert nothing.lose + ahead * 2 + sum(row.push for row in games) == rtp.PAIRS - sum(
        row.no_game for row in counted()
    )


def test_drawn_hands_are_as_often_so_as_counted() -> None:
    """A sample within six standard errors of the exact chances."""
    source, pairs = random.Random(5), 400_000 if SOAK else 8_000
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(pairs):
        cards = source.sample(DECK, 10)
        own, dealer = cards[:5], cards[5:]
        more = strength(own) - strength(dealer)
        ends = "no_game" if not qualifies(dealer) else "win" if more > 0 else "push" if more == 0 else "lose"
        found[(*paid(own), ends)] += 1
    exact = {
        (row.main, row.second, ends): Fraction(getattr(row, ends), rtp.PAIRS)
        for row in counted()
        for ends in ("win", "push", "lose", "no_game")
    }
    assert set(found) <= set(exact)
    for kind, chance in exact.items():
        error = (float(chance) * (1 - float(chance)) / pairs) ** 0.5
        assert abs(found[kind] / pairs - chance) <= 6 * error + 1 / pairs, kind


@pytest.mark.soak
def test_the_counts_again() -> None:
    assert sorted(map(str, house_counts.count())) == sorted(str(list(row)) for row in counted())


def plainly(cards: list[str], classic: bool) -> tuple[str | None, str | None]:
    """Main and second by looking at all sets of cards, ranks by ranks: no code of the product's."""
    ranks = "23456789TJQKA"
    order = list(PAYS)

    def named(chosen: tuple[str, ...]) -> tuple[int, list[int]] | None:
        held = sorted((ranks.index(card[0]) for card in chosen), reverse=True)
        counts = sorted(Counter(held).items(), key=lambda item: (-item[1], -item[0]))
        shape = [count for _, count in counts]
        runs = len(set(held)) == 5 and (held[0] - held[4] == 4 or held == [12, 3, 2, 1, 0])
        suited = len(chosen) == 5 and len({card[1] for card in chosen}) == 1
        top = [3] if runs and held == [12, 3, 2, 1, 0] else held[:1]
        if len(chosen) == 5 and runs:
            kind = "straight" if not suited else "royal_flush" if held[4] == 8 else "straight_flush"
            return -order.index(kind), top
        if suited:
            return -order.index("flush"), held
        kinds = {(4,): "four", (3, 2): "full_house", (3,): "three", (2, 2): "two_pair", (2,): "pair"}
        kind = kinds.get(tuple(shape)) or ("ace_king" if held == [12, 11] else "")
        return (-order.index(kind), [rank for rank, _ in counts]) if kind else None

    found = [
        (*value, set(chosen))
        for size in range(2, 6)
        for chosen in combinations(cards, size)
        if (value := named(chosen)) is not None
    ]
    if not found:
        return None, None
    level, values, own = max(found, key=lambda each: each[:2])
    straights = {-order.index(kind) for kind in ("royal_flush", "straight_flush", "straight")}
    others = []
    for other in found:
        same = {card[0] for card in other[2]} == {card[0] for card in own} and len(own) == 5
        barred = not classic and same and {level, other[0]} <= straights
        if other[2] - own and other[:2] <= (level, values) and not barred:
            others.append(other)
    best = max(others, key=lambda each: each[:2], default=None)
    return order[-level], None if best is None else order[-best[0]]


@pytest.mark.parametrize("size", [5, 6])
def test_combinations_against_a_plain_search(size: int) -> None:
    source = random.Random(size)
    for _ in range(60_000 if SOAK else 400):
        # Few ranks and suits, so that much is formed.
        deck = [
            card for card in DECK if card[0] in source.sample("23456789TJQKA", source.choice((4, 6, 9, 13)))
        ]
        if len(deck) < size:
            continue
        cards = source.sample(deck, size)
        for kind in ("pair", "classic"):
            assert tuple(paid(cards, kind)) == plainly(cards, kind == "classic"), cards  # type: ignore[arg-type]
        assert name_of(cards) == paid(cards).main
        assert max(
            (found.name for found in every(cards)), key=lambda name: -list(PAYS).index(name), default=None
        ) == name_of(cards)


# Of all hands of six cards: main and second, found by the plain search above and by the product.
@pytest.mark.soak
@pytest.mark.parametrize("size", [5, 6])
def test_every_hand(size: int) -> None:
    found: Counter[tuple[str | None, str | None]] = Counter()
    for number, (hand, times) in enumerate(house_counts.canonical_hands(size).items()):
        cards = [DECK[card] for card in hand]
        found[tuple(paid(cards))] += times  # type: ignore[index]
        if number % 7 == 0:
            assert tuple(paid(cards)) == plainly(cards, False), cards
    assert sum(found.values()) == comb(52, size)
    if size == 5:
        wanted = {(row.main, row.second): sum(row[2:]) // house_counts.AGAINST for row in counted()}
        assert found == wanted
    else:
        assert found == Counter({tuple(row[:2]): row[2] for row in house_counts.SIX})


@pytest.mark.parametrize(
    ("name", "params", "value"),
    [
        ("russian_poker", {"boxes": 1}, Fraction(6775999669, 8375306940)),
        ("russian_poker", {"boxes": 2}, Fraction(6775999669, 8375306940)),
        ("russian_poker", {"boxes": 3}, Fraction(770047958369, 996661525860)),
        ("russian_poker", {"boxes": 1, "ante_pays": True}, Fraction(87685311349, 90605593260)),
        ("five_card_poker", {"boxes": 1}, Fraction(8034457399, 8518474580)),
        ("five_card_poker", {"boxes": 2, "table": "public"}, Fraction(8034457399, 8518474580)),
    ],
)
def test_exact_returns(name: str, params: dict[str, Any], value: Fraction) -> None:
    game = GAMES[name]
    found = game.rtp(game.read_params(params))
    assert (found.value, found.method, found.strategy) == (value, "exact", "plain")
    with pytest.raises(RuleError, match="plain"):
        game.rtp(game.read_params(params), "bold")


@pytest.mark.parametrize(
    ("name", "params"), [("russian_poker", {"boxes": 3}), ("five_card_poker", {"boxes": 2})]
)
def test_plain_play_returns_what_is_told(name: str, params: dict[str, Any]) -> None:
    """Whole rounds by the plain strategy, within five standard errors of the exact return."""
    game, source = GAMES[name], random.Random(11)
    boxes, plays = params["boxes"], "bet" if name == "russian_poker" else "raise"
    rules, bet = game.read_params(params), game.read_bet({"antes": [10] * params["boxes"]})
    nets = []
    for nonce in range(100_000 if SOAK else 2_500):
        state = game.start(rules, bet, SeedPair(f"{source.getrandbits(256):064x}", "rtp").stream(nonce))
        while not game.finished(state):
            at = state.deciding
            if at is None:
                action = {"type": "take_ante", "box": state.ending}
            else:
                box = state.boxes[at]
                holds = getattr(box, "closed", False) or name_of(box.cards) is not None
                action = {"type": plays if holds else "fold", "box": at}
            state = game.act(state, game.read_action(action))
        result = game.result(state)
        nets.append((result.returned - result.staked) / (10 * boxes))
    mean = sum(nets) / len(nets)
    error = (sum((net - mean) ** 2 for net in nets) / len(nets) ** 2) ** 0.5
    assert abs(1 + mean - float(game.rtp(rules).value)) < 5 * error


def played(
    source: random.Random, name: str
) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], Any]:
    """Params, bet and actions of a random legal round, and its end."""
    game = GAMES[name]
    boxes = source.randint(1, 3 if name == "russian_poker" else 2)
    params: dict[str, Any] = {"boxes": boxes}
    antes = [2 * source.randint(1, 50) for _ in range(boxes)]
    rules, bet = game.read_params(params), game.read_bet({"antes": antes})
    state = game.start(rules, bet, SeedPair("0" * 64, "client").stream(source.randrange(10**9)))
    actions = []
    while not game.finished(state):
        chosen = dict(source.choice(game.legal(state)))
        if "cards" in chosen:
            chosen["cards"] = source.sample(chosen["cards"], source.randint(1, chosen["most"]))
        action = {key: chosen[key] for key in ("box", "type", "cards") if key in chosen}
        actions.append(action)
        state = game.act(state, game.read_action(action))
    return params, {"antes": antes}, actions, state


@settings(deadline=None, max_examples=2000 if SOAK else 60)
@given(st.randoms(use_true_random=False), st.sampled_from(["russian_poker", "five_card_poker"]))
def test_no_card_and_no_chip_is_made_or_lost(source: random.Random, name: str) -> None:
    params, _, actions, state = played(source, name)
    game = GAMES[name]
    given_away = [card for action in actions for card in action.get("cards", ())]
    on_table = [card for box in state.boxes for card in box.cards]
    replaced = list(getattr(state, "replaced", ()))
    dealer = [*state.dealer, *replaced]
    # Every card that left the deck is somewhere, once, and they are the first places of the deck.
    assert sorted([*on_table, *given_away, *dealer]) == sorted(state.deck[: state.place])
    result = game.result(state)
    assert result.staked == sum(box.staked for box in state.boxes)
    assert result.returned == sum(box["returned"] for box in result.outcome["boxes"])
    for box, told in zip(state.boxes, result.outcome["boxes"], strict=True):
        bet = box.staked if told["result"] == "fold" else 3 * box.ante
        least = {"lose": 0, "fold": 0, "push": 3, "no_game": 3, "win": 3}[told["result"]] * box.ante
        assert told["returned"] >= least
        assert bet >= box.ante
    if replaced:
        assert len({card[0] for card in replaced}) == 1
        assert {"A", "K"} - {card[0] for card in state.dealer}
        assert result.outcome["dealer"]["combination"] != "ace_king"
    assert params["boxes"] == len(state.boxes)


@settings(deadline=None, max_examples=500 if SOAK else 30)
@given(st.randoms(use_true_random=False), st.sampled_from(["russian_poker", "five_card_poker"]))
def test_every_random_round_verifies(source: random.Random, name: str) -> None:
    game = GAMES[name]
    params, bet, _, _ = played(source, name)
    rules, placed = game.read_params(params), game.read_bet(bet)
    nonce, pair, actions = source.randrange(10**6), SeedPair("1" * 64, "client"), []
    state = game.start(rules, placed, pair.stream(nonce))
    while not game.finished(state):
        chosen = dict(source.choice(game.legal(state)))
        if "cards" in chosen:
            chosen["cards"] = source.sample(chosen["cards"], source.randint(1, chosen["most"]))
        action = {key: chosen[key] for key in ("box", "type", "cards") if key in chosen}
        game.check_blind(rules, placed, [*map(game.read_action, [*actions, action])])
        actions.append(action)
        state = game.act(state, game.read_action(action))
    record = make_record(pair, nonce, name, params, bet, actions, round_id="r", reveal=True)
    assert verify_record(record).verdict == "verified"
