"""Balances of players and the ledger that explains them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "balances",
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0", name="balance_covers"),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_table(
        "ledger",
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("index", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("round_id", sa.String(length=32), nullable=True),
        sa.Column("table_id", sa.String(length=32), nullable=True),
        sa.Column("tournament_id", sa.String(length=32), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.CheckConstraint("balance >= 0", name="entry_covers"),
        sa.ForeignKeyConstraint(["player"], ["balances.player"]),
        sa.PrimaryKeyConstraint("player", "index"),
    )
    op.create_index("ledger_of_round", "ledger", ["round_id"])
    op.create_index("ledger_of_table", "ledger", ["table_id"])
