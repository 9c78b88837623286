"""Test vectors of the poker tables: hands of cards that are compared, and hands that are played.

What a case gives and expects stands in vectors/README.md (`rankings`, `tables`). A refusal is told by its
layer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairseed.derivation import hash_server_seed, parse_nonce

Case = dict[str, Any]
Refuse = Callable[[str], Exception]


def rank(given: Case, refused: Refuse) -> Case:
    """Each hand's category and best five cards, and the order of the hands; `claim`, where there is one, is
    compared with it."""
    from games.cards import DECK
    from games.cards.ranking import SHORT_DECK, STANDARD, turkish

    game, board = given["game"], given.get("board", [])
    ranking = SHORT_DECK if game == "short_deck" else STANDARD
    if game == "turkish":
        ranking = turkish(given["lowest_rank"], given.get("flush_ties", "top_card"))
    exact = game in ("omaha", "omaha5")
    best = [
        ranking.best_omaha(hole, board) if exact else ranking.best([*hole, *board]) for hole in given["hands"]
    ]
    hands = [
        {"category": one.category, "cards": sorted(one.cards, key=DECK.index, reverse=True)} for one in best
    ]
    values = sorted({one.value for one in best}, reverse=True)
    order = [[index for index, one in enumerate(best) if one.value == value] for value in values]
    if given.get("claim", {"order": order}) != {"order": order}:
        raise refused("outcome")
    return {"hands": hands, "order": order}


def play(given: Case, refused: Refuse) -> Case:
    """A hand played to its end: its outcome and settlement in the form of a record."""
    from fairseed.commitments.cards import deck_slots, permutation
    from fairseed.commitments.chains import table_client_seed
    from games import FormatError, RuleError
    from games.poker import VARIANTS, Deal, check_params, finished, fold, read_table, result, start

    variant, nonce = VARIANTS[given["game"]], parse_nonce(given["nonce"])
    try:
        params = variant.read_params(given["params"])
        table = read_table(given["table"], variant.name)
        variant.check_table(params, table)
        check_params(params)
        actions = [
            variant.read_action(action, f"actions.{index}") for index, action in enumerate(given["actions"])
        ]
        deck = variant.deck(params)
        seed_hash = hash_server_seed(given["server_seed"])
        perm, public = permutation(table_client_seed(given["client_seeds"]), seed_hash, nonce, len(deck))
        slots = deck_slots(given["server_seed"], nonce, deck)
        dealt = Deal(tuple(slots[slot] for slot in perm), public)
        hand = fold(start(variant, params, table, dealt), actions)
    except FormatError:
        raise refused("format") from None
    except RuleError:
        raise refused("rules") from None
    if not finished(hand):
        raise refused("rules")
    found = result(hand)
    return {"outcome": found.outcome, "settlement": found.settlement()}
