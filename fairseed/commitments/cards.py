"""Hidden deck, public permutation, openings (docs/spec/derivation.md section 7).

The server hides an order of the deck behind `deck_root` before any seat's seed is known; the seats'
seeds then give everybody the permutation: place i of the dealt deck is slot perm[i]. An opening
shows one card, and proves that it was fixed and that nobody chose who gets it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from typing import Any, Final, NoReturn, TypeGuard

from fairseed.commitments import merkle
from fairseed.commitments.errors import CommitmentError
from fairseed.derivation import MAX_NONCE, SeedError, ServerSeed, Stream
from games.cards import DECK

Opening = dict[str, Any]
_Members = tuple[int, int, str, str, list[str]]  # place, slot, card, salt, proof

_HEX64: Final = re.compile(r"[0-9a-f]{64}")


def hidden_stream(server_seed: ServerSeed | str, nonce: int) -> Stream:
    """The stream that the hidden order is drawn from."""
    return Stream.of_label(_seed(server_seed).key(), b"deck:%d" % _nonce(nonce))


def public_stream(table_client_seed: str, server_seed_hash: str, nonce: int) -> Stream:
    """The stream that everybody can compute: permutation, then carousel or reshuffled discards."""
    for name, text in (("table_client_seed", table_client_seed), ("server_seed_hash", server_seed_hash)):
        if not _is_hex64(text):
            raise SeedError(name, "must be 64 lowercase hexadecimal characters")
    label = b"%s:%d" % (server_seed_hash.encode("ascii"), _nonce(nonce))
    return Stream.of_label(table_client_seed.encode("ascii"), label)


def deck_slots(server_seed: ServerSeed | str, nonce: int, deck: Sequence[str]) -> list[str]:
    """The hidden order: slot j holds card `deck_slots(…)[j]`. A secret until the seed is revealed."""
    return hidden_stream(server_seed, nonce).shuffle(deck)[0]


def salt(server_seed: ServerSeed | str, nonce: int, slot: int) -> str:
    """The salt of a slot, 64 lowercase hex characters: without it nobody can try out the 52 cards."""
    return hmac.digest(_seed(server_seed).key(), b"salt:%d:%d" % (_nonce(nonce), slot), "sha256").hex()


def card_leaf(slot: int, card: str, salt: str) -> bytes:
    """The leaf hash of a slot; leaf data is `slot ":" card ":" salt`."""
    return merkle.leaf_hash(f"{slot}:{card}:{salt}".encode())


def deck_root(server_seed: ServerSeed | str, nonce: int, deck: Sequence[str]) -> str:
    """What is published before any seat's seed is known: the Merkle root over the slots, lowercase hex."""
    return HiddenDeck(server_seed, nonce, deck).root


class HiddenDeck:
    """The deck of one hand as its server knows it. `slots` and `salts` are secret: no text form
    shows them, and it is never pickled or copied."""

    __slots__ = ("_node", "root", "salts", "slots")

    def __init__(self, server_seed: ServerSeed | str, nonce: int, deck: Sequence[str]) -> None:
        seed = _seed(server_seed)
        self.slots = tuple(deck_slots(seed, nonce, deck))
        self.salts = tuple(salt(seed, nonce, slot) for slot in range(len(self.slots)))
        parts = zip(range(len(self.slots)), self.slots, self.salts, strict=True)
        self._node = merkle.nodes_of([card_leaf(*part) for part in parts])
        self.root = merkle.range_hash(self._node, 0, len(self.slots)).hex()

    def opening(self, place: int, perm: Sequence[int]) -> Opening:
        """`{place, slot, card, salt, proof}` of a place of the dealt deck, for those entitled to see it."""
        if not 0 <= place < len(self.slots) == len(perm):
            raise CommitmentError(
                "place", "must be from {least} to {most}", least=0, most=len(self.slots) - 1
            )
        slot = perm[place]
        return {
            "place": place,
            "slot": slot,
            "card": self.slots[slot],
            "salt": self.salts[slot],
            "proof": [hash_.hex() for hash_ in merkle.prove_inclusion(self._node, slot, len(self.slots))],
        }

    def __repr__(self) -> str:
        return f"HiddenDeck(root={self.root!r})"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CommitmentError("deck", "a secret is never pickled or copied")


def permutation(
    table_client_seed: str, server_seed_hash: str, nonce: int, size: int
) -> tuple[list[int], Stream]:
    """The public permutation of `size` places, and the public stream behind it."""
    return public_stream(table_client_seed, server_seed_hash, nonce).shuffle(range(size))


def check_opening(opening: object, deck_root: str, perm: Sequence[int], where: str = "opening") -> None:
    """Raises CommitmentError, whose field is below `where`, unless the opening has its form, stands
    where the permutation puts it and proves its card against `deck_root`.

    The deck is that of perm's size; members that are not an opening's are ignored.
    """
    _check_proof(_members(opening, perm, where), _root(deck_root), perm, where)


def check_openings(openings: object, deck_root: str, perm: Sequence[int], where: str = "opened") -> None:
    """Checks the openings of one deck, each by itself and all against one another: the alarm that one
    card stands in two slots needs no revealed seed. An opening may be repeated."""
    root = _root(deck_root)
    if not isinstance(openings, list):
        raise CommitmentError(where, "must be a list")
    cards: dict[int, str] = {}
    slots: dict[str, int] = {}
    for index, opening in enumerate(openings):
        here = f"{where}.{index}"
        members = _members(opening, perm, here)
        _, slot, card, _, _ = members
        if cards.get(slot, card) != card:
            raise CommitmentError(
                f"{here}.card", "slot {slot} was opened as {card} before", slot=slot, card=cards[slot]
            )
        _check_proof(members, root, perm, here)
        # Only now, so that the alarm is raised by proven openings alone.
        if slots.setdefault(card, slot) != slot:
            raise CommitmentError(
                f"{here}.card",
                "{card} stands in the deck twice: slot {slot} was opened as it too",
                card=card,
                slot=slots[card],
            )
        cards[slot] = card


def _check_proof(members: _Members, root: bytes, perm: Sequence[int], where: str) -> None:
    place, slot, card, salt, proof = members
    if perm[place] != slot:
        raise CommitmentError(
            f"{where}.slot",
            "place {place} of the deck is slot {slot} by the permutation",
            place=place,
            slot=perm[place],
        )
    siblings = [bytes.fromhex(sibling) for sibling in proof]
    if not merkle.verify_inclusion(card_leaf(slot, card, salt), slot, len(perm), siblings, root):
        raise CommitmentError(f"{where}.proof", "does not prove this card and salt against deck_root")


def _root(deck_root: object) -> bytes:
    if not _is_hex64(deck_root):
        raise CommitmentError("deck_root", "must be 64 lowercase hexadecimal characters")
    return bytes.fromhex(deck_root)


def _members(opening: object, perm: Sequence[int], where: str) -> _Members:
    """The members of an opening, each of the right type and in its range."""
    if not isinstance(opening, dict):
        raise CommitmentError(where, "must be an object")
    for name in ("place", "slot", "card", "salt", "proof"):
        if name not in opening:
            raise CommitmentError(f"{where}.{name}", "this field is required")
    last = len(perm) - 1
    for name in ("place", "slot"):
        if type(opening[name]) is not int or not 0 <= opening[name] <= last:
            raise CommitmentError(
                f"{where}.{name}", "must be an integer from {least} to {most}", least=0, most=last
            )
    if opening["card"] not in DECK[-len(perm) :]:
        raise CommitmentError(f"{where}.card", "is no card of this deck")
    if not _is_hex64(opening["salt"]):
        raise CommitmentError(f"{where}.salt", "must be 64 lowercase hexadecimal characters")
    proof = opening["proof"]
    count = len(merkle.inclusion_ranges(opening["slot"], len(perm)))
    if not isinstance(proof, list) or len(proof) != count:
        raise CommitmentError(f"{where}.proof", "must be a list of {count} hashes", count=count)
    for index, sibling in enumerate(proof):
        if not _is_hex64(sibling):
            raise CommitmentError(f"{where}.proof.{index}", "must be 64 lowercase hexadecimal characters")
    return opening["place"], opening["slot"], opening["card"], opening["salt"], proof


def _is_hex64(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _HEX64.fullmatch(value) is not None


def _seed(server_seed: ServerSeed | str) -> ServerSeed:
    return server_seed if isinstance(server_seed, ServerSeed) else ServerSeed(server_seed)


def _nonce(nonce: int) -> int:
    if type(nonce) is not int or not 0 <= nonce <= MAX_NONCE:
        raise SeedError("nonce", "must be an integer from 0 to 2^63-1")
    return nonce
