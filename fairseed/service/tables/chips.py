"""Where the chips of a table come from and go to.

Bots play with chips of the house, which come from nowhere. With `balances` `external` so do people's: the
operator has seen to their balances before it calls (docs/spec/record.md section 6).
"""

from __future__ import annotations

from sqlalchemy import Connection


def buy_in(connection: Connection, player: str, table_id: str, amount: int) -> None:
    """A player sits down with this many chips."""


def top_up(connection: Connection, player: str, table_id: str, amount: int) -> None:
    """A player brings more chips to the table."""


def leave(connection: Connection, player: str, table_id: str, amount: int) -> None:
    """Chips leave the table with their player; 0 too, and more than once of one sitting: what may not
    be added, and what is over ten big blinds at all-in or fold, goes back before the player does."""
