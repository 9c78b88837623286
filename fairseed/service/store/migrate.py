"""Alembic migrations, shipped with the package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from fairseed.service.store.engine import Store

# Alembic takes a quarter of a second to import, and few commands look at the tables' version.
if TYPE_CHECKING:
    from alembic.config import Config


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(store: Store) -> None:
    """Brings the tables to the newest version, in one transaction."""

    from alembic import command

    def run(connection: Connection) -> None:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

    store.write(run)


def is_current(store: Store) -> bool:
    """Whether the tables have the newest version."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with store.read() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    return current == ScriptDirectory.from_config(_config()).get_current_head()
