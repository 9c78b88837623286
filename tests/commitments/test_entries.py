"""Log entries (docs/spec/trust.md section 2): every type's forms, every refusal, digests and tags."""

from __future__ import annotations

import hashlib
import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments import merkle
from fairseed.commitments.entries import (
    KINDS,
    Commit,
    Entry,
    Unknown,
    client_seed_tag,
    close_root,
    parse_entry,
    player_tag,
)
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.tiles import decode_bundle, encode_bundle

A, B, C = "a" * 64, "b" * 64, "c" * 64

# What the spec lists, member by member, and what must not stand twice.
VALID: list[tuple[dict[str, Any], str | None]] = [
    ({"type": "commit", "server_seed_hash": A}, A),
    ({"type": "commit", "count": 1, "root": A}, A),
    ({"type": "commit", "count": 2**32, "root": A}, A),
    (
        {"type": "activate", "server_seed_hash": A, "player_tag": B, "client_seed_tag": C, "commit_index": 0},
        A,
    ),
    (
        {
            "type": "activate",
            "server_seed_hash": A,
            "player_tag": B,
            "client_seed_tag": C,
            "commit_index": 2**53 - 1,
            "batch_index": 3,
            "batch_proof": [A, B],
        },
        A,
    ),
    ({"type": "activate", "server_seed_hash": A, "commit_index": 5, "table_id": "t", "seats_digest": B}, A),
    ({"type": "seat", "table_id": "t", "seat": 0, "chain_head": A}, None),
    ({"type": "deck", "server_seed_hash": A, "nonce": 7, "deck_root": B}, f"{A}:7"),
    ({"type": "close", "server_seed_hash": A, "rounds": 0, "root": B}, A),
    ({"type": "close", "server_seed_hash": A, "rounds": 2**20, "root": B}, A),
    ({"type": "reveal", "server_seed_hash": A, "server_seed": B}, A),
    ({"type": "void", "server_seed_hash": A, "reason": "a\nreason ☃"}, A),
    ({"type": "void", "server_seed_hash": A, "reason": "", "nonce": 0, "round_id": "r"}, f"{A}:0"),
    ({"type": "ruleset", "game": "dice", "digest": A}, f"dice:{A}"),
    ({"type": "key", "role": "log", "vkey": "n+00000000+AQ"}, "n+00000000+AQ"),
    ({"type": "key", "role": "receipt", "vkey": "v"}, "v"),
]


def written(value: Any) -> bytes:
    """Canonical for values of this test: keys of ASCII, no fractions (RFC 8785)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize(("value", "subject"), VALID, ids=itertools.count())
def test_every_form_is_read_as_written(value: dict[str, Any], subject: str | None) -> None:
    entry = parse_entry(written(value))
    assert type(entry) is KINDS[value["type"]]
    assert entry.encode() == written(value)
    assert entry.subject == subject
    for name, member in value.items():
        assert name == "type" or getattr(entry, name) == member


def test_every_type_has_a_form_here() -> None:
    assert {value["type"] for value, _ in VALID} == set(KINDS)
    assert set(KINDS) == {
        "commit", "activate", "seat", "deck", "close", "reveal", "void", "ruleset", "key"
    }  # fmt: skip


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.none() | st.integers(-(2**53) + 1, 2**53 - 1) | st.lists(st.booleans()),
        max_size=4,
    ),
    st.text(max_size=8).filter(lambda kind: kind not in KINDS),
)
def test_an_unknown_type_is_kept_as_it_is(value: dict[str, Any], kind: str) -> None:
    data = encoded({**value, "type": kind})
    entry = parse_entry(data)
    assert entry == Unknown(data)
    assert entry.encode() == data
    assert entry.subject is None


def encoded(value: Any) -> bytes:
    """Canonical JSON with any keys: sorted by UTF-16 code units."""
    members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
    return json.dumps(dict(members), separators=(",", ":"), ensure_ascii=False).encode()


def test_one_subject_a_round_or_pair() -> None:
    pair = parse_entry(written({"type": "void", "server_seed_hash": A, "reason": "x"}))
    round_ = parse_entry(
        written({"type": "void", "server_seed_hash": A, "reason": "x", "nonce": 0, "round_id": "r"})
    )
    assert pair.subject != round_.subject


# Refusals.

LARGE = written({"type": "void", "server_seed_hash": A, "reason": "x" * (65_535 - 113)})


def test_an_entry_may_have_65_535_bytes() -> None:
    assert len(LARGE) == 65_535
    assert parse_entry(LARGE).encode() == LARGE
    assert decode_bundle(encode_bundle([LARGE]), 1) == [LARGE]


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"", "entry: is not JSON"),
        (b"\xff", "entry: has invalid UTF-8"),
        (b"\xef\xbb\xbf{}", "entry: begins with a byte order mark"),
        (b'{"type":' + b"[" * 100 + b"]" * 100 + b"}", "entry: is nested deeper"),
        (b"[]", "entry: is not the canonical JSON of an object"),
        (b"null", "entry: is not the canonical JSON"),
        (b'"commit"', "entry: is not the canonical JSON"),
        (written(VALID[0][0]) + b"\n", "entry: is not the canonical JSON"),
        (b" " + written(VALID[0][0]), "entry: is not the canonical JSON"),
        (b'{"type": "x"}', "entry: is not the canonical JSON"),
        (b'{"type":"x","a":1}', "entry: is not the canonical JSON"),
        (b'{"a":1,"a":1,"type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":1.0,"type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":1e1,"type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":-0,"type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":9007199254740992,"type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":"\\u0041","type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":"\\ud800","type":"x"}', "entry: is not the canonical JSON"),
        (b'{"a":"\\/","type":"x"}', "entry: is not the canonical JSON"),
        (b"{}", "type: must be a text"),
        (b'{"type":null}', "type: must be a text"),
        (b'{"type":["commit"]}', "type: must be a text"),
        (LARGE.replace(b"xx", b"xxx", 1), "entry: has more than 65 535 bytes"),
        (b"\0" * 10**6, "entry: has more than 65 535 bytes"),
    ],
    ids=itertools.count(),
)
def test_what_is_no_entry_at_all(data: bytes, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        parse_entry(data)


def without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: member for key, member in value.items() if key != name}


@pytest.mark.parametrize(("value", "subject"), VALID, ids=itertools.count())
def test_every_member_is_needed_and_no_other_is_known(value: dict[str, Any], subject: str | None) -> None:
    for name in value:
        if name != "type":
            with pytest.raises(CommitmentError) as error:
                parse_entry(written(without(value, name)))
            assert error.value.field.startswith(value["type"])
    with pytest.raises(CommitmentError, match=f"{value['type']}.more: this field is not known here"):
        parse_entry(written({**value, "more": 1}))


WRONG: dict[str, list[Any]] = {
    "hash": ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", None, 7, ["a" * 64]],
    "index": [-1, 2**53 - 1 + 1, "1", None, True, 1.5, []],
    "text": [None, 7, [], {}],
    "rounds": [-1, 2**20 + 1, "1", None, True],
    "count": [0, -1, 2**32 + 1, "1", None, True],
    "seat": [-1, 2**16 + 1, "1", None],
    "hashes": [None, "a" * 64, ["A" * 64], [7], [A] * 64, {}],
    "role": ["", "Log", "witness", None, 1],
}
MEMBERS = {
    "server_seed_hash": "hash", "root": "hash", "player_tag": "hash", "client_seed_tag": "hash",
    "seats_digest": "hash", "chain_head": "hash", "deck_root": "hash", "server_seed": "hash", "digest": "hash",
    "commit_index": "index", "batch_index": "index", "nonce": "index", "count": "count", "rounds": "rounds",
    "seat": "seat", "batch_proof": "hashes", "role": "role",
    "table_id": "text", "reason": "text", "round_id": "text", "game": "text", "vkey": "text",
}  # fmt: skip


@pytest.mark.parametrize(("value", "subject"), VALID, ids=itertools.count())
def test_every_member_is_of_its_type_and_range(value: dict[str, Any], subject: str | None) -> None:
    for name in value:
        for wrong in WRONG[MEMBERS[name]] if name != "type" else []:
            with pytest.raises(CommitmentError) as error:
                parse_entry(written({**value, name: wrong}))
            assert error.value.field == "entry" or error.value.field.startswith(f"{value['type']}.{name}")


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ({"type": "commit"}, "either server_seed_hash, or count and root"),
        ({"type": "commit", "server_seed_hash": A, "count": 1}, "either server_seed_hash, or count and root"),
        ({"type": "commit", "server_seed_hash": A, "root": A}, "either server_seed_hash, or count and root"),
        ({"type": "commit", "server_seed_hash": A, "count": 1, "root": A}, "either server_seed_hash"),
        (VALID[3][0] | {"table_id": "t", "seats_digest": B}, "either player_tag and client_seed_tag"),
        (VALID[3][0] | {"table_id": "t"}, "either player_tag and client_seed_tag"),
        (VALID[3][0] | {"batch_index": 1}, "batch_index and batch_proof stand together"),
        (VALID[3][0] | {"batch_proof": []}, "batch_index and batch_proof stand together"),
        (VALID[5][0] | {"player_tag": A}, "either player_tag and client_seed_tag"),
        ({"type": "void", "server_seed_hash": A, "reason": "x", "nonce": 1}, "nonce and round_id stand together"),
        ({"type": "void", "server_seed_hash": A, "reason": "x", "round_id": "r"}, "nonce and round_id stand"),
    ],
    ids=itertools.count(),
)  # fmt: skip
def test_members_that_must_not_stand_together_or_alone(value: dict[str, Any], rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule):
        parse_entry(written(value))


# What we write ourselves.


@given(st.text(max_size=50))
def test_every_reason_is_encoded_as_canonical_json(reason: str) -> None:
    entry = KINDS["void"](server_seed_hash=A, reason=reason)
    assert parse_entry(entry.encode()) == entry
    assert entry.encode() == written({"reason": reason, "server_seed_hash": A, "type": "void"})


def test_entries_are_frozen_and_equal_by_value() -> None:
    entry: Entry = Commit(server_seed_hash=A)
    assert entry == parse_entry(entry.encode())
    with pytest.raises(AttributeError):
        entry.server_seed_hash = B  # type: ignore[attr-defined]


# Tags and roots.


def test_tags_are_the_hashes_of_the_text() -> None:
    salt = "00112233445566778899aabbccddeeff"
    assert player_tag("alice", salt) == hashlib.sha256(f"alice:{salt}".encode()).hexdigest()
    assert client_seed_tag(salt, "игрок") == hashlib.sha256(f"{salt}:игрок".encode()).hexdigest()


def test_the_close_root_is_over_the_characters_of_the_digests() -> None:
    """Leaf data = the 64 ASCII characters; of none, SHA-256 of nothing (section 1)."""
    assert close_root([]) == hashlib.sha256(b"").hexdigest()
    first, second, third = (hashlib.sha256(b"\0" + text.encode()).digest() for text in (A, B, C))
    both = hashlib.sha256(b"\1" + first + second).digest()
    assert close_root([A]) == first.hex()
    assert close_root([A, B]) == both.hex()
    assert close_root([A, B, C]) == hashlib.sha256(b"\1" + both + third).hexdigest()
    assert close_root([A, B, C]) == merkle.root([first, second, third]).hex()
    assert close_root([B, A]) != close_root([A, B])
