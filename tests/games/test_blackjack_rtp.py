"""The exact return of blackjack against published figures, brute force and play by the rules."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from games import blackjack_rtp as rtp
from games.blackjack import BLACKJACK, Action, Bet, Double, Hit, Params, Split, Stand
from games.cards import SHOE
from games.errors import RuleError
from tests.support import shared

# The rules once more, card by card in the order of the shoe, without anything of the enumeration but its
# strategy table: what a player at a table would do.


def best(hand: list[int]) -> int:
    points = sum(hand)
    return points + 10 if 1 in hand and points <= 11 else points


def letter(table: dict[int, str], row: int, up: int) -> str:
    return table[row]["23456789TA".index("0A23456789T"[up])]


@dataclass
class Round:
    """What happened: net result in half stakes, and the moves in order."""

    net: int
    moves: list[str]


def play_hand(hand: list[int], up: int, shoe: Iterator[int], moves: list[str]) -> int:
    """Plays one hand to its end; its stake."""
    while best(hand) < 21:
        soft = 1 in hand and sum(hand) <= 11
        choice = letter(rtp.SOFT if soft else rtp.HARD, best(hand), up)
        if choice in "Dd" and len(hand) == 2:
            moves.append("double")
            hand.append(next(shoe))
            return 2
        if choice in "Sd":
            moves.append("stand")
            return 1
        moves.append("hit")
        hand.append(next(shoe))
    return 1


def play_round(shoe: Iterator[int]) -> Round:
    first, up, second, hole = (next(shoe) for _ in range(4))
    moves: list[str] = []
    mine, theirs = {first, second} == {1, 10}, {up, hole} == {1, 10}
    if mine or theirs:
        return Round(3 * (mine and not theirs) - 2 * (theirs and not mine), moves)
    hands = [[first, second]]
    stakes = []
    if first == second and letter(rtp.PAIRS, first, up) == "Y":
        moves.append("split")
        hands = [[first, next(shoe)], [second, next(shoe)]]
    for hand in hands:
        split_aces = len(hands) == 2 and first == 1
        stakes.append(1 if split_aces else play_hand(hand, up, shoe, moves))
    dealer = [up, hole]
    if any(best(hand) <= 21 for hand in hands):
        while best(dealer) < 17:
            dealer.append(next(shoe))
    net = 0
    for hand, stake in zip(hands, stakes, strict=True):
        if best(hand) > 21 or best(hand) < best(dealer) <= 21:
            net -= 2 * stake
        elif best(dealer) > 21 or best(hand) > best(dealer):
            net += 2 * stake
    return Round(net, moves)


def orderings(cards: Counter[int]) -> Iterator[list[int]]:
    """Every distinct order of a multiset of cards; all are equally likely."""
    if not cards:
        yield []
        return
    for rank in list(cards):
        for rest in orderings(cards - Counter([rank])):
            yield [rank, *rest]


@pytest.mark.parametrize(
    ("shoe", "seen"),
    [
        # Split eights that hit, stand and meet soft hands and dealer naturals.
        ({8: 4, 10: 4, 5: 2, 1: 1}, {"split", "hit", "stand", "double"}),
        # Split twos, doubled with a nine after the split.
        ({2: 4, 9: 4, 10: 3}, {"split", "double"}),
        # Split aces, one card each, 21 after a split.
        ({1: 4, 10: 3, 6: 4}, {"split"}),
        # Many ranks.
        ({7: 3, 3: 2, 4: 1, 10: 3, 1: 1}, {"split", "hit", "stand", "double"}),
    ],
)
def test_the_formula_equals_every_ordering_of_a_tiny_shoe(shoe: dict[int, int], seen: set[str]) -> None:
    """Split hands too: both are really played, one after the other, and the dealer draws last."""
    net: Counter[int] = Counter()
    orders: Counter[int] = Counter()
    moves: set[str] = set()
    split = 0
    for order in orderings(Counter(shoe)):
        played = play_round(iter(order))
        net[order[1]] += played.net
        orders[order[1]] += 1
        moves.update(played.moves)
        split += "split" in played.moves
    assert seen <= moves
    assert split > 100
    counts = [shoe.get(rank, 0) for rank in range(11)]
    for up in shoe:
        assert rtp.expected_net(counts, up) == Fraction(net[up], 2 * orders[up]), up


class Stacked:
    """A source of randomness whose shuffle is a shoe already in order."""

    def __init__(self, shoe: list[str]) -> None:
        self.shoe = shoe

    def shuffle(self, items: Any) -> Any:
        return self.shoe, self


def rank(card: str) -> int:
    return "0A23456789T".find(card[0]) if card[0] not in "JQK" else 10


def test_the_moves_and_results_are_those_of_the_game() -> None:
    """The same shoes through games.blackjack: the moves are legal there, and pay what they pay here."""
    actions: dict[str, Action] = {"hit": Hit(), "stand": Stand(), "double": Double(), "split": Split()}
    source = random.Random(6)
    seen: Counter[str] = Counter()
    for _ in range(600):
        shoe = source.sample(SHOE, len(SHOE))
        played = play_round(map(rank, shoe))
        state = BLACKJACK.start(Params(), Bet(stake=2), Stacked(shoe))  # type: ignore[arg-type]
        for name in played.moves:
            state = BLACKJACK.act(state, actions[name])
        assert BLACKJACK.finished(state)
        result = BLACKJACK.result(state)
        assert result.returned - result.staked == played.net, shoe[:16]
        seen.update(played.moves)
    assert min(seen[name] for name in actions) > 5


def test_a_long_series_agrees_with_the_exact_return() -> None:
    source = random.Random(20260)
    shoe = [rank(card) for card in SHOE]

    def shuffled() -> Iterator[int]:
        for place in range(len(shoe)):
            other = source.randrange(place, len(shoe))
            shoe[place], shoe[other] = shoe[other], shoe[place]
            yield shoe[place]

    nets = Counter(play_round(shuffled()).net for _ in range(200_000))
    rounds = nets.total()
    mean = sum(net * n for net, n in nets.items()) / 2 / rounds
    variance = sum((net / 2 - mean) ** 2 * n for net, n in nets.items()) / rounds
    error = math.sqrt(variance / rounds)
    assert error < 0.003
    assert abs(1 + mean - float(rtp.main_game())) < 4 * error


def test_the_main_game_has_this_exact_return() -> None:
    assert rtp.main_game() == Fraction(
        2807315086536182400681504227161846878410578, 2820286588398362505996709376335747886107875
    )
    assert Fraction("0.99540") < rtp.main_game() < Fraction("0.99541")


def test_the_table_answers_every_hand_and_up_card() -> None:
    assert sorted(rtp.HARD) == list(range(4, 21))
    assert sorted(rtp.SOFT) == list(range(12, 21))
    assert sorted(rtp.PAIRS) == list(range(1, 11))
    for table, letters in ((rtp.HARD, "HSDd"), (rtp.SOFT, "HSDd"), (rtp.PAIRS, "YN")):
        for row in table.values():
            assert len(row) == 10
            assert set(row) <= set(letters)


def test_a_strategy_that_is_not_stated_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        rtp.main_game("card counting")
    assert refused.value.field == "strategy"


def test_the_dealers_totals_are_the_published_ones() -> None:
    published = json.loads(shared("data/reference/blackjack_dealer_s17.json").read_text())
    names = {rtp.BUST: "bust", rtp.NATURAL: "natural"}
    overall: Counter[str] = Counter()
    for up in rtp.RANKS:
        totals = {
            names.get(key, str(key)): chance for key, chance in rtp.dealer_totals(rtp.SIX_DECKS, up).items()
        }
        assert sum(totals.values()) == 1
        expected = published["by_upcard"][str(up)]
        assert {name for name, chance in totals.items() if chance} == {n for n, c in expected.items() if c}
        for name, chance in totals.items():
            assert float(chance) == pytest.approx(expected.get(name, 0), abs=1e-12)
            overall[name] += Fraction(rtp.SIX_DECKS[up], 312) * chance  # type: ignore[assignment]
    assert overall == {
        name: Fraction(value["fraction"]) for name, value in published["unconditional"].items()
    }


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_the_side_bets_return_the_published_fractions(decks: int) -> None:
    published = json.loads(shared("data/reference/blackjack_sidebets.json").read_text())[f"{decks}_decks"]
    assert rtp.side_bets(decks) == {name: Fraction(published[name]["rtp"]["fraction"]) for name in published}


def test_the_side_bets_of_six_decks() -> None:
    assert rtp.side_bets() == {
        "perfect_pairs": Fraction(292, 311),
        "twenty_one_plus_three": Fraction(597707, 626665),
    }
