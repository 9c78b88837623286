"""Provably fair randomness that nobody has to trust.

    pair = fairseed.SeedPair(fairseed.ServerSeed.generate(), "client seed")
    pair.server_seed_hash            # promise this before the client seed is known
    roll, stream = pair.stream(nonce=0).uniform(10001)
    deck, stream = stream.shuffle(cards)

`make_record` writes a round of one of our games, `verify_record` checks any. Names are imported
on first use, so that a program that only derives loads nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairseed.commitments import CommitmentError, VerifierKey
    from fairseed.derivation import FairseedError, SeedError, SeedPair, ServerSeed, Stream, check_client_seed
    from fairseed.records import (
        Document,
        RecordError,
        UnusableError,
        iter_documents,
        read_json,
        record_digest,
    )
    from fairseed.verification import (
        Check,
        Trust,
        Verdict,
        make_record,
        verify_bundle,
        verify_record,
    )

__version__ = "0.3.0"

_HOMES = {
    "fairseed.derivation": (
        "FairseedError",
        "SeedError",
        "SeedPair",
        "ServerSeed",
        "Stream",
        "check_client_seed",
    ),
    "fairseed.records": (
        "Document",
        "RecordError",
        "UnusableError",
        "iter_documents",
        "read_json",
        "record_digest",
    ),
    "fairseed.commitments": ("CommitmentError", "VerifierKey"),
    "fairseed.verification": ("Check", "Trust", "Verdict", "make_record", "verify_bundle", "verify_record"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Check",
    "CommitmentError",
    "Document",
    "FairseedError",
    "RecordError",
    "SeedError",
    "SeedPair",
    "ServerSeed",
    "Stream",
    "Trust",
    "UnusableError",
    "Verdict",
    "VerifierKey",
    "check_client_seed",
    "iter_documents",
    "make_record",
    "read_json",
    "record_digest",
    "verify_bundle",
    "verify_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
