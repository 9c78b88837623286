"""What a player says came out, read from a text, compared with an outcome, and how likely it is by chance."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb, prod
from typing import Any, Final

from fairseed.verification.schemes.declaration import GameRule
from fairseed.verification.schemes.errors import SchemeError
from fairseed.verification.schemes.formulas import Options, Outcome, deck_size

Claim = dict[str, Any]
"""Members of an outcome. Of lists that a player sees only in part (cards, symbols) the first so many; of a
HMAC its beginning."""

MOST_CLAIM: Final = 4000
BEGINNINGS: Final = frozenset({"cards", "indices", "symbols", "hmac", "initial", "pool"})

# The least chance that a value of a version can have: one step of what it rounds to.
GRAIN: Final = {
    "2019": Fraction(1, 2**32),
    "2021": Fraction(1, 10**8),
    "2025": Fraction(1, 2**24),
    "chain": Fraction(1, 2**32),
}

# A double may stand for two places (29.490000000000002), and zeros may follow them.
_POINT = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2})(0*|0{6,16}[0-9]|9{6,16}[0-9]?)?)? ?[x×%]?", re.I)
_WHOLE = re.compile(r"[0-9]{1,9}")
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def read_claim(rule: GameRule, options: Options, text: str) -> Claim:
    """A claim as people write it: `12.86`, `4.39x`, `LRRL`, `3, 7, 21`, `10D 2S`. SchemeError where it is
    none."""
    text = text.strip()
    if not text or len(text) > MOST_CLAIM:
        raise SchemeError("expected", "must be an outcome of {game}", game=rule.name)
    claim = _READERS[rule.formula](rule, options, text)
    if claim is None:
        raise SchemeError("expected", "must be an outcome of {game}", game=rule.name)
    return claim


def agrees(outcome: Outcome, claim: Claim) -> bool:
    """Whether an outcome is what was claimed."""
    for name, value in claim.items():
        found = outcome.get(name)
        if name in BEGINNINGS and found is not None:
            found = found[: len(value)]
        if found != value:
            return False
    return True


def chance(rule: GameRule, options: Options, claim: Claim) -> Fraction:
    """How likely other seeds give this claim; never less than it is."""
    settings = rule.settings
    if rule.formula in ("roll", "number"):
        return Fraction(1, settings["n"])
    if rule.formula == "multiplier":
        hundred = round(Fraction(claim["multiplier"]) * 100)
        # At least h hundredths come with 99/h; a version gives no value less often than its own grain.
        exact = Fraction(99, hundred) - Fraction(99, hundred + 1) if hundred > 100 else Fraction(2, 101)
        return exact + GRAIN[options["version"]]
    if rule.formula == "path":
        rows = options["rows"]
        return Fraction(1, 2**rows) if "path" in claim else Fraction(comb(rows, claim["bin"]), 2**rows)
    if rule.formula == "cells":
        found = claim[settings["name"]]
        orders = 1 if options["order"] == "draw" else comb_orders(len(found))
        return orders * _falling(settings["cells"], len(found))
    if rule.formula == "symbols":
        # A symbol that stands twice in the list comes twice as often.
        symbols = settings["symbols"]
        return prod(
            (Fraction(symbols.count(one), len(symbols)) for one in claim["symbols"]), start=Fraction(1)
        )
    if rule.formula == "digest":
        return Fraction(1, 16 ** len(claim["hmac"]))
    size = deck_size(settings)
    seen = max(len(claim.get(name, ())) for name in BEGINNINGS)
    if settings["shuffle"] == "replace":
        return (
            Fraction(1, size**seen) if settings["decks"] == 1 else Fraction(settings["decks"], size) ** seen
        )
    result = Fraction(1)
    for taken in range(seen):
        result *= Fraction(settings["decks"], size - taken)
    return result


def comb_orders(count: int) -> int:
    orders = 1
    for factor in range(2, count + 1):
        orders *= factor
    return orders


def _falling(size: int, count: int) -> Fraction:
    result = Fraction(1)
    for taken in range(count):
        result /= size - taken
    return result


def _two_places(text: str) -> str | None:
    found = _POINT.fullmatch(text)
    if not found or (found[3] and len(found[2]) < 2):
        return None
    hundredths = int(found[1] + f"{found[2] or '':0<2}") + ((found[3] or "")[:1] == "9")
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _roll(_rule: GameRule, _options: Options, text: str) -> Claim | None:
    shown = _two_places(text)
    return None if shown is None else {"roll": shown}


def _multiplier(_rule: GameRule, _options: Options, text: str) -> Claim | None:
    shown = _two_places(text)
    return None if shown is None or Fraction(shown) < 1 else {"multiplier": shown}


def _path(_rule: GameRule, options: Options, text: str) -> Claim | None:
    steps = re.sub(r"[\s,]", "", text).upper()
    if re.fullmatch(r"[LR]+|[01]{3,}", steps):
        return {"path": steps.replace("0", "L").replace("1", "R")}
    place = int(text) if _WHOLE.fullmatch(text) else -1
    return {"bin": place} if 0 <= place <= options["rows"] else None


def _cells(rule: GameRule, options: Options, text: str) -> Claim | None:
    found = _numbers(text)
    base = int(options["base"])
    cells = range(base, rule.settings["cells"] + base)
    if (
        found is None
        or len(set(found)) != len(found)
        or not set(found) <= {*cells, cells[0] - 1, cells[-1] + 1}
    ):
        return None
    return {rule.settings["name"]: sorted(found) if options["order"] == "sorted" else found}


def _cards(rule: GameRule, _options: Options, text: str) -> Claim | None:
    if (indices := _numbers(text)) is not None:
        return {"indices": indices} if max(indices) < deck_size(rule.settings) else None
    cards = [_card(word) for word in re.split(r"[\s,]+", text)]
    if None in cards:
        return None
    return {"initial" if rule.settings["hand"] == len(cards) else "cards": cards}


def _card(word: str) -> str | None:
    for sign, suit in _SUITS.items():
        word = word.replace(sign, suit)
    found = re.fullmatch(r"(10|[2-9TJQKA])([CDHS])", word.upper())
    return found[1].replace("10", "T") + found[2].lower() if found else None


def _number(rule: GameRule, _options: Options, text: str) -> Claim | None:
    found = int(text) if _WHOLE.fullmatch(text) else -1
    return {"number": found} if 0 <= found < rule.settings["n"] else None


def _symbols(rule: GameRule, _options: Options, text: str) -> Claim | None:
    words = re.split(r"[\s,]+", text.lower())
    return {"symbols": words} if set(words) <= set(rule.settings["symbols"]) else None


def _digest(_rule: GameRule, _options: Options, text: str) -> Claim | None:
    return {"hmac": text.lower()} if re.fullmatch(r"[0-9a-fA-F]{1,128}", text) else None


def _numbers(text: str) -> list[int] | None:
    words = re.split(r"[\s,]+", text.strip("[] "))
    return [int(word) for word in words] if all(_WHOLE.fullmatch(word) for word in words) else None


_READERS: Final = {
    "roll": _roll,
    "multiplier": _multiplier,
    "path": _path,
    "cells": _cells,
    "cards": _cards,
    "number": _number,
    "symbols": _symbols,
    "digest": _digest,
}
