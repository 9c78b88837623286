"""The test vectors as inputs for the page: `vectors/README.md` says what a case is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.support import ROOT

# Games that can be typed into the form, field by field.
GAMES = ("dice", "limbo", "plinko", "mines", "hilo", "blackjack", "raw")


@dataclass(frozen=True)
class Case:
    id: int
    comment: str
    flags: tuple[str, ...]
    given: dict[str, Any]
    expect: Any
    layer: str | None  # what refuses it


@cache
def cases(kind: str) -> tuple[Case, ...]:
    file = json.loads((ROOT / "vectors" / f"{kind}.json").read_text("utf-8"))
    return tuple(
        Case(
            one["id"],
            one["comment"],
            tuple(one["flags"]),
            {**group.get("given", {}), **one.get("given", {})},
            one.get("expect"),
            one.get("layer"),
        )
        for group in file["groups"]
        for one in group["cases"]
    )


def case(kind: str, number: int) -> Case:
    return next(one for one in cases(kind) if one.id == number)


def record(number: int) -> dict[str, Any]:
    """A record of `records`, as an object."""
    return dict(json.loads(case("records", number).given["text"]))
