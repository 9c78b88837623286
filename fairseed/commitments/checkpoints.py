"""Checkpoints (C2SP tlog-checkpoint): origin, size and root of a log, as the text of a signed note."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.merkle import HASH_SIZE
from fairseed.commitments.notes import (
    Note,
    SigningKey,
    Verified,
    VerifierKey,
    decode_base64,
    parse_note,
    sign_note,
    verify_note,
)

MAX_SIZE: Final = 2**63 - 1
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


def parse_size(text: str, what: str = "size") -> int:
    """A decimal up to 2^63−1 without leading zeros."""
    if not _SIZE.fullmatch(text) or int(text) > MAX_SIZE:
        raise CommitmentError(what, "must be a decimal up to 2^63-1 without leading zeros")
    return int(text)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log says of itself: its name, how many entries it has, and the root over them (32 bytes)."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def text(self) -> str:
        """The note's text."""
        root = base64.b64encode(self.root).decode("ascii")
        return "".join(f"{line}\n" for line in (self.origin, self.size, root, *self.extensions))

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop() or not all(lines):
            raise CommitmentError("checkpoint", "must be origin, size and root, each line ended by a newline")
        origin, size, root, *extensions = lines
        hashed = decode_base64(root, "root")
        if len(hashed) != HASH_SIZE:
            raise CommitmentError("root", "must be 32 bytes")
        # Any text may be an origin (tlog-checkpoint, Note text); the names of ours have no spaces.
        return cls(origin, parse_size(size), hashed, tuple(extensions))


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """A checkpoint as it came: the note it stands in. Who signed it is for `verify` to say."""

    checkpoint: Checkpoint
    note: Note

    @classmethod
    def parse(cls, data: str | bytes) -> SignedCheckpoint:
        note = parse_note(data)
        return cls(Checkpoint.parse(note.text), note)

    def verify(self, keys: Iterable[VerifierKey]) -> Verified:
        """Which of `keys` signed; CommitmentError where a known key's signature is not right."""
        return verify_note(self.note, keys)

    def signed_by_log(self, keys: Iterable[VerifierKey]) -> bool:
        """Whether a known log key of this origin signed. A key of another name proves nothing here."""
        return bool(self.verify(key for key in keys if key.name == self.checkpoint.origin).keys)


def sign_checkpoint(checkpoint: Checkpoint, keys: Sequence[SigningKey]) -> str:
    """The checkpoint as a note signed by all `keys` (two while a key is changed)."""
    return sign_note(checkpoint.text(), keys)
