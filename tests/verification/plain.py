"""Receipts, entries, trees, checkpoints and proofs as docs/spec/trust.md and its C2SP pages describe them,
with json, hashlib and cryptography alone: what the library judges in these tests, it has not made."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

AT = "2026-07-26T12:34:56Z"
EMPTY = hashlib.sha256(b"").hexdigest()


def written(value: Any) -> bytes:
    """Canonical JSON of what has only ASCII keys and whole numbers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


class Signer:
    """A named Ed25519 key; `kind` 1 signs notes and receipts, 4 cosigns."""

    def __init__(self, name: str, number: int, kind: int = 1) -> None:
        self.name, self.kind = name, kind
        self.private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        public = bytes([kind]) + self.private.public_key().public_bytes_raw()
        self.id = hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]
        self.label = f"{name}+{self.id.hex()}"
        self.vkey = f"{self.label}+{b64(public)}"

    def receipt(self, body: dict[str, Any]) -> dict[str, Any]:
        data = written(body)
        return {"body": json.loads(data), "key": self.label, "signature": b64(self.private.sign(data))}

    def line(self, text: str) -> str:
        return f"— {self.name} {b64(self.id + self.private.sign(text.encode()))}\n"


# Trees: RFC 9162 sections 2.1.1 and 2.1.3.1, as they are written there.


def leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\0" + data).digest()


def _split(size: int) -> int:
    half = 1
    while half * 2 < size:
        half *= 2
    return half


def tree(leaves: Sequence[bytes]) -> bytes:
    """MTH over leaf hashes."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = _split(len(leaves))
    return hashlib.sha256(b"\1" + tree(leaves[:half]) + tree(leaves[half:])).digest()


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH, leaf first."""
    if len(leaves) == 1:
        return []
    half = _split(len(leaves))
    if index < half:
        return [*path(index, leaves[:half]), tree(leaves[half:])]
    return [*path(index - half, leaves[half:]), tree(leaves[:half])]


def root_of(texts: Iterable[str]) -> str:
    """The root over the characters of digests or hashes: a close root, or that of a batch."""
    return tree([leaf(text.encode()) for text in texts]).hex()


def batch_place(index: int, hashes: Sequence[str]) -> dict[str, Any]:
    """`batch_index` and `batch_proof` of a hash in its batch."""
    leaves = [leaf(value.encode()) for value in hashes]
    return {"batch_index": index, "batch_proof": [value.hex() for value in path(index, leaves)]}


class Log:
    """A log in memory; every size it ever had can be asked for."""

    def __init__(self, entries: Iterable[dict[str, Any] | bytes] = (), *signers: Signer) -> None:
        self.entries = [entry if isinstance(entry, bytes) else written(entry) for entry in entries]
        self.signers = signers

    @property
    def leaves(self) -> list[bytes]:
        return [leaf(entry) for entry in self.entries]

    def checkpoint(self, size: int | None = None, *signers: Signer, root: bytes | None = None) -> str:
        size = len(self.entries) if size is None else size
        root = tree(self.leaves[:size]) if root is None else root
        signers = signers or self.signers
        text = f"{signers[0].name}\n{size}\n{b64(root)}\n"
        return f"{text}\n{''.join(signer.line(text) for signer in signers)}"

    def proof(self, index: int, size: int | None = None, *signers: Signer, extra: Any = None) -> str:
        size = len(self.entries) if size is None else size
        lines = ["c2sp.org/tlog-proof@v1"]
        if extra is not None:
            lines.append(f"extra {b64(written(extra))}")
        lines += [f"index {index}", *map(b64, path(index, self.leaves[:size]))]
        return "\n".join(lines) + f"\n\n{self.checkpoint(size, *signers)}"

    def logged(
        self, index: int, size: int | None = None, *signers: Signer, extra: Any = None
    ) -> dict[str, Any]:
        """An entry with its proof, as a record carries it."""
        return {
            "entry": self.entries[index].decode(),
            "tlog_proof": self.proof(index, size, *signers, extra=extra),
        }

    def files(self, size: int | None = None) -> dict[str, bytes]:
        """What tlog-tiles serves: the checkpoint, every tile and entry bundle of this size (below 10^3 tiles
        a level)."""
        size = len(self.entries) if size is None else size
        found = {"checkpoint": self.checkpoint(size).encode()}
        for first in range(0, size, 256):
            part = self.entries[first : min(first + 256, size)]
            data = b"".join(len(entry).to_bytes(2, "big") + entry for entry in part)
            found[f"tile/entries/{first // 256:03}{partial(len(part))}"] = data
        level, hashes = 0, self.leaves[:size]
        while hashes:
            for first in range(0, len(hashes), 256):
                part = hashes[first : first + 256]
                found[f"tile/{level}/{first // 256:03}{partial(len(part))}"] = b"".join(part)
            whole = len(hashes) // 256
            level, hashes = level + 1, [tree(hashes[n * 256 : n * 256 + 256]) for n in range(whole)]
        return found


def partial(width: int) -> str:
    return "" if width == 256 else f".p/{width}"


# Receipts (section 3) and record digests (section 1).


def round_receipt_body(record: dict[str, Any], at: str = AT) -> dict[str, Any]:
    seeds = record["seeds"]
    body = {
        "type": "fairseed/receipt/v1",
        "round_id": record["round_id"],
        "game": record["game"],
        "params_digest": sha(written(record["params"])),
        "server_seed_hash": seeds["server_seed_hash"],
        "client_seed": seeds["client_seed"],
        "nonce": seeds["nonce"],
        "accepted_at": at,
    }
    return body | ({"bet": record["bet"]} if "bet" in record else {})


def receipt_bodies(record: dict[str, Any], at: str = AT) -> list[dict[str, Any]]:
    """The round's and its actions', chained."""
    bodies = [round_receipt_body(record, at)]
    for index, action in enumerate(record["actions"]):
        bodies.append(
            {
                "type": "fairseed/action-receipt/v1",
                "round_id": record["round_id"],
                "index": index,
                "previous": sha(written(bodies[-1])),
                "action": action,
                "accepted_at": at,
            }
        )
    return bodies


def digest_of(record: dict[str, Any]) -> str:
    """The record digest of section 1, of records without a table."""
    names = ("type", "round_id", "game", "params", "bet", "seeds", "actions", "settlement", "void")
    part = {name: record[name] for name in names if name in record}
    part["seeds"] = {name: value for name, value in part["seeds"].items() if name != "server_seed"}
    return sha(written(part))
