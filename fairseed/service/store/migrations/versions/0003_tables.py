"""Poker tables: seats, hands, their actions, events; pairs of a table beside those of players."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NAMES = (
    "id, player, server_seed_hash, sealed, key_version, state, client_seed, next_nonce, open_rounds, "
    "server_seed, commit_entry, batch_index, batch_proof, close_entry, reveal_entry, due_at"
)
OWNER = "(player IS NULL) <> (table_id IS NULL)"
CLIENT_SEED = (
    "CASE WHEN table_id IS NOT NULL THEN client_seed IS NULL "
    "WHEN state = 'committed' THEN client_seed IS NULL "
    "WHEN state = 'void' THEN true ELSE client_seed IS NOT NULL END"
)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("least_buy_in", sa.BigInteger(), nullable=False),
        sa.Column("most_buy_in", sa.BigInteger(), nullable=False),
        sa.Column("fill_with_bots", sa.Integer(), nullable=False),
        sa.Column("bot_policy", sa.String(length=32), nullable=False),
        sa.Column("invitation", sa.String(length=64), nullable=True),
        sa.Column("host", sa.String(length=64), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("ending", sa.String(length=8), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("button", sa.Integer(), nullable=True),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("hand_id", sa.String(length=32), nullable=True),
        sa.Column("pair_id", sa.String(length=32), nullable=True),
        sa.Column("pot_carried", sa.BigInteger(), nullable=False),
        sa.Column("clock_at", sa.String(length=20), nullable=True),
        sa.Column("paused", sa.Integer(), nullable=True),
        sa.Column("due_at", sa.String(length=20), nullable=True),
        sa.Column("created_at", sa.String(length=20), nullable=False),
        sa.CheckConstraint("ending IN ('', 'session', 'table')", name="table_ending"),
        sa.CheckConstraint("state IN ('open', 'closed')", name="table_state"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tables_due", "tables", ["due_at"], unique=False)
    _pairs()
    op.create_table(
        "chains",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("server_seed_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("key_version", sa.Integer(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["key_version"],
            ["data_keys.version"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=True),
        sa.Column("policy", sa.String(length=32), nullable=True),
        sa.Column("stack", sa.BigInteger(), nullable=False),
        sa.Column("adding", sa.BigInteger(), nullable=False),
        sa.Column("link", sa.String(length=64), nullable=True),
        sa.Column("chain_id", sa.String(length=32), nullable=True),
        sa.Column("destellos", sa.Integer(), nullable=False),
        sa.Column("leaving", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.String(length=20), nullable=False),
        sa.Column("missed_at", sa.String(length=20), nullable=True),
        sa.Column("empty_at", sa.String(length=20), nullable=True),
        sa.CheckConstraint("(player IS NULL) <> (policy IS NULL)", name="person_or_bot"),
        sa.CheckConstraint("stack >= 0 AND adding >= 0", name="no_debts"),
        sa.ForeignKeyConstraint(
            ["chain_id"],
            ["chains.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "seat"),
        sa.UniqueConstraint("table_id", "player", name="one_seat_a_player"),
    )
    op.create_index("seats_of_player", "seats", ["player"], unique=False)
    op.create_table(
        "hands",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("pair_id", sa.String(length=32), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("deck_root", sa.String(length=64), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("placed", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("settlement", sa.Text(), nullable=True),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.Column("sealed_server_seed", sa.Text(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("receipt", sa.Text(), nullable=True),
        sa.Column("accepted_at", sa.String(length=20), nullable=False),
        sa.CheckConstraint("(state = 'settled') = (outcome IS NOT NULL)", name="hand_outcome_when_settled"),
        sa.CheckConstraint("(state = 'void') = (void_reason IS NOT NULL)", name="hand_reason_when_void"),
        sa.CheckConstraint("(state IN ('links', 'open')) = (digest IS NULL)", name="hand_digest_when_over"),
        sa.CheckConstraint("(state = 'links') = (placed IS NULL)", name="hand_placed_when_dealt"),
        sa.CheckConstraint("state IN ('links', 'open', 'settled', 'void')", name="hand_state"),
        sa.ForeignKeyConstraint(
            ["pair_id"],
            ["pairs.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("pair_id", "nonce", name="hand_once_a_nonce"),
        sa.UniqueConstraint("table_id", "number", name="hand_once_a_number"),
    )
    op.create_index("hands_of_table", "hands", ["table_id", "id"], unique=False)
    op.create_table(
        "hand_actions",
        sa.Column("hand_id", sa.String(length=32), nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("accepted_at", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["hand_id"],
            ["hands.id"],
        ),
        sa.PrimaryKeyConstraint("hand_id", "index"),
    )
    op.create_table(
        "table_events",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("type", sa.String(length=16), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "index"),
    )


def _pairs() -> None:
    """A pair is a player's or a table's."""
    if op.get_bind().dialect.name == "sqlite":
        _pairs_anew()
    else:
        op.alter_column("pairs", "player", nullable=True)
        op.add_column("pairs", sa.Column("table_id", sa.String(length=32), nullable=True))
        op.create_foreign_key("pairs_table_id_fkey", "pairs", "tables", ["table_id"], ["id"])
        op.drop_constraint("client_seed_after_commitment", "pairs", type_="check")
        op.create_check_constraint("client_seed_after_commitment", "pairs", CLIENT_SEED)
        op.create_check_constraint("pair_of_player_or_table", "pairs", OWNER)
    op.create_index(
        "one_active_pair_a_table",
        "pairs",
        ["table_id"],
        unique=True,
        sqlite_where=sa.text("state = 'active'"),
        postgresql_where=sa.text("state = 'active'"),
    )


def _pairs_anew() -> None:
    """SQLite changes no constraint of a table: it is made again. Rounds refer to it meanwhile, which is
    looked at when the transaction ends."""
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute(f"CREATE TABLE pairs_before AS SELECT {NAMES} FROM pairs")  # noqa: S608
    op.drop_table("pairs")
    op.create_table(
        "pairs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=64), nullable=True),
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
        sa.Column("table_id", sa.String(length=32), nullable=True),
        sa.CheckConstraint("(state = 'revealed') = (reveal_entry IS NOT NULL)", name="reveal_is_logged"),
        sa.CheckConstraint(
            "(state = 'revealed') = (server_seed IS NOT NULL)", name="seed_only_when_revealed"
        ),
        sa.CheckConstraint(
            "(state IN ('closing', 'revealed')) = (close_entry IS NOT NULL)", name="close_is_logged"
        ),
        sa.CheckConstraint(OWNER, name="pair_of_player_or_table"),
        sa.CheckConstraint(CLIENT_SEED, name="client_seed_after_commitment"),
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
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("commit_entry", "batch_index", name="promised_once"),
        sa.UniqueConstraint("player", "client_seed", name="client_seed_once_a_player"),
        sa.UniqueConstraint("server_seed"),
        sa.UniqueConstraint("server_seed_hash"),
    )
    for name, state in (("one_active_pair", "active"), ("one_committed_pair", "committed")):
        op.create_index(name, "pairs", ["player"], unique=True, sqlite_where=sa.text(f"state = '{state}'"))
    op.create_index("pairs_due", "pairs", ["due_at"], unique=False)
    op.execute(f"INSERT INTO pairs ({NAMES}) SELECT {NAMES} FROM pairs_before")  # noqa: S608
    op.drop_table("pairs_before")
