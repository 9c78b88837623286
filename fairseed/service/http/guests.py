"""The one call that makes a player for whoever asks (setting `guest_chips`)."""

from __future__ import annotations

from flask import Blueprint, Response

from fairseed.service import guests
from fairseed.service.core import to_json
from fairseed.service.http import edge
from fairseed.service.http.models import Empty
from fairseed.service.problems import Problem

blueprint = Blueprint("guests", __name__)


@blueprint.post("/v1/guests")
def guest() -> Response:
    """Public, so there is no caller whose Idempotency-Key it could be: each call makes a guest."""
    edge.query()
    service = edge.service()
    if not service.settings.guest_chips:
        raise Problem("not_found", "path", "leads nowhere: no guests are taken here")
    edge.body_as(Empty)
    made = service.store.write(lambda connection: guests.welcome(service, connection))
    return edge.answer(to_json(made).encode("utf-8"), 201)
