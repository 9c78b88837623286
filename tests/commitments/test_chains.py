"""Seat chains and the table's client seed (docs/spec/derivation.md section 6)."""

from __future__ import annotations

import copy
import hashlib
import pickle
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments.chains import SeatChain, check_link, previous, table_client_seed
from fairseed.commitments.errors import CommitmentError
from fairseed.derivation import FairseedError, SeedError

LINK = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
BEFORE = "3d91b58504a6cc3a159005ee7b16c7ae503ca6ac2a6a3c893837083c236b864a"
SECRET = "5" * 64


# The check values of section 8.


def test_link_before() -> None:
    assert previous(LINK) == BEFORE
    check_link(LINK, BEFORE)


def test_table_client_seed() -> None:
    expected = "941ad3ed55ed7816480e146d43e732c994232e3dd78d1a57b0ab8a124d356a05"
    assert table_client_seed({1: "alpha", 4: "b:c", 6: "игрок"}) == expected
    assert table_client_seed({"6": "игрок", "4": "b:c", "1": "alpha"}) == expected


# Chains.


@given(st.integers(1, 600), st.data())
def test_every_link_is_the_hash_of_the_next(length: int, data: st.DataObject) -> None:
    chain = SeatChain(SECRET, length)
    plain = [SECRET]
    for _ in range(length):
        plain.append(hashlib.sha256(plain[-1].encode()).hexdigest())
    plain.reverse()
    assert chain.head == chain.link(0) == plain[0]
    index = data.draw(st.integers(0, length))
    assert chain.link(index) == plain[index]
    if index:
        check_link(chain.link(index), chain.link(index - 1))
    assert chain.link(length) == chain.expose() == SECRET


def test_the_default_chain_has_ten_thousand_links_in_little_memory() -> None:
    tracemalloc.start()
    chain = SeatChain.generate()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 50_000
    assert chain.length == 10_000
    link = chain.link(10_000)
    for _ in range(10_000):
        link = previous(link)
    assert link == chain.head


def test_two_chains_have_different_secrets() -> None:
    assert SeatChain.generate(3).head != SeatChain.generate(3).head


@pytest.mark.parametrize("index", [-1, 4, True, "1", 1.0, None])
def test_there_is_no_link_outside(index: Any) -> None:
    with pytest.raises(CommitmentError) as error:
        SeatChain(SECRET, 3).link(index)
    assert error.value.field == "link"


@pytest.mark.parametrize(("secret", "length"), [("5" * 63, 3), ("A" * 64, 3), (b"5" * 64, 3), (None, 3),
                                                (SECRET, 0), (SECRET, -1), (SECRET, True), (SECRET, "3")])  # fmt: skip
def test_no_chain_of_that(secret: Any, length: Any) -> None:
    with pytest.raises(CommitmentError) as error:
        SeatChain(secret, length)
    assert not secret or str(secret) not in str(error.value)


def test_a_chain_shows_its_head_only() -> None:
    chain = SeatChain(SECRET, 3)
    for text in (repr(chain), str(chain), f"{chain}"):
        assert text == f"SeatChain(head='{chain.head}', length=3)"
    for taken in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(FairseedError):
            taken(chain)


@given(st.integers(0, 63), st.sampled_from("0123456789abcdef"))
def test_a_changed_link_is_refused(at: int, digit: str) -> None:
    changed = LINK[:at] + digit + LINK[at + 1 :]
    if changed != LINK:
        with pytest.raises(CommitmentError) as error:
            check_link(changed, BEFORE)
        assert error.value.field == "link"


@pytest.mark.parametrize("link", [LINK.upper(), LINK[:-1], LINK + "\n", "", None, 7, LINK.encode()])
def test_what_is_no_link_is_refused(link: Any) -> None:
    for call in (previous, lambda link: check_link(link, BEFORE)):
        with pytest.raises(CommitmentError):
            call(link)


def test_a_link_skipped_or_repeated_is_refused() -> None:
    chain = SeatChain(SECRET, 5)
    for link in (chain.link(1), chain.link(3)):
        with pytest.raises(CommitmentError, match="does not hash to the link before it"):
            check_link(link, chain.link(1))


# The table's seed.


@given(st.dictionaries(st.integers(0, 10**6), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n")),
                       min_size=1, max_size=12))  # fmt: skip
def test_seats_ascend_as_numbers(seeds: dict[int, str]) -> None:
    lines = "\n".join(f"{seat}:{seeds[seat]}" for seat in sorted(seeds))
    expected = hashlib.sha256(lines.encode()).hexdigest()
    assert table_client_seed(seeds) == expected
    assert table_client_seed({str(seat): seed for seat, seed in reversed(seeds.items())}) == expected


@pytest.mark.parametrize(
    ("seeds", "field"),
    [
        ({}, "client_seeds"),
        ({"1": "a\n2:b"}, "client_seeds.1"),
        ({"1": "\n"}, "client_seeds.1"),
        ({"1": "\ud800"}, "client_seeds.1"),
        ({"1": 7}, "client_seeds.1"),
        ({"1": None}, "client_seeds.1"),
        ({"01": "a"}, "client_seeds.01"),
        ({"+1": "a"}, "client_seeds.+1"),
        ({"-1": "a"}, "client_seeds.-1"),
        ({"": "a"}, "client_seeds."),
        ({"1\n": "a"}, "client_seeds.1\n"),
        ({"١": "a"}, "client_seeds.١"),
        ({"9" * 17: "a"}, "client_seeds." + "9" * 17),
        ({-1: "a"}, "client_seeds.-1"),
        ({True: "a"}, "client_seeds.True"),
        ({1: "a", "1": "b"}, "client_seeds.1"),
    ],
)
def test_seeds_that_are_no_table_are_refused(seeds: Any, field: str) -> None:
    with pytest.raises(SeedError) as error:
        table_client_seed(seeds)
    assert error.value.field == field
