"""Hidden deck, permutation, openings (docs/spec/derivation.md section 7): check values, and every way to cheat."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments import merkle
from fairseed.commitments.cards import (
    HiddenDeck,
    card_leaf,
    check_opening,
    check_openings,
    deck_root,
    deck_slots,
    permutation,
    salt,
)
from fairseed.commitments.chains import table_client_seed
from fairseed.commitments.errors import CommitmentError
from fairseed.derivation import FairseedError, SeedError, ServerSeed
from games.cards import DECK, deck

SEED = "0" * 64
HASH = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
TABLE = "941ad3ed55ed7816480e146d43e732c994232e3dd78d1a57b0ab8a124d356a05"
ROOT = "6c3cc0fed98fae68e502ceb15b3f289dd8af382b239a8ec358456ebb3b9b54c7"
HIDDEN = HiddenDeck(SEED, 0, DECK)
PERM, PUBLIC = permutation(TABLE, HASH, 0, 52)
OPENINGS = [HIDDEN.opening(place, PERM) for place in range(52)]

seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)
lowest_ranks = st.sampled_from("23456789T")


# The check values of section 8.


def test_hidden_order() -> None:
    assert deck_slots(SEED, 0, DECK)[:5] == ["Kh", "5c", "7h", "8h", "Qh"]
    assert HIDDEN.slots[:5] == ("Kh", "5c", "7h", "8h", "Qh")


def test_deck_root() -> None:
    assert ROOT == HIDDEN.root == deck_root(ServerSeed(SEED), 0, DECK)


def test_permutation_dealt_cards_and_carousel() -> None:
    assert PERM[:5] == [42, 0, 32, 18, 4]
    assert " ".join(HIDDEN.slots[PERM[i]] for i in range(10)) == "Js Kh Jc Qd Qh Ah Jh Jd 7s 9c"
    assert PUBLIC.uniform(3)[0] == 0
    assert PUBLIC.index == 51


def test_the_root_is_that_of_the_definition() -> None:
    """Section 7 as it reads, without the library's tree."""

    def tree(hashes: list[bytes]) -> bytes:
        if len(hashes) == 1:
            return hashes[0]
        half = 1
        while half * 2 < len(hashes):
            half *= 2
        return hashlib.sha256(b"\1" + tree(hashes[:half]) + tree(hashes[half:])).digest()

    leaves = [
        hashlib.sha256(b"\0" + f"{slot}:{card}:{salt(SEED, 0, slot)}".encode()).digest()
        for slot, card in enumerate(deck_slots(SEED, 0, DECK))
    ]
    assert tree(leaves).hex() == ROOT


# What is right passes.


@given(
    seeds, st.integers(0, 2**63 - 1), lowest_ranks, st.text(max_size=5).filter(lambda text: "\n" not in text)
)
def test_every_opening_of_every_deck_passes(seed: str, nonce: int, lowest: str, text: str) -> None:
    cards = deck(lowest)
    hidden = HiddenDeck(seed, nonce, cards)
    perm, _ = permutation(table_client_seed({1: text, 2: "x"}), ServerSeed(seed).hash, nonce, len(cards))
    openings = [hidden.opening(place, perm) for place in range(len(cards))]
    for opening in openings:
        check_opening(opening, hidden.root, perm)
    check_openings(openings, hidden.root, perm)
    assert sorted(perm) == list(range(len(cards)))
    assert sorted(opening["card"] for opening in openings) == sorted(cards)


def test_an_opening_may_be_repeated_and_members_of_others_are_ignored() -> None:
    check_openings([OPENINGS[3], OPENINGS[3] | {"seat": 4}], ROOT, PERM)
    check_openings([], ROOT, PERM)


@given(st.integers(0, 2**63 - 1))
def test_another_nonce_is_another_deck(nonce: int) -> None:
    other = HiddenDeck(SEED, nonce, DECK)
    assert nonce == 0 or other.root != ROOT
    assert len({*other.salts, *HIDDEN.salts}) == (104 if nonce else 52)


# What is wrong does not.


def refused(opening: object, root: str = ROOT, perm: list[int] = PERM) -> CommitmentError:
    with pytest.raises(CommitmentError) as error:
        check_opening(opening, root, perm)
    return error.value


@pytest.mark.parametrize("place", [0, 51])
def test_every_flipped_bit_is_refused(place: int) -> None:
    """Of the whole opening as text: what still is JSON is refused with a field and a rule."""
    text = json.dumps(OPENINGS[place], separators=(",", ":")).encode()
    tried = 0
    for bit in range(8 * len(text)):
        changed = bytearray(text)
        changed[bit // 8] ^= 1 << bit % 8
        try:
            opening = json.loads(changed.decode())
        except ValueError:
            continue
        tried += 1
        assert refused(opening).field.startswith("opening")
    assert tried > 1000


@given(st.integers(0, 51), st.data())
def test_a_changed_digit_of_salt_root_or_proof_is_refused(place: int, data: st.DataObject) -> None:
    opening, root = copy.deepcopy(OPENINGS[place]), ROOT
    part = data.draw(st.integers(-2, len(opening["proof"]) - 1))
    text = {-2: opening["salt"], -1: root}.get(part) or opening["proof"][part]
    at = data.draw(st.integers(0, 63))
    digit = data.draw(st.sampled_from("0123456789abcdef").filter(lambda digit: digit != text[at]))
    text = text[:at] + digit + text[at + 1 :]
    if part == -2:
        opening["salt"] = text
    elif part == -1:
        root = text
    else:
        opening["proof"][part] = text
    assert refused(opening, root).field == "opening.proof"


@given(st.integers(0, 51), st.integers(0, 51))
def test_the_card_of_another_slot_is_refused(place: int, other: int) -> None:
    forged = OPENINGS[other] | {"place": place}
    if place == other:
        check_opening(forged, ROOT, PERM)
        return
    error = refused(forged)
    assert error.field == "opening.slot"
    assert error.values == {"place": place, "slot": PERM[place]}
    # The right slot with the other's card, salt and proof proves nothing either.
    assert refused(forged | {"slot": PERM[place]}).field.startswith("opening.proof")


@given(st.integers(0, 51), st.sampled_from(DECK))
def test_another_card_is_refused(place: int, card: str) -> None:
    if card != OPENINGS[place]["card"]:
        assert refused(OPENINGS[place] | {"card": card}).field == "opening.proof"


def test_another_permutation_is_refused() -> None:
    perm, _ = permutation("1" * 64, HASH, 0, 52)
    assert refused(OPENINGS[0], perm=perm).field == "opening.slot"


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("place", True, "place"),
        ("place", 0.0, "place"),
        ("place", "0", "place"),
        ("place", -1, "place"),
        ("place", 52, "place"),
        ("place", 2**64, "place"),
        ("place", None, "place"),
        ("slot", -10, "slot"),
        ("slot", 52, "slot"),
        ("slot", False, "slot"),
        ("card", "10h", "card"),
        ("card", "kh", "card"),
        ("card", "Kh\n", "card"),
        ("card", "", "card"),
        ("card", 7, "card"),
        ("card", ["Kh"], "card"),
        ("salt", "F" * 64, "salt"),
        ("salt", "f" * 63, "salt"),
        ("salt", "f" * 64 + "\n", "salt"),
        ("salt", None, "salt"),
        ("proof", [], "proof"),
        ("proof", {}, "proof"),
        ("proof", "f" * 64, "proof"),
        ("proof", OPENINGS[0]["proof"][:-1], "proof"),
        ("proof", OPENINGS[0]["proof"] + ["f" * 64], "proof"),
        ("proof", OPENINGS[0]["proof"][::-1], "proof"),
        ("proof", [1, *OPENINGS[0]["proof"][1:]], "proof.0"),
        ("proof", ["F" * 64, *OPENINGS[0]["proof"][1:]], "proof.0"),
        ("proof", [*OPENINGS[0]["proof"][:-1], ["f" * 64]], f"proof.{len(OPENINGS[0]['proof']) - 1}"),
    ],
)  # fmt: skip
def test_a_malformed_member_is_refused_by_name(name: str, value: Any, field: str) -> None:
    error = refused(OPENINGS[0] | {name: value})
    assert error.field == f"opening.{field}"
    assert str(error)


@pytest.mark.parametrize("name", ["place", "slot", "card", "salt", "proof"])
def test_a_missing_member_is_refused_by_name(name: str) -> None:
    opening = {key: value for key, value in OPENINGS[0].items() if key != name}
    assert refused(opening).field == f"opening.{name}"


@pytest.mark.parametrize("opening", [None, [], "opening", 1, [OPENINGS[0]]])
def test_no_object_is_no_opening(opening: object) -> None:
    assert refused(opening).field == "opening"


def test_a_root_that_is_no_root_is_refused() -> None:
    for root in ("", "F" * 64, "f" * 63, None, 1):
        assert refused(OPENINGS[0], root).field == "deck_root"  # type: ignore[arg-type]
        with pytest.raises(CommitmentError):
            check_openings([], root, PERM)  # type: ignore[arg-type]


def test_a_card_that_the_stripped_deck_lacks_is_refused() -> None:
    hidden = HiddenDeck(SEED, 0, ("2c", *deck("6")[1:]))
    perm = list(range(36))
    place = hidden.slots.index("2c")
    assert refused(hidden.opening(place, perm), hidden.root, perm).field == "opening.card"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)),
       st.sampled_from(["place", "slot", "card", "salt", "proof"]))  # fmt: skip
def test_any_json_is_refused_without_leaking_an_error(value: Any, name: str) -> None:
    for openings in (value, [value], [OPENINGS[0] | {name: value}]):
        if openings in ([], [OPENINGS[0]]):
            continue
        with pytest.raises(CommitmentError):
            check_openings(openings, ROOT, PERM)


# The alarm: two slots with one card, one slot with two.


def dishonest(slots: list[str]) -> tuple[str, list[dict[str, Any]]]:
    """A server that hides these cards, and what it opens: every proof is right."""
    salts = [salt(SEED, 0, slot) for slot in range(len(slots))]
    leaves = [card_leaf(slot, card, salts[slot]) for slot, card in enumerate(slots)]
    openings = [
        {"place": place, "slot": slot, "card": slots[slot], "salt": salts[slot],
         "proof": [sibling.hex() for sibling in merkle.inclusion_proof(leaves, slot)]}
        for place, slot in enumerate(PERM)
    ]  # fmt: skip
    return merkle.root(leaves).hex(), openings


@given(st.integers(0, 51), st.integers(0, 51))
def test_a_duplicate_card_raises_the_alarm(first: int, second: int) -> None:
    slots = list(HIDDEN.slots)
    slots[second] = slots[first]
    root, openings = dishonest(slots)
    for opening in openings:
        check_opening(opening, root, PERM)
    if first == second:
        check_openings(openings, root, PERM)
        return
    with pytest.raises(CommitmentError, match="stands in the deck twice") as error:
        check_openings(openings, root, PERM)
    found = max(PERM.index(first), PERM.index(second))
    assert error.value.field == f"opened.{found}.card"
    assert error.value.values["card"] == slots[first]
    # Opened without its double it can't be seen: that only the revealed seed shows.
    check_openings([one for one in openings if one["slot"] != first], root, PERM)


def test_one_slot_with_two_cards_raises_the_alarm() -> None:
    other = "2c" if OPENINGS[0]["card"] != "2c" else "3c"
    with pytest.raises(CommitmentError, match="was opened as Js before") as error:
        check_openings([OPENINGS[1], OPENINGS[0], OPENINGS[0] | {"card": other}], ROOT, PERM)
    assert error.value.field == "opened.2.card"


def test_a_forged_opening_raises_no_alarm_about_the_deck() -> None:
    """Whoever forges an opening can't make the server look as if it had a duplicate."""
    forged = OPENINGS[1] | {"card": OPENINGS[0]["card"]}
    with pytest.raises(CommitmentError) as error:
        check_openings([OPENINGS[0], forged], ROOT, PERM)
    assert error.value.field == "opened.1.proof"


# Inputs and secrets.


def test_seeds_and_nonces_are_checked() -> None:
    for call in (
        lambda: deck_slots("F" * 64, 0, DECK),
        lambda: salt(SEED, -1, 0),
        lambda: salt(SEED, True, 0),
        lambda: HiddenDeck(SEED, 2**63, DECK),
        lambda: permutation(TABLE.upper(), HASH, 0, 52),
        lambda: permutation(TABLE, HASH[:-1], 0, 52),
        lambda: permutation(TABLE, HASH, -1, 52),
    ):
        with pytest.raises(SeedError):
            call()
    for place, perm in ((-1, PERM), (52, PERM), (0, PERM[:-1])):
        with pytest.raises(CommitmentError):
            HIDDEN.opening(place, perm)


def test_a_hidden_deck_shows_nothing() -> None:
    for text in (repr(HIDDEN), str(HIDDEN), f"{HIDDEN}"):
        assert text == f"HiddenDeck(root='{ROOT}')"
    for taken in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(FairseedError):
            taken(HIDDEN)
