"""A table whose row this transaction holds: everything at the table waits for it.

What changes is kept here and written when the transaction's work is done.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from fairseed.service.clock import timestamp
from fairseed.service.core import Service, to_json
from fairseed.service.problems import Problem
from fairseed.service.store.schema import hand_actions, hands, pairs, seats, table_events, tables
from games.house_poker import FIVE_CARD_POKER
from games.poker import VARIANTS, Variant
from games.tavern_dice import NAME as TAVERN_DICE

Made = tuple[dict[str, Any], str]  # an action and its receipt's text
Row = dict[str, Any]

_LOCK: Final = (
    update(tables).where(tables.c.id == bindparam("of")).values(version=tables.c.version).returning(*tables.c)
)
HAND: Final = select(
    hands,
    pairs.c.server_seed_hash,
    pairs.c.server_seed,
    pairs.c.sealed,
    pairs.c.key_version,
    pairs.c.commit_entry,
    pairs.c.batch_index,
    pairs.c.batch_proof,
).join(pairs, hands.c.pair_id == pairs.c.id)


Kind = Literal["poker", "match", "house"]


def kind_of(game: str) -> Kind:
    """What is played at a table of this game: hands of poker, a match of dice, rounds against the house."""
    kinds: dict[str, Kind] = {TAVERN_DICE: "match", FIVE_CARD_POKER.name: "house"}
    return kinds.get(game, "poker")


class DueError(Exception):
    """A clock of the table has run out: what is due is done first, then the call is tried again."""


class Table:
    """A table's row, its seats by number, and its current hand. `held`: this transaction has the lock."""

    def __init__(self, service: Service, connection: Connection, row: Row) -> None:
        self.service = service
        self.connection = connection
        self.row = row
        self.id: str = row["id"]
        self.now = service.now()
        found = connection.execute(select(seats).where(seats.c.table_id == self.id).order_by(seats.c.seat))
        self.seats: dict[int, Row] = {each.seat: dict(each._mapping) for each in found}
        self.hand = None if row["hand_id"] is None else load_hand(connection, row["hand_id"])
        # The hand that was folded in this transaction last, with its actions (dealt.Dealt): for the answer.
        self.folded: tuple[Any, list[Made]] | None = None
        self._before = dict(row)

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.row["game"]]

    @property
    def is_match(self) -> bool:
        """Whether a match of tavern dice is played here, not hands of poker."""
        return bool(self.row["game"] == TAVERN_DICE)

    @property
    def kind(self) -> Kind:
        return kind_of(self.row["game"])

    @property
    def reveal(self) -> str:
        """When the seeds of its pairs are revealed; a match's with its end."""
        return str(self.params.get("reveal", "hand"))

    @property
    def params(self) -> dict[str, Any]:
        """Without the lowest rank of Turkish poker, which each hand has."""
        return dict(json.loads(self.row["params"]))

    @property
    def running(self) -> Row | None:
        """The hand in play; None between hands."""
        return self.hand if self.hand is not None and self.hand["state"] in ("links", "open") else None

    @property
    def dealing(self) -> Row:
        """The hand that this transaction works on; LookupError where there is none."""
        if self.hand is None:
            raise LookupError("no hand was begun at this table")
        return self.hand

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, row in self.seats.items() if row["player"] == player), None)

    def barred(self, player: str | None) -> bool:
        """As the function `barred`, of the seats as this call has them, stored or not."""
        if player is None or self.row["invitation"] is None or player == self.row["host"]:
            return False
        return self.seat_of(player) is None

    def after(self, seconds: int, moment: str | None = None) -> str:
        """The time that is at least so many seconds behind `moment`, or now."""
        start = self.service.clock() if moment is None else datetime.fromisoformat(moment)
        whole = math.ceil(start.timestamp()) + seconds
        return timestamp(datetime.fromtimestamp(0, UTC) + timedelta(seconds=whole))

    # Changes. Only under the lock.

    def set_seat(self, seat: int, **changes: Any) -> None:
        self.seats[seat] |= changes
        where = (seats.c.table_id == self.id) & (seats.c.seat == seat)
        self.connection.execute(update(seats).where(where).values(changes))

    def add_seat(self, row: Row) -> None:
        new = {"table_id": self.id, "adding": 0, "destellos": 0, "leaving": 0, "seen_at": self.now}
        new |= (
            dict.fromkeys(("player", "policy", "link", "chain_id", "missed_at", "empty_at", "chosen")) | row
        )
        self.connection.execute(insert(seats).values(new))
        self.seats[row["seat"]] = new
        self.seats = dict(sorted(self.seats.items()))

    def drop_seat(self, seat: int) -> None:
        where = (seats.c.table_id == self.id) & (seats.c.seat == seat)
        self.connection.execute(delete(seats).where(where))
        del self.seats[seat]

    def set_hand(self, **changes: Any) -> None:
        row = self.dealing
        row |= changes
        self.connection.execute(update(hands).where(hands.c.id == row["id"]).values(changes))

    def event(self, kind: str, **data: Any) -> None:
        """Tells everybody; `data` holds nothing that is one seat's alone."""
        row = {"table_id": self.id, "index": self.row["version"], "type": kind, "at": self.now}
        self.connection.execute(insert(table_events).values(row | {"data": to_json(data)}))
        self.row["version"] += 1

    def write(self) -> None:
        """Writes what of the table's own row has changed."""
        changed = {name: value for name, value in self.row.items() if self._before[name] != value}
        if changed:
            self.connection.execute(update(tables).where(tables.c.id == self.id).values(changed))
            self._before = dict(self.row)

    # Deadlines

    def gone_at(self, seat: int) -> str | None:
        """When a seat is given up: its player was away too long, or had no chips too long. None: a bot."""
        row, settings = self.seats[seat], self.service.settings
        if row["player"] is None:
            return None
        gone = self.after(settings.reconnect_seconds + settings.seat_hold_seconds, row["seen_at"])
        if row["empty_at"] is not None:
            gone = min(gone, self.after(settings.seat_hold_seconds, row["empty_at"]))
        return gone

    def conceded_at(self, seat: int) -> str | None:
        """When a player of a match was away too long. None: a bot, or who has left, or while links come."""
        row = self.seats[seat]
        if row["player"] is None or row["leaving"] or (self.running or {}).get("state") == "links":
            return None
        if self.row["state"] == "closed":
            return None
        return self.after(self.params["grace_seconds"], row["seen_at"])

    def away_at(self, seat: int) -> str:
        """From when on a seat is not dealt in."""
        return self.after(self.service.settings.reconnect_seconds, self.seats[seat]["seen_at"])


@contextmanager
def holding(service: Service, connection: Connection, table_id: str) -> Iterator[Table]:
    """Holds a table and writes what has changed of it. DueError where a clock has run out."""
    table = lock(service, connection, table_id)
    if table.row["due_at"] is not None and table.row["due_at"] <= table.now:
        raise DueError
    yield table
    schedule(table)
    table.write()


def lock(service: Service, connection: Connection, table_id: str) -> Table:
    return Table(service, connection, _found(connection.execute(_LOCK, {"of": table_id}).first()))


def read(service: Service, connection: Connection, table_id: str) -> Table:
    """A table as it is now, to look at only."""
    wanted = select(tables).where(tables.c.id == table_id)
    return Table(service, connection, _found(connection.execute(wanted).first()))


def exists(connection: Connection, table_id: str, *, kind: Kind = "poker") -> None:
    """Problem where there is no table of this kind."""
    wanted = select(tables.c.game).where(tables.c.id == table_id)
    found = connection.execute(wanted).first()
    _found(found if found is not None and kind_of(found.game) == kind else None)


def barred(connection: Connection, table_id: str, player: str | None) -> bool:
    """Whether play at this table is none of the player's business: it is private, and the player neither
    its host nor seated. None is no player: an operator or an auditor, who look on everywhere."""
    if player is None:
        return False
    private = select(tables.c.id).where(
        tables.c.id == table_id, tables.c.invitation.is_not(None), tables.c.host.is_distinct_from(player)
    )
    sitting = select(seats.c.seat).where(seats.c.table_id == table_id, seats.c.player == player)
    found = connection.execute(private).first() is not None
    return found and connection.execute(sitting).first() is None


def _found(row: Any) -> Row:
    if row is None:
        raise Problem("not_found", "table_id", "is no table of this service")
    return dict(row._mapping)


def schedule(table: Table) -> None:
    """When something must be done here next. In a hand that is its clock; between hands a seat's time
    may come first."""
    moments = [table.row["clock_at"]]
    if table.is_match:
        moments += [table.conceded_at(seat) for seat in table.seats]
    elif table.running is None:
        moments += [table.gone_at(seat) for seat in table.seats]
    table.row["due_at"] = min((moment for moment in moments if moment is not None), default=None)


def load_hand(connection: Connection, hand_id: str) -> Row | None:
    row = connection.execute(HAND.where(hands.c.id == hand_id)).first()
    return None if row is None else dict(row._mapping)


def actions_of(connection: Connection, hand_ids: list[str]) -> dict[str, list[Made]]:
    found: dict[str, list[Made]] = {hand_id: [] for hand_id in hand_ids}
    query = select(hand_actions.c.hand_id, hand_actions.c.action, hand_actions.c.receipt)
    query = query.where(hand_actions.c.hand_id.in_(hand_ids))
    for row in connection.execute(query.order_by(hand_actions.c.hand_id, hand_actions.c.index)):
        found[row.hand_id].append((json.loads(row.action), row.receipt))
    return found
