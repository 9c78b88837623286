"""Seeds → bytes → integers → shuffles: the only place where randomness is made.

Implements scheme `fairseed-v1`, docs/spec/derivation.md. No I/O, no clock, no floating point.
"""

from fairseed.derivation.errors import FairseedError, SeedError
from fairseed.derivation.seeds import (
    MAX_NONCE,
    MAX_RECORD_NONCE,
    SCHEME,
    SeedPair,
    ServerSeed,
    check_client_seed,
    encode_client_seed,
    hash_server_seed,
    parse_nonce,
)
from fairseed.derivation.stream import Stream
from fairseed.derivation.text import client_seed_faults

__all__ = [
    "MAX_NONCE",
    "MAX_RECORD_NONCE",
    "SCHEME",
    "FairseedError",
    "SeedError",
    "SeedPair",
    "ServerSeed",
    "Stream",
    "check_client_seed",
    "client_seed_faults",
    "encode_client_seed",
    "hash_server_seed",
    "parse_nonce",
]
