"""No view shows what its seat may not see, in any state of random hands: every card in it is one that the
seat was given, and it is the same to the byte when all other cards are changed."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from games.poker import VARIANTS, Deal, Hand, action_dict, finished, fold, start
from games.poker.actions import Action, Draw, Peek, Swap
from games.poker.views import view
from tests.poker.hands import deal_of, play

HANDS = 500 if os.environ.get("FAIRSEED_SOAK") else 40
CARD = re.compile(rb"[2-9TJQKA][cdhs]")


def text_of(hand: Hand, actions: Sequence[Action], viewer: int | None) -> bytes:
    return json.dumps(view(hand, actions, viewer), sort_keys=True).encode()


def is_showdown(hand: Hand) -> bool:
    """Hands are shown: several are left, and the pot is won."""
    opened = hand.drawing is None or hand.drawing.opened_by is not None or bool(hand.drawing.drawn)
    return finished(hand) and len(hand.betting.live()) > 1 and opened


def seen_places(states: Sequence[Hand], actions: Sequence[Action], viewer: int | None) -> set[int]:
    """The places of the deck whose cards this viewer was given up to the last of these states."""
    hand = states[-1]
    places = set(hand.board)
    for index, seat in enumerate(hand.seats):
        if seat == viewer:
            # Every card that it ever held.
            places |= {place for state in states for place in state.holes[index] if place is not None}
        elif is_showdown(hand) and index in hand.betting.live():
            places |= {place for place in hand.holes[index] if place is not None}
    for before, action in zip(states, actions, strict=False):
        if isinstance(action, Peek) and action.seat == viewer:
            places.add(before.next_place)
    return places


@pytest.mark.parametrize("game", VARIANTS)
def test_every_card_in_a_view_was_given_to_its_seat(game: str) -> None:
    for number in range(HANDS):
        record, states = play(game, random.Random(f"views {game} {number}"))
        actions = [states[0].variant.read_action(action) for action in record["actions"]]
        hidden, _, deal = deal_of(game, record["params"], record["seeds"])
        secrets = [record["seeds"]["server_seed"], *record["seeds"]["client_seeds"].values(), *hidden.salts]
        for count, hand in enumerate(states):
            for viewer in (None, *range(1, 10)):
                text = text_of(hand, actions[:count], viewer)
                cards = {card.decode() for card in CARD.findall(text)}
                places = seen_places(states[: count + 1], actions[:count], viewer)
                assert cards == {deal.cards[place] for place in places}, (number, count, viewer)
                assert not any(secret.encode() in text for secret in secrets)


def renamed(action: Action, names: dict[str, str]) -> dict[str, Any]:
    raw = action_dict(action)
    if isinstance(action, Swap):
        raw["card"] = names.get(raw["card"], raw["card"])
    if isinstance(action, Draw):
        raw["discard"] = [names.get(card, card) for card in raw["discard"]]
    return raw


@pytest.mark.parametrize("game", VARIANTS)
def test_a_view_is_the_same_whatever_the_other_cards_are(game: str) -> None:
    changed = 0
    for number in range(HANDS):
        pick = random.Random(f"others {game} {number}")
        record, states = play(game, pick)
        first = states[0]
        actions = [first.variant.read_action(action) for action in record["actions"]]
        for viewer in (None, *first.seats):
            for count in {len(actions), pick.randint(0, len(actions))}:
                kept = seen_places(states[: count + 1], actions[:count], viewer)
                opener = states[count].drawing and states[count].drawing.opened_by
                if opener is not None:  # its cards must still be such as may open
                    kept |= set(first.holes[opener])
                places = [place for place in range(len(first.deal.cards)) if place not in kept]
                others = pick.sample(places, len(places))
                cards = list(first.deal.cards)
                for place, other in zip(places, others, strict=True):
                    cards[place] = first.deal.cards[other]
                names = {first.deal.cards[place]: cards[place] for place in places}
                told = [first.variant.read_action(renamed(action, names)) for action in actions[:count]]
                deal = Deal(tuple(cards), first.deal.public)
                again = fold(start(first.variant, first.params, first.table, deal), told)
                assert text_of(again, told, viewer) == text_of(states[count], actions[:count], viewer)
                changed += tuple(cards) != first.deal.cards
    assert changed > HANDS
