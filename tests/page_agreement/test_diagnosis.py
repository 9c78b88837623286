"""Failed records of our own scheme through both implementations: the same mistakes named, the same told as possible."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from fairseed.derivation import hash_server_seed
from fairseed.records import read_json
from fairseed.verification import verify_record
from fairseed.verification.diagnosis import diagnose_record
from fairseed.verification.schemes import Attempt, Round, comes_out, known_scheme, read_options
from tests.page_agreement.page import Page
from tests.support import ROOT
from tests.verification.test_diagnosis import OWN, own_round

SOAK = bool(os.environ.get("FAIRSEED_SOAK"))
COUNT = 5_000 if SOAK else 280
SPOILED = 300 if SOAK else 20


def seeds(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return record | {"seeds": record["seeds"] | changes}


def mistaken(source: random.Random, right: dict[str, Any]) -> dict[str, Any]:
    """A right record with one usual mistake made on purpose, or with something that is none of them."""
    given = right["seeds"]
    server, promised, client = given["server_seed"], given["server_seed_hash"], given["client_seed"]
    other = f"{source.getrandbits(256):064x}"
    changes: list[dict[str, Any]] = [
        {"nonce": max(0, given["nonce"] + by)} for by in (-6, -5, -1, 1, 5)
    ] + [
        {"client_seed": text}
        for text in (f" {client}", f"{client}\n", f'"{client}"', client.upper(), client.lower(), f"{client}x", "e\u0301")
    ] + [
        {"server_seed": other, "server_seed_hash": hash_server_seed(other)},
        {"server_seed": promised},
        {"server_seed": promised, "server_seed_hash": server},
        {"server_seed": server.upper()},
        {"server_seed": f"{server[:32]} {server[32:]}"},
        {"server_seed_hash": promised.upper()},
    ]  # fmt: skip
    record = seeds(right, **source.choice(changes))
    params, game = right["params"], right["game"]
    if source.random() < 0.15 and game in ("plinko", "mines"):
        name = source.choice(("rows",) if game == "plinko" else ("size", "mines"))
        return right | {"params": params | {name: params[name] + source.choice((-1, 1))}}
    if source.random() < 0.1 and game in ("dice", "plinko"):
        return played_elsewhere(source, right)
    if source.random() < 0.05:
        return record | {
            "outcome": source.choice(
                ({}, {"roll": 5}, {"mines": []}, {"cards": [1]}, {"path": "x"}, {"dealer": {}})
            )
        }
    return record


def played_elsewhere(source: random.Random, right: dict[str, Any]) -> dict[str, Any]:
    """The outcome that another operator gives for these seeds."""
    scheme = known_scheme(source.choice(("stake", "duel", "liqd")))
    assert scheme is not None
    rule = scheme.game(right["game"])
    given = right["seeds"]
    options = read_options(rule, {"rows": str(right["params"]["rows"])} if right["game"] == "plinko" else {})
    found = Round(scheme, rule, given["server_seed"], given["client_seed"], given["nonce"], options)
    assert comes_out(Attempt(found, found.outcome()))
    return right | {
        "outcome": {name: value for name, value in found.outcome().items() if name in ("roll", "path", "bin")}
    }


def by_python(record: dict[str, Any]) -> dict[str, Any] | None:
    document = read_json(json.dumps(record).encode())
    found = diagnose_record(document.value, verify_record(document))
    if found is None:
        return None
    named = found.mistake and {"name": found.mistake.name, "values": found.mistake.values}
    possible = [{"name": one.mistake.name, "values": one.mistake.values} for one in found.possible]
    return {"mistake": named, "tried": found.tried, "needed": found.needed, "possible": possible,
            "chances": [float(found.chance), *(float(one.chance) for one in found.possible)]}  # fmt: skip


def agreed(records: list[dict[str, Any]]) -> list[Any]:
    """What both tell of each."""
    with Page() as page:
        found = page.ask(failed=[*map(json.dumps, records)])["failed"]
    for record, one in zip(records, found, strict=True):
        other = by_python(record)
        if one is None or other is None:
            assert one == other, record
            continue
        chances = [one.pop("chance"), *(each.pop("chance") for each in one["possible"])]
        one["possible"] = [each["mistake"] for each in one["possible"]]
        assert chances == pytest.approx(other.pop("chances")), record
        assert one == other, record
    return found


def test_both_tell_the_same_of_failed_records() -> None:
    source = random.Random(12)
    records = []
    for number in range(COUNT):
        right, _ = own_round(source, number)
        records.append(mistaken(source, right))
    told: dict[str, set[str]] = {game: set() for game in OWN}
    for record, one in zip(records, agreed(records), strict=True):
        if one is not None:
            told[record["game"]] |= {each["name"] for each in (one["mistake"], *one["possible"]) if each}
    assert all({"nonce", "hash_as_seed"} <= names for names in told.values())
    assert set().union(*told.values()) >= {"spaces_client", "hash_swapped", "lower_server", "option"}
    assert "scheme" in told["dice"]
    assert "scheme" in told["plinko"]


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for name, member in value.items() if isinstance(value, dict) else enumerate(value):
        # Another `type` is no record of ours, nor is what is nested deeper than 64.
        if (place := (*at, name)) != ("type",) and len(place) < 60:
            yield place
        if isinstance(member, dict | list):
            yield from places(member, place)


def spoiled(record: dict[str, Any], place: tuple[Any, ...], wrong: Any) -> dict[str, Any]:
    """A copy without what is at the place, or with something else there."""
    copy = json.loads(json.dumps(record))
    *way, last = place
    parent = copy
    for name in way:
        parent = parent[name]
    if wrong is MISSING:
        del parent[last]
    else:
        parent[last] = wrong
    return dict(copy)


MISSING = object()
WRONG = (MISSING, None, 0, -1, 7, "", "0.50", "LLR", "AS", [], ["AS"], {}, {"cards": []}, True)


def test_both_tell_the_same_of_a_record_that_is_spoiled_anywhere() -> None:
    """Not revealed, void or refused records too: what no seed could explain is no matter for a diagnosis."""
    source = random.Random(13)
    groups = json.loads((ROOT / "vectors/records.json").read_text("utf-8"))["groups"]
    records = []
    for case in (case for group in groups for case in group["cases"] if case.get("expect")):
        record = json.loads(case["given"]["text"])
        every = [(place, wrong) for place in places(record) for wrong in WRONG]
        records += [
            record,
            *(spoiled(record, *one) for one in source.sample(every, min(SPOILED, len(every)))),
        ]
    for record, one in zip(records, agreed(records), strict=True):
        # Where the right hash stands, its spelling explains nothing.
        if one and one["mistake"] and one["mistake"]["name"] == "hash_spelling":
            seeds = record["seeds"]
            assert hash_server_seed(seeds["server_seed"]) != seeds["server_seed_hash"], record
