"""Canonical JSON (RFC 8785) and the digests made of it (docs/spec/record.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import rfc8785

from fairseed.derivation import FairseedError

DIGESTED: Final = (
    "type",
    "round_id",
    "game",
    "params",
    "bet",
    "table",
    "seeds",
    "deck_root",
    "actions",
    "settlement",
    "void",
)


def canonical(value: Any) -> bytes:
    """The canonical JSON of a value; FairseedError where it has none."""
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, RecursionError, UnicodeError):
        raise FairseedError("value", "has no canonical JSON (RFC 8785)") from None


def digest(value: Any) -> str:
    """Lowercase hex SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def record_digest(record: Mapping[str, Any]) -> str:
    """The digest that the close root is made of: the members that never change once the round
    has ended, `seeds` without `server_seed`."""
    digested = {name: record[name] for name in DIGESTED if name in record}
    digested["seeds"] = {name: seed for name, seed in record["seeds"].items() if name != "server_seed"}
    return digest(digested)


def ruleset(
    game: str, params: Mapping[str, Any], choices: frozenset[str], paytables: Mapping[str, Any] | None
) -> dict[str, Any]:
    """`{"game", "rules", "paytables"}`: the params without the player's choices. In plinko the
    bins' multipliers stand in `paytables`, for every risk and number of rows."""
    left_out = choices | {"multipliers"} if paytables is not None else choices
    rules = {name: value for name, value in params.items() if name not in left_out}
    return {"game": game, "rules": rules, "paytables": paytables}


def ruleset_digest(
    game: str, params: Mapping[str, Any], choices: frozenset[str], paytables: Mapping[str, Any] | None
) -> str:
    return _digest_of(json.dumps(ruleset(game, params, choices, paytables)))


@lru_cache(256)
def _digest_of(text: str) -> str:
    """The digest of a value given as any JSON: the rounds of a bundle have few rulesets."""
    return digest(json.loads(text))
