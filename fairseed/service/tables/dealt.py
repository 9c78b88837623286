"""A hand as the engine knows it: never stored, always the fold of its actions over its deck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fairseed.commitments.cards import HiddenDeck, Opening, permutation
from fairseed.commitments.chains import table_client_seed
from fairseed.derivation import ServerSeed
from fairseed.service.core import Service
from fairseed.service.tables.held import Made, Row
from games.poker import VARIANTS, Deal, Hand, act, fold, read_table, shown_seats, start
from games.poker.actions import Action


def seed_of(service: Service | None, row: Row) -> ServerSeed:
    """The server seed of a hand's pair; `service` is not needed where it is revealed."""
    if row["server_seed"] is not None:
        return ServerSeed(row["server_seed"])
    if service is None:
        raise ValueError("the seed is not revealed")
    return service.keys.open(row["pair_id"], row["server_seed_hash"], row["key_version"], row["sealed"])


def client_seeds(row: Row) -> dict[str, str]:
    """The seats' seeds that count, by seat."""
    given = json.loads(row["given"])
    return {seat: each["seed"] for seat, each in given.items() if not each["late"]}


def hidden_deck(service: Service | None, row: Row) -> HiddenDeck:
    """The deck that was promised before any seat gave its link."""
    variant = VARIANTS[row["game"]]
    deck = variant.deck(variant.read_params(json.loads(row["params"])))
    return HiddenDeck(seed_of(service, row), row["nonce"], deck)


class Dealt:
    """A hand that was dealt: its state after the actions made, its hidden deck and permutation."""

    def __init__(self, service: Service | None, row: Row, made: Sequence[Made]) -> None:
        self.id = row["id"]
        self.variant = VARIANTS[row["game"]]
        self.hidden = hidden_deck(service, row)
        seed = table_client_seed(client_seeds(row))
        self.perm, public = permutation(seed, row["server_seed_hash"], row["nonce"], len(self.hidden.slots))
        deal = Deal(tuple(self.hidden.slots[slot] for slot in self.perm), public)
        params = self.variant.read_params(json.loads(row["params"]))
        table = read_table(json.loads(row["placed"]), row["game"])
        self.actions: list[Action] = [self.variant.read_action(action) for action, _ in made]
        self.hand: Hand = fold(start(self.variant, params, table, deal), self.actions)

    def play(self, action: Action) -> None:
        """GameError where it is not legal now."""
        self.hand = act(self.hand, action)
        self.actions.append(action)

    def opened(self, viewer: int | None) -> list[Opening]:
        """Openings of all cards that a seat may see now, None: that everybody may."""
        hand = self.hand
        places = list(hand.board)
        for index, seat in enumerate(hand.seats):
            if seat == viewer or seat in shown_seats(hand):
                places += [place for place in hand.holes[index] if place is not None]
        if hand.powers is not None and viewer is not None:
            places += [place for index, place in hand.powers.peeked if hand.seats[index] == viewer]
        return [self.hidden.opening(place, self.perm) for place in sorted(set(places))]


def players_of(row: Row) -> dict[int, Any]:
    """By seat who played this hand: `{"sitting", "player", "policy", "stack", "link", "destellos"}`."""
    return {int(seat): each for seat, each in json.loads(row["asked"]).items()}


def seat_in(row: Row, player: str | None) -> int | None:
    """The seat that a player had in this hand, dealt in or not."""
    if player is None:
        return None
    return next((seat for seat, each in players_of(row).items() if each["player"] == player), None)
