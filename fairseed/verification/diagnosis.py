"""Where an outcome is not what its seeds give under our own scheme: which usual mistake would explain it.

As for rounds of public operators (`schemes.diagnosis`): a mistake is tried by making it undone and deriving
again, is named only where so much agreement by chance is unlikely enough, and else told as a possibility.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, perm
from typing import Any

from fairseed.derivation import FairseedError, hash_server_seed
from fairseed.verification.rounds import verify_record
from fairseed.verification.schemes.claims import chance as scheme_chance
from fairseed.verification.schemes.diagnosis import (
    LIMIT,
    MOST_PAIRS,
    NEAR,
    Attempt,
    Diagnosis,
    Mistake,
    Possible,
    client_seeds,
    comes_out,
    mistake,
    needed,
    nonce_mistake,
)
from fairseed.verification.schemes.draws import commitment_of
from fairseed.verification.schemes.errors import SchemeError
from fairseed.verification.schemes.rounds import Round, known_scheme, read_options, scheme_names
from fairseed.verification.verdict import Check, Verdict

Record = dict[str, Any]
_ONE_PLAYER = ("dice", "limbo", "plinko", "mines", "hilo", "blackjack", "raw")


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a round was derived from, and what is said to have come out: members of its outcome."""

    game: str
    server_seed: str
    client_seed: str
    nonce: int
    params: Mapping[str, Any]
    claim: Mapping[str, Any]
    # A hash that these seeds don't have: what explains the outcome has to have it.
    promised: str | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """A mistake made undone: seeds or params to put in, or a round of another scheme."""

    mistake: Mistake
    seeds: dict[str, Any] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)
    attempt: Attempt | None = None


def diagnose_record(
    record: Record, verdict: Verdict, pairs: Sequence[tuple[str, str]] = ()
) -> Diagnosis | None:
    """What would explain a failed record of a one-player game; None where nothing of this kind failed.

    `pairs`: other server and client seeds of the player.
    """
    failed = {check.check for check in verdict.checks if check.status == "fail" and _may_be_of_seeds(check)}
    seeds = record.get("seeds")
    if record.get("game") not in _ONE_PLAYER or not isinstance(seeds, Mapping) or not failed:
        return None
    if failed & {"format", "commitment"} and (found := of_promise(seeds)) is not None:
        # What explains the hash has to explain the outcome as well: two mistakes are not told as one.
        undone = promise_undone(found.name, seeds)
        if undone is None or not _fails({**record, "seeds": {**seeds, **undone}}):
            return Diagnosis(found, 1, Fraction(0))
    if "format" in failed or not failed & {"outcome", "rules"} or "outcome" not in record:
        return None
    if "server_seed" not in seeds:
        return None
    if not _well_formed(record["game"], record["params"], record["outcome"]):
        return None
    server, client, nonce = (seeds[name] for name in ("server_seed", "client_seed", "nonce"))
    promised = seeds["server_seed_hash"] if "commitment" in failed else None
    inputs = Inputs(record["game"], server, client, nonce, record["params"], record["outcome"], promised)
    return explain(inputs, lambda trial: _comes_out(_with(record, trial)), pairs)


def _may_be_of_seeds(check: Check) -> bool:
    """Params and bets are wrong under every seed; actions may be right under others."""
    return check.check != "rules" or str(check.values.get("field", "")).startswith("actions")


def explain(
    inputs: Inputs, fits: Callable[[Trial], bool], pairs: Sequence[tuple[str, str]] = ()
) -> Diagnosis:
    """What explains a round whose seeds do not give its claim. `fits` derives it again under a trial of this
    program's own scheme; those of others are tried here."""
    trials = list(_trials(inputs, pairs))
    tried = len(trials)
    one = chance(inputs.game, inputs.params, inputs.claim)
    possible = []
    for trial in trials:
        came_out = comes_out(trial.attempt) if trial.attempt else fits(trial)
        if not (came_out and _promise_kept(inputs, trial)):
            continue
        by_chance = tried * _chance(inputs, trial)
        if by_chance <= LIMIT:
            return Diagnosis(trial.mistake, tried, by_chance)
        possible.append(Possible(trial.mistake, by_chance))
    if not possible and tried * one <= LIMIT:
        return Diagnosis(None, tried, tried * one)
    weakest = max((each.chance for each in possible), default=tried * one)
    return Diagnosis(None, tried, weakest, needed(one, tried), tuple(possible))


def _promise_kept(inputs: Inputs, trial: Trial) -> bool:
    if inputs.promised is None:
        return True
    form = trial.attempt.round.scheme.commitment if trial.attempt else "text"
    try:
        return commitment_of(form, trial.seeds.get("server_seed", inputs.server_seed)) == inputs.promised
    except SchemeError:
        return False


def promise_undone(name: str, seeds: Mapping[str, Any]) -> dict[str, Any] | None:
    """The seeds without the mistake that `of_promise` found; None where the server seed stays unknown."""
    plain, hash_ = ("".join(seeds[each].split()).lower() for each in ("server_seed", "server_seed_hash"))
    if name == "hash_as_seed":
        return None
    if name == "hash_swapped":
        return {"server_seed": hash_, "server_seed_hash": plain}
    if name == "seeds_swapped":
        swapped = {"server_seed": seeds["client_seed"], "client_seed": seeds["server_seed"]}
        return swapped | {"server_seed_hash": hash_}
    return {"server_seed": plain, "server_seed_hash": _hash(plain)}


def _fails(record: Record) -> bool:
    """Whether seeds still don't give what a record tells."""
    checks = _statuses(record)
    return "fail" in (checks.get(each) for each in ("format", "commitment", "outcome"))


def of_promise(seeds: Mapping[str, Any]) -> Mistake | None:
    """Told by hashes alone, which no accident gives."""
    seed, promised = seeds.get("server_seed"), seeds.get("server_seed_hash")
    if not isinstance(seed, str) or not isinstance(promised, str):
        return None
    plain, hash_ = "".join(seed.split()).lower(), "".join(promised.split()).lower()
    if plain == hash_:
        return mistake("hash_as_seed")
    if _hash(plain) == hash_:
        if (plain, hash_) == (seed, promised):
            return None
        named = "lower_server" if seed.lower() != seed else "spaces_server"
        return mistake(named if seed != plain else "hash_spelling")
    if _hash(hash_) == plain:
        return mistake("hash_swapped")
    if isinstance(client := seeds.get("client_seed"), str) and _hash(client) == hash_:
        return mistake("seeds_swapped")
    return mistake("hash_of", form="bytes") if _hash_of_bytes(plain) == hash_ else None


def _hash(text: str) -> str | None:
    try:
        return hash_server_seed(text)
    except FairseedError:
        return None


def _hash_of_bytes(text: str) -> str | None:
    return None if _hash(text) is None else commitment_of("bytes", text)


def _trials(inputs: Inputs, pairs: Sequence[tuple[str, str]]) -> Iterator[Trial]:
    """In the order in which a player would look. The server seed has one spelling (another fails its format),
    so only another seed can stand in its place."""
    for step in range(1, NEAR + 1):
        for by in (-step, step):
            if (nonce := inputs.nonce + by) >= 0:
                yield Trial(nonce_mistake(inputs.nonce, by), {"nonce": nonce})
    seen = {inputs.client_seed}
    for name, text in client_seeds(inputs.client_seed):
        if text not in seen:
            seen.add(text)
            yield Trial(mistake(name), {"client_seed": text})
    if _hash(inputs.client_seed) is not None:
        swapped = {"server_seed": inputs.client_seed, "client_seed": inputs.server_seed}
        yield Trial(mistake("seeds_swapped"), swapped)
    for at, (server, client) in enumerate(pairs[:MOST_PAIRS], 1):
        if _hash(server) is not None:
            yield Trial(mistake("pair", number=at), {"server_seed": server, "client_seed": client})
            yield Trial(mistake("pair_server", number=at), {"server_seed": server})
    for name, value in _params(inputs):
        yield Trial(mistake("option", name=name, value=value), params={name: value})
    yield from _schemes(inputs)


def _params(inputs: Inputs) -> Iterator[tuple[str, int]]:
    """Params that change what is drawn, as the claim suggests them."""
    params, claim = inputs.params, inputs.claim
    if inputs.game == "plinko":
        if "path" in claim and len(claim["path"]) != params["rows"] and 8 <= len(claim["path"]) <= 16:
            yield "rows", len(claim["path"])
        if "path" not in claim:
            yield from (("rows", rows) for rows in range(8, 17) if rows != params["rows"])
    if inputs.game == "mines":
        count = len(claim["mines"])
        if count != params["mines"] and 1 <= count < params["size"] ** 2:
            yield "mines", count
        yield from (("size", size) for size in range(5, 9) if size != params["size"])


_MEMBERS = {"dice": "roll", "limbo": "multiplier", "plinko": "path", "mines": "mines", "hilo": "cards"}


def _schemes(inputs: Inputs) -> Iterator[Trial]:
    """The public operators that have the game, where they can give this outcome at all."""
    member = _MEMBERS.get(inputs.game)
    if member is None or member not in inputs.claim:
        return
    value = inputs.claim[member]
    given: dict[str, str | None] = {}
    if inputs.game == "plinko":
        given = {"rows": str(len(value))}
    if inputs.game == "mines":
        if inputs.params["size"] != 5:
            return
        given = {"mines": str(len(value)), "base": "0", "order": "sorted"}
    for name in scheme_names():
        scheme = known_scheme(name)
        if scheme is None or inputs.game not in scheme.games:
            continue
        rule = scheme.games[inputs.game]
        try:
            options = read_options(rule, given)
        except SchemeError:
            continue
        round_ = Round(scheme, rule, inputs.server_seed, inputs.client_seed, inputs.nonce, options)
        yield Trial(mistake("scheme", scheme=name), attempt=Attempt(round_, {member: value}))


def _well_formed(game: str, params: Mapping[str, Any], outcome: Any) -> bool:
    """Whether an outcome has the form of its game, so that seeds may give it."""
    if not isinstance(outcome, Mapping):
        return False
    if game == "raw":
        if len(outcome) != 1 or (kind := next(iter(outcome))) not in params:
            return False
        return bool(outcome[kind]) and isinstance(outcome[kind], str if kind == "bytes" else list)
    if game == "blackjack":
        dealer, hands = outcome.get("dealer"), outcome.get("player_hands")
        return isinstance(hands, list) and all(map(_has_cards, [dealer, *hands]))
    value = outcome.get(_MEMBERS[game])
    if game in ("mines", "hilo"):
        kind_of = int if game == "mines" else str
        return isinstance(value, list) and bool(value) and all(type(each) is kind_of for each in value)
    form = {"dice": "[0-9]{1,3}\\.[0-9]{2}", "limbo": "[1-9][0-9]{0,15}\\.[0-9]{2}", "plinko": "[LR]+"}[game]
    return isinstance(value, str) and re.fullmatch(form, value) is not None


def _has_cards(hand: Any) -> bool:
    return isinstance(hand, Mapping) and isinstance(hand.get("cards"), list) and len(hand["cards"]) < 300


def _with(record: Record, trial: Trial) -> Record:
    """A copy under other seeds; its hash is theirs, since another check says whether it was promised."""
    changed = record["seeds"] | trial.seeds
    digest = _hash(changed["server_seed"])
    seeds = changed | ({"server_seed_hash": digest} if digest else {})
    return record | {"seeds": seeds, "params": record["params"] | trial.params}


def _comes_out(record: Record) -> bool:
    checks = _statuses(record)
    return checks.get("outcome") == "pass" and checks.get("rules") == "pass"


def _statuses(record: Record) -> dict[str, str]:
    return {check.check: check.status for check in verify_record(record).checks}


def _chance(inputs: Inputs, trial: Trial) -> Fraction:
    if trial.attempt is not None:
        return scheme_chance(trial.attempt.round.rule, trial.attempt.round.options, trial.attempt.claim)
    return chance(inputs.game, {**inputs.params, **trial.params}, inputs.claim)


def chance(game: str, params: Mapping[str, Any], claim: Mapping[str, Any]) -> Fraction:
    """How likely other seeds give this outcome, or part of one; never less than it is."""
    if game == "dice":
        return Fraction(1, 10001)
    if game == "limbo":
        hundred = int(claim["multiplier"].replace(".", ""))
        return Fraction(2, 100) if hundred <= 100 else Fraction(100, hundred * (hundred + 1))
    if game == "plinko":
        if "path" in claim:
            return Fraction(1, 2 ** len(claim["path"]))
        return Fraction(comb(params["rows"], claim["bin"]), 2 ** params["rows"])
    if game == "mines":
        ways = comb(params["size"] ** 2, len(claim["mines"]))
        return Fraction(1, ways) if ways else Fraction(1)
    if game == "hilo":
        return Fraction(1, 52 ** len(claim["cards"]))
    if game == "blackjack":
        if "shoe" in claim:
            seen = len(claim["shoe"])
        else:
            seen = len(claim["dealer"]["cards"]) + sum(len(hand["cards"]) for hand in claim["player_hands"])
        return Fraction(6, 312 - seen) ** seen
    return _raw(params, claim)


def _raw(params: Mapping[str, Any], claim: Mapping[str, Any]) -> Fraction:
    ((kind, value),) = claim.items()
    given = params[kind]
    if kind == "integers":
        return Fraction(1, given["n"] ** len(value))
    if kind == "sample":
        return Fraction(1, perm(given["n"], len(value)))
    if kind == "shuffle":
        return Fraction(1, perm(len(value)))
    return Fraction(1, 2 ** (32 * len(value) if kind == "words" else 4 * len(value)))
