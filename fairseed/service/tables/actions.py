"""An action that is made: stored with its receipt, and told to everybody."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import insert

from fairseed.commitments.receipts import action_body, sign_receipt
from fairseed.records import digest
from fairseed.service.core import to_json
from fairseed.service.store.schema import hand_actions
from fairseed.service.tables.held import Made, Table


def store(table: Table, made: list[Made], raw: dict[str, Any], told: dict[str, Any]) -> None:
    """Adds an action to those made in the hand in play; `told` is how everybody may know it."""
    row, index = table.dealing, len(made)
    last = json.loads(made[-1][1] if made else row["receipt"])
    body = action_body(row["id"], index, digest(last["body"]), raw, table.now)
    receipt = to_json(sign_receipt(table.service.keys.receipt_key, body))
    made.append((raw, receipt))
    values = {"hand_id": row["id"], "index": index, "action": to_json(raw)}
    table.connection.execute(
        insert(hand_actions).values(values | {"receipt": receipt, "accepted_at": table.now})
    )
    table.event("action", round_id=row["id"], index=index, action=told)
