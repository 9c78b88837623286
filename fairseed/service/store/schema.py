"""The tables. The pair row is the lock of everything under it: state, next nonce, open rounds."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()
# SQLite counts rows only in a column of type INTEGER; PostgreSQL's event numbers need 64 bits.
Sequence64 = BigInteger().with_variant(Integer, "sqlite")

data_keys = Table(
    "data_keys",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("wrapped", LargeBinary, nullable=False),
)

# Keys that sign the log and the receipts; `label` is `<name>+<8 hex>`, `wrapped` the private key.
signing_keys = Table(
    "signing_keys",
    metadata,
    Column("label", String(255), primary_key=True),
    Column("role", String(8), nullable=False),
    Column("vkey", Text, nullable=False),
    Column("wrapped", LargeBinary, nullable=False),
    Column("created_at", String(20), nullable=False),
    Column("retired_at", String(20)),
    CheckConstraint("role IN ('log', 'receipt')", name="signing_key_role"),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("scope", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("player", String(64)),
    Column("created_at", String(20), nullable=False),
    Column("expires_at", String(20)),
    Column("revoked_at", String(20)),
    CheckConstraint("scope IN ('operator', 'auditor', 'player')", name="api_key_scope"),
    CheckConstraint(
        "(scope = 'player') = (player IS NOT NULL AND expires_at IS NOT NULL)", name="player_token_expires"
    ),
)

players = Table(
    "players",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("salt", String(32), nullable=False),
    Column("rotations", Integer, nullable=False),
)

# One row a entry, written in the transaction of what it describes: from then on it is in the log.
# The sequencer gives `log_index` in the order of `id`. `subject` is what may stand once a type.
log_entries = Table(
    "log_entries",
    metadata,
    Column("id", Sequence64, primary_key=True, autoincrement=True),
    Column("type", String(16), nullable=False),
    Column("subject", Text),
    Column("entry", LargeBinary, nullable=False),
    Column("log_index", BigInteger, unique=True),
    Column("at", String(20), nullable=False),
    UniqueConstraint("type", "subject", name="log_entry_once"),
    Index(
        "log_entries_waiting",
        "id",
        sqlite_where=text("log_index IS NULL"),
        postgresql_where=text("log_index IS NULL"),
    ),
    sqlite_autoincrement=True,
)

log_tiles = Table(
    "log_tiles",
    metadata,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("tile", BigInteger, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
)

# One row: the head of the log. `checkpoint` is what was signed last, `published` what is served.
log_head = Table(
    "log_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("origin", String(255), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("root", String(64), nullable=False),
    Column("checkpoint", Text, nullable=False),
    Column("published_size", BigInteger, nullable=False),
    Column("published", Text, nullable=False),
    CheckConstraint("id = 1", name="one_log"),
    CheckConstraint("published_size <= size", name="published_after_signed"),
)

# Promises made in batches and not yet given to a player; usable once their entry is published.
pool = Table(
    "pool",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("server_seed_hash", String(64), nullable=False, unique=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("key_version", Integer, ForeignKey("data_keys.version"), nullable=False),
    Column("commit_entry", BigInteger, ForeignKey("log_entries.id"), nullable=False),
    Column("batch_index", Integer, nullable=False),
    Column("batch_proof", Text, nullable=False),
    Column("usable", Integer, nullable=False),
    Index("pool_usable", "usable"),
)

pairs = Table(
    "pairs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(64), ForeignKey("players.name"), nullable=False),
    Column("server_seed_hash", String(64), nullable=False, unique=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("key_version", Integer, ForeignKey("data_keys.version"), nullable=False),
    Column("state", String(16), nullable=False),
    Column("client_seed", Text),
    Column("next_nonce", Integer, nullable=False),
    Column("open_rounds", Integer, nullable=False),
    Column("server_seed", String(64), unique=True),
    Column("commit_entry", BigInteger, ForeignKey("log_entries.id"), nullable=False),
    Column("batch_index", Integer, nullable=False),
    Column("batch_proof", Text, nullable=False),
    Column("close_entry", BigInteger, ForeignKey("log_entries.id")),
    Column("reveal_entry", BigInteger, ForeignKey("log_entries.id")),
    Column("due_at", String(20)),
    UniqueConstraint("player", "client_seed", name="client_seed_once_a_player"),
    UniqueConstraint("commit_entry", "batch_index", name="promised_once"),
    CheckConstraint("state IN ('committed', 'active', 'closing', 'revealed', 'void')", name="pair_state"),
    CheckConstraint(
        "state NOT IN ('closing', 'revealed') OR open_rounds = 0", name="closed_without_open_rounds"
    ),
    CheckConstraint("(state = 'revealed') = (server_seed IS NOT NULL)", name="seed_only_when_revealed"),
    CheckConstraint("(state IN ('closing', 'revealed')) = (close_entry IS NOT NULL)", name="close_is_logged"),
    CheckConstraint("(state = 'revealed') = (reveal_entry IS NOT NULL)", name="reveal_is_logged"),
    CheckConstraint("reveal_entry IS NULL OR reveal_entry > close_entry", name="reveal_after_close"),
    CheckConstraint(
        "CASE state WHEN 'committed' THEN client_seed IS NULL WHEN 'void' THEN true "
        "ELSE client_seed IS NOT NULL END",
        name="client_seed_after_commitment",
    ),
    CheckConstraint("open_rounds >= 0 AND open_rounds <= next_nonce", name="open_rounds_range"),
    CheckConstraint("next_nonce <= 1048576", name="rounds_a_pair"),
    Index(
        "one_active_pair",
        "player",
        unique=True,
        sqlite_where=text("state = 'active'"),
        postgresql_where=text("state = 'active'"),
    ),
    Index(
        "one_committed_pair",
        "player",
        unique=True,
        sqlite_where=text("state = 'committed'"),
        postgresql_where=text("state = 'committed'"),
    ),
    Index("pairs_due", "due_at"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("pair_id", String(32), ForeignKey("pairs.id"), nullable=False),
    Column("nonce", Integer, nullable=False),
    Column("player", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules", String(8), nullable=False),
    Column("params", Text, nullable=False),
    Column("bet", Text),
    Column("ruleset", String(64)),
    Column("state", String(8), nullable=False),
    Column("outcome", Text),
    Column("settlement", Text),
    Column("void_reason", Text),
    Column("digest", String(64)),
    Column("receipt", Text, nullable=False),
    Column("accepted_at", String(20), nullable=False),
    Column("due_at", String(20)),
    UniqueConstraint("pair_id", "nonce", name="nonce_once_a_pair"),
    CheckConstraint("state IN ('open', 'settled', 'void')", name="round_state"),
    CheckConstraint("(state = 'settled') = (outcome IS NOT NULL)", name="outcome_when_settled"),
    CheckConstraint("(state = 'void') = (void_reason IS NOT NULL)", name="reason_when_void"),
    CheckConstraint("(state = 'open') = (digest IS NULL)", name="digest_when_over"),
    Index("rounds_of_player", "player", "id"),
    Index(
        "rounds_due",
        "due_at",
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
)

actions = Table(
    "actions",
    metadata,
    Column("round_id", String(32), ForeignKey("rounds.id"), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("receipt", Text, nullable=False),
    Column("accepted_at", String(20), nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("api_key", String(32), ForeignKey("api_keys.id"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("request", String(64), nullable=False),
    Column("status", Integer),
    Column("body", LargeBinary),
    Column("created_at", String(20), nullable=False),
    Index("idempotency_by_age", "created_at"),
)
