"""The operator's commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError

from fairseed import __version__
from fairseed.demo import demo
from fairseed.derivation import FairseedError
from fairseed.service import config, keys, rounds, store
from fairseed.service.clock import system_clock, timestamp
from fairseed.service.store import schema
from fairseed.service.vault import LocalKey, Vault


class Fault(click.ClickException):
    """An error for a person; exit 1."""


@contextmanager
def faults() -> Iterator[None]:
    """Errors of ours and of the database as one line, never a traceback."""
    try:
        yield
    except FairseedError as error:
        raise Fault(str(error)) from error
    except (SQLAlchemyError, OSError) as error:
        raise Fault(f"{type(error).__name__}: {str(error).splitlines()[0]}") from error


@click.group()
@click.version_option(__version__, prog_name="fairseed")
def main() -> None:
    """Run a provably fair service. Settings: FAIRSEED_* and one TOML file (FAIRSEED_CONFIG)."""


@main.command()
def init() -> None:
    """Make the key file and the database, or bring its tables up to date.

    The first time it prints an operator's API key, once.
    """
    with faults():
        settings = config.load()
        if not Path(settings.key_file).exists():
            LocalKey.create(settings.key_file)
            click.echo(f"key file made: {settings.key_file} (keep a copy apart from the database)", err=True)
        local = LocalKey.load(settings.key_file)
        database = store.Store(settings.database_url)
        store.upgrade(database)

        def prepare(connection: Any) -> str | None:
            wrapped = connection.execute(select(schema.data_keys.c.wrapped)).scalars().all()
            for key in wrapped:
                local.unwrap(key)
            if wrapped:
                return None
            connection.execute(
                insert(schema.data_keys).values(version=1, wrapped=local.wrap(Vault.new_data_key()))
            )
            return keys.create(connection, "operator", "first", timestamp(system_clock()))

        created = database.write(prepare)
        database.close()
        click.echo(f"database ready: {config.shown_url(settings.database_url)}", err=True)
        if created:
            click.echo(created)


@main.command()
@click.option("--bind", help="Address and port, such as 127.0.0.1:8080.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes.")
def serve(bind: str | None, workers: int | None) -> None:
    """Serve the HTTP API."""
    with faults():
        settings = config.load()
        if bind:
            settings = msgspec.structs.replace(settings, bind=bind)
        if workers:
            settings = msgspec.structs.replace(settings, workers=workers)
        from fairseed.service.core import open_service
        from fairseed.service.server import serve as run

        opened = open_service(settings)  # a wrong key or missing tables are told before the port opens
        if not store.is_current(opened.store):
            raise Fault("database: has other tables; run `fairseed init`")
        opened.store.close()
        click.echo(f"serving http://{settings.bind}", err=True)
        run(settings)


main.add_command(demo)


@main.group("keys")
def keys_group() -> None:
    """API keys."""


@keys_group.command("create")
@click.option("--scope", type=click.Choice(keys.SCOPES), required=True)
@click.option("--name", default="", help="A note for yourself, up to 64 characters.")
def keys_create(scope: str, name: str) -> None:
    """Make an API key and print it, once."""
    with faults():
        database = store.Store(config.load().database_url)
        now = timestamp(system_clock())
        click.echo(database.write(lambda connection: keys.create(connection, scope, name[:64], now)))


@keys_group.command("list")
def keys_list() -> None:
    """List the API keys: id, scope, name, made, revoked."""
    with faults(), store.Store(config.load().database_url).read() as connection:
        for row in connection.execute(select(schema.api_keys).order_by(schema.api_keys.c.created_at)):
            revoked = f"revoked {row.revoked_at}" if row.revoked_at else ""
            click.echo("\t".join([row.id, row.scope, row.name, row.created_at, revoked]).rstrip())


@keys_group.command("revoke")
@click.argument("key_id")
def keys_revoke(key_id: str) -> None:
    """Revoke an API key by its id."""
    with faults():
        database = store.Store(config.load().database_url)
        now = timestamp(system_clock())
        if not database.write(lambda connection: keys.revoke(connection, key_id, now)):
            raise Fault("key_id: is no key, or revoked already")


@main.group()
def export() -> None:
    """Write data for others to files."""


@export.command("bundle")
@click.argument("server_seed_hash")
def export_bundle(server_seed_hash: str) -> None:
    """Write the records of a revealed seed pair to standard output, a line each."""
    with faults(), store.Store(config.load().database_url).read() as connection:
        for line in rounds.bundle(connection, server_seed_hash):
            sys.stdout.buffer.write(line)


if __name__ == "__main__":
    main()
