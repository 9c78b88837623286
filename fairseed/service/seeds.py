"""Seed pairs: committed → active → closing → revealed (docs/spec: lifecycle)."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from sqlalchemy import Connection, insert, select, update

from fairseed.derivation import SeedError, ServerSeed, check_client_seed
from fairseed.service.core import Service
from fairseed.service.problems import Problem
from fairseed.service.store.schema import events, pairs, players


def first_commitment(service: Service, connection: Connection, player: str) -> dict[str, Any]:
    """A new player's salt and the first promise."""
    if connection.execute(select(players.c.name).where(players.c.name == player)).first():
        raise Problem("seeds_exist", "player", "has seeds already: rotate")
    salt = secrets.token_hex(16)
    connection.execute(insert(players).values(name=player, salt=salt, rotations=0))
    return {"next": {"server_seed_hash": _commit(service, connection, player)}, "salt": salt}


def rotate(service: Service, connection: Connection, player: str, client_seed: str) -> dict[str, Any]:
    """Closes and reveals the active pair, activates the promised one, promises the next.

    The player's row comes first, so that rotations of one player queue; each statement behind it
    sees what the one before it in the queue committed.
    """
    try:
        check_client_seed(client_seed)
    except SeedError as error:
        raise Problem("invalid_field", error.field, error.rule) from None
    locked = update(players).where(players.c.name == player).values(rotations=players.c.rotations + 1)
    if connection.execute(locked).rowcount == 0:
        raise Problem("not_found", "player", "has no seeds yet")
    used = select(pairs.c.id).where(pairs.c.player == player, pairs.c.client_seed == client_seed)
    if connection.execute(used).first():
        raise Problem("client_seed_reused", "client_seed", "was used before by this player")
    revealed = _close_active(service, connection, player)
    activated = connection.execute(
        update(pairs)
        .where(pairs.c.player == player, pairs.c.state == "committed")
        .values(state="active", client_seed=client_seed)
        .returning(pairs.c.server_seed_hash)
    ).one()
    service.event(connection, "activate", activated.server_seed_hash)
    promised = _commit(service, connection, player)
    return {
        "active": {"server_seed_hash": activated.server_seed_hash, "client_seed": client_seed, "nonce": 0},
        "next": {"server_seed_hash": promised},
        "revealed": revealed,
    }


def _close_active(service: Service, connection: Connection, player: str) -> dict[str, Any] | None:
    """active → closing → revealed. The seed is opened after the row is closed, and leaves this
    process only with the answer, once the transaction is committed."""
    closed = connection.execute(
        update(pairs)
        .where(pairs.c.player == player, pairs.c.state == "active", pairs.c.open_rounds == 0)
        .values(state="closing")
        .returning(
            pairs.c.id, pairs.c.server_seed_hash, pairs.c.key_version, pairs.c.sealed, pairs.c.next_nonce
        )
    ).first()
    if closed is None:
        active = select(pairs.c.id).where(pairs.c.player == player, pairs.c.state == "active")
        if connection.execute(active).first():
            raise Problem("round_open", "player", "has an open round: finish it first")
        return None
    seed = service.vault.open(closed.id, closed.server_seed_hash, closed.key_version, closed.sealed)
    text = service.vault.reveal(seed)
    service.event(connection, "close", closed.server_seed_hash, rounds=closed.next_nonce)
    connection.execute(
        update(pairs).where(pairs.c.id == closed.id).values(state="revealed", server_seed=text)
    )
    service.event(connection, "reveal", closed.server_seed_hash, server_seed=text)
    return {"server_seed_hash": closed.server_seed_hash, "server_seed": text, "rounds": closed.next_nonce}


def _commit(service: Service, connection: Connection, player: str) -> str:
    seed, pair_id = ServerSeed.generate(), uuid.uuid4().hex
    connection.execute(
        insert(pairs).values(
            id=pair_id,
            player=player,
            server_seed_hash=seed.hash,
            sealed=service.vault.seal(pair_id, seed),
            key_version=service.vault.version,
            state="committed",
            next_nonce=0,
            open_rounds=0,
        )
    )
    service.event(connection, "commit", seed.hash)
    return seed.hash


def current(connection: Connection, player: str) -> dict[str, Any]:
    """The player's active and next pair; never a seed."""
    rows = connection.execute(
        select(pairs.c.state, pairs.c.server_seed_hash, pairs.c.client_seed, pairs.c.next_nonce).where(
            pairs.c.player == player, pairs.c.state.in_(("active", "committed"))
        )
    ).all()
    if not rows:
        raise Problem("not_found", "player", "has no seeds yet")
    active = next((row for row in rows if row.state == "active"), None)
    promised = next(row for row in rows if row.state == "committed")
    return {
        "active": active
        and {
            "server_seed_hash": active.server_seed_hash,
            "client_seed": active.client_seed,
            "nonce": active.next_nonce,
        },
        "next": {"server_seed_hash": promised.server_seed_hash},
    }


def public(connection: Connection, seed_hash: str) -> dict[str, Any]:
    """What anybody may know of a pair: its state, its events, and the seed once revealed."""
    pair = connection.execute(select(pairs).where(pairs.c.server_seed_hash == seed_hash)).first()
    if pair is None:
        raise Problem("not_found", "server_seed_hash", "was never promised here")
    told = connection.execute(
        select(events.c.seq, events.c.type, events.c.at)
        .where(events.c.server_seed_hash == seed_hash)
        .order_by(events.c.seq)
    )
    answer: dict[str, Any] = {
        "server_seed_hash": seed_hash,
        "state": pair.state,
        "events": [{"seq": row.seq, "type": row.type, "at": row.at} for row in told],
    }
    if pair.state == "revealed":
        answer |= {"server_seed": pair.server_seed, "rounds": pair.next_nonce}
    return answer
