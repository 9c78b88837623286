"""`derive GAME … --expected`: what a player saw of a round under this program's own scheme, compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from fairseed.derivation import FairseedError, SeedPair
from verifier_cli.draws import DRAWS, Options, raw_params

if TYPE_CHECKING:
    from fairseed.verification.diagnosis import Trial
    from fairseed.verification.schemes import Diagnosis
    from verifier_cli.commands.derive import PlayerSeeds

Claim = dict[str, Any]
# The games of one player; a hand and a match have seeds of several.
GAMES: Final = ("dice", "limbo", "plinko", "mines", "hilo", "blackjack", "raw")

_NUMBERS = re.compile(r"[0-9]{1,10}(?:[\s,]+[0-9]{1,10})*")
_DECKS: Final = {"shuffle": "replace", "hand": None, "suits": "cdhs", "ranks": "23456789TJQKA"}
# How each is read: the formula of docs/schemes.md whose outcomes are written alike, and its settings.
_READ_AS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "dice": ("roll", {}),
    "limbo": ("multiplier", {}),
    "plinko": ("path", {}),
    "mines": ("cells", {"name": "mines"}),
    "hilo": ("cards", {**_DECKS, "decks": 1}),
    "blackjack": ("cards", {**_DECKS, "decks": 6}),
}


def read_expected(game: str, options: Options, text: str) -> Claim:
    """As people write it: `12.86`, `2.61x`, `LRRL`, `3 7 21`, `6s 4d`, `10D 2S`. SchemeError (its field is
    `expected`) where it is no outcome of the game."""
    from fairseed.verification.schemes import GameRule, SchemeError, read_claim

    if game == "raw":
        claim = _raw(options, text.strip())
    else:
        formula, settings = _READ_AS[game]
        if game == "mines":
            settings = settings | {"cells": options["size"] ** 2}
        rule = GameRule(game, formula, settings, {})
        claim = read_claim(rule, {**options, "base": "0", "order": "sorted"}, text)
        if game == "mines" and not set(claim["mines"]) <= set(range(options["size"] ** 2)):
            claim = {}
        claim = claim if game != "blackjack" else {"shoe": claim["cards"]} if "cards" in claim else {}
    if not claim or "indices" in claim:
        raise SchemeError("expected", "must be an outcome of {game}", game=game)
    return claim


def _raw(options: Options, text: str) -> Claim:
    kind = next(iter(raw_params(options)))
    if kind == "bytes":
        return {kind: text.lower()} if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", text) else {}
    plain = text.strip("[] ")
    return {kind: [int(word) for word in re.split(r"[\s,]+", plain)]} if _NUMBERS.fullmatch(plain) else {}


def comes_out(outcome: Mapping[str, Any], claim: Claim) -> bool:
    """Of cards a player may have seen only the first."""
    return all(
        outcome[name][: len(value)] == value if name in ("cards", "shoe") else outcome[name] == value
        for name, value in claim.items()
    )


def explain(
    game: str, seeds: PlayerSeeds, options: Options, claim: Claim | None, pairs: Sequence[tuple[str, str]]
) -> Diagnosis | None:
    """What would explain a hash or an outcome that does not match; None where nothing tells."""
    from fractions import Fraction

    from fairseed.verification import diagnosis
    from fairseed.verification.schemes import Diagnosis
    from games import GameError

    given = seeds.to_json()
    params = raw_params(options) if game == "raw" else options
    server, client = given["server_seed"], given["client_seed"]
    at = {"server_seed": server, "client_seed": client, "nonce": seeds.nonce}

    def fits(trial: Trial) -> bool:
        there = at | trial.seeds
        try:
            stream = SeedPair(there["server_seed"], there["client_seed"]).stream(there["nonce"])
            return claim is None or comes_out(DRAWS[game](options | trial.params, stream), claim)
        except (FairseedError, GameError):
            return False

    broken = None if seeds.promised in (None, given["server_seed_hash"]) else seeds.promised
    promised = {**given, "server_seed_hash": broken}
    if (found := diagnosis.of_promise(promised)) is not None:
        undone = diagnosis.promise_undone(found.name, promised)
        if undone is None or fits(diagnosis.Trial(found, undone)):
            return Diagnosis(found, 1, Fraction(0))
    if claim is None:
        return None
    inputs = diagnosis.Inputs(game, server, client, seeds.nonce, params, claim, broken)
    return diagnosis.explain(inputs, fits, pairs)
