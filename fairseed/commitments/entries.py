"""Log entries (trust.md section 2): canonical JSON of at most 65 535 bytes, one struct a type.

Entries of unknown types are kept and skipped by whoever reads a log.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fairseed.commitments import merkle
from fairseed.commitments.errors import CommitmentError
from fairseed.commitments.tiles import MAX_ENTRY
from fairseed.derivation import MAX_RECORD_NONCE, FairseedError
from fairseed.records import UnusableError, canonical, read_json
from fairseed.records.record import Hex64, convert

Index = Annotated[int, Meta(ge=0, le=MAX_RECORD_NONCE)]
Hashes = Annotated[list[Hex64], Meta(max_length=63)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """One entry. `subject` is what must not stand in two entries of the type, None where it may."""

    @property
    def subject(self) -> str | None:
        return None

    def encode(self) -> bytes:
        """The canonical JSON that is hashed and served."""
        return canonical(msgspec.to_builtins(self))


class Commit(Entry, frozen=True, tag="commit"):
    """A promise: one hash, or the root over a batch of `count` hashes."""

    server_seed_hash: Hex64 | UnsetType = UNSET
    count: Annotated[int, Meta(ge=1, le=2**32)] | UnsetType = UNSET
    root: Hex64 | UnsetType = UNSET

    def __post_init__(self) -> None:
        single = self.server_seed_hash is not UNSET
        batch = (self.count is not UNSET, self.root is not UNSET)
        if batch != (not single, not single):
            raise ValueError("a commit has either server_seed_hash, or count and root")

    @property
    def subject(self) -> str | None:
        return str(self.root if self.server_seed_hash is UNSET else self.server_seed_hash)


class Activate(Entry, frozen=True, tag="activate"):
    """A promised pair comes into use, by a player (both tags) or at a table (its id and seats)."""

    server_seed_hash: Hex64
    commit_index: Index
    player_tag: Hex64 | UnsetType = UNSET
    client_seed_tag: Hex64 | UnsetType = UNSET
    table_id: str | UnsetType = UNSET
    seats_digest: Hex64 | UnsetType = UNSET
    batch_index: Index | UnsetType = UNSET
    batch_proof: Hashes | UnsetType = UNSET

    def __post_init__(self) -> None:
        player = {self.player_tag is not UNSET, self.client_seed_tag is not UNSET}
        table = {self.table_id is not UNSET, self.seats_digest is not UNSET}
        if player == table or len(player) > 1 or len(table) > 1:
            raise ValueError("has either player_tag and client_seed_tag, or table_id and seats_digest")
        if (self.batch_index is UNSET) != (self.batch_proof is UNSET):
            raise ValueError("batch_index and batch_proof stand together")

    @property
    def subject(self) -> str | None:
        return self.server_seed_hash


class Seat(Entry, frozen=True, tag="seat"):
    """A seat joins a table with the head of its chain."""

    table_id: str
    seat: Annotated[int, Meta(ge=0, le=2**16)]
    chain_head: Hex64


class Deck(Entry, frozen=True, tag="deck"):
    """The hidden deck of one hand, before the seats' links are asked for."""

    server_seed_hash: Hex64
    nonce: Index
    deck_root: Hex64

    @property
    def subject(self) -> str | None:
        return f"{self.server_seed_hash}:{self.nonce}"


class Close(Entry, frozen=True, tag="close"):
    """No further round under this pair: how many there were, and the root over their digests."""

    server_seed_hash: Hex64
    rounds: Annotated[int, Meta(ge=0, le=2**20)]
    root: Hex64

    @property
    def subject(self) -> str | None:
        return self.server_seed_hash


class Reveal(Entry, frozen=True, tag="reveal"):
    """The server seed."""

    server_seed_hash: Hex64
    server_seed: Hex64

    @property
    def subject(self) -> str | None:
        return self.server_seed_hash


class Void(Entry, frozen=True, tag="void"):
    """A pair, or with `nonce` and `round_id` one round of it, does not count; why, publicly."""

    server_seed_hash: Hex64
    reason: str
    nonce: Index | UnsetType = UNSET
    round_id: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.nonce is UNSET) != (self.round_id is UNSET):
            raise ValueError("nonce and round_id stand together")

    @property
    def subject(self) -> str | None:
        return self.server_seed_hash if self.nonce is UNSET else f"{self.server_seed_hash}:{self.nonce}"


class Ruleset(Entry, frozen=True, tag="ruleset"):
    """A game's rules by their digest, before it is offered with them."""

    game: str
    digest: Hex64

    @property
    def subject(self) -> str | None:
        return f"{self.game}:{self.digest}"


class Key(Entry, frozen=True, tag="key"):
    """A verifier key that this operator signs with from now on."""

    role: Literal["log", "receipt"]
    vkey: str

    @property
    def subject(self) -> str | None:
        return self.vkey


class Unknown(Entry, frozen=True):
    """An entry of a type that this version does not know."""

    raw: bytes = b""

    def encode(self) -> bytes:
        return self.raw


KINDS: Final[dict[str, type[Entry]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Commit, Activate, Seat, Deck, Close, Reveal, Void, Ruleset, Key)
}


def parse_entry(data: bytes) -> Entry:
    """An entry of a log. CommitmentError where it is not canonical JSON of an object with a type,
    or of a known type and not of its form."""
    if len(data) > MAX_ENTRY:
        raise CommitmentError("entry", "has more than 65 535 bytes")
    try:
        document = read_json(data, what="entry")
        value: Any = document.value
        if document.faults or not isinstance(value, dict) or canonical(value) != data:
            raise CommitmentError("entry", "is not the canonical JSON of an object")
    except UnusableError as error:
        raise CommitmentError("entry", error.rule, **error.values) from None
    kind = value.get("type")
    if not isinstance(kind, str):
        raise CommitmentError("type", "must be a text")
    if kind not in KINDS:
        return Unknown(data)
    try:
        return convert(value, KINDS[kind], "entry")
    except FairseedError as error:
        raise CommitmentError(f"{kind}.{error.field}", error.rule, **error.values) from None


def player_tag(player: str, salt: str) -> str:
    """Stands for a player in the log: SHA-256 of `player:salt`."""
    return hashlib.sha256(f"{player}:{salt}".encode()).hexdigest()


def client_seed_tag(salt: str, client_seed: str) -> str:
    """Stands for a client seed in the log, so that its reuse shows: SHA-256 of `salt:client_seed`."""
    return hashlib.sha256(f"{salt}:{client_seed}".encode()).hexdigest()


def close_root(record_digests: list[str]) -> str:
    """RFC 9162 root over the records of a pair, nonce ascending; a leaf is a digest's 64 characters."""
    return merkle.root([merkle.leaf_hash(digest.encode("ascii")) for digest in record_digests]).hex()
