"""Where rounds do not come out: which usual mistake would explain them (docs/schemes.md).

A mistake is tried by making it undone and deriving again. It is named only where it explains every round that
did not come out, and where so much agreement by chance, over all mistakes tried, is less likely than `LIMIT`.
What fits on weaker evidence is told as a possibility, with its chance. Nothing found here makes a round
verified.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any, Final

from fairseed.derivation import MAX_NONCE
from fairseed.verification.schemes.claims import Claim, agrees, chance
from fairseed.verification.schemes.declaration import GameRule
from fairseed.verification.schemes.draws import commitment_of
from fairseed.verification.schemes.errors import SchemeError
from fairseed.verification.schemes.formulas import options_of
from fairseed.verification.schemes.rounds import Round, known_scheme, scheme_names

LIMIT: Final = Fraction(1, 10**8)
NEAR: Final = 5  # nonces tried on both sides
MOST_ROUNDS: Final = 20  # rounds looked at; more add nothing
MOST_PAIRS: Final = 20

Change = Callable[["Attempt"], "Attempt | None"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A round as it was given, what the player says came out (nothing: empty), and the promised hash if there
    is one."""

    round: Round
    claim: Claim
    promised: str | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """`text` (a template with `values`) ends the sentence "matches if …"."""

    name: str
    text: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Possible:
    """A mistake that fits where the evidence is too weak to name it; at most how likely one of those tried
    fits so well by accident."""

    mistake: Mistake
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The mistake that was found, or None; how many were tried; the chance that one of them fits by accident.
    `needed`: how many rounds of this kind are needed to name one at all; None where there are enough, or more
    than `MOST_ROUNDS` would be. `possible`: all that fit where none is named."""

    mistake: Mistake | None
    tried: int
    chance: Fraction
    needed: int | None = None
    possible: tuple[Possible, ...] = ()


def comes_out(attempt: Attempt) -> bool:
    if not attempt.claim:
        return True
    try:
        return agrees(attempt.round.outcome(), attempt.claim)
    except SchemeError:
        return False


def diagnose(attempts: Sequence[Attempt], pairs: Sequence[tuple[str, str]] = ()) -> Diagnosis | None:
    """The mistake that explains the attempts that do not come out; None where all do.

    `pairs`: other server and client seeds of the player, of the pairs before and after.
    """
    wrong = [each for each in attempts if not comes_out(each)][:MOST_ROUNDS]
    broken = next((each for each in attempts if not _promise_kept(each)), None)
    for mistaken, change in () if broken is None else _of_promise(broken, pairs):
        # What explains the hash has to explain the outcome as well: two mistakes are not told as one.
        if change is None or all((other := change(each)) and comes_out(other) for each in attempts):
            return Diagnosis(mistaken, 1, Fraction(0))
    if not wrong:
        return None
    # Tried on all first, since some may come out by accident; then on those that don't.
    groups = [wrong] if len(wrong) == len(attempts) else [list(attempts[:MOST_ROUNDS]), wrong]
    candidates = list(_candidates(wrong[0], pairs))
    tried = len(candidates) * len(groups)
    possible: list[Possible] = []
    seen: list[list[Attempt]] = []
    for group in groups:
        for named, change in candidates:
            undone = [other for each in group if (other := change(each)) is not None]
            if len(undone) < len(group) or not all(map(comes_out, undone)):
                continue
            if broken is not None and not all(map(_promise_kept, undone)):
                continue
            by_chance = tried * _together(undone)
            found = _of_one(named, group)
            if by_chance <= LIMIT:
                return Diagnosis(found, tried, by_chance)
            # One told for all rounds is not told again for some; two that come to the same are one.
            if undone not in seen and all(one.mistake != found for one in possible):
                seen.append(undone)
                possible.append(Possible(found, by_chance))
    by_chance = tried * _together(wrong)
    if not possible and by_chance <= LIMIT:
        return Diagnosis(None, tried, by_chance)
    weakest = max((one.chance for one in possible), default=by_chance)
    return Diagnosis(None, tried, weakest, needed(_chance(wrong[0]), tried), tuple(possible))


def _of_one(found: Mistake, group: Sequence[Attempt]) -> Mistake:
    """Of one round the nonce itself can be told."""
    if found.name != "nonce" or len(group) > 1:
        return found
    return nonce_mistake(group[0].round.nonce, int(found.values["by"]))


def _together(attempts: Sequence[Attempt]) -> Fraction:
    return prod(map(_chance, attempts), start=Fraction(1))


def _chance(attempt: Attempt) -> Fraction:
    return chance(attempt.round.rule, attempt.round.options, attempt.claim)


def needed(one: Fraction, tried: int) -> int | None:
    """How many rounds, each as likely by chance as `one`, outweigh so many mistakes; None: more than 20."""
    left = Fraction(tried)
    for count in range(1, MOST_ROUNDS + 1):
        left *= one
        if left <= LIMIT:
            return count
    return None


# Promises: told by their hash alone, which no accident gives.


def _promise_kept(attempt: Attempt) -> bool:
    if attempt.promised is None:
        return True
    try:
        return attempt.round.server_seed_hash == attempt.promised
    except SchemeError:
        return False


def _of_promise(
    attempt: Attempt, pairs: Sequence[tuple[str, str]]
) -> Iterator[tuple[Mistake, Change | None]]:
    """None for the change where the seed stays unknown."""
    seed, promised, form = attempt.round.server_seed, str(attempt.promised), attempt.round.scheme.commitment
    plain, hash_ = "".join(seed.split()), "".join(promised.split()).lower()
    if plain.lower() == hash_:
        yield mistake("hash_as_seed"), None
    for name, text in (
        ("spaces_server", plain),
        ("lower_server", plain.lower()),
        ("upper_server", plain.upper()),
    ):
        if _hash(form, text) == hash_:
            yield mistake(name if text != seed else "hash_spelling"), partial(_seeds, server=text)
    for other in ("text", "bytes"):
        if other != form and _hash(other, plain) == hash_:
            yield mistake("hash_of", form=other), partial(_seeds, server=plain)
    if _hash(form, hash_) == plain.lower():
        yield mistake("hash_swapped"), partial(_seeds, server=hash_)
    if _hash(form, attempt.round.client_seed) == hash_:
        yield mistake("seeds_swapped"), _swapped
    for at, (server, client) in enumerate(pairs[:MOST_PAIRS], 1):
        if _hash(form, server) == hash_:
            yield mistake("pair", number=at), partial(_seeds, server=server, client=client)
            yield mistake("pair_server", number=at), partial(_seeds, server=server)


def _hash(form: str, text: str) -> str | None:
    try:
        return commitment_of(form, text)
    except SchemeError:
        return None


# What is tried. The order is that in which a player would look.


def _candidates(first: Attempt, pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Mistake, Change]]:
    for step in range(1, NEAR + 1):
        for sign in (-1, 1):
            by = sign * step
            yield mistake("nonce", by=f"{by:+d}"), _nonce(by)
    for name, _ in client_seeds(first.round.client_seed):
        yield mistake(name), _client(name)
    for name, _ in server_seeds(first.round.server_seed):
        yield mistake(name), _server(name)
    yield mistake("seeds_swapped"), _swapped
    other = "hex" if first.round.rule.settings["key"] == "text" else "text"
    yield mistake("key", key=other), lambda each: _with_settings(each, key=other)
    for at, (server, client) in enumerate(pairs[:MOST_PAIRS], 1):
        yield mistake("pair", number=at), partial(_seeds, server=server, client=client)
        yield mistake("pair_server", number=at), partial(_seeds, server=server)
    yield from _options(first)
    for name in scheme_names():
        if name != first.round.scheme.name:
            yield mistake("scheme", scheme=name), _scheme(name)


def _nonce(by: int) -> Change:
    def change(attempt: Attempt) -> Attempt | None:
        nonce = attempt.round.nonce + by
        return _round(attempt, nonce=nonce) if 0 <= nonce <= MAX_NONCE else None

    return change


def client_seeds(seed: str) -> list[tuple[str, str]]:
    """Other spellings of a client seed, each different from it, by the mistake's name."""
    quoted = seed[1:-1] if len(seed) > 1 and seed[0] in "\"'“«" and seed[-1] in "\"'”»" else seed
    found = [
        ("spaces_client", seed.strip()),
        ("quotes_client", quoted),
        ("nfc_client", unicodedata.normalize("NFC", seed)),
        ("nfd_client", unicodedata.normalize("NFD", seed)),
        ("nfkc_client", unicodedata.normalize("NFKC", seed)),
        ("lower_client", seed.lower()),
        ("upper_client", seed.upper()),
        ("newline_client", seed + "\n"),
        ("space_after_client", seed + " "),
        ("space_before_client", " " + seed),
    ]
    return [(name, text) for name, text in found if text != seed]


def server_seeds(seed: str) -> list[tuple[str, str]]:
    found = [
        ("spaces_server", "".join(seed.split())),
        ("lower_server", seed.lower()),
        ("upper_server", seed.upper()),
        ("newline_server", seed + "\n"),
    ]
    return [(name, text) for name, text in found if text != seed]


def _client(name: str) -> Change:
    def change(attempt: Attempt) -> Attempt | None:
        text = dict(client_seeds(attempt.round.client_seed)).get(name)
        return None if text is None else _round(attempt, client_seed=text)

    return change


def _server(name: str) -> Change:
    def change(attempt: Attempt) -> Attempt | None:
        text = dict(server_seeds(attempt.round.server_seed)).get(name)
        return None if text is None else _round(attempt, server_seed=text)

    return change


def _round(attempt: Attempt, **changes: Any) -> Attempt:
    return replace(attempt, round=replace(attempt.round, **changes))


def _seeds(attempt: Attempt, server: str, client: str | None = None) -> Attempt:
    client = attempt.round.client_seed if client is None else client
    return _round(attempt, server_seed=server, client_seed=client)


def _swapped(attempt: Attempt) -> Attempt:
    return _seeds(attempt, attempt.round.client_seed, attempt.round.server_seed)


def _with_settings(attempt: Attempt, **settings: Any) -> Attempt:
    rule = replace(attempt.round.rule, settings={**attempt.round.rule.settings, **settings})
    return _round(attempt, rule=rule)


def _options(first: Attempt) -> Iterator[tuple[Mistake, Change]]:
    """Other versions, other options that change what is drawn, and numbering from 0 or 1."""
    rule, options = first.round.rule, first.round.options
    for version in rule.settings.get("versions", ()):
        if version != options["version"]:
            yield mistake("version", version=version), _option("version", version)
    if rule.formula == "path" and "path" in first.claim and len(first.claim["path"]) != options["rows"]:
        rows = len(first.claim["path"])
        if rule.settings["rows"][0] <= rows <= rule.settings["rows"][1]:
            yield mistake("option", name="rows", value=rows), _option("rows", rows)
    if rule.formula == "path" and "path" not in first.claim:
        for rows in range(rule.settings["rows"][0], rule.settings["rows"][1] + 1):
            if rows != options["rows"]:
                yield mistake("option", name="rows", value=rows), _option("rows", rows)
    if rule.formula == "cells":
        name = rule.settings["name"]
        count = len(first.claim[name])
        if rule.settings["count"] and count != options[name] and 1 <= count <= rule.settings["draws"]:
            yield mistake("option", name=name, value=count), _option(name, count)
        other = "1" if options["base"] == "0" else "0"
        yield mistake("base", base=other), _option("base", other)
        order = "sorted" if options["order"] == "draw" else "draw"
        yield mistake("option", name="order", value=order), _ordered(order)


def _option(name: str, value: Any) -> Change:
    return lambda each: _round(each, options=each.round.options | {name: value})


def _ordered(order: str) -> Change:
    """Cells told in another order: compared without any."""

    def change(attempt: Attempt) -> Attempt | None:
        name = attempt.round.rule.settings["name"]
        claim = {name: sorted(attempt.claim[name])}
        return replace(_round(attempt, options=attempt.round.options | {"order": "sorted"}), claim=claim)

    return (
        change
        if order == "sorted"
        else lambda each: _round(each, options=each.round.options | {"order": order})
    )


def _scheme(name: str) -> Change:
    def change(attempt: Attempt) -> Attempt | None:
        scheme = known_scheme(name)
        if scheme is None or attempt.round.rule.name not in scheme.games:
            return None
        rule = scheme.games[attempt.round.rule.name]
        options = _carried(rule, attempt.round)
        return _round(attempt, scheme=scheme, rule=rule, options=options)

    return change


def _carried(rule: GameRule, round_: Round) -> dict[str, Any]:
    """The options for another scheme's game of the same name: the same where it has them, or its defaults."""
    return {each.name: round_.options.get(each.name, each.default) for each in options_of(rule)}


TEXTS: Final = {
    "nonce": "the nonce is another by {by}",
    "one_nonce": "the nonce is {nonce}, not {given}",
    "spaces_client": "the client seed has no white space around it",
    "quotes_client": "the client seed has no quotation marks around it",
    "nfc_client": "the client seed is written with composed characters (NFC)",
    "nfd_client": "the client seed is written with decomposed characters (NFD)",
    "nfkc_client": "the client seed is written with plain forms of its characters (NFKC)",
    "lower_client": "the client seed is in lower case",
    "upper_client": "the client seed is in upper case",
    "newline_client": "a line break follows the client seed",
    "space_after_client": "a space follows the client seed",
    "space_before_client": "a space stands before the client seed",
    "spaces_server": "the server seed has no white space in it",
    "lower_server": "the server seed is in lower case",
    "upper_server": "the server seed is in upper case",
    "newline_server": "a line break follows the server seed",
    "seeds_swapped": "server seed and client seed change places",
    "hash_as_seed": "the server seed is given: what stands there is its hash",
    "hash_spelling": "the hash is written in lower case, without white space",
    "hash_of": "the hash is that of the seed's {form}",
    "hash_swapped": "server seed and hash change places",
    "key": "the key is the server seed as {key}",
    "pair": "the seeds are those of the other pair {number}",
    "pair_server": "the server seed is that of the other pair {number}",
    "version": "the formula is version {version}",
    "option": "{name} is {value}",
    "base": "numbering begins at {base}",
    "scheme": "the scheme is {scheme}",
}


def mistake(name: str, /, **values: Any) -> Mistake:
    return Mistake(name, TEXTS[name], values)


def nonce_mistake(given: int, by: int) -> Mistake:
    """Of one round: which nonce it is; digits as text, since a nonce may be above 2^53."""
    return Mistake(
        "nonce", TEXTS["one_nonce"], {"by": f"{by:+d}", "nonce": str(given + by), "given": str(given)}
    )
