"""Dishonest tables: each function changes code of fairseed.service.tables in this process, as its operator could.

Whatever follows from the cheat is made to match where the operator can: receipts are signed, the close entry is of
the records as they are.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from fairseed.commitments import merkle
from fairseed.commitments.cards import HiddenDeck, card_leaf
from fairseed.commitments.entries import Deck
from fairseed.service import journal, seeds
from fairseed.service.store import schema
from fairseed.service.tables import dealt, hands, play
from games.errors import IllegalActionError
from games.poker import Hand, act, finished, result
from games.poker.actions import Call, Check

Patch = pytest.MonkeyPatch
CHEATS: dict[str, Callable[[Patch], None]] = {}


def cheat(function: Callable[[Patch], None]) -> Callable[[Patch], None]:
    CHEATS[function.__name__] = function
    return function


@cheat
def swaps_cards(patch: Patch) -> None:
    """When the links are known, the cards of the hidden deck change their slots; the promised root stays."""
    made, hidden = dealt.Dealt.__init__, dealt.hidden_deck

    def swapped(*of: Any) -> HiddenDeck:
        deck = hidden(*of)
        deck.slots = deck.slots[26:] + deck.slots[:26]
        return deck

    def deal(self: dealt.Dealt, *of: Any) -> None:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(dealt, "hidden_deck", swapped)
            made(self, *of)

    patch.setattr(dealt.Dealt, "__init__", deal)


def another_deck(deck: HiddenDeck) -> None:
    """The same cards in another order, with leaves and root of their own."""
    deck.slots = deck.slots[26:] + deck.slots[:26]
    pairs = zip(deck.slots, deck.salts, strict=True)
    leaves = [card_leaf(slot, card, salt) for slot, (card, salt) in enumerate(pairs)]
    deck._node, deck.root = merkle.nodes_of(leaves), merkle.root(leaves).hex()


@cheat
def deals_from_a_second_deck(patch: Patch) -> None:
    """When the links are known, another deck is made, and promised behind the first."""
    hidden, deal = dealt.hidden_deck, hands.deal

    def second(service: Any, row: Any) -> HiddenDeck:
        deck = hidden(service, row)
        if row["deck_root"] != deck.root:
            another_deck(deck)
        return deck

    def promised_again(table: Any) -> None:
        row = table.dealing
        deck = hidden(table.service, row)
        another_deck(deck)
        entry = Deck(server_seed_hash=row["server_seed_hash"], nonce=row["nonce"], deck_root=deck.root)
        journal.add(table.connection, entry, table.now)
        table.set_hand(deck_root=deck.root)
        deal(table)

    patch.setattr(dealt, "hidden_deck", second)
    patch.setattr(hands, "deal", promised_again)


@cheat
def promises_the_deck_behind_the_links(patch: Patch) -> None:
    """The root that is shown when links are asked for is none; the deck is promised when they are known."""
    begin, deal, add = hands.begin, hands.deal, journal.add

    def unpromised(table: Any, dealt_in: list[int]) -> None:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(journal, "add", lambda *entry: isinstance(entry[1], Deck) or add(*entry))
            begin(table, dealt_in)
        table.set_hand(deck_root=secrets.token_hex(32))

    def promised(table: Any) -> None:
        row = table.dealing
        root = dealt.hidden_deck(table.service, row).root
        entry = Deck(server_seed_hash=row["server_seed_hash"], nonce=row["nonce"], deck_root=root)
        journal.add(table.connection, entry, table.now)
        table.set_hand(deck_root=root)
        deal(table)

    patch.setattr(hands, "begin", unpromised)
    patch.setattr(hands, "deal", promised)


@cheat
def replaces_a_seed(patch: Patch) -> None:
    """The first seat's link is thrown away for a seed of the operator's choice."""
    deal = hands.deal

    def replaced(table: Any) -> None:
        given = json.loads(table.dealing["given"])
        first = min(given)
        given[first]["seed"] = secrets.token_hex(32)
        table.set_hand(given=json.dumps(given))
        deal(table)

    patch.setattr(hands, "deal", replaced)


@cheat
def replays_a_late_link(patch: Patch) -> None:
    """A link that came behind the deal is not used up: it is the seat's seed of the next hand, whose deck
    is hidden when it is known already."""
    give, begin = hands._give, hands.begin
    late: dict[int, str] = {}

    def kept(table: Any, seat: int, seed: str) -> None:
        before = table.seats[seat]["link"]
        give(table, seat, seed)
        if table.dealing["state"] != "links":
            late[seat] = seed
            table.set_seat(seat, link=before)

    def begun(table: Any, dealt_in: list[int]) -> None:
        begin(table, dealt_in)
        for seat in [seat for seat in dealt_in if seat in late]:
            give(table, seat, late.pop(seat))

    patch.setattr(hands, "_give", kept)
    patch.setattr(hands, "begin", begun)


def wins(hand: Hand, seat: int) -> bool:
    """Whether a seat gets anything if all check and call to the end: who knows this knows all cards."""
    while not finished(hand):
        for kind in (Check, Call):
            try:
                hand = act(hand, kind(seat=hand.seat or 0))
                break
            except IllegalActionError:
                continue
    return any(str(seat) in pot["winners"] for pot in result(hand).outcome["pots"])


@cheat
def tells_bots_all_cards(patch: Patch) -> None:
    """A bot folds what would lose, and raises what would win, by so little that everybody stays in play."""

    def peeks(hand: Hand, _made: Any, _policy: str) -> dict[str, Any]:
        index, seat = hand.turn or 0, hand.seat or 0
        bounds = hand.betting.raise_bounds(index)
        if not wins(hand, seat):
            return {"seat": seat, "type": "fold"}
        return {"seat": seat, "type": "raise", "to": bounds[0]} if bounds else {"seat": seat, "type": "call"}

    patch.setattr(play, "bot_action", peeks)


def before_the_close(patch: Patch, change: Callable[[Any, list[Any]], None]) -> None:
    """`change` gets the hands of a pair when it is to be closed, so that the close entry fits."""
    close = seeds.close

    def changed(service: Any, connection: Any, pair: Any) -> None:
        of = select(schema.hands).where(schema.hands.c.pair_id == pair.id).order_by(schema.hands.c.nonce)
        change(connection, list(connection.execute(of)))
        close(service, connection, connection.execute(select(schema.pairs).filter_by(id=pair.id)).one())

    patch.setattr(seeds, "close", changed)


def remove(connection: Any, hand: Any) -> None:
    for table, column in ((schema.hand_actions, "hand_id"), (schema.hands, "id")):
        connection.execute(delete(table).where(table.c[column] == hand.id))
    of = schema.pairs.c.id == hand.pair_id
    connection.execute(update(schema.pairs).where(of).values(next_nonce=schema.pairs.c.next_nonce - 1))


@cheat
def drops_the_last_hand(patch: Patch) -> None:
    """It never was: the close entry is of the hands before it."""
    before_the_close(patch, lambda connection, hands_: remove(connection, hands_[-1]))


@cheat
def drops_a_hand(patch: Patch) -> None:
    """One between others is gone; the close entry counts those that are left."""
    before_the_close(patch, lambda connection, hands_: remove(connection, hands_[1]))
