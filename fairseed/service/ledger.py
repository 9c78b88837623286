"""Balances of players, where the service keeps them (docs/spec/record.md section 6).

A balance changes only by an entry, written in the transaction of what causes it. The player's row of
`balances` is the lock of the entries under it; whoever locks a pair or a table too has locked it before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from fairseed.service.core import Service
from fairseed.service.problems import Problem
from fairseed.service.store import listed
from fairseed.service.store.schema import balances, ledger
from games import Game
from games.numbers import MAX_CHIPS

SUBJECTS: Final = ("round_id", "table_id", "tournament_id")

_OPEN: Final = {
    name: dialect.insert(balances).on_conflict_do_nothing()
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
_MOVE: Final = (
    update(balances)
    .where(balances.c.player == bindparam("of"), balances.c.balance + bindparam("chips") >= 0)
    .values(balance=balances.c.balance + bindparam("chips"), entries=balances.c.entries + 1)
    .returning(balances.c.balance, (balances.c.entries - 1).label("place"))
)
_ADD: Final = insert(ledger)


def kept(service: Service) -> bool:
    return service.settings.balances == "ledger"


def post(
    service: Service,
    connection: Connection,
    player: str,
    kind: str,
    amount: int,
    detail: str = "",
    **subject: str,
) -> dict[str, Any]:
    """Adds one entry of `amount` chips, signed; `subject` is one of SUBJECTS or none. Problem where the
    balance does not cover it."""
    moved = connection.execute(_MOVE, {"of": player, "chips": amount}).first()
    if moved is None and amount > 0:  # the first entry of a player is a gain
        connection.execute(_OPEN[connection.dialect.name], {"player": player, "balance": 0, "entries": 0})
        moved = connection.execute(_MOVE, {"of": player, "chips": amount}).one()
    if moved is None:
        have = connection.scalar(select(balances.c.balance).where(balances.c.player == player)) or 0
        rule = "has {have} chips, {need} are needed"
        raise Problem("insufficient_chips", "player", rule, have=have, need=-amount)
    entry = {
        "player": player,
        "index": moved.place,
        "at": service.now(),
        "kind": kind,
        "amount": amount,
        "balance": moved.balance,
        "detail": detail,
    } | {name: subject.get(name) for name in SUBJECTS}
    connection.execute(_ADD, entry)
    return entry_dict(entry)


def entry_dict(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as it is told: of the subjects only the one that it has."""
    told = {name: entry[name] for name in ("index", "at", "kind", "amount", "balance")}
    told |= {name: entry[name] for name in SUBJECTS if entry[name] is not None}
    return told | {"detail": entry["detail"]}


# Rounds


def stake(
    service: Service,
    connection: Connection,
    player: str,
    round_id: str,
    game: Game[Any, Any, Any, Any],
    params: Any,
    bet: Any,
) -> None:
    """A bet's stake, and each side bet by its name, before anything is drawn. Problem where the balance does
    not cover them and what the game wants beside them, or could not hold the greatest return."""
    balance = 0
    for name, chips in game.stakes(bet).items():
        kind, detail = ("stake", "") if name == "stake" else ("side_stake", name)
        balance = post(service, connection, player, kind, -chips, detail, round_id=round_id)["balance"]
    if balance < (need := game.needed(bet)):
        rule = "has {have} chips beside the bet, {need} are needed"
        raise Problem("insufficient_chips", "player", rule, have=balance, need=need)
    if balance + game.greatest_return(params, bet) > MAX_CHIPS:
        raise Problem("limits", "bet", "could lift the balance above 10^15 chips")


def stake_more(
    service: Service, connection: Connection, player: str, round_id: str, action: str, chips: int
) -> None:
    """What an action added to the stake; `action` is its type."""
    if chips:
        post(service, connection, player, "stake", -chips, action, round_id=round_id)


def pay(
    service: Service, connection: Connection, player: str, round_id: str, settled: Mapping[str, Any]
) -> None:
    """Gross payouts of a settled row: of the bet, and of each side bet that won. What lost has no entry, and
    what takes no bet none either."""
    if settled["settlement"] is None:
        return
    sides: Mapping[str, Mapping[str, Any]] = json.loads(settled["outcome"]).get("side_bets", {})
    returned = json.loads(settled["settlement"])["returned"]
    main = returned - sum(side["returned"] for side in sides.values())
    if main:
        post(service, connection, player, "payout", main, round_id=round_id)
    for name, side in sides.items():
        if side["returned"]:
            detail = f"{name} {side['result']}"
            post(service, connection, player, "side_payout", side["returned"], detail, round_id=round_id)


# What callers ask for


def move(service: Service, connection: Connection, player: str, amount: int, reason: str) -> dict[str, Any]:
    """The operator gives chips to a player, or takes some."""
    _check_kept(service)
    kind = "credit" if amount > 0 else "debit"
    entry = post(service, connection, player, kind, amount, reason)
    if entry["balance"] > MAX_CHIPS:
        raise Problem("limits", "amount", "would lift the balance above 10^15 chips")
    return {"player": player, "balance": entry["balance"], "entry": entry}


def held(connection: Connection, player: str) -> int:
    """A player's balance, which nothing changes until this transaction ends; 0 where there is none."""
    hold = update(balances).where(balances.c.player == player).values(entries=balances.c.entries)
    return connection.execute(hold.returning(balances.c.balance)).scalar() or 0


def balance(service: Service, connection: Connection, player: str) -> dict[str, Any]:
    _check_kept(service)
    found = connection.scalar(select(balances.c.balance).where(balances.c.player == player))
    if found is None:
        raise Problem("not_found", "player", "has no chips yet")
    return {"player": player, "balance": found}


def page(
    service: Service,
    connection: Connection,
    player: str,
    limit: int,
    cursor: str | None,
    *,
    newest: bool = False,
) -> dict[str, Any]:
    """A player's entries, the oldest or the newest first, `limit` of them behind `cursor`, an index."""
    balance(service, connection, player)
    query = select(ledger).where(ledger.c.player == player)
    after = None if cursor is None else int(cursor)
    query = listed(query, ledger.c.index, after, newest=newest).limit(limit + 1)
    rows = connection.execute(query).mappings().all()
    items = [entry_dict(dict(row)) for row in rows[:limit]]
    return {"items": items, "next_cursor": str(items[-1]["index"]) if len(rows) > limit else None}


def _check_kept(service: Service) -> None:
    if not kept(service):
        raise Problem("not_found", "balances", "are not kept here: the operator's own ledger has them")
