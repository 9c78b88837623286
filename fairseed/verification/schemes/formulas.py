"""From drawn integers to an outcome: the formulas that a declaration may name (docs/schemes.md, "Formulas").

Each takes a game's rule, the player's options and its draws, and returns the outcome as JSON. Doubles stand
only where a public formula is defined by them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from fairseed.verification.schemes.declaration import MOST_DRAWS, GameRule
from fairseed.verification.schemes.draws import WORDS, Draws
from fairseed.verification.schemes.errors import SchemeError

Options = dict[str, Any]
Outcome = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """What a player says beside the seeds. `kind` is `whole` (least … most), `word` (words), `hundredths`
    (a text of two places, to `most` hundredths), `flag` or `places` (whole numbers below `most`).
    `default` None: it may be left out, unless it is `required`."""

    name: str
    kind: str
    default: Any = None
    required: bool = False
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()


def options_of(rule: GameRule) -> tuple[Option, ...]:
    """The options of a game, by its formula."""
    settings = rule.settings
    if rule.formula == "roll" and settings["wins"] == "beyond":
        most = settings["n"] - 1
        return (
            Option("target", "hundredths", most=most),
            Option("direction", "word", words=("over", "under")),
        )
    if rule.formula == "roll" and settings["wins"] == "range":
        most = settings["n"]
        return (
            Option("lower", "hundredths", most=most),
            Option("upper", "hundredths", most=most),
            Option("inverted", "flag", default=False),
        )
    if rule.formula == "multiplier":
        return (Option("version", "word", default=settings["version"], words=tuple(settings["versions"])),)
    if rule.formula == "path":
        least, most = settings["rows"]
        risks = tuple(dict.fromkeys(name.partition("-")[2] for name in rule.tables))
        rows = Option("rows", "whole", required=True, least=least, most=most)
        return (rows, Option("risk", "word", words=risks)) if risks else (rows,)
    if rule.formula == "cells":
        shown = (
            Option("base", "word", default=str(settings["base"]), words=("0", "1")),
            Option("order", "word", default=settings["order"], words=("draw", "sorted")),
        )
        count = Option(settings["name"], "whole", required=True, least=1, most=settings["draws"])
        return (count, *shown) if settings["count"] else shown
    if rule.formula == "cards":
        most = MOST_DRAWS if settings["shuffle"] == "replace" else min(MOST_DRAWS, deck_size(settings))
        cards = Option("cards", "whole", default=settings["count"], least=1, most=most)
        hand = settings["hand"]
        return (cards,) if hand is None else (Option("held", "places", most=hand),)
    if rule.formula == "symbols":
        return (Option("count", "whole", default=settings["count"], least=1, most=MOST_DRAWS),)
    return ()


def outcome_of(rule: GameRule, options: Options, draws: Draws) -> Outcome:
    return FORMULAS[rule.formula](rule, options, draws)


def roll(rule: GameRule, options: Options, draws: Draws) -> Outcome:
    """n equally likely results in hundredths; who wins and what it pays, where the player said the bet."""
    settings = rule.settings
    result = draws.uniform(settings["n"])
    outcome: Outcome = {"roll": hundredths(result), "result": result}
    if settings["wins"] == "beyond" and options["target"] is not None:
        target, over = options["target"], options["direction"] == "over"
        outcome["win"] = result > target if over else result < target
        winning = settings["n"] - 1 - target if over else target
        if settings["pays"] is not None and winning > 0:
            pays = Fraction(settings["pays"]) * settings["n"] / winning
            outcome["multiplier"] = decimal_text(pays, settings["places"])
    if settings["wins"] == "range" and options["lower"] is not None:
        inside = options["lower"] <= result < options["upper"]
        outcome["win"] = inside is not options["inverted"]
    return outcome


def multiplier(_rule: GameRule, options: Options, draws: Draws) -> Outcome:
    """The published formulas, in IEEE doubles and their order of operations."""
    word = draws.uniform(WORDS)
    f = word / WORDS
    version = options["version"]
    if version == "chain":
        value = WORDS / (word + 1) * 0.99
    elif version == "2019":
        value = 1e8 / (f * 1e8) * 0.99 if word else math.inf
    elif version == "2021":
        value = 1e8 / (math.floor(f * 1e8) + 1) * 0.99
    else:
        value = 2**24 / (math.floor(f * 2**24) + 1) * (1 - 0.01)
    if math.isinf(value):
        raise SchemeError("nonce", "the scheme's formula divides by zero here")
    return {"multiplier": hundredths(max(100, math.floor(value * 100)))}


def path(rule: GameRule, options: Options, draws: Draws) -> Outcome:
    taken = "".join("LR"[draws.uniform(2)] for _ in range(options["rows"]))
    place = taken.count("R")
    outcome: Outcome = {"path": taken, "bin": place}
    if options.get("risk") is not None:
        outcome["multiplier"] = rule.tables[f"{options['rows']}-{options['risk']}"][place]
    return outcome


def cells(rule: GameRule, options: Options, draws: Draws) -> Outcome:
    settings = rule.settings
    count = options[settings["name"]] if settings["count"] else settings["draws"]
    base = int(options["base"])
    found = [cell + base for cell in ordered(settings["shuffle"], settings["cells"], count, draws)]
    return {settings["name"]: sorted(found) if options["order"] == "sorted" else found}


def cards(rule: GameRule, options: Options, draws: Draws) -> Outcome:
    """Cards as the project writes them and by their number in the scheme's deck, as operators do."""
    settings = rule.settings
    count = settings["count"] if settings["hand"] is not None else options["cards"]
    if settings["shuffle"] == "replace":
        indices = [draws.uniform(deck_size(settings)) for _ in range(count)]
    else:
        indices = ordered(settings["shuffle"], deck_size(settings), count, draws)
    names = [card(settings, index) for index in indices]
    outcome: Outcome = {"cards": names, "indices": indices}
    for who in dict.fromkeys(settings["deal"] or ()):
        outcome[who] = [name for name, to in zip(names, settings["deal"], strict=False) if to == who]
    if (hand := settings["hand"]) is not None:
        outcome |= {"initial": names[:hand], "pool": names[hand:]}
        if options["held"] is not None:
            pool = iter(names[hand:])
            outcome["final"] = [
                name if at in options["held"] else next(pool, "") for at, name in enumerate(names[:hand])
            ]
    return outcome


def number(rule: GameRule, _options: Options, draws: Draws) -> Outcome:
    return {"number": draws.uniform(rule.settings["n"])}


def symbols(rule: GameRule, options: Options, draws: Draws) -> Outcome:
    names = rule.settings["symbols"]
    return {"symbols": [names[draws.uniform(len(names))] for _ in range(options["count"])]}


def digest(rule: GameRule, _options: Options, draws: Draws) -> Outcome:
    """The HMAC itself, for schemes of which no more is published."""
    found = draws.digest(rule.settings["first"])
    if draws.steps is not None:
        draws.show(rule.settings["first"])
    return {"hmac": found.hex(), "first_bytes": list(found[:4])}


FORMULAS: Final[Mapping[str, Callable[[GameRule, Options, Draws], Outcome]]] = {
    "roll": roll,
    "multiplier": multiplier,
    "path": path,
    "cells": cells,
    "cards": cards,
    "number": number,
    "symbols": symbols,
    "digest": digest,
}


def ordered(shuffle: str, size: int, count: int, draws: Draws) -> list[int]:
    """The first `count` of 0 … size−1 without repetition, in the order of the shuffle."""
    items = list(range(size))
    if shuffle == "pick":
        return [items.pop(draws.uniform(len(items))) for _ in range(count)]
    if shuffle == "forward":
        for place in range(count):
            other = place + draws.uniform(size - place)
            items[place], items[other] = items[other], items[place]
    else:
        for place in range(size - 1, 0, -1):
            other = draws.uniform(place + 1)
            items[place], items[other] = items[other], items[place]
    return items[:count]


def deck_size(settings: Mapping[str, Any]) -> int:
    return int(settings["decks"]) * len(settings["suits"]) * len(settings["ranks"])


def card(settings: Mapping[str, Any], index: int) -> str:
    ranks, suits = settings["ranks"], settings["suits"]
    index %= len(ranks) * len(suits)
    if settings["by"] == "rank":
        return str(ranks[index // len(suits)] + suits[index % len(suits)])
    return str(ranks[index % len(ranks)] + suits[index // len(ranks)])


def hundredths(value: int) -> str:
    return f"{value // 100}.{value % 100:02d}"


def decimal_text(value: Fraction, places: int) -> str:
    """Rounded half up to so many places."""
    scaled = (value.numerator * 10**places * 2 + value.denominator) // (2 * value.denominator)
    head, tail = divmod(scaled, 10**places)
    return f"{head}.{tail:0{places}d}" if places else str(head)
