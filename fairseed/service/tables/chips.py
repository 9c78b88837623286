"""Where the chips of a table come from and go to (docs/spec/record.md section 6).

Bots play with chips of the house, which come from nowhere. With `balances` `external` so do people's: the
operator has seen to their balances before it calls. With `ledger` each move is an entry of the player's,
in the transaction of what happens at the table. The table's lock is held before a balance's.
"""

from __future__ import annotations

from sqlalchemy import Connection

from fairseed.service import ledger
from fairseed.service.core import Service


def buy_in(service: Service, connection: Connection, player: str, table_id: str, amount: int) -> None:
    """A player sits down with this many chips. Problem where its balance does not cover them."""
    _move(service, connection, player, "buy_in", table_id, -amount)


def top_up(service: Service, connection: Connection, player: str, table_id: str, amount: int) -> None:
    """A player brings more chips to the table. Problem where its balance does not cover them."""
    _move(service, connection, player, "top_up", table_id, -amount)


def leave(service: Service, connection: Connection, player: str, table_id: str, amount: int) -> None:
    """Chips leave the table with their player; 0 too, and more than once of one sitting: what may not
    be added, and what is over ten big blinds at all-in or fold, goes back before the player does."""
    _move(service, connection, player, "leave", table_id, amount)


def share(service: Service, connection: Connection, player: str, table_id: str, amount: int) -> None:
    """A carried pot that nobody will play for goes to who sits there: no chips of the player's own."""
    if ledger.kept(service) and amount:
        ledger.post(service, connection, player, "refund", amount, f"carried pot of table {table_id}")


def _move(
    service: Service, connection: Connection, player: str, kind: str, table_id: str, amount: int
) -> None:
    if ledger.kept(service) and amount:
        ledger.post(service, connection, player, kind, amount, table_id=table_id)
