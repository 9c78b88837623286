"""The public rounds as data: what each asks for, and its source's own outcome in our form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.support import shared

SUITS = {"CLUB": "c", "DIAMOND": "d", "HEART": "h", "SPADE": "s"}


def rounds() -> Iterator[dict[str, Any]]:
    for file in sorted(shared("data/public-rounds").glob("*.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            yield json.loads(line) | {"place": f"{file.stem}:{number}"}


def card(text: str) -> str:
    """`10D` as `Td`; `HEART:11` as `Jh`."""
    if ":" in text:
        suit, _, rank = text.partition(":")
        return "A23456789TJQK"[int(rank) - 1] + SUITS[suit]
    return text[:-1].replace("10", "T") + text[-1].lower()


def hundredths(value: Any) -> str:
    return f"{round(float(value) * 100) // 100}.{round(float(value) * 100) % 100:02d}"


def asked(given: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Options as texts, and the part of our outcome that the source tells."""
    game, params, expected = given["game"], given["params"], given["expected"]
    if game == "dice" and isinstance(expected, str):
        return {}, {"roll": expected}
    if game == "dice" and "bet_type" in params:
        options = {"target": hundredths(params["target"] / 100), "direction": params["bet_type"]}
        return options, expected
    if game == "dice":
        options = {}
        if "lower" in params:
            options = {name: hundredths(params[name]) for name in ("lower", "upper")}
            options["inverted"] = json.dumps(params["inverted"])
        return options, {"roll": hundredths(expected["roll"])} | (
            {"win": expected["win"]} if "win" in expected else {}
        )
    if game in ("limbo", "crash"):
        return {}, {"multiplier": expected}
    if game == "limbo_x":
        return {"version": "2021"}, {"multiplier": f"{int(expected['raw_v2'] * 100) / 100:.2f}"}
    if game == "plinko" and isinstance(expected, list):
        return {"rows": str(params["rows"])}, {"path": "".join(expected)}
    if game == "plinko" and "path" in expected:
        taken = expected["path"].replace("0", "L").replace("1", "R")
        return {"rows": str(params["rows"])}, {"path": taken, "bin": expected["slot"]}
    if game == "plinko":
        return {"rows": str(params["rows"])}, {"bin": expected["slot"]}
    if game == "mines":
        options = {"mines": str(params["mines"]), "base": str(params["base"]), "order": params["order"]}
        return options, {"mines": expected}
    if game == "keno":
        return {}, {"numbers": expected}
    if game == "roulette":
        return {}, {"number": expected}
    if game == "diamonds":
        return {"count": str(len(expected))}, {"symbols": expected}
    if game == "hmac_prefix":
        return {}, expected
    if game == "videopoker" and isinstance(expected, list):
        return {}, {"indices": expected}
    if game == "videopoker":
        told = {
            name: [card(one) for one in expected[name]]
            for name in ("initial", "pool", "final")
            if name in expected
        }
        if "held" not in expected:
            return {}, told
        held = [str(expected["initial"].index(one)) for one in expected["held"]]
        return {"held": ",".join(held)}, told
    if isinstance(expected, list):
        return {"cards": str(len(expected))}, {"indices": expected}
    if "sequence" in expected:
        names = [card(one) for one in expected["sequence"]]
        return {"cards": str(len(names))}, {"cards": names}
    return {}, {"player": [card(one) for one in expected["player"]], "dealer_up": card(expected["dealer_up"])}


def told(outcome: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """The members of an outcome that the source tells."""
    whole = outcome | ({"dealer_up": outcome["dealer"][0]} if "dealer" in outcome else {})
    return {name: whole.get(name) for name in expected}


def nonce_of(given: dict[str, Any]) -> int:
    return given["nonce"] or 0


def game_of(given: dict[str, Any]) -> str:
    return re.sub("_x$", "", given["game"])
