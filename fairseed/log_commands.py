"""The operator's commands for the transparency log and the keys that sign."""

from __future__ import annotations

import click
from sqlalchemy import Connection, select

from fairseed.faults import Fault, faults
from fairseed.service import config, keyring, sequencer
from fairseed.service.core import opened_service
from fairseed.service.http.log import description
from fairseed.service.store import Store, schema


@click.group()
def log() -> None:
    """The transparency log and the keys that sign."""


@log.command("status")
def status() -> None:
    """Origin, entries written, signed and published, and the verifier keys."""
    with faults(), Store(config.load().database_url) as database, database.read() as connection:
        head = connection.execute(select(schema.log_head)).one()
        waiting = select(schema.log_entries.c.id).where(schema.log_entries.c.log_index.is_(None))
        click.echo(f"origin\t{head.origin}")
        click.echo(f"entries\t{head.size} signed, {head.published_size} published")
        click.echo(f"waiting\t{len(connection.execute(waiting).all())}")
        told = description(connection)
        for role in ("log", "receipt"):
            for vkey in told[f"{role}_keys"]:
                click.echo(f"{role} key\t{vkey}")


@log.command("check")
def check() -> None:
    """Check that the database is the one whose log was signed and shown."""
    with faults(), opened_service(config.load()) as service:
        sequencer.check(service)
        click.echo("the log is the one that was shown")


@log.command("step")
def step() -> None:
    """Number the waiting entries, sign and publish, once, as a running service does every second."""
    with faults(), opened_service(config.load()) as service:
        sequencer.check(service)
        sequencer.step(service)


@log.command("rotate")
@click.argument("role", type=click.Choice(keyring.ROLES))
def rotate(role: str) -> None:
    """Make a new signing key and log it; it keeps the name. Prints its verifier key.

    A new log key signs every checkpoint beside the old one, until the old one is retired. A new
    receipt key signs as soon as its entry is published.
    """
    with faults(), opened_service(config.load()) as service:

        def add(connection: Connection) -> str:
            origin = connection.execute(select(schema.log_head.c.origin)).scalar_one()
            provider, now = service.keys.provider, service.now()
            return str(keyring.add_signing_key(connection, provider, role, origin, now))

        click.echo(service.store.write(add))


@log.command("retire")
@click.argument("label")
def retire(label: str) -> None:
    """Stop signing with a key, by its verifier key or `<name>+<8 hex>`.

    The last of a role stays, and so does one whose successor is not published yet.
    """
    with faults(), opened_service(config.load()) as service:
        label = "+".join(label.split("+")[:2])
        now = service.now()
        if not service.store.write(lambda connection: keyring.retire_signing_key(connection, label, now)):
            raise Fault("label: is no key in use, or the last of its role that is published")
