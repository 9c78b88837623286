"""Constraints on seeds and nonces, and that a server seed never shows itself."""

import copy
import hashlib
import json
import pickle
import unicodedata

import pytest

from fairseed.derivation import (
    SeedError,
    SeedPair,
    ServerSeed,
    check_client_seed,
    client_seed_faults,
    parse_nonce,
)

SECRET = "5a" * 32


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "0" * 63,
        "0" * 65,
        "A" * 64,
        "g" * 64,
        "0" * 63 + "\n",
        "0" * 64 + "\n",
        "٠" * 64,
        None,
        b"0" * 64,
        0,
    ],
)
def test_server_seeds_that_are_refused(seed: object) -> None:
    with pytest.raises(SeedError, match="server_seed: must be 64 lowercase hexadecimal characters") as error:
        ServerSeed(seed)  # type: ignore[arg-type]
    assert error.value.field == "server_seed"


def test_the_key_is_the_ascii_text() -> None:
    assert ServerSeed("0" * 64).key() == b"0" * 64
    assert ServerSeed(SECRET).hash == hashlib.sha256(SECRET.encode()).hexdigest()


def test_a_server_seed_has_no_text_form() -> None:
    seed = ServerSeed(SECRET)
    pair = SeedPair(seed, "client")
    forms = [repr(seed), str(seed), f"{seed}", f"{seed!r:>10}", repr([seed]), repr({"s": seed})]
    forms += [repr(pair), str(pair), json.dumps({"seed": seed}, default=str)]
    assert all(SECRET not in form for form in forms)
    assert repr(seed) == "<secret>"
    with pytest.raises(TypeError):
        json.dumps(seed)
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(SeedError, match="never pickled or copied"):
            leak(seed)


def test_generated_seeds_differ() -> None:
    assert len({ServerSeed.generate().hash for _ in range(100)}) == 100


@pytest.mark.parametrize("nonce", [-1, 2**63, 1.0, "0", True, None])
def test_nonces_that_are_refused(nonce: object) -> None:
    with pytest.raises(SeedError, match="nonce: "):
        SeedPair("0" * 64, "client").stream(nonce)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "+1", "-1", "01", "00", "1.0", "1e3", " 1", "1\n", "١", str(2**63), "9" * 5000]
)
def test_nonce_texts_that_are_refused(text: str) -> None:
    with pytest.raises(SeedError, match="nonce: "):
        parse_nonce(text)


@pytest.mark.parametrize("nonce", [0, 1, 9, 10, 2**53, 2**63 - 1])
def test_nonce_texts(nonce: int) -> None:
    assert parse_nonce(str(nonce)) == nonce


ACCEPTED = ["a", "игрок-7", "a:b:c", "x" * 64, "é", "👨\u200d👩", "a b", "\U0001f600" * 64, "𑼀", "\u200d"]
REFUSED = {
    "": "1 to 64",
    "x" * 65: "1 to 64",
    "\U0001f600" * 65: "1 to 64",
    "a\tb": "control",
    "a\x00b": "control",
    "\ue000": "private-use",
    "\U0001faff": "unassigned",
    "\U0001fae9": "unassigned",  # assigned in Unicode 16 only
    "e\u0301": "form C",
    "\u212b": "form C",
    " a": "white space",
    "a\u3000": "white space",
    "\u00a0a": "white space",
    # Kawi signs of Unicode 15.0 out of canonical order: combining class 9 before 7 is no NFC.
    "\U00011f41\U00010a0d\U00000334": "form C",
}


@pytest.mark.parametrize("seed", ACCEPTED)
def test_client_seeds_that_a_service_accepts(seed: str) -> None:
    check_client_seed(seed)
    assert client_seed_faults(seed) == []


@pytest.mark.parametrize(("seed", "rule"), REFUSED.items())
def test_client_seeds_that_a_service_refuses(seed: str, rule: str) -> None:
    with pytest.raises(SeedError, match=rule) as error:
        check_client_seed(seed)
    assert error.value.field == "client_seed"


def test_unpaired_surrogates_are_no_client_seed() -> None:
    with pytest.raises(SeedError, match="surrogate"):
        SeedPair("0" * 64, "a\ud800")
    with pytest.raises(SeedError, match="surrogate"):
        check_client_seed("a\ud800")


def test_a_verifier_takes_what_a_service_would_refuse() -> None:
    for seed in REFUSED:
        assert SeedPair("0" * 64, seed).stream(0).words(1)[0]


def test_the_table_of_unicode_15_agrees_with_this_platform_where_it_can() -> None:
    """Whatever this Python assigns is assigned in 15.0 or came later; categories never change back."""
    refused = {"Cc", "Cs", "Co", "Cn"}
    differing = [
        char
        for char in map(chr, range(0x110000))
        if not 0xD800 <= ord(char) <= 0xDFFF
        and (unicodedata.category(char) in refused)
        != any("control" in fault for fault in client_seed_faults(f"a{char}a"))
    ]
    version = tuple(map(int, unicodedata.unidata_version.split(".")))
    if version[0] == 15 and version[1] == 0:
        assert differing == []
    elif version < (15,):
        assert all(unicodedata.category(char) == "Cn" for char in differing)
    else:
        assert all(unicodedata.category(char) != "Cn" for char in differing)
    assert len(differing) < 10_000
