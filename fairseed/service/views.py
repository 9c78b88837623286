"""Rows → records and views. A view is built up from what its viewer may see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Row

from fairseed.derivation import SCHEME
from fairseed.records import ROUND_TYPE
from games import Game


def record_of(row: Row[Any] | SimpleNamespace, made: Sequence[tuple[dict[str, Any], str]]) -> dict[str, Any]:
    """The round record; `server_seed` only from the column that the reveal fills. `made` are the
    actions, each with the text of its receipt."""
    seeds: dict[str, Any] = {"scheme": SCHEME, "server_seed_hash": row.server_seed_hash}
    if row.server_seed is not None:
        seeds["server_seed"] = row.server_seed
    record: dict[str, Any] = {
        "type": ROUND_TYPE,
        "round_id": row.id,
        "game": row.game,
        "params": json.loads(row.params),
    }
    if row.bet is not None:
        record["bet"] = json.loads(row.bet)
    record["seeds"] = seeds | {"client_seed": row.client_seed, "nonce": row.nonce}
    record["actions"] = [action for action, _ in made]
    for name in ("outcome", "settlement"):
        if (text := getattr(row, name)) is not None:
            record[name] = json.loads(text)
    if row.void_reason is not None:
        record["void"] = {"reason": row.void_reason}
    if row.ruleset is not None:
        record["ruleset"] = row.ruleset
    if row.receipt is not None:
        record["receipt"] = json.loads(row.receipt)
    if made:
        record["action_receipts"] = [json.loads(receipt) for _, receipt in made]
    return record


def view_of(
    game: Game[Any, Any, Any, Any], record: dict[str, Any], state: Any, called: str = "settled"
) -> dict[str, Any]:
    """The record of an unrevealed round with its state, legal actions and shown figures. `state` is
    None once the round is over; then `called` says how."""
    if state is None:
        return record | {"state": called, "legal": [], "shown": {}}
    seen = game.view(state)
    return record | {
        "outcome": seen["outcome"],
        "state": "open",
        "legal": game.legal(state),
        "shown": seen["shown"],
    }
