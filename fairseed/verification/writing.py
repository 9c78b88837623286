"""Writing a record: a bet and its actions, folded as the verifier will fold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fairseed.derivation import SCHEME, FairseedError, SeedPair
from fairseed.records import ROUND_TYPE, ruleset_digest
from games import GAMES, GameError, replay


def make_record(
    pair: SeedPair,
    nonce: int,
    game: str,
    params: dict[str, Any],
    bet: dict[str, Any] | None = None,
    actions: Iterable[dict[str, Any]] = (),
    *,
    round_id: str,
    reveal: bool = False,
) -> dict[str, Any]:
    """The record of a finished round. With `reveal` it holds the server seed: only after the pair
    is closed. FairseedError names the field that is refused."""
    if game not in GAMES:
        raise FairseedError("game", "{game} is not a game known here", game=game)
    rules = GAMES[game]
    try:
        read = rules.read_params(params)
        placed = rules.read_bet(bet) if rules.bet_type else None
        rules.check(read, placed)
        made = [rules.read_action(action, f"actions.{index}") for index, action in enumerate(actions)]
        state = replay(rules, read, placed, made, pair.stream(nonce))
    except GameError as error:
        raise FairseedError(error.field, error.rule, **error.values) from error
    if not rules.finished(state):
        raise FairseedError("actions", "the round is not finished after the last action")
    result = rules.result(state)
    written = rules.params_dict(read)
    seeds = {"scheme": SCHEME, "server_seed_hash": pair.server_seed_hash}
    if reveal:
        seeds["server_seed"] = pair.server_seed.expose()
    record: dict[str, Any] = {
        "type": ROUND_TYPE,
        "round_id": round_id,
        "game": game,
        "params": written,
        "bet": rules.bet_dict(placed),
        "seeds": seeds | {"client_seed": pair.client_seed, "nonce": nonce},
        "actions": [rules.action_dict(action) for action in made],
        "outcome": result.outcome,
        "settlement": result.settlement(),
        "ruleset": ruleset_digest(game, written, rules.choices, rules.paytables(read)),
    }
    if rules.bet_type is None:
        del record["bet"], record["settlement"], record["ruleset"]
    return record
