"""Proof files (C2SP tlog-proof v1): index, inclusion proof and checkpoint of one entry, checked offline."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from typing import Any, Final

from fairseed.commitments import merkle
from fairseed.commitments.checkpoints import SignedCheckpoint, parse_size
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.notes import MAX_NOTE, decode_base64
from fairseed.records import UnusableError, canonical, read_json

HEADER: Final = "c2sp.org/tlog-proof@v1"
MAX_HASHES: Final = 63
_HEX64 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class LogProof:
    """Entry number `index` is in the log of `checkpoint`; `extra` proves its own part, not signed."""

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: SignedCheckpoint
    extra: bytes | None = None

    def text(self) -> str:
        """The file's text."""
        lines = [HEADER]
        if self.extra:
            lines.append(f"extra {base64.b64encode(self.extra).decode('ascii')}")
        lines.append(f"index {self.index}")
        lines += [base64.b64encode(value).decode("ascii") for value in self.hashes]
        return "\n".join(lines) + f"\n\n{self.checkpoint.note}"

    @classmethod
    def parse(cls, text: str) -> LogProof:
        if len(text) > MAX_NOTE:
            raise CommitmentError("tlog_proof", "has more than 1 000 000 bytes")
        head, _, note = text.partition("\n\n")
        lines = head.split("\n")
        if lines.pop(0) != HEADER or not note:
            raise CommitmentError("tlog_proof", "must begin with {header}", header=HEADER)
        extra = None
        if lines and lines[0].startswith("extra "):
            extra = decode_base64(lines.pop(0)[6:], "extra")
        if not lines or not lines[0].startswith("index "):
            raise CommitmentError("tlog_proof", "has no index line where it must stand")
        index = parse_size(lines.pop(0)[6:], "index")
        if len(lines) > MAX_HASHES:
            raise CommitmentError("tlog_proof", "has more than {most} hashes", most=MAX_HASHES)
        hashes = tuple(decode_base64(line, "proof hash") for line in lines)
        return cls(index, hashes, SignedCheckpoint.parse(note), extra)

    def holds(self, entry: bytes) -> bool:
        """Whether the proof leads from the entry to the checkpoint's root."""
        head = self.checkpoint.checkpoint
        return merkle.verify_inclusion(merkle.leaf_hash(entry), self.index, head.size, self.hashes, head.root)


@dataclass(frozen=True, slots=True)
class BatchProof:
    """Where a hash stands in a batch of commitments: trust.md section 2, `extra` of its proof."""

    batch_index: int
    batch_proof: list[str] = field(default_factory=list)

    def extra(self) -> bytes:
        """Canonical JSON, as it stands in a proof file."""
        return canonical({"batch_index": self.batch_index, "batch_proof": self.batch_proof})

    @classmethod
    def parse(cls, extra: bytes) -> BatchProof:
        try:
            document = read_json(extra, what="extra")
        except UnusableError as error:
            raise CommitmentError("extra", error.rule, **error.values) from None
        value: Any = document.value
        if document.faults or not isinstance(value, dict) or set(value) != {"batch_index", "batch_proof"}:
            raise CommitmentError("extra", "must be batch_index and batch_proof")
        return cls.of(value["batch_index"], value["batch_proof"])

    @classmethod
    def of(cls, index: Any, proof: Any) -> BatchProof:
        if type(index) is not int or index < 0:
            raise CommitmentError("batch_index", "must be an integer from 0")
        if not isinstance(proof, list) or len(proof) > MAX_HASHES:
            raise CommitmentError("batch_proof", "must be a list of at most {most} hashes", most=MAX_HASHES)
        if not all(isinstance(value, str) and _HEX64.fullmatch(value) for value in proof):
            raise CommitmentError("batch_proof", "must be hashes of 64 lowercase hexadecimal characters")
        return cls(index, proof)

    def holds(self, server_seed_hash: str, count: int, root: str) -> bool:
        """Whether the hash is in the batch: leaf data are its 64 ASCII characters."""
        leaf = merkle.leaf_hash(server_seed_hash.encode("ascii"))
        proof = [bytes.fromhex(value) for value in self.batch_proof]
        return merkle.verify_inclusion(leaf, self.batch_index, count, proof, bytes.fromhex(root))
