"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.String(length=20), nullable=False),
        sa.Column("revoked_at", sa.String(length=20), nullable=True),
        sa.CheckConstraint("scope IN ('operator', 'auditor')", name="api_key_scope"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_table(
        "data_keys",
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("version"),
    )
    op.create_table(
        "events",
        sa.Column(
            "seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("type", sa.String(length=16), nullable=False),
        sa.Column("server_seed_hash", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("server_seed_hash", "type", name="event_once_a_pair"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "players",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("rotations", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "idempotency",
        sa.Column("api_key", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["api_key"],
            ["api_keys.id"],
        ),
        sa.PrimaryKeyConstraint("api_key", "key"),
    )
    op.create_index("idempotency_by_age", "idempotency", ["created_at"], unique=False)
    op.create_table(
        "pairs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("server_seed_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("key_version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("client_seed", sa.Text(), nullable=True),
        sa.Column("next_nonce", sa.Integer(), nullable=False),
        sa.Column("open_rounds", sa.Integer(), nullable=False),
        sa.Column("server_seed", sa.String(length=64), nullable=True),
        sa.CheckConstraint(
            "(state = 'committed') = (client_seed IS NULL)", name="client_seed_after_commitment"
        ),
        sa.CheckConstraint(
            "(state = 'revealed') = (server_seed IS NOT NULL)", name="seed_only_when_revealed"
        ),
        sa.CheckConstraint("state <> 'revealed' OR open_rounds = 0", name="revealed_without_open_rounds"),
        sa.CheckConstraint("state IN ('committed', 'active', 'closing', 'revealed')", name="pair_state"),
        sa.CheckConstraint("open_rounds >= 0 AND open_rounds <= next_nonce", name="open_rounds_range"),
        sa.ForeignKeyConstraint(
            ["key_version"],
            ["data_keys.version"],
        ),
        sa.ForeignKeyConstraint(
            ["player"],
            ["players.name"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("player", "client_seed", name="client_seed_once_a_player"),
        sa.UniqueConstraint("server_seed"),
        sa.UniqueConstraint("server_seed_hash"),
    )
    op.create_index(
        "one_active_pair",
        "pairs",
        ["player"],
        unique=True,
        sqlite_where=sa.text("state = 'active'"),
        postgresql_where=sa.text("state = 'active'"),
    )
    op.create_index(
        "one_committed_pair",
        "pairs",
        ["player"],
        unique=True,
        sqlite_where=sa.text("state = 'committed'"),
        postgresql_where=sa.text("state = 'committed'"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("pair_id", sa.String(length=32), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=8), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("bet", sa.Text(), nullable=True),
        sa.Column("ruleset", sa.String(length=64), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("settlement", sa.Text(), nullable=True),
        sa.Column("accepted_at", sa.String(length=20), nullable=False),
        sa.CheckConstraint("(state = 'settled') = (outcome IS NOT NULL)", name="outcome_when_settled"),
        sa.CheckConstraint("state IN ('open', 'settled')", name="round_state"),
        sa.ForeignKeyConstraint(
            ["pair_id"],
            ["pairs.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pair_id", "nonce", name="nonce_once_a_pair"),
    )
    op.create_index("rounds_of_player", "rounds", ["player", "id"], unique=False)
    op.create_table(
        "actions",
        sa.Column("round_id", sa.String(length=32), nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("accepted_at", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["rounds.id"],
        ),
        sa.PrimaryKeyConstraint("round_id", "index"),
    )
