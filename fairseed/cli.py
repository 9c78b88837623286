"""The operator's commands."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
import msgspec
from sqlalchemy import Connection, insert, select

from fairseed import __version__
from fairseed.commitments import merkle
from fairseed.demo import demo
from fairseed.faults import Fault, faults
from fairseed.log_commands import log
from fairseed.service import config, export, keyring, keys, ledger_audit, rotation, rounds, seeds, store
from fairseed.service.clock import system_clock, timestamp
from fairseed.service.core import key_provider, opened_service
from fairseed.service.store import schema
from fairseed.service.tables import clocks, records
from fairseed.service.vault import KeyProvider, LocalKey, Vault


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
        elsewhere = settings.key_provider or os.environ.get("FAIRSEED_KEY")
        if not elsewhere and not Path(settings.key_file).exists():
            LocalKey.create(settings.key_file)
            click.echo(f"key file made: {settings.key_file} (keep a copy apart from the database)", err=True)
        provider = key_provider(settings)
        with store.Store(settings.database_url) as database:
            store.upgrade(database)
            created = database.write(lambda connection: _prepare(connection, settings, provider))
        click.echo(f"database ready: {config.shown_url(settings.database_url)}", err=True)
        if created:
            click.echo(created)


def _prepare(connection: Connection, settings: config.Settings, provider: KeyProvider) -> str | None:
    """Keys, an empty log, and an operator's API key, where there are none yet."""
    wrapped = connection.execute(select(schema.data_keys.c.wrapped)).scalars().all()
    for key in wrapped:
        provider.unwrap(key)
    now = timestamp(system_clock())
    if not connection.execute(select(schema.log_head.c.id)).first():
        connection.execute(
            insert(schema.log_head).values(
                id=1,
                origin=settings.origin,
                size=0,
                root=merkle.EMPTY_ROOT.hex(),
                checkpoint="",
                published_size=0,
                published="",
            )
        )
        for role in keyring.ROLES:
            keyring.add_signing_key(connection, provider, role, settings.origin, now)
    if wrapped:
        return None
    connection.execute(
        insert(schema.data_keys).values(version=1, wrapped=provider.wrap(Vault.new_data_key()))
    )
    return keys.create(connection, "operator", "first", now)


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
        from fairseed.service import worker
        from fairseed.service.server import serve as run

        with store.Store(settings.database_url) as database:
            current = store.is_current(database)
        if not current:
            raise Fault("database: has other tables; run `fairseed init`")
        with opened_service(settings) as opened:  # a wrong key or another log is told before the port opens
            worker.start(opened)
        click.echo(f"serving http://{settings.bind}", err=True)
        run(settings)


main.add_command(demo)
main.add_command(log)


@main.group("keys")
def keys_group() -> None:
    """API keys, and the keys that seal the seeds."""


@keys_group.command("create")
@click.option("--scope", type=click.Choice(keys.SCOPES), required=True)
@click.option("--name", default="", help="A note for yourself, up to 64 characters.")
def keys_create(scope: str, name: str) -> None:
    """Make an API key and print it, once."""
    with faults(), store.Store(config.load().database_url) as database:
        now = timestamp(system_clock())
        click.echo(database.write(lambda connection: keys.create(connection, scope, name[:64], now)))


@keys_group.command("list")
def keys_list() -> None:
    """List the API keys: id, scope, name, made, revoked."""
    with faults(), store.Store(config.load().database_url) as database, database.read() as connection:
        made = select(schema.api_keys).where(schema.api_keys.c.scope != "player")
        for row in connection.execute(made.order_by(schema.api_keys.c.created_at)):
            revoked = f"revoked {row.revoked_at}" if row.revoked_at else ""
            click.echo("\t".join([row.id, row.scope, row.name, row.created_at, revoked]).rstrip())


@keys_group.command("revoke")
@click.argument("key_id")
def keys_revoke(key_id: str) -> None:
    """Revoke an API key by its id."""
    with faults(), store.Store(config.load().database_url) as database:
        now = timestamp(system_clock())
        if not database.write(lambda connection: keys.revoke(connection, key_id, now)):
            raise Fault("key_id: is no key, or revoked already")


@keys_group.command("rotate")
def keys_rotate() -> None:
    """Make new keys for the seeds at rest and reseal them, while the service runs.

    A new key-encryption key goes to the top of the key file and a new data key into the database;
    everything is rewrapped and resealed in batches, then the old keys go. Killed on the way, it goes
    on where it stopped.
    """
    with faults():
        settings = config.load()
        with store.Store(settings.database_url) as database:
            for told in rotation.rotate(database, key_provider(settings)):
                click.echo(told, err=True)


@main.group()
def void() -> None:
    """Declare a round or a promise void, publicly, with a reason."""


_REASON = click.option("--reason", required=True, help="Why; it goes into the log for everybody to read.")


@void.command("round")
@click.argument("round_id")
@_REASON
def void_round(round_id: str, reason: str) -> None:
    """Void an open round, or a hand in play: its stakes go back, its nonce stays used."""
    with faults(), opened_service(config.load()) as service:
        if not clocks.void(service, round_id, reason):
            service.store.write(lambda connection: rounds.void(service, connection, round_id, reason))


@void.command("pair")
@click.argument("server_seed_hash")
@_REASON
def void_pair(server_seed_hash: str, reason: str) -> None:
    """Void a promised or active pair without open rounds: its seed is never revealed."""
    with faults(), opened_service(config.load()) as service:
        seeds.supplied(
            service,
            lambda: service.store.write(
                lambda connection: seeds.void_pair(service, connection, server_seed_hash, reason)
            ),
        )


@main.group("ledger")
def ledger_group() -> None:
    """The balances of players, where the service keeps them."""


@ledger_group.command("audit")
def ledger_audit_command() -> None:
    """Check every balance: entries without gaps, sums that run on, and rounds that are booked as they ended.

    Exit code 1 where something does not add up; each fault is a line on standard output.
    """
    with faults(), store.Store(config.load().database_url) as database:
        found = ledger_audit.audit(database)
    for fault in found.faults:
        click.echo(fault)
    click.echo(
        f"{found.players} players, {found.entries} entries, {found.rounds} rounds, {found.tables} tables, "
        f"{found.chips} chips; {len(found.faults)} faults",
        err=True,
    )
    sys.exit(1 if found.faults else 0)


@main.group("export")
def export_group() -> None:
    """Write data for others to files."""


@export_group.command("log")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def export_log(folder: Path) -> None:
    """Write the published log as plain files for any web server; again to bring them up to date."""
    with faults():
        settings = config.load()
        with store.Store(settings.database_url) as database:
            size = export.export_log(database, folder, settings.log_head_file)
        click.echo(f"{size} entries in {folder}", err=True)


@export_group.command("bundle")
@click.argument("server_seed_hash")
def export_bundle(server_seed_hash: str) -> None:
    """Write the records of a revealed seed pair to standard output, a line each."""
    with faults(), store.Store(config.load().database_url) as database, database.read() as connection:
        hands = records.bundle(connection, server_seed_hash)
        for line in hands or rounds.bundle(connection, server_seed_hash):
            sys.stdout.buffer.write(line)


if __name__ == "__main__":
    main()
