"""`table.py CHEAT FOLDER`: one hand of hold'em dealt by the server of a table, honest or not.

What seats 1 and 2 and the public are given: `hand.json`, the record before the reveal; `revealed.json`;
`log/`, the published log; `seat-2.json`, what seat 2 keeps: its head, its link, and the size of the log
when it was asked for the link; `deck.json`, the deck's entry with its proof.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fairseed.commitments import LogProof, SignedCheckpoint, SigningKey, merkle
from fairseed.commitments.cards import Opening, card_leaf, deck_slots, permutation, salt
from fairseed.commitments.chains import SeatChain, table_client_seed
from fairseed.commitments.entries import Activate, Close, Commit, Deck, Entry, Reveal, close_root
from fairseed.derivation import ServerSeed
from fairseed.records import digest, record_digest
from games.cards import DECK
from tests.verifier_cli.logs import Log

TABLE = "table-1"
OPENED = range(9)  # two cards a seat, five on the board
KEY = SigningKey("tables.example", bytes(range(32)))


class Table:
    """An honest table: each step of a hand is a method, which a cheat overrides."""

    def __init__(self) -> None:
        self.seed = ServerSeed.generate()
        self.log = Log(key=KEY)
        self.chains = {seat: SeatChain.generate(4) for seat in ("1", "2")}
        self.heads = {seat: chain.head for seat, chain in self.chains.items()}
        self.links = {seat: chain.link(1) for seat, chain in self.chains.items()}
        self.salts = [salt(self.seed, 0, slot) for slot in range(52)]
        self.slots = self.hidden()

    def add(self, *entries: Entry) -> None:
        self.log.add([entry.encode() for entry in entries])

    # The steps.

    def hidden(self) -> list[str]:
        """The hidden order."""
        return deck_slots(self.seed, 0, DECK)

    def leaves(self, slots: Sequence[str]) -> list[bytes]:
        return [card_leaf(slot, card, self.salts[slot]) for slot, card in enumerate(slots)]

    def deck(self) -> Deck:
        root = merkle.root(self.leaves(self.slots)).hex()
        return Deck(server_seed_hash=self.seed.hash, nonce=0, deck_root=root)

    def promise(self) -> None:
        self.add(
            Commit(server_seed_hash=self.seed.hash),
            Activate(
                server_seed_hash=self.seed.hash,
                commit_index=0,
                table_id=TABLE,
                seats_digest=digest(self.heads),
            ),
        )

    def hide(self) -> None:
        """Before the links are asked for."""
        self.add(self.deck())

    def linked(self) -> None:
        """When the links are known."""

    def opening(self, place: int, perm: Sequence[int]) -> Opening:
        slot = perm[place]
        proof = merkle.inclusion_proof(self.leaves(self.slots), slot)
        return {
            "place": place,
            "slot": slot,
            "card": self.slots[slot],
            "salt": self.salts[slot],
            "proof": [sibling.hex() for sibling in proof],
        }

    def close(self, record: dict[str, Any]) -> None:
        root = close_root([record_digest(record)])
        self.add(
            Close(server_seed_hash=self.seed.hash, rounds=1, root=root),
            Reveal(server_seed_hash=self.seed.hash, server_seed=self.seed.expose()),
        )

    def hand(self, folder: Path) -> None:
        self.promise()
        self.hide()
        asked = len(self.log.entries)
        given = dict(self.links)
        self.linked()
        table = table_client_seed(self.links)
        perm, _ = permutation(table, self.seed.hash, 0, 52)
        seeds = {
            "scheme": "fairseed-v1",
            "server_seed_hash": self.seed.hash,
            "client_seeds": self.links,
            "chain_heads": self.heads,
            "nonce": 0,
        }
        record: dict[str, Any] = {
            "type": "fairseed/round/v1",
            "round_id": "hand-1",
            "game": "holdem",
            "params": {},
            "seeds": seeds,
            "deck_root": self.deck().deck_root,
            "opened": [self.opening(place, perm) for place in OPENED],
            "actions": [],
        }
        self.close(record)
        folder.mkdir(parents=True)
        self.log.write(folder / "log")
        mine = {"head": self.chains["2"].head, "link": given["2"], "size": asked}
        revealed = record | {"seeds": seeds | {"server_seed": self.seed.expose()}}
        documents = {"hand": record, "revealed": revealed, "seat-2": mine, "deck": self.proof()}
        for name, value in documents.items():
            (folder / f"{name}.json").write_text(json.dumps(value), "utf-8")

    def proof(self) -> dict[str, str]:
        """The entry of the deck that was dealt, and that it is in the log."""
        entry = self.deck().encode()
        index = self.log.entries.index(entry)
        signed = SignedCheckpoint.parse(self.log.checkpoint())
        found = LogProof(index, tuple(self.log.tree.prove_inclusion(index)), signed)
        return {"entry": entry.decode(), "tlog_proof": found.text()}


def exchanged(cards: Sequence[str], one: int, other: int) -> list[str]:
    found = list(cards)
    found[one], found[other] = found[other], found[one]
    return found


class SwapsACard(Table):
    """Behind its promise it exchanges the first card of seat 1 for that on the last place."""

    def opening(self, place: int, perm: Sequence[int]) -> Opening:
        shown = super().opening(place, perm)
        return shown if place else shown | {"card": self.slots[perm[51]]}


class SwapsBeforehand(Table):
    """The promised order is not the seed's: two slots are exchanged."""

    def hidden(self) -> list[str]:
        return exchanged(super().hidden(), 0, 1)


class DoublesACard(Table):
    """An ace stands in many slots, so that every seat may get one."""

    def hidden(self) -> list[str]:
        return ["As" if slot % 3 == 0 else card for slot, card in enumerate(super().hidden())]


class ForgesASalt(Table):
    """Another card, with a salt made up for it."""

    def opening(self, place: int, perm: Sequence[int]) -> Opening:
        shown = super().opening(place, perm)
        return shown if place else shown | {"card": self.slots[perm[51]], "salt": "0" * 64}


class DealsFromElsewhere(Table):
    """A card of the deck, rightly proven, that the permutation puts on another place."""

    def opening(self, place: int, perm: Sequence[int]) -> Opening:
        return super().opening(place, exchanged(perm, 0, 51))


class AnotherDeck(Table):
    """When the links are known, another deck is made, and promised behind the first."""

    def linked(self) -> None:
        self.slots = exchanged(self.slots, 0, 1)
        self.add(self.deck())


class DeckBehindTheLinks(Table):
    """The deck is made and promised only when the links are known."""

    def hide(self) -> None:
        pass

    def linked(self) -> None:
        self.add(self.deck())


class DeckBehindTheClose(Table):
    """The deck is promised when the hand is over."""

    def hide(self) -> None:
        pass

    def close(self, record: dict[str, Any]) -> None:
        super().close(record)
        self.add(self.deck())


class ReplacesALink(Table):
    """Seat 2 gets a seed of the server's choice."""

    def linked(self) -> None:
        self.links["2"] = SeatChain.generate(4).link(1)


class ReplacesAChain(Table):
    """Seat 2 gets a whole chain of the server's, its head too."""

    def linked(self) -> None:
        chain = SeatChain.generate(4)
        self.links["2"], self.heads["2"] = chain.link(1), chain.head


TABLES: dict[str, Callable[[], Table]] = {
    kind.__name__: kind
    for kind in (
        Table,
        SwapsACard,
        SwapsBeforehand,
        DoublesACard,
        ForgesASalt,
        DealsFromElsewhere,
        AnotherDeck,
        DeckBehindTheLinks,
        DeckBehindTheClose,
        ReplacesALink,
        ReplacesAChain,
    )
}

if __name__ == "__main__":
    TABLES[sys.argv[1]]().hand(Path(sys.argv[2]))
