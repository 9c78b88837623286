"""Proof files (C2SP tlog-proof) and proofs of a place in a batch of commitments."""

from __future__ import annotations

import base64
import hashlib
import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments import merkle
from fairseed.commitments.checkpoints import Checkpoint, SignedCheckpoint, sign_checkpoint
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import COSIGNATURE, SigningKey
from fairseed.commitments.proofs import BatchProof, LogProof

LOG = SigningKey("example.com/log", b"\x01" * 32)
WITNESS = SigningKey("witness.example", b"\x02" * 32, COSIGNATURE)
ENTRIES = [b"entry %d" % number for number in range(11)]
LEAVES = [merkle.leaf_hash(entry) for entry in ENTRIES]


def signed(size: int = len(LEAVES)) -> SignedCheckpoint:
    return SignedCheckpoint.parse(
        sign_checkpoint(Checkpoint("example.com/log", size, merkle.root(LEAVES[:size])), [LOG])
    )


def proof(index: int, extra: bytes | None = None, size: int = len(LEAVES)) -> LogProof:
    return LogProof(index, tuple(merkle.inclusion_proof(LEAVES[:size], index)), signed(size), extra)


# Log proofs.


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def test_the_form_of_tlog_proof() -> None:
    """Header, extra, index, hashes from the leaf's sibling upwards, an empty line, the checkpoint."""
    found = proof(8, b"extra data")
    lines = [
        "c2sp.org/tlog-proof@v1",
        f"extra {b64(b'extra data')}",
        "index 8",
        b64(LEAVES[9]),
        b64(LEAVES[10]),
    ]
    lines += [b64(merkle.root(LEAVES[:8])), "", *str(signed().note).split("\n")]
    assert found.text() == "\n".join(lines)
    assert LogProof.parse(found.text()) == found


@given(st.integers(1, len(LEAVES)), st.data(), st.none() | st.binary(min_size=1, max_size=20))
def test_every_proof_is_read_as_written_and_holds(
    size: int, data: st.DataObject, extra: bytes | None
) -> None:
    index = data.draw(st.integers(0, size - 1))
    found = LogProof.parse(proof(index, extra, size).text())
    assert found == proof(index, extra, size)
    for place, entry in enumerate(ENTRIES):
        assert found.holds(entry) is (place == index)
    for other in range(size + 1):
        assert replace(found, index=other).holds(ENTRIES[index]) is (other == index)


def test_extra_data_is_not_what_is_proven() -> None:
    assert proof(3, b"anything").holds(ENTRIES[3])
    assert proof(3, b"").text() == proof(3).text()


def test_witnesses_lines_stay_in_the_file() -> None:
    note = signed().note
    cosigned = SignedCheckpoint.parse(note.with_lines([WITNESS.line(note.text, 5)]))
    found = LogProof.parse(replace(proof(0), checkpoint=cosigned).text())
    assert found.checkpoint.verify([WITNESS.verifier]).times == {WITNESS.verifier: 5}
    assert found.holds(ENTRIES[0])


def test_an_entry_alone_in_its_log() -> None:
    text = proof(0, size=1).text()
    assert text.startswith("c2sp.org/tlog-proof@v1\nindex 0\n\nexample.com/log\n1\n")
    assert LogProof.parse(text).holds(ENTRIES[0])


TEXT = proof(8, b"extra data").text()
HASH = b64(LEAVES[9])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "must begin with c2sp.org/tlog-proof@v1"),
        (str(signed().note), "must begin with"),
        (TEXT.replace("@v1", "@v2"), "must begin with"),
        (" " + TEXT, "must begin with"),
        ("\n" + TEXT, "must begin with"),
        (TEXT.replace("\n", "\r\n"), "must begin with"),
        (TEXT.partition("\n\n")[0], "must begin with"),
        (TEXT.partition("\n\n")[0] + "\n\n", "must begin with"),
        ("c2sp.org/tlog-proof@v1\n\n" + str(signed().note), "has no index line"),
        (TEXT.replace("index 8\n", ""), "has no index line"),
        (TEXT.replace("index 8", "index  8"), "index: must be a decimal"),
        (TEXT.replace("index 8", "Index 8"), "has no index line"),
        (TEXT.replace("index 8", "index8"), "has no index line"),
        (TEXT.replace("extra ", "extra"), "has no index line"),
        (TEXT.replace("extra ", "extra eA==\nextra "), "has no index line"),
        (TEXT.replace("extra ", "more eA==\nextra "), "has no index line"),
        *((TEXT.replace("index 8", f"index {index}"), "index: must be a decimal")
          for index in ("", "08", "-1", "+8", "8 ", "0x8", "8.0", "٨", "9223372036854775808", "9" * 10_000)),
        (TEXT.replace("extra ", "extra  "), "extra: is not Base64"),
        (TEXT.replace(f"extra {b64(b'extra data')}", "extra "), "extra: is not Base64"),
        (TEXT.replace(HASH, HASH + " "), "proof hash: is not Base64"),
        (TEXT.replace(HASH, HASH[:-1]), "proof hash: is not Base64"),
        (TEXT.replace(HASH, LEAVES[9].hex() + "-"), "proof hash: is not Base64"),
        (TEXT.replace(HASH, "\ud800"), "proof hash: is not Base64"),
        (TEXT.replace(HASH, "\n".join([HASH] * 62)), "more than 63 hashes"),
        (TEXT.replace(HASH, HASH + "\n"), "must be origin, size and root|no text, empty line"),
        (TEXT.replace("— ", "- "), "must be — <key name>"),
        (TEXT.replace("\n11\n", "\n011\n"), "size: must be a decimal"),
        (TEXT[:-1], "each ended by a newline"),
        (TEXT + "x" * 1_000_001, "more than 1 000 000 bytes"),
    ],
    ids=itertools.count(),
)  # fmt: skip
def test_every_refusal_of_a_proof_file(text: str, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        LogProof.parse(text)


@given(st.integers(0, len(LEAVES) - 1), st.integers(0, 255), st.data())
def test_a_flipped_bit_proves_nothing(index: int, bit: int, data: st.DataObject) -> None:
    found = proof(index)
    place = data.draw(st.integers(0, len(found.hashes) - 1))
    flipped = (int.from_bytes(found.hashes[place], "big") ^ 1 << bit).to_bytes(32, "big")
    hashes = (*found.hashes[:place], flipped, *found.hashes[place + 1 :])
    assert not replace(found, hashes=hashes).holds(ENTRIES[index])
    assert not replace(found, hashes=(*found.hashes, flipped)).holds(ENTRIES[index])
    assert not replace(found, hashes=found.hashes[:-1]).holds(ENTRIES[index])


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_hash_of_another_length_proves_nothing(length: int) -> None:
    found = proof(8)
    wrong = (found.hashes[0] * 2)[:length]
    assert not replace(found, hashes=(wrong, *found.hashes[1:])).holds(ENTRIES[8])


# Batch proofs.

SEED_HASHES = [hashlib.sha256(b"%d" % number).hexdigest() for number in range(6)]
BATCH = [merkle.leaf_hash(value.encode("ascii")) for value in SEED_HASHES]
BATCH_ROOT = merkle.root(BATCH).hex()


def batch(index: int) -> BatchProof:
    return BatchProof(index, [value.hex() for value in merkle.inclusion_proof(BATCH, index)])


@pytest.mark.parametrize("index", range(6))
def test_every_batch_proof_is_read_as_written_and_holds(index: int) -> None:
    found = BatchProof.parse(batch(index).extra())
    assert found == batch(index)
    for place, value in enumerate(SEED_HASHES):
        assert found.holds(value, 6, BATCH_ROOT) is (place == index)
    assert not found.holds(SEED_HASHES[index], index, BATCH_ROOT), "a batch that ends before it"
    assert not found.holds(SEED_HASHES[index], 6, "00" * 32)


def test_the_extra_of_a_batch_proof_is_canonical() -> None:
    first, second = batch(5).batch_proof
    expected = f'{{"batch_index":5,"batch_proof":["{first}","{second}"]}}'
    assert batch(5).extra() == expected.encode()


@pytest.mark.parametrize(
    ("extra", "rule"),
    [
        (b"", "extra: is not JSON"),
        (b"\xff", "extra: has invalid UTF-8"),
        (b"[" * 100, "extra: is nested deeper"),
        (b"[]", "must be batch_index and batch_proof"),
        (b"{}", "must be batch_index and batch_proof"),
        (b'{"batch_index":1}', "must be batch_index and batch_proof"),
        (b'{"batch_index":1,"batch_proof":[],"x":1}', "must be batch_index and batch_proof"),
        (b'{"batch_index":1,"batch_index":1,"batch_proof":[]}', "must be batch_index and batch_proof"),
        (b'{"batch_index":1.0,"batch_proof":[]}', "must be batch_index and batch_proof"),
        (b'{"batch_index":9007199254740992,"batch_proof":[]}', "must be batch_index and batch_proof"),
    ],
)
def test_every_refusal_of_an_extra(extra: bytes, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        BatchProof.parse(extra)


@pytest.mark.parametrize(
    ("index", "hashes", "rule"),
    [
        (-1, [], "batch_index: must be an integer"),
        (True, [], "batch_index: must be an integer"),
        (1.0, [], "batch_index: must be an integer"),
        ("1", [], "batch_index: must be an integer"),
        (None, [], "batch_index: must be an integer"),
        (1, None, "batch_proof: must be a list"),
        (1, "a" * 64, "batch_proof: must be a list"),
        (1, {}, "batch_proof: must be a list"),
        (1, ["a" * 64] * 64, "must be a list of at most 63"),
        (1, ["a" * 63], "64 lowercase hexadecimal"),
        (1, ["A" * 64], "64 lowercase hexadecimal"),
        (1, ["a" * 64 + "\n"], "64 lowercase hexadecimal"),
        (1, ["a" * 64, 7], "64 lowercase hexadecimal"),
        (1, [None], "64 lowercase hexadecimal"),
    ],
)
def test_every_refusal_of_a_batch_proof(index: Any, hashes: Any, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        BatchProof.of(index, hashes)
