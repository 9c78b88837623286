"""Health, readiness, metrics, and the description of the API."""

from __future__ import annotations

import os
from functools import cache

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy.exc import SQLAlchemyError

from fairseed.derivation import FairseedError
from fairseed.service import openapi
from fairseed.service.core import to_json
from fairseed.service.http import edge
from fairseed.service.problems import Problem
from fairseed.service.store import is_current

blueprint = Blueprint("operations", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return edge.answer(b'{"status":"ok"}')


@blueprint.get("/readyz")
def readyz() -> Response:
    """The database answers and has the newest tables."""
    try:
        current = is_current(edge.service().store)
    except (SQLAlchemyError, FairseedError, OSError):
        raise Problem("not_ready", "database", "does not answer") from None
    if not current:
        raise Problem("not_ready", "database", "has other tables: run `fairseed init`")
    return edge.answer(b'{"status":"ok"}')


@blueprint.get("/metrics")
def metrics() -> Response:
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


@cache
def _document() -> bytes:
    return to_json(openapi.document()).encode("utf-8")


@blueprint.get("/openapi.json")
def description() -> Response:
    return edge.answer(_document())


@blueprint.get("/docs")
def docs() -> Response:
    """A static page made from the description; it loads nothing from elsewhere."""
    page = Response(openapi.page(), mimetype="text/html")
    page.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return page
