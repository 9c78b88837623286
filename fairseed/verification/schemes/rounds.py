"""One round under a declared scheme: options read, commitment, outcome, and how it came about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from fairseed.derivation import MAX_NONCE
from fairseed.verification.schemes.declaration import FOLDER, MOST_BYTES, GameRule, Scheme, read_scheme
from fairseed.verification.schemes.draws import Draws, Step, commitment_of
from fairseed.verification.schemes.errors import SchemeError
from fairseed.verification.schemes.formulas import Option, Options, Outcome, options_of, outcome_of

_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
_HUNDREDTHS = re.compile(r"(0|[1-9][0-9]{0,6})\.([0-9]{2})")
_PLACES = re.compile(r"(?:0|[1-9][0-9]?)(?:,(?:0|[1-9][0-9]?))*")


@cache
def scheme_names() -> tuple[str, ...]:
    """The operators whose declarations come with the package."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def known_scheme(name: str) -> Scheme | None:
    """A scheme of the package by its name or another name of it."""
    if name in scheme_names():
        return read_scheme((FOLDER / f"{name}.toml").read_bytes())
    schemes = (known_scheme(each) for each in scheme_names())
    return next((scheme for scheme in schemes if scheme and name in scheme.aliases), None)


def load_scheme(name_or_file: str) -> Scheme:
    """A scheme by name, or from a file of one's own. SchemeError with what is wrong, and where."""
    if (scheme := known_scheme(name_or_file)) is not None:
        return scheme
    return read_scheme(read_declaration(name_or_file))


def read_declaration(file: str) -> bytes:
    try:
        with open(file, "rb") as source:  # noqa: PTH123 - a name may be no path at all
            return source.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        known = ", ".join(scheme_names())
        raise SchemeError(
            "scheme", "is neither a file that can be read nor one of {known}", known=known
        ) from None


def read_options(rule: GameRule, given: Mapping[str, str | None]) -> Options:
    """The texts of a player's options as values: defaults filled in, SchemeError where one is wrong."""
    known = {option.name: option for option in options_of(rule)}
    for name, value in given.items():
        if name not in known and value is not None:
            raise SchemeError(name, "is no option of {game} here", game=rule.name)
    options = {name: _option(option, given.get(name)) for name, option in known.items()}
    for one, other in (("target", "direction"), ("lower", "upper")):
        if one in options and (options[one] is None) != (options[other] is None):
            missing = one if options[one] is None else other
            raise SchemeError(missing, "is needed with {other}", other=other if missing == one else one)
    if options.get("lower") is not None and options["lower"] >= options["upper"]:
        raise SchemeError("lower", "must be below upper")
    if options.get("risk") is not None and f"{options['rows']}-{options['risk']}" not in rule.tables:
        raise SchemeError("risk", "has no table for {rows} rows", rows=options["rows"])
    return options


def _option(option: Option, given: str | None) -> Any:
    if given is None or given == "":
        if option.required:
            raise SchemeError(option.name, "is missing")
        return option.default
    if option.kind == "word":
        if given not in option.words:
            raise SchemeError(option.name, "must be one of {words}", words=", ".join(option.words))
        return given
    if option.kind == "flag":
        if given not in ("true", "false"):
            raise SchemeError(option.name, "must be one of {words}", words="true, false")
        return given == "true"
    if option.kind == "whole":
        if not _WHOLE.fullmatch(given) or not option.least <= int(given) <= option.most:
            raise SchemeError(
                option.name, "must be from {least} to {most}", least=option.least, most=option.most
            )
        return int(given)
    if option.kind == "places":
        if not _PLACES.fullmatch(given) or any(int(place) >= option.most for place in given.split(",")):
            raise SchemeError(
                option.name, "must be places from 0 to {most}, such as 0,2", most=option.most - 1
            )
        return sorted({int(place) for place in given.split(",")})
    found = _HUNDREDTHS.fullmatch(given)
    value = int(found[1] + found[2]) if found else -1
    if not 0 <= value <= option.most:
        most = f"{option.most // 100}.{option.most % 100:02d}"
        raise SchemeError(option.name, "must have two places, from 0.00 to {most}", most=most)
    return value


@dataclass(frozen=True, slots=True)
class Round:
    """What a player knows of a round under a scheme."""

    scheme: Scheme
    rule: GameRule
    server_seed: str
    client_seed: str
    nonce: int
    options: Options

    @property
    def server_seed_hash(self) -> str:
        return commitment_of(self.scheme.commitment, self.server_seed)

    def outcome(self, steps: list[Step] | None = None) -> Outcome:
        """SchemeError where a seed has no form that the scheme can use, or the scheme gives no outcome."""
        if type(self.nonce) is not int or not 0 <= self.nonce <= MAX_NONCE:
            raise SchemeError("nonce", "must be an integer from 0 to 2^63-1")
        draws = Draws(self.rule.settings, self.server_seed, self.client_seed, self.nonce, steps)
        return outcome_of(self.rule, self.options, draws)


def uses_nonce(rule: GameRule) -> bool:
    return "{nonce}" in rule.settings["message"]


__all__: Final = [
    "Round",
    "known_scheme",
    "load_scheme",
    "read_declaration",
    "read_options",
    "scheme_names",
    "uses_nonce",
]
