"""Rounds: a bet takes a nonce, actions are folded over it, the last one settles it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from fairseed.commitments.entries import Void
from fairseed.commitments.receipts import action_body, round_body, sign_receipt
from fairseed.derivation import SeedPair
from fairseed.records import digest, record_digest
from fairseed.service import journal, ledger, seeds
from fairseed.service.core import Service, to_json
from fairseed.service.offers import Offer, refusal
from fairseed.service.problems import Problem
from fairseed.service.store import listed
from fairseed.service.store.schema import actions, pairs, players, rounds
from fairseed.service.views import record_of, view_of
from games import GAMES, GameError, replay

MAX_ROUNDS: Final = 2**20
RULES: Final = "v1"
Made = tuple[dict[str, Any], str]  # an action and its receipt's text


def offer_of(service: Service, game: str) -> Offer:
    if game not in service.offers:
        raise Problem("invalid_field", "game", "is not offered here")
    return service.offers[game]


def play(
    service: Service, connection: Connection, player: str, offer: Offer, params: Any, bet: Any
) -> dict[str, Any]:
    """Takes the next nonce and opens a round; instant games settle at once.

    The bet was checked before; whatever fails from here on rolls the nonce back with the rest. The
    receipt is signed before anything is drawn.
    """
    game = offer.game
    pair = _take_nonce(connection, player, opens=bool(game.actions))
    now = service.now()
    row: dict[str, Any] = {
        "id": service.new_id(),
        "pair_id": pair.id,
        "nonce": pair.nonce,
        "player": player,
        "game": game.name,
        "rules": RULES,
        "params": to_json(game.params_dict(params)),
        "bet": to_json(game.bet_dict(bet)) if bet is not None else None,
        "ruleset": offer.of(params).digest,
        "state": "open",
        "accepted_at": now,
        "due_at": service.later(days=service.settings.round_open_days) if game.actions else None,
    }
    whole = _EMPTY | dict(pair._mapping) | row
    if bet is not None and ledger.kept(service):
        ledger.stake(service, connection, player, row["id"], game, params, bet)
    body = round_body(record_of(SimpleNamespace(**whole), []), now, _params_digest(row["params"]))
    row["receipt"] = to_json(sign_receipt(service.keys.receipt_key, body))
    seed = service.keys.open(pair.id, pair.server_seed_hash, pair.key_version, pair.sealed)
    state = game.start(params, bet, SeedPair(seed, pair.client_seed).stream(pair.nonce))
    if game.finished(state):
        row |= _settled(game, state)
        if ledger.kept(service):
            ledger.pay(service, connection, player, row["id"], row)
        if game.actions:
            _close_round(connection, pair.id)
    whole |= row
    record = record_of(SimpleNamespace(**whole), [])
    if game.finished(state):
        row["digest"] = record_digest(record)
    connection.execute(_INSERT, dict.fromkeys(("outcome", "settlement", "void_reason", "digest")) | row)
    return view_of(game, record, None if game.finished(state) else state)


@lru_cache(maxsize=1024)
def _params_digest(params: str) -> str:
    return digest(json.loads(params))


def act(
    service: Service, connection: Connection, round_id: str, action: Any, expected: int
) -> dict[str, Any]:
    """One action of the player's, folded behind those already stored."""
    row, made = _locked(connection, round_id)
    if isinstance(action, dict) and "timeout" in action:
        raise Problem("unknown_field", "timeout", "is not an action of the player's")
    if row.state != "open":
        raise Problem("illegal_action", "type", "the round has ended")
    if expected != len(made):
        raise Problem("stale_action", "expected_actions", "the round has {count} actions", count=len(made))
    try:
        _add_action(service, connection, row, made, GAMES[row.game].read_action(action, "action"))
    except GameError as error:
        raise refusal(error) from error
    return _read_view(service, connection, round_id)


def finish(service: Service, connection: Connection, round_id: str) -> bool:
    """Ends a round whose player stayed away, with actions marked as the service's; whether it was open."""
    row, made = _locked(connection, round_id)
    was_open = bool(row.state == "open")
    game = GAMES[row.game]
    while row.state == "open":
        action = game.absent(_fold(service, row, [action for action, _ in made]))
        _add_action(service, connection, row, made, game.read_action(action))
        row, made = _load(connection, round_id)
    return was_open


def void(service: Service, connection: Connection, round_id: str, reason: str) -> dict[str, Any]:
    """An open round does not count: stakes go back, the nonce stays used, the log tells why."""
    row, made = _locked(connection, round_id)
    if row.state != "open":
        raise Problem("illegal_action", "round_id", "the round has ended")
    game = GAMES[row.game]
    state = _fold(service, row, [action for action, _ in made])
    staked = game.staked(game.read_bet(json.loads(row.bet)), state)
    entry = Void(server_seed_hash=row.server_seed_hash, reason=reason, nonce=row.nonce, round_id=round_id)
    journal.add(connection, entry, service.now())
    changed = {
        "state": "void",
        "void_reason": reason,
        "settlement": to_json({"staked": staked, "returned": staked}),
        "due_at": None,
    }
    changed["digest"] = record_digest(record_of(SimpleNamespace(**dict(row._mapping) | changed), made))
    connection.execute(update(rounds).where(rounds.c.id == round_id).values(changed))
    if ledger.kept(service):
        ledger.post(service, connection, row.player, "refund", staked, round_id=round_id)
    _close_round(connection, row.pair_id)
    return _read_view(service, connection, round_id)


def _locked(connection: Connection, round_id: str) -> tuple[Row[Any], list[Made]]:
    """A round and its actions. The pair's row is the lock of the round: nothing is read before."""
    pair_id = connection.execute(select(rounds.c.pair_id).where(rounds.c.id == round_id)).scalar()
    if pair_id is None:
        raise Problem("not_found", "round_id", "is no round of this service")
    connection.execute(update(pairs).where(pairs.c.id == pair_id).values(open_rounds=pairs.c.open_rounds))
    return _load(connection, round_id)


def _add_action(service: Service, connection: Connection, row: Row[Any], made: list[Made], read: Any) -> None:
    """Stores an action with its receipt, and settles the round that it ends. GameError if illegal."""
    game, now = GAMES[row.game], service.now()
    action = game.action_dict(read)
    # The receipt is signed before anything behind the action is drawn.
    last = json.loads(made[-1][1] if made else row.receipt)
    body = action_body(row.id, len(made), digest(last["body"]), action, now)
    receipt = to_json(sign_receipt(service.keys.receipt_key, body))
    before = _fold(service, row, [action for action, _ in made]) if ledger.kept(service) else None
    made = [*made, (action, receipt)]
    state = _fold(service, row, [action for action, _ in made])
    if before is not None:
        bet = game.read_bet(json.loads(row.bet))
        more = game.staked(bet, state) - game.staked(bet, before)
        ledger.stake_more(service, connection, row.player, row.id, action["type"], more)
    connection.execute(
        insert(actions).values(
            round_id=row.id,
            index=len(made) - 1,
            action=to_json(action),
            receipt=receipt,
            accepted_at=now,
        )
    )
    if game.finished(state):
        changed = _settled(game, state)
        if ledger.kept(service):
            ledger.pay(service, connection, row.player, row.id, changed)
        changed["digest"] = record_digest(record_of(SimpleNamespace(**dict(row._mapping) | changed), made))
        connection.execute(update(rounds).where(rounds.c.id == row.id).values(changed))
        _close_round(connection, row.pair_id)


_TAKE: Final = (
    update(pairs)
    .where(pairs.c.player == bindparam("of"), pairs.c.state == "active", pairs.c.next_nonce < MAX_ROUNDS)
    .values(next_nonce=pairs.c.next_nonce + 1, open_rounds=pairs.c.open_rounds + bindparam("opens"))
    .returning(
        pairs.c.id,
        pairs.c.server_seed_hash,
        pairs.c.sealed,
        pairs.c.key_version,
        pairs.c.client_seed,
        (pairs.c.next_nonce - 1).label("nonce"),
    )
)
_INSERT: Final = insert(rounds)
_EMPTY: Final = dict.fromkeys(("outcome", "settlement", "server_seed", "void_reason", "receipt"))


def _take_nonce(connection: Connection, player: str, *, opens: bool) -> Any:
    """The next nonce by one statement. Where a rotation was waited for, a fresh statement sees
    the pair that it made active."""
    for _ in range(3):
        if (pair := connection.execute(_TAKE, {"of": player, "opens": int(opens)}).first()) is not None:
            return pair
    active = select(pairs.c.next_nonce).where(pairs.c.player == player, pairs.c.state == "active")
    if connection.execute(active).first():
        raise Problem("pair_exhausted", "player", "has used every nonce of the pair: rotate")
    if connection.execute(select(players.c.name).where(players.c.name == player)).first():
        raise Problem("no_active_pair", "player", "has no active seed pair: rotate first")
    raise Problem("not_found", "player", "has no seeds yet")


def _close_round(connection: Connection, pair_id: str) -> None:
    connection.execute(update(pairs).where(pairs.c.id == pair_id).values(open_rounds=pairs.c.open_rounds - 1))


def _settled(game: Any, state: Any) -> dict[str, Any]:
    result = game.result(state)
    settlement = to_json(result.settlement()) if game.bet_type else None
    outcome = to_json(result.outcome)
    return {"state": "settled", "outcome": outcome, "settlement": settlement, "due_at": None}


STATES: Final = ("open", "settled", "void")
_ROW = select(
    rounds,
    pairs.c.server_seed_hash,
    pairs.c.server_seed,
    pairs.c.client_seed,
    pairs.c.sealed,
    pairs.c.key_version,
    pairs.c.commit_entry,
    pairs.c.batch_index,
    pairs.c.batch_proof,
).join(pairs, rounds.c.pair_id == pairs.c.id)


def _load(connection: Connection, round_id: str) -> tuple[Row[Any], list[Made]]:
    row = connection.execute(_ROW.where(rounds.c.id == round_id)).first()
    if row is None:
        raise Problem("not_found", "round_id", "is no round of this service")
    return row, _actions(connection, [round_id])[round_id]


def _actions(connection: Connection, ids: list[str]) -> dict[str, list[Made]]:
    found: dict[str, list[Made]] = {round_id: [] for round_id in ids}
    query = select(actions.c.round_id, actions.c.action, actions.c.receipt)
    query = query.where(actions.c.round_id.in_(ids))
    for row in connection.execute(query.order_by(actions.c.round_id, actions.c.index)):
        found[row.round_id].append((json.loads(row.action), row.receipt))
    return found


def _fold(service: Service, row: Row[Any], made: list[dict[str, Any]]) -> Any:
    """The state of a round: never stored, always the fold of its actions."""
    game = GAMES[row.game]
    seed = service.keys.open(row.pair_id, row.server_seed_hash, row.key_version, row.sealed)
    bet = game.read_bet(json.loads(row.bet)) if game.bet_type else None
    read = [game.read_action(action) for action in made]
    stream = SeedPair(seed, row.client_seed).stream(row.nonce)
    return replay(game, game.read_params(json.loads(row.params)), bet, read, stream)


def _view(service: Service, row: Row[Any], made: list[Made]) -> dict[str, Any]:
    """The full record once revealed; before that what the player may see."""
    record = record_of(row, made)
    if row.server_seed is not None:
        return record
    state = _fold(service, row, [action for action, _ in made]) if row.state == "open" else None
    return view_of(GAMES[row.game], record, state, row.state)


def _read_view(service: Service, connection: Connection, round_id: str) -> dict[str, Any]:
    return _view(service, *_load(connection, round_id))


def one(service: Service, connection: Connection, round_id: str) -> dict[str, Any]:
    """A round; once its seed is revealed, with the proof that the promise is in the log."""
    row, made = _load(connection, round_id)
    view = _view(service, row, made)
    if row.server_seed is None:
        return view
    prover = journal.Prover(connection)
    promise = prover.by_id(row.commit_entry, seeds.batch_extra(row))
    if promise is None:
        return view
    subjects = seeds.subjects(row, seeds.receipt_vkey(connection, row.receipt))
    return view | {"commitment": promise | seeds.proofs(prover, subjects)}


def player_of(connection: Connection, round_id: str) -> str | None:
    return connection.execute(select(rounds.c.player).where(rounds.c.id == round_id)).scalar()


def page(
    service: Service,
    connection: Connection,
    player: str | None,
    seed_hash: str | None,
    limit: int,
    cursor: str | None,
    *,
    state: str | None = None,
    newest: bool = False,
) -> dict[str, Any]:
    """Rounds in the order they were accepted or the newest first, `limit` of them behind `cursor`."""
    query = listed(_ROW, rounds.c.id, cursor, newest=newest).limit(limit + 1)
    for name, value, column in (
        ("player", player, players.c.name),
        ("server_seed_hash", seed_hash, pairs.c.server_seed_hash),
    ):
        if value is not None and not connection.execute(select(column).where(column == value)).first():
            raise Problem("not_found", name, "is not known here")
    if player is not None:
        query = query.where(rounds.c.player == player)
    if seed_hash is not None:
        query = query.where(pairs.c.server_seed_hash == seed_hash)
    if state is not None:
        query = query.where(rounds.c.state == state)
    rows = connection.execute(query).all()
    made = _actions(connection, [row.id for row in rows[:limit]])
    items = [_view(service, row, made[row.id]) for row in rows[:limit]]
    return {"items": items, "next_cursor": rows[limit - 1].id if len(rows) > limit else None}


def bundle(connection: Connection, seed_hash: str) -> Iterator[bytes]:
    """The records of a revealed pair, nonce ascending, a line each. Every record has the proof of
    the promise; beside it stand those of the activation at the first, of each ruleset and receipt key
    at the first record that has it, and of its being void at each void one."""
    pair = connection.execute(select(pairs).where(pairs.c.server_seed_hash == seed_hash)).first()
    if pair is None:
        raise Problem("not_found", "server_seed_hash", "was never promised here")
    if pair.state != "revealed":
        raise Problem("not_revealed", "server_seed_hash", "has no revealed seed yet")
    after, prover, told = -1, journal.Prover(connection), set[tuple[str, str]]()
    promise = prover.by_id(pair.commit_entry, seeds.batch_extra(pair))
    while True:
        query = _ROW.where(rounds.c.pair_id == pair.id, rounds.c.nonce > after).order_by(rounds.c.nonce)
        rows = connection.execute(query.limit(500)).all()
        if not rows:
            return
        made = _actions(connection, [row.id for row in rows])
        for row in rows:
            record = record_of(row, made[row.id])
            if promise is not None:
                subjects = seeds.subjects(row, seeds.receipt_vkey(connection, row.receipt))
                new = {name: subject for name, subject in subjects.items() if (name, subject) not in told}
                told.update(new.items())
                record["commitment"] = promise | seeds.proofs(prover, new)
            yield to_json(record).encode("utf-8") + b"\n"
        after = rows[-1].nonce
