"""Check `cards`, before and after the reveal, and the chain links of check `commitment`."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments import merkle
from fairseed.commitments.cards import HiddenDeck, card_leaf, permutation, salt
from fairseed.commitments.chains import SeatChain, table_client_seed
from fairseed.derivation import ServerSeed
from fairseed.verification.cards import check_cards, check_chain_links
from games.cards import DECK, deck
from games.poker import VARIANTS

SEED = "0" * 64
HASH = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
ROOT = "6c3cc0fed98fae68e502ceb15b3f289dd8af382b239a8ec358456ebb3b9b54c7"
SEATS = {"1": "alpha", "4": "b:c", "6": "игрок"}
LOWEST = {"short_deck": "6", "turkish": "7"}


def record(
    game: str = "holdem", opened: tuple[int, ...] = (0, 3, 6, 7, 8), slots: list[str] | None = None
) -> Any:
    """An unrevealed hand of the check values; `slots` is what a dishonest server hides instead."""
    cards = deck(LOWEST.get(game, "2"))
    hidden = HiddenDeck(SEED, 0, cards)
    slots = slots or list(hidden.slots)
    leaves = [card_leaf(slot, card, salt(SEED, 0, slot)) for slot, card in enumerate(slots)]
    perm, _ = permutation(table_client_seed(SEATS), HASH, 0, len(cards))
    openings = [hidden.opening(place, perm) for place in opened]
    for opening in openings:
        proof = merkle.inclusion_proof(leaves, opening["slot"])
        opening |= {"card": slots[opening["slot"]], "proof": [sibling.hex() for sibling in proof]}
    return {
        "type": "fairseed/round/v1", "round_id": "r-1", "game": game,
        "params": {"lowest_rank": LOWEST["turkish"]} if game == "turkish" else {},
        "seeds": {"scheme": "fairseed-v1", "server_seed_hash": HASH, "client_seeds": dict(SEATS), "nonce": 0},
        "deck_root": merkle.root(leaves).hex(), "opened": openings,
    }  # fmt: skip


def revealed(value: Any) -> Any:
    return value | {"seeds": value["seeds"] | {"server_seed": SEED}}


def test_the_hand_of_the_check_values() -> None:
    hand = record()
    assert hand["deck_root"] == ROOT
    assert [one["card"] for one in hand["opened"]] == ["Js", "Qd", "Jh", "Jd", "7s"]
    assert check_cards(hand).status == "pass"
    check = check_cards(revealed(hand))
    assert (check.check, check.status, check.expected, check.actual) == ("cards", "pass", ROOT, ROOT)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_with_its_deck(game: str) -> None:
    size = len(deck(LOWEST.get(game, "2")))
    assert size == {"short_deck": 36, "turkish": 32}.get(game, 52)
    hand = record(game, tuple(range(size)))
    assert check_cards(hand).status == check_cards(revealed(hand)).status == "pass"
    assert check_cards(hand).values["count"] == size
    other = "omaha" if game in LOWEST else "short_deck"
    assert check_cards(hand | {"game": other}).status == "fail"


@pytest.mark.parametrize(
    "game", ["dice", "blackjack", "russian_poker", "tavern_dice", "raw", "chess", None, [], {}]
)
def test_a_game_without_a_hidden_deck_is_skipped(game: Any) -> None:
    assert check_cards({"game": game}).status == "skip"
    assert check_cards({}).status == "skip"


def test_nothing_opened_is_no_silent_pass() -> None:
    hand = record(opened=())
    assert check_cards(hand).status == "skip"
    del hand["opened"]
    assert check_cards(hand).status == "skip"
    assert check_cards(revealed(hand)).status == "pass"


def test_a_hand_void_before_its_deal_needs_no_seats() -> None:
    hand = record(opened=()) | {"void": {"reason": "fewer than two links"}}
    del hand["seeds"]["client_seeds"]
    assert check_cards(hand).status == "skip"
    assert check_cards(revealed(hand)).status == "pass"


# Cheats.


def test_a_duplicate_card_needs_no_seed() -> None:
    slots = list(HiddenDeck(SEED, 0, DECK).slots)
    perm, _ = permutation(table_client_seed(SEATS), HASH, 0, 52)
    slots[perm[8]] = slots[perm[0]]
    check = check_cards(record(slots=slots))
    assert check.status == "fail"
    assert check.text == "opened.4.card: Js stands in the deck twice: slot 42 was opened as it too"
    # One of the two alone shows nothing until the seed is out.
    hand = record(opened=(0, 3), slots=slots)
    assert check_cards(hand).status == "pass"
    check = check_cards(revealed(hand))
    assert (check.status, check.expected, check.actual) == ("fail", ROOT, hand["deck_root"])


def test_a_card_swapped_in_the_hidden_deck_is_named_once_the_seed_is_out() -> None:
    slots = list(HiddenDeck(SEED, 0, DECK).slots)
    perm, _ = permutation(table_client_seed(SEATS), HASH, 0, 52)
    slots[perm[0]], slots[perm[51]] = slots[perm[51]], slots[perm[0]]
    hand = record(slots=slots)
    assert check_cards(hand).status == "pass"
    check = check_cards(revealed(hand))
    assert (check.status, check.expected, check.actual) == ("fail", ROOT, hand["deck_root"])
    assert check.text == "deck_root is not that of the revealed seed's deck: in slot 42 the seed has Js"


def test_another_salt_than_the_seeds_is_named() -> None:
    hand = record(opened=(0,))
    slots = HiddenDeck(SEED, 0, DECK).slots
    other = salt(SEED, 1, 42)
    leaves = [
        card_leaf(slot, card, other if slot == 42 else salt(SEED, 0, slot)) for slot, card in enumerate(slots)
    ]
    hand["opened"][0] |= {"salt": other, "proof": [one.hex() for one in merkle.inclusion_proof(leaves, 42)]}
    hand["deck_root"] = merkle.root(leaves).hex()
    assert check_cards(hand).status == "pass"
    assert check_cards(revealed(hand)).text.endswith("in slot 42 the seed has Js")


@pytest.mark.parametrize("seat", ["1", "4", "6"])
def test_a_seats_seed_replaced_moves_the_cards(seat: str) -> None:
    hand = record()
    hand["seeds"]["client_seeds"][seat] += "x"
    check = check_cards(hand)
    assert (check.status, check.values["field"]) == ("fail", "opened.0.slot")


def test_another_hash_or_nonce_moves_the_cards() -> None:
    for change in ({"server_seed_hash": ServerSeed("1" * 64).hash}, {"nonce": 1}):
        hand = record()
        hand["seeds"] |= change
        assert check_cards(hand).status == "fail"


def test_another_seed_revealed_does_not_fit() -> None:
    hand = record()
    hand["seeds"]["server_seed"] = "1" * 64
    assert check_cards(hand).status == "fail"


# Malformed records: a fail with field and rule, never an error.


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("seeds",), None, "seeds"),
        (("seeds", "nonce"), None, "seeds.nonce"),
        (("seeds", "nonce"), True, "seeds.nonce"),
        (("seeds", "nonce"), -1, "seeds.nonce"),
        (("seeds", "nonce"), 2**53, "seeds.nonce"),
        (("seeds", "server_seed_hash"), HASH.upper(), "seeds.server_seed_hash"),
        (("seeds", "server_seed_hash"), None, "seeds.server_seed_hash"),
        (("seeds", "server_seed"), "0" * 63, "seeds.server_seed"),
        (("seeds", "server_seed"), None, "seeds.server_seed"),
        (("seeds", "client_seeds"), {}, "seeds.client_seeds"),
        (("seeds", "client_seeds"), [], "seeds.client_seeds"),
        (("seeds", "client_seeds", "4"), 7, "seeds.client_seeds.4"),
        (("seeds", "client_seeds", "4"), "a\n6:b", "seeds.client_seeds.4"),
        (("seeds", "client_seeds", "4"), "\ud800", "seeds.client_seeds.4"),
        (("seeds", "client_seeds", "04"), "a", "seeds.client_seeds.04"),
        (("deck_root",), None, "deck_root"),
        (("deck_root",), ROOT.upper(), "deck_root"),
        (("opened",), {}, "opened"),
        (("opened",), None, "opened"),
        (("opened",), "Js", "opened"),
        (("opened", 1), [], "opened.1"),
        (("opened", 1, "place"), 52, "opened.1.place"),
        (("opened", 1, "slot"), 1.0, "opened.1.slot"),
        (("opened", 1, "card"), "1h", "opened.1.card"),
        (("opened", 1, "salt"), 7, "opened.1.salt"),
        (("opened", 1, "proof"), [], "opened.1.proof"),
        (("opened", 1, "proof", 2), "x", "opened.1.proof.2"),
    ],
)  # fmt: skip
def test_a_malformed_record_fails_by_name(path: tuple[Any, ...], value: Any, field: str) -> None:
    hand = record()
    target = hand
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    check = check_cards(hand)
    assert (check.check, check.status, check.values["field"]) == ("cards", "fail", field)
    assert check.text.startswith(f"{field}: ")


@pytest.mark.parametrize(
    "name", ["seeds", "deck_root", "seeds.nonce", "seeds.server_seed_hash", "seeds.client_seeds"]
)
def test_a_missing_member_fails_by_name(name: str) -> None:
    hand = record()
    *inner, last = name.split(".")
    del (hand[inner[0]] if inner else hand)[last]
    assert check_cards(hand).text == f"{name}: this field is required"


@pytest.mark.parametrize("lowest", [None, 7, "", "T", "1", "23", "23456789"])
def test_a_turkish_deck_needs_its_lowest_rank(lowest: Any) -> None:
    hand = record("turkish") | {"params": {"lowest_rank": lowest}}
    assert check_cards(hand).values["field"] == "params.lowest_rank"
    assert check_cards(hand | {"params": {}}).values["field"] == "params.lowest_rank"
    assert check_cards(hand | {"params": []}).values["field"] == "params"


@pytest.mark.parametrize("value", [None, [], "x", 7])
def test_what_is_no_record_fails(value: Any) -> None:
    assert check_cards(value).status == "fail"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)
PATHS = ["game", "params", "seeds", "deck_root", "opened", "seeds.nonce", "seeds.client_seeds", "seeds.server_seed",
         "seeds.server_seed_hash", "opened.0", "opened.0.proof", "opened.0.card", "opened.0.slot"]  # fmt: skip


@given(st.sampled_from(PATHS), JSON)
def test_no_value_anywhere_raises(path: str, value: Any) -> None:
    hand = record(opened=(0,))
    target = hand
    *inner, last = path.split(".")
    for step in inner:
        target = target[int(step) if step.isdigit() else step]
    target[int(last) if last.isdigit() else last] = value
    check = check_cards(hand)
    assert check.text
    assert json.dumps(check.to_json())
    check_chain_links(hand["seeds"])
    check_chain_links(value)


# Chain links.


def chained() -> Any:
    chains = {seat: SeatChain(digit * 64, 20) for seat, digit in (("1", "a"), ("3", "b"), ("10", "c"))}
    return {
        "client_seeds": {seat: chain.link(7) for seat, chain in chains.items()},
        "chain_heads": {seat: chain.link(6) for seat, chain in chains.items()},
    }


def test_links_of_every_seat() -> None:
    check = check_chain_links(chained())
    assert check
    assert (check.check, check.status) == ("commitment", "pass")
    assert check_chain_links({"client_seeds": SEATS}) is None


@pytest.mark.parametrize("seat", ["1", "3", "10"])
def test_a_wrong_link_names_the_seat(seat: str) -> None:
    seeds = chained()
    seeds["client_seeds"][seat] = SeatChain("d" * 64, 20).link(7)
    check = check_chain_links(seeds)
    assert check
    assert (check.status, check.values) == ("fail", {"seat": seat})
    assert (check.expected, check.actual) == (SeatChain("d" * 64, 20).link(6), seeds["chain_heads"][seat])
    seeds = chained()
    seeds["chain_heads"][seat] = seeds["client_seeds"][seat]
    check = check_chain_links(seeds)
    assert check
    assert check.status == "fail"


@pytest.mark.parametrize("part", ["client_seeds", "chain_heads"])
def test_links_and_heads_name_the_same_seats(part: str) -> None:
    seeds = chained()
    del seeds[part]["3"]
    check = check_chain_links(seeds)
    assert check
    assert check.text == f"seeds.{part}.3: this field is required"


@pytest.mark.parametrize("value", ["A" * 64, "a" * 63, "a" * 64 + "\n", "", None, 7, [], {}])
def test_what_is_no_link_fails_by_name(value: Any) -> None:
    for part in ("client_seeds", "chain_heads"):
        seeds = copy.deepcopy(chained())
        seeds[part]["3"] = value
        check = check_chain_links(seeds)
        assert check
        assert check.status == "fail"
        assert check.values == ({"seat": "3"} if part == "chain_heads" else {"field": "seeds.client_seeds.3"})
    for part in ("client_seeds", "chain_heads"):
        check = check_chain_links(chained() | {part: value})
        assert check
        assert check.status == "fail"
    check = check_chain_links({"client_seeds": {}, "chain_heads": {}})
    assert check
    assert check.text == "seeds.client_seeds: must hold the seed of at least one seat"
