"""Where a record's outcome is not what its seeds give: which usual mistake would explain it.

As for rounds of public operators (`schemes.diagnosis`): a mistake is tried by making it undone in a copy of
the record and verifying that, and is named only where so much agreement by chance is unlikely enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb, perm
from typing import Any

from fairseed.derivation import FairseedError, hash_server_seed
from fairseed.verification.rounds import verify_record
from fairseed.verification.schemes.diagnosis import (
    LIMIT,
    NEAR,
    Diagnosis,
    Mistake,
    client_seeds,
    mistake,
    needed,
    server_seeds,
)
from fairseed.verification.verdict import Verdict

Record = dict[str, Any]
_ONE_PLAYER = ("dice", "limbo", "plinko", "mines", "hilo", "blackjack", "raw")


def diagnose_record(record: Record, verdict: Verdict) -> Diagnosis | None:
    """What would explain a failed record of a one-player game; None where nothing of this kind failed."""
    failed = {check.check for check in verdict.checks if check.status == "fail"}
    seeds = record.get("seeds")
    if record.get("game") not in _ONE_PLAYER or not isinstance(seeds, Mapping) or not failed:
        return None
    if failed & {"format", "commitment"} and (found := _of_promise(seeds)) is not None:
        return Diagnosis(found, 1, Fraction(0))
    if "format" in failed or not failed & {"outcome", "rules"} or "outcome" not in record:
        return None
    candidates = list(_candidates(record))
    one = chance(record)
    by_chance = len(candidates) * one
    for found, changed in candidates:
        if _comes_out(changed) and by_chance <= LIMIT:
            return Diagnosis(found, len(candidates), by_chance)
    return Diagnosis(
        None, len(candidates), by_chance, None if by_chance <= LIMIT else needed(one, len(candidates))
    )


def _of_promise(seeds: Mapping[str, Any]) -> Mistake | None:
    """Told by hashes alone, which no accident gives."""
    seed, promised = seeds.get("server_seed"), seeds.get("server_seed_hash")
    if not isinstance(seed, str) or not isinstance(promised, str):
        return None
    plain, hash_ = "".join(seed.split()).lower(), "".join(promised.split()).lower()
    if plain == hash_:
        return mistake("hash_as_seed")
    if _hash(plain) == hash_:
        named = "lower_server" if seed.lower() != seed else "spaces_server"
        return mistake(named if seed != plain else "hash_spelling")
    if _hash(hash_) == plain:
        return mistake("hash_swapped")
    if isinstance(client := seeds.get("client_seed"), str) and _hash(client) == hash_:
        return mistake("seeds_swapped")
    return None


def _hash(text: str) -> str | None:
    try:
        return hash_server_seed(text)
    except FairseedError:
        return None


def _candidates(record: Record) -> Iterator[tuple[Mistake, Record]]:
    seeds = record["seeds"]
    for step in range(1, NEAR + 1):
        for by in (-step, step):
            if seeds["nonce"] + by >= 0:
                yield mistake("nonce", by=f"{by:+d}"), _with(record, nonce=seeds["nonce"] + by)
    for name, text in client_seeds(seeds["client_seed"]):
        yield mistake(name), _with(record, client_seed=text)
    for name, text in server_seeds(seeds["server_seed"]):
        yield mistake(name), _with(record, server_seed=text)
    swapped = {"server_seed": seeds["client_seed"], "client_seed": seeds["server_seed"]}
    yield mistake("seeds_swapped"), _with(record, **swapped)
    for name, value in _options(record):
        yield mistake("option", name=name, value=value), record | {"params": record["params"] | {name: value}}


def _options(record: Record) -> Iterator[tuple[str, int]]:
    params, outcome = record["params"], record["outcome"]
    if record["game"] == "plinko" and len(outcome.get("path", "")) != params.get("rows"):
        yield "rows", len(outcome.get("path", ""))
    if record["game"] == "mines":
        if len(outcome.get("mines", ())) != params.get("mines"):
            yield "mines", len(outcome.get("mines", ()))
        yield from (("size", size) for size in range(5, 9) if size != params.get("size"))


def _with(record: Record, **seeds: Any) -> Record:
    """A copy under other seeds; its hash is theirs, since another check says whether it was promised."""
    changed = record["seeds"] | seeds
    digest = _hash(changed["server_seed"])
    return record | {"seeds": changed | ({"server_seed_hash": digest} if digest else {})}


def _comes_out(record: Record) -> bool:
    checks = {check.check: check.status for check in verify_record(record).checks}
    return checks.get("outcome") == "pass" and checks.get("rules") == "pass"


def chance(record: Record) -> Fraction:
    """How likely other seeds give this outcome; never less than it is."""
    game, params, outcome = record["game"], record["params"], record["outcome"]
    if game == "dice":
        return Fraction(1, 10001)
    if game == "limbo":
        hundred = int(outcome["multiplier"].replace(".", ""))
        return Fraction(2, 100) if hundred <= 100 else Fraction(100, hundred * (hundred + 1))
    if game == "plinko":
        return Fraction(1, 2 ** len(outcome["path"]))
    if game == "mines":
        size = params["size"] ** 2
        return Fraction(1, comb(size, len(outcome["mines"])))
    if game == "hilo":
        return Fraction(1, 52 ** len(outcome["cards"]))
    if game == "blackjack":
        seen = len(outcome["dealer"]["cards"]) + sum(len(hand["cards"]) for hand in outcome["player_hands"])
        return Fraction(6, 312 - seen) ** seen
    return _raw(params, outcome)


def _raw(params: Mapping[str, Any], outcome: Mapping[str, Any]) -> Fraction:
    ((kind, value),) = outcome.items()
    given = params[kind]
    if kind == "integers":
        return Fraction(1, given["n"] ** len(value))
    if kind == "sample":
        return Fraction(1, perm(given["n"], len(value)))
    if kind == "shuffle":
        return Fraction(1, perm(len(value)))
    return Fraction(1, 2 ** (32 * len(value) if kind == "words" else 4 * len(value)))
