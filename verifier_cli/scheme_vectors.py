"""Test vectors of public operators' schemes (`schemes` in vectors/README.md). Layers tell refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairseed.derivation import FairseedError, parse_nonce

Case = dict[str, Any]
Refuse = Callable[[str], Exception]


def derive(given: Case, refused: Refuse) -> Case:
    """What the operator promises of the seed, and what comes out."""
    from fairseed.verification.schemes import Round, SchemeError, known_scheme, read_options

    scheme = known_scheme(given["scheme"])
    if scheme is None:
        raise refused("draw")
    try:
        rule = scheme.game(given["game"])
        options = read_options(rule, given["options"])
    except SchemeError:
        raise refused("draw") from None
    try:
        nonce = parse_nonce(given["nonce"])
        round_ = Round(scheme, rule, given["server_seed"], given["client_seed"], nonce, options)
        found = {"server_seed_hash": round_.server_seed_hash, "outcome": round_.outcome()}
    except FairseedError:
        raise refused("seed") from None
    if given.get("server_seed_hash", found["server_seed_hash"]) != found["server_seed_hash"]:
        raise refused("commitment")
    return found
