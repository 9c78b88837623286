"""Rows → records and views. A view is built up from what its viewer may see."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Row

from fairseed.derivation import SCHEME
from fairseed.records import ROUND_TYPE
from games import Game


def record_of(row: Row[Any] | SimpleNamespace, actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The round record; `server_seed` only from the column that the reveal fills."""
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
    record["actions"] = actions
    for name in ("outcome", "settlement"):
        if (text := getattr(row, name)) is not None:
            record[name] = json.loads(text)
    if row.ruleset is not None:
        record["ruleset"] = row.ruleset
    return record


def view_of(game: Game[Any, Any, Any, Any], record: dict[str, Any], state: Any) -> dict[str, Any]:
    """The record of an unrevealed round with its state, legal actions and shown figures."""
    if state is None:
        return record | {"state": "settled", "legal": [], "shown": {}}
    seen = game.view(state)
    return record | {
        "outcome": seen["outcome"],
        "state": "open",
        "legal": game.legal(state),
        "shown": seen["shown"],
    }
