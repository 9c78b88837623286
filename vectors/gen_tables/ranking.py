"""Hands compared by docs/rules/poker.md, T-13 to T-41 and T-173 to T-186, a second time."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

from stream import DECK

RANKS, CONSTANTS = "23456789TJQKA", json.loads(Path(__file__).with_name("constants.json").read_text())


def lowest(game: str, params: dict) -> str:
    return params["lowest_rank"] if game == "turkish" else "6" if game == "short_deck" else "2"


def value(cards: tuple, game: str, params: dict) -> tuple:
    """((place of the category, ranks, suit that decides), category) of five cards; the greater one wins."""
    turkish, base = game == "turkish", RANKS.index(lowest(game, params))
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    name = CONSTANTS["shapes"]["".join(str(count) for count, _ in groups)]
    deciding, flush = [rank for _, rank in groups], len({card[1] for card in cards}) == 1
    low = ranks == [12, base + 3, base + 2, base + 1, base]
    if low or (name == "high_card" and ranks[0] - ranks[4] == 4):
        name, deciding = "straight_flush" if flush else "straight", ranks[1:2] if low else ranks[:1]
        if ranks[0] == 12 and (turkish or (flush and not low)):
            name = f"low_{name}" if low else "royal_flush" if flush else "high_straight"
    elif flush:
        name, deciding = "flush", ranks[:1] if turkish and params.get("flush_ties") != "all_ranks" else ranks
    top = deciding[{"two_pair": 2, "pair": 1}.get(name, 0)]
    suit = max("cdsh".index(card[1]) for card in cards if RANKS[top] == card[0]) if turkish else 0
    return (CONSTANTS["orders"].get(game, CONSTANTS["orders"]["standard"]).index(name), *deciding, suit), name


def fives(game: str, hole: list, board: list) -> list:
    """All five cards that the rules allow; for Omaha two of the hand and three of the board."""
    if game not in ("omaha", "omaha5"):
        return list(combinations([*hole, *board], 5))
    return [pair + three for pair in combinations(hole, 2) for three in combinations(board, 3)]


def best(game: str, params: dict, hole: list, board: list) -> tuple:
    return max(value(cards, game, params) for cards in fives(game, hole, board))


def rankings(given: dict) -> dict:
    """Category and best five cards of each hand, and the hands from the highest down, equal ones together."""
    game, hands, values = given["game"], [], []
    for hole in given["hands"]:
        found = sorted((value(five, game, given), five) for five in fives(game, hole, given.get("board", [])))
        assert [one for one, _ in found].count(found[-1][0]) == 1, ("more than one best five", given)
        values.append(found[-1][0])
        hands.append({"category": values[-1][1], "cards": sorted(found[-1][1], key=DECK.index, reverse=True)})
    order = [[i for i, each in enumerate(values) if each == one] for one in sorted(set(values), reverse=True)]
    return {"hands": hands, "order": order}
