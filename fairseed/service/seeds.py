"""Seed pairs: committed → active → closing → revealed, or void (docs/spec/trust.md section 1).

Every change of a pair's state and the log entry that tells it are one transaction.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from fairseed.commitments.entries import (
    Activate,
    Close,
    Reveal,
    Void,
    client_seed_tag,
    close_root,
    player_tag,
)
from fairseed.commitments.proofs import BatchProof
from fairseed.derivation import SeedError, check_client_seed
from fairseed.service import journal, sequencer
from fairseed.service.core import Service
from fairseed.service.problems import Problem
from fairseed.service.store.schema import hands, log_entries, pairs, players, rounds, signing_keys

T = TypeVar("T")
# Statements are built once: building and hashing one costs more than running it.
_NEW_PLAYER: Final = {
    name: dialect.insert(players).on_conflict_do_nothing().returning(players.c.name)
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
_NEW_PAIR: Final = insert(pairs)


class PoolEmptyError(Exception):
    """No promise is ready: the transaction is rolled back and tried again behind a filled pool."""


def supplied(service: Service, call: Callable[[], T]) -> T:
    """Runs a call that takes a promise; where none is ready, makes some and runs it again."""
    for _ in range(8):
        try:
            return call()
        except PoolEmptyError:
            sequencer.supply(service)
    raise Problem("busy", "database", "is busy; try again")


def first_commitment(connection: Connection, player: str) -> dict[str, Any]:
    """A new player's salt and the first promise."""
    salt = secrets.token_hex(16)
    new = _NEW_PLAYER[connection.dialect.name]
    if connection.execute(new, {"name": player, "salt": salt, "rotations": 0}).first() is None:
        raise Problem("seeds_exist", "player", "has seeds already: rotate")
    return {"next": {"server_seed_hash": _commit(connection, player)}, "salt": salt}


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
    salt = connection.execute(locked.returning(players.c.salt)).scalar()
    if salt is None:
        raise Problem("not_found", "player", "has no seeds yet")
    used = select(pairs.c.id).where(pairs.c.player == player, pairs.c.client_seed == client_seed)
    if connection.execute(used).first():
        raise Problem("client_seed_reused", "client_seed", "was used before by this player")
    revealed = _close_active(service, connection, player)
    active = _activate(service, connection, player, salt, client_seed)
    return {
        "active": {"server_seed_hash": active, "client_seed": client_seed, "nonce": 0},
        "next": {"server_seed_hash": _commit(connection, player)},
        "revealed": revealed,
    }


def _activate(service: Service, connection: Connection, player: str, salt: str, client_seed: str) -> str:
    """committed → active; its promise has a place in the log already."""
    pair = connection.execute(
        update(pairs)
        .where(pairs.c.player == player, pairs.c.state == "committed")
        .values(
            state="active",
            client_seed=client_seed,
            due_at=service.later(days=service.settings.max_active_days),
        )
        .returning(pairs.c.server_seed_hash, pairs.c.commit_entry, pairs.c.batch_index, pairs.c.batch_proof)
    ).one()
    place = select(log_entries.c.log_index).where(log_entries.c.id == pair.commit_entry)
    entry = Activate(
        server_seed_hash=pair.server_seed_hash,
        commit_index=connection.execute(place).scalar_one(),
        player_tag=player_tag(player, salt),
        client_seed_tag=client_seed_tag(salt, client_seed),
        batch_index=pair.batch_index,
        batch_proof=json.loads(pair.batch_proof),
    )
    journal.add(connection, entry, service.now())
    return str(pair.server_seed_hash)


def _close_active(service: Service, connection: Connection, player: str) -> dict[str, Any] | None:
    """Closes the player's active pair, and reveals it unless that is for later."""
    pair = connection.execute(
        update(pairs)
        .where(pairs.c.player == player, pairs.c.state == "active", pairs.c.open_rounds == 0)
        .values(open_rounds=0)  # takes the row's lock; nothing of the pair is read before
        .returning(pairs)
    ).first()
    if pair is None:
        active = select(pairs.c.id).where(pairs.c.player == player, pairs.c.state == "active")
        if connection.execute(active).first():
            raise Problem("round_open", "player", "has an open round: finish it first")
        return None
    close(service, connection, pair)
    if service.settings.reveal_within_seconds:
        return None
    return reveal(service, connection, pair)


def close(service: Service, connection: Connection, pair: Row[Any]) -> None:
    """active → closing: how many rounds, and the root over their digests, are logged. The caller
    holds the pair's lock, and the pair has no open round."""
    of = rounds if pair.table_id is None else hands
    digests = select(of.c.digest).where(of.c.pair_id == pair.id).order_by(of.c.nonce)
    root = close_root(list(connection.execute(digests).scalars()))
    entry = Close(server_seed_hash=pair.server_seed_hash, rounds=pair.next_nonce, root=root)
    number = journal.add(connection, entry, service.now())
    due = service.later(seconds=service.settings.reveal_within_seconds)
    connection.execute(
        update(pairs).where(pairs.c.id == pair.id).values(state="closing", close_entry=number, due_at=due)
    )


def reveal(service: Service, connection: Connection, pair: Row[Any]) -> dict[str, Any]:
    """closing → revealed. The seed leaves this process only with the answer, behind the commit of
    the transaction that logs it."""
    seed = service.keys.open(pair.id, pair.server_seed_hash, pair.key_version, pair.sealed)
    text = seed.expose()
    entry = Reveal(server_seed_hash=pair.server_seed_hash, server_seed=text)
    number = journal.add(connection, entry, service.now())
    connection.execute(
        update(pairs)
        .where(pairs.c.id == pair.id)
        .values(state="revealed", server_seed=text, reveal_entry=number, due_at=None)
    )
    return {"server_seed_hash": pair.server_seed_hash, "server_seed": text, "rounds": pair.next_nonce}


def void_pair(service: Service, connection: Connection, seed_hash: str, reason: str) -> None:
    """A promise is taken back, publicly: its seed is never revealed. Not while a round is open."""
    pair = connection.execute(
        update(pairs)
        .where(pairs.c.server_seed_hash == seed_hash, pairs.c.state.in_(("committed", "active")))
        .where(pairs.c.open_rounds == 0)
        .values(open_rounds=0)
        .returning(pairs)
    ).first()
    if pair is None:
        raise Problem("not_found", "server_seed_hash", "is no promised or active pair without open rounds")
    journal.add(connection, Void(server_seed_hash=seed_hash, reason=reason), service.now())
    connection.execute(update(pairs).where(pairs.c.id == pair.id).values(state="void", due_at=None))
    if pair.state == "committed":
        _commit(connection, pair.player)


def _commit(connection: Connection, player: str) -> str:
    """A promise of the pool becomes this player's next pair."""
    promise = sequencer.take(connection)
    if promise is None:
        raise PoolEmptyError
    row = {"player": player, "state": "committed", "next_nonce": 0, "open_rounds": 0}
    connection.execute(_NEW_PAIR, promise | row)
    return str(promise["server_seed_hash"])


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
    """What anybody may know of a pair: its state, its entries in the log with their proofs, and the
    seed once revealed."""
    pair = connection.execute(select(pairs).where(pairs.c.server_seed_hash == seed_hash)).first()
    if pair is None:
        raise Problem("not_found", "server_seed_hash", "was never promised here")
    told = (log_entries.c.id == pair.commit_entry) | (
        log_entries.c.type.in_(("activate", "close", "reveal", "void")) & (log_entries.c.subject == seed_hash)
    )
    rows = connection.execute(select(log_entries).where(told).order_by(log_entries.c.id)).all()
    prover = journal.Prover(connection)
    answer: dict[str, Any] = {
        "server_seed_hash": seed_hash,
        "state": pair.state,
        "events": [{"type": row.type, "index": row.log_index, "at": row.at} for row in rows],
    }
    for row in rows:
        commit = row.type == "commit"
        proof = prover.prove(row, batch_extra(pair) if commit else None)
        if proof is not None:
            answer["commitment" if commit else row.type] = proof
    if pair.state == "revealed":
        answer |= {"server_seed": pair.server_seed, "rounds": pair.next_nonce}
    return answer


def batch_extra(pair: Any) -> bytes:
    """The `extra` of a pair's proof: where its hash stands in the batch that was promised."""
    return batch_place(pair.batch_index, pair.batch_proof)


def batch_place(index: int, proof: str) -> bytes:
    return BatchProof(index, json.loads(proof)).extra()


def receipt_vkey(connection: Connection, receipt: str) -> str | None:
    """The verifier key of whoever signed a receipt, given as its text."""
    label = json.loads(receipt)["key"]
    return connection.execute(select(signing_keys.c.vkey).where(signing_keys.c.label == label)).scalar()


def subjects(row: Any, receipt_vkey: str | None) -> dict[str, str]:
    """The entries that a round's record may show beside the promise: by their names there, what the
    log knows them by."""
    found = {"activate": row.server_seed_hash}
    if row.ruleset is not None:
        found["ruleset"] = f"{row.game}:{row.ruleset}"
    if receipt_vkey is not None:
        found["receipt_key"] = receipt_vkey
    if row.void_reason is not None:
        found["void"] = f"{row.server_seed_hash}:{row.nonce}"
    return found


def proofs(prover: journal.Prover, wanted: dict[str, str]) -> dict[str, Any]:
    """The entries with their proofs, where they are under the published checkpoint."""
    kinds = {"receipt_key": "key"}
    found = {name: prover.by_subject(kinds.get(name, name), subject) for name, subject in wanted.items()}
    return {name: proof for name, proof in found.items() if proof is not None}
