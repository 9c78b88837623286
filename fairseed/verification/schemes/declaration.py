"""A public operator's scheme as a declaration: TOML in, checked values out (docs/schemes.md).

Every name a declaration may hold stands in the tables below with its form. Whatever is missing, unknown or
out of range is refused with its line.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from fairseed.verification.schemes.errors import SchemeError

FORMAT: Final = 1
FOLDER: Final = Path(__file__).parent / "declarations"
MOST_BYTES: Final = 2**20
MOST_DRAWS: Final = 1000
MOST_CARDS: Final = 10_000
MOST_CURSOR: Final = 2**48
MOST_SKIP: Final = 10**9
MOST_TEXT: Final = 200
MOST_PARTS: Final = 8  # of a dotted key
MOST_DEPTH: Final = 16  # of lists and tables in one another
MOST_DIGITS: Final = 64  # of a number
SUITS: Final = "cdhs"
RANKS: Final = "23456789TJQKA"
VERSIONS: Final = ("chain", "2019", "2021", "2025")

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,18})?")
_PLACE = re.compile(r"\{([^{}]*)\}")
_SYNTAX = re.compile(r"(.*) \(at (?:line ([0-9]+), column [0-9]+|end of document)\)", re.S)

Check = Callable[[Any], "Fault | None"]


@dataclass(frozen=True, slots=True)
class GameRule:
    """How one game of a scheme is drawn: `formula` by name and all its settings, defaults written out.

    `tables`: multipliers (decimal texts, bin 0 first) by `ROWS-RISK`.
    """

    name: str
    formula: str
    settings: Mapping[str, Any]
    tables: Mapping[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scheme:
    """A checked declaration. `commitment` is `text` or `bytes`: what of the seed SHA-256 is taken."""

    name: str
    title: str
    aliases: tuple[str, ...]
    sources: tuple[str, ...]
    commitment: str
    games: Mapping[str, GameRule]

    def game(self, name: str) -> GameRule:
        """SchemeError where the operator has no such game."""
        if name not in self.games:
            raise SchemeError("game", "{scheme} declares no game of this name", scheme=self.name)
        return self.games[name]

    def to_json(self) -> dict[str, Any]:
        """Everything that the declaration says, defaults written out; what the page has is made of it."""
        games = {
            each.name: {
                "formula": each.formula,
                "settings": dict(each.settings),
                "tables": dict(each.tables),
            }
            for each in self.games.values()
        }
        return {
            "name": self.name,
            "title": self.title,
            "aliases": list(self.aliases),
            "sources": list(self.sources),
            "commitment": self.commitment,
            "games": games,
        }


class Fault:
    """The rule that a value breaks, a template with its values."""

    __slots__ = ("rule", "values")

    def __init__(self, rule: str, **values: object) -> None:
        self.rule = rule
        self.values = values


def whole(least: int, most: int) -> Check:
    def check(value: Any) -> Fault | None:
        if type(value) is int and least <= value <= most:
            return None
        return Fault("must be a whole number from {least} to {most}", least=least, most=most)

    return check


def word(*words: str) -> Check:
    def check(value: Any) -> Fault | None:
        if type(value) is str and value in words:
            return None
        return Fault("must be one of {words}", words=", ".join(words))

    return check


def text(value: Any) -> Fault | None:
    good = type(value) is str and 0 < len(value) <= MOST_TEXT
    return None if good else Fault("must be a text of 1 to {most} characters", most=MOST_TEXT)


def shown(value: Any) -> Fault | None:
    """A text that people are shown: nothing in it moves a terminal's cursor or turns the text around."""
    if fault := text(value):
        return fault
    return None if value.isprintable() else Fault("must have printable characters only")


def name(value: Any) -> Fault | None:
    good = type(value) is str and _NAME.fullmatch(value)
    return None if good else Fault("must be lowercase letters, digits, - and _, beginning with a letter")


def decimal(value: Any) -> Fault | None:
    good = type(value) is str and _DECIMAL.fullmatch(value)
    return None if good else Fault("must be a decimal in quotes, such as {example}", example='"0.99"')


def flag(value: Any) -> Fault | None:
    return None if type(value) is bool else Fault("must be true or false")


def many(check: Check, least: int = 0, most: int = 1000) -> Check:
    def check_all(value: Any) -> Fault | None:
        if type(value) is not list or not least <= len(value) <= most:
            return Fault("must be a list of {least} to {most}", least=least, most=most)
        return next((fault for fault in map(check, value) if fault), None)

    return check_all


def span(value: Any) -> Fault | None:
    good = (
        type(value) is list and len(value) == 2 and all(type(one) is int and 1 <= one <= 64 for one in value)
    )
    if good and value[0] <= value[1]:
        return None
    return Fault("must be two whole numbers from {least} to {most}, the lower first", least=1, most=64)


def message(value: Any) -> Fault | None:
    if fault := text(value):
        return fault
    places = _PLACE.findall(value)
    if set(places) - {"client", "nonce", "cursor"} or re.search(r"[{}]", _PLACE.sub("", value)):
        return Fault("may hold {places}, and no other braces", places="{client}, {nonce}, {cursor}")
    if places.count("cursor") > 1:
        return Fault("may hold {place} only once", place="{cursor}")
    return None if "client" in places else Fault("must hold {place}", place="{client}")


def characters(allowed: str) -> Check:
    def check(value: Any) -> Fault | None:
        good = type(value) is str and value and len(set(value)) == len(value) and set(value) <= set(allowed)
        return None if good else Fault("must be different characters of {allowed}", allowed=allowed)

    return check


def sign(value: Any) -> Fault | None:
    return None if type(value) is int and value in (1, -1) else Fault("must be 1 or -1")


def retry(value: Any) -> Fault | None:
    if value == "error" or (type(value) is int and 1 <= value <= MOST_SKIP):
        return None
    return Fault("must be {word} or a whole number from 1 to {most}", word='"error"', most=MOST_SKIP)


REQUIRED: Final = object()
_ABSENT: Final = object()

# Of the whole file.
TOP: Final[dict[str, tuple[Check, Any]]] = {
    "format": (whole(FORMAT, FORMAT), REQUIRED),
    "name": (name, REQUIRED),
    "title": (shown, REQUIRED),
    "aliases": (many(name), []),
    "sources": (many(shown), []),
    "commitment": (word("text", "bytes"), REQUIRED),
}
# How an integer is drawn; `[draw]` for all games, and again in a game where it differs.
DRAW: Final[dict[str, tuple[Check, Any]]] = {
    "hash": (word("sha256", "sha512"), REQUIRED),
    "key": (word("text", "hex"), REQUIRED),
    "message": (message, REQUIRED),
    "cursor": (word("stream", "draw", "none"), REQUIRED),
    "first": (whole(0, MOST_CURSOR), 0),
    "step": (sign, 1),
    "integer": (word("scale", "reject", "modulo", "hex"), REQUIRED),
    "range": (whole(2**16, 2**32), 2**32),
    "digits": (whole(1, 13), 5),
    "below": (whole(2, 2**52), 1_000_000),
    "exhausted": (retry, "error"),
}
DECK: Final[dict[str, tuple[Check, Any]]] = {
    "decks": (whole(1, 16), 1),
    "suits": (characters(SUITS), "dhsc"),
    "ranks": (characters(RANKS), RANKS),
    "by": (word("rank", "suit"), "rank"),
}
# The number of cells is an option of their name beside these; who gets cards is told beside those.
TAKEN: Final = frozenset(
    [
        "base",
        "order",
        "server-seed",
        "server_seed",
        "server-seed-hash",
        "server_seed_hash",
        "client-seed",
        "client_seed",
        "nonce",
        "expected",
        "pair",
        "json",
        "as_json",
        "lang",
        "help",
        "scheme",
    ]
)
DEALT: Final = frozenset({"cards", "indices", "initial", "pool", "final"})
SINGLE: Final = ("roll", "multiplier", "number", "digest")  # formulas that draw once
SHUFFLES: Final = ("pick", "backward", "forward")
# What each formula may say beside that.
FORMULAS: Final[dict[str, dict[str, tuple[Check, Any]]]] = {
    "roll": {
        "n": (whole(2, 10**9), REQUIRED),
        "wins": (word("beyond", "range"), None),
        "pays": (decimal, None),
        "places": (whole(0, 18), 4),
    },
    "multiplier": {
        "versions": (many(word(*VERSIONS), 1), REQUIRED),
        "version": (word(*VERSIONS), REQUIRED),
    },
    "path": {"rows": (span, REQUIRED)},
    "cells": {
        "name": (name, REQUIRED),
        "cells": (whole(2, MOST_DRAWS), REQUIRED),
        "draws": (whole(1, MOST_DRAWS), REQUIRED),
        "shuffle": (word(*SHUFFLES), REQUIRED),
        "count": (flag, False),
        "base": (whole(0, 1), 0),
        "order": (word("draw", "sorted"), "draw"),
    },
    "cards": {
        "shuffle": (word("replace", *SHUFFLES), REQUIRED),
        "count": (whole(1, MOST_DRAWS), REQUIRED),
        "hand": (whole(1, 26), None),
        "deal": (many(name, 1, 52), None),
        **DECK,
    },
    "number": {"n": (whole(2, 10**9), REQUIRED)},
    "symbols": {"symbols": (many(name, 2, 64), REQUIRED), "count": (whole(1, MOST_DRAWS), REQUIRED)},
    "digest": {},
}


class _Reader:
    """Faults of one file, each with the line of the name that it is about."""

    def __init__(self, source: str) -> None:
        self.lines = _lines(source)

    def refuse(self, path: tuple[str, ...], rule: str, **values: object) -> SchemeError:
        # A game's setting that stands in [draw] is told at its line there.
        near = ("draw", path[-1]) if path and path not in self.lines else path
        near = near if near in self.lines else path
        while near and near not in self.lines:
            near = near[:-1]
        where = f"line {self.lines.get(near, 1)}"
        return SchemeError(f"{where}, {'.'.join(path)}" if path else where, rule, **values)

    def table(
        self, given: Any, path: tuple[str, ...], known: Mapping[str, tuple[Check, Any]]
    ) -> dict[str, Any]:
        """The members of a table by the forms of `known`; the defaults of what is left out."""
        for key in given:
            if key not in known:
                raise self.refuse((*path, key), "is no known name here")
        found = {}
        for key, (check, default) in known.items():
            value = given.get(key, _ABSENT)
            if value is _ABSENT:
                if default is REQUIRED:
                    raise self.refuse((*path, key), "is missing")
                found[key] = default
            elif fault := check(value):
                raise self.refuse((*path, key), fault.rule, **fault.values)
            else:
                found[key] = value
        return found


def read_scheme(data: bytes | str) -> Scheme:
    """The scheme that a TOML text declares. SchemeError with the line of what is wrong."""
    source = _decoded(data)
    _bounded(source)
    try:
        given = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = _SYNTAX.fullmatch(str(error))
        line = found[2] if found and found[2] else source.count("\n") + 1
        reason = found[1] if found else str(error)
        raise SchemeError(f"line {line}", "is not TOML: {reason}", reason=reason) from None
    reader = _Reader(source)
    top = reader.table({key: value for key, value in given.items() if key not in ("draw", "games")}, (), TOP)
    draw = given.get("draw", {})
    games = given.get("games", {})
    for key, value in (("draw", draw), ("games", games)):
        if type(value) is not dict or not value:
            raise reader.refuse((key,), "must be a table with at least one name")
    for key in draw:
        if key not in DRAW:
            raise reader.refuse(("draw", key), "is no known name here")
    return Scheme(
        top["name"],
        top["title"],
        tuple(top["aliases"]),
        tuple(top["sources"]),
        top["commitment"],
        {key: _game(reader, key, value, draw) for key, value in games.items()},
    )


def _decoded(data: bytes | str) -> str:
    if len(data) > MOST_BYTES:
        raise SchemeError("line 1", "is longer than {most} bytes", most=MOST_BYTES)
    if isinstance(data, str):
        return data.replace("\r\n", "\n")
    if data.startswith(BOM_UTF8):
        raise SchemeError("line 1", "begins with a byte order mark")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SchemeError(f"line {line}", "is not UTF-8") from None


def _game(reader: _Reader, key: str, given: Any, draw: Mapping[str, Any]) -> GameRule:
    path = ("games", key)
    if fault := name(key):
        raise reader.refuse(path, fault.rule, **fault.values)
    if type(given) is not dict:
        raise reader.refuse(path, "must be a table with at least one name")
    formula = given.get("formula")
    if type(formula) is not str or formula not in FORMULAS:
        raise reader.refuse((*path, "formula"), "must be one of {words}", words=", ".join(FORMULAS))
    own = {name: value for name, value in given.items() if name not in ("formula", "tables")}
    forms = {**DRAW, **FORMULAS[formula]}
    for name_ in own:
        if name_ not in forms:
            raise reader.refuse((*path, name_), "is no known name here")
    missing = [
        each
        for each, (_, default) in DRAW.items()
        if default is REQUIRED and each not in own and each not in draw
    ]
    if missing:
        raise reader.refuse(("draw", missing[0]), "is missing")
    # Faults of [draw] are told at its own lines.
    shared = {each: value for each, value in draw.items() if each not in own}
    common = reader.table(shared, ("draw",), {each: (check, None) for each, (check, _) in DRAW.items()})
    settings = reader.table(own, path, {each: (check, None if each in shared else default)
                                        for each, (check, default) in forms.items()})  # fmt: skip
    settings |= {each: common[each] for each in shared}
    _agree(reader, path, formula, settings)
    tables = _tables(reader, path, formula, settings, given.get("tables", {}))
    return GameRule(key, formula, settings, tables)


def _agree(reader: _Reader, path: tuple[str, ...], formula: str, settings: Mapping[str, Any]) -> None:
    """What no single setting shows."""

    def need(good: bool, key: str, rule: str, **values: object) -> None:
        if not good:
            raise reader.refuse((*path, key), rule, **values)

    counted = settings["cursor"] != "none"
    if not counted:
        need("{cursor}" not in settings["message"], "message", "holds a cursor, but none counts")
        need(formula in SINGLE, "cursor", "must count: this formula draws more than once")
        need(settings["exhausted"] == "error", "exhausted", "must be an error where no cursor counts")
    need(not counted or "{cursor}" in settings["message"], "message", "must hold {place}", place="{cursor}")
    if settings["cursor"] == "stream":
        plain = (settings["first"], settings["step"]) == (0, 1)
        need(plain, "cursor", "must be draw where first or step is set")
        need(settings["integer"] != "hex", "integer", "needs a HMAC for each draw")
    if settings["integer"] == "hex":
        digits = settings["digits"]
        need(settings["below"] <= 16**digits, "below", "is more than {digits} hex digits hold", digits=digits)
        need(_greatest(formula, settings) <= settings["below"], "below", "is less than this game draws from")
    if settings["integer"] == "reject":
        need(_greatest(formula, settings) <= settings["range"], "range", "is less than this game draws from")
    if settings["step"] == -1:
        least = _counts_down(formula, settings)
        rule = "must be at least {least}, since the cursor counts down"
        need(settings["first"] >= least, "first", rule, least=least)
    if formula == "multiplier":
        versions = settings["versions"]
        need(len(set(versions)) == len(versions), "versions", "must not name one twice")
        need(settings["integer"] == "scale", "integer", "must be scale for this formula")
        need(settings["version"] in settings["versions"], "version", "must be one of versions")
    if formula == "roll":
        need(settings["pays"] is None or settings["wins"] == "beyond", "pays", "needs wins to be beyond")
    if formula == "cells":
        need(settings["name"] not in TAKEN, "name", "is taken by an option")
        need(
            settings["draws"] <= settings["cells"], "draws", "must be at most {most}", most=settings["cells"]
        )
    if formula == "cards":
        dealt = set(settings["deal"] or ()) & DEALT
        need(not dealt, "deal", "may not use {word}: an outcome has it already", word=min(dealt, default=""))
        size = _deck(settings)
        need(
            settings["shuffle"] == "replace" or settings["count"] <= size,
            "count",
            "must be at most {most}",
            most=size,
        )
        for key, length in (("hand", settings["hand"] or 0), ("deal", len(settings["deal"] or ()))):
            need(length <= settings["count"], key, "must be at most {most}", most=settings["count"])


def _deck(settings: Mapping[str, Any]) -> int:
    return int(settings["decks"]) * len(settings["suits"]) * len(settings["ranks"])


def _greatest(formula: str, settings: Mapping[str, Any]) -> int:
    """The most values that one draw of the game chooses from."""
    if formula == "cards":
        return _deck(settings)
    given = {"path": 2, "symbols": len(settings.get("symbols") or ()), "multiplier": 2**32, "digest": 0}
    return given.get(formula) or int(settings.get("cells") or settings.get("n") or 0)


def _counts_down(formula: str, settings: Mapping[str, Any]) -> int:
    """Where a cursor must begin that counts down over all draws of a game."""
    if formula == "cards" and settings["shuffle"] != "replace":
        return _deck(settings) - 1
    return int(settings["cells"]) - 1 if formula == "cells" else MOST_DRAWS if formula not in SINGLE else 0


def _tables(
    reader: _Reader, path: tuple[str, ...], formula: str, settings: Mapping[str, Any], given: Any
) -> dict[str, list[str]]:
    """Payout tables of a path: rows+1 multipliers, the same from both sides, returning no more than 1."""
    path = (*path, "tables")
    if type(given) is not dict:
        raise reader.refuse(path, "must be a table with at least one name")
    if given and formula != "path":
        raise reader.refuse(path, "belongs to the formula path only")
    for key, table in given.items():
        found = re.fullmatch(r"([1-9][0-9]?)-([a-z]{1,16})", key)
        least, most = settings["rows"]
        if not found or not least <= int(found[1]) <= most:
            raise reader.refuse(
                (*path, key), "must be named ROWS-RISK, such as 8-low, with rows of this game"
            )
        rows = int(found[1])
        if type(table) is not list or len(table) != rows + 1:
            raise reader.refuse((*path, key), "must be {count} multipliers, one for each bin", count=rows + 1)
        for multiplier in table:
            if fault := decimal(multiplier):
                raise reader.refuse((*path, key), fault.rule, **fault.values)
        if table != table[::-1]:
            raise reader.refuse((*path, key), "must be the same from both sides")
        if table_rtp(table) > 1:
            raise reader.refuse((*path, key), "must not return more than is staked")
    return dict(given)


def table_rtp(table: list[str]) -> Fraction:
    """The exact return of a payout table: each bin's multiplier by its binomial chance."""
    rows = len(table) - 1
    total, ways = Fraction(0), 1
    for place, multiplier in enumerate(table):
        total += ways * Fraction(multiplier)
        ways = ways * (rows - place) // (place + 1)
    return Fraction(total, 2**rows)


# A string to its end, or to the end of its line where it has none (a long one: of the file); a comment; a
# bare word; any other character. Each takes all that it looked at, so that the whole is one pass.
_TOKEN = re.compile(
    r'"""(?s:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?'
    r"|'''(?s:.)*?(?:'''|\Z)|'[^'\n]*'?|#[^\n]*|[A-Za-z0-9_-]+|[^ \t]"
)


def _bounded(source: str) -> None:
    """No key, number or nesting is so long that the parser would fail without a line, or take a time that
    grows with its square. SchemeError. What is no TOML at all the parser says."""
    line, depth, parts = 1, 0, 0
    for found in _TOKEN.finditer(source):
        piece = found[0]
        parts = parts + 1 if piece == "." else parts if piece[0] not in "\n#=,[]{}" else 0
        depth += (piece in "[{") - (piece in "]}")
        rule, most = "", 0
        if parts >= MOST_PARTS:
            rule, most = "a key has more than {most} parts", MOST_PARTS
        elif depth > MOST_DEPTH:
            rule, most = "lists and tables stand in one another more than {most} deep", MOST_DEPTH
        elif piece[0].isdecimal() and len(piece) > MOST_DIGITS:
            rule, most = "a word that begins with a digit has more than {most} characters", MOST_DIGITS
        if rule:
            raise SchemeError(f"line {line}", rule, most=most)
        line += piece.count("\n")


_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*\[\[?[ \t]*({_DOTTED})[ \t]*\]\]?[ \t]*(?:#.*)?")
_KEY = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")


def _lines(source: str) -> dict[tuple[str, ...], int]:
    """The line on which each name begins, as far as the file is written one name a line."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(source.split("\n"), 1):
        if header := _HEADER.fullmatch(line):
            table = path = _parts(header[1])
        elif key := _KEY.match(line):
            path = (*table, *_parts(key[1]))
        else:
            continue
        for length in range(1, len(path) + 1):
            found.setdefault(path[:length], number)
    return found


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))
