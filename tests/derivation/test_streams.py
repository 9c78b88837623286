"""Streams and primitives: exactness, immutability, one implementation against another."""

import hashlib
import hmac
import itertools
from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.derivation import SeedError, SeedPair, Stream, stream

SEED = "0" * 64
client_seeds = st.text(st.characters(exclude_categories=["Cs"]), max_size=70)


def plain_words(client_seed: str, nonce: int, count: int) -> list[int]:
    """docs/spec/derivation.md section 2, written as it reads."""
    words: list[int] = []
    cursor = 0
    while len(words) < count:
        message = f"{client_seed}:{nonce}:{cursor}".encode()
        block = hmac.new(SEED.encode(), message, hashlib.sha256).digest()
        words += [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
        cursor += 1
    return words[:count]


def plain_uniform(words: "itertools.chain[int]", n: int) -> int:
    if n == 1:
        return 0
    while True:
        product = next(words) * n
        if product % 2**32 >= 2**32 % n:
            return product // 2**32


@given(client_seeds, st.integers(0, 2**63 - 1), st.integers(0, 40))
def test_words_are_the_blocks_of_hmac(client_seed: str, nonce: int, count: int) -> None:
    pair = SeedPair(SEED, client_seed)
    assert pair.stream(nonce).words(count)[0] == plain_words(client_seed, nonce, count)
    assert pair.block(nonce, 3) == pair.stream(nonce).block(3)
    assert pair.stream(nonce).bytes(37)[0] == b"".join(pair.block(nonce, c) for c in range(2))[:37]


@given(st.integers(0, 10**6), st.lists(st.integers(1, 2**32), max_size=30))
def test_uniform_equals_the_definition(nonce: int, ranges: list[int]) -> None:
    here = SeedPair(SEED, "client").stream(nonce)
    words = iter(plain_words("client", nonce, 400))
    for n in ranges:
        drawn, here = here.uniform(n)
        assert drawn == plain_uniform(words, n)


def test_half_of_the_words_are_rejected_for_two_to_the_31_plus_one() -> None:
    n, count = 2**31 + 1, 20_000
    here = SeedPair(SEED, "client").stream(0)
    words = iter(plain_words("client", 0, 3 * count))
    for _ in range(count):
        drawn, here = here.uniform(n)
        assert drawn == plain_uniform(words, n)
    assert 1.9 * count < here.index < 2.1 * count


@given(st.integers(0, 10**5), st.integers(0, 400))
def test_shuffle_equals_the_definition(nonce: int, size: int) -> None:
    shuffled, after = SeedPair(SEED, "client").stream(nonce).shuffle(range(size))
    items, words = list(range(size)), iter(plain_words("client", nonce, 2 * size + 8))
    for i in range(size - 1):
        j = i + plain_uniform(words, size - i)
        items[i], items[j] = items[j], items[i]
    assert shuffled == items
    assert after.index >= max(size - 1, 0)


@given(st.integers(0, 10**5), st.integers(1, 300), st.data())
def test_sample_is_the_head_of_the_shuffle(nonce: int, n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    start = SeedPair(SEED, "client").stream(nonce)
    assert start.sample(n, k)[0] == start.shuffle(range(n))[0][:k]
    assert start._sparse_sample(n, k)[0] == start.sample(n, k)[0]


def test_a_sample_of_a_great_range_needs_no_memory_of_it() -> None:
    sample, after = SeedPair(SEED, "client").stream(0).sample(2**32, 6)
    assert len(set(sample)) == 6
    assert after.index == 6


def test_a_position_never_changes() -> None:
    start = SeedPair(SEED, "client").stream(7)
    first = [start.uniform(6)[0], start.uint64()[0], start.shuffle("abc")[0], start.words(9)[0]]
    assert first == [start.uniform(6)[0], start.uint64()[0], start.shuffle("abc")[0], start.words(9)[0]]
    assert start.index == 0


def test_uint64_is_high_word_then_low() -> None:
    high, low = plain_words("client", 3, 2)
    assert SeedPair(SEED, "client").stream(3).uint64()[0] == (high << 32) + low


@given(st.integers(0, 10**4), st.lists(st.integers(0, 50), min_size=1).filter(any))
def test_weighted_choice(nonce: int, weights: list[int]) -> None:
    start = SeedPair(SEED, "client").stream(nonce)
    drawn = start.uniform(sum(weights))[0]
    expected = next(i for i in range(len(weights)) if sum(weights[: i + 1]) > drawn)
    assert start.choice(weights)[0] == expected


class FixedWords:
    """A source of given words; running out of them is told apart from a result."""

    def __init__(self, words: tuple[int, ...]) -> None:
        self.words = words

    def upto(self, count: int) -> tuple[int, ...]:
        if count > len(self.words):
            raise EOFError
        return self.words


@pytest.fixture
def bits(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(stream, "_BITS", 4)
    return 4


@pytest.mark.parametrize("n", range(2, 17))
def test_uniform_is_exactly_uniform_in_a_reduced_word_size(bits: int, n: int) -> None:
    """Over every first word: each result equally often, all other words rejected."""
    counts: Counter[int] = Counter()
    for word in range(2**bits):
        try:
            counts[Stream(FixedWords((word,))).uniform(n)[0]] += 1
        except EOFError:
            counts[-1] += 1
    assert counts.pop(-1, 0) == 2**bits % n
    assert counts == dict.fromkeys(range(n), 2**bits // n)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_shuffle_is_exactly_uniform_in_a_reduced_word_size(bits: int, n: int) -> None:
    """Over all sequences of words that need no further one: each order equally often."""
    counts: Counter[tuple[int, ...]] = Counter()
    for words in itertools.product(range(2**bits), repeat=n - 1):
        items = list(range(n))
        try:
            Stream(FixedWords(words))._exchange_one_by_one(items, n - 1)
        except EOFError:
            continue
        counts[tuple(items)] += 1
    assert len(counts) == factorial(n)
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_uniform_refuses_other_ranges(n: int) -> None:
    with pytest.raises(SeedError, match="n: must be from 1 to"):
        SeedPair(SEED, "client").stream(0).uniform(n)


def test_sample_and_choice_refuse_nonsense() -> None:
    start = SeedPair(SEED, "client").stream(0)
    with pytest.raises(SeedError, match="k: "):
        start.sample(3, 4)
    for weights in ([], [0, 0], [3, -1]):
        with pytest.raises(SeedError, match="weights: "):
            start.choice(weights)
