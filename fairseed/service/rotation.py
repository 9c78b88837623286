"""Rotation of the keys that seal seeds, while the service runs (docs/spec/trust.md section 4).

1. A new key-encryption key joins the old ones. 2. One transaction rewraps every data and signing key
under it and adds a new data key; from then on workers seal under that. 3. Seeds are resealed in
batches. 4. Data keys that seal nothing go, 5. then the old key-encryption keys. Every step may be
done twice, so that a rotation that was killed goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import Final

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fairseed.service.store import Store
from fairseed.service.store.schema import chains, data_keys, pairs, pool, signing_keys
from fairseed.service.vault import KeyProvider, LocalKey, Vault, VaultError

BATCH: Final = 500
SEALED: Final = (pairs, pool, chains)
TRIES: Final = 10


def rotate(store: Store, provider: KeyProvider) -> Iterator[str]:
    """Runs a rotation, or the rest of one; yields what was done, for a person. VaultError where another
    process changes the key file, or workers don't stop sealing under the old key."""
    with provider.alone() if isinstance(provider, LocalKey) else nullcontext():
        yield from _rotate(store, provider)


def _rotate(store: Store, provider: KeyProvider) -> Iterator[str]:
    if isinstance(provider, LocalKey) and not provider.older:
        provider.add()
        yield "a new key-encryption key is in place"
    newest = store.write(lambda connection: _rewrap(connection, provider))
    yield f"data key {newest} seals from now on"
    for _ in range(TRIES):
        with store.read() as connection:
            wrapped = {row.version: row.wrapped for row in connection.execute(select(data_keys))}
        vault = Vault({version: provider.unwrap(key) for version, key in wrapped.items()})
        for table in SEALED:
            done = 0
            while count := store.write(partial(_reseal, table=table, vault=vault)):
                done += count
            yield f"{done} seeds of {table.name} resealed"
        try:
            store.write(partial(_drop_before, newest=newest))
        except IntegrityError:
            continue  # a worker sealed under the old key meanwhile: reseal what it made
        break
    else:
        raise VaultError("keys", "are still used by workers: run it again")
    if isinstance(provider, LocalKey):
        provider.drop_older()
    yield "the old keys are gone"


def _rewrap(connection: Connection, provider: KeyProvider) -> int:
    """Wraps all keys anew; adds a data key unless a rotation that was begun has done so."""
    versions = connection.execute(select(data_keys).order_by(data_keys.c.version).with_for_update()).all()
    for table, name, rows in (
        (data_keys, data_keys.c.version, versions),
        (signing_keys, signing_keys.c.label, connection.execute(select(signing_keys)).all()),
    ):
        for row in rows:
            wrapped = provider.wrap(provider.unwrap(row.wrapped))
            connection.execute(update(table).where(name == row._mapping[name.name]).values(wrapped=wrapped))
    newest: int = versions[-1].version
    if len(versions) == 1:
        newest += 1
        connection.execute(
            insert(data_keys).values(version=newest, wrapped=provider.wrap(Vault.new_data_key()))
        )
    return newest


def _reseal(connection: Connection, table: Table, vault: Vault) -> int:
    """Reseals a batch under the newest data key; how many."""
    old = select(table.c.id, table.c.server_seed_hash, table.c.key_version, table.c.sealed)
    old = old.where(table.c.key_version < vault.version).limit(BATCH).with_for_update(skip_locked=True)
    rows = connection.execute(old).all()
    for row in rows:
        seed = vault.open(row.id, row.server_seed_hash, row.key_version, row.sealed)
        sealed = vault.seal(row.id, seed)
        connection.execute(
            update(table).where(table.c.id == row.id).values(sealed=sealed, key_version=vault.version)
        )
    return len(rows)


def _drop_before(connection: Connection, newest: int) -> None:
    """Deletes the older data keys; IntegrityError while one of them still seals something."""
    connection.execute(delete(data_keys).where(data_keys.c.version < newest))
