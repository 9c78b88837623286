"""Hidden decks and seats' seeds, at a table whose server is honest or is not."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.adversary.honest import Findings, verify
from tests.adversary.table import KEY
from tests.support import ROOT

TRUSTED = ("--key", str(KEY.verifier))


@dataclass
class Hand:
    folder: Path

    def read(self, name: str) -> dict[str, Any]:
        return json.loads((self.folder / f"{name}.json").read_text("utf-8"))

    def cards(self, name: str = "hand") -> Findings:
        return verify("cards", self.folder / f"{name}.json")

    def audit(self) -> Findings:
        return verify("log", "audit", self.folder / "log", *TRUSTED)

    def promised(self) -> Findings:
        """Whether the deck of the record is in the log."""
        return verify("log", "inclusion", self.folder / "deck.json", *TRUSTED)


Deals = Callable[[str], Hand]


@pytest.fixture
def deals(tmp_path: Path) -> Deals:
    """A hand dealt by a table of this kind, in a process of its own."""

    def deal(kind: str) -> Hand:
        folder = tmp_path / kind
        subprocess.run(
            [sys.executable, "-m", "tests.adversary.table", kind, str(folder)], cwd=ROOT, check=True
        )
        return Hand(folder)

    return deal


@pytest.fixture
def fair(deals: Deals) -> Hand:
    """What every check passes for."""
    hand = deals("Table")
    for name in ("hand", "revealed"):
        found = hand.cards(name)
        assert (found.code, found.statuses("cards"), found.statuses("commitment")) == (0, {"pass"}, {"pass"})
    audit = hand.audit()
    assert (audit.code, audit.rules) == (0, [])
    return hand


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["SwapsACard", "ForgesASalt"])
def test_a_card_swapped_behind_the_promise(fair: Hand, deals: Deals, kind: str) -> None:
    """Shown while the seed is still a secret: nothing proves the other card."""
    hand = deals(kind)
    found = hand.cards()
    assert (found.code, found.failed) == (1, {"cards"})
    assert "does not prove this card and salt" in found.told("cards")
    assert hand.cards("revealed").failed == {"cards"}


def test_a_card_swapped_before_the_promise(fair: Hand, deals: Deals) -> None:
    """Shown by the reveal: the seed gives another order."""
    hand = deals("SwapsBeforehand")
    assert hand.cards().code == 0
    found = hand.cards("revealed")
    assert (found.code, found.failed) == (1, {"cards"})


def test_a_duplicate_card(fair: Hand, deals: Deals) -> None:
    """Shown while the seed is still a secret, by who sees two of them. Of nine cards some are not
    among the doubled ones, or one only: then another hand is dealt."""
    for attempt in range(20):
        hand = deals("DoublesACard")
        opened = [opening["card"] for opening in hand.read("hand")["opened"]]
        assert hand.cards("revealed").failed == {"cards"}
        if opened.count("As") > 1:
            break
        (hand.folder).rename(hand.folder.with_name(f"attempt-{attempt}"))
    found = hand.cards()
    assert (found.code, found.failed) == (1, {"cards"})
    assert "As stands in the deck twice" in found.told("cards")


@pytest.mark.soak
def test_a_card_from_another_place(fair: Hand, deals: Deals) -> None:
    found = deals("DealsFromElsewhere").cards()
    assert (found.code, found.failed) == (1, {"cards"})
    assert "place 0 of the deck is slot" in found.told("cards")


def test_a_second_deck_when_the_links_were_known(fair: Hand, deals: Deals) -> None:
    """Both stand in the log; and once revealed only the first is the seed's."""
    hand = deals("AnotherDeck")
    assert hand.cards().code == 0
    assert hand.audit().rules == ["the deck of nonce 0 comes behind that of 0"]
    assert hand.cards("revealed").failed == {"cards"}


@pytest.mark.soak
def test_a_deck_promised_behind_the_close(fair: Hand, deals: Deals) -> None:
    hand = deals("DeckBehindTheClose")
    audit = hand.audit()
    assert audit.failed == {"lifecycle"}
    assert audit.rules == ["deck of a pair that is closed"]


@pytest.mark.soak
def test_a_deck_promised_behind_the_links(fair: Hand, deals: Deals) -> None:
    """A seat kept how large the log was when it was asked for its link: the deck was not in it."""
    for hand, early in ((fair, True), (deals("DeckBehindTheLinks"), False)):
        found = hand.promised()
        assert found.code == 0
        (told,) = found.documents
        assert json.loads(hand.read("deck")["entry"])["deck_root"] == hand.read("hand")["deck_root"]
        assert (told["index"] < hand.read("seat-2")["size"]) is early


def test_a_seat_s_seed_replaced(fair: Hand, deals: Deals) -> None:
    """The link is not the one behind the seat's head; and the seat sees that it is not its own."""
    assert fair.read("hand")["seeds"]["client_seeds"]["2"] == fair.read("seat-2")["link"]
    hand = deals("ReplacesALink")
    found = hand.cards()
    assert (found.code, found.failed) == (1, {"commitment"})
    assert "seat 2" in found.told("commitment")
    assert hand.read("hand")["seeds"]["client_seeds"]["2"] != hand.read("seat-2")["link"]


@pytest.mark.soak
def test_a_seat_s_whole_chain_replaced(fair: Hand, deals: Deals) -> None:
    """The record is in order by itself then: its heads are not those that were logged, nor the seat's."""
    assert heads_logged(fair) == seats_digest(fair)
    assert fair.read("hand")["seeds"]["chain_heads"]["2"] == fair.read("seat-2")["head"]
    hand = deals("ReplacesAChain")
    assert hand.cards("revealed").code == 0
    assert heads_logged(hand) != seats_digest(hand)
    assert hand.read("hand")["seeds"]["chain_heads"]["2"] != hand.read("seat-2")["head"]
    assert hand.read("hand")["seeds"]["client_seeds"]["2"] != hand.read("seat-2")["link"]


def seats_digest(hand: Hand) -> str:
    """Of the heads in the record, as the `activate` entry has it."""
    heads = hand.read("hand")["seeds"]["chain_heads"]
    return hashlib.sha256(json.dumps(heads, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def heads_logged(hand: Hand) -> str:
    """`seats_digest` of the log's only activation: an entry is a length of two bytes and its JSON."""
    (bundle,) = (hand.folder / "log" / "tile" / "entries").glob("000.p/*")
    data = bundle.read_bytes()
    while data:
        size = int.from_bytes(data[:2], "big")
        entry, data = json.loads(data[2 : 2 + size]), data[2 + size :]
        if entry["type"] == "activate":
            return str(entry["seats_digest"])
    raise AssertionError("no activation")
