"""The exact theoretical return of blackjack (docs/rules/blackjack.md), by enumeration without replacement.

Main game. The player follows one stated *total-dependent* strategy: a move depends on the hand's total (hard
or soft), on whether it is still two cards (may double), on whether it is an unsplit pair (may split) and on
the dealer's up card; on nothing else that has been dealt. Cards are ranks 1 (ace) to 10 (10 J Q K).

For every up card the program lists every set of cards P with which a hand of the player can end, every set D
of cards the dealer can draw on the up card (the hole card first), and in how many orders each comes about
under the rules. A given order of the cards of P and D together has the chance

    (product over ranks of the falling factorials of the cards left) / (falling factorial of the shoe left),

whatever places of the shoe they lie in, because a shuffled shoe is exchangeable. So the return is a finite
sum of fractions: nothing is sampled, bounded or rounded. The peek is joint with the player's cards: sets D
with which the dealer has a natural are taken out and settled with the first stake alone.

Split hands are exact too. A split hand's value depends on its own cards, the up card, the hole card and
the dealer's draws; never on the other hand. The other hand does take cards from the shoe in between, but it
stops by a rule that looks at its own cards and the up card only. Write `l` for a complete run of cards of the
other hand, `y` for a run of this hand and the dealer. By exchangeability P(l, then y) = P(y, then l); and
for every fixed y the runs l cover each continuation of the shoe exactly once, so the sum over l of
P(y, then l) is P(y). This hand therefore has the same law as if the other hand drew nothing, and by linearity

    E[split] = 2 · E[one hand played from the pair's card, with the other pair card and the up card gone].

The argument needs a shoe long enough to finish every hand, which six decks are.

Side bets. Every combination of cards of the six decks is classified as the game classifies it.

All figures are gross returns per chip of the first stake (main game) or of the side bet. 3:2 is taken
exactly: an odd stake loses the half chip that `floor(3 · stake / 2)` cuts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, perm, prod
from typing import Final

from games.base import no_strategy
from games.blackjack_side_bets import PAYS, perfect_pairs, twenty_one_plus_three
from games.cards import DECK

STRATEGIES: Final[dict[str, str]] = {
    "total-dependent": "basic strategy by own total and dealer's up card, splits and doubles included",
}

# One letter an up card. H hit, S stand, D double or else hit, d double or else stand; Y split, N don't.
UP_CARDS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
HARD: Final[dict[int, str]] = {  # 2 3 4 5 6 7 8 9 T A
    **dict.fromkeys(range(4, 9), "HHHHHHHHHH"),
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    **dict.fromkeys(range(13, 17), "SSSSSHHHHH"),
    **dict.fromkeys(range(17, 21), "SSSSSSSSSS"),
}
SOFT: Final[dict[int, str]] = {  # 2 3 4 5 6 7 8 9 T A
    12: "HHHHHHHHHH",
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
    19: "SSSSSSSSSS",
    20: "SSSSSSSSSS",
}
PAIRS: Final[dict[int, str]] = {  # 2 3 4 5 6 7 8 9 T A
    2: "YYYYYYNNNN",
    3: "YYYYYYNNNN",
    4: "NNNYYNNNNN",
    5: "NNNNNNNNNN",
    6: "YYYYYNNNNN",
    7: "YYYYYYNNNN",
    8: "YYYYYYYYYY",
    9: "YYYYYNYYNN",
    10: "NNNNNNNNNN",
    1: "YYYYYYYYYY",
}

Cards = tuple[int, ...]  # ranks in ascending order: a set of cards with repeats
Shoe = Sequence[int]  # cards left of rank 0 (none), 1 … 10

RANKS: Final = range(1, 11)
SIX_DECKS: Final[Shoe] = (0, *[24] * 9, 96)
BUST: Final = 0
NATURAL: Final = 22


def total(cards: Iterable[int]) -> tuple[int, bool]:
    """The best total and whether it is soft; a bust hand is (BUST, False)."""
    points, ace = 0, False
    for rank in cards:
        points += rank
        ace = ace or rank == 1
    if ace and points <= 11:
        return points + 10, True
    return (points, False) if points <= 21 else (BUST, False)


def move(cards: Cards, up: int) -> str:
    """H, S or D for a hand that isn't split now; 21 and a bust hand stand by themselves."""
    points, soft = total(cards)
    if points in (BUST, 21):
        return "S"
    letter = (SOFT if soft else HARD)[points][UP_CARDS.index(up)]
    if letter in "Dd":
        return "D" if len(cards) == 2 else "HS"["Dd".index(letter)]
    return letter


def splits(cards: Cards, up: int) -> bool:
    return cards[0] == cards[1] and PAIRS[cards[0]][UP_CARDS.index(up)] == "Y"


def add(cards: Cards, rank: int) -> Cards:
    return tuple(sorted((*cards, rank)))


def play(hands: Mapping[Cards, int], decide: Callable[[Cards], str]) -> Counter[Cards]:
    """Weighted hands played to their ends: cards → weight, summed over the orders of drawing.

    `decide` answers H, S or D; a doubled hand draws one card and counts twice.
    """
    ended: Counter[Cards] = Counter()
    layer = Counter(hands)
    while layer:
        deeper: Counter[Cards] = Counter()
        for cards, weight in layer.items():
            choice = decide(cards)
            if choice == "S":
                ended[cards] += weight
                continue
            for rank in RANKS:
                if choice == "D":
                    ended[add(cards, rank)] += 2 * weight
                else:
                    deeper[add(cards, rank)] += weight
        layer = deeper
    return ended


def player_endings(up: int) -> Counter[tuple[Cards, int]]:
    """(cards taken from the shoe, total) → stakes times orders, when the dealer has no natural.

    Both hands of a split are counted by one hand's endings with weight two; the other pair card is
    among the cards taken.
    """
    endings: Counter[tuple[Cards, int]] = Counter()
    unsplit: Counter[Cards] = Counter()
    for first, second in product(RANKS, RANKS):
        cards = add((first,), second)
        if cards == (1, 10):
            endings[cards, NATURAL] += 1
        elif splits(cards, up):
            for hand, weight in split_endings(first, up).items():
                endings[add(hand, first), total(hand)[0]] += weight
        else:
            unsplit[cards] += 1
    for hand, weight in play(unsplit, lambda cards: move(cards, up)).items():
        endings[hand, total(hand)[0]] += weight
    return endings


def split_endings(pair: int, up: int) -> Counter[Cards]:
    """Both hands of a split, as one hand's endings with weight two; split aces take one card each."""
    start = Counter({add((pair,), rank): 2 for rank in RANKS})
    return start if pair == 1 else play(start, lambda cards: move(cards, up))


class Dealer:
    """The sets of cards a dealer can draw on an up card, naturals apart, as a tree of shared prefixes."""

    def __init__(self, up: int) -> None:
        self.natural_hole = {1: 10, 10: 1}.get(up)
        self._steps: list[tuple[int, int, int]] = []  # parent node, rank drawn, how many of it before
        nodes: dict[Cards, int] = {(): 0}
        # Draws → node, times orders, by final total and number of draws.
        self._ends: dict[int, dict[int, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
        holes: dict[Cards, int] = {(hole,): 1 for hole in RANKS if hole != self.natural_hole}

        def decide(drawn: Cards) -> str:
            points, _ = total((up, *drawn))
            return "S" if points == BUST or points >= 17 else "H"

        for drawn, orders in play(holes, decide).items():
            for size in range(1, len(drawn) + 1):
                if drawn[:size] not in nodes:
                    nodes[drawn[:size]] = len(nodes)
                    rank = drawn[size - 1]
                    self._steps.append((nodes[drawn[: size - 1]], rank, drawn[: size - 1].count(rank)))
            self._ends[total((up, *drawn))[0]][len(drawn)].append((nodes[drawn], orders))

    def ways(self, left: Shoe) -> dict[int, dict[int, int]]:
        """final total → number of draws → ordered ways to draw so from the cards left."""
        ways = [1]
        for parent, rank, before in self._steps:
            ways.append(ways[parent] * (left[rank] - before))
        return {
            points: {size: sum(orders * ways[node] for node, orders in ends) for size, ends in sizes.items()}
            for points, sizes in self._ends.items()
        }


def without(shoe: Shoe, cards: Iterable[int]) -> list[int]:
    left = list(shoe)
    for rank in cards:
        left[rank] -= 1
    return left


def dealer_totals(shoe: Shoe, up: int) -> dict[int, Fraction]:
    """Chances of the dealer's final totals (BUST, 17 … 21, NATURAL) on an up card, no other card seen."""
    dealer, left = Dealer(up), without(shoe, [up])
    cards = sum(left)
    chances = {
        points: sum((Fraction(n, perm(cards, size)) for size, n in sizes.items() if n), Fraction())
        for points, sizes in dealer.ways(left).items()
    }
    if dealer.natural_hole is not None:
        chances[NATURAL] = Fraction(left[dealer.natural_hole], cards)
    return chances


def expected_net(shoe: Shoe, up: int) -> Fraction:
    """E[return - staked] in first stakes, given the up card, from a shoe that still holds that card."""
    dealer, left = Dealer(up), without(shoe, [up])
    cards = sum(left)
    halves: Counter[int] = Counter()  # cards drawn → ordered ways times net result, in half stakes
    for (taken, points), weight in player_endings(up).items():
        after = without(left, taken)
        if min(after) < 0:
            continue
        weight *= prod(perm(left[rank], taken.count(rank)) for rank in set(taken))
        if points in (BUST, NATURAL):  # settled whatever the dealer would draw, given that he peeked in vain
            holes = sum(after) - (after[dealer.natural_hole] if dealer.natural_hole else 0)
            halves[len(taken) + 1] += weight * holes * (3 if points == NATURAL else -2)
            continue
        for theirs, sizes in dealer.ways(after).items():
            if theirs != points:
                won = 2 if points > theirs else -2
                for size, ways in sizes.items():
                    halves[len(taken) + size] += won * weight * ways
    net = sum((Fraction(n, 2 * perm(cards, size)) for size, n in halves.items() if n), Fraction())
    if dealer.natural_hole is None:
        return net
    return net - lost_to_natural(left, dealer.natural_hole)


def lost_to_natural(left: Shoe, hole: int) -> Fraction:
    """P(the dealer has a natural, the player has none); that loses the first stake alone."""
    cards = sum(left)
    after = without(left, [hole])
    return Fraction(left[hole], cards) * (1 - Fraction(2 * after[1] * after[10], perm(cards - 1, 2)))


@cache
def main_game(strategy: str = "total-dependent") -> Fraction:
    """1 + E[net] / first stake: the gross return per chip of the first stake, extra stakes counted net.

    `games.errors.RuleError` for a strategy that is not in STRATEGIES.
    """
    no_strategy(strategy, *STRATEGIES)
    cards = sum(SIX_DECKS)
    return 1 + sum((Fraction(SIX_DECKS[up], cards) * expected_net(SIX_DECKS, up) for up in RANKS), Fraction())


@cache
def _side_bets(decks: int) -> dict[str, Fraction]:
    bets: dict[str, tuple[int, Callable[..., str | None]]] = {
        "perfect_pairs": (2, perfect_pairs),
        "twenty_one_plus_three": (3, twenty_one_plus_three),
    }
    returns = {}
    for name, (size, classify) in bets.items():
        won = 0
        for cards in combinations_with_replacement(DECK, size):
            if (result := classify(*cards)) is not None:
                copies = prod(comb(decks, number) for number in Counter(cards).values())
                won += copies * (PAYS[name][result] + 1)
        returns[name] = Fraction(won, comb(len(DECK) * decks, size))
    return returns


def side_bets(decks: int = 6) -> dict[str, Fraction]:
    """Gross return per chip of each side bet, over every combination of the first cards."""
    return dict(_side_bets(decks))
