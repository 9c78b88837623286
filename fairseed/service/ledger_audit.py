"""Whether the ledger adds up: every balance from its entries, every round's entries from its settlement, and
what players brought to tables from what they took away, won, lost and still have there.

Reads one state of the database and changes nothing. Memory is that of one player and of the rounds that
are open at a time, not of the ledger.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, func, select

from fairseed.service.store import Store
from fairseed.service.store.schema import balances, hands, ledger, rounds, seats
from games.house_poker import FIVE_CARD_POKER
from games.tavern_dice import NAME as MATCH

BATCH: Final = 1000
HOUSE: Final = FIVE_CARD_POKER.name


@dataclass(slots=True)
class Audit:
    """What was looked at, and what does not add up: one text a fault."""

    players: int = 0
    entries: int = 0
    rounds: int = 0
    tables: int = 0
    chips: int = 0
    faults: list[str] = field(default_factory=list)


def audit(store: Store) -> Audit:
    found = Audit()
    with store.read() as connection:
        for row in connection.execute(select(balances).order_by(balances.c.player)).all():
            _player(connection, row, found)
        _rounds(connection, found)
        _tables(connection, found)
        _matches(connection, found)
    return found


def _player(connection: Connection, row: Any, found: Audit) -> None:
    """Indexes from 0 without gaps; each balance is the one before and the entry's amount."""
    found.players += 1
    found.chips += row.balance
    count = balance = 0
    for entry in _entries(connection, row.player):
        balance += entry.amount
        if entry.place != count:
            found.faults.append(f"{row.player}: entry {entry.place} stands where {count} is due")
        if entry.balance != balance:
            found.faults.append(
                f"{row.player}: entry {entry.place} says {entry.balance}, the sum is {balance}"
            )
        count, balance = entry.place + 1, entry.balance
        found.entries += 1
    if (count, balance) != (row.entries, row.balance):
        told = f"{row.entries} entries, {row.balance} chips"
        found.faults.append(f"{row.player}: has {told}; the entries say {count} and {balance}")


def _entries(connection: Connection, player: str) -> Iterator[Any]:
    after = -1
    place = ledger.c.index.label("place")
    query = select(place, ledger.c.amount, ledger.c.balance).where(ledger.c.player == player)
    query = query.order_by(place).limit(BATCH)
    while rows := connection.execute(query.where(ledger.c.index > after)).all():
        yield from rows
        after = rows[-1].place


def _rounds(connection: Connection, found: Audit) -> None:
    """A round's entries are its player's, and sum to what it returned less what it staked."""
    booked = (
        select(ledger.c.round_id, ledger.c.player, func.sum(ledger.c.amount).label("sum"))
        .where(ledger.c.round_id.is_not(None))
        .group_by(ledger.c.round_id, ledger.c.player)
        .subquery()
    )
    query = (
        select(booked, rounds.c.player.label("whose"), rounds.c.state, rounds.c.settlement)
        .join_from(booked, rounds, rounds.c.id == booked.c.round_id, isouter=True)
        .where(booked.c.round_id.not_in(select(hands.c.id)))
        .order_by(booked.c.round_id, booked.c.player)
    )
    for row in connection.execute(query):
        found.rounds += 1
        if row.whose != row.player:
            found.faults.append(f"{row.player}: has entries of round {row.round_id}, which is not his")
        elif row.state == "open":
            if row.sum >= 0:
                found.faults.append(f"{row.player}: open round {row.round_id} has no stake booked")
        else:
            settlement = json.loads(row.settlement)
            due = settlement["returned"] - settlement["staked"]
            if row.sum != due:
                found.faults.append(f"{row.player}: round {row.round_id} is booked {row.sum}, it gave {due}")


def _tables(connection: Connection, found: Audit) -> None:
    """A player's chips at a table: brought there less taken away, and what its hands gave."""
    booked: dict[str, Counter[str]] = {}
    query = select(ledger.c.table_id, ledger.c.player, func.sum(ledger.c.amount))
    query = query.where(ledger.c.table_id.is_not(None)).group_by(ledger.c.table_id, ledger.c.player)
    for table_id, player, total in connection.execute(query):
        booked.setdefault(table_id, Counter())[player] = -int(total)
    for table_id, due in sorted(booked.items()):
        found.tables += 1
        due.update({player: chips for player, chips in _won(connection, table_id).items() if player in due})
        there = select(seats.c.player, seats.c.stack + seats.c.adding).where(seats.c.table_id == table_id)
        chips = {player: count for player, count in connection.execute(there) if player in due}
        for player in sorted(due):
            if due[player] != chips.get(player, 0):
                told = f"has {chips.get(player, 0)} at table {table_id}, {due[player]} are due"
                found.faults.append(f"{player}: {told}")


def _house(connection: Connection, booked: dict[str, dict[str, int]], found: Audit) -> None:
    """A player's entries of a round at a public table: stakes while it is played, then what it gave."""
    played = select(hands.c.id, hands.c.asked, hands.c.placed, hands.c.settlement)
    for row in connection.execute(played.where(hands.c.game == HOUSE).order_by(hands.c.id)):
        sums = booked.pop(row.id, None)
        if sums is None:
            continue  # nothing was staked, or balances were not kept when it was played
        found.rounds += 1
        asked, seats = json.loads(row.asked), json.loads(row.placed)["seats"]
        for player, seat in enumerate(seats):
            name = asked[str(seat)]["player"]
            told = sums.pop(name, 0)
            if row.settlement is None:
                if told >= 0:
                    found.faults.append(f"{name}: open round {row.id} has no stake booked")
                continue
            chips = json.loads(row.settlement)
            due = chips["returned"][str(player)] - chips["staked"][str(player)]
            if told != due:
                found.faults.append(f"{name}: round {row.id} is booked {told}, it gave {due}")
        found.faults += [f"{player}: has entries of round {row.id}, which is not his" for player in sums]


def _won(connection: Connection, table_id: str) -> Counter[str]:
    """What each person's hands at a table returned less what they staked."""
    won: Counter[str] = Counter()
    query = select(hands.c.asked, hands.c.settlement).where(hands.c.table_id == table_id)
    for asked, settlement in connection.execute(query.where(hands.c.state == "settled")):
        chips, players = json.loads(settlement), json.loads(asked)
        for seat, staked in chips["staked"].items():
            player = players[seat]["player"]
            if player is not None:
                won[player] += chips["returned"][seat] - staked
    return won


def _matches(connection: Connection, found: Audit) -> None:
    """A person's entries of a match are its ante, and what it gave back once it was over."""
    booked: dict[str, dict[str, int]] = {}
    query = select(ledger.c.round_id, ledger.c.player, func.sum(ledger.c.amount))
    query = query.where(ledger.c.round_id.in_(select(hands.c.id))).group_by(
        ledger.c.round_id, ledger.c.player
    )
    for round_id, player, total in connection.execute(query):
        booked.setdefault(round_id, {})[player] = int(total)
    played = select(hands.c.id, hands.c.asked, hands.c.params, hands.c.settlement).where(
        hands.c.game == MATCH
    )
    for row in connection.execute(played.order_by(hands.c.id)):
        sums = booked.pop(row.id, None)
        if sums is None:
            continue  # balances were not kept when it was played
        found.rounds += 1
        ante = json.loads(row.params)["ante"]
        for seat, each in json.loads(row.asked).items():
            if each["player"] is None:
                continue
            due = -ante
            if row.settlement is not None:
                settlement = json.loads(row.settlement)
                due = settlement["returned"][seat] - settlement["staked"][seat]
            if (told := sums.pop(each["player"], 0)) != due:
                found.faults.append(f"{each['player']}: match {row.id} is booked {told}, it gave {due}")
        found.faults += [f"{player}: has entries of match {row.id}, which is not his" for player in sums]
    _house(connection, booked, found)
    found.faults += [f"hand {round_id} has entries of its own" for round_id in booked]
