"""The record of a match: everything in it is seen by everybody, but for who may act."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fairseed.service.core import Service
from fairseed.service.matches.dealt import replayed
from fairseed.service.tables.held import Made, Row
from games import tavern_dice as dice


def played(service: Service | None, row: Row, made: Sequence[Made], viewer: int | None) -> dict[str, Any]:
    """What a started match adds to its record: dice, figures, and what the viewer may do."""
    told: dict[str, Any] = {"actions": [action for action, _ in made]}
    if made:
        told["action_receipts"] = [json.loads(receipt) for _, receipt in made]
    if row["state"] == "settled":
        return told | {"outcome": json.loads(row["outcome"])}
    if row["state"] == "open":
        match = replayed(service, row, made)
        told |= dice.view(match)
        told["legal"] = [] if viewer is None else dice.legal(match, viewer)
    return told
