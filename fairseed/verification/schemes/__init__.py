"""Rounds of public operators, by declarations instead of code (docs/schemes.md)."""

from fairseed.verification.schemes.claims import Claim, agrees, chance, read_claim
from fairseed.verification.schemes.declaration import GameRule, Scheme, read_scheme, table_rtp
from fairseed.verification.schemes.diagnosis import MOST_ROUNDS, Attempt, Diagnosis, comes_out, diagnose
from fairseed.verification.schemes.draws import Step, commitment_of
from fairseed.verification.schemes.errors import SchemeError
from fairseed.verification.schemes.formulas import Option, options_of
from fairseed.verification.schemes.rounds import (
    Round,
    known_scheme,
    load_scheme,
    read_declaration,
    read_options,
    scheme_names,
    uses_nonce,
)

__all__ = [
    "MOST_ROUNDS",
    "Attempt",
    "Claim",
    "Diagnosis",
    "GameRule",
    "Option",
    "Round",
    "Scheme",
    "SchemeError",
    "Step",
    "agrees",
    "chance",
    "comes_out",
    "commitment_of",
    "diagnose",
    "known_scheme",
    "load_scheme",
    "options_of",
    "read_claim",
    "read_declaration",
    "read_options",
    "read_scheme",
    "scheme_names",
    "table_rtp",
    "uses_nonce",
]
