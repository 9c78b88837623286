"""Signed notes (C2SP signed-note) with Ed25519 keys, and witnesses' cosignatures (tlog-cosignature v1).

text, ending in a newline
(an empty line)
— key name Base64(key ID ‖ signature)
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairseed.commitments.errors import CommitmentError

ED25519: Final = 1  # a signature of the note's text
COSIGNATURE: Final = 4  # a timestamped one, by a witness
MAX_NOTE: Final = 1_000_000
MAX_SIGNATURES: Final = 100

_KEY_TEXT = re.compile(r"(?P<name>[^+]+)\+(?P<id>[0-9a-f]{8})\+(?P<data>[A-Za-z0-9+/]+={0,2})")
_SIGNATURE = re.compile(r"— (?P<name>\S+) (?P<data>[A-Za-z0-9+/]+={0,2})")
_NO_NAME = re.compile(r"[+\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_PRIVATE: Final = "PRIVATE+KEY+"  # how Go's note package begins a private key


def decode_base64(text: str, what: str) -> bytes:
    """Standard Base64 in its one right spelling (padding, no spare bits)."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not text or base64.b64encode(data).decode("ascii") != text:
        raise CommitmentError(what, "is not Base64")
    return data


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The first four bytes of SHA-256(name, newline, type, public key)."""
    return hashlib.sha256(name.encode("utf-8") + b"\n" + bytes([kind]) + public).digest()[:4]


def check_key_name(name: str) -> str:
    """A key name is not empty and has neither spaces nor `+` (signed-note, Format), nor what ends a
    line or has no UTF-8. What else can't be printed differs from one Unicode version to the next."""
    if not name or _NO_NAME.search(name) or any(char.isspace() for char in name):
        raise CommitmentError("key name", "must not be empty nor hold spaces, + or control characters")
    return name


def timestamped(text: str, timestamp: int) -> bytes:
    """What a witness signs: a header, the time in seconds since 1970, the note's text."""
    return f"cosignature/v1\ntime {timestamp}\n{text}".encode()


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with its name: `<name>+<8 hex of the key ID>+<Base64 of type ‖ key>`."""

    name: str
    kind: int
    public: bytes

    @classmethod
    def parse(cls, text: str) -> VerifierKey:
        found = _KEY_TEXT.fullmatch(text)
        if found is None:
            raise CommitmentError("vkey", "must be <name>+<8 hex>+<Base64>")
        name = check_key_name(found["name"])
        data = decode_base64(found["data"], "vkey")
        if len(data) != 33 or data[0] not in (ED25519, COSIGNATURE):
            raise CommitmentError("vkey", "must be an Ed25519 key (type 1) or a cosignature key (type 4)")
        key = cls(name, data[0], data[1:])
        if key.id.hex() != found["id"]:
            raise CommitmentError("vkey", "its key ID is not that of its name and key")
        return key

    @property
    def id(self) -> bytes:
        return key_id(self.name, self.kind, self.public)

    @property
    def label(self) -> str:
        """`<name>+<8 hex>`: how receipts name a key."""
        return f"{self.name}+{self.id.hex()}"

    def __str__(self) -> str:
        data = base64.b64encode(bytes([self.kind]) + self.public).decode("ascii")
        return f"{self.label}+{data}"

    def verify(self, text: str, signature: bytes) -> int | None:
        """Checks the signature of a note's text (the bytes behind the key ID). Returns the time of
        a cosignature, else None. CommitmentError where it is not right."""
        timestamp, message = None, text.encode("utf-8")
        if self.kind == COSIGNATURE:
            timestamp, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            if timestamp >= 2**63:
                raise CommitmentError("signature", "has a time beyond 2^63")
            message = timestamped(text, timestamp)
        self.verify_bytes(message, signature)
        return timestamp

    def verify_bytes(self, message: bytes, signature: bytes) -> None:
        """Checks a bare Ed25519 signature."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            raise CommitmentError("signature", "of {name} is not right", name=self.name) from None


class SigningKey:
    """A private key with its name; no text form shows it but `expose()`."""

    __slots__ = ("_private", "verifier")

    def __init__(self, name: str, seed: bytes, kind: int = ED25519) -> None:
        if len(seed) != 32:
            raise CommitmentError("signing key", "must be 32 bytes")
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.verifier = VerifierKey(check_key_name(name), kind, self._private.public_key().public_bytes_raw())

    @classmethod
    def generate(cls, name: str, kind: int = ED25519) -> SigningKey:
        return cls(name, Ed25519PrivateKey.generate().private_bytes_raw(), kind)

    @classmethod
    def parse(cls, text: str) -> SigningKey:
        """`PRIVATE+KEY+<name>+<8 hex>+<Base64>`, the form of Go's note package."""
        found = _KEY_TEXT.fullmatch(text.removeprefix(_PRIVATE))
        if not text.startswith(_PRIVATE) or found is None:
            raise CommitmentError("signing key", "must be PRIVATE+KEY+<name>+<8 hex>+<Base64>")
        data = decode_base64(found["data"], "signing key")
        if len(data) != 33 or data[0] not in (ED25519, COSIGNATURE):
            raise CommitmentError("signing key", "is of a type that is not known here")
        key = cls(found["name"], data[1:], data[0])
        if key.verifier.id.hex() != found["id"]:
            raise CommitmentError("signing key", "its key ID is not that of its name and key")
        return key

    def expose(self) -> str:
        """The text of `parse`: only to be written where keys are kept."""
        data = base64.b64encode(bytes([self.verifier.kind]) + self._private.private_bytes_raw())
        return f"{_PRIVATE}{self.verifier.label}+{data.decode('ascii')}"

    def seed(self) -> bytes:
        """The 32 bytes of the private key: only to be wrapped and stored."""
        return self._private.private_bytes_raw()

    def sign_bytes(self, message: bytes) -> bytes:
        return self._private.sign(message)

    def line(self, text: str, timestamp: int | None = None) -> str:
        """The signature line of a note's text; a cosignature needs its time in seconds since 1970."""
        if self.verifier.kind == COSIGNATURE:
            if timestamp is None or not 0 <= timestamp < 2**63:
                raise CommitmentError("timestamp", "is required in a cosignature, from 0 to 2^63-1")
            data = timestamp.to_bytes(8, "big") + self.sign_bytes(timestamped(text, timestamp))
        else:
            data = self.sign_bytes(text.encode("utf-8"))
        signature = base64.b64encode(self.verifier.id + data).decode("ascii")
        return f"— {self.verifier.name} {signature}\n"

    def __repr__(self) -> str:
        return f"SigningKey({self.verifier.label})"

    def __reduce_ex__(self, protocol: object) -> str:
        raise CommitmentError("signing key", "a secret is never pickled or copied")


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line, as it stands: nothing is known of it yet."""

    name: str
    id: bytes
    data: bytes

    def line(self) -> str:
        return f"— {self.name} {base64.b64encode(self.id + self.data).decode('ascii')}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A note taken apart: its text (with the last newline) and its signature lines."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(signature.line() for signature in self.signatures)}"

    def with_lines(self, lines: Iterable[str]) -> str:
        """The note's text with further signature lines behind its own."""
        return str(self) + "".join(lines)


@dataclass(frozen=True, slots=True)
class Verified:
    """Which of the known keys signed a note; `times` of cosignatures, in seconds since 1970."""

    keys: tuple[VerifierKey, ...] = ()
    times: dict[VerifierKey, int] = field(default_factory=dict)


def sign_note(text: str, keys: Sequence[SigningKey]) -> str:
    """A note with a signature line of each key."""
    return f"{text}\n{''.join(key.line(text) for key in keys)}"


def parse_note(data: str | bytes) -> Note:
    """Takes a note apart; its text must be ignored until `verify_note` says who signed it."""
    if len(data) > MAX_NOTE:
        raise CommitmentError("note", "has more than 1 000 000 bytes")
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        text.encode("utf-8")
    except UnicodeError:
        raise CommitmentError("note", "is not UTF-8") from None
    if any(char < " " and char != "\n" for char in text):
        raise CommitmentError("note", "holds a control character")
    at = text.rfind("\n\n")
    if at < 0 or not text.endswith("\n"):
        raise CommitmentError("note", "has no text, empty line and signature lines, each ended by a newline")
    lines = text[at + 2 :].split("\n")[:-1]
    if not 1 <= len(lines) <= MAX_SIGNATURES:
        raise CommitmentError("note", "must have from 1 to {most} signature lines", most=MAX_SIGNATURES)
    return Note(text[: at + 1], tuple(_signature(line) for line in lines))


def parse_signature_lines(text: str) -> tuple[Signature, ...]:
    """Signature lines alone, each ended by a newline: what a witness answers."""
    lines = text.split("\n")
    if not 2 <= len(lines) <= MAX_SIGNATURES + 1 or lines.pop():
        raise CommitmentError("signatures", "must be lines, each ended by a newline")
    return tuple(_signature(line) for line in lines)


def _signature(line: str) -> Signature:
    found = _SIGNATURE.fullmatch(line)
    data = decode_base64(found["data"], "signature") if found else b""
    if found is None or len(data) < 5:
        raise CommitmentError("signature", "must be — <key name> <Base64 of key ID and signature>")
    return Signature(check_key_name(found["name"]), data[:4], data[4:])


def verify_note(note: Note, keys: Iterable[VerifierKey]) -> Verified:
    """Which of `keys` signed. A signature of a known key that is not right refuses the whole note
    (signed-note, Signatures); lines of unknown keys are ignored. It may be that none signed."""
    known = {(key.name, key.id): key for key in keys}
    signed: dict[VerifierKey, int | None] = {}
    for signature in note.signatures:
        key = known.get((signature.name, signature.id))
        if key is not None and key not in signed:
            signed[key] = key.verify(note.text, signature.data)
    return Verified(tuple(signed), {key: time for key, time in signed.items() if time is not None})
