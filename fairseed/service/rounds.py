"""Rounds: a bet takes a nonce, actions are folded over it, the last one settles it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from fairseed.derivation import SeedPair
from fairseed.service.core import Service, to_json
from fairseed.service.offers import Offer, refusal
from fairseed.service.problems import Problem
from fairseed.service.store.schema import actions, pairs, players, rounds
from fairseed.service.views import record_of, view_of
from games import GAMES, GameError, replay

MAX_ROUNDS: Final = 2**20
RULES: Final = "v1"


def offer_of(service: Service, game: str) -> Offer:
    if game not in service.offers:
        raise Problem("invalid_field", "game", "is not offered here")
    return service.offers[game]


def play(
    service: Service, connection: Connection, player: str, offer: Offer, params: Any, bet: Any
) -> dict[str, Any]:
    """Takes the next nonce and opens a round; instant games settle at once.

    The bet was checked before; whatever fails from here on rolls the nonce back with the rest.
    """
    game = offer.game
    pair = _take_nonce(connection, player, opens=bool(game.actions))
    seeds = SeedPair(
        service.vault.open(pair.id, pair.server_seed_hash, pair.key_version, pair.sealed), pair.client_seed
    )
    state = game.start(params, bet, seeds.stream(pair.nonce))
    row: dict[str, Any] = {
        "id": service.new_id(),
        "pair_id": pair.id,
        "nonce": pair.nonce,
        "player": player,
        "game": game.name,
        "rules": RULES,
        "params": to_json(game.params_dict(params)),
        "bet": to_json(game.bet_dict(bet)) if bet is not None else None,
        "ruleset": offer.digest,
        "state": "open",
        "accepted_at": service.now(),
    }
    if game.finished(state):
        row |= _settled(game, state)
        if game.actions:
            _close_round(connection, pair.id)
    connection.execute(_INSERT, dict.fromkeys(("outcome", "settlement")) | row)
    record = record_of(SimpleNamespace(**_EMPTY | dict(pair._mapping) | row), [])
    return view_of(game, record, None if game.finished(state) else state)


def act(
    service: Service, connection: Connection, round_id: str, action: Any, expected: int
) -> dict[str, Any]:
    """One action, folded behind those already stored."""
    pair_id = connection.execute(select(rounds.c.pair_id).where(rounds.c.id == round_id)).scalar()
    if pair_id is None:
        raise Problem("not_found", "round_id", "is no round of this service")
    # The pair's row is the lock of the round: nothing of it is read before.
    connection.execute(update(pairs).where(pairs.c.id == pair_id).values(open_rounds=pairs.c.open_rounds))
    row, made = _load(connection, round_id)
    game = GAMES[row.game]
    if isinstance(action, dict) and "timeout" in action:
        raise Problem("unknown_field", "timeout", "is not an action of the player's")
    if row.state != "open":
        raise Problem("illegal_action", "type", "the round has ended")
    if expected != len(made):
        raise Problem("stale_action", "expected_actions", "the round has {count} actions", count=len(made))
    try:
        read = game.read_action(action, "action")
        state = _fold(service, row, [*made, game.action_dict(read)])
    except GameError as error:
        raise refusal(error) from error
    connection.execute(
        insert(actions).values(
            round_id=round_id,
            index=len(made),
            action=to_json(game.action_dict(read)),
            accepted_at=service.now(),
        )
    )
    if game.finished(state):
        connection.execute(update(rounds).where(rounds.c.id == round_id).values(_settled(game, state)))
        _close_round(connection, pair_id)
    return _read_view(service, connection, round_id)


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
_EMPTY: Final = {"outcome": None, "settlement": None, "server_seed": None}


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
    return {"state": "settled", "outcome": to_json(result.outcome), "settlement": settlement}


_ROW = select(
    rounds,
    pairs.c.server_seed_hash,
    pairs.c.server_seed,
    pairs.c.client_seed,
    pairs.c.sealed,
    pairs.c.key_version,
).join(pairs, rounds.c.pair_id == pairs.c.id)


def _load(connection: Connection, round_id: str) -> tuple[Row[Any], list[dict[str, Any]]]:
    row = connection.execute(_ROW.where(rounds.c.id == round_id)).first()
    if row is None:
        raise Problem("not_found", "round_id", "is no round of this service")
    return row, _actions(connection, [round_id])[round_id]


def _actions(connection: Connection, ids: list[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {round_id: [] for round_id in ids}
    query = select(actions.c.round_id, actions.c.action).where(actions.c.round_id.in_(ids))
    for row in connection.execute(query.order_by(actions.c.round_id, actions.c.index)):
        found[row.round_id].append(json.loads(row.action))
    return found


def _fold(service: Service, row: Row[Any], made: list[dict[str, Any]]) -> Any:
    """The state of a round: never stored, always the fold of its actions."""
    game = GAMES[row.game]
    seed = service.vault.open(row.pair_id, row.server_seed_hash, row.key_version, row.sealed)
    bet = game.read_bet(json.loads(row.bet)) if game.bet_type else None
    read = [game.read_action(action) for action in made]
    stream = SeedPair(seed, row.client_seed).stream(row.nonce)
    return replay(game, game.read_params(json.loads(row.params)), bet, read, stream)


def _view(service: Service, row: Row[Any], made: list[dict[str, Any]]) -> dict[str, Any]:
    """The full record once revealed; before that what the player may see."""
    record = record_of(row, made)
    if row.server_seed is not None:
        return record
    state = _fold(service, row, made) if row.state == "open" else None
    return view_of(GAMES[row.game], record, state)


def _read_view(service: Service, connection: Connection, round_id: str) -> dict[str, Any]:
    return _view(service, *_load(connection, round_id))


def one(service: Service, connection: Connection, round_id: str) -> dict[str, Any]:
    return _read_view(service, connection, round_id)


def page(
    service: Service,
    connection: Connection,
    player: str | None,
    seed_hash: str | None,
    limit: int,
    cursor: str | None,
) -> dict[str, Any]:
    """Rounds in the order they were accepted, `limit` of them behind `cursor`."""
    query = _ROW.order_by(rounds.c.id).limit(limit + 1)
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
    if cursor is not None:
        query = query.where(rounds.c.id > cursor)
    rows = connection.execute(query).all()
    made = _actions(connection, [row.id for row in rows[:limit]])
    items = [_view(service, row, made[row.id]) for row in rows[:limit]]
    return {"items": items, "next_cursor": rows[limit - 1].id if len(rows) > limit else None}


def bundle(connection: Connection, seed_hash: str) -> Iterator[bytes]:
    """The records of a revealed pair, nonce ascending, a line each."""
    pair = connection.execute(
        select(pairs.c.id, pairs.c.state).where(pairs.c.server_seed_hash == seed_hash)
    ).first()
    if pair is None:
        raise Problem("not_found", "server_seed_hash", "was never promised here")
    if pair.state != "revealed":
        raise Problem("not_revealed", "server_seed_hash", "has no revealed seed yet")
    after = -1
    while True:
        query = _ROW.where(rounds.c.pair_id == pair.id, rounds.c.nonce > after).order_by(rounds.c.nonce)
        rows = connection.execute(query.limit(500)).all()
        if not rows:
            return
        made = _actions(connection, [row.id for row in rows])
        for row in rows:
            yield to_json(record_of(row, made[row.id])).encode("utf-8") + b"\n"
        after = rows[-1].nonce
