"""The transparency log, its keys, the pool of promises; pairs and rounds that refer to it.

Rounds played before there was a log were never promised in it, and no later entry can say that they
were: a database with players stays with the version that made it.
"""

import sqlalchemy as sa
from alembic import op

from fairseed.derivation import FairseedError

revision = "0002"
down_revision = "0001"

GONE = ("actions", "events", "idempotency", "rounds", "pairs", "players")


def upgrade() -> None:
    connection = op.get_bind()
    if connection.scalar(sa.text("SELECT count(*) FROM players")):
        rule = "holds rounds from before the log: keep it with that version, and start a new one"
        raise FairseedError("database", rule)
    for name in GONE:
        op.drop_table(name)
    keys = connection.execute(sa.text("SELECT id, digest, scope, name, created_at, revoked_at FROM api_keys"))
    kept = [dict(row) for row in keys.mappings()]
    op.drop_table("api_keys")
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.String(length=20), nullable=False),
        sa.Column("expires_at", sa.String(length=20), nullable=True),
        sa.Column("revoked_at", sa.String(length=20), nullable=True),
        sa.CheckConstraint(
            "(scope = 'player') = (player IS NOT NULL AND expires_at IS NOT NULL)",
            name="player_token_expires",
        ),
        sa.CheckConstraint("scope IN ('operator', 'auditor', 'player')", name="api_key_scope"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_table(
        "log_entries",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("type", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("log_index", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("log_index"),
        sa.UniqueConstraint("type", "subject", name="log_entry_once"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "log_entries_waiting",
        "log_entries",
        ["id"],
        unique=False,
        sqlite_where=sa.text("log_index IS NULL"),
        postgresql_where=sa.text("log_index IS NULL"),
    )
    op.create_table(
        "log_head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("origin", sa.String(length=255), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("root", sa.String(length=64), nullable=False),
        sa.Column("checkpoint", sa.Text(), nullable=False),
        sa.Column("published_size", sa.BigInteger(), nullable=False),
        sa.Column("published", sa.Text(), nullable=False),
        sa.CheckConstraint("id = 1", name="one_log"),
        sa.CheckConstraint("published_size <= size", name="published_after_signed"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "log_tiles",
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tile", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("level", "tile"),
    )
    op.create_table(
        "players",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("rotations", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "signing_keys",
        sa.Column("label", sa.String(length=255), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("vkey", sa.Text(), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.String(length=20), nullable=False),
        sa.Column("retired_at", sa.String(length=20), nullable=True),
        sa.CheckConstraint("role IN ('log', 'receipt')", name="signing_key_role"),
        sa.PrimaryKeyConstraint("label"),
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
        sa.Column("commit_entry", sa.BigInteger(), nullable=False),
        sa.Column("batch_index", sa.Integer(), nullable=False),
        sa.Column("batch_proof", sa.Text(), nullable=False),
        sa.Column("close_entry", sa.BigInteger(), nullable=True),
        sa.Column("reveal_entry", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.String(length=20), nullable=True),
        sa.CheckConstraint("(state = 'revealed') = (reveal_entry IS NOT NULL)", name="reveal_is_logged"),
        sa.CheckConstraint(
            "(state = 'revealed') = (server_seed IS NOT NULL)", name="seed_only_when_revealed"
        ),
        sa.CheckConstraint(
            "(state IN ('closing', 'revealed')) = (close_entry IS NOT NULL)", name="close_is_logged"
        ),
        sa.CheckConstraint(
            "CASE state WHEN 'committed' THEN client_seed IS NULL WHEN 'void' THEN true "
            "ELSE client_seed IS NOT NULL END",
            name="client_seed_after_commitment",
        ),
        sa.CheckConstraint(
            "state IN ('committed', 'active', 'closing', 'revealed', 'void')", name="pair_state"
        ),
        sa.CheckConstraint(
            "state NOT IN ('closing', 'revealed') OR open_rounds = 0", name="closed_without_open_rounds"
        ),
        sa.CheckConstraint("next_nonce <= 1048576", name="rounds_a_pair"),
        sa.CheckConstraint("open_rounds >= 0 AND open_rounds <= next_nonce", name="open_rounds_range"),
        sa.CheckConstraint("reveal_entry IS NULL OR reveal_entry > close_entry", name="reveal_after_close"),
        sa.ForeignKeyConstraint(
            ["close_entry"],
            ["log_entries.id"],
        ),
        sa.ForeignKeyConstraint(
            ["commit_entry"],
            ["log_entries.id"],
        ),
        sa.ForeignKeyConstraint(
            ["key_version"],
            ["data_keys.version"],
        ),
        sa.ForeignKeyConstraint(
            ["player"],
            ["players.name"],
        ),
        sa.ForeignKeyConstraint(
            ["reveal_entry"],
            ["log_entries.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("commit_entry", "batch_index", name="promised_once"),
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
    op.create_index("pairs_due", "pairs", ["due_at"], unique=False)
    op.create_table(
        "pool",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("server_seed_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("key_version", sa.Integer(), nullable=False),
        sa.Column("commit_entry", sa.BigInteger(), nullable=False),
        sa.Column("batch_index", sa.Integer(), nullable=False),
        sa.Column("batch_proof", sa.Text(), nullable=False),
        sa.Column("usable", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["commit_entry"],
            ["log_entries.id"],
        ),
        sa.ForeignKeyConstraint(
            ["key_version"],
            ["data_keys.version"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("server_seed_hash"),
    )
    op.create_index("pool_usable", "pool", ["usable"], unique=False)
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
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("accepted_at", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.String(length=20), nullable=True),
        sa.CheckConstraint("(state = 'open') = (digest IS NULL)", name="digest_when_over"),
        sa.CheckConstraint("(state = 'settled') = (outcome IS NOT NULL)", name="outcome_when_settled"),
        sa.CheckConstraint("(state = 'void') = (void_reason IS NOT NULL)", name="reason_when_void"),
        sa.CheckConstraint("state IN ('open', 'settled', 'void')", name="round_state"),
        sa.ForeignKeyConstraint(
            ["pair_id"],
            ["pairs.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pair_id", "nonce", name="nonce_once_a_pair"),
    )
    op.create_index(
        "rounds_due",
        "rounds",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index("rounds_of_player", "rounds", ["player", "id"], unique=False)
    op.create_table(
        "actions",
        sa.Column("round_id", sa.String(length=32), nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("accepted_at", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["rounds.id"],
        ),
        sa.PrimaryKeyConstraint("round_id", "index"),
    )

    table = sa.table(
        "api_keys",
        *(sa.column(name) for name in ("id", "digest", "scope", "name", "created_at", "revoked_at")),
    )
    op.bulk_insert(table, kept)
