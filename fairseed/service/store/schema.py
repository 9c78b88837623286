"""The tables. The pair row is the lock of a player's rounds: state, next nonce, open rounds. The row of a
poker table is the lock of everything at it."""

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
    Column("player", String(64), ForeignKey("players.name")),
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
    Column("table_id", String(32), ForeignKey("tables.id")),
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
    CheckConstraint("(player IS NULL) <> (table_id IS NULL)", name="pair_of_player_or_table"),
    CheckConstraint(
        "CASE WHEN table_id IS NOT NULL THEN client_seed IS NULL "
        "WHEN state = 'committed' THEN client_seed IS NULL "
        "WHEN state = 'void' THEN true ELSE client_seed IS NOT NULL END",
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
    Index(
        "one_active_pair_a_table",
        "table_id",
        unique=True,
        sqlite_where=text("state = 'active'"),
        postgresql_where=text("state = 'active'"),
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

# A poker table. `clock_at`: when the hand, or the pause between two, goes on by itself; `due_at`: the next
# moment at which anything here must be done. `paused`: what is left of a clock that stands still, seconds.
# `ending`: what is done when the hand is over. `version` counts the events.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("params", Text, nullable=False),
    Column("name", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("least_buy_in", BigInteger, nullable=False),
    Column("most_buy_in", BigInteger, nullable=False),
    Column("fill_with_bots", Integer, nullable=False),
    Column("bot_policy", String(32), nullable=False),
    Column("invitation", String(64)),
    Column("host", String(64)),
    Column("state", String(8), nullable=False),
    Column("ending", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("button", Integer),
    Column("hand", Integer, nullable=False),
    Column("hand_id", String(32)),
    Column("pair_id", String(32)),
    Column("pot_carried", BigInteger, nullable=False),
    Column("clock_at", String(20)),
    Column("paused", Integer),
    Column("due_at", String(20)),
    Column("created_at", String(20), nullable=False),
    CheckConstraint("ending IN ('', 'session', 'table')", name="table_ending"),
    CheckConstraint("state IN ('open', 'closed')", name="table_state"),
    Index("tables_due", "due_at"),
)

# The chain of a bot: its secret sealed as server seeds are, under the secret's own hash; how many links
# were given.
chains = Table(
    "chains",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("server_seed_hash", String(64), nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("key_version", Integer, ForeignKey("data_keys.version"), nullable=False),
    Column("given", Integer, nullable=False),
)

# Who sits where. `id` is of this sitting; `link` the last link given, at first the chain's head; `adding`
# chips that are added between hands; `missed_at` when it gave no link; `empty_at` since when it has no chips.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("id", String(32), nullable=False),
    Column("player", String(64)),
    Column("policy", String(32)),
    Column("stack", BigInteger, nullable=False),
    Column("adding", BigInteger, nullable=False),
    Column("link", String(64)),
    Column("chain_id", String(32), ForeignKey("chains.id")),
    Column("destellos", Integer, nullable=False),
    Column("leaving", Integer, nullable=False),
    Column("seen_at", String(20), nullable=False),
    Column("missed_at", String(20)),
    Column("empty_at", String(20)),
    Column("chosen", Text),
    UniqueConstraint("table_id", "player", name="one_seat_a_player"),
    CheckConstraint("(player IS NULL) <> (policy IS NULL)", name="person_or_bot"),
    CheckConstraint("stack >= 0 AND adding >= 0", name="no_debts"),
    Index("seats_of_player", "player"),
)

# A hand of a table. `asked`: by seat who was asked for a link, JSON; `given`: the links, by seat; `placed`:
# the record's member `table`, from the deal on. `outcome` holds what everybody saw: never a hand not shown.
hands = Table(
    "hands",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("pair_id", String(32), ForeignKey("pairs.id"), nullable=False),
    Column("nonce", Integer, nullable=False),
    Column("game", String(32), nullable=False),
    Column("params", Text, nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("deck_root", String(64), nullable=False),
    Column("asked", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("placed", Text),
    Column("state", String(8), nullable=False),
    Column("outcome", Text),
    Column("settlement", Text),
    Column("void_reason", Text),
    Column("sealed_server_seed", Text),
    Column("digest", String(64)),
    Column("receipt", Text),
    Column("accepted_at", String(20), nullable=False),
    UniqueConstraint("pair_id", "nonce", name="hand_once_a_nonce"),
    UniqueConstraint("table_id", "number", name="hand_once_a_number"),
    CheckConstraint("state IN ('links', 'open', 'settled', 'void')", name="hand_state"),
    CheckConstraint("(state = 'links') = (placed IS NULL)", name="hand_placed_when_dealt"),
    CheckConstraint("(state = 'settled') = (outcome IS NOT NULL)", name="hand_outcome_when_settled"),
    CheckConstraint("(state = 'void') = (void_reason IS NOT NULL)", name="hand_reason_when_void"),
    CheckConstraint("(state IN ('links', 'open')) = (digest IS NULL)", name="hand_digest_when_over"),
    Index("hands_of_table", "table_id", "id"),
)

hand_actions = Table(
    "hand_actions",
    metadata,
    Column("hand_id", String(32), ForeignKey("hands.id"), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("receipt", Text, nullable=False),
    Column("accepted_at", String(20), nullable=False),
)

# What everybody may know of a table, in order.
table_events = Table(
    "table_events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("type", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", String(20), nullable=False),
)

# Chips of players, where the service keeps them; `entries` counts those of `ledger`.
balances = Table(
    "balances",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("entries", BigInteger, nullable=False),
    CheckConstraint("balance >= 0", name="balance_covers"),
)

ledger = Table(
    "ledger",
    metadata,
    Column("player", String(64), ForeignKey("balances.player"), primary_key=True),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("at", String(20), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),
    Column("round_id", String(32)),
    Column("table_id", String(32)),
    Column("tournament_id", String(32)),
    Column("detail", Text, nullable=False),
    CheckConstraint("balance >= 0", name="entry_covers"),
    Index("ledger_of_round", "round_id"),
    Index("ledger_of_table", "table_id"),
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
