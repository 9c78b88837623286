"""Settings: defaults that work on one machine, one TOML file, then the environment (docs/operations.md)."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from fairseed.commitments import CommitmentError
from fairseed.commitments.notes import check_key_name
from fairseed.commitments.receipts import KEY_SUFFIX
from fairseed.derivation import FairseedError
from games import GAMES, GameError, tavern_dice
from games.numbers import MAX_CHIPS


class ConfigError(FairseedError):
    """A setting that is wrong; `field` is its name."""


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room of five-card poker: its table limits."""

    min_ante: int
    max_ante: int


ROOMS: Final = {"standard": Room(2, 1_000), "vip": Room(1_000, 100_000)}
MOST_ANTE: Final = 10**12  # every return of a house game stays far below 2^53


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game as the operator offers it. `rules` are its params but the player's choices;
    `paytables` (plinko: risk → rows → multipliers) replace default ones. `rooms` are those of five-card
    poker, `deal_seconds` the timer of its public tables."""

    offered: bool = True
    min_stake: int = 1
    max_stake: int = MAX_CHIPS
    rules: dict[str, Any] = {}
    paytables: dict[str, dict[str, list[str]]] = {}
    rows: tuple[int, ...] = tuple(range(8, 17))
    risks: tuple[str, ...] = ("low", "medium", "high")
    sizes: tuple[int, ...] = (5, 6, 7, 8)
    min_mines: int = 1
    max_mines: int = 63
    rooms: dict[str, Room] = msgspec.field(default_factory=ROOMS.copy)
    deal_seconds: int = 15


class MatchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What matches of tavern dice are offered with; the rest is chosen by who opens one."""

    commission: str = "0.05"
    decision_seconds: int = 30
    grace_seconds: int = 60
    min_ante: int = 1
    max_ante: int = MAX_CHIPS // 8  # of eight players the pot is within what a balance can hold


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    database_url: str = "sqlite:///var/fairseed.sqlite3"
    key_file: str = "var/fairseed.key"
    key_provider: str = ""
    head_file: str = ""
    bind: str = "127.0.0.1:8080"
    public_url: str = ""
    workers: int = 2
    threads: int = 16
    log_level: str = "info"
    checkpoint_seconds: int = 1
    pool_size: int = 256
    witness_policy: str = ""
    round_open_days: int = 7
    max_active_days: int = 30
    reveal_within_seconds: int = 0
    token_seconds: int = 3600
    link_seconds: int = 5
    between_seconds: int = 3
    reconnect_seconds: int = 120
    seat_hold_seconds: int = 300
    tables_per_player: int = 20
    auditor_key: str = ""
    rake_caps: dict[str, int] = {}
    balances: Literal["external", "ledger"] = "external"
    guest_chips: int = 0
    guests_per_hour: int = 600
    games: dict[str, GameSettings] = {}
    matches: MatchSettings = MatchSettings()

    @property
    def origin(self) -> str:
        """The log's name: the public address without scheme and final slash."""
        return (self.public_url or f"http://{self.bind}").partition("://")[2].rstrip("/")

    @property
    def log_head_file(self) -> str:
        """Where the last log that was shown is remembered, beside the key file unless set."""
        return self.head_file or str(Path(self.key_file).with_suffix(".head"))

    def game(self, name: str) -> GameSettings:
        return self.games.get(name, GameSettings())


def load(environ: Mapping[str, str] | None = None) -> Settings:
    """`FAIRSEED_CONFIG` names the TOML file; every plain setting is also `FAIRSEED_<NAME>`."""
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    if path := environ.get("FAIRSEED_CONFIG"):
        try:
            values = tomllib.loads(Path(path).read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ConfigError("FAIRSEED_CONFIG", "{reason}", reason=error) from None
    for field in msgspec.structs.fields(Settings):
        text = environ.get(f"FAIRSEED_{field.name.upper()}")
        if field.name not in ("games", "matches", "rake_caps") and text is not None:
            values[field.name] = int(text) if field.type is int and text.isdecimal() else text
    try:
        settings = msgspec.convert(values, Settings, strict=True)
    except msgspec.ValidationError as error:
        raise ConfigError("settings", "{reason}", reason=error) from None
    if not settings.database_url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise ConfigError("database_url", "must begin with sqlite:/// or postgresql+psycopg://")
    _check(settings)
    for name, game in settings.games.items():
        _check_game(name, game)
    return settings


def _check(settings: Settings) -> None:
    bounds = {
        "checkpoint_seconds": (1, 3600),
        "pool_size": (1, 65_536),
        "round_open_days": (1, 365),
        "max_active_days": (1, 3650),
        "reveal_within_seconds": (0, 86_400 * 365),
        "token_seconds": (1, 86_400),
        "guest_chips": (0, MAX_CHIPS),
        "guests_per_hour": (1, 1_000_000),
        "tables_per_player": (0, 1_000_000),
        "link_seconds": (1, 3600),
        "between_seconds": (0, 3600),
        "reconnect_seconds": (1, 86_400),
        "seat_hold_seconds": (1, 86_400),
    }
    for name, (least, most) in bounds.items():
        if not least <= getattr(settings, name) <= most:
            raise ConfigError(name, "must be from {least} to {most}", least=least, most=most)
    for blind, cap in settings.rake_caps.items():
        if not (blind.isascii() and blind.isdecimal()) or not 0 <= cap <= MAX_CHIPS:
            raise ConfigError("rake_caps", "must give by big blind, as text, a cap of 0 to 10^15")
    _check_matches(settings.matches)
    if settings.guest_chips and settings.balances != "ledger":
        raise ConfigError("guest_chips", 'needs balances = "ledger"')
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise ConfigError("public_url", "must begin with http:// or https://")
    if settings.origin.endswith(KEY_SUFFIX):
        raise ConfigError(
            "public_url", "must not end in {suffix}, which names receipt keys", suffix=KEY_SUFFIX
        )
    try:
        check_key_name(settings.origin)
    except CommitmentError:
        raise ConfigError("public_url", "must be an address without spaces or +") from None


def _check_game(name: str, settings: GameSettings) -> None:
    if name not in GAMES:
        raise ConfigError(f"games.{name}", "is not a game known here")
    allowed = {field.name for field in msgspec.structs.fields(GAMES[name].params_type)} - GAMES[name].choices
    if unknown := set(settings.rules) - (allowed - {"multipliers"}):
        raise ConfigError(f"games.{name}.rules", "has no rule {unknown}", unknown=", ".join(sorted(unknown)))
    if name == "five_card_poker" and (unknown := set(settings.rules) & {"room", "min_ante", "max_ante"}):
        raise ConfigError(f"games.{name}.rules", "rooms give {unknown}", unknown=", ".join(sorted(unknown)))
    _check_rooms(name, settings)
    if not 1 <= settings.min_stake <= settings.max_stake <= MAX_CHIPS:
        raise ConfigError(f"games.{name}", "needs 1 <= min_stake <= max_stake <= 10^15")


def _check_rooms(name: str, settings: GameSettings) -> None:
    if not settings.rooms or set(settings.rooms) - set(ROOMS):
        raise ConfigError(f"games.{name}.rooms", "are standard and vip, at least one of them")
    for room in settings.rooms.values():
        if not 1 <= room.min_ante <= room.max_ante <= MOST_ANTE:
            raise ConfigError(f"games.{name}.rooms", "need 1 <= min_ante <= max_ante <= 10^12")
    if not 1 <= settings.deal_seconds <= 3600:
        raise ConfigError(f"games.{name}.deal_seconds", "must be from {least} to {most}", least=1, most=3600)


def shown_url(url: str) -> str:
    """A database URL without its password."""
    from sqlalchemy.engine import make_url

    return make_url(url).render_as_string(hide_password=True)


def _check_matches(matches: MatchSettings) -> None:
    if not 1 <= matches.min_ante <= matches.max_ante <= MAX_CHIPS // 8:
        raise ConfigError("matches", "needs 1 <= min_ante <= max_ante <= 125000000000000")
    told = {name: getattr(matches, name) for name in ("commission", "decision_seconds", "grace_seconds")}
    try:
        tavern_dice.check_params(tavern_dice.read_params({"ante": 1, "players": 2} | told))
    except GameError as error:
        raise ConfigError("matches", "{reason}", reason=error) from None
