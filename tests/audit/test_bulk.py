"""The bulk kernels against the one-round path, bit for bit (docs/spec/derivation.md sections 2 to 5 and 7)."""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairseed.audit.bulk import Bulk
from fairseed.audit.sha256 import START, compress, key_states
from fairseed.derivation import SeedPair, Stream
from games.cards import DECK
from games.limbo import drawn_multiplier
from tests.support import ROOT

SEED = "0" * 64
PAIR = SeedPair(SEED, "client")
TILE = 64
BOUNDARIES = [10**k + d for k in range(1, 19) for d in (-1, 0)] + [2**32 - 1, 2**32, 2**53 - 1, 2**63 - 1]


def array(nonces: Any) -> Any:
    return np.array(list(nonces), np.uint64)


def one(label: str, nonce: int, count: int) -> list[int]:
    """The words by the standard library's HMAC."""
    blocks = [
        hmac.digest(SEED.encode(), f"{label}:{nonce}:{c}".encode(), "sha256") for c in range((count + 7) // 8)
    ]
    return list(struct.unpack(f">{8 * len(blocks)}I", b"".join(blocks)))[:count]


@given(st.binary(max_size=300))
def test_the_plain_compression_function_is_that_of_sha_256(data: bytes) -> None:
    padded = data + b"\x80" + b"\0" * (-(len(data) + 9) % 64) + (8 * len(data)).to_bytes(8, "big")
    state: tuple[int, ...] = START
    for at in range(0, len(padded), 64):
        state = compress(state, padded[at : at + 64])
    assert struct.pack(">8I", *state) == hashlib.sha256(data).digest()


def test_kernels_are_there_in_this_environment() -> None:
    assert Bulk(PAIR).compiled


@pytest.mark.parametrize("length", range(201))
def test_words_for_every_length_of_client_seed(length: int) -> None:
    """Messages of 4 to 224 bytes: in one block, over two, and with no room for the padding."""
    label = ("client-" * 30)[:length]
    nonces = [0, 7, 10, 99, 4711, 2**32 - 1, 2**32, 2**63 - 1]
    made = Bulk(SeedPair(SEED, label)).words(array(nonces), 17)
    assert made.tolist() == [one(label, nonce, 17) for nonce in nonces]


def test_words_at_every_boundary_of_digits_and_up_to_the_last_nonce() -> None:
    made = Bulk(PAIR).words(array(BOUNDARIES), 9)
    assert made.tolist() == [one("client", nonce, 9) for nonce in BOUNDARIES]


@pytest.mark.parametrize("count", [1, 2, 15, 63, 64, 65, 127, 128, 129])
def test_tiles_that_are_not_full_and_nonces_in_any_order(count: int) -> None:
    nonces = [(n * 7919) % 1000 for n in range(count)]
    assert Bulk(PAIR).words(array(nonces), 8).tolist() == [one("client", nonce, 8) for nonce in nonces]


def test_no_round_and_no_word() -> None:
    assert Bulk(PAIR).words(array([]), 8).shape == (0, 8)
    assert Bulk(PAIR).words(array([1, 2]), 0).shape == (2, 0)


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=70),
    st.lists(st.integers(0, 2**63 - 1) | st.integers(0, 2000), min_size=1, max_size=70),
    st.integers(1, 2**32),
)
@settings(max_examples=60)
def test_uniform_equals_the_one_round_path(label: str, nonces: list[int], n: int) -> None:
    """For n over 2^31 up to half of all words are rejected: those rounds go the one-round path."""
    pair = SeedPair(SEED, label)
    expected = []
    for nonce in nonces:
        first, after = pair.stream(nonce).uniform(n)
        expected.append([first, after.uniform(n)[0]])
    assert Bulk(pair).uniform(array(nonces), n, 2).tolist() == expected


def test_half_of_the_words_rejected() -> None:
    nonces, n = range(1000, 1400), 2**31 + 1
    made = Bulk(PAIR).uniform(array(nonces), n, 3)
    for row, nonce in zip(made.tolist(), nonces, strict=True):
        here, expected = PAIR.stream(nonce), []
        for _ in range(3):
            drawn, here = here.uniform(n)
            expected.append(drawn)
        assert row == expected


def test_check_values_of_section_8() -> None:
    bulk = Bulk(PAIR)
    assert bulk.dice(array([0, 11840, 257])).tolist() == [9941, 0, 10000]
    assert bulk.limbo(array([0, 560636]), Fraction(98, 100)).tolist() == [100, 100_000_000]
    assert bulk.plinko(array([70267, 21187]), 16).tolist() == [0, 2**16 - 1]
    assert bulk.mines(array([0]), 5, 3).tolist() == [1 << 1 | 1 << 8 | 1 << 24]
    assert [DECK[card] for card in bulk.hilo(array([0]), 5)[0]] == ["As", "6c", "5s", "Jh", "8s"]


@pytest.mark.parametrize("nonce", [267212, 517549, 828405])
def test_dice_words_that_are_really_rejected(nonce: int) -> None:
    nonces = range(nonce - 70, nonce + 70)
    assert Bulk(PAIR).dice(array(nonces)).tolist() == [PAIR.stream(n).uniform(10001)[0] for n in nonces]
    assert PAIR.stream(nonce).uniform(10001)[1].index > 1


def test_a_word_of_the_shoe_that_is_really_rejected() -> None:
    shoe = np.arange(312, dtype=np.uint16)
    nonces = range(259690, 259698)
    made = Bulk(PAIR).shuffle(array(nonces), shoe)
    for row, nonce in zip(made.tolist(), nonces, strict=True):
        assert row == PAIR.stream(nonce).shuffle(range(312))[0]
    assert PAIR.stream(259694).shuffle(range(312))[1].index > 311


@pytest.mark.parametrize("rows", range(8, 17))
def test_plinko(rows: int) -> None:
    for path, nonce in zip(
        Bulk(PAIR).plinko(array(range(95, 300)), rows).tolist(), range(95, 300), strict=True
    ):
        here = PAIR.stream(nonce)
        for row in range(rows):
            step, here = here.uniform(2)
            assert path >> row & 1 == step
        assert path < 2**rows


@pytest.mark.parametrize(
    "rtp", ["0.98", "1", "0.000001", "0.5", "0.999999", "0.01", "0.123457", "1/10000000000"]
)
def test_limbo(rtp: str) -> None:
    nonces = [*range(90, 1500), *BOUNDARIES]
    expected = [drawn_multiplier(PAIR.stream(nonce).uint64()[0], Fraction(rtp)) for nonce in nonces]
    assert Bulk(PAIR).limbo(array(nonces), Fraction(rtp)).tolist() == expected


@given(
    st.integers(0, 2**64 - 1) | st.integers(0, 64).flatmap(lambda k: st.integers(0, 2**k)),
    st.integers(1, 10**6),
)
@settings(max_examples=500)
def test_limbo_division_is_exact_for_every_word_pair(x: int, millionths: int) -> None:
    """The kernel's one step of long division, given words that no seed would soon give."""
    from fairseed.audit import kernels

    rtp = Fraction(millionths, 10**6)
    bound = rtp.numerator * 100 * 2**64 // rtp.denominator
    near = [
        max(0, min(2**64 - 1, bound // q + d)) for q in (100, 101, 102, 12345, 10**8) for d in (-2, -1, 0)
    ]
    for value in (x, *near):
        words = np.zeros(8 * TILE, np.uint32)
        words[0], words[TILE] = value >> 32, value % 2**32
        out = np.empty(1, np.uint32)
        limits = (np.uint64(bound // 10**8 - 1), np.uint64(bound // 101))
        kernels.limbo_draws(words, 8, np.uint64(bound >> 64), np.uint64(bound % 2**64), 10**8, *limits, out)
        assert out[0] == drawn_multiplier(value, rtp)


@pytest.mark.parametrize(
    ("size", "mines"), [(5, 1), (5, 3), (5, 24), (6, 10), (7, 48), (8, 1), (8, 62), (8, 63)]
)
def test_mines(size: int, mines: int) -> None:
    nonces = [*range(5, 130), *BOUNDARIES]
    for mask, nonce in zip(Bulk(PAIR).mines(array(nonces), size, mines).tolist(), nonces, strict=True):
        cells, _ = PAIR.stream(nonce).sample(size**2, mines)
        assert mask == sum(1 << cell for cell in cells)


@pytest.mark.parametrize("cards", [20, 32, 36, 52, 312])
def test_decks(cards: int) -> None:
    items = np.arange(cards, dtype=np.uint16)
    nonces = [*range(95, 105), 2**32, 10**12]
    made = Bulk(PAIR).shuffle(array(nonces), items)
    assert made.tolist() == [PAIR.stream(nonce).shuffle(range(cards))[0] for nonce in nonces]


@pytest.mark.parametrize("label", [b"deck", SEED.encode()])
def test_streams_by_a_label(label: bytes) -> None:
    """A table's hidden order, and its public permutation, whose label is 64 bytes and more."""
    key, nonces = b"a" * 64, [0, 9, 10, 123456]
    made = Bulk.of_label(key, label).shuffle(array(nonces), np.arange(52, dtype=np.uint8))
    for row, nonce in zip(made.tolist(), nonces, strict=True):
        assert row == Stream.of_label(key, label + b":%d" % nonce).shuffle(range(52))[0]


def test_without_kernels_the_one_round_path_gives_the_same() -> None:
    fast, plain, nonces = Bulk(PAIR), Bulk(PAIR, kernels=False), array(range(90, 200))
    assert not plain.compiled
    for draws in (
        lambda bulk: bulk.words(nonces, 11),
        lambda bulk: bulk.dice(nonces),
        lambda bulk: bulk.limbo(nonces, Fraction(98, 100)),
        lambda bulk: bulk.plinko(nonces, 12),
        lambda bulk: bulk.mines(nonces, 5, 5),
        lambda bulk: bulk.hilo(nonces, 9),
        lambda bulk: bulk.shuffle(nonces, np.arange(52, dtype=np.uint8)),
    ):
        assert (draws(fast) == draws(plain)).all()


def test_the_key_states_are_those_of_hmac() -> None:
    inner, outer = key_states(SEED.encode())
    text = b"abc"
    block = (text + b"\x80").ljust(56, b"\0") + (8 * (64 + len(text))).to_bytes(8, "big")
    digest = struct.pack(">8I", *compress(inner, block))
    block = (digest + b"\x80").ljust(56, b"\0") + (8 * 96).to_bytes(8, "big")
    assert struct.pack(">8I", *compress(outer, block)) == hmac.digest(SEED.encode(), text, "sha256")


def test_without_a_folder_to_keep_them_kernels_are_compiled_in_memory() -> None:
    """Neither beside the module, nor where the environment says, nor in a home."""
    code = (
        "from numba.core import caching; import numpy as np\n"
        "caching.CacheImpl._locator_classes = [caching.UserProvidedCacheLocator]\n"
        "from fairseed.audit import kernels\n"
        "words, out = np.full(512, 2**31, np.uint32), np.zeros(2, np.uint32)\n"
        "kernels.bit_draws(words, 8, 3, out)\n"
        "print(out.tolist(), kernels.bit_draws.stats.cache_path)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": "/dev/null/none"},
    )
    assert (found.stdout.strip(), found.stderr) == ("[7, 7] None", "")
