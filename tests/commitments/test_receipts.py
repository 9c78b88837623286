"""Receipts (docs/spec/trust.md section 3): what is signed, chains of actions, every refusal."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import COSIGNATURE, SigningKey
from fairseed.commitments.receipts import Receipt, action_body, round_body, sign_canonical, sign_receipt
from fairseed.derivation import FairseedError
from tests.commitments import ed25519

SEED = b"\x01" * 32
KEY = SigningKey("example.com/log/receipts", SEED)
HASH = "a" * 64
AT = "2026-07-26T12:34:56Z"
RECORD: dict[str, Any] = {
    "round_id": "r-1",
    "game": "dice",
    "params": {"target": "50.00", "direction": "over"},
    "bet": {"stake": 10},
    "seeds": {"scheme": "fairseed-v1", "server_seed_hash": HASH, "client_seed": "c", "nonce": 3},
    "actions": [],
    "outcome": {"roll": "1.00"},
}
BODY = round_body(RECORD, AT)


def written(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# Bodies.


def test_the_body_of_a_round() -> None:
    params_digest = hashlib.sha256(b'{"direction":"over","target":"50.00"}').hexdigest()
    expected = {
        "type": "fairseed/receipt/v1",
        "round_id": "r-1",
        "game": "dice",
        "params_digest": params_digest,
        "bet": {"stake": 10},
        "server_seed_hash": HASH,
        "client_seed": "c",
        "nonce": 3,
        "accepted_at": AT,
    }
    assert expected == BODY
    assert round_body(RECORD, AT, params_digest) == expected
    without_bet = {name: value for name, value in RECORD.items() if name != "bet"}
    assert round_body(without_bet, AT) == {name: value for name, value in expected.items() if name != "bet"}


def test_the_body_of_a_round_at_a_table() -> None:
    seeds = {"server_seed_hash": HASH, "client_seeds": {"1": "a", "4": "b"}, "nonce": 0}
    table = {"table_id": "t", "hand": 7}
    body = round_body(RECORD | {"seeds": seeds, "table": table, "deck_root": "b" * 64}, AT)
    assert {name: body[name] for name in ("client_seeds", "table", "deck_root")} == {
        "client_seeds": seeds["client_seeds"],
        "table": table,
        "deck_root": "b" * 64,
    }
    assert "client_seed" not in body


def test_actions_are_chained_by_the_digests_of_bodies() -> None:
    first = sign_receipt(KEY, BODY)
    body = action_body("r-1", 0, Receipt.parse(first).digest(), {"type": "hit"}, AT)
    assert body == {
        "type": "fairseed/action-receipt/v1",
        "round_id": "r-1",
        "index": 0,
        "previous": hashlib.sha256(written(BODY)).hexdigest(),
        "action": {"type": "hit"},
        "accepted_at": AT,
    }
    receipt, digest = sign_canonical(KEY, body)
    assert receipt == sign_receipt(KEY, body)
    assert digest == Receipt.parse(receipt).digest() == hashlib.sha256(written(body)).hexdigest()


# Signatures.


def test_a_receipt_is_signed_over_its_canonical_body() -> None:
    """By a second Ed25519; the signature is over the body alone."""
    receipt = sign_receipt(KEY, BODY)
    assert set(receipt) == {"body", "key", "signature"}
    assert receipt["key"] == f"example.com/log/receipts+{KEY.verifier.id.hex()}"
    signature = base64.b64decode(receipt["signature"], validate=True)
    assert signature == ed25519.sign(SEED, written(BODY))
    assert ed25519.verify(ed25519.public_key(SEED), written(BODY), signature)


def test_the_order_of_members_does_not_matter() -> None:
    receipt = sign_receipt(KEY, BODY)
    turned = {name: receipt[name] for name in reversed(receipt)}
    turned["body"] = dict(reversed(receipt["body"].items()))
    assert Receipt.parse(turned).signer([KEY.verifier]) == KEY.verifier
    assert Receipt.parse(turned).digest() == Receipt.parse(receipt).digest()


def test_a_receipt_of_an_unknown_key_says_nothing() -> None:
    other = SigningKey("example.com/log/receipts", b"\x02" * 32)
    renamed = SigningKey("example.com/other/receipts", SEED)
    witness = SigningKey("example.com/log/receipts", SEED, COSIGNATURE)
    receipt = Receipt.parse(sign_receipt(KEY, BODY))
    assert receipt.signer([]) is None
    assert receipt.signer([other.verifier, renamed.verifier, witness.verifier]) is None
    assert receipt.signer([other.verifier, KEY.verifier]) == KEY.verifier


def test_a_key_of_another_type_signs_no_receipts() -> None:
    witness = SigningKey("example.com/log/receipts", SEED, COSIGNATURE)
    receipt = Receipt.parse(sign_receipt(witness, BODY))
    assert receipt.signer([witness.verifier]) is None


@pytest.mark.parametrize("name", BODY)
def test_every_changed_member_is_refused(name: str) -> None:
    receipt = sign_receipt(KEY, BODY)
    others = {"bet": {"stake": 11}, "nonce": 4, "accepted_at": "2026-07-26T12:34:57Z"}
    for body in (
        BODY | {name: others.get(name, "b" * 64)},
        {key: value for key, value in BODY.items() if key != name},
    ):
        if name != "accepted_at" or name in body:
            with pytest.raises(
                CommitmentError, match=r"signature: of example\.com/log/receipts is not right"
            ):
                Receipt.parse({**receipt, "body": body}).signer([KEY.verifier])
    with pytest.raises(CommitmentError, match="is not right"):
        Receipt.parse({**receipt, "body": BODY | {"more": 1}}).signer([KEY.verifier])


@given(st.integers(0, 511))
def test_a_flipped_bit_of_the_signature_is_refused(bit: int) -> None:
    receipt = sign_receipt(KEY, BODY)
    signature = int.from_bytes(base64.b64decode(receipt["signature"]), "big") ^ 1 << bit
    changed = base64.b64encode(signature.to_bytes(64, "big")).decode()
    with pytest.raises(CommitmentError, match="is not right"):
        Receipt.parse({**receipt, "signature": changed}).signer([KEY.verifier])


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=9),
        max_size=5,
    )
)
def test_every_body_is_signed_and_read(more: dict[str, Any]) -> None:
    body = more | {"accepted_at": AT}
    receipt = Receipt.parse(json.loads(json.dumps(sign_receipt(KEY, body))))
    assert receipt.body == body
    assert receipt.signer([KEY.verifier]) == KEY.verifier


# Refusals.

RECEIPT = sign_receipt(KEY, BODY)
TIMES = [
    "2026-07-26T12:34:56", "2026-07-26T12:34:56z", "2026-07-26t12:34:56Z", "2026-07-26 12:34:56Z",
    "2026-07-26T12:34:56.0Z", "2026-07-26T12:34:56+00:00", "2026-07-26T12:34Z", "20260726T123456Z",
    "2026-7-26T12:34:56Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z", "0000-01-01T00:00:00Z", "12026-01-01T00:00:00Z", "٢٠٢٦-01-01T00:00:00Z",
    AT + "\n", " " + AT, "", None, 7, [], {"$date": AT},
]  # fmt: skip


@pytest.mark.parametrize("time", TIMES, ids=itertools.count())
def test_every_refusal_of_a_time(time: Any) -> None:
    with pytest.raises(CommitmentError, match="must be RFC 3339 in UTC, whole seconds, Z") as error:
        Receipt.parse({**RECEIPT, "body": BODY | {"accepted_at": time}})
    assert error.value.field == "receipt.body.accepted_at"


@pytest.mark.parametrize("time", ["2024-02-29T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_times_that_are_read(time: str) -> None:
    assert Receipt.parse(sign_receipt(KEY, BODY | {"accepted_at": time})).body["accepted_at"] == time


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (None, "must have exactly body, key and signature"),
        ([], "must have exactly body"),
        ("receipt", "must have exactly body"),
        ({}, "must have exactly body"),
        (RECEIPT | {"more": 1}, "must have exactly body"),
        *(({name: value for name, value in RECEIPT.items() if name != left}, "must have exactly body")
          for left in RECEIPT),
        (RECEIPT | {"body": None}, "must be an object, a text and a text"),
        (RECEIPT | {"body": "{}"}, "must be an object, a text and a text"),
        (RECEIPT | {"key": None}, "must be an object, a text and a text"),
        (RECEIPT | {"signature": 7}, "must be an object, a text and a text"),
        (RECEIPT | {"body": {}}, "must be RFC 3339"),
        (RECEIPT | {"signature": ""}, "signature: is not Base64"),
        (RECEIPT | {"signature": RECEIPT["signature"].rstrip("=")}, "signature: is not Base64"),
        (RECEIPT | {"signature": RECEIPT["signature"] + "\n"}, "signature: is not Base64"),
        (RECEIPT | {"signature": "é" * 86 + "=="}, "signature: is not Base64"),
    ],
    ids=itertools.count(),
)  # fmt: skip
def test_every_refusal_of_a_receipt(value: Any, rule: str) -> None:
    with pytest.raises(CommitmentError, match=rule) as error:
        Receipt.parse(value, "action_receipts.2")
    assert error.value.field.startswith("action_receipts.2")


@pytest.mark.parametrize("length", [1, 63, 65, 1000])
def test_a_signature_of_another_length_is_not_right(length: int) -> None:
    signature = base64.b64encode((base64.b64decode(RECEIPT["signature"]) * 16)[:length]).decode()
    with pytest.raises(CommitmentError, match="is not right"):
        Receipt.parse({**RECEIPT, "signature": signature}).signer([KEY.verifier])


@pytest.mark.parametrize("value", [1.5, 2**53, "\ud800", {"\ud800": 1}])
def test_a_body_without_canonical_json_is_an_error_of_its_own(value: Any) -> None:
    receipt = Receipt.parse({**RECEIPT, "body": BODY | {"more": value}})
    with pytest.raises(FairseedError):
        receipt.signer([KEY.verifier])
