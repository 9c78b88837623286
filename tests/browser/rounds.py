"""Records of rounds for the page to draw: from the test vectors, changed afterwards, or played at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from fairseed.derivation import SeedPair
from fairseed.verification import make_record
from games import GAMES
from tests.page_agreement.rounds import RANKS, SUITS, played
from tests.support import ROOT

Record = dict[str, Any]

# A vector by its game and id, and what it shows; a changed outcome makes a round that does not match.
STATES: Final[list[tuple[str, int, str, dict[str, Any] | int | None]]] = [
    ("dice", 1, "won over", None),
    ("dice", 8, "under, equal to the target, lost", None),
    ("dice", 11, "over, equal to the target, lost", None),
    ("dice", 80, "close to the target", None),
    ("dice", 16, "hardly any winning part", None),
    ("dice", 18, "the greatest chips", None),
    ("dice", 1, "differs", {"roll": "33.26"}),
    ("dice", 1, "differs, close together", {"roll": "97.60"}),
    ("dice", 6, "differs, close together on the left", {"roll": "9.05"}),
    ("limbo", 1, "lost at the least", None),
    ("limbo", 4, "equal to the target, won", None),
    ("limbo", 3, "just below", None),
    ("limbo", 2, "at the cap", None),
    ("limbo", 57, "differs", {"multiplier": "1.37"}),
    ("limbo", 57, "differs, close together", {"multiplier": "26.91"}),
    ("plinko", 21, "16 rows, medium", None),
    ("plinko", 3, "16 rows, high, all right", None),
    ("plinko", 22, "8 rows, high", None),
    ("plinko", 17, "12 rows, medium", None),
    ("plinko", 38, "long multipliers", None),
    ("plinko", 17, "differs", {"path": "LRRLRLLRLLRR", "bin": 6}),
    ("plinko", 1, "differs, 16 rows", {"path": "LLLRRLRLLRLRLRLR", "bin": 7}),
    ("mines", 1, "cashed out", None),
    ("mines", 4, "exploded", None),
    ("mines", 5, "cleared", None),
    ("mines", 9, "abandoned", None),
    ("mines", 15, "7 by 7", None),
    ("mines", 66, "8 by 8, exploded", None),
    ("mines", 12, "8 by 8, 63 mines", None),
    ("mines", 4, "differs", {"mines": [3, 8, 19], "opened": [0, 2, 24], "result": "exploded"}),
    ("mines", 101, "differs, 8 by 8", {"mines": [7, 22]}),
    ("hilo", 1, "cashed out", None),
    ("hilo", 17, "lost", None),
    ("hilo", 18, "skips", None),
    ("hilo", 23, "abandoned at once", None),
    ("hilo", 21, "52 skips", None),
    ("hilo", 27, "differs", {"cards": ["6d", "Td", "9h", "Jh", "4c", "2h"]}),
    ("blackjack", 3, "natural", None),
    ("blackjack", 14, "won", None),
    ("blackjack", 13, "lost", None),
    ("blackjack", 11, "push", None),
    ("blackjack", 25, "bust after a double", None),
    ("blackjack", 30, "split aces", None),
    ("blackjack", 54, "split, double, side bets", None),
    ("blackjack", 51, "both side bets win", None),
    ("blackjack", 7, "dealer natural", None),
    ("blackjack", 13, "differs", 14),
    ("blackjack", 54, "differs, split", 27),
    ("raw", 2, "words", None),
    ("raw", 7, "bytes", None),
    ("raw", 8, "integers", None),
    ("raw", 14, "sample", None),
    ("raw", 13, "shuffle", None),
    ("raw", 10, "differs", 11),
]


@cache
def _cases(game: str) -> dict[int, dict[str, Any]]:
    file = json.loads((ROOT / "vectors" / f"{game}.json").read_text("utf-8"))
    return {
        case["id"]: case | {"given": group["given"] | case["given"]}
        for group in file["groups"]
        for case in group["cases"]
        if case["result"] == "accepted"
    }


def vector(game: str, number: int) -> Record:
    """The record of a vector's round."""
    given = _cases(game)[number]["given"]
    pair = SeedPair(given["server_seed"], given["client_seed"])
    record = make_record(
        pair,
        int(given["nonce"]),
        game,
        given["params"],
        given.get("bet"),
        given["actions"],
        round_id=f"{game}-{number}",
        reveal=True,
    )
    assert record["outcome"] == _cases(game)[number]["expect"]["outcome"]
    return record


@dataclass(frozen=True)
class State:
    """A record as it may come to the page. `outcome` is what its seeds give, where that is another one."""

    name: str
    record: Record
    outcome: Record | None = None

    def view(self) -> dict[str, Any]:
        """What `ui/pictures/index.js` takes: the round as the page reads it."""
        record = self.record
        rules = GAMES.get(record["game"])
        params = rules.params_dict(rules.read_params(record["params"])) if rules else record["params"]
        return {
            "game": record["game"],
            "params": params,
            "bet": record.get("bet"),
            "actions": record["actions"],
            "outcome": record["outcome"],
            "expected": self.outcome or record["outcome"],
            "settlement": record.get("settlement"),
            "differs": self.outcome is not None,
        }


def states() -> Iterator[State]:
    """Every state that a picture has."""
    for game, number, name, change in STATES:
        record = vector(game, number)
        outcome = record["outcome"]
        if change is not None:
            other = vector(game, change)["outcome"] if isinstance(change, int) else change
            record = record | {"outcome": outcome | other}
        yield State(f"{game}: {name}", record, None if change is None else outcome)
    yield from decks()


def decks() -> Iterator[State]:
    """A deck and a shoe as they were shuffled, some of it dealt."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    first, second = (SeedPair("0" * 64, "client").stream(nonce) for nonce in (0, 1))
    dealt = {"game": "deck", "params": {"dealt": 8}, "actions": []}
    one = {"deck": first.shuffle(deck)[0]}
    yield State("deck: eight cards dealt", dealt | {"outcome": one})
    yield State("deck: a shoe", dealt | {"outcome": {"deck": first.shuffle(deck * 6)[0]}})
    yield State("deck: differs", dealt | {"params": {}, "outcome": one}, {"deck": second.shuffle(deck)[0]})


# Params on which the form of an outcome depends.
ROOM: Final = {
    "plinko": ("rows",),
    "mines": ("size",),
    "raw": ("words", "bytes", "integers", "sample", "shuffle"),
}


def random_states(seed: int, count: int) -> Iterator[State]:
    """Random rounds, and each with the outcome of the last round of its game, where that has room in it."""
    random = Random(seed)
    last: dict[str, Record] = {}
    for number in range(count):
        record = played(random, number)
        game = record["game"]
        yield State(f"{game}: random round {number} of {seed}", record)
        other = last.get(game)
        room = ROOM.get(game, ())
        if (
            other
            and other["outcome"] != record["outcome"]
            and all(other["params"].get(name) == record["params"].get(name) for name in room)
        ):
            changed = record | {"outcome": other["outcome"]}
            yield State(f"{game}: random round {number} of {seed}, changed", changed, record["outcome"])
        last[game] = record
