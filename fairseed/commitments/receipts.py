"""Receipts (trust.md section 3): what an operator accepted, signed before the outcome is shown.

`{"body": {…}, "key": "<name>+<8 hex>", "signature": "<Base64>"}`, Ed25519 over the canonical JSON of
the body. The key is named `<origin>/receipts` and is not the log's.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import ED25519, SigningKey, VerifierKey, decode_base64
from fairseed.records import canonical, digest

ROUND_RECEIPT: Final = "fairseed/receipt/v1"
ACTION_RECEIPT: Final = "fairseed/action-receipt/v1"
KEY_SUFFIX: Final = "/receipts"
SIGNATURE_SIZE: Final = 64

_LABEL = re.compile(r"[^+\s]+\+[0-9a-f]{8}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?!24)[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt taken apart; its signature is not checked yet."""

    body: dict[str, Any]
    key: str
    signature: bytes

    @classmethod
    def parse(cls, value: object, where: str = "receipt") -> Receipt:
        if not isinstance(value, dict) or set(value) != {"body", "key", "signature"}:
            raise CommitmentError(where, "must have exactly body, key and signature")
        body, key, signature = value["body"], value["key"], value["signature"]
        if not isinstance(body, dict) or not isinstance(key, str) or not isinstance(signature, str):
            raise CommitmentError(where, "must be an object, a text and a text")
        if not _is_time(body.get("accepted_at")):
            raise CommitmentError(f"{where}.body.accepted_at", "must be RFC 3339 in UTC, whole seconds, Z")
        if not _LABEL.fullmatch(key):
            raise CommitmentError(f"{where}.key", "must be <name>+<8 hex>")
        return cls(body, key, decode_base64(signature, f"{where}.signature"))

    def digest(self) -> str:
        """What the next receipt of the round names as `previous`."""
        return digest(self.body)

    def signer(self, keys: Iterable[VerifierKey]) -> VerifierKey | None:
        """The known key that signed. None where its key is not known; CommitmentError where the
        signature is not right, or none by its length."""
        if len(self.signature) != SIGNATURE_SIZE:
            raise CommitmentError("signature", "of {name} is not right", name=self.key)
        for key in keys:
            if key.label == self.key and key.kind == ED25519:
                key.verify_bytes(canonical(self.body), self.signature)
                return key
        return None


def round_body(
    record: Mapping[str, Any], accepted_at: str, params_digest: str | None = None
) -> dict[str, Any]:
    """The body of a round's receipt, from the members of its record."""
    seeds = record["seeds"]
    body: dict[str, Any] = {
        "type": ROUND_RECEIPT,
        "round_id": record["round_id"],
        "game": record["game"],
        "params_digest": params_digest or digest(record["params"]),
        "server_seed_hash": seeds["server_seed_hash"],
        "nonce": seeds["nonce"],
        "accepted_at": accepted_at,
    }
    # Elsewhere than at a table these are unknown members, which mean nothing.
    named = ("bet", "table", "deck_root") if "client_seeds" in seeds else ("bet",)
    body |= {name: record[name] for name in named if name in record}
    return body | {name: seeds[name] for name in ("client_seed", "client_seeds") if name in seeds}


def action_body(
    round_id: str, index: int, previous: str, action: Mapping[str, Any], accepted_at: str
) -> dict[str, Any]:
    """The body of an action's receipt; `previous` is the digest of the body of the receipt before."""
    return {
        "type": ACTION_RECEIPT,
        "round_id": round_id,
        "index": index,
        "previous": previous,
        "action": dict(action),
        "accepted_at": accepted_at,
    }


def sign_receipt(key: SigningKey, body: dict[str, Any]) -> dict[str, Any]:
    """The receipt of a body."""
    return sign_canonical(key, body)[0]


def sign_canonical(key: SigningKey, body: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The receipt of a body, and the body's digest for the receipt behind it."""
    data = canonical(body)
    signature = base64.b64encode(key.sign_bytes(data)).decode("ascii")
    receipt = {"body": body, "key": key.verifier.label, "signature": signature}
    return receipt, hashlib.sha256(data).hexdigest()
