"""Records of tables for the page to draw: random hands of every game, at their end and before it, of one seat,
changed afterwards, and before their seed is revealed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from games.poker import VARIANTS
from tests.browser.rounds import Record, State
from tests.poker.hands import deal_of, play

GAMES: Final = tuple(VARIANTS)


@dataclass(frozen=True)
class TableState(State):
    """A hand after so many actions, for whoever looks: all that the record shows, or a seat."""

    at: int | None = None
    viewer: int | None = None

    def view(self) -> dict[str, Any]:
        """What `ui/tables/index.js` takes."""
        return {"game": self.record["game"], "record": self.record, "at": self.at, "viewer": self.viewer}


@cache
def hand(game: str, seats: int | None = None) -> Record:
    """The liveliest of some random hands, of so many seats where that is asked for."""
    found = [play(game, Random(f"{game} {seed}"))[0] for seed in range(60)]
    if seats is not None:
        found = [record for record in found if len(record["table"]["stacks"]) == seats]
    return max(found, key=lambda record: len(record["actions"]) + 10 * len(record["outcome"]["pots"]))


def sealed(record: Record) -> Record:
    """As the first seat has it before the reveal: its own cards and the board are opened to it."""
    game = record["game"]
    hidden, perm, _ = deal_of(game, record["params"], record["seeds"])
    seats = sorted(map(int, record["table"]["stacks"]))
    button = record["table"]["button"]
    order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    count = VARIANTS[game].hole
    mine = [order.index(seats[0]) + card * len(seats) for card in range(count)]
    first = count * len(seats)
    places = [*mine, *range(first, first + len(record["outcome"]["board"]))]
    made = copy.deepcopy(record)
    for member in ("outcome", "settlement"):
        made.pop(member)
    made["seeds"].pop("server_seed")
    made["opened"] = [hidden.opening(place, perm) for place in places]
    return made


def changed(record: Record) -> Record:
    """Another card on the board, or another stack: its seeds do not give this."""
    made = copy.deepcopy(record)
    board, stacks = made["outcome"]["board"], made["outcome"]["stacks"]
    if board:
        board[-1] = "2c" if board[-1] != "2c" else "3c"
    stacks[min(stacks)] += 7
    return made


def refused(record: Record) -> Record:
    """An action in the middle that is not legal."""
    made = copy.deepcopy(record)
    at = len(made["actions"]) // 2
    made["actions"][at] = {"seat": made["actions"][at]["seat"], "type": "nothing"}
    return made


def table_states() -> Iterator[TableState]:
    """Every state that the picture of a table has."""
    for game in GAMES:
        record = hand(game)
        yield TableState(f"{game}: the end", record)
        other = changed(record)
        yield TableState(f"{game}: differs", other, record["outcome"])
        yield TableState(f"{game}: the deal", record, at=0)
        middle = len(record["actions"]) // 2
        yield TableState(f"{game}: in the middle", record, at=middle)
        seat = max(map(int, record["table"]["stacks"]))
        yield TableState(f"{game}: what seat {seat} knew", record, at=middle, viewer=seat)
    for seats in range(2, 10):
        yield TableState(f"holdem: {seats} seats", hand("holdem", seats), at=1)
    yield TableState("holdem: refused", refused(hand("holdem")))
    for game in ("holdem", "omaha5"):
        yield TableState(f"{game}: before the reveal", sealed(hand(game)))


def random_tables(seed: int, count: int) -> Iterator[TableState]:
    """Moments of random hands, for whoever looks."""
    pick = Random(seed)
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        record, _ = play(game, pick)
        at = pick.choice((None, pick.randint(0, len(record["actions"]))))
        viewer = pick.choice((None, *map(int, record["table"]["stacks"])))
        yield TableState(f"{game}: random hand {number} of {seed}", record, at=at, viewer=viewer)
