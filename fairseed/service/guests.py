"""Guests: players that anybody may make, each with some virtual chips and a token for one day."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, select

from fairseed.service import keys, ledger
from fairseed.service.clock import timestamp
from fairseed.service.core import Service
from fairseed.service.problems import Problem
from fairseed.service.store.schema import api_keys, log_head

TOKEN_SECONDS: Final = 24 * 60 * 60
# The name of a guest's token, by which guests are counted.
_NAME: Final = "guest"


def welcome(service: Service, connection: Connection) -> dict[str, Any]:
    """A new player, its chips and its token. Problem `rate_limited` where the database's last hour has
    seen as many guests as may come."""
    settings = service.settings
    # Guests of all processes queue here, so that none is overlooked in the count.
    connection.execute(select(log_head.c.id).with_for_update())
    hour_ago = timestamp(service.clock() - timedelta(hours=1))
    recent = select(func.count()).where(api_keys.c.name == _NAME, api_keys.c.scope == "player")
    if (connection.scalar(recent.where(api_keys.c.created_at > hour_ago)) or 0) >= settings.guests_per_hour:
        rule = "{count} came within an hour; try again later"
        raise Problem("rate_limited", "guests", rule, count=settings.guests_per_hour)
    player = f"guest-{secrets.token_hex(8)}"
    expires_at = service.later(seconds=TOKEN_SECONDS)
    token = keys.create_token(connection, player, service.now(), expires_at, _NAME)
    ledger.post(service, connection, player, "credit", settings.guest_chips, "guest")
    return {"player": player, "token": token, "expires_at": expires_at, "chips": settings.guest_chips}
