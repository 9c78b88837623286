"""`dishonest.py CHEAT serve …`: changes the service's own code, then runs the real `fairseed serve`.

Each cheat is a function of its name. It wraps functions of fairseed.service, or edits their source;
an edit that no longer fits the source ends the process, so that no cheat is ever silently honest.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from fairseed.cli import main
from fairseed.commitments import merkle
from fairseed.commitments.entries import Activate, Commit, Reveal, client_seed_tag, player_tag
from fairseed.commitments.receipts import action_body, round_body, sign_receipt
from fairseed.derivation import SeedPair, ServerSeed
from fairseed.records import digest, record_digest, ruleset
from fairseed.service import journal, rounds, seeds, sequencer
from fairseed.service.core import Service, to_json
from fairseed.service.keyring import Keyring
from fairseed.service.offers import Offer
from fairseed.service.store import schema
from fairseed.service.views import record_of
from games import GAMES, replay

CHEATS: dict[str, Callable[[], None]] = {}
LOSES = {"target": "50.00", "direction": "over"}  # the bet that the operator grinds seeds against


def cheat(function: Callable[[], None]) -> Callable[[], None]:
    CHEATS[function.__name__] = function
    return function


def instead(owner: Any, name: str) -> Callable[[Callable[..., Any]], None]:
    """The decorated function takes the place of `owner.name`, and gets the original as its first argument."""
    original = getattr(owner, name)

    def put(function: Callable[..., Any]) -> None:
        setattr(owner, name, lambda *given, **named: function(original, *given, **named))

    return put


def edit(module: Any, name: str, *changes: tuple[str, str]) -> None:
    """Replaces pieces of a function's source, each of which stands in it once."""
    source = inspect.getsource(getattr(module, name))
    for old, new in changes:
        if source.count(old) != 1:
            raise SystemExit(f"{module.__name__}.{name} does not hold {old!r} once")
        source = source.replace(old, new)
    exec(compile(source, f"<dishonest {name}>", "exec"), vars(module))  # noqa: S102


# Seeds.


def other_seed(seed_hash: str) -> ServerSeed:
    return ServerSeed(hashlib.sha256(f"not what hashes to {seed_hash}".encode()).hexdigest())


@cheat
def another_seed() -> None:
    """Plays by another seed than the promised one, and reveals that."""

    @instead(Keyring, "open")
    def _(original: Any, self: Keyring, pair_id: str, seed_hash: str, *_: Any) -> ServerSeed:
        return other_seed(seed_hash)


@cheat
def another_promise() -> None:
    """The same, and once revealed its records name the hash of that seed as the promised one."""
    another_seed()

    @instead(rounds, "record_of")
    def _(original: Any, row: Any, made: Any) -> dict[str, Any]:
        record: dict[str, Any] = original(row, made)
        if "server_seed" in record["seeds"]:
            record["seeds"]["server_seed_hash"] = other_seed(row.server_seed_hash).hash
        return record


def _roll(seed: ServerSeed, client_seed: str) -> float:
    """What the first round of dice would give."""
    dice = GAMES["dice"]
    params, bet = dice.read_params(LOSES), dice.read_bet({"stake": 10})
    state = dice.start(params, bet, SeedPair(seed, client_seed).stream(0))
    return float(dice.result(state).outcome["roll"])


def _put_in_place(connection: Connection, player: str, promise: dict[str, Any]) -> None:
    """Another promise in the place of the one that the player was shown."""
    shown = (schema.pairs.c.player == player) & (schema.pairs.c.state == "committed")
    connection.execute(update(schema.pairs).where(shown).values(promise))


@cheat
def chosen_from_pool() -> None:
    """Of the seeds that are promised and in the log, the one that suits the client seed best is
    activated, in the place of the one that the player was shown."""

    @instead(seeds, "_activate")
    def _(original: Any, service: Service, connection: Connection, player: str, salt: str, seed: str) -> str:
        usable = connection.execute(select(schema.pool).where(schema.pool.c.usable == 1)).all()

        def rolled(row: Row[Any]) -> float:
            opened = service.keys.open(row.id, row.server_seed_hash, row.key_version, row.sealed)
            return _roll(opened, seed)

        best = dict(min(usable, key=rolled)._mapping)
        connection.execute(delete(schema.pool).where(schema.pool.c.id == best["id"]))
        del best["usable"]
        _put_in_place(connection, player, best)
        return str(original(service, connection, player, salt, seed))


def _ground(service: Service, client_seed: str) -> tuple[dict[str, Any], Commit]:
    """A seed made for a client seed that is known already, and its promise, a batch of one."""
    while _roll(seed := ServerSeed.generate(), client_seed) > 10:
        pass
    pair_id = uuid.uuid4().hex
    version, sealed = service.keys.seal(pair_id, seed)
    root = merkle.root([merkle.leaf_hash(seed.hash.encode("ascii"))]).hex()
    promise = {"id": pair_id, "server_seed_hash": seed.hash, "sealed": sealed, "key_version": version}
    return promise | {"batch_index": 0, "batch_proof": "[]"}, Commit(count=1, root=root)


def _next_index(connection: Connection) -> int:
    """The index that the sequencer gives to the entry written next."""
    return int(connection.scalar(select(func.count()).select_from(schema.log_entries)) or 0)


def _grinds(place: Callable[[int], int], *, promised_first: bool) -> None:
    @instead(seeds, "_activate")
    def _(original: Any, service: Service, connection: Connection, player: str, salt: str, seed: str) -> str:
        promise, commit = _ground(service, seed)
        here = _next_index(connection)
        activate = Activate(
            server_seed_hash=promise["server_seed_hash"],
            commit_index=place(here),
            player_tag=player_tag(player, salt),
            client_seed_tag=client_seed_tag(salt, seed),
            batch_index=0,
            batch_proof=[],
        )
        entries = [commit, activate] if promised_first else [activate, commit]
        numbers = [journal.add(connection, entry, service.now()) for entry in entries]
        promise["commit_entry"] = numbers[entries.index(commit)]
        due = service.later(days=service.settings.max_active_days)
        _put_in_place(connection, player, promise | {"state": "active", "client_seed": seed, "due_at": due})
        return str(promise["server_seed_hash"])


@cheat
def ground_and_promised_behind() -> None:
    """A seed ground against the client seed, promised behind its activation."""
    _grinds(lambda here: here + 1, promised_first=False)


@cheat
def ground_and_promised_late() -> None:
    """A seed ground against the client seed, promised and activated in this order: too late all the same."""
    _grinds(lambda here: here, promised_first=True)


@cheat
def ground_and_promise_borrowed() -> None:
    """A seed ground against the client seed; its activation names the promise of other seeds."""

    def older(_: int) -> int:
        return 11  # the first batch: behind two keys and nine rulesets

    _grinds(older, promised_first=False)


@cheat
def takes_a_client_seed_twice() -> None:
    edit(seeds, "rotate", ("if connection.execute(used).first():", "if False:"))


@cheat
def false_client_seed_tags() -> None:
    """Takes client seeds twice, and hides it in the log by tags of something else."""
    takes_a_client_seed_twice()

    @instead(seeds, "client_seed_tag")
    def _(original: Any, salt: str, client_seed: str) -> str:
        return str(original(salt, uuid.uuid4().hex))


@cheat
def false_player_tags() -> None:
    """Takes client seeds twice, and makes it look in the log as if by two players."""
    takes_a_client_seed_twice()

    @instead(seeds, "player_tag")
    def _(original: Any, player: str, salt: str) -> str:
        return str(original(uuid.uuid4().hex, salt))


@cheat
def reveals_with_a_round_open() -> None:
    """A rotation does not ask whether a round is open."""
    edit(
        seeds,
        "_close_active",
        (', pairs.c.state == "active", pairs.c.open_rounds == 0)', ', pairs.c.state == "active")'),
        (".values(open_rounds=0)", ".values(open_rounds=pairs.c.open_rounds)"),
    )
    edit(
        seeds,
        "close",
        ("of.c.pair_id == pair.id)", "of.c.pair_id == pair.id, of.c.digest.is_not(None))"),
    )


@cheat
def reveals_before_the_close() -> None:
    """The seed is put into the log as soon as a round is open; the close follows when it has ended."""

    @instead(rounds, "play")
    def _(original: Any, service: Service, connection: Connection, *given: Any) -> dict[str, Any]:
        view: dict[str, Any] = original(service, connection, *given)
        of = schema.pairs.c.server_seed_hash == view["seeds"]["server_seed_hash"]
        pair = connection.execute(select(schema.pairs).where(of)).one()
        told = select(schema.log_entries.c.id).where(
            schema.log_entries.c.type == "reveal", schema.log_entries.c.subject == pair.server_seed_hash
        )
        if view["state"] == "open" and not connection.execute(told).first():
            seed = service.keys.open(pair.id, pair.server_seed_hash, pair.key_version, pair.sealed)
            entry = Reveal(server_seed_hash=pair.server_seed_hash, server_seed=seed.expose())
            journal.add(connection, entry, service.now())
        return view

    @instead(journal, "add")
    def _(original: Any, connection: Connection, entry: Any, now: str) -> int:
        told = select(schema.log_entries.c.id).where(
            schema.log_entries.c.type == "reveal", schema.log_entries.c.subject == entry.subject
        )
        known = connection.scalar(told) if isinstance(entry, Reveal) else None
        return int(known or original(connection, entry, now))


# Rounds.


def _rounds_of(connection: Connection, pair_id: str, **where: Any) -> list[Row[Any]]:
    query = rounds._ROW.where(schema.rounds.c.pair_id == pair_id).order_by(schema.rounds.c.nonce)
    for name, value in where.items():
        query = query.where(schema.rounds.c[name] == value)
    return list(connection.execute(query))


def _remove(connection: Connection, row: Row[Any]) -> None:
    """A round that never was, and the nonces behind it."""
    connection.execute(delete(schema.actions).where(schema.actions.c.round_id == row.id))
    connection.execute(delete(schema.rounds).where(schema.rounds.c.id == row.id))
    of = schema.pairs.c.id == row.pair_id
    connection.execute(update(schema.pairs).where(of).values(next_nonce=schema.pairs.c.next_nonce - 1))


def _rewrite(
    service: Service,
    connection: Connection,
    row: Row[Any],
    made: list[dict[str, Any]],
    *,
    lawful: bool = True,
    **changed: Any,
) -> None:
    """Another past for a round that is over, with everything that follows from it: outcome,
    settlement, receipts signed anew, digest. What is not `lawful` keeps its outcome."""
    whole = dict(row._mapping) | changed
    game = GAMES[row.game]
    if lawful:
        seed = service.keys.open(row.pair_id, row.server_seed_hash, row.key_version, row.sealed)
        params = game.read_params(json.loads(whole["params"]))
        bet = game.read_bet(json.loads(whole["bet"]))
        stream = SeedPair(seed, row.client_seed).stream(whole["nonce"])
        read = [game.read_action(action) for action in made]
        whole |= rounds._settled(game, replay(game, params, bet, read, stream))
    signer, at = service.keys.receipt_key, row.accepted_at
    whole["receipt"] = None
    body = round_body(record_of(SimpleNamespace(**whole), []), at)
    whole["receipt"] = to_json(sign_receipt(signer, body))
    connection.execute(delete(schema.actions).where(schema.actions.c.round_id == row.id))
    kept = []
    for index, action in enumerate(made):
        body = action_body(row.id, index, digest(body), action, at)
        kept.append((action, to_json(sign_receipt(signer, body))))
        told = {"action": to_json(action), "receipt": kept[-1][1]}
        stored = {"round_id": row.id, "index": index, "accepted_at": at} | told
        connection.execute(insert(schema.actions).values(stored))
    whole["digest"] = record_digest(record_of(SimpleNamespace(**whole), kept))
    columns = {column.name: whole[column.name] for column in schema.rounds.c if column.name != "id"}
    connection.execute(update(schema.rounds).where(schema.rounds.c.id == row.id).values(columns))


def before_the_close(change: Callable[[Service, Connection, Row[Any]], None]) -> None:
    """The change is made when the pair is to be closed, so that the close entry fits it."""

    @instead(seeds, "close")
    def _(original: Any, service: Service, connection: Connection, pair: Row[Any]) -> None:
        change(service, connection, pair)
        original(service, connection, connection.execute(select(schema.pairs).filter_by(id=pair.id)).one())


@cheat
def drops_the_last_round() -> None:
    before_the_close(lambda _, connection, pair: _remove(connection, _rounds_of(connection, pair.id)[-1]))


@cheat
def drops_a_round_and_moves_up() -> None:
    """A round is dropped, and those behind it take the nonce before theirs, played anew."""

    def change(service: Service, connection: Connection, pair: Row[Any]) -> None:
        _, second, *others = _rounds_of(connection, pair.id)
        _remove(connection, second)
        for row in others:
            actions = [action for action, _ in rounds._actions(connection, [row.id])[row.id]]
            moved = row.nonce - 1
            _rewrite(service, connection, row, actions, lawful=row.game != "mines", nonce=moved)

    before_the_close(change)


def _bets_for(service: Service, connection: Connection, player: str) -> None:
    """A bet in the player's name."""
    offer = service.offers["dice"]
    params, bet = offer.read({"target": "98.00", "direction": "over"}, {"stake": 5000})
    play(service, connection, player, offer, params, bet)


play = rounds.play


@cheat
def inserts_a_round_behind_the_close() -> None:
    seeds.bets_for = _bets_for  # type: ignore[attr-defined]
    once_more = "    bets_for(service, connection, pair.player)\n    entry = Close("
    edit(seeds, "close", ("    entry = Close(", once_more))


@cheat
def inserts_a_round_before_the_close() -> None:
    before_the_close(lambda service, connection, pair: _bets_for(service, connection, pair.player))


@cheat
def inserts_a_round_and_moves_down() -> None:
    """A bet in the player's name takes the nonce of a round of the player's, which comes after it."""

    def change(service: Service, connection: Connection, pair: Row[Any]) -> None:
        last = _rounds_of(connection, pair.id)[-1]
        _bets_for(service, connection, pair.player)
        false = _rounds_of(connection, pair.id)[-1]
        _exchange(service, connection, last, false)

    before_the_close(change)


def _exchange(service: Service, connection: Connection, one: Row[Any], other: Row[Any]) -> None:
    """Two rounds change their nonces, and with them their luck."""
    aside = update(schema.rounds).where(schema.rounds.c.id == one.id).values(nonce=-1)
    connection.execute(aside)
    _rewrite(service, connection, other, [], nonce=one.nonce)
    _rewrite(service, connection, one, [], nonce=other.nonce)


@cheat
def reorders_rounds() -> None:
    """The great bet takes the nonce of the small one."""

    def change(service: Service, connection: Connection, pair: Row[Any]) -> None:
        _, great, small, *_ = _rounds_of(connection, pair.id)
        _exchange(service, connection, great, small)

    before_the_close(change)


@cheat
def reorders_the_bundle() -> None:
    @instead(rounds, "bundle")
    def _(original: Any, *given: Any) -> Iterator[bytes]:
        first, second, third, *others = original(*given)
        yield from (first, third, second, *others)


@cheat
def replays_a_round() -> None:
    """The round that the player had a receipt for is taken back, and its nonce given again."""

    @instead(rounds, "play")
    def _(original: Any, service: Service, connection: Connection, player: str, *given: Any) -> Any:
        active = schema.pairs.c.player == player, schema.pairs.c.state == "active"
        pair = connection.execute(select(schema.pairs).where(*active)).one()
        if pair.next_nonce == 2 and not hasattr(rounds, "replayed"):
            rounds.replayed = True  # type: ignore[attr-defined]
            _remove(connection, _rounds_of(connection, pair.id, nonce=1)[0])
        return original(service, connection, player, *given)


@cheat
def replays_in_the_bundle() -> None:
    @instead(rounds, "bundle")
    def _(original: Any, *given: Any) -> Iterator[bytes]:
        first, second, *others = original(*given)
        yield from (first, second, second, *others)


# Payouts, paytables, rules.


@cheat
def pays_less() -> None:
    @instead(rounds, "_settled")
    def _(original: Any, game: Any, state: Any) -> dict[str, Any]:
        row: dict[str, Any] = original(game, state)
        settlement = json.loads(row["settlement"])
        settlement["returned"] = max(0, settlement["returned"] - 1)
        return row | {"settlement": to_json(settlement)}


def _plays_by(game: str, changed: Callable[[Any], dict[str, Any]], *, admitted: bool) -> None:
    """Bets on a game are played by other params than are offered. `admitted`: each record names the
    digest of what it was played by, else that of the offered ruleset."""

    @instead(rounds, "play")
    def _(
        original: Any, service: Any, connection: Any, player: Any, offer: Offer, params: Any, bet: Any
    ) -> Any:
        if offer.game.name == game:
            params = msgspec.structs.replace(params, **changed(params))
            if admitted:
                rules = ruleset(game, offer.game.params_dict(params), offer.game.choices, offer.paytables)
                offer = replace(offer, digest=digest(rules))
        return original(service, connection, player, offer, params, bet)


@cheat
def changes_a_rule() -> None:
    _plays_by("dice", lambda _: {"rtp": "0.97"}, admitted=False)


@cheat
def changes_a_rule_unlogged() -> None:
    _plays_by("dice", lambda _: {"rtp": "0.97"}, admitted=True)


@cheat
def changes_a_paytable() -> None:
    _plays_by("plinko", lambda params: {"multipliers": ["0.1"] * len(params.multipliers)}, admitted=False)


# Actions. The round of the standard session is: open 0, open 1, cash out.


def _other_actions(
    change: Callable[[list[dict[str, Any]], int], list[dict[str, Any]]], *, lawful: bool
) -> None:
    """`change` gets the actions and the cell of the mine."""

    def run(service: Service, connection: Connection, pair: Row[Any]) -> None:
        row = _rounds_of(connection, pair.id, game="mines")[-1]
        actions = [action for action, _ in rounds._actions(connection, [row.id])[row.id]]
        (mine,) = json.loads(row.outcome)["mines"]
        _rewrite(service, connection, row, change(actions, mine), lawful=lawful)

    before_the_close(run)


@cheat
def changes_an_action() -> None:
    """The player cashed out; what is kept is that the mine was opened."""
    _other_actions(lambda made, mine: [*made[:2], {"type": "open", "cell": mine}], lawful=True)


@cheat
def inserts_an_action() -> None:
    """A cell more was opened: the mine's, so that nothing was left to cash out."""
    _other_actions(lambda made, mine: [{"type": "open", "cell": mine}], lawful=True)


@cheat
def inserts_a_lawful_action() -> None:
    def more(made: list[dict[str, Any]], mine: int) -> list[dict[str, Any]]:
        cell = next(cell for cell in (2, 3) if cell != mine)
        return [*made[:2], {"type": "open", "cell": cell}, made[2]]

    _other_actions(more, lawful=True)


@cheat
def plays_for_the_absent() -> None:
    """The player went away; the service opens the mine in its name."""

    @instead(seeds, "_close_active")
    def _(original: Any, service: Service, connection: Connection, player: str) -> Any:
        query = rounds._ROW.where(schema.rounds.c.player == player, schema.rounds.c.state == "open")
        for row in connection.execute(query).all():
            game = GAMES[row.game]
            state = rounds._fold(
                service, row, [made for made, _ in rounds._actions(connection, [row.id])[row.id]]
            )
            made = game.read_action({"type": "open", "cell": min(state.mines)})
            rounds._add_action(service, connection, *rounds._load(connection, row.id), made)
        return original(service, connection, player)


@cheat
def drops_an_action() -> None:
    """A cell less was opened, so that less is paid."""
    _other_actions(lambda made, mine: [made[0], made[2]], lawful=True)


@cheat
def changes_an_action_unlawfully() -> None:
    _other_actions(lambda made, mine: [made[0], made[0], made[2]], lawful=False)


@cheat
def plays_on_behind_the_end() -> None:
    _other_actions(lambda made, mine: [*made, {"type": "open", "cell": 2}], lawful=False)


# Voids.


@cheat
def voids_what_would_pay() -> None:
    """A round that the player is about to cash out is declared void."""

    @instead(rounds, "act")
    def _(original: Any, service: Any, connection: Any, round_id: str, action: Any, expected: int) -> Any:
        if action.get("type") == "cash_out":
            return rounds.void(service, connection, round_id, "technical error")
        return original(service, connection, round_id, action, expected)


@cheat
def voids_in_silence() -> None:
    """The same, and the log is not told."""
    voids_what_would_pay()
    edit(rounds, "void", ("journal.add(connection, entry, service.now())", "del entry"))


# The log.


@cheat
def starts_on_any_database() -> None:
    """The check at the start is left out, and the head file is written back."""
    sequencer.check = lambda _: None

    @instead(sequencer, "remembered")
    def _(original: Any, path: Any) -> None:
        return None


if __name__ == "__main__":
    CHEATS[sys.argv[1]]()
    sys.argv[:2] = ["fairseed"]
    main()
