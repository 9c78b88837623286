"""Outcomes of many rounds under a public scheme at once (docs/audit.md, A player's history).

The kernels make the words of schemes that draw as the project's own derivation does: HMAC-SHA256 of
`client:nonce:cursor`, its words one after the other. Which integers they give is multiplied out here, in
whole arrays, and rejects nothing; what these mean is left to the scheme's own formulas. Any other scheme, and
each round with which something is wrong, is left to the interpreter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np

from fairseed.audit.bulk import Bulk
from fairseed.derivation import MAX_NONCE
from fairseed.verification.schemes import GameRule, Round, SchemeError
from fairseed.verification.schemes.draws import WORDS, Draws, hex_bytes, utf8
from fairseed.verification.schemes.formulas import Options, Outcome, deck_size, outcome_of

SHAPE: Final = {
    "hash": "sha256",
    "message": "{client}:{nonce}:{cursor}",
    "cursor": "stream",
    "integer": "scale",
}
LEAST: Final = 64  # rounds of one pair, game and options that are worth a kernel's start


def outcomes(rounds: Sequence[Round]) -> list[Outcome | None]:
    """What `Round.outcome` gives for each; None where it has to be asked itself."""
    found: list[Outcome | None] = [None] * len(rounds)
    groups: dict[tuple[Any, ...], list[int]] = {}
    for at, one in enumerate(rounds):
        if type(one.nonce) is not int or not 0 <= one.nonce <= MAX_NONCE:
            continue
        # Equal options are one object in a history; others only make more groups.
        key = (one.server_seed, one.client_seed, id(one.rule), id(one.options))
        groups.setdefault(key, []).append(at)
    for places in groups.values():
        if len(places) < LEAST:
            continue
        first = rounds[places[0]]
        bounds, bulk = bounds_of(first.rule, first.options), _bulk(first)
        if bounds is None or bulk is None:
            continue
        nonces = np.array([rounds[at].nonce for at in places], np.uint64)
        words = bulk.words(nonces, len(bounds)).astype(np.uint64)
        drawn = (words * np.array(bounds, np.uint64) >> np.uint64(32)).tolist()
        for at, integers in zip(places, drawn, strict=True):
            try:
                given = cast("Draws", Given(integers))
                found[at] = outcome_of(first.rule, first.options, given)
            except SchemeError:
                continue
    return found


class Given:
    """Draws that are made already, in place of `Draws`."""

    __slots__ = ("_next", "steps")

    def __init__(self, integers: list[int]) -> None:
        self._next = iter(integers).__next__
        self.steps = None

    def uniform(self, _n: int) -> int:
        return self._next()


def bounds_of(rule: GameRule, options: Options) -> list[int] | None:
    """The n of each draw that the game's formula makes, in order; None where the kernels don't make them."""
    settings = rule.settings
    if any(settings[name] != value for name, value in SHAPE.items()):
        return None
    if rule.formula in ("roll", "number"):
        return [settings["n"]]
    if rule.formula == "multiplier":
        return [WORDS]
    if rule.formula == "path":
        return [2] * options["rows"]
    if rule.formula == "symbols":
        return [len(settings["symbols"])] * options["count"]
    if rule.formula == "cells":
        count = options[settings["name"]] if settings["count"] else settings["draws"]
        return _without(settings["shuffle"], settings["cells"], count)
    if rule.formula == "cards":
        count = settings["count"] if settings["hand"] is not None else options["cards"]
        size = deck_size(settings)
        return (
            [size] * count if settings["shuffle"] == "replace" else _without(settings["shuffle"], size, count)
        )
    return None


def _without(shuffle: str, size: int, count: int) -> list[int]:
    """Of draws without repetition: from the front so many as are wanted, from the back all."""
    if shuffle in ("pick", "forward"):
        return [size - at for at in range(count)]
    return [place + 1 for place in range(size - 1, 0, -1)]


def _bulk(one: Round) -> Bulk | None:
    settings = one.rule.settings
    try:
        key = hex_bytes(one.server_seed) if settings["key"] == "hex" else utf8("server_seed", one.server_seed)
        label = utf8("client_seed", one.client_seed)
    except SchemeError:
        return None
    # RFC 2104 section 2: a longer key is hashed.
    bulk = Bulk.of_label(hashlib.sha256(key).digest() if len(key) > 64 else key, label)
    return bulk if bulk.compiled else None
