"""Seeds sealed to an auditor: HPKE of RFC 9180, and what can't be opened."""

from __future__ import annotations

import base64
import copy
import pickle
from typing import Any

import pytest
from cryptography.hazmat.bindings._rust import openssl
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments import sealing
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.sealing import AuditorKey, seal
from fairseed.derivation import FairseedError, ServerSeed

SEED = ServerSeed("1" * 64)
KEY = AuditorKey(base64.b64encode(bytes(range(32))).decode())
# Sealed once and for all: what was sealed before must be opened ever after.
SEALED = (
    "VmKMmh7FUHs/QD9Ks/5R74QsCcQHABbz147KCk6zunRVmhQvhYX/uFaIxLM8GcICb9dHfOSoVFKNVSbFVUXEUSaupntypdVLaT81Ph4mkDPz"
    "ixLst9EDA5WWOrjDo7hrcQNuPB7gT4a3XXqG5PaK6A=="
)

# RFC 9180, Appendix A.2.1 (base mode), sequence number 0.
A21 = {
    name: bytes.fromhex(text)
    for name, text in {
        "info": "4f6465206f6e2061204772656369616e2055726e",
        "skRm": "8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb",
        "pkRm": "4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a",
        "enc": "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a",
        "pt": "4265617574792069732074727574682c20747275746820626561757479",
        "aad": "436f756e742d30",
        "ct": "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28",
    }.items()
}


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def plain_open(private: bytes, enc: bytes, ct: bytes, info: bytes, aad: bytes) -> bytes:
    """RFC 9180 as it reads, sections 4, 4.1 and 5.1, for this suite alone."""
    kem, hpke = b"KEM" + bytes.fromhex("0020"), b"HPKE" + bytes.fromhex("002000010003")

    def extract(suite: bytes, salt: bytes, label: bytes, secret: bytes) -> bytes:
        return HKDF.extract(SHA256(), salt or None, b"HPKE-v1" + suite + label + secret)

    def expand(suite: bytes, key: bytes, label: bytes, told: bytes, length: int) -> bytes:
        labelled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + told
        return HKDFExpand(SHA256(), length, labelled).derive(key)

    own = X25519PrivateKey.from_private_bytes(private)
    shared = own.exchange(X25519PublicKey.from_public_bytes(enc))
    context = enc + own.public_key().public_bytes_raw()
    secret = expand(kem, extract(kem, b"", b"eae_prk", shared), b"shared_secret", context, 32)
    schedule = b"\0" + extract(hpke, b"", b"psk_id_hash", b"") + extract(hpke, b"", b"info_hash", info)
    root = extract(hpke, secret, b"secret", b"")
    key, nonce = expand(hpke, root, b"key", schedule, 32), expand(hpke, root, b"base_nonce", schedule, 12)
    return ChaCha20Poly1305(key).decrypt(nonce, ct, aad)


def test_the_suite_is_that_of_rfc_9180_a_2_1() -> None:
    """The published vector has additional data, which the library takes only in its own tests' door."""
    private = X25519PrivateKey.from_private_bytes(A21["skRm"])
    opened = openssl.hpke._decrypt_with_aad(
        sealing._SUITE, A21["enc"] + A21["ct"], private, A21["info"], A21["aad"]
    )
    assert opened == A21["pt"]
    assert plain_open(A21["skRm"], A21["enc"], A21["ct"], A21["info"], A21["aad"]) == A21["pt"]


def test_the_public_key_of_a_private_one() -> None:
    assert AuditorKey(base64_of(A21["skRm"])).public == base64_of(A21["pkRm"])


@given(st.binary(min_size=32, max_size=32))
def test_what_is_sealed_is_opened(data: bytes) -> None:
    seed = ServerSeed(data.hex())
    sealed = seal(seed, KEY.public)
    assert KEY.open(sealed, seed.hash) == seed
    raw = base64.b64decode(sealed)
    assert len(raw) == 32 + 64 + 16
    private = base64.b64decode(KEY.expose())
    assert plain_open(private, raw[:32], raw[32:], seed.hash.encode(), b"") == seed.expose().encode()


def test_what_was_sealed_before_is_opened() -> None:
    assert KEY.open(SEALED, SEED.hash) == SEED


def test_two_seals_of_one_seed_differ() -> None:
    assert seal(SEED, KEY.public) != seal(SEED, KEY.public)


@given(st.integers(0, 8 * 112 - 1))
def test_every_flipped_bit_is_refused(bit: int) -> None:
    raw = bytearray(base64.b64decode(SEALED))
    raw[bit // 8] ^= 1 << bit % 8
    if bit == 255:
        # X25519 ignores the highest bit of a point, but enc is in the KEM's context as it stands.
        assert raw[31] >> 7 != base64.b64decode(SEALED)[31] >> 7
    with pytest.raises(CommitmentError) as error:
        KEY.open(base64_of(bytes(raw)), SEED.hash)
    assert error.value.field == "sealed_server_seed"


def test_another_key_or_hash_opens_nothing() -> None:
    with pytest.raises(CommitmentError):
        AuditorKey.generate().open(SEALED, SEED.hash)
    for other in (ServerSeed("2" * 64).hash, SEED.hash.upper(), "", "\ud800"):
        with pytest.raises(CommitmentError):
            KEY.open(SEALED, other)


@pytest.mark.parametrize(
    "sealed",
    ["", "AAAA", SEALED[:-4], SEALED + "\n", SEALED[:-1], " " + SEALED, base64_of(bytes(112)), base64_of(bytes(31)),
     "é" * 4, None, 7, SEALED.encode()],
)  # fmt: skip
def test_what_is_no_sealed_seed_is_refused(sealed: Any) -> None:
    with pytest.raises(CommitmentError) as error:
        KEY.open(sealed, SEED.hash)
    assert error.value.field == "sealed_server_seed"


@pytest.mark.parametrize("plain", [b"", b"1" * 63, b"A" * 64, b"1" * 63 + b"\xff", b"1" * 64 + b"\n"])
def test_what_was_sealed_must_be_a_seed(plain: bytes) -> None:
    public = X25519PublicKey.from_public_bytes(base64.b64decode(KEY.public))
    sealed = base64_of(sealing._SUITE.encrypt(plain, public, SEED.hash.encode()))
    with pytest.raises(FairseedError, match="64 lowercase") as error:
        KEY.open(sealed, SEED.hash)
    assert error.value.field == "server_seed"


def test_another_seed_sealed_under_this_hash_is_opened_for_the_check_to_fail() -> None:
    public = X25519PublicKey.from_public_bytes(base64.b64decode(KEY.public))
    sealed = base64_of(sealing._SUITE.encrypt(b"2" * 64, public, SEED.hash.encode()))
    assert KEY.open(sealed, SEED.hash).hash != SEED.hash


@pytest.mark.parametrize(
    "text",
    ["", "A", base64_of(bytes(31)), base64_of(bytes(33)), KEY.public[:-1], KEY.public + "\n\n", KEY.public + "\r\n",
     KEY.public + " ", KEY.public.replace("=", ""), "é" * 44, None, KEY.public.encode()],
)  # fmt: skip
def test_what_is_no_key_file_is_refused(text: Any) -> None:
    for call in (AuditorKey, lambda text: seal(SEED, text)):
        with pytest.raises(CommitmentError) as error:
            call(text)
        assert error.value.field == "auditor_key"


def test_a_key_file_may_end_in_a_line_feed() -> None:
    assert AuditorKey(KEY.expose() + "\n").open(SEALED, SEED.hash) == SEED
    assert KEY.open(seal(SEED, KEY.public + "\n"), SEED.hash) == SEED


@pytest.mark.parametrize("point", [bytes(32), b"\1" + bytes(31)])
def test_a_point_of_low_order_is_no_key(point: bytes) -> None:
    with pytest.raises(CommitmentError) as error:
        seal(SEED, base64_of(point))
    assert error.value.field == "auditor_key"


def test_nothing_shows_the_private_key() -> None:
    for text in (repr(KEY), str(KEY), f"{KEY}"):
        assert KEY.expose() not in text
    for taken in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(CommitmentError):
            taken(KEY)
