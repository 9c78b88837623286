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

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("scope", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("created_at", String(20), nullable=False),
    Column("revoked_at", String(20)),
    CheckConstraint("scope IN ('operator', 'auditor')", name="api_key_scope"),
)

players = Table(
    "players",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("salt", String(32), nullable=False),
    Column("rotations", Integer, nullable=False),
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
    UniqueConstraint("player", "client_seed", name="client_seed_once_a_player"),
    CheckConstraint("state IN ('committed', 'active', 'closing', 'revealed')", name="pair_state"),
    CheckConstraint("state <> 'revealed' OR open_rounds = 0", name="revealed_without_open_rounds"),
    CheckConstraint("(state = 'revealed') = (server_seed IS NOT NULL)", name="seed_only_when_revealed"),
    CheckConstraint("(state = 'committed') = (client_seed IS NULL)", name="client_seed_after_commitment"),
    CheckConstraint("open_rounds >= 0 AND open_rounds <= next_nonce", name="open_rounds_range"),
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
    Column("accepted_at", String(20), nullable=False),
    UniqueConstraint("pair_id", "nonce", name="nonce_once_a_pair"),
    CheckConstraint("state IN ('open', 'settled')", name="round_state"),
    CheckConstraint("(state = 'settled') = (outcome IS NOT NULL)", name="outcome_when_settled"),
    Index("rounds_of_player", "player", "id"),
)

actions = Table(
    "actions",
    metadata,
    Column("round_id", String(32), ForeignKey("rounds.id"), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("accepted_at", String(20), nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("seq", Sequence64, primary_key=True, autoincrement=True),
    Column("type", String(16), nullable=False),
    Column("server_seed_hash", String(64), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", String(20), nullable=False),
    UniqueConstraint("server_seed_hash", "type", name="event_once_a_pair"),
    sqlite_autoincrement=True,
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
